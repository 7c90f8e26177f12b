"""The state of a Mombasa table: the pad, the rounds, and how far the end has come."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Literal

from companion.core.ending import Ending
from companion.core.text import Seat, T, Text
from companion.games.mombasa.scoring import COMPANIES

Phase = Literal["planning", "action", "preparing", "scoring"]
PHASES: dict[Phase, Text] = {
    "planning": T("Planning phase"),
    "action": T("Action phase"),
    "preparing": T("Preparation phase"),
    "scoring": T("Final scoring"),
}
PARTS: dict[str, Text] = {"track": T("on the company track"), "cards": T("on all cards")}
TRACKS = ("cash", "diamonds", "bookkeeping")
"""The numbers of a column that count as they stand."""
NOTHING = (0,) * len(COMPANIES)


@dataclass(frozen=True, slots=True)
class Column:
    """One seat's column of the pad; shares by company, in the order of `COMPANIES`."""

    cash: int = 0
    diamonds: int = 0
    bookkeeping: int = 0
    track: tuple[int, ...] = NOTHING
    cards: tuple[int, ...] = NOTHING

    def shares(self, company: str) -> int:
        """All shares in a company: at its track and on cards."""
        index = index_of(company)
        return self.track[index] + self.cards[index]


@dataclass(frozen=True, slots=True)
class State:
    """The pad and the rounds. ``ended``: who has ended the action phase; ``start``: who starts it, once somebody said so.

    ``sums``: numbers that were typed as a sum, by `sum_key`, with their parts. ``turn``: whose turn of the action phase
    it is, as long as anybody said who starts; that seat has not ended the phase and is not away. ``away``: who is passed
    over.
    """

    coins: tuple[int, ...]
    columns: tuple[Column, ...]
    round: int = 1
    phase: Phase = "planning"
    start: Seat | None = None
    ended: frozenset[Seat] = frozenset()
    ending: Ending = field(default_factory=Ending)
    sums: tuple[tuple[str, tuple[int, ...]], ...] = ()
    turn: Seat | None = None
    away: frozenset[Seat] = frozenset()

    def with_coins(self, company: str, value: int) -> State:
        return replace(self, coins=_at(self.coins, company, value))

    def with_number(self, seat: int, kind: str, company: str | None, value: int) -> State:
        """One number of a column: a track's, or with a company the shares at its ``track`` or on ``cards``."""
        old = self.columns[seat]
        new = value if company is None else _at(getattr(old, kind), company, value)
        changed: dict[str, Any] = {kind: new}
        column = replace(old, **changed)
        return replace(self, columns=(*self.columns[:seat], column, *self.columns[seat + 1 :]))


def index_of(company: str) -> int:
    return list(COMPANIES).index(company)


def _at(values: tuple[int, ...], company: str, value: int) -> tuple[int, ...]:
    index = index_of(company)
    return (*values[:index], value, *values[index + 1 :])


def sum_key(kind: str, seat: int | None = None, company: str | None = None) -> str:
    """Which number of the pad a typed sum belongs to: the key of its counter."""
    return ":".join(str(word) for word in (kind, seat, company) if word is not None)
