"""The exact odds of Spank the Monkey: the spank, an attack, and what a hit leaves of a pile.

Nothing is simulated. A collapse is a walk over pairs (junk kept below the hole, first junk above it); every way to the
same pair is counted together, so that a pile of n junk needs about n²/2 steps and not 6 to the power of n.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

from companion.core.fields import is_whole
from companion.core.text import T, Text, plain

SIDES = 6
LIMIT = 999
"""Heights, strengths, modifiers and leads beyond this are typing errors."""
PILE_LIMIT = 60
"""Junk in one pile; half of the deck's cards."""
NEEDED_TO_SPANK = (2, 3, 4, 5, 6)
"""The least roll that spanks, by how far above the monkey one stands: level, 1 above ... 4 above."""

Distribution = tuple[tuple[int, Fraction], ...]
"""Ascending pairs of final height and chance."""

Remains = tuple[int, int]
"""What is left of a pile: so many junk from the bottom, and everything from this index (bottom is 0) upwards."""


class OddsError(ValueError):
    """A question that no table can ask: the field at fault, and a sentence with the allowed values."""

    def __init__(self, field: str, text: Text) -> None:
        super().__init__(f"{field}: {plain(text)}")
        self.field = field
        self.text = text


def spank_odds(lead: int) -> Fraction:
    """The chance that a spank succeeds.

    ``lead``: own height minus the monkey's, -999 to 999; below the monkey (negative) nobody may try: 0. Raises OddsError.
    """
    _checked("lead", lead, -LIMIT)
    least = spank_needs(lead)
    return Fraction(0) if least is None else Fraction(SIDES + 1 - least, SIDES)


def spank_needs(lead: int) -> int | None:
    """The least roll that spanks, or None where no roll does (below the monkey, or 5 and more above)."""
    return NEEDED_TO_SPANK[lead] if 0 <= lead < len(NEEDED_TO_SPANK) else None


def attack_odds(modifier: int, defence: int, strength: int) -> Fraction:
    """The chance that an attack destroys its target: a roll of 2 to 6 with roll + modifier - defence >= strength.

    ``defence``: all defence cards together, negative where they help the attack; ``strength``: the junk's with its
    reinforcements, 0 to 999. Raises OddsError.
    """
    _checked("modifier", modifier, -LIMIT)
    _checked("defence", defence, -LIMIT)
    _checked("strength", strength, 0)
    least = attack_needs(modifier - defence, strength)
    return Fraction(0) if least is None else Fraction(SIDES + 1 - least, SIDES)


def attack_needs(bonus: int, strength: int) -> int | None:
    """The least roll that destroys, at least 2 because a natural 1 always fails; None where not even a 6 does."""
    least = max(2, strength - bonus)
    return least if least <= SIDES else None


def collapse(heights: Sequence[int], strengths: Sequence[int], destroyed: int) -> dict[int, Fraction]:
    """The final height of the whole pile once one of its junk is destroyed: every possible height with its chance.

    ``heights`` and ``strengths`` (with reinforcements) run from bottom to top, 0 to 999 each, 1 to 60 of them, equally
    many; ``destroyed`` counts from 1 at the bottom. Keys ascend, chances add up to exactly 1. Raises OddsError.
    """
    _check_pile(heights, strengths, destroyed)
    return dict(collapse_from(tuple(heights), tuple(strengths), destroyed - 1, destroyed))


@lru_cache(maxsize=4096)
def collapse_from(heights: tuple[int, ...], strengths: tuple[int, ...], below: int, above: int) -> Distribution:
    """As `collapse`, unchecked, for a block that is falling: ``below`` junk stay under it, it starts at index ``above``.

    Ascending pairs of final height and chance. With ``above`` = len(heights) nothing falls.
    """
    found: dict[int, Fraction] = {}
    for (kept, first), chance in remains(strengths, below, above).items():
        height = sum(heights[:kept]) + sum(heights[first:])
        found[height] = found.get(height, Fraction(0)) + chance
    return tuple(sorted(found.items()))


@lru_cache(maxsize=4096)
def mean_from(heights: tuple[int, ...], strengths: tuple[int, ...], below: int, above: int) -> Fraction:
    """The expected final height, of the same as `collapse_from`."""
    return expected(collapse_from(heights, strengths, below, above))


def remains(strengths: tuple[int, ...], below: int, above: int) -> dict[Remains, Fraction]:
    """Everything that can be left of a pile whose block from index ``above`` falls on its lowest ``below`` junk.

    Every roll that does not end the collapse breaks one junk at least, so 6 to the power of their number is a common
    denominator and the walk stays in whole numbers.
    """
    size = len(strengths)
    whole = SIDES ** (below + size - above + 1)
    weights: dict[Remains, int] = {(below, above): whole}
    still: dict[Remains, int] = {}
    # A pair is complete once every pair with a narrower hole is done: each broken junk widens the hole.
    for hole in range(above - below, size + 1):
        for kept in range(min(below, size - hole), -1, -1):
            weight = weights.pop((kept, kept + hole), 0)
            if not weight:
                continue
            first = kept + hole
            if first == size:
                still[kept, first] = weight
                continue
            for (lower, upper), ways in _impact(strengths, kept, first):
                if (lower, upper) == (kept, first):
                    still[kept, first] = weight * ways // SIDES
                else:
                    weights[lower, upper] = weights.get((lower, upper), 0) + weight * ways // SIDES
    return {left: Fraction(weight, whole) for left, weight in still.items()}


def _impact(strengths: tuple[int, ...], kept: int, first: int) -> list[tuple[Remains, int]]:
    """What one collision roll does, each with the number of faces that do it: nothing, one or both break."""
    faller = _breaking_faces(strengths[first])
    lander = _breaking_faces(strengths[kept - 1]) if kept else 0
    both, either = min(faller, lander), max(faller, lander)
    outcomes = [((kept, first), SIDES - either), ((kept - 1, first + 1), both)]
    outcomes.append(((kept, first + 1), faller - both) if faller > lander else ((kept - 1, first), lander - both))
    return [(left, ways) for left, ways in outcomes if ways]


def _breaking_faces(strength: int) -> int:
    """How many faces are at least the strength."""
    return min(SIDES, max(0, SIDES + 1 - strength))


def breaks(strength: int, die: int) -> bool:
    """Whether an impact of this roll destroys junk of this strength (with reinforcements)."""
    return strength <= die


def expected(distribution: Distribution) -> Fraction:
    """The mean of a distribution given as pairs of value and chance."""
    return sum((value * chance for value, chance in distribution), Fraction(0))


def _checked(field: str, value: int, low: int) -> None:
    if not is_whole(value, low, LIMIT):
        raise OddsError(field, T("Enter a whole number from {low} to {high}.", low=low, high=LIMIT))


def _check_pile(heights: Sequence[int], strengths: Sequence[int], destroyed: int) -> None:
    if not 1 <= len(heights) <= PILE_LIMIT:
        raise OddsError(
            "heights", T("A pile has 1 to {most} junk cards here, not {n}.", most=PILE_LIMIT, n=len(heights))
        )
    if len(strengths) != len(heights):
        raise OddsError(
            "strengths",
            T("Give one strength for each height: {needed}, not {n}.", needed=len(heights), n=len(strengths)),
        )
    for field, values in (("heights", heights), ("strengths", strengths)):
        for index, value in enumerate(values):
            _checked(f"{field}[{index}]", value, 0)
    if not is_whole(destroyed, 1, len(heights)):
        raise OddsError(
            "destroyed",
            T("Enter which junk is destroyed, counted from the bottom: 1 to {high}.", high=len(heights)),
        )
