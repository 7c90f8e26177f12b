"""Runs the two small networks of the dice reader with OpenCV's ``dnn``: where top faces are, and what one shows.

The detector looks at the whole picture at given working sizes; the crop reader looks at one face at full resolution.
Both come from ``training/`` (recipe and sources of the pictures there). Pictures are BGR uint8 arrays (H, W, 3).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.arrays import AnyArray, Floats, Picture

MODELS = Path(__file__).parent / "models"
STRIDE = 4
UNIT_SIDE_PX = 32.0  # the detector tells sides as the log of multiples of this
FACES = 7  # pips 1 to 6, then any other face
CROP_PX = 64
CROP_SIDES = 1.45  # a crop shows this many die sides across
_LOWEST_HEAT = 0.08
_MOST_PEAKS = 90
_GREY = (127.0, 127.0, 127.0)  # the middle of what the networks are given, where a picture ends
TILE_PX = 96  # a closer look at one place; with 64 px a sixth fewer milliseconds, and 1 % of the pictures fewer right
CLOSE_SIDE_PX = 28.0
_TILES_ACROSS = 5
_MIDDLE_SHARE = 0.5


@dataclass(frozen=True, slots=True)
class Peak:
    """One top face the detector points at, in pixels of the whole picture.

    ``heat`` 0..1; ``network_side`` is the die's side in pixels of the working size it was seen at; ``faces``: chances
    of pips 1 to 6 and of another face, summing to 1. ``support``: the heat with which a pass at another working size
    pointed at the same face, 0 where none did.
    """

    x: float
    y: float
    side: float
    width: float
    height: float
    heat: float
    network_side: float
    faces: Floats
    support: float = 0.0


@cache
def _network(name: str) -> Any:
    path = MODELS / name
    # The classic engine is about a third faster on these networks than the one readNetFromONNX would pick.
    return cv2.dnn.readNetFromONNX(str(path), engine=cv2.dnn.ENGINE_CLASSIC)


def _softmax(logits: Floats) -> Floats:
    raised = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=-1, keepdims=True), np.float32)


def resized(picture: Picture, long_side: int) -> Picture:
    """The picture with its longer side at ``long_side`` pixels, filtered by area when it shrinks.

    First by halves: OpenCV does those so fast that a picture of 1280 px is there in half the time.
    """
    while max(picture.shape[:2]) >= 2 * long_side and not any(side % 2 for side in picture.shape[:2]):
        half = picture.shape[1] // 2, picture.shape[0] // 2
        picture = np.asarray(cv2.resize(picture, half, interpolation=cv2.INTER_AREA), np.uint8)
    scale = long_side / max(picture.shape[:2])
    size = (max(1, round(picture.shape[1] * scale)), max(1, round(picture.shape[0] * scale)))
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(picture, size, interpolation=how), np.uint8)


def find_peaks(picture: Picture, long_side: int, margin: int = 0) -> list[Peak]:
    """Top faces seen in the whole picture at one working size, best first; ``margin``: so many grey pixels around it."""
    small = resized(picture, long_side)
    height, width = small.shape[0] + 2 * margin, small.shape[1] + 2 * margin
    edges = (margin, margin + -height % 32, margin, margin + -width % 32)
    padded = cv2.copyMakeBorder(small, *edges, cv2.BORDER_CONSTANT, value=_GREY)
    maps = _run(np.asarray(padded, np.uint8))[:, : -(-height // STRIDE), : -(-width // STRIDE)]
    scale_x, scale_y = picture.shape[1] / small.shape[1], picture.shape[0] / small.shape[0]
    scale = (scale_x + scale_y) / 2
    found = _summits(maps, _MOST_PEAKS)
    return [_at(peak, (peak.x - margin) * scale_x, (peak.y - margin) * scale_y, scale) for peak in found]


def look_again(picture: Picture, places: Sequence[Peak]) -> list[Peak]:
    """Top faces near each of the places, seen closer: a cut around each, all of them side by side in one picture.

    The dice are seen at about ``CLOSE_SIDE_PX``, whatever their size in the picture. Finds outside the middle of a cut
    are another place's business and left out.
    """
    if not places:
        return []
    across = TILE_PX / CLOSE_SIDE_PX / CROP_SIDES
    tiles = [cut(picture, place.x, place.y, place.side * across, TILE_PX) for place in places]
    found = []
    rows = -(-len(places) // _TILES_ACROSS)
    for index, peak in read_tiles(tiles, -(-len(places) // rows)):  # as few tiles without a picture as can be
        place, scale = places[index], places[index].side / CLOSE_SIDE_PX
        x, y = peak.x - TILE_PX / 2, peak.y - TILE_PX / 2
        if max(abs(x), abs(y)) <= TILE_PX * _MIDDLE_SHARE / 2:
            found.append(_at(peak, place.x + x * scale, place.y + y * scale, scale))
    return found


def read_tiles(tiles: Sequence[Picture], columns: int) -> list[tuple[int, Peak]]:
    """What the detector sees in each of several square pictures of one size, laid side by side in rows of ``columns``.

    Returns the number of a tile and a find in pixels of that tile. Sides of tiles are multiples of 32.
    """
    if not tiles:
        return []
    rows, size = -(-len(tiles) // columns), tiles[0].shape[0]
    sheet = np.full((rows * size, columns * size, 3), _GREY[0], np.uint8)
    for index, tile in enumerate(tiles):
        top, left = index // columns * size, index % columns * size
        sheet[top : top + size, left : left + size] = tile
    found = []
    for peak in _summits(_run(sheet), _MOST_PEAKS * rows):
        row, column = int(peak.y // size), int(peak.x // size)
        index = row * columns + column
        if index < len(tiles):
            found.append((index, replace(peak, x=peak.x - column * size, y=peak.y - row * size)))
    return found


def _at(peak: Peak, x: float, y: float, scale: float) -> Peak:
    """A peak of the working picture at (x, y) of the whole one, which is ``scale`` times as large there."""
    return replace(peak, x=x, y=y, side=peak.side * scale, width=peak.width * scale, height=peak.height * scale)


def _run(picture: Picture) -> Floats:
    """The detector's maps (11, H / 4, W / 4) for a picture whose sides are multiples of 32."""
    net = _network("detector.onnx")
    net.setInput(cv2.dnn.blobFromImage(picture, 4 / 255, mean=(127.5, 127.5, 127.5)))
    return np.asarray(net.forward()[0], np.float32)


