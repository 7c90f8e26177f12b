"""Tell which taught face a top face shows: rotation found in polar form, then aligned, then compared in colour.

A die lies turned any way, and a camera sees its top at a slant. The slant is taken out first (`patch_of`). What remains
is a turn, found for all taught faces at once by correlating rings of colour around the middle (a shift along the angle),
and small errors of place and size, removed by aligning the best few (ECC, Evangelidis and Psarakis 2008). Then the two
pictures must agree pixel by pixel in lightness and colour, whatever the light: that is what makes an answer safe.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image import Pixels

Floats = NDArray[np.float32]

PATCH_PX = 96
"""A patch shows PATCH_SIDES die sides: the face and a margin for aligning it."""
PATCH_SIDES = 1.5
SIDE_PX = PATCH_PX / PATCH_SIDES
RADIUS_SIDES = 0.46
"""What is compared: a disc inside the face. Its corners are left out, so that no turn of the square matters."""

_RINGS, _ANGLES = 16, 64
_SHIFTS = (-0.07, 0.0, 0.07)
_SIZES = (0.87, 1.0, 1.15)
_COLOUR_WEIGHT = 1.5
_MOST_ALIGNED = 10
_LEAST_CONTRAST = 5.0
"""A face on which nothing stands out by this many levels shows nothing to recognise."""


@dataclass(frozen=True, slots=True, eq=False)
class Spot:
    """A top face somewhere in a picture: its middle and the side of its die in pixels.

    ``slant``: how much it is flattened from top to bottom; ``turn``: of the square before that, clockwise in radians.
    """

    x: float
    y: float
    side: float
    slant: float = 1.0
    turn: float = 0.0

    def corners(self) -> Floats:
        """The four corners in the picture, (4, 2), clockwise."""
        cos, sin = np.cos(self.turn) * self.side / 2, np.sin(self.turn) * self.side / 2
        square = np.array(
            [[-cos + sin, -sin - cos], [cos + sin, sin - cos], [cos - sin, sin + cos], [-cos - sin, -sin + cos]]
        )
        return (square * (1, self.slant) + (self.x, self.y)).astype(np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Match:
    """How well a patch fits one taught picture (by its place in the list): ``score``, -1 to 1.

    ``apart``: 1 when the patch agrees with this picture wherever it differs from the next best face, 0.5 when it is
    halfway between the two, 1 when there is no other. ``patch``: which of the patches was looked at; ``warp``: from the
    SIDE_PX square of the taught face into that patch.
    """

    index: int
    score: float
    patch: int
    warp: Floats
    apart: float = 1.0


@dataclass(frozen=True, slots=True, eq=False)
class _Prepared:
    """A taught picture ready for comparing: Lab planes (3, SIDE_PX, SIDE_PX) and the spectrum of its rings."""

    planes: Floats
    spectrum: NDArray[np.complex64]


def patch_of(pixels: Pixels, spot: Spot) -> Pixels:
    """The surroundings of a face, PATCH_PX square, PATCH_SIDES wide, as if seen from straight above (BGR)."""
    scale = SIDE_PX / spot.side
    down = scale / spot.slant
    middle = PATCH_PX / 2 - 0.5
    onto = np.array([[scale, 0, middle - scale * spot.x], [0, down, middle - down * spot.y]])
    if scale < 0.6:  # far larger than needed: average instead of picking pixels
        blurred = cv2.GaussianBlur(_around(pixels, spot), (0, 0), 0.4 / scale)
        left, top = _corner(spot)
        onto[:, 2] += onto[:, :2] @ (max(0, left), max(0, top))
        pixels = np.asarray(blurred, dtype=np.uint8)
    warped = cv2.warpAffine(pixels, onto, (PATCH_PX, PATCH_PX), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(warped, dtype=np.uint8)


def square_in_picture(spot: Spot, match: Match) -> Floats:
    """The corners (4, 2) of the face that was recognised, in pixels of the picture that ``spot``'s patch is from.

    The taught square may stand turned against its picture, so these corners bound the face, not its printed edges.
    """
    edge = SIDE_PX / 2 - 0.5
    ring = np.array(
        [[edge + 0.58 * SIDE_PX * np.cos(a), edge + 0.58 * SIDE_PX * np.sin(a)] for a in np.arange(0, 2 * np.pi, 0.2)]
    )
    there = ring @ match.warp[:, :2].T + match.warp[:, 2] - (PATCH_PX / 2 - 0.5)
    scale = spot.side / SIDE_PX
    return (there * (scale, scale * spot.slant) + (spot.x, spot.y)).astype(np.float32)


def contrast(patch: Pixels) -> float:
    """How much stands out on the face, in levels: the spread of lightness and colour inside its disc."""
    planes = _planes(patch)[:, _DISC]
    return float(np.sqrt(planes.var(axis=1).sum()))


def body_colour(patch: Pixels) -> tuple[float, float, float]:
    """The colour of the die itself: the commonest in the outer part of the disc, as OpenCV's 8-bit L, a, b."""
    lab = cv2.cvtColor(patch, cv2.COLOR_BGR2LAB)[_RIM].astype(np.float32)
    for share in (0.5, 0.5, 0.5):  # narrow down to the densest half, again and again
        middle = np.median(lab, axis=0)
        distance = np.linalg.norm(lab - middle, axis=1)
        lab = lab[distance <= np.quantile(distance, share)]
    light, green_red, blue_yellow = lab.mean(axis=0)
    return float(light), float(green_red), float(blue_yellow)


