"""Cards that lie half under something: other cards (fans, tricks), a book, the edge of the picture.

What covers a card is known where it is a card itself; else only the triangle between two edges of a corner is sure to show.
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from vision.arrays import Floats, Picture
from vision.cards.face import Scene, to_picture
from vision.cards.fans import Uncovered, frame_of, next_steps, outline_at, step_between
from vision.cards.gallery import Gallery
from vision.cards.judging import Judge
from vision.cards.match import Match
from vision.cards.outlines import Outline, Searched
from vision.cards.parts import standing
from vision.cards.peeking import peeking_corners
from vision.cards.places import covered, hidden_by, sides_of

# Cards of which a part shows: correlation of small pictures over that part. Right cards in real fans .7 to .98, the edges of
# others .1 to .65.
_PART_FETCH = 0.60
_PART_BAND = 0.15  # that a candidate may lack against the best
_MOST_PARTS, _MOST_BY_PART = 6, 4
_PART_VISIBLE = 0.08  # of the weight of a card: an index alone has .1 on a court card
_PART_AGREES = 0.60  # agreement of the part that shows
_PART_RIVAL = 0.10  # agreement that another offered name may lack
_MOST_RIVALS = 5
_PEEK_FETCH, _PEEK_AGREES = 0.68, 0.65  # the same where the size of the card is not known either
_MOST_PEEKING = 4
_SAME_CORNER_PX = 6.0
_ONE_CARD = 0.90  # share of the smaller outline that both cover

_ON_TOP = 0.85  # of the weight of a card that shows where it lies on a fan
_MOST_IN_FAN = 24
_MOST_FAN_PLACES = 4  # looked at exactly below one card
_FAN_FETCH = 0.50  # like that of parts
_FAN_AGREES = 1.50  # that and the agreement together: a wrong card spoils the next ones
_FAN_SETTLED = 0.95  # agreement at one of them that ends the search
_FAN_VISIBLE = 0.03  # of the weight of a card: its place is known, so that less of it says who it is
_FAN_OFF = 0.05  # of a card's height: farther from its place, what shows of a card was not tracked well
_FAN_APART = 0.03  # of a card's height, at least, between the corners of two cards of a fan


class CoveredCards:
    """Finds them in pictures, against one gallery."""

    def __init__(self, gallery: Gallery, judge: Judge) -> None:
        self.gallery = gallery
        self._judge = judge

    def by_parts(self, scene: Scene, outlines: list[Outline], matches: list[Match]) -> None:
        """Add the cards of which only a part shows, the likeliest first: others lie on them, or they leave the picture."""
        if not outlines:
            return
        places = [standing(outline.corners) for outline in outlines]
        alike = self.gallery.parts.alike(scene, places, hidden_by(matches, scene.picture.shape))
        for k in np.argsort(-alike.max(axis=(1, 2)))[:_MOST_PARTS]:
            if float(alike[k].max()) < _PART_FETCH:
                break
            match = self._by_part(scene, places[int(k)], alike[k], hidden_by(matches, scene.picture.shape))
            if match is not None and not any(covered(match.corners, other.corners) > _ONE_CARD for other in matches):
                matches.append(match)

    def fanned(self, searched: Searched, scene: Scene, matches: list[Match], begun: set[Match]) -> list[Floats]:
        """Add the cards of fans and rows, from the one on top downwards: each tells where the next one lies, and covers it.

        Returns where a card of a fan lies that looks like none, between two that were recognised. ``begun``: where the fans
        below some cards were looked for before.
        """
        unknown: list[Floats] = []
        tops = [match for match in matches if match not in begun and match.agreement.visible >= _ON_TOP]
        begun.update(tops)
        shown: Uncovered | None = None
        for top in tops:
            before = len(matches)
            shown = shown or Uncovered(searched, _with_places(matches, [], scene.picture))
            unknown += self._below(shown, scene, top, matches)
            shown = shown if len(matches) == before else None
        return unknown

    def _below(self, shown: Uncovered, scene: Scene, top: Match, matches: list[Match]) -> list[Floats]:
        """Add the cards of the fan that lies below one; where one of them looks like none, it is passed over and returned."""
        size = self.gallery.size(top.index)
        ratio = min(size) / max(size)
        upper, step = frame_of(top, size), None
        places = shown.first_places(upper, ratio)
        passed: list[Floats] = []
        unknown: list[Floats] = []
        for _ in range(_MOST_IN_FAN):
            cover = _with_places(matches, passed, scene.picture)
            found = self._at_best(scene, places, matches, cover)
            following = found and step_between(upper, found[1], ratio)
            if found is not None and following is not None:
                matches.append(found[0])
                unknown += passed
                passed, step = [], following
            elif step is not None and not passed:
                passed = [outline_at(upper @ step.matrix, ratio)]
            else:
                break
            upper = upper @ step.matrix
            shown = Uncovered(shown.searched, _with_places(matches, passed, scene.picture))
            places = shown.next_places(upper, next_steps(step), ratio)
        return unknown

    def _at_best(
        self, scene: Scene, places: list[Floats], matches: list[Match], cover: Picture
    ) -> tuple[Match, Floats] | None:
        """The taught picture that best fits what shows at one of some places, and how that card lies, standing."""
        if not places:
            return None
        alike = self.gallery.parts.alike(scene, places, cover)
        found: tuple[Match, Floats] | None = None
        for k in np.argsort(-alike.max(axis=(1, 2)))[:_MOST_FAN_PLACES]:
            if float(alike[k].max()) < _FAN_FETCH:
                break
            place = places[int(k)]
            match = self._by_part(scene, place, alike[k], cover, _FAN_VISIBLE)
            if match is None or match.agreement.score + float(alike[k].max()) < _FAN_AGREES:
                continue
            match, place = self._lying(self._best_of_rivals(scene, match, cover), place)
            if any(_same_place(match.corners, other.corners) for other in matches):
                continue
            if found is None or match.agreement.score > found[0].agreement.score:
                found = match, place
            if found[0].agreement.score > _FAN_SETTLED:
                break
        return found

    def peeking(self, searched: Searched, scene: Scene, matches: list[Match]) -> None:
        """Add the cards of which a corner peeks out of something that is no card. They are asked about, unless all of such a
        card turns out to be seen."""
        known = [float(sides_of(match.corners).max()) for match in matches if match.sure]
        ratios = [min(size) / max(size) for size in self.gallery.sizes]
        cover = hidden_by(matches, scene.picture.shape)
        places = peeking_corners(searched, float(np.median(ratios)), cover, float(np.median(known)) if known else None)
        if not places:
            return
        alike = self.gallery.parts.alike(scene, [p.corners for p in places], cover, [p.shown for p in places])
        tried: list[Floats] = []
        for k in np.argsort(-alike.max(axis=(1, 2))):
            if float(alike[k].max()) < _PEEK_FETCH or len(tried) == _MOST_PEEKING:
                break
            place = places[int(k)]
            if any(
                cv2.pointPolygonTest(m.corners.astype(np.float32), place.shown.mean(axis=0).tolist(), False) > 0
                for m in matches
            ):
                continue
            if sum(float(np.abs(place.shown[1] - corner).max()) < _SAME_CORNER_PX for corner in tried) >= 2:
                continue  # two sizes of the card at this corner were no card
            tried.append(place.shown[1])
            only: Picture = np.ones(scene.picture.shape[:2], np.uint8)
            cv2.fillConvexPoly(only, np.round(place.shown).astype(np.int32), 0)
            match = self._by_part(scene, place.corners, alike[k], only)
            if match is None or match.agreement.score < _PEEK_AGREES:
                continue
            whole = self._judge.settle(
                scene, match.index, match.to_picture, hidden_by(matches, scene.picture.shape), None
            )
            if whole is None or not whole.sure or whole.name != match.name:
                whole = replace(match, sure=False, confidence=min(match.confidence, 0.5))
            matches.append(whole)

    def _lying(self, match: Match, place: Floats) -> tuple[Match, Floats]:
        """A match and how its card lies, standing as its ``place`` does: there where too little of it shows to be tracked well."""
        lies = standing(match.corners)
        ways = lies, np.roll(lies, 2, axis=0)
        off = [float(np.abs(way - place).max()) for way in ways]
        turned = off[1] < off[0]
        if min(off) > _FAN_OFF * float(sides_of(place).max()):
            return replace(match, corners=self.gallery.parts.corners_of(match.index, place, turned)), place
        return match, ways[turned]

    def _best_of_rivals(self, scene: Scene, match: Match, cover: Picture) -> Match:
        """Of a card and its look-alikes that what shows does not refute the one that agrees best; the others are its rivals."""
        found = [match]
        for pair in self.gallery.lookalikes[match.index]:
            if self.gallery.names[pair.other] in match.rivals and len(found) <= _MOST_RIVALS:
                start = match.to_picture @ np.linalg.inv(pair.to_other)
                rival = self._judge.settle(scene, pair.other, start, cover, None)
                found += [rival] if rival is not None else []
        best = max(found, key=lambda each: each.agreement.score)
        names = dict.fromkeys(each for one in (best, *found) for each in (one.name, *one.rivals) if each != best.name)
        return best if best.sure else replace(best, rivals=tuple(names)[:_MOST_RIVALS])

    def _by_part(
        self, scene: Scene, place: Floats, alike: Floats, cover: Picture | None, visible: float = _PART_VISIBLE
    ) -> Match | None:
        """The taught picture that best fits what shows at a place; ``alike``: 2 turns x pictures; ``visible``: the least of its
        weight that must show."""
        best = float(alike.max())
        likely = [divmod(int(p), alike.shape[1]) for p in np.argsort(-alike, axis=None)[:_MOST_BY_PART]]
        found: list[Match] = []
        for turned, index in likely:
            if alike[turned, index] < best - _PART_BAND:
                break
            corners = self.gallery.parts.corners_of(index, place, bool(turned))
            match = self._judge.settle(scene, index, to_picture(corners, *self.gallery.size(index)), cover, None)
            if match is not None and match.agreement.visible >= visible:
                found.append(match)
        found.sort(key=lambda match: -match.agreement.score)
        if not found or found[0].agreement.score < _PART_AGREES:
            return None
        first = found[0]
        rivals = (m.name for m in found[1:] if m.agreement.score > first.agreement.score - _PART_RIVAL)
        names = dict.fromkeys(name for name in (*first.rivals, *rivals) if name != first.name)
        return first if first.sure else replace(first, rivals=tuple(names)[:_MOST_RIVALS])


def _with_places(matches: list[Match], places: list[Floats], picture: Picture) -> Picture:
    """Where cards lie (uint8, 1), and at some more places."""
    cover = hidden_by(matches, picture.shape)
    cover = np.zeros(picture.shape[:2], np.uint8) if cover is None else cover
    for place in places:
        cv2.fillConvexPoly(cover, np.round(place).astype(np.int32), 1)
    return cover


def _same_place(corners: Floats, others: Floats) -> bool:
    """Whether two outlines lie in the same place, whichever way up."""
    apart = min(float(np.abs(np.roll(corners, turn, axis=0) - others).max()) for turn in range(4))
    return apart < _FAN_APART * float(sides_of(others).max())
