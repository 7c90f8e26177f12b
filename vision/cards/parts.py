"""Cards of which only a part shows: which taught picture a place shows, by the part that is seen of it.

The look of a whole outline says little where another card lies on half of it. The part that shows, often no more than the
index in a corner, is compared with the same part of every taught face at once: small pictures, light and colour, means
taken over that part only.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.arrays import AnyArray, Floats, Picture
from vision.cards.face import Face, Scene, lab_planes, square_corners

WIDTH, HEIGHT = 34, 48
"""A fifth of a face's sides: an index is five pixels wide, and a place that is five face pixels off lies one pixel off."""
_PIXELS = WIDTH * HEIGHT
_CORNERS = square_corners(WIDTH, HEIGHT)
_BLUR = 0.8
_BLANK = 60.0  # variance of light and colour: paper, which all cards have; an index alone has 200 and more
_LEAST_SHARE = 0.04  # of a card: less is hardly an index
_AT_ONCE = 256  # faces


class Parts:
    """Small pictures of all taught faces, each standing upright; ``lying[k]``: face ``k`` was turned by a quarter for that."""

    def __init__(self, faces: Sequence[Face]) -> None:
        self.lying = np.array([face.width > face.height for face in faces], bool)
        rows = []
        for face, lies in zip(faces, self.lying, strict=True):
            corners = square_corners(face.width, face.height)
            laid = _laid(np.roll(corners, 1, axis=0) if lies else corners)
            rows.append(_smalls(Scene(face.crop), [laid]).ravel())
        self._rows = np.array(rows, np.float16).reshape(-1, 3 * _PIXELS)

    def alike(
        self, scene: Scene, outlines: Sequence[Floats], cover: Picture | None, shown: Sequence[Floats] = ()
    ) -> Floats:
        """The correlation -1..1 of what outlines show with every face, outlines x 2 x faces: as they stand, then turned half.

        ``outlines``: corners clockwise from the top left of a card that stands; ``cover``: 1 where the picture shows other
        cards; ``shown``: for each outline the only part of it that shows, a polygon. 0 where too little shows, or nothing but paper.
        """
        laid = [_laid(outline) for outline in outlines]
        cover = np.zeros(scene.picture.shape[:2], np.uint8) if cover is None else cover
        there = np.stack([_there(each, cover) for each in laid])
        for place, each, part in zip(there, laid, shown, strict=False):
            inside = cv2.perspectiveTransform(part[None].astype(np.float32), np.linalg.inv(each))[0]
            place *= cv2.fillConvexPoly(np.zeros((HEIGHT, WIDTH), np.uint8), np.round(inside).astype(np.int32), 1)
        there = there.reshape(len(laid), -1)
        amount = np.maximum(there.sum(axis=1), 1)
        rest = _smalls(scene, laid) * there[:, None]
        rest -= (rest.sum(axis=2) / amount[:, None])[..., None]
        rest *= there[:, None]
        own = np.maximum((rest * rest).sum(axis=(1, 2)) / amount, _BLANK)
        rest = np.concatenate([rest, rest[..., ::-1]]).reshape(2 * len(laid), -1)
        there = np.concatenate([there, there[:, ::-1]])
        amount, own = np.tile(amount, 2), np.tile(own, 2)
        found = np.empty((len(there), len(self._rows)), np.float32)
        for start in range(0, len(self._rows), _AT_ONCE):
            rows = self._rows[start : start + _AT_ONCE].astype(np.float32)
            planes = rows.reshape(-1, _PIXELS)
            means = (planes @ there.T / amount).reshape(len(rows), 3, -1)
            power = np.square(rows).reshape(len(rows), 3, -1).sum(axis=1) @ there.T / amount
            power -= np.square(means).sum(axis=1)
            both = rows @ rest.T / amount
            found[:, start : start + len(rows)] = (both / np.sqrt(np.maximum(power, _BLANK) * own)).T
        found[amount < _LEAST_SHARE * _PIXELS] = 0
        return np.stack(np.split(found, 2), axis=1)

    def corners_of(self, index: int, outline: Floats, turned: bool) -> Floats:
        """The corners of a standing outline, from the top left of face ``index``."""
        return np.roll(outline, 2 * turned - int(self.lying[index]), axis=0)


def standing(corners: Floats) -> Floats:
    """The same outline starting with a corner from which a shorter side goes on clockwise."""
    sides = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
    return np.roll(corners, -1, axis=0) if sides[0] + sides[2] > sides[1] + sides[3] else corners


def _there(laid: AnyArray, cover: Picture) -> Floats:
    """Where an outline lies in the picture and is not covered: HEIGHT x WIDTH, 0 or 1."""
    flags = cv2.INTER_NEAREST | cv2.WARP_INVERSE_MAP
    hidden: AnyArray = cv2.warpPerspective(cover, laid, (WIDTH, HEIGHT), flags=flags, borderValue=1)
    return 1 - hidden.astype(np.float32)


def _laid(corners: Floats) -> AnyArray:
    """The homography from small pictures to the one with this outline."""
    return cv2.getPerspectiveTransform(_CORNERS, corners.astype(np.float32))


def _smalls(scene: Scene, laid: Sequence[AnyArray]) -> Floats:
    """Small pictures of places, plane by plane: places x 3 x pixels."""
    planes = lab_planes(np.concatenate([scene.cut(each, WIDTH, HEIGHT) for each in laid])) - np.float32(128)
    blurred = [cv2.split(cv2.GaussianBlur(one, (0, 0), _BLUR)) for one in np.split(planes, len(laid))]
    return np.array(blurred, np.float32).reshape(len(laid), 3, _PIXELS)
