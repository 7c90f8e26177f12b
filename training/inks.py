"""Random colours, as floats from 0 to 1 and as OpenCV's drawing functions take them."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np

Array = np.ndarray[Any, Any]
Chance = np.random.Generator


def colour(rng: Chance, low: float = 0.03, high: float = 0.97) -> Array:
    """One BGR colour: often grey or woody, sometimes vivid."""
    hue = rng.uniform(0, 180)
    kind = rng.random()
    saturation = rng.uniform(0, 0.15) if kind < 0.4 else rng.uniform(0.15, 0.6) if kind < 0.75 else rng.uniform(0.6, 1)
    value = rng.uniform(low, high)
    pixel = np.uint8([[[hue, saturation * 255, value * 255]]])
    return (cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0] / 255.0).astype(np.float32)


def paint(rng: Chance) -> list[float]:
    return [float(c) * 255 for c in colour(rng)]
