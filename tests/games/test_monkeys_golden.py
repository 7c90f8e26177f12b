"""Whole games of Monkeys on the Moon, as they were stored: what was played still leads to the same table and result."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.core.accepting import accept
from companion.core.codec import action_from_json, action_to_json, options_from_json
from companion.core.scoring import result_json
from companion.core.text import Seat
from companion.games.monkeys_on_the_moon import MonkeysOnTheMoon
from tests.games.monkeys_tables import assert_conserved

GOLDEN = sorted((Path(__file__).parent / "golden").glob("monkeys_on_the_moon-*.json"))


def shown(of: MonkeysOnTheMoon, state: Any, names: tuple[str, ...]) -> dict[str, Any]:
    """What a checkpoint holds."""
    return {
        "round": state.round,
        "stones": list(state.stones.spaces),
        "ranked": list(state.stones.ranked),
        "coins": [list(counts) for counts in state.favours.coins],
        "scorn": [None if seat is None else int(seat) for seat in state.favours.scorn],
        "home": [[[monkey.tribe, monkey.number] for monkey in corner.home] for corner in state.corners],
        "totals": [player.total for player in of.score(of.sheet(state, names)).players],
    }


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_stored_game_leads_to_the_same_end(path: Path) -> None:
    """Every entry is accepted, reads and writes as it was stored; each checkpoint and the result are as they were."""
    stored = json.loads(path.read_text(encoding="utf-8"))
    names = tuple(stored["names"])
    of = MonkeysOnTheMoon.open(options_from_json(MonkeysOnTheMoon, stored["options"], len(names)), stored["box"])
    state: Any = of.setup(len(names))
    expected = {point.pop("after"): point for point in stored["checkpoints"]}
    for number, play in enumerate(stored["plays"], 1):
        action = action_from_json(of, play["action"])
        assert action_to_json(action) == play["action"]
        state = accept(of, state, None if play["seat"] is None else Seat(play["seat"]), action)
        assert_conserved(state)
        if number in expected:
            assert shown(of, state, names) == expected.pop(number)
    assert not expected
    assert of.outcome(state) is not None
    assert result_json(of.score(of.sheet(state, names))) == stored["result"]


def test_the_golden_games_are_a_whole_game_of_four_and_one_of_two() -> None:
    """Issue: a golden playthrough of a whole 4-player game (8 rounds) and of a 2-player game."""
    rounds = {path.stem.partition("-")[2]: len(json.loads(path.read_text())["checkpoints"]) for path in GOLDEN}
    assert (rounds["4-players"], rounds["2-players"]) == (8, 12)
