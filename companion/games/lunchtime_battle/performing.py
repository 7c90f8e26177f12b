"""What an entry does, and the sentences that say so: both come from the same run of the room it belongs to."""

from __future__ import annotations

from dataclasses import replace

from companion.core.ending import FinishNow, GoOn, SheetComplete
from companion.core.game import Action, Step
from companion.core.refusal import illegal, no_seat
from companion.core.steps import said, then
from companion.core.text import Listing, Seat, T, Who
from companion.games.lunchtime_battle import abilities, errand, laying, picking
from companion.games.lunchtime_battle.actions import (
    Ability,
    Decide,
    Dishes,
    FirstCandidate,
    Lay,
    Pass,
    PointAt,
    RankFoods,
    Roll,
    SayFoods,
    SetHunger,
    SetSymbols,
    Settle,
    StartPlayer,
)
from companion.games.lunchtime_battle.counting import unsaid
from companion.games.lunchtime_battle.foods import FOODS, number_of, with_food
from companion.games.lunchtime_battle.options import Options
from companion.games.lunchtime_battle.state import State


def perform(state: State, seat: Seat | None, action: Action, options: Options) -> Step[State]:
    """The state after an entry, and its sentences; raises Refused where a seat's own entry names none."""
    match action:
        case Dishes():
            return _dishes(state, action)
        case StartPlayer():
            told = T("{who} gets the start player marker and rolls first.", who=Who(action.player))
            return said(replace(state, start=action.player, phase="roll"), told)
        case PointAt():
            card = state.in_ring(action.target)
            told = T("The table picks {monster} by hand.", monster=card.whose)
            return said(replace(state, pointed=card.id, passed=frozenset()), told)
        case RankFoods():
            return errand.ranked(state, action)
        case Decide():
            return errand.decided(state, options)
        case FinishNow() | GoOn() | SheetComplete():
            return errand.ended(state, seat, action, options)
        case SetHunger():
            return _hunger(state, action, options)
    if seat is None:
        raise no_seat()
    match action:
        case Roll():
            return laying.rolled(state, action)
        case Lay() | FirstCandidate():
            return laying.laid(state, seat, action, options)
        case Ability():
            return abilities.used(state, seat, action)
        case Pass():
            return picking.passed(state, seat, stays=options.stays)
        case Settle():
            return picking.settled(_fed(state, action), stays=options.stays)
        case SayFoods():
            return picking.foods_said(state, action.monster, action.foods, stays=options.stays)
        case SetSymbols():
            return _symbols(state, seat, action)
    raise illegal(T("There is no action of this name in this game."))


def _fed(state: State, action: Settle) -> State:
    """The state in which the food symbols that come with the end of a pick are on its monster."""
    missing = unsaid(state)
    return state if action.foods is None or not missing else picking.with_foods(state, missing[0].id, action.foods)


def _dishes(state: State, action: Dishes) -> Step[State]:
    dishes = (action.meat.strip(), action.mushroom.strip(), action.potion.strip())
    after = replace(state, dishes=dishes, phase="start" if state.phase == "dishes" else state.phase)
    named = zip(FOODS.values(), dishes, strict=True)
    menu = tuple(T("{food} stands for {dish}", food=food, dish=dish) for food, dish in named if dish)
    told = T("The symbols stand for themselves.")
    if menu:
        told = T("What shall we eat? {dishes}.", dishes=Listing(menu))
    return said(after, told)


def _hunger(state: State, action: SetHunger, options: Options) -> Step[State]:
    old = number_of(state.hunger, action.food)
    told = T("Hunger for {food}: from {old} to {new}.", food=FOODS[action.food], old=old, new=action.value)
    after = replace(state, hunger=with_food(state.hunger, action.food, action.value))
    step = said(after, told, by=((f"hunger:{action.food}", action.value - old),))
    return then(step, errand.asked_to_rank, options)


def _symbols(state: State, seat: Seat, action: SetSymbols) -> Step[State]:
    old = number_of(state.columns[seat][action.hand], action.food)
    told = T("{who}: {food} {new} instead of {old}.", who=Who(seat), food=FOODS[action.food], new=action.value, old=old)
    key = f"symbols:{seat}:{action.hand}:{action.food}"
    after = state.with_symbols(seat, action.hand, action.food, action.value)
    return said(after, told, by=((key, action.value - old),))
