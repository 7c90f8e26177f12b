"""From turn to turn and round to round: tokens at the end of a turn, who is last, and when the race is over."""

from __future__ import annotations

from dataclasses import replace

from companion.core.ending import Ending
from companion.core.game import Clause, Step
from companion.core.text import TN, Listing, T, Text
from companion.games.walking_on_the_moon import ties
from companion.games.walking_on_the_moon.race import is_ahead_of, last_candidates, level_elsewhere
from companion.games.walking_on_the_moon.state import State, Turn, counter_key, who, with_astronaut

DICE_OF_A_TURN = 4
DICE_WHEN_OBSTRUCTED = 3

REASONS: dict[str, Text] = {
    "three": T("for three jumps without a coma"),
    "last": T("for having been last in the previous round"),
}
"""Why a ground-control token can be due at the end of a turn."""


def start(state: State, player: int) -> Step[State]:
    """Round 1: astronauts are laid clockwise from the start player, each on top of the one before."""
    # With two players the astronauts are laid in turn: hers, his, hers, his.
    seats = [(player + n) % state.seats for n in range(state.seats)]
    laid = tuple(sorted(state.astronauts, key=lambda a: (a.index, seats.index(a.seat))))
    ids = tuple(range(len(laid)))
    state = replace(state, astronauts=laid, stack=ids, round=1, waiting=ids, last=None)
    clause = Clause(T("{who} starts; then clockwise.", who=who(state, 0)))
    after, clauses = start_turn(state)
    return Step(after, (clause, *clauses))


def start_turn(state: State) -> Step[State]:
    """The turn of the first who waits; an obstruction token is given back and costs one die."""
    mover = state.astronauts[state.mover]
    turn = Turn(DICE_WHEN_OBSTRUCTED if mover.obstructed else DICE_OF_A_TURN, returned=mover.obstructed)
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


def end_turn(state: State, *, three: bool) -> Step[State]:
    """The end of the mover's turn: the tokens it earned, then whose turn it is. ``three``: three jumps, no coma."""
    mover = state.mover
    due = tuple(reason for reason, is_due in (("three", three), ("last", state.last == mover)) if is_due)
    # Whoever has crossed the finish has no more use for tokens, so that nothing is said about them.
    if not due or state.astronauts[mover].finish:
        return next_turn(state)
    if not is_ahead_of(state, mover) and level_elsewhere(state, mover):
        turn = replace(state.turn or Turn(DICE_OF_A_TURN), due=due)
        question = T("{who} is level with others in front: say who leads.", who=who(state, mover))
        return Step(replace(state, phase="leading", turn=turn), (Clause(question),))
    return award(state, due, leads=not is_ahead_of(state, mover))


def award(state: State, due: tuple[str, ...], *, leads: bool) -> Step[State]:
    """The tokens due at the end of a turn, or why there is none; then whose turn it is."""
    mover = state.mover
    name = who(state, mover)
    reasons = Listing(tuple(REASONS[reason] for reason in due))
    if leads:
        text = T("No ground-control token {reasons}: {who} is in the lead.", who=name, reasons=reasons)
        clause = Clause(text, "cost")
    else:
        state = with_astronaut(state, mover, tokens=state.astronauts[mover].tokens + len(due))
        text = TN(
            "{who} takes {n} ground-control token {reasons}.",
            "{who} takes {n} ground-control tokens {reasons}.",
            len(due),
            who=name,
            reasons=reasons,
        )
        clause = Clause(text, "gain", ((counter_key(state, "tokens", mover), len(due)),))
    after, clauses = next_turn(state)
    return Step(after, (clause, *clauses))


def next_turn(state: State) -> Step[State]:
    """Whoever waits next; after the last one the round is complete."""
    state = replace(state, waiting=state.waiting[1:], turn=None)
    if state.waiting:
        return start_turn(state)
    if any(astronaut.finish for astronaut in state.astronauts):
        over = Clause(T("The round is complete and the finish was crossed: the race is over."))
        return Step(ties.settled(state), (over,))
    candidates = last_candidates(state)
    if len(candidates) > 1:
        names = Listing(tuple(who(state, one) for one in candidates))
        text = T(
            "Round {n} is complete. Level on different spaces: {names}. Say who is last.", n=state.round, names=names
        )
        return Step(replace(state, phase="last"), (Clause(text),))
    return start_round(state, candidates[0])


def start_round(state: State, last: int) -> Step[State]:
    """The next round, from the last astronaut on, in the order in which they were laid."""
    count = len(state.astronauts)
    level = sum(1 for a in state.astronauts if a.space == state.astronauts[last].space)
    name = who(state, last)
    if level == 1:
        text = T("Round {n}: {who} is last and starts.", n=state.round + 1, who=name)
    elif any(
        i != last and (a.space, a.level) == (state.astronauts[last].space, state.astronauts[last].level)
        for i, a in enumerate(state.astronauts)
    ):
        text = T("Round {n}: {who}, on top of the stack in last place, starts.", n=state.round + 1, who=name)
    else:
        text = T("Round {n}: {who} counts as last and starts.", n=state.round + 1, who=name)
    waiting = tuple((last + n) % count for n in range(count))
    after, clauses = start_turn(replace(state, round=state.round + 1, waiting=waiting, last=last))
    return Step(after, (Clause(text, by=(("round", 1),)), *clauses))


def leader(state: State, one: int) -> Step[State]:
    """The table says who leads, of those level in front; the mover is given what it has earned, or not."""
    me, it = state.astronauts[state.mover], state.astronauts[one]
    # Whoever is on the same space as the leader is level with it, and so leads too.
    leads = (me.space, me.level) == (it.space, it.level)
    clause = Clause(T("{who} leads.", who=who(state, one)))
    after, clauses = award(state, (state.turn or Turn(0)).due, leads=leads)
    return Step(after, (clause, *clauses))


def finish(state: State) -> Step[State]:
    """The table ends the race, whoever has crossed the finish."""
    clause = Clause(T("The race ends here; it is counted as it stands."), "cost")
    return Step(ties.settled(replace(state, paused=state.phase)), (clause,))


def may_go_on(state: State) -> bool:
    """Whether a race that is over can go on: the table ended it by hand, or nobody has crossed the finish after all."""
    over = state.phase in ("tie", "over") and state.full
    return over and (state.paused is not None or not any(a.finish for a in state.astronauts))


def go_on(state: State) -> Step[State]:
    """On from where the race was."""
    clause = Clause(T("The race was not over: on from where it was."))
    state = replace(state, tie=None, ending=Ending())
    if state.paused is not None:
        return Step(replace(state, phase=state.paused, paused=None), (clause,))
    after, clauses = next_turn(state)
    return Step(after, (clause, *clauses))


def turn_of(state: State, one: int) -> Step[State]:
    """Another one who waits takes the turn; what its turn has cost the first so far is taken back."""
    turn = state.turn
    if turn is not None:
        me = state.astronauts[state.mover]
        spent = max(0, len(turn.dice) - turn.allowed) + len(turn.rerolled)
        state = with_astronaut(state, state.mover, obstructed=me.obstructed or turn.returned, tokens=me.tokens + spent)
    waiting = (one, *(i for i in state.waiting if i != one))
    clause = Clause(T("{who} has the turn now.", who=who(state, one)))
    after, clauses = start_turn(replace(state, waiting=waiting))
    return Step(after, (clause, *clauses))
