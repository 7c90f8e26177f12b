"""A taught card found in a picture, and when it can be trusted.

A card is *sure* only when the picture agrees with the taught face nearly everywhere, when the patches that tell it from
each taught look-alike say so, and when nothing else contradicts it: an untaught look-alike contradicts somewhere.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.arrays import AnyArray, Floats
from vision.cards.agreement import Agreement
from vision.cards.ink import Shade
from vision.cards.outlines import Outline

BLOB_PX = 40
"""A larger place that shows something else (pixels of the taught face): another card. Untaught sisters in the laboratory:
median 67, right cards 0 to 1."""
_SCORE, _SHARE = (
    0.72,
    0.80,
)  # right cards .74 to .98, look-alikes up to .84, which the patches and the spots must refute
_EITHER = ((0.40, 0.50), (0.20, 0.30))  # lean and unlike, one of which is clear
_WEAK_LEAN, _WEAK_UNLIKE = 0.25, 0.50  # neither is clear: only where hardly anything contradicts
_SPOTS_PX = 88  # in all: an untaught look-alike departs at each of its pips, wear and lamps in a place or two
_LEAST_VISIBLE = 0.50  # of the weight: less may hide just what tells it from a card nobody taught

# On real photographs no untaught sister passed these (benchmarks.cards_real, the sister test of tests/vision):
_BENT_SCORE, _BENT_SHARE, _BENT_SPOTS_PX = 0.80, 0.88, 88
_TONED_SPOTS_PX = 60  # toned faces contradict less, so that less is forgiven
_LEAN, _UNLIKE = 0.40, 0.35  # where its family differs it is this card: an untaught sister would differ there
_CLOSER_SCORE = 0.55  # a right card scores .6 and more before it is bent into line

# Where the index of a playing card is seen and agrees (``vision.cards.index``); other cards of such a deck score up to .92:
_INDEX_SCORE, _INDEX_SHARE = 0.65, 0.65

# The ink, on boards of a deck that differs in colour, number and shading (half-size pixels, Lab units):
_INK_LEAN, _INK_UNLIKE = (
    0.20,
    0.50,
)  # right cards: median .78 and .21; cards whose own lesson was left out: -.05 and 1.06
_PALE_LEAN, _PALE_UNLIKE = 0.25, 0.45
_PALE_PX, _STRONG_PX = 300, 60  # left out: 700 and 550 in the median; the least of one taken for its sister 514 and 150
_ALONE_LEAN, _ALONE_UNLIKE, _ALONE_PALE_PX, _ALONE_STRONG_PX, _ALONE_MEAN = 0.30, 0.40, 120, 20, 3.5
_ALONE_SCORE = 0.70
_CLEAR_LEAN, _CLEAR_UNLIKE, _CLEAR_MEAN, _CLEAR_SPOTS_PX = 0.55, 0.30, 7.0, 120  # left out: unlike .38 and more
_FILL = 0.60  # right cards on real boards .03 to .48; hollow taken for striped .86, striped for hollow 1.24 and more
_HUE = 0.80  # the same inks by another camera under a tinted lamp: .96 and more; inks a sixth of the colour circle away: .66


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
    shade: Shade | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Candidate:
    """A taught picture that may lie at a place: its likeness there at half size and the homography from the
    face to the picture."""

    score: float
    index: int
    homography: AnyArray


def is_sure(agreement: Agreement, lean: float, unlike: float, siblings: int) -> bool:
    """Whether a match can be trusted; ``lean`` and ``unlike``: the least and the most any look-alike's verdict says."""
    if agreement.score < _SCORE or agreement.share < _SHARE or agreement.visible < _LEAST_VISIBLE:
        return False
    if agreement.spots_px > _SPOTS_PX:
        return False
    if not siblings:
        return agreement.blob_px <= 1.2 * BLOB_PX
    if lean >= _LEAN and unlike <= _UNLIKE:
        return agreement.blob_px <= 2 * BLOB_PX
    if any(lean >= least and unlike <= most for least, most in _EITHER):
        return agreement.blob_px <= BLOB_PX
    return lean >= _WEAK_LEAN and unlike <= _WEAK_UNLIKE and agreement.blob_px <= BLOB_PX / 2


