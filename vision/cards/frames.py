"""Whether an outline that was found is the card, or the frame printed inside it because the border has the colour of the table.

Cards have round corners, printed frames mostly square ones; and round a frame the border of the card goes on, evenly, to a
second rim that may be faint: averaged along a whole side it shows where no single edge does.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import AnyArray, Floats, Picture
from vision.cards.face import Scene, to_picture

SHORT_PX = 200
"""Pixels of the shorter side of what is looked at; the numbers below are of these pixels."""
_MARGIN = 44  # a border is at most a fifth of a card wide
_ENDS = 0.1  # of a side at each end: round corners
_BLUR = 0.8
_INNER = 8  # rows inside of the outline that are looked at too
_SHOWN = 0.95  # of a row that the picture must show
_SQUARE = (
    -1.0,
    1.6,
)  # how far a corner is cut off along each side: round ones of cards 2.4 to 4.3, square ones 0.4 to 1.1
_ROUND = 2.0
_TIP, _PAST = 6.0, 14.0  # along the diagonal of a corner: outside of it, inside of it
_EDGE, _LATEST = 4, 16  # rows in which the edge itself lies, and in which it is over
_EVEN = 4.0  # median deviation of brightness along a border, of 100: plain; a table's pattern has 9 and more
_FAINT, _CLEAR = (
    1.2,
    2.5,
)  # Lab units at a rim beside all four sides: beside real cards and sleeves up to .9, beside frames 1.0 to 25
_ANYWHERE = 8.0  # the same beside three sides, wherever it lies: the box of the art; a checkered table has up to 7.3
_TOGETHER = 9  # the four sides may have it that far apart
_LIGHT = 80.0  # L of a border, or of a table, on which a white border cannot be seen
_BEFORE, _BEYOND, _SAME = 7, 9, 6.0  # rows inside and outside of an outline, and Lab units that are no difference
_FLAT = 0.1  # share of an outline on both sides of which it looks the same: round a line of text .12, beside cards 0


@dataclass(frozen=True, slots=True)
class Around:
    """An outline laid straight with what surrounds it: Lab planes (L 0 to 100), and where the picture shows them (uint8, 1)."""

    lab: Floats
    there: Picture

    def side(self, turn: int) -> tuple[Floats, AnyArray]:
        """The surroundings turned so that another side lies on top."""
        return np.ascontiguousarray(np.rot90(self.lab, turn)), np.rot90(self.there, turn)


def around(scene: Scene, corners: Floats) -> Around:
    """Lay an outline straight (clockwise corners, in pixels of the picture), the shorter side ``SHORT_PX`` long."""
    sides = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
    across, along = (sides[0] + sides[2]) / 2, (sides[1] + sides[3]) / 2
    scale = SHORT_PX / min(across, along)
    width, height = round(across * scale), round(along * scale)
    away = np.array([[1, 0, -_MARGIN], [0, 1, -_MARGIN], [0, 0, 1.0]])
    laid = to_picture(corners, width, height) @ away
    size = (width + 2 * _MARGIN, height + 2 * _MARGIN)
    cut = cv2.GaussianBlur(scene.cut(laid, *size), (0, 0), _BLUR).astype(np.float32) / 255
    ones: Picture = np.ones(scene.picture.shape[:2], np.uint8)
    there = cv2.warpPerspective(ones, laid, size, flags=cv2.INTER_NEAREST | cv2.WARP_INVERSE_MAP)
    return Around(cv2.cvtColor(cut, cv2.COLOR_BGR2LAB), there)


def corner_cuts(seen: Around) -> list[float]:
    """How far each corner is cut off along both of its sides: 3 where it is round as a card's, below 1 where it is square; NaN
    where it cannot be told."""
    return [_corner_cut(seen.side(turn)[0]) for turn in range(4)]


def _corner_cut(lab: Floats) -> float:
    m = _MARGIN
    beside = np.concatenate(
        [lab[m - 7 : m - 4, m : m + 24].reshape(-1, 3), lab[m : m + 24, m - 7 : m - 4].reshape(-1, 3)]
    )
    within = np.concatenate(
        [lab[m + 3 : m + 7, m + 12 : m + 30].reshape(-1, 3), lab[m + 12 : m + 30, m + 3 : m + 7].reshape(-1, 3)]
    )
    table = np.median(beside, axis=0)
    half = (
        0.5 * float(np.median(np.linalg.norm(within - table, axis=1))) + 1e-6
    )  # what is printed there may have many colours
    steps = np.arange(-_TIP, _PAST, 0.25, dtype=np.float32)
    diagonal = cv2.remap(lab, (m - 0.5 + steps)[None], (m - 0.5 + steps)[None], cv2.INTER_LINEAR)[0]
    rims = []
    for band in (lab[m - 8 : m + 14, m + 14 : m + 40], lab[m + 14 : m + 40, m - 8 : m + 14].transpose(1, 0, 2)):
        away = np.median(np.linalg.norm(band - table, axis=2), axis=1)
        rims.append(_crossed(away / half, np.arange(-7.5, 14.5)))
    return _crossed(np.linalg.norm(diagonal - table, axis=1) / half, steps) - float(np.mean(rims))


def _crossed(share: AnyArray, places: AnyArray) -> float:
    """Where a rising row first reaches 1, between its places; NaN where it never does or does from the start."""
    over = np.flatnonzero(share > 1)
    if not len(over) or over[0] == 0:
        return float("nan")
    k = int(over[0])
    before, after = float(share[k - 1]), float(share[k])
    return float(places[k - 1] + (places[k] - places[k - 1]) * (1 - before) / (after - before))


def square_corners_of(cuts: list[float]) -> bool:
    """Whether three corners of four are square."""
    return sum(_SQUARE[0] <= cut <= _SQUARE[1] for cut in cuts) >= 3


def round_corners_of(cuts: list[float]) -> bool:
    """Whether three corners of four are round as a card's."""
    return sum(cut >= _ROUND for cut in cuts) >= 3


