"""Where a table is, and whom it waits for."""

from __future__ import annotations

from companion.core.game import Stage
from companion.core.text import Seat, T
from companion.games.walking_on_the_moon.state import MOST_JUMPS, PHASES, State


def stage(state: State) -> Stage:
    """The round and what is done in it, with how far the first astronaut has come; else the phase."""
    phase = PHASES[state.phase]
    if not state.round or state.phase in ("pad", "first", "tie", "over"):
        cards = state.cards if state.full and state.box.spaces else 0
        return Stage(phase, cards if state.phase in ("tie", "over") else 0, cards)
    if state.ordered:
        return Stage(T("Round {n} · {phase}", n=state.round, phase=phase))
    furthest = max(state.card_of(astronaut.space) for astronaut in state.astronauts)
    if state.phase == "turn" and state.turn is not None and (state.turn.dice or not state.dice_kept):
        phase = T("Jump {n}", n=min(state.turn.jumps + 1, MOST_JUMPS))
    return Stage(T("Round {n} · {phase}", n=state.round, phase=phase), furthest - 1, state.cards)


def active_seats(state: State) -> frozenset[Seat]:
    """Whose turn it is, whose column is open, who is tied; with a question to the table everybody."""
    everybody = frozenset(map(Seat, range(state.seats))) - state.away
    match state.phase:
        case "turn":
            return frozenset({Seat(state.astronauts[state.mover].seat)})
        case "pad":
            return everybody - state.ending.complete or everybody
        case "tie":
            return frozenset(map(Seat, state.tie.alive if state.tie else ())) - state.away or everybody
        case "over":
            return frozenset()
    return everybody
