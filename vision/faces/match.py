"""Tell which taught face a top face shows: rotation found in polar form, then aligned, then compared in colour.

A die lies turned any way, and a camera sees its top at a slant. The slant is taken out first (`patch_of`). What remains
is a turn, found for all taught faces at once by correlating rings of colour around the middle (a shift along the angle),
and errors of place, size and slant, removed by aligning the likeliest few (`vision.faces.align`). Then the two pictures
must agree pixel by pixel in lightness and colour, whatever the light: that is what makes an answer safe.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.arrays import Floats, Picture
from vision.faces.align import (
    COARSE,
    FINE,
    Freedom,
    Pose,
    align,
    planes_of,
    prepare,
    seen_levels,
)
from vision.faces.patch import RADIUS_SIDES, Spot, contrast

Planes = tuple[Floats, Floats]
"""Of a patch: coarse and fine."""

_RINGS, _ANGLES = 9, 48
_MOST_ALIGNED, _MOST_OF_FACE, _MOST_JUDGED = 14, 3, 5
_FAR_BEHIND = 0.25
"""A coarse score so much lower than the best is not looked at finely."""
_MOST_TWINS = 3
_WORTH_A_TWIN = 0.75
_ALIKE_SCORE = 0.7
"""Faces this much alike are each tried where the other one fits."""
_LEAST_CONTRAST = 5.0
"""A face on which nothing stands out by this many levels shows nothing to recognise."""


@dataclass(frozen=True, slots=True)
class Search:
    """How far around a patch's middle a face is looked for: places and sizes to begin from, and the freedom of each."""

    shifts: tuple[float, ...]
    sizes: tuple[float, ...]
    freedom: Freedom


ROUGH = Search((-0.14, 0.0, 0.14), (0.85, 1.0, 1.18), Freedom(0.35, 0.35, 0.26))
"""Nothing is known but where a die was seen."""
KNOWN = Search((-0.2, -0.1, 0.0, 0.1, 0.2), (1.0,), Freedom(0.32, 0.12, 0.1))
"""The slant of the table and the size of the dice are known."""
EXACT = Search((-0.06, 0.0, 0.06), (1.0,), Freedom(0.1, 0.1, 0.09))
"""And the place as well."""


@dataclass(frozen=True, slots=True, eq=False)
class Match:
    """How well a patch fits one taught picture (by its place in the list): ``score``, -1 to 1.

    ``patch``: which of the patches was looked at; ``pose``: where in it the taught face lies. ``apart``: how far the
    patch is on this face's side of the middle between it and the most alike other face, as a share of what it leaves
    unexplained; large when there is no other.
    """

    index: int
    score: float
    patch: int
    pose: Pose
    apart: float = 99.0


@dataclass(frozen=True, slots=True, eq=False)
class _Alike:
    """A taught picture that looks like another one, and its pose in that one's patch."""

    index: int
    pose: Pose


def square_in_picture(spot: Spot, match: Match) -> Floats:
    """Points around the face that was recognised, in pixels of the picture that ``spot``'s patch is from.

    The taught square may stand turned against its picture, so these points bound the face, not its printed edges.
    """
    ring = 0.58 * np.array([[np.cos(a), np.sin(a)] for a in np.arange(0, 2 * np.pi, 0.2)])
    there = ring @ match.pose.linear.T + match.pose.shift
    return np.asarray(there @ spot.matrix().T + (spot.x, spot.y), dtype=np.float32)


