"""A card's face in its standard position: the crop that is kept, compared and aligned."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np

from vision.arrays import AnyArray, Floats, Picture

LONG_PX = 256
_WEIGHTS = np.diag([1.0, 1.5, 1.5]).astype(np.float32)
BLURS = (0.6, 0.9, 1.3, 1.8, 2.5)
_POINTS = 140
_POINTS_HALF = 48


def face_size(corners: Floats) -> tuple[int, int]:
    """Width and height in pixels (the longer 256) of the face an outline of these proportions gets."""
    across = (np.linalg.norm(corners[1] - corners[0]) + np.linalg.norm(corners[2] - corners[3])) / 2
    along = (np.linalg.norm(corners[3] - corners[0]) + np.linalg.norm(corners[2] - corners[1])) / 2
    longer = max(across, along)
    return max(64, round(LONG_PX * across / longer)), max(64, round(LONG_PX * along / longer))


def square_corners(width: int, height: int) -> Floats:
    """The corners of a face in its own pixels, clockwise from the top left."""
    return np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - np.float32(0.5)


class Scene:
    """A picture with its halves and quarters, so that small cards are cut out without aliasing."""

    def __init__(self, picture: Picture) -> None:
        self.picture = picture
        self._levels = [picture]
        while max(self._levels[-1].shape) > 400 and len(self._levels) < 5:
            self._levels.append(cv2.pyrDown(self._levels[-1]))

    def cut(self, to_picture: AnyArray, width: int, height: int) -> Picture:
        """Warp with ``to_picture``, the homography from face pixels to picture pixels, to width x height BGR."""
        corners = cv2.perspectiveTransform(square_corners(width, height)[None], to_picture)[0]
        area = abs(float(cv2.contourArea(corners.astype(np.float32))))
        shrink = np.sqrt(max(area, 1.0) / (width * height))
        level = int(np.clip(np.floor(np.log2(max(shrink, 1e-3)) + 0.45), 0, len(self._levels) - 1))
        if level:
            part = 0.5**level
            to_picture = np.diag([part, part, 1.0]) @ to_picture
        return cv2.warpPerspective(self._levels[level], to_picture, (width, height), borderMode=cv2.BORDER_REPLICATE,
                                   flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)  # fmt: skip


def to_picture(corners: Floats, width: int, height: int) -> AnyArray:
    """The homography from a face of width x height to the outline ``corners`` (clockwise from the card's top left)."""
    return cv2.getPerspectiveTransform(square_corners(width, height), corners.astype(np.float32))


def evened(grey: Picture, window: int) -> Picture:
    """Grey with its local mean and contrast made even: light and exposure no longer matter. Centre 128."""
    plane = grey.astype(np.float32)
    mean = cv2.blur(plane, (window, window))
    spread = cv2.sqrt(np.maximum(cv2.blur(plane * plane, (window, window)) - mean * mean, 0)) + 8
    return cv2.convertScaleAbs((plane - mean) / spread * 48 + 128)


def halved(picture: Picture) -> Picture:
    """A picture at half size."""
    size = (picture.shape[1] + 1) // 2, (picture.shape[0] + 1) // 2
    return cv2.resize(picture, size, interpolation=cv2.INTER_AREA)


def sharpness(light: Floats) -> float:
    """Energy of fine detail against that of coarser detail of a brightness plane (float32)."""
    fine = light - cv2.GaussianBlur(light, (5, 5), 1.0)
    coarse = light - cv2.blur(light, (13, 13))
    return float(cv2.norm(fine, cv2.NORM_L2SQR) / (cv2.norm(coarse, cv2.NORM_L2SQR) + 1e-6))


@dataclass(frozen=True, slots=True, eq=False)
class Traits:
    """What aligning and comparing need to know of a face beside its crop; small, so it stays in memory for every card.

    ``even_half``: the grey at half size, light made even; ``points``, ``points_half``: places worth tracking (n, 2) at
    full and half size; ``sharpness``: of the brightness as taken, then blurred by each of ``BLURS``.
    """

    even_half: Picture
    points: Floats
    points_half: Floats
    sharpness: tuple[float, ...]

    @classmethod
    def of(cls, crop: Picture) -> Traits:
        """Work them out for a crop (BGR)."""
        grey = cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY)
        even_half = evened(halved(grey), 21)
        light = cv2.extractChannel(cv2.cvtColor(crop, cv2.COLOR_BGR2LAB), 0).astype(np.float32)
        sharp = (sharpness(light), *(sharpness(cv2.GaussianBlur(light, (0, 0), sigma)) for sigma in BLURS))
        return cls(
            even_half, _worth_tracking(evened(grey, 31), _POINTS), _worth_tracking(even_half, _POINTS_HALF), sharp
        )


def _worth_tracking(even: Picture, most: int) -> Floats:
    found = cv2.goodFeaturesToTrack(even, most, 0.02, 6)
    return np.zeros((0, 2), np.float32) if found is None else found.reshape(-1, 2)


@dataclass(frozen=True, eq=False)
class Face:
    """A crop (BGR, longer side 256) with what comparing needs."""

    crop: Picture
    traits: Traits

    @property
    def width(self) -> int:
        return int(self.crop.shape[1])

    @property
    def height(self) -> int:
        return int(self.crop.shape[0])

    @property
    def lab(self) -> Floats:
        """Lab planes, float32, colour weighted 1.5."""
        return lab_planes(self.crop)

    @property
    def grey(self) -> Picture:
        return cv2.cvtColor(self.crop, cv2.COLOR_BGR2GRAY)

    @cached_property
    def even(self) -> Picture:
        """The grey, light made even."""
        return evened(self.grey, 31)


def lab_planes(crop: Picture) -> Floats:
    """BGR to float32 Lab with the colour planes weighted 1.5."""
    lab = cv2.cvtColor(crop, cv2.COLOR_BGR2LAB).astype(np.float32)
    return cv2.transform(lab, _WEIGHTS)
