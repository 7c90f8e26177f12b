"""A short description of a card's look, to fetch the few taught cards worth comparing.

From a 64 x 64 thumbnail: the signs of its low frequencies (12 x 12 DCT), oriented gradients and coarse colour. All
three
turn by quarter turns without being computed again, so an outline whose upright side is unknown costs one thumbnail.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import AnyArray, Floats, Picture

SIDE = 64
_LOW = 12
_CELLS, _BINS = 8, 8
COLOURS = 2 * 64  # the last ones of a description
LENGTH = _LOW * _LOW + _CELLS * _CELLS * _BINS + COLOURS
_ROWS = np.arange(SIDE) // (SIDE // _CELLS)
_CELL_OF = ((_ROWS[:, None] * _CELLS + _ROWS[None]) * _BINS).ravel()


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
    upright = np.empty((len(thumbnails), LENGTH), np.float32)
    for row, small in enumerate(thumbnails):
        lab = cv2.cvtColor(small, cv2.COLOR_BGR2LAB).astype(np.float32)
        light = np.ascontiguousarray(lab[..., 0])
        signs = np.sign(cv2.dct(light)[:_LOW, :_LOW]).ravel()
        signs[0] = 0
        edges = _gradients(light).ravel()
        tint = (cv2.resize(lab[..., 1:], (8, 8), interpolation=cv2.INTER_AREA) - 128).ravel()
        upright[row, : signs.size] = signs / np.sqrt(_LOW * _LOW - 1)
        upright[row, signs.size : -tint.size] = 0.7 * edges / (np.linalg.norm(edges) + 1e-6)
        upright[row, -tint.size :] = 0.7 * tint / (np.linalg.norm(tint) + 40)
    upright /= np.float32(np.sqrt(1 + 0.49 + 0.49))
    turns: Floats = upright[:, _TURNS] * _TURN_SIGNS
    return turns


def _quarter_turns() -> tuple[AnyArray, Floats]:
    """For each quarter turn: which element of the upright description stands at each place, and its sign (4 x LENGTH)."""
    signs, edges = _LOW * _LOW, _CELLS * _CELLS * _BINS
    places = np.arange(LENGTH)
    low = places[:signs].reshape(_LOW, _LOW)
    cells = places[signs : signs + edges].reshape(_CELLS, _CELLS, _BINS)
    colour = places[signs + edges :].reshape(_CELLS, _CELLS, 2)
    flip = np.ones((_LOW, _LOW), np.float32)
    turns, factors = [], []
    for _ in range(4):
        turns.append(np.concatenate([low.ravel(), cells.ravel(), colour.ravel()]))
        factors.append(np.concatenate([flip.ravel(), np.ones(LENGTH - signs, np.float32)]))
        odd = np.where(np.arange(_LOW) % 2 == 0, 1.0, -1.0).astype(np.float32)[:, None]
        low, flip = low.T, flip.T * odd
        cells, colour = np.roll(np.rot90(cells), _BINS // 2, axis=2), np.rot90(colour)
    return np.stack(turns), np.stack(factors)


_TURNS, _TURN_SIGNS = _quarter_turns()


def _gradients(light: Floats) -> Floats:
    dx = cv2.Sobel(light, cv2.CV_32F, 1, 0)
    dy = cv2.Sobel(light, cv2.CV_32F, 0, 1)
    strength, angle = cv2.cartToPolar(dx, dy)
    place = angle.ravel() * np.float32(_BINS / np.pi)
    lower = place.astype(np.int32)
    upper = strength.ravel() * (place - lower)
    bins = _CELLS * _CELLS * _BINS
    total = np.bincount(_CELL_OF + lower % _BINS, strength.ravel() - upper, bins)
    total += np.bincount(_CELL_OF + (lower + 1) % _BINS, upper, bins)
    return np.sqrt(np.maximum(total, 0)).astype(np.float32)
