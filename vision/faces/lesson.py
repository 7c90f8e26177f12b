"""Teaching a face: one picture of one die with that face on top, or of the face alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import cv2
import numpy as np

from vision.arrays import Picture
from vision.dice import Candidate, candidates
from vision.faces.colour import colour_name
from vision.faces.cube import find_cubes
from vision.faces.library import FaceLibrary
from vision.faces.match import EXACT
from vision.faces.patch import Spot, body_colour, contrast, patch_of
from vision.picture_header import PictureError
from vision.reading import Box, FaceLesson

ALIKE_SCORE = 0.93
"""Two faces whose pictures agree so well cannot be told apart by a camera at a table."""
LEAST_CONTRAST = 6.0
LEAST_SIDE_PX = 24.0
_LEAST_TAUGHT_SCORE = 0.12
_CUBE_SHARES = ((1.1, 1.0), (2.0, 0.6))
"""A sign is at times found instead of its die: cubes are looked for around these multiples of what was found, and
how much their edges count: a cube twice as large has twice as much of them."""
_STEEPEST = 0.6
"""A face is shown to the camera from above."""
_NEARLY = 0.75
"""A find or an outline with so much of the best one's score may be what is meant as well."""
_LEAST_SIZE = 0.6
"""Of the side of the likeliest die: what is smaller is a sign on a die, or lies farther than dice on one table do."""
_LEAST_STEP = 0.6
"""In sides: dice that are less than this apart from left to right stand above one another, and which comes first is a guess."""
_LEAST_SIGN = 0.33
"""In a row of dice a find that large beside the largest may be the sign on a die, and its die is looked for around it."""


def teach(library: FaceLibrary, name: str, pixels: Picture, value: int | None = None) -> FaceLesson:
    """Add a picture (BGR) of one die with the face ``name`` on top, or of the face alone, to the library.

    Raises PictureError like `take_lesson`; the library is then as before.
    """
    return learn(library, name, take_lesson(pixels), value)


def take_lesson(pixels: Picture) -> list[Picture]:
    """What a picture (BGR) of one die, or of a face alone, teaches: one or two cuts of its face, the likeliest first.

    Raises PictureError with the reasons ``no_die several_dice cut_off too_small blank``.
    """
    return _cuts(pixels, _lesson(pixels))


def take_lessons(pixels: Picture, count: int) -> list[list[Picture]]:
    """What a picture (BGR) of ``count`` dice teaches, die by die from left to right; each as `take_lesson` gives it.

    Raises PictureError with the reasons ``other_count no_row cut_off too_small blank``.
    """
    dice = sorted(_several(pixels, count), key=lambda die: die.centre[0])
    largest = max(die.side for die in dice)
    if any(right.centre[0] - left.centre[0] < _LEAST_STEP * largest for left, right in pairwise(dice)):
        raise PictureError(
            "unreadable_picture", "no_row", "The dice do not lie in a row. Lay them side by side, none above another."
        )
    return [_cuts(pixels, _tops(pixels, die)) for die in dice]


def _several(pixels: Picture, count: int) -> list[Candidate]:
    """The ``count`` likeliest dice."""
    found = [candidate for candidate in candidates(pixels) if candidate.score >= _LEAST_TAUGHT_SCORE]
    dice: list[Candidate] = []
    for one in sorted(found, key=lambda candidate: -candidate.score * candidate.side**0.5):
        largest = max([one, *dice], key=lambda die: die.side).side
        if one.side > _LEAST_SIGN * largest and all(_apart(one, other) > 0.8 * largest for other in dice):
            dice.append(one)
    if len(dice) < count or (len(dice) > count and dice[count].score > _NEARLY * dice[count - 1].score):
        raise PictureError(
            "unreadable_picture",
            "other_count",
            f"{count} faces were named, but {len(dice)} dice were found in this picture. Lay the dice apart on a plain table.",
        )
    return dice[:count]


def _apart(one: Candidate, other: Candidate) -> float:
    return float(np.hypot(one.centre[0] - other.centre[0], one.centre[1] - other.centre[1]))


def _cuts(pixels: Picture, spots: Sequence[Spot]) -> list[Picture]:
    patches = [patch_of(pixels, spot) for spot in spots]
    if contrast(patches[0]) < LEAST_CONTRAST:
        raise PictureError(
            "unreadable_picture",
            "blank",
            "Nothing can be made out on this face. Take it again, closer and in more light.",
        )
    return patches


def learn(library: FaceLibrary, name: str, patches: Sequence[Picture], value: int | None = None) -> FaceLesson:
    """Add the cuts of a lesson to the library."""
    matcher, groups = library.matcher()
    fits = matcher.match(patches, EXACT)
    alike = {library.faces[groups[fit.index]].name for fit in fits if fit.score >= ALIKE_SCORE}
    face = library.add(name, patches, value)
    colour = colour_name(body_colour(patches[0]))
    return FaceLesson(name, len(face.pictures), face.value, colour, tuple(sorted(alike - {name})))


