"""Dice whose faces carry pictures, digits or signs: taught once by the owner, then read together with pip dice.

Where top faces may be is found by `vision.dice` (``candidates``). Each is compared with the taught faces; those that are
recognised tell how the camera looks at the table (`vision.faces.view`), and with that known all finds are looked at once
more, strictly: a top face then has one slant and one size, and the side of a die has another. A face is named only when
it agrees well and clearly better than every other taught face; a die that looks like a taught face but not clearly so
is given as unsure, even where pips were read.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.arrays import Picture
from vision.dice import SHOWN_SCORE, SHOWN_SHARE, Candidate, Inside, candidates, decide
from vision.faces.colour import colour_name
from vision.faces.cube import find_cubes
from vision.faces.library import FaceLibrary, TaughtFace
from vision.faces.match import EXACT, KNOWN, ROUGH, Match, Search, square_in_picture
from vision.faces.neighbours import places_of_dice
from vision.faces.patch import Spot, body_colour, patch_of
from vision.faces.view import TableView, view_of
from vision.reading import Box, DiceReading, Die

SURE_SCORE, SURE_APART = 0.87, 0.15
"""Correlation with the face; how clearly it is this face and not the most alike other one (`Match.apart`)."""
CLEAR_SURE_SCORE, CLEAR_APART = 0.83, 0.6
"""The same for a clear die without pips that looks like no other taught face at all."""
WEAK_SURE_SCORE = 0.885
"""Where the dice reader hardly sees a die, the face must agree better."""
LIKELY_SCORE = 0.62
"""From here on a taught face is offered as a guess."""
DOUBTED_SCORE = 0.78
"""From here on a taught face stands against pips that were read: the die is unsure."""
MOST_OTHER, LEAST_PIPS_CHANCE = 0.02, 0.9
"""Pips among taught faces: drawn signs read as pips had 0.03 and more for 'another face' (99 of 100), pips under 0.02."""

_LEAST_ROUGH, _MOST_ROUGH, _MOST_MATCHED, _MOST_OUTLINED = 4, 12, 24, 3
_MOST_BESIDE, _MOST_ROUNDS = 24, 3
_ROUGH_SLANTS = (0.97, 0.8)
_LEAST_APART = 0.93
"""Two dice side by side are one side apart; the side of a die is seen at most (1 + tan of the tilt) / 2 from its top."""
_LIKE_A_SIDE, _WEAK_LIKE_A_TOP = 0.2**2, 0.085**2
"""Squared shares of misfit (`vision.faces.view`)."""
_FAR_MORE, _NEIGHBOURS, _BESIDE = 3.0, 2, (0.9, 1.1)
"""In clusters each top lies where a neighbour has its side. What would pass for both is a top where it fits one so many times
better, and has so many recognised neighbours at the distance (in sides) of dice that touch; a side has one, its own die."""
_LIKE_A_TOP, _SAME_SIZE = 0.05**2, 0.1
"""What was recognised so near to what the view says is not looked at again."""
_NEAR, _FAR_OTHER_SIZE = 1.2, 0.4
"""A face that much smaller so near to a die, in sides, is more likely a part of it than a die."""
_OTHER_SIZE = 0.2
"""A die recognised at a size this share off is of another size; the rest is measured wrongly."""


@dataclass(frozen=True, slots=True, eq=False)
class _Look:
    """What a find shows: the place that was looked at, its patch, and the taught faces it fits, best first."""

    candidate: Candidate
    shown: bool
    spot: Spot | None = None
    patch: Picture | None = None
    fits: tuple[Match, ...] = ()

    @property
    def score(self) -> float:
        return self.fits[0].score if self.fits else -1.0

    @property
    def middle(self) -> tuple[float, float]:
        """Where the recognised face has its middle, in the picture."""
        if self.spot is None:
            return self.candidate.centre
        x, y = self.spot.matrix() @ self.fits[0].pose.shift + (self.spot.x, self.spot.y)
        return float(x), float(y)

    @property
    def place(self) -> tuple[float, float]:
        """Where the die is: what was recognised says it best."""
        return self.middle if _is_sure(self) else self.candidate.centre


def read_dice_and_faces(
    pixels: Picture, library: FaceLibrary, count: int | None = None, inside: Inside | None = None
) -> DiceReading:
    """Read the dice of a picture (BGR), pips and taught faces, from left to right; boxes in its pixels.

    A taught face: ``face`` its name, ``value`` the number it counts for, ``colour`` the die's. A face that is neither
    pips nor surely taught has no value, and the likeliest as its guess. ``inside``: where dice count, None everywhere.
    """
    started = time.perf_counter()
    found = candidates(pixels, inside)[:_MOST_MATCHED]
    pips = {die.box: die for die in decide(found, count)}
    best = max((candidate.score for candidate in found), default=0.0)
    looks = []
    for rank, candidate in enumerate(found):
        expected = count is not None and rank < count and candidate.score > 0.25
        looks.append(_Look(candidate, candidate.score >= max(SHOWN_SCORE, SHOWN_SHARE * best) or expected))
    looks, view = _recognised(pixels, looks, library)
    apart = [look for look in _apart(looks, view) if inside is None or inside(*look.place)]
    dice = [_die(look, pips.get(look.candidate.box), library) for look in apart]
    dice.sort(key=lambda die: (die.box.x + die.box.w / 2, die.box.y))
    return DiceReading(tuple(dice), (time.perf_counter() - started) * 1000, count)


def _recognised(pixels: Picture, looks: Sequence[_Look], library: FaceLibrary) -> tuple[list[_Look], TableView | None]:
    """The finds compared with the taught faces: roughly, then with the view of the table that those show."""
    rough = [
        _look(pixels, look, _rough_spots(look.candidate), library, ROUGH)
        if place < (_MOST_ROUGH if look.shown else _LEAST_ROUGH)
        else look
        for place, look in enumerate(looks)
    ]
    view = _view(rough, pixels)
    if view is None:  # perhaps the only taught faces are among the weak finds, or their places are found badly
        rough = [
            _look(pixels, look, _rough_spots(look.candidate), library, ROUGH)
            if not look.shown and _LEAST_ROUGH <= place < _MOST_ROUGH
            else look
            for place, look in enumerate(rough)
        ]
        view = _view(rough, pixels)
    if view is None:
        odd = [look for look in rough if look.candidate.other > MOST_OTHER][:_MOST_OUTLINED]
        rough = [
            max(look, _look(pixels, look, _outlined(pixels, look.candidate), library, ROUGH), key=lambda one: one.score)
            if look in odd
            else look
            for look in rough
        ]
        view = _view(rough, pixels)
    if view is None:
        return rough, None
    strict = [_strictly(pixels, look, view, library) for look in rough]
    return [*strict, *_missed(pixels, strict, view, library)], view


def _missed(pixels: Picture, looks: Sequence[_Look], view: TableView, library: FaceLibrary) -> list[_Look]:
    """Dice that the dice reader missed, of the colours of those that were recognised."""
    matcher, _ = library.matcher()
    found: list[_Look] = []
    around = _apart(looks, view)
    for _ in range(_MOST_ROUNDS):
        sure = [look for look in around if _is_sure(look)]
        taken = [look.place for look in [*around, *found]]
        bodies = [body_colour(look.patch) for look in sure if look.patch is not None]
        spots = places_of_dice(pixels, view, [look.middle for look in sure], taken, bodies, _MOST_BESIDE)
        new = []
        for fit in matcher.match([patch_of(pixels, spot) for spot in spots], KNOWN):
            if fit.score < DOUBTED_SCORE:
                continue
            x, y = spots[fit.patch].matrix() @ fit.pose.shift + (spots[fit.patch].x, spots[fit.patch].y)
            spot = view.spot(float(x), float(y))
            box = Box(*map(float, cv2.boundingRect(spot.corners())))
            unseen = Candidate(box, (spot.x, spot.y), spot.side, 0.0, (0.0, 0.0, 0.0, 0.0, 0.0, 0.0), 1.0, 0.0, 0.0)
            look = _look(pixels, _Look(unseen, False), [spot], library, EXACT)
            if _is_sure(look):
                new.append(look)
        kept = [look for look in _apart([*around, *new], view) if look in new]
        if not kept:
            break
        found += kept
        around = [*around, *kept]
    return found


def _look(pixels: Picture, look: _Look, spots: Sequence[Spot], library: FaceLibrary, search: Search) -> _Look:
    """The find with what its top face shows, compared at each of ``spots``; the spot that fits best is kept."""
    matcher, _ = library.matcher()
    patches = [patch_of(pixels, spot) for spot in spots]
    fits = matcher.match(patches, search)
    if not fits:
        return replace(look, spot=None, patch=patches[0], fits=())
    place = fits[0].patch
    return replace(look, spot=spots[place], patch=patches[place], fits=tuple(fits))


def _strictly(pixels: Picture, look: _Look, view: TableView, library: FaceLibrary) -> _Look:
    """Compare once more, with the slant and the size that a top face has at this place of the table."""
    tries = [(look.candidate.centre, KNOWN)]
    resized = 1.0
    if look.spot is not None and look.score >= 0.5:
        size = _side_seen(look) / view.spot(*look.middle).side
        squeezed = view.unlike_a_top(*look.middle, look.spot.matrix() @ look.fits[0].pose.linear)
        if _is_sure(look) and squeezed < _LIKE_A_TOP and abs(np.log(size)) < _SAME_SIZE:
            return look
        if abs(np.log(size)) < _OTHER_SIZE:
            tries.insert(0, (look.middle, EXACT))
        elif _is_sure(look):
            resized = size
            tries = [(look.middle, EXACT)]
    best = replace(look, spot=None, fits=())
    for place, search in tries:
        spot = view.spot(*place)
        again = _look(pixels, look, [replace(spot, side=resized * spot.side)], library, search)
        best = max(best, again, key=lambda one: one.score)
        if best.score >= SURE_SCORE:
            break
    return best


def _view(looks: Sequence[_Look], pixels: Picture) -> TableView | None:
    seen = []
    for look in looks:
        if look.spot is not None and _is_sure(look):
            x, y = look.middle
            seen.append((x, y, look.spot.matrix() @ look.fits[0].pose.linear, look.score - 0.8))
    return view_of(seen, pixels.shape[1], pixels.shape[0])


def _side_seen(look: _Look) -> float:
    """The side of the die in pixels, as large as the recognised face is seen."""
    assert look.spot is not None
    return look.spot.side * float(np.sqrt(abs(np.linalg.det(look.fits[0].pose.linear))))


def _is_sure(look: _Look) -> bool:
    """Whether the best fit is good, and it is clearly that face and no other."""
    if not look.fits:
        return False
    clear = look.shown and look.candidate.other > MOST_OTHER and look.fits[0].apart >= CLEAR_APART
    return look.score >= (CLEAR_SURE_SCORE if clear else SURE_SCORE) and look.fits[0].apart >= SURE_APART


def _rough_spots(candidate: Candidate) -> list[Spot]:
    side = max(candidate.side, 4.0)
    return [Spot(*candidate.centre, side, slant) for slant in _ROUGH_SLANTS]


def _outlined(pixels: Picture, candidate: Candidate) -> list[Spot]:
    """The squares that the find's top face may fill: the top of each cube whose edges are seen there."""
    return [cube.top for cube in find_cubes(pixels, *candidate.centre, 1.1 * max(candidate.side, 4.0))]


