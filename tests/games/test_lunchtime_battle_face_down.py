"""Lunchtime Battle: monsters lie face down until all do, each lies once, and abilities of what is picked now."""

from __future__ import annotations

import json

import msgspec

from companion.core.codec import action_from_json
from companion.core.text import Seat, plain
from tests.games.lunch_tables import MEAT, POTION, Evening, five


def test_laid_monsters_are_shown_to_nobody_before_all_lie() -> None:
    """Cards are turned up together: neither history nor state nor pages of others show one before."""
    known = {"hunger": 4, "foods": {"potion": 2}}
    table = Evening(3, {"monsters": {"Bear": known, "Yeti": known}})
    table.start(0, [2, 3])
    said = table.do(0, "lay", name="Medusa", hunger=7, foods={"mushroom": 8})
    said += table.do(1, "lay", name="Bear")
    assert said == "Ann lays a monster, face down.Bo lays a monster, face down."
    state = json.dumps(msgspec.to_builtins(table.state, str_keys=True, order="sorted", enc_hook=str))
    assert '"laid": ["face down", "face down", null]' in state
    assert not any(shown in state for shown in ("Medusa", "Bear", "7", "8"))
    offers = [offer for offer in table.game.offers(table.state, Seat(2)) if offer.type == "lay"]
    assert [key for key, _ in offers[0].fields[0].choices] == ["Bear", "Yeti"]  # type: ignore[union-attr]
    view = table.game.view(table.state, Seat(2))
    assert all(spot.card is None for spot in view.spots)
    assert [of.name for of in view.known] == ["Bear", "Yeti"], "what lies face down stays in the list"
    table.do(2, "lay", hunger=1, foods=MEAT)
    for seat in range(3):
        said = table.do(seat, "first_candidate", foods={})
    assert "Ann turns up Medusa: 7 hunger symbols, 8 mushrooms. Bo turns up Bear: 4 hunger symbols, 2 potions." in said
    assert table.game.view(table.state, Seat(0)).fresh


def test_a_named_monster_lies_once() -> None:
    """Issue: one named monster lies once, face down or not, in any spelling of capitals."""
    table = Evening(3)
    table.start(0, [2, 3])
    table.do(0, "lay", name="Medusa", hunger=2, foods=POTION)
    code, why = table.refused(1, "lay", name="medusa ", hunger=3, foods=MEAT)
    assert code == "illegal"
    assert why.startswith("medusa lies on the table already, and each monster is there once.")
    assert table.refused(0, "first_candidate", name="Medusa", foods=POTION)[0] == "illegal"
    table.do(0, "lay", name="Medusa", hunger=3, foods=POTION)
    table.do(0, "first_candidate", name="Yeti", foods={})
    table.do(1, "first_candidate", foods={})
    table.do(2, "first_candidate", foods={})
    table.do(1, "lay", hunger=0, foods=MEAT)
    table.do(2, "lay", hunger=0, foods=MEAT)
    table.settle()
    table.start(1, [2, 3])
    for name in ("Medusa", "Yeti"):
        assert table.refused(2, "lay", name=name, hunger=2, foods={})[0] == "illegal"


def test_an_old_log_with_one_name_twice_still_folds() -> None:
    """The refusal is for whoever enters it now, never for what a log already holds."""
    table = Evening(2)
    table.start(0, [2])
    lay = action_from_json(table.game, {"type": "lay", "name": "Medusa", "hunger": 2, "foods": POTION})
    again = action_from_json(table.game, {"type": "lay", "name": "Medusa"})
    after = table.game.perform(table.game.perform(table.state, Seat(0), lay).state, Seat(1), again).state
    assert [of and of.card.foods for of in after.laid] == [(0, 0, 1), (0, 0, 1)]


def test_a_neighbour_picked_as_well_may_use_its_ability() -> None:
    table = five()
    assert "cannot be used" in table.refused(2, "ability_other", monster="1.3")[1]
    table.do(3, "ability_neighbour", monster="0.4", side="left")
    assert table.picked == [1, 2]
    table.do(2, "ability_total", monster="1.3", change=1)
    assert next(card for card in table.state.ring if card.id == "1.3").used == "total"


def test_game_end_at_once_of_the_monster_counted_last_picks_nobody() -> None:
    """Decision: nobody is picked any more, not even the monster that ended the game."""
    table = five()
    table.do(1, "ability_end", monster="1.2", when="now")
    assert (table.state.phase, len(table.state.candidates)) == ("final", 5)
    decisions = [
        plain(rule.text) for chapter in table.game.rules() for rule in chapter.rules if rule.basis == "decision"
    ]
    assert "Game End at once: nobody is picked any more, not even the monster that ended the game." in decisions
