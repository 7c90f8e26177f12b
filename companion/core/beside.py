"""What happens beside the game: dice thrown by the companion, the start drawn by lot, the time kept or not.

It stands in the log like any other entry and is undone like one, but changes nothing of the game: the state after it is
the state before it. No game asks for it; it has places of its own, on the pages and in the API.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeVar

from companion.core.game import Clause, Step
from companion.core.refusal import Refused, check_range
from companion.core.text import Listing, Seat, T, Text, Who
from companion.core.vocabulary import Action

S = TypeVar("S")

SIDES = range(2, 101)
MOST_DICE = 20


class Beside(Action, frozen=True, kw_only=True):
    """An entry that changes nothing of the game."""


class Thrown(Beside, frozen=True, kw_only=True, tag="thrown"):
    """The companion threw dice of so many sides; ``dice``: what each shows, 1 to ``sides``."""

    sides: int
    dice: tuple[int, ...]


class Drawn(Beside, frozen=True, kw_only=True, tag="start_drawn"):
    """The lot says who starts."""

    player: int


class Timed(Beside, frozen=True, kw_only=True, tag="timed"):
    """From here on the time is kept, or no longer."""

    on: bool


@dataclass(frozen=True, slots=True)
class Throws:
    """How often each side of one kind of dice has come up. ``counts``: of 1, 2, … up to ``sides``."""

    sides: int
    counts: tuple[int, ...]

    @property
    def dice(self) -> int:
        """How many have been thrown."""
        return sum(self.counts)

    @property
    def expected(self) -> float:
        """How often each side would have come up, had all come up alike."""
        return self.dice / self.sides

    @property
    def usual(self) -> tuple[float, float]:
        """Between which counts a side of a fair die lies 19 times in 20 (two standard deviations, never below 0)."""
        share = 1 / self.sides
        spread = 2 * (self.dice * share * (1 - share)) ** 0.5
        return max(0.0, self.expected - spread), self.expected + spread


def throws(actions: Iterable[Action]) -> tuple[Throws, ...]:
    """What the dice of the companion have shown, by kind, fewest sides first."""
    counts: dict[int, list[int]] = {}
    for action in actions:
        if isinstance(action, Thrown):
            of_kind = counts.setdefault(action.sides, [0] * action.sides)
            for side in action.dice:
                of_kind[side - 1] += 1
    return tuple(Throws(sides, tuple(counts[sides])) for sides in sorted(counts))


def check_beside(seats: int, away: frozenset[Seat], action: Beside) -> None:
    """Refuses dice with sides or numbers there are not, and a start drawn for nobody. Raises Refused."""
    match action:
        case Thrown():
            check_sides(action.sides)
            check_count(len(action.dice))
            for index, side in enumerate(action.dice):
                check_range(f"dice[{index}]", side, 1, action.sides)
        case Drawn():
            check_range("player", action.player, 0, seats - 1)
            if Seat(action.player) in away:
                text = T("{who} is away. Draw again among those who are here.", who=Who(action.player))
                raise Refused("illegal", "player", text)


def check_sides(sides: int) -> None:
    """Refuses dice with sides that no die has."""
    check_range("sides", sides, SIDES[0], SIDES[-1])


def check_count(count: int) -> None:
    """Refuses no dice, and more than fit in two hands."""
    check_range("count", count, 1, MOST_DICE)


def done_beside(state: S, action: Beside) -> Step[S]:
    """The same state, and the sentence that says what happened."""
    return Step(state, (Clause(_told(action)),))


def _told(action: Beside) -> Text:
    match action:
        case Thrown() if len(action.dice) == 1:
            return T("The companion throws a die of {sides} sides: {n}.", sides=action.sides, n=action.dice[0])
        case Thrown():
            shown = Listing(tuple(map(str, action.dice)))
            return T("The companion throws {dice}: {n} in all.", dice=shown, n=sum(action.dice))
        case Drawn():
            return T("The lot falls on {who}, who starts.", who=Who(action.player))
        case Timed(on=True):
            return T("The time is kept from now on.")
    return T("The time is no longer kept.")
