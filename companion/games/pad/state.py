"""What a table with a pad knows: the numbers, by category, round and seat."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from companion.core.ending import Ending
from companion.core.text import Seat
from companion.games.pad.definition import PadDefinition
from companion.games.pad.entries import Entry, entries


@dataclass(frozen=True, slots=True)
class Row:
    """The numbers of one category: a tuple for each round, in it one for each seat, or a single one for everybody."""

    key: str
    numbers: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class State:
    """``round``: which one is played, from 1; numbers of later rounds are kept, but not counted yet."""

    seats: int
    rows: tuple[Row, ...]
    round: int = 1
    ending: Ending = field(default_factory=Ending)
    away: frozenset[Seat] = frozenset()

    def row(self, key: str) -> Row:
        return next(row for row in self.rows if row.key == key)

    def number(self, key: str, round_: int, seat: int) -> int:
        """A number as it was entered; ``seat`` is 0 for one of everybody's."""
        return self.row(key).numbers[round_ - 1][seat]

    def with_number(self, key: str, round_: int, seat: int, value: int) -> State:
        old = self.row(key).numbers
        changed = (*old[round_ - 1][:seat], value, *old[round_ - 1][seat + 1 :])
        row = Row(key, (*old[: round_ - 1], changed, *old[round_:]))
        return replace(self, rows=tuple(row if other.key == key else other for other in self.rows))

    @property
    def here(self) -> frozenset[Seat]:
        """Everybody who is not away."""
        return frozenset(map(Seat, range(self.seats))) - self.away


def opened(pad: PadDefinition, seats: int) -> State:
    """The pad before anything is entered."""
    return State(seats, tuple(_empty(pad, entry, seats) for entry in entries(pad)))


def _empty(pad: PadDefinition, entry: Entry, seats: int) -> Row:
    columns = (0,) * (1 if entry.once else seats)
    return Row(entry.key, (columns,) * (pad.rounds if entry.by_round else 1))
