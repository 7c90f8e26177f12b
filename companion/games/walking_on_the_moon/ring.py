"""The ring as it is drawn: in a square of 400, clockwise from the finish at the top.

Low spaces lie inside, high ones outside.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin

from companion.core.text import Text
from companion.games.walking_on_the_moon.race import pile_of
from companion.games.walking_on_the_moon.state import LEVELS, State, where

MIDDLE = 200.0
RADIUS = {1: 122.0, 2: 142.0, 3: 162.0}
INNER, OUTER = 106.0, 178.0
STAR_RADIUS, NUMBER_RADIUS, MARKER_RADIUS = 90.0, 60.0, 189.0
STAR_WIDTH = 19.0
STACKED = 9.0
"""How far an astronaut on top of another is drawn above it."""


@dataclass(frozen=True, slots=True)
class Point:
    """A place in the drawing."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class SpaceShape:
    """A place on the ring: ``path`` its piece of the ring, ``dots`` its middle at each level."""

    space: int
    name: Text
    path: str
    dots: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class CardShape:
    """A moon card: its number, stars, and the score marker over it (None: none)."""

    number: int
    stars: int
    marker: str | None
    at: Point
    stars_at: tuple[Point, ...]
    marker_at: Point
    edge: tuple[Point, Point]
    spaces: tuple[SpaceShape, ...]


def _at(turns: float, radius: float) -> Point:
    """The point at a part of the way round (0: the finish, 1: the finish again), clockwise."""
    angle = 2 * pi * turns
    return Point(round(MIDDLE + radius * sin(angle), 1), round(MIDDLE - radius * cos(angle), 1))


def _piece(start: float, end: float) -> str:
    """The path of a piece of the ring between two parts of the way round."""
    a, b, c, d = _at(start, OUTER), _at(end, OUTER), _at(end, INNER), _at(start, INNER)
    return f"M{a.x} {a.y}A{OUTER} {OUTER} 0 0 1 {b.x} {b.y}L{c.x} {c.y}A{INNER} {INNER} 0 0 0 {d.x} {d.y}z"


def _stars(count: int, middle: float, width: float) -> tuple[Point, ...]:
    """Where the stars of a card are drawn: side by side, closer together where they are many."""
    apart = min(STAR_WIDTH / (2 * pi * STAR_RADIUS), width / max(count, 1))
    return tuple(_at(middle + (n - (count - 1) / 2) * apart, STAR_RADIUS) for n in range(count))


def card_of(state: State, number: int) -> CardShape:
    """A card with what lies on and over it."""
    way = 1 / (state.cards * state.spaces)
    start, end = (number - 1) / state.cards, number / state.cards
    middle = (start + end) / 2
    marker = {state.cards: "12–18", state.cards - 1: "10", state.cards - 2: "5"}.get(number)
    spaces = tuple(
        SpaceShape(
            space,
            where(state, space),
            _piece((space - 1) * way, space * way),
            tuple(_at((space - 0.5) * way, RADIUS[level]) for level in LEVELS),
        )
        for space in range((number - 1) * state.spaces + 1, number * state.spaces + 1)
    )
    return CardShape(
        number,
        state.ring[number - 1],
        marker,
        _at(middle, NUMBER_RADIUS),
        _stars(state.ring[number - 1], middle, 1 / state.cards),
        _at(middle, MARKER_RADIUS),
        (_at(start, INNER), _at(start, OUTER)),
        spaces,
    )


def place_of(state: State, one: int) -> Point:
    """Where an astronaut is drawn: on its space, above those it lies on; across the finish in a row of its own."""
    a = state.astronauts[one]
    if a.space >= state.across:
        return Point(MIDDLE - 54 + 27 * (a.finish - 1), MIDDLE)
    way = 1 / (state.cards * state.spaces)
    return _at((a.space - 0.5) * way, RADIUS[a.level] + STACKED * pile_of(state, one).index(one))
