"""Pictures drawn here (not by the renderer the networks learnt from) are read: values, places, honesty."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest

pytest.importorskip("cv2")

from testkit.drawn_dice import FELT, INK, IVORY, RED, SLATE, WHITE, WOOD, DrawnDie, draw, table
from vision.dice import candidates, read_dice

THREE = [DrawnDie(3, -2.2, 0.4, 20), DrawnDie(5, 0.2, -0.6, 55), DrawnDie(6, 2.1, 0.9, 5)]


def values(reading_of: np.ndarray) -> list[int | None]:
    return [die.value for die in read_dice(reading_of).dice]


@pytest.mark.parametrize("value", range(1, 7))
@pytest.mark.parametrize(
    ("name", "tilt", "body", "pips", "ground"),
    [
        ("ivory dice on wood from above", 0, IVORY, INK, WOOD),
        ("red dice on felt from 35 degrees, only the top face counts", 35, RED, WHITE, FELT),
    ],
)
def test_one_die(
    name: str,
    tilt: float,
    body: tuple[int, int, int],
    pips: tuple[int, int, int],
    ground: tuple[int, int, int],
    value: int,
) -> None:
    picture = draw([DrawnDie(value, 0.3, 0.2, 25, body, pips)], tilt=tilt, ground=ground)
    assert values(picture) == [value], name


@pytest.mark.parametrize("side", [28, 60, 95])
def test_three_dice_of_any_size_from_left_to_right(side: float) -> None:
    assert values(draw(THREE, side_px=side, ground=SLATE)) == [3, 5, 6]


@pytest.mark.parametrize("side", [15, 19, 24])
def test_dice_that_are_tiny_on_a_large_table_are_looked_at_closely(side: float) -> None:
    large = table(1280, 960, SLATE)
    large[400:880, 500:1140] = draw(THREE, side_px=side, ground=SLATE)
    assert values(large) == [3, 5, 6]


@pytest.mark.parametrize(("side", "value"), [(190, 1), (190, 4), (190, 6), (230, 4), (230, 6)])
def test_a_die_that_fills_the_picture_is_read(side: float, value: int) -> None:
    assert values(draw([DrawnDie(value, 0, 0, 20)], width=360, height=300, side_px=side, ground=FELT)) == [value]


def test_touching_dice_are_told_apart() -> None:
    row = [DrawnDie(v, x, 0, 0) for v, x in ((2, -1.02), (4, 0.0), (5, 1.02))]
    assert values(draw(row, ground=FELT)) == [2, 4, 5]


def test_twelve_megapixels_read_like_a_small_picture() -> None:
    """The working scale comes from the dice, not from the picture."""
    large = cv2.resize(draw(THREE, ground=FELT), (4000, 3000), interpolation=cv2.INTER_CUBIC)
    assert values(large) == [3, 5, 6]


def test_boxes_lie_on_the_top_faces() -> None:
    dice = read_dice(draw(THREE, side_px=60, ground=FELT)).dice
    for die, drawn in zip(dice, THREE, strict=True):
        x, y = die.box.x + die.box.w / 2, die.box.y + die.box.h / 2
        assert abs(x - (320 + 60 * drawn.x)) < 20
        assert abs(y - (240 + 60 * drawn.y)) < 20
        turn = math.radians(drawn.turn)
        across = 64 * (math.cos(turn) + math.sin(turn))  # the top face lies nearer to the camera than the table
        assert across / 1.5 < die.box.w < across * 1.5
        assert across / 1.5 < die.box.h < across * 1.5


@pytest.mark.parametrize(
    ("name", "picture"),
    [
        ("bare wood", table(640, 480, WOOD)),
        ("bare felt", table(640, 480, FELT)),
        ("black", np.zeros((480, 640, 3), np.uint8)),
        ("white", np.full((480, 640, 3), 255, np.uint8)),
        ("noise", np.random.default_rng(3).integers(0, 256, (240, 320, 3), dtype=np.uint8)),
        ("a single pixel", np.full((1, 1, 3), 90, np.uint8)),
        ("a long thin strip", np.full((3, 900, 3), 90, np.uint8)),
    ],
)
def test_nothing_sure_where_no_die_is(name: str, picture: np.ndarray) -> None:
    assert [die.value for die in read_dice(picture).dice if die.sure] == [], name


def test_a_die_smeared_beyond_reading_is_not_sure() -> None:
    blurred = cv2.GaussianBlur(draw([DrawnDie(5, body=SLATE, pips=(90, 80, 76))], ground=SLATE), (0, 0), 14)
    assert [die.value for die in read_dice(blurred).dice if die.sure] == []


def test_count_that_does_not_fit_makes_the_reading_unsure() -> None:
    picture = draw(THREE, ground=FELT)
    assert not read_dice(picture, count=3).unsure
    assert read_dice(picture, count=4).unsure


def test_the_same_picture_is_read_the_same_and_left_alone() -> None:
    picture = draw(THREE, ground=FELT)
    before = picture.copy()
    first, second = candidates(picture), candidates(picture)
    assert first == second
    assert np.array_equal(picture, before)


@pytest.mark.parametrize(
    "wrong", [np.zeros((4, 4), np.uint8), np.zeros((4, 4, 4), np.uint8), np.zeros((4, 4, 3), np.float32)]
)
def test_an_array_that_is_no_picture_is_refused(wrong: np.ndarray) -> None:
    with pytest.raises(ValueError, match="BGR uint8"):
        candidates(wrong)
