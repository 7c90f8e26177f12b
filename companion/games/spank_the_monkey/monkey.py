"""The monkey: where it starts, how it moves, and who spanks it."""

from __future__ import annotations

from dataclasses import replace

from companion.core.game import Outcome, Step
from companion.core.steps import said, then
from companion.core.text import Seat, T, Text, Who
from companion.games.spank_the_monkey import odds
from companion.games.spank_the_monkey.actions import MonkeyHeight, MonkeyRoll, Spank
from companion.games.spank_the_monkey.options import Options
from companion.games.spank_the_monkey.state import State, lead, with_monkey
from companion.games.spank_the_monkey.turns import alone, passed_on

ABOVE_THE_DIE = 7
"""The monkey of a random start is so much higher than its die."""


def placed(state: State, action: MonkeyHeight) -> Step[State]:
    """The roll that places the monkey."""
    after = replace(with_monkey(state, action.die[0] + ABOVE_THE_DIE), phase="starter")
    words = T("Roll {die} + 7: the monkey starts at height {height}.", die=action.die[0], height=after.monkey or 0)
    return then(said(after, words), alone)


def spank_succeeds(state: State, seat: int, die: int) -> bool:
    """Whether this roll spanks the monkey."""
    least = odds.spank_needs(lead(state, seat))
    return least is not None and die >= least


def spanked(state: State, seat: Seat, action: Spank, options: Options) -> Step[State]:
    """A seat tries to spank the monkey: it wins, or the monkey may take fright."""
    die, least = action.die[0], odds.spank_needs(lead(state, seat)) or 0
    after = replace(state, tried=True, phase="discard")
    if spank_succeeds(state, seat, die):
        words = T("Roll {die}, {least} needed: {who} spanks the monkey and wins!", die=die, least=least, who=Who(seat))
        return said(replace(after, winner=seat), words, "gain")
    words = T("Roll {die}, {least} needed: {who} misses the monkey.", die=die, least=least, who=Who(seat))
    missed = said(after, words, "cost")
    if not options.scared_monkey:
        return missed
    return then(missed, _moved, 1 if lead(state, seat) == 0 else -1, T("It takes fright."))


def move_of(die: int) -> int:
    """How far the roll after a turn moves an active monkey: 1 one down, 6 one up."""
    return {1: -1, 6: 1}.get(die, 0)


def rolled(state: State, action: MonkeyRoll) -> Step[State]:
    """The roll after a turn, and the next turn."""
    die = action.die[0]
    moved = _moved(state, move_of(die), T("Roll {die}.", die=die))
    if not move_of(die):
        words = T("Roll {die}. The monkey stays at {height}.", die=die, height=state.monkey or 0)
        moved = said(state, words)
    return then(moved, passed_on)


def _moved(state: State, by: int, why: Text) -> Step[State]:
    """The monkey goes up or down, as far as it can."""
    old = state.monkey or 0
    after = with_monkey(state, old + by)
    new = after.monkey or 0
    if new > old:
        words = T("{why} The monkey climbs to {height}.", why=why, height=new)
    elif new < old:
        words = T("{why} The monkey climbs down to {height}.", why=why, height=new)
    else:
        words = T("{why} The monkey stays at {height}, as far as it can go.", why=why, height=new)
    return said(after, words, by=(("monkey", new - old),))


def outcome(state: State) -> Outcome | None:
    """How the game ended, or None while it goes on."""
    if state.winner is not None:
        return Outcome((state.winner,), (), T("{who} spanks the monkey and wins.", who=Who(state.winner)))
    if state.monkey_won:
        return Outcome((), (), T("The draw pile is empty: the monkey wins, and nobody else."))
    return None
