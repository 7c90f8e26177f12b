"""The numbers that stand on the owner's copy only: asked once, kept in the box profile, never invented.

The box profile of this game, every key optional::

    {"track_length": 20,                      steps from the Start to the end of the civilization track
     "dotted": [4, 9],                        its white-dotted spaces, counted from the Start
     "rank_points": {"5": [3, 2], "6": [2, 1]},
     "ships": {"red": [{"capacity": 3, "points": 4}]}}     up to three kinds a colour, the newest answer first
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.core.fields import is_whole
from companion.core.game import Action
from companion.core.printed import Path, PrintedNumber, number_at
from companion.core.text import T, Text
from companion.games.monkeys_on_the_moon.actions import Dotted, RankPoints, TakeShip, Track
from companion.games.monkeys_on_the_moon.scoring import GIVEN_RANK_POINTS
from companion.games.monkeys_on_the_moon.ships import (
    CAPACITY_HIGH,
    CAPACITY_LOW,
    SHIP_POINTS_HIGH,
    SHIPS_OF_A_COLOR,
)
from companion.games.monkeys_on_the_moon.tribes import ORDER, TITLES

TRACK_HIGH = 99
RANK_POINTS_HIGH = 20
Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Printed:
    """What is known of the copy; None where nobody has said yet. ``ships``: (capacity, points), newest first."""

    track_length: int | None = None
    dotted: tuple[int, ...] | None = None
    rank_points: tuple[Pair, Pair] | None = None
    ships: tuple[tuple[str, tuple[Pair, ...]], ...] = ()

    def ships_of(self, color: str) -> tuple[Pair, ...]:
        """The ships of a colour seen so far as (capacity, points), newest answer first."""
        return dict(self.ships).get(color, ())

    def with_ship(self, color: str, ship: Pair) -> Printed:
        """With one more ship seen."""
        seen = (ship, *(other for other in self.ships_of(color) if other != ship))[:SHIPS_OF_A_COLOR]
        return replace(self, ships=tuple(sorted({**dict(self.ships), color: seen}.items())))

    @property
    def all_rank_points(self) -> tuple[Pair, ...]:
        """First and second value of rank 1 to 6; what is not known yet counts as 0."""
        return (*GIVEN_RANK_POINTS, *(self.rank_points or ((0, 0), (0, 0))))


def from_box(box: Mapping[str, Any]) -> Printed:
    """What a box profile says; whatever has not the right form counts as not known, so that it is asked again."""
    length = box.get("track_length")
    known = Printed(track_length=length if is_whole(length, 1, TRACK_HIGH) else None)
    dotted = box.get("dotted")
    if isinstance(dotted, list) and all(is_whole(space, 1, TRACK_HIGH) for space in dotted):
        known = replace(known, dotted=tuple(sorted(set(dotted))))
    points = box.get("rank_points")
    if isinstance(points, Mapping):
        fifth, sixth = _pair(points.get("5")), _pair(points.get("6"))
        if fifth is not None and sixth is not None:
            known = replace(known, rank_points=(fifth, sixth))
    ships = box.get("ships")
    for color in ORDER:
        listed = ships.get(color) if isinstance(ships, Mapping) else None
        for ship in reversed(listed) if isinstance(listed, list) else ():
            if (
                isinstance(ship, Mapping)
                and is_whole(ship.get("capacity"), CAPACITY_LOW, CAPACITY_HIGH)
                and is_whole(ship.get("points"), 0, SHIP_POINTS_HIGH)
            ):
                known = known.with_ship(color, (ship["capacity"], ship["points"]))
    return known


def printed_numbers(box: Mapping[str, Any]) -> tuple[PrintedNumber, ...]:
    """Every number the profile can hold: track, dotted spaces, ranks 5 and 6, and the ships seen so far."""
    return tuple(
        PrintedNumber(label, path, number_at(box, path), low, high, of=of) for label, path, low, high, of in _asked(box)
    )


def _asked(box: Mapping[str, Any]) -> Iterator[tuple[Text, Path, int, int, Text | None]]:
    yield T("Spaces from the Start to the end of the civilization track"), ("track_length",), 1, TRACK_HIGH, None
    dotted = box.get("dotted")
    for n in range(len(dotted) if isinstance(dotted, list) else 0):
        yield T("White-dotted space, number {n}", n=n + 1), ("dotted", n), 1, TRACK_HIGH, None
    for rank in ("5", "6"):
        yield T("First value of rank {rank}", rank=rank), ("rank_points", rank, 0), 0, RANK_POINTS_HIGH, None
        yield T("Second value of rank {rank}", rank=rank), ("rank_points", rank, 1), 0, RANK_POINTS_HIGH, None
    ships = box.get("ships")
    for color in ORDER:
        listed = ships.get(color) if isinstance(ships, Mapping) else None
        for n in range(len(listed) if isinstance(listed, list) else 0):
            of = T("{color} ship {n}", color=TITLES[color], n=n + 1)
            yield T("Capacity"), ("ships", color, n, "capacity"), CAPACITY_LOW, CAPACITY_HIGH, of
            yield T("Points"), ("ships", color, n, "points"), 0, SHIP_POINTS_HIGH, of


def _pair(value: object) -> Pair | None:
    if isinstance(value, list) and len(value) == 2 and all(is_whole(points, 0, RANK_POINTS_HIGH) for points in value):
        return value[0], value[1]
    return None


def learnt(printed: Printed, action: Action) -> Printed:
    """What is known of the copy after an entry."""
    match action:
        case Track():
            return replace(printed, track_length=action.spaces)
        case RankPoints():
            fifth, sixth = (action.fifth_first, action.fifth_second), (action.sixth_first, action.sixth_second)
            return replace(printed, rank_points=(fifth, sixth))
        case Dotted():
            return replace(printed, dotted=tuple(sorted({int(space) for space in action.spaces})))
        case TakeShip():
            return printed.with_ship(action.color, (action.capacity, action.points))
    return printed


def patch(before: Printed, after: Printed) -> dict[str, Any]:
    """What was learnt, as a merge patch for the box profile."""
    found: dict[str, Any] = {}
    if after.track_length != before.track_length:
        found["track_length"] = after.track_length
    if after.dotted != before.dotted and after.dotted is not None:
        found["dotted"] = list(after.dotted)
    if after.rank_points != before.rank_points and after.rank_points is not None:
        found["rank_points"] = {"5": list(after.rank_points[0]), "6": list(after.rank_points[1])}
    ships = {
        color: [{"capacity": capacity, "points": points} for capacity, points in seen]
        for color, seen in after.ships
        if before.ships_of(color) != seen
    }
    return found | ({"ships": ships} if ships else {})
