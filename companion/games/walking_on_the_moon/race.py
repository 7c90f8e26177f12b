"""Who is where: last place, the lead, whom a jump can have passed, and the stars on the ring."""

from __future__ import annotations

from dataclasses import replace

from companion.games.walking_on_the_moon.box import Box
from companion.games.walking_on_the_moon.options import Options
from companion.games.walking_on_the_moon.state import Astronaut, Column, State, each, with_astronaut


def opened(box: Box, options: Options, seats: int) -> State:
    """A table before its first entry: everybody on the first space, a ring with its stars; or an empty pad."""
    astronauts = tuple(Astronaut(seat, index) for index in range(each(seats)) for seat in range(seats))
    state = State(
        seats=seats,
        cards=options.cards,
        box=box,
        phase="start" if options.full else "pad",
        astronauts=astronauts,
        stack=tuple(range(len(astronauts))),
        ring=ring_at_start(options.cards),
        columns=() if options.full else (Column(),) * seats,
        dice_kept=options.dice_kept,
        ordered=options.ordered,
    )
    return replace(state, phase="box") if state.lacks_to_start else state


def ring_at_start(cards: int) -> tuple[int, ...]:
    """A star on each card; with 7 cards none on the first, with 8 none on the first and the last: always six."""
    bare = {6: (), 7: (0,), 8: (0, 7)}[cards]
    return tuple(0 if card in bare else 1 for card in range(cards))


def top_of(state: State, ids: tuple[int, ...]) -> int:
    """The one of these, all on one space, that lies on top."""
    return max(ids, key=state.stack.index)


def tops(state: State, space: int) -> tuple[int, ...]:
    """The astronauts on top of each space (one per level) at this place of the race, lowest level first; of those here."""
    here = [i for i in state.here if state.astronauts[i].space == space]
    levels = sorted({state.astronauts[i].level for i in here})
    return tuple(top_of(state, tuple(i for i in here if state.astronauts[i].level == level)) for level in levels)


def pile_of(state: State, one: int) -> tuple[int, ...]:
    """Everybody on the space of this astronaut, lowest first; across the finish nobody lies on anybody."""
    me = state.astronauts[one]
    if me.finish:
        return (one,)
    return tuple(
        i for i in state.stack if (state.astronauts[i].space, state.astronauts[i].level) == (me.space, me.level)
    )


def last_candidates(state: State) -> tuple[int, ...]:
    """Who can be last: one astronaut, or several that are level on different spaces, for the table to decide.

    Whoever is away is not the last one (Decision).
    """
    return tops(state, min(state.astronauts[i].space for i in state.here))


def is_ahead_of(state: State, one: int) -> bool:
    """Whether anybody who is not away is further ahead than this astronaut."""
    return any(state.astronauts[i].space > state.astronauts[one].space for i in state.here)


def level_elsewhere(state: State, one: int) -> tuple[int, ...]:
    """Astronauts equally far on another space than this one, whose players are not away."""
    me, of = state.astronauts[one], state.astronauts
    return tuple(i for i in state.here if of[i].space == me.space and of[i].level != me.level)


def passable(state: State, one: int, space: int, level: int = 1) -> tuple[int, ...]:
    """Whom a jump to this space can have passed: those it leaves behind, but not who shared its start or its end.

    Somebody level with the start or the end on another space can have been passed too (the path may climb); the table
    says whether they were. Whoever is across the finish is passed by nobody.
    """
    me = state.astronauts[one]
    ends = ((me.space, me.level), (space, level))
    return tuple(
        i
        for i, a in enumerate(state.astronauts)
        if not a.finish and me.space <= a.space <= space and (a.space, a.level) not in ends
    )


def starry(state: State, start: int, end: int) -> tuple[int, ...]:
    """The cards (from 1) with a star that a jump between these spaces can have touched."""
    cards = range(state.card_of(start), min(state.card_of(end), state.cards) + 1)
    return tuple(card for card in cards if state.ring[card - 1])


def moved(state: State, one: int, space: int, level: int) -> State:
    """The state with an astronaut on a space, on top of whoever is there; where it did not move, the stack stays."""
    me = state.astronauts[one]
    if space >= state.across:
        level = 1
    if (me.space, me.level) == (space, level):
        return state
    finish = me.finish
    if space >= state.across and not finish:
        finish = 1 + sum(1 for a in state.astronauts if a.finish)
    stack = (*(i for i in state.stack if i != one), one)
    return with_astronaut(replace(state, stack=stack), one, space=space, level=level, finish=finish)


def taken(state: State, missing: int, but: tuple[int, ...] = ()) -> State:
    """The state with stars taken off the ring, from the last card backwards, but from none of these cards."""
    for card in range(state.cards, 0, -1):
        if card not in but:
            found = min(missing, state.ring[card - 1])
            state = with_ring(state, card, -found)
            missing -= found
    return state


def with_ring(state: State, card: int, more: int) -> State:
    """The state with more (or fewer) stars on a card, counted from 1."""
    return replace(state, ring=tuple(n + more if i == card - 1 else n for i, n in enumerate(state.ring)))
