"""A taught card found in a picture, and when it can be trusted.

A card is *sure* only when the picture agrees with the taught face nearly everywhere, when the patches that tell it from
each taught look-alike say so, and when nothing else contradicts it: an untaught look-alike contradicts somewhere.
"""

from __future__ import annotations

from dataclasses import dataclass

from vision.arrays import AnyArray, Floats
from vision.cards.agreement import Agreement
from vision.cards.outlines import Outline

BLOB_PX = 40
"""A larger place that shows something else (pixels of the taught face): another card."""
_SPOTS_PX = 88  # in all: an untaught look-alike departs at each of its pips, wear and lamps in a place or two


@dataclass(frozen=True, slots=True, eq=False)
class Match:
    """One taught picture laid over a place. ``corners``: 4 x 2, clockwise from the card's own top left."""

    index: int
    name: str
    to_picture: AnyArray
    corners: Floats
    agreement: Agreement
    lean: float
    unlike: float
    siblings: int
    rivals: tuple[str, ...]
    sure: bool
    confidence: float
    outline: Outline | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Candidate:
    """A taught picture that may lie at a place: its likeness there at half size and how it lies (face to picture)."""

    score: float
    index: int
    laid: AnyArray


def is_sure(agreement: Agreement, lean: float, unlike: float, siblings: int) -> bool:
    """Whether a match can be trusted; ``lean`` and ``unlike``: the least and the most any look-alike's ruling says."""
    if agreement.score < 0.72 or agreement.share < 0.80 or agreement.visible < 0.50:
        return False
    if agreement.spots_px > _SPOTS_PX:
        return False
    if not siblings:
        return agreement.blob_px <= 1.2 * BLOB_PX
    if lean >= 0.40 and unlike <= 0.35:
        # Where its family differs it is this card: an untaught sister would differ there.
        return agreement.blob_px <= 2 * BLOB_PX
    if (lean >= 0.40 and unlike <= 0.50) or (lean >= 0.20 and unlike <= 0.30):
        return agreement.blob_px <= BLOB_PX
    return lean >= 0.25 and unlike <= 0.50 and agreement.blob_px <= BLOB_PX / 2
