"""The ring as it is drawn: in a square of 400, clockwise from the finish at the top.

Low spaces lie inside, high ones outside. Whoever lies stacked lies on a tray across the ring, the lowest one inside, so that
every sign is uncovered.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin
from typing import Literal

from companion.core.text import Text
from companion.games.walking_on_the_moon.race import pile_of
from companion.games.walking_on_the_moon.state import LEVELS, State, where

MIDDLE = 200.0
RADIUS = {1: 122.0, 2: 142.0, 3: 162.0}
INNER, OUTER = 106.0, 178.0
INSIDE_RADIUS, WORTH_RADIUS, MARKER_RADIUS, TRAIL_RADIUS = 84.0, 186.0, 198.0, 142.0
STAR_WIDTH, NUMBER_WIDTH = 19.0, 21.0
PITCH, PITCH_OF_MANY, MANY = 29.0, 23.0, 4
"""How far apart astronauts of a pile lie, and from how many on they are drawn smaller and closer."""
PILE_INSIDE = 116.0
"""The radius that the lowest one of a pile keeps from the middle."""


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
class Tray:
    """What a pile lies on: from its lowest astronaut to the one on top."""

    bottom: Point
    top: Point


@dataclass(frozen=True, slots=True)
class CardShape:
    """A moon card: its number, stars, and the score marker over it (None: none), with the path of the arc it is worth."""

    number: int
    stars: int
    marker: str | None
    at: Point
    stars_at: tuple[Point, ...]
    marker_at: Point
    marker_anchor: Literal["start", "middle", "end"]
    worth: str
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


def _arc(start: float, end: float, radius: float) -> str:
    """The path of an arc between two parts of the way round, less than half of it or more, clockwise."""
    a, b = _at(start, radius), _at(end, radius)
    return f"M{a.x} {a.y}A{radius} {radius} 0 {int(end - start > 0.5)} 1 {b.x} {b.y}"


def _inside(count: int, middle: float, width: float) -> tuple[Point, tuple[Point, ...]]:
    """Where the number of a card and, clockwise of it, its stars are drawn, closer together where they are many."""
    around = 2 * pi * INSIDE_RADIUS
    apart = min(STAR_WIDTH, (width * around - NUMBER_WIDTH) / max(count, 1))
    first = -apart * count / 2
    stars = tuple(
        _at(middle + (first + NUMBER_WIDTH / 2 + apart * (n + 0.5)) / around, INSIDE_RADIUS) for n in range(count)
    )
    return _at(middle + first / around, INSIDE_RADIUS), stars


def _anchor(at: Point) -> Literal["start", "middle", "end"]:
    """Which end of a word outside the ring lies at its point: the one nearer to the ring."""
    return "middle" if abs(at.x - MIDDLE) < 20 else "start" if at.x > MIDDLE else "end"


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
    at, stars = _inside(state.ring[number - 1], middle, 1 / state.cards)
    beside = _at(middle, MARKER_RADIUS)
    return CardShape(
        number,
        state.ring[number - 1],
        marker,
        at,
        stars,
        beside,
        _anchor(beside),
        _arc(start + 0.006, end - 0.006, WORTH_RADIUS) if marker else "",
        (_at(start, INNER), _at(start, OUTER)),
        spaces,
    )


def _turns(state: State, space: int) -> float:
    """How far round the middle of a space lies."""
    return (space - 0.5) / (state.cards * state.spaces)


def _radii(state: State, one: int) -> tuple[float, ...]:
    """How far from the middle those of a pile lie, lowest first: about their level, but clear of the numbers inside."""
    count = len(pile_of(state, one))
    pitch = pitch_of(count)
    half = pitch * (count - 1) / 2
    centre = max(RADIUS[state.astronauts[one].level], PILE_INSIDE + half)
    return tuple(centre - half + pitch * n for n in range(count))


def pitch_of(count: int) -> float:
    """How far apart so many astronauts of one pile lie."""
    return PITCH_OF_MANY if count >= MANY else PITCH


def place_of(state: State, one: int) -> Point:
    """Where an astronaut is drawn: on its space, outside those it lies on; across the finish in a row of its own."""
    a = state.astronauts[one]
    if a.space >= state.across:
        return Point(MIDDLE - 54 + 27 * (a.finish - 1), MIDDLE)
    return _at(_turns(state, a.space), _radii(state, one)[pile_of(state, one).index(one)])


def trays_of(state: State) -> tuple[Tray, ...]:
    """A tray for each pile of two or more."""
    bottoms = {pile_of(state, one)[0] for one in state.stack if len(pile_of(state, one)) > 1}
    return tuple(Tray(place_of(state, one), place_of(state, pile_of(state, one)[-1])) for one in sorted(bottoms))


def trail_of(state: State, start: int, end: int) -> str:
    """The path of a jump along the ring; empty where it went nowhere, or across the finish."""
    if start >= end or end >= state.across:
        return ""
    return _arc(_turns(state, start), _turns(state, end), TRAIL_RADIUS)
