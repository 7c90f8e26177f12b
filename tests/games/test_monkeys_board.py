"""The big screen of Monkeys on the Moon: what it says of each player, what coins are worth, where the stones are drawn."""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import Any

import pytest

from companion.core.text import plain
from companion.games.monkeys_on_the_moon import strip
from companion.games.monkeys_on_the_moon.state import Evening, Stones
from companion.games.monkeys_on_the_moon.tribes import ORDER
from tests.games.monkeys_tables import NAMES, OF, RED_4, RICH, TEACH, away, bidding, monkeys, play, started, with_corner


def in_auction() -> Evening:
    return play(OF, play(OF, bidding(RICH, RICH, RICH), 0, **RED_4), 0, type="bid", value=3)  # type: ignore[no-any-return]


def paying() -> Evening:
    return play(OF, play(OF, bidding(RICH, RICH), 0, **RED_4), None, type="sold", player=1, value=5)  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        pytest.param(lambda: OF.setup(2), (None, None), id="nothing during the set-up"),
        pytest.param(lambda: started(OF, 3), ("teaches now", None, None), id="clockwise from the moonstone"),
        pytest.param(lambda: play(OF, started(OF, 3), 0, **TEACH), ("has taught", "teaches now", None), id="the next"),
        pytest.param(
            lambda: away(started(OF, 3), 2)[0], ("teaches now", None, "away"), id="who is away is passed over"
        ),
        pytest.param(lambda: bidding(RICH, RICH), ("picks now", None), id="each player picks one monkey"),
        pytest.param(in_auction, ("has bid 3", "bids now", None), id="in turn bid higher or pass"),
        pytest.param(
            lambda: play(OF, in_auction(), 1, type="pass"), ("has bid 3", "out", "bids now"), id="a pass is final"
        ),
        pytest.param(paying, (None, "pays 5"), id="the winner puts the coins on their cards"),
        pytest.param(lambda: with_corner(bidding(RICH, RICH), 1, ship=None), (None, "takes a ship"), id="take a ship"),
        pytest.param(
            lambda: replace(bidding(RICH, RICH), phase="wrap_up"), (None, None), id="the wrap-up is everybody's"
        ),
    ],
)
def test_what_each_player_does(state: Any, expected: tuple[str | None, ...]) -> None:
    doing = OF.view(state(), None).board.doing  # type: ignore[attr-defined]
    said = tuple(None if text is None else plain(text, NAMES) for text in doing)
    assert said == expected


@pytest.mark.parametrize(
    ("state", "worth", "in_pool"),
    [
        pytest.param(lambda: started(OF, 3), {}, 4, id="3 players: monkey pool 4"),
        pytest.param(in_auction, {"red": 3, "green": 2, "blue": 2}, 3, id="the tribe's coins 3, its allies' 2 each"),
        pytest.param(lambda: play(OF, in_auction(), None, type="sold", player=0, value=3), {}, 3, id="one picked"),
        pytest.param(lambda: replace(bidding(RICH, RICH, RICH), phase="wrap_up"), {}, 0, id="the rest is discarded"),
    ],
)
def test_what_the_middle_of_the_ring_shows(state: Any, worth: dict[str, int], in_pool: int) -> None:
    board = OF.view(state(), None).board  # type: ignore[attr-defined]
    assert (board.worth, board.in_pool, board.rounds) == (worth, in_pool, 9)


def test_what_is_at_stake_is_said_before_the_bid() -> None:
    """A passenger aboard is its rival: the ship launches at once without it."""
    state = with_corner(bidding(RICH, RICH, RICH), 0, aboard=monkeys(("brown", 3)))
    state = play(OF, state, 0, **RED_4)
    told = "Red 4 is auctioned: Ann bids or passes. Winning would launch the ship of Ann at once: Brown is aboard."
    assert plain(OF.view(state, None).now, NAMES) == told  # type: ignore[attr-defined]
    assert (
        plain(OF.view(with_corner(state, 0, aboard=()), None).now, NAMES) == "Red 4 is auctioned: Ann bids or passes."
    )  # type: ignore[attr-defined]


def test_only_the_big_screen_is_told_what_it_shows() -> None:
    """A phone's view holds nothing of it."""
    assert OF.view(started(OF, 2), OF.setup(2).in_turn(0)).board is None  # type: ignore[attr-defined]


@pytest.mark.parametrize("ranked", [(), ("red",), ("red", "blue", "green"), ORDER], ids=len)
@pytest.mark.parametrize("spaces", [(0,) * 6, (19, 19, 19, 19, 19, 19), (0, 3, 3, 18, 19, 9)], ids=str)
def test_no_two_stones_touch_and_all_lie_on_the_stage(spaces: tuple[int, ...], ranked: tuple[str, ...]) -> None:
    """Stones on one space stand side by side, the first there to the right; those in the table lie behind the end."""
    state = replace(started(OF, 2), stones=Stones(spaces, (3, 1, 2, 6, 5, 4), ranked))
    drawn = strip.stones(state)
    at = sorted(drawn.values())
    assert all(right - left >= strip.STONE_WIDTH for left, right in itertools.pairwise(at))
    assert at[0] >= strip.LEFT - strip.STONE_WIDTH // 2
    assert at[-1] <= 1792 - 31
    assert all((drawn[tribe] > strip.right_of(state)) == (tribe in ranked) for tribe in ORDER)
    if spaces[1] == spaces[2] and not {"blue", "green"} & set(ranked):
        assert drawn["blue"] > drawn["green"], "arrived earlier"
