"""What an entry on the pad of a table that only scores does, and the sentences that say so."""

from __future__ import annotations

from dataclasses import replace

from companion.core.ending import Ending, SheetComplete, after_end_action
from companion.core.game import Action, Clause, Step
from companion.core.refusal import illegal, no_seat
from companion.core.text import TN, Seat, T, Who
from companion.games.walking_on_the_moon import actions as act
from companion.games.walking_on_the_moon import pad, ties
from companion.games.walking_on_the_moon.state import Phase, State, whose


def enter(state: State, seat: Seat | None, action: Action) -> Step[State]:
    """The pad after an entry, and its sentences; raises Refused where a seat's own entry names none."""
    match action:
        case SheetComplete():
            return _completed(state, seat, action)
        case act.FirstAcross():
            return _first_across(state, action)
    if seat is None:
        raise no_seat()
    match action:
        case act.Arrive():
            return _arrived(state, seat, action)
        case act.Stars():
            return _stars(state, seat, action)
        case act.TieOrder():
            columns = tuple(
                replace(column, tie_order=action.value) if s == seat else column
                for s, column in enumerate(state.columns)
            )
            told = T("{who}: place {n} in a tie.", who=Who(seat), n=action.value)
            return Step(counted(replace(state, columns=columns)), (Clause(told),))
    raise illegal(T("This is not possible now."))


def counted(state: State) -> State:
    """A pad that is complete is counted: who was first across, ties, and then the game is over."""
    if pad.is_complete(state) and not pad.needs_first(state):
        return ties.settled(state)
    phase: Phase = "first" if pad.is_complete(state) else "pad"
    return replace(state, phase=phase, tie=None, ending=Ending(complete=state.ending.complete))


def _completed(state: State, seat: Seat | None, action: SheetComplete) -> Step[State]:
    # While the points printed for stars are missing, the last sheet does not end the game.
    left = state.away - state.ending.complete - {seat}
    sheets = state.seats - len(left) + len(state.lacks_to_count)
    ending, telling = after_end_action(state.ending, seat, action, sheets, None, ())
    return Step(counted(replace(state, ending=replace(state.ending, complete=ending.complete))), telling)


def _first_across(state: State, action: act.FirstAcross) -> Step[State]:
    seat, index = (action.astronaut, 0) if isinstance(action.astronaut, int) else action.astronaut
    told = T("{who} is first across the finish: 21 points.", who=whose(state.seats, seat, index))
    return Step(counted(pad.with_entry(state, seat, index, where="first")), (Clause(told, "gain"),))


def _arrived(state: State, seat: Seat, action: act.Arrive) -> Step[State]:
    name = whose(state.seats, seat, action.astronaut)
    clauses = [Clause(T("{who}: {where}.", who=name, where=pad.WHERE[action.where]))]
    if action.where == "first":
        for other, index, entry in pad.entries(state):
            if entry.where == "first" and (other, index) != (seat, action.astronaut):
                other_name = whose(state.seats, other, index)
                clauses.append(Clause(T("{who} was not the first across then: 20 points.", who=other_name), "cost"))
    after = pad.with_entry(state, seat, action.astronaut, where=action.where)
    return Step(counted(after), tuple(clauses))


def _stars(state: State, seat: Seat, action: act.Stars) -> Step[State]:
    value = min(action.value, pad.stars_left(state, seat, action.astronaut))
    old = state.columns[seat].entries[action.astronaut].stars
    told = TN(
        "{who}: {new} star instead of {old}.",
        "{who}: {new} stars instead of {old}.",
        value,
        who=whose(state.seats, seat, action.astronaut),
        new=value,
        old=old,
    )
    clause = Clause(told, by=((f"held:{seat}:{action.astronaut}", value - old),))
    return Step(counted(pad.with_entry(state, seat, action.astronaut, stars=value)), (clause,))
