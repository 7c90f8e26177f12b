"""The rounds: how many there are, what each needs, where in one the table is, and how the next one begins."""

from __future__ import annotations

from dataclasses import replace

from companion.core.game import Stage
from companion.core.text import TN, Seat, T, Text
from companion.games.lunchtime_battle.counting import awaited
from companion.games.lunchtime_battle.foods import NOTHING
from companion.games.lunchtime_battle.options import Options
from companion.games.lunchtime_battle.state import FaceDown, State

ROUNDS = {2: 8, 3: 12, 4: 8, 5: 5, 6: 6}
"""Rounds of a game by places (players, or four hands)."""

PICKS = {2: 1, 3: 1, 4: 2, 5: 2, 6: 3}
"""Monsters counted out in a round by places."""


def before_the_first(seats: int, options: Options) -> State:
    """The table before anything is entered; of one that only scores, its empty sheet."""
    sheet = State("sheet", seats, 0, columns=((NOTHING,) * options.hands,) * seats)
    if options.only_sheet:
        return sheet
    return replace(sheet, phase="dishes" if options.dishes else "start", rounds=ROUNDS[sheet.places])


def dice_of(state: State) -> int:
    """How many dice are rolled: one fewer than players, or than hands."""
    return state.places - 1


def cleared(state: State) -> State:
    """The table with nothing of a round on it; candidates and hunger markers stay."""
    return replace(
        state,
        dice=(),
        bonus=0,
        backwards=False,
        ring=(),
        laid=(),
        firsts=(),
        origin="",
        pick=1,
        neighbours=frozenset(),
        pointed="",
        passed=frozenset(),
    )


def next_round(state: State) -> State:
    """The next round, the start player marker to the left; after the last round, the final count."""
    over = cleared(state)
    if state.round >= state.rounds:
        return replace(over, phase="final")
    start = marker(state, (state.start + 1) % state.places)
    return replace(over, phase="roll", round=state.round + 1, start=start)


def marker(state: State, start: int) -> int:
    """The place the start player marker goes to: this one, or the next to the left of somebody who is there."""
    following = ((start + n) % state.places for n in range(state.places))
    return next((place for place in following if place % state.seats not in state.away), start)


def everybody_lays(state: State) -> State:
    """The table that waits for everybody's monster, in round 1 before any candidates for the first ones too."""
    empty: tuple[FaceDown | None, ...] = (None,) * state.places
    opening = state.round == 1 and not state.candidates
    return replace(state, phase="lay", laid=empty, firsts=empty if opening else ())


def stage(state: State) -> Stage:
    """The line under the title."""
    if state.ending.over:
        return Stage(T("Lunch is decided"), state.rounds, state.rounds)
    match state.phase:
        case "sheet":
            return Stage(T("Final count"))
        case "final":
            return Stage(T("Final count"), state.rounds, state.rounds)
        case "dishes":
            return Stage(T("Before the game · what shall we eat?"), 0, state.rounds)
        case "start":
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
    picks = PICKS[state.places]
    if picks == 1:
        return T("count")
    return T("count {n} of {picks}", n=state.pick, picks=picks)


def lacking(state: State) -> frozenset[Seat]:
    """Who is there and has not laid everything yet."""
    size = len(state.laid)
    firsts = state.firsts or (True,) * size
    found = (place % state.seats for place in range(size) if state.laid[place] is None or firsts[place] is None)
    return frozenset(map(Seat, found)) - state.away


def active_seats(state: State) -> frozenset[Seat]:
    """Whom the table waits for; nobody who is away."""
    if state.ending.over:
        return frozenset()
    match state.phase:
        case "roll":
            return frozenset({state.start_seat})
        case "lay":
            return lacking(state)
        case "count":
            return awaited(state)
        case "sheet":
            return state.present - state.ending.complete
    return state.present
