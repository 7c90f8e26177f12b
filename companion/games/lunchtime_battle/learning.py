"""What a table learns about monsters: for the rest of this evening, and for the owner's box profile."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.core.game import Action
from companion.games.lunchtime_battle.actions import Ability, EndGame, FirstCandidate, Lay, SayFoods, Settle
from companion.games.lunchtime_battle.box import Known
from companion.games.lunchtime_battle.counting import unsaid
from companion.games.lunchtime_battle.foods import FOODS, by_food
from companion.games.lunchtime_battle.options import Options
from companion.games.lunchtime_battle.state import Card, State


def known(state: State, options: Options) -> tuple[Known, ...]:
    """The monsters this table can offer by name: those of the box, and those met here, whose numbers are newer."""
    found = {of.name: of for of in options.monsters}
    for new in state.met:
        found[new.name] = _newer(found.get(new.name, new), new)
    return tuple(found[name] for name in sorted(found))


def known_as(state: State, options: Options, name: str) -> Known:
    """What is known of the monster of this name, one that lies face down included; only the name where it is new."""
    found = next((of for of in options.monsters if of.name == name), Known(name))
    down = (of.known for of in (*state.firsts, *state.laid) if of is not None and of.known is not None)
    for new in (*state.met, *down):
        if new.name == name:
            found = _newer(found, new)
    return found


def _newer(old: Known, new: Known) -> Known:
    return Known(
        new.name,
        old.hunger if new.hunger is None else new.hunger,
        old.foods if new.foods is None else new.foods,
        old.game_end or new.game_end,
        new.effect or old.effect,
    )


def met(action: Lay | FirstCandidate, card: Card) -> Known | None:
    """What the table knows of a monster once it is turned up; of one without a name nothing."""
    if not card.name:
        return None
    if isinstance(action, Lay):
        return Known(card.name, card.hunger, None if card.unsaid else card.foods, action.game_end)
    return Known(card.name, None, card.foods)


def learns(state: State, action: Action) -> dict[str, Any]:
    """What an entry teaches about the owner's monsters, as a merge patch; one without a name teaches nothing."""
    name, learnt = "", dict[str, Any]()
    if isinstance(action, Lay | FirstCandidate):
        name = action.name.strip()
        if isinstance(action, Lay) and action.hunger is not None:
            learnt["hunger"] = action.hunger
        if isinstance(action, Lay) and action.game_end:
            learnt["game_end"] = True
        if action.foods is not None:
            learnt["foods"] = _with_zeros(action.foods)
    elif isinstance(action, Settle | SayFoods) and action.foods is not None:
        missing = unsaid(state)
        name = missing[0].name if isinstance(action, Settle) and missing else ""
        name = state.card(action.monster).name if isinstance(action, SayFoods) else name
        learnt["foods"] = _with_zeros(action.foods)
    elif isinstance(action, Ability):
        name = state.card(action.monster).name
        learnt = {"effect": action.effect, **({"game_end": True} if isinstance(action, EndGame) else {})}
    return {"monsters": {name: learnt}} if name and learnt else {}


def _with_zeros(foods: Mapping[str, int]) -> dict[str, int]:
    """Food symbols with their zeros, so that a corrected monster replaces its old numbers."""
    return dict(zip(FOODS, by_food(foods), strict=True))


def taught(before: State, after: State) -> dict[str, Any]:
    """What other symbols on named monsters on the table say of the owner's monsters, as a merge patch."""
    was = {card.id: card for card in (*before.ring, *before.candidates)}
    found: dict[str, Any] = {}
    for card in (*after.ring, *after.candidates):
        old = was.get(card.id)
        if old is None or not card.name:
            continue
        if card.foods != old.foods:
            found.setdefault(card.name, {})["foods"] = dict(zip(FOODS, card.foods, strict=True))
        if (card.hunger, card.change, card.skipped) != (old.hunger, old.change, old.skipped):
            found.setdefault(card.name, {})["hunger"] = card.hunger
    return {"monsters": found} if found else {}