def worth_a_closer_look(agreement: Agreement) -> bool:
    """Whether a picture that is not sure at first sight may be made so by a closer look."""
    return agreement.score >= _CLOSER_SCORE and agreement.visible >= _LEAST_VISIBLE


def sure_when_bent(agreement: Agreement, lean: float, unlike: float, siblings: int) -> bool:
    """Whether a match can be trusted after the picture was bent into line."""
    return _sure_closely(agreement, lean, unlike, siblings) and agreement.spots_px <= _BENT_SPOTS_PX


def sure_when_toned(agreement: Agreement, lean: float, unlike: float, siblings: int) -> bool:
    """Whether a match can be trusted after the face was lent the tones of the picture too."""
    return _sure_closely(agreement, lean, unlike, siblings) and agreement.spots_px <= _TONED_SPOTS_PX


def _sure_closely(agreement: Agreement, lean: float, unlike: float, siblings: int) -> bool:
    if agreement.score < _BENT_SCORE or agreement.share < _BENT_SHARE or agreement.visible < _LEAST_VISIBLE:
        return False
    return not siblings or (lean >= _LEAN and unlike <= _UNLIKE)


def sure_by_index(agreement: Agreement, lean: float, unlike: float, siblings: int) -> bool:
    """Whether a match can be trusted of which an index agrees: what shines or lies on the rest is forgiven, other cards not."""
    if agreement.score < _INDEX_SCORE or agreement.share < _INDEX_SHARE or agreement.visible < _LEAST_VISIBLE:
        return False
    return not siblings or (lean >= _LEAN and unlike <= _UNLIKE)


def shade_agrees(shade: Shade, pale_fills: bool) -> bool:
    """Whether the ink is this card's and no look-alike's; ``pale_fills``: cards of the deck differ in nothing but shade."""
    if shade.hue < _HUE or shade.fill > _FILL:
        return False
    if not pale_fills:
        return shade.lean >= _INK_LEAN and shade.unlike <= _INK_UNLIKE
    return (
        shade.lean >= _PALE_LEAN
        and shade.unlike <= _PALE_UNLIKE
        and shade.pale_px <= _PALE_PX
        and shade.strong_px <= _STRONG_PX
    )


def colours_agree(hue: float) -> bool:
    """Whether the colours of a face without white are those seen; ``hue``: see ``ink.hue_of``."""
    return hue >= _HUE


def same_inks(shade: Shade) -> bool:
    """Whether the inks have the taught colours: tones are lent channel by channel, which could turn one ink into another."""
    return shade.strong_px <= _STRONG_PX


def sure_by_ink(agreement: Agreement, shade: Shade, pale_fills: bool) -> bool:
    """Whether the ink alone settles a match that has look-alikes: under a lamp its contrast may have changed a great deal.

    ``pale_fills``: as ``shade_agrees`` has it; in other decks the shape of small signs tells cards apart, which ink hardly sees.
    """
    if shade.hue < _HUE or shade.fill > _FILL or agreement.score < _ALONE_SCORE or agreement.visible < _LEAST_VISIBLE:
        return False
    if not pale_fills and agreement.spots_px > _CLEAR_SPOTS_PX:
        return False
    if shade.lean >= _CLEAR_LEAN and shade.unlike <= _CLEAR_UNLIKE and agreement.spots_px <= _CLEAR_SPOTS_PX:
        return shade.mean <= _CLEAR_MEAN  # so clearly this one that a shadow or a sheen on it does not matter
    return (
        shade.lean >= _ALONE_LEAN
        and shade.unlike <= _ALONE_UNLIKE
        and shade.pale_px <= _ALONE_PALE_PX
        and shade.strong_px <= _ALONE_STRONG_PX
        and shade.mean <= _ALONE_MEAN
    )


def certainty(agreement: Agreement, lean: float | None, sure: bool) -> float:
    """A match's confidence: 0.9 to 0.999 when it is sure, else 0.05 to 0.85; ``lean``: None without look-alikes."""
    margin = min(agreement.score, agreement.share, 1.0 if lean is None else 0.5 + lean / 2)
    if sure:
        return float(np.clip(0.9 + 0.1 * (margin - 0.7) / 0.3, 0.9, 0.999))
    return float(np.clip(0.85 * margin, 0.05, 0.85))
