"""Places where one corner of a card peeks out: under a book, behind another card, from the edge of the picture.

Two straight edges that meet at about a right angle are taken for the corner of a card, whose size is not known unless a card
beside it was recognised. Every size that the two edges allow is proposed, with the part that surely shows: the triangle
between them.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Floats, Picture
from vision.cards.corners import bends_of
from vision.cards.outlines import Searched

_MOST_BENDS = 14
_LEAST_SIDE = 0.035  # of the picture's longer side, as searched: the edges that are seen of a card
_RIGHT_ANGLE = 0.34  # largest cosine: a card that leans by 40 degrees
_SIZES = (
    1.0,
    1.17,
    1.37,
    1.6,
    1.9,
)  # against the least that both edges allow: an index moves by its own stroke between two
_OVERLONG = 1.03  # an edge may be taken a little too long
_KNOWN = (0.84, 1.19)  # of the size of a card recognised beside it: farther or nearer on the table
_APART_PX = 5.0


@dataclass(frozen=True, slots=True)
class Place:
    """A card that may lie there: ``corners`` of a standing card, clockwise from its top left, in pixels of the picture, one of
    which peeks out; ``shown``: the triangle that shows, in the same pixels."""

    corners: Floats
    shown: Floats


def peeking_corners(searched: Searched, shape: float, hidden: Picture | None, known_px: float | None) -> list[Place]:
    """Propose up to 140 places. ``shape``: the shorter by the longer side of a card; ``hidden``: 1 where recognised cards lie;
    ``known_px``: the longer side of those, in pixels of the picture."""
    known = None
    if hidden is not None:
        cover = cv2.resize(hidden, searched.shape[::-1], interpolation=cv2.INTER_NEAREST)
        known = cv2.dilate(cover, np.ones((9, 9), np.uint8))
    places = []
    for end, corner, other in _corners(searched, known):
        for short, long in ((end, other), (other, end)):
            across, along = short - corner, long - corner
            wide, tall = float(np.hypot(*across)), float(np.hypot(*along))
            least = max(wide / shape, tall) / _OVERLONG
            sizes = [least * step for step in _SIZES]
            if known_px is not None:
                there = known_px * searched.scale
                low, high = (there * share for share in _KNOWN)
                sizes = [size for size in (there, low, high, *sizes[:1]) if size >= least and low <= size <= high]
            for size in sizes:
                card = _card(corner, across / wide * size * shape, along / tall * size)
                places.append(Place(searched.to_picture(card), searched.to_picture(np.stack([short, corner, long]))))
    return places


def _corners(searched: Searched, known: Picture | None) -> list[tuple[Floats, Floats, Floats]]:
    least = _LEAST_SIDE * max(searched.shape)
    found: list[tuple[Floats, Floats, Floats]] = []
    for edges in searched.edges:
        if known is not None:
            edges = np.where(known > 0, 0, edges).astype(np.uint8)
        for bend in bends_of(edges, known):
            one, other = bend[0] - bend[1], bend[2] - bend[1]
            lengths = float(np.hypot(*one)), float(np.hypot(*other))
            if min(lengths) < least or abs(float(one @ other)) > _RIGHT_ANGLE * lengths[0] * lengths[1]:
                continue
            if all(float(np.abs(bend[1] - seen[1]).max()) > _APART_PX for seen in found):
                found.append(bend)
    found.sort(key=lambda bend: -min(float(np.hypot(*(bend[0] - bend[1]))), float(np.hypot(*(bend[2] - bend[1])))))
    return found[:_MOST_BENDS]


def _card(corner: Floats, across: Floats, along: Floats) -> Floats:
    """The corners of a card from one corner, clockwise, so that it stands: a shorter side first."""
    card = np.stack([corner, corner + across, corner + across + along, corner + along])
    turning = across[0] * along[1] - across[1] * along[0]
    return (card if turning > 0 else card[[1, 0, 3, 2]]).astype(np.float32)
