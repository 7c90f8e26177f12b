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
    """Whom the table waits for; on the pad whose sheet is not complete."""
    everybody = frozenset(Seat(seat) for seat in range(state.seats))
    if state.ending.over:
        return frozenset()
    if isinstance(state, Pad):
        return everybody - state.ending.complete if state.known else everybody
    if not state.set_up:
        return everybody if state.moonstone is None or state.ring is None else state.without_first_ship
    if state.to_take_ship:
        return state.to_take_ship
    if state.splitting:
        return frozenset(state.splitting[:1])
    if state.auction is not None:
        return frozenset((state.auction.turn,))
    if state.phase in ("teaching", "winning"):
        return frozenset((state.in_turn(state.turn),))
    return everybody
