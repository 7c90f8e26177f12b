"""Whole games of Monkeys on the Moon, as they were stored: what was played still leads to the same table and result."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.core.scoring import result_json
from companion.games.monkeys_on_the_moon import MonkeysOnTheMoon
from testkit.golden import GoldenGame, golden_games
from tests.games.monkeys_tables import assert_conserved

GOLDEN = golden_games(Path(__file__).parent / "golden", "monkeys_on_the_moon")


def shown(of: MonkeysOnTheMoon, state: Any) -> dict[str, Any]:
    """What a checkpoint holds."""
    return {
        "round": state.round,
        "stones": list(state.stones.spaces),
        "ranked": list(state.stones.ranked),
        "coins": [list(counts) for counts in state.favours.coins],
        "scorn": [None if seat is None else int(seat) for seat in state.favours.scorn],
        "home": [[[monkey.tribe, monkey.number] for monkey in corner.home] for corner in state.corners],
        "totals": [player.total for player in of.score(of.sheet(state)).players],
    }


@pytest.mark.parametrize("golden", GOLDEN, ids=lambda golden: golden.name)
def test_a_stored_game_leads_to_the_same_end(golden: GoldenGame) -> None:
    """Every entry is accepted, reads and writes as it was stored; each checkpoint and the result are as they were."""
    of = golden.open(MonkeysOnTheMoon)
    state = golden.replay(of, lambda state: shown(of, state), each=assert_conserved)
    assert result_json(of.score(of.sheet(state)), golden.names) == golden.ended


def test_the_golden_games_are_a_whole_game_of_four_and_one_of_two() -> None:
    """A golden playthrough of a whole 4-player game (8 rounds) and of a 2-player game."""
    rounds = {golden.name.partition("-")[2]: len(golden.checkpoints) for golden in GOLDEN}
    assert (rounds["4-players"], rounds["2-players"]) == (8, 12)
