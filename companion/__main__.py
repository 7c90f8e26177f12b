"""``python -m companion`` and the installed command ``companion``."""

from __future__ import annotations

import sys

from companion.commands import run


def main() -> None:
    """Runs the command line and ends the process with its status."""
    sys.exit(run())


if __name__ == "__main__":
    main()
