"""Grounds for drawn scenes: cloth, wood, felt, boards, gratings, print, scattered dots and photos, as BGR 0..1 arrays."""

from __future__ import annotations

import math
from typing import Any

import cv2
import numpy as np

Array = np.ndarray[Any, np.dtype[np.float32]]
Chance = np.random.Generator
WORDS = ("START", "8", "6.", "9", "12", "KIMBLE", "DICE", "PORT", "20", "x2", "+1", "END", "BANK", "A", "Q", "GO", "7")


def colour(rng: Chance, low: float = 0.03, high: float = 0.97) -> Array:
    """One BGR colour: often grey or woody, sometimes vivid."""
    hue = rng.uniform(0, 180)
    kind = rng.random()
    saturation = rng.uniform(0, 0.15) if kind < 0.4 else rng.uniform(0.15, 0.6) if kind < 0.75 else rng.uniform(0.6, 1)
    value = rng.uniform(low, high)
    pixel = np.uint8([[[hue, saturation * 255, value * 255]]])
    return (cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0] / 255.0).astype(np.float32)


def _ink(rng: Chance) -> list[float]:
    return [float(c) * 255 for c in colour(rng)]


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
    ink = _ink(rng)
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
        ink = _ink(rng)
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
            cv2.polylines(ground, [corners], True, _ink(rng), int(rng.integers(1, 6)), cv2.LINE_AA)
        if rng.random() < 0.4:
            cv2.circle(ground, (int(cx), int(cy)), int(radius * rng.uniform(0.2, 0.5)), _ink(rng), -1, cv2.LINE_AA)
        if rng.random() < 0.5:
            write(rng, ground, int(cx - radius * 0.2), int(cy + radius * 0.15), radius * rng.uniform(0.01, 0.03))
    for _ in range(rng.integers(0, 4)):
        start, step = rng.uniform(0, size, 2), rng.uniform(-40, 40, 2)
        ink, radius, thick = _ink(rng), rng.uniform(3, 16), int(rng.choice([-1, -1, 1, 2, 3]))
        for k in range(rng.integers(3, 14)):
            spot = start + k * step
            cv2.circle(ground, (int(spot[0]), int(spot[1])), int(radius), ink, thick, cv2.LINE_AA)
    return ground.astype(np.float32) / 255


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


def hex_board(rng: Chance, size: int) -> Array:
    """An island of coloured hexagons with number discs on them, houses at corners, harbours at the edge."""
    ground = _bytes(plain(rng, size))
    side = size * rng.uniform(0.04, 0.14)
    kinds = [_ink(rng) for _ in range(6)]
    disc, mark = (
        _ink(rng) if rng.random() < 0.3 else [rng.uniform(150, 235), rng.uniform(190, 245), rng.uniform(220, 255)],
        _ink(rng),
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
                cv2.fillPoly(ground, [box], _ink(rng), cv2.LINE_AA)
    return ground.astype(np.float32) / 255


def track_board(rng: Chance, size: int) -> Array:
    """Rows and rings of holes, pegs and numbered discs, as race games have them."""
    ground = _bytes(plain(rng, size) if rng.random() < 0.7 else wood(rng, size))
    for _ in range(rng.integers(1, 4)):
        ink, second = _ink(rng), _ink(rng)
        radius = size * rng.uniform(0.012, 0.06)
        cx, cy = rng.uniform(0.2, 0.8, 2) * size
        if rng.random() < 0.5:
            ring = size * rng.uniform(0.15, 0.45)
            if rng.random() < 0.5:
                cv2.circle(ground, (int(cx), int(cy)), int(ring + radius * 2), _ink(rng), -1, cv2.LINE_AA)
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
            token(rng, ground, x, y, radius, ink, second if rng.random() < 0.8 else _ink(rng))
    return ground.astype(np.float32) / 255


def write(rng: Chance, ground: Array, x: int, y: int, scale: float) -> None:
    ink = _ink(rng)
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
        ink = _ink(rng)
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
        ink, second = _ink(rng), _ink(rng)
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
