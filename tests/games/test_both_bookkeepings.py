"""Option bookkeeping: a table that keeps everything and one that only scores give the same evening the same result."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

import pytest

from companion.core.accepting import accept
from companion.core.codec import action_from_json, options_from_json, sheet_to_json
from companion.core.scoring import result_json
from companion.core.text import Seat
from companion.games import GAMES
from testkit.playing import played_to_the_end

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo")
Entries = Iterable[tuple[int | None, dict[str, Any]]]
STARS = ("one", "two", "three", "four", "five", "six")


def monkeys(sheet: dict[str, Any]) -> Entries:
    (a, b), (c, d) = sheet["rank_points"][4:]
    yield None, {"type": "rank_points", "fifth_first": a, "fifth_second": b, "sixth_first": c, "sixth_second": d}
    yield None, {"type": "ranking", "tribes": sheet["ranking"]}
    for seat, player in enumerate(sheet["players"]):
        for tribe, number in player["monkeys"]:
            yield seat, {"type": "add_monkey", "tribe": tribe, "number": number}
        for points in player["ship_points"]:
            yield seat, {"type": "add_ship", "points": points}
        for tribe in player["scorn"]:
            yield seat, {"type": "scorn", "tribe": tribe}
        if "hair" in player:
            yield seat, {"type": "hair", "value": player["hair"]}


def lunch(sheet: dict[str, Any]) -> Entries:
    for food, hunger in sheet["hunger"].items():
        yield None, {"type": "hunger", "food": food, "value": hunger}
    if sheet["dishes"]:
        yield None, {"type": "dishes", **sheet["dishes"]}
    for seat, player in enumerate(sheet["players"]):
        for hand, pile in enumerate(player.get("hands") or [player.get("candidates", [])]):
            for food in ("meat", "mushroom", "potion"):
                value = sum(candidate[food] for candidate in pile)
                yield seat, {"type": "symbols", "food": food, "value": value, **({"hand": hand} if hand else {})}
    if sheet["hunger_order"]:
        level = [f for f in sheet["hunger_order"] if list(sheet["hunger"].values()).count(sheet["hunger"][f]) > 1]
        if level:
            yield None, {"type": "rank_foods", "order": level}


def walking(sheet: dict[str, Any]) -> Entries:
    yield None, {"type": "star_points", **dict(zip(STARS, sheet["star_points"], strict=True))}
    for seat, player in enumerate(sheet["players"]):
        for index, one in enumerate(player["astronauts"]):
            where = {0: str(one["marker"]), 1: "first"}.get(one["finish"], "later")
            yield seat, {"type": "arrive", "where": where, "astronaut": index}
            yield seat, {"type": "stars", "value": one["stars"], "astronaut": index}
        if "tie_order" in player:
            yield seat, {"type": "tie_order", "value": player["tie_order"]}


ENTRIES = {"monkeys_on_the_moon": monkeys, "lunchtime_battle": lunch, "walking_on_the_moon": walking}
EVENINGS = [
    pytest.param("monkeys_on_the_moon", 2, {}, id="monkeys: 2 players, only most influence scores"),
    pytest.param("monkeys_on_the_moon", 5, {"no_mercy": True}, id="monkeys: 5 players, No mercy"),
    pytest.param(
        "monkeys_on_the_moon", 3, {"level_stones": "by_hand", "capricious": True}, id="monkeys: stones by hand"
    ),
    pytest.param("lunchtime_battle", 2, {"two_hands": True}, id="lunch: two hands"),
    pytest.param("lunchtime_battle", 6, {"not_hungry": True, "dishes": True}, id="lunch: somebody is not hungry"),
    pytest.param("lunchtime_battle", 4, {"level_foods": "by_hand"}, id="lunch: level foods by hand"),
    pytest.param("walking_on_the_moon", 2, {}, id="walking: two astronauts each"),
    pytest.param("walking_on_the_moon", 5, {"cards": "8"}, id="walking: 5 players"),
]


@pytest.mark.parametrize(("key", "seats", "options"), EVENINGS)
@pytest.mark.parametrize("evening", [1, 2])
def test_the_same_evening_has_the_same_result(key: str, seats: int, options: dict[str, Any], evening: int) -> None:
    """What a table that keeps everything counts in the end is what the sheet alone counts, entered number by number."""
    kind, names = GAMES[key], NAMES[:seats]
    whole = kind.open(options_from_json(kind, options, seats), {})
    ended = played_to_the_end(whole, seats, random.Random(evening))
    sheet = whole.sheet(ended)
    assert sheet is not None
    only = kind.open(options_from_json(kind, {**options, "bookkeeping": "final"}, seats), {})
    state = only.setup(seats)
    for seat, entry in ENTRIES[key](sheet_to_json(sheet)):
        here = None if seat is None else Seat(seat)
        state = accept(only, state, here, action_from_json(only, entry)).state
    entered = only.sheet(state)
    assert entered is not None
    assert result_json(only.score(entered), names) == result_json(whole.score(sheet), names)