def _apart(looks: Sequence[_Look], view: TableView | None) -> list[_Look]:
    """The finds that are dice of their own: the likeliest of those that are nearer together than dice can be."""
    kept: list[_Look] = []
    order = sorted(looks, key=lambda look: -(max(look.score, 0.0) * _is_sure(look) + look.candidate.score * look.shown))
    for look in order:
        # A weak find is told by its face alone.
        if not look.shown and not _is_sure(look):
            continue
        if all(
            _distance(look, other, view) > (_LEAST_APART if _is_sure(look) and _is_sure(other) else 0.6)
            for other in kept
        ):
            kept.append(look)
    if view is None:
        return kept
    return [_doubted(look, kept, view) for look in kept if not _is_side(look, kept, view)]


def _is_side(look: _Look, others: Sequence[_Look], view: TableView) -> bool:
    """Whether a recognised face is seen on the side of another find rather than on a top of its own."""
    if look.spot is None or not _is_sure(look):
        return False
    if not look.shown and look.score < WEAK_SURE_SCORE:
        return True
    place, seen = look.middle, look.spot.matrix() @ look.fits[0].pose.linear
    as_side = min((view.unlike_a_side(other.place, *place, seen) for other in others if other is not look), default=1.0)
    as_top = view.unlike_a_top(*place, seen)
    if look.shown or as_side < as_top or as_side >= _LIKE_A_SIDE:
        return as_side < as_top
    # A weak find has only its face and its neighbours to speak for it.
    beside = [o for o in others if o is not look and _is_sure(o) and _BESIDE[0] < _distance(look, o, view) < _BESIDE[1]]
    return as_side < _FAR_MORE * as_top or len(beside) < _NEIGHBOURS


