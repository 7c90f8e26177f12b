"""A top face somewhere in a picture, and its surroundings cut out as if seen from straight above."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Numbers, Picture

PATCH_PX = 96
"""A patch shows PATCH_SIDES die sides: the face and a margin for aligning it."""
PATCH_SIDES = 1.5
SIDE_PX = PATCH_PX / PATCH_SIDES
RADIUS_SIDES = 0.46
"""What is compared: a disc inside the face. Its corners are left out, so that no turn of the square matters."""


@dataclass(frozen=True, slots=True, eq=False)
class Spot:
    """A top face somewhere in a picture: its middle and the side of its die in pixels.

    ``slant``: how much it is flattened from top to bottom; ``lean``: how far, in sides, its lower end is moved to the
    right by being seen from aside; ``turn``: of the square before that, clockwise in radians.
    """

    x: float
    y: float
    side: float
    slant: float = 1.0
    turn: float = 0.0
    lean: float = 0.0

    def matrix(self) -> Numbers:
        """From die sides on the table, right and towards the viewer, to pixels; the turn is left out."""
        return self.side * np.array([[1.0, self.lean], [0.0, self.slant]])

    def corners(self) -> Floats:
        """The four corners in the picture, (4, 2), clockwise."""
        cos, sin = np.cos(self.turn) / 2, np.sin(self.turn) / 2
        square = np.array(
            [[-cos + sin, -sin - cos], [cos + sin, sin - cos], [cos - sin, sin + cos], [-cos - sin, -sin + cos]]
        )
        return np.asarray(square @ self.matrix().T + (self.x, self.y), dtype=np.float32)


def patch_of(pixels: Picture, spot: Spot) -> Picture:
    """The surroundings of a face, PATCH_PX square, PATCH_SIDES wide, as if seen from straight above (BGR)."""
    scale = SIDE_PX / spot.side
    middle = PATCH_PX / 2 - 0.5
    place = np.array([spot.x, spot.y])
    if scale < 0.6:  # far larger than needed: average instead of picking pixels
        reach = spot.side * PATCH_SIDES * (0.5 + abs(spot.lean) / 2) + 2
        left, top = (max(0, int(at - reach)) for at in place)
        around = pixels[top : max(1, int(place[1] + reach) + 2), left : max(1, int(place[0] + reach) + 2)]
        if around.size:
            pixels = np.asarray(cv2.GaussianBlur(around, (0, 0), 0.4 / scale), dtype=np.uint8)
            place = place - (left, top)
    linear = SIDE_PX * np.linalg.inv(spot.matrix())
    onto = np.column_stack([linear, middle - linear @ place])
    warped = cv2.warpAffine(pixels, onto, (PATCH_PX, PATCH_PX), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(warped, dtype=np.uint8)


def contrast(patch: Picture) -> float:
    """How much stands out on the face, in levels: the spread of lightness and colour inside its disc."""
    lab = cv2.cvtColor(cv2.GaussianBlur(patch, (0, 0), 1.0), cv2.COLOR_BGR2LAB)[_DISC].astype(np.float32)
    return float(np.sqrt((lab.var(axis=0) * (1.0, 2.25, 2.25)).sum()))


def body_colour(patch: Picture) -> tuple[float, float, float]:
    """The colour of the die itself: the commonest in the outer part of the disc, as OpenCV's 8-bit L, a, b."""
    lab = cv2.cvtColor(patch, cv2.COLOR_BGR2LAB)[_RIM].astype(np.float32)
    for share in (0.5, 0.5, 0.5):  # narrow down to the densest half, again and again
        middle = np.median(lab, axis=0)
        distance = np.linalg.norm(lab - middle, axis=1)
        lab = lab[distance <= np.quantile(distance, share)]
    light, green_red, blue_yellow = lab.mean(axis=0)
    return float(light), float(green_red), float(blue_yellow)


def _ring(inner: float, outer: float) -> NDArray[np.bool_]:
    at = (np.arange(PATCH_PX) - (PATCH_PX / 2 - 0.5)) / SIDE_PX
    distance = np.hypot(at[:, None], at[None, :])
    return np.asarray((distance >= inner) & (distance <= outer), dtype=np.bool_)


_DISC = _ring(0.0, RADIUS_SIDES)
_RIM = _ring(0.33, RADIUS_SIDES)
