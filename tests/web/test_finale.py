"""What the reveal and the end draw, in numbers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.text import Seat
from companion.web.finale import SCALES, apart, bar, lanes, standings
from tests.core.test_deciding import played

EVENING = played((14, 30, 6, 0), (9, 6, 72, 10), (12, 12, 27, 0))


def test_within_a_category_the_lowest_comes_first_and_the_highest_last() -> None:
    turns = {lane.seat: lane.turn for lane in lanes(EVENING, 3, 1000)}
    assert turns == {0: 0, 2: 1, 1: 2}


@pytest.mark.parametrize(
    ("shown", "order", "was"),
    [
        pytest.param(0, (0, 1, 2), (0, 1, 2), id="before the first category: as they sit"),
        pytest.param(1, (0, 2, 1), (0, 2, 1), id="the first category makes an order"),
        pytest.param(2, (0, 2, 1), (0, 1, 2), id="which the second leaves alone"),
        pytest.param(3, (1, 2, 0), (2, 1, 0), id="and the third turns round: each knows where it was"),
    ],
)
def test_the_order_changes_visibly(shown: int, order: tuple[int, ...], was: tuple[int, ...]) -> None:
    found = lanes(EVENING, shown, 1000)
    assert tuple(lane.seat for lane in found) == order
    assert tuple(lane.was for lane in found) == was


def test_a_lane_says_what_was_there_and_what_came() -> None:
    bo = lanes(EVENING, 3, 1000)[0]
    assert (bo.seat, bo.before, bo.total, bo.line and bo.line.points) == (1, 15, 87, 72)
    assert [(part.number, part.points, part.x, part.width) for part in bo.bar] == [
        (1, 9, 0.0, 75.0),
        (2, 6, 75.0, 50.0),
        (3, 72, 125.0, 600.0),
    ]


def test_the_scale_says_nothing_of_what_is_to_come() -> None:
    """Two tables alike so far are drawn alike, whatever follows."""
    other = played((14, 30, 0, 0), (9, 6, 0, 0), (12, 12, 0, 900))
    assert [lane.bar for lane in lanes(EVENING, 2, 1000)] == [lane.bar for lane in lanes(other, 2, 1000)]


def test_what_is_lost_covers_no_number() -> None:
    """A part under the points that are lost has no number there; one that is mostly free keeps it."""
    hidden = bar(played((10, 2, -2), (0, 0, 0)).players[0].lines, 20, 400)
    assert [part.numbered for part in hidden] == [True, False, True]


def test_points_lost_lie_over_the_end_of_the_bar() -> None:
    parts = bar(played((10, -4), (1, 0)).players[0].lines, 20, 200)
    assert [(part.x, part.width, part.lost) for part in parts] == [(0.0, 100.0, False), (60.0, 40.0, True)]


def test_whoever_shares_a_place_stays_in_table_order() -> None:
    assert standings(played((3,), (9,), (9,), (1,))) == ((1, 0), (2, 0), (0, 6), (3, 8))


def test_where_two_parted_is_on_one_axis() -> None:
    found = apart(EVENING, Seat(1), Seat(0))
    assert [(row.points, row.x, row.ahead) for row in found] == [
        ((9, 14), (12.5, 19.4), 1),
        ((6, 30), (8.3, 41.7), 1),
        ((72, 6), (100.0, 8.3), 0),
        ((10, 0), (13.9, 0.0), 0),
    ]


@given(st.lists(st.lists(st.integers(-8, 99), min_size=2, max_size=2), min_size=2, max_size=6), st.integers(0, 2))
def test_no_bar_leaves_its_lane(columns: list[list[int]], shown: int) -> None:
    """Law: everybody once, each turn once, every part between 0 and the end."""
    found = lanes(played(*map(tuple, columns)), shown, 1000)
    assert sorted(lane.seat for lane in found) == sorted(lane.turn for lane in found) == list(range(len(columns)))
    for lane in found:
        assert all(part.x >= 0 and part.x + part.width <= 1000.2 for part in lane.bar)
    assert list(SCALES) == sorted(SCALES)
