"""Find the outline of a die's top face near a place where a die was seen: middle, side, turn and slant.

A top face is a square lying on the table's plane, seen from above at a slant: in the picture a square, turned, then
flattened from top to bottom. For each turn and slant the surroundings are straightened, so that such a square stands
upright, and lightness and colour changes across its four sides are summed up along them, for all places and sizes at
once by running sums. A good outline has change along all four sides and little just inside them: that is the body of
the die around whatever is printed on it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.face_match import Spot
from vision.image import Pixels

Floats = NDArray[np.float32]

_SIDE_PX = 36.0
"""The expected side in the straightened surroundings, which are _AROUND sides wide."""
_AROUND = 3.0
_TURNS = np.radians(np.arange(0, 90, 7.5))
_SLANTS = (1.0, 0.92, 0.84, 0.75, 0.66)
_SIZES = (0.62, 0.72, 0.83, 0.95, 1.08, 1.22, 1.38, 1.56)
_REACH_SIDES = 0.45
"""How far from the expected middle, in expected sides."""
_MOST = 6
_CAP = np.float32(30)


@dataclass(frozen=True, slots=True, eq=False)
class Outline:
    """An outline and how well it is seen (levels of change; comparable within a picture only)."""

    spot: Spot
    score: float


def find_outlines(pixels: Pixels, x: float, y: float, side: float, slants: Sequence[float] = _SLANTS) -> list[Outline]:
    """Likely top faces of a die expected around (x, y) with about that side, all in pixels (BGR); best first."""
    scale = _SIDE_PX / side
    size = round(_SIDE_PX * _AROUND)
    middle = size / 2 - 0.5
    if scale < 0.7:
        pixels = np.asarray(cv2.GaussianBlur(pixels, (0, 0), 0.45 / scale), dtype=np.uint8)
    found: list[Outline] = []
    for slant in slants:
        onto = np.array([[scale, 0, middle - scale * x], [0, scale / slant, middle - scale / slant * y]])
        # Straightened for the slant first; the turns are taken from this one.
        flat = cv2.warpAffine(pixels, onto, (size, size), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        lab = cv2.cvtColor(cv2.GaussianBlur(flat, (0, 0), 1.0), cv2.COLOR_BGR2LAB)
        for turn in _TURNS:
            cos, sin = float(np.cos(turn)), float(np.sin(turn))
            back = np.array(
                [[cos, -sin, middle - cos * middle + sin * middle], [sin, cos, middle - sin * middle - cos * middle]]
            )
            flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
            upright = cv2.warpAffine(lab, back, (size, size), flags=flags, borderMode=cv2.BORDER_REPLICATE)
            for score, u, v, side_found in _fits(np.asarray(upright, dtype=np.float32)):
                du, dv = u - middle, v - middle
                spot = Spot(
                    x + (cos * du - sin * dv) / scale,
                    y + (sin * du + cos * dv) * slant / scale,
                    side_found / scale,
                    slant,
                    float(turn),
                )
                found.append(Outline(spot, score))
    return _distinct(found, _MOST)


def outermost(outlines: Sequence[Outline]) -> Outline | None:
    """The best where size counts as well: a frame printed on a face, or an icon's own outline, lies inside the face's."""
    return max(outlines, key=lambda outline: max(0.0, outline.score) * outline.spot.side**0.4, default=None)


def _distinct(found: Sequence[Outline], most: int) -> list[Outline]:
    kept: list[Outline] = []
    for outline in sorted(found, key=lambda outline: -outline.score):
        if all(_different(outline.spot, other.spot) for other in kept):
            kept.append(outline)
        if len(kept) == most:
            break
    return kept


def _fits(lab: Floats) -> list[tuple[float, float, float, float]]:
    """The best upright square of each size: score, middle (u, v) and side, in pixels of ``lab``."""
    size = lab.shape[0]
    middle = size / 2 - 0.5
    # Change across vertical lines, and across horizontal ones; the root keeps one strong edge from outweighing four.
    across = np.minimum(np.abs(lab[1:-1, 2:] - lab[1:-1, :-2]).sum(axis=2), _CAP)
    down = np.minimum(np.abs(lab[2:, 1:-1] - lab[:-2, 1:-1]).sum(axis=2), _CAP)
    along_v = np.vstack([np.zeros((1, across.shape[1]), np.float32), across.cumsum(axis=0)])
    along_u = np.hstack([np.zeros((down.shape[0], 1), np.float32), down.cumsum(axis=1)])
    reach = round(_REACH_SIDES * _SIDE_PX)
    at = np.arange(round(middle) - reach, round(middle) + reach + 1, 2)
    distance = ((at[:, None] - middle) ** 2 + (at[None] - middle) ** 2) / _SIDE_PX**2
    found = []
    for share in _SIZES:
        half = share * _SIDE_PX / 2
        if round(middle + reach + half) + 3 >= size - 2:
            continue
        sides = np.stack(_sides(along_v, along_u, at, half, 0.8))
        inner = np.stack(_sides(along_v, along_u, at, 0.86 * half, 0.7))
        score = sides.mean(axis=0) + 0.6 * sides.min(axis=0) - 1.2 * inner.mean(axis=0) - 40 * distance
        v, u = np.unravel_index(int(score.argmax()), score.shape)
        found.append((float(score[v, u]), float(at[u]), float(at[v]), 2 * half))
    return found


def _sides(along_v: Floats, along_u: Floats, at: NDArray[np.int_], half: float, share: float) -> list[Floats]:
    """The mean change along the left, right, upper and lower side, for all middles (row: v, column: u)."""
    reach = max(1, round(share * half))
    near, far = np.round(at - half).astype(int) - 1, np.round(at + half).astype(int) - 1
    begin, end = at - reach - 1, at + reach
    columns = [(along_v[end][:, side] - along_v[begin][:, side]) / (2 * reach + 1) for side in (near, far)]
    rows = [(along_u[side][:, end] - along_u[side][:, begin]) / (2 * reach + 1) for side in (near, far)]
    return columns + rows


def _different(one: Spot, other: Spot) -> bool:
    side = min(one.side, other.side)
    turned = abs((one.turn - other.turn + np.pi / 4) % (np.pi / 2) - np.pi / 4)
    return bool(
        np.hypot(one.x - other.x, one.y - other.y) > 0.12 * side
        or abs(np.log(one.side / other.side)) > 0.13
        or turned > 0.3
        or abs(one.slant - other.slant) > 0.17
    )
