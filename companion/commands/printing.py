"""What goes to the terminal: JSON, and words that cannot steer it."""

from __future__ import annotations

import json
from typing import Any

import click


def print_json(value: Any) -> None:
    """The value as readable JSON in Unicode, keys in the order they were put in."""
    click.echo(json.dumps(value, ensure_ascii=False, indent=2))


def printable(text: str) -> str:
    """The text with a mark in place of each control character: a name from a file must not steer the terminal."""
    return "".join(letter if letter.isprintable() or letter == "\n" else "\N{REPLACEMENT CHARACTER}" for letter in text)
