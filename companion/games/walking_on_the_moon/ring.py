"""The ring as it is drawn: in a square of 400, clockwise from the finish at the top; low spaces lie inside, high ones outside.

What its last cards are worth stands outside, where no astronaut of a pile (`placing`) lies.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import pi
from typing import Literal

from companion.core.text import Text
from companion.games.walking_on_the_moon.placing import MIDDLE, RADIUS, Lying, Point, point_at, turns_of
from companion.games.walking_on_the_moon.state import LEVELS, State, where

INNER, OUTER = 106.0, 178.0
INSIDE_RADIUS, WORTH_RADIUS, MARKER_RADIUS, TRAIL_RADIUS = 84.0, 186.0, 198.0, 142.0
STAR_WIDTH, NUMBER_WIDTH = 19.0, 21.0
LETTER_WIDTH, HALF_LETTER = 15.0, 13.0
"""Of what stands outside the ring, at the most."""


@dataclass(frozen=True, slots=True)
class SpaceShape:
    """A place on the ring: ``path`` its piece of the ring, ``dots`` its middle at each level."""

    space: int
    name: Text
    path: str
    dots: tuple[Point, ...]


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


def _piece(start: float, end: float) -> str:
    """The path of a piece of the ring between two parts of the way round."""
    a, b, c, d = point_at(start, OUTER), point_at(end, OUTER), point_at(end, INNER), point_at(start, INNER)
    return f"M{a.x} {a.y}A{OUTER} {OUTER} 0 0 1 {b.x} {b.y}L{c.x} {c.y}A{INNER} {INNER} 0 0 0 {d.x} {d.y}z"


def _arc(start: float, end: float, radius: float) -> str:
    """The path of an arc between two parts of the way round, less than half of it or more, clockwise."""
    a, b = point_at(start, radius), point_at(end, radius)
    return f"M{a.x} {a.y}A{radius} {radius} 0 {int(end - start > 0.5)} 1 {b.x} {b.y}"


def _inside(count: int, middle: float, width: float) -> tuple[Point, tuple[Point, ...]]:
    """Where the number of a card and, clockwise of it, its stars are drawn: many stars lie over each other,
    none on the number."""
    around = 2 * pi * INSIDE_RADIUS
    apart = min(STAR_WIDTH, (width * around - NUMBER_WIDTH - STAR_WIDTH) / max(count - 1, 1))
    number = -(STAR_WIDTH + apart * (count - 1)) / 2 if count else 0.0
    first = number + (NUMBER_WIDTH + STAR_WIDTH) / 2
    stars = tuple(point_at(middle + (first + apart * n) / around, INSIDE_RADIUS) for n in range(count))
    return point_at(middle + number / around, INSIDE_RADIUS), stars


def _anchor(at: Point) -> Literal["start", "middle", "end"]:
    """Which end of a word outside the ring lies at its point: the one nearer to the ring."""
    return "middle" if abs(at.x - MIDDLE) < 20 else "start" if at.x > MIDDLE else "end"


def _marker(number: int, text: str, state: State, drawn: Iterable[Lying]) -> Point:
    """Where what a card is worth stands: beside its middle, or so many spaces from it that nobody lies over it."""
    way = 1 / (state.cards * state.spaces)
    middle, wide = (number - 0.5) / state.cards, LETTER_WIDTH * len(text)
    places = [point_at(middle + way * more, MARKER_RADIUS) for more in (0, -1.5, 1.5, -2.5, 2.5)]

    def is_free(place: Point) -> bool:
        left = {"start": 0.0, "middle": wide / 2, "end": wide}[_anchor(place)]
        edges = (place.x - left, place.y - HALF_LETTER, place.x - left + wide, place.y + HALF_LETTER)
        return not any(lying.covers(*edges) for lying in drawn)

    return next(filter(is_free, places), places[0])


def card_of(state: State, number: int, drawn: Iterable[Lying]) -> CardShape:
    """A card with what lies on and over it; ``drawn``: the astronauts."""
    way = 1 / (state.cards * state.spaces)
    start, end = (number - 1) / state.cards, number / state.cards
    middle = (start + end) / 2
    marker = {state.cards: "12–18", state.cards - 1: "10", state.cards - 2: "5"}.get(number)
    spaces = tuple(
        SpaceShape(
            space,
            where(state, space),
            _piece((space - 1) * way, space * way),
            tuple(point_at((space - 0.5) * way, RADIUS[level]) for level in LEVELS),
        )
        for space in range((number - 1) * state.spaces + 1, number * state.spaces + 1)
    )
    inside, stars = _inside(state.ring[number - 1], middle, 1 / state.cards)
    beside = _marker(number, marker or "", state, drawn)
    return CardShape(
        number,
        state.ring[number - 1],
        marker,
        inside,
        stars,
        beside,
        _anchor(beside),
        _arc(start + 0.006, end - 0.006, WORTH_RADIUS) if marker else "",
        (point_at(start, INNER), point_at(start, OUTER)),
        spaces,
    )


def finish_anchor(drawn: Iterable[Lying]) -> Literal["start", "end"]:
    """On which side of the finish its word stands: before it, or beyond it where somebody lies there."""
    return "start" if any(lying.covers(110, -15, 196, 11) for lying in drawn) else "end"


def trail_of(state: State, start: int, end: int) -> str:
    """The path of a jump along the ring; empty where it went nowhere, or across the finish."""
    if start >= end or end >= state.across:
        return ""
    return _arc(turns_of(state, start), turns_of(state, end), TRAIL_RADIUS)
