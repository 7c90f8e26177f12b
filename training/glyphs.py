"""Pictures and letters that stand on faces of dice instead of pips or beside them."""

from __future__ import annotations

import math
from typing import Any

import cv2
import numpy as np

Array = np.ndarray[Any, Any]
Chance = np.random.Generator
LETTERS = "ACDEGHKLNORSTW0123456789*"


def glyphs(rng: Chance, count: int = 6) -> Array:
    """Small pictures for icon dice (digits, letters, plain shapes) as 40x40 coverage maps, then lettering about a lone pip
    and across a face, as casino dice bear it."""
    atlas = np.zeros((count + 2, 40, 40), np.float32)
    atlas[count], atlas[count + 1] = _ring_of_letters(rng), _line_of_letters(rng)
    for index in range(count):
        canvas = np.zeros((80, 80), np.uint8)
        kind = rng.integers(0, 6)
        if kind <= 1:
            text = str(rng.choice(list("0123456789ABEFHKRSTWXZ?!&+")))
            cv2.putText(
                canvas,
                text,
                (20, 60),
                int(rng.integers(0, 8)),
                rng.uniform(1.5, 2.2),
                255.0,
                int(rng.integers(3, 9)),
                cv2.LINE_AA,
            )
        elif kind == 2:
            arms, inner, outer = int(rng.integers(3, 8)), rng.uniform(8, 26), rng.uniform(24, 34)
            points = [
                (
                    40 + (outer if k % 2 else inner) * math.cos(k * math.pi / arms),
                    40 + (outer if k % 2 else inner) * math.sin(k * math.pi / arms),
                )
                for k in range(2 * arms)
            ]
            cv2.fillPoly(canvas, [np.array(points, np.int32)], 255.0, cv2.LINE_AA)
        elif kind == 3:
            cv2.polylines(
                canvas,
                [(rng.uniform(14, 66, (int(rng.integers(3, 8)), 2))).astype(np.int32)],
                bool(rng.random() < 0.5),
                255.0,
                int(rng.integers(4, 12)),
                cv2.LINE_AA,
            )
        elif kind == 4:
            for _ in range(rng.integers(2, 5)):
                axes = (int(rng.integers(4, 24)), int(rng.integers(4, 24)))
                cv2.ellipse(
                    canvas,
                    (int(rng.integers(24, 56)), int(rng.integers(24, 56))),
                    axes,
                    rng.uniform(0, 180),
                    0,
                    360,
                    255.0,
                    int(rng.choice([-1, 4, 6])),
                    cv2.LINE_AA,
                )
        else:
            cv2.fillPoly(
                canvas, [(rng.uniform(12, 68, (int(rng.integers(3, 7)), 2))).astype(np.int32)], 255.0, cv2.LINE_AA
            )
        atlas[index] = cv2.resize(canvas, (40, 40), interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    return atlas


def _small(canvas: Array, strength: float) -> Array:
    return cv2.resize(canvas, (40, 40), interpolation=cv2.INTER_AREA).astype(np.float32) / 255 * np.float32(strength)


def _ring_of_letters(rng: Chance) -> Array:
    canvas = np.zeros((160, 160), np.uint8)
    reach, count, start = rng.uniform(34, 52), int(rng.integers(6, 15)), rng.uniform(0, 6)
    for k in range(count):
        way = start + 2 * math.pi * k / (count + 1)
        glyph = np.zeros((160, 160), np.uint8)
        cv2.putText(glyph, str(rng.choice(list(LETTERS))), (70, 90), 0, rng.uniform(0.5, 0.9), 255.0, 2, cv2.LINE_AA)
        turn = cv2.getRotationMatrix2D((80, 80), -math.degrees(way) - 90, 1.0)
        turn[:, 2] += (reach * math.cos(way), reach * math.sin(way))
        canvas = np.maximum(canvas, cv2.warpAffine(glyph, turn, (160, 160)))
    return _small(canvas, rng.uniform(0.3, 0.9))


def _line_of_letters(rng: Chance) -> Array:
    canvas = np.zeros((160, 160), np.uint8)
    if rng.random() < 0.3:  # a sign of the house
        for k in range(2):
            cv2.circle(
                canvas, (80, 66 + 28 * k), int(rng.integers(12, 17)), 255.0, int(rng.integers(4, 8)), cv2.LINE_AA
            )
    else:
        word = "".join(rng.choice(list(LETTERS), int(rng.integers(3, 6))))
        cv2.putText(canvas, word, (80 - 12 * len(word), 92), 0, rng.uniform(0.8, 1.3), 255.0, 3, cv2.LINE_AA)
    if rng.random() < 0.5:
        canvas = np.ascontiguousarray(canvas.T)
    return _small(canvas, rng.uniform(0.3, 0.9))
