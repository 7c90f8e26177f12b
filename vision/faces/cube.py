"""Find a die near a place where one was seen, as a cube on a table: the outline of its top face, and the camera's tilt.

The edges of a cube that a tilted camera sees are known for every place, size, turn and tilt: the four of its top, and
those of the sides that are turned towards the camera. The cube is taken whose edges run best along changes of lightness
and colour: what is printed on a face makes edges as well, but not those of a whole cube.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Numbers, Picture
from vision.faces.patch import Spot
from vision.faces.view import TableView, focal_of

_SIDE_PX = 36.0
"""The expected side in the surroundings that are looked at, which reach _REACH_SIDES to each side of the middle."""
_REACH_SIDES = 2.0
_SAMPLES = 11
_PLACES, _SIZES = (-0.3, -0.15, 0.0, 0.15, 0.3), (0.7, 0.85, 1.02, 1.25, 1.6, 2.1)
_TURNS, _TILTS = np.radians(np.arange(0, 90, 9.0)), np.radians([2.0, 12.0, 22.0, 34.0])
_KEPT, _TRIES = 10, 40
_WIDTHS = np.array([0.08, 0.08, 0.08, 0.08, 0.09])
_MOST, _LEAST = 2.3, 0.9
"""An edge is worth the logarithm of its strength, at most so much, less what is to be expected anywhere."""
_SIDES_WEIGHT = 0.6
_RIM, _MOST_UNEVEN, _UNEVEN_WEIGHT = 0.84, 30.0, 8.0
"""The rim of a face, so far out, is mostly of one colour: levels of difference that count, and what they cost."""


@dataclass(frozen=True, slots=True, eq=False)
class Cube:
    """A die: its top face, the tilt of the camera (radians), and how well its edges are seen: pixels of edge, the clearer the more."""

    top: Spot
    tilt: float
    score: float


def find_cubes(pixels: Picture, x: float, y: float, side: float, most: int = 2, steepest: float = 0.8) -> list[Cube]:
    """The likeliest cubes around (x, y) of about that side (pixels), best first; at most ``steepest`` radians tilted."""
    height, width = pixels.shape[:2]
    scale = _SIDE_PX / side
    lab, strength = _strength(pixels, x, y, scale)
    focal = focal_of(width, height)
    place = (x - (width / 2 - 0.5), y - (height / 2 - 0.5))
    tilts = _TILTS[steepest >= _TILTS]
    grid = np.stack(np.meshgrid(_PLACES, _PLACES, np.log(_SIZES), _TURNS, tilts, indexing="ij"), -1).reshape(-1, 5)
    guesses = grid[np.hypot(grid[:, 0], grid[:, 1]) < 0.36]
    scores = _scores(guesses, strength[1], lab, place, side, focal)
    random = np.random.default_rng(1)
    for level, share in ((1, 1.0), (0, 0.6), (0, 0.3), (0, 0.15)):
        guesses, scores = _distinct(guesses, scores, _KEPT)
        spread = random.normal(0, 1, (len(guesses), _TRIES, 5)) * (share * _WIDTHS)
        spread[:, 0] = 0
        guesses = (guesses[:, None] + spread).reshape(-1, 5)
        guesses[:, 4] = np.clip(guesses[:, 4], 0.0, steepest)
        scores = _scores(guesses, strength[level], lab, place, side, focal)
    guesses, scores = _distinct(guesses, scores, most)
    cubes = []
    for (right, down, size, turn, tilt), score in zip(guesses.tolist(), (side * scores).tolist(), strict=True):
        view = TableView(tilt, 1.0, focal, width / 2 - 0.5, height / 2 - 0.5)
        spot = view.spot(x + right * side, y + down * side)
        top = Spot(spot.x, spot.y, side * float(np.exp(size)), spot.slant, turn, spot.lean)
        cubes.append(Cube(top, tilt, score))
    return cubes


def _strength(pixels: Picture, x: float, y: float, scale: float) -> tuple[Floats, list[Floats]]:
    """Lightness and colour around (x, y), and their change, fine and coarse: xx, xy and yy of its tensor; each (size, size, 3)."""
    size = round(2 * _REACH_SIDES * _SIDE_PX)
    if scale < 0.7:
        pixels = np.asarray(cv2.GaussianBlur(pixels, (0, 0), 0.45 / scale), dtype=np.uint8)
    middle = size / 2 - 0.5
    onto = np.array([[scale, 0, middle - scale * x], [0, scale, middle - scale * y]])
    around = cv2.warpAffine(pixels, onto, (size, size), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    lab = cv2.cvtColor(cv2.GaussianBlur(around, (0, 0), 0.8), cv2.COLOR_BGR2LAB).astype(np.float32)
    found = []
    for blur in (0.7, 1.6):
        seen = cv2.GaussianBlur(lab, (0, 0), blur)
        across, down = cv2.Scharr(seen, cv2.CV_32F, 1, 0) / 32, cv2.Scharr(seen, cv2.CV_32F, 0, 1) / 32
        tensor = np.stack([(across**2).sum(2), (across * down).sum(2), (down**2).sum(2)], -1)
        tensor /= max(0.05, float(np.median(tensor[..., 0] + tensor[..., 2])))
        found.append(np.asarray(tensor, np.float32))
    return np.asarray(cv2.GaussianBlur(lab, (0, 0), 1.0), np.float32), found


def _scores(
    guesses: Numbers, tensor: Floats, lab: Floats, place: tuple[float, float], side: float, focal: float
) -> Numbers:
    """How well the edges of each guessed cube are seen; guesses: (n, 5) right, down (sides), log size, turn, tilt."""
    right, down, size, turn, tilt = guesses.T
    at = np.stack([place[0] + right * side, place[1] + down * side], -1) / focal
    depth = focal / (side * np.exp(size))
    # The camera's axes: right, down, forward. The table's: along the turned cube's sides, and down.
    none = np.zeros_like(tilt)
    east, south = np.stack([none + 1, none, none], -1), np.stack([none, np.cos(tilt), -np.sin(tilt)], -1)
    below = np.stack([none, np.sin(tilt), np.cos(tilt)], -1)
    one = np.cos(turn)[:, None] * east + np.sin(turn)[:, None] * south
    other = -np.sin(turn)[:, None] * east + np.cos(turn)[:, None] * south
    middle = depth[:, None] * np.concatenate([at, np.ones_like(at[:, :1])], 1)
    corners = np.stack(
        [middle + a * one + b * other + c * below for c in (0, 1) for a, b in _SQUARE], axis=1
    )  # guess, corner, camera axis
    seen = corners[..., :2] / corners[..., 2:] * focal
    # A side is seen when the camera lies on its outer side.
    outward = np.stack([-other, one, other, -one], axis=1)
    facing = np.einsum("gsk,gsk->gs", outward, middle[:, None] + outward / 2 + below[:, None] / 2) < 0
    weight = np.concatenate(
        [
            np.ones_like(facing, np.float64),
            _SIDES_WEIGHT * facing,
            _SIDES_WEIGHT * (facing | np.roll(facing, 1, axis=1)),
        ],
        axis=1,
    )
    begin, end = seen[:, _EDGES[:, 0]], seen[:, _EDGES[:, 1]]
    along = end - begin
    length = np.maximum(np.linalg.norm(along, axis=-1), 1e-6)
    across = np.stack([-along[..., 1], along[..., 0]], -1) / length[..., None]
    points = begin[:, :, None] + along[:, :, None] * _SHARES[None, None, :, None]  # guess, edge, sample, x and y
    centre = seen[:, :4].mean(axis=1)[:, None, None]
    rim = centre + _RIM * (points[:, :4, ::2] - centre)
    change, colour = (
        values[cell[..., 1], cell[..., 0]]
        for values, cell in ((tensor, _cells(points, place, side, tensor)), (lab, _cells(rim, place, side, lab)))
    )
    colour = colour.reshape(len(colour), -1, 3)
    uneven = np.minimum(np.abs(colour - np.median(colour, axis=1, keepdims=True)).sum(axis=2), _MOST_UNEVEN)
    x, y = across[:, :, None, 0], across[:, :, None, 1]
    strong = change[..., 0] * x * x + 2 * change[..., 1] * x * y + change[..., 2] * y * y
    worth = np.minimum(0.5 * np.log1p(strong), _MOST).mean(axis=2) - _LEAST
    off = guesses[:, 0] ** 2 + guesses[:, 1] ** 2
    edges = (weight * length / side * worth).sum(axis=1)
    body = _UNEVEN_WEIGHT * np.exp(size) * uneven.mean(axis=1) / _MOST_UNEVEN
    return np.asarray(edges - body - 1.5 * off - 0.3 * size**2, np.float64)


def _cells(points: Numbers, place: tuple[float, float], side: float, values: Floats) -> NDArray[np.intp]:
    pixel = (points - place) * (_SIDE_PX / side) + (values.shape[0] / 2 - 0.5)
    return np.asarray(np.clip(np.rint(pixel), 0, values.shape[0] - 1), np.intp)


def _distinct(guesses: Numbers, scores: Numbers, most: int) -> tuple[Numbers, Numbers]:
    """The best guesses that are not nearly the same, at most so many."""
    kept: list[int] = []
    for place in np.argsort(-scores)[:400].tolist():
        off = np.abs(guesses[place] - guesses[kept])
        off[:, 3] = np.abs((off[:, 3] + np.pi / 4) % (np.pi / 2) - np.pi / 4)
        if not (off < (0.08, 0.08, 0.1, 0.15, 0.2)).all(axis=1).any():
            kept.append(place)
        if len(kept) == most:
            break
    return guesses[kept], scores[kept]


_SQUARE = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
_EDGES: NDArray[np.intp] = np.array(
    [(0, 1), (1, 2), (2, 3), (3, 0), (4, 5), (5, 6), (6, 7), (7, 4), (0, 4), (1, 5), (2, 6), (3, 7)], np.intp
)
"""Of the top, of the bottom (each below its side's top edge), and upright."""
_SHARES = np.linspace(0.1, 0.9, _SAMPLES)
