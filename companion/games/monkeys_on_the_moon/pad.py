"""Final scoring only: the state is the sheet, and every seat enters its own column."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from companion.core.ending import Ending
from companion.core.text import Seat
from companion.games.monkeys_on_the_moon.box import Printed
from companion.games.monkeys_on_the_moon.scoring import MONKEY_HIGH, MONKEYS_OF_A_TRIBE
from companion.games.monkeys_on_the_moon.ships import CAPACITY_LOW, SHIPS
from companion.games.monkeys_on_the_moon.tribes import ORDER, index


@dataclass(frozen=True, slots=True)
class Tally:
    """One seat's column: how many monkeys of each (tribe, number), the points of each full ship, hair."""

    monkeys: tuple[tuple[str, int, int], ...] = ()
    ships: tuple[int, ...] = ()
    hair: int | None = None

    def count(self, tribe: str, number: int) -> int:
        """How many monkeys of a tribe and number."""
        return sum(n for of, its, n in self.monkeys if (of, its) == (tribe, number))

    def with_count(self, tribe: str, number: int, value: int) -> Tally:
        """With so many monkeys of a tribe and number."""
        others = [entry for entry in self.monkeys if entry[:2] != (tribe, number)]
        entries = [*others, (tribe, number, value)] if value else others
        return replace(self, monkeys=tuple(sorted(entries, key=lambda entry: (index(entry[0]), entry[1]))))

    def with_ships(self, points: int, value: int) -> Tally:
        """With so many full ships of these points."""
        others = [other for other in self.ships if other != points]
        return replace(self, ships=tuple(sorted([*others, *[points] * value])))


@dataclass(frozen=True, slots=True)
class Pad:
    """The sheet while it is filled in."""

    printed: Printed
    tallies: tuple[Tally, ...]
    ranking: tuple[str, ...] | None = None
    scorn: tuple[Seat | None, ...] = (None,) * 6
    ending: Ending = field(default_factory=Ending)
    away: frozenset[Seat] = frozenset()

    @property
    def seats(self) -> int:
        return len(self.tallies)

    @property
    def sheets_missing(self) -> frozenset[Seat]:
        """The seats that are here and whose sheet is not complete."""
        return frozenset(map(Seat, range(self.seats))) - self.away - self.ending.complete

    def monkeys_missing(self, seat: Seat) -> int:
        """How many monkeys a seat must have brought home besides those entered, for its full ships to have been full."""
        tally = self.tallies[seat]
        return max(0, CAPACITY_LOW * len(tally.ships) - sum(n for _, _, n in tally.monkeys))

    @property
    def known(self) -> bool:
        """Whether everything that holds for the whole table has been entered."""
        return self.ranking is not None and self.printed.rank_points is not None

    def left_of(self, tribe: str) -> int:
        """How many monkeys of a tribe are in nobody's column."""
        entered = sum(n for tally in self.tallies for of, _, n in tally.monkeys if of == tribe)
        return MONKEYS_OF_A_TRIBE - entered

    def scorned_by(self, tribe: str) -> Seat | None:
        """The seat that holds a tribe's scorn card, None where nobody does."""
        return self.scorn[index(tribe)]

    def with_tally(self, seat: Seat, tally: Tally) -> Pad:
        """With another column of a seat."""
        return replace(self, tallies=(*self.tallies[:seat], tally, *self.tallies[seat + 1 :]))

    @property
    def ships_left(self) -> int:
        return SHIPS - sum(len(tally.ships) for tally in self.tallies)


def card_key(tribe: str, number: int) -> str:
    """How a kind of monkey is called where several are entered at once."""
    return f"{tribe} {number}"


CARDS: dict[str, tuple[str, int]] = {
    card_key(tribe, number): (tribe, number) for tribe in ORDER for number in range(1, MONKEY_HIGH + 1)
}
