"""Colour and shade of a card judged against its own white: what light, lamp and camera did to the white they did to the ink.

What is left of the light after dividing by the white (``white``) is the ink. A pale fill, which local correlation does not see, and a hue are told so. Faces without enough
white cannot be judged: ``inked`` is None for them. All at half size (longer side 128).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from vision.arrays import AnyArray, Floats, Picture
from vision.cards.agreement import dot
from vision.cards.face import halved
from vision.cards.white import RIM_PX, ink_of, paper_of

_GAINS = (
    0.35,
    1.6,
)  # ink looks paler or stronger than when it was taught: exposure, glare, another camera (laboratory)
_DIFFERS = 8.0  # Lab units between two look-alikes: about three times the noise of a phone
_LEAST_PX = 12  # places where two look-alikes differ: fewer decide nothing
_SPREAD = (5, 5)  # a residual counts where it stands over a whole spot
_PALE, _STRONG = 8.0, 13.0  # Lab units: a pale fill missing or too much; another ink
_LINES = (
    0.25,
    0.40,
)  # of full ink: the outline of a figure, a pixel wide at half size; stripes blur to a fifth or a third
_LEAST_FILL_PX = 60  # a figure's inside, half a hundredth of the face
_FIGURE_SHARE = 0.32  # hollow and striped figures .35 to .74; court cards 0 to .28
_FILL, _FILL_SHARE = 4.0, 0.25  # Lab units, and of the fill's own depth: stripes are 8 to 16 deep
_COLOURED = 0.10  # departure from grey, of full ink: a stripe's thin ink has .12, black and paper below .05
_LEAST_COLOURED_PX = 40
_GREY = np.full((3, 3), 1 / 3, np.float32)


@dataclass(frozen=True, slots=True)
class Inked:
    """A face: ``ink`` = 1 - reflectance (h x w x 3, BGR, 0 paper, 1 black); ``paper``: where it is white (uint8, 1);
    ``fills``: for each place that a line encloses on the open ground, where it is and where the ground around it (indices
    into the flattened face)."""

    ink: Floats
    paper: Picture
    fills: tuple[tuple[AnyArray, AnyArray], ...]


@dataclass(frozen=True, slots=True)
class Shade:
    """How the ink seen agrees with the taught one, and with its look-alikes where they differ.

    ``lean``: 1 fully this card, -1 fully the nearest look-alike, which is ``other`` (its number among those given; None
    without any that differs); ``unlike``: the most it is away from this card there, 0 the same, 1 as far as the other;
    ``pale_px``, ``strong_px``: the largest place (half-size pixels) away from the taught ink by 8 and by 13 Lab units;
    ``mean``: how far away on average; ``hue``: how well the colours of its coloured inks agree, 1 the same, below 0 opposite
    ones (1 where nothing is coloured); ``fill``: the most that an enclosed place is paler or darker against the ground around
    it than it was taught, 1 is 4 Lab units and a quarter of its own depth; ``taught_hue``: as ``hue``, where the card was taught
    coloured only (1 for black ink, which takes the tint of a lamp).
    """

    lean: float
    unlike: float
    other: int | None
    pale_px: int
    strong_px: int
    mean: float
    hue: float
    fill: float
    taught_hue: float


def inked(crop: Picture) -> Inked | None:
    """The ink of a taught face (BGR, full size); None when it has too little white."""
    half = halved(crop)
    paper = paper_of(half)
    ink = None if paper is None else ink_of(half, paper)
    return None if paper is None or ink is None else Inked(ink, paper, _fills(ink))


@dataclass(frozen=True, slots=True)
class OtherInk:
    """Where a look-alike's ink clearly differs from a face's: ``places`` (indices into the flattened half-size face), its
    colours there (Lab), and how far those are from the face's own."""

    places: AnyArray
    lab: Floats
    apart: Floats