class Matcher:
    """Compares patches with taught ones. ``patches``: as from `patch_of`, upright in no particular way."""

    def __init__(self, patches: Sequence[Pixels]) -> None:
        self._taught = [_prepare(patch) for patch in patches]
        if self._taught:
            spectra = np.stack([taught.spectrum for taught in self._taught])
            self._spectra = np.ascontiguousarray(np.conj(spectra).transpose(2, 1, 0))  # frequency, ring, face

    def match(self, patches: Sequence[Pixels], groups: Sequence[int]) -> list[Match]:
        """The best fits, best first, at most one a group; ``groups[i]``: which face taught picture i shows.

        ``patches`` are several looks at one die, of which the best counts. Empty where nothing is taught or no patch
        shows anything.
        """
        looks = {place: _planes(patch) for place, patch in enumerate(patches) if contrast(patch) >= _LEAST_CONTRAST}
        if not self._taught or not looks:
            return []
        best: dict[int, Match] = {}
        for index, place, variant, turn in self._likely(looks, groups):
            found = _compare(self._taught[index], looks[place], index, place, variant, turn)
            group = groups[index]
            if group not in best or found.score > best[group].score:
                best[group] = found
        fits = sorted(best.values(), key=lambda match: -match.score)
        return [
            replace(fit, apart=min((self._apart(fit, other) for other in fits if other is not fit), default=1.0))
            for fit in fits
        ]

    def _apart(self, fit: Match, other: Match) -> float:
        """Where between the two faces the patch lies, along the line from one to the other."""
        seen = [_onto_patch(self._taught[match.index].planes, match.warp) for match in (fit, other)]
        face = cv2.warpAffine(_TAUGHT_MASK, fit.warp, (PATCH_PX, PATCH_PX), flags=cv2.INTER_NEAREST) > 0
        alike = _correlation(seen[0][:, face], seen[1][:, face])
        return 0.5 + (fit.score - other.score) / max(1e-3, 2 * (1 - alike))

    def _likely(self, looks: dict[int, Floats], groups: Sequence[int]) -> list[tuple[int, int, int, float]]:
        """Taught pictures worth aligning: index, patch, variant of place and size, turn in radians; likeliest first."""
        places = list(looks)
        rings = np.concatenate([_rings(planes, _VARIANT_MAPS) for planes in looks.values()])
        spectra = np.fft.rfft(rings, axis=2).transpose(2, 0, 1)  # frequency, variant, ring
        alike = np.fft.irfft(spectra @ self._spectra, n=_ANGLES, axis=0)  # angle, variant, face
        per_face = alike.transpose(2, 1, 0)  # face, variant, angle
        turns = per_face.max(axis=1)
        height = turns.max(axis=1)
        likely: list[tuple[int, int, int, float]] = []
        taken: dict[int, int] = {}
        for index in np.argsort(-height):
            group = groups[index]
            if taken.get(group, 0) < 2:
                taken[group] = taken.get(group, 0) + 1
                for angle in _best_turns(turns[index]):
                    place, variant = divmod(int(per_face[index, :, angle].argmax()), len(_VARIANTS))
                    likely.append((int(index), places[place], variant, 2 * np.pi * angle / _ANGLES))
            if len(likely) >= _MOST_ALIGNED:
                break
        return likely


