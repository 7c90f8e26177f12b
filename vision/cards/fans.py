"""Where the next card of a fan lies: cards laid one upon the other, each turned and shifted from the one above by about the same.

Two of them tell the step from card to card. Of a single one the steps that people make are tried. What is proposed are the places
whose sides that show follow edges.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import cv2
import numpy as np

from vision.arrays import AnyArray, Floats, Numbers, Picture
from vision.cards.match import Match
from vision.cards.outlines import Searched

_MOST_ROUGH, _MOST_PLACES = 40, 28  # of them, before and after they were moved to follow edges
_MOST_FIRST = 80, 56  # the same below a card of which no fan is known
# There seems to be a fan where one of these places follows edges so well, and the usual one does not, as on rugs, tiles and wood,
# where edges are everywhere (weak ones: .67 to .88; in drawn fans the best .82 and more, the usual .10 to .59), or where the
# strong edges alone say so (fans on coarse cloth: .89 and .50).
# Which edges (``Uncovered.near``), least of the best, most of the usual one:
_STANDS_OUT = (1, 0.80, 0.65), (0, 0.85, 0.55)
_SPOTS = 24  # along each side of an outline
_LEAST_SPOTS = 13  # that show: about half of one long side
_FEW_SPOTS = 5  # taken for missing besides those that show: the less shows, the better it must fit
_SUPPORT = 0.20  # of what shows must follow edges
_RIM_PX = 9  # searched pixels beside a recognised card that are its own rim and shadow
_REACH = 0.022  # of a card's height: an edge that lies so far off counts for nothing
_APART = 0.018  # of a card's height: nearer ones are the same place
_SAME_SIZE = (0.85, 1.18)
_TURNS = (np.radians(1.5), np.radians(32))  # from card to card, in a fan
_SHIFTS = (0.06, 0.6)  # of a card's height from card to card, in a row

_FRACTIONS = np.linspace(0.4, 1.8, 29)  # of the step before
_SLIPS = (-0.04, 0.0, 0.04)  # of a card's height, along it
_PIVOTS = (0.45, 0.6, 0.75, 0.9, 1.1, 1.4)  # of a card's height below (or above) its middle
_ANGLES = np.radians(np.arange(3, 26, 1.0))
_FINER = (0.012, 0.005)  # of a card's height: how far a place is moved to follow edges, and turned (radians)


@dataclass(frozen=True, slots=True)
class Step:
    """From one card to the one below it: a turn (radians, clockwise), then a shift (2), in heights of a card, in the frame
    of the upper one, x across and y along it."""

    turn: float
    shift: Numbers

    @property
    def matrix(self) -> AnyArray:
        """The 3 x 3 matrix from the frame of the lower card to that of the upper one."""
        cos, sin = np.cos(self.turn), np.sin(self.turn)
        return np.array([[cos, -sin, self.shift[0]], [sin, cos, self.shift[1]], [0, 0, 1.0]])

    def part(self, fraction: float, slip: float) -> Step:
        """So large a part of the step, about the same point; then the card slips along itself."""
        turn = fraction * self.turn
        shift = fraction * self.shift
        if abs(self.turn) > np.radians(0.5):
            shift = self._pivot - _spin(turn) @ self._pivot
        return Step(turn, shift + slip * np.array([-np.sin(turn), np.cos(turn)]))

    @property
    def _pivot(self) -> AnyArray:
        """The point about which it turns."""
        across, along = self.shift / 2
        far = 1 / np.tan(self.turn / 2)
        return np.array([across - far * along, along + far * across])


def frame_of(match: Match, size: tuple[int, int]) -> AnyArray:
    """From heights of a card, about its middle, to the picture; the card stands. ``size``: width and height of its face."""
    width, height = size
    long = float(max(size))
    to_face = np.array([[long, 0, width / 2 - 0.5], [0, long, height / 2 - 0.5], [0, 0, 1.0]])
    lying = np.array([[0, 1.0, 0], [-1, 0, 0], [0, 0, 1]]) if width > height else np.eye(3)
    frame: AnyArray = match.to_picture @ to_face @ lying
    return frame


def step_between(upper: AnyArray, lower: Floats, ratio: float) -> Step | None:
    """The step from a card's frame to the standing corners of another; None where it is that of no fan and no row.

    ``ratio``: width by height.
    """
    corners = _standing(ratio)
    seen = cv2.perspectiveTransform(lower[None].astype(np.float32), np.linalg.inv(upper))[0]
    if not np.isfinite(seen).all():
        return None
    fitted, _ = cv2.estimateAffinePartial2D(corners, seen, method=cv2.LMEDS)
    if fitted is None or not _SAME_SIZE[0] <= float(np.hypot(*fitted[:, 0])) <= _SAME_SIZE[1]:
        return None
    turn = float(np.arctan2(fitted[1, 0], fitted[0, 0]))
    turn = (turn + np.pi / 2) % np.pi - np.pi / 2  # upside down it lies in the same place
    shift = seen.mean(axis=0).astype(np.float64)
    size = float(np.hypot(*shift))
    if abs(turn) > _TURNS[1] or size > _SHIFTS[1] or (abs(turn) < _TURNS[0] and size < _SHIFTS[0]):
        return None
    return Step(turn, shift)


def next_steps(step: Step) -> AnyArray:
    """The steps that may follow one, as matrices: larger and smaller ones about the same point."""
    steps: AnyArray = np.stack(
        [step.part(float(fraction), slip).matrix for fraction, slip in product(_FRACTIONS, _SLIPS)]
    )
    return steps


def outline_at(frame: AnyArray, ratio: float) -> Floats:
    """The corners of the standing card of a frame, clockwise from its top left."""
    corners: Floats = _outlines(frame[None], ratio)[0]
    return corners


class Uncovered:
    """The edges of a picture outside the cards recognised in it. ``cover``: 1 where those lie."""

    def __init__(self, searched: Searched, cover: Picture) -> None:
        self.searched = searched
        hidden = cv2.resize(cover, searched.shape[::-1], interpolation=cv2.INTER_NEAREST)
        self._hidden = cv2.dilate(hidden, np.ones((_RIM_PX, _RIM_PX), np.uint8))
        self._near: dict[int, Floats] = {}

    def near(self, kind: int) -> Floats:
        """The distance of each place from the nearest edge (searched pixels): 0 the strong ones, 1 the weak ones too."""
        if kind not in self._near:
            edges = np.where((self.searched.edges[kind] > 0) & (self._hidden == 0), 0, 255).astype(np.uint8)
            self._near[kind] = cv2.distanceTransform(edges, cv2.DIST_L2, 3)
        return self._near[kind]

    def first_places(self, frame: AnyArray, ratio: float) -> list[Floats]:
        """Propose up to 56 outlines of a card below one of which no fan is known: none unless there seems to be a fan, whose
        rims stand out from the table."""
        small, tall = self._small(frame, ratio)
        outlines = _outlines(small @ _FIRST_STEPS, ratio)
        for kind, least, usual in _STANDS_OUT:
            supports = self._supports(outlines, self.near(kind), _REACH * tall, _SPOTS // 2)
            if supports.max() < least:
                break  # what no weak edge follows, no strong one does
            if float(np.median(supports[supports > 0])) <= usual:
                return self.next_places(frame, _FIRST_STEPS, ratio, _MOST_FIRST)
        return []

    def next_places(
        self, frame: AnyArray, steps: AnyArray, ratio: float, most: tuple[int, int] = (_MOST_ROUGH, _MOST_PLACES)
    ) -> list[Floats]:
        """Propose up to 28 outlines of the card below one, in pixels of the picture, best supported by edges first, each clockwise
        and standing as the card above does.

        ``frame``: of the card above; ``steps``: n x 3 x 3; ``most``: see ``_MOST_ROUGH``.
        """
        small, tall = self._small(frame, ratio)
        rough = small @ steps
        outlines = _outlines(rough, ratio)
        found: list[tuple[float, Floats]] = []
        for near in (self.near(0), self.near(1)):
            supports = self._supports(outlines, near, _REACH * tall)
            kept = _apart(outlines, supports, _APART * tall, most[0])
            fine, supports = self._refined(rough[kept], supports[kept], ratio, near, _REACH * tall)
            found += zip(supports.tolist(), _outlines(fine, ratio), strict=True)
        if not found:
            return []
        outlines = np.stack([outline for _, outline in found])
        kept = _apart(outlines, np.array([support for support, _ in found]), _APART * tall, most[1])
        return [self.searched.to_picture(outlines[k]) for k in kept]

    def _small(self, frame: AnyArray, ratio: float) -> tuple[AnyArray, float]:
        """A frame in searched pixels, and how many of them the card is high."""
        small = np.diag([self.searched.scale, self.searched.scale, 1.0]) @ frame
        around = outline_at(small, ratio)
        return small, float(np.linalg.norm(around[3] - around[0]))

    def _refined(
        self, frames: AnyArray, supports: Floats, ratio: float, near: Floats, reach: float
    ) -> tuple[AnyArray, Floats]:
        """Frames moved and turned a little so that more of their rims follows edges, and how well they are supported then."""
        for size in _FINER if len(frames) else ():
            moves = np.stack(
                [Step(turn, np.array([x, y])).matrix for turn, x, y in product((-size, 0, size), repeat=3)]
            )
            moved = frames[:, None] @ moves[None]
            better = self._supports(_outlines(moved.reshape(-1, 3, 3), ratio), near, reach).reshape(len(frames), -1)
            best = better.argmax(axis=1)
            rows = np.arange(len(frames))
            frames, supports = moved[rows, best], better[rows, best]
        return frames, supports

    def _supports(self, outlines: Floats, near: Floats, reach: float, spots: int = _SPOTS) -> Floats:
        """How well each outline's rim follows edges where it shows, 0..1; 0 where too little shows."""
        share = ((np.arange(spots, dtype=np.float32) + 0.5) / spots)[:, None]
        ends = np.roll(outlines, -1, axis=1)
        rim = (outlines[:, :, None] + (ends - outlines)[:, :, None] * share).reshape(len(outlines), -1, 2)
        x, y = np.rint(rim).astype(np.intp).transpose(2, 0, 1)
        inside = (x >= 0) & (y >= 0) & (x < near.shape[1]) & (y < near.shape[0])
        x, y = np.clip(x, 0, near.shape[1] - 1), np.clip(y, 0, near.shape[0] - 1)
        seen = inside & (self._hidden[y, x] == 0)
        amount = seen.sum(axis=1) * (_SPOTS / spots)
        follows = (np.maximum(0, 1 - near[y, x] / reach) * seen).sum(axis=1) * (_SPOTS / spots) / (amount + _FEW_SPOTS)
        supports: Floats = np.where(amount >= _LEAST_SPOTS, follows, 0.0).astype(np.float32)
        return supports


