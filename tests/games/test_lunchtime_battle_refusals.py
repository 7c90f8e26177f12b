"""What a Lunchtime Battle table refuses: the rule and the way out."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.lunch_tables import Evening, five


def _rolled() -> Evening:
    table = Evening(3)
    table.start(0, [2, 3])
    return table


def _over() -> Evening:
    table = five()
    table.do(None, "finish")
    return table


REFUSALS = [
    pytest.param(Evening, (3,), 0, "roll", {"dice": [2, 3]}, "Say first who gets the start player marker.", id="roll"),
    pytest.param(Evening, (3,), 0, "pass", {}, "Say first who gets the start player marker.", id="pass, not begun"),
    pytest.param(five, (), None, "start_player", {"player": 1}, "Ann has the start player marker.", id="start twice"),
    pytest.param(five, (), None, "decide", {}, "is decided at the final count. Play on, or finish now.", id="decide"),
    pytest.param(five, (), None, "go_on", {}, "The game is not over: just play on.", id="going on"),
    pytest.param(five, (), None, "rank_foods", {"order": ["meat", "potion"]}, "nothing is ranked.", id="rank"),
    pytest.param(
        five, (), None, "hunger", {"food": "meat", "value": 2}, "counts hunger and symbols itself", id="hunger"
    ),
    pytest.param(
        five, (), 0, "symbols", {"food": "meat", "value": 2}, "counts hunger and symbols itself", id="symbols"
    ),
    pytest.param(five, (), 0, "sheet_complete", {}, "Nobody has a sheet to complete here", id="complete"),
    pytest.param(five, (), None, "dishes", {"meat": "A"}, "every symbol stands for its own food", id="dishes"),
    pytest.param(_rolled, (), None, "point_at", {"target": "1.1"}, "now nothing is counted", id="pick by hand"),
    pytest.param(_rolled, (), 0, "lay", {"hunger": 1, "foods": {}, "hand": 1}, "Everybody has one hand", id="hand"),
    pytest.param(_over, (), 0, "roll", {"dice": [2, 2, 2, 2]}, "To play on, correct the rounds to play.", id="last"),
    pytest.param(_over, (), None, "finish", {}, "This is the final count already", id="finish twice"),
]


@pytest.mark.parametrize(("make", "args", "seat", "type_", "more", "words"), REFUSALS)
def test_a_refusal_says_the_rule_and_the_way_out(
    make: Any, args: Any, seat: int | None, type_: str, more: dict[str, Any], words: str
) -> None:
    """Issue: the rule, not "This is not possible now"; no field names, no seat numbers."""
    why = make(*args).refused(seat, type_, **more)[1]
    assert words in why
    assert "not possible now" not in why and "is not asked for" not in why


def test_a_first_candidate_after_the_first_round_is_refused_with_the_rule() -> None:
    table = Evening(2)
    table.start(0, [2])
    table.ring([1, 1])
    table.settle()
    assert table.refused(0, "lay", hunger=1, foods={})[1].startswith("Bo rolls the dice first")
    table.start(1, [2])
    assert table.refused(0, "first_candidate", foods={})[1].startswith("First candidates are laid in the first round")


def test_a_table_that_only_scores_says_so() -> None:
    table = Evening(2, bookkeeping="final")
    assert table.refused(0, "roll", dice=[2])[1].startswith("This table keeps only the final count")
    assert "when every sheet is complete" in table.refused(None, "decide")[1]
