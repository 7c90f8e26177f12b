"""Kinds of dice: shape, body and pips of one, and what its six faces show."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np

from training.inks import colour
from training.raycast import COLUMN, OVER_PIPS, PARAMETERS

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
UPRIGHT_TWO = [(0, -1), (0, 1)]  # two pips of many Asian and cheap dice stand in a line with an edge
EDGE_TWO = [(-1, -1), (-1, 1)]
ALL = (1, 2, 3, 4, 5, 6)
LUMA = np.array([0.11, 0.59, 0.3])


def _bright(rng: Chance, hue: float) -> Array:
    """A vivid BGR colour about that hue (0 red, 60 green, 115 blue)."""
    pixel = np.uint8([[[(hue + rng.uniform(-8, 8)) % 180, rng.uniform(170, 255), rng.uniform(110, 235)]]])
    return np.asarray(cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0] / 255, float)


def _other_hue(rng: Chance) -> tuple[Array, Array]:
    """Two colours about equally light that differ in hue, the body first."""
    hue = rng.uniform(0, 180)
    body = _bright(rng, hue)
    for _ in range(6):
        pip = _bright(rng, (hue + rng.uniform(35, 145)) % 180)
        pip = pip * float(body @ LUMA) / max(0.02, float(pip @ LUMA))
        if pip.max() <= 1.0:
            break
    pip = np.clip(pip + rng.normal(0, 0.07), 0, 1)
    if rng.random() < 0.25:  # grey or white against a colour
        pip = np.full(3, min(1.0, float(body @ LUMA) * rng.uniform(0.8, 1.25)))
    return body, pip


def style(rng: Chance) -> dict[str, Any]:
    """A kind of die: shape, body, pips. Several dice of a scene share one."""
    par = np.zeros(len(PARAMETERS))
    special = rng.random()
    kind = rng.random() * 0.36 if special < 0.12 else rng.random()
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
    if 0.12 <= special < 0.26:  # pips of another hue, as light as the body
        body, pip = _other_hue(rng)
    elif 0.26 <= special < 0.29:
        body = np.array([rng.uniform(0.2, 0.5), rng.uniform(0.45, 0.7), rng.uniform(0.65, 0.95)])  # wood
        pip = np.full(3, rng.uniform(0.0, 0.2)) * np.array([0.5, 0.8, 1.0])
    elif special < 0.12:
        pip = _bright(rng, 115) if rng.random() < 0.45 else _bright(rng, 0) if rng.random() < 0.3 else pip
    low = 0.12 if rng.random() < 0.2 else 0.3  # a fifth with hardly visible pips
    if abs(float((pip - body) @ LUMA)) < low and not 0.12 <= special < 0.26:
        pip = np.clip(body + (low if body @ LUMA < 0.5 else -low) * rng.uniform(1, 1.8), 0, 1)
    rounding = rng.uniform(0.02, 0.22) if rng.random() < 0.8 else rng.uniform(0.2, 0.5)
    par[COLUMN["rounding"]] = rounding * 1.2
    par[COLUMN["sphere"]] = rng.uniform(1.28, 1.6) if rng.random() < 0.4 else 9.0
    second = body
    if rng.random() < 0.14:
        par[COLUMN["pattern"]] = rng.choice([1.0, 2.0])
        par[COLUMN["pattern_scale"]] = rng.uniform(1.0, 5.0)
        second = np.clip(body + rng.normal(0, 0.15, 3), 0, 1) if rng.random() < 0.7 else colour(rng)
    if 0.26 <= special < 0.29:
        par[COLUMN["pattern"]], par[COLUMN["pattern_scale"]] = 1.0, rng.uniform(5.0, 12.0)
        second = body * rng.uniform(0.7, 0.95)
    casino = special > 0.93
    if casino:
        body = np.clip(_bright(rng, float(rng.choice([0, 0, 0, 115, 115, 60, 20]))) * rng.uniform(0.5, 1.2), 0, 1)
        pip, second = np.full(3, rng.uniform(0.85, 1.0)), body
    par[2:5], par[5:8] = body, second
    if rng.random() < 0.16 or casino:
        par[COLUMN["clear"]] = rng.uniform(0.25, 0.8)
        par[COLUMN["rim"]] = rng.uniform(0, 0.35)
        if casino:
            par[COLUMN["rounding"]], par[COLUMN["sphere"]] = rng.uniform(0.01, 0.06), 9.0
    par[COLUMN["drill"]] = rng.uniform(0.2, 1.4) if rng.random() < 0.6 and not casino else 0.0
    shape = rng.random()
    par[COLUMN["pip_shape"]] = 1.0 if shape < 0.03 else 2.0 if shape < 0.06 else 0.0
    if rng.random() < 0.09:
        par[COLUMN["inset"]] = rng.uniform(0.7, 0.92)
        par[14:17] = colour(rng)
        if abs(float((pip - par[14:17]) @ LUMA)) < 0.25:
            par[14:17] = body * 0.5 if pip @ LUMA > 0.5 else np.clip(body * 0.5 + 0.5, 0, 1)
    if rng.random() < 0.05:
        par[COLUMN["border"]] = rng.uniform(0.78, 0.95)
    par[COLUMN["phase"]] = rng.uniform(0, 6)
    par[COLUMN["grain"]] = rng.uniform(0, 0.12) if rng.random() < 0.2 else 0.0
    glossy = rng.random() < 0.55
    par[COLUMN["specular"]] = rng.uniform(0.1, 0.9) if glossy else rng.uniform(0, 0.1)
    par[COLUMN["shininess"]] = rng.uniform(8, 80)
    par[COLUMN["window"]] = rng.uniform(0.1, 0.7) if glossy and rng.random() < 0.5 else 0.0
    chance = rng.random()
    icons = (1,) if chance < 0.05 else (6,) if chance < 0.08 else ALL if chance < 0.2 else ()
    return {
        "par": par,
        "pip": pip,
        "radius": rng.uniform(0.18, 0.25) if casino else rng.uniform(0.13, 0.25),
        "spacing": rng.uniform(0.52, 0.68) if casino else rng.uniform(0.38, 0.6),
        "ace": rng.choice([1.0, 1.0, 1.25, 1.6, 2.1]),
        "narrow": rng.uniform(0.75, 1.0),
        "two": int(rng.choice(3, p=[0.6, 0.3, 0.1])),
        "red_ace": special < 0.12 or rng.random() < 0.1,
        "red_four": special < 0.08 or rng.random() < 0.05,
        "narrow_two": rng.uniform(0.6, 1.0),
        "lettered": rng.random() < (0.6 if casino else 0.05),
        "mirrored": rng.random() < 0.5,
        "icons": icons,
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
        if value == 2 and kind["two"]:
            layout = np.array((UPRIGHT_TWO, EDGE_TWO)[kind["two"] - 1], float) * kind["spacing"]
            layout *= kind["narrow_two"]
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
        if value in kind["icons"]:
            textures[face] = face
        elif kind["lettered"] and value in (1, 2, 6):
            textures[face] = OVER_PIPS + len(ALL) + (0 if value == 1 else 1)
    return values, places, counts, radii, colours, textures
