"""Second looks at doubtful finds: means that calm, clear finds left alone, places that stay."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("cv2")

from testkit.drawn_dice import FELT, SLATE, DrawnDie, draw
from vision import second_look
from vision.arrays import Floats
from vision.detector import read_crops
from vision.passes import find_all
from vision.second_look import mean_of, reconsider
from vision.weighing import Weighed, crops_of, weigh


def held(exists: float, right: float, value: int) -> tuple[float, float, Floats]:
    chances = np.full(7, 0.02, np.float32)
    chances[value - 1] = 0.88
    return exists, right, chances


@pytest.mark.parametrize(
    ("name", "looks", "exists", "right"),
    [
        ("one look is what it is", [held(0.6, 0.7, 4)], (0.6, 0.6), (0.7, 0.7)),
        ("looks that agree lie between", [held(0.5, 0.6, 4), held(0.95, 0.98, 4)], (0.8, 0.85), (0.85, 0.92)),
        (
            "another value in one look of three",
            [held(0.9, 0.9, 6), held(0.9, 0.9, 6), held(0.9, 0.9, 4)],
            (0.9, 0.9),
            (0.6, 0.7),
        ),
        ("as sure of this as of that: nothing", [held(0.9, 0.9, 6), held(0.9, 0.9, 4)], (0.9, 0.9), (0.5, 0.5)),
        ("a look that sees no die weighs", [held(0.9, 0.9, 6), held(0.1, 0.9, 6)], (0.5, 0.5), (0.9, 0.9)),
    ],
)
def test_a_mean_of_looks_calms(
    name: str, looks: list[tuple[float, float, Floats]], exists: tuple[float, float], right: tuple[float, float]
) -> None:
    there, sure, chances = mean_of(looks)
    assert exists[0] - 1e-6 <= there <= exists[1] + 1e-6, name
    assert right[0] - 1e-6 <= sure <= right[1] + 1e-6, name
    assert chances.sum() == pytest.approx(1.0, abs=1e-5), name


def test_clear_finds_are_not_looked_at_again(monkeypatch: pytest.MonkeyPatch) -> None:
    picture = draw([DrawnDie(3, -1.5, 0, 20), DrawnDie(5, 1.5, 0.3, 50)], ground=FELT)
    peaks = find_all(picture)
    looks = read_crops(crops_of(picture, peaks))
    weighed = weigh(peaks, looks)
    clear = (weighed.exists * weighed.right) > second_look.CLEAR_CHANCE
    assert clear.sum() == 2
    after = reconsider(picture, peaks, looks, weighed)
    assert np.array_equal(after.exists[clear], weighed.exists[clear])
    assert np.array_equal(after.mixed[clear], weighed.mixed[clear])


def test_a_find_thought_doubtful_is_looked_at_in_every_view_and_found_at_its_place() -> None:
    """The views of a die that is plain to see all show it, with its value, whatever the first look held of it."""
    picture = draw([DrawnDie(6, 0.4, 0.2, 30)], ground=SLATE)
    peaks = find_all(picture)[:1]
    (seen,) = second_look.second_looks(picture, peaks)
    assert len(seen) == len(second_look.VIEWS)
    for peak, look in seen:
        assert peak.faces[:6].argmax() + 1 == 6
        assert look[:6].argmax() + 1 == 6
    weighed = weigh(peaks, read_crops(crops_of(picture, peaks)))
    doubted = Weighed(weighed.evidence, weighed.exists * 0.5, weighed.right, weighed.mixed)
    after = reconsider(picture, peaks, read_crops(crops_of(picture, peaks)), doubted)
    assert after.exists[0] > doubted.exists[0]
