"""What may be entered now: a seat's own numbers, and what anybody enters for the table."""

from __future__ import annotations

from dataclasses import replace

from companion.core.ending import complete_offer, end_offers
from companion.core.fields import Number
from companion.core.game import Action, Offer
from companion.core.text import Seat, T, Text, Who
from companion.games.pad.actions import Enter, EnterForAll, NextRound, PreviousRound
from companion.games.pad.definition import PadDefinition
from companion.games.pad.entries import Entry, entries
from companion.games.pad.state import State


def offers(pad: PadDefinition, state: State, seat: Seat | None) -> tuple[Offer, ...]:
    """What this seat may enter, or with None the table."""
    return _of_the_table(pad, state) if seat is None else _of_a_seat(pad, state, seat)


def labels(pad: PadDefinition) -> tuple[Text, ...]:
    """The categories in the order in which they are revealed."""
    return tuple(category.text for category in pad.lines)


def last_round(pad: PadDefinition, state: State) -> bool:
    """Whether no round follows this one."""
    return state.round >= max(pad.rounds, 1)


def _of_a_seat(pad: PadDefinition, state: State, seat: Seat) -> tuple[Offer, ...]:
    found: list[Offer] = []
    if last_round(pad, state) and not state.ending.over:
        complete = complete_offer(state.ending, seat)
        found.append(replace(complete, place="more") if seat in state.away else complete)
    for entry in entries(pad):
        if not entry.once:
            whose = T("{category} of {who}", category=entry.label, who=Who(seat))
            found.append(_number(state, entry, Enter, whose, seat))
    return tuple(found)


def _of_the_table(pad: PadDefinition, state: State) -> tuple[Offer, ...]:
    found: list[Offer] = []
    if not state.ending.over:
        if not last_round(pad, state):
            found.append(Offer(NextRound, T("Start round {n}", n=state.round + 1)))
        if state.round > 1:
            found.append(Offer(PreviousRound, T("Back to round {n}", n=state.round - 1), place="more"))
    found += end_offers(state.ending, labels(pad))
    found += [_number(state, entry, EnterForAll, entry.label, 0) for entry in entries(pad) if entry.once]
    return tuple(found)


def _number(state: State, entry: Entry, action: type[Action], label: Text, seat: int) -> Offer:
    round_ = state.round if entry.by_round else 1
    number = Number("value", label, entry.low, entry.high, current=state.number(entry.key, round_, seat))
    return Offer(action, entry.label, (number,), {"category": entry.key, "round": round_}, place="sheet")
