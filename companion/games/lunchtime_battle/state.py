"""The state of a Lunchtime Battle table: hunger track, ring, candidates, and where in the round it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.core.fields import Face
from companion.core.text import Seat, T, Text, Who
from companion.games.lunchtime_battle.foods import NOTHING, Foods
from companion.games.lunchtime_battle.known import Known

Phase = Literal["dishes", "start", "roll", "lay", "count", "final", "sheet", "over"]


@dataclass(frozen=True, slots=True)
class Card:
    """A monster on the table. ``id``: round and place it was laid in ("3.2"), round 0 for first candidates.

    ``used``: the effect its ability was used for, empty while it is unused; ``change`` and ``skipped``: what abilities
    did to it in the ring; ``hand``: 1 or 2 where everybody has two hands, else 0.
    """

    id: str
    place: int
    seat: Seat
    name: str
    hunger: int
    foods: Foods
    used: str = ""
    note: str = ""
    change: int = 0
    skipped: bool = False
    hand: int = 0

    @property
    def counts(self) -> int:
        """The hunger symbols that are counted now."""
        return 0 if self.skipped else max(0, self.hunger + self.change)

    @property
    def label(self) -> Text:
        """What the monster is called."""
        if self.name:
            return T("{monster}", monster=self.name)
        if self.hand:
            return T("{who}'s monster, hand {n}", who=Who(self.seat), n=self.hand)
        return T("{who}'s monster", who=Who(self.seat))


Columns = tuple[tuple[Foods, ...], ...]
"""Symbols by seat, hand and food."""


@dataclass(frozen=True, slots=True)
class Ended:
    """What was counted as the game ended, kept apart from later corrections."""

    hunger: Foods
    columns: Columns
    order: tuple[str, ...]
    candidates: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class State:
    """Everything on the table, and the sheet of a table that only scores.

    A *place* is a hand in clockwise order: the seat, or with two hands seats 0, 1, 0, 1. ``ring``: clockwise from
    place 0, monsters still to be counted; ``origin``: the id where the count begins; ``pointed``: the id the table
    pointed at instead of counting; ``columns``: symbols by seat, hand and food of a table that only scores.
    """

    phase: Phase
    seats: int
    rounds: int
    round: int = 1
    hunger: Foods = NOTHING
    dishes: tuple[str, str, str] = ("", "", "")
    start: int = 0
    dice: tuple[Face, ...] = ()
    bonus: int = 0
    backwards: bool = False
    laid: tuple[Card | None, ...] = ()
    firsts: tuple[Card | None, ...] = ()
    ring: tuple[Card, ...] = ()
    candidates: tuple[Card, ...] = ()
    pick: int = 1
    origin: str = ""
    neighbours: frozenset[str] = frozenset()
    pointed: str = ""
    passed: frozenset[Seat] = frozenset()
    met: tuple[Known, ...] = ()
    order: tuple[str, ...] = ()
    columns: Columns = ()
    complete: frozenset[Seat] = frozenset()
    late: bool = False
    frozen: Ended | None = None

    @property
    def start_seat(self) -> Seat:
        """Who has the start player marker."""
        return Seat(self.start % self.seats)

    @property
    def total(self) -> int:
        """What is counted to: pips, 1 for a food face, and what abilities added; never below 0."""
        return max(0, pips(self.dice) + self.bonus)


def pips(dice: tuple[Face, ...]) -> int:
    """The sum of a roll; a food face counts 1."""
    return sum(face if isinstance(face, int) else 1 for face in dice)
