"""From a picture to the cards in it: outlines, candidates, exact comparison, and whether that is sure.

A card is *sure* only when the picture agrees with the taught face nearly everywhere, when the patches that tell it from
each taught look-alike say so, and when nothing else contradicts it: an untaught look-alike contradicts somewhere.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.cards.agreement import Agreement, compare
from vision.cards.alignment import aligned, aligned_half, likeness_half
from vision.cards.arrays import AnyArray, Floats, Picture
from vision.cards.descriptor import describe, thumbnail
from vision.cards.face import Face, Scene, lab_planes, square_corners, to_picture
from vision.cards.features import seen_features
from vision.cards.gallery import Gallery
from vision.cards.lookalikes import Ruling, rule
from vision.cards.outlines import Outline, find_outlines

_FETCH = 0.40  # description likeness below which no candidate is compared
_BAND = 0.25
_MOST_CANDIDATES = 10
_BLOB_PX = 40  # larger: it shows something the taught card does not


@dataclass(frozen=True, slots=True)
class Match:
    """One taught picture laid over a place. ``corners``: 4 x 2, clockwise from the card's own top left."""

    index: int
    name: str
    to_picture: AnyArray
    corners: Floats
    agreement: Agreement
    lean: float
    unlike: float
    siblings: int
    rivals: tuple[str, ...]
    sure: bool
    confidence: float
    outline: Outline | None = None


class Reader:
    """Reads pictures against one gallery."""

    def __init__(self, gallery: Gallery) -> None:
        self.gallery = gallery

    def read(self, picture: Picture) -> tuple[list[Match], list[Outline]]:
        """The cards of a BGR picture, and the outlines of cards that are not taught."""
        scene = Scene(picture)
        outlines = find_outlines(picture)
        matches: list[Match] = []
        if not self.gallery.names:
            return matches, _unknown(outlines, matches, picture)
        turns = describe([thumbnail(picture, outline.corners) for outline in outlines])
        alike = turns @ self.gallery.descriptors.T
        for k in np.argsort(-alike.max(axis=(1, 2))):
            if float(alike[k].max()) < _FETCH:
                break
            outline = outlines[int(k)]
            if any(_covered(outline.corners, match.corners) > 0.35 for match in matches):
                continue
            match = self.identify(scene, outline, alike[k], _hidden_by(matches, picture.shape))
            if match is not None:
                matches.append(match)
        self._find_by_features(scene, matches)
        return matches, _unknown(outlines, matches, picture)

    def fitting(self, crop: Picture) -> tuple[str, ...]:
        """The names of taught cards that a crop of one card also fits, best first: what it would be read as."""
        if not self.gallery.names:
            return ()
        corners = square_corners(crop.shape[1], crop.shape[0])
        alike = describe([thumbnail(crop, corners)])[0] @ self.gallery.descriptors.T
        match = self.identify(Scene(crop), Outline(corners, 1.0), alike, None)
        if match is None or match.agreement.score < 0.75 or match.agreement.blob_px > _BLOB_PX:
            return ()
        return tuple(dict.fromkeys((match.name, *match.rivals)))

    def _find_by_features(self, scene: Scene, matches: list[Match]) -> None:
        """Add the cards whose outline was not found: covered ones, or cards that touch other things."""
        cover = _hidden_by(matches, scene.picture.shape)
        for guess in self.gallery.feature_index.hypotheses(seen_features(scene.picture, cover)):
            face = self.gallery.face(guess.index)
            step = aligned_half(face, scene, guess.to_picture)
            laid = guess.to_picture if step is None else step
            corners = cv2.perspectiveTransform(square_corners(face.width, face.height)[None], laid)[0]
            if not _card_shaped(corners) or any(_covered(corners, match.corners) > 0.5 for match in matches):
                continue
            match = self.settle(scene, guess.index, laid, _hidden_by(matches, scene.picture.shape), None)
            if match is not None and match.agreement.visible >= 0.30 and match.agreement.score >= 0.5:
                matches.append(match)

    def identify(self, scene: Scene, outline: Outline, alike: Floats, cover: Picture | None) -> Match | None:
        """The taught picture that best fits an outline; ``alike``: 4 turns x pictures; None when nothing fits."""
        best = float(alike.max())
        order = np.argsort(-alike, axis=None)[: 3 * _MOST_CANDIDATES]
        tried: list[tuple[float, int, AnyArray]] = []
        for place in order:
            turn, index = divmod(int(place), alike.shape[1])
            if alike[turn, index] < max(_FETCH, best - _BAND) or len(tried) >= _MOST_CANDIDATES:
                break
            face = self.gallery.face(index)
            start = to_picture(np.roll(outline.corners, -turn, axis=0), face.width, face.height)
            step = aligned_half(face, scene, start)
            laid = start if step is None else step
            tried.append((likeness_half(face, scene, laid), index, laid))
            top = max(tried, key=lambda entry: entry[0])[0]
            if top > 0.80 or (len(tried) >= 3 and top < 0.2):
                break
        if not tried:
            return None
        score, index, laid = max(tried, key=lambda entry: entry[0])
        return self.settle(scene, index, laid, cover, outline) if score >= 0.30 else None

    def settle(
        self, scene: Scene, index: int, laid: AnyArray, cover: Picture | None, outline: Outline | None
    ) -> Match | None:
        """Lay the taught picture exactly, let its look-alikes object (and take its place), and judge."""
        passed: set[int] = set()
        for _ in range(4):
            face = self.gallery.face(index)
            step = aligned(face, scene, laid)
            laid = laid if step is None else step
            agreement, hidden = _agreement(face, scene, laid, cover)
            if agreement.score < 0.45:
                return None
            rulings = self._rulings(index, face, agreement, hidden)
            passed.add(index)
            against = min(rulings, key=lambda entry: entry[1].lean, default=None)
            if against is None or against[1].lean >= 0 or against[0] in passed:
                break
            pair = next(p for p in self.gallery.lookalikes[index] if p.other == against[0])
            index, laid = pair.other, laid @ np.linalg.inv(pair.to_other)
        return self._judged(index, face, laid, agreement, rulings, outline)

    def _rulings(
        self, index: int, face: Face, agreement: Agreement, hidden: Picture | None
    ) -> list[tuple[int, Ruling]]:
        name = self.gallery.names[index]
        return [
            (pair.other, rule(face, self.gallery.face(pair.other), pair, agreement.seen, hidden))
            for pair in self.gallery.lookalikes[index]
            if self.gallery.names[pair.other] != name
        ]

    def _judged(self, index: int, face: Face, laid: AnyArray, agreement: Agreement, rulings: list[tuple[int, Ruling]],
                outline: Outline | None) -> Match:  # fmt: skip
        name = self.gallery.names[index]
        lean = min((r.lean for _, r in rulings), default=1.0)
        unlike = max((r.unlike for _, r in rulings), default=0.0)
        close = [(r.lean, self.gallery.names[other]) for other, r in rulings if r.lean < 0.40]
        rivals = tuple(dict.fromkeys(other for _, other in sorted(close)))
        if rulings:
            sure = agreement.score >= 0.80 and agreement.share >= 0.90 and lean >= 0.40 and unlike <= 0.60
        else:
            sure = agreement.score >= 0.72 and agreement.share >= 0.80
        sure = sure and agreement.blob_px <= _BLOB_PX
        corners = cv2.perspectiveTransform(square_corners(face.width, face.height)[None], laid)[0]
        margin = min(agreement.score, agreement.share, 1.0 if not rulings else 0.5 + lean / 2)
        confidence = float(
            np.clip(0.9 + 0.1 * (margin - 0.7) / 0.3, 0.9, 0.999) if sure else np.clip(0.85 * margin, 0.05, 0.85)
        )
        return Match(
            index, name, laid, corners, agreement, lean, unlike, len(rulings), rivals, sure, confidence, outline
        )


