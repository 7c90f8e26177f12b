"""Dice whose faces carry pictures, digits or signs: taught once by the owner, then read together with pip dice.

Where the top faces are is found by `vision.dice` (``candidates``), which knows faces without pips as such. Which taught
face it is, is told by `vision.face_match`. A face is named only when it agrees well and clearly better than every other
taught face; a die that looks like a taught face but not clearly so is given as unsure, even where pips were read.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from statistics import median
from typing import Any

import cv2
import numpy as np

from vision.dice import SHOWN_SCORE, SHOWN_SHARE, Candidate, candidates, decide
from vision.face_library import Body, FaceLibrary, TaughtFace
from vision.face_match import Match, Spot, body_colour, contrast, patch_of, square_in_picture
from vision.face_outline import find_outlines, outermost
from vision.image import Pixels
from vision.picture_header import PictureError
from vision.reading import Box, DiceReading, Die

__all__ = ["FaceLibrary", "colour_name", "read_dice_and_faces", "teach"]

SURE_SCORE, SURE_RATIO = 0.87, 2.2
"""Correlation with the face; how many times more the next best face leaves unexplained."""
LIKELY_SCORE = 0.62
"""From here on a taught face is offered as a guess."""
DOUBTED_SCORE = 0.78
"""From here on a taught face stands against pips that were read: the die is unsure."""
TWIN_SCORE, TWIN_RATIO = 0.93, 3.0
"""Where the next best face fits so well too (spade and club), it must leave so many times more unexplained."""
ALIKE_SCORE = 0.93
"""Two faces whose pictures agree so well cannot be told apart by a camera at a table."""
MOST_OTHER, LEAST_PIPS_CHANCE = 0.02, 0.9
"""Pips among taught faces: drawn signs read as pips had 0.03 and more for 'another face' (99 of 100), pips under 0.02."""
LEAST_CONTRAST = 6.0
LEAST_SIDE_PX = 24.0

_LEAST_TAUGHT_SCORE = 0.2
_WEAK_SCORE, _WEAK_SHARE = 0.2, 0.3
_MOST_MATCHED = 24
_OUTLINE_SHARE = 1.15
"""Signs are found at 0.55 to 1.35 times their die's side: outlines are looked for around this much of what was found."""


def read_dice_and_faces(pixels: Pixels, library: FaceLibrary, count: int | None = None) -> DiceReading:
    """Read the dice of a picture (BGR), pips and taught faces, from left to right; boxes in its pixels.

    A taught face: ``face`` its name, ``value`` the number it counts for, ``colour`` the die's. A face that is neither
    pips nor surely taught has no value, and the likeliest as its guess.
    """
    started = time.perf_counter()
    found = candidates(pixels)
    pips = {die.box: die for die in decide(found, count)}
    best = max((candidate.score for candidate in found), default=0.0)
    slant = _usual_slant(found, best)
    dice: list[Die] = []
    for rank, candidate in enumerate(found[:_MOST_MATCHED]):
        expected = count is not None and rank < count and candidate.score > 0.25
        shown = candidate.score >= max(SHOWN_SCORE, SHOWN_SHARE * best) or expected
        if not shown and candidate.score < max(_WEAK_SCORE, _WEAK_SHARE * best):
            continue
        own_slant = _slant(candidate, slant)
        die = _read(pixels, candidate, pips.get(candidate.box), library, own_slant)
        # A weak find is told by its face alone, and only where it is not the side of a die that was found already.
        if shown or (
            die.face is not None and not any(_is_side_of(die.box, other.box, own_slant, 0.1) for other in dice)
        ):
            dice.append(die)
    dice = _without_sides(dice, float(np.clip(slant or 1.0, 0.5, 1.0)))
    dice.sort(key=lambda die: (die.box.x + die.box.w / 2, die.box.y))
    return DiceReading(tuple(dice), (time.perf_counter() - started) * 1000, count)


def teach(library: FaceLibrary, name: str, pixels: Pixels, value: int | None = None) -> dict[str, Any]:
    """Add a picture (BGR) of one die with the face ``name`` on top, or of the face alone, to the library.

    Returns ``{"face", "pictures", "value", "colour", "alike"}``: how many pictures of it there are now, the number it
    counts for, the colour of the die, the names of other faces that cannot be told from it. Raises PictureError with
    the reasons ``no_die several_dice cut_off too_small blank``; the library is then as before.
    """
    patches = [patch_of(pixels, spot) for spot in _lesson(pixels)]
    if contrast(patches[0]) < LEAST_CONTRAST:
        raise PictureError(
            "unreadable_picture",
            "blank",
            "Nothing can be made out on this face. Take it again, closer and in more light.",
        )
    matcher, groups = library.matcher()
    fits = matcher.match(patches, groups)
    alike = {library.faces[groups[fit.index]].name for fit in fits if fit.score >= ALIKE_SCORE}
    face = library.add(name, patches, value)
    return {
        "face": name,
        "pictures": len(face.pictures),
        "value": face.value,
        "colour": colour_name(body_colour(patches[0])),
        "alike": sorted(alike - {name}),
    }


