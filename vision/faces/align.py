"""Lay a taught face exactly over a patch, within what is known of its place, and say how well the two agree.

The taught picture is moved step by step (inverse compositional alignment, Baker and Matthews 2004; what depends on the
taught picture alone is worked out once). Brightness and cast of the light drop out. It may turn freely, but shift and
be stretched only as far as place and slant are uncertain: stretched freely, a V is an I.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Numbers, Picture
from vision.faces.patch import PATCH_SIDES, RADIUS_SIDES

_COLOUR_WEIGHT = 1.5
_SMALL_STEP = 0.002
_BACKWARDS = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP


@dataclass(frozen=True, slots=True, eq=False)
class Grain:
    """How finely two pictures are compared: ``px``, the size of a patch; ``blur`` in its pixels; ``most`` steps.

    ``disc``: which pixels of the taught square are compared; ``at``: where those are, in sides from its middle.
    """

    px: int
    blur: float
    most: int

    @property
    def per_side(self) -> float:
        return self.px / PATCH_SIDES

    @property
    def taught_px(self) -> int:
        return round(self.per_side)

    @property
    def half(self) -> float:
        return self.taught_px / 2 - 0.5

    @property
    def inside(self) -> NDArray[np.intp]:
        return _inside(self.taught_px)

    @property
    def disc(self) -> NDArray[np.bool_]:
        return _disc(self.taught_px)


COARSE, FINE = Grain(30, 0.9, 8), Grain(60, 0.0, 6)
"""A first guess is drawn in by the coarse look and judged by the fine one."""


@cache
def _inside(px: int) -> NDArray[np.intp]:
    return np.flatnonzero(_disc(px))


@cache
def _disc(px: int) -> NDArray[np.bool_]:
    grid = (np.arange(px) - (px / 2 - 0.5)) / px
    return np.asarray(np.hypot(grid[:, None], grid[None]) <= RADIUS_SIDES, np.bool_)


@dataclass(frozen=True, slots=True)
class Freedom:
    """How far off a face may be from where a patch has it: ``shift`` in die sides, ``size`` and ``stretch`` as shares."""

    shift: float
    size: float
    stretch: float


@dataclass(frozen=True, slots=True, eq=False)
class Pose:
    """Where a taught face lies in a patch: ``linear`` (2, 2) and ``shift`` (2,), both in die sides from its middle.

    ``score``: how well the two agree there, -1 to 1.
    """

    linear: Numbers
    shift: Numbers
    score: float = -1.0


@dataclass(frozen=True, slots=True, eq=False)
class Prepared:
    """A taught picture ready for comparing: its ``planes`` in full and, in its disc, what aligning needs."""

    grain: Grain
    planes: Floats
    levels: Floats
    sums: Floats
    """What is summed up over a look, (10, 3 x pixels): the six steps, the levels, and each plane by itself."""
    at_rest: Numbers
    solve: Numbers


def planes_of(patch: Picture) -> tuple[Floats, Floats]:
    """Lightness and colour of a patch, coarse and fine, each (px, px, 3)."""
    small = cv2.resize(cv2.GaussianBlur(patch, (0, 0), 0.8), (FINE.px, FINE.px), interpolation=cv2.INTER_AREA)
    lab = cv2.cvtColor(small, cv2.COLOR_BGR2LAB).astype(np.float32)
    lab[..., 1:] *= _COLOUR_WEIGHT
    coarse = cv2.resize(lab, (COARSE.px, COARSE.px), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(coarse, (0, 0), COARSE.blur), np.float32), lab


def prepare(planes: Floats, grain: Grain) -> Prepared:
    """What aligning to this taught picture needs."""
    rim = (grain.px - grain.taught_px) // 2
    inner = slice(rim, rim + grain.taught_px)
    levels, length = _even(planes[inner, inner][grain.disc])
    across = cv2.Sobel(planes, cv2.CV_32F, 1, 0, ksize=3)[inner, inner][grain.disc] * (grain.per_side / 8)
    down = cv2.Sobel(planes, cv2.CV_32F, 0, 1, ksize=3)[inner, inner][grain.disc] * (grain.per_side / 8)
    grid = ((np.arange(grain.taught_px) - grain.half) / grain.per_side).astype(np.float32)
    x, y = (part[grain.disc][:, None] for part in np.meshgrid(grid, grid))
    # Shift right and down, stretch right, down and askew, turn.
    moves = [across, down, across * x, down * y, across * y + down * x, down * x - across * y]
    steps = np.stack([((move - move.mean(axis=0)) / max(length, 1e-6)).ravel() for move in moves])
    normal = (steps @ steps.T).astype(np.float64)
    normal += np.diag([1e-3, 1e-3, 1e-2, 1e-2, 1e-2, 1e-3]) + 1e-6 * np.trace(normal) * np.eye(6)
    planes_apart = np.tile(np.eye(3, dtype=np.float32), len(levels) // 3)
    sums = np.ascontiguousarray(np.vstack([steps, levels[None], planes_apart]), np.float32)
    return Prepared(grain, planes, levels, sums, (steps @ levels).astype(np.float64), np.linalg.inv(normal))


def align(taught: Prepared, planes: Floats, start: Pose, freedom: Freedom) -> Pose:
    """The best pose near ``start`` within ``freedom``, with its score."""
    grain = taught.grain
    size, half, middle = (grain.taught_px, grain.taught_px), grain.half, grain.px / 2 - 0.5
    inside, pixels = grain.inside, len(grain.inside)
    a, b, c, d = start.linear.ravel().tolist()
    x, y = start.shift.tolist()
    a, b, c, d, x, y = _within(a, b, c, d, x, y, freedom)
    best, best_score = (a, b, c, d, x, y), -1.0
    warp = np.empty((2, 3))
    for _ in range(grain.most):
        right, down = middle + grain.per_side * x - (a + b) * half, middle + grain.per_side * y - (c + d) * half
        warp[:] = (a, b, right), (c, d, down)
        seen = cv2.warpAffine(planes, warp, size, flags=_BACKWARDS, borderMode=cv2.BORDER_REPLICATE)
        flat = seen.reshape(-1, 3)[inside].ravel()
        *steps, level, light, green_red, blue_yellow = (taught.sums @ flat).tolist()
        energy = float(flat @ flat) - (light**2 + green_red**2 + blue_yellow**2) / pixels
        length = math.sqrt(max(energy, 1e-12))
        score = level / length
        if score > best_score:
            best, best_score = (a, b, c, d, x, y), score
        if score < 0.05 or length < 1e-3:
            break
        # The brightness of the light is the factor that brings the two nearest to each other.
        move = taught.solve @ (score / length * np.array(steps) - taught.at_rest)
        move_x, move_y, wider, taller, askew, turn = move.tolist()
        p, q, r, s = 1 + wider, askew - turn, askew + turn, 1 + taller
        area = p * s - q * r
        if abs(area) < 0.2:
            break
        p, q, r, s = s / area, -q / area, -r / area, p / area
        before = a, b, c, d, x, y
        a, b, c, d = a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s
        x, y = x - a * move_x - b * move_y, y - c * move_x - d * move_y
        a, b, c, d, x, y = _within(a, b, c, d, x, y, freedom)
        if max(abs(now - then) for now, then in zip((a, b, c, d, x, y), before, strict=True)) < _SMALL_STEP:
            break
    a, b, c, d, x, y = best
    return Pose(np.array([[a, b], [c, d]]), np.array([x, y]), best_score)


def seen_levels(planes: Floats, grain: Grain, linear: Numbers, shift: Numbers) -> tuple[Floats, float]:
    """What a patch shows where the taught disc is laid: levels without mean, of length 1, and the length before."""
    middle = grain.px / 2 - 0.5 + grain.per_side * shift - linear @ (grain.half, grain.half)
    seen = cv2.warpAffine(
        planes,
        np.column_stack([linear, middle]),
        (grain.taught_px, grain.taught_px),
        flags=_BACKWARDS,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return _even(np.asarray(seen, np.float32)[grain.disc])


def _even(levels: Floats) -> tuple[Floats, float]:
    """Without each plane's mean, of length 1 all planes together, flat; and the length before."""
    flat = (levels - levels.mean(axis=0)).ravel()
    length = float(np.sqrt(flat @ flat))
    return np.asarray(flat / max(length, 1e-6), np.float32), length


def _within(
    a: float, b: float, c: float, d: float, x: float, y: float, freedom: Freedom
) -> tuple[float, float, float, float, float, float]:
    """The nearest pose that is allowed: the turn apart from size and stretch, and those kept within their limits."""
    turn = math.atan2(c - b, a + d)
    cos, sin = math.cos(turn), math.sin(turn)
    right, askew, down = cos * a + sin * c, cos * b + sin * d, cos * d - sin * b
    size = (right + down) / 2
    kept = min(max(size, 1 - freedom.size), 1 + freedom.size)
    share = kept / max(size, 1e-6)
    apart, askew = (right - down) / 2 * share, askew * share
    share = min(1.0, freedom.stretch * kept / max(math.hypot(apart, askew), 1e-9))
    apart, askew = share * apart, share * askew
    right, down = kept + apart, kept - apart
    near = min(1.0, freedom.shift / max(math.hypot(x, y), 1e-9))
    return (
        cos * right - sin * askew,
        cos * askew - sin * down,
        sin * right + cos * askew,
        sin * askew + cos * down,
        x * near,
        y * near,
    )
