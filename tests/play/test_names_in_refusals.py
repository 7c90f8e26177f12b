"""A refusal names people: a script that asks does not know who sits where."""

from __future__ import annotations

import pytest

from companion import play
from companion.core.text import plain


def test_a_refusal_that_speaks_of_seats_says_the_names(house: play.House) -> None:
    seats = [{"name": "Ann", "color": "red"}, {"name": "小明", "color": "blue"}]
    code = play.open_table(house, "spank_the_monkey", seats).code
    play.act(house, code, "d", {"type": "start_player", "player": 1}, "key-start-player", seat=None)
    with pytest.raises(play.Refused) as refused:
        play.act(house, code, "d", {"type": "draw", "cards": 1}, "key-of-ann-draws", seat=0)
    assert refused.value.code == "not_your_turn"
    assert plain(refused.value.text) == "It is not your turn: 小明 first."
