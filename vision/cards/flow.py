"""Bringing a seen card into exact line with the taught face where a homography cannot: bent cards, lenses, slight mistakes.

A dense flow of the evened brightness, smoothed so far that it can follow the bend of a card but never a sign on it.
"""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np

from vision.arrays import Floats, Picture
from vision.cards.face import Face, evened, halved

_EVEN_PX = 31  # as for tracking, see ``alignment.aligned``
_MOST_PX = 6.0  # a card bent by a hand or a curl departs from its plane by less; more would be a wrong place
_SMOOTH_PX = 14.0  # wider than the strokes of an index (5 to 10 of 256 pixels): no sign can be bent into another one


def straightened(face: Face, seen: Picture) -> Picture:
    """``seen`` (BGR, laid over a face) bent so that it lies on that face, same size."""
    grey = evened(cv2.cvtColor(seen, cv2.COLOR_BGR2GRAY), _EVEN_PX)
    flow = cv2.DISOpticalFlow.create(cv2.DISOPTICAL_FLOW_PRESET_FAST).calc(face.even, grey, None)  # type: ignore[call-overload]
    flow = cv2.merge([cv2.medianBlur(cv2.extractChannel(flow, k), 5) for k in (0, 1)])
    weight, total = _weights(face)
    half = cv2.resize(np.clip(flow, -_MOST_PX, _MOST_PX) * weight, total.shape[1::-1], interpolation=cv2.INTER_AREA)
    smooth = cv2.resize(cv2.GaussianBlur(half, (0, 0), _SMOOTH_PX / 2) / total, (face.width, face.height))
    places = _places(face.height, face.width) + smooth
    across, down = cv2.split(places)
    return cv2.remap(seen, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


@lru_cache(maxsize=8)
def _weights(face: Face) -> tuple[Floats, Floats]:
    """How much each place of a face tells of the flow (h x w x 1), and the same smoothed, at half size."""
    plane = face.even.astype(np.float32)
    mean = cv2.blur(plane, (9, 9))
    weight = cv2.sqrt(np.maximum(cv2.blur(plane * plane, (9, 9)) - mean * mean, 0)) + 1
    total = cv2.GaussianBlur(halved(weight), (0, 0), _SMOOTH_PX / 2)
    return weight[..., None], total[..., None]


@lru_cache(maxsize=8)
def _places(height: int, width: int) -> Floats:
    """Where each pixel lies: height x width x 2, across and down."""
    rows, columns = np.mgrid[:height, :width].astype(np.float32)
    return np.stack([columns, rows], axis=2)
