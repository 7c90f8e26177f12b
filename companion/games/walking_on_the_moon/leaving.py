"""Somebody goes away, or comes back: turns, the last one and the lead are looked for among those who are here."""

from __future__ import annotations

from dataclasses import replace

from companion.core.game import Step
from companion.core.steps import said, then
from companion.core.text import Seat, T
from companion.games.walking_on_the_moon import pad_performing, rounds, tokens
from companion.games.walking_on_the_moon.state import State, Turn, who


def with_away(state: State, seat: Seat, away: bool) -> Step[State]:
    """The table with a seat away or back, and what follows at once."""
    after = replace(state, away=state.away | {seat} if away else state.away - {seat})
    if not state.full:
        return Step(_pad(after, seat, away), ())
    return followed(after)


def _pad(state: State, seat: Seat, away: bool) -> State:
    """A pad waits for nobody who is away; whoever comes back after the end finds the own sheet complete as it stands."""
    if not away and state.phase != "pad":
        ending = replace(state.ending, complete=state.ending.complete | {seat})
        return replace(state, ending=ending)
    return pad_performing.counted(state)


def followed(state: State) -> Step[State]:
    """What follows at once from who is here: the turn of somebody away ends, questions to the table are looked at anew."""
    if state.phase == "turn" and not state.is_here(state.mover):
        return _left_the_turn(state)
    if state.phase == "leading":
        name = who(state, state.mover)
        if not state.is_here(state.mover):
            told = T("{who} is away and takes no ground-control token for this turn.", who=name)
            return then(said(state, told, "cost"), rounds.next_turn)
        return tokens.settle(replace(state, phase="turn"), (state.turn or Turn(0)).due)
    if state.phase == "last":
        return rounds.round_complete(state)
    return Step(state, ())


def _left_the_turn(state: State) -> Step[State]:
    """The mover is away: before its first jump it has not had the turn; after it the turn ends, and the jumps stand."""
    turn = state.turn or Turn(0)
    if turn.jumps:
        told = T("The turn of {who} ends here: the jumps made stand.", who=who(state, state.mover))
        return then(said(state, told), rounds.next_turn)
    return rounds.next_here(replace(rounds.taken_back(state), turn=None), turn.previous)