def _around(pixels: Pixels, spot: Spot) -> Pixels:
    left, top = _corner(spot)
    reach = int(np.ceil(spot.side * PATCH_SIDES)) + 2
    return pixels[max(0, top) : max(1, top + reach), max(0, left) : max(1, left + reach)]


def _corner(spot: Spot) -> tuple[int, int]:
    reach = spot.side * PATCH_SIDES / 2 + 1
    return int(spot.x - reach), int(spot.y - reach)


def _best_turns(heights: Floats) -> list[int]:
    """The best angle, and the best one far from it where that is nearly as good: many signs are nearly symmetrical."""
    first = int(heights.argmax())
    away = np.abs((np.arange(_ANGLES) - first + _ANGLES // 2) % _ANGLES - _ANGLES // 2)
    second = int(np.where(away > _ANGLES // 12, heights, -1).argmax())
    return [first, second] if heights[second] > 0.8 * heights[first] else [first]


def _disc(inner: float, outer: float) -> NDArray[np.bool_]:
    at = (np.arange(PATCH_PX) - (PATCH_PX / 2 - 0.5)) / SIDE_PX
    distance = np.hypot(at[:, None], at[None, :])
    return np.asarray((distance >= inner) & (distance <= outer), dtype=np.bool_)


_DISC = _disc(0.0, RADIUS_SIDES)
_RIM = _disc(0.33, RADIUS_SIDES)
_INSIDE = np.ascontiguousarray(_DISC[16:-16, 16:-16])
"""The disc within the SIDE_PX square in the middle of a patch."""
_TAUGHT_MASK = _INSIDE.astype(np.uint8) * np.uint8(255)
_PATCH_MASK = np.full((PATCH_PX, PATCH_PX), 255, np.uint8)


def _planes(patch: Pixels) -> Floats:
    lab = cv2.cvtColor(cv2.GaussianBlur(patch, (0, 0), 1.0), cv2.COLOR_BGR2LAB).astype(np.float32)
    return np.ascontiguousarray((lab * np.array([1, _COLOUR_WEIGHT, _COLOUR_WEIGHT], np.float32)).transpose(2, 0, 1))


def _maps() -> tuple[Floats, Floats]:
    """Where each variant's rings lie in a patch: x and y, each (variants, rings, angles)."""
    radius = np.linspace(0.06, RADIUS_SIDES, _RINGS)[:, None]
    angle = (2 * np.pi * np.arange(_ANGLES) / _ANGLES)[None]
    unit_x, unit_y = radius * np.cos(angle), radius * np.sin(angle)
    variants = [(x, y, size) for size in _SIZES for x in _SHIFTS for y in _SHIFTS]
    middle = PATCH_PX / 2 - 0.5
    maps_x = np.stack([middle + SIDE_PX * (x + size * unit_x) for x, y, size in variants])
    maps_y = np.stack([middle + SIDE_PX * (y + size * unit_y) for x, y, size in variants])
    return maps_x.astype(np.float32), maps_y.astype(np.float32)


_VARIANTS = [(x, y, size) for size in _SIZES for x in _SHIFTS for y in _SHIFTS]
_VARIANT_MAPS = _maps()
_MIDDLE = _VARIANTS.index((0.0, 0.0, 1.0))


def _rings(planes: Floats, maps: tuple[Floats, Floats]) -> Floats:
    """Rings of every variant, (variants, 3 x rings, angles), made comparable: no mean, length 1, outer rings count more."""
    across, down = maps
    flat = (-1, _ANGLES)
    sampled = [cv2.remap(plane, across.reshape(flat), down.reshape(flat), cv2.INTER_LINEAR) for plane in planes]
    rings = np.stack(sampled).reshape(3, len(across), _RINGS, _ANGLES).transpose(1, 0, 2, 3)
    weight = np.linspace(0.06, RADIUS_SIDES, _RINGS)[:, None].astype(np.float32)
    weight /= weight.sum() * _ANGLES
    rings = (rings - (rings * weight).sum(axis=(2, 3), keepdims=True)) * np.sqrt(weight)
    flattened = rings.reshape(len(across), 3 * _RINGS, _ANGLES)
    length = np.sqrt((flattened**2).sum(axis=(1, 2), keepdims=True))
    return np.asarray(flattened / np.maximum(length, 1e-6), dtype=np.float32)


def _prepare(patch: Pixels) -> _Prepared:
    planes = _planes(patch)
    across, down = _VARIANT_MAPS
    rings = _rings(planes, (across[_MIDDLE : _MIDDLE + 1], down[_MIDDLE : _MIDDLE + 1]))[0]
    inner = planes[:, 16:-16, 16:-16]
    return _Prepared(np.ascontiguousarray(inner), np.fft.rfft(rings, axis=1).astype(np.complex64))


def _compare(taught: _Prepared, planes: Floats, index: int, place: int, variant: int, turn: float) -> Match:
    """Align the patch with a taught picture from a first guess and say how well they agree."""
    shift_x, shift_y, size = _VARIANTS[variant]
    cos, sin = size * np.cos(turn), size * np.sin(turn)
    middle, half = PATCH_PX / 2 - 0.5, SIDE_PX / 2 - 0.5
    # From the taught picture's SIDE_PX square into the patch.
    start = np.array(
        [
            [cos, -sin, middle + SIDE_PX * shift_x - cos * half + sin * half],
            [sin, cos, middle + SIDE_PX * shift_y - sin * half - cos * half],
        ],
        np.float32,
    )
    warp = _aligned(taught.planes, planes, start)
    before, after = _agreement(taught.planes, planes, start), _agreement(taught.planes, planes, warp)
    return Match(index, after, place, warp) if after >= before else Match(index, before, place, start)


def _aligned(taught: Floats, planes: Floats, start: Floats) -> Floats:
    criteria = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 20, 1e-3)
    still, moving = np.ascontiguousarray(taught.transpose(1, 2, 0)), np.ascontiguousarray(planes.transpose(1, 2, 0))
    try:
        _, warp = cv2.findTransformECCWithMask(
            still, moving, _TAUGHT_MASK, _PATCH_MASK, start.copy(), cv2.MOTION_AFFINE, criteria, 3
        )
    except cv2.error:  # it did not converge: nothing alike there
        return start
    sizes = np.linalg.svd(warp[:, :2], compute_uv=False)
    # An alignment that squeezes or stretches more than a mistaken slant can is no alignment.
    if sizes[0] > 1.6 or sizes[1] < 0.6 or sizes[0] > 1.6 * sizes[1]:
        return start
    return np.asarray(warp, dtype=np.float32)


def _agreement(taught: Floats, planes: Floats, warp: Floats) -> float:
    """Correlation of lightness and colour together over the disc, -1 to 1; brightness and cast of the light drop out."""
    size = taught.shape[1:]
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    seen = [cv2.warpAffine(plane, warp, size, flags=flags, borderMode=cv2.BORDER_REPLICATE) for plane in planes]
    return _correlation(taught[:, _INSIDE], np.asarray(seen, dtype=np.float32)[:, _INSIDE])


def _onto_patch(taught: Floats, warp: Floats) -> Floats:
    size = (PATCH_PX, PATCH_PX)
    seen = [cv2.warpAffine(plane, warp, size, borderMode=cv2.BORDER_REPLICATE) for plane in taught]
    return np.asarray(seen, dtype=np.float32)


def _correlation(one: Floats, other: Floats) -> float:
    """Of two sets of planes, (3, points) each, all planes together, after taking each plane's mean away."""
    one = one - one.mean(axis=1, keepdims=True)
    other = other - other.mean(axis=1, keepdims=True)
    return float((one * other).sum() / max(1e-6, np.sqrt((one**2).sum() * (other**2).sum())))
