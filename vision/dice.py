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
from dataclasses import dataclass, replace
from statistics import median

import numpy as np

from vision.arrays import Floats, Picture
from vision.certainty import Evidence, certainties
from vision.detector import Peak, cut, find_peaks, look_again, read_crops
from vision.reading import Box, DiceReading, Die, Point

WORKING_SIDES_PX = (256, 480)
_MOST_CROPS = 44  # each costs a millisecond
_LEAST_SHARE = 0.2  # of the strongest heat; weaker finds are not looked at
_MOST_CLOSE = 20
_CLOSE_SHARE = 0.25
_SMALL_SIDE_PX = 27.0  # seen smaller than this in the working picture, a die deserves a closer look

_DETECTOR_SHARE = 0.4  # of a mixed value; the rest is the crop reader's

# Limits of a reading, chosen on tables the networks had not seen: a find is shown as a die from SHOWN_CHANCE that it
# is one, and its value is sure from SURE_CHANCE that die and value are both right.
SHOWN_CHANCE, SURE_CHANCE = 0.7, 0.75
_EXPECTED_CHANCE = 0.1
_SOME_STRENGTH, _CONFIRMED = 0.12, 0.7  # a find of that strength is refuted by the crop reader below such a chance

# Limits on ``Candidate.score``, alone and relative to the best of the picture, for faces without pips.
SHOWN_SCORE, SHOWN_SHARE = 0.4, 0.6


@dataclass(frozen=True, slots=True)
class Candidate:
    """A top face that may be a die's, in pixels of the picture.

    ``box`` goes around the top face, ``side`` is the edge of the die there. ``score`` 0..1: how much it looks like a
    top face, pips or not. ``values``: chances of pips 1 to 6; with ``other`` (a face without pips: picture, digit,
    blank) they sum to 1. ``exists`` and ``right`` are calibrated: how often such a find is a die with pips, and how
    often its ``value`` then is right.
    """

    box: Box
    centre: Point
    side: float
    score: float
    values: tuple[float, float, float, float, float, float]
    other: float
    exists: float
    right: float

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
    kept = _look_closer(image, peaks)
    least = _LEAST_SHARE * max((p.heat * _trust(p.network_side) for p in kept), default=0.0)
    return [p for p in kept if p.heat * _trust(p.network_side) >= least][:_MOST_CROPS]


def read_dice(image: Picture, count: int | None = None) -> DiceReading:
    """The pip dice of a picture from left to right; ``count`` says how many should lie there, if known.

    ``image`` is BGR uint8 (H, W, 3). A die whose value is not sure has ``value`` None and its best ``guess``. Faces
    without pips are left out (``vision.faces.reader`` reads those). Raises ValueError for an array of another shape or type.
    """
    begun = time.perf_counter()
    found = [c for c in candidates(image) if c.other < 0.5]
    dice = sorted(decide(found, count), key=lambda die: (die.box.x + die.box.w / 2, die.box.y))
    return DiceReading(tuple(dice), (time.perf_counter() - begun) * 1000, count)


def decide(found: Sequence[Candidate], count: int | None = None) -> list[Die]:
    """Which candidates are dice, and which of those are sure; with ``count`` so many are shown if there are as many."""
    ranked = sorted(found, key=lambda c: -c.exists)
    dice = []
    for rank, c in enumerate(ranked):
        if c.exists < SHOWN_CHANCE and not (count is not None and rank < count and c.exists >= _EXPECTED_CHANCE):
            continue
        confidence = c.exists * c.right
        sure = c.exists >= SHOWN_CHANCE and confidence >= SURE_CHANCE
        dice.append(Die(c.value if sure else None, c.value, confidence, c.box))
    return dice


def _trust(network_side: float) -> float:
    """How far a find of that size (pixels of the working picture) is to be believed; seen too large, a pip looks like a die."""
    if network_side < 24:
        return math.sqrt(max(0.0, (network_side - 8) / 16))
    return 1.0 if network_side < 95 else max(0.3, 1 - 0.6 * math.log2(network_side / 95))


def _apart(peaks: Sequence[Peak], witnesses: Sequence[Peak] = ()) -> list[Peak]:
    """The strongest peaks, none within half a side of a stronger one (over all passes).

    Those left out, and ``witnesses``, support the kept one they agree with in place and size.
    """
    kept: list[Peak] = []
    for peak in sorted(peaks, key=lambda p: -p.heat * _trust(p.network_side)):
        if not any(_same_place(peak, k) for k in kept):
            kept.append(peak)
    supported = []
    for k in kept:
        agreeing = (p.heat for p in (*peaks, *witnesses) if p is not k and _same_place(p, k) and _same_size(p, k))
        supported.append(replace(k, support=max(agreeing, default=k.support)))
    return supported


def _same_place(one: Peak, other: Peak) -> bool:
    return math.hypot(one.x - other.x, one.y - other.y) < 0.45 * max(one.side, other.side)


