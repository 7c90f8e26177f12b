"""Whole games of Lunchtime Battle, as they were stored: what was played still leads to the same table and runners."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.core.accepting import accept
from companion.core.codec import action_from_json, action_to_json, options_from_json
from companion.core.scoring import result_json
from companion.core.text import Seat
from companion.games.lunchtime_battle import LunchtimeBattle
from companion.games.lunchtime_battle.counting import PICKS, ROUNDS, places

GOLDEN = sorted((Path(__file__).parent / "golden").glob("lunchtime_battle-*.json"))


def shown(game: LunchtimeBattle, state: Any, names: tuple[str, ...]) -> dict[str, Any]:
    """What a checkpoint holds, one after every round."""
    result = game.score(game.sheet(state, names))
    return {
        "phase": state.phase,
        "round": state.round,
        "start": state.start,
        "hunger": list(state.hunger),
        "candidates": [[card.id, card.name, card.used] for card in state.candidates],
        "totals": [player.total for player in result.players],
        "losers": list(result.losers),
    }


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_stored_game_leads_to_the_same_end(path: Path) -> None:
    """Every entry is accepted, reads and writes as it was stored; each checkpoint and the result are as they were."""
    stored = json.loads(path.read_text(encoding="utf-8"))
    names = tuple(stored["names"])
    options = options_from_json(LunchtimeBattle, stored["options"], len(names))
    game = LunchtimeBattle.open(options, stored["box"])
    state: Any = game.setup(len(names))
    expected = {point.pop("after"): point for point in stored["checkpoints"]}
    for number, play in enumerate(stored["plays"], 1):
        action = action_from_json(game, play["action"])
        assert action_to_json(action) == play["action"]
        state = accept(game, state, None if play["seat"] is None else Seat(play["seat"]), action)
        if number in expected:
            assert shown(game, state, names) == expected.pop(number)
    assert not expected
    assert game.outcome(state) is not None
    assert result_json(game.score(game.sheet(state, names))) == stored["result"]


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_stored_game_has_the_rounds_and_candidates_of_its_players(path: Path) -> None:
    """As many checkpoints as rounds and the end; at least the first candidates, at most all picks and neighbours."""
    stored = json.loads(path.read_text(encoding="utf-8"))
    seats = len(stored["names"])
    game = LunchtimeBattle.open(options_from_json(LunchtimeBattle, stored["options"], seats), {})
    size = places(game.setup(seats))
    assert len(stored["checkpoints"]) == ROUNDS[size] + 1
    picked = [card for card, _, _ in stored["checkpoints"][-1]["candidates"] if not card.startswith("0.")]
    most = ROUNDS[size] * PICKS[size] * 3
    assert len(stored["checkpoints"][-1]["candidates"]) - len(picked) == size
    assert ROUNDS[size] / 2 < len(picked) <= most


def test_there_is_a_golden_game_for_2_3_5_and_6_players() -> None:
    """Issue: a golden playthrough for 2, 3, 5 and 6 players."""
    players = {len(json.loads(path.read_text(encoding="utf-8"))["names"]) for path in GOLDEN}
    assert players >= {2, 3, 5, 6}
