"""Kinds of dice: shape, body and pips of one, pictures for icon dice, and what its six faces show."""

from __future__ import annotations

import math
from typing import Any

import cv2
import numpy as np

from training.inks import colour
from training.raycast import COLUMN, PARAMETERS

Array = np.ndarray[Any, Any]
Chance = np.random.Generator
OPPOSITE = ((0, 1), (2, 3), (4, 5))
LAYOUTS: dict[int, list[tuple[float, float]]] = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (-1, 1), (1, -1), (1, 1)],
    5: [(-1, -1), (-1, 1), (1, -1), (1, 1), (0, 0)],
    6: [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
}


def glyphs(rng: Chance, count: int = 6) -> Array:
    """Small pictures for icon dice: digits, letters and plain shapes as 40x40 coverage maps."""
    atlas = np.zeros((count, 40, 40), np.float32)
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


def style(rng: Chance) -> dict[str, Any]:
    """A kind of die: shape, body, pips. Several dice of a scene share one."""
    par = np.zeros(len(PARAMETERS))
    kind = rng.random()
    if kind < 0.36:  # light body, dark pips
        body = np.clip(rng.uniform(0.72, 1.0) * np.array([rng.uniform(0.7, 1), rng.uniform(0.88, 1), 1.0]), 0, 1)
        pip = colour(rng, 0.0, 0.25) if rng.random() < 0.8 else colour(rng, 0.2, 0.7)
    elif kind < 0.55:  # dark body, light pips
        body = colour(rng, 0.01, 0.22)
        pip = np.full(3, rng.uniform(0.6, 1.0)) if rng.random() < 0.8 else colour(rng, 0.6, 1)
    elif kind < 0.85:  # coloured body
        body = (
            cv2.cvtColor(
                np.uint8([[[rng.uniform(0, 180), rng.uniform(120, 255), rng.uniform(70, 250)]]]), cv2.COLOR_HSV2BGR
            )[0, 0]
            / 255
        )
        if rng.random() < 0.3:
            body = np.array([rng.uniform(0, 0.2), rng.uniform(0, 0.2), rng.uniform(0.4, 0.9)])
        light = rng.random() < (0.75 if body @ [0.11, 0.59, 0.3] < 0.55 else 0.2)
        pip = np.full(3, rng.uniform(0.75, 1.0)) if light else np.full(3, rng.uniform(0.0, 0.2))
    else:
        body, pip = colour(rng), colour(rng)
    luma = np.array([0.11, 0.59, 0.3])
    gap = float((pip - body) @ luma)
    low = 0.12 if rng.random() < 0.2 else 0.3  # a fifth with hardly visible pips
    if abs(gap) < low:
        pip = np.clip(body + (low if body @ luma < 0.5 else -low) * rng.uniform(1, 1.8), 0, 1)
    rounding = rng.uniform(0.02, 0.22) if rng.random() < 0.8 else rng.uniform(0.2, 0.5)
    par[COLUMN["rounding"]] = rounding * 1.2
    par[COLUMN["sphere"]] = rng.uniform(1.28, 1.6) if rng.random() < 0.4 else 9.0
    second = body
    if rng.random() < 0.14:
        par[COLUMN["pattern"]] = rng.choice([1.0, 2.0])
        par[COLUMN["pattern_scale"]] = rng.uniform(1.0, 5.0)
        second = np.clip(body + rng.normal(0, 0.15, 3), 0, 1) if rng.random() < 0.7 else colour(rng)
    par[2:5], par[5:8] = body, second
    if rng.random() < 0.16:
        par[COLUMN["clear"]] = rng.uniform(0.25, 0.8)
        par[COLUMN["rim"]] = rng.uniform(0, 0.35)
    par[COLUMN["drill"]] = rng.uniform(0.2, 1.4) if rng.random() < 0.6 else 0.0
    shape = rng.random()
    par[COLUMN["pip_shape"]] = 1.0 if shape < 0.03 else 2.0 if shape < 0.06 else 0.0
    if rng.random() < 0.09:
        par[COLUMN["inset"]] = rng.uniform(0.7, 0.92)
        par[14:17] = colour(rng)
        if abs(float((pip - par[14:17]) @ luma)) < 0.25:
            par[14:17] = body * 0.5 if pip @ luma > 0.5 else np.clip(body * 0.5 + 0.5, 0, 1)
    if rng.random() < 0.05:
        par[COLUMN["border"]] = rng.uniform(0.78, 0.95)
    par[COLUMN["phase"]] = rng.uniform(0, 6)
    par[COLUMN["grain"]] = rng.uniform(0, 0.12) if rng.random() < 0.2 else 0.0
    glossy = rng.random() < 0.55
    par[COLUMN["specular"]] = rng.uniform(0.1, 0.9) if glossy else rng.uniform(0, 0.1)
    par[COLUMN["shininess"]] = rng.uniform(8, 80)
    par[COLUMN["window"]] = rng.uniform(0.1, 0.7) if glossy and rng.random() < 0.5 else 0.0
    return {
        "par": par,
        "pip": pip,
        "radius": rng.uniform(0.13, 0.25),
        "spacing": rng.uniform(0.38, 0.6),
        "ace": rng.choice([1.0, 1.0, 1.25, 1.6, 2.1]),
        "narrow": rng.uniform(0.75, 1.0),
        "red_ace": rng.random() < 0.15,
        "red_four": rng.random() < 0.08,
        "mirrored": rng.random() < 0.5,
        "icons": rng.choice([0, 0, 0, 0, 0, 0, 1, 6, 6]) if rng.random() < 0.6 else 0,
        "size": 1.0,
    }


def faces(rng: Chance, kind: dict[str, Any]) -> tuple[list[int], Array, Array, Array, Array, Array]:
    """Values of the six faces (opposite sum 7, the top one even in chance), pip places, counts, radii, colours, icons."""
    pairs = [[1, 6], [2, 5], [3, 4]]
    rng.shuffle(pairs)
    values = [0] * 6
    for (a, b), pair in zip(OPPOSITE, pairs, strict=True):
        values[a], values[b] = pair if rng.random() < 0.5 else pair[::-1]
    places, counts, radii = np.zeros((6, 6, 2)), np.zeros(6, np.int64), np.ones(6)
    colours, textures = np.tile(np.asarray(kind["pip"], float), (6, 1)), np.full(6, -1, np.int64)
    radius = min(kind["radius"], kind["spacing"] * 0.46)
    for face, value in enumerate(values):
        layout = np.array(LAYOUTS[value], float) * kind["spacing"]
        if value == 6:
            layout[:, 0] *= kind["narrow"]
        if rng.random() < 0.5:
            layout = layout[:, ::-1]
        if rng.random() < 0.5:
            layout[:, 0] *= -1
        places[face, :value], counts[face] = layout, value
        big = kind["ace"] if value == 1 else 1.0
        radii[face] = min(radius * big, 0.6)
        if value == 6:
            radii[face] = min(radius, kind["spacing"] * 0.45)
        if (value == 1 and kind["red_ace"]) or (value == 4 and kind["red_four"]):
            colours[face] = (0.1, 0.1, 0.8)
        if kind["icons"] == 6 or (kind["icons"] == 1 and value == 1):
            textures[face] = face
    return values, places, counts, radii, colours, textures
