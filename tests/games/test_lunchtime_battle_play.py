"""Lunchtime Battle at the table: rolls, rings, picks, abilities, rounds, and the sheet at the end."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.codec import action_from_json
from companion.core.refusal import Refused
from companion.core.text import Seat, plain
from companion.games.lunchtime_battle import counting
from tests.games.lunch_tables import MEAT, POTION, Evening, five


def test_given_example_of_a_round() -> None:
    """Given: ring 3, 2, 1, 3, 1, total 14: the second monster; potion +2, mushroom +1; then a second pick."""
    table = five()
    assert table.state.total == 14
    assert table.state.hunger == (1, 1, 0)
    assert table.picked == [1]
    said = table.settle()
    assert "Bo's monster is picked and wants 1 mushroom and 2 potions." in said
    assert "Hunger: Mushroom +1 and Potion +2." in said
    assert table.state.hunger == (1, 2, 2)
    assert [card.id for card in table.state.candidates if card.place == 1] == ["0.2", "1.2"]
    assert table.state.pick == 2


def test_given_dice_with_two_meats_and_a_mushroom_move_their_markers() -> None:
    table = Evening(4)
    table.do(None, "start_player", player=2)
    said = table.do(2, "roll", dice=["meat", "meat", "mushroom"])
    assert table.state.hunger == (2, 1, 0)
    assert said == "Cy rolls Meat + Meat + Mushroom: total 3. Hunger: Meat +2 and Mushroom +1."


def test_ours_the_second_pick_counts_14_from_monster_3_to_the_start_player() -> None:
    """Ours: ring 1, 3, 1, 3 = 8 a lap, 14 - 8 = 6: the fourth of these, the start player's monster."""
    table = five()
    table.settle()
    assert table.picked == [0]
    table.settle()
    assert (table.state.phase, table.state.round, table.state.start) == ("roll", 2, 1)


def test_ours_it_stays_the_14th_from_monster_3_falls_on_monster_4() -> None:
    table = Evening(5, picked_monster="stays")
    table.start(0, [6, 6, "meat", "mushroom"])
    table.ring([3, 2, 1, 3, 1])
    assert table.picked == [1]
    table.settle()
    assert table.picked == [3]


def test_a_monster_that_stays_and_is_picked_twice_is_one_candidate_and_feeds_twice() -> None:
    table = Evening(4, picked_monster="stays")
    table.start(0, [2, 2, 2])
    table.ring([0, 6, 0, 0], [MEAT, POTION, MEAT, MEAT])
    table.settle()
    table.settle()
    assert table.state.hunger == (0, 0, 2)
    assert len([card for card in table.state.candidates if card.place == 1]) == 2


LENGTHS = [
    pytest.param(2, {}, 8, 1, 1, id="2 players: 8 rounds, 1 die, 1 pick"),
    pytest.param(3, {}, 12, 1, 2, id="3 players: 12 rounds, 2 dice, 1 pick"),
    pytest.param(4, {}, 8, 2, 3, id="4 players: 8 rounds, 3 dice, 2 picks"),
    pytest.param(5, {}, 5, 2, 4, id="5 players: 5 rounds, 4 dice, 2 picks"),
    pytest.param(6, {}, 6, 3, 5, id="6 players: 6 rounds, 5 dice, 3 picks"),
    pytest.param(2, {"two_hands": True}, 8, 2, 3, id="two hands: as in a game of four"),
]


@pytest.mark.parametrize(("seats", "options", "rounds", "picks", "dice"), LENGTHS)
def test_a_whole_game_has_its_rounds_dice_and_picks(
    seats: int, options: dict[str, Any], rounds: int, picks: int, dice: int
) -> None:
    table = Evening(seats, **options)
    places = seats * (2 if options else 1)
    for number in range(1, rounds + 1):
        assert table.refused(table.state.start_seat, "roll", dice=[2] * (dice + 1))[0] in ("bad_field", "illegal")
        table.start(0, [3] * dice)
        assert table.state.round == number
        table.ring([2] * places)
        for pick in range(1, picks + 1):
            assert table.state.pick == pick
            table.settle()
    assert table.state.phase == "final"
    assert len(table.state.candidates) == places + rounds * picks
    table.do(None, "decide")
    outcome = table.game.outcome(table.state)
    assert outcome is not None
    assert outcome.losers


