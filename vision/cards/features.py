"""Finding cards without their outline: ORB features that vote for a taught picture and its place.

An inverted file keeps the search from growing with the library: every taught feature lies in the cell of its nearest
centre, and a seen feature looks into its three nearest cells only. Votes agree on picture, middle and turn.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from vision.arrays import AnyArray, Picture

TAUGHT = 220
_SEEN = 800
_SEARCH_PX = 960
_NEAR = 58
_PROBES = 3
_NEIGHBOURS = 3
_LEAST_VOTES = 5


@dataclass(frozen=True, slots=True)
class Features:
    """ORB features: ``points`` n x 4 (x, y, turn in radians, size), ``codes`` n x 4 uint64."""

    points: AnyArray
    codes: AnyArray


def taught_features(grey: Picture) -> Features:
    """The features kept of a face."""
    return _features(cv2.ORB.create(nfeatures=TAUGHT, nlevels=5, edgeThreshold=18, fastThreshold=12), grey, None)


def seen_features(picture: Picture, hidden: Picture | None) -> Features:
    """The features of a picture (BGR), coordinates in its own pixels, outside ``hidden`` (1 = accounted for)."""
    scale = min(1.0, _SEARCH_PX / max(picture.shape[:2]))
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    mask: Picture | None = None if hidden is None else np.where(hidden > 0, 0, 255).astype(np.uint8)
    if scale < 1:
        size = (round(picture.shape[1] * scale), round(picture.shape[0] * scale))
        grey = cv2.resize(grey, size, interpolation=cv2.INTER_AREA)
        mask = None if mask is None else cv2.resize(mask, size, interpolation=cv2.INTER_NEAREST)
    found = _features(cv2.ORB.create(nfeatures=_SEEN, nlevels=5, fastThreshold=12), grey, mask)
    found.points[:, [0, 1, 3]] /= scale
    return found


def _features(orb: cv2.ORB, grey: Picture, mask: Picture | None) -> Features:
    keypoints, codes = orb.detectAndCompute(grey, mask)
    if codes is None or not len(keypoints):
        return Features(np.zeros((0, 4), np.float32), np.zeros((0, 4), np.uint64))
    points = np.array([(*k.pt, k.angle, k.size) for k in keypoints], np.float32)
    points[:, 2] = np.radians(points[:, 2])
    return Features(points, np.ascontiguousarray(codes).view(np.uint64))


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """A taught picture that may lie where ``to_picture`` (face pixels to picture pixels) says."""

    index: int
    to_picture: AnyArray
    votes: int


class FeatureIndex:
    """All taught features in cells; built once for a library."""

    def __init__(self, taught: list[Features], sizes: list[tuple[int, int]]) -> None:
        """``sizes``: width and height of each face, in the order of ``taught``."""
        self._owner = np.repeat(np.arange(len(taught)), [len(f.codes) for f in taught])
        self._points = np.concatenate([f.points for f in taught]) if taught else np.zeros((0, 4), np.float32)
        self._codes = np.concatenate([f.codes for f in taught]) if taught else np.zeros((0, 4), np.uint64)
        self._middles = np.array(sizes, np.float32).reshape(-1, 2) / 2
        count = int(np.clip(1.3 * len(taught), 16, 512))
        rng = np.random.default_rng(1)
        chosen = rng.choice(len(self._codes), min(count, len(self._codes)), replace=False)
        self._centres = self._codes[chosen]
        cell = _nearest(self._codes, self._centres, 1)[:, 0] if len(self._codes) else np.zeros(0, np.int64)
        self._order = np.argsort(cell, kind="stable")
        self._starts = np.searchsorted(cell[self._order], np.arange(len(self._centres) + 1))

    def hypotheses(self, seen: Features, most: int = 14) -> list[Hypothesis]:
        """Taught pictures with at least five agreeing features, best first."""
        if len(seen.codes) < _LEAST_VOTES or not len(self._codes):
            return []
        query, match = self._matches(seen)
        if len(query) < _LEAST_VOTES:
            return []
        owner = self._owner[match]
        here, there = seen.points[query], self._points[match]
        size = here[:, 3] / there[:, 3]
        turn = here[:, 2] - there[:, 2]
        toward = (self._middles[owner] - there[:, :2]) * size[:, None]
        middle_x = here[:, 0] + toward[:, 0] * np.cos(turn) - toward[:, 1] * np.sin(turn)
        middle_y = here[:, 1] + toward[:, 0] * np.sin(turn) + toward[:, 1] * np.cos(turn)
        spread = 256 * float(np.median(size)) * 0.25
        found: list[Hypothesis] = []
        used = np.zeros(len(query), bool)
        keys = np.stack([owner, np.round(middle_x / spread), np.round(middle_y / spread)], axis=1).astype(np.int64)
        _, cell, counts = np.unique(keys, axis=0, return_inverse=True, return_counts=True)
        first_of = np.full(len(counts), -1)
        first_of[cell[::-1]] = np.arange(len(cell))[::-1]
        tries = 0
        for k in np.argsort(-counts):
            if counts[k] < 3 or len(found) >= most or tries > 3 * most:
                break
            pick = first_of[k]
            members = cell == k
            mx, my, mt = _middle(middle_x[members]), _middle(middle_y[members]), turn[members]
            swing = np.arctan2(_middle(np.sin(mt)), _middle(np.cos(mt)))
            near = (owner == owner[pick]) & (np.hypot(middle_x - mx, middle_y - my) < 1.2 * spread)
            near &= (np.cos(turn - swing) > 0.75) & ~used
            if int(near.sum()) < _LEAST_VOTES:
                continue
            tries += 1
            step: AnyArray | None
            inside: AnyArray
            step, inside = cv2.findHomography(
                there[near, :2], here[near, :2], cv2.USAC_FAST, 5.0, maxIters=80, confidence=0.99
            )
            if step is None or int(inside.sum()) < _LEAST_VOTES or not _sane(step, self._middles[owner[pick]]):
                step, inside = _similarity(there[near, :2], here[near, :2])
                if step is None or int(inside.sum()) < _LEAST_VOTES:
                    continue
            used[np.flatnonzero(near)[inside.ravel() > 0]] = True
            found.append(Hypothesis(int(owner[pick]), step, int(inside.sum())))
        return sorted(found, key=lambda h: -h.votes)

    def _matches(self, seen: Features) -> tuple[AnyArray, AnyArray]:
        probes = _nearest(seen.codes, self._centres, _PROBES)
        near_query, near_match, near_far = [], [], []
        flat = probes.ravel()
        asking = np.repeat(np.arange(len(seen.codes)), probes.shape[1])
        order = np.argsort(flat, kind="stable")
        bounds = np.searchsorted(flat[order], np.arange(len(self._centres) + 1))
        for cell in range(len(self._centres)):
            askers = asking[order[bounds[cell] : bounds[cell + 1]]]
            members = self._order[self._starts[cell] : self._starts[cell + 1]]
            if not len(askers) or not len(members):
                continue
            far = _distances(seen.codes[askers], self._codes[members])
            rows, columns = np.nonzero(far < _NEAR)
            near_query.append(askers[rows])
            near_match.append(members[columns])
            near_far.append(far[rows, columns])
        if not near_query:
            return np.zeros(0, np.int64), np.zeros(0, np.int64)
        query, match, far = np.concatenate(near_query), np.concatenate(near_match), np.concatenate(near_far)
        order = np.lexsort((far, query))
        query, match = query[order], match[order]
        rank = np.arange(len(query)) - np.searchsorted(query, query)
        best = rank < _NEIGHBOURS
        return query[best], match[best]


def _middle(values: AnyArray) -> Any:
    """The median of some numbers, of a few many times as quickly as by NumPy's own."""
    half = len(values) // 2
    if len(values) % 2:
        return np.partition(values, half)[half]
    below, above = np.partition(values, (half - 1, half))[half - 1 : half + 1]
    return (below + above) / 2


