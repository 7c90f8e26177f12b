"""Crops of single dice on drawn tables: the same seed lays the same ones, and the truth goes with them."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

pytest.importorskip("numba", reason="the training extra is not installed")
pytest.importorskip("torch", reason="the training extra is not installed")

from testkit.drawn_dice import FELT, INK, RED, WHITE, DrawnDie, draw
from training.singles import single_dice


@pytest.fixture
def crops(tmp_path: Path) -> Path:
    """Six red dice with black or white pips, a picture each, and their labels."""
    rows = ["file,values"]
    for value in range(1, 7):
        die = DrawnDie(value, 0, 0, 15 * value, RED, WHITE if value % 2 else INK)
        cv2.imwrite(str(tmp_path / f"{value}.png"), draw([die], width=66, height=66, side_px=38, ground=FELT))
        rows.append(f"{value}.png,{value}")
    (tmp_path / "labels.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    return tmp_path


def test_each_die_lies_where_the_truth_says(crops: Path) -> None:
    pictures = single_dice(crops, pictures=12)
    truths = [row for picture in pictures for row in picture.truth]
    assert len(truths) > 12
    assert len({int(row[5]) for row in truths}) > 3
    for picture in pictures:
        for x, y, side, *_ in picture.truth:
            around = picture.image[int(y - side / 2) : int(y + side / 2), int(x - side / 2) : int(x + side / 2)]
            red = (around[..., 2] > 100) & (around[..., 1] < 100)
            assert red.mean() > 0.4
            assert 25 < side < 64


def test_dice_lie_apart_and_the_same_seed_lays_the_same(crops: Path) -> None:
    one, two = single_dice(crops, pictures=6), single_dice(crops, pictures=6)
    for first, second in zip(one, two, strict=True):
        assert np.array_equal(first.image, second.image)
        assert np.array_equal(first.truth, second.truth)
        places = first.truth[:, :2]
        between = np.hypot(*(places[:, None] - places[None]).transpose(2, 0, 1)) + 1e3 * np.eye(len(places))
        assert between.min() > 38