def test_the_start_marker_goes_left_and_through_all_four_hands() -> None:
    table = Evening(2, two_hands=True)
    table.do(None, "start_player", player=1)
    starts = []
    for _ in range(5):
        starts.append((int(table.state.start_seat), table.state.start))
        table.start(0, [2, 2, 2])
        table.ring([1, 1, 1, 1])
        table.settle()
        table.settle()
    assert starts == [(1, 1), (0, 2), (1, 3), (0, 0), (1, 1)]


def test_with_two_hands_the_sentences_say_which_hand() -> None:
    """Two hands: each is kept and counted separately, so the history tells them apart, named monsters included."""
    table = Evening(2, two_hands=True)
    table.start(0, [2, 2, 3])
    said = []
    for hand, seat in ((0, 0), (0, 1), (1, 0), (1, 1)):
        said.append(table.do(seat, "first_candidate", name="" if hand or seat else "Medusa", foods=POTION, hand=hand))
        name = ("Bear", "Yeti")[seat] if hand else ""
        said.append(table.do(seat, "lay", name=name, hunger=1, foods=MEAT, hand=hand))
    assert said[0] == "Ann (hand 1) lays a first candidate, face down."
    assert said[5] == "Ann (hand 2) lays a monster, face down."
    assert "Ann (hand 1)'s first candidate is Medusa: 1 potion." in said[7]
    assert "Ann (hand 1) turns up a monster: 1 hunger symbol, 1 meat." in said[7]
    assert "Ann (hand 2) turns up Bear: 1 hunger symbol, 1 meat." in said[7]
    assert said[7].endswith("7 = 1 lap of 4, then 3: symbol 1 of Bear (Ann, hand 2).")
    assert table.settle().startswith("Bear (Ann, hand 2) is picked and wants 1 meat.")


def test_first_candidates_move_the_markers_before_the_count_and_may_be_used_at_once() -> None:
    table = Evening(2)
    table.start(0, ["potion"])
    for seat, foods in enumerate(({"meat": 2}, {"mushroom": 1, "potion": 1})):
        table.do(seat, "first_candidate", foods=foods)
        said = table.do(seat, "lay", hunger=1, foods=MEAT)
    assert table.state.hunger == (2, 1, 2)
    assert "Hunger: Meat +2, Mushroom +1 and Potion +1." in said
    assert [card.id for card in counting.usable(table.state, Seat(1))] == ["0.2"]


def test_game_end_may_not_be_a_first_candidate() -> None:
    table = Evening(2, {"monsters": {"Nessie": {"hunger": 2, "foods": {"meat": 1}, "game_end": True}}})
    table.start(0, [2])
    code, why = table.refused(0, "first_candidate", name=" Nessie", foods=MEAT)
    assert (code, why) == (
        "illegal",
        "Nessie has the ability Game End: it may not be a first candidate. Lay your other card.",
    )
    table.do(0, "lay", name="Nessie")
    assert (lies := table.laid[0]) is not None and lies.hunger == 2


def test_a_monster_entered_once_is_offered_by_name_and_learnt_for_the_box() -> None:
    table = Evening(2)
    table.start(0, [2])
    action = action_from_json(table.game, {"type": "lay", "name": "Medusa ", "hunger": 2, "foods": {"potion": 2}})
    assert table.game.learns(table.state, action) == {
        "monsters": {"Medusa": {"hunger": 2, "foods": {"meat": 0, "mushroom": 0, "potion": 2}}}
    }
    table.do(0, "lay", name="Medusa ", hunger=2, foods={"potion": 2})
    table.do(1, "lay", hunger=3, foods=MEAT)
    for seat in range(2):
        table.do(seat, "first_candidate", foods={})
    table.do(None, "point_at", target="1.2")
    table.settle()
    table.start(1, [2])
    offers = [o for o in table.game.offers(table.state, Seat(1)) if o.type == "lay"]
    assert [key for key, _ in offers[0].fields[0].choices] == ["Medusa"]  # type: ignore[union-attr]
    table.do(1, "lay", name="Medusa")
    assert (lies := table.laid[1]) is not None and lies.foods == (0, 0, 2)


def test_a_monster_nobody_knows_needs_its_numbers() -> None:
    table = Evening(2)
    table.start(0, [2])
    assert table.refused(0, "lay", name="Medusa")[0] == "bad_field"


