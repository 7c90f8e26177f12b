"""Outlines of further cards on the same table, from single corners.

Once a card was recognised, its place tells how the table lies under the camera and how large cards are. Wherever two
straight edges then meet at a right angle on the table, a card of that size fits in just two ways; those whose visible
sides follow edges are proposed. This finds cards that others cover, or that touch other things.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.cards.arrays import AnyArray, Floats, Picture
from vision.cards.outlines import Outline, Searched

_LEAST_EDGE = 0.16  # of a card's longer side
_RIGHT_ANGLE = 0.22  # largest cosine
_SUPPORT = 0.50
_MOST = 24
_MOST_BENDS = 60


def more_outlines(searched: Searched, places: list[tuple[AnyArray, int, int]], hidden: Picture | None) -> list[Outline]:
    """Propose up to 24 outlines, best supported first.

    ``places``: for each recognised card its homography from face to picture pixels, its face's width and height.
    ``hidden``: 1 where recognised cards lie; there nothing is proposed and no edge counts.
    """
    scale = searched.scale
    cover = None
    if hidden is not None:
        cover = cv2.resize(hidden, searched.shape[::-1], interpolation=cv2.INTER_NEAREST)
    known = None if cover is None else cv2.dilate(cover, np.ones((11, 11), np.uint8))  # with their own rims
    shrink = np.diag([scale, scale, 1.0])
    tables = [(shrink @ to_picture, w, h) for to_picture, w, h in places]
    middles = np.array(
        [cv2.perspectiveTransform(np.array([[[w / 2, h / 2]]], np.float32), t)[0, 0] for t, w, h in tables]
    )
    found: list[tuple[float, Floats]] = []
    for edges, near in zip(searched.edges, searched.away_from_edges, strict=True):
        if known is not None:
            edges = np.where(known > 0, 0, edges).astype(np.uint8)
        for before, corner, after in _bends(edges, known):
            table, w, h = tables[int(np.argmin(((middles - corner) ** 2).sum(axis=1)))]
            for outline in _cards_at(before, corner, after, table, w, h):
                support = rim_support(outline, near, cover)
                if support >= _SUPPORT:
                    found.append((support, outline))
    found.sort(key=lambda entry: -entry[0])
    kept: list[Floats] = []
    for _, outline in found:
        reach = 0.06 * np.sqrt(cv2.contourArea(outline))
        if all(np.abs(outline[None] - other[:, None]).max(axis=2).min(axis=1).max() > reach for other in kept):
            kept.append(outline)
        if len(kept) == _MOST:
            break
    return [Outline(searched.to_picture(outline), 1.0) for outline in kept]


def _bends(edges: Picture, cover: Picture | None) -> list[tuple[Floats, Floats, Floats]]:
    """Where two long straight runs of a border meet, longest first: a far point on the one, the meeting point, a far point on the other."""
    bends = []
    contours, _ = cv2.findContours(edges, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
    for contour in contours:
        if len(contour) < 60:
            continue
        points = cv2.approxPolyDP(contour, 2.5, True)[:, 0, :].astype(np.float32)
        ends = points[np.arange(1, len(points) + 1) % len(points)]
        lengths = np.hypot(*(ends - points).T)
        runs = np.flatnonzero(lengths > 16)
        if len(runs) < 2:
            continue
        on = runs[np.arange(1, len(runs) + 1) % len(runs)]
        close = np.hypot(*(points[on] - ends[runs]).T) <= 14
        runs, on = runs[close], on[close]
        one, other, between = ends[runs] - points[runs], ends[on] - points[on], points[on] - points[runs]
        cross = one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0]
        clear = np.abs(cross) >= 0.3 * lengths[runs] * lengths[on]
        along = (between[:, 0] * other[:, 1] - between[:, 1] * other[:, 0]) / np.where(clear, cross, 1)
        corners = points[runs] + along[:, None] * one
        clear &= np.hypot(*(corners - ends[runs]).T) <= 14
        for k in np.flatnonzero(clear):
            x, y = round(float(corners[k, 0])), round(float(corners[k, 1]))
            if not (0 <= x < edges.shape[1] and 0 <= y < edges.shape[0]) or (cover is not None and cover[y, x]):
                continue
            bends.append((points[runs[k]], corners[k].astype(np.float32), ends[on[k]]))
    bends.sort(key=lambda bend: -min(np.hypot(*(bend[0] - bend[1])), np.hypot(*(bend[2] - bend[1]))))
    return bends[:_MOST_BENDS]


def _cards_at(before: Floats, corner: Floats, after: Floats, table: AnyArray, width: int, height: int) -> list[Floats]:
    """The two cards with this corner, clockwise outlines; none when the angle is not right on the table."""
    flat = cv2.perspectiveTransform(np.stack([before, corner, after])[None].astype(np.float64), np.linalg.inv(table))[0]
    if not np.isfinite(flat).all() or np.abs(flat).max() > 30 * height:
        return []
    first, second = flat[0] - flat[1], flat[2] - flat[1]
    lengths = np.linalg.norm(first), np.linalg.norm(second)
    if min(lengths) < _LEAST_EDGE * max(width, height):
        return []
    first, second = first / lengths[0], second / lengths[1]
    if abs(float(first @ second)) > _RIGHT_ANGLE:
        return []
    middle = (first + second) / np.linalg.norm(first + second)  # both sides turned to an exact right angle
    across = np.array([-middle[1], middle[0]])
    if float(across @ first) < 0:
        across = -across
    first, second = (middle + across) / np.sqrt(2), (middle - across) / np.sqrt(2)
    cards = []
    for a, b in ((width, height), (height, width)):
        flat_card = np.array([flat[1], flat[1] + first * a, flat[1] + first * a + second * b, flat[1] + second * b])
        seen = cv2.perspectiveTransform(flat_card[None], table)[0].astype(np.float32)
        if np.isfinite(seen).all() and cv2.isContourConvex(seen):
            cards.append(seen if cv2.contourArea(seen, oriented=True) > 0 else np.ascontiguousarray(seen[::-1]))
    return cards


def rim_support(outline: Floats, near: Floats, cover: Picture | None) -> float:
    """The share of the visible rim that follows an edge; 0 when too little is visible or much lies outside the picture."""
    share = (np.arange(24, dtype=np.float32) + 0.5)[:, None] / 24
    rim = np.concatenate([a + (b - a) * share for a, b in zip(outline, np.roll(outline, -1, axis=0), strict=True)])
    x, y = np.round(rim).astype(int).T
    inside = (x >= 0) & (y >= 0) & (x < near.shape[1]) & (y < near.shape[0])
    if float(inside.mean()) < 0.8:
        return 0.0
    x, y = x[inside], y[inside]
    if cover is not None:
        bare = cover[y, x] == 0
        x, y = x[bare], y[bare]
    if len(x) < 36:
        return 0.0
    reach = 2.0 + 0.012 * float(np.sqrt(cv2.contourArea(outline)))
    return float((near[y, x] < reach).mean())
