"""Monkeys on the Moon: somebody is away, or is back."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.text import Seat, plain
from companion.games.monkeys_on_the_moon.tribes import ORDER
from tests.games.monkeys_tables import (
    OF,
    RED_4,
    RICH,
    TEACH,
    assert_conserved,
    away,
    bidding,
    coins,
    game,
    play,
    started,
)


def test_who_is_away_is_passed_over_in_both_turns_and_by_the_moonstone() -> None:
    """Bo is away: Ann and Cy teach, pick, and the moonstone goes from Ann to Cy."""
    state, _ = away(started(OF, 3), 1)
    for seat in (0, 2):
        assert OF.active_seats(state) == {seat}
        assert not OF.offers(state, Seat(1))
        state = play(OF, state, seat, **TEACH)
    assert state.phase == "winning"
    for seat in (0, 2):
        assert OF.active_seats(state) == {seat}
        state = play(OF, play(OF, state, seat, **RED_4), None, type="no_bid")
    assert (state.phase, OF.active_seats(state)) == ("wrap_up", {0, 2})
    assert "Discard the monkeys left over and turn up 4 new ones." in [plain(t) for t in OF.view(state, None).wrap_up]  # type: ignore[attr-defined]
    state = play(OF, state, None, type="wrap_up")
    assert (state.round, state.moonstone) == (2, 2)


def test_whoever_leaves_last_in_a_phase_ends_it() -> None:
    """Ann and Bo have taught when Cy leaves: the bid turn begins. Back in it, Cy picks third."""
    state = play(OF, play(OF, started(OF, 3), 0, **TEACH), 1, **TEACH)
    state, _ = away(state, 2)
    assert (state.phase, OF.active_seats(state)) == ("winning", {0})
    state, _ = away(state, 2, gone=False)
    for seat in (0, 1, 2):
        assert OF.active_seats(state) == {seat}
        state = play(OF, play(OF, state, seat, **RED_4), None, type="no_bid")


def test_who_is_back_before_anybody_acted_has_the_turn_again() -> None:
    """A seat marked away by mistake loses nothing."""
    state = started(OF, 3)
    gone, _ = away(state, 0)
    assert OF.active_seats(gone) == {1}
    back, _ = away(gone, 0, gone=False)
    assert (back, OF.active_seats(back)) == (state, {0})


@pytest.mark.parametrize(
    ("before", "leaves", "then", "asked"),
    [
        pytest.param([], 0, [], 1, id="the picker leaves: the next one is asked"),
        pytest.param([], 2, [], 0, id="somebody else leaves: the one asked stays asked"),
        pytest.param([(0, 2)], 1, [], 2, id="the one asked leaves: the next one is asked"),
        pytest.param([(0, 2), (1, 3)], 1, ["Red 4 is auctioned anew, without Bo."], 0,
                     id="the highest bid leaves: the monkey is auctioned anew among the others"),
        pytest.param([(0, 2), (1, None)], 2, ["Ann wins Red 4 for 2."], 0, id="everybody else is out: sold"),
        pytest.param([(0, 7), (1, None), (2, None)], 1, [], 0, id="sold already"),
    ],
)  # fmt: skip
def test_somebody_leaves_an_auction(
    before: list[tuple[int, int | None]], leaves: int, then: list[str], asked: int
) -> None:
    """Decision: who leaves is out; if the highest bid is theirs, the others bid anew."""
    state = play(OF, bidding(coins(red=1, green=1, blue=2), RICH, RICH), 0, **RED_4)
    for seat, value in before:
        if state.auction is not None and not state.auction.paying and state.auction.turn == seat:
            state = play(OF, state, seat, **({"type": "pass"} if value is None else {"type": "bid", "value": value}))
    after, said = away(state, leaves)
    assert said == then
    assert OF.active_seats(after) == {asked}
    assert_conserved(after)


def test_the_winner_who_leaves_before_paying_leaves_the_monkey_to_the_others() -> None:
    """Won for 4, two ways to pay, gone: Bo and Cy bid anew; nobody there, it is discarded."""
    rich = coins(red=1, green=2, blue=1)
    state = play(OF, play(OF, bidding(rich, RICH, RICH), 0, **RED_4), None, type="sold", player=0, value=4)
    assert state.auction is not None
    assert state.auction.paying
    state, said = away(state, 0)
    assert said == ["Red 4 is auctioned anew, without Ann."]
    assert OF.active_seats(state) == {1}
    state, _ = away(state, 1)
    state = play(OF, state, 2, type="pass")
    assert (state.auction, state.lost, OF.active_seats(state)) == (None, coins(red=1), {2})


def test_a_first_ship_is_taken_when_its_player_comes_not_from_the_pool() -> None:
    """Cy comes in round 1 after the others have taught: his first ship is his own, the pool stays."""
    of = game()
    state: Any = of.setup(3)
    state, _ = away(state, 2)
    state = play(of, state, None, type="ring", tribes=["black", "brown", "purple", "green", "red", "blue"])
    state = play(of, state, None, type="moonstone", player=0)
    for seat in (0, 1):
        state = play(of, state, seat, type="take_ship", color="red", capacity=3, points=4)
    for seat in (0, 1):
        state = play(of, state, seat, **TEACH)
    assert state.phase == "winning"
    state, _ = away(state, 2, gone=False)
    assert of.active_seats(state) == {2}
    state = play(of, state, 2, type="take_ship", color="red", capacity=3, points=4)
    assert (state.pool, of.active_seats(state)) == (2, {0})
    assert_conserved(state)


def test_the_sheets_of_those_who_are_here_end_the_pad() -> None:
    """Ann is complete; Bo leaves: the final scoring begins. A sheet completed before leaving still counts."""
    of = game(3, bookkeeping="final")
    state: Any = play(of, of.setup(3), None, type="ranking", tribes=list(ORDER))
    state = play(of, state, 0, type="sheet_complete")
    state, _ = away(state, 0, of=of)
    state, said = away(state, 1, of=of)
    assert (said, of.outcome(state), of.active_seats(state)) == ([], None, {2})
    done = play(of, state, 2, type="sheet_complete")
    assert of.outcome(done) is not None
    two, _ = away(play(of, state, 2, type="monkeys", tribe="red", number=4, value=1), 1, False, of)
    two = play(of, two, 1, type="sheet_complete")
    two, said = away(two, 2, of=of)
    assert said == ["Every sheet of those who are here is complete: the final scoring begins."]
    assert of.outcome(two) is not None
    assert not of.active_seats(two)
