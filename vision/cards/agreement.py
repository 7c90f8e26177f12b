"""How well a picture laid over a taught face agrees with it, place by place.

Local normalised correlation of brightness and colour together ignores light, shade and exposure; it is weighted by the
contrast the taught face has there. The sharper of the two is blurred to the other's sharpness first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import cv2
import numpy as np

from vision.arrays import AnyArray, Floats, Picture
from vision.cards.face import BLURS, Face, sharpness

WINDOW = 13
RIM = 8
"""Pixels along the edges of a face that tell nothing: how wide it was cut, and what table shows in its round corners."""
_NOISE = 30.0  # variance of a blank place: two blank places agree
_BLANK = 40.0  # the same for small patches
SEARCH = 3  # pixels that a patch may lie elsewhere
_SHIFTED = 0.90
_SMALL_PX = 15
_PLENTY_PX = 400  # that contradict: far more than any card is forgiven
_POOR = 0.6  # score of another card
_SUM = np.ones((1, 3), np.float32)
_BOX, _AROUND, _NEAR = (WINDOW, WINDOW), (61, 61), (7, 7)


class Taught:
    """What comparing needs of a face, blurred by ``sigma``: ``planes``, their local ``mean`` and variance ``var``, and the
    ``weight`` of each place, in all ``total``; each worked out once."""

    def __init__(self, face: Face, sigma: float) -> None:
        self.planes = cv2.GaussianBlur(taught_planes(face), (0, 0), sigma) if sigma else face.lab
        self.mean = cv2.blur(self.planes, _BOX)
        self.var = np.maximum(cv2.blur(dot(self.planes, self.planes), _BOX) - dot(self.mean, self.mean), 0)
        self.weight = cv2.sqrt(self.var)
        self.weight[:RIM] = self.weight[-RIM:] = self.weight[:, :RIM] = self.weight[:, -RIM:] = 0
        self.total = float(self.weight.sum()) + 1e-6

    @cached_property
    def light(self) -> Floats:
        """The plane of brightness."""
        return cv2.extractChannel(self.planes, 0)

    @cached_property
    def detail(self) -> tuple[Floats, Floats, Floats]:
        """The fine detail, its power at each place, and the power around each place."""
        fine = _fine(self.planes)
        power = dot(fine, fine)
        return fine, power, cv2.blur(power, _AROUND)


@lru_cache(maxsize=8)
def taught_at(face: Face, sigma: float) -> Taught:
    """A face blurred by ``sigma``; the last few stay ready, 2.5 MB each: a card is compared several times, and so is the face
    whose look-alikes are sought."""
    return Taught(face, sigma)


def taught_planes(face: Face) -> Floats:
    """``face.lab``, not to be changed; of the faces compared last it is ready."""
    return taught_at(face, 0.0).planes


@dataclass(eq=False)
class Agreement:
    """``map``: correlation -1..1 at each pixel of the face; ``score``: its mean weighted by contrast;
    ``share``: the part of the weight above .5; ``visible``: the part of the weight that could be compared;
    ``seen``: the picture's planes as compared; ``sigma``: by how much the face was blurred for that; ``taught``, ``out``: what
    they were compared with, and where they say nothing (not 0), until the places that contradict were asked for."""

    map: Floats
    score: float
    share: float
    visible: float
    seen: Floats
    sigma: float
    taught: Taught | None
    out: Picture | None

    @cached_property
    def _spots(self) -> list[int]:
        """The places (pixels) that clearly show something else, see ``contradictions``: worked out when they are asked for.
        All of the face when the score is poor anyway."""
        taught, out = self.taught, self.out
        self.taught = self.out = None
        if self.score <= _POOR or taught is None or out is None:
            return [self.map.size]
        return _contradicting(taught, self.seen, out)

    @property
    def blob_px(self) -> int:
        """The size of the largest place that clearly shows something else."""
        return max(self._spots, default=0)

    @property
    def spots_px(self) -> int:
        """The size of the largest eight of them together; exact up to 400."""
        return sum(self._spots)


def compare(face: Face, seen: Floats, hidden: Picture | None = None) -> Agreement:
    """Compare a face with Lab planes (``face.lab_planes``) of its size; ``hidden`` (uint8, 1 = covered) is left out."""
    sigma, seen = _equally_sharp(face, seen)
    taught = taught_at(face, sigma)
    mean = cv2.blur(seen, _BOX)
    var = np.maximum(cv2.blur(dot(seen, seen), _BOX) - dot(mean, mean), 0)
    both = cv2.blur(dot(taught.planes, seen), _BOX) - dot(taught.mean, mean)
    ncc = (both + _NOISE) / cv2.sqrt((taught.var + _NOISE) * (var + _NOISE))
    washed = (cv2.extractChannel(seen, 0) > 250) & (var < 2 * _NOISE) & (taught.var > 5 * _NOISE)
    out = cv2.dilate(washed.astype(np.uint8), np.ones((5, 5), np.uint8))
    if hidden is not None:
        out = cv2.bitwise_or(out, cv2.dilate(hidden, np.ones((WINDOW, WINDOW), np.uint8)))
    weight = taught.weight * (out == 0)
    known = float(weight.sum()) + 1e-6
    return Agreement(
        map=ncc,
        score=float(cv2.multiply(weight, ncc).sum()) / known,
        share=float((weight * (ncc > 0.5)).sum()) / known,
        visible=known / taught.total,
        seen=seen,
        sigma=sigma,
        taught=taught,
        out=out,
    )


def _contradicting(taught: Taught, seen: Floats, out: Picture) -> list[int]:
    against, fine = departing(taught, seen)
    spots = _unexplained(against, taught, fine, out)
    if max(spots, default=0) <= _SMALL_PX:
        return spots
    one, other = taught.light, cv2.extractChannel(seen, 0)
    lamps = cv2.bitwise_or(reflections(one, other), reflections(other, one))  # the owner's photograph may have one too
    return _unexplained(against, taught, fine, cv2.bitwise_or(out, lamps)) if lamps.any() else spots


def reflections(taught: Floats, seen: Floats) -> Picture:
    """Where a lamp is mirrored in the card: 1 where it is far brighter than the light around explains, and about as bright
    as the brightest thing on the card could be there. Brightness planes; nothing when that would be a third of the card."""
    size = max(4, taught.shape[1] // 8), max(4, taught.shape[0] // 8)
    expected = cv2.resize(taught, size, interpolation=cv2.INTER_AREA) + 10
    here = cv2.resize(seen, size, interpolation=cv2.INTER_AREA) + 10
    ratio = (here / expected).ravel()
    slope = slope_terms(size)
    usual = ratio <= np.percentile(ratio, 70)
    plane = (slope @ np.linalg.lstsq(slope[usual], ratio[usual], rcond=None)[0]).reshape(here.shape)
    lit = (here > 1.15 * plane * expected) & (here > 0.9 * plane * float(expected.max()))
    # A reflection is a wide spot; a white mark where the taught card has a dark one is small, and must count.
    _, labels, stats, _ = cv2.connectedComponentsWithStats(
        cv2.morphologyEx(lit.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), connectivity=8
    )
    wide = [label for label in range(1, len(stats)) if stats[label, 4] > 0.022 * lit.size]
    lamps = np.isin(labels, [w for w in wide if not _mark_gone(labels == w, plane * expected, here)]).astype(np.uint8)
    if not lamps.any():
        return np.zeros(taught.shape, np.uint8)
    grown = cv2.dilate(lamps, np.ones((5, 5), np.uint8))
    if float(grown.mean()) > 0.33:
        return np.zeros(taught.shape, np.uint8)
    return cv2.resize(grown, (taught.shape[1], taught.shape[0]), interpolation=cv2.INTER_NEAREST)


@lru_cache(maxsize=16)
def slope_terms(size: tuple[int, int]) -> AnyArray:
    """What a plane over a picture of this width and height is fitted with, (width * height) x 3, not to be changed."""
    rows, columns = np.mgrid[-1 : 1 : size[1] * 1j, -1 : 1 : size[0] * 1j]
    return np.stack([np.ones(rows.size), rows.ravel(), columns.ravel()], axis=1)


def _mark_gone(spot: AnyArray, expected: Floats, here: Floats) -> bool:
    """Whether a bright spot is just where a dark mark on bright ground would be: no lamp is cut out like a pip."""
    bright = expected > 0.65 * float(here[spot].mean())
    ring = (cv2.dilate(spot.astype(np.uint8), np.ones((5, 5), np.uint8)) > 0) & ~spot
    return float(bright[spot].mean()) < 0.3 and bool(ring.any()) and float(bright[ring].mean()) > 0.6


def departing(taught: Taught, seen: Floats) -> tuple[Picture, Floats]:
    """Where (1) ``seen`` departs from ``taught`` by as much as the card's own contrast, and the fine detail seen.

    Fine detail only (light changes slowly); the taught detail is scaled to the contrast seen around it, so that dull
    light and washed-out places do not count. The outermost 6 pixels never count.
    """
    fine = _fine(seen)
    detail, power, around = taught.detail
    both, power_seen = dot(detail, fine), dot(fine, fine)
    gain = np.clip(cv2.blur(both, _AROUND) / (around + 20), 0.05, 3)
    scaled = power * gain * gain
    excess = cv2.blur(power_seen - 2 * gain * both + scaled, _NEAR)  # the power of what is seen less what is taught
    most = cv2.blur(cv2.max(power_seen, scaled), _NEAR)
    against = (excess > 0.81 * (cv2.blur(power_seen, _AROUND) + 256)) & (excess > 0.3 * most)
    against[:6] = against[-6:] = against[:, :6] = against[:, -6:] = False
    return against.astype(np.uint8), fine


def _unexplained(against: Picture, taught: Taught, seen: Floats, out: Picture) -> list[int]:
    """The areas (pixels, the largest eight) of the connected places in a mask that no small shift explains (a bent card), large
    ones first; ``out``: places to leave aside (not 0). Not looked for further once they are a great deal."""
    _, _, stats, _ = cv2.connectedComponentsWithStats(against * (out == 0), connectivity=8)
    areas: list[int] = []
    for x, y, w, h, area in sorted(stats[1:].tolist(), key=lambda row: -row[4])[:8]:
        if sum(areas) > _PLENTY_PX:
            break
        if area > _SMALL_PX:
            x0, y0, x1, y1 = max(0, x - 4), max(0, y - 4), x + w + 4, y + h + 4
            around = seen[max(0, y0 - SEARCH) : y1 + SEARCH, max(0, x0 - SEARCH) : x1 + SEARCH]
            if correlation(around, taught.detail[0][y0:y1, x0:x1]) > _SHIFTED:
                continue
        areas.append(area)
    return areas


def correlation(where: Floats, pattern: Floats) -> float:
    """The best correlation (all planes together, means removed) of ``pattern`` inside ``where``, -1 to 1.

    Variances below the noise count as nothing to see: two blank places agree, a blank one and a drawn one do not.
    """
    return correlations(where, (pattern,))[0]


def correlations(where: Floats, patterns: Sequence[Floats]) -> list[float]:
    """``correlation`` of each of some patterns of one size."""
    h, w = patterns[0].shape[:2]
    if min(h, w) < 3 or where.shape[0] < h or where.shape[1] < w:
        return [0.0] * len(patterns)
    where = np.ascontiguousarray(where)
    rows, columns = where.shape[0] - h + 1, where.shape[1] - w + 1
    top, left = h // 2, w // 2
    mean = cv2.blur(where, (w, h))[top : top + rows, left : left + columns]
    power = cv2.blur(cv2.multiply(where, where), (w, h))[top : top + rows, left : left + columns]
    here = np.maximum(cv2.transform(power - cv2.multiply(mean, mean), _SUM), 0) + _BLANK
    found = []
    for pattern in patterns:
        both = cv2.matchTemplate(where, np.ascontiguousarray(pattern), cv2.TM_CCOEFF)
        (a, b, c) = cv2.meanStdDev(pattern)[1].ravel().tolist()
        there = a * a + b * b + c * c + _BLANK
        found.append(cv2.minMaxLoc((both / (h * w) + _BLANK) / cv2.sqrt(here * there))[1])
    return found


def dot(one: Floats, other: Floats) -> AnyArray:
    """The sum over the planes of their product."""
    return cv2.transform(cv2.multiply(one, other), _SUM)


def _fine(planes: Floats) -> Floats:
    """What is finer than about 8 pixels: two box filters stand for a wide Gaussian."""
    return planes - cv2.blur(cv2.blur(planes, (19, 19)), (19, 19))


def _equally_sharp(face: Face, seen: Floats) -> tuple[float, Floats]:
    """By how much a face is to be blurred, and the planes seen over it, themselves blurred where they are the sharper ones."""
    sharp = face.traits.sharpness
    light = cv2.extractChannel(seen, 0)
    wanted = sharpness(light)
    if sharp[0] > wanted:
        sigma = max((s for s, value in zip(BLURS, sharp[1:], strict=True) if value >= wanted), default=0.0)
        return sigma, seen
    best = 0.0
    for sigma in BLURS:
        if sharpness(cv2.GaussianBlur(light, (0, 0), sigma)) < sharp[0]:
            break
        best = sigma
    return 0.0, cv2.GaussianBlur(seen, (0, 0), best) if best else seen
