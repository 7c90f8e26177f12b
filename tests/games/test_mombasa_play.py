"""Mombasa's rounds, phases, sums on the way, and the end."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.accepting import accept
from companion.core.codec import action_from_json
from companion.core.ending import changed_late
from companion.core.refusal import Refused
from companion.core.text import Seat, plain
from companion.games.mombasa import Mombasa
from companion.games.mombasa.arithmetic import Border, Expansion, coins_dropped, expand
from companion.games.mombasa.scoring import MombasaSheet
from companion.games.mombasa.state import State
from companion.games.mombasa.sums import SUMS

GAME = Mombasa()


def after(state: State, *actions: dict[str, Any]) -> State:
    """The state after actions; ``seat`` stands inside each."""
    for entry in actions:
        action = {key: value for key, value in entry.items() if key != "seat"}
        seat = entry.get("seat")
        state = accept(GAME, state, None if seat is None else Seat(seat), action_from_json(GAME, action)).state
    return state


END = ({"type": "end_actions", "seat": 0}, {"type": "end_actions", "seat": 1})
ROUND = ({"type": "cards_revealed"}, *END)


def test_seven_rounds_of_three_phases_and_no_phase_3_after_round_7() -> None:
    state = GAME.setup(2)
    for number in range(1, 7):
        assert (state.round, state.phase) == (number, "planning")
        state = after(state, *ROUND)
        assert state.phase == "preparing"
        state = after(state, {"type": "next_round"})
    state = after(state, *ROUND)
    assert (state.round, state.phase) == (7, "scoring")


def test_whoever_has_ended_the_action_phase_takes_no_more_turns_this_round() -> None:
    state = after(GAME.setup(2), {"type": "cards_revealed"}, END[0])
    assert GAME.active_seats(state) == {1}
    with pytest.raises(Refused) as refused:
        after(state, END[0])
    assert refused.value.code == "not_your_turn"


def test_over_when_every_seat_says_my_sheet_is_complete_after_round_7() -> None:
    state = GAME.setup(2)
    for _ in range(6):
        state = after(state, *ROUND, {"type": "next_round"})
    state = after(state, *ROUND, {"type": "sheet_complete", "seat": 0})
    assert GAME.outcome(state) is None
    state = after(state, {"type": "sheet_complete", "seat": 0, "done": False}, {"type": "sheet_complete", "seat": 1})
    assert GAME.outcome(state) is None
    assert GAME.outcome(after(state, {"type": "sheet_complete", "seat": 0})) is not None


def test_over_when_anybody_says_finish_now_and_not_over_after_all() -> None:
    state = after(GAME.setup(3), {"type": "cash", "value": 5, "seat": 2}, {"type": "finish"})
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.winners == (2,)
    assert GAME.outcome(after(state, {"type": "go_on"})) is None


def test_the_review_freezes_the_board_and_later_edits_are_marked() -> None:
    state = after(GAME.setup(2), {"type": "cash", "value": 5, "seat": 0}, {"type": "finish"})
    assert not state.ending.is_late(GAME.sheet(state))
    state = after(state, {"type": "cash", "value": 9, "seat": 0})
    assert state.ending.is_late(GAME.sheet(state))
    then = state.ending.frozen
    assert then is not None
    assert changed_late(GAME.score(then), GAME.score(GAME.sheet(state))) == {("cash", 0)}
    assert isinstance(then, MombasaSheet)
    assert then.players[0].cash == 5
    assert GAME.sheet(state).players[0].cash == 9


@pytest.mark.parametrize(
    ("counter", "late"),
    [
        pytest.param({"counter": "cash:0", "value": 9}, True, id="another number"),
        pytest.param({"counter": "coins:cairo", "value": 2}, True, id="coins of a company"),
        pytest.param({"counter": "cash:0", "value": 5}, False, id="the same number"),
    ],
)
def test_a_correction_after_the_review_is_marked_too(counter: dict[str, Any], late: bool) -> None:
    """Final review freezes the big screen; later edits are marked, whichever way they are entered."""
    state = after(GAME.setup(2), {"type": "cash", "value": 5, "seat": 0}, {"type": "finish"})
    after_it = after(state, {"type": "correct", **counter})
    assert after_it.ending.is_late(GAME.sheet(after_it)) == late


def test_a_corrected_round_is_a_game_that_goes_on() -> None:
    """A correction is always possible, and what it says is true afterwards: round 3 is not over."""
    state = after(GAME.setup(2), {"type": "finish"}, {"type": "correct", "counter": "round", "value": 3})
    assert GAME.outcome(state) is None
    assert plain(GAME.stage(state).text) == "Round 3 of 7 · Planning phase"
    assert GAME.active_seats(state) == {0, 1}


def test_a_corrected_number_shows_no_sum_it_was_not_typed_as() -> None:
    """A sum such as 12+11+7 is shown with its parts, until the number is another."""
    typed = after(GAME.setup(2), {"type": "cash", "value": 30, "parts": [12, 11, 7], "seat": 0})
    assert GAME.view(typed, Seat(0)).sums == {"cash:0": (12, 11, 7)}
    assert GAME.view(after(typed, {"type": "correct", "counter": "cash:0", "value": 5}), Seat(0)).sums == {}


def test_the_reveal_goes_category_by_category_and_then_the_totals() -> None:
    state = after(GAME.setup(2), {"type": "finish"})
    for step in range(1, 9):
        state = after(state, {"type": "reveal"})
        assert state.ending.revealed == step
    with pytest.raises(Refused):
        after(state, {"type": "reveal"})


@pytest.mark.parametrize(
    ("players", "dropped"),
    [
        pytest.param(2, [1, 1, 1, 1, 1, 1], id="2 players: 1 each (total 6)"),
        pytest.param(3, [2, 1, 2, 1, 2, 1], id="3 players: 2 on spaces 2, 4, 6 and 1 on 3, 5, 7 (total 9)"),
        pytest.param(4, [2, 2, 2, 2, 2, 2], id="4 players: 2 each (total 12)"),
    ],
)
def test_coins_on_round_spaces(players: int, dropped: list[int]) -> None:
    assert [coins_dropped(players, round_ended) for round_ended in range(1, 7)] == dropped
    assert coins_dropped(players, 7) == 0


@pytest.mark.parametrize(
    ("helmets", "borders", "result"),
    [
        pytest.param([3, 2], [Border(1), Border(2), Border(2)], Expansion(5, 3, 5), id="helmets add up"),
        pytest.param([3], [Border(1), Border(2, ousts=True)], Expansion(3, 1, 1), id="1 more to oust a rival post"),
        pytest.param([2], [], Expansion(2, 0, 0), id="points not spent are lost"),
    ],
)
def test_expansion_points(helmets: list[int], borders: list[Border], result: Expansion) -> None:
    assert expand(helmets, borders) == result


@pytest.mark.parametrize(
    ("which", "typed", "told"),
    [
        pytest.param("goods", {"values": (2, 3, 3)}, "8 in all to spend on one card and on company tracks.", id="values add up"),
        pytest.param("goods", {"values": (2, 3), "price": (4,)}, "5 in all: after the card for 4 you have 1 left for company tracks.", id="at most one card and/or tracks"),
        pytest.param("goods", {"values": (2,), "price": (4,)}, "2 in all: the card costs 4, you are 2 short.", id="too dear"),
        pytest.param("goods", {"values": (3,), "price": (-2,)}, "-2 cannot be: every number here is 0 or more.", id="no price below 0"),
        pytest.param("expansion", {"helmets": (3, 2), "borders": (1, 2)}, "Points: 5. Borders crossed: 2, for 3. 2 left; what is not spent is lost.", id="points not spent are lost"),
        pytest.param("expansion", {"helmets": (3,), "borders": (1, 4)}, "Points: 3. Border 2 costs 4, you are 2 short. 2 would be lost.", id="1, 2 or 3 by its kind, and 1 more to oust"),
        pytest.param("expansion", {"helmets": (3,), "borders": (0,)}, "A border costs 1 to 4 points, not 0.", id="no border is free"),
        pytest.param("expansion", {"helmets": (-3,)}, "-3 cannot be: every number here is 0 or more.", id="no helmets below 0"),
        pytest.param("goods", {"values": (2, 3), "price": (3, 1)}, "At most one card of the display is taken: enter one price, not 2.", id="at most one card of the display"),
        pytest.param("goods", {"values": (3, 0)}, "A goods card counts 1 or more, not 0. Leave it out.", id="one or more cards, and each has a value"),
        pytest.param("goods", {"values": (1, 1, 1, 1, 1, 1)}, "Cards: 6. Only 5 lie in the action slots; add what a bonus tile brings to one of them.", id="at most 5 slots, one card each"),
        pytest.param("expansion", {"helmets": (12, 0)}, "An expansion card has 1 to 9 helmets, not 12.", id="no card has 12 helmets"),
        pytest.param("expansion", {"helmets": (3, 0)}, "An expansion card has 1 to 9 helmets, not 0.", id="no card has 0 helmets"),
        pytest.param("expansion", {"helmets": (4,) * 6}, "Cards: 6. Only 5 lie in the action slots; add what a bonus tile brings to one of them.", id="at most 5 expansion cards"),
        pytest.param("expansion", {"helmets": (9, 9), "borders": (1,) * 16}, "Borders: 16. A company has only 15 trading posts.", id="15 posts a company"),
    ],
)  # fmt: skip
def test_sums_on_the_way_say_what_the_rules_exclude(which: str, typed: dict[str, tuple[int, ...]], told: str) -> None:
    assert " ".join(plain(text) for text in SUMS[which](typed)) == told


@pytest.mark.parametrize(
    ("action", "said"),
    [
        pytest.param({"type": "cash", "value": 14, "seat": 0}, "Ann: Cash 14 instead of 0.", id="money"),
        pytest.param(
            {"type": "coins", "company": "cairo", "value": 2},
            "Cairo: 2 coins uncovered instead of 0. Ann +6",
            id="coins change everybody with shares",
        ),
        pytest.param(
            {"type": "shares", "company": "cairo", "part": "cards", "value": 1, "seat": 0},
            "Ann: 1 share icon of Cairo on cards instead of 0. 0 coins × 4 shares = 0.",
            id="shares",
        ),
        pytest.param({"type": "finish"}, "The game ends here; the pad is counted as it stands.", id="finish"),
    ],
)
def test_the_sentence_before_confirming(action: dict[str, Any], said: str) -> None:
    state = after(GAME.setup(2), {"type": "shares", "company": "cairo", "part": "track", "value": 3, "seat": 0})
    seat = action.get("seat")
    plain_action = {key: value for key, value in action.items() if key != "seat"}
    telling = accept(GAME, state, None if seat is None else Seat(seat), action_from_json(GAME, plain_action)).telling
    assert " ".join(plain(clause.text, ("Ann", "Bo")) for clause in telling) == said
