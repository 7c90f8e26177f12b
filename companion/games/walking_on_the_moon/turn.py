"""A turn: dice chosen, bought and rerolled, stopping, and waking up from a coma; its jumps are in `jumping`."""

from __future__ import annotations

from dataclasses import replace

from companion.core.game import Clause, Step, Telling
from companion.core.steps import said, then
from companion.core.text import Listing, T, Text
from companion.games.walking_on_the_moon import tokens
from companion.games.walking_on_the_moon.actions import Recover
from companion.games.walking_on_the_moon.box import FACES, die_label
from companion.games.walking_on_the_moon.race import moved
from companion.games.walking_on_the_moon.state import (
    MOST_DICE,
    MOST_JUMPS,
    State,
    Turn,
    counter_key,
    where,
    who,
    with_astronaut,
)


def dice_now(state: State) -> Turn:
    """The turn that is played; one without dice where there is none."""
    return state.turn or Turn(0)


def named(dice: tuple[str, ...]) -> Listing:
    """These dice by name."""
    return Listing(tuple(die_label(die) for die in dice))


def choose(state: State, dice: tuple[str, ...]) -> Step[State]:
    """The mover takes its dice."""
    clause = Clause(T("{who} takes {dice}.", who=who(state, state.mover), dice=named(dice)))
    state = with_astronaut(state, state.mover, liked=dice)
    return Step(replace(state, turn=replace(dice_now(state), dice=dice)), (clause,))


def may_buy(state: State) -> bool:
    """Whether a token can buy one more die: in one's own turn, with a jump left, up to six dice, before any skull."""
    turn = dice_now(state)
    if turn.skulls:
        return False
    most = min(MOST_DICE, len(state.box.dice_ids())) if turn.dice else MOST_DICE
    begun = bool(turn.dice) or not state.dice_kept
    return begun and turn.jumps < MOST_JUMPS and turn.count < most and state.astronauts[state.mover].tokens > 0


def may_reroll_any(state: State) -> bool:
    """Whether a token can reroll a die at all: one that may, or, where dice stay on the table, one not rerolled before."""
    turn = dice_now(state)
    if turn.dice or state.dice_kept:
        return bool(may_reroll(state))
    return turn.jumps < MOST_JUMPS and len(turn.rerolled) < turn.count and state.astronauts[state.mover].tokens > 0


def is_begun(state: State) -> bool:
    """Whether the mover has its dice, or has made a jump."""
    turn = dice_now(state)
    return bool(turn.dice or turn.jumps)


def may_reroll(state: State) -> tuple[str, ...]:
    """The dice a token can reroll: not laid yet, not rerolled before, no skull."""
    turn = dice_now(state)
    if turn.jumps >= MOST_JUMPS or turn.skulls or not state.astronauts[state.mover].tokens:
        return ()
    return tuple(die for die in turn.left if die not in turn.rerolled)


def may_roll(state: State) -> tuple[str, ...]:
    """The dice whose faces can be entered, or rolled by the companion: not laid yet, none shown yet, no skull rolled."""
    turn = dice_now(state)
    return () if turn.skulls else tuple(die for die in turn.left if die not in dict(turn.shown))


def is_cut_short(state: State) -> bool:
    """Whether a correction ended the turn: a coma after the dice were taken, or across the finish before the turn."""
    me = state.astronauts[state.mover]
    return (me.coma and is_begun(state)) or (me.finish > 0 and not me.coma)


def buy(state: State, die: str) -> Step[State]:
    """A token for one more die."""
    turn = dice_now(state)
    if not turn.dice:
        told = T("{who} pays {n} ground-control token for one more die.", who=who(state, state.mover), n=1)
        return _paid(replace(state, turn=replace(turn, bought=turn.bought + 1)), told)
    told = T(
        "{who} pays {n} ground-control token for one more die: {die}.",
        who=who(state, state.mover),
        n=1,
        die=die_label(die),
    )
    return _paid(replace(state, turn=replace(turn, dice=(*turn.dice, die))), told)


def reroll(state: State, die: str) -> Step[State]:
    """A token to reroll one die."""
    turn = dice_now(state)
    told = T("{who} pays {n} ground-control token and rerolls one die.", who=who(state, state.mover), n=1)
    if die:
        told = T(
            "{who} pays {n} ground-control token and rerolls {die}.",
            who=who(state, state.mover),
            n=1,
            die=die_label(die),
        )
    shown = tuple(pair for pair in turn.shown if pair[0] != die)
    return _paid(replace(state, turn=replace(turn, rerolled=(*turn.rerolled, die), shown=shown)), told)


def rolled(state: State, dice: tuple[tuple[str, str], ...]) -> Step[State]:
    """What dice show, kept until they are laid."""
    turn = dice_now(state)
    shown = {**dict(turn.shown), **dict(dice)}
    faces = Listing(tuple(T("{die}: {face}", die=die_label(die), face=FACES[face]) for die, face in dice))
    clause = Clause(T("{who} rolls {faces}.", who=who(state, state.mover), faces=faces))
    return Step(replace(state, turn=replace(turn, shown=tuple(shown.items()))), (clause,))


def _paid(state: State, told: Text) -> Step[State]:
    clause = Clause(told, "cost", ((counter_key(state, "tokens", state.mover), -1),))
    return Step(with_astronaut(state, state.mover, tokens=state.astronauts[state.mover].tokens - 1), (clause,))


def stop(state: State) -> Step[State]:
    """The mover makes no further jump."""
    name = who(state, state.mover)
    told = T("{who} stops after jump {n}.", who=name, n=dice_now(state).jumps)
    if is_cut_short(state):
        told = T("The turn of {who} is over.", who=name)
    return then(said(state, told), tokens.end_turn, three=False)


def recover(state: State, action: Recover) -> Step[State]:
    """Out of the coma, 0 or 1 space on; no jump: no star, nobody obstructed, a red space does no harm."""
    mover = state.mover
    me = state.astronauts[mover]
    state = with_astronaut(state, mover, coma=False)
    if action.step:
        state = moved(state, mover, me.space + 1, action.level)
        text = T("{who} wakes up and moves to {where}.", who=who(state, mover), where=where(state, me.space + 1))
    else:
        text = T("{who} wakes up and stays on {where}.", who=who(state, mover), where=where(state, me.space))
    after, more = tokens.end_turn(state, three=False)
    return Step(after, (Clause(text), *crossed(state, mover), *more))


def crossed(state: State, mover: int) -> Telling:
    """What the mover has reached, once it is across the finish."""
    finish = state.astronauts[mover].finish
    if finish == 1:
        return (Clause(T("{who} is first across the finish: 21 points.", who=who(state, mover)), "gain"),)
    if finish:
        return (Clause(T("{who} is across the finish: 20 points.", who=who(state, mover)), "gain"),)
    return ()
