"""Pads as files: checking one that somebody writes, and taking one of the samples to begin with."""

from __future__ import annotations

from pathlib import Path

import click

from companion.commands.failing import BadInput, Commands, read_input
from companion.commands.printing import print_json, printable
from companion.commands.settings import Settings, with_settings
from companion.core.refusal import Refused
from companion.core.text import TN, T, listed
from companion.games.pad.definition import PadDefinition, pad_json
from companion.games.pad.rules import explained
from companion.games.pad.toml_text import pad_from_toml, pad_to_toml
from companion.play.pads import samples


def read_pad_file(file: Path | None, field: str = "FILE") -> PadDefinition:
    """The pad in a TOML file; raises BadInput with the line, the field and what is allowed."""
    try:
        text = read_input(file).decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        raise BadInput(field, T("This file is no text in UTF-8. Save it as UTF-8.")) from problem
    try:
        return pad_from_toml(text)
    except Refused as problem:
        raise BadInput(field, problem.text) from problem


@click.group(cls=Commands)
def pad() -> None:
    """Score pads for other games, as TOML files."""


@pad.command()
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
@click.option("--json", "as_json", is_flag=True, help="The pad as JSON.")
@with_settings
def check(settings: Settings, file: Path, as_json: bool) -> None:
    """Says whether a pad can be played, and what it gives; else the line and what is allowed there."""
    found = read_pad_file(file)
    if as_json:
        print_json(pad_json(found))
        return
    n, low, high = len(found.lines), *found.players
    told = TN(
        "{title}: {n} category, {low} to {high} players. This pad can be played.",
        "{title}: {n} categories, {low} to {high} players. This pad can be played.",
        n,
        title=found.text,
        low=low,
        high=high,
    )
    click.echo(printable(settings.words.say(told)))
    for category in found.category:
        sentences = " ".join(settings.words.say(sentence) for sentence in explained(found, category))
        click.echo(printable(f"    {category.key} · {settings.words.say(category.text)}: {sentences}"))


@pad.command()
@click.argument("name", required=False)
@with_settings
def sample(settings: Settings, name: str | None) -> None:
    """The samples; with a NAME that one as TOML, to begin with."""
    known = samples()
    if name is None:
        for key, found in known.items():
            click.echo(printable(f"{key}: {settings.words.say(found.text)}"))
        return
    if name not in known:
        raise BadInput("NAME", T("Choose one of: {choices}", choices=listed(known)))
    click.echo(pad_to_toml(known[name]), nl=False)
