"""The detector's passes over a picture, and which of their finds are the same face.

The detector runs at two working sizes, because how large a die is in the picture is not known beforehand; where the
dice turn out small a third pass looks closer at the places of the picture that hold them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.arrays import Picture
from vision.detector import Peak, find_peaks, look_again

# Chosen on tables that the networks had not seen (training/README.md, "Learnt on the way"), where nothing else is said.
WORKING_SIDES_PX = (256, 480)
"""Long sides of the working picture: dice of 24 to 95 px there are read best, and these two cover most tables."""
CLOSE_UP_SIDES_PX, CLOSE_UP_MARGIN, LEAST_CLOSE_UP = (64, 96), 0.25, 0.3
"""Long sides for dice that take at least that share of the picture, and how much grey around it: without the grey a die that
nearly touches the edges is not seen. Together they cost 3 ms (docs/measurements.md)."""
MOST_FINDS = 44
"""Each costs a millisecond in the crop reader; more dice than this lie on no table of the five games."""
LEAST_SHARE = 0.2
"""Of the strongest heat of the picture: weaker finds are not worth the time of looking at them."""
MOST_CLOSE, CLOSE_SHARE = 20, 0.25
"""At most so many places get the closer look (four rows of tiles, about 30 ms), from this share of the strongest heat."""
SMALL_SIDE_PX = 27.0
"""Seen smaller than this in the working picture, a die deserves a closer look, which shows it at 28 px."""
SAME_PLACE, LEAST_ALIKE, MOST_ALIKE = 0.45, 0.62, 1.6
"""Two finds nearer than that share of a side are one face (touching dice are 1.0 apart, a pip and its die 0.3);
they agree in size when one side over the other lies between the two limits (boxes are true to a third)."""
LEAST_TRUSTED_PX, TRUSTED_PX, MOST_TRUSTED_PX = 8.0, 24.0, 95.0
"""Sides in the working picture: below the first nothing can be read; between the other two everything."""
TOO_LARGE_LOSS, LEAST_TRUST = 0.6, 0.3
"""Trust lost with each doubling above (a pip of a large die looks like a small die), and what remains at least."""


def find_all(image: Picture) -> list[Peak]:
    """The finds of all passes, strongest first, each die once."""
    return likeliest(image, seen_in_passes(image))


def seen_in_passes(image: Picture) -> list[Peak]:
    """What the detector sees in the whole picture at each working size."""
    return [peak for side in WORKING_SIDES_PX for peak in find_peaks(image, side)]


def close_ups(image: Picture) -> list[Peak]:
    """Dice that nearly fill the picture: too large to be known as dice at the other working sizes."""
    seen = ((s, peak) for s in CLOSE_UP_SIDES_PX for peak in find_peaks(image, s, round(CLOSE_UP_MARGIN * s)))
    return [peak for side, peak in seen if peak.network_side > LEAST_CLOSE_UP * side]


def likeliest(image: Picture, peaks: Sequence[Peak]) -> list[Peak]:
    """Each die of the peaks once, the small ones looked at closer; strongest first."""
    kept = _look_closer(image, peaks)
    least = LEAST_SHARE * max((p.heat * trust(p.network_side) for p in kept), default=0.0)
    return [p for p in kept if p.heat * trust(p.network_side) >= least][:MOST_FINDS]


def trust(network_side: float) -> float:
    """How far a find of that size (pixels of the working picture) is to be believed; seen too large, a pip looks like a die."""
    if network_side < TRUSTED_PX:
        return math.sqrt(max(0.0, (network_side - LEAST_TRUSTED_PX) / (TRUSTED_PX - LEAST_TRUSTED_PX)))
    if network_side < MOST_TRUSTED_PX:
        return 1.0
    return max(LEAST_TRUST, 1 - TOO_LARGE_LOSS * math.log2(network_side / MOST_TRUSTED_PX))


def _apart(peaks: Sequence[Peak], witnesses: Sequence[Peak] = ()) -> list[Peak]:
    """The strongest peaks, none within half a side of a stronger one (over all passes).

    Those left out, and ``witnesses``, support the kept one they agree with in place and size.
    """
    order = sorted(peaks, key=lambda p: -p.heat * trust(p.network_side))
    everywhere = [*order, *witnesses]
    if not order:
        return []
    x, y, side, heat = np.array([(p.x, p.y, p.side, p.heat) for p in everywhere], np.float64).T
    n = len(order)
    apart = np.hypot(x[:n, None] - x, y[:n, None] - y)
    same = apart < SAME_PLACE * np.maximum(side[:n, None], side)
    left_out = np.zeros(n, bool)
    for row in range(n):
        if not left_out[row]:
            left_out[row + 1 :] |= same[row, row + 1 : n]
    ratio = side / side[:n, None]
    agreeing = same & (ratio > LEAST_ALIKE) & (ratio < MOST_ALIKE)
    np.fill_diagonal(agreeing, False)
    support = np.where(agreeing, heat, -1.0).max(axis=1)
    return [
        replace(order[i], support=float(support[i])) if support[i] >= 0 else order[i] for i in np.flatnonzero(~left_out)
    ]


def same_place(one: Peak, other: Peak) -> bool:
    return math.hypot(one.x - other.x, one.y - other.y) < SAME_PLACE * max(one.side, other.side)


def _same_size(one: Peak, other: Peak) -> bool:
    return LEAST_ALIKE < one.side / other.side < MOST_ALIKE


def _look_closer(image: Picture, peaks: Sequence[Peak]) -> list[Peak]:
    """The peaks of all passes with those that were seen too small to be read replaced by what a closer look at the
    likeliest of them finds; each die once.

    Where to look is decided by heat alone: a pass that sees dice very small may still point at them better than one
    that takes several of them for a single larger one.
    """
    least = CLOSE_SHARE * max((p.heat for p in peaks), default=0.0)
    small = sorted((p for p in peaks if p.network_side < SMALL_SIDE_PX and p.heat > least), key=lambda p: -p.heat)
    looked: list[Peak] = []
    for peak in small:
        if len(looked) < MOST_CLOSE and not any(same_place(peak, k) and _same_size(peak, k) for k in looked):
            looked.append(peak)
    seen = {id(p) for p in small}
    return _apart([p for p in peaks if id(p) not in seen] + look_again(image, looked), small)
