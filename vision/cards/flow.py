"""Bringing a seen card into exact line with the taught face where a homography cannot: bent cards, lenses, slight mistakes.

A dense flow of the evened brightness, smoothed so far that it can follow the bend of a card but never a sign on it.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Floats, Picture
from vision.cards.face import evened

_EVEN_PX = 31  # as for tracking, see ``alignment.aligned``
_MOST_PX = 6.0  # a card bent by a hand or a curl departs from its plane by less; more would be a wrong place
_SMOOTH_PX = 14.0  # wider than the strokes of an index (5 to 10 of 256 pixels): no sign can be bent into another one


def straightened(even: Picture, seen: Picture) -> Picture:
    """``seen`` (BGR, laid over a face) bent so that it lies on the face whose evened brightness is ``even``, same size."""
    grey = evened(cv2.cvtColor(seen, cv2.COLOR_BGR2GRAY), _EVEN_PX)
    flow = cv2.DISOpticalFlow.create(cv2.DISOPTICAL_FLOW_PRESET_FAST).calc(even, grey, None)  # type: ignore[call-overload]
    flow = np.clip(
        np.stack([cv2.medianBlur(np.ascontiguousarray(flow[..., k]), 5) for k in (0, 1)], axis=2), -_MOST_PX, _MOST_PX
    )
    plane = even.astype(np.float32)
    mean = cv2.blur(plane, (9, 9))
    weight = cv2.sqrt(np.maximum(cv2.blur(plane * plane, (9, 9)) - mean * mean, 0)) + 1
    size = (0, 0)
    total = cv2.GaussianBlur(weight, size, _SMOOTH_PX)[..., None]
    smooth: Floats = cv2.GaussianBlur(flow * weight[..., None], size, _SMOOTH_PX) / total
    rows, columns = np.mgrid[: even.shape[0], : even.shape[1]].astype(np.float32)
    return cv2.remap(
        seen, columns + smooth[..., 0], rows + smooth[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
