"""What the big screen says is laid out before the game: the numbers of the rules, for every number of players."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.text import plain
from companion.games import GAMES

WORDS_HIGH = 62
"""Letters of a step that a screen shows in two lines."""


def numbers(game: str, seats: int, **options: Any) -> list[int]:
    kind = GAMES[game]
    chosen = {option.key: option.default for option in kind.options} | options
    return [thing.number for thing in kind.open(chosen, {}).setting_up(seats)]


@pytest.mark.parametrize(
    ("game", "seats", "options", "laid"),
    [
        pytest.param("mombasa", 2, {}, [15, 6, 3, 3, 7], id="2 players 1 each (total 6)"),
        pytest.param("mombasa", 3, {}, [15, 9, 3, 3, 7], id="3 players 2 on 2, 4, 6 and 1 on 3, 5, 7 (total 9)"),
        pytest.param("mombasa", 4, {}, [15, 12, 3, 3, 7], id="4 players 2 each (total 12)"),
        pytest.param("monkeys_on_the_moon", 2, {}, [6, 3, 12, 2, 3, 12], id="2 | 3 | 12 | 3 | 12 | 12"),
        pytest.param("monkeys_on_the_moon", 3, {}, [6, 3, 9, 2, 4, 9], id="3 | 4 | 9 | 3 | 6 | 9"),
        pytest.param("monkeys_on_the_moon", 4, {}, [6, 3, 4, 2, 5, 8], id="4 | 5 | 4 | 3 | 0 | 8"),
        pytest.param("monkeys_on_the_moon", 5, {}, [6, 2, 1, 2, 6, 7], id="5 (variant) | 6 | 1 | 2 | 0 | 7"),
        pytest.param("monkeys_on_the_moon", 4, {"bookkeeping": "final"}, [], id="only the final scoring is kept"),
        pytest.param("lunchtime_battle", 4, {}, [2, 6, 3, 2, 8], id="4 or 5 players: 2 picks; chooses (players - 1)"),
        pytest.param("lunchtime_battle", 6, {}, [2, 6, 5, 3, 6], id="6 players: 3 picks"),
        pytest.param("lunchtime_battle", 3, {}, [2, 6, 2, 1, 12], id="otherwise 1 pick"),
        pytest.param("lunchtime_battle", 2, {"two_hands": True}, [2, 6, 3, 2, 8], id="two hands play like four"),
        pytest.param("lunchtime_battle", 4, {"bookkeeping": "final"}, [], id="only the final count is kept"),
        pytest.param("spank_the_monkey", 4, {}, [5, 100, 10, 2, 1], id="the monkey starts at height 14 - players"),
        pytest.param("spank_the_monkey", 6, {"start": "random"}, [5, 90, 7, 2, 1], id="variant: D6 + 7"),
        pytest.param("walking_on_the_moon", 3, {}, [6, 1, 3, 6, 6, 1], id="6 of 12 moon cards in a ring"),
        pytest.param(
            "walking_on_the_moon", 2, {"cards": "8"}, [8, 1, 3, 6, 6, 2], id="8 for a longer game, so always 6 stars"
        ),
        pytest.param("walking_on_the_moon", 3, {"bookkeeping": "final"}, [], id="the race itself is not kept"),
    ],
)
def test_the_numbers_of_the_set_up(game: str, seats: int, options: dict[str, Any], laid: list[int]) -> None:
    assert numbers(game, seats, **options) == laid


@pytest.mark.parametrize("game", [key for key in GAMES if key != "pad"])
def test_a_screen_shows_all_of_it_at_once(game: str) -> None:
    """At most six steps of two lines each, and who starts in one sentence."""
    kind = GAMES[game].by_default()
    for seats in GAMES[game].players:
        steps = kind.setting_up(seats)
        assert 1 <= len(steps) <= 6
        assert max(len(plain(step.text)) for step in steps) <= WORDS_HIGH
        assert kind.starting(seats) is not None
