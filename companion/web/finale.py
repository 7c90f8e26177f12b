"""What the reveal and the end draw: a lane for everybody, bars by category, and where first and second parted.

Worked out of a result alone; lengths are in the units of the drawing that the template names.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from unicodedata import east_asian_width

from companion.core.deciding import Decision, decision, order_after, subtotals, told
from companion.core.scoring import Line, Result
from companion.core.text import Seat, Text

SCALES = (20, 40, 60, 80, 120, 160, 200, 260, 320, 400)
"""Where a lane of the reveal ends, in points: the first that holds everybody, so that it says nothing of what is to come."""
ROOM_FOR_A_NUMBER = 30
"""The least length of a part that carries its number."""


@dataclass(frozen=True, slots=True)
class Part:
    """One category in a bar: its number (from 1, also its look), where it lies, and whether it has room for the number.

    ``lost``: points below zero, drawn over the end of the bar.
    """

    number: int
    label: Text
    points: int
    x: float
    width: float
    numbered: bool
    lost: bool


@dataclass(frozen=True, slots=True)
class Lane:
    """One player in the reveal: totals before and after the newest category, and what it brought.

    ``turn``: when this lane moves, 0 first (fewest points first, the most last); ``was``: its place on the screen before,
    from 0 at the top; ``bar``: parts of what is shown; ``line``: the newest category, None before the first.
    """

    seat: Seat
    before: int
    total: int
    turn: int
    was: int
    bar: tuple[Part, ...]
    line: Line | None


@dataclass(frozen=True, slots=True)
class Apart:
    """A category of two players: points, and where both stand on one axis from 0 to ``AXIS``; ``ahead``: who has more."""

    label: Text
    points: tuple[int, int]
    x: tuple[float, float]
    ahead: int | None


AXIS = 100
SIZES = (8, 13, 20)
"""Names up to so many letters wide are of the first, second and third size."""


def size_of(name: str) -> str:
    """The size in which a name stands alone; a Chinese letter is as wide as two."""
    wide = sum(2 if east_asian_width(letter) in "WF" else 1 for letter in name)
    return f"size-{1 + sum(wide > most for most in SIZES)}"


def bar(lines: Sequence[Line], scale: int, length: float) -> tuple[Part, ...]:
    """The categories of a player side by side, ``scale`` points being as long as ``length``; what is 0 has no part.

    What is lost lies on what was there: a part whose number it would cover has none.
    """
    parts: list[Part] = []
    reached = 0
    for number, line in enumerate(lines, 1):
        before, reached = reached, reached + line.points
        if not line.points:
            continue
        x, end = (max(0, point) * length / scale for point in sorted((before, reached)))
        numbered = end - x >= ROOM_FOR_A_NUMBER
        if reached < before:
            parts = [replace(part, numbered=part.numbered and not _covered(part, x, end)) for part in parts]
        parts.append(Part(number, line.label, line.points, round(x, 1), round(end - x, 1), numbered, reached < before))
    return tuple(parts)


def _covered(part: Part, start: float, end: float) -> bool:
    """Whether what lies from ``start`` to ``end`` covers the number in the middle of a part."""
    middle, half = part.x + part.width / 2, ROOM_FOR_A_NUMBER / 2
    return start < middle + half and middle - half < end


def highest(result: Result, shown: int) -> int:
    """The most points that any bar of the first ``shown`` categories reaches on its way, at least 1."""
    return max(max(subtotals(result, step)) for step in range(shown + 1)) or 1


def lanes(result: Result, shown: int, length: float) -> tuple[Lane, ...]:
    """Everybody after ``shown`` categories, most points first."""
    most = highest(result, shown)
    scale = next((scale for scale in SCALES if scale >= most), most)
    old, new = order_after(result, max(0, shown - 1)), order_after(result, shown)
    before, after = subtotals(result, max(0, shown - 1)), subtotals(result, shown)
    gained = [total - was for total, was in zip(after, before, strict=True)]
    turns = sorted(new, key=lambda seat: (gained[seat], after[seat], -seat))
    return tuple(
        Lane(
            seat,
            before[seat],
            after[seat],
            turns.index(seat),
            old.index(seat),
            bar(result.players[seat].lines[:shown], scale, length),
            result.players[seat].lines[shown - 1] if shown else None,
        )
        for seat in new
    )


def standings(result: Result) -> tuple[tuple[Seat, int], ...]:
    """Everybody from the first place down, with how far behind the first; who shares a place stays in table order."""
    seats = sorted(range(len(result.players)), key=lambda seat: result.players[seat].rank)
    first = result.players[seats[0]].total
    return tuple((Seat(seat), first - result.players[seat].total) for seat in seats)


def apart(result: Result, one: Seat, other: Seat) -> tuple[Apart, ...]:
    """Where two players parted, category by category, all on one axis."""
    both = [
        (mine, theirs.points)
        for mine, theirs in zip(result.players[one].lines, result.players[other].lines, strict=True)
    ]
    numbers = [points for mine, theirs in both for points in (mine.points, theirs)]
    low, high = min(0, *numbers), max(1, *numbers)

    def at(points: int) -> float:
        return round((points - low) * AXIS / (high - low), 1)

    return tuple(
        Apart(
            mine.label,
            (mine.points, theirs),
            (at(mine.points), at(theirs)),
            None if mine.points == theirs else int(theirs > mine.points),
        )
        for mine, theirs in both
    )


@dataclass(frozen=True)
class Finale:
    """The end of a scored table, as templates ask about it."""

    result: Result

    @cached_property
    def decision(self) -> Decision | None:
        """What decided; None where the game has no winner."""
        return decision(self.result)

    @cached_property
    def told(self) -> tuple[Text, ...]:
        """What decided, in sentences."""
        return told(self.result)

    @cached_property
    def heroes(self) -> tuple[Seat, ...]:
        """Whom the end is about: the winners, in a loser's game the losers."""
        return self.result.winners or self.result.losers

    @cached_property
    def standings(self) -> tuple[tuple[Seat, int], ...]:
        """Everybody from the first place down, with how far behind the first."""
        return standings(self.result)

    @property
    def lines(self) -> tuple[Line, ...]:
        """The categories, in the order in which they are revealed; their points are of the first seat."""
        return self.result.players[0].lines

    def lanes(self, shown: int, length: float) -> tuple[Lane, ...]:
        """Everybody after ``shown`` categories."""
        return lanes(self.result, shown, length)

    def bar(self, seat: int, length: float) -> tuple[Part, ...]:
        """A player's categories, the longest bar of the table being as long as ``length``."""
        lines = self.result.players[seat].lines
        return bar(lines, highest(self.result, len(lines)), length)

    def against(self, seat: int | None) -> tuple[Seat, Seat]:
        """Whom a player is compared with: the winner and oneself; the winner, or whoever only looks, with the second."""
        first = self.standings[0][0]
        other = seat if seat is not None and seat != first else self.standings[1][0]
        return first, Seat(other)

    def apart(self, seat: int | None) -> tuple[Apart, ...]:
        """Where the two of `against` parted."""
        return apart(self.result, *self.against(seat))
