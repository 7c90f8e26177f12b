"""Whole races, as they were stored: what was played still leads to the same ring and the same result."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.core.scoring import result_json
from companion.games.walking_on_the_moon import WalkingOnTheMoon
from companion.games.walking_on_the_moon.state import State
from testkit.golden import GoldenGame, golden_games
from tests.games.walking_race import stars_in_all

GOLDEN = golden_games(Path(__file__).parent / "golden", "walking_on_the_moon")


def shown(state: State) -> dict[str, Any]:
    """What a checkpoint holds: astronauts as [seat, index, space, stars, tokens, coma, finish]."""
    return {
        "round": state.round,
        "ring": list(state.ring),
        "stack": list(state.stack),
        "astronauts": [[a.seat, a.index, a.space, a.stars, a.tokens, a.coma, a.finish] for a in state.astronauts],
    }


@pytest.mark.parametrize("golden", GOLDEN, ids=lambda golden: golden.name)
def test_a_stored_race_leads_to_the_same_end(golden: GoldenGame) -> None:
    """Every entry is accepted, reads and writes as it was stored; each checkpoint and the result are as they were."""
    of = golden.open(WalkingOnTheMoon)

    def six_stars(state: State) -> None:
        assert stars_in_all(state) == 6

    state = golden.replay(of, shown, each=six_stars)
    assert result_json(of.score(of.sheet(state)), golden.names) == golden.ended


def test_the_stored_races_are_one_of_two_players_and_one_of_five() -> None:
    """A golden playthrough for 2 and 5 players, a checkpoint for every round, with what a race can bring."""
    found = {golden.name.partition("-")[2]: golden for golden in GOLDEN}
    assert set(found) == {"2-players", "5-players"}
    for race in found.values():
        assert len(race.checkpoints) >= 5
        types = {action["type"] for action in race.actions}
        assert {"choose_dice", "jump", "stop", "recover", "extra_die", "reroll"} <= types
        jumps = [action for action in race.actions if action["type"] == "jump"]
        assert {jump.get("ends", "stands") for jump in jumps} >= {"stands", "bump", "skull", "red"}
        assert any("obstruct" in jump for jump in jumps)
    assert any(action.get("swap") for action in found["2-players"].actions)
    assert any(action["type"] == "tie_answer" for action in found["5-players"].actions)
