"""What goes to the terminal: JSON, and words that cannot steer it (`companion.core.names`)."""

from __future__ import annotations

import json
from typing import Any

import click

from companion.core.names import printable

__all__ = ["print_json", "printable"]


def print_json(value: Any) -> None:
    """The value as readable JSON in Unicode, keys in the order they were put in."""
    click.echo(json.dumps(value, ensure_ascii=False, indent=2))