def other_ink(one: Inked, other: Inked, to_other: AnyArray) -> OtherInk:
    """What to tell two inks apart by; ``to_other``: the homography from the one face's pixels to the other's."""
    height, width = one.ink.shape[:2]
    theirs = _lab(cv2.warpPerspective(other.ink, _HALF @ to_other @ _DOUBLE, (width, height), borderMode=cv2.BORDER_REPLICATE,
                                      flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP))  # fmt: skip
    apart = _length(_lab(one.ink) - theirs)
    places = np.flatnonzero((apart > _DIFFERS) & _inner(height, width))
    return OtherInk(places, theirs.reshape(-1, 3)[places], apart.ravel()[places])


def shade_of(taught: Inked, seen: Picture, others: Sequence[OtherInk], hidden: Picture | None) -> Shade | None:
    """Compare a picture laid exactly over a face with its ink; None when its light cannot be followed.

    ``seen``: BGR of full size; ``others``: the ink of each look-alike; ``hidden``: 1 where the card is covered.
    """
    ink = ink_of(halved(seen), taught.paper)
    if ink is None:
        return None
    there = _inner(*ink.shape[:2])
    if hidden is not None:
        there = there & (cv2.resize(hidden, (ink.shape[1], ink.shape[0]), interpolation=cv2.INTER_NEAREST) == 0)
    if np.count_nonzero(there) < 400:
        return None
    gain = float((dot(taught.ink, ink) * there).sum() / ((dot(ink, ink) * there).sum() + 1e-6))
    mine = _lab(taught.ink)
    shown = _lab(ink * np.float32(np.clip(gain, *_GAINS)))
    away = _length(shown - mine) * there
    spread = cv2.blur(away, _SPREAD)
    lean, unlike, nearest = 1.0, 0.0, None
    colours, distance, visible = shown.reshape(-1, 3), away.ravel(), there.ravel()
    for number, look in enumerate(others):
        places, apart, theirs = look.places, look.apart, look.lab
        if hidden is not None:
            still = visible[places]
            places, apart, theirs = places[still], apart[still], theirs[still]
        if len(places) < _LEAST_PX:
            continue
        to_mine = distance[places]
        to_theirs = np.linalg.norm(colours[places] - theirs, axis=1)
        leans = float(np.clip(to_theirs - to_mine, -apart, apart).sum() / apart.sum())
        unlike = max(unlike, float(np.minimum(to_mine, 2 * apart).sum() / apart.sum()))
        if leans < lean:
            lean, nearest = leans, number
    colour, colour_seen = _chroma(taught.ink), _chroma(ink)
    return Shade(
        lean,
        unlike,
        nearest,
        _largest(spread > _PALE),
        _largest(spread > _STRONG),
        float(away.sum()) / int(np.count_nonzero(there)),
        _hue(colour, colour_seen, there, both=True),
        _fill(taught, mine, shown, there),
        _hue(colour, colour_seen, there),
    )


@lru_cache(maxsize=16)
def _inner(height: int, width: int) -> AnyArray:
    there = np.zeros((height, width), bool)
    there[RIM_PX:-RIM_PX, RIM_PX:-RIM_PX] = True
    there.flags.writeable = False
    return there


def hue_of(taught: Picture, seen: Picture, hidden: Picture | None) -> float:
    """How well the colours of two pictures (BGR, one laid over the other) agree where the first is coloured, for faces
    without white: see ``Shade``."""
    planes = [_tint(halved(picture)) for picture in (taught, seen)]
    height, width = planes[0].shape[:2]
    there = np.ones((height, width), bool)
    if hidden is not None:
        there &= cv2.resize(hidden, (width, height), interpolation=cv2.INTER_NEAREST) == 0
    return _hue(planes[0], planes[1], there)


def _tint(half: Picture) -> Floats:
    """The colour planes of a picture (BGR), about -1 to 1."""
    lab: Floats = cv2.cvtColor(half.astype(np.float32) / 255, cv2.COLOR_BGR2LAB)
    return np.ascontiguousarray(lab[..., 1:]) / 100


def _chroma(ink: Floats) -> Floats:
    """What of an ink is colour: its departure from an equally dark grey."""
    smooth: Floats = cv2.GaussianBlur(ink, (0, 0), 1.5)
    colour: Floats = smooth - cv2.transform(smooth, _GREY)
    return colour


