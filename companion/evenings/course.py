"""How a play went: who had how many points when, and when it turned."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

MOST_POINTS = 60

Course = tuple[tuple[int, tuple[int, ...]], ...]
"""Points in time: minutes since the beginning, and everybody's score by seat."""


@dataclass(frozen=True, slots=True)
class Turning:
    """When the winner took the lead for good.

    ``at``: number of the point in the course; ``minutes``: since the beginning; ``before``: the best of the others that
    led until then, None where nobody but the winner ever did.
    """

    at: int
    minutes: int
    before: int | None


def thinned(course: Sequence[tuple[int, tuple[int, ...]]], most: int = MOST_POINTS) -> Course:
    """The course without points in which nothing changed, at most so many of them; first and last stay."""
    changed = [point for n, point in enumerate(course) if n in (0, len(course) - 1) or point[1] != course[n - 1][1]]
    if len(changed) <= most:
        return tuple(changed)
    step = (len(changed) - 1) / (most - 1)
    return tuple(changed[round(n * step)] for n in range(most))


def turning(course: Course, winners: Sequence[int]) -> Turning | None:
    """When it turned; None for a shared victory, without a course, or where points did not decide."""
    if len(winners) != 1 or len(course) < 2:
        return None
    winner = winners[0]
    if len(course[-1][1]) < 2 or course[-1][1][winner] <= _best_other(course[-1][1], winner)[0]:
        return None
    at = len(course) - 1
    while at > 0 and course[at - 1][1][winner] > _best_other(course[at - 1][1], winner)[0]:
        at -= 1
    led_before = [point[1] for point in course[:at] if _best_other(point[1], winner)[0] > point[1][winner]]
    return Turning(at, course[at][0], _best_other(led_before[-1], winner)[1] if led_before else None)


def _best_other(scores: Sequence[int], winner: int) -> tuple[int, int]:
    """The best score of anybody else, and whose."""
    score, seat = max((score, -seat) for seat, score in enumerate(scores) if seat != winner)
    return score, -seat
