"""A play that was not kept at a table: who came where follows from the scores, or from who is said to have won."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.core.refusal import Refused
from companion.core.scoring import competition_ranks
from companion.core.text import T
from companion.evenings.model import Seated


def placed(seats: Sequence[Seated], lowest: bool | None = False) -> tuple[Seated, ...]:
    """The seats with places and winners worked out. Raises Refused where scores and winners do not fit together.

    With scores the most points win, unless somebody is marked as the winner: only a tie is decided that way. Without
    them the marked ones win; where somebody is marked as having lost (fetches lunch), all the others win.

    ``lowest``: the fewest points win; None: the most, or the fewest where those are the marked ones.
    """
    scores = [seat.score for seat in seats]
    won = [seat.won for seat in seats]
    if all(score is None for score in scores):
        return _without_scores(seats)
    if any(score is None for score in scores):
        text = T("Some scores are missing. Enter everybody's, or none and mark who won.")
        raise Refused("bad_field", "seats", text)
    points = [score or 0 for score in scores]
    if lowest is None:
        lowest = any(won) and all(score == min(points) for score, flag in zip(points, won, strict=True) if flag)
        lowest = lowest and min(points) < max(points)
    ranks = competition_ranks([-score for score in points] if lowest else points)
    best = [rank == 1 for rank in ranks]
    if lowest and any(flag and not first for flag, first in zip(won, best, strict=True)):
        raise Refused("bad_field", "seats", T("Whoever is marked as the winner has the fewest points, or shares them."))
    if any(flag and not first for flag, first in zip(won, best, strict=True)):
        raise Refused("bad_field", "seats", T("Whoever is marked as the winner has the most points, or shares them."))
    if not any(won):
        won = best
    places = [
        1 if flag else sum(won) + 1 if first else rank for flag, first, rank in zip(won, best, ranks, strict=True)
    ]
    return tuple(
        replace(seat, won=flag, lost=False, place=place) for seat, flag, place in zip(seats, won, places, strict=True)
    )


def _without_scores(seats: Sequence[Seated]) -> tuple[Seated, ...]:
    losers = sum(seat.lost for seat in seats)
    if losers:
        last = len(seats) - losers + 1
        return tuple(replace(seat, won=not seat.lost, place=last if seat.lost else 1) for seat in seats)
    winners = sum(seat.won for seat in seats)
    return tuple(replace(seat, place=(1 if seat.won else winners + 1) if winners else None) for seat in seats)
