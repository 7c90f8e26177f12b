"""One taught picture at one place: aligned exactly, compared, its look-alikes asked, and judged.

A first look compares what the homography shows. Where that does not settle it, a closer look bends the picture into line
(``flow``), judges the ink by the card's own white (``ink``) and lends the taught face the tones of the picture (``tone``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.arrays import AnyArray, Floats, Picture
from vision.cards.agreement import Agreement, compare, taught_planes
from vision.cards.alignment import aligned
from vision.cards.face import Face, Scene, lab_planes, square_corners, to_picture
from vision.cards.flow import straightened
from vision.cards.gallery import Gallery
from vision.cards.index import Place
from vision.cards.ink import Shade, hue_of, shade_of
from vision.cards.lookalikes import Lookalike
from vision.cards.match import (
    BLOB_PX,
    Match,
    certainty,
    colours_agree,
    is_sure,
    same_inks,
    shade_agrees,
    sure_by_index,
    sure_by_ink,
    sure_when_bent,
    sure_when_toned,
    worth_a_closer_look,
)
from vision.cards.outlines import Outline
from vision.cards.tone import tone_curves, toned
from vision.cards.verdicts import Verdict, least_verdict, shown_patches, verdict_of

_LEAST_SCORE = 0.45  # agreement below which it is another card: different cards agree by less than .5 (laboratory)
_CLEAR_LEAN = 0.55  # a look-alike refuted so clearly by the agreement alone needs no closer verdict
_FINER = 0.005  # of agreement that aligning once more must gain, to be judged once more
_MOST_COMPARED = 5  # faces tried at one place, each pointed to by the one before
_MOST_CLOSE, _MOST_CLOSE_IF_GOOD = 5, 24
_DOUBTFUL_LEAN = 0.25
_RIVAL_LEAN = 0.40  # look-alikes below are offered as alternatives
_CAPPED_LEAN = 0.5  # of two faces that both hold against their look-alikes, the one that agrees better is taken


@dataclass(frozen=True, slots=True)
class _Look:
    """What comparing one face with one picture of its place told."""

    agreement: Agreement
    verdicts: list[tuple[Lookalike, Verdict]]

    @property
    def lean(self) -> float:
        return min((verdict.lean for _, verdict in self.verdicts), default=1.0)

    @property
    def unlike(self) -> float:
        return max((verdict.unlike for _, verdict in self.verdicts), default=0.0)


@dataclass(frozen=True, slots=True, eq=False)
class _Laid:
    """A face laid over a place: the homography from its pixels to the picture's, what shows there (BGR), where that is hidden
    (1; None: nowhere), and how well they agree."""

    homography: AnyArray
    seen: Picture
    hidden: Picture | None
    agreement: Agreement


class Judge:
    """Judges places against one gallery."""

    def __init__(self, gallery: Gallery) -> None:
        self.gallery = gallery

    def settle(
        self, scene: Scene, index: int, homography: AnyArray, cover: Picture | None, outline: Outline | None
    ) -> Match | None:
        """Align the taught picture exactly, let its look-alikes object (and take its place), and judge.

        ``homography``: from face pixels to picture pixels, roughly; ``cover``: 1 where the picture shows other cards.
        """
        compared: dict[int, tuple[float, Match]] = {}
        while index not in compared and len(compared) < _MOST_COMPARED:
            face = self.gallery.face(index)
            step = aligned(face, scene, homography, _hidden(face, scene, homography, cover))
            homography = homography if step is None else step
            laid = _laid(face, scene, homography, cover)
            if laid.agreement.score < _LEAST_SCORE:
                break
            if outline is not None and laid.agreement.blob_px > BLOB_PX:
                # Too little on a plain card to be tracked to its rim: its outline may say better how it lies.
                rimmed = _laid(face, scene, _as_outlined(homography, outline, face), cover)
                if rimmed.agreement.score > laid.agreement.score:
                    laid = rimmed
            around = self._upside_down(index, face, laid.agreement, laid.hidden)
            if around is not None:
                turned = laid.homography @ around
                step = aligned(face, scene, turned, _hidden(face, scene, turned, cover))
                laid = _laid(face, scene, turned if step is None else step, cover)
            look = _Look(laid.agreement, self._verdicts(index, face, laid.agreement, laid.hidden))
            match, pointed_to = self._judged(index, laid, look, outline)
            if not match.sure and pointed_to is None and worth_a_closer_look(laid.agreement):
                again = aligned(face, scene, laid.homography, laid.hidden)
                if again is not None:
                    finer = _laid(face, scene, again, cover)
                    if finer.agreement.score > laid.agreement.score + _FINER:
                        laid = finer
                        look = _Look(laid.agreement, self._verdicts(index, face, laid.agreement, laid.hidden))
                        match, pointed_to = self._judged(index, laid, look, outline)
            compared[index] = _held(look, match.shade) + match.agreement.score, match
            if pointed_to is None:
                break
            index, homography = pointed_to.other, laid.homography @ np.linalg.inv(pointed_to.to_other)
        return max(compared.values(), key=lambda entry: entry[0])[1] if compared else None

    def _upside_down(self, index: int, face: Face, agreement: Agreement, hidden: Picture | None) -> AnyArray | None:
        """The half turn (face pixels to face pixels) that a card which looks nearly the same upside down needs, or None."""
        for pair in self.gallery.lookalikes[index]:
            if pair.other == index and least_verdict(pair, agreement, hidden).lean < 0:
                shown = self.gallery.shown_patches(index, pair)
                turned = verdict_of(taught_planes(face), shown, pair, agreement.seen, hidden).lean < 0
                return np.linalg.inv(pair.to_other) if turned else None
        return None

    def _pairs(self, index: int) -> list[Lookalike]:
        name = self.gallery.names[index]
        return [pair for pair in self.gallery.lookalikes[index] if self.gallery.names[pair.other] != name]

    def _verdicts(
        self, index: int, face: Face, agreement: Agreement, hidden: Picture | None, curves: Picture | None = None
    ) -> list[tuple[Lookalike, Verdict]]:
        """What each look-alike says; only those that the agreement does not already refute are looked at closely.

        ``curves``: the tones that ``face`` was lent, to be lent to the look-alikes too.
        """
        rough = sorted(
            ((least_verdict(pair, agreement, hidden), pair) for pair in self._pairs(index)),
            key=lambda entry: entry[0].lean,
        )
        verdicts = []
        taught = taught_planes(face)
        least = 1.0
        for number, (verdict, pair) in enumerate(rough):
            most = _MOST_CLOSE_IF_GOOD if least > _DOUBTFUL_LEAN else _MOST_CLOSE
            if verdict.lean < _CLEAR_LEAN and number < most:
                if curves is None:
                    shown = self.gallery.shown_patches(index, pair)
                else:
                    other = self.gallery.face(pair.other)
                    shown = shown_patches(face, replace(other, crop=toned(other.crop, curves)), pair)
                verdict = verdict_of(taught, shown, pair, agreement.seen, hidden)
                least = min(least, verdict.lean)
            verdicts.append((pair, verdict))
        return verdicts

    def _judged(self, index: int, laid: _Laid, look: _Look, outline: Outline | None) -> tuple[Match, Lookalike | None]:
        """The match with its certainty, looked at closely where the first look leaves it open; and the look-alike that
        the picture shows rather than this card, if any."""
        face, pairs, strict = self.gallery.face(index), self._pairs(index), self.gallery.pale_fills
        seen, hidden = laid.seen, laid.hidden
        siblings = len(look.verdicts)
        shade: Shade | None = None
        sure = is_sure(look.agreement, look.lean, look.unlike, siblings)
        if sure:
            shade = self._shade(index, seen, pairs, hidden)
            sure = shade_agrees(shade, strict) if shade else colours_agree(hue_of(face.crop, seen, hidden))
        if not sure and worth_a_closer_look(look.agreement):
            bent = straightened(face, seen)
            agreement = compare(face, lab_planes(bent), hidden)
            shade = self._shade(index, bent, pairs, hidden)
            agrees = shade_agrees(shade, strict) if shade else colours_agree(hue_of(face.crop, bent, hidden))
            ask = agrees and sure_when_bent(
                agreement, 1.0, 0.0, siblings
            )  # whatever look-alikes say, it must agree itself
            closer = _Look(agreement, self._verdicts(index, face, agreement, hidden) if ask else look.verdicts)
            sure = ask and sure_when_bent(agreement, closer.lean, closer.unlike, siblings)
            sure = sure or (shade is not None and bool(siblings) and sure_by_ink(closer.agreement, shade, strict))
            if not sure and agrees and not strict and shade is not None and same_inks(shade):
                curves = tone_curves(face.crop, bent, hidden)
                lent = replace(face, crop=toned(face.crop, curves))
                agreement = compare(lent, lab_planes(bent), hidden)
                if sure_when_toned(agreement, 1.0, 0.0, siblings):
                    toned_look = _Look(agreement, self._verdicts(index, lent, agreement, hidden, curves))
                    sure = sure_when_toned(agreement, toned_look.lean, toned_look.unlike, siblings)
            if not sure and not strict and shade is not None:
                sure = self._sure_by_index(index, Place(laid.homography, closer.agreement, hidden), siblings, shade)
            if closer.lean + closer.agreement.score > look.lean + look.agreement.score:
                look = closer
        sure = sure and not self._another_index(index, laid)
        pointed_to: Lookalike | None = None
        against = min(look.verdicts, key=lambda entry: entry[1].lean, default=None)
        if against is not None and against[1].lean < 0:
            pointed_to = against[0]
        elif shade is not None and shade.other is not None and shade.lean < 0:
            pointed_to = pairs[shade.other]
        return self._match(index, laid.homography, look, shade, sure, outline), pointed_to

    def _sure_by_index(self, index: int, place: Place, siblings: int, shade: Shade) -> bool:
        """Whether the index in a corner of a picture bent into line settles it."""
        face, agreement = self.gallery.face(index), place.agreement
        if not shade_agrees(replace(shade, hue=shade.taught_hue), pale_fills=False):
            return False
        if not sure_by_index(agreement, 1.0, 0.0, siblings):
            return False
        if not self.gallery.indices.shown(index, face, self.gallery.ink(index), place):
            return False
        look = _Look(agreement, self._verdicts(index, face, agreement, place.hidden))
        return sure_by_index(agreement, look.lean, look.unlike, siblings)

    def _another_index(self, index: int, laid: _Laid) -> bool:
        """Whether the corners show another card's index, which no agreement of the rest outweighs."""
        face, indices = self.gallery.face(index), self.gallery.indices
        if not indices.contradicted(index, face, Place(laid.homography, laid.agreement, laid.hidden)):
            return False
        bent = compare(face, lab_planes(straightened(face, laid.seen)), laid.hidden)
        return indices.contradicted(index, face, Place(laid.homography, bent, laid.hidden))

    def _shade(self, index: int, seen: Picture, pairs: Sequence[Lookalike], hidden: Picture | None) -> Shade | None:
        taught = self.gallery.ink(index)
        if taught is None:
            return None
        pairs_ink = [self.gallery.other_ink(index, pair) for pair in pairs]
        known = [k for k, ink in enumerate(pairs_ink) if ink is not None]
        shade = shade_of(taught, seen, [ink for ink in pairs_ink if ink is not None], hidden)
        if shade is None or shade.other is None:
            return shade
        return replace(shade, other=known[shade.other])

    def _match(
        self, index: int, homography: AnyArray, look: _Look, shade: Shade | None, sure: bool, outline: Outline | None
    ) -> Match:
        name, (width, height) = self.gallery.names[index], self.gallery.size(index)
        close = [(v.lean, self.gallery.names[pair.other]) for pair, v in look.verdicts if v.lean < _RIVAL_LEAN]
        if shade is not None and shade.other is not None and shade.lean < _RIVAL_LEAN:
            close.append((shade.lean, self.gallery.names[self._pairs(index)[shade.other].other]))
        rivals = tuple(dict.fromkeys(other for _, other in sorted(close)))
        corners = cv2.perspectiveTransform(square_corners(width, height)[None], homography)[0]
        confidence = certainty(look.agreement, look.lean if look.verdicts else None, sure)
        return Match(index, name, homography, corners, look.agreement, look.lean, look.unlike, len(look.verdicts), rivals,
                     sure, confidence, outline, shade)  # fmt: skip