def _doubted(look: _Look, others: Sequence[_Look], view: TableView) -> _Look:
    """What is not shaped or sized like the tops of dice there is not sure, however well the face fits.

    Weak finds must have the size of the others; the rest may be far smaller where it is not part of another die.
    """
    if look.spot is None or not _is_sure(look):
        return look
    squeezed = view.unlike_a_top(*look.middle, look.spot.matrix() @ look.fits[0].pose.linear)
    size = abs(float(np.log(_side_seen(look) / view.spot(*look.middle).side)))
    if look.shown:
        near = any(_distance(look, other, view) < _NEAR for other in others if other is not look)
        doubtful = near and size > _FAR_OTHER_SIZE
    else:
        doubtful = squeezed > _WEAK_LIKE_A_TOP or size > _OTHER_SIZE
    return replace(look, fits=(replace(look.fits[0], apart=0.0), *look.fits[1:])) if doubtful else look


def _distance(one: _Look, other: _Look, view: TableView | None) -> float:
    """Between two finds, in die sides on the table."""
    (x1, y1), (x2, y2) = one.place, other.place
    if view is None:
        return float(np.hypot(x1 - x2, y1 - y2)) / max(4.0, (one.candidate.side + other.candidate.side) / 2)
    between = view.spot((x1 + x2) / 2, (y1 + y2) / 2)
    return float(np.hypot(*np.linalg.solve(between.matrix(), (x1 - x2, y1 - y2))))


