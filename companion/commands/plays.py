"""Taking the evenings along: every play and player, out of a house and into another."""

from __future__ import annotations

from pathlib import Path

import click

from companion.commands.failing import BadInput, read_input
from companion.commands.printing import write_out
from companion.commands.settings import Settings, with_settings
from companion.core.plain_json import read_json
from companion.core.text import TN, T
from companion.live import Doorbell
from companion.play import House, Refused
from companion.play.bgstats_in import import_any
from companion.play.evenings_out import FORMATS, exported_plays
from companion.store import Store


@click.group("plays")
def plays() -> None:
    """Everything played, with its players: takes it along, brings it in."""


@plays.command("export")
@click.option("--format", "kind", type=click.Choice(tuple(FORMATS)), default="json", show_default=True)
@click.option("-o", "--output", "file", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE")
@with_settings
def export_plays(settings: Settings, kind: str, file: Path | None) -> None:
    """Writes everything (json, csv) or a file for BG Stats (bgstats)."""
    text = exported_plays(House(Store(settings.data), Doorbell()), kind, settings.words)
    write_out(text, file)


@plays.command("import")
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
@with_settings
def import_plays(settings: Settings, file: Path) -> None:
    """Brings in a file of everything (json), or one of BG Stats; what is here already stays as it is."""
    try:
        done = import_any(House(Store(settings.data), Doorbell()), read_json(read_input(file)))
    except Refused as problem:
        raise BadInput(problem.field or "FILE", problem.text) from problem
    settings.say(TN("{n} play was added.", "{n} plays were added.", done.plays))
    settings.say(TN("{n} player is new.", "{n} players are new.", done.people))
    if done.known:
        settings.say(TN("{n} play was here already.", "{n} plays were here already.", done.known))
    if done.others:
        settings.say(T("Plays left out, of other games: {n}", n=done.others))
