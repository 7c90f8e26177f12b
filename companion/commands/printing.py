"""What goes to the terminal: JSON, and words that cannot steer it (`companion.core.names`)."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import click

from companion.core.names import printable

__all__ = ["print_json", "printable", "write_out"]


def print_json(value: Any) -> None:
    """The value as readable JSON in Unicode, keys in the order they were put in."""
    click.echo(json.dumps(value, ensure_ascii=False, indent=2))


def write_out(text: str, file: Path | None) -> None:
    """A file's text as UTF-8, byte for byte, into the file that was named, else to standard output. Raises OSError."""
    if file is None:
        sys.stdout.buffer.write(text.encode())
    else:
        file.write_bytes(text.encode())
