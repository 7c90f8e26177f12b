"""sqlite-utils as the store needs it: without numpy and pandas, which it imports wherever they are installed.

It would take arrays as values; we have none. The companion's own process needs numpy for nothing else (pictures are read
by another), and it is 11 MB of memory and a tenth of the time to start.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["Database", "Migrations"]


@contextmanager
def _unfound(*modules: str) -> Iterator[None]:
    """As if these were not installed, unless they have been imported already."""
    hidden = [module for module in modules if module not in sys.modules]
    sys.modules.update(dict.fromkeys(hidden))  # type: ignore[arg-type]
    try:
        yield
    finally:
        for module in hidden:
            del sys.modules[module]


with _unfound("numpy", "pandas"):
    from sqlite_utils import Database, Migrations
