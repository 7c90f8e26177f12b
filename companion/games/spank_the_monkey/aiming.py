"""What an attack reaches, what it needs, and where it costs most height."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from companion.core.text import Seat
from companion.games.spank_the_monkey import odds
from companion.games.spank_the_monkey.collisions import mean_after
from companion.games.spank_the_monkey.pile import height_of, in_hand_reach
from companion.games.spank_the_monkey.state import Pending, State, height


def hits(attack: Pending, strength: int, die: int) -> bool:
    """Whether this roll destroys the target; a natural 1 never does."""
    return die != 1 and die + attack.bonus >= strength


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
