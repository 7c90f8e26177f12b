"""The same people play again: one next table, everybody on the seat they had, and who may start."""

from __future__ import annotations

import pytest

from companion import play
from companion.core.text import plain
from companion.play import House, Refused

SEATS = [{"name": "Ann", "color": "green"}, {"name": "小明", "color": "red"}]


def over(house: House, revealed: bool = True) -> str:
    """The code of a Mombasa table that is over, Ann ahead."""
    code = play.open_table(house, "mombasa", SEATS, unlisted=True).code
    play.act(house, code, "ann", {"type": "cash", "value": 7}, "cash-of-ann", seat=0)
    play.act(house, code, "ann", {"type": "finish"}, "finished-1")
    for step in range(8 if revealed else 7):
        play.act(house, code, "ann", {"type": "reveal", "step": step}, f"revealed-{step}")
    return code


def test_the_next_table_has_the_same_people_in_the_same_seats(house: House) -> None:
    code = over(house)
    after = play.play_again(house, code, "ann")
    assert after.code != code
    assert [(sitting.name, sitting.color) for sitting in after.table.seats] == [("Ann", "green"), ("小明", "red")]
    assert (after.row.game, after.row.unlisted, after.table.entries) == ("mombasa", True, ())
    assert play.next_of(house, code) == after.code
    earlier = play.before(house, after.code)
    assert earlier is not None and earlier.code == code


def test_everybody_taps_and_all_of_them_meet_at_one_table_each_on_their_own_seat(house: House) -> None:
    code = over(house)
    play.take_seat(house, code, "phone-of-ann", 0)
    play.take_seat(house, code, "phone-of-ming", 1)
    tables = [play.play_again(house, code, device) for device in ("phone-of-ming", "phone-of-ann", "onlooker")]
    assert len({found.code for found in tables}) == 1
    after = play.look(house, tables[0].code)
    sits = {device.device: after.seat_of(device) for device in play.seated_at(house, after)}
    assert sits == {"phone-of-ming": 1, "phone-of-ann": 0}


def test_a_next_table_that_was_deleted_is_opened_anew(house: House) -> None:
    code = over(house)
    first = play.play_again(house, code, "ann").code
    play.delete_table(house, first)
    assert play.next_of(house, code) is None
    assert play.play_again(house, code, "ann").code not in (code, first)


@pytest.mark.parametrize("revealed", [pytest.param(False, id="the totals are not revealed yet")])
def test_while_the_end_is_veiled_nobody_plays_again(house: House, revealed: bool) -> None:
    with pytest.raises(Refused) as refused:
        play.play_again(house, over(house, revealed), "ann")
    assert plain(refused.value.text).startswith("This game is not over yet.")


def test_a_game_that_goes_on_is_played_to_its_end_first(house: House) -> None:
    code = play.open_table(house, "spank_the_monkey", SEATS).code
    with pytest.raises(Refused):
        play.play_again(house, code, "ann")
    assert play.before(house, code) is None