def _held(look: _Look, shade: Shade | None) -> float:
    """How well a face holds against its look-alikes, at most ``_CAPPED_LEAN``. Where they differ in a pale fill only, which
    correlation hardly sees, the ink says it alone."""
    against = [v.lean for pair, v in look.verdicts if shade is None or not pair.pale]
    return min([_CAPPED_LEAN, shade.lean if shade else 1.0, *against])


def _as_outlined(homography: AnyArray, outline: Outline, face: Face) -> AnyArray:
    """How a face lies when its corners are those of the outline, each the one nearest to where it is now."""
    corners = cv2.perspectiveTransform(square_corners(face.width, face.height)[None], homography)[0]
    turns = [np.roll(outline.corners, -turn, axis=0) for turn in range(4)]
    nearest = min(turns, key=lambda turned: float(np.abs(turned - corners).sum()))
    return to_picture(nearest, face.width, face.height)


def _laid(face: Face, scene: Scene, homography: AnyArray, cover: Picture | None) -> _Laid:
    seen = scene.cut(homography, face.width, face.height)
    hidden = _hidden(face, scene, homography, cover)
    return _Laid(homography, seen, hidden, compare(face, lab_planes(seen), hidden))


def _hidden(face: Face, scene: Scene, homography: AnyArray, cover: Picture | None) -> Picture | None:
    """Where a face is covered or leaves the picture (uint8, 1); None when it is wholly seen."""
    height, width = scene.picture.shape[:2]
    corners = cv2.perspectiveTransform(square_corners(face.width, face.height)[None], homography)[0]
    leaves = corners.min() < -1 or corners[:, 0].max() > width or corners[:, 1].max() > height
    if not leaves and (cover is None or not _around(cover, corners).any()):
        return None
    cover = np.zeros((height, width), np.uint8) if cover is None else cover
    hidden = cv2.warpPerspective(cover, homography, (face.width, face.height), borderValue=1,
                                 flags=cv2.INTER_NEAREST | cv2.WARP_INVERSE_MAP)  # fmt: skip
    return hidden if hidden.any() else None


def _around(cover: Picture, corners: Floats) -> Picture:
    """What of a cover lies in the upright rectangle around corners inside the picture."""
    (left, top), (right, bottom) = np.floor(corners.min(axis=0)), np.ceil(corners.max(axis=0))
    return cover[max(0, int(top) - 1) : int(bottom) + 2, max(0, int(left) - 1) : int(right) + 2]
