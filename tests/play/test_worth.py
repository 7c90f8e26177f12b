"""What a state comes to is worked out once, as long as it is the same state."""

from __future__ import annotations

from typing import Any

import pytest

from companion import play
from companion.games.mombasa import Mombasa
from companion.play import worth
from companion.play.worth import Worth

asked: list[Any] = []


def ask(game: Any, state: Any) -> int:
    asked.append(state)
    return len(asked)


def test_only_the_same_state_is_not_asked_about_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worth, "MOST", 2)
    asked.clear()
    game, kept = Mombasa(), Worth()
    one, equal, third = (game.setup(2) for _ in range(3))
    assert [kept(game, state, ask) for state in (one, equal, one)] == [1, 2, 1]
    assert [kept(game, state, ask) for state in (third, one, equal)] == [3, 1, 4]


def test_a_correction_after_the_end_scores_only_what_is_new(house: play.House, monkeypatch: pytest.MonkeyPatch) -> None:
    """The course of the play is made of every entry's score; those before the end are as they were."""
    code = play.open_table(house, "mombasa", [{"name": "Ann"}, {"name": "Bo"}]).code
    for number in range(30):
        action = {"type": "cash", "value": number}
        play.act(house, code, "device", action, f"key-{number:05}", seat=number % 2)
    play.act(house, code, "device", {"type": "finish"}, "key-finish")
    reveals = 0
    while play.look(house, code).veiled:
        play.act(house, code, "device", {"type": "reveal"}, f"key-reveal-{reveals}")
        reveals += 1
    scored: list[Any] = []
    score = Mombasa.score

    def counted(game: Mombasa, sheet: Any) -> Any:
        scored.append(sheet)
        return score(game, sheet)

    monkeypatch.setattr(Mombasa, "score", counted)
    action = {"type": "correct", "counter": "cash:0", "value": 5}
    play.act(house, code, "device", action, "key-correct")
    assert len(scored) < 15
