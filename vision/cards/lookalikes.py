"""Taught cards that share their art: where exactly each pair differs, worked out once when a card is taught.

For a pair laid over each other, what no shift of a pixel explains is cut into a few small patches. A reading then
asks each patch which of the two cards it shows, so that the difference decides and not the art.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from vision.arrays import AnyArray, Floats
from vision.cards.agreement import (
    SEARCH,
    compare,
    correlation,
    dot,
    slope_terms,
    taught_planes,
)
from vision.cards.alignment import aligned, aligned_half, likeness, likeness_half, seen_half, slid
from vision.cards.face import Face, Scene, lab_planes, square_corners

SIBLING_SCORE = 0.50
_ALIKE_HALF = 0.25
UNLIKE_SLID = 0.25  # of faces slid over each other, before anything was aligned
_PALE_SCORE, _PALE_SPOTS_PX = (
    0.85,
    150,
)  # hollow and striped figures: .88 and 7; another colour or number: 3,000 and more
_BOX = (11, 11)
_GLARE, _GLARE_PX = 0.12, 8  # logarithm of the brightness, and the grid it is looked for on
_USUAL = 60  # per cent of a card that no lamp shines on
_MOST_PATCHES = 6
_RIM = 8  # pixels along the edge of a face where the table may show in one of the two: half a window and a little
_REACH = 28  # pixels that a patch may reach from where the difference is clearest
WARP, EDGE = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, cv2.BORDER_REPLICATE
"""How one face is laid over another."""


@dataclass(frozen=True, slots=True)
class Patch:
    """A place (pixels of the one face) where two cards differ; ``alike``: their correlation there; ``weight``: how
    clearly."""

    x: int
    y: int
    w: int
    h: int
    alike: float
    weight: float


@dataclass(frozen=True, slots=True)
class Lookalike:
    """Another taught picture that looks nearly the same: its index, the homography from this face's pixels to the
    other's, and where they differ (empty: nothing to tell them apart by). ``pale``: they differ in so pale a fill that one
    seen for the other would contradict nowhere."""

    other: int
    to_other: AnyArray
    patches: tuple[Patch, ...]
    pale: bool = False

    def turned_round(self, index: int, one: Face) -> Lookalike:
        """The same pair seen from the other face; ``index`` and ``one``: this face's."""
        patches = []
        for patch in self.patches:
            box = np.array([[[patch.x, patch.y], [patch.x + patch.w, patch.y + patch.h]]], np.float32)
            low, high = np.sort(cv2.perspectiveTransform(box, self.to_other)[0], axis=0)
            patches.append(Patch(round(float(low[0])), round(float(low[1])), max(8, round(float(high[0] - low[0]))),
                                 max(8, round(float(high[1] - low[1]))), patch.alike, patch.weight))  # fmt: skip
        return Lookalike(index, np.linalg.inv(self.to_other), tuple(patches), self.pale)


def compare_faces(one: Face, other: Face, index: int, half_turn: bool) -> tuple[float, Lookalike | None]:
    """Lay ``other`` (picture number ``index``) over ``one``: how alike they are, and where they differ if they are
    look-alikes."""
    corners = square_corners(other.width, other.height)
    if half_turn:
        corners = np.roll(corners, -2, axis=0)
    start = cv2.getPerspectiveTransform(square_corners(one.width, one.height), corners)
    scene = Scene(other.crop)
    seen = seen_half(one.traits, scene, start)
    alike, step = slid(one.traits.even_half, seen)
    if alike < UNLIKE_SLID:
        return 0.0, None
    tries = [(likeness(one.traits.even_half, seen), start)]
    if not np.array_equal(step, np.eye(3)):
        # An outline taken a few pixels too wide lays every look-alike beside its place, too far to be tracked from there.
        seen = seen_half(one.traits, scene, start @ step)
        tries.append((likeness(one.traits.even_half, seen), start @ step))
    rough = aligned_half(one.traits, scene, tries[-1][1], seen)
    tries += [] if rough is None else [(likeness_half(one.traits, scene, rough), rough)]
    if max(tries, key=_likeness)[0] < _ALIKE_HALF:
        return 0.0, None
    # Tracking follows what the two share; where that is little it may lead astray, so the plain position competes.
    fine = [aligned(one, scene, step) for _, step in tries]
    tries += [(likeness_half(one.traits, scene, step), step) for step in fine if step is not None]
    to_other = max(tries, key=_likeness)[1]
    laid = lab_planes(_laid_over(one, other, to_other))
    agreement = compare(one, laid)
    if agreement.score < SIBLING_SCORE:
        return agreement.score, None
    patches = _differences(one, laid, _shared(one, other, to_other))
    pale = bool(patches) and agreement.score >= _PALE_SCORE and agreement.spots_px <= _PALE_SPOTS_PX
    return agreement.score, Lookalike(index, to_other, patches, pale)


def _likeness(one_try: tuple[float, AnyArray]) -> float:
    return one_try[0]


def _laid_over(one: Face, other: Face, to_other: AnyArray) -> AnyArray:
    return cv2.warpPerspective(other.crop, to_other, (one.width, one.height), flags=WARP, borderMode=EDGE)


def _shared(one: Face, other: Face, to_other: AnyArray) -> AnyArray:
    """Where both faces surely show the card (uint8, 1): how far out a card was cut differs from picture to picture."""
    inner = [np.zeros((face.height, face.width), np.uint8) for face in (one, other)]
    for plane in inner:
        plane[_RIM:-_RIM, _RIM:-_RIM] = 1
    flags = cv2.INTER_NEAREST | cv2.WARP_INVERSE_MAP
    return cv2.bitwise_and(inner[0], cv2.warpPerspective(inner[1], to_other, (one.width, one.height), flags=flags))


