"""Laying a picture exactly over a taught face: tracked corners and a homography."""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import AnyArray, Floats, Picture
from vision.cards.face import Face, Scene, Traits, evened

_CRITERIA = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 12, 0.02)
_NEAR_COVER = 15  # pixels: what is tracked that near to a cover sees the cover
_FEW = 24  # points: fewer tell a shift, a turn and a size, not how the card leans
_SLIDE = 5  # of a quarter-size picture's pixels

_DOUBLE = np.array([[2, 0, 0.5], [0, 2, 0.5], [0, 0, 1.0]])
_HALF = np.linalg.inv(_DOUBLE)


def aligned_half(traits: Traits, scene: Scene, to_picture: AnyArray, seen: Picture | None = None) -> AnyArray | None:
    """A better homography (face pixels to picture pixels) from a comparison at half size; None when nothing tracks.

    ``seen``: what ``seen_half`` shows there, if known.
    """
    seen = seen_half(traits, scene, to_picture) if seen is None else seen
    step = _tracked(traits.even_half, traits.points_half, seen, levels=2, window=13, slack_px=2.0)
    return None if step is None else to_picture @ _DOUBLE @ step @ _HALF


def likeness_half(traits: Traits, scene: Scene, to_picture: AnyArray) -> float:
    """A quick correlation -1..1 of face and picture at half size, light made even."""
    return likeness(traits.even_half, seen_half(traits, scene, to_picture))


def likeness(taught: Picture, seen: Picture) -> float:
    """The correlation -1..1 of two pictures whose light was made even; the second is brought to the size of the first."""
    if taught.shape != seen.shape:
        seen = cv2.resize(seen, (taught.shape[1], taught.shape[0]))
    one, other = taught.astype(np.float32) - 128, seen.astype(np.float32) - 128
    return float(cv2.multiply(one, other).sum()) / (float(cv2.norm(one) * cv2.norm(other)) + 1e-6)


def slid(taught: Picture, seen: Picture) -> tuple[float, AnyArray]:
    """The best correlation -1..1 of two evened half-size pictures when one is slid over the other, and the homography
    (face pixels to pixels of the second, full size) of that slide.

    Up to 20 face pixels each way, in steps of four: two outlines of the same card lie that far apart at most.
    """
    if taught.shape != seen.shape:
        seen = cv2.resize(seen, (taught.shape[1], taught.shape[0]))
    quarter = (taught.shape[1] // 2, taught.shape[0] // 2)
    one, other = (cv2.resize(picture, quarter, interpolation=cv2.INTER_AREA) for picture in (taught, seen))
    inside = np.ascontiguousarray(one[_SLIDE:-_SLIDE, _SLIDE:-_SLIDE])
    _, best, _, (x, y) = cv2.minMaxLoc(cv2.matchTemplate(other, inside, cv2.TM_CCOEFF_NORMED))
    step = np.array([[1, 0, 4.0 * (x - _SLIDE)], [0, 1, 4.0 * (y - _SLIDE)], [0, 0, 1]])
    return float(best), step


def aligned(face: Face, scene: Scene, to_picture: AnyArray, hidden: Picture | None = None) -> AnyArray | None:
    """The homography refined at full size; None when too few corners agree. ``hidden`` (1): where the face is covered, so
    that nothing there is tracked."""
    seen = evened(cv2.cvtColor(scene.cut(to_picture, face.width, face.height), cv2.COLOR_BGR2GRAY), 31)
    points, few = face.traits.points, 0
    if hidden is not None and len(points):
        covered = cv2.dilate(hidden, np.ones((_NEAR_COVER, _NEAR_COVER), np.uint8))
        points, few = points[covered[tuple(np.round(points[:, ::-1]).astype(np.intp).T)] == 0], _FEW
    step = _tracked(face.even, points, seen, levels=1, window=15, slack_px=3.0, few=few)
    return None if step is None else to_picture @ step


def seen_half(traits: Traits, scene: Scene, to_picture: AnyArray) -> Picture:
    """What lies under the face in the picture, at half size, light made even."""
    height, width = traits.even_half.shape
    return evened(cv2.cvtColor(scene.cut(to_picture @ _DOUBLE, width, height), cv2.COLOR_BGR2GRAY), 21)


def _tracked(
    taught: Picture, points: AnyArray, seen: Picture, levels: int, window: int, slack_px: float, few: int = 0
) -> AnyArray | None:
    """The homography from ``taught`` to ``seen`` by tracking; of at most ``few`` points a shift, turn and size only."""
    if len(points) < 8:
        return None
    moved, status, _ = cv2.calcOpticalFlowPyrLK(  # type: ignore[call-overload]  # None asks for a new array
        taught, seen, points, None, winSize=(window, window), maxLevel=levels, criteria=_CRITERIA
    )
    good = status.ravel() == 1
    if int(good.sum()) < 8:
        return None
    if len(points) < few:
        return _shifted(points[good], moved[good], slack_px, taught.shape)
    step, inside = cv2.findHomography(points[good], moved[good], cv2.RANSAC, slack_px, maxIters=40, confidence=0.99)
    if step is None or int(inside.sum()) < max(8, 0.2 * len(points)):
        return None
    points, moved = points[good], moved[good]
    known = np.zeros(len(points), bool)
    for reach in (2.5 * slack_px, 1.2 * slack_px):  # the first sample may know one corner of the card only
        x, y = (cv2.perspectiveTransform(points[:, None], step)[:, 0] - moved).T
        near = np.hypot(x, y) < reach
        if np.array_equal(near, known):
            break
        again = cv2.findHomography(points[near], moved[near], 0)[0] if np.count_nonzero(near) >= 8 else None
        if again is None:
            break
        step, known = again, near
    return _unless_far(step, taught.shape)


def _shifted(points: Floats, moved: Floats, slack_px: float, shape: tuple[int, ...]) -> AnyArray | None:
    """A shift, turn and size from the few points that show of a covered card."""
    step, inside = cv2.estimateAffinePartial2D(points, moved, method=cv2.RANSAC, ransacReprojThreshold=slack_px)
    if step is None or int(inside.sum()) < max(6, 0.4 * len(points)):
        return None
    return _unless_far(np.vstack([step, [0, 0, 1]]), shape)


def _unless_far(step: AnyArray, shape: tuple[int, ...]) -> AnyArray | None:
    corners = np.array([[[0, 0], [shape[1], 0], [shape[1], shape[0]], [0, shape[0]]]], np.float32)
    shifted = cv2.perspectiveTransform(corners, step)
    return None if float(np.abs(shifted - corners).max()) > 0.3 * max(shape) else step
