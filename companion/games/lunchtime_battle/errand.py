"""The end: level foods are ranked, a sheet is complete, and the errand is decided: who fetches lunch."""

from __future__ import annotations

from dataclasses import replace

from companion.core.ending import Ending, FinishNow, GoOn, SheetComplete, after_end_action
from companion.core.game import Step
from companion.core.steps import said, then
from companion.core.text import Listing, Seat, T, Who
from companion.games.lunchtime_battle.actions import RankFoods
from companion.games.lunchtime_battle.foods import FOODS
from companion.games.lunchtime_battle.options import Options
from companion.games.lunchtime_battle.rounds import next_round
from companion.games.lunchtime_battle.scoring import score
from companion.games.lunchtime_battle.sheet import sheet_of
from companion.games.lunchtime_battle.state import State
from companion.games.lunchtime_battle.tiers import level_foods, unranked


def ranked(state: State, action: RankFoods) -> Step[State]:
    """The players put the level foods in order, most wanted first."""
    order = Listing(tuple(FOODS[food] for food in action.order))
    told = T("The level foods are wanted in this order: {foods}.", foods=order)
    return said(replace(state, order=action.order), told)


def decided(state: State, options: Options) -> Step[State]:
    """The game is over; the whole chain of comparisons is the result's own sentence."""
    sheet = sheet_of(state, options)
    runners = tuple(Who(seat) for seat in score(sheet).losers)
    told = T("{who} fetch lunch together.", who=Listing(runners))
    if len(runners) == 1:
        told = T("{who} fetches lunch.", who=runners[0])
    return said(replace(state, ending=state.ending.finished(sheet)), told, "cost")


def ended(state: State, seat: Seat | None, action: FinishNow | GoOn | SheetComplete, options: Options) -> Step[State]:
    """What ends the game before its last round, completes the numbers of one who only scores, or takes it back."""
    if not options.only_sheet and isinstance(action, FinishNow):
        told = T("The game ends here; the final count begins.")
        return said(next_round(replace(state, rounds=state.round)), told, "cost")
    if not options.only_sheet and isinstance(action, GoOn):
        told = T("It was not over: back to the final count.")
        return said(replace(state, ending=Ending()), told)
    # Sheets of whoever is away are not waited for: as many are needed as there are people here, and complete ones.
    needed = state.present | state.ending.complete | ({seat} if seat is not None else set())
    ending, telling = after_end_action(state.ending, seat, action, len(needed), None, ())
    if not ending.over:
        return Step(replace(state, phase="sheet", ending=ending), telling)
    return then(Step(replace(state, ending=ending), telling), _counted, options)


def all_complete(state: State, options: Options) -> Step[State]:
    """The end of a table that only scores, because everybody who is still here is complete."""
    told = T("Everybody who is here is complete: the final scoring begins.")
    return then(said(replace(state, ending=state.ending.finished(None)), told), _counted, options)


def _counted(state: State, options: Options) -> Step[State]:
    """The numbers are counted, unless level foods must be ranked first."""
    step = asked_to_rank(state, options)
    return decided(step.state, options) if step.state.ending.over else step


def asked_to_rank(state: State, options: Options) -> Step[State]:
    """The state, where it is over open again if foods are level that the players have not ranked, and the question."""
    if not (state.ending.over and options.by_hand and unranked(state.hunger, state.order)):
        return Step(state, ())
    level = Listing(tuple(FOODS[food] for food in level_foods(state.hunger)))
    told = T("{foods} are level: rank them, then the errand is decided.", foods=level)
    return said(replace(state, phase="final", ending=replace(state.ending, over=False, frozen=None)), told)
