"""Which of two look-alikes a picture shows: their patches are asked one by one, so that the difference decides and not the
art."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import acos, cos

import cv2
import numpy as np

from vision.arrays import AnyArray, Floats
from vision.cards.agreement import SEARCH, Agreement, correlations
from vision.cards.face import Face, lab_planes
from vision.cards.lookalikes import EDGE, WARP, Lookalike, Patch

_SAME = 0.97  # a patch seen in a picture hardly correlates better with the very card it shows


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the patches say between a card and one look-alike. ``lean``: 1 fully this card, -1 fully the other;
    ``unlike``: how far the patches are from this card, 0 the same, 1 as far as the other; ``seen``: share of weight
    not covered."""

    lean: float
    unlike: float
    seen: float


def shown_patches(one: Face, other: Face, pair: Lookalike) -> tuple[Floats, ...]:
    """What the other card shows in each patch of ``pair`` (Lab planes), laid over ``one``."""
    shown = []
    for patch in pair.patches:
        x0, y0, x1, y1 = _cut(patch, one.height, one.width)
        shift = np.array([[1, 0, x0], [0, 1, y0], [0, 0, 1.0]])
        size = max(1, x1 - x0), max(1, y1 - y0)
        shown.append(
            lab_planes(cv2.warpPerspective(other.crop, pair.to_other @ shift, size, flags=WARP, borderMode=EDGE))
        )
    return tuple(shown)


def verdict_of(
    taught: Floats, shown: Sequence[Floats], pair: Lookalike, seen: Floats, hidden: AnyArray | None
) -> Verdict:
    """Ask every patch of ``pair`` whether ``seen`` shows this card or the other.

    ``taught``, ``seen``: Lab planes of this card, and of the picture laid over it; ``shown``: see ``shown_patches``.
    """
    lean = unlike = total = everything = 0.0
    for patch, other in zip(pair.patches, shown, strict=True):
        everything += patch.weight
        inside = _inside(patch, seen, hidden)
        if inside is None:
            continue
        x0, y0, x1, y1 = inside
        around = seen[max(0, y0 - SEARCH) : y1 + SEARCH, max(0, x0 - SEARCH) : x1 + SEARCH]
        mine, theirs = correlations(around, (taught[y0:y1, x0:x1], other))
        room = max(0.05, 1 - patch.alike)
        lean += patch.weight * min(1.0, max(-1.0, (mine - theirs) / room))
        unlike += patch.weight * max(0.0, _SAME - mine) / room
        total += patch.weight
    return _verdict(lean, unlike, total, everything)


def least_verdict(pair: Lookalike, agreement: Agreement, hidden: AnyArray | None) -> Verdict:
    """The least that ``verdict_of`` would lean to this card, from the agreement already known, without looking at the other.

    If the picture correlates m with this card in a patch, and the two cards correlate a, then it cannot correlate with
    the other more than cos(arccos a - arccos m).
    """
    lean = unlike = total = everything = 0.0
    for patch in pair.patches:
        everything += patch.weight
        inside = _inside(patch, agreement.map, hidden)
        if inside is None:
            continue
        x0, y0, x1, y1 = inside
        mine = min(1.0, max(-1.0, cv2.mean(agreement.map[y0:y1, x0:x1])[0]))
        room = max(0.05, 1 - patch.alike)
        theirs = cos(max(0.0, acos(min(1.0, max(-1.0, patch.alike))) - acos(mine)))
        lean += patch.weight * min(1.0, max(-1.0, (mine - theirs) / room))
        unlike += patch.weight * (1 - mine) / room
        total += patch.weight
    return _verdict(lean, unlike, total, everything)


def _verdict(lean: float, unlike: float, total: float, everything: float) -> Verdict:
    return Verdict(lean / total, unlike / total, total / everything) if total > 0 else Verdict(0.0, 1.0, 0.0)


def _inside(patch: Patch, plane: AnyArray, hidden: AnyArray | None) -> tuple[int, int, int, int] | None:
    """The patch cut to the face: left, top, right, bottom; None where too little is there or it is covered."""
    x0, y0, x1, y1 = _cut(patch, *plane.shape[:2])
    if x1 - x0 < 5 or y1 - y0 < 5 or (hidden is not None and cv2.mean(hidden[y0:y1, x0:x1])[0] > 0.3):
        return None
    return x0, y0, x1, y1


def _cut(patch: Patch, height: int, width: int) -> tuple[int, int, int, int]:
    return max(0, patch.x), max(0, patch.y), min(width, patch.x + patch.w), min(height, patch.y + patch.h)
