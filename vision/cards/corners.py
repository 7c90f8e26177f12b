"""Outlines of further cards on the same table, from single corners.

Once a card was recognised, its place tells how the table lies under the camera and how large cards are. Wherever two
straight edges then meet at a right angle on the table, a card of that size fits in just two ways; those whose visible
sides follow edges are proposed. This finds cards that others cover, or that touch other things.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import AnyArray, Floats, Picture
from vision.cards.outlines import Outline, Searched

_LEAST_EDGE = 0.16  # of a card's longer side
_RIGHT_ANGLE = 0.22  # largest cosine
_SUPPORT = 0.50
_MOST = 24
_MOST_BENDS = 200
_LEAST_BORDER_PX = 60


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
    homographies = np.stack([table for table, _, _ in tables])
    sizes = np.array([(w, h) for _, w, h in tables], np.float64)
    found: list[Floats] = []
    supports: list[Floats] = []
    for edges, near in zip(searched.edges, searched.away_from_edges, strict=True):
        if known is not None:
            edges = np.where(known > 0, 0, edges).astype(np.uint8)
        bends = bends_of(edges, known)
        if not len(bends):
            continue
        points = bends.astype(np.float64)
        nearest = ((middles[None] - points[:, 1:2]) ** 2).sum(axis=2).argmin(axis=1)
        proposed = _cards_at(points, homographies[nearest], sizes[nearest])
        support = _rim_supports(proposed, near, cover)
        found.append(proposed[support >= _SUPPORT])
        supports.append(support[support >= _SUPPORT])
    if not found:
        return []
    outlines = np.concatenate(found)
    kept = np.zeros((0, 4, 2), np.float32)
    for outline in outlines[np.argsort(-np.concatenate(supports), kind="stable")]:
        reach = 0.06 * np.sqrt(cv2.contourArea(outline))
        apart = np.abs(kept[:, :, None] - outline[None, None]).max(axis=3).min(axis=2).max(axis=1)
        if not len(kept) or float(apart.min()) > reach:
            kept = np.concatenate([kept, outline[None]])
        if len(kept) == _MOST:
            break
    return [Outline(searched.to_picture(outline), 1.0) for outline in kept]


def bends_of(edges: Picture, cover: Picture | None) -> Floats:
    """Where two long straight runs of a border meet, longest first: n x 3 x 2, a far point on the one, the meeting point, a far
    point on the other."""
    contours, _ = cv2.findContours(edges, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
    borders = [cv2.approxPolyDP(contour, 2.5, True)[:, 0] for contour in contours if len(contour) >= _LEAST_BORDER_PX]
    if not borders:
        return np.zeros((0, 3, 2), np.float32)
    points = np.concatenate(borders).astype(np.float32)
    border = np.repeat(np.arange(len(borders)), [len(each) for each in borders])
    ends = points[_next_of(border)]
    lengths = np.hypot(*(ends - points).T)
    runs = np.flatnonzero(lengths > 16)
    on = runs[_next_of(border[runs])]
    close = (np.hypot(*(points[on] - ends[runs]).T) <= 14) & (on != runs)
    runs, on = runs[close], on[close]
    one, other, between = ends[runs] - points[runs], ends[on] - points[on], points[on] - points[runs]
    cross = one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0]
    clear = np.abs(cross) >= 0.3 * lengths[runs] * lengths[on]
    along = (between[:, 0] * other[:, 1] - between[:, 1] * other[:, 0]) / np.where(clear, cross, 1)
    corners = points[runs] + along[:, None] * one
    clear &= np.hypot(*(corners - ends[runs]).T) <= 14
    x, y = np.rint(corners).astype(np.intp).T
    clear &= (x >= 0) & (x < edges.shape[1]) & (y >= 0) & (y < edges.shape[0])
    if cover is not None:
        clear[clear] = cover[y[clear], x[clear]] == 0
    bends = np.stack([points[runs], corners, ends[on]], axis=1)[clear]
    shorter = np.linalg.norm(bends[:, [0, 2]] - bends[:, 1:2], axis=2).min(axis=1)
    longest: Floats = bends[np.argsort(-shorter, kind="stable")[:_MOST_BENDS]]
    return longest


def _next_of(border: AnyArray) -> AnyArray:
    """For each of some points, sorted by the number of the border they are on, which comes next on it; after its last its first."""
    following = np.arange(1, len(border) + 1)
    if len(border):
        first = np.searchsorted(border, border)
        last = np.append(border[1:] != border[:-1], True)
        following[last] = first[last]
    return following


def _cards_at(bends: Floats, tables: AnyArray, sizes: AnyArray) -> Floats:
    """The cards with those corners, n x 4 x 2 clockwise: two for each bend whose angle is right on the table.

    ``bends``: n x 3 x 2, see ``bends_of``; ``tables``, ``sizes``: for each the homography and width and height of its face.
    """
    flat = _moved(bends, np.linalg.inv(tables))
    within = np.isfinite(flat).all(axis=(1, 2)) & (np.abs(flat).max(axis=(1, 2)) <= 30 * sizes[:, 1])
    flat, tables, sizes = flat[within], tables[within], sizes[within]
    sides = flat[:, [0, 2]] - flat[:, 1:2]
    lengths = np.linalg.norm(sides, axis=2)
    unit = sides / np.maximum(lengths, 1e-9)[..., None]
    right = np.abs((unit[:, 0] * unit[:, 1]).sum(axis=1)) <= _RIGHT_ANGLE
    right &= lengths.min(axis=1) >= _LEAST_EDGE * sizes.max(axis=1)
    corner, unit, tables, sizes = flat[right, 1], unit[right], tables[right], sizes[right]
    middle = unit.sum(axis=1)
    middle /= np.linalg.norm(middle, axis=1)[:, None]  # both sides turned to an exact right angle
    across = np.stack([-middle[:, 1], middle[:, 0]], axis=1)
    across *= np.where((across * unit[:, 0]).sum(axis=1) < 0, -1.0, 1.0)[:, None]
    first, second = (middle + across) / np.sqrt(2), (middle - across) / np.sqrt(2)
    cards = np.empty((len(corner), 2, 4, 2))
    for k, spans in enumerate((sizes, sizes[:, ::-1])):
        one, other = first * spans[:, :1], second * spans[:, 1:]
        cards[:, k] = np.stack([corner, corner + one, corner + one + other, corner + other], axis=1)
    seen = _moved(cards.reshape(-1, 4, 2), np.repeat(tables, 2, axis=0)).astype(np.float32)
    seen = seen[np.isfinite(seen).all(axis=(1, 2))]
    on = np.roll(seen, -1, axis=1) - seen
    turns = on[..., 0] * np.roll(on[..., 1], -1, axis=1) - on[..., 1] * np.roll(on[..., 0], -1, axis=1)
    least, most = turns.min(axis=1), turns.max(axis=1)
    seen = np.where((least > 0)[:, None, None], seen, seen[:, ::-1])
    convex: Floats = seen[(least > 0) | (most < 0)]
    return np.ascontiguousarray(convex)


def _moved(points: AnyArray, homographies: AnyArray) -> AnyArray:
    """Points (n x k x 2), each row by its own homography (n x 3 x 3); not finite where one lies on the horizon."""
    whole = np.concatenate([points, np.ones((*points.shape[:2], 1))], axis=2) @ homographies.transpose(0, 2, 1)
    with np.errstate(divide="ignore", invalid="ignore"):
        moved: AnyArray = whole[..., :2] / whole[..., 2:]
    return moved


def rim_support(outline: Floats, near: Floats, cover: Picture | None) -> float:
    """The share of the visible rim that follows an edge; 0 when too little is visible or much lies outside the picture."""
    return float(_rim_supports(outline[None], near, cover)[0])


def _rim_supports(outlines: Floats, near: Floats, cover: Picture | None) -> Floats:
    """``rim_support`` of each of n outlines (n x 4 x 2)."""
    share = ((np.arange(24, dtype=np.float32) + 0.5) / 24)[:, None]
    ends = np.roll(outlines, -1, axis=1)
    rim = outlines[:, :, None] + (ends - outlines)[:, :, None] * share
    spots = np.clip(np.round(rim.reshape(-1, 96, 2)), -1, max(near.shape)).astype(np.intp)
    x, y = spots[..., 0], spots[..., 1]
    seen = (x >= 0) & (y >= 0) & (x < near.shape[1]) & (y < near.shape[0])
    enough = seen.mean(axis=1) >= 0.8
    x, y = np.clip(x, 0, near.shape[1] - 1), np.clip(y, 0, near.shape[0] - 1)
    if cover is not None:
        seen &= cover[y, x] == 0
    amount = seen.sum(axis=1)
    ends_x, ends_y = ends[..., 0], ends[..., 1]
    area = np.abs((outlines[..., 0] * ends_y - ends_x * outlines[..., 1]).sum(axis=1)) / 2
    reach = 2.0 + 0.012 * np.sqrt(area)
    on_edge = ((near[y, x] < reach[:, None]) & seen).sum(axis=1) / np.maximum(amount, 1)
    supports: Floats = np.where(enough & (amount >= 36), on_edge, 0.0).astype(np.float32)
    return supports
