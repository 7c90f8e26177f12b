"""Whole races, as they were stored: what was played still leads to the same ring and the same result."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.core.accepting import accept
from companion.core.codec import action_from_json, action_to_json, options_from_json
from companion.core.scoring import result_json
from companion.core.text import Seat
from companion.games.walking_on_the_moon import WalkingOnTheMoon
from companion.games.walking_on_the_moon.race import stars_in_all
from companion.games.walking_on_the_moon.state import State

GOLDEN = sorted((Path(__file__).parent / "golden").glob("walking_on_the_moon-*.json"))


def shown(state: State) -> dict[str, Any]:
    """What a checkpoint holds: astronauts as [seat, index, space, stars, tokens, coma, finish]."""
    return {
        "round": state.round,
        "ring": list(state.ring),
        "stack": list(state.stack),
        "astronauts": [[a.seat, a.index, a.space, a.stars, a.tokens, a.coma, a.finish] for a in state.astronauts],
    }


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_stored_race_leads_to_the_same_end(path: Path) -> None:
    """Every entry is accepted, reads and writes as it was stored; each checkpoint and the result are as they were."""
    stored = json.loads(path.read_text(encoding="utf-8"))
    names = tuple(stored["names"])
    of = WalkingOnTheMoon.open(options_from_json(WalkingOnTheMoon, stored["options"], len(names)), stored["box"])
    state = of.setup(len(names))
    expected = {point.pop("after"): point for point in stored["checkpoints"]}
    for number, play in enumerate(stored["plays"], 1):
        action = action_from_json(of, play["action"])
        assert action_to_json(action) == play["action"]
        state = accept(of, state, None if play["seat"] is None else Seat(play["seat"]), action)
        assert stars_in_all(state) == 6
        if number in expected:
            assert shown(state) == expected.pop(number)
    assert not expected
    assert of.outcome(state) is not None
    sheet = of.sheet(state, names)
    assert sheet is not None
    assert result_json(of.score(sheet)) == stored["result"]


def test_the_stored_races_are_one_of_two_players_and_one_of_five() -> None:
    """Issue: golden playthrough for 2 and 5 players, a checkpoint for every round, with what a race can bring."""
    found = {path.stem.partition("-")[2]: json.loads(path.read_text()) for path in GOLDEN}
    assert set(found) == {"2-players", "5-players"}
    for race in found.values():
        assert len(race["checkpoints"]) >= 5
        types = {play["action"]["type"] for play in race["plays"]}
        assert {"choose_dice", "jump", "stop", "recover", "extra_die", "reroll"} <= types
        jumps = [play["action"] for play in race["plays"] if play["action"]["type"] == "jump"]
        assert {jump.get("ends", "stands") for jump in jumps} >= {"stands", "bump", "skull", "red"}
        assert any("obstruct" in jump for jump in jumps)
    assert any(play["action"].get("swap") for play in found["2-players"]["plays"])
    assert any(play["action"]["type"] == "tie_answer" for play in found["5-players"]["plays"])
