"""We played on: all numbers of the table in one entry, however they depend on each other."""

from __future__ import annotations

import random
from typing import Any

import pytest

from companion.core.accepting import accept
from companion.core.codec import action_from_json, offer_example, options_from_json
from companion.core.playing_on import PlayedOn, reach
from companion.core.refusal import Refused
from companion.core.text import plain
from companion.games import GAMES
from testkit.playing import entries

BOX = {
    "star_points": [1, 3, 6, 10, 15, 21],
    "spaces": 5,
    "last_card": [12, 14, 14, 16, 18],
    "dice": {"blue": 2, "black": 2, "white": 2},
}
"""Printed numbers of a copy of Walking on the Moon, made up."""


def opened(key: str, seats: int, box: dict[str, Any] | None = None) -> Any:
    kind = GAMES[key]
    return kind.open(options_from_json(kind, {}, seats), box or {})


def numbers(game: Any, state: Any) -> dict[str, int]:
    """Every counter that is a number to people, by key."""
    return {counter.key: counter.value for counter in game.counters(state) if not counter.words}


def race(stars: tuple[int, ...]) -> tuple[Any, Any]:
    """A race of three, and the stars they have."""
    game = opened("walking_on_the_moon", 3, BOX)
    state = accept(game, game.setup(3), None, action_from_json(game, {"type": "start_player", "player": 0})).state
    return game, played_on(game, state, {f"stars:{seat}": n for seat, n in enumerate(stars)})


def played_on(game: Any, state: Any, counters: dict[str, int]) -> Any:
    return accept(game, state, None, PlayedOn(counters=counters)).state


ROWS = [
    pytest.param((3, 3, 0), (2, 4, 0), id="all six stars are with the players, and one changes hands"),
    pytest.param((6, 0, 0), (0, 3, 3), id="somebody loses all stars to two others"),
    pytest.param((0, 0, 6), (6, 0, 0), id="all stars change hands"),
]


@pytest.mark.parametrize(("before", "after"), ROWS)
def test_what_one_gives_up_another_may_have(before: tuple[int, int, int], after: tuple[int, int, int]) -> None:
    """Stars (players' + on the ring = 6 always) pass from one player to another in one entry."""
    game, state = race(before)
    now = numbers(game, played_on(game, state, {f"stars:{seat}": n for seat, n in enumerate(after)}))
    assert tuple(now[f"stars:{seat}"] for seat in range(3)) == after
    assert all(reach(game.counters(state))[f"stars:{seat}"] >= n for seat, n in enumerate(after))


def test_what_nobody_gives_up_is_refused_with_the_way_out() -> None:
    """A number that can only stay as it is says so, and what to correct; not "enter a whole number from 0 to 0"."""
    game, state = race((3, 3, 0))
    with pytest.raises(Refused) as refused:
        played_on(game, state, {"stars:2": 1})
    text = plain(refused.value.text)
    assert "only 0 is possible while the other numbers are as they are. Correct those first." in text


@pytest.mark.parametrize("order", [(1, 2, 3), (3, 1, 2), (2, 3, 1), (3, 2, 1), (1, 3, 2), (2, 1, 3)])
def test_places_in_one_order_are_all_kept(order: tuple[int, int, int]) -> None:
    """The stack within a space: whatever order is entered is the order, though each place set moves the others."""
    game, state = race((0, 0, 0))
    now = numbers(game, played_on(game, state, {f"stack:{seat}": place for seat, place in enumerate(order)}))
    assert tuple(now[f"stack:{seat}"] for seat in range(3)) == order


@pytest.mark.parametrize(("key", "seats"), [(key, kind.players[-1]) for key, kind in GAMES.items()])
def test_the_numbers_of_a_later_moment_can_be_entered_at_an_earlier_one(key: str, seats: int) -> None:
    """Law: who played on without the companion enters what the table shows now; no number is out of a range of then."""
    game, chance = opened(key, seats), random.Random(2)
    state, states = game.setup(seats), []
    for _ in range(120):
        if game.outcome(state) is not None:
            break
        choices = entries(game, state, seats)
        seat, offer = chance.choice([entry for entry in choices if entry[1].place == "next"] or choices)
        action = chance.choice(offer.examples) if offer.examples else offer_example(game, offer)
        state = accept(game, state, seat, action).state
        states.append(state)
    tried = 0
    for before, after in [(states[n], states[min(n + 25, len(states) - 1)]) for n in range(min(10, len(states) // 2), len(states) - 1, 30)]:
        several = [k.partition(":")[0] for k in numbers(game, before)]
        shown = {k: v for k, v in numbers(game, after).items() if k in numbers(game, before) and ":" in k}
        shown = {k: v for k, v in shown.items() if several.count(k.partition(":")[0]) > 1}
        if shown:
            now = numbers(game, played_on(game, before, shown))
            assert {k: now[k] for k in shown if k in now} == {k: v for k, v in shown.items() if k in now}
            tried += 1
    assert tried
