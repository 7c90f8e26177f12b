"""Lunchtime Battle: abilities and the count they leave, who passes, and when a pick is final."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.codec import action_from_json
from companion.core.log import Amended, Event, Played, Sitting, accepted, fold
from companion.core.text import Seat
from companion.games.lunchtime_battle import counting
from tests.games.lunch_tables import MEAT, NAMES, Evening, five

ABILITIES: list[Any] = [
    pytest.param("total", {"change": -4}, [4], "The total goes from 14 to 10.", id="change the total"),
    pytest.param("total", {"change": -14}, [], "The total goes from 14 to 0. ", id="a total of 0"),
    pytest.param(
        "total",
        {"change": -20},
        [],
        "The total goes from 14 to 0: it never falls below 0.",
        id="a total never falls below 0, and says so",
    ),
    pytest.param("die", {"die": "6", "to": "removed"}, [3], "A 6 is removed: the total is 8.", id="a die is removed"),
    pytest.param(
        "die",
        {"die": "6", "to": "removed", "every": True},
        [0],
        "Every 6 is removed: the total is 2.",
        id="Catty: all dice of a face",
    ),
    pytest.param("die", {"die": "6", "to": "2"}, [4], "A 6 becomes 2: the total is 10.", id="a die changes"),
    pytest.param("reverse", {}, [4], "Counting now runs counter-clockwise.", id="reverse: 3 1 3 1 2, 4 is the second"),
    pytest.param("start", {"target": "1.3"}, [3], "The count begins at Cy's monster.", id="start from another"),
    pytest.param("skip", {"target": "1.2"}, [3], "Bo's monster is not counted.", id="skip: 3 1 3 1, 14 = 8 + 6"),
    pytest.param("neighbour", {"side": "left"}, [1, 2], "Also picked: the left neighbour", id="Bear: also the left"),
    pytest.param("neighbour", {"side": "right"}, [1, 0], "Also picked: the right neighbour", id="also the right"),
    pytest.param(
        "symbols", {"target": "1.1", "change": 2}, [0], "5 hunger symbols instead of 3", id="more hunger symbols"
    ),
    pytest.param(
        "symbols",
        {"target": "1.1", "change": -9},
        [4],
        "0 hunger symbols instead of 3",
        id="none left: 7 a lap, 14 is two",
    ),
    pytest.param("hunger", {"food": "potion", "change": 3}, [1], "Hunger for Potion: from 0 to 3.", id="move a marker"),
    pytest.param("hunger", {"food": "meat", "change": -9}, [1], "Hunger for Meat: from 1 to 0.", id="not below 0"),
    pytest.param(
        "candidate",
        {"target": "0.1", "food": "meat", "change": 2},
        [1],
        "Meat 2 instead of 0",
        id="change symbols of a candidate",
    ),
    pytest.param("other", {"note": "Everybody sings."}, [1], "“Everybody sings.”", id="other: free text"),
]


@pytest.mark.parametrize(("effect", "fields", "picked", "words"), ABILITIES)
def test_an_ability_and_the_count_it_leaves(effect: str, fields: dict[str, Any], picked: list[int], words: str) -> None:
    table = five()
    said = table.do(3, f"ability_{effect}", monster="0.4", **fields)
    assert table.picked == picked
    assert said.startswith("Di uses Di's monster.")
    assert words in said


def test_a_total_of_0_grows_again_from_0() -> None:
    table = five()
    table.do(0, "ability_total", monster="0.1", change=-20)
    assert table.do(2, "ability_total", monster="0.3", change=3).startswith(
        "Cy uses Cy's monster. The total goes from 0 to 3."
    )
    assert table.picked == [0]
    table.do(1, "ability_total", monster="0.2", change=-3)
    table.do(3, "ability_die", monster="0.4", die="6", to="removed", every=True)
    assert table.do(4, "ability_total", monster="0.5", change=2).startswith(
        "Ed uses Ed's monster. The total goes from 0 to 2."
    )


def test_each_candidates_ability_once_a_game() -> None:
    table = five()
    table.do(3, "ability_total", monster="0.4", change=1)
    assert table.refused(3, "ability_total", monster="0.4", change=1) == (
        "illegal",
        "Di's monster has used its ability: once a game. Use another one, or Undo.",
    )
    assert table.state.total == 15


def test_only_with_my_own_candidates_and_also_for_somebody_elses_monster() -> None:
    table = five()
    assert table.refused(3, "ability_reverse", monster="0.1") == (
        "illegal",
        "Ann's monster lies before Ann, who alone can use it.",
    )
    table.do(3, "ability_skip", monster="0.4", target="1.2")


def test_the_monster_counted_last_itself_may_use_its_ability() -> None:
    table = five()
    table.do(1, "ability_start", monster="1.2", target="1.3")
    assert table.picked == [3]
    assert [card.used for card in table.state.ring if card.place == 1] == ["start"]
    assert table.refused(2, "ability_reverse", monster="1.3") == (
        "illegal",
        "Cy's monster is not counted last now, so its ability cannot be used.",
    )


def test_a_used_monster_of_the_ring_that_is_picked_later_stays_turned() -> None:
    table = five()
    table.do(1, "ability_other", monster="1.2")
    table.settle()
    assert [card.used for card in table.state.candidates if card.id == "1.2"] == ["other"]
    assert "1.2" not in [card.id for card in counting.usable(table.state, Seat(1))]


def test_first_come_first_served_both_count_in_the_order_they_came() -> None:
    """Two phones at the same moment: the second ability works on what the first one left."""
    one, other = five(), five()
    one.do(3, "ability_start", monster="0.4", target="1.3")
    one.do(4, "ability_start", monster="0.5", target="1.5")
    other.do(4, "ability_start", monster="0.5", target="1.5")
    other.do(3, "ability_start", monster="0.4", target="1.3")
    assert one.state.origin == "1.5"
    assert other.state.origin == "1.3"
    assert [card.used for card in one.state.candidates] == ["", "", "", "start", "start"]


def test_the_pick_is_final_only_when_all_have_passed() -> None:
    table = five()
    for seat in (4, 2, 0, 3):
        table.do(seat, "pass")
        assert table.state.pick == 1
    assert table.game.active_seats(table.state) == {1}
    said = table.do(1, "pass")
    assert "Bo's monster is picked" in said
    assert table.state.pick == 2


def test_an_ability_takes_all_passes_back() -> None:
    table = five()
    for seat in (4, 2, 0):
        table.do(seat, "pass")
    table.do(4, "ability_other", monster="0.5")
    assert table.game.active_seats(table.state) == {0, 1, 2, 3}, "Ed has nothing left to use"


def test_where_nobody_has_an_ability_left_the_start_player_alone_is_waited_for() -> None:
    table = five()
    for seat in range(5):
        table.do(seat, "ability_other", monster=f"0.{seat + 1}")
    table.do(1, "ability_other", monster="1.2")
    assert table.game.active_seats(table.state) == {0}
    assert "is picked" in table.do(0, "pass")


def test_the_start_player_may_say_that_the_pick_is_final() -> None:
    table = five()
    assert table.refused(1, "settle") == ("not_your_turn", "Ann, the start player, says when the pick is final.")
    table.settle()
    assert table.state.pick == 2


def test_a_second_tap_on_final_does_not_settle_the_next_pick_unseen() -> None:
    """Two taps on one pick: the second saw a count that is over, and is told so."""
    table = five()
    seen = counting.seen(table.state)
    table.do(0, "settle", was=seen)
    code, why = table.refused(0, "settle", was=seen)
    assert (code, table.state.pick) == ("stale", 2)
    assert why == "The count has changed meanwhile. Now: 14 = 1 lap of 8, then 6: symbol 1 of Ann's monster."
    table.do(0, "settle", was=counting.seen(table.state))
    assert table.refused(0, "settle")[1] == "This pick is final already."


def test_who_passes_on_a_count_that_somebody_just_changed_is_shown_the_new_one() -> None:
    table = five()
    seen = counting.seen(table.state)
    table.do(3, "ability_reverse", monster="0.4")
    assert table.refused(1, "pass", was=seen)[0] == "stale"
    table.do(1, "pass", was=counting.seen(table.state))
    assert table.refused(1, "pass")[1] == "You have said so already; the others are still thinking."


def test_an_older_roll_can_be_corrected_although_the_pick_was_settled_with_what_was_seen_then() -> None:
    """An amendment lets go of what later taps saw: the fold counts anew."""
    table = Evening(3)
    sitting = tuple(Sitting(name, "red") for name in NAMES[:3])
    plays: list[tuple[int | None, dict[str, Any]]] = [
        (None, {"type": "start_player", "player": 0}),
        (0, {"type": "roll", "dice": [2, 2]}),
        *((seat, {"type": "lay", "hunger": 2, "foods": MEAT}) for seat in range(3)),
        *((seat, {"type": "first_candidate", "foods": {}}) for seat in range(3)),
        (0, {"type": "settle", "was": "1.1:1.2"}),
    ]
    events = [
        Event(
            n, "", 1, "hand", None, Played(None if seat is None else Seat(seat), action_from_json(table.game, action))
        )
        for n, (seat, action) in enumerate(plays, 1)
    ]
    assert [card.id for card in fold(table.game, sitting, events).state.candidates][-1] == "1.2"
    other = action_from_json(table.game, {"type": "roll", "dice": [3, 3]})
    amended = Event(len(events) + 1, "", 1, "hand", None, Amended(2, other))
    after = accepted(fold(table.game, sitting, events), amended)
    assert [card.id for card in after.state.candidates][-1] == "1.3"
    assert fold(table.game, sitting, [*events, amended]) == after


OVERTAKEN = [
    pytest.param("roll", 0, {"dice": [2, 2, 2, 2]}, "The dice of this round are entered already.", id="a second roll"),
    pytest.param("lay", 0, {"hunger": 1, "foods": {}}, "turned up already", id="a monster after all are turned up"),
    pytest.param("ability_reverse", 0, {"monster": "7.7"}, "no such monster", id="a monster that is not there"),
]


@pytest.mark.parametrize(("type_", "seat", "fields", "words"), OVERTAKEN)
def test_what_somebody_else_did_first_is_refused_with_that_reason(
    type_: str, seat: int, fields: dict[str, Any], words: str
) -> None:
    assert words in five().refused(seat, type_, **fields)[1]


def test_after_a_reversal_the_next_pick_begins_at_the_next_monster_in_that_direction() -> None:
    table = five()
    table.do(0, "ability_reverse", monster="0.1")
    assert table.picked == [4]
    table.settle()
    assert [card.place for card in counting.count(table.state).order] == [3, 2, 1, 0]


def test_the_total_stays_as_abilities_left_it_for_the_later_pick_and_is_fresh_next_round() -> None:
    table = five()
    table.do(0, "ability_total", monster="0.1", change=2)
    table.settle()
    assert table.state.total == 16
    table.settle()
    table.start(1, [2, 2, 2, 2])
    assert table.state.total == 8


def test_picked_neighbours_leave_together_and_the_ring_can_run_empty() -> None:
    table = Evening(2)
    table.start(0, [2])
    table.ring([1, 1])
    table.do(0, "ability_neighbour", monster="0.1", side="left")
    assert table.picked == [1, 0]
    table.settle()
    assert table.state.round == 2
    assert len(table.state.candidates) == 4


def test_nobody_is_picked_when_nothing_can_be_counted() -> None:
    table = Evening(2)
    table.start(0, [3])
    table.ring([1, 1])
    said = table.do(0, "ability_die", monster="0.1", die="3", to="removed", every=True)
    assert "Nothing can be counted: nobody is picked." in said
    table.settle()
    assert (table.state.round, len(table.state.candidates)) == (2, 2)


def test_the_table_may_pick_by_hand_until_the_count_changes_again() -> None:
    table = five()
    table.do(None, "point_at", target="1.5")
    assert table.picked == [4]
    table.do(0, "ability_total", monster="0.1", change=1)
    assert table.picked == [1]


@pytest.mark.parametrize(
    ("when", "phase", "candidates"),
    [
        pytest.param("now", "final", 5, id="at once: the pick does not happen"),
        pytest.param("round", "count", 5, id="after this round: it is played out"),
    ],
)
def test_game_end_ends_the_game(when: str, phase: str, candidates: int) -> None:
    table = five()
    said = table.do(3, "ability_end", monster="0.4", when=when)
    assert table.state.phase == phase
    assert len(table.state.candidates) == candidates
    assert "Game End" in said
    if when == "round":
        table.settle()
        table.settle()
        assert table.state.phase == "final"
