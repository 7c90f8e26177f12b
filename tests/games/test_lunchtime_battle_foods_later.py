"""Food symbols that are left out as a monster is laid and entered once it is picked: only then do they matter."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.codec import action_from_json
from companion.core.text import Seat
from companion.games.lunchtime_battle import counting
from tests.games.lunch_tables import MEAT, POTION, Evening


def counted(
    hunger: tuple[int, ...] = (2, 2, 2, 2), names: tuple[str, ...] = ("", "", "", ""), **options: Any
) -> Evening:
    """Round 2 of four people, Bo starting: everybody laid a monster by its hunger alone; 5 lands on Di's monster."""
    table = Evening(4, **options)
    table.start(0, [2, 2, 2])
    table.ring([1, 1, 1, 1], [{}] * 4)
    table.settle()
    table.settle()
    table.start(1, [2, "meat", 2])
    for seat, (n, name) in enumerate(zip(hunger, names, strict=True)):
        table.do(seat, "lay", hunger=n, **({"name": name} if name else {}))
    assert [card.seat for card in counting.count(table.state).picked] == [3]
    return table


def test_the_pick_takes_the_food_symbols_of_the_picked_monster_along() -> None:
    """Lays it before them as a lunch candidate, and the hunger markers move by that monster's food symbols."""
    table = counted()
    said = table.do(1, "settle", foods={"potion": 2, "mushroom": 1})
    assert said.startswith(
        "Di's monster is picked and wants 1 mushroom and 2 potions. Hunger: Mushroom +1 and Potion +2."
    )
    assert table.state.hunger == (1, 1, 2)
    assert (table.state.pick, table.state.candidates[-1].foods) == (2, (0, 1, 2))
    assert not table.state.candidates[-1].unsaid


def test_what_is_turned_up_says_only_what_was_entered() -> None:
    table = Evening(2)
    table.start(0, [2])
    for seat in range(2):
        table.do(seat, "first_candidate", foods={})
    table.do(0, "lay", hunger=2, name="Yeti")
    said = table.do(1, "lay", hunger=1)
    assert "Ann turns up Yeti: 2 hunger symbols. Bo turns up a monster: 1 hunger symbol." in said


def test_a_pick_without_its_food_symbols_is_not_final() -> None:
    table = counted()
    assert table.refused(1, "settle") == (
        "bad_field",
        "The food symbols of Di's monster are missing: enter them, then once more.",
    )
    for seat in sorted(counting.awaited(table.state)):
        table.do(seat, "pass")
    assert table.state.phase == "count", "all have passed, and the food symbols are still missing"
    assert table.game.active_seats(table.state) == {3}, "the owner is asked for them"
    assert table.refused(0, "pass") == (
        "illegal",
        "You have said so already; the others are still thinking.",
    )
    said = table.do(3, "foods", monster="2.4", foods=MEAT)
    assert said.startswith("Di's monster shows 1 meat. Di's monster is picked and wants 1 meat.")
    assert table.state.pick == 2


def test_anybody_may_enter_the_food_symbols_while_others_still_think() -> None:
    table = counted()
    table.do(0, "foods", monster="2.4", foods=POTION)
    assert (table.state.phase, table.state.pick) == ("count", 1)
    assert table.refused(2, "foods", monster="2.4", foods=MEAT) == (
        "illegal",
        "The food symbols of Di's monster are entered already. If they are wrong, correct them.",
    )
    assert table.refused(1, "settle", foods=MEAT) == (
        "illegal",
        "The food symbols are entered already: look at them, then say that the pick is final.",
    )
    assert table.refused(2, "foods", monster="2.1", foods=MEAT)[1] == (
        "Ann's monster is not picked now: its food symbols are not needed."
    )
    assert "wants 1 potion" in table.settle()


def test_of_two_picked_monsters_the_first_is_entered_alone() -> None:
    """The monster to the left of the picked one is picked as well."""
    table = counted()
    table.do(0, "ability_neighbour", monster="0.1", side="left")
    assert table.picked == [3, 0]
    assert table.refused(1, "settle", foods=MEAT) == (
        "illegal",
        "Enter the food symbols first: Di's monster and Ann's monster.",
    )
    table.do(1, "foods", monster="2.4", foods=MEAT)
    said = table.do(1, "settle", foods=POTION)
    assert "Di's monster is picked and wants 1 meat. Ann's monster is picked and wants 1 potion." in said


def test_a_monster_that_has_a_name_is_known_with_what_was_entered_when() -> None:
    """Entered once, a monster is remembered by name in the box profile and offered next time."""
    table = counted(names=("", "Bear", "", "Yeti"))
    settle = action_from_json(table.game, {"type": "settle", "foods": {"meat": 2}})
    assert table.game.learns(table.state, settle) == {
        "monsters": {"Yeti": {"foods": {"meat": 2, "mushroom": 0, "potion": 0}}}
    }
    foods = action_from_json(table.game, {"type": "foods", "monster": "2.4", "foods": {"meat": 2}})
    assert table.game.learns(table.state, foods) == table.game.learns(table.state, settle)
    table.do(1, "settle", foods={"meat": 2})
    table.do(1, "settle", foods={})
    table.start(2, [2, 2, 2])
    offer = next(o for o in table.game.offers(table.state, Seat(0)) if o.type == "lay")
    assert [key for key, _ in offer.fields[0].choices] == ["Bear", "Yeti"]  # type: ignore[union-attr]
    table.do(0, "lay", name="Bear")
    assert (lies := table.laid[0]) is not None and (lies.hunger, lies.unsaid) == (2, True)


def test_a_monster_that_stays_has_its_food_symbols_in_the_next_pick_too() -> None:
    table = counted(picked_monster="stays", hunger=(0, 0, 0, 6))
    table.do(1, "settle", foods=MEAT)
    assert table.picked == [3]
    assert "wants 1 meat" in table.settle()


def test_what_is_missing_is_no_number_to_correct() -> None:
    table = counted()
    keys = {counter.key for counter in table.game.counters(table.state)}
    assert not {key for key in keys if key.startswith("foods:")}
    table.do(0, "foods", monster="2.4", foods=MEAT)
    assert {counter.key for counter in table.game.counters(table.state)} > {"foods:2.4:meat"}


@pytest.mark.parametrize("away", [3, 1])
def test_whoever_is_away_is_not_asked_for_food_symbols(away: int) -> None:
    table = counted()
    for seat in sorted(counting.awaited(table.state) - {away}):
        table.do(seat, "pass")
    table.away(away)
    for seat in sorted(counting.may_object(table.state)):
        table.do(seat, "pass")
    assert table.game.active_seats(table.state) == ({0, 1, 2} if away == 3 else {3})
