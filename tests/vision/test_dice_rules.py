"""Which finds become dice and which of those are sure: the rules, without a picture."""

from __future__ import annotations

import pytest

from vision.dice import Candidate, decide
from vision.reading import Box


def found(score: float, value: int, chance: float = 0.98, x: float = 0.0) -> Candidate:
    rest = (1 - chance) / 5
    values = [rest] * 6
    values[value - 1] = chance
    return Candidate(
        Box(x, 0, 40, 40),
        (x + 20, 20),
        40,
        score,
        (values[0], values[1], values[2], values[3], values[4], values[5]),
        0.0,
    )


@pytest.mark.parametrize(
    ("name", "finds", "told"),
    [
        ("no find, no die", [], []),
        ("a clear die is sure", [found(0.95, 4)], [(4, 4)]),
        ("a clear die of unclear value is shown, not sure", [found(0.95, 4, 0.4)], [(None, 4)]),
        ("two clear dice are both sure", [found(0.95, 4), found(0.9, 2)], [(4, 4), (2, 2)]),
        ("far weaker than the best die: not a die", [found(0.95, 4), found(0.2, 1)], [(4, 4)]),
        ("nothing strong anywhere: no die at all", [found(0.2, 1), found(0.15, 1)], []),
    ],
)
def test_says_null_rather_than_guess(name: str, finds: list[Candidate], told: list[tuple[int | None, int]]) -> None:
    assert [(die.value, die.guess) for die in decide(finds)] == told, name


def test_a_known_count_shows_the_missing_die_but_never_makes_it_sure() -> None:
    finds = [found(0.95, 4), found(0.3, 2)]
    assert [die.value for die in decide(finds)] == [4]
    assert [(die.value, die.guess) for die in decide(finds, count=2)] == [(4, 4), (None, 2)]


def test_confidence_lies_between_nought_and_one_and_falls_with_doubt() -> None:
    clear, dim = decide([found(0.99, 4)])[0], decide([found(0.99, 4, 0.5)])[0]
    assert 0 <= dim.confidence < clear.confidence <= 1
