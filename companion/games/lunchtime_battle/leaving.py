"""Somebody is away, or back: who is passed over, and what follows at once.

Decisions: the start player marker goes on to the left; nobody waits for what the seat would lay, object or complete;
what it has laid and its candidates stay and count. Dice, picks and rounds stay as the game began.
"""

from __future__ import annotations

from dataclasses import replace

from companion.core.game import Step
from companion.core.steps import said, then
from companion.core.text import Seat, T, Who
from companion.games.lunchtime_battle.counting import awaited
from companion.games.lunchtime_battle.errand import all_complete
from companion.games.lunchtime_battle.laying import turned_up
from companion.games.lunchtime_battle.options import Options
from companion.games.lunchtime_battle.picking import settled
from companion.games.lunchtime_battle.rounds import lacking, marker
from companion.games.lunchtime_battle.state import State


def with_away(state: State, seat: Seat, away: bool, options: Options) -> Step[State]:
    """The state with a seat away or back; a phase that waited for nobody else is over.

    Whoever is back lays and objects with the others again from here on.
    """
    after = replace(state, away=state.away | {seat} if away else state.away - {seat})
    if not away or state.ending.over:
        return Step(after, ())
    step = _marker_passed_on(after)
    after = step.state
    match after.phase:
        case "lay" if not lacking(after):
            return then(step, turned_up)
        case "count" if not awaited(after):
            return then(step, settled, stays=options.stays)
        case "sheet" if after.present <= after.ending.complete:
            return then(step, all_complete, options)
    return step


def _marker_passed_on(state: State) -> Step[State]:
    """The start player marker with somebody who is there, while a round is on."""
    if state.phase not in ("roll", "lay", "count") or state.start_seat not in state.away:
        return Step(state, ())
    after = replace(state, start=marker(state, state.start))
    return said(after, T("{who} gets the start player marker.", who=Who(after.start_seat)))
