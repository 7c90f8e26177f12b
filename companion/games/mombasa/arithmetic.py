"""The sums of a round: goods, expansion, ledgers, and what phase 3 does.

These help a person who is thinking aloud; nothing of them is entered into the log.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

ROUNDS = 7
KINDS = ("coffee", "banana", "cotton")


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


@dataclass(frozen=True, slots=True)
class Ledger:
    """A ledger tile: one or two requirements, each a kind of card and the least its face-up cards must add up to."""

    requirements: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Reach:
    """How far the ink pot can move: ledgers passed in a row, and the first requirement that stops it."""

    ledgers: int
    stopped_by: tuple[str, int] | None = None


def reach(face_up: Mapping[str, int], ledgers: Sequence[Ledger | None], turned_down: int | None = None) -> Reach:
    """How many ledgers in a row my face-up cards reach.

    ``face_up``: the sum of the face-up cards by kind (a check uses nothing up); ``ledgers``: from the ink pot on, None
    for an empty space, which cannot be entered; ``turned_down``: the one ledger turned face down for 2, which needs
    no check.
    """
    for position, ledger in enumerate(ledgers):
        if ledger is None:
            return Reach(position)
        if position == turned_down:
            continue
        for kind, least in ledger.requirements:
            if face_up.get(kind, 0) < least:
                return Reach(position, (kind, least))
    return Reach(len(ledgers))
