"""Whole games of Lunchtime Battle, as they were stored: what was played still leads to the same table and runners."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.core.scoring import result_json
from companion.games.lunchtime_battle import LunchtimeBattle
from companion.games.lunchtime_battle.rounds import PICKS, ROUNDS
from testkit.golden import GoldenGame, golden_games

GOLDEN = golden_games(Path(__file__).parent / "golden", "lunchtime_battle")


def shown(game: LunchtimeBattle, state: Any, names: tuple[str, ...]) -> dict[str, Any]:
    """What a checkpoint holds, one after every round."""
    result = game.score(game.sheet(state))
    return {
        "phase": "over" if state.ending.over else state.phase,
        "round": state.round,
        "start": state.start,
        "hunger": list(state.hunger),
        "candidates": [[card.id, card.name, card.used] for card in state.candidates],
        "totals": [player.total for player in result.players],
        "losers": [names[seat] for seat in result.losers],
    }


@pytest.mark.parametrize("golden", GOLDEN, ids=lambda golden: golden.name)
def test_a_stored_game_leads_to_the_same_end(golden: GoldenGame) -> None:
    """Every entry is accepted, reads and writes as it was stored; each checkpoint and the result are as they were."""
    game = golden.open(LunchtimeBattle)
    state = golden.replay(game, lambda state: shown(game, state, golden.names))
    assert result_json(game.score(game.sheet(state)), golden.names) == golden.ended


@pytest.mark.parametrize("golden", GOLDEN, ids=lambda golden: golden.name)
def test_a_stored_game_has_the_rounds_and_candidates_of_its_players(golden: GoldenGame) -> None:
    """As many checkpoints as rounds and the end; at least the first candidates, at most all picks and neighbours."""
    seats = len(golden.names)
    size = golden.open(LunchtimeBattle).setup(seats).places
    assert len(golden.checkpoints) == ROUNDS[size] + 1
    candidates = golden.checkpoints[max(golden.checkpoints)]["candidates"]
    picked = [card for card, _, _ in candidates if not card.startswith("0.")]
    most = ROUNDS[size] * PICKS[size] * 3
    assert len(candidates) - len(picked) == size
    assert ROUNDS[size] / 2 < len(picked) <= most


def test_there_is_a_golden_game_for_2_3_5_and_6_players() -> None:
    """A golden playthrough for 2, 3, 5 and 6 players."""
    assert {len(golden.names) for golden in GOLDEN} >= {2, 3, 5, 6}
