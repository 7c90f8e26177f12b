"""Whole games of Spank the Monkey, as they were stored: what was played still leads to the same piles and winner."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.core.accepting import accept
from companion.core.codec import action_from_json, action_to_json, options_from_json
from companion.core.text import Seat
from companion.games.spank_the_monkey import SpankTheMonkey

GOLDEN = sorted((Path(__file__).parent / "golden").glob("spank_the_monkey-*.json"))


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


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_stored_game_leads_to_the_same_end(path: Path) -> None:
    """Every entry is accepted, told, reads and writes as it was stored; checkpoints and the end are as they were."""
    stored = json.loads(path.read_text(encoding="utf-8"))
    options = options_from_json(SpankTheMonkey, stored["options"], len(stored["names"]))
    game = SpankTheMonkey.open(options, stored["box"])
    state: Any = game.setup(len(stored["names"]))
    expected = {point.pop("after"): point for point in stored["checkpoints"]}
    for number, play in enumerate(stored["plays"], 1):
        assert game.outcome(state) is None, f"the game is over before entry {number}"
        action = action_from_json(game, play["action"])
        assert action_to_json(action) == play["action"]
        seat = None if play["seat"] is None else Seat(play["seat"])
        assert tell(game, state, seat, action)
        state = accept(game, state, seat, action)
        if number in expected:
            assert shown(state) == expected.pop(number), f"after entry {number}"
    assert not expected
    outcome = game.outcome(state)
    assert outcome is not None
    assert {"winners": list(outcome.winners), "monkey": state.monkey_won} == stored["end"]


def test_one_golden_game_has_every_variant_on() -> None:
    """Issue: golden playthrough with every variant on."""
    options = [json.loads(path.read_text(encoding="utf-8"))["options"] for path in GOLDEN]
    assert {
        "start": "random",
        "active_monkey": True,
        "scared_monkey": True,
        "free_building": True,
        "deck_empty": "needed",
    } in options
