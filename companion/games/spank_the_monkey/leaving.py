"""Somebody is away, or back: what follows at once for the turn, an attack, a fall, and the throw to start."""

from __future__ import annotations

from dataclasses import replace

from companion.core.game import Clause, Step, Telling
from companion.core.steps import then
from companion.core.text import Seat, T, Who
from companion.games.spank_the_monkey.options import Options
from companion.games.spank_the_monkey.state import State, awaits_defence, monkey_roller, thrower
from companion.games.spank_the_monkey.turns import alone, passed_on


def with_away(state: State, seat: Seat, away: bool, options: Options) -> Step[State]:
    """The state with a seat away or back, and what follows from it."""
    if not away:
        return _back(state, seat, options)
    after = replace(state, away=state.away | {seat})
    if state.over:
        return Step(after, ())
    if state.turn is None:
        return alone(after)
    return then(Step(after, _handed_on(state, after)), passed_over, options)


def _back(state: State, seat: Seat, options: Options) -> Step[State]:
    """Whoever is back throws to start again if they did before; the turn of somebody who is still away ends."""
    after = replace(state, away=state.away - {seat})
    return alone(after) if state.turn is None else passed_over(after, options)


def _handed_on(state: State, after: State) -> Telling:
    """What others do now instead of whoever left."""
    told: list[Clause] = []
    attack, falling = state.attack, state.falling
    undefended = attack is not None and awaits_defence(state, attack) and not awaits_defence(after, attack)
    if attack is not None and undefended and after.turn not in after.away:
        told.append(Clause(T("Nobody defends {who} now: roll for the attack.", who=Who(attack.owner))))
    if falling is not None and thrower(after, falling) != thrower(state, falling):
        told.append(Clause(T("{who} throws for the collision.", who=Who(thrower(after, falling)))))
    if state.phase == "monkey" and monkey_roller(after) != monkey_roller(state):
        told.append(Clause(T("{who} rolls for the monkey.", who=Who(monkey_roller(after)))))
    return tuple(told)


def passed_over(state: State, options: Options) -> Step[State]:
    """Ends the turn of a player who is away: before it has begun without anything, else as every turn ends.

    An attack that waits for its roll is over; what is falling still falls. Where it is nobody's turn who is away, and where
    only the roll for the monkey is left, nothing changes.
    """
    turn = state.turn
    if state.over or turn is None or turn not in state.away or state.phase == "monkey":
        return Step(state, ())
    told: list[Clause] = []
    if state.attack is not None:
        told.append(Clause(T("The attack of {who} is over without a roll.", who=Who(turn)), "cost"))
    ended = replace(state, attack=None, phase="monkey")
    if options.active_monkey and state.phase != "draw":
        told.append(Clause(T("The turn of {who} ends here.", who=Who(turn))))
        told.append(Clause(T("{who} rolls for the monkey.", who=Who(monkey_roller(ended)))))
        return Step(ended, tuple(told))
    return then(Step(ended, tuple(told)), passed_on)