def _read(pixels: Pixels, candidate: Candidate, pips: Die | None, library: FaceLibrary, slant: float) -> Die:
    matcher, groups = library.matcher()
    spots = _looks(pixels, candidate, slant)
    patches = [patch_of(pixels, spot) for spot in spots]
    fits = matcher.match(patches, groups)
    fit = fits[0] if fits else None
    face = library.faces[groups[fit.index]] if fit else None
    patch = patches[fit.patch if fit else 0]
    pips = _careful(pips, candidate)
    if fit and face and _is_sure(fits):
        return _taught_die(candidate, face, fit, patch, spots[fit.patch])
    if pips is not None:
        if fit is None or face is None or fit.score < DOUBTED_SCORE:
            return pips
        # It may be the taught face as well: whoever is asked decides.
        return Die(None, pips.guess, min(pips.confidence, 1 - fit.score), pips.box, guess_face=face.name)
    if fit and face and fit.score >= LIKELY_SCORE:
        return Die(None, face.value, 0.5 * fit.score, candidate.box, guess_face=face.name, colour=_colour(patch, face))
    return Die(None, None, min(0.5, candidate.score), candidate.box)


def _careful(pips: Die | None, candidate: Candidate) -> Die | None:
    """Where faces are taught, signs lie on the table that the pip reader was never meant for: it must be very clear."""
    if pips is None or candidate.other >= 0.5:
        return None
    if candidate.other <= MOST_OTHER and candidate.chance >= LEAST_PIPS_CHANCE:
        return pips
    return replace(pips, value=None)


def _is_sure(fits: Sequence[Match]) -> bool:
    """Whether the best fit is good, and what is left unexplained far less than with any other face."""
    if fits[0].score < SURE_SCORE:
        return False
    if len(fits) < 2:
        return True
    ratio = TWIN_RATIO if fits[1].score >= TWIN_SCORE else SURE_RATIO
    return 1 - fits[1].score >= ratio * (1 - fits[0].score)


def _taught_die(candidate: Candidate, face: TaughtFace, fit: Match, patch: Pixels, spot: Spot) -> Die:
    confidence = max(0.0, min(1.0, fit.score * min(1.0, candidate.score + 0.5)))
    left, top, width, height = cv2.boundingRect(square_in_picture(spot, fit))
    box = Box(float(left), float(top), float(width), float(height))
    return Die(face.value, face.value, confidence, box, face.name, face.name, _colour(patch, face))


def _looks(pixels: Pixels, candidate: Candidate, slant: float) -> list[Spot]:
    """Where exactly the top face may be: the outlines seen around there, and the place as it was found."""
    slants = sorted({round(min(1.0, slant), 2), round(min(1.0, 1.14 * slant), 2)})
    outlines = find_outlines(pixels, *candidate.centre, _OUTLINE_SHARE * candidate.side, slants)
    largest = outermost(outlines)
    spots = [outline.spot for outline in outlines[:4]]
    if largest is not None and largest.spot not in spots:
        spots.append(largest.spot)
    found = _spot(candidate, min(1.0, 1.07 * slant))
    return [*spots, found, replace(found, side=1.35 * found.side)]


def _colour(patch: Pixels, face: TaughtFace) -> str:
    """The name of the nearest colour this face was taught in: a lamp may dye all dice, but not exchange them."""
    seen = np.array(body_colour(patch))
    weights = np.array([0.5, 1.0, 1.0])  # lightness changes most with the lamp
    nearest = min(face.pictures, key=lambda taught: float(np.linalg.norm((seen - taught.body) * weights)))
    return colour_name(nearest.body)


def colour_name(body: Body) -> str:
    """A plain English name for a die's colour, given as OpenCV's 8-bit L, a, b."""
    light, green_red, blue_yellow = body[0] / 2.55, body[1] - 128, body[2] - 128
    strength = float(np.hypot(green_red, blue_yellow))
    if strength < (
        27 if light > 62 else 20 if light > 40 else 12 if light > 22 else 9
    ):  # a lamp dyes a white die this much
        return "white" if light > 60 else "grey" if light > 32 else "black"
    hue = float(np.degrees(np.arctan2(blue_yellow, green_red))) % 360
    if light > 72 and strength < 26 and 40 < hue < 115:
        return "white"  # ivory, or white under a warm lamp
    if hue < 12 or hue >= 345:
        return "pink" if light > 60 else "red"
    if hue < 48:
        return "red" if light < 62 and strength > 40 else "brown" if light < 50 else "orange"
    if hue < 75:
        return "orange" if strength > 45 and light > 50 else "brown"
    if hue < 110:
        return "yellow" if light > 55 else "brown"
    if hue < 195:
        return "green"
    return "blue" if hue < 305 else "purple"