def _die(look: _Look, pips: Die | None, library: FaceLibrary) -> Die:
    candidate = look.candidate
    pips = _careful(pips, candidate)
    _, groups = library.matcher()
    fit = look.fits[0] if look.fits else None
    face = library.faces[groups[fit.index]] if fit else None
    if fit and face and look.spot and look.patch is not None:
        colour = _colour(look.patch, face)
        if _is_sure(look):
            confidence = max(0.0, min(1.0, fit.score * min(1.0, candidate.score + 0.5)))
            box = Box(*map(float, cv2.boundingRect(square_in_picture(look.spot, fit))))
            return Die(face.value, face.value, confidence, box, face.name, face.name, colour)
        if pips is None and fit.score >= LIKELY_SCORE:
            return Die(None, face.value, 0.5 * fit.score, candidate.box, guess_face=face.name, colour=colour)
        if pips is not None and fit.score >= DOUBTED_SCORE:
            # It may be the taught face as well: whoever is asked decides.
            return Die(None, pips.guess, min(pips.confidence, 1 - fit.score), pips.box, guess_face=face.name)
    return pips if pips is not None else Die(None, None, min(0.5, candidate.score), candidate.box)


def _careful(pips: Die | None, candidate: Candidate) -> Die | None:
    """Where faces are taught, signs lie on the table that the pip reader was never meant for: it must be very clear."""
    if pips is None or candidate.other >= 0.5:
        return None
    if candidate.other <= MOST_OTHER and candidate.chance >= LEAST_PIPS_CHANCE:
        return pips
    return replace(pips, value=None)


def _colour(patch: Picture, face: TaughtFace) -> str:
    """The name of the nearest colour this face was taught in: a lamp may dye all dice, but not exchange them."""
    seen = np.array(body_colour(patch))
    weights = np.array([0.5, 1.0, 1.0])  # lightness changes most with the lamp
    nearest = min(face.pictures, key=lambda taught: float(np.linalg.norm((seen - taught.body) * weights)))
    return colour_name(nearest.body)
