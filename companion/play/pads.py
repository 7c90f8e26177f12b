"""The pads of the house: listed, read, kept, changed, taken along. A table keeps the pad it was opened with."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from companion.core.game import AnyGame
from companion.core.refusal import Refused
from companion.core.text import T, Text, listed
from companion.games import GAMES
from companion.games.pad import ScorePad, box_of, kind_of
from companion.games.pad.definition import PadDefinition, Words
from companion.games.pad.toml_text import check_length, pad_from_toml, pad_to_toml
from companion.play.house import House
from companion.resources import pads_path
from companion.store.pads import NAME, PadFiles

PREFIX = "pad:"
"""How a game is called that is a pad of the house: ``pad:NAME``."""
MOST_PADS = 200
MOST_REMOVED = 200
"""Pads that were taken away and can be restored; beyond them those go that were taken away first."""

_read = lru_cache(maxsize=MOST_PADS + 56)(pad_from_toml)
"""Reading hundreds of pads anew takes seconds; a list of them is asked for often, and their texts seldom change."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A pad of the house. ``version``: of its text, for whoever changes it; ``problem``: why it cannot be played."""

    name: str
    version: str
    pad: PadDefinition | None
    problem: Text | None = None

    @property
    def title(self) -> Text | str:
        """What it is called; its name, where it cannot be read."""
        return self.name if self.pad is None else self.pad.text


@dataclass(frozen=True, slots=True)
class Version:
    """How a pad was before. ``replaced_at``: Unix seconds; ``pad``: None where it cannot be read."""

    number: int
    replaced_at: float
    pad: PadDefinition | None


@cache
def samples() -> dict[str, PadDefinition]:
    """The pads that come with the companion, by name."""
    return {path.stem: pad_from_toml(path.read_text(encoding="utf-8")) for path in sorted(pads_path().glob("*.toml"))}


def pads(house: House) -> list[Kept]:
    """Every pad of the house, those that cannot be read among them, in the order of their names."""
    return [found for name in _files(house).names() if (found := _kept(house, name)) is not None]


def pad_named(house: House, name: str) -> Kept:
    """A pad of the house; raises Refused ``not_found``."""
    found = _kept(house, name) if NAME.fullmatch(name) else None
    if found is None:
        raise no_pad(name)
    return found


def playable(house: House, name: str) -> PadDefinition:
    """A pad of the house that can be played; raises Refused with what is wrong in its file."""
    found = pad_named(house, name)
    if found.pad is None:
        raise Refused("illegal", None, found.problem or T("This pad cannot be read."))
    return found.pad


def kind_named(house: House, game: str) -> type[AnyGame]:
    """The game of a name: one of the shelf, or ``pad:NAME`` a pad of the house. Raises Refused."""
    if game.startswith(PREFIX):
        return kind_of(playable(house, game.removeprefix(PREFIX)))
    if game not in GAMES:
        raise Refused("bad_field", "game", T("The games are {names}.", names=listed(GAMES)))
    return GAMES[game]


def copy_for_a_table(house: House, kind: type[AnyGame]) -> dict[str, Any]:
    """What a new table keeps for itself: the pad, or what is remembered of the owner's copy of a game."""
    if issubclass(kind, ScorePad) and kind is not ScorePad:
        return box_of(kind.pad)
    return house.store.box(kind.key)


def keep_pad(house: House, pad: PadDefinition, name: str | None = None, was: str | None = None) -> Kept:
    """Keeps a pad, under a new name or in the place of ``name``. Open tables keep theirs.

    ``was``: the version its author saw; another one by now refuses it, code ``changed``. Raises Refused, OSError.
    """
    text = pad_to_toml(pad)
    check_length(text)  # what is kept can be read again
    with house.folding(PREFIX):
        files = _files(house)
        if name not in files.names() and len(files.names()) >= MOST_PADS:
            raise Refused(
                "illegal", None, T("There are {n} pads already. Take one away that nobody uses.", n=MOST_PADS)
            )
        if name is None:
            name = _free_name(pad, {*files.names(), *files.removed()})
        elif was is not None and pad_named(house, name).version != was:
            told = T("Somebody else has changed this pad meanwhile. Load the page again, then change it once more.")
            raise Refused("changed", None, told)
        files.write(_checked(name), text)
    return pad_named(house, name)


def take_in(house: House, pad: PadDefinition) -> Kept:
    """Keeps a pad from elsewhere; one that is here just so already stays the only one. Raises Refused, OSError."""
    there = next((kept for kept in pads(house) if kept.pad == pad), None)
    return keep_pad(house, pad) if there is None else there


def remove_pad(house: House, name: str) -> None:
    """Takes a pad away; it can be restored. Tables that were opened with it keep it. Raises Refused."""
    pad_named(house, name)
    with house.folding(PREFIX):
        _files(house).remove(name, MOST_REMOVED)


def restore_pad(house: House, name: str, number: int | None = None) -> Kept:
    """A version before of a pad, the newest where no number is given, or one that was taken away. Raises Refused."""
    with house.folding(PREFIX):
        if not NAME.fullmatch(name) or not _files(house).restore(name, number):
            raise no_pad(name)
    return pad_named(house, name)


def removed_pads(house: House) -> list[str]:
    """The names of the pads that can be restored."""
    return _files(house).removed()


def versions_before(house: House, name: str) -> list[Version]:
    """How a pad was before, newest first."""
    found = []
    for number, at, text in _files(house).before(name):
        try:
            pad = _read(text)
        except Refused:
            pad = None
        found.append(Version(number, at, pad))
    return found


def no_pad(name: str) -> Refused:
    """There is no pad of this name."""
    return Refused("not_found", None, T("There is no pad {name} here. Look at the list of pads.", name=name[:40]))


def _files(house: House) -> PadFiles:
    return PadFiles(house.store.folder)


def _checked(name: str) -> str:
    if NAME.fullmatch(name):
        return name
    text = T("The name of a pad has small letters, digits and -, up to 40, and begins with a letter or a digit.")
    raise Refused("bad_field", "name", text)


def _kept(house: House, name: str) -> Kept | None:
    try:
        text = _files(house).text(name)
    except ValueError:
        return Kept(name, "", None, T("This file is no text of a pad."))
    if text is None:
        return None
    version = hashlib.sha256(text.encode()).hexdigest()[:16]
    try:
        return Kept(name, version, _read(text))
    except Refused as problem:
        return Kept(name, version, None, problem.text)


def _free_name(pad: PadDefinition, taken: set[str]) -> str:
    """A name made of the title, where that has letters a file may be called; with a number where it is taken."""
    title = _english(pad.title)
    plain = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")[:30].strip("-") or "pad"
    numbered = (f"{plain}-{n}" for n in range(2, len(taken) + 3))
    return next(name for name in (plain, *numbered) if name not in taken)


def _english(words: Words) -> str:
    return words if isinstance(words, str) else words.get("en", next(iter(words.values())))
