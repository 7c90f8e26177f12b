"""What lenses, lamps and webcams do to a picture: light falloff, haze, glare, blur, noise, gamma, JPEG."""

from __future__ import annotations

import math
from typing import Any

import cv2
import numpy as np

Array = np.ndarray[Any, Any]
Chance = np.random.Generator


def harm(rng: Chance, image: Array, side_px: float) -> Array:
    """``image`` (float BGR, 0..1) as a camera of some quality would give it; ``side_px``: about a die's side."""
    size = image.shape[0]
    y, x = np.mgrid[0:size, 0:size].astype(np.float32) / size
    if rng.random() < 0.45:  # uneven light
        way, amount = rng.uniform(0, 2 * math.pi), rng.uniform(0.1, 0.9)
        image = image * (1 + amount * ((x - 0.5) * math.cos(way) + (y - 0.5) * math.sin(way)))[..., None]
    if rng.random() < 0.2:  # vignette, lamp spot
        cx, cy = rng.uniform(0.1, 0.9, 2)
        fall = np.exp(-((x - cx) ** 2 + (y - cy) ** 2) / rng.uniform(0.1, 0.8))
        image = image * (rng.uniform(0.3, 0.9) + rng.uniform(0.2, 0.8) * fall)[..., None]
    if rng.random() < 0.08:  # glare: a lamp mirrored in table, dome or die
        for _ in range(rng.integers(1, 4)):
            cx, cy = rng.uniform(0, 1, 2)
            spread = rng.uniform(0.001, 0.03) * (side_px / 40 + 0.3)
            stretch = rng.uniform(0.3, 3)
            image = (
                image
                + (rng.uniform(0.3, 1.2) * np.exp(-((x - cx) ** 2 * stretch + (y - cy) ** 2 / stretch) / spread))[
                    ..., None
                ]
            )
    if rng.random() < 0.04:  # seen through a round opening
        cx, cy = rng.uniform(0.35, 0.65, 2)
        image = image * (((x - cx) ** 2 + (y - cy) ** 2) < rng.uniform(0.35, 0.6) ** 2)[..., None]
    if rng.random() < 0.07:  # arcs of a plastic dome or glass
        layer = np.zeros((size, size), np.uint8)
        for _ in range(rng.integers(1, 5)):
            axes = (int(side_px * rng.uniform(0.5, 1.6)) + 1, int(side_px * rng.uniform(0.5, 1.6)) + 1)
            start = rng.uniform(0, 360)
            cv2.ellipse(
                layer,
                tuple(int(v) for v in rng.uniform(0, size, 2)),
                axes,
                rng.uniform(0, 180),
                start,
                start + rng.uniform(20, 200),
                255.0,
                max(1, int(side_px * rng.uniform(0.02, 0.1))),
                cv2.LINE_AA,
            )
        image = (
            image
            + (
                rng.uniform(0.2, 0.7)
                * cv2.GaussianBlur(layer.astype(np.float32) / 255, (0, 0), max(0.5, side_px * 0.03))
            )[..., None]
        )
    if rng.random() < 0.12:  # haze, low contrast
        image = image * (amount := rng.uniform(0.4, 0.9)) + rng.uniform(0.1, 0.8) * (1 - amount)
    gain = rng.uniform(0.35, 1.5) if rng.random() < 0.4 else rng.uniform(0.8, 1.15)
    image = np.clip(image * gain, 0, 1.4)
    if rng.random() < 0.3:
        image = np.maximum(image, 0) ** np.float32(rng.uniform(0.6, 1.6))
    blur = rng.random()
    if blur < 0.35:
        image = cv2.GaussianBlur(image, (0, 0), rng.uniform(0.4, max(0.6, min(3.0, side_px * 0.045))))
    elif blur < 0.45:
        length = int(rng.integers(2, max(4, int(min(15, side_px * 0.16)))))
        kernel = np.zeros((2 * length + 1, 2 * length + 1), np.uint8)
        way = rng.uniform(0, math.pi)
        cv2.line(
            kernel,
            (int(length - length * math.cos(way)), int(length - length * math.sin(way))),
            (int(length + length * math.cos(way)), int(length + length * math.sin(way))),
            255.0,
            1,
            cv2.LINE_AA,
        )
        image = cv2.filter2D(image, -1, kernel.astype(np.float32) / kernel.sum())
    if rng.random() < 0.12:  # upscaled webcam
        small = max(24, int(size * rng.uniform(0.45, 0.9)))
        if side_px * small / size > 10:
            image = cv2.resize(
                cv2.resize(image, (small, small), interpolation=cv2.INTER_AREA),
                (size, size),
                interpolation=cv2.INTER_LINEAR,
            )
    if rng.random() < 0.12:  # sharpened
        image = image + rng.uniform(0.3, 1.2) * (image - cv2.GaussianBlur(image, (0, 0), 1.2))
    if rng.random() < 0.13:
        image = np.repeat(image.mean(2, keepdims=True), 3, 2)
    if rng.random() < 0.6:
        level = rng.uniform(0.002, 0.05) if rng.random() < 0.5 else rng.uniform(0.002, 0.015)
        grain = rng.standard_normal(image.shape, np.float32)
        if rng.random() < 0.3:
            grain = cv2.GaussianBlur(grain, (0, 0), 0.8) * 1.8
        image = image + level * grain
    if rng.random() < 0.6:
        raw = (np.clip(image, 0, 1) * 255).astype(np.uint8)
        code = cv2.imencode(".jpg", raw, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(30, 96))])[1]
        image = cv2.imdecode(code, cv2.IMREAD_COLOR).astype(np.float32) / 255
    return np.asarray(image, np.float32)
