"""Grounds for drawn scenes: cloth, wood, felt, boards, gratings, print, scattered dots and photos, as BGR 0..1 arrays."""

from __future__ import annotations

import math
from typing import Any

import cv2
import numpy as np

from training.clutter import clutter, dots, token, write
from training.inks import colour, paint

Array = np.ndarray[Any, np.dtype[np.float32]]
Chance = np.random.Generator


def _bytes(ground: Array) -> Any:
    """The drawing functions of OpenCV 5 want 8 bits."""
    return (np.clip(ground, 0, 1) * 255).astype(np.uint8)


def noise(rng: Chance, size: int, cells_x: float, cells_y: float) -> Array:
    """Smooth noise of about unit spread with the given number of cells across and down."""
    small = rng.standard_normal((max(2, int(cells_y)), max(2, int(cells_x)))).astype(np.float32)
    return cv2.resize(small, (size, size), interpolation=cv2.INTER_CUBIC)


def cloud(rng: Chance, size: int) -> Array:
    total = np.zeros((size, size), np.float32)
    cells, gain = float(rng.integers(2, 5)), 1.0
    while cells < size / 2:
        total += gain * noise(rng, size, cells, cells)
        cells, gain = cells * 2.3, gain * rng.uniform(0.4, 0.8)
    return total / 1.6


def _paint(base: Array, other: Array, amount: Array) -> Array:
    mix = np.clip(amount, 0, 1)[..., None]
    return base * (1 - mix) + other * mix


def plain(rng: Chance, size: int) -> Array:
    ground = np.ones((size, size, 3), np.float32) * colour(rng)
    ground *= (1 + rng.uniform(0, 0.12) * cloud(rng, size))[..., None]
    return ground