def _differences(face: Face, other: Floats, shared: AnyArray) -> tuple[Patch, ...]:
    one, mean_one, var_one = _smoothed(face)
    other = cv2.GaussianBlur(other, (0, 0), 0.7)
    mean_other = cv2.blur(other, _BOX)
    var_other = np.maximum(cv2.blur(dot(other, other), _BOX) - dot(mean_other, mean_other), 0)
    height, width = one.shape[:2]
    best: Floats = np.full((height, width), -1, np.float32)
    spread_one = cv2.sqrt(var_one + 20)
    around = [
        cv2.copyMakeBorder(plane, 1, 1, 1, 1, EDGE) for plane in (other, mean_other, cv2.sqrt(var_other + 20))
    ]  # one pixel farther each way: the outermost ones are not shared
    for dy in range(3):
        for dx in range(3):
            moved, mean, spread = (plane[dy : dy + height, dx : dx + width] for plane in around)
            both = cv2.blur(dot(one, moved), _BOX) - dot(mean_one, mean)
            best = cv2.max(best, both / (spread_one * spread))
    strongest = np.maximum(var_one, var_other)
    unexplained = 1 - best
    clearly = (unexplained > 0.13) & (strongest > 100) & (shared > 0)
    energy = cv2.sqrt(strongest) * unexplained * clearly
    lit = _glare(cv2.extractChannel(one, 0), cv2.extractChannel(other, 0))
    return _patches(energy * (lit == 0), one, other) or _patches(energy, one, other)


@lru_cache(maxsize=2)
def _smoothed(face: Face) -> tuple[Floats, Floats, Floats]:
    """A face's planes without their grain, their local mean and variance; of the face whose look-alikes are sought."""
    planes = cv2.GaussianBlur(taught_planes(face), (0, 0), 0.7)
    mean = cv2.blur(planes, _BOX)
    return planes, mean, np.maximum(cv2.blur(dot(planes, planes), _BOX) - dot(mean, mean), 0)


def _glare(one: Floats, other: Floats) -> AnyArray:
    """Where a lamp shone on one of two cards laid over each other (uint8, 1), from their brightness.

    It lifts the dark and the bright things of a place alike, wider than what cards differ by: so the ratio of the two
    departs from how their light differs overall, with the dark marks closed and with the bright ones. Nothing when that
    would be two fifths of the card, for then they are different pictures.
    """
    size = max(4, one.shape[1] // _GLARE_PX), max(4, one.shape[0] // _GLARE_PX)
    small = [cv2.resize(plane, size, interpolation=cv2.INTER_AREA) for plane in (one, other)]
    slope = slope_terms(size)
    apart = []
    for without in (cv2.MORPH_OPEN, cv2.MORPH_CLOSE):
        here, there = (np.log(cv2.morphologyEx(p, without, np.ones((7, 7), np.uint8)) + 10).ravel() for p in small)
        ratio = here - there
        rest = ratio - np.median(ratio)
        for _ in range(3):
            away = np.abs(rest)
            usual = slope * (away <= np.partition(away, _USUAL * len(away) // 100)[_USUAL * len(away) // 100])[:, None]
            rest = ratio - slope @ np.linalg.solve(usual.T @ slope, usual.T @ ratio)
        apart.append(rest.reshape(size[::-1]))
    least, most = np.minimum(*apart), np.maximum(*apart)
    lit = ((least > _GLARE) | (most < -_GLARE)).astype(np.uint8)
    lit = cv2.dilate(cv2.morphologyEx(lit, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.ones((5, 5), np.uint8))
    if float(lit.mean()) > 0.42:
        lit[:] = 0
    return cv2.resize(lit, (one.shape[1], one.shape[0]), interpolation=cv2.INTER_NEAREST)


def _patches(energy: Floats, one: Floats, other: Floats) -> tuple[Patch, ...]:
    height, width = energy.shape
    left = energy.copy()
    found: list[Patch] = []
    top = 0.0
    for _ in range(_MOST_PATCHES * 2):
        _, peak, _, (px, py) = cv2.minMaxLoc(left)
        if peak < 4 or len(found) == _MOST_PATCHES:
            break
        from_x, from_y = max(0, px - _REACH), max(0, py - _REACH)
        near = slice(from_y, py + _REACH), slice(from_x, px + _REACH)
        region = (left[near] > 0.4 * peak).astype(np.uint8)
        _, labels, stats, _ = cv2.connectedComponentsWithStats(region, connectivity=8)
        label = labels[py - from_y, px - from_x]
        x, y, w, h, _area = (int(v) for v in stats[label])
        x, y = x + from_x, y + from_y
        total = float(energy[near][labels == label].sum())
        left[y : y + h, x : x + w] = 0
        if top and total < 0.12 * top:
            continue
        grow_x, grow_y = max(2, (11 - w + 1) // 2), max(2, (11 - h + 1) // 2)
        x0, y0 = max(0, x - grow_x), max(0, y - grow_y)
        x1, y1 = min(width, x + w + grow_x), min(height, y + h + grow_y)
        around = (
            slice(max(0, y0 - SEARCH), y1 + SEARCH),
            slice(max(0, x0 - SEARCH), x1 + SEARCH),
        )  # as ``verdict_of`` does
        alike = max(correlation(a[around], b[y0:y1, x0:x1]) for a, b in ((one, other), (other, one)))
        if alike > 0.95:
            continue
        top = max(top, total)
        found.append(Patch(x0, y0, x1 - x0, y1 - y0, alike, float(np.sqrt(total)) * (1 - alike)))
    return tuple(found)
