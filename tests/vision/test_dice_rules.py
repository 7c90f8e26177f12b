"""Which finds become dice and which of those are sure: the rules, without a picture."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("cv2")

from vision.certainty import Evidence, certainties
from vision.detector import Peak
from vision.dice import Candidate, decide, told
from vision.reading import Box
from vision.weighing import weigh


def found(exists: float, value: int, right: float = 0.98, side: float = 40) -> Candidate:
    rest = (1 - right) / 5
    v = [rest] * 6
    v[value - 1] = right
    return Candidate(
        Box(0, 0, 40, 40), (20, 20), side, exists, (v[0], v[1], v[2], v[3], v[4], v[5]), 0.0, exists, right
    )


@pytest.mark.parametrize(
    ("name", "finds", "told"),
    [
        ("no find, no die", [], []),
        ("a clear die is sure", [found(0.99, 4)], [(4, 4)]),
        ("a clear die of unclear value is shown, not sure", [found(0.99, 4, 0.5)], [(None, 4)]),
        ("perhaps a die: shown, not sure, however clear its value", [found(0.8, 4)], [(None, 4)]),
        ("perhaps a die beside a clear one: shown", [found(0.99, 2), found(0.72, 4)], [(2, 2), (None, 4)]),
        ("the same where nothing is sure: no question about an empty table", [found(0.72, 4)], []),
        ("a lone find of a few pixels is not sure: lint", [found(0.99, 1, side=11)], [(None, 1)]),
        ("two such are", [found(0.99, 1, side=11), found(0.99, 3, side=11)], [(1, 1), (3, 3)]),
        ("two clear dice are both sure", [found(0.99, 4), found(0.97, 2)], [(4, 4), (2, 2)]),
        ("hardly a die: left out", [found(0.99, 4), found(0.2, 1)], [(4, 4)]),
        ("nothing likely anywhere: no die at all", [found(0.2, 1), found(0.15, 1)], []),
    ],
)
def test_says_null_rather_than_guess(name: str, finds: list[Candidate], told: list[tuple[int | None, int]]) -> None:
    assert [(die.value, die.guess) for die in decide(finds)] == told, name


def test_a_known_count_shows_the_missing_die_but_never_makes_it_sure() -> None:
    finds = [found(0.99, 4), found(0.3, 2)]
    assert [die.value for die in decide(finds)] == [4]
    assert [(die.value, die.guess) for die in decide(finds, count=2)] == [(4, 4), (None, 2)]


@pytest.mark.parametrize(
    ("name", "finds", "told"),
    [
        ("as many as are known to lie there: they exist", [found(0.99, 4), found(0.6, 2)], [(4, 4), (2, 2)]),
        ("but their values must be clear", [found(0.99, 4), found(0.6, 2, 0.8)], [(4, 4), (None, 2)]),
        ("unless a third is nearly as likely", [found(0.99, 4), found(0.6, 2), found(0.4, 1)], [(4, 4), (None, 2)]),
        ("one too few", [found(0.99, 4)], [(4, 4)]),
    ],
)
def test_a_known_count_of_two_that_fits_makes_dice_sure(
    name: str, finds: list[Candidate], told: list[tuple[int | None, int]]
) -> None:
    assert [(die.value, die.guess) for die in decide(finds, count=2)] == told, name


def test_confidence_is_the_chance_of_die_and_value_both_being_right() -> None:
    assert decide([found(0.9, 4, 0.8)])[0].confidence == pytest.approx(0.72)


def evidence(**changed: float) -> Evidence:
    told = {
        "heat": 0.9,
        "trust": 1.0,
        "share": 1.0,
        "there": 0.98,
        "chance": 0.97,
        "detector_chance": 0.9,
        "crop_chance": 0.98,
        "support": 0.8,
        "odd": 0.0,
        "side_px": 60.0,
        "refuted": 0.0,
    } | changed
    return Evidence(**{name: np.array([value]) for name, value in told.items()})


@pytest.mark.parametrize(
    ("name", "worse"),
    [
        ("less heat", {"heat": 0.3}),
        ("the crop reader sees no top face", {"there": 0.2}),
        ("a size unlike the others", {"odd": 2.0}),
        ("a printed board: much looks like dice and is none", {"refuted": 12.0}),
    ],
)
def test_existence_falls_with(name: str, worse: dict[str, float]) -> None:
    assert certainties(evidence(**worse))[0][0] < certainties(evidence())[0][0], name


@pytest.mark.parametrize(
    ("name", "worse"),
    [
        ("an unclear value", {"chance": 0.4, "detector_chance": 0.4, "crop_chance": 0.4}),
        ("networks that disagree", {"chance": 0.6, "detector_chance": 0.05}),
    ],
)
def test_rightness_falls_with(name: str, worse: dict[str, float]) -> None:
    assert certainties(evidence(**worse))[1][0] < certainties(evidence())[1][0], name


def test_the_two_networks_values_are_mixed_and_sum_to_one() -> None:
    faces = np.array([0.7, 0.1, 0.05, 0.05, 0.05, 0.05, 0.0], np.float32)
    looks = np.array([[0.1, 0.6, 0.05, 0.05, 0.05, 0.05, 0.0, 0.1]], np.float32)
    peaks = [Peak(50, 50, 40, 40, 40, 0.9, 40, faces)]
    candidate = told(peaks, weigh(peaks, looks))[0]
    assert sum(candidate.values) + candidate.other == pytest.approx(1.0, abs=1e-5)
    assert candidate.value == 2
    assert candidate.values[0] > 0.2
