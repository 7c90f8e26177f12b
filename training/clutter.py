"""What lies or is printed on a table beside the dice: tokens, writing, groups of dots, cards, coins, cubes."""

from __future__ import annotations

import math
from typing import Any

import cv2
import numpy as np

from training.inks import paint

Array = np.ndarray[Any, Any]
Chance = np.random.Generator
WORDS = ("START", "8", "6.", "9", "12", "KIMBLE", "DICE", "PORT", "20", "x2", "+1", "END", "BANK", "A", "Q", "GO", "7")


def token(
    rng: Chance, ground: Array, cx: float, cy: float, radius: float, ink: list[float], second: list[float]
) -> None:
    """A printed or cardboard disc: bare, ringed, numbered, with a row of dots below the number, or a peg in a hole."""
    x, y, r = int(4 * cx), int(4 * cy), int(4 * radius)
    cv2.circle(ground, (x, y), r, ink, -1, cv2.LINE_AA, 2)
    kind = rng.integers(0, 6)
    if kind in (0, 1):
        thick = max(1, int(radius * 0.15))
        size = cv2.getTextSize(word := str(rng.integers(2, 13)), 0, radius / 22, thick)[0]
        cv2.putText(
            ground, word, (int(cx - size[0] / 2), int(cy + size[1] * 0.4)), 0, radius / 22, second, thick, cv2.LINE_AA
        )
        if kind == 1:
            count = int(rng.integers(1, 6))
            for k in range(count):
                spot = (int(4 * (cx + radius * 0.22 * (k - (count - 1) / 2))), int(4 * (cy + radius * 0.62)))
                cv2.circle(ground, spot, max(2, int(radius * 0.3)), second, -1, cv2.LINE_AA, 2)
    elif kind in (2, 3):
        cv2.circle(ground, (x, y), int(r * rng.uniform(0.5, 0.95)), second, max(1, int(radius * 0.15)), cv2.LINE_AA, 2)
        if kind == 3:
            cv2.circle(ground, (x, y), int(r * rng.uniform(0.15, 0.4)), second, -1, cv2.LINE_AA, 2)
    elif kind == 4:
        cv2.circle(ground, (x, y), int(r * rng.uniform(0.4, 0.7)), second, -1, cv2.LINE_AA, 2)
        light = [min(255.0, v * 1.4 + 20) for v in second]
        cv2.circle(ground, (x - r // 5, y - r // 5), int(r * 0.2), light, -1, cv2.LINE_AA, 2)


def write(rng: Chance, ground: Array, x: int, y: int, scale: float) -> None:
    ink = paint(rng)
    cv2.putText(
        ground,
        str(rng.choice(WORDS)),
        (x, y),
        int(rng.integers(0, 8)),
        max(0.25, scale),
        ink,
        int(rng.integers(1, 4)),
        cv2.LINE_AA,
    )


def dots(rng: Chance, ground: Array, pip: float) -> None:
    """Pip-like spots without a die under them: lone, in rows, or laid out as a face."""
    size = ground.shape[0]
    for _ in range(rng.integers(1, 9)):
        ink = paint(rng)
        cx, cy = rng.uniform(0, size, 2)
        radius = pip * rng.uniform(0.5, 1.8)
        turn, gap = rng.uniform(0, 6.3), radius * rng.uniform(2.2, 5)
        layout = [(0, 0), (1, 0), (0, 1), (1, 1), (0.5, 0.5), (2, 0), (2, 1)][: int(rng.choice([1, 1, 2, 3, 4, 5, 7]))]
        for a, b in layout:
            x = cx + gap * (a * math.cos(turn) - b * math.sin(turn))
            y = cy + gap * (a * math.sin(turn) + b * math.cos(turn))
            cv2.circle(ground, (int(4 * x), int(4 * y)), int(4 * radius) + 1, ink, -1, cv2.LINE_AA, 2)


def clutter(rng: Chance, ground: Array, die: float) -> None:
    """Things that lie about on tables, sized in dice: coins, cards, dominoes, keys, cables, pens, tokens."""
    size = ground.shape[0]
    for _ in range(rng.integers(1, 7)):
        kind = rng.integers(0, 9)
        cx, cy = (int(v) for v in rng.uniform(0, size, 2))
        ink, second = paint(rng), paint(rng)
        length = die * rng.uniform(0.5, 3.5)
        turn = rng.uniform(0, 180)
        if kind == 0:  # coin, chip
            cv2.circle(ground, (cx, cy), int(length * 0.5) + 1, ink, -1, cv2.LINE_AA)
            cv2.circle(ground, (cx, cy), int(length * 0.4) + 1, second, int(rng.integers(1, 3)), cv2.LINE_AA)
            if rng.random() < 0.5:
                cv2.circle(ground, (cx, cy), int(length * rng.uniform(0.06, 0.2)) + 1, second, -1, cv2.LINE_AA)
            elif rng.random() < 0.5:
                write(rng, ground, cx - int(length * 0.2), cy + int(length * 0.2), length * 0.02)
        elif kind in (1, 2):  # card, tile
            corners = cv2.boxPoints(((cx, cy), (length, length * rng.uniform(0.9, 1.8)), turn)).astype(np.int32)
            cv2.fillPoly(ground, [corners], ink, cv2.LINE_AA)
            cv2.polylines(ground, [corners], True, second, int(rng.integers(1, 4)), cv2.LINE_AA)
            if rng.random() < 0.6:
                write(rng, ground, cx - int(length * 0.2), cy + int(length * 0.2), length * 0.02)
        elif kind == 3:  # domino
            across = np.array([math.cos(math.radians(turn)), math.sin(math.radians(turn))])
            up = np.array([-across[1], across[0]])
            side = length * 0.6
            corners = cv2.boxPoints(((cx, cy), (2 * side, side), turn)).astype(np.int32)
            cv2.fillPoly(ground, [corners], ink, cv2.LINE_AA)
            cv2.line(
                ground,
                (int(cx - up[0] * side / 2), int(cy - up[1] * side / 2)),
                (int(cx + up[0] * side / 2), int(cy + up[1] * side / 2)),
                second,
                1,
                cv2.LINE_AA,
            )
            for half in (-0.5, 0.5):
                for a, b in ((-1, -1), (0, 0), (1, 1), (1, -1), (-1, 1))[: int(rng.integers(1, 6))]:
                    spot = np.array([cx, cy]) + across * side * (half + a * 0.26) + up * side * b * 0.26
                    cv2.circle(
                        ground,
                        (int(4 * spot[0]), int(4 * spot[1])),
                        int(4 * side * 0.09) + 1,
                        second,
                        -1,
                        cv2.LINE_AA,
                        2,
                    )
        elif kind == 4:  # keys of a keyboard or calculator
            key = max(4, int(length * 0.4))
            for j in range(rng.integers(1, 4)):
                for i in range(rng.integers(2, 9)):
                    x, y = cx + i * int(key * 1.2), cy + j * int(key * 1.2)
                    cv2.rectangle(ground, (x, y), (x + key, y + key), ink, -1, cv2.LINE_AA)
                    cv2.putText(
                        ground,
                        chr(65 + int(rng.integers(0, 26))),
                        (x + key // 4, y + 3 * key // 4),
                        0,
                        key / 40,
                        second,
                        1,
                        cv2.LINE_AA,
                    )
        elif kind == 5:  # cable, crack, pen
            points = (np.cumsum(rng.normal(0, length, (6, 2)), axis=0) + np.array([cx, cy])).astype(np.int32)
            cv2.polylines(ground, [points], False, ink, int(rng.uniform(1, max(2, die * 0.2))), cv2.LINE_AA)
        elif kind == 6:  # pawn seen from above: a disc with a lighter head
            cv2.circle(ground, (cx, cy), int(length * 0.3) + 1, ink, -1, cv2.LINE_AA)
            cv2.circle(
                ground,
                (cx + int(length * 0.05), cy - int(length * 0.1)),
                int(length * 0.16) + 1,
                second,
                -1,
                cv2.LINE_AA,
            )
        elif kind == 7:  # discs with numbers, dots, rings
            for _ in range(rng.integers(1, 5)):
                token(
                    rng,
                    ground,
                    cx + rng.normal(0, 2 * die),
                    cy + rng.normal(0, 2 * die),
                    length * 0.35 + 2,
                    ink,
                    second,
                )
        else:  # shadow or edge of a device
            corners = cv2.boxPoints(((cx, cy), (length * 4, length * 3), turn)).astype(np.int32)
            cv2.fillPoly(ground, [corners], ink, cv2.LINE_AA)
