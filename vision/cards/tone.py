"""The tones of one photograph in another: a rising curve for each channel, so that exposure and contrast agree."""

from __future__ import annotations

from itertools import pairwise

import cv2
import numpy as np

from vision.arrays import Floats, Picture

_BINS = 12  # enough for an S-shaped camera curve, few enough that no mark of the card bends it (laboratory)
_LEAST_PX = 40  # pixels that a bin's median needs


def tone_curves(taught: Picture, seen: Picture, hidden: Picture | None) -> Picture:
    """The tables (256 x 1 x 3, uint8) that bring the tones of ``taught`` to those of ``seen``, both BGR and laid over each
    other; ``hidden``: 1 where the card is covered."""
    there = slice(None) if hidden is None else hidden.ravel() == 0
    tables = np.empty((256, 1, 3), np.uint8)
    for channel in range(3):
        one, other = taught[..., channel].ravel()[there], seen[..., channel].ravel()[there]
        tables[:, 0, channel] = _rising(one, other)
    return tables


def toned(crop: Picture, curves: Picture) -> Picture:
    """A picture (BGR) with those tables applied."""
    return cv2.LUT(crop, curves)


def _rising(one: Picture, other: Picture) -> Floats:
    edges = np.unique(np.quantile(one, np.linspace(0, 1, _BINS + 1)))
    knots: list[tuple[float, float]] = []
    for low, high in pairwise(edges):
        inside = (one >= low) & (one <= high)
        if int(inside.sum()) >= _LEAST_PX:
            knots.append((float(np.median(one[inside])), float(np.median(other[inside]))))
    if len(knots) < 2:
        return np.arange(256, dtype=np.float32)
    x = np.array([k[0] for k in knots])
    y = np.maximum.accumulate(np.array([k[1] for k in knots]))
    low, high = y[0] - (x[0] - 0) * 0.5, y[-1] + (255 - x[-1]) * 0.5
    curve: Floats = np.clip(np.interp(np.arange(256), [-1, *x, 256], [low, *y, high]), 0, 255)
    return curve
