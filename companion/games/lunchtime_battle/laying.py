"""The first half of a round: the roll, and the monsters everybody lays."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.core.fields import Face
from companion.core.game import Action
from companion.core.refusal import Refused
from companion.core.text import Seat, T
from companion.games.lunchtime_battle import abilities
from companion.games.lunchtime_battle.actions import Ability, EndGame, FirstCandidate, Lay
from companion.games.lunchtime_battle.counting import card_of, opened, places
from companion.games.lunchtime_battle.dice import foods_of
from companion.games.lunchtime_battle.foods import FOODS, Foods, fed
from companion.games.lunchtime_battle.known import Known, foods_json, patch
from companion.games.lunchtime_battle.state import Card, State

FIRST_ROUND = 0
"""The round that first candidates carry in their id."""


def is_opening(state: State) -> bool:
    """Whether first candidates are laid: in round 1, before anything lies before anybody."""
    return state.round == 1 and not state.candidates


def rolled(state: State, dice: tuple[Face, ...]) -> State:
    """The roll is on the table: food faces move their markers, and everybody chooses a monster."""
    empty: tuple[Card | None, ...] = (None,) * places(state)
    return replace(
        state,
        phase="lay",
        dice=dice,
        bonus=0,
        hunger=fed(state.hunger, foods_of(dice)),
        laid=empty,
        firsts=empty if is_opening(state) else (),
    )


def laid(state: State, seat: Seat, action: Lay | FirstCandidate, known: tuple[Known, ...]) -> State:
    """A monster on the table; when all are there, they are turned up and the count begins."""
    place = seat + action.hand * state.seats
    card = _card(state, seat, place, action, known)
    met = replace_known(state.met, _met(action, card)) if card.name else state.met
    if isinstance(action, Lay):
        after = replace(state, laid=_at(state.laid, place, card), met=met)
    else:
        after = replace(state, firsts=_at(state.firsts, place, card), met=met)
    if None in after.laid or None in after.firsts:
        return after
    return opened(after)


def _at(cards: tuple[Card | None, ...], place: int, card: Card) -> tuple[Card | None, ...]:
    return tuple(card if n == place else old for n, old in enumerate(cards))


def _card(state: State, seat: Seat, place: int, action: Lay | FirstCandidate, known: tuple[Known, ...]) -> Card:
    name = action.name.strip()
    of = next((monster for monster in known if monster.name == name), Known(name))
    hand = action.hand + 1 if len(state.columns[seat]) > 1 else 0
    foods = of.foods if action.foods is None else _foods(action.foods)
    if foods is None:
        raise Refused("bad_field", "foods", T("This monster is not known yet: enter its food symbols."))
    if isinstance(action, FirstCandidate):
        if of.game_end:
            raise Refused(
                "illegal",
                "name",
                T(
                    "{monster} has the ability Game End: it may not be a first candidate. Lay your other card.",
                    monster=name,
                ),
            )
        return Card(f"{FIRST_ROUND}.{place + 1}", place, seat, name, of.hunger or 0, foods, hand=hand)
    hunger = of.hunger if action.hunger is None else action.hunger
    if hunger is None:
        raise Refused("bad_field", "hunger", T("This monster is not known yet: enter its hunger symbols."))
    return Card(f"{state.round}.{place + 1}", place, seat, name, hunger, foods, hand=hand)


def _foods(counts: Mapping[str, int]) -> Foods:
    meat, mushroom, potion = (counts.get(food, 0) for food in FOODS)
    return (meat, mushroom, potion)


def _met(action: Lay | FirstCandidate, card: Card) -> Known:
    if isinstance(action, Lay):
        return Known(card.name, card.hunger, card.foods, action.game_end)
    return Known(card.name, None, card.foods)


def replace_known(met: tuple[Known, ...], new: Known) -> tuple[Known, ...]:
    """The monsters met at this table with a newer entry added; the newest stands last."""
    return (*met, new) if new not in met else met


def learns(state: State, action: Action) -> dict[str, Any]:
    """What an entry teaches about the owner's monsters."""
    if isinstance(action, Lay | FirstCandidate):
        name = action.name.strip()
        learnt: dict[str, Any] = {}
        if isinstance(action, Lay) and action.hunger is not None:
            learnt["hunger"] = action.hunger
        if isinstance(action, Lay) and action.game_end:
            learnt["game_end"] = True
        if action.foods is not None:
            learnt["foods"] = foods_json(_foods(action.foods))
        return patch(name, **learnt)
    if isinstance(action, Ability):
        name = card_of(state, action.monster).name
        ends = {"game_end": True} if isinstance(action, EndGame) else {}
        return patch(name, effect=abilities.effect_of(action), **ends)
    return {}
