"""What coins are worth in an auction: who can still bid what, and which coins make exactly that bid.

| rule (rules page: Bid turn) | here |
| --- | --- |
| only coins of the monkey's tribe (3) and of its allies (2 each) count | `purchases` |
| a bid is at least 2, higher than the last, exactly the value of the coins shown | `bids` |
| a pass is final; who cannot bid higher is out without being asked | `Auction.contenders` |
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass

from companion.core.text import Seat
from companion.games.monkeys_on_the_moon.favour import Favours
from companion.games.monkeys_on_the_moon.ships import Monkey
from companion.games.monkeys_on_the_moon.tribes import Ring, allies

OWN_VALUE = 3
ALLY_VALUE = 2
LOWEST_BID = 2

Coins = tuple[tuple[str, int], ...]
"""Coins by tribe, only tribes with at least one, the monkey's own tribe first."""


def worth(ring: Ring, tribe: str) -> dict[str, int]:
    """The value of a coin of each tribe that counts for a monkey of ``tribe``."""
    return {tribe: OWN_VALUE, **dict.fromkeys(allies(ring, tribe), ALLY_VALUE)}


def purchases(favours: Favours, ring: Ring, seat: Seat, tribe: str) -> dict[int, tuple[Coins, ...]]:
    """Every bid the seat's coins can make for a monkey of ``tribe``, with the combinations that make exactly it."""
    counted = (tribe, *allies(ring, tribe))
    found: dict[int, list[Coins]] = {}
    for counts in itertools.product(*(range(favours.has(seat, of) + 1) for of in counted)):
        own, one, other = counts
        value = OWN_VALUE * own + ALLY_VALUE * (one + other)
        if value >= LOWEST_BID:
            shown = tuple(pair for pair in zip(counted, counts, strict=True) if pair[1])
            found.setdefault(value, []).append(shown)
    return {value: tuple(found[value]) for value in sorted(found)}


def bids(favours: Favours, ring: Ring, seat: Seat, tribe: str, above: int) -> tuple[int, ...]:
    """The bids the seat can make that are higher than ``above``, lowest first."""
    return tuple(value for value in purchases(favours, ring, seat, tribe) if value > above)


def highest_bid(favours: Favours, ring: Ring, seat: Seat, tribe: str) -> int:
    """What all coins of the seat that count for a monkey of ``tribe`` are worth; 0 where it has none."""
    return sum(value * favours.has(seat, of) for of, value in worth(ring, tribe).items())


@dataclass(frozen=True, slots=True)
class Auction:
    """One monkey under the hammer. ``holder`` has bid ``value``; ``turn`` is asked next, or, ``paying``, must pay."""

    picker: Seat
    monkey: Monkey
    turn: Seat
    value: int = 0
    holder: Seat | None = None
    out: frozenset[Seat] = frozenset()
    paying: bool = False

    def contenders(self, favours: Favours, ring: Ring) -> tuple[Seat, ...]:
        """The seats that can still bid higher, the holder of the highest bid apart; by seat."""
        return tuple(
            seat
            for seat in map(Seat, range(len(favours.coins)))
            if seat not in self.out
            and seat != self.holder
            and highest_bid(favours, ring, seat, self.monkey.tribe) > self.value
        )

    def next_of(self, contenders: tuple[Seat, ...], seats: int, after: Seat) -> Seat:
        """The first contender clockwise after a seat."""
        return min(contenders, key=lambda seat: (seat - after - 1) % seats)
