"""The budget of taps of every game, and that the benchmark of them can fail."""

from __future__ import annotations

from types import ModuleType

import pytest
from playwright.sync_api import Browser

from benchmarks import taps
from companion.games import GAMES


def test_every_round_that_is_counted_is_of_a_game() -> None:
    assert taps.rounds()
    assert set(taps.rounds()) <= set(GAMES)


BY_NIGHT = pytest.mark.thorough  # each game's own page test counts the same round with every change


@pytest.mark.parametrize(
    "game", [game if game == "mombasa" else pytest.param(game, marks=BY_NIGHT) for game in taps.rounds()]
)
def test_a_round_keeps_to_its_budget(browser: Browser, game: str) -> None:
    found = taps.counted(browser, game, taps.rounds()[game], 360, 740)
    assert found.kept, found


@pytest.mark.parametrize(
    ("answer", "kept", "said"),
    [
        pytest.param(5, True, "| pebbles | 5 | 5 |  |", id="all of it"),
        pytest.param(6, False, "| pebbles | 6 | 5 | over |", id="one too many"),
        pytest.param("out of sight: 'Jump'", False, "| pebbles | – | 5 | out of sight: 'Jump' |", id="out of sight"),
    ],
)
def test_a_budget_that_is_overdrawn_is_said(browser: Browser, answer: int | str, kept: bool, said: str) -> None:
    module = ModuleType("pebbles")

    def round_taps(*_: object) -> int:
        assert not isinstance(answer, str), answer
        return answer

    module.__dict__.update(BUDGET=5, round_taps=round_taps)
    found = taps.counted(browser, "pebbles", module, 360, 740)
    assert found.kept is kept
    assert taps.table([found]).splitlines()[-1] == said
