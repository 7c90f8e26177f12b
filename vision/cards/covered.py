"""Cards that lie half under something: other cards (fans, tricks), a book, the edge of the picture.

What covers a card is known where it is a card itself; else only the triangle between two edges of a corner is sure to show.
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from vision.arrays import Floats, Picture
from vision.cards.face import Scene, to_picture
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

    def _by_part(self, scene: Scene, place: Floats, alike: Floats, cover: Picture | None) -> Match | None:
        """The taught picture that best fits what shows at a place; ``alike``: 2 turns x pictures."""
        best = float(alike.max())
        likely = [divmod(int(p), alike.shape[1]) for p in np.argsort(-alike, axis=None)[:_MOST_BY_PART]]
        found: list[Match] = []
        for turned, index in likely:
            if alike[turned, index] < best - _PART_BAND:
                break
            corners = self.gallery.parts.corners_of(index, place, bool(turned))
            match = self._judge.settle(scene, index, to_picture(corners, *self.gallery.size(index)), cover, None)
            if match is not None and match.agreement.visible >= _PART_VISIBLE:
                found.append(match)
        found.sort(key=lambda match: -match.agreement.score)
        if not found or found[0].agreement.score < _PART_AGREES:
            return None
        first = found[0]
        rivals = (m.name for m in found[1:] if m.agreement.score > first.agreement.score - _PART_RIVAL)
        names = dict.fromkeys(name for name in (*first.rivals, *rivals) if name != first.name)
        return first if first.sure else replace(first, rivals=tuple(names)[:_MOST_RIVALS])
