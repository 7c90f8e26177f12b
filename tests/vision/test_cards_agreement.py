"""Where a picture contradicts a taught card, and what a lamp has to do with it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.arrays import Floats, Picture
from vision.cards.agreement import compare
from vision.cards.face import Face, Traits, lab_planes

WIDTH, HEIGHT = 183, 256
SEVEN = [(48, 46), (134, 46), (48, 128), (134, 128), (48, 210), (134, 210), (91, 86)]
EIGHT = [*SEVEN, (91, 170)]


def card(pips: list[tuple[int, int]], lamp: tuple[int, int] | None = None) -> Picture:
    """A white card with discs as large as the pips of a plain deck; ``lamp``: where one is mirrored in it."""
    image: Picture = np.full((HEIGHT, WIDTH, 3), 205, np.uint8)
    for pip in pips:
        cv2.circle(image, pip, 19, (40, 35, 38), -1, cv2.LINE_AA)
    if lamp is None:
        return image
    glow: Floats = np.zeros((HEIGHT, WIDTH), np.float32)
    cv2.circle(glow, lamp, 34, 1.0, -1)
    glow = cv2.GaussianBlur(glow, (0, 0), 4)[..., None]
    return (image * (1 - glow) + 252 * glow).astype(np.uint8)


@pytest.mark.parametrize(
    ("taught", "seen", "another"),
    [
        pytest.param(card(SEVEN), card(SEVEN), False, id="the same card"),
        pytest.param(card(SEVEN), card(EIGHT), True, id="a pip more than taught is another card"),
        pytest.param(card(EIGHT), card(EIGHT, lamp=(91, 170)), False, id="a lamp that hides a pip is no contradiction"),
        pytest.param(card(EIGHT, lamp=(91, 170)), card(EIGHT), False, id="nor one on the photograph that was taught"),
    ],
)
def test_a_pip_more_contradicts_and_a_lamp_does_not(taught: Picture, seen: Picture, another: bool) -> None:
    agreement = compare(Face(taught, Traits.of(taught)), lab_planes(seen))
    assert agreement.score > 0.8, "nearly everywhere they are the same"
    assert (agreement.blob_px > 40) is another
