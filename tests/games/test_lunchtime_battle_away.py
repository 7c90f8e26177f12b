"""Somebody is away from a Lunchtime Battle table: passed over from now on, and back at any moment."""

from __future__ import annotations

from companion.core.text import Seat
from tests.games.lunch_tables import MEAT, Evening, five


def test_away_while_monsters_are_laid_nobody_waits_and_the_ring_is_turned_up_without_them() -> None:
    table = Evening(3)
    table.start(0, [2, 3])
    table.do(0, "first_candidate", foods=MEAT)
    table.do(0, "lay", hunger=1, foods=MEAT)
    table.do(1, "first_candidate", foods=MEAT)
    table.do(1, "lay", hunger=2, foods=MEAT)
    said = table.away(2)
    assert said.startswith("Cy is away and is passed over from now on. All monsters lie there")
    assert (table.state.phase, len(table.state.ring), len(table.state.candidates)) == ("count", 2, 2)
    table.settle()
    table.start(1, [2, 3])
    table.ring_of(0, 1)
    assert table.state.phase == "count"


def test_away_as_start_player_the_marker_goes_on_to_the_left_at_once() -> None:
    table = Evening(4)
    table.do(None, "start_player", player=1)
    assert table.away(1).endswith("Cy gets the start player marker.")
    assert table.game.active_seats(table.state) == {2}
    assert "is away" in table.refused(1, "roll", dice=[2, 2, 2])[1]
    table.do(2, "roll", dice=[2, 2, 2])


def test_away_the_start_player_marker_passes_over_whoever_is_not_there() -> None:
    table = Evening(4)
    table.start(3, [2, 2, 2])
    table.ring([1, 1, 1, 1])
    table.away(0)
    table.settle()
    table.settle()
    assert table.state.start_seat == 1


def test_away_the_last_one_who_may_object_makes_the_pick_final() -> None:
    table = five()
    for seat in (4, 2, 0, 3):
        table.do(seat, "pass")
    assert "Bo's monster is picked" in table.away(1)
    assert table.state.pick == 2


def test_away_a_seat_is_never_waited_for_and_may_come_back_at_any_moment() -> None:
    table = Evening(3)
    table.start(0, [2, 3])
    table.away(1)
    assert table.game.active_seats(table.state) == {0, 2}
    assert not table.game.offers(table.state, Seat(1))
    table.away(1, away=False)
    assert table.game.active_seats(table.state) == {0, 1, 2}
    table.ring([1, 2, 3])
    table.away(2)
    assert 2 not in table.game.active_seats(table.state)
    table.away(2, away=False)
    assert 2 in table.game.active_seats(table.state)


def test_away_everybody_but_one_the_game_still_ends() -> None:
    table = Evening(3)
    for seat in (0, 2):
        table.away(seat)
    assert table.refused(None, "start_player", player=0)[0] == "bad_field"
    while table.state.phase != "final":
        table.start(1, [3, 3])
        table.ring_of(1)
        table.settle()
    table.do(None, "decide")
    assert table.game.outcome(table.state) is not None


def test_away_with_two_hands_both_hands_are_passed_over() -> None:
    table = Evening(2, two_hands=True)
    table.start(0, [2, 2, 2])
    table.away(0)
    assert table.state.start == 1
    for hand in range(2):
        table.do(1, "first_candidate", foods={}, hand=hand)
        table.do(1, "lay", hunger=1, foods=MEAT, hand=hand)
    assert [card.place for card in table.state.ring] == [1, 3]
    table.settle()
    table.settle()
    assert table.state.start == 3


def test_away_whoever_is_not_complete_is_not_waited_for_on_a_sheet() -> None:
    table = Evening(3, bookkeeping="final")
    table.do(0, "sheet_complete")
    table.away(2)
    table.do(2, "symbols", food="meat", value=3)
    assert "It was the last one" in table.do(1, "sheet_complete")
    assert table.game.outcome(table.state) is not None
    other = Evening(3, bookkeeping="final")
    for seat in range(2):
        other.do(seat, "sheet_complete")
    said = other.away(2)
    assert "Everybody who is here is complete: the final scoring begins." in said
    assert other.game.outcome(other.state) is not None
