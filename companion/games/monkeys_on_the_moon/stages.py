"""Where a table is, and whom it waits for."""

from __future__ import annotations

from companion.core.game import Stage
from companion.core.text import Seat, T
from companion.games.monkeys_on_the_moon.pad import Pad
from companion.games.monkeys_on_the_moon.state import PHASES, State


def stage(state: State) -> Stage:
    """Round k of n and the phase; on the pad how many sheets are complete."""
    if isinstance(state, Pad):
        if state.ending.over:
            return Stage(T("Final scoring"), state.seats, state.seats)
        done = len(state.ending.complete)
        text = T("Final scoring · {n} of {all} sheets complete", n=done, all=state.seats)
        return Stage(text, done, state.seats)
    if not state.set_up:
        return Stage(T("Set-up"), 0, state.rounds)
    if state.phase == "levels":
        return Stage(PHASES[state.phase], state.rounds, state.rounds)
    text = T("Round {n} of {all} · {phase}", n=state.round, all=state.rounds, phase=PHASES[state.phase])
    return Stage(text, state.round - 1, state.rounds)


def active_seats(state: State) -> frozenset[Seat]:
    """Whom the table waits for, never who is away; on the pad whose sheet is not complete."""
    here = frozenset(map(Seat, range(state.seats))) - state.away
    if state.ending.over:
        return frozenset()
    if isinstance(state, Pad):
        return here - state.ending.complete if state.known else here
    if not state.set_up and (state.moonstone is None or state.ring is None):
        return here
    if state.to_take_ship:
        return state.to_take_ship
    if state.splitting:
        return frozenset(state.splitting[:1])
    if state.auction is not None:
        return frozenset((state.auction.turn,))
    if state.phase in ("teaching", "winning") and state.in_turn_now is not None:
        return frozenset((state.in_turn_now,))
    return here
