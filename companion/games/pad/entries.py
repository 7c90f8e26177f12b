"""Which numbers a pad asks for: of each player or once for everybody, once or in every round, and from where to where."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.text import Text
from companion.games.pad.definition import Category, PadDefinition

HIGH = 999
YES_NO = ("bonus", "pot")
"""Kinds whose own number is yes (1) or no (0)."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A number that is entered. ``key``: that of its category; ``yes_no``: 1 and 0 are yes and no."""

    key: str
    label: Text
    low: int
    high: int
    once: bool
    by_round: bool
    yes_no: bool = False


def entries(pad: PadDefinition) -> tuple[Entry, ...]:
    """The numbers of a pad, in its order."""
    return tuple(entry_of(pad, category) for category in pad.category if not category.of)


def entry_of(pad: PadDefinition, category: Category) -> Entry:
    """The number a category asks for."""
    yes_no = category.kind in YES_NO
    low = 0 if yes_no or category.low is None else category.low
    high = HIGH if category.high is None else category.high
    if category.kind == "table" and category.high is None:
        high = len(category.sets) or max((last for _, last, _ in category.steps), default=HIGH)
    by_round = bool(pad.rounds) and category.every_round
    return Entry(category.key, category.text, low, 1 if yes_no else high, category.once, by_round, yes_no)
