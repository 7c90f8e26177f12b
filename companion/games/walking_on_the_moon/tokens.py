"""The end of a turn: ground-control tokens earned, or refused to whoever is in the lead."""

from __future__ import annotations

from dataclasses import replace

from companion.core.game import Clause, Step
from companion.core.steps import said, then
from companion.core.text import TN, Listing, T, Text
from companion.games.walking_on_the_moon import rounds
from companion.games.walking_on_the_moon.race import is_ahead_of, level_elsewhere
from companion.games.walking_on_the_moon.state import State, Turn, counter_key, who, with_astronaut

REASONS: dict[str, Text] = {
    "three": T("for three jumps without a coma"),
    "last": T("for having been last in the previous round"),
}
"""Why a ground-control token can be due at the end of a turn."""


def end_turn(state: State, *, three: bool) -> Step[State]:
    """The end of the mover's turn: the tokens it earned, then whose turn it is. ``three``: three jumps, no coma."""
    is_due = {"three": three, "last": state.last == state.mover}
    return settle(state, tuple(reason for reason in REASONS if is_due[reason]))


def settle(state: State, due: tuple[str, ...]) -> Step[State]:
    """The tokens due to the mover; where several are level in front, the table is asked who leads."""
    mover = state.mover
    # Whoever has crossed the finish has no more use for tokens, so that nothing is said about them.
    if not due or state.astronauts[mover].finish:
        return rounds.next_turn(state)
    if not is_ahead_of(state, mover) and level_elsewhere(state, mover):
        turn = replace(state.turn or Turn(rounds.DICE_OF_A_TURN), due=due)
        question = T("{who} is level with others in front: say who leads.", who=who(state, mover))
        return said(replace(state, phase="leading", turn=turn), question)
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
    return then(Step(state, (clause,)), rounds.next_turn)


def leader(state: State, one: int) -> Step[State]:
    """The table says who leads, of those level in front; the mover is given what it has earned, or not."""
    me, it = state.astronauts[state.mover], state.astronauts[one]
    # Whoever is on the same space as the leader is level with it, and so leads too.
    leads = (me.space, me.level) == (it.space, it.level)
    due = (state.turn or Turn(0)).due
    return then(said(state, T("{who} leads.", who=who(state, one))), award, due, leads=leads)
