"""Every number of a table with a pad that a correction may set: the round, and the numbers of the rounds so far."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.core.game import Counter
from companion.core.text import Seat, T, Text, Who
from companion.games.pad.definition import PadDefinition
from companion.games.pad.entries import Entry, entries
from companion.games.pad.state import State

SEAT_COUNTERS = frozenset({"number"})


def number_key(entry: Entry, round_: int, seat: int) -> str:
    """The key of a number as a counter: ``number:0:gold:3`` is a seat's, ``everybody:pot:3`` the table's."""
    return f"everybody:{entry.key}:{round_}" if entry.once else f"number:{seat}:{entry.key}:{round_}"


def counters(pad: PadDefinition, state: State) -> tuple[Counter, ...]:
    """The round, everybody's numbers, then those of each seat."""
    asked = entries(pad)
    found = [Counter("round", T("Round"), state.round, 1, pad.rounds)] if pad.rounds else []
    for entry in asked:
        if entry.once:
            found += _of(state, entry, 0)
    for seat in range(state.seats):
        for entry in asked:
            if not entry.once:
                found += _of(state, entry, seat)
    return tuple(found)


def _of(state: State, entry: Entry, seat: int) -> Iterator[Counter]:
    for round_ in range(1, (state.round if entry.by_round else 1) + 1):
        word: Text = entry.label
        if entry.by_round:
            word = T("{category}, round {round}", category=entry.label, round=round_)
        yield Counter(
            number_key(entry, round_, seat),
            word if entry.once else T("{category} of {who}", category=word, who=Who(seat)),
            state.number(entry.key, round_, seat),
            entry.low,
            entry.high,
            None if entry.once else Seat(seat),
            word,
            (T("no"), T("yes")) if entry.yes_no else (),
        )


def with_counter(state: State, key: str, value: int) -> State:
    """The state with one of them set."""
    if key == "round":
        return replace(state, round=value)
    kind, *of = key.split(":")
    if kind == "everybody":
        category, round_ = of
        return state.with_number(category, int(round_), 0, value)
    seat, category, round_ = of
    return state.with_number(category, int(round_), int(seat), value)
