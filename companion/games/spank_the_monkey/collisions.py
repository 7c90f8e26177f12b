"""Junk that is destroyed, what then falls, the collision roll, and how high a pile will be once all is still."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from companion.core.correction import because
from companion.core.game import Clause, Step, Telling
from companion.core.text import Seat, T, Who
from companion.games.spank_the_monkey import odds
from companion.games.spank_the_monkey.actions import CollisionRoll, StopFall
from companion.games.spank_the_monkey.odds import Distribution
from companion.games.spank_the_monkey.pile import Junk, Pile, without
from companion.games.spank_the_monkey.state import (
    Falling,
    State,
    falling_index,
    height,
    lead,
    settled,
    thrower,
    with_falling,
    with_pile,
)
from companion.games.spank_the_monkey.wording import below_words, block_words, falling_words, lead_words


@dataclass(frozen=True, slots=True)
class Impact:
    """One collision roll: the lowest junk of the block, what it lands on (None: the ground), and which break."""

    faller: Junk
    lander: Junk | None
    faller_breaks: bool
    lander_breaks: bool


def destroyed(state: State, owner: Seat, index: int, falls: bool = True) -> State:
    """The state without a junk card; what lies above the hole begins to fall (unless ``falls`` is false)."""
    pile = state.piles[owner]
    after = with_pile(state, owner, without(pile, index))
    if falls and index + 1 < len(pile):
        after = with_falling(after, owner, pile[index + 1].id)
    return after


def impact(state: State, falling: Falling, die: int) -> Impact:
    """What a collision roll breaks."""
    pile, index = state.piles[falling.owner], falling_index(state, falling)
    faller, lander = pile[index], pile[index - 1] if index else None
    return Impact(
        faller,
        lander,
        odds.breaks(faller.full_strength, die),
        lander is not None and odds.breaks(lander.full_strength, die),
    )


def collided(state: State, falling: Falling, action: CollisionRoll) -> Step[State]:
    """A collision roll: broken junk is gone, and the block is still in the air if there is a new hole."""
    die = action.die[0]
    hit = impact(state, falling, die)
    clauses = [Clause(T("Collision roll of {who}: {die}.", who=Who(thrower(state, falling)), die=die))]
    clauses.append(_touched(hit.faller, hit.faller_breaks))
    if hit.lander is not None:
        clauses.append(_touched(hit.lander, hit.lander_breaks))
    after = settled(_after_impact(state, falling, hit))
    return Step(after, (*clauses, *afterwards(after, falling.owner)))


def _touched(junk: Junk, breaks: bool) -> Clause:
    if breaks:
        return Clause(
            T("{junk} (strength {strength}) breaks.", junk=junk.called, strength=junk.full_strength),
            "cost",
        )
    return Clause(T("{junk} (strength {strength}) holds.", junk=junk.called, strength=junk.full_strength))


def _after_impact(state: State, falling: Falling, hit: Impact) -> State:
    pile, index = state.piles[falling.owner], falling_index(state, falling)
    above = pile[index + 1 :] if hit.faller_breaks else pile[index:]
    under = pile[: index - 1] if hit.lander_breaks else pile[:index]
    still = above and (hit.faller_breaks or hit.lander_breaks)
    after = replace(with_pile(state, falling.owner, under + above), falling=None)
    return with_falling(after, falling.owner, above[0].id) if still else after


def stopped(state: State, falling: Falling, action: StopFall) -> Step[State]:
    """A card calls off a fall: the block comes to rest where it would have landed, and nothing collides."""
    where = below_words(state.piles[falling.owner], falling_index(state, falling))
    words = T("By hand: the fall is called off; {block} rests {where}.", block=block_words(state, falling), where=where)
    after = replace(state, falling=None)
    return Step(after, (Clause(words, "cost"), *because(action.reason), *afterwards(after, falling.owner)))


def afterwards(after: State, owner: Seat) -> Telling:
    """What falls next in a pile, or how high it is now that all is still."""
    if after.falling is not None:
        return (Clause(falling_words(after, after.falling), "cost"),)
    words = T(
        "All is still: {who} stands at {height}, {where}.",
        who=Who(owner),
        height=height(after, owner),
        where=lead_words(lead(after, owner)),
    )
    return (Clause(words),)


def outlook(pile: Pile, index: int) -> Distribution:
    """How high the pile is in the end if this junk card is destroyed."""
    return odds.collapse_from(_heights(pile), _strengths(pile), index, index + 1)


def mean_after(pile: Pile, index: int) -> Fraction:
    """How high the pile is in the end on average if this junk card is destroyed."""
    return odds.mean_from(_heights(pile), _strengths(pile), index, index + 1)


def falling_outlook(state: State, falling: Falling) -> Distribution:
    """How high the pile of a falling block is in the end, before the next roll."""
    pile, index = state.piles[falling.owner], falling_index(state, falling)
    return odds.collapse_from(_heights(pile), _strengths(pile), index, index)


def _heights(pile: Pile) -> tuple[int, ...]:
    return tuple(junk.height for junk in pile)


def _strengths(pile: Pile) -> tuple[int, ...]:
    return tuple(junk.full_strength for junk in pile)
