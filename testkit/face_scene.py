"""Pictures of dice with drawn faces on a table, rendered with everything known about them.

A scene is a table seen by a tilted camera with a few dice on it: rounded cubes in perspective, each face shaded by its
direction to the lamp, soft shadows, a textured table, uneven coloured light, blur, noise, JPEG. Everything follows from
the random generator that is passed in.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from testkit.face_dice import FACE_PX, Colour, Kind, draw_face
from vision.arrays import Picture


@dataclass(frozen=True)
class Placed:
    """A die of a scene: what its top shows, and that top face's corners in pixels of the picture (four (x, y))."""

    kind: Kind
    face: str
    body: Colour
    corners: NDArray[np.float64]


@dataclass(frozen=True)
class View:
    """How a scene is seen. ``tilt`` in degrees from straight above; ``side_px``: about how long a die's side is.

    ``touching``: the dice lie side against side, all turned alike, instead of scattered.
    """

    tilt: float
    side_px: float
    touching: bool = False
    width: int = 960
    height: int = 720


def scene(
    random: np.random.Generator, dice: Sequence[tuple[Kind, str, Colour]], view: View
) -> tuple[Picture, list[Placed]]:
    """A picture (BGR) of these dice, scattered or touching, and where their top faces are."""
    tilt = np.radians(view.tilt)
    focal = random.uniform(1.0, 2.0) * view.width
    distance = focal / view.side_px
    # World: x right, y away from the camera's foot, z up, in die sides. Camera: x right, y down, z forward.
    turn = np.array([[1, 0, 0], [0, -np.cos(tilt), -np.sin(tilt)], [0, np.sin(tilt), -np.cos(tilt)]])

    def project(points: NDArray[np.float64]) -> NDArray[np.float64]:
        seen = points @ turn.T + (0, 0, distance)
        flat: NDArray[np.float64] = focal * seen[:, :2] / seen[:, 2:] + (view.width / 2, view.height / 2)
        return flat

    lamp = np.array([random.uniform(-0.7, 0.7), random.uniform(-0.7, 0.7), 1.0])
    lamp /= np.linalg.norm(lamp)
    picture = _table(random, view).astype(np.float32)
    spots = _places(random, len(dice), view, distance)
    cubes = [_cube(x, y, yaw) for x, y, yaw in spots]

    shade = np.ones(picture.shape[:2], np.float32)
    for corners in cubes:
        reach = corners[:, 2:] * lamp / lamp[2]
        cv2.fillConvexPoly(shade, _hull(project(corners - reach)), random.uniform(0.45, 0.7), cv2.LINE_AA)
    picture *= cv2.GaussianBlur(shade, (0, 0), view.side_px * random.uniform(0.04, 0.15))[..., None]

    placed: list[Placed] = [Placed(*die, corners=project(cube[4:])) for die, cube in zip(dice, cubes, strict=True)]
    camera = np.linalg.solve(turn, np.array([0, 0, -distance]))
    rounding = random.uniform(0.04, 0.12)
    for index in sorted(range(len(dice)), key=lambda i: -float(np.linalg.norm(cubes[i].mean(0) - camera))):
        _draw_die(random, picture, dice[index], cubes[index], project, camera, lamp, rounding, view.side_px)
    return _photograph(random, picture), placed


def _cube(x: float, y: float, yaw: float) -> NDArray[np.float64]:
    """Eight corners: the lower four, then the upper four, counter-clockwise seen from above."""
    square = np.array([[-0.5, 0.5], [0.5, 0.5], [0.5, -0.5], [-0.5, -0.5]])
    turn = np.array([[np.cos(yaw), -np.sin(yaw)], [np.sin(yaw), np.cos(yaw)]])
    flat = square @ turn.T + (x, y)
    return np.vstack([np.column_stack([flat, np.full(4, z)]) for z in (0.0, 1.0)])


def _places(random: np.random.Generator, count: int, view: View, distance: float) -> list[tuple[float, float, float]]:
    # A die reaches up to 0.9 sides from its middle; it must not be cut off by the edge.
    wide = max(0.1, 0.9 * (0.5 * view.width / view.side_px - 1))
    deep = max(0.1, 0.8 * (0.5 * view.height / view.side_px / max(0.6, np.cos(np.radians(view.tilt))) - 1))
    touching = count > 1 and view.touching
    yaw = random.uniform(0, 2 * np.pi)
    spots: list[tuple[float, float, float]] = []
    for _ in range(2000):
        if len(spots) == count:
            break
        if touching and spots:
            x, y, _ = spots[random.integers(len(spots))]
            side = yaw + random.integers(4) * np.pi / 2
            gap = 1 + random.uniform(0.0, 0.06)
            spot = (x + gap * np.cos(side), y + gap * np.sin(side), yaw)
            apart = 0.99
        else:
            spot = (
                random.uniform(-wide, wide),
                random.uniform(-deep, deep),
                yaw if touching else random.uniform(0, 2 * np.pi),
            )
            apart = 1.5
        inside = abs(spot[0]) <= wide and abs(spot[1]) <= deep
        if inside and all((spot[0] - x) ** 2 + (spot[1] - y) ** 2 >= apart**2 for x, y, _ in spots):
            spots.append(spot)
    if len(spots) < count:
        raise ValueError(f"{count} dice of {view.side_px:.0f} px have no room")
    return spots