def _summits(maps: Floats, most: int) -> list[Peak]:
    """The highest places of the heat map with what the other maps say there, in pixels of the working picture."""
    heat = np.ascontiguousarray(1 / (1 + np.exp(-maps[0])))
    highest = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    rows, cols = np.nonzero((heat >= highest) & (heat > _LOWEST_HEAT))
    order = np.argsort(-heat[rows, cols])[:most]
    rows, cols = rows[order], cols[order]
    down, across = _around(rows, cols, heat.shape)
    around = maps[:, down, across]  # (11, n, 9)
    weight = np.exp(around[0] - around[0].max(axis=1, keepdims=True))
    weight[down != rows[:, None] + _DOWN] = 0.0  # beyond the picture's edge
    weight[across != cols[:, None] + _ACROSS] = 0.0
    merged = (around * (weight / weight.sum(axis=1, keepdims=True))).sum(axis=2)
    sides = np.exp(np.clip(merged[8], -3, 3.5)) * UNIT_SIDE_PX
    extents = np.exp(np.clip(merged[9:11], -2, 1)) * sides
    x = (cols + 0.5 + _vertices(heat, rows, cols, 0, 1)) * STRIDE
    y = (rows + 0.5 + _vertices(heat, rows, cols, 1, 0)) * STRIDE
    faces = _softmax(np.asarray(merged[1 : 1 + FACES].T))
    told = zip(x.tolist(), y.tolist(), sides.tolist(), *extents.tolist(), heat[rows, cols].tolist(), faces, strict=True)
    return [Peak(px, py, side, width, height, hot, side, face) for px, py, side, width, height, hot, face in told]


_DOWN, _ACROSS = np.repeat([-1, 0, 1], 3), np.tile([-1, 0, 1], 3)


def _around(rows: AnyArray, cols: AnyArray, shape: tuple[int, ...]) -> tuple[AnyArray, AnyArray]:
    """Rows and columns of the nine cells around each cell, kept inside the map."""
    down = np.clip(rows[:, None] + _DOWN, 0, shape[0] - 1)
    across = np.clip(cols[:, None] + _ACROSS, 0, shape[1] - 1)
    return down, across


def _vertices(heat: Floats, rows: AnyArray, cols: AnyArray, down: int, across: int) -> Floats:
    """Where between cells the tops of the parabolas through three heats lie, -0.5..0.5; at the map's edge 0."""
    height, width = heat.shape
    inner = (rows >= down) & (rows < height - down) & (cols >= across) & (cols < width - across)
    r, c = np.clip(rows, down, height - 1 - down), np.clip(cols, across, width - 1 - across)
    before, here, after = heat[r - down, c - across], heat[r, c], heat[r + down, c + across]
    bend = before - 2 * here + after
    flat = ~inner | (bend >= -1e-6)
    return np.asarray(np.where(flat, 0.0, np.clip(0.5 * (before - after) / np.where(flat, 1.0, bend), -0.5, 0.5)))


def cut(picture: Picture, x: float, y: float, side: float, pixels: int = CROP_PX) -> Picture:
    """A square of ``CROP_SIDES`` die sides around (x, y), scaled to ``pixels``; beyond the picture its edge repeats."""
    reach = max(2.0, side * CROP_SIDES / 2)
    x0, y0, x1, y1 = round(x - reach), round(y - reach), round(x + reach), round(y + reach)
    height, width = picture.shape[:2]
    inside = picture[max(0, y0) : max(1, min(height, y1)), max(0, x0) : max(1, min(width, x1))]
    if inside.size == 0:
        return np.full((pixels, pixels, 3), 127, np.uint8)
    if x0 < 0 or y0 < 0 or x1 > width or y1 > height:
        edges = (max(0, -y0), max(0, y1 - height), max(0, -x0), max(0, x1 - width))
        inside = np.asarray(cv2.copyMakeBorder(inside, *edges, cv2.BORDER_REPLICATE), np.uint8)
    how = cv2.INTER_AREA if inside.shape[0] > pixels else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(inside, (pixels, pixels), interpolation=how), np.uint8)


def read_crops(crops: list[Picture]) -> Floats:
    """Chances per crop: pips 1 to 6, another face, no top face here; shape (n, 8), rows sum to 1."""
    if not crops:
        return np.zeros((0, FACES + 1), np.float32)
    net = _network("crops.onnx")
    net.setInput(cv2.dnn.blobFromImages(crops, 4 / 255, mean=(127.5, 127.5, 127.5)))
    return _softmax(np.asarray(net.forward(), np.float32))