class Matcher:
    """Compares patches with taught ones.

    ``patches``: as from `patch_of`, upright in no particular way; ``groups[i]``: which face taught picture i shows.
    """

    def __init__(self, patches: Sequence[Picture], groups: Sequence[int]) -> None:
        planes = [planes_of(patch) for patch in patches]
        self._groups = np.array(groups, np.int64)
        self._coarse = [prepare(coarse, COARSE) for coarse, _ in planes]
        self._fine = [prepare(fine, FINE) for _, fine in planes]
        self._alike: dict[int, list[_Alike]] = {}
        if planes:
            rings = np.concatenate([_rings(coarse, _MIDDLE) for coarse, _ in planes])
            spectra = np.fft.rfft(rings, axis=2).astype(np.complex64)
            self._spectra = np.ascontiguousarray(np.conj(spectra).transpose(2, 1, 0))  # frequency, ring, face

    def match(self, patches: Sequence[Picture], search: Search = ROUGH) -> list[Match]:
        """The best fits, best first, at most one a group.

        ``patches`` are several looks at one die, of which the best counts. Empty where nothing is taught or no patch
        shows anything.
        """
        looks = {place: planes_of(patch) for place, patch in enumerate(patches) if contrast(patch) >= _LEAST_CONTRAST}
        if not self._fine or not looks:
            return []
        best: dict[int, Match] = {}
        for match in self._aligned(looks, range(len(self._fine)), search):
            self._keep(best, match)
        first = max(best.values(), key=lambda match: match.score)
        for _ in range(2):  # a second time where a face that looks alike fits even better
            if first.score < _WORTH_A_TWIN:
                break
            for alike in self._alike_to(first.index):
                start = Pose(
                    first.pose.linear @ alike.pose.linear,
                    first.pose.linear @ alike.pose.shift + first.pose.shift,
                )
                pose = align(self._fine[alike.index], looks[first.patch][1], start, search.freedom)
                self._keep(best, Match(alike.index, pose.score, first.patch, pose))
            before, first = first, max(best.values(), key=lambda match: match.score)
            if first is before:
                break
        fits = sorted(best.values(), key=lambda match: -match.score)
        if len(fits) > 1:
            apart = min(self._apart(fits[0], other, looks[fits[0].patch][1]) for other in fits[1:3])
            fits[0] = replace(fits[0], apart=apart)
        return fits

    def _keep(self, best: dict[int, Match], match: Match) -> None:
        group = int(self._groups[match.index])
        if group not in best or match.score > best[group].score:
            best[group] = match

    def _aligned(self, looks: dict[int, Planes], indexes: Sequence[int], search: Search) -> list[Match]:
        """Taught pictures laid over the looks: the likeliest few, drawn in coarsely, the best of those judged finely."""
        rough = [
            (index, place, align(self._coarse[index], looks[place][0], start, search.freedom))
            for index, place, start in self._likely(looks, indexes, search)
        ]
        rough.sort(key=lambda guess: -guess[2].score)
        found = []
        for index, place, start in rough[:_MOST_JUDGED]:
            if start.score < rough[0][2].score - _FAR_BEHIND:
                break
            pose = align(self._fine[index], looks[place][1], start, search.freedom)
            found.append(Match(index, pose.score, place, pose))
        return found

    def _alike_to(self, index: int) -> list[_Alike]:
        """Pictures of other faces that look like this one, each where it does so best; worked out when first asked."""
        known = self._alike.get(index)
        if known is None:
            look = {0: (self._coarse[index].planes, self._fine[index].planes)}
            known = []
            for group in np.unique(self._groups):
                others = np.flatnonzero(self._groups == group).tolist()
                if index in others:
                    continue
                best = max(self._aligned(look, others[-_MOST_TWINS:], EXACT), key=lambda match: match.score)
                if best.score >= _ALIKE_SCORE:
                    known.append(_Alike(best.index, best.pose))
            self._alike[index] = known
        return known

    def _apart(self, fit: Match, other: Match, planes: Floats) -> float:
        """How clearly the patch shows the one face and not the other, judged where the two differ."""
        if other.patch != fit.patch:
            return (fit.score - other.score) / max(1e-3, 1 - fit.score)
        # What the other taught face looks like, laid where it fits the patch best, on the first one's disc.
        back = np.linalg.inv(other.pose.linear)
        there, _ = seen_levels(
            self._fine[other.index].planes,
            FINE,
            back @ fit.pose.linear,
            back @ (fit.pose.shift - other.pose.shift),
        )
        alike = float(there @ self._fine[fit.index].levels)
        seen, _ = seen_levels(planes, FINE, fit.pose.linear, fit.pose.shift)
        nearer = float(seen @ self._fine[fit.index].levels) - float(seen @ there)
        return nearer / float(np.sqrt(max(1e-4, 2 * (1 - alike)) * max(1e-4, 2 * (1 - fit.score))))

    def _likely(self, looks: dict[int, Planes], indexes: Sequence[int], search: Search) -> list[tuple[int, int, Pose]]:
        """Taught pictures worth aligning: index, patch, first guess of the pose; likeliest first."""
        places = list(looks)
        variants = [(x, y, size) for size in search.sizes for x in search.shifts for y in search.shifts]
        rings = np.concatenate([_rings(coarse, variants) for coarse, _ in looks.values()])
        spectra = np.fft.rfft(rings, axis=2).astype(np.complex64).transpose(2, 0, 1)  # frequency, variant, ring
        alike = np.fft.irfft(spectra @ self._spectra[:, :, list(indexes)], n=_ANGLES, axis=0)  # angle, variant, face
        per_face = alike.transpose(2, 1, 0)  # face, variant, angle
        turns = per_face.max(axis=1)
        guesses = [
            (float(heights[angle]), row, angle) for row, heights in enumerate(turns) for angle in _best_turns(heights)
        ]
        likely: list[tuple[int, int, Pose]] = []
        taken: dict[int, int] = {}
        for _, row, angle in sorted(guesses, reverse=True):
            index = indexes[row]
            group = int(self._groups[index])
            taken[group] = taken.get(group, 0) + 1
            if taken[group] > _MOST_OF_FACE:
                continue
            place, variant = divmod(int(per_face[row, :, angle].argmax()), len(variants))
            x, y, size = variants[variant]
            turn = 2 * np.pi * angle / _ANGLES
            cos, sin = size * np.cos(turn), size * np.sin(turn)
            likely.append((index, places[place], Pose(np.array([[cos, -sin], [sin, cos]]), np.array([x, y]))))
            if len(likely) == _MOST_ALIGNED:
                break
        return likely


