"""Where the astronauts are drawn on the ring, and how large: every sign is uncovered, whoever lies or stands beside.

An astronaut is a square of 24, its sign the 16 in its middle, both times its scale. A pile lies across the ring, the lowest
one inside; whoever stands alone keeps to its level, or further out where somebody beside it would lie on it.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin

from companion.games.walking_on_the_moon.race import pile_of
from companion.games.walking_on_the_moon.state import State

MIDDLE = 200.0
RADIUS = {1: 122.0, 2: 142.0, 3: 162.0}
LARGEST, SMALLEST = 1.5, 0.8
"""Scales of an astronaut."""
HALF, HALF_SIGN = 12.0, 8.0
INSIDE, FRAME = 97.0, 226.0
"""How far from the middle the numbers inside the ring end, and half the side of the frame around the drawing."""
FURTHER_OUT = (0.0, 24.0, 32.0, 40.0, 50.0)
"""Where somebody alone is looked for a free place, from its level outwards."""


@dataclass(frozen=True, slots=True)
class Point:
    """A place in the drawing."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Lying:
    """An astronaut as it is drawn: its middle, and the scale of its square of 24."""

    at: Point
    scale: float

    def covers(self, left: float, top: float, right: float, bottom: float) -> bool:
        """Whether its square lies on a part of the drawing."""
        half = HALF * self.scale
        return left - half < self.at.x < right + half and top - half < self.at.y < bottom + half


@dataclass(frozen=True, slots=True)
class Tray:
    """What a pile lies on: from its lowest astronaut to the one on top, so wide."""

    bottom: Point
    top: Point
    width: float


def point_at(turns: float, radius: float) -> Point:
    """The point at a part of the way round (0: the finish, 1: the finish again), clockwise."""
    angle = 2 * pi * turns
    return Point(round(MIDDLE + radius * sin(angle), 1), round(MIDDLE - radius * cos(angle), 1))


def turns_of(state: State, space: int) -> float:
    """How far round the middle of a space lies."""
    return (space - 0.5) / (state.cards * state.spaces)


def drawn_of(state: State) -> dict[int, Lying]:
    """Everybody as they are drawn: piles, then those alone, each clear of whoever is there already; at the finish a row."""
    found: dict[int, Lying] = {}
    running = [one for one in state.stack if not state.astronauts[one].finish]
    piles = {pile_of(state, one) for one in running}
    for pile in sorted(piles, key=lambda pile: (len(pile) == 1, state.astronauts[pile[0]].space)):
        found |= _pile(state, pile) if len(pile) > 1 else _alone(state, pile[0], found)
    for one in state.stack:
        if state.astronauts[one].finish:
            found[one] = Lying(Point(MIDDLE - 54 + 27 * (state.astronauts[one].finish - 1), MIDDLE), 1.0)
    return found | _uncovered(piles, found)


def trays_of(state: State, drawn: dict[int, Lying]) -> tuple[Tray, ...]:
    """A tray for each pile of two or more."""
    piles = sorted({pile_of(state, one) for one in state.stack if len(pile_of(state, one)) > 1})
    return tuple(
        Tray(drawn[pile[0]].at, drawn[pile[-1]].at, round(2 * HALF * drawn[pile[0]].scale + 6, 1)) for pile in piles
    )


def _leaning(turns: float) -> float:
    """How much of a way along the radius the longer of its two sides is: 1 straight up, less on a slope."""
    return max(abs(sin(2 * pi * turns)), abs(cos(2 * pi * turns)))


def _pile(state: State, pile: tuple[int, ...]) -> dict[int, Lying]:
    """A pile between the numbers inside and the frame, as large as its signs stay uncovered there."""
    turns = turns_of(state, state.astronauts[pile[0]].space)
    leaning, more = _leaning(turns), len(pile) - 1
    scale = min(
        LARGEST,
        (FRAME - INSIDE * leaning) / ((HALF + HALF_SIGN) * more + HALF * (1 + leaning)),
    )
    pitch = (HALF + HALF_SIGN) * scale / leaning
    lowest = max(INSIDE + HALF * scale, RADIUS[state.astronauts[pile[0]].level] - pitch * more / 2)
    lowest = min(lowest, (FRAME - HALF * scale) / leaning - pitch * more)
    return {one: Lying(point_at(turns, lowest + pitch * n), round(scale, 2)) for n, one in enumerate(pile)}


def _alone(state: State, one: int, there: dict[int, Lying]) -> dict[int, Lying]:
    """One astronaut at its level, or where most room is further out."""
    a = state.astronauts[one]
    turns = turns_of(state, a.space)
    most = (FRAME - HALF * LARGEST) / _leaning(turns)
    radii = [min(RADIUS[a.level] + more, most) for more in FURTHER_OUT]
    places = [Lying(point_at(turns, radius), LARGEST) for radius in radii]

    def room(place: Lying) -> float:
        return min((1.0, *(_apart(place, other) for other in there.values())))

    return {one: max(places, key=room)}


def _apart(one: Lying, other: Lying) -> float:
    """How far two are from each other, as a part of what keeps both signs uncovered."""
    needed = HALF * max(one.scale, other.scale) + HALF_SIGN * max(one.scale, other.scale)
    return max(abs(one.at.x - other.at.x), abs(one.at.y - other.at.y)) / needed


def _uncovered(piles: set[tuple[int, ...]], found: dict[int, Lying]) -> dict[int, Lying]:
    """Those of piles and places beside each other, smaller where one would lie on the sign of another."""
    smaller: dict[int, Lying] = {}
    for pile in piles:
        others = [lying for one, lying in found.items() if one not in pile]
        part = min((_apart(found[one], other) for one in pile for other in others), default=1.0)
        if part < 1:
            scale = max(SMALLEST, found[pile[0]].scale * part)
            smaller |= {one: Lying(found[one].at, round(scale, 2)) for one in pile}
    return smaller
