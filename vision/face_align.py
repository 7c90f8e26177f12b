"""Lay a taught face exactly over a patch, within what is known of its place, and say how well the two agree.

The taught picture is moved step by step (inverse compositional alignment, Baker and Matthews 2004; what depends on the
taught picture alone is worked out once). Brightness and cast of the light drop out. It may turn freely, but shift and
be stretched only as far as place and slant are uncertain: stretched freely, a V is an I.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.face_patch import PATCH_SIDES, RADIUS_SIDES, Floats, Matrix
from vision.image import Pixels

_COLOUR_WEIGHT = 1.5
_SMALL_STEP = 0.0015


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
    def disc(self) -> NDArray[np.bool_]:
        return _disc(self.taught_px)


COARSE, FINE = Grain(30, 0.9, 8), Grain(60, 0.0, 6)
"""A first guess is drawn in by the coarse look and judged by the fine one."""


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

    linear: Matrix
    shift: Matrix
    score: float = -1.0


@dataclass(frozen=True, slots=True, eq=False)
class Prepared:
    """A taught picture ready for comparing: its ``planes`` in full and, in its disc, what aligning needs."""

    grain: Grain
    planes: Floats
    levels: Floats
    steps: Floats
    solve: Matrix


def planes_of(patch: Pixels) -> tuple[Floats, Floats]:
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
    return Prepared(grain, planes, levels, np.asarray(steps, np.float32), np.linalg.inv(normal))


def align(taught: Prepared, planes: Floats, start: Pose, freedom: Freedom) -> Pose:
    """The best pose near ``start`` within ``freedom``, with its score."""
    linear, shift = _within(start.linear, start.shift, freedom)
    best = Pose(linear, shift)
    for _ in range(taught.grain.most):
        seen, length = seen_levels(planes, taught.grain, linear, shift)
        score = float(seen @ taught.levels)
        if score > best.score:
            best = Pose(linear, shift, score)
        if score < 0.05 or length < 1e-3:
            break
        # The brightness of the light is the factor that brings the two nearest to each other.
        move = taught.solve @ (taught.steps @ (score * seen - taught.levels)).astype(np.float64)
        right, down, wider, taller, askew, turn = move.tolist()
        back = np.linalg.inv(np.array([[1 + wider, askew - turn], [askew + turn, 1 + taller]]))
        before = linear, shift
        shift = shift - linear @ back @ (right, down)
        linear, shift = _within(linear @ back, shift, freedom)
        if max(np.abs(linear - before[0]).max(), np.abs(shift - before[1]).max()) < _SMALL_STEP:
            break
    return best


def seen_levels(planes: Floats, grain: Grain, linear: Matrix, shift: Matrix) -> tuple[Floats, float]:
    """What a patch shows where the taught disc is laid: levels without mean, of length 1, and the length before."""
    middle = grain.px / 2 - 0.5 + grain.per_side * shift - linear @ (grain.half, grain.half)
    seen = cv2.warpAffine(
        planes,
        np.column_stack([linear, middle]),
        (grain.taught_px, grain.taught_px),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return _even(np.asarray(seen, np.float32)[grain.disc])


def _even(levels: Floats) -> tuple[Floats, float]:
    """Without each plane's mean, of length 1 all planes together, flat; and the length before."""
    flat = (levels - levels.mean(axis=0)).ravel()
    length = float(np.sqrt(flat @ flat))
    return np.asarray(flat / max(length, 1e-6), np.float32), length


def _within(linear: Matrix, shift: Matrix, freedom: Freedom) -> tuple[Matrix, Matrix]:
    """The nearest pose that is allowed: the turn apart from size and stretch, and those kept within their limits."""
    (a, b), (c, d) = linear.tolist()
    turn = np.arctan2(c - b, a + d)
    cos, sin = float(np.cos(turn)), float(np.sin(turn))
    right, askew, down = cos * a + sin * c, cos * b + sin * d, -sin * b + cos * d
    size = (right + down) / 2
    kept = min(max(size, 1 - freedom.size), 1 + freedom.size)
    apart, askew = (right - down) / 2 * kept / size, askew * kept / size
    stretch = float(np.hypot(apart, askew))
    share = min(1.0, freedom.stretch * kept / max(stretch, 1e-9))
    apart, askew = share * apart, share * askew
    stretched = np.array([[kept + apart, askew], [askew, kept - apart]])
    far = float(np.hypot(*shift))
    return np.array([[cos, -sin], [sin, cos]]) @ stretched, shift * min(1.0, freedom.shift / max(far, 1e-9))
