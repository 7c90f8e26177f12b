"""The state of a Lunchtime Battle table: hunger track, ring, candidates, and where in the round it is."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

from companion.core.ending import Ending
from companion.core.fields import Face
from companion.core.text import Seat, T, Text, Who
from companion.games.lunchtime_battle.box import Known
from companion.games.lunchtime_battle.foods import NOTHING, Foods, with_food

Phase = Literal["dishes", "start", "roll", "lay", "count", "final", "sheet"]


@dataclass(frozen=True, slots=True)
class Card:
    """A monster on the table. ``id``: round and place it was laid in ("3.2"), round 0 for first candidates; when that
    was there before, because a round was repeated, with how many there are now ("3.2-2").

    ``used``: the effect its ability was used for, empty while it is unused; ``change`` and ``skipped``: what abilities
    did to it in the ring; ``hand``: 1 or 2 where everybody has two hands, else 0; ``unsaid``: its food symbols were not
    entered yet, which only matters once it is picked (``foods`` is nothing until then).
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
    unsaid: bool = False

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

    @property
    def whose(self) -> Text:
        """What the monster is called with whose it is, and in which hand where everybody has two."""
        if self.name and self.hand:
            return T("{monster} ({who}, hand {n})", monster=self.name, who=Who(self.seat), n=self.hand)
        return T("{monster} ({who})", monster=self.name, who=Who(self.seat)) if self.name else self.label


class FaceDown:
    """A monster that lies face down: whoever is shown the state is told that it lies there, and nothing of it.

    Neither a dataclass nor a struct, so that nothing writes out what is inside. ``known``: what the table will know of it
    by name once it is turned up, None for a monster without a name.
    """

    __slots__ = ("card", "known")

    def __init__(self, card: Card, known: Known | None) -> None:
        self.card = card
        self.known = known

    def __eq__(self, other: object) -> bool:
        return isinstance(other, FaceDown) and (self.card, self.known) == (other.card, other.known)

    def __hash__(self) -> int:
        return hash((self.card, self.known))

    def __repr__(self) -> str:
        return "face down"


Columns = tuple[tuple[Foods, ...], ...]
"""Symbols by seat, hand and food."""


@dataclass(frozen=True, slots=True)
class State:
    """Everything on the table, and the sheet of a table that only scores.

    A *place* is a hand in clockwise order: the seat, or with two hands seats 0, 1, 0, 1. ``ring``: clockwise from
    place 0, monsters still to be counted; ``origin``: the id where the count begins; ``pointed``: the id the table
    pointed at instead of counting; ``columns``: symbols by seat, hand and food of a table that only scores, else those on
    candidates that were never entered; ``ids``: every id a ring or first candidate ever had, which nothing corrects;
    ``picked``: the ids picked since monsters were turned up last; ``away``: who is passed over.
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
    laid: tuple[FaceDown | None, ...] = ()
    firsts: tuple[FaceDown | None, ...] = ()
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
    ending: Ending = field(default_factory=Ending)
    ids: frozenset[str] = frozenset()
    picked: tuple[str, ...] = ()
    away: frozenset[Seat] = frozenset()

    @property
    def start_seat(self) -> Seat:
        """Who has the start player marker."""
        return Seat(self.start % self.seats)

    @property
    def present(self) -> frozenset[Seat]:
        """Who is not away."""
        return frozenset(Seat(seat) for seat in range(self.seats) if seat not in self.away)

    @property
    def total(self) -> int:
        """What is counted to: pips, 1 for a food face, and what abilities added; never below 0."""
        return max(0, pips(self.dice) + self.bonus)

    @property
    def hands(self) -> int:
        """How many hands everybody plays."""
        return len(self.columns[0])

    @property
    def places(self) -> int:
        """Monsters in a full ring: one per player, or per hand."""
        return self.hands * self.seats

    def place(self, seat: int, hand: int) -> int:
        """Where in the ring a hand of a seat lies."""
        return seat + hand * self.seats

    def hand_of(self, place: int) -> int:
        """The hand that a place is, as monsters carry it: 1 or 2 where everybody has two, else 0."""
        return place // self.seats + 1 if self.hands > 1 else 0

    def card(self, monster: str) -> Card:
        """The monster of this id among candidates and ring."""
        return called((*self.candidates, *self.ring), monster)

    def in_ring(self, monster: str) -> Card:
        """The monster of this id in the ring."""
        return called(self.ring, monster)

    def pile(self, seat: int, hand: int) -> tuple[Card, ...]:
        """The candidates before a hand of a seat."""
        place = self.place(seat, hand)
        return tuple(card for card in self.candidates if card.place == place)

    def with_symbols(self, seat: int, hand: int, food: str, value: int) -> State:
        """The state with one number of one hand of the sheet set."""
        hands = self.columns[seat]
        changed = (*hands[:hand], with_food(hands[hand], food, value), *hands[hand + 1 :])
        return replace(self, columns=(*self.columns[:seat], changed, *self.columns[seat + 1 :]))


def pips(dice: tuple[Face, ...]) -> int:
    """The sum of a roll; a food face counts 1."""
    return sum(face if isinstance(face, int) else 1 for face in dice)


def called(cards: tuple[Card, ...], monster: str) -> Card:
    """The monster of this id; in logs of before ids were unique, the newest one of a round that was repeated."""
    exact = next((card for card in cards if card.id == monster), None)
    return exact or next(card for card in reversed(cards) if card.id.startswith(f"{monster}-"))


def with_card(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """The cards with the one of the same id replaced."""
    return tuple(card if old.id == card.id else old for old in cards)