def _agreement(face: Face, scene: Scene, laid: AnyArray, cover: Picture | None) -> tuple[Agreement, Picture | None]:
    seen = scene.cut(laid, face.width, face.height)
    hidden = None
    if cover is not None:
        hidden = cv2.warpPerspective(
            cover, laid, (face.width, face.height), flags=cv2.INTER_NEAREST | cv2.WARP_INVERSE_MAP
        )
        hidden = hidden if hidden.any() else None
    return compare(face.lab, lab_planes(seen), hidden), hidden


def _card_shaped(corners: Floats) -> bool:
    if not np.isfinite(corners).all() or not cv2.isContourConvex(corners.astype(np.float32)):
        return False
    return float(cv2.contourArea(corners.astype(np.float32), oriented=True)) > 400


def _covered(corners: Floats, other: Floats) -> float:
    """The share of the smaller of two convex outlines that both cover."""
    shared, _ = cv2.intersectConvexConvex(corners.astype(np.float32), other.astype(np.float32))
    smaller = min(cv2.contourArea(corners.astype(np.float32)), cv2.contourArea(other.astype(np.float32)))
    return float(shared) / max(1.0, smaller)


def _hidden_by(matches: list[Match], shape: tuple[int, ...]) -> Picture | None:
    if not matches:
        return None
    cover = np.zeros(shape[:2], np.uint8)
    for match in matches:
        cv2.fillConvexPoly(cover, np.round(match.corners).astype(np.int32), 1)
    return cover


def _unknown(outlines: list[Outline], matches: list[Match], picture: Picture) -> list[Outline]:
    """Outlines that look like whole cards, lie outside every match and inside no other outline."""
    sizes = [cv2.contourArea(match.corners.astype(np.float32)) for match in matches]
    typical = float(np.median(sizes)) if sizes else 0.0
    least = 0.4 * typical if typical else 0.015 * picture.shape[0] * picture.shape[1]
    most = 2.5 * typical if typical else 0.6 * picture.shape[0] * picture.shape[1]
    kept: list[Outline] = []
    for outline in sorted(outlines, key=lambda o: -o.area):
        sides = np.linalg.norm(outline.corners - np.roll(outline.corners, -1, axis=0), axis=1)
        pairs = (sides[0] + sides[2], sides[1] + sides[3])
        if not (least <= outline.area <= most and outline.fill > 0.92 and 1.1 <= max(pairs) / min(pairs) <= 1.9):
            continue
        others = [match.corners for match in matches] + [other.corners for other in kept]
        if all(_covered(outline.corners, other) < 0.1 for other in others):
            kept.append(outline)
    return kept
