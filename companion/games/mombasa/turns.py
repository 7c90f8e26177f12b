"""The action phase: whose turn it is, who still takes turns, and what happens when nobody does.

A seat takes turns until it has ended the phase; whoever is away takes none, and nobody waits for their sheet.
"""

from __future__ import annotations

from dataclasses import replace

from companion.core.game import Clause, Step
from companion.core.steps import said
from companion.core.text import Seat, T, Who
from companion.games.mombasa.arithmetic import ROUNDS, coins_dropped
from companion.games.mombasa.sheet import sheet_of
from companion.games.mombasa.state import State


def here(state: State) -> frozenset[Seat]:
    """Everybody who is not away."""
    return frozenset(map(Seat, range(len(state.columns)))) - state.away


def takes_turns(state: State) -> frozenset[Seat]:
    """Who has not ended the action phase and is not away."""
    return here(state) - state.ended


def next_from(state: State, seat: Seat) -> Seat | None:
    """The first one clockwise who takes turns, this seat included; None where nobody does."""
    taking, seats = takes_turns(state), len(state.columns)
    clockwise = (Seat((seat + step) % seats) for step in range(seats))
    return next((one for one in clockwise if one in taking), None)


def next_after(state: State, seat: Seat) -> Seat | None:
    """Whose turn follows this seat's: its own again where nobody else takes turns."""
    return next_from(state, Seat(seat + 1))


def in_turn_order(state: State) -> tuple[Seat, ...]:
    """Who takes turns, clockwise from the one whose turn it is."""
    first = state.turn if state.turn is not None else state.start or Seat(0)
    seats = len(state.columns)
    return tuple(one for step in range(seats) if (one := Seat((first + step) % seats)) in takes_turns(state))


def begun(state: State) -> State:
    """The action phase begins, with the start player or whoever is next from there."""
    state = replace(state, phase="action", ended=frozenset())
    return replace(state, turn=None if state.start is None else next_from(state, state.start))


def started_by(state: State, seat: Seat | None) -> State:
    """Another start player. In the action phase the turn follows, unless it has gone on from the start player."""
    follows = state.phase == "action" and state.turn in (None, _first(state))
    after = replace(state, start=seat)
    return replace(after, turn=_first(after)) if follows else after


def settled(state: State) -> Step[State]:
    """In the action phase, once somebody takes no more turns: the turn goes on, or the phase is over."""
    taking = takes_turns(state)
    if state.phase != "action" or (taking and (state.turn is None or state.turn in taking)):
        return Step(state, ())
    if not taking:
        return _over(state)
    assert state.turn is not None
    return passed_on(state, next_from(state, state.turn))


def passed_on(state: State, seat: Seat | None) -> Step[State]:
    """It is somebody's turn, and that is said."""
    after = replace(state, turn=seat)
    return Step(after, ()) if seat is None else said(after, T("It is the turn of {who}.", who=Who(seat)))


def with_away(state: State, seat: Seat, away: bool) -> Step[State]:
    """A seat away or back: its turn passes on, and whoever was waited for last is waited for no longer."""
    after = replace(state, away=state.away | {seat} if away else state.away - {seat})
    if after.phase == "action":
        step = settled(after)
        return Step(step.state, ()) if after.ending.over else step
    if after.phase == "scoring" and not after.ending.over and here(after) <= after.ending.complete:
        told = T("The sheets of all the others are complete: the final scoring begins.")
        return said(replace(after, ending=after.ending.finished(sheet_of(after))), told)
    return Step(after, ())


def closed(state: State) -> State:
    """The action phase is over: after the last round everybody scores, before it the next one is prepared."""
    return replace(state, phase="scoring" if state.round == ROUNDS else "preparing", turn=None)


def _first(state: State) -> Seat | None:
    return None if state.start is None else next_from(state, state.start)


def _over(state: State) -> Step[State]:
    if state.round == ROUNDS:
        told = T("That was the last one of the last round: now everybody completes the sheet.")
        return said(closed(state), told)
    drop = T(
        "The coins of round space {space} drop to the wooden spaces: {n}.",
        space=state.round + 1,
        n=coins_dropped(len(state.columns), state.round),
    )
    told = T("Everybody has ended it: the preparation phase begins.")
    return Step(closed(state), (Clause(told), Clause(drop)))
