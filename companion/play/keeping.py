"""Backups while the house is open: a copy of everything, and putting one back without stopping."""

from __future__ import annotations

from pathlib import Path

from companion.core.refusal import Refused
from companion.play.house import House
from companion.store import BadDatabase


def backup_folder(house: House) -> Path:
    """Where the backups lie that are made by themselves."""
    return house.store.backup_folder


def copy_everything(house: House, target: Path) -> None:
    """Writes a file that holds everything, whole or not at all; others go on writing meanwhile."""
    house.store.copy_everything(target)


def restore_everything(house: House, file: Path) -> Path:
    """Puts a backup in the place of all that is there, at once for everybody; answers where the state before lies.

    Raises Refused for a file that is no whole backup this version reads; then nothing has changed.
    """
    try:
        kept = house.store.restore(file)
    except BadDatabase as problem:
        raise Refused("bad_field", "file", problem.text) from problem
    house.looks.clear()
    house.bell.ring_for_everybody()
    return kept
