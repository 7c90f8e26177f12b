"""How a command says no: one line, with the field and what is allowed."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

import click

from companion.core.text import T, Text, listed


class BadInput(Exception):
    """What the person gave cannot be used: the field (an option, an argument, a path in a file) and why. Status 2."""

    def __init__(self, field: str | None, text: Text) -> None:
        super().__init__(field, text)
        self.field = field
        self.text = text


class Failed(Exception):
    """Something else went wrong. Status 1."""

    def __init__(self, text: Text) -> None:
        super().__init__(text)
        self.text = text


def read_input(file: Path | None) -> bytes:
    """What is in the file that was named, or on standard input (``-``, or none named); raises BadInput."""
    if file is None or str(file) == "-":
        return sys.stdin.buffer.read()
    try:
        return file.read_bytes()
    except OSError as error:
        text = T("{file} cannot be read: {reason}", file=str(file), reason=error.strerror or str(error))
        raise BadInput("FILE", text) from error


class Commands(click.Group):
    """A group that names its commands when another one is asked for."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and self.get_command(ctx, args[0]) is None:
            names = listed(self.list_commands(ctx))
            raise BadInput(args[0], T("There is no such command. Choose one of: {choices}", choices=names))
        return super().resolve_command(ctx, args)


def bad_usage(error: click.UsageError) -> BadInput:
    """Our sentence for what click found wrong with the arguments."""
    match error:
        case click.NoSuchOption():
            return BadInput(error.option_name, T("There is no such option. All of them: --help"))
        case click.BadOptionUsage():
            return BadInput(error.option_name, T("This option needs a value."))
        case click.MissingParameter():
            return BadInput(_name(error.param), _allowed(error.param) or T("This is missing."))
        case click.BadParameter():
            return BadInput(_name(error.param), _allowed(error.param) or T("This cannot be used. What fits: --help"))
    # click words it "Got unexpected extra argument (x)"; the words in brackets are the field.
    extra = re.search(r"\((.+)\)", error.message)
    return BadInput(extra[1] if extra else None, T("That is more than this command takes. What fits: --help"))


def _name(parameter: click.Parameter | None) -> str | None:
    if isinstance(parameter, click.Option):
        return max(parameter.opts, key=len)
    return None if parameter is None else parameter.human_readable_name


def _allowed(parameter: click.Parameter | None) -> Text | None:
    """What a parameter may be, where its type says so."""
    kind: Any = None if parameter is None else parameter.type
    if isinstance(kind, click.Choice):
        return T("Choose one of: {choices}", choices=listed(map(str, kind.choices)))
    if isinstance(kind, click.IntRange) and kind.min is not None and kind.max is not None:
        return T("Enter a whole number from {low} to {high}.", low=int(kind.min), high=int(kind.max))
    if kind is click.INT:
        return T("Enter a whole number.")
    return None
