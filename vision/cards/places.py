"""Places of cards in a picture: what covers what, what is left over, and which outlines nobody named."""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Floats, Picture
from vision.cards.match import Match
from vision.cards.outlines import Outline, Searched, bent

_LEFT_OVER = 0.12  # of the edges of an average recognised card: less is no covered card
_APART = 0.10  # the same, for the outline of a card that is not taught: nothing lies there

# Outlines that are shown as cards nobody taught
_UNKNOWN_AREA = (0.4, 2.5)  # against the recognised cards; without any, shares of the picture:
_UNKNOWN_SHARE = (0.015, 0.6)
_UNKNOWN_FILL, _UNKNOWN_BENT = 0.92, 0.4
_UNKNOWN_RATIOS = (1.1, 1.9)  # longer by shorter side, tilted: cards have 1.3 to 1.75


def card_shaped(corners: Floats) -> bool:
    """Whether an outline can be that of a card seen from in front: convex, not mirrored, larger than 400 pixels."""
    if not np.isfinite(corners).all() or not cv2.isContourConvex(corners.astype(np.float32)):
        return False
    return float(cv2.contourArea(corners.astype(np.float32), oriented=True)) > 400


def sides_of(corners: Floats) -> Floats:
    sides: Floats = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
    return sides


def covered(corners: Floats, other: Floats) -> float:
    """The share of the smaller of two convex outlines that both cover."""
    shared, _ = cv2.intersectConvexConvex(corners.astype(np.float32), other.astype(np.float32))
    smaller = min(cv2.contourArea(corners.astype(np.float32)), cv2.contourArea(other.astype(np.float32)))
    return float(shared) / max(1.0, smaller)


def hidden_by(matches: list[Match], shape: tuple[int, ...], grown: float = 1.0) -> Picture | None:
    """Where cards lie (uint8, 1), each ``grown`` about its middle; None without cards."""
    if not matches:
        return None
    cover = np.zeros(shape[:2], np.uint8)
    for match in matches:
        middle = match.corners.mean(axis=0)
        cv2.fillConvexPoly(cover, np.round(middle + (match.corners - middle) * grown).astype(np.int32), 1)
    return cover


def leaves_something(searched: Searched, matches: list[Match]) -> bool:
    """Whether strong edges beside the recognised cards could be (part of) one more card; a plain table has none."""
    edges = searched.edges[0]
    cover: Picture = np.zeros(edges.shape, np.uint8)
    for match in matches:
        cv2.fillConvexPoly(cover, np.round(match.corners * np.float32(searched.scale)).astype(np.int32), 1)
    inside = cv2.countNonZero(cv2.bitwise_and(edges, edges, mask=cover))
    cover = cv2.dilate(cover, np.ones((15, 15), np.uint8))  # with their rims, sleeves and shadows
    outside = cv2.countNonZero(edges) - cv2.countNonZero(cv2.bitwise_and(edges, edges, mask=cover))
    return outside > _LEFT_OVER * inside / len(matches)


def unknown_outlines(outlines: list[Outline], matches: list[Match], picture: Picture) -> list[Outline]:
    """Outlines that look like whole cards, lie outside every match and inside no other outline."""
    sizes = [cv2.contourArea(match.corners.astype(np.float32)) for match in matches]
    typical = float(np.median(sizes)) if sizes else 0.0
    least = _UNKNOWN_AREA[0] * typical if typical else _UNKNOWN_SHARE[0] * picture.shape[0] * picture.shape[1]
    most = _UNKNOWN_AREA[1] * typical if typical else _UNKNOWN_SHARE[1] * picture.shape[0] * picture.shape[1]
    kept: list[Outline] = []
    for outline in sorted(outlines, key=lambda o: -o.area):
        sides = np.linalg.norm(outline.corners - np.roll(outline.corners, -1, axis=0), axis=1)
        pairs = (sides[0] + sides[2], sides[1] + sides[3])
        ratio = max(pairs) / min(pairs)
        if not (
            least <= outline.area <= most
            and outline.fill > _UNKNOWN_FILL
            and _UNKNOWN_RATIOS[0] <= ratio <= _UNKNOWN_RATIOS[1]
        ):
            continue
        corners = outline.corners
        far = np.array([picture.shape[1], picture.shape[0]]) - 3
        if bent(corners) > _UNKNOWN_BENT or corners.min() < 2 or (corners > far).any():
            continue
        others = [match.corners for match in matches] + [other.corners for other in kept]
        if all(covered(outline.corners, other) < _APART for other in others):
            kept.append(outline)
    return kept