def _draw_die(
    random: np.random.Generator,
    picture: NDArray[np.float32],
    die: tuple[Kind, str, Colour],
    corners: NDArray[np.float64],
    project: Callable[[NDArray[np.float64]], NDArray[np.float64]],
    camera: NDArray[np.float64],
    lamp: NDArray[np.float64],
    rounding: float,
    side_px: float,
) -> None:
    kind, top, body = die
    centre = corners.mean(0)
    # Only the part of the picture around the die is touched.
    outline = project(corners)
    left, upper = np.maximum(0, np.floor(outline.min(0) - 4)).astype(int)
    right, lower = np.minimum(picture.shape[1::-1], np.ceil(outline.max(0) + 5)).astype(int)
    part = picture[upper:lower, left:right]
    height, width = part.shape[:2]
    origin = np.array([left, upper], np.float64)
    # The silhouette: the cube made smaller by the rounding, then grown by it in the picture.
    small = _hull(project(centre + (corners - centre) * (1 - 2 * rounding)) - origin)
    cover = np.zeros((height, width), np.float32)
    cv2.polylines(cover, [small], True, 1.0, max(1, round(2 * rounding * side_px)), cv2.LINE_AA)
    cv2.fillConvexPoly(cover, small, 1.0)
    part *= 1 - cover[..., None]
    part += cover[..., None] * np.array(body, np.float32) * (0.55 + 0.25 * lamp[2])

    others = [name for name in kind.faces if name != top]
    sides = [others[i] for i in random.permutation(len(others))]
    faces = [([4, 5, 6, 7], top)] + [
        ([4 + (i + 1) % 4, 4 + i, i, (i + 1) % 4], sides[i % len(sides)]) for i in range(4)
    ]
    for order, name in faces:
        quad = corners[order]
        outwards = quad.mean(0) - centre
        if outwards @ (camera - quad.mean(0)) <= 0.01:
            continue
        light = 0.45 + 0.6 * max(0.0, 2 * float(outwards @ lamp))
        texture = draw_face(kind, name, body)
        margin = round(rounding * FACE_PX * 0.8)
        mask = np.zeros((FACE_PX, FACE_PX), np.float32)
        cv2.rectangle(mask, (margin, margin), (FACE_PX - 1 - margin, FACE_PX - 1 - margin), 1.0, -1)
        mask = np.asarray(cv2.GaussianBlur(mask, (0, 0), margin * 0.5 + 0.5), np.float32)
        square = np.array([[0, 0], [FACE_PX, 0], [FACE_PX, FACE_PX], [0, FACE_PX]], np.float32)
        # Warped at twice the size and averaged, so that small faces do not alias.
        double = np.diag([2.0, 2.0, 1.0]) @ cv2.getPerspectiveTransform(
            square, (project(quad) - origin).astype(np.float32)
        )
        size = (2 * width, 2 * height)
        ink = cv2.warpPerspective(texture.astype(np.float32), double, size, borderMode=cv2.BORDER_REPLICATE)
        ink = cv2.resize(ink, (width, height), interpolation=cv2.INTER_AREA)
        alpha = cv2.resize(cv2.warpPerspective(mask, double, size), (width, height), interpolation=cv2.INTER_AREA)[
            ..., None
        ]
        part *= 1 - alpha
        part += alpha * ink * light


def _hull(points: NDArray[np.float64]) -> NDArray[np.int32]:
    return np.asarray(cv2.convexHull(points.round().astype(np.int32)), np.int32)


def _table(random: np.random.Generator, view: View) -> Picture:
    shape = (view.height, view.width)
    base = random.uniform(40, 210, 3) * 0.4 + random.uniform(40, 210) * 0.6
    kind = random.choice(["plain", "felt", "wood", "cloth"])
    strength = random.uniform(4, 14)
    if kind == "felt":
        pattern = cv2.GaussianBlur(random.normal(0, 1, shape), (0, 0), 1.2) * 2
    elif kind == "wood":
        rows = np.cumsum(random.normal(0, 1, view.height)) * 0.6
        pattern = np.sin(rows[:, None] + 0.5 * np.sin(np.arange(view.width) / random.uniform(60, 160))[None]) * 1.2
    elif kind == "cloth":
        period = random.uniform(20, 60)
        pattern = (
            np.sign(np.sin(np.arange(view.width) / period))[None]
            + np.sign(np.sin(np.arange(view.height) / period))[:, None]
        )
    else:
        pattern = cv2.GaussianBlur(random.normal(0, 1, shape), (0, 0), 30) * 12
    return np.clip(base + strength * pattern[..., None] * random.uniform(0.7, 1.3, 3), 0, 255).astype(np.uint8)


def _photograph(random: np.random.Generator, picture: NDArray[np.float32]) -> Picture:
    height, width = picture.shape[:2]
    across, down = np.meshgrid(np.linspace(-1, 1, width), np.linspace(-1, 1, height))
    angle = random.uniform(0, 2 * np.pi)
    light = random.uniform(0.75, 1.1) * (1 + random.uniform(0, 0.25) * (across * np.cos(angle) + down * np.sin(angle)))
    seen = picture * light[..., None] * random.uniform(0.88, 1.12, 3)
    seen = cv2.GaussianBlur(seen, (0, 0), random.uniform(0.4, 1.3))
    seen = 255 * (np.clip(seen, 0, 255) / 255) ** random.uniform(0.8, 1.2) + random.normal(
        0, random.uniform(1, 5), picture.shape
    )
    coded = cv2.imencode(
        ".jpg", np.clip(seen, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, int(random.integers(70, 96))]
    )[1]
    return np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)