def _hue(taught: Floats, seen: Floats, there: AnyArray, *, both: bool = False) -> float:
    strong = dot(taught, taught) > _COLOURED**2
    if both:
        strong |= dot(seen, seen) > _COLOURED**2
    coloured = there & strong
    if np.count_nonzero(coloured) < _LEAST_COLOURED_PX:
        return 1.0
    together, one, other = (
        float((dot(*planes) * coloured).sum()) for planes in ((taught, seen), (taught, taught), (seen, seen))
    )
    return together / (float(np.sqrt(one * other)) + 1e-6)


def _length(planes: Floats) -> Floats:
    """The length, over the planes, of what each place has."""
    length: Floats = cv2.sqrt(dot(planes, planes))
    return length


def _fills(ink: Floats) -> tuple[tuple[AnyArray, AnyArray], ...]:
    """The places that lines enclose on the open ground: hollow and striped figures, never the fields inside a painting.

    A figure is mostly its fill; of a court card in its frame the enclosed places that touch the ground are a small part, told
    from others by lines, and too small for their shade to be followed.
    """
    strength = cv2.GaussianBlur(ink, (0, 0), 0.6).max(axis=2)
    found = [_enclosed((strength > line).astype(np.uint8)) for line in _LINES]
    if max(share for _, share in found) < _FIGURE_SHARE:
        return ()
    return tuple(fill for fills, _ in found for fill in fills)


def _enclosed(lines: Picture) -> tuple[list[tuple[AnyArray, AnyArray]], float]:
    """The places that lines (1) enclose beside the open ground, and which share of all that is no ground they are."""
    lines = cv2.morphologyEx(lines, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(1 - lines, connectivity=4)
    rim = [labels[:RIM_PX], labels[-RIM_PX:], labels[:, :RIM_PX], labels[:, -RIM_PX:]]
    outside = np.unique(np.concatenate([edge.ravel() for edge in rim]))
    near_line = cv2.dilate(lines, np.ones((5, 5), np.uint8)) > 0
    ground = np.isin(labels, outside) & ~near_line
    found = []
    for label in range(1, count):
        if label in outside or stats[label, cv2.CC_STAT_AREA] < _LEAST_FILL_PX:
            continue
        place = (labels == label).astype(np.uint8)
        inside = np.flatnonzero((place > 0) & ~near_line)
        around = np.flatnonzero((cv2.dilate(place, np.ones((25, 25), np.uint8)) > 0) & ground)
        if len(inside) >= _LEAST_FILL_PX // 2 and len(around) >= _LEAST_FILL_PX // 2:
            found.append((inside, around))
    drawn = max(1, int(np.count_nonzero(~np.isin(labels, outside))))
    return found, sum(len(inside) for inside, _ in found) / drawn


def _fill(taught: Inked, mine: Floats, shown: Floats, there: AnyArray) -> float:
    visible, worst = there.ravel(), 0.0
    ours, theirs = mine.reshape(-1, 3), shown.reshape(-1, 3)
    for inside, around in taught.fills:
        inside, around = inside[visible[inside]], around[visible[around]]
        if len(inside) < _LEAST_FILL_PX // 3 or len(around) < _LEAST_FILL_PX // 3:
            continue
        depth = ours[inside].mean(axis=0) - ours[around].mean(axis=0)
        step = theirs[inside].mean(axis=0) - theirs[around].mean(axis=0)
        allowed = _FILL + _FILL_SHARE * float(np.linalg.norm(depth))
        worst = max(worst, float(np.linalg.norm(step - depth)) / allowed)
    return worst


_DOUBLE = np.array([[2, 0, 0.5], [0, 2, 0.5], [0, 0, 1.0]])
_HALF = np.linalg.inv(_DOUBLE)


def _lab(ink: Floats) -> Floats:
    """Lab planes (L 0 to 100) of an ink on white paper, the grain smoothed away."""
    smooth = cv2.GaussianBlur(ink, (0, 0), 0.8)
    return cv2.cvtColor(np.clip(1 - smooth, 0, 1).astype(np.float32), cv2.COLOR_BGR2LAB)


def _largest(mask: AnyArray) -> int:
    count, _, stats, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8))
    return int(stats[1:, cv2.CC_STAT_AREA].max()) if count > 1 else 0
