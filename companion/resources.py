"""Where the folders lie that people see: templates and static files.

In an installed package they are inside ``companion`` (`setup.py` puts them there); in a checkout, templates and static
files are top-level folders beside it.
"""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def templates_path() -> Path:
    """The folder of the Jinja templates, absolute."""
    return _beside_or_inside("templates")


def static_path() -> Path:
    """The folder of the static files, absolute."""
    return _beside_or_inside("static")


def pads_path() -> Path:
    """The folder of the score pads that come with the companion, absolute."""
    return _PACKAGE / "pads"


def _beside_or_inside(name: str) -> Path:
    inside = _PACKAGE / name
    return inside if inside.is_dir() else _PACKAGE.parent / name
