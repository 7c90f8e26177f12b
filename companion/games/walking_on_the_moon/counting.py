"""The race is over: what it still takes to count it."""

from __future__ import annotations

from dataclasses import replace

from companion.games.walking_on_the_moon import ties
from companion.games.walking_on_the_moon.state import Column, Entry, State


def counted(state: State) -> State:
    """The state of a race that is over: its ties asked, or over.

    Where a printed number was left for later it is asked first. Where only the order was kept the table goes on with its
    score sheet, on which the stars and whoever crossed the finish stand already.
    """
    if state.full and state.ordered:
        return replace(
            state, phase="pad", turn=None, columns=tuple(_column(state, seat) for seat in range(state.seats))
        )
    return replace(state, phase="box") if state.lacks_to_count else ties.settled(state)


def _column(state: State, seat: int) -> Column:
    entries = [Entry()] * 2
    for astronaut in state.astronauts:
        if astronaut.seat == seat:
            where = {0: "0", 1: "first"}.get(astronaut.finish, "later")
            entries[astronaut.index] = Entry(where, astronaut.stars)
    return Column((entries[0], entries[1]))
