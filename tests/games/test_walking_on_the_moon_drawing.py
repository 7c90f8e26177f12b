"""Walking on the Moon as it is drawn: piles whose every sign is uncovered, trays, arcs of worth, the way of a jump."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from math import hypot
from typing import Any

import pytest

from companion.core.text import Who, plain
from companion.games.walking_on_the_moon.placing import HALF, HALF_SIGN, LARGEST, Point, drawn_of
from companion.games.walking_on_the_moon.ring import INSIDE_RADIUS, STAR_WIDTH, finish_anchor
from companion.games.walking_on_the_moon.view import Runner, View
from tests.games.walking_race import Race

DIGIT_WIDTH = 14.0
"""Of the number of a card, in letters of 24 units."""


def view_of(race: Race) -> View:
    found: View = race.game.view(race.state, None)
    return found


def from_middle(at: Point) -> float:
    return hypot(at.x - 200, at.y - 200)


def covered(one: Runner, other: Runner) -> bool:
    """Whether the square of one lies on the sign of the other, both upright on the screen."""
    room = HALF * one.scale + HALF_SIGN * other.scale
    return max(abs(one.at.x - other.at.x), abs(one.at.y - other.at.y)) < room - 0.3


@pytest.mark.parametrize("space", range(1, 31))
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_in_a_pile_every_sign_is_uncovered(seats: int, space: int) -> None:
    """Bottom inside, top outside, wherever it lies; nobody's square covers another's symbol, nor a number inside the ring."""
    race = Race(seats, dice="table")
    for one in race.state.astronauts:
        race.set(one.seat, one.index, space=space)
    view = view_of(race)
    assert not any(covered(one, other) for one, other in permutations(view.runners, 2))
    assert [from_middle(r.at) for r in view.runners] == sorted(from_middle(r.at) for r in view.runners)
    assert from_middle(view.runners[0].at) - HALF * view.runners[0].scale > INSIDE_RADIUS + 9
    assert all(abs(axis - 200) + HALF * r.scale <= 226.1 for r in view.runners for axis in (r.at.x, r.at.y))
    assert len(view.trays) == 1
    assert (view.trays[0].bottom, view.trays[0].top) == (view.runners[0].at, view.runners[-1].at)
    assert view.runners[0].scale >= (1.24 if len(view.runners) == 5 else LARGEST)


@pytest.mark.parametrize(
    "spaces",
    [
        pytest.param((4, 5, 6, 7, 8), id="five one behind the other"),
        pytest.param((9, 9, 10, 11, 12), id="two together, then one after the other"),
        pytest.param((15, 15, 15, 16, 14), id="three together, one before and one behind them"),
        pytest.param((22, 22, 23, 23, 24), id="two beside two beside one"),
        pytest.param((1, 1, 30, 30, 30), id="on both sides of the finish"),
    ],
)
def test_beside_others_every_sign_is_uncovered(spaces: tuple[int, ...]) -> None:
    """Whoever stands beside somebody lies further out or is drawn smaller."""
    race = Race(5, dice="table")
    for seat, space in enumerate(spaces):
        race.set(seat, space=space)
    runners = view_of(race).runners
    assert not any(covered(one, other) for one, other in permutations(runners, 2))


@pytest.mark.parametrize("space", [18, 23, 28], ids=["5", "10", "12-18"])
def test_what_a_card_is_worth_is_read_behind_a_pile(space: int) -> None:
    """Five lie over the middle of a card: its score marker stands beside them; the word of the finish likewise."""
    race = Race(5, dice="table")
    for seat in range(5):
        race.set(seat, space=space)
    view = view_of(race)
    card = next(card for card in view.cards if card.marker and any(s.space == space for s in card.spaces))
    for lying in drawn_of(race.state).values():
        assert not lying.covers(
            card.marker_at.x - 10, card.marker_at.y - 10, card.marker_at.x + 10, card.marker_at.y + 10
        )
    for seat in range(5):
        race.set(seat, space=30)
    assert finish_anchor(drawn_of(race.state).values()) == "start"


@pytest.mark.parametrize("cards", ["6", "7", "8"])
@pytest.mark.parametrize("stars", range(7))
def test_no_star_lies_on_a_number(cards: str, stars: int) -> None:
    """However many a coma left on one card: its own number and that of the next card stay free."""
    race = Race(3, dice="table", cards=cards)
    state = race.state
    race.state = replace(state, ring=(*state.ring[:-2], stars, 0))
    shapes = view_of(race).cards
    own, following = shapes[-2], shapes[-1]
    assert len(own.stars_at) == stars
    for star in own.stars_at:
        assert hypot(star.x - own.at.x, star.y - own.at.y) > (STAR_WIDTH + DIGIT_WIDTH) / 2
        assert hypot(star.x - following.at.x, star.y - following.at.y) > (STAR_WIDTH + DIGIT_WIDTH) / 2


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
