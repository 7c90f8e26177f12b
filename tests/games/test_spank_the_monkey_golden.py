"""Whole games of Spank the Monkey, as they were stored: what was played still leads to the same piles and winner."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.games.spank_the_monkey import SpankTheMonkey
from testkit.golden import GoldenGame, golden_games

GOLDEN = golden_games(Path(__file__).parent / "golden", "spank_the_monkey")


def shown(state: Any) -> dict[str, Any]:
    """What a checkpoint holds: piles bottom to top as "name height/strength", the monkey, the draw pile, hands, turn."""
    return {
        "piles": [[f"{junk.name} {junk.height}/{junk.full_strength}" for junk in pile] for pile in state.piles],
        "monkey": state.monkey,
        "deck": state.deck,
        "hands": list(state.hands),
        "turn": state.turn,
        "phase": state.phase,
    }


@pytest.mark.parametrize("golden", GOLDEN, ids=lambda golden: golden.name)
def test_a_stored_game_leads_to_the_same_end(golden: GoldenGame) -> None:
    """Every entry is accepted, told, reads and writes as it was stored; checkpoints and the end are as they were."""
    game = golden.open(SpankTheMonkey)
    state = golden.replay(game, shown)
    outcome = game.outcome(state)
    assert outcome is not None
    assert {"winners": list(outcome.winners), "monkey": state.monkey_won} == golden.ended


def test_one_golden_game_has_every_variant_on() -> None:
    """A golden playthrough with every variant on."""
    options = [golden.options for golden in GOLDEN]
    assert {
        "start": "random",
        "active_monkey": True,
        "scared_monkey": True,
        "free_building": True,
        "deck_empty": "needed",
    } in options
