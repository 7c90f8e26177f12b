"""Where cards may lie in a picture: convex outlines of four straight sides.

Edges (brightness and colour), distance from the table's colour and brightness thresholds each propose regions; the
hull of a region becomes four corners, its sides are fitted to the region's border, and what is filled like a card
stays.
A card whose corner is covered by another leaves a bitten region: its four sides still meet in the right corners.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np

from vision.arrays import Floats, Picture

SEARCH_PX = 800
MOST = 50
_LEAST_AREA = 0.004
_LEAST_BORDER_PX = 110
_LONGEST_RATIO = 3.2
_SAME_PX = 2.5
_FROM = np.array([[0, 1, 2, 3], [1, 2, 3, 0], [2, 3, 0, 1], [3, 0, 1, 2]])  # the corners, starting with each
_NEXT = _FROM[1]


@dataclass(frozen=True, slots=True)
class Outline:
    """Four corners, clockwise, in pixels of the searched picture; ``fill``: share of the quadrilateral its region
    covers."""

    corners: Floats
    fill: float

    @property
    def area(self) -> float:
        return float(cv2.contourArea(self.corners.astype(np.float32)))


class Searched:
    """A picture (BGR) at the size that is searched, longer side at most ``longest_px``, with its edges; each worked out once.

    ``scale``: searched pixels per picture pixel.
    """

    def __init__(self, picture: Picture, longest_px: int = SEARCH_PX) -> None:
        height, width = picture.shape[:2]
        self.picture = picture
        self.scale = min(1.0, longest_px / max(height, width))
        size = max(1, round(width * self.scale)), max(1, round(height * self.scale))
        while max(picture.shape) > 2 * longest_px:  # by halves first: a linear step leaves pixels out beyond that
            picture = cv2.pyrDown(picture)
        small = picture if self.scale == 1 else cv2.resize(picture, size, interpolation=cv2.INTER_LINEAR)
        self.lab = cv2.cvtColor(cv2.GaussianBlur(small, (5, 5), 0), cv2.COLOR_BGR2LAB)
        self.shape = small.shape[:2]

    def to_picture(self, corners: Floats) -> Floats:
        """Corners in searched pixels as pixels of the picture."""
        stretch = np.array([self.picture.shape[1] / self.shape[1], self.picture.shape[0] / self.shape[0]], np.float32)
        moved: Floats = ((corners + 0.5) * stretch - 0.5).astype(np.float32)
        return moved

    @cached_property
    def edges(self) -> list[Picture]:
        """Edges of brightness and colour, three pixels thick: the strong ones, and the weak ones too."""
        planes = [
            cv2.extractChannel(self.lab, 0),
            *(cv2.convertScaleAbs(cv2.extractChannel(self.lab, k), alpha=2, beta=-128) for k in (1, 2)),
        ]
        masks: list[Picture] = []
        for low, high in ((60, 140), (22, 60)):
            edges = cv2.Canny(planes[0], low, high)
            for plane in planes[1:]:
                edges = cv2.bitwise_or(edges, cv2.Canny(plane, low, high))
            masks.append(cv2.dilate(edges, np.ones((3, 3), np.uint8)))
        return masks

    @cached_property
    def away_from_edges(self) -> list[Floats]:
        """The distance (searched pixels) of each place from the nearest edge, for both kinds of edges."""
        return [cv2.distanceTransform(cv2.bitwise_not(edges), cv2.DIST_L2, 3) for edges in self.edges]


def find_outlines(searched: Searched, most: int = MOST) -> list[Outline]:
    """Find up to ``most`` card-like outlines, the largest first; nested ones (a frame in a card) all stay."""
    found: list[Outline] = []
    tried = _Tried()
    for mask in _masks(searched):
        contours, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
        for contour in contours:
            if len(contour) < _LEAST_BORDER_PX:
                continue
            outline = _outline(contour, searched.shape[0] * searched.shape[1], tried)
            if outline is not None:
                found.append(outline)
    return [Outline(searched.to_picture(o.corners), o.fill) for o in _distinct(found, most)]


class _Tried:
    """Corners (4 x 2) that were tried before."""

    def __init__(self) -> None:
        self._places = np.empty((64, 8), np.float32)
        self._amount = 0

    def add(self, place: Floats) -> bool:
        """Add corners, unless such are there: whether they are new."""
        row = place.ravel()
        if self._amount and float(np.abs(self._places[: self._amount] - row).max(axis=1).min()) < _SAME_PX:
            return False
        if self._amount == len(self._places):
            self._places = np.concatenate([self._places, np.empty_like(self._places)])
        self._places[self._amount] = row
        self._amount += 1
        return True


def _masks(searched: Searched) -> list[Picture]:
    lab = searched.lab
    light = cv2.extractChannel(lab, 0)
    rim = np.concatenate(
        [lab[:6].reshape(-1, 3), lab[-6:].reshape(-1, 3), lab[:, :6].reshape(-1, 3), lab[:, -6:].reshape(-1, 3)]
    )
    table = np.median(rim, axis=0).astype(np.uint8)
    away = cv2.absdiff(lab, (*table.tolist(), 0))  # type: ignore[call-overload]  # a colour, not another picture
    distance = cv2.transform(away, np.array([[0.6, 0.8, 0.8]], np.float32))
    otsu = cv2.THRESH_BINARY | cv2.THRESH_OTSU
    masks = searched.edges + [cv2.threshold(plane, 0, 255, otsu)[1] for plane in (distance, light)]
    brighter = cv2.subtract(light, cv2.blur(light, (101, 101)))
    masks.append(cv2.threshold(brighter, 6, 255, cv2.THRESH_BINARY)[1])
    return masks


def _outline(contour: Picture, picture_area: int, tried: _Tried) -> Outline | None:
    """The outline of one region, unless a region with the same corners was tried before."""
    _, _, across, along = cv2.boundingRect(contour)
    if across * along < _LEAST_AREA * picture_area:
        return None
    hull = cv2.convexHull(contour)
    hull_area = cv2.contourArea(hull)
    if hull_area < _LEAST_AREA * picture_area or hull_area > 0.98 * picture_area or len(hull) < 4:
        return None
    rough = _four_sides(hull)
    if rough is None or hull_area < 0.66 * cv2.contourArea(rough):
        return None
    place = rough[_FROM[int(np.argmin(rough.sum(axis=1)))]]
    if not tried.add(place):
        return None
    border = contour[:: max(1, len(contour) // 400), 0, :].astype(np.float32)
    corners = _fitted(border, rough, len(contour) / len(border))
    if corners is None or not cv2.isContourConvex(corners):
        return None
    around = cv2.contourArea(corners)
    sides = np.linalg.norm(corners - corners[_NEXT], axis=1)
    if around < _LEAST_AREA * picture_area or sides.max() > _LONGEST_RATIO * sides.min():
        return None
    fill = hull_area / around
    return Outline(_clockwise(corners), float(fill)) if 0.66 <= fill <= 1.08 else None


def _four_sides(hull: np.ndarray) -> Floats | None:
    tolerance = 0.004 * cv2.arcLength(hull, True)
    simple = cv2.approxPolyDP(hull, tolerance, True)
    if len(simple) < 4:
        return None
    if len(simple) > 4:
        simple = cv2.approxPolyN(simple, 4, epsilon_percentage=-1.0, ensure_convex=True)
    corners: Floats = np.asarray(simple, np.float32).reshape(-1, 2)
    return corners if len(corners) == 4 else None


def _fitted(border: Floats, rough: Floats, thinned: float) -> Floats | None:
    """Each side fitted to the border points beside its middle 76 %; the corners are where the sides meet.

    ``thinned``: how many border pixels each given point stands for.
    """
    along = rough[_NEXT] - rough
    lengths = np.hypot(along[:, 0], along[:, 1])
    if float(lengths.min()) < 8:
        return None
    unit = along / lengths[:, None]
    x, y = border[None, :, 0] - rough[:, None, 0], border[None, :, 1] - rough[:, None, 1]
    position = (x * unit[:, :1] + y * unit[:, 1:]) / lengths[:, None]
    away = np.abs(y * unit[:, :1] - x * unit[:, 1:])
    near = (position > 0.12) & (position < 0.88) & (away < np.maximum(3.0, 0.035 * lengths)[:, None])
    if bool((near.sum(axis=1) * thinned < 0.3 * lengths).any()):
        return None
    lines = []
    for k in range(4):
        vx, vy, px, py = cv2.fitLine(border[near[k]], cv2.DIST_HUBER, 0, 0.01, 0.01).ravel()
        lines.append((float(vy), float(-vx), float(vx * py - vy * px)))
    corners = []
    for k in range(4):
        (a, b, c), (d, e, f) = lines[k - 1], lines[k]
        w = a * e - b * d
        if abs(w) < 1e-6:
            return None
        corners.append(((b * f - c * e) / w, (c * d - a * f) / w))
    return np.array(corners, np.float32)


def _clockwise(corners: Floats) -> Floats:
    x, y = corners[:, 0], corners[:, 1]
    turning = float(np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y))
    return corners if turning > 0 else np.ascontiguousarray(corners[::-1])


def _distinct(found: list[Outline], most: int) -> list[Outline]:
    """One outline of several nearly equal ones: the fullest."""
    kept: list[Outline] = []
    corners = np.zeros((0, 4, 2), np.float32)
    for outline in sorted(found, key=lambda o: abs(1 - o.fill)):
        reach = 0.02 * np.sqrt(outline.area) + 1.5
        apart = np.abs(outline.corners[None, :, None] - corners[:, None]).max(axis=3).min(axis=2).max(axis=1)
        if len(kept) and float(apart.min()) < reach:
            continue
        kept.append(outline)
        corners = np.concatenate([corners, outline.corners[None]])
    full = [o for o in kept if o.fill >= 0.86]
    bitten = [o for o in kept if o.fill < 0.86]
    full.sort(key=lambda o: -o.area)
    bitten.sort(key=lambda o: -o.area)
    return (full[: most - 12] + bitten[:12])[:most]


def upright(corners: Floats) -> Floats:
    """The same outline, starting with the corner nearest to the picture's top left (clockwise)."""
    middle = corners.mean(axis=0)
    first = int(np.argmin((corners - middle).sum(axis=1)))
    return np.roll(corners, -first, axis=0)


def bent(corners: Floats) -> float:
    """How far the angles are from right ones: the largest cosine."""
    away = corners - np.roll(corners, 1, axis=0)
    on = np.roll(corners, -1, axis=0) - corners
    dots = (away * on).sum(axis=1) / (np.linalg.norm(away, axis=1) * np.linalg.norm(on, axis=1) + 1e-6)
    return float(np.abs(dots).max())
