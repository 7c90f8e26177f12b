"""When dice are at rest, also in light that flickers."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest

from vision.arrays import Picture
from vision.resting import SECONDS_STILL, Stillness

FRAMES_A_SECOND = 25


def table(light: float, shift_px: int = 0) -> Picture:
    """White dice in a lamp's light that clip, on a grey table with grain; one of them moved by so many pixels."""
    rng = np.random.default_rng(4)
    picture = rng.normal(110, 3, (480, 640, 3))
    for number, (x, y) in enumerate(((120, 140), (330, 260), (500, 120))):
        left = x + (shift_px if number == 1 else 0)
        cv2.rectangle(picture, (left, y), (left + 60, y + 60), (290, 290, 290), -1)
        cv2.circle(picture, (left + 30, y + 30), 8, (30, 30, 30), -1)
    noisy = picture * light + np.random.default_rng(int(light * 1e6) + shift_px).normal(0, 1.5, picture.shape)
    return np.clip(noisy, 0, 255).astype(np.uint8)


def light(at: float, depth: float) -> float:
    return 1 + depth * math.sin(2 * math.pi * 5 * at)


@pytest.mark.parametrize("depth", [0.0, 0.06, 0.12, 0.2])
def test_white_dice_that_clip_in_flickering_light_come_to_rest(depth: float) -> None:
    """White dice that clip under light flickering by 12-20 % at 5 Hz lie still."""
    stillness = Stillness()
    times = [number / FRAMES_A_SECOND for number in range(30)]
    still = [stillness.seconds_still(table(light(at, depth)), at) for at in times]
    assert max(still) >= SECONDS_STILL
    assert still[-1] >= SECONDS_STILL


@pytest.mark.parametrize("depth", [0.0, 0.12, 0.2])
def test_a_die_that_rolls_is_seen_in_flickering_light(depth: float) -> None:
    """While one of them moves nothing rests, whatever the lamp does."""
    stillness = Stillness()
    for number in range(30):
        at = number / FRAMES_A_SECOND
        still = stillness.seconds_still(table(light(at, depth), 12 * number % 150), at)
    assert still < SECONDS_STILL
