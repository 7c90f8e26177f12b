"""Where more dice may lie beside those that were recognised: dice that touch are at times seen as one."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.face_library import Body
from vision.face_patch import Spot
from vision.face_view import TableView
from vision.image import Pixels

_FAR = 1.04
"""Sides from one middle to that of a die that touches it."""
_AROUND = 12
_LEAST_APART = 0.8
_RIM_SIDES, _RIM_POINTS = 0.37, 16
_COLOUR_APART, _LEAST_SHARE = 30.0, 0.6
"""A die's rim is of one of the colours that the others have: levels of difference, and the share of the rim."""


def places_beside(
    pixels: Pixels,
    view: TableView,
    tops: Sequence[tuple[float, float]],
    taken: Sequence[tuple[float, float]],
    bodies: Sequence[Body],
) -> list[Spot]:
    """Places around ``tops`` with the colour of one of the ``bodies`` (8-bit Lab), not on those that are ``taken``."""
    height, width = pixels.shape[:2]
    turns = np.arange(_AROUND) * 2 * np.pi / _AROUND
    found: list[Spot] = []
    for top in tops:
        steps = _FAR * np.stack([np.cos(turns), np.sin(turns)], 1) @ view.spot(*top).matrix().T
        for x, y in (steps + top).tolist():
            spot = view.spot(x, y)
            back = np.linalg.inv(spot.matrix())
            inside = spot.side / 2 < x < width - spot.side / 2 and spot.side / 2 < y < height - spot.side / 2
            others = [*taken, *((other.x, other.y) for other in found)]
            # Two guesses may lie near each other, but not on one another.
            least = [_LEAST_APART] * len(taken) + [0.25] * len(found)
            if inside and all(
                float(np.hypot(*(back @ (x - other[0], y - other[1])))) > far
                for other, far in zip(others, least, strict=True)
            ):
                found.append(spot)
    if not found or not bodies:
        return []
    ring = np.arange(_RIM_POINTS) * 2 * np.pi / _RIM_POINTS
    rim = _RIM_SIDES * np.stack([np.cos(ring), np.sin(ring)], 1)
    points = np.stack([rim @ spot.matrix().T + (spot.x, spot.y) for spot in found])
    cells = np.clip(np.rint(points), 0, (width - 1, height - 1)).astype(np.intp)
    seen = cv2.cvtColor(pixels[cells[..., 1], cells[..., 0]], cv2.COLOR_BGR2LAB).astype(np.float32)
    unlike = np.stack([np.linalg.norm((seen - np.array(body)) * (0.5, 1.0, 1.0), axis=2) for body in bodies])
    share = (unlike < _COLOUR_APART).mean(axis=2).max(axis=0)
    return [spot for spot, part in zip(found, share.tolist(), strict=True) if part >= _LEAST_SHARE]
