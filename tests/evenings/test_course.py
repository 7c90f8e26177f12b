"""How a play went: when it turned, points left out, marks of charts within their picture."""

from __future__ import annotations

import itertools
import random

import pytest

from companion.evenings.charts import HEIGHT, LEFT, RIGHT, WIDTH, bars, dumbbells, pins, scale, threads
from companion.evenings.course import Course, Turning, thinned, turning
from companion.evenings.model import Play, Seated


@pytest.mark.parametrize(
    ("course", "winners", "found"),
    [
        pytest.param(
            ((0, (0, 0)), (10, (5, 9)), (20, (14, 9)), (30, (20, 19))),
            (0,),
            Turning(2, 20, 1),
            id="the second led, then the winner for good",
        ),
        pytest.param(
            ((0, (0, 0)), (10, (5, 2)), (20, (6, 9)), (30, (20, 19))),
            (0,),
            Turning(3, 30, 1),
            id="the lead for good counts, not the first one",
        ),
        pytest.param(((0, (0, 0)), (10, (5, 2)), (20, (9, 6))), (0,), Turning(1, 10, None), id="never behind anybody"),
        pytest.param(
            ((0, (0, 0, 0)), (10, (1, 2, 3)), (20, (9, 2, 3))), (0,), Turning(2, 20, 2), id="the best of the others led"
        ),
        pytest.param(((0, (0, 0)), (10, (5, 5))), (0, 1), None, id="a shared victory did not turn"),
        pytest.param(((0, (0, 0)), (10, (5, 5))), (0,), None, id="a tie-break decided, not points"),
        pytest.param((), (0,), None, id="no log"),
    ],
)
def test_when_it_turned(course: Course, winners: tuple[int, ...], found: Turning | None) -> None:
    assert turning(course, winners) == found


def test_a_long_course_keeps_its_ends_and_loses_only_standstill() -> None:
    course = [(n, (n // 3, 7)) for n in range(400)]
    short = thinned(course)
    assert len(short) <= 60 and short[0] == course[0] and short[-1] == course[-1]
    still = [(n, (4, 7)) for n in range(50)]
    assert thinned(still) == (still[0], still[-1])


@pytest.mark.parametrize("seed", range(20))
def test_marks_stay_within_their_picture(seed: int) -> None:
    chance = random.Random(seed)
    scores = sorted((chance.randint(-30, 140) for _ in range(chance.randint(2, 6))), reverse=True)
    seats = tuple(Seated(n, "", "red", score, n + 1, n == 0) for n, score in enumerate(scores))
    plays = [Play(n, str(n), "mombasa", "2026-05-01", seats) for n in range(chance.randint(1, 15))]
    found, ticks = pins(plays)
    assert len(found) == min(10, len(plays))
    for pin in found:
        assert (LEFT <= pin.x <= WIDTH - RIGHT and 0 <= pin.top <= pin.low <= HEIGHT) or pin.top > pin.low
    assert all(0 <= tick.at <= HEIGHT for tick in ticks)
    lines, _, _ = threads(
        tuple((n, tuple(chance.randint(-9, 90) for _ in seats)) for n in range(chance.randint(2, 60)))
    )
    labels = sorted(line.label for line in lines)
    assert all(0 <= label <= HEIGHT for label in labels)
    assert all(b - a >= 18.9 for a, b in itertools.pairwise(labels)), "labels cover each other"
    shown, _ = bars([(f"2026-{n:02d}", chance.randint(0, 30)) for n in range(1, 13)])
    assert all(bar.height >= 0 and bar.y + bar.height <= HEIGHT for bar in shown)


@pytest.mark.parametrize(("low", "high"), [(0, 1), (0, 0), (-7, 3), (0, 140), (61, 104), (5, 99_999)])
def test_scales_are_few_round_numbers_that_span_the_range(low: int, high: int) -> None:
    values = scale(low, high)
    assert values[0] <= low and values[-1] >= high and 2 <= len(values) <= 6


def test_dumbbells_put_both_on_one_scale() -> None:
    one = Seated(1, "", "red", 1, lines=(("cash", 14), ("scorn", -6)))
    other = Seated(2, "", "blue", 1, lines=(("cash", 9), ("scorn", 0)))
    cash, scorn = dumbbells(one, other)
    assert (cash.one_at, scorn.one_at) == (100.0, 0.0)
    assert (cash.other_at, scorn.other_at) == (75.0, 30.0)
