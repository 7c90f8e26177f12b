"""Crops of single dice, laid on tables: pictures to train on where a source gave no scenes.

A folder as `testkit.labels` reads it, each picture a crop with one die, its top face about in the middle. The detector says
where in the crop the face is; where it points nowhere near the middle the crop's own middle and size stand in, and the size
is not learnt from.
"""

from __future__ import annotations

import math
from pathlib import Path

import cv2
import numpy as np

from testkit.labels import Label, read_labels
from training import grounds
from training.samples import Picture
from vision.detector import find_peaks

_SIDE_SHARE = 0.62
"""A die's side over the crop's mean side, where the detector does not tell."""
_NEAR_SHARE = 0.2
_SEEN_AT_PX = 96


def single_dice(folder: Path, seed: int = 7, pictures: int = 160, size: int = 256) -> list[Picture]:
    """Tables of ``size`` px with one to six of the folder's crops, none over another."""
    crops = [
        (image, label) for label in read_labels(folder) if (image := cv2.imread(str(folder / label.file))) is not None
    ]
    faces = [_face(image, label) for image, label in crops]
    found = []
    for number in range(pictures):
        rng = np.random.default_rng((seed, number))
        table = _table(rng, size)
        truth: list[list[float]] = []
        taken: list[tuple[float, float, float]] = []
        for _ in range(int(rng.integers(1, 7))):
            index = int(rng.integers(0, len(crops)))
            image, row = crops[index][0], faces[index]
            height, width = image.shape[:2]
            left, top = int(rng.integers(0, size - width)), int(rng.integers(0, size - height))
            middle, reach = (left + width / 2, top + height / 2), max(width, height)
            if any(math.hypot(middle[0] - x, middle[1] - y) < (reach + other) * 0.6 for x, y, other in taken):
                continue
            taken.append((*middle, reach))
            _lay(table, image, left, top, rng)
            truth.append([row[0] + left, row[1] + top, *row[2:]])
        found.append(Picture(table, np.array(truth, np.float32), extent=False, size_weight=0.3))
    return found


def _face(image: np.ndarray, label: Label) -> list[float]:
    """Where the top face of a crop lies, as a row of ``scenes.TRUTH``."""
    height, width = image.shape[:2]
    x, y, side = width / 2, height / 2, _SIDE_SHARE * (width + height) / 2
    near = [
        p
        for p in find_peaks(image, _SEEN_AT_PX)
        if math.hypot(p.x - x, p.y - y) < _NEAR_SHARE * (width + height) / 2 and 0.65 < p.side / side < 1.5
    ]
    if near:
        best = max(near, key=lambda p: p.heat)
        x, y, side = best.x, best.y, best.side
    return [x, y, side, side, side, label.values[0] - 1, 1.0, -1, -1]


def _table(rng: np.random.Generator, size: int) -> np.ndarray:
    kind = (grounds.cloth, grounds.plain, grounds.carpet, grounds.wood, grounds.track_board)[int(rng.integers(0, 5))]
    return np.asarray((np.clip(kind(rng, size), 0, 1) * 255).astype(np.uint8))


def _lay(table: np.ndarray, image: np.ndarray, left: int, top: int, rng: np.random.Generator) -> None:
    """The crop over the table with a soft rim; half of the time the table takes the rim's colour first."""
    height, width = image.shape[:2]
    if rng.random() < 0.5:
        rim = np.median(np.concatenate([image[0], image[-1], image[:, 0], image[:, -1]]), axis=0)
        wide = 12
        area = table[max(0, top - wide) : top + height + wide, max(0, left - wide) : left + width + wide]
        area[:] = np.clip(area.astype(np.float32) * 0.15 + rim * 0.85, 0, 255).astype(np.uint8)
    soft = np.minimum(np.minimum.outer(_ramp(height), np.ones(width)), np.minimum.outer(np.ones(height), _ramp(width)))
    area = table[top : top + height, left : left + width]
    area[:] = (area * (1 - soft[..., None]) + image * soft[..., None]).astype(np.uint8)


def _ramp(length: int) -> np.ndarray:
    """0 at both ends to 1 from the fourth pixel on."""
    at = np.arange(length)
    return np.asarray(np.clip((np.minimum(at, length - 1 - at) + 1) / 4, 0, 1))
