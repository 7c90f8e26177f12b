"""What a roll does: an attack, an impact, a spank, the monkey's own move. Telling and applying both ask here."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from companion.core.text import Seat
from companion.games.spank_the_monkey import odds
from companion.games.spank_the_monkey.pile import Junk, Pile, height_of, in_hand_reach, without
from companion.games.spank_the_monkey.state import (
    Falling,
    Pending,
    State,
    falling_index,
    height,
    lead,
    target_index,
    with_monkey,
    with_pile,
)

Distribution = tuple[tuple[int, Fraction], ...]
"""Ascending pairs of final height and chance."""


@dataclass(frozen=True, slots=True)
class Impact:
    """One collision roll: the lowest junk of the block, what it lands on (None: the ground), and which break."""

    faller: Junk
    lander: Junk | None
    faller_breaks: bool
    lander_breaks: bool


def hits(attack: Pending, strength: int, die: int) -> bool:
    """Whether this roll destroys the target; a natural 1 never does."""
    return die != 1 and die + attack.bonus >= strength


def target(state: State, attack: Pending) -> Junk:
    """The junk under attack."""
    return state.piles[attack.owner][target_index(state, attack)]


def destroyed(state: State, owner: Seat, index: int, falls: bool = True) -> State:
    """The state without a junk card; what lies above the hole begins to fall (unless ``falls`` is false)."""
    pile = state.piles[owner]
    after = with_pile(state, owner, without(pile, index))
    if falls and index + 1 < len(pile):
        after = replace(after, falling=Falling(owner, pile[index + 1].id))
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


def after_impact(state: State, falling: Falling, die: int) -> State:
    """The state after a collision roll: broken junk gone, and the block still in the air if there is a new hole."""
    hit, pile, index = impact(state, falling, die), state.piles[falling.owner], falling_index(state, falling)
    above = pile[index + 1 :] if hit.faller_breaks else pile[index:]
    under = pile[: index - 1] if hit.lander_breaks else pile[:index]
    still = above and (hit.faller_breaks or hit.lander_breaks)
    block = Falling(falling.owner, above[0].id) if still else None
    return replace(with_pile(state, falling.owner, under + above), falling=block)


def spank_succeeds(state: State, seat: int, die: int) -> bool:
    """Whether this roll spanks the monkey."""
    least = odds.spank_needs(lead(state, seat))
    return least is not None and die >= least


def scared(state: State, seat: int) -> State:
    """The monkey after a failed spank, where that scares it: up from somebody level with it, down from above."""
    return with_monkey(state, (state.monkey or 0) + (1 if lead(state, seat) == 0 else -1))


def restless(state: State, die: int) -> State:
    """The monkey after the roll that ends a turn: 1 one down, 6 one up."""
    return with_monkey(state, (state.monkey or 0) + {1: -1, 6: 1}.get(die, 0))


def outlook(pile: Pile, index: int) -> Distribution:
    """How high the pile is in the end if this junk card is destroyed."""
    heights = tuple(junk.height for junk in pile)
    return odds.collapse_from(heights, _strengths(pile), index, index + 1)


def mean_after(pile: Pile, index: int) -> Fraction:
    """How high the pile is in the end on average if this junk card is destroyed."""
    return odds.mean_from(tuple(junk.height for junk in pile), _strengths(pile), index, index + 1)


def falling_outlook(state: State, falling: Falling) -> Distribution:
    """How high the pile of a falling block is in the end, before the next roll."""
    pile, index = state.piles[falling.owner], falling_index(state, falling)
    return odds.collapse_from(tuple(junk.height for junk in pile), _strengths(pile), index, index)


def _strengths(pile: Pile) -> tuple[int, ...]:
    return tuple(junk.full_strength for junk in pile)


@dataclass(frozen=True, slots=True)
class Aim:
    """A possible target: chance to destroy it, and how much height that costs its owner on average, chance included."""

    owner: Seat
    index: int
    chance: Fraction
    loss: Fraction


def targets(state: State, attacker: Seat, kind: str) -> tuple[tuple[int, int], ...]:
    """Every place ``(seat, index)`` an attack of this kind may be aimed at, by seat and from the bottom up."""
    found: list[tuple[int, int]] = []
    for seat, pile in enumerate(state.piles):
        if kind == "hand":
            index = in_hand_reach(height(state, attacker), pile, seat == attacker)
            found.extend([] if index is None else [(seat, index)])
        else:
            found.extend((seat, index) for index in range(len(pile)))
    return tuple(found)


def aim(state: State, place: tuple[int, int], bonus: int) -> Aim:
    """What an attack with this bonus (modifier minus defences) does at a place, in chances."""
    seat, index = place
    pile = state.piles[seat]
    least = odds.attack_needs(bonus, pile[index].full_strength)
    chance = Fraction(0) if least is None else Fraction(odds.SIDES + 1 - least, odds.SIDES)
    loss = height_of(pile) - mean_after(pile, index)
    return Aim(Seat(seat), index, chance, chance * loss)


def best_aim(state: State, attacker: Seat, kind: str, bonus: int) -> Aim | None:
    """The opponents' junk whose attack costs most height on average; None where none can be destroyed."""
    aims = [aim(state, place, bonus) for place in targets(state, attacker, kind) if place[0] != attacker]
    best = max(aims, key=lambda found: (found.loss, found.chance), default=None)
    return best if best is not None and best.chance else None
