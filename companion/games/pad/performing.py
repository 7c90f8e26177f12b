"""What an entry does, and the sentences that say so: both come from the same run."""

from __future__ import annotations

from dataclasses import replace

from companion.core.ending import FinishNow, GoOn, Reveal, SheetComplete, after_end_action
from companion.core.game import Action, Step
from companion.core.refusal import illegal, no_seat
from companion.core.steps import said
from companion.core.text import Seat, T, Text, Who
from companion.games.pad.actions import Enter, EnterForAll, NextRound, PreviousRound
from companion.games.pad.corrections import number_key
from companion.games.pad.definition import PadDefinition
from companion.games.pad.entries import Entry, entries
from companion.games.pad.offers import labels
from companion.games.pad.sheet import sheet_of
from companion.games.pad.state import State


def perform(pad: PadDefinition, state: State, seat: Seat | None, action: Action) -> Step[State]:
    """The state after an entry, and its sentences; raises Refused where a seat's own entry names none."""
    match action:
        case SheetComplete() | FinishNow() | Reveal() | GoOn():
            waited_for = state.here | state.ending.complete | (frozenset() if seat is None else {seat})
            sheet = sheet_of(pad, state)
            ending, telling = after_end_action(state.ending, seat, action, len(waited_for), sheet, labels(pad))
            return Step(replace(state, ending=ending), telling)
        case NextRound():
            after = replace(state, round=state.round + 1)
            return said(after, T("Round {n} begins.", n=after.round), by=(("round", 1),))
        case PreviousRound():
            after = replace(state, round=state.round - 1)
            told = T(
                "Back to round {n}. What was entered later is kept, and counts again from its round on.", n=after.round
            )
            return said(after, told, by=(("round", -1),))
        case EnterForAll():
            return _entered(pad, state, None, action)
        case Enter():
            if seat is None:
                raise no_seat()
            return _entered(pad, state, seat, action)
    raise illegal(T("There is no action of this name in this game."))


def with_away(pad: PadDefinition, state: State, seat: Seat, away: bool) -> Step[State]:
    """A seat away or back; whoever was waited for last is waited for no longer."""
    after = replace(state, away=state.away | {seat} if away else state.away - {seat})
    if after.ending.complete and not after.ending.over and after.here <= after.ending.complete:
        told = T("The sheets of all the others are complete: the final scoring begins.")
        return said(replace(after, ending=after.ending.finished(sheet_of(pad, after))), told)
    return Step(after, ())


def _entered(pad: PadDefinition, state: State, seat: Seat | None, action: Enter | EnterForAll) -> Step[State]:
    entry = next((one for one in entries(pad) if one.key == action.category), None)
    if entry is None or entry.once is not (seat is None) or not _has_round(pad, entry, action.round):
        raise illegal(T("This pad has no such number. Load the page again."), "category")
    if action.parts and sum(action.parts) != action.value:
        raise illegal(T("The parts of the sum add up to {n}. Enter the sum again.", n=sum(action.parts)), "parts")
    column = seat or 0
    old = state.number(entry.key, action.round, column)
    after = state.with_number(entry.key, action.round, column, action.value)
    by = ((number_key(entry, action.round, column), action.value - old),)
    return said(after, _told(entry, seat, action, old), by=by if action.round <= state.round else ())


def _has_round(pad: PadDefinition, entry: Entry, round_: int) -> bool:
    return 1 <= round_ <= (pad.rounds if entry.by_round else 1)


def _told(entry: Entry, seat: Seat | None, action: Enter | EnterForAll, old: int) -> Text:
    new = action.value
    where = T("{category}, round {round}", category=entry.label, round=action.round) if entry.by_round else entry.label
    if entry.yes_no:
        answer = T("yes") if new else T("no")
        if seat is None:
            return T("{category}: {answer}.", category=where, answer=answer)
        return T("{who}: {category}: {answer}.", who=Who(seat), category=where, answer=answer)
    if seat is None:
        return T("{category}: {new} instead of {old}.", category=where, new=new, old=old)
    return T("{who}: {category} {new} instead of {old}.", who=Who(seat), category=where, new=new, old=old)
