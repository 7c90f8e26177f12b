"""Where the table is, and whom it waits for."""

from __future__ import annotations

from companion.core.game import Stage
from companion.core.text import TN, Seat, T, Text
from companion.games.lunchtime_battle.counting import PICKS, awaited, places
from companion.games.lunchtime_battle.state import State


def dice_of(state: State) -> int:
    """How many dice are rolled: one fewer than players, or than hands."""
    return places(state) - 1


def stage(state: State) -> Stage:
    """The line under the title."""
    if state.phase == "over":
        return Stage(T("Lunch is decided"), state.rounds, state.rounds)
    if state.phase == "sheet":
        return Stage(T("Final count"))
    if state.phase == "final":
        return Stage(T("Final count"), state.rounds, state.rounds)
    if state.phase == "dishes":
        return Stage(T("Before the game · what shall we eat?"), 0, state.rounds)
    if state.phase == "start":
        return Stage(T("Before the game · who starts?"), 0, state.rounds)
    return Stage(
        T("Round {round} of {all} · {phase}", round=state.round, all=state.rounds, phase=_phase(state)),
        state.round - 1,
        state.rounds,
    )


def _phase(state: State) -> Text:
    match state.phase:
        case "roll":
            return TN("roll {n} die", "roll {n} dice", dice_of(state))
        case "lay":
            return T("lay monsters")
    picks = PICKS[places(state)]
    if picks == 1:
        return T("count")
    return T("count {n} of {picks}", n=state.pick, picks=picks)


def lacking(state: State) -> frozenset[Seat]:
    """Who has not laid everything yet."""
    size = len(state.laid)
    firsts = state.firsts or (True,) * size
    return frozenset(
        Seat(place % state.seats) for place in range(size) if state.laid[place] is None or firsts[place] is None
    )


def active_seats(state: State) -> frozenset[Seat]:
    """Whom the table waits for."""
    everybody = frozenset(Seat(seat) for seat in range(state.seats))
    match state.phase:
        case "over":
            return frozenset()
        case "roll":
            return frozenset({state.start_seat})
        case "lay":
            return lacking(state)
        case "count":
            return awaited(state)
        case "sheet":
            return everybody - state.complete
    return everybody
