"""Dice whose faces carry pictures, digits or signs: taught once by the owner, then read together with pip dice.

Where the top faces are is found by `vision.dice` (``candidates``), which knows faces without pips as such. Which taught
face it is, is told by `vision.face_match`. A face is named only when it agrees well and clearly better than every other
taught face; a die that looks like a taught face but not clearly so is given as unsure, even where pips were read.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from statistics import median
from typing import Any

import cv2
import numpy as np

from vision.dice import SHOWN_SCORE, SHOWN_SHARE, Candidate, candidates, decide
from vision.face_library import Body, FaceLibrary, TaughtFace, TaughtPicture
from vision.face_match import Match, Spot, body_colour, contrast, patch_of
from vision.image import Pixels
from vision.picture_header import PictureError
from vision.reading import Box, DiceReading, Die

__all__ = ["FaceLibrary", "colour_name", "read_dice_and_faces", "teach"]

SURE_SCORE, SURE_APART = 0.80, 0.60
LIKELY_SCORE = 0.62
"""From here on a taught face is offered as a guess, and stands against pips that were read."""
ALIKE_SCORE = 0.93
"""Two faces whose pictures agree so well cannot be told apart by a camera at a table."""
LEAST_CONTRAST = 6.0
LEAST_SIDE_PX = 24.0

_LEAST_TAUGHT_SCORE = 0.3
_MOST_MATCHED = 24


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
    dice = []
    for rank, candidate in enumerate(found[:_MOST_MATCHED]):
        expected = count is not None and rank < count and candidate.score > 0.25
        if candidate.score < max(SHOWN_SCORE, SHOWN_SHARE * best) and not expected:
            continue
        die = _read(pixels, candidate, pips.get(candidate.box), library, _slant(candidate, slant))
        if die is not None:
            dice.append(die)
    dice.sort(key=lambda die: (die.box.x + die.box.w / 2, die.box.y))
    return DiceReading(tuple(dice), (time.perf_counter() - started) * 1000, count)


def teach(library: FaceLibrary, name: str, pixels: Pixels, value: int | None = None) -> dict[str, Any]:
    """Add a picture (BGR) of one die with the face ``name`` on top, or of the face alone, to the library.

    Returns ``{"face", "pictures", "value", "colour", "alike"}``: how many pictures of it there are now, the number it
    counts for, the colour of the die, the names of other faces that cannot be told from it. Raises PictureError with
    the reasons ``no_die several_dice cut_off too_small blank``; the library is then as before.
    """
    patch = patch_of(pixels, _lesson(pixels))
    if contrast(patch) < LEAST_CONTRAST:
        raise PictureError(
            "unreadable_picture",
            "blank",
            "Nothing can be made out on this face. Take it again, closer and in more light.",
        )
    matcher, groups, _ = library.matcher()
    alike = {
        library.faces[groups[match.index]].name for match in matcher.match(patch, groups) if match.score >= ALIKE_SCORE
    }
    face = library.add(name, patch, value)
    return {
        "face": name,
        "pictures": len(face.pictures),
        "value": face.value,
        "colour": colour_name(body_colour(patch)),
        "alike": sorted(alike - {name}),
    }


def _read(pixels: Pixels, candidate: Candidate, pips: Die | None, library: FaceLibrary, slant: float) -> Die | None:
    matcher, groups, pictures = library.matcher()
    patch = patch_of(pixels, _spot(candidate, slant))
    fits = matcher.match(patch, groups)
    fit = fits[0] if fits else None
    face = library.faces[groups[fit.index]] if fit else None
    has_pips = candidate.other < 0.5 and pips is not None
    if fit and face and fit.score >= SURE_SCORE and fit.apart >= SURE_APART:
        return _taught_die(candidate, face, fit, patch, pictures)
    if has_pips and pips is not None:
        if fit is None or face is None or fit.score < LIKELY_SCORE:
            return pips
        # It may be the taught face as well: whoever is asked decides.
        return Die(None, pips.guess, min(pips.confidence, 1 - fit.score), pips.box, guess_face=face.name)
    if fit and face and fit.score >= LIKELY_SCORE:
        return Die(None, face.value, 0.5 * fit.score, candidate.box, guess_face=face.name, colour=_colour(patch, face))
    return Die(None, None, min(0.5, candidate.score), candidate.box)


def _taught_die(
    candidate: Candidate, face: TaughtFace, fit: Match, patch: Pixels, pictures: Sequence[TaughtPicture]
) -> Die:
    confidence = max(0.0, min(1.0, fit.score * min(1.0, candidate.score + 0.5)))
    return Die(face.value, face.value, confidence, candidate.box, face.name, face.name, _colour(patch, face))


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
    if strength < (20 if light > 40 else 12 if light > 22 else 9):  # a lamp dyes a white die this much
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


def _spot(candidate: Candidate, slant: float) -> Spot:
    return Spot(candidate.centre[0], candidate.centre[1], max(candidate.side, 4.0), slant)


def _usual_slant(found: Sequence[Candidate], best: float) -> float | None:
    """All dice lie on one table, so their tops are seen at about one slant; None where there are too few to say."""
    slants = [candidate.box.h / max(1.0, candidate.box.w) for candidate in found if candidate.score >= 0.6 * best]
    return median(slants) if len(slants) >= 2 else None


def _slant(candidate: Candidate, usual: float | None) -> float:
    own = candidate.box.h / max(1.0, candidate.box.w)
    return float(np.clip(own if usual is None else 0.4 * own + 0.6 * usual, 0.5, 1.1))


def _lesson(pixels: Pixels) -> Spot:
    """Where the face to learn is: on the one die of the picture, or the picture itself where it shows the face alone."""
    height, width = pixels.shape[:2]
    found = [candidate for candidate in candidates(pixels) if candidate.score >= _LEAST_TAUGHT_SCORE]
    if _is_face_alone(pixels, found):
        return Spot(width / 2 - 0.5, height / 2 - 0.5, float(width), height / width)
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
    return _spot(best, _slant(best, None))


def _cut_off(box: Box, width: int, height: int) -> bool:
    slack = 0.06 * max(box.w, box.h)
    return box.x < -slack or box.y < -slack or box.x + box.w > width + slack or box.y + box.h > height + slack


def _is_face_alone(pixels: Pixels, found: Sequence[Candidate]) -> bool:
    """Whether the picture is one face from edge to edge: nearly square, an even rim, and no die standing out from it."""
    height, width = pixels.shape[:2]
    if not 0.75 <= width / height <= 1.34:
        return False
    lab = cv2.cvtColor(cv2.resize(pixels, (100, 100), interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2LAB).astype(
        np.float32
    )
    rim = np.concatenate(
        [
            lab[4:10, 10:90].reshape(-1, 3),
            lab[90:96, 10:90].reshape(-1, 3),
            lab[10:90, 4:10].reshape(-1, 3),
            lab[10:90, 90:96].reshape(-1, 3),
        ]
    )
    middle = np.median(rim, axis=0)
    even = float(np.median(np.abs(rim - middle).max(axis=1))) < 10
    strong = [candidate for candidate in found if candidate.score >= 0.45 and candidate.side < 0.8 * min(width, height)]
    for candidate in strong:
        body = np.array(body_colour(patch_of(pixels, _spot(candidate, _slant(candidate, None)))))
        if np.linalg.norm(body - middle) > 20:
            return False
    return even and (not strong or max(height, width) < 1.2 * min(height, width))