def perhaps_frame(seen: Around) -> bool:
    """Whether an outline may be something printed on the card: it looks the same on both of its sides, a second rim goes round
    it, or its corners are square and the ground so light that none would show. What has the round corners of a card is one."""
    cuts = corner_cuts(seen)
    if round_corners_of(cuts):
        return False
    flat, rims, lights = [], [], []
    for turn in range(4):
        lab, there = seen.side(turn)
        ends = round(_ENDS * (lab.shape[1] - 2 * _MARGIN)) + _MARGIN
        lab, shown = lab[:, ends:-ends], there[:, ends:-ends].mean(axis=1) > _SHOWN
        if shown[_MARGIN - _BEYOND]:
            apart = np.linalg.norm(lab[_MARGIN - _BEYOND] - lab[_MARGIN + _BEFORE - 1], axis=1)
            flat.append(float((apart < _SAME).mean()))
            rims.append(_second_rim(lab[: _MARGIN + _INNER][::-1], shown[: _MARGIN + _INNER][::-1]))
            lights.append(float(np.median(lab[_MARGIN - _BEYOND : _MARGIN - 4, :, 0])))
    if flat and float(np.mean(flat)) > _FLAT:
        return True
    if len(rims) < 4:
        return False
    together = np.stack([cv2.dilate(rim[:, None], np.ones((_TOGETHER, 1), np.uint8))[:, 0] for rim in rims]).min(axis=0)
    if square_corners_of(cuts) and (float(together.max()) >= _FAINT or min(lights) > _LIGHT):
        return True
    return float(together.max()) >= _CLEAR or sorted(float(rim.max()) for rim in rims)[1] >= _ANYWHERE


def _second_rim(band: Floats, shown: AnyArray) -> Floats:
    """By how much Lab steps beside a side rise again, from its outline (row ``_INNER``) outwards, after the edge itself is over;
    0 where nothing plain lies beside it."""
    usual = np.median(band, axis=1)
    rough = np.median(np.abs(band[..., 0] - usual[:, None, 0]), axis=1)
    steps = np.zeros(len(usual), np.float32)
    for row in range(2, len(usual) - 3):
        if shown[row + 3]:
            steps[row] = np.linalg.norm(usual[row - 2 : row].mean(axis=0) - usual[row + 1 : row + 3].mean(axis=0))
    steps, rough = steps[_INNER:], rough[_INNER:]
    edge = int(np.argmax(steps[:_EDGE]))
    least = np.minimum.accumulate(steps[edge:])
    rises = np.zeros(len(steps), np.float32)
    rises[edge:] = steps[edge:] - least
    plain = edge + int(np.argmin(steps[edge : edge + _LATEST]))  # the middle of a border, or the table
    return rises if float(np.median(rough[max(0, plain - 1) : plain + 2])) < _EVEN else np.zeros(len(steps), np.float32)
