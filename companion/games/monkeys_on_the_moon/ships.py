"""Monkeys, ships and what a player has in front of him."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.text import Listing, T, Text
from companion.games.monkeys_on_the_moon.tribes import TITLES, Ring, rival

SHIPS = 18
SHIPS_OF_A_COLOR = 3
POOL = 2
CAPACITY_LOW = 2
CAPACITY_HIGH = 9
SHIP_POINTS_HIGH = 20
KNOWN_NUMBERS = (3, 4, 5)
"""The numbers of monkeys that are known; any other from 1 to 9 can be added."""


@dataclass(frozen=True, slots=True)
class Monkey:
    """A monkey card: its tribe and its number, 1 to 9."""

    tribe: str
    number: int

    @property
    def text(self) -> Text:
        return T("{tribe} {number}", tribe=TITLES[self.tribe], number=self.number)


@dataclass(frozen=True, slots=True)
class Ship:
    """A ship card: colour ("" where a correction did not say), places for monkeys, and its points when launched full."""

    color: str
    capacity: int
    points: int


@dataclass(frozen=True, slots=True)
class Corner:
    """What lies in front of a player. ``waiting``: monkeys left behind that board the next ship.

    ``home``: monkeys brought home; ``full``: the full ships kept for their points; ``hair``: 1 for the longest, None
    where nobody asked.
    """

    ship: Ship | None = None
    aboard: tuple[Monkey, ...] = ()
    waiting: tuple[Monkey, ...] = ()
    home: tuple[Monkey, ...] = ()
    full: tuple[Ship, ...] = ()
    hair: int | None = None

    @property
    def monkeys(self) -> tuple[Monkey, ...]:
        return (*self.home, *self.aboard, *self.waiting)


def monkeys_text(monkeys: tuple[Monkey, ...]) -> Listing:
    """The monkeys one after the other: "Red 4, Red 5 and Blue 3"."""
    return Listing(tuple(monkey.text for monkey in monkeys))


def rivals_aboard(ring: Ring, aboard: tuple[Monkey, ...]) -> tuple[str, str] | None:
    """Two rival tribes that are both aboard, in the order in which they boarded, or None."""
    tribes = [monkey.tribe for monkey in aboard]
    for tribe in tribes:
        if rival(ring, tribe) in tribes:
            return tribe, rival(ring, tribe)
    return None
