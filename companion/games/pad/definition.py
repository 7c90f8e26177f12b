"""What a pad is: data that somebody wrote, in the form in which it is checked, kept with a table and shared.

A stored format, version 1: fields are only ever added, with defaults. docs/pads.md describes it for whoever writes one.
"""

from __future__ import annotations

from typing import Any

import msgspec

from companion.core.text import Spoken, T, Text

FORMAT = 1
Words = str | dict[str, str]
"""One wording for everybody, or one for each language tag."""


class Category(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One line of the pad, or (kind ``count``) a number that other lines work with.

    ``once``: one number for everybody; ``every_round``: in a pad with rounds, a number in each of them; ``low``, ``high``:
    what may be entered; ``of``: the categories whose numbers, added up, take the place of a number of its own; ``by``: the
    one it is multiplied by; ``minus``: its points are taken off. The others belong to one kind each (`checking.KINDS`).
    """

    key: str
    label: Words
    kind: str = "points"
    help: Words = ""
    once: bool = False
    every_round: bool = True
    low: int | None = None
    high: int | None = None
    minus: bool = False
    of: tuple[str, ...] = ()
    by: str = ""
    factor: int = 1
    steps: tuple[tuple[int, int, int], ...] = ()
    sets: tuple[int, ...] = ()
    places: tuple[int, ...] = ()
    ties: str = "split"
    minimum: int = 1
    points: int = 0
    least: int | None = None
    most: int | None = None
    pot: int | str = ""

    @property
    def text(self) -> Text:
        """What it is called."""
        return said(self.label)

    @property
    def explained(self) -> Text:
        """Its words of explanation."""
        return said(self.help)


class TieBreak(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What decides among players with equal totals: the points of a category, or the number of a count."""

    by: str
    wins: str = "highest"


class PadDefinition(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A score pad. ``wins``: ``highest``, ``lowest``, or ``together`` with a ``target``; ``rounds``: 0 for none."""

    format: int
    title: Words
    category: tuple[Category, ...]
    about: Words = ""
    emblem: str = ""
    players: tuple[int, int] = (2, 6)
    wins: str = "highest"
    target: int | None = None
    rounds: int = 0
    tie_break: tuple[TieBreak, ...] = ()

    @property
    def text(self) -> Text:
        """What it is called."""
        return said(self.title)

    @property
    def lines(self) -> tuple[Category, ...]:
        """The categories that give points, in their order."""
        return tuple(category for category in self.category if category.kind != "count")


def said(words: Words) -> Text:
    """Words of a pad as a text, in the reader's language where they were written in it."""
    return T("{words}", words=spoken(words))


def spoken(words: Words) -> Spoken:
    """Words of a pad with their languages."""
    return Spoken((("", words),) if isinstance(words, str) else tuple(sorted(words.items())))


def pad_json(pad: PadDefinition) -> dict[str, Any]:
    """The pad as plain JSON, without what is left at its default: equal pads are the same text."""
    plain: dict[str, Any] = _given(pad)
    return plain


def _given(value: Any) -> Any:
    if isinstance(value, msgspec.Struct):
        fields = [(field, getattr(value, field.name)) for field in msgspec.structs.fields(type(value))]
        return {field.name: _given(given) for field, given in fields if given != field.default}
    return [_given(inner) for inner in value] if isinstance(value, tuple) else value


PLAIN = PadDefinition(
    format=FORMAT,
    title={"en": "Score pad", "zh-TW": "計分本"},
    players=(2, 6),
    category=(Category(key="points", label={"en": "Points", "zh-TW": "分數"}, low=-999),),
)
"""The pad of a table that was opened without one: a number for everybody."""