def _without_sides(dice: Sequence[Die], slant: float) -> list[Die]:
    """Taught faces seen on the side of a die whose top was found are left out; where it may be either, unsure."""
    kept = []
    for die in dice:
        others = [other for other in dice if other is not die]
        if die.face is None or not any(_is_side_of(die.box, other.box, slant, 0.1) for other in others):
            kept.append(die)
        elif not any(_is_side_of(die.box, other.box, slant, -0.05) for other in others):
            kept.append(replace(die, value=None, face=None))
    return kept


def _is_side_of(box: Box, top: Box, slant: float, slack: float = 0.0) -> bool:
    """Whether ``box`` lies below a top face where the side of the same die is seen, ``slack`` die sides further."""
    across = (box.x + box.w / 2) - (top.x + top.w / 2)
    down = ((box.y + box.h / 2) - (top.y + top.h / 2)) / slant
    side = 0.82 * max(
        top.w, box.w
    )  # a square on average, turned by any angle, is 1.27 sides wide; a taught face is given 1.16
    # From the middle of the top to that of a side, as far as they are apart in the straightened picture.
    reach = 0.5 + 0.5 * float(np.sqrt(max(0.0, 1 - slant**2))) / slant + slack
    return down > 0 and float(np.hypot(across, down)) < reach * side


def _spot(candidate: Candidate, slant: float) -> Spot:
    return Spot(candidate.centre[0], candidate.centre[1], max(candidate.side, 4.0), slant)


def _usual_slant(found: Sequence[Candidate], best: float) -> float | None:
    """All dice lie on one table, so their tops are seen at about one slant; None where there are too few to say."""
    slants = [candidate.box.h / max(1.0, candidate.box.w) for candidate in found if candidate.score >= 0.6 * best]
    return median(slants) if len(slants) >= 2 else None


def _slant(candidate: Candidate, usual: float | None) -> float:
    own = candidate.box.h / max(1.0, candidate.box.w)
    return float(np.clip(own if usual is None else 0.4 * own + 0.6 * usual, 0.5, 1.1))


def _lesson(pixels: Pixels) -> list[Spot]:
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
        apart = np.hypot(other.centre[0] - best.centre[0], other.centre[1] - best.centre[1])
        if other.score >= 0.75 * best.score and other.side > 0.6 * best.side and apart > 1.3 * best.side:
            raise PictureError(
                "unreadable_picture", "several_dice", "There is more than one die in this picture. Show one die alone."
            )
    if best.side < LEAST_SIDE_PX:
        raise PictureError("unreadable_picture", "too_small", "The die is too small in this picture. Take it closer.")
    if _cut_off(best.box, width, height):
        raise PictureError("unreadable_picture", "cut_off", "The die is cut off by the edge of the picture.")
    slants = (1.0, 0.94, 0.87, 0.8)
    outlines = find_outlines(pixels, *best.centre, _OUTLINE_SHARE * best.side, slants)
    first = outermost(outlines)
    if first is None:
        return [_spot(best, _slant(best, None))]
    # An outline is at times the wrong one of two; the second costs little and saves the lesson.
    second = next((outline for outline in outlines if _elsewhere(outline.spot, first.spot)), None)
    return [first.spot] if second is None else [first.spot, second.spot]


def _elsewhere(one: Spot, other: Spot) -> bool:
    """Whether two outlines are another cut of the picture, not only turned or slanted otherwise."""
    apart = np.hypot(one.x - other.x, one.y - other.y)
    return bool(apart > 0.1 * other.side or abs(np.log(one.side / other.side)) > 0.12)


def _cut_off(box: Box, width: int, height: int) -> bool:
    slack = 0.06 * max(box.w, box.h)
    return box.x < -slack or box.y < -slack or box.x + box.w > width + slack or box.y + box.h > height + slack


def _is_face_alone(pixels: Pixels, found: Sequence[Candidate]) -> bool:
    """Whether the picture is one face from edge to edge: nearly square, an even rim with a large icon inside, no die."""
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
        body = np.array(body_colour(patch_of(pixels, _spot(candidate, _slant(candidate, None)))))
        if candidate.score >= 0.45 and candidate.side < 0.9 * width and np.linalg.norm(body - middle) > 20:
            return False  # a die, on a table of another colour
    return True
