"""Keeping everything: a backup while the companion runs, and putting one back."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import click

from companion.commands.failing import BadInput, Failed
from companion.commands.settings import Settings, with_settings
from companion.core.text import T
from companion.lock import is_running
from companion.store import BadDatabase, Store, backups
from companion.store.checking import check_file
from companion.store.database import NAME


@click.command("backup")
@click.argument("file", required=False, type=click.Path(dir_okay=False, path_type=Path))
@with_settings
def backup(settings: Settings, file: Path | None) -> None:
    """Copies everything into one file, also while the companion runs."""
    try:
        store = Store(settings.data, reading=True)
    except FileNotFoundError as problem:
        raise Failed(T("There is nothing in {folder} yet.", folder=str(settings.data))) from problem
    if file is None:
        made = backups.back_up(store.path)
    else:
        _may_be_written(file)
        backups.copy_everything(settings.data, store.path, file)
        made = file
    click.echo(str(made))


def _may_be_written(file: Path) -> None:
    """An older backup may be replaced, nothing else."""
    if not file.exists():
        return
    try:
        check_file(file)
    except (BadDatabase, OSError, sqlite3.Error) as problem:
        raise BadInput(
            "FILE", T("{file} is there already and is no backup of the companion. Name another file.", file=str(file))
        ) from problem


@click.command("restore")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@with_settings
def restore(settings: Settings, file: Path) -> None:
    """Puts a backup back; the present state is kept beside it."""
    if is_running(settings.data):
        raise Failed(
            T(
                "The companion is running with {folder}. Stop it first, then restore; or restore on its host page.",
                folder=str(settings.data),
            )
        )
    try:
        kept = backups.restore(settings.data, settings.data / NAME, file)
    except BadDatabase as problem:
        raise BadInput("FILE", problem.text) from problem
    except FileNotFoundError as problem:
        raise BadInput("FILE", T("There is no file {file}.", file=str(file))) from problem
    if kept is None:
        settings.say(T("The backup is in place. There was nothing before it."))
    else:
        settings.say(T("The backup is in place. The state before it lies in {file}", file=str(kept)))