def wood(rng: Chance, size: int) -> Array:
    base = np.array([rng.uniform(0.08, 0.6), rng.uniform(0.2, 0.75), rng.uniform(0.3, 0.95)], np.float32)
    base = np.sort(base) if rng.random() < 0.85 else colour(rng)
    grain = noise(rng, size, rng.uniform(2, 6), rng.uniform(30, 150)) * rng.uniform(0.03, 0.12)
    rings = noise(rng, size, 3, 6) * rng.uniform(2, 14) + np.linspace(0, rng.uniform(4, 40), size)[:, None]
    grain = grain + np.sin(rings).astype(np.float32) * rng.uniform(0.0, 0.12)
    grain += noise(rng, size, rng.uniform(10, 40), size / 2) * rng.uniform(0.01, 0.06)
    ground = np.ones((size, size, 3), np.float32) * base * (1 + grain)[..., None]
    if rng.random() < 0.4:  # planks
        step = int(size / rng.integers(3, 9))
        for top in range(0, size, step):
            ground[top : top + step] *= rng.uniform(0.85, 1.12)
            ground[top : top + max(1, step // 30)] *= 0.5
    return ground


def cloth(rng: Chance, size: int) -> Array:
    y, x = np.mgrid[0:size, 0:size].astype(np.float32)
    pitch = rng.uniform(3, 14)
    weave = np.sin(x * 2 * math.pi / pitch) * np.sin(y * 2 * math.pi / pitch * rng.choice([1.0, 0.5, 2.0]))
    rough = noise(rng, size, size / pitch, size / pitch)
    ground = np.ones((size, size, 3), np.float32) * colour(rng)
    if rng.random() < 0.5:
        ground = _paint(ground, np.ones_like(ground) * colour(rng), (weave + rough * rng.uniform(0, 1.5)) * 2 + 0.5)
    strength = rng.uniform(0.05, 0.35)
    ground *= (1 + strength * (weave * rng.uniform(0, 1) + rough * rng.uniform(0.3, 1)))[..., None]
    return ground


def carpet(rng: Chance, size: int) -> Array:
    cells = size / rng.uniform(2, 9)
    rough = noise(rng, size, cells, cells * rng.uniform(0.5, 1))
    fine = noise(rng, size, size, size)
    ground = np.ones((size, size, 3), np.float32) * colour(rng)
    if rng.random() < 0.35:
        ground = _paint(ground, np.ones_like(ground) * colour(rng), (rough > rng.uniform(-0.6, 0.8)).astype(np.float32))
    ground *= (1 + rng.uniform(0.08, 0.3) * rough + rng.uniform(0, 0.15) * fine)[..., None]
    return ground


def stripes(rng: Chance, size: int) -> Array:
    y, x = np.mgrid[0:size, 0:size].astype(np.float32)
    one, two = colour(rng), colour(rng)
    pitch = rng.uniform(8, 70)
    width = rng.uniform(0.06, 0.6)
    across = ((x / pitch) % 1 < width).astype(np.float32)
    down = ((y / pitch / rng.uniform(0.6, 1.6)) % 1 < width).astype(np.float32)
    kind = rng.integers(0, 4)
    amount = (across, np.maximum(across, down), np.abs(across - down), across * down)[kind]
    return _paint(np.ones((size, size, 3), np.float32) * one, np.ones((size, size, 3), np.float32) * two, amount)


def grating(rng: Chance, size: int) -> Array:
    """Rows of round or square holes, as in perforated metal, trays and keyboards."""
    ground = _bytes(plain(rng, size))
    pitch = rng.uniform(9, 46)
    hole = pitch * rng.uniform(0.15, 0.42)
    ink = paint(rng)
    shift = rng.random() < 0.5
    round_hole = rng.random() < 0.65
    for j in range(int(size / pitch) + 1):
        for i in range(int(size / pitch) + 1):
            cx = int(4 * (i + (0.5 if shift and j % 2 else 0)) * pitch)
            cy = int(4 * j * pitch)
            if round_hole:
                cv2.circle(ground, (cx, cy), int(4 * hole), ink, -1, cv2.LINE_AA, 2)
            else:
                h = int(4 * hole)
                cv2.rectangle(ground, (cx - h, cy - h), (cx + h, cy + h), ink, -1, cv2.LINE_AA, 2)
    return ground.astype(np.float32) / 255


def board(rng: Chance, size: int) -> Array:
    """A printed board: coloured areas, hexagons, tracks of discs, numbers, rules of lines."""
    ground = _bytes(plain(rng, size))
    for _ in range(rng.integers(3, 14)):
        ink = paint(rng)
        cx, cy = rng.integers(0, size, 2)
        radius = rng.uniform(0.04, 0.3) * size
        sides = int(rng.choice([3, 4, 4, 6, 6, 8]))
        turn = rng.uniform(0, 6.3)
        corners = np.array(
            [
                [
                    cx + radius * math.cos(turn + 2 * math.pi * k / sides),
                    cy + radius * math.sin(turn + 2 * math.pi * k / sides),
                ]
                for k in range(sides)
            ],
            np.int32,
        )
        cv2.fillPoly(ground, [corners], ink, cv2.LINE_AA)
        if rng.random() < 0.4:
            cv2.polylines(ground, [corners], True, paint(rng), int(rng.integers(1, 6)), cv2.LINE_AA)
        if rng.random() < 0.4:
            cv2.circle(ground, (int(cx), int(cy)), int(radius * rng.uniform(0.2, 0.5)), paint(rng), -1, cv2.LINE_AA)
        if rng.random() < 0.5:
            write(rng, ground, int(cx - radius * 0.2), int(cy + radius * 0.15), radius * rng.uniform(0.01, 0.03))
    for _ in range(rng.integers(0, 4)):
        start, step = rng.uniform(0, size, 2), rng.uniform(-40, 40, 2)
        ink, radius, thick = paint(rng), rng.uniform(3, 16), int(rng.choice([-1, -1, 1, 2, 3]))
        for k in range(rng.integers(3, 14)):
            spot = start + k * step
            cv2.circle(ground, (int(spot[0]), int(spot[1])), int(radius), ink, thick, cv2.LINE_AA)
    return ground.astype(np.float32) / 255


def hex_board(rng: Chance, size: int) -> Array:
    """An island of coloured hexagons with number discs on them, houses at corners, harbours at the edge."""
    ground = _bytes(plain(rng, size))
    side = size * rng.uniform(0.04, 0.14)
    kinds = [paint(rng) for _ in range(6)]
    disc, mark = (
        paint(rng) if rng.random() < 0.3 else [rng.uniform(150, 235), rng.uniform(190, 245), rng.uniform(220, 255)],
        paint(rng),
    )
    heart = rng.uniform(0.3, 0.7, 2) * size
    reach = int(rng.integers(1, 4))
    for q in range(-reach, reach + 1):
        for r in range(max(-reach, -q - reach), min(reach, -q + reach) + 1):
            cx, cy = heart[0] + side * math.sqrt(3) * (q + r / 2), heart[1] + side * 1.5 * r
            corners = [[cx + side * math.sin(k * math.pi / 3), cy + side * math.cos(k * math.pi / 3)] for k in range(6)]
            fill = [v * rng.uniform(0.8, 1.2) for v in kinds[int(rng.integers(0, 6))]]
            cv2.fillPoly(ground, [np.array(corners, np.int32)], fill, cv2.LINE_AA)
            for _ in range(rng.integers(0, 9)):
                spot = (int(cx + rng.normal(0, side * 0.4)), int(cy + rng.normal(0, side * 0.4)))
                cv2.circle(
                    ground,
                    spot,
                    max(1, int(side * rng.uniform(0.04, 0.2))),
                    [v * rng.uniform(0.5, 1.3) for v in fill],
                    -1,
                    cv2.LINE_AA,
                )
            cv2.polylines(ground, [np.array(corners, np.int32)], True, mark, max(1, int(side * 0.05)), cv2.LINE_AA)
            if rng.random() < 0.85:
                token(
                    rng,
                    ground,
                    cx,
                    cy,
                    side * rng.uniform(0.3, 0.38),
                    disc,
                    [20.0, 20.0, 20.0] if rng.random() < 0.7 else mark,
                )
            if rng.random() < 0.3:
                box = cv2.boxPoints(
                    ((corners[0][0], corners[0][1]), (side * 0.3, side * 0.3), rng.uniform(0, 90))
                ).astype(np.int32)
                cv2.fillPoly(ground, [box], paint(rng), cv2.LINE_AA)
    return ground.astype(np.float32) / 255


def track_board(rng: Chance, size: int) -> Array:
    """Rows and rings of holes, pegs and numbered discs, as race games have them."""
    ground = _bytes(plain(rng, size) if rng.random() < 0.7 else wood(rng, size))
    for _ in range(rng.integers(1, 4)):
        ink, second = paint(rng), paint(rng)
        radius = size * rng.uniform(0.012, 0.06)
        cx, cy = rng.uniform(0.2, 0.8, 2) * size
        if rng.random() < 0.5:
            ring = size * rng.uniform(0.15, 0.45)
            if rng.random() < 0.5:
                cv2.circle(ground, (int(cx), int(cy)), int(ring + radius * 2), paint(rng), -1, cv2.LINE_AA)
            count = max(6, int(2 * math.pi * ring / (radius * rng.uniform(2.3, 4))))
            spots = [
                (cx + ring * math.cos(2 * math.pi * k / count), cy + ring * math.sin(2 * math.pi * k / count))
                for k in range(count)
            ]
        else:
            way, gap = rng.uniform(0, 6.3), radius * rng.uniform(2.3, 4)
            spots = [
                (
                    cx + gap * k * math.cos(way) - gap * j * math.sin(way),
                    cy + gap * k * math.sin(way) + gap * j * math.cos(way),
                )
                for k in range(-8, 9)
                for j in range(int(rng.integers(1, 3)))
            ]
        for x, y in spots:
            token(rng, ground, x, y, radius, ink, second if rng.random() < 0.8 else paint(rng))
    return ground.astype(np.float32) / 255


def ground(rng: Chance, size: int, die: float, photos: list[Any]) -> Array:
    """A square ground of ``size`` pixels for dice of about ``die`` pixels; ``photos``: BGR uint8 arrays to cut from."""
    kinds = (plain, wood, cloth, carpet, stripes, grating, board, hex_board, track_board)
    if photos and rng.random() < 0.3:
        photo = photos[int(rng.integers(0, len(photos)))]
        side = int(min(photo.shape[:2]) * rng.uniform(0.25, 1))
        y, x = int(rng.integers(0, photo.shape[0] - side + 1)), int(rng.integers(0, photo.shape[1] - side + 1))
        cut = cv2.resize(photo[y : y + side, x : x + side], (size, size), interpolation=cv2.INTER_AREA)
        result = cut.astype(np.float32) / 255
    else:
        kind = int(rng.choice(len(kinds), p=[0.16, 0.16, 0.12, 0.11, 0.06, 0.07, 0.12, 0.11, 0.09]))
        result = np.ascontiguousarray(kinds[kind](rng, size), np.float32)
    cluttered, dotted = rng.random() < 0.3, rng.random() < 0.12
    if cluttered or dotted:
        drawn = _bytes(result)
        if cluttered:
            clutter(rng, drawn, die)
        if dotted:
            dots(rng, drawn, die * 0.1)
        result = drawn.astype(np.float32) / 255
    return np.clip(result, 0, 1.2)
