"""A short description of a card's look, to fetch the few taught cards worth comparing.

From a 64 x 64 thumbnail: the signs of its low frequencies (12 x 12 DCT), oriented gradients and coarse colour. All
three
turn by quarter turns without being computed again, so an outline whose upright side is unknown costs one thumbnail.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.cards.arrays import Floats, Picture

SIDE = 64
_LOW = 12
_CELLS, _BINS = 8, 8
LENGTH = _LOW * _LOW + _CELLS * _CELLS * _BINS + 2 * 64
_FLIP = np.where(np.arange(_LOW) % 2 == 0, 1.0, -1.0).astype(np.float32)


def thumbnail(picture: Picture, corners: Floats) -> Picture:
    """The outline's inside squeezed to 64 x 64 BGR; ``corners`` clockwise in pixels of ``picture``."""
    side = float(np.max(np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)))
    twice = 2 * SIDE if side > 1.5 * SIDE else SIDE
    square = np.array([[0, 0], [twice, 0], [twice, twice], [0, twice]], np.float32) - 0.5
    warped = cv2.warpPerspective(
        picture, cv2.getPerspectiveTransform(corners.astype(np.float32), square), (twice, twice)
    )
    return cv2.resize(warped, (SIDE, SIDE), interpolation=cv2.INTER_AREA) if twice != SIDE else warped


def describe(thumbnails: list[Picture]) -> Floats:
    """Describe thumbnails in the four quarter turns: array (number, 4, LENGTH) of unit rows.

    Turn ``k`` is the description the card would have if corner ``k`` of the outline were its top left.
    """
    out = np.empty((len(thumbnails), 4, LENGTH), np.float32)
    for row, small in enumerate(thumbnails):
        lab = cv2.cvtColor(small, cv2.COLOR_BGR2LAB).astype(np.float32)
        light = lab[..., 0]
        low = cv2.dct(light)[:_LOW, :_LOW]
        cells = _gradients(light)
        colour = cv2.resize(lab[..., 1:], (8, 8), interpolation=cv2.INTER_AREA) - 128
        for turn in range(4):
            out[row, turn] = _joined(low, cells, colour)
            low = low.T * _FLIP[:, None]
            cells = np.roll(np.rot90(cells), _BINS // 2, axis=2)
            colour = np.rot90(colour)
    return out


def _gradients(light: Floats) -> Floats:
    dx = cv2.Sobel(light, cv2.CV_32F, 1, 0)
    dy = cv2.Sobel(light, cv2.CV_32F, 0, 1)
    strength, angle = cv2.cartToPolar(dx, dy)
    place = angle * (_BINS / np.pi)
    lower = np.floor(place)
    share = place - lower
    first = lower.astype(np.int64) % _BINS
    cell = SIDE // _CELLS
    rows = np.arange(SIDE) // cell
    index = (rows[:, None] * _CELLS + rows[None]) * _BINS
    total = np.bincount((index + first).ravel(), (strength * (1 - share)).ravel(), _CELLS * _CELLS * _BINS)
    total += np.bincount((index + (first + 1) % _BINS).ravel(), (strength * share).ravel(), _CELLS * _CELLS * _BINS)
    return np.sqrt(total).astype(np.float32).reshape(_CELLS, _CELLS, _BINS)


def _joined(low: Floats, cells: Floats, colour: Floats) -> Floats:
    signs = np.sign(low).ravel()
    signs[0] = 0
    edges = cells.ravel()
    tint = colour.ravel()
    return np.concatenate([
        signs / np.sqrt(_LOW * _LOW - 1),
        0.7 * edges / (np.linalg.norm(edges) + 1e-6),
        0.7 * tint / (np.linalg.norm(tint) + 40),
    ]).astype(np.float32) / np.float32(np.sqrt(1 + 0.49 + 0.49))  # fmt: skip