def _outlines(frames: AnyArray, ratio: float) -> Floats:
    """The corners of cards in their frames, n x 4 x 2; ``frames``: n x 3 x 3."""
    corners = np.concatenate([_standing(ratio), np.ones((4, 1))], axis=1) @ frames.transpose(0, 2, 1)
    outlines: Floats = (corners[..., :2] / corners[..., 2:]).astype(np.float32)
    return outlines


def _apart(outlines: Floats, supports: Floats, least: float, most: int) -> list[int]:
    """Which outlines are well supported, the best first, leaving out those nearer than ``least`` to a better one."""
    kept: list[int] = []
    for k in np.argsort(-supports, kind="stable"):
        if supports[k] < _SUPPORT or len(kept) == most:
            break
        if not kept or float(np.abs(outlines[kept] - outlines[k]).max(axis=(1, 2)).min()) > least:
            kept.append(int(k))
    return kept


def _standing(ratio: float) -> Floats:
    """The corners of a standing card about its middle, clockwise from the top left, in its heights."""
    return np.array([[-ratio, -1], [ratio, -1], [ratio, 1], [-ratio, 1]], np.float32) / 2


def _spin(turn: float) -> AnyArray:
    return np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])


def _first_steps() -> AnyArray:
    """The steps that people make, as matrices: fans about points below or above the cards, to either side, and rows."""
    steps = []
    for away, angle, end, side in product(_PIVOTS, _ANGLES, (-1, 1), (-1, 1)):
        pivot = np.array([0.0, end * away])
        steps.append(Step(side * angle, pivot - _spin(side * angle) @ pivot))
    for size, along in product(np.arange(0.1, 0.5, 0.02), ((1.0, 0), (-1.0, 0), (0, 1.0), (0, -1.0))):
        steps.append(Step(0.0, size * np.array(along)))
    matrices: AnyArray = np.stack([step.matrix for step in steps])
    return matrices


_FIRST_STEPS = _first_steps()
