"""The white of a card, followed over its whole face by a smooth surface in each channel: it tells how the light falls."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np

from vision.arrays import Floats, Picture

RIM_PX = 4
"""Half-size pixels along the edges of a face that tell nothing."""
_LEAST_WHITE = 0.15  # share of a face: less says nothing about the light on the rest
_WHITE_LIGHT = 0.80  # of the brightest around: paper in the shade of a hand is darker, but so is all around it
_WHITE_CHROMA = 14.0  # Lab units around the paper's own tint
_BURNT = 254  # brightest value that still says how bright
_SAMPLES = 900  # paper pixels that the surface is fitted to


def paper_of(half: Picture) -> Picture | None:
    """Where a face (BGR, half size) is white (1), its rim left out; None where that is too little."""
    lab = cv2.cvtColor(half.astype(np.float32) / 255, cv2.COLOR_BGR2LAB)
    light = cv2.extractChannel(lab, 0)
    around = cv2.GaussianBlur(cv2.dilate(light, np.ones((25, 25), np.uint8)), (0, 0), 12)
    bright = light > _WHITE_LIGHT * np.maximum(around, 0.6 * float(np.percentile(light, 95)))
    if float(bright.mean()) < _LEAST_WHITE:
        return None
    tint = np.median(lab[bright][:, 1:], axis=0)
    plain = bright & (np.linalg.norm(lab[..., 1:] - tint, axis=2) < _WHITE_CHROMA)
    paper = cv2.erode(plain.astype(np.uint8), np.ones((3, 3), np.uint8))
    paper[:RIM_PX] = paper[-RIM_PX:] = paper[:, :RIM_PX] = paper[:, -RIM_PX:] = 0
    return paper if float(paper.mean()) >= _LEAST_WHITE else None


def ink_of(half: Picture, paper: Picture) -> Floats | None:
    """The ink of a picture whose paper lies where ``paper`` is 1; None when that cannot be followed."""
    height, width = half.shape[:2]
    terms = _terms(height, width)
    there = np.flatnonzero((paper > 0) & (_brightest(half) < _BURNT))
    if len(there) < 0.3 * _LEAST_WHITE * paper.size:
        there = np.flatnonzero(paper)
    there = there[:: max(1, len(there) // _SAMPLES)]
    if len(there) < 100:
        return None
    known, seen = terms[there], half.reshape(-1, 3)[there].astype(np.float32)
    good = np.ones(len(known), np.float32)
    fitted = np.zeros((6, 3), np.float32)
    for _ in range(4):  # what covers or blots the paper is left out
        left = known.T * good
        fitted = np.linalg.solve(left @ known + 1e-3 * np.eye(6, dtype=np.float32), left @ seen)
        away = np.abs(seen - known @ fitted).max(axis=1)
        good = (away <= max(6.0, 2.5 * float(np.median(away)))).astype(np.float32)
    white = np.maximum(terms @ fitted, 12.0).reshape(height, width, 3)
    return np.clip(1 - half / white, -0.3, 1).astype(np.float32)


def _brightest(picture: Picture) -> Picture:
    """The brightest channel of each place."""
    blue, green, red = cv2.split(picture)
    return cv2.max(cv2.max(blue, green), red)


@lru_cache(maxsize=16)
def _terms(height: int, width: int) -> Floats:
    rows, columns = (axis.astype(np.float32).ravel() for axis in np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j])
    return np.stack([np.ones_like(rows), rows, columns, rows * rows, columns * columns, rows * columns], axis=1)
