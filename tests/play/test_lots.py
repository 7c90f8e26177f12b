"""Cards that the table shuffles: the app may draw their order, and the log says so."""

from __future__ import annotations

import random

import pytest

from companion import play
from companion.play import House, Refused

TRIBES = ["red", "blue", "green", "black", "brown", "purple"]


def test_an_order_left_out_is_drawn_by_lot_and_the_event_says_that_the_app_did_it(house: House) -> None:
    """The ring drawn at random by the app: six tribes, each once, via = app; the history has the drawn order."""
    house.chance = random.Random(3)
    house.store.set_box("monkeys_on_the_moon", {"track_length": 20, "rank_points": {"5": [3, 2], "6": [2, 1]}})
    seats = [{"name": "Ann", "color": "red"}, {"name": "Bo", "color": "blue"}]
    code = play.open_table(house, "monkeys_on_the_moon", seats, {}).code
    play.act(house, code, "d", {"type": "ring"}, "key-for-the-lot", roll=True)
    event = play.look(house, code).events[-1]
    assert event.via == "app"
    assert sorted(event.change.action.tribes) == sorted(TRIBES)  # type: ignore[union-attr]
    assert play.look(house, code).state.ring == event.change.action.tribes  # type: ignore[union-attr]


def test_an_order_that_the_players_decide_is_never_drawn(house: House) -> None:
    """A ranking left out is missing, roll or not."""
    house.store.set_box("monkeys_on_the_moon", {"rank_points": {"5": [3, 2], "6": [2, 1]}})
    seats = [{"name": "Ann", "color": "red"}, {"name": "Bo", "color": "blue"}]
    code = play.open_table(house, "monkeys_on_the_moon", seats, {"bookkeeping": "final"}).code
    with pytest.raises(Refused) as refused:
        play.act(house, code, "d", {"type": "ranking"}, "key-for-no-lot", roll=True)
    assert refused.value.field == "action.tribes"


def test_a_start_player_left_out_is_drawn_by_lot_from_all_seats(house: House) -> None:
    """A random start player: each seat comes up, and the event says that the app drew it."""
    house.chance = random.Random(3)
    seats = [{"name": name, "color": color} for name, color in (("Ann", "red"), ("Bo", "blue"), ("Cy", "green"))]
    drawn = set()
    for n in range(20):
        code = play.open_table(house, "lunchtime_battle", seats, {}).code
        play.act(house, code, "d", {"type": "start_player"}, f"key-for-lot-{n}", roll=True)
        found = play.look(house, code)
        assert found.events[-1].via == "app"
        drawn.add(found.state.start)
    assert drawn == {0, 1, 2}