def _distances(one: AnyArray, other: AnyArray) -> AnyArray:
    far = np.zeros((len(one), len(other)), np.uint16)
    for k in range(4):
        far += np.bitwise_count(one[:, None, k] ^ other[None, :, k])
    return far


def _nearest(codes: AnyArray, centres: AnyArray, count: int) -> AnyArray:
    count = min(count, len(centres))
    out = np.empty((len(codes), count), np.int64)
    for start in range(0, len(codes), 4096):
        far = _distances(codes[start : start + 4096], centres)
        out[start : start + 4096] = (
            np.argpartition(far, count - 1, axis=1)[:, :count] if count < len(centres) else np.argsort(far, axis=1)
        )
    return out


def _sane(step: AnyArray, middle: AnyArray) -> bool:
    """Whether a homography shows the face as a card seen from in front: convex, not mirrored, not extremely tilted."""
    width, height = 2 * middle
    corners = cv2.perspectiveTransform(
        np.array([[[0, 0], [width, 0], [width, height], [0, height]]], np.float32), step
    )[0]
    if not cv2.isContourConvex(corners) or cv2.contourArea(corners, oriented=True) <= 100:
        return False
    sides = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
    leaning = max(sides[:2].max() / sides[2:].min(), sides[2:].max() / sides[:2].min())
    opposite = np.maximum(sides[:2], sides[2:]) / np.minimum(sides[:2], sides[2:])
    return bool(opposite.max() < 2.2 and leaning < 4)


def _similarity(there: AnyArray, here: AnyArray) -> tuple[AnyArray | None, AnyArray]:
    step, inside = cv2.estimateAffinePartial2D(there, here, method=cv2.RANSAC, ransacReprojThreshold=8.0)
    return (None, np.zeros(0)) if step is None else (np.vstack([step, [0, 0, 1]]), inside)