def _lesson(pixels: Picture) -> list[Spot]:
    """Where the face to learn is, likeliest first: on the one die of the picture, or all of it if it is one face."""
    height, width = pixels.shape[:2]
    found = [candidate for candidate in candidates(pixels) if candidate.score >= _LEAST_TAUGHT_SCORE]
    if _is_face_alone(pixels, found):
        return [Spot(width / 2 - 0.5, height / 2 - 0.5, float(width), height / width)]
    if not found:
        raise PictureError(
            "unreadable_picture",
            "no_die",
            "No die was found in this picture. Lay one die, that face up, on a plain table and take it from above.",
        )
    best = max(found, key=lambda candidate: candidate.score * candidate.side**0.5)
    for other in found:
        apart = _apart(other, best)
        if other.score >= _NEARLY * best.score and other.side > _LEAST_SIZE * best.side and apart > 1.3 * best.side:
            raise PictureError(
                "unreadable_picture", "several_dice", "There is more than one die in this picture. Show one die alone."
            )
    return _tops(pixels, best)


def _tops(pixels: Picture, best: Candidate) -> list[Spot]:
    """Where the top face of that die is, likeliest first."""
    height, width = pixels.shape[:2]
    if best.side < LEAST_SIDE_PX:
        raise PictureError("unreadable_picture", "too_small", "The die is too small in this picture. Take it closer.")
    if _cut_off(best.box, width, height):
        raise PictureError("unreadable_picture", "cut_off", "The die is cut off by the edge of the picture.")
    cubes = [
        replace(cube, score=weight * cube.score)
        for share, weight in _CUBE_SHARES
        for cube in find_cubes(pixels, *best.centre, share * best.side, steepest=_STEEPEST)
        if not _cut_off(Box(*map(float, cv2.boundingRect(cube.top.corners()))), width, height)
    ]
    if not cubes:
        return [_spot(best)]
    cubes.sort(key=lambda cube: -cube.score)
    # The outline is at times the wrong one of two; the second costs little and saves the lesson.
    first, *others = cubes
    second = next(
        (cube.top for cube in others if cube.score > _NEARLY * first.score and _elsewhere(cube.top, first.top)), None
    )
    return [first.top] if second is None else [first.top, second]


def _elsewhere(one: Spot, other: Spot) -> bool:
    """Whether two outlines are another cut of the picture, not only turned or slanted otherwise."""
    apart = np.hypot(one.x - other.x, one.y - other.y)
    return bool(apart > 0.1 * other.side or abs(np.log(one.side / other.side)) > 0.12)


def _cut_off(box: Box, width: int, height: int) -> bool:
    slack = 0.06 * max(box.w, box.h)
    return box.x < -slack or box.y < -slack or box.x + box.w > width + slack or box.y + box.h > height + slack


def _is_face_alone(pixels: Picture, found: Sequence[Candidate]) -> bool:
    """Whether the picture is one face from edge to edge: nearly square, an even rim with a large drawing inside, no die."""
    height, width = pixels.shape[:2]
    if not 0.85 <= width / height <= 1.18:
        return False
    small = cv2.GaussianBlur(cv2.resize(pixels, (100, 100), interpolation=cv2.INTER_AREA), (0, 0), 1.5)
    lab = cv2.cvtColor(small, cv2.COLOR_BGR2LAB).astype(np.float32)
    rows = [lab[3:9, 9:91], lab[91:97, 9:91], lab[9:91, 3:9], lab[9:91, 91:97]]
    rim = np.concatenate([row.reshape(-1, 3) for row in rows])
    middle = np.median(rim, axis=0)
    if float(np.quantile(np.abs(rim - middle).max(axis=1), 0.8)) > 14:
        return False
    rows_differing, columns_differing = np.nonzero(np.linalg.norm(lab - middle, axis=2) > 25)
    if len(rows_differing) < 100 or max(np.ptp(rows_differing), np.ptp(columns_differing)) < 42:
        return False
    for candidate in found:
        body = np.array(body_colour(patch_of(pixels, _spot(candidate))))
        if candidate.score >= 0.45 and candidate.side < 0.9 * width and np.linalg.norm(body - middle) > 20:
            return False  # a die, on a table of another colour
    return True


def _spot(candidate: Candidate) -> Spot:
    slant = float(np.clip(candidate.box.h / max(1.0, candidate.box.w), 0.5, 1.1))
    return Spot(candidate.centre[0], candidate.centre[1], max(candidate.side, 4.0), slant)
