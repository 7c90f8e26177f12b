"""The state of a Mombasa table: the pad and the rounds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.core.text import Seat, T, Text

Phase = Literal["planning", "action", "preparing", "scoring"]
PHASES: dict[Phase, Text] = {
    "planning": T("Planning phase"),
    "action": T("Action phase"),
    "preparing": T("Preparation phase"),
    "scoring": T("Final scoring"),
}
PARTS: dict[str, Text] = {"track": T("on the company track"), "cards": T("on all cards")}


@dataclass(frozen=True, slots=True)
class Column:
    """One seat's column of the pad; shares by company, in the order of `COMPANIES`."""

    cash: int = 0
    diamonds: int = 0
    bookkeeping: int = 0
    track: tuple[int, int, int, int] = (0, 0, 0, 0)
    cards: tuple[int, int, int, int] = (0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class State:
    """The pad and the rounds. ``revealed``: steps of the reveal shown; ``frozen``: the pad as the game ended.

    ``sums``: numbers that were typed as a sum, by `sum_key`, with their parts.
    """

    coins: tuple[int, int, int, int]
    columns: tuple[Column, ...]
    round: int = 1
    phase: Phase = "planning"
    start: Seat | None = None
    ended: frozenset[Seat] = frozenset()
    complete: frozenset[Seat] = frozenset()
    over: bool = False
    revealed: int = 0
    frozen: tuple[tuple[int, ...], tuple[Column, ...]] | None = None
    late: bool = False
    sums: tuple[tuple[str, tuple[int, ...]], ...] = ()


def sum_key(kind: str, seat: Seat | None = None, company: str = "", part: str = "") -> str:
    """Which number of the pad a typed sum belongs to."""
    return ":".join(word for word in (kind, company, part, "" if seat is None else str(seat)) if word)
