"""The index of a playing card, rank and suit in two opposite corners: what people read.

Where one is wholly seen and agrees nearly exactly, what shines or lies on the rest of the card does not matter. A deck has
indices when nearly all its cards show the same mark in two opposite corners, one of them turned by half; a card's is of use
when it stands on paper and no other card's looks like it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import AnyArray, Floats, Picture
from vision.cards.agreement import Agreement, correlation, correlations, departing, taught_at
from vision.cards.face import Face, lab_planes, square_corners
from vision.cards.ink import Inked

_EDGE_PX, _WIDE, _HIGH = 3, 0.165, 0.255  # where an index stands: pixels from the edges, then shares of the card
_SLACK = 4  # pixels that it may lie elsewhere: cards are cut more or less wide
_LEAST_NAMES, _LEAST_SHARE, _MOST_WITHOUT = (
    16,
    0.8,
    16,
)  # of the pictures of a deck that have one, and that may have none
_MARKED = 10.0  # standard deviation of light: a corner without a mark has less, an index 60
_SAME = 0.85  # the two of a card correlate .90 and more, drawn or photographed; the corners of paintings up to .75
_APART = 0.90  # another card's correlates less: photographed ones up to .87
_PAPER, _LEAST_PAPER = 0.25, 0.35  # less ink is paper, of which there is that share
_LEAST_PX = 100  # of a card's longer side in the picture
_AGREES = 0.945  # right ones where nothing lies on them; of ranks that nobody taught up to .90
_NEARER = 0.5  # of the distance of the next card's index
_AGAINST_PX = 4  # that show something else there: of ranks that nobody taught 28 and more
_MARK_PX, _JOINED_PX, _RIM_PX = (
    640,
    9,
    10,
)  # a pip that was taken away 1,100; parts so near are of one; so near is at the edge
_OTHERS = 0.90  # the index of another card in the opposite corner
_SURELY, _RATHER = 0.90, 0.70  # so much alike no other card's is; more alike than a finger or a coin

_Box = tuple[slice, slice]


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """Where a card is asked for its index: how the face lies (``homography`` from its pixels to the picture's), how it agrees
    with what is seen there, and where it is ``hidden`` (1; None: nowhere)."""

    homography: AnyArray
    agreement: Agreement
    hidden: Picture | None


class _Corners:
    """What a place shows where an index stands: how well it agrees with the taught one in each corner, 0 where it is hidden."""

    def __init__(self, face: Face, place: Place) -> None:
        self.taught, self.seen = taught_at(face, place.agreement.sigma), place.agreement.seen
        self.sigma = place.agreement.sigma
        self.boxes = _boxes(face.height, face.width)
        self.around = [np.ascontiguousarray(self.seen[_wider(box)]) for box in self.boxes]
        self.agree = [
            0.0 if place.hidden is not None and place.hidden[box].any() else correlation(where, self.taught.planes[box])
            for box, where in zip(self.boxes, self.around, strict=True)
        ]


class Indices:
    """The corners of all pictures of a deck, numbered as they were taught; ``with_index``: those that show the same in both,
    none in a deck without indices."""

    def __init__(self, names: Sequence[str], crops: Iterable[Picture]) -> None:
        """``crops``: faces (BGR); not all are looked at where the deck has no indices."""
        self._names = names
        self._corners: list[tuple[Picture, Picture] | None] = []
        self.with_index: set[int] = set()
        self._useful: dict[int, bool] = {}
        missing = min(_MOST_WITHOUT, (1 - _LEAST_SHARE) * len(names)) if len(set(names)) >= _LEAST_NAMES else -1
        for number, crop in enumerate(crops if missing >= 0 else ()):
            self._corners.append(_corners_of(crop))
            if _has_index(crop):
                self.with_index.add(number)
            elif number + 1 - len(self.with_index) > missing:
                self._corners, self.with_index = [], set()
                break

    def shown(self, index: int, face: Face, ink: Inked | None, place: Place) -> bool:
        """Whether a corner shows the index of picture ``index`` and nothing else; ``face`` and ``ink``: that picture's."""
        if index not in self.with_index or _longer_side(face, place.homography) < _LEAST_PX:
            return False
        corners = _Corners(face, place)
        if max(corners.agree) < _AGREES or not self._is_useful(index, face, ink):
            return False
        against, _ = departing(corners.taught, corners.seen)
        if _largest_inside(against, place.hidden) > _MARK_PX:
            return False
        found = False
        for corner, agrees in enumerate(corners.agree):
            if not agrees:
                continue
            other = self._most_alike(index, face, corner, corners)
            if other > max(_OTHERS, agrees):
                return False
            nearer = 1 - agrees <= _NEARER * (1 - other)
            clean = int(np.count_nonzero(against[corners.boxes[corner]])) <= _AGAINST_PX
            found = found or (agrees >= _AGREES and nearer and clean)
        return found

    def contradicted(self, index: int, face: Face, place: Place) -> bool:
        """Whether what stands in the corners of a place is rather the index of another card, of a rank nobody taught too."""
        if index not in self.with_index:
            return False
        corners = _Corners(face, place)
        seen = [corner for corner, agrees in enumerate(corners.agree) if agrees]
        if not seen or max(corners.agree) >= _SURELY:
            return False
        others = [self._most_alike(index, face, corner, corners) for corner in seen]
        return max(others) >= _RATHER and all(
            other > corners.agree[corner] for corner, other in zip(seen, others, strict=True)
        )

    def _most_alike(self, index: int, face: Face, corner: int, corners: _Corners) -> float:
        return max(correlations(corners.around[corner], self._others(index, face, corner, corners.sigma)))

    def _is_useful(self, index: int, face: Face, ink: Inked | None) -> bool:
        if index not in self._useful:
            box = _boxes(face.height, face.width)[0]
            alike = correlations(face.lab[_wider(box)], self._others(index, face, 0, 0.0))
            self._useful[index] = max(alike) <= _APART and ink is not None and _on_paper(ink, box)
        return self._useful[index]

    def _others(self, index: int, face: Face, corner: int, sigma: float) -> list[Floats]:
        """What the cards of other names show in a corner, each as large as in ``face``: Lab planes blurred by ``sigma``."""
        rows, columns = _boxes(face.height, face.width)[corner]
        size = columns.stop - columns.start, rows.stop - rows.start
        found = []
        for name, corners in zip(self._names, self._corners, strict=True):
            if corners is not None and name != self._names[index]:
                planes = lab_planes(cv2.resize(corners[corner], size, interpolation=cv2.INTER_AREA))
                found.append(cv2.GaussianBlur(planes, (0, 0), sigma) if sigma else planes)
        return found


def _boxes(height: int, width: int) -> tuple[_Box, _Box]:
    """The places of both indices of a standing face."""
    high, wide = round(_HIGH * height), round(_WIDE * width)
    first = slice(_EDGE_PX, high), slice(_EDGE_PX, wide)
    return first, (slice(height - high, height - _EDGE_PX), slice(width - wide, width - _EDGE_PX))


def _wider(box: _Box) -> _Box:
    rows, columns = (slice(max(0, side.start - _SLACK), side.stop + _SLACK) for side in box)
    return rows, columns


def _corners_of(crop: Picture) -> tuple[Picture, Picture] | None:
    """What stands in both corners of a face; None for one that lies."""
    height, width = crop.shape[:2]
    if width > height:
        return None
    first, last = _boxes(height, width)
    return crop[first].copy(), crop[last].copy()


def _has_index(crop: Picture) -> bool:
    """Whether the same mark stands in both corners."""
    height, width = crop.shape[:2]
    box = _boxes(height, width)[0]
    if width > height or float(np.std(crop[box])) < _MARKED:
        return False
    upright, turned = lab_planes(crop), lab_planes(np.ascontiguousarray(crop[::-1, ::-1]))
    return correlation(upright[_wider(box)], turned[box]) >= _SAME


def _on_paper(ink: Inked, box: _Box) -> bool:
    """Whether an index (``box``: in pixels of the whole face) stands on white."""
    rows, columns = (slice(side.start // 2, side.stop // 2) for side in box)
    return float(np.mean(ink.ink[rows, columns].max(axis=2) < _PAPER)) >= _LEAST_PAPER


def _largest_inside(against: Picture, hidden: Picture | None) -> int:
    """The most (pixels) that shows something else in one place without reaching the edge of the card: hands, other cards and their
    shadows lie across it, while a mark that nobody taught does not."""
    there = against if hidden is None else against * (hidden == 0)
    joined = cv2.morphologyEx(there, cv2.MORPH_CLOSE, np.ones((_JOINED_PX, _JOINED_PX), np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(joined)
    areas = np.bincount(labels[there > 0], minlength=count)
    left, top, wide, high = stats[:, :4].T
    across = (left <= _RIM_PX) | (top <= _RIM_PX)
    across |= (left + wide >= against.shape[1] - _RIM_PX) | (top + high >= against.shape[0] - _RIM_PX)
    areas[across] = 0
    return int(areas[1:].max(initial=0))


def _longer_side(face: Face, homography: AnyArray) -> float:
    """Pixels of the picture along the longer side of a card."""
    corners = cv2.perspectiveTransform(square_corners(face.width, face.height)[None], homography)[0]
    area = abs(float(cv2.contourArea(corners.astype(np.float32))))
    return float(np.sqrt(area / (face.width * face.height))) * max(face.width, face.height)
