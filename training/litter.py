"""Small things that lie where no die lies, and that were taken for one: lint, clips, rings, glasses, buttons, dominoes."""

from __future__ import annotations

import math
from typing import Any

import cv2
import numpy as np

from training.clutter import clutter
from training.inks import paint

Array = np.ndarray[Any, Any]
Chance = np.random.Generator


def litter(rng: Chance, ground: Array, die: float) -> None:
    """Draws a few kinds of it on the BGR uint8 picture; ``die``: how many pixels a die would have there."""
    for kind in rng.choice(len(KINDS), int(rng.integers(1, 4)), replace=False):
        for _ in range(int(rng.integers(1, 6))):
            KINDS[int(kind)](rng, ground, rng.uniform(0, ground.shape[0], 2), die)
    if rng.random() < 0.25:
        clutter(rng, ground, die)


def _ink(rng: Chance, ground: Array, at: Array) -> tuple[float, float, float]:
    """Often only a little lighter or darker than what lies there."""
    if rng.random() < 0.4:
        return tuple(paint(rng))  # type: ignore[return-value]
    y, x = (min(ground.shape[0] - 1, max(0, int(v))) for v in (at[1], at[0]))
    here = ground[y, x].astype(float) + rng.uniform(-90, 110) + rng.normal(0, 12, 3)
    return tuple(float(v) for v in np.clip(here, 0, 255))  # type: ignore[return-value]


def _lint(rng: Chance, ground: Array, at: Array, die: float) -> None:
    points = at + np.cumsum(rng.normal(0, die * rng.uniform(0.03, 0.12), (int(rng.integers(2, 7)), 2)), axis=0)
    thick = max(1, round(die * rng.uniform(0.02, 0.1)))
    cv2.polylines(ground, [np.int32(points * 8)], False, _ink(rng, ground, at), thick, cv2.LINE_AA, 3)


def _speck(rng: Chance, ground: Array, at: Array, die: float) -> None:
    axes = np.int32(8 * die * rng.uniform(0.03, 0.22, 2) + 4)
    cv2.ellipse(ground, np.int32(at * 8), axes, rng.uniform(0, 180), 0, 360, _ink(rng, ground, at), -1, cv2.LINE_AA, 3)


def _clip(rng: Chance, ground: Array, at: Array, die: float) -> None:
    """A clip or buckle: a rounded bar with one or two holes or rivets."""
    length, width, turn = die * rng.uniform(0.6, 2.2), die * rng.uniform(0.3, 0.9), rng.uniform(0, 180)
    box = np.int32(cv2.boxPoints(((float(at[0]), float(at[1])), (length, width), turn)) * 8)
    cv2.fillPoly(ground, [box], _ink(rng, ground, at), cv2.LINE_AA, 3)
    along = np.array([math.cos(math.radians(turn)), math.sin(math.radians(turn))])
    ink = tuple(paint(rng))
    for step in ((-0.25, 0.25), (0.0,), (-0.3, 0.0, 0.3))[int(rng.integers(0, 3))]:
        spot = np.int32((at + along * length * step) * 8)
        cv2.circle(ground, spot, int(8 * width * rng.uniform(0.1, 0.3)) + 4, ink, -1, cv2.LINE_AA, 3)


def _ring(rng: Chance, ground: Array, at: Array, die: float) -> None:
    """A ring, a button, or the foot and rim of a glass."""
    reach = die * rng.uniform(0.2, 2.0)
    flat, turn = rng.uniform(0.5, 1.0), rng.uniform(0, 180)
    thick = max(1, round(reach * rng.uniform(0.04, 0.3)))
    for share in (1.0, rng.uniform(0.3, 0.9))[: int(rng.integers(1, 3))]:
        axes = np.int32(8 * reach * share * np.array([1, flat]) + 4)
        cv2.ellipse(ground, np.int32(at * 8), axes, turn, 0, 360, _ink(rng, ground, at), thick, cv2.LINE_AA, 3)
    if rng.random() < 0.3:
        for k in range(int(rng.choice([2, 4]))):  # holes of a button
            way = k * math.pi / 2 + 0.8
            spot = np.int32((at + 0.22 * reach * np.array([math.cos(way), math.sin(way)])) * 8)
            cv2.circle(ground, spot, int(8 * reach * 0.1) + 4, tuple(paint(rng)), -1, cv2.LINE_AA, 3)


def _net(rng: Chance, ground: Array, at: Array, die: float) -> None:
    """Squares of lines, crossings marked or not."""
    pitch, ink = die * rng.uniform(0.4, 1.6), _ink(rng, ground, at)
    size, thick = ground.shape[0], int(rng.integers(1, 4))
    for line in np.arange(rng.uniform(0, pitch), size, pitch):
        cv2.line(ground, (int(line), 0), (int(line), size), ink, thick, cv2.LINE_AA)
        cv2.line(ground, (0, int(line)), (size, int(line)), ink, thick, cv2.LINE_AA)


def _glint(rng: Chance, ground: Array, at: Array, die: float) -> None:
    """A lamp mirrored in something shiny."""
    spot = np.zeros(ground.shape[:2], np.float32)
    cv2.circle(spot, np.int32(at), max(1, int(die * rng.uniform(0.05, 0.5))), 1.0, -1)
    spot = cv2.GaussianBlur(spot, (0, 0), max(0.7, die * rng.uniform(0.03, 0.3)))
    ground[:] = np.clip(ground + (rng.uniform(80, 255) * spot)[..., None], 0, 255).astype(np.uint8)


KINDS = (_lint, _speck, _clip, _ring, _net, _glint)
