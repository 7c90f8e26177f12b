"""From a picture to the cards in it: outlines, candidates, exact comparison, and whether that is sure (``match``)."""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Floats, Picture
from vision.cards.alignment import aligned_half, likeness, likeness_half, seen_half
from vision.cards.corners import more_outlines
from vision.cards.covered import CoveredCards
from vision.cards.descriptor import describe, thumbnail
from vision.cards.face import Scene, square_corners, to_picture
from vision.cards.features import seen_features
from vision.cards.gallery import Gallery
from vision.cards.judging import Judge
from vision.cards.match import BLOB_PX, Candidate, Match
from vision.cards.outlines import Outline, Searched, find_outlines
from vision.cards.places import card_shaped, covered, hidden_by, leaves_something, unknown_outlines

# Likenesses: of descriptions (dot product of unit rows) or of evened pictures at half size (correlation). The limits are the
# laboratory's, moved on drawn decks (benchmarks.cards, seeds 500 to 530) until no right card was passed over.
_FETCH = 0.40  # description likeness below which no candidate is compared
_BAND = 0.25  # description likeness that a candidate may lack against the best one
_MOST_CANDIDATES = 24
_SECOND = 0.10  # likeness that a second candidate may lack, when the first is not sure
_HOPELESS = 0.06  # likeness before anything was aligned
_LIKELY = 0.48  # description likeness above which it is aligned nevertheless: the outline may be a sleeve's
_UNTRACKED = 0.45  # likeness below which a picture of which nothing could be tracked is not that card
_FOUND = 0.45  # likeness once aligned that ends the search for other candidates, except for rivals
_RIVAL = 0.08  # likeness that a rival may lack as the first was laid
_LEAST_ALIGNED = 0.30  # likeness once aligned that is worth comparing exactly
_LEAST_BY_FEATURES = 0.25  # the same for a place that features voted for: much of it may be covered
_LEAST_SEEN = 0.30  # of the weight of a card found by features that must be visible
_HALF_AGREES = 0.50  # agreement of a card found by features: other cards agree by less
_SETTLED = 0.75  # agreement above which an outline on a recognised card is not looked at again
_FITS = 0.75  # agreement of a lesson with a card taught before, to be told that they look alike

_FIRM = 0.72  # agreement of a card that is not sure, from which on it says where it lies
_CLEARER = 0.10  # by which a part must agree better than a whole card in the same place

# Places
_SLEEVE = 1.06  # how much wider a card is in its sleeve: 3 mm on every side of 63
_UPON = 0.002  # share of a card that another lying on it covers at least
_SAME_PLACE = 0.35  # share of the smaller of two outlines that both cover, to be of one card
_MOSTLY = 0.50  # the same, where one of the two was found without an outline


