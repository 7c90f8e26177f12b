"""Reads pip dice in a picture: ``read_dice`` for a reading, ``candidates`` for every top face that might be a die.

The detector runs at two working sizes, because how large a die is in the picture is not known beforehand; where the
dice turn out small a third pass looks closer at the part of the picture that holds them. Each find is looked at once
more at full resolution by the crop reader. A die is *sure* only when it is clearly a die and clearly one value; the
limits were chosen on pictures of tables that the networks had not seen (``training/README.md``).
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from vision.detector import Floats, Peak, Picture, cut, find_peaks, read_crops
from vision.reading import Box, DiceReading, Die, Point

WORKING_SIDES_PX = (256, 480)
_MOST_CROPS = 48
_CLOSE_PASS_PIXELS = 230_000
_GOOD_SIDE_PX = 42.0

# Limits of a reading, on ``Candidate.score`` (relative to the best die of the picture) and on the value's chance.
SURE_SCORE, SURE_SHARE, SURE_CHANCE = 0.5, 0.65, 0.7
SHOWN_SCORE, SHOWN_SHARE = 0.4, 0.6


@dataclass(frozen=True, slots=True)
class Candidate:
    """A top face that may be a die's, in pixels of the picture.

    ``box`` goes around the top face, ``side`` is the edge of the die there. ``score`` 0..1: how surely a top face.
    ``values``: chances of pips 1 to 6; with ``other`` (a face without pips: picture, digit, blank) they sum to 1.
    """

    box: Box
    centre: Point
    side: float
    score: float
    values: tuple[float, float, float, float, float, float]
    other: float

    @property
    def value(self) -> int:
        return max(range(6), key=self.values.__getitem__) + 1

    @property
    def chance(self) -> float:
        return max(self.values)


def candidates(image: Picture) -> list[Candidate]:
    """Every top face that might be a die, pips or not, best first; ``image`` is BGR uint8 (H, W, 3).

    Raises ValueError for an array of another shape or type.
    """
    if image.ndim != 3 or image.shape[2] != 3 or image.dtype.name != "uint8" or min(image.shape[:2]) < 1:
        raise ValueError(f"a picture is a BGR uint8 array (height, width, 3), not {image.dtype} {image.shape}")
    return _judge(image, all_peaks(image))


def all_peaks(image: Picture) -> list[Peak]:
    """The finds of all passes, strongest first, each die once."""
    peaks = [peak for side in WORKING_SIDES_PX for peak in find_peaks(image, side)]
    kept = _apart(peaks)
    close = _look_closer(image, kept)
    return (_apart(peaks + close) if close else kept)[:_MOST_CROPS]


def read_dice(image: Picture, count: int | None = None) -> DiceReading:
    """The pip dice of a picture from left to right; ``count`` says how many should lie there, if known.

    ``image`` is BGR uint8 (H, W, 3). A die whose value is not sure has ``value`` None and its best ``guess``. Faces
    without pips are left out (``vision.icons`` reads those). Raises ValueError for an array of another shape or type.
    """
    begun = time.perf_counter()
    found = [c for c in candidates(image) if c.other < 0.5]
    dice = sorted(decide(found, count), key=lambda die: (die.box.x + die.box.w / 2, die.box.y))
    return DiceReading(tuple(dice), (time.perf_counter() - begun) * 1000, count)


def decide(found: Sequence[Candidate], count: int | None = None) -> list[Die]:
    """Which candidates are dice, and which of those are sure."""
    if not found:
        return []
    best = max(c.score for c in found)
    dice = []
    for rank, c in enumerate(found):
        expected = count is not None and rank < count
        if c.score < max(SHOWN_SCORE, SHOWN_SHARE * best) and not (expected and c.score > 0.25):
            continue
        sure = c.score >= max(SURE_SCORE, SURE_SHARE * best) and c.chance >= SURE_CHANCE
        dice.append(Die(c.value if sure else None, c.value, min(1.0, c.score) * c.chance, c.box))
    return dice


def _trust(network_side: float) -> float:
    """How far a find of that size (pixels of the working picture) is to be believed; seen too large, a pip looks like a die."""
    if network_side < 24:
        return math.sqrt(max(0.0, (network_side - 8) / 16))
    return 1.0 if network_side < 95 else max(0.3, 1 - 0.6 * math.log2(network_side / 95))


def _apart(peaks: Sequence[Peak]) -> list[Peak]:
    """The strongest peaks, none within half a side of a stronger one (over all passes)."""
    kept: list[Peak] = []
    for peak in sorted(peaks, key=lambda p: -p.heat * _trust(p.network_side)):
        if all(math.hypot(peak.x - k.x, peak.y - k.y) >= 0.45 * max(peak.side, k.side) for k in kept):
            kept.append(peak)
    return kept


def _look_closer(image: Picture, peaks: Sequence[Peak]) -> list[Peak]:
    """A pass over the part of the picture that holds the likely dice, where those were seen too small to be read."""
    likely = [p for p in peaks if p.heat > 0.2]
    if not likely:
        return []
    strongest = max(p.heat for p in likely)
    likely = [p for p in likely if p.heat > 0.4 * strongest]
    small = [p for p in likely if p.network_side < 27]
    if len(small) * 2 < len(likely) or not small:
        return []
    reach = 1.8 * max(p.side for p in small)
    x0 = max(0, int(min(p.x for p in small) - reach))
    y0 = max(0, int(min(p.y for p in small) - reach))
    x1 = min(image.shape[1], int(max(p.x for p in small) + reach) + 1)
    y1 = min(image.shape[0], int(max(p.y for p in small) + reach) + 1)
    part = image[y0:y1, x0:x1]
    if min(part.shape[:2]) < 8:
        return []
    scale = _GOOD_SIDE_PX / median(p.side for p in small)
    scale = min(scale, 3.0, math.sqrt(_CLOSE_PASS_PIXELS / (part.shape[0] * part.shape[1])))
    return find_peaks(part, max(32, round(max(part.shape[:2]) * scale)), x0, y0)


def _judge(image: Picture, peaks: Sequence[Peak]) -> list[Candidate]:
    if not peaks:
        return []
    usual = usual_side(peaks)
    return fuse(peaks, read_crops([cut(image, p.x, p.y, crop_side(p, usual)) for p in peaks]))


def usual_side(peaks: Sequence[Peak]) -> float | None:
    """The median side of the strong finds; None where fewer than two are strong."""
    strong = [p.side for p in peaks if p.heat * _trust(p.network_side) > 0.5]
    return median(strong) if len(strong) > 1 else None


def crop_side(peak: Peak, usual: float | None) -> float:
    """A large '1' is at times found pip-sized: its crop is not made much smaller than those of the other dice."""
    return peak.side if usual is None else max(peak.side, 0.75 * usual)


def fuse(peaks: Sequence[Peak], looks: Floats) -> list[Candidate]:
    """Candidates, best first, from peaks and what the crop reader says of each (rows of 8 chances).

    The two networks' values are mixed; a size that does not fit the other dice counts against a find.
    """
    usual = usual_side(peaks)
    found = []
    for peak, look in zip(peaks, looks, strict=True):
        there = 1.0 - float(look[7])
        shares = look[:7] / max(1e-6, there)
        mixed = 0.4 * peak.faces + 0.6 * shares
        odd = max(0.0, abs(math.log2(peak.side / usual)) - 0.6) if usual else 0.0
        score = (peak.heat * _trust(peak.network_side)) ** 0.75 * there**0.25 * math.exp(-0.7 * odd * odd)
        box = Box(peak.x - peak.width / 2, peak.y - peak.height / 2, peak.width, peak.height)
        v = [float(share) for share in mixed]
        found.append(Candidate(box, (peak.x, peak.y), peak.side, score, (v[0], v[1], v[2], v[3], v[4], v[5]), v[6]))
    return sorted(found, key=lambda c: -c.score)