@pytest.mark.parametrize(
    "box",
    [
        {"monsters": []},
        {"monsters": {"Bad": 3, "": {}, "x" * 41: {}}},
        {"monsters": {"Bad": {"hunger": True, "foods": {"meat": "two"}, "effect": 5}}},
    ],
)
def test_a_box_profile_of_the_wrong_shape_never_stops_a_game(box: dict[str, Any]) -> None:
    table = Evening(2, box)
    table.start(0, [2])
    assert table.refused(0, "lay", name="Bad")[0] == "bad_field"


def test_abilities_of_the_final_count_change_what_is_counted() -> None:
    table = five()
    table.do(None, "finish")
    assert table.state.phase == "final"
    table.do(0, "ability_candidate", monster="0.1", target="0.2", food="meat", change=3)
    assert table.refused(1, "ability_reverse", monster="0.2")[0] == "illegal"
    said = table.do(None, "decide")
    assert said == "Bo fetches lunch."
    assert table.game.score(table.game.sheet(table.state)).losers == (1,)


def test_level_foods_are_ranked_by_hand_before_the_errand_is_decided() -> None:
    table = Evening(2, level_foods="by_hand")
    table.start(0, ["meat"])
    table.do(None, "finish")
    table.do(None, "correct", counter="hunger:potion", value=1)
    assert table.refused(None, "decide")[0] == "illegal"
    table.do(None, "rank_foods", order=["potion", "meat"])
    table.do(None, "decide")
    assert table.game.score(table.game.sheet(table.state)).extra["wanted"] == [
        ["potion"],
        ["meat"],
        ["mushroom"],
    ]


def test_a_correction_that_makes_other_foods_level_asks_for_their_order_again() -> None:
    table = Evening(2, level_foods="by_hand")
    table.start(0, ["meat"])
    table.do(None, "finish")
    table.do(None, "correct", counter="hunger:potion", value=1)
    table.do(None, "rank_foods", order=["potion", "meat"])
    table.do(None, "correct", counter="hunger:mushroom", value=1)
    sheet = table.game.sheet(table.state)
    assert sheet.hunger_order == ()
    assert table.game.score(sheet).extra["wanted"] == [["meat", "mushroom", "potion"]]
    assert table.refused(None, "decide")[0] == "illegal"
    table.do(None, "rank_foods", order=["mushroom", "potion", "meat"])
    table.do(None, "decide")


def test_dishes_are_named_before_the_game_and_announced_at_the_end() -> None:
    table = Evening(2, dishes=True)
    said = table.do(None, "dishes", meat="braised pork rice", potion=" ")
    assert said == "What shall we eat? Meat stands for braised pork rice."
    table.start(0, ["meat"])
    table.do(None, "finish")
    table.do(None, "decide")
    result = table.game.score(table.game.sheet(table.state))
    assert result.extra["dishes"] == {"meat": "braised pork rice"}
    assert "On the menu: braised pork rice." in plain(result.sentence)


def test_only_the_final_count() -> None:
    """Bookkeeping final: the state is the sheet; every seat enters its own column, anybody the hunger."""
    table = Evening(2, bookkeeping="final", two_hands=True)
    table.do(None, "hunger", food="mushroom", value=21)
    table.do(0, "symbols", food="mushroom", value=3)
    table.do(0, "symbols", food="mushroom", value=8, hand=1)
    said = table.do(1, "symbols", food="mushroom", value=7, hand=0)
    assert said == "Bo: Mushroom 7 instead of 0."
    assert table.refused(1, "symbols", food="mushroom", value=6, was=3) == (
        "changed",
        "Mushroom was changed to 7 meanwhile; you saw 3. Enter 6 all the same?",
    )
    table.do(0, "sheet_complete")
    said = table.do(1, "sheet_complete")
    assert said == ("Bo: my sheet is complete. It was the last one: the final scoring begins. Ann fetches lunch.")
    result = table.game.score(table.game.sheet(table.state))
    assert result.losers == (0,)
    assert [len(player.extra["hands"]) for player in result.players] == [2, 2]
    assert table.game.only_scores(table.state)