def _same_size(one: Peak, other: Peak) -> bool:
    return 0.62 < one.side / other.side < 1.6


def _look_closer(image: Picture, peaks: Sequence[Peak]) -> list[Peak]:
    """The peaks of all passes with those that were seen too small to be read replaced by what a closer look at the
    likeliest of them finds; each die once.

    Where to look is decided by heat alone: a pass that sees dice very small may still point at them better than one
    that takes several of them for a single larger one.
    """
    least = _CLOSE_SHARE * max((p.heat for p in peaks), default=0.0)
    small = sorted((p for p in peaks if p.network_side < _SMALL_SIDE_PX and p.heat > least), key=lambda p: -p.heat)
    looked: list[Peak] = []
    for peak in small:
        if len(looked) < _MOST_CLOSE and not any(_same_place(peak, k) and _same_size(peak, k) for k in looked):
            looked.append(peak)
    seen = {id(p) for p in small}
    return _apart([p for p in peaks if id(p) not in seen] + look_again(image, looked), small)


def _judge(image: Picture, peaks: Sequence[Peak]) -> list[Candidate]:
    if not peaks:
        return []
    return fuse(peaks, read_crops(crops_of(image, peaks)))


def usual_side(peaks: Sequence[Peak], least: int = 1) -> float | None:
    """The median side of the strong finds; None where fewer than ``least`` are strong."""
    strong = [p.side for p in peaks if p.heat * _trust(p.network_side) > 0.5]
    return median(strong) if len(strong) >= least else None


def crops_of(image: Picture, peaks: Sequence[Peak]) -> list[Picture]:
    """What the crop reader is shown of each peak.

    A large '1' is at times found pip-sized: no crop is made much smaller than those of the other dice.
    """
    usual = usual_side([p for p in peaks if p.faces[6] < 0.5], least=2)
    return [cut(image, p.x, p.y, max(p.side, 0.75 * usual) if usual else p.side) for p in peaks]


def evidence_of(peaks: Sequence[Peak], looks: Floats) -> tuple[Evidence, Floats]:
    """The evidence for each peak, and its mixed chances of pips 1 to 6 and another face, shape (n, 7)."""
    faces = np.array([p.faces for p in peaks], np.float32).reshape(-1, 7)
    there = 1.0 - looks[:, 7].astype(np.float64)
    shares = looks[:, :7] / np.maximum(1e-6, there)[:, None].astype(np.float32)
    mixed = np.asarray(_DETECTOR_SHARE * faces + (1 - _DETECTOR_SHARE) * shares, np.float32)
    best = mixed[:, :6].argmax(axis=1)
    rows = np.arange(len(peaks))
    with_pips = mixed[:, 6] < 0.5  # discs with numbers say nothing of how large and how clear the dice are
    usual = usual_side([p for p, pips in zip(peaks, with_pips, strict=True) if pips])
    heat = np.array([p.heat for p in peaks], np.float64)
    trust = np.array([_trust(p.network_side) for p in peaks], np.float64)
    strength = heat * trust
    evidence = Evidence(
        heat=heat,
        trust=trust,
        share=np.minimum(1.0, strength / max(1e-6, float(strength[with_pips].max(initial=0.0)))),
        there=there,
        chance=mixed[rows, best].astype(np.float64),
        detector_chance=faces[rows, best].astype(np.float64),
        crop_chance=shares[rows, best].astype(np.float64),
        support=np.array([p.support for p in peaks], np.float64),
        odd=np.array([math.log2(p.side / usual) if usual else 0.0 for p in peaks], np.float64),
        side_px=np.array([p.side for p in peaks], np.float64),
        refuted=np.full(len(peaks), float(((strength > _SOME_STRENGTH) & (there < _CONFIRMED)).sum())),
    )
    return evidence, mixed


def fuse(peaks: Sequence[Peak], looks: Floats) -> list[Candidate]:
    """Candidates, best first, from peaks and what the crop reader says of each (rows of 8 chances)."""
    evidence, mixed = evidence_of(peaks, looks)
    exists, right = certainties(evidence)
    found = []
    for i, peak in enumerate(peaks):
        odd = max(0.0, abs(float(evidence.odd[i])) - 0.6)
        score = (
            float(evidence.heat[i] * evidence.trust[i]) ** 0.75
            * float(evidence.there[i]) ** 0.25
            * math.exp(-0.7 * odd * odd)
        )
        box = Box(peak.x - peak.width / 2, peak.y - peak.height / 2, peak.width, peak.height)
        v = [float(share) for share in mixed[i]]
        values = (v[0], v[1], v[2], v[3], v[4], v[5])
        found.append(
            Candidate(box, (peak.x, peak.y), peak.side, score, values, v[6], float(exists[i]), float(right[i]))
        )
    return sorted(found, key=lambda c: -c.score)
