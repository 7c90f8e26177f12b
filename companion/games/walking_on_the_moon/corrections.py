"""The counters a correction may set. Stars never get lost or made: they come from the ring, or go back to it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.core.game import Counter
from companion.core.refusal import Refused
from companion.core.text import Seat, T
from companion.games.walking_on_the_moon import box, ties
from companion.games.walking_on_the_moon.race import moved, with_ring
from companion.games.walking_on_the_moon.state import (
    MOST_DICE,
    State,
    counter_key,
    each,
    found,
    who,
    with_astronaut,
)

ROUNDS_HIGH = 99
TOKENS_HIGH = 40
SHORT = {
    "space": T("Space (counted from the start)"),
    "level": T("Level"),
    "stars": T("Stars"),
    "tokens": T("Ground-control tokens"),
    "coma": T("In a coma (1: yes)"),
    "obstructed": T("Obstructed (1: yes)"),
}
RACING = ("turn", "leading", "last", "tie", "over")


def counters(state: State) -> tuple[Counter, ...]:
    """Every number a correction may set now."""
    return tuple(_counters(state))


def _counters(state: State) -> Iterator[Counter]:
    if state.phase in RACING and state.full:
        yield Counter("round", T("Round"), state.round, 1, ROUNDS_HIGH)
        if state.turn is not None and not state.turn.dice and state.phase == "turn":
            yield Counter("dice", T("Dice to choose in this turn"), state.turn.allowed, 1, MOST_DICE)
        yield from _astronauts(state)
        for card, stars in enumerate(state.ring, 1):
            yield Counter(f"ring:{card}", T("Stars on card {n}", n=card), stars, 0, sum(state.ring))
    for stars, points in enumerate(state.box.star_points or (), 1):
        yield Counter(f"points:{stars}", T("Points printed for stars: {n}", n=stars), points, 0, box.POINTS_HIGH)


def _astronauts(state: State) -> Iterator[Counter]:
    for one, a in enumerate(state.astronauts):
        name = who(state, one)
        stars, tokens = a.stars + sum(state.ring), max(TOKENS_HIGH, a.tokens)
        numbers = (
            ("space", T("Space of {who} (counted from the start)", who=name), SHORT["space"], a.space, 1, state.across),
            ("level", T("Level of {who}", who=name), SHORT["level"], a.level, 1, 3),
            ("stars", T("Stars of {who}", who=name), SHORT["stars"], a.stars, 0, stars),
            ("tokens", T("Ground-control tokens of {who}", who=name), SHORT["tokens"], a.tokens, 0, tokens),
            ("coma", T("{who} in a coma (1: yes)", who=name), SHORT["coma"], int(a.coma), 0, 1),
            ("obstructed", T("{who} obstructed (1: yes)", who=name), SHORT["obstructed"], int(a.obstructed), 0, 1),
        )
        for kind, label, word, value, low, high in numbers:
            short = word if each(state.seats) == 1 else T("astronaut {n}: {what}", n=a.index + 1, what=word)
            yield Counter(counter_key(state, kind, one), label, value, low, high, Seat(a.seat), short)


def with_counter(state: State, key: str, value: int) -> State:
    """The state with one counter set; a race that is over is counted again."""
    kind, _, of = key.partition(":")
    if kind == "round":
        after = replace(state, round=value)
    elif kind == "dice" and state.turn is not None:
        after = replace(state, turn=replace(state.turn, allowed=value))
    elif kind == "ring":
        after = _with_ring(state, int(of), value)
    elif kind == "points":
        points = state.box.star_points or ()
        printed = tuple(value if n == int(of) else p for n, p in enumerate(points, 1))
        after = replace(state, box=replace(state.box, star_points=printed))
    else:
        parts = [int(part) for part in of.split(":")]
        one = found(state, parts[0] if len(parts) == 1 else (parts[0], parts[1]))
        after = _with_astronaut(state, one, kind, value)
    return ties.settled(after) if after.phase in ("tie", "over") else after


def _with_astronaut(state: State, one: int, kind: str, value: int) -> State:
    me = state.astronauts[one]
    if kind == "space":
        return _with_space(state, one, value)
    if kind == "level":
        if me.finish:
            raise Refused("illegal", "value", T("Across the finish there are no levels."))
        return moved(state, one, me.space, value)
    if kind == "stars":
        return _with_stars(state, one, value)
    if kind == "tokens":
        return with_astronaut(state, one, tokens=value)
    if kind == "coma":
        return with_astronaut(state, one, coma=bool(value))
    return with_astronaut(state, one, obstructed=bool(value))


def _with_space(state: State, one: int, space: int) -> State:
    finish = state.astronauts[one].finish
    if finish and space < state.across:
        # Whoever crossed after this one moves up in the order of crossing.
        state = replace(
            state,
            astronauts=tuple(
                replace(a, finish=0 if i == one else a.finish - (a.finish > finish))
                for i, a in enumerate(state.astronauts)
            ),
        )
    return moved(state, one, space, state.astronauts[one].level)


def _with_stars(state: State, one: int, stars: int) -> State:
    missing = stars - state.astronauts[one].stars
    state = with_astronaut(state, one, stars=stars)
    if missing <= 0:
        return with_ring(state, state.cards, -missing)
    return _taken(state, missing, ())


def _with_ring(state: State, card: int, stars: int) -> State:
    missing = stars - state.ring[card - 1]
    state = with_ring(state, card, missing)
    if missing <= 0:
        return with_ring(state, state.cards if card != state.cards else 1, -missing)
    return _taken(state, missing, (card,))


def _taken(state: State, missing: int, but: tuple[int, ...]) -> State:
    """The state with stars taken off the ring, from the last card backwards."""
    for card in range(state.cards, 0, -1):
        if card not in but:
            taken = min(missing, state.ring[card - 1])
            state = with_ring(state, card, -taken)
            missing -= taken
    return state
