"""The drawn training scenes: the same seed draws the same picture, and the truth fits what is drawn."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("numba", reason="the training extra is not installed")
pytest.importorskip("torch", reason="the training extra is not installed")

from training.photos import Photo, to_picture
from training.samples import Picture, detector_maps, place
from training.scenes import TRUTH, draw_scene


def test_a_seed_draws_one_scene() -> None:
    one, two = draw_scene(np.random.default_rng((7, 3))), draw_scene(np.random.default_rng((7, 3)))
    assert np.array_equal(one[0], two[0])
    assert np.array_equal(one[1], two[1])


def test_truth_lies_on_dice() -> None:
    """Where a top face is, the picture differs from its ground: drawn again without dice, centres change."""
    changed = dice = 0
    for seed in range(20):
        image, truth = draw_scene(np.random.default_rng(seed), 160, side_px=40.0, count=3, plain=True)
        assert truth.shape[1] == len(TRUTH)
        for row in truth[truth[:, 6] > 0.7]:
            x, y, side = row[:3]
            assert 10 < side < 130
            assert 0 <= row[5] <= 6
            around = image[max(0, int(y - side / 3)) : int(y + side / 3), max(0, int(x - side / 3)) : int(x + side / 3)]
            dice += 1
            changed += int(around.std() > 2)
    assert dice > 10
    assert changed > 0.8 * dice


def test_cuts_keep_truth_and_picture_together() -> None:
    image = np.zeros((320, 320, 3), np.uint8)
    image[150:170, 190:210] = 255
    truth = np.array([[200, 160, 20, 20, 20, 3, 1, -1, -1]], np.float32)
    for seed in range(20):
        cut, moved = place(np.random.default_rng(seed), Picture(image, truth))
        x, y = moved[0, :2]
        if 16 < x < 176 and 16 < y < 176:
            assert cut[int(y), int(x)].min() > 200
            heat, faces, _ = detector_maps(moved, Picture(cut, moved))
            row, col = np.unravel_index(heat[0].argmax(), heat[0].shape)
            assert abs(col * 4 + 2 - x) < 4
            assert abs(row * 4 + 2 - y) < 4
            assert faces[row, col] == 3


def test_box_conventions_become_centre_and_side_of_the_die(tmp_path: object) -> None:
    whole = Photo("none.jpg", "Epanemu/GameDiceRecognition", "hard", [5], [(5, 100, 100, 50, 60)])
    picture = to_picture(tmp_path, whole)  # type: ignore[arg-type]
    assert picture is not None
    assert picture.truth[0, :2].tolist() == pytest.approx([125, 122.8], abs=0.1)
    pips = Photo(
        "none.jpg", "matteop65/Dice_Detection_Recognition", "medium", [1, 4], [(1, 10, 10, 12, 12), (4, 80, 80, 40, 38)]
    )
    picture = to_picture(tmp_path, pips)  # type: ignore[arg-type]
    assert picture is not None
    assert picture.truth[:, 2].tolist() == pytest.approx([54, 54], abs=0.1)
