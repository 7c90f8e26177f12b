"""Whose turn follows whose: who is away is passed over, and a phase is over when nobody who is here has a turn left.

| rule (rules page: Round) | here |
| --- | --- |
| clockwise from the moonstone; who is away is passed over (Decision) | `Evening.in_turn_now`, `turn_done` |
| moonstone to the left, to the next one who is here (Decision) | `left_of` |
| no monkey is left at all: nobody picks any more (Decision) | `passed_on` |
"""

from __future__ import annotations

from dataclasses import replace

from companion.core.game import Step
from companion.core.steps import said
from companion.core.text import Seat, T, Who
from companion.games.monkeys_on_the_moon.state import Evening


def turn_done(state: Evening, seat: Seat) -> Step[Evening]:
    """The seat has had its turn of this phase."""
    return passed_on(replace(state, turn=state.turn_of(seat) + 1))


def passed_on(state: Evening) -> Step[Evening]:
    """The next phase, where nobody who is here has a turn left in this one."""
    if state.auction is not None:
        return Step(state, ())
    if state.phase == "teaching" and state.in_turn_now is None:
        state = replace(state, phase="winning", turn=0)
    if state.phase != "winning":
        return Step(state, ())
    over = replace(state, phase="wrap_up", turn=0)
    if state.in_turn_now is None:
        return Step(over, ())
    if not state.monkeys_left():
        return said(over, T("No monkey is left to be picked: the bid turn is over."), "cost")
    return Step(state, ())


def left_of(state: Evening, seat: Seat) -> Seat:
    """The next one clockwise who is here; the seat itself where nobody else is."""
    order = (Seat((seat + step) % state.seats) for step in range(1, state.seats))
    return next((other for other in order if other not in state.away), seat)


def too_late_to_launch(state: Evening) -> Step[Evening]:
    """Whoever has just boarded a ship that is not full launches it now or not at all: from here on, not at all."""
    if state.may_launch is None:
        return Step(state, ())
    told = T("The ship of {who} stays: it is too late to launch it part-filled.", who=Who(state.may_launch))
    return said(replace(state, may_launch=None), told)
