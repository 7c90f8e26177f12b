"""Draws dice on a table for the tests: a pinhole camera, three visible faces a die, pips, shading, shadow.

Not the renderer of ``training/``: another hand drew these, so reading them shows more than having learnt them.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Floats, Numbers, Picture

Colour = tuple[int, int, int]

IVORY, INK, RED, WHITE, FELT, WOOD, SLATE = (
    (225, 238, 242),
    (25, 25, 30),
    (40, 30, 190),
    (245, 245, 245),
    (60, 105, 40),
    (95, 150, 195),
    (70, 62, 58),
)
SPOTS = {
    1: ((0.5, 0.5),),
    2: ((0.26, 0.26), (0.74, 0.74)),
    3: ((0.26, 0.26), (0.5, 0.5), (0.74, 0.74)),
    4: ((0.26, 0.26), (0.26, 0.74), (0.74, 0.26), (0.74, 0.74)),
    5: ((0.26, 0.26), (0.26, 0.74), (0.74, 0.26), (0.74, 0.74), (0.5, 0.5)),
    6: ((0.28, 0.24), (0.28, 0.5), (0.28, 0.76), (0.72, 0.24), (0.72, 0.5), (0.72, 0.76)),
}
SIDES = {1: (2, 3), 2: (1, 3), 3: (1, 2), 4: (1, 2), 5: (1, 3), 6: (2, 3)}  # two faces that may stand beside each


@dataclass(frozen=True)
class DrawnDie:
    """A die at (x, y) on the table, in die sides from the middle of the picture, turned by ``turn`` degrees."""

    value: int
    x: float = 0.0
    y: float = 0.0
    turn: float = 0.0
    body: Colour = IVORY
    pips: Colour = INK


def face_picture(value: int, body: Colour, pips: Colour, light: float, pixels: int = 120) -> Picture:
    """One face, lit by ``light`` (1 = its own colour)."""
    face = np.empty((pixels, pixels, 3), np.uint8)
    face[:] = tuple(min(255, int(c * light)) for c in body)
    ink = tuple(min(255, int(c * max(0.55, light))) for c in pips)
    for u, v in SPOTS[value]:
        cv2.circle(face, (round(u * pixels), round(v * pixels)), round(0.095 * pixels), ink, -1, cv2.LINE_AA)
    edge = tuple(int(c * 0.9) for c in face[2, 2].tolist())
    cv2.rectangle(face, (0, 0), (pixels - 1, pixels - 1), edge, max(1, pixels // 40), cv2.LINE_AA)
    return face


def table(width: int, height: int, colour: Colour, seed: int = 5) -> Picture:
    """A ground with a little grain and uneven light."""
    rng = np.random.default_rng(seed)
    grain = cv2.GaussianBlur(rng.normal(0, 1, (height, width)).astype(np.float32), (0, 0), 2.0) * 7
    fall = np.linspace(1.06, 0.92, width, dtype=np.float32)[None, :]
    ground = np.array(colour, np.float32)[None, None, :] * fall[..., None] + grain[..., None]
    return np.asarray(np.clip(ground, 0, 255), np.uint8)


def draw(
    dice: list[DrawnDie],
    *,
    width: int = 640,
    height: int = 480,
    side_px: float = 60,
    tilt: float = 0,
    ground: Colour = WOOD,
    blur: float = 0.8,
    noise: float = 2.0,
    seed: int = 5,
) -> Picture:
    """A BGR picture of ``dice`` from ``tilt`` degrees off the vertical; a die in the middle is ``side_px`` large."""
    picture = table(width, height, ground, seed)
    focal = 1.4 * width
    distance = focal / side_px
    lean = math.radians(tilt)
    forward = np.array([0.0, math.sin(lean), -math.cos(lean)])
    right, down = np.array([1.0, 0, 0]), np.cross(forward, np.array([1.0, 0, 0]))
    eye = -forward * distance

    def project(points: Numbers) -> Floats:
        away = points - eye
        depth = away @ forward
        return np.stack(
            [width / 2 + focal * (away @ right) / depth, height / 2 + focal * (away @ down) / depth], 1
        ).astype(np.float32)

    for die in sorted(dice, key=lambda d: -float((np.array([d.x, -d.y, 0.5]) - eye) @ forward)):
        _draw_die(picture, die, project, eye)
    soft = cv2.GaussianBlur(picture, (0, 0), blur) if blur else picture
    harm = np.random.default_rng(seed + 1).normal(0, noise, soft.shape) if noise else 0
    return np.asarray(np.clip(soft + harm, 0, 255), np.uint8)


def _draw_die(picture: Picture, die: DrawnDie, project: object, eye: Numbers) -> None:
    assert callable(project)
    c, s = math.cos(math.radians(die.turn)), math.sin(math.radians(die.turn))
    x, y = np.array([c, s, 0.0]) / 2, np.array([-s, c, 0.0]) / 2
    middle, up = np.array([die.x, -die.y, 0.5]), np.array([0, 0, 0.5])
    shadow = np.array([middle - up + a + b for a, b in ((-x, -y), (x, -y), (x, y), (-x, y))]) + np.array(
        [0.14, -0.1, 0]
    )
    mask: Picture = np.full(picture.shape[:2], 255, np.uint8)
    cv2.fillConvexPoly(mask, cv2.convexHull(project(shadow)).astype(np.int32), 140, cv2.LINE_AA)
    mask = cv2.GaussianBlur(mask, (0, 0), 4)
    picture[:] = (picture * (mask[..., None] / 255.0)).astype(np.uint8)
    first, second = SIDES[die.value]
    faces = [
        (x, y, up, die.value, 1.0),
        (y, up, x, first, 0.72),
        (-y, up, -x, 7 - first, 0.62),
        (-x, up, y, second, 0.8),
        (x, up, -y, 7 - second, 0.55),
    ]
    visible = [f for f in faces if float((eye - middle - f[2]) @ f[2]) > 0]
    for across, along, out, value, light in sorted(visible, key=lambda f: -float(np.linalg.norm(middle + f[2] - eye))):
        corners = project(
            np.array([middle + out + a * across + b * along for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))])
        )
        source = np.array([[0, 0], [120, 0], [120, 120], [0, 120]], np.float32)
        turn = cv2.getPerspectiveTransform(source, corners)
        size = (picture.shape[1], picture.shape[0])
        face = cv2.warpPerspective(face_picture(value, die.body, die.pips, light), turn, size, flags=cv2.INTER_AREA)
        cover = cv2.warpPerspective(np.full((120, 120), 255, np.uint8), turn, size, flags=cv2.INTER_LINEAR)
        share = cover[..., None] / 255.0
        picture[:] = (picture * (1 - share) + face * share).astype(np.uint8)
