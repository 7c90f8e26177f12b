"""Whose turn it is: who starts, how a turn begins and ends."""

from __future__ import annotations

from dataclasses import replace

from companion.core.correction import because
from companion.core.game import Clause, Step
from companion.core.steps import said, then
from companion.core.text import TN, Listing, Seat, T, Text, Who
from companion.games.spank_the_monkey.actions import EndTurn, StartPlayer, StartRoll, TurnTo
from companion.games.spank_the_monkey.options import Options
from companion.games.spank_the_monkey.state import By, State, hand_by, next_here, with_hand


def begun(state: State, seat: Seat) -> Step[State]:
    """The beginning of a player's turn; an attack that was still open is over."""
    after = replace(state, turn=seat, phase="draw", built=0, reinforced=0, tried=False, attack=None)
    return said(after, T("It is the turn of {who}.", who=Who(seat)))


def passed_on(state: State) -> Step[State]:
    """Play goes to the left, past whoever is away."""
    return begun(state, next_here(state, state.turn or 0))


def thrown_for(state: State, action: StartRoll) -> Step[State]:
    """Highest starts; whoever is level on top throws again."""
    highest = max(face for _, face in action.dice)
    best = tuple(sorted(Seat(int(die)) for die, face in action.dice if face == highest))
    if len(best) > 1:
        names = Listing(tuple(Who(seat) for seat in best))
        words = T("{names} are level with {die} and roll again.", names=names, die=highest)
        return said(replace(state, contenders=best), words)
    return _beginning(state, best[0], T("{who} rolls highest with {die} and starts.", who=Who(best[0]), die=highest))


def started_by(state: State, action: StartPlayer) -> Step[State]:
    """The table says who starts."""
    return _beginning(state, Seat(action.player), T("{who} starts.", who=Who(action.player)))


def alone(state: State) -> Step[State]:
    """Where only one is left of those who throw to start, that one starts; else nothing."""
    if state.phase != "starter" or len(state.throwing) != 1:
        return Step(state, ())
    only = state.throwing[0]
    return _beginning(state, only, T("{who} is the only one left to throw for it, and starts.", who=Who(only)))


def _beginning(state: State, seat: Seat, words: Text) -> Step[State]:
    return then(said(state, words), begun, seat)


def turned_to(state: State, action: TurnTo) -> Step[State]:
    """A card changes whose turn it is."""
    after = begun(state, Seat(action.player))
    words = T("By hand: the turn goes to {who}.", who=Who(action.player))
    return Step(after.state, (Clause(words, "cost"), *because(action.reason), *after.telling))


def ended(state: State, seat: Seat, action: EndTurn, options: Options) -> Step[State]:
    """A seat discards up to two cards and ends its turn; with an active monkey one roll is left."""
    words: Text = T("{who} ends the turn.", who=Who(seat))
    by: By = ()
    if action.discard:
        words = TN(
            "{who} discards {n} card and ends the turn.",
            "{who} discards {n} cards and ends the turn.",
            action.discard,
            who=Who(seat),
        )
        by = hand_by(state, seat, -action.discard)
    after = replace(with_hand(state, seat, -action.discard), phase="monkey")
    if options.active_monkey:
        roll = Clause(T("Now a roll for the monkey: 1 one down, 6 one up."))
        return Step(after, (Clause(words, by=by), roll))
    return then(said(after, words, by=by), passed_on)
