"""JSON on standard output."""

from __future__ import annotations

import json
from typing import Any

import click


def print_json(value: Any) -> None:
    """The value as readable JSON in Unicode, keys in the order they were put in."""
    click.echo(json.dumps(value, ensure_ascii=False, indent=2))
