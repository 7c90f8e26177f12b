"""Weighs what the two networks say of each find: their evidence, the mixed chances of its value, how sure both make it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

import numpy as np

from vision.arrays import Floats, Numbers, Picture
from vision.certainty import Evidence, certainties
from vision.detector import Peak, cut
from vision.passes import trust

DETECTOR_SHARE = 0.2
"""Of a mixed value; the rest is the crop reader's. Of 0.4, 0.3 ... 0 the most right with the fewest wrong and sure, on the photos and
on photos changed in shape, size and colour: the detector calls clear 4s and 5s of few pixels a 6 (docs/measurements.md)."""

SOME_STRENGTH, CONFIRMED_CHANCE = 0.12, 0.7
"""A find of that strength is refuted when the crop reader gives it less than such a chance; left out."""
LEAST_DIE_SHARE = 0.4
"""Only finds at least this share as large as the usual one count as refuted: a die's own pips and the holes of a grating do
not make a picture busy. With an upper limit too (2.0) more dice were wrong and sure."""
STRONG = 0.5
"""Strength (heat times trust) of the finds that say how large dice are in the picture; left out."""
LEAST_CROP_SHARE = 0.75
"""Of the usual side: a large 1 is at times found pip-sized; no crop is made much smaller than those of other dice."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """What is held of the finds of one picture, a row each.

    ``exists``: how likely it is a die with pips; ``right``: how likely its likeliest value then is right; ``mixed``
    (n, 7): chances of pips 1 to 6 and of another face, summing to 1.
    """

    evidence: Evidence
    exists: Numbers
    right: Numbers
    mixed: Floats


def weigh(peaks: Sequence[Peak], looks: Floats) -> Weighed:
    """All finds of a picture weighed; ``looks``: what the crop reader says of each, rows of 8 chances."""
    evidence, mixed = evidence_of(peaks, looks)
    exists, right = certainties(evidence)
    return Weighed(evidence, exists, right, mixed)


def usual_side(peaks: Sequence[Peak], least: int = 1) -> float | None:
    """The median side of the strong finds; None where fewer than ``least`` are strong."""
    strong = [p.side for p in peaks if p.heat * trust(p.network_side) > STRONG]
    return median(strong) if len(strong) >= least else None


def crops_of(image: Picture, peaks: Sequence[Peak]) -> list[Picture]:
    """What the crop reader is shown of each peak.

    No crop is made much smaller than those of the other dice (``LEAST_CROP_SHARE``).
    """
    usual = usual_side([p for p in peaks if p.faces[6] < 0.5], least=2)
    return [cut(image, p.x, p.y, max(p.side, LEAST_CROP_SHARE * usual) if usual else p.side) for p in peaks]


def evidence_of(peaks: Sequence[Peak], looks: Floats) -> tuple[Evidence, Floats]:
    """The evidence for each peak, and its mixed chances of pips 1 to 6 and another face, shape (n, 7)."""
    faces = np.array([p.faces for p in peaks], np.float32).reshape(-1, 7)
    there = 1.0 - looks[:, 7].astype(np.float64)
    shares = looks[:, :7] / np.maximum(1e-6, there)[:, None].astype(np.float32)
    mixed = np.asarray(DETECTOR_SHARE * faces + (1 - DETECTOR_SHARE) * shares, np.float32)
    best = mixed[:, :6].argmax(axis=1)
    rows = np.arange(len(peaks))
    with_pips = mixed[:, 6] < 0.5  # discs with numbers say nothing of how large and how clear the dice are
    usual = usual_side([p for p, pips in zip(peaks, with_pips, strict=True) if pips])
    heat = np.array([p.heat for p in peaks], np.float64)
    trusted = np.array([trust(p.network_side) for p in peaks], np.float64)
    strength = heat * trusted
    odd = np.array([math.log2(p.side / usual) if usual else 0.0 for p in peaks], np.float64)
    of_a_die = odd >= math.log2(LEAST_DIE_SHARE)
    refuted = (strength > SOME_STRENGTH) & (there < CONFIRMED_CHANCE) & of_a_die
    evidence = Evidence(
        heat=heat,
        trust=trusted,
        share=np.minimum(1.0, strength / max(1e-6, float(strength[with_pips].max(initial=0.0)))),
        there=there,
        chance=mixed[rows, best].astype(np.float64),
        detector_chance=faces[rows, best].astype(np.float64),
        crop_chance=shares[rows, best].astype(np.float64),
        support=np.array([p.support for p in peaks], np.float64),
        odd=odd,
        side_px=np.array([p.side for p in peaks], np.float64),
        refuted=np.full(len(peaks), float(refuted.sum())),
    )
    return evidence, mixed
