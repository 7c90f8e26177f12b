"""Walking on the Moon as it is drawn: piles whose every sign is uncovered, trays, arcs of worth, the way of a jump."""

from __future__ import annotations

from itertools import combinations
from math import hypot
from typing import Any

import pytest

from companion.core.text import Who, plain
from companion.games.walking_on_the_moon.ring import INNER, Point, pitch_of
from companion.games.walking_on_the_moon.view import View
from tests.games.walking_race import Race

HALF = 12.0
"""Half the side of an astronaut as it is drawn, before it is scaled."""


def view_of(race: Race) -> View:
    found: View = race.game.view(race.state, None)
    return found


def apart(one: Point, other: Point) -> float:
    return hypot(one.x - other.x, one.y - other.y)


def from_middle(at: Point) -> float:
    return hypot(at.x - 200, at.y - 200)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_in_a_pile_every_sign_is_uncovered(seats: int) -> None:
    """Bottom inside, top outside; nobody's square covers another's symbol, nor a number inside the ring."""
    view = view_of(Race(seats, dice="table"))
    count = len(view.runners)
    scale = 0.92 if view.runners[0].small else 1.15
    for one, other in combinations(view.runners, 2):
        assert apart(one.at, other.at) >= pitch_of(count) - 0.2 >= 2 * HALF * scale * 0.75 + HALF * 0.1
    assert [from_middle(r.at) for r in view.runners] == sorted(from_middle(r.at) for r in view.runners)
    assert from_middle(view.runners[0].at) > INNER
    assert len(view.trays) == 1
    assert view.trays[0].bottom == view.runners[0].at
    assert view.trays[0].top == view.runners[-1].at


def test_whoever_stands_alone_has_no_tray() -> None:
    race = Race(3, dice="table")
    for seat, space in enumerate((4, 7, 9)):
        race.enter(seat, "jump", space=space, end=True)
    assert view_of(race).trays == ()


def test_who_lies_on_whom_is_said() -> None:
    """The astronaut on top of the stack counts as last: the list says who lies on whom."""
    view = view_of(Race(3, dice="table"))
    assert [r.under for r in view.runners] == [None, Who(0), Who(1)]


@pytest.mark.parametrize(
    ("cards", "worth"),
    [
        pytest.param("6", {4: "5", 5: "10", 6: "12–18"}, id="6 cards: the last three"),
        pytest.param("8", {6: "5", 7: "10", 8: "12–18"}, id="8 cards: the last three"),
    ],
)
def test_the_last_three_cards_have_an_arc_of_what_they_are_worth(cards: str, worth: dict[int, str]) -> None:
    """Score markers on the first three cards counter-clockwise from the finish, the higher the nearer."""
    view = view_of(Race(3, dice="table", cards=cards))
    assert {card.number: card.marker for card in view.cards if card.worth} == worth


@pytest.mark.parametrize(
    ("jumps", "drawn"),
    [
        pytest.param((), False, id="before the first jump"),
        pytest.param(({"space": 5},), True, id="after a jump"),
        pytest.param(({"space": 5}, {"space": 5}), False, id="one that went nowhere"),
        pytest.param(({"space": 5, "end": True},), False, id="in the next turn"),
    ],
)
def test_the_way_of_the_newest_jump_is_drawn(jumps: tuple[dict[str, Any], ...], drawn: bool) -> None:
    race = Race(3, dice="table")
    for jump in jumps:
        race.enter(0, "jump", **jump)
    assert bool(view_of(race).trail) == drawn


def test_what_the_middle_of_the_ring_says() -> None:
    """Who, which jump, dice left."""
    race = Race(3, dice="kept")
    assert plain(view_of(race).doing) == "Dice"
    race.take(0)
    race.jump(0, 3)
    view = view_of(race)
    assert (plain(view.doing), view.left) == ("Jump 2", 3)
    ordered = Race(3, bookkeeping="order")
    assert [len(pile) for pile in view_of(ordered).piles] == [3]