@pytest.mark.parametrize(
    ("entry", "asked"),
    [
        pytest.param(
            {"type_": "hunger", "food": "potion"},
            "Hunger for Potion: from 3 to 5. Meat and Potion are level: rank them, then the errand is decided.",
            id="entered",
        ),
        pytest.param(
            {"type_": "correct", "counter": "hunger:potion"}, "Correction: Hunger: Potion from 3 to 5.", id="corrected"
        ),
    ],
)
def test_foods_made_level_after_the_end_are_ranked_by_hand_too(entry: dict[str, Any], asked: str) -> None:
    """Table option: the players rank the level foods by hand; no correction makes them count together instead."""
    table = Evening(3, bookkeeping="final", level_foods="by_hand")
    for food, hunger in (("meat", 5), ("mushroom", 1), ("potion", 3)):
        table.do(None, "hunger", food=food, value=hunger)
    for seat in range(3):
        table.do(seat, "sheet_complete")
    assert table.state.ending.over
    assert table.do(None, value=5, **entry) == asked
    assert table.state.phase == "final"
    assert table.game.outcome(table.state) is None
    assert table.refused(None, "decide")[0] == "illegal"
    table.do(None, "rank_foods", order=["potion", "meat"])
    table.do(None, "decide")
    result = table.game.score(table.game.sheet(table.state))
    assert result.extra["wanted"] == [["potion"], ["meat"], ["mushroom"]]


def test_a_correction_to_the_same_number_marks_nothing() -> None:
    table = Evening(3, bookkeeping="final")
    table.do(None, "finish")
    table.do(None, "correct", counter="hunger:meat", value=0)
    assert not table.state.ending.is_late(table.game.sheet(table.state))


@pytest.mark.parametrize(
    ("entry", "field"),
    [
        pytest.param({"hunger": 500}, "hunger", id="more hunger symbols than a card can have"),
        pytest.param({"hunger": -5}, "hunger", id="hunger symbols below 0"),
        pytest.param({"hunger": 2, "foods": {"meat": -50}}, "foods", id="food symbols below 0"),
        pytest.param({"foods": {"meat": 1}}, "hunger", id="one number only"),
        pytest.param({"hand": 1}, "hand", id="a second hand where everybody has one"),
    ],
)
def test_a_known_monster_is_checked_like_a_new_one(entry: dict[str, Any], field: str) -> None:
    """A monster known by name may leave its numbers out; given all the same, they have their ranges."""
    table = Evening(3, box={"monsters": {"Medusa": {"hunger": 2, "foods": {"potion": 2, "mushroom": 1}}}})
    table.start(0, [2, 3])
    with pytest.raises(Refused) as refused:
        table.do(0, "lay", name="Medusa", **entry)
    assert (refused.value.code, refused.value.field) == ("bad_field", field)
    table.do(0, "lay", name="Medusa")
    assert [card and (card.hunger, card.foods) for card in table.laid] == [(2, (0, 1, 2)), None, None]


def test_a_correction_after_the_end_is_marked_late_and_the_ended_sheet_is_kept() -> None:
    table = five()
    table.do(None, "finish")
    table.do(None, "decide")
    before = table.game.sheet(table.state)
    assert not table.state.ending.is_late(table.game.sheet(table.state))
    table.do(None, "correct", counter="candidate:0.2:potion", value=9, reason="miscounted")
    assert table.state.ending.is_late(table.game.sheet(table.state))
    assert table.state.ending.frozen == before
    assert table.game.sheet(table.state) != before


def test_a_game_that_was_not_over_is_at_its_final_count_again() -> None:
    table = five()
    table.do(None, "finish")
    table.do(None, "decide")
    assert table.game.offers(table.state, Seat(0)) == ()
    assert table.refused(0, "ability_other", monster="0.1") == (
        "illegal",
        "Abilities are used while monsters are counted.",
    )
    assert table.do(None, "go_on") == "It was not over: back to the final count."
    table.do(0, "ability_other", monster="0.1")
    assert not table.game.outcome(table.state)
    table.do(None, "decide")
    assert table.game.outcome(table.state)


def test_a_game_that_ended_too_early_goes_on_with_one_correction() -> None:
    table = five()
    table.do(None, "finish")
    table.do(None, "correct", counter="rounds", value=5)
    assert (table.state.phase, table.state.round, table.state.start) == ("roll", 2, 1)


def test_who_lays_again_before_all_have_laid_replaces_the_monster() -> None:
    table = Evening(2)
    table.start(0, [2])
    table.do(0, "lay", hunger=1, foods=MEAT)
    table.do(0, "lay", hunger=4, foods=POTION)
    assert (lies := table.laid[0]) is not None and lies.hunger == 4
