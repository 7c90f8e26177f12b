"""Taking a table along: export and import."""

from __future__ import annotations

from pathlib import Path

import click

from companion.commands.failing import BadInput, read_input
from companion.commands.printing import write_out
from companion.commands.settings import Settings, with_settings
from companion.core.plain_json import read_json
from companion.live import Doorbell
from companion.play import House, Refused
from companion.play.looking import look_at, row_of, unknown_table
from companion.play.transfer import dumps, export_any, export_csv, import_table
from companion.store import Store


@click.command("export")
@click.argument("code")
@click.option("--format", "kind", type=click.Choice(("json", "csv")), default="json", show_default=True)
@click.option("-o", "--output", "file", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE")
@with_settings
def export_command(settings: Settings, code: str, kind: str, file: Path | None) -> None:
    """Writes a table with its whole log (json) or its result (csv)."""
    try:
        house = House(Store(settings.data, reading=True), Doorbell())
        row = row_of(house, code)
    except FileNotFoundError as problem:
        raise BadInput("CODE", unknown_table(code).text) from problem
    except Refused as problem:
        raise BadInput("CODE", problem.text) from problem
    try:
        text = export_csv(look_at(house, row)) if kind == "csv" else dumps(export_any(house, row))
    except Refused as problem:
        raise BadInput("--format", problem.text) from problem
    write_out(text, file)


@click.command("import")
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
@with_settings
def import_command(settings: Settings, file: Path) -> None:
    """Brings an exported table back and prints its code."""
    try:
        table = read_json(read_input(file))
    except Refused as error:
        raise BadInput("FILE", error.text) from error
    try:
        found = import_table(_house(settings), table)
    except Refused as problem:
        raise BadInput(problem.field or "FILE", problem.text) from problem
    click.echo(found.code)


def _house(settings: Settings) -> House:
    return House(Store(settings.data), Doorbell())
