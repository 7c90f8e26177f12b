"""Points for places: most of something, second most, and what those who are level get."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from companion.core.scoring import competition_ranks

Ties = Literal["split", "all", "none"]
"""What those who are level on a place get: the places they take up shared equally, rounded down; each of them all of the
best one; nothing at all."""


def points_of_places(
    values: Sequence[int], places: Sequence[int], ties: Ties = "split", minimum: int = 1
) -> tuple[int, ...]:
    """What each player gets for their place; ``places``: points of the first place, the second, and so on.

    Whoever has fewer than ``minimum`` takes no place. Those who are level take up as many places as they are: after two
    first ones comes the third.
    """
    taking = [seat for seat, value in enumerate(values) if value >= minimum]
    ranks = dict(zip(taking, competition_ranks([values[seat] for seat in taking]), strict=True))
    return tuple(
        _points(ranks[seat], list(ranks.values()), places, ties) if seat in ranks else 0 for seat in range(len(values))
    )


def _points(rank: int, ranks: Sequence[int], places: Sequence[int], ties: Ties) -> int:
    level = ranks.count(rank)
    if ties == "split":
        return sum(places[rank - 1 : rank - 1 + level]) // level
    if ties == "none" and level > 1:
        return 0
    return places[rank - 1] if rank <= len(places) else 0