def _best_turns(heights: Floats) -> list[int]:
    """The best angles, each a peak of its own: many signs are nearly symmetrical."""
    peaks = np.flatnonzero((heights >= np.roll(heights, 1)) & (heights > np.roll(heights, -1)))
    if not len(peaks):  # a disc looks the same however it is turned
        return [int(heights.argmax())]
    ranked = peaks[np.argsort(-heights[peaks])][:3]
    return [int(angle) for angle in ranked if heights[angle] >= min(0.7 * heights[ranked[0]], heights[ranked[0]])]


_MIDDLE = [(0.0, 0.0, 1.0)]


def _rings(planes: Floats, variants: Sequence[tuple[float, float, float]]) -> Floats:
    """Rings around each variant's middle (x, y, size; in sides), (variants, 3 x rings, angles), made comparable.

    No mean, length 1; outer rings count more.
    """
    radius = np.linspace(0.07, RADIUS_SIDES, _RINGS, dtype=np.float32)[:, None]
    angle = (2 * np.pi * np.arange(_ANGLES, dtype=np.float32) / _ANGLES)[None]
    ring = np.stack([radius * np.cos(angle), radius * np.sin(angle)])
    places = np.array(variants, np.float32)
    maps = places[:, :2, None, None] + places[:, 2, None, None, None] * ring[None]
    maps = COARSE.px / 2 - 0.5 + COARSE.per_side * maps.transpose(1, 0, 2, 3).reshape(2, -1, _ANGLES)
    sampled = cv2.remap(planes, maps[0], maps[1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    rings = sampled.reshape(len(variants), _RINGS, _ANGLES, 3)
    weight = radius[:, :, None] / (radius.sum() * _ANGLES)
    rings = (rings - (rings * weight).sum(axis=(1, 2), keepdims=True)) * np.sqrt(weight)
    flattened = rings.transpose(0, 3, 1, 2).reshape(len(variants), 3 * _RINGS, _ANGLES)
    length = np.sqrt((flattened**2).sum(axis=(1, 2), keepdims=True))
    return np.asarray(flattened / np.maximum(length, 1e-6), dtype=np.float32)
