"""What the big screen draws of a Lunchtime Battle table: the last lap, what a pick would bring, who would go."""

from __future__ import annotations

import itertools

import pytest

from companion.core.text import plain
from companion.games.lunchtime_battle.board import Board, board_of
from companion.games.lunchtime_battle.geometry import BOARD_CENTRE, BOARD_RADII, way
from tests.games.lunch_tables import MEAT, NAMES, POTION, Evening, five


def board(table: Evening) -> Board:
    return board_of(table.state, table.game.chosen)


def test_given_example_of_a_round_is_drawn() -> None:
    """Given: ring 3, 2, 1, 3, 1, total 14: 10 symbols a lap, so the 4th symbol of the second lap: the second monster."""
    shown = board(five())
    assert [card.pips for card in shown.cards] == [
        ("counted", "counted", "counted"),
        ("landed", ""),
        ("",),
        ("", "", ""),
        ("",),
    ]
    assert [card.role for card in shown.cards] == ["", "last", "", "", ""]
    assert [plain(line, NAMES) for line in shown.sum] == ["1 lap of 10", "then 4"]
    assert shown.way is not None


def test_what_the_pick_would_bring_is_shown_before_it_is_final() -> None:
    """The picked Medusa: potion +2, mushroom +1; the new symbols are the last ones of its owner."""
    table = five()
    shown = board(table)
    assert [(track.now, track.after) for track in shown.tracks] == [(1, 1), (1, 2), (0, 2)]
    assert [track.most for track in shown.tracks] == [False, True, True]
    assert shown.wanted == ("mushroom", "potion"), "level foods count together"
    first = shown.ranking[0]
    assert (first.seat, first.total, first.fresh, first.runner) == (1, 3, 3, True)
    assert first.symbols == ("mushroom", "potion", "potion")
    table.settle()
    assert [(track.now, track.after) for track in board(table).tracks][1] == (2, 2)


def test_food_symbols_that_are_missing_bring_nothing_yet() -> None:
    table = Evening(2)
    table.start(0, [2])
    for seat in range(2):
        table.do(seat, "first_candidate", foods=MEAT if seat else {})
        table.do(seat, "lay", hunger=2)
    shown = board(table)
    assert [(track.now, track.after) for track in shown.tracks] == [(1, 1), (0, 0), (0, 0)]
    assert [place.fresh for place in shown.ranking] == [0, 0]
    assert shown.ranking[0].seat == 1


def test_while_monsters_lie_face_down_nothing_of_them_is_drawn() -> None:
    table = Evening(3)
    table.start(1, [2, 3])
    table.do(2, "lay", name="Medusa", hunger=3, foods=POTION)
    table.do(2, "first_candidate", foods=MEAT)
    table.do(0, "lay", hunger=1)
    shown = board(table)
    assert [(card.seat, card.lies) for card in shown.cards] == [(1, "choosing"), (2, "down"), (0, "choosing")]
    assert "Medusa" not in repr(shown)
    assert [card.starts for card in shown.cards] == [True, False, False]


def test_places_of_two_hands_of_picked_monsters_and_of_who_is_away() -> None:
    table = Evening(2, two_hands=True)
    table.start(0, [2, 2, 2])
    table.ring([1, 1, 1, 1])
    assert [(card.seat, card.hand) for card in board(table).cards] == [(0, 0), (1, 0), (0, 1), (1, 1)]
    table.settle()
    assert [card.lies for card in board(table).cards].count("gone") == 1
    table = Evening(3)
    table.start(0, [2, 2])
    table.away(2)
    assert [card.lies for card in board(table).cards] == ["choosing", "choosing", "away"]


@pytest.mark.parametrize(
    ("hunger", "foods", "size"),
    [
        (1, {}, ""),
        (4, MEAT, ""),
        (5, MEAT, "many"),
        (12, {}, "many"),
        (13, {}, "heap"),
        (3, {"meat": 5}, "heap"),
        (0, {}, "heap"),
    ],
)
def test_many_symbols_are_drawn_small_or_as_a_number(hunger: int, foods: dict[str, int], size: str) -> None:
    table = Evening(2)
    table.start(0, [2])
    table.ring([hunger, 1], [foods, MEAT])
    assert board(table).cards[0].size == size


def test_the_ranking_begins_with_whoever_would_go() -> None:
    """Tie: compare only the tied players on the second most wanted food."""
    table = Evening(3, bookkeeping="final")
    for food, value in (("meat", 12), ("mushroom", 9), ("potion", 3)):
        table.do(None, "hunger", food=food, value=value)
    for seat, symbols in enumerate(((5, 0, 9), (5, 2, 0), (4, 8, 0))):
        for food, value in zip(("meat", "mushroom", "potion"), symbols, strict=True):
            table.do(seat, "symbols", food=food, value=value)
    shown = board(table)
    assert [(place.seat, place.total, place.runner) for place in shown.ranking] == [
        (1, 5, True),
        (0, 5, False),
        (2, 4, False),
    ]
    assert shown.ranking[0].symbols == ("meat",) * 5


def test_before_anything_is_hungry_nobody_would_go() -> None:
    shown = board(Evening(4))
    assert shown.wanted == ()
    assert not any(place.runner for place in shown.ranking)
    assert shown.way is None


@pytest.mark.parametrize("backwards", [False, True])
def test_the_arrow_runs_the_way_of_the_count_and_stops_before_the_card(backwards: bool) -> None:
    """Clockwise from the start player at the top; after a reversal the other way round."""
    for size in range(2, 7):
        for first, last in itertools.permutations(range(size), 2):
            drawn = way(first, last, size, backwards=backwards)
            assert drawn is not None
            assert f" {int(not backwards)} " in drawn.path
            away = ((drawn.x - BOARD_CENTRE[0]) / BOARD_RADII[0]) ** 2 + (
                (drawn.y - BOARD_CENTRE[1]) / BOARD_RADII[1]
            ) ** 2
            assert away == pytest.approx(1, abs=0.01), "the tip is on the ring"
    assert way(2, 2, 5, backwards=backwards) is None
