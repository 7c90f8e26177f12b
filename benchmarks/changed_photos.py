"""Photos as another camera would give them, for `benchmarks.dice --change`: other pixel shapes, few pixels, little contrast of
lightness; and crops of single dice laid on a table of their own colour. The same number draws the same picture."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from vision.arrays import Picture
from vision.reading import Box


def _scaled(image: Picture, across: float, down: float) -> Picture:
    how = cv2.INTER_AREA if max(across, down) <= 1 else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(image, None, fx=across, fy=down, interpolation=how), np.uint8)


def _coded(image: Picture) -> Picture:
    """Through a JPEG of quality 60 that keeps a quarter of the colour's samples."""
    how = [
        cv2.IMWRITE_JPEG_QUALITY,
        60,
        cv2.IMWRITE_JPEG_SAMPLING_FACTOR,
        cv2.IMWRITE_JPEG_SAMPLING_FACTOR_420,
    ]
    return np.asarray(cv2.imdecode(cv2.imencode(".jpg", image, how)[1], cv2.IMREAD_COLOR), np.uint8)


def _to_long_side(image: Picture, long_side: float) -> float:
    """The factor that brings a photo to that long side; small photos shrink less."""
    longest = max(image.shape[:2])
    return long_side / longest if longest > 700 else 0.6 + (long_side - 540) / 1000


def wide(image: Picture) -> Picture:
    return _scaled(image, 1.25, 1.0)


def tall(image: Picture) -> Picture:
    return _scaled(image, 1.0, 1.25)


def fixed(image: Picture) -> Picture:
    """As a fixed camera sees it: a quarter wider than high, small, sharpened, coarse colour."""
    scale = _to_long_side(image, 640)
    shrunk = _scaled(image, 1.15 * scale, 0.92 * scale)
    return _coded(np.asarray(cv2.addWeighted(shrunk, 2.2, cv2.GaussianBlur(shrunk, (0, 0), 1.0), -1.2, 0), np.uint8))


def small(image: Picture) -> Picture:
    scale = _to_long_side(image, 540)
    return _coded(_scaled(image, scale, scale))


def hue(image: Picture) -> Picture:
    """Three quarters of the fine contrast of lightness turned into contrast of hue."""
    ycc = cv2.cvtColor(image, cv2.COLOR_BGR2YCrCb).astype(np.float32)
    smooth = cv2.GaussianBlur(ycc[..., 0], (0, 0), 9)
    fine = ycc[..., 0] - smooth
    ycc[..., 0] = smooth + 0.25 * fine
    ycc[..., 1] += 0.7 * fine
    ycc[..., 2] -= 0.5 * fine
    return np.asarray(cv2.cvtColor(np.clip(ycc, 0, 255).astype(np.uint8), cv2.COLOR_YCrCb2BGR), np.uint8)


CHANGES: dict[str, Callable[[Picture], Picture]] = {
    "wide": wide,
    "tall": tall,
    "fixed": fixed,
    "small": small,
    "hue": hue,
}


def close_up(image: Picture, box: Box, across: int = 500) -> Picture:
    """One die with little around it: a square a sixth wider than its box."""
    reach = 1.15 * max(box.w, box.h) / 2
    x, y = box.x + box.w / 2, box.y + box.h / 2
    part = image[max(0, int(y - reach)) : int(y + reach), max(0, int(x - reach)) : int(x + reach)]
    scale = across / max(1, part.shape[1])
    return np.asarray(cv2.resize(part, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC), np.uint8)


def laid(crop: Picture, number: int, width: int = 320, height: int = 240) -> Picture:
    """A crop of a die somewhere on a table of the colour of its rim."""
    rows, columns = crop.shape[:2]
    rim = np.median(np.concatenate([crop[0], crop[-1], crop[:, 0], crop[:, -1]]), axis=0)
    rng = np.random.default_rng(number)
    table = np.full((height, width, 3), rim, np.uint8) + rng.normal(0, 4, (height, width, 3))
    top, left = int(rng.integers(20, height - rows - 20)), int(rng.integers(20, width - columns - 20))
    table[top : top + rows, left : left + columns] = crop
    return np.clip(table, 0, 255).astype(np.uint8)