class Reader:
    """Reads pictures against one gallery."""

    def __init__(self, gallery: Gallery) -> None:
        self.gallery = gallery
        self._judge = Judge(gallery)
        self._covered = CoveredCards(gallery, self._judge)

    def read(self, picture: Picture) -> tuple[list[Match], list[Outline]]:
        """The cards of a BGR picture, and the outlines of cards that are not taught."""
        scene = Scene(picture)
        searched = Searched(picture)
        outlines = find_outlines(searched)
        matches: list[Match] = []
        if not self.gallery.names:
            return matches, unknown_outlines(outlines, matches, picture)
        self._match_outlines(scene, outlines, matches)
        weak = [match for match in matches if not _is_firm(match)]
        matches = [match for match in matches if _is_firm(match)]
        outlined = len(matches)
        between: list[Floats] = []
        if not matches or leaves_something(searched, matches):
            found, between = self._match_covered(searched, scene, matches, weak)
            weak += found
        matches = _with_weak(matches[:outlined], matches[outlined:], weak)
        self._look_again(scene, matches)
        unknown = unknown_outlines(outlines, matches, picture)
        return matches, unknown + [Outline(corners, 1.0) for corners in between]

    def _match_covered(
        self, searched: Searched, scene: Scene, matches: list[Match], weak: list[Match]
    ) -> tuple[list[Match], list[Floats]]:
        """Add the cards without an outline of their own, as long as each tells where the next one lies; returned are the weak
        ones found by features, and where cards of a fan lie that look like none. Where nothing is firm, the ``weak`` ones say
        how the table lies."""
        before, peeked = len(matches), False
        begun: set[Match] = set()
        between = self._covered.fanned(searched, scene, matches, begun)
        self._match_more_outlines(searched, scene, matches, weak)
        found = self._find_by_features(scene, matches)
        if not matches and found:
            self._match_more_outlines(searched, scene, matches, found)
        while not matches or leaves_something(searched, matches):
            if len(matches) == before:
                if peeked:
                    break
                peeked = True
                self._covered.peeking(searched, scene, matches)
            if len(matches) == before:
                break
            before = len(matches)
            between += self._covered.fanned(searched, scene, matches, begun)
            self._match_more_outlines(searched, scene, matches, weak)
        return found, between

    def _match_more_outlines(self, searched: Searched, scene: Scene, matches: list[Match], weak: list[Match]) -> None:
        """Add the cards whose corners show beside those already recognised, which tell how the table lies."""
        known = matches or weak
        if known:
            places = [(m.to_picture, *self.gallery.size(m.index)) for m in known]
            more = more_outlines(searched, places, hidden_by(matches, scene.picture.shape))
            self._match_outlines(scene, more, matches)
            self._covered.by_parts(scene, more, matches)

    def _look_again(self, scene: Scene, matches: list[Match]) -> None:
        """Judge the cards that are not sure once more, leaving out where a sure one was found to lie on them meanwhile.

        One that becomes sure may lie on others in turn, so that they are judged again too.
        """
        judged_with: dict[int, int] = {}
        changed = True
        while changed:
            changed = False
            for number, match in enumerate(matches):
                upon = [other for other in matches if other.sure and covered(match.corners, other.corners) > _UPON]
                if match.sure or len(upon) == judged_with.get(number, 0):
                    continue
                judged_with[number] = len(upon)
                cover = hidden_by(upon, scene.picture.shape, _SLEEVE)
                again = self._judge.settle(scene, match.index, match.to_picture, cover, match.outline)
                if again is not None and again.sure and all(covered(again.corners, o.corners) < _MOSTLY for o in upon):
                    matches[number] = again
                    changed = True

    def _match_outlines(self, scene: Scene, outlines: list[Outline], matches: list[Match]) -> None:
        """Add what the outlines show, the likeliest first; one mostly under a card already named is passed over."""
        if not outlines:
            return
        turns = describe([thumbnail(scene.picture, outline.corners) for outline in outlines])
        alike = turns @ self.gallery.descriptors.T
        for k in np.argsort(-alike.max(axis=(1, 2))):
            if float(alike[k].max()) < _FETCH:
                break
            outline = outlines[int(k)]
            here = [match for match in matches if covered(outline.corners, match.corners) > _SAME_PLACE]
            if any(match.sure or match.agreement.score > _SETTLED for match in here):
                continue
            others = [match for match in matches if match not in here]
            match = self.identify(scene, outline, alike[k], hidden_by(others, scene.picture.shape))
            if match is not None and all(match.agreement.score > weaker.agreement.score for weaker in here):
                matches[:] = [*others, match]

    def fitting(self, crop: Picture) -> tuple[str, ...]:
        """The names of taught cards that a crop of one card also fits, best first: what it would be read as."""
        if not self.gallery.names:
            return ()
        corners = square_corners(crop.shape[1], crop.shape[0])
        alike = describe([thumbnail(crop, corners)])[0] @ self.gallery.descriptors.T
        match = self.identify(Scene(crop), Outline(corners, 1.0), alike, None)
        if match is None or match.agreement.score < _FITS or match.agreement.blob_px > BLOB_PX:
            return ()
        return tuple(dict.fromkeys((match.name, *match.rivals)))

    def _find_by_features(self, scene: Scene, matches: list[Match]) -> list[Match]:
        """Add the cards whose outline was not found: covered ones, or cards that touch other things. Those that are weak are
        returned."""
        weak: list[Match] = []
        cover = hidden_by(matches, scene.picture.shape)
        for guess in self.gallery.feature_index.hypotheses(seen_features(scene.picture, cover)):
            traits = self.gallery.traits(guess.index)
            seen = seen_half(traits, scene, guess.to_picture)
            if likeness(traits.even_half, seen) < _HOPELESS:
                continue
            step = aligned_half(traits, scene, guess.to_picture, seen)
            homography = guess.to_picture if step is None else step
            corners = cv2.perspectiveTransform(square_corners(*self.gallery.size(guess.index))[None], homography)[0]
            if not card_shaped(corners) or any(
                covered(corners, match.corners) > _MOSTLY for match in (*matches, *weak)
            ):
                continue
            if likeness_half(traits, scene, homography) < _LEAST_BY_FEATURES:
                continue
            match = self._judge.settle(scene, guess.index, homography, hidden_by(matches, scene.picture.shape), None)
            if match is not None and match.agreement.visible >= _LEAST_SEEN and match.agreement.score >= _HALF_AGREES:
                (matches if _is_firm(match) else weak).append(match)
        return weak

    def identify(self, scene: Scene, outline: Outline, alike: Floats, cover: Picture | None) -> Match | None:
        """The taught picture that best fits an outline; ``alike``: 4 turns x pictures; None when nothing fits."""
        match: Match | None = None
        best = 0.0
        for likely in self._candidates(scene, outline, alike):
            if match is not None and (match.sure or match.index == likely.index or likely.score < best - _SECOND):
                break
            best = max(best, likely.score)
            other = self._judge.settle(scene, likely.index, likely.homography, cover, outline)
            if other is not None and (match is None or other.agreement.score > match.agreement.score):
                match = other
        return match

    def _candidates(self, scene: Scene, outline: Outline, alike: Floats) -> list[Candidate]:
        """Taught pictures laid over an outline at half size, at most three, the one most like it first."""
        best = float(alike.max())
        order = np.argsort(-alike, axis=None)[:_MOST_CANDIDATES]
        places = [(int(p) // alike.shape[1], int(p) % alike.shape[1]) for p in order]
        places = [place for place in places if alike[place] >= max(_FETCH, best - _BAND)]
        found: list[Candidate] = []
        for turn, index in places[:3]:
            traits = self.gallery.traits(index)
            start = to_picture(np.roll(outline.corners, -turn, axis=0), *self.gallery.size(index))
            seen = seen_half(traits, scene, start)
            score = likeness(traits.even_half, seen)
            if score < _HOPELESS and alike[turn, index] < _LIKELY:
                continue
            homography = aligned_half(traits, scene, start, seen)
            if homography is None:
                if score < _UNTRACKED:
                    continue
                homography = start
            else:
                score = likeness_half(traits, scene, homography)
            found.append(Candidate(score, index, homography))
            if score > _FOUND:
                found = [found[-1], *self._rivals(scene, found[-1], turn, places)]
                break
        found.sort(key=lambda candidate: -candidate.score)
        return [candidate for candidate in found if candidate.score >= _LEAST_ALIGNED][:3]

    def _rivals(self, scene: Scene, first: Candidate, turn: int, places: list[tuple[int, int]]) -> list[Candidate]:
        """Other candidates for the same place: all compared as the first was laid, the likeliest aligned exactly."""
        seen = seen_half(self.gallery.traits(first.index), scene, first.homography)
        first_width, first_height = self.gallery.size(first.index)
        ranked = []
        for other_turn, index in places:
            if index != first.index and (other_turn - turn) % 4 in (0, 2):
                shown = seen if other_turn == turn else np.ascontiguousarray(seen[::-1, ::-1])
                ranked.append((likeness(self.gallery.traits(index).even_half, shown), other_turn, index))
        ranked.sort(reverse=True)
        around = np.array([[-1, 0, first_width - 1], [0, -1, first_height - 1], [0, 0, 1.0]])
        best, rivals = first.score, []
        for rough, other_turn, index in ranked[:3]:
            if rough < best - _RIVAL:
                break
            traits, (width, height) = self.gallery.traits(index), self.gallery.size(index)
            start = first.homography if other_turn == turn else first.homography @ around
            start = start @ np.diag([first_width / width, first_height / height, 1.0])
            homography = aligned_half(traits, scene, start)
            if homography is not None:
                rivals.append(Candidate(likeness_half(traits, scene, homography), index, homography))
                best = max(best, rivals[-1].score)
        return rivals


def _is_firm(match: Match) -> bool:
    """Whether a match says where its card lies; what lies half under something looks a little like many cards."""
    return match.sure or (match.agreement.score >= _FIRM and match.agreement.visible >= _LEAST_SEEN)


def _with_weak(outlined: list[Match], found: list[Match], weak: list[Match]) -> list[Match]:
    """All matches: of a weak one and those ``found`` later in its place, these where they are sure or clearly better."""
    for match in weak:
        here = [other for other in found if covered(match.corners, other.corners) > _MOSTLY]
        if any(other.sure or other.agreement.score > match.agreement.score + _CLEARER for other in here):
            continue
        found = [other for other in found if not any(other is one for one in here)]
        outlined = [*outlined, match]
    return [*outlined, *found]
