"""The sums of a round: goods, expansion, and what phase 3 does.

These help a person who is thinking aloud; nothing of them is entered into the log.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

ROUNDS = 7
SLOTS = 5
"""Action slots, each for one card, where all are unlocked."""
HELMETS = range(1, 10)
"""Helmets printed on an expansion card; 1-4 are known of, so that no card is refused that somebody holds."""
BORDER_COSTS = range(1, 5)
"""A border costs 1, 2 or 3 by its kind, and 1 more to oust a rival post."""
POSTS = 15
"""Trading posts of a company: each region entered takes one."""


def coins_dropped(players: int, round_ended: int) -> int:
    """How many coins drop to the wooden spaces after a round (1-6): those of round space ``round_ended`` + 1."""
    if not 1 <= round_ended < ROUNDS:
        return 0
    space = round_ended + 1
    if players == 2:
        return 1
    if players == 3:
        return 2 if space % 2 == 0 else 1
    return 2


@dataclass(frozen=True, slots=True)
class Border:
    """A border crossed: its printed cost (1 single line, 2 double line), and 1 more to oust a rival post."""

    cost: int
    ousts: bool = False

    @property
    def points(self) -> int:
        return self.cost + (1 if self.ousts else 0)


@dataclass(frozen=True, slots=True)
class Expansion:
    """Helmets spent border by border: how many borders can be paid in this order, and what is left (lost)."""

    points: int
    crossed: int
    spent: int

    @property
    def left(self) -> int:
        return self.points - self.spent


def expand(helmets: Sequence[int], borders: Sequence[Border]) -> Expansion:
    """Pays the borders in the order given, as far as the helmets of all expansion cards reach."""
    points = sum(helmets)
    spent = crossed = 0
    for border in borders:
        if spent + border.points > points:
            break
        spent += border.points
        crossed += 1
    return Expansion(points, crossed, spent)
