"""From turn to turn and round to round: whose turn it is, who is last, and when the race is over."""

from __future__ import annotations

from dataclasses import replace

from companion.core.game import Clause, Step, Telling
from companion.core.steps import said, then
from companion.core.text import Listing, T
from companion.games.walking_on_the_moon.counting import counted
from companion.games.walking_on_the_moon.race import last_candidates
from companion.games.walking_on_the_moon.state import State, Turn, who, with_astronaut

DICE_OF_A_TURN = 4
DICE_WHEN_OBSTRUCTED = 3


def start(state: State, player: int) -> Step[State]:
    """Round 1: astronauts are laid clockwise from the start player, each on top of the one before."""
    laid = tuple(state.astronauts[one] for one in order_from(state, player))
    ids = tuple(range(len(laid)))
    state = replace(state, astronauts=laid, stack=ids, round=1, waiting=ids, last=None)
    return then(said(state, T("{who} starts; then clockwise.", who=who(state, 0))), next_here)


def order_from(state: State, player: int) -> tuple[int, ...]:
    """The ids in the order in which astronauts are laid from a start player on; with two players hers, his, hers, his."""

    def place(one: int) -> tuple[int, int]:
        astronaut = state.astronauts[one]
        return astronaut.index, (astronaut.seat - player) % state.seats

    return tuple(sorted(range(len(state.astronauts)), key=place))


def start_turn(state: State, previous: int | None = None, *, by_table: bool = False) -> Step[State]:
    """The turn of the first who waits; an obstruction token is given back and costs one die."""
    mover = state.astronauts[state.mover]
    allowed = DICE_WHEN_OBSTRUCTED if mover.obstructed else DICE_OF_A_TURN
    turn = Turn(allowed, returned=mover.obstructed, previous=previous, by_table=by_table)
    name = who(state, state.mover)
    if mover.coma:
        told = T("Next: {who}, in a coma: no dice, only waking up.", who=name)
    elif mover.obstructed:
        told = T("Next: {who}, obstructed: only {n} dice.", who=name, n=DICE_WHEN_OBSTRUCTED)
    else:
        told = T("Next: {who}.", who=name)
    clauses = [Clause(told)]
    if mover.obstructed:
        clauses.append(Clause(T("{who} gives the obstruction token back.", who=name)))
        state = with_astronaut(state, state.mover, obstructed=False)
    return Step(replace(state, phase="turn", turn=turn), tuple(clauses))


def next_turn(state: State) -> Step[State]:
    """Whoever waits next, once the mover has had its turn; after the last one the round is complete."""
    return next_here(replace(state, waiting=state.waiting[1:], turn=None), state.mover)


def next_here(state: State, previous: int | None = None) -> Step[State]:
    """The turn of the first who waits and is not away; where nobody does, the round is complete.

    Whoever is passed over waits behind the others, in case of coming back before the round is complete (Decision).
    """
    skipped = next((n for n, one in enumerate(state.waiting) if state.is_here(one)), None)
    if skipped is None:
        return round_complete(replace(state, waiting=()))
    waiting = (*state.waiting[skipped:], *state.waiting[:skipped])
    return start_turn(replace(state, waiting=waiting), previous)


def round_complete(state: State) -> Step[State]:
    """After a round: the race is over where the finish was crossed, else the next round, from the last one on."""
    if any(astronaut.finish for astronaut in state.astronauts):
        return said(counted(state), T("The round is complete and the finish was crossed: the race is over."))
    candidates = last_candidates(state)
    if len(candidates) > 1:
        names = Listing(tuple(who(state, one) for one in candidates))
        text = T(
            "Round {n} is complete. Level on different spaces: {names}. Say who is last.", n=state.round, names=names
        )
        return said(replace(state, phase="last"), text)
    return start_round(state, candidates[0])


def start_round(state: State, last: int) -> Step[State]:
    """The next round, from the last astronaut on, in the order in which they were laid."""
    count = len(state.astronauts)
    me, name = state.astronauts[last], who(state, last)
    level = [i for i in state.here if i != last and state.astronauts[i].space == me.space]
    if not level:
        text = T("Round {n}: {who} is last and starts.", n=state.round + 1, who=name)
    elif any(state.astronauts[i].level == me.level for i in level):
        text = T("Round {n}: {who}, on top of the stack in last place, starts.", n=state.round + 1, who=name)
    else:
        text = T("Round {n}: {who} counts as last and starts.", n=state.round + 1, who=name)
    waiting = tuple((last + n) % count for n in range(count))
    after = replace(state, round=state.round + 1, waiting=waiting, last=last)
    return then(said(after, text, by=(("round", 1),)), start_turn)


def turn_of(state: State, one: int) -> Step[State]:
    """Another one who waits takes the turn; what its turn has cost the first so far is taken back."""
    return given(taken_back(state), one)


def given(state: State, one: int) -> Step[State]:
    """The turn is this one's, whoever was next; those who wait go on waiting."""
    previous = state.turn.previous if state.turn is not None else None
    waiting = (one, *(i for i in state.waiting if i != one))
    told: Telling = (Clause(T("{who} has the turn now.", who=who(state, one))),)
    after, clauses = start_turn(replace(state, waiting=waiting), previous, by_table=True)
    return Step(after, (*told, *clauses))


def taken_back(state: State) -> State:
    """The mover as it was before its turn: an obstruction token put back, tokens spent returned; jumps are not."""
    turn = state.turn
    if turn is None:
        return state
    me = state.astronauts[state.mover]
    spent = max(0, turn.count - turn.allowed) + len(turn.rerolled)
    return with_astronaut(state, state.mover, obstructed=me.obstructed or turn.returned, tokens=me.tokens + spent)
