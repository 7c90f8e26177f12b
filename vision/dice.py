"""Reads pip dice in a picture: ``read_dice`` for a reading, ``candidates`` for every top face that might be a die.

`vision.passes` finds top faces at several working sizes, where nothing is sure also dice that fill the picture. Each find is
looked at once more at full resolution by the crop reader, `vision.weighing` weighs what both say, and doubtful finds get a
`vision.second_look`. A die is *sure* only when it is clearly a die and clearly one value; where each limit comes from stands
beside it ("left out": chosen on tables that the networks of that time had not seen, ``training/README.md``).
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from vision.arrays import Picture
from vision.detector import Peak, read_crops
from vision.passes import close_ups, likeliest, seen_in_passes
from vision.reading import Box, DiceReading, Die, Point
from vision.second_look import reconsider
from vision.weighing import Weighed, crops_of, weigh

Inside = Callable[[float, float], bool]
"""Whether a place of the picture, in its pixels, is where dice count."""

SHOWN_CHANCE, ALONE_CHANCE, SURE_CHANCE = 0.7, 0.8, 0.8
"""A find is shown as a die from the first chance that it is one, from the second where nothing in the picture is sure (what
might lie on an empty table would only be a question); its value is sure from the third that die and value are both right.
Sure from 0.75 a little more is read and a third more dice are wrong and sure; shown from 0.8 everywhere, half as many
pictures again miss a die without a word (docs/measurements.md)."""

EXPECTED_CHANCE = 0.1
"""Where the number of dice is known and not reached, finds down to this chance are shown as unsure: one in ten is right,
and somebody looks at each."""
COUNTED_CHANCE, COUNTED_RIGHT, COUNTED_GAP = 0.5, 0.9, 0.5
"""Where exactly as many dice are found as are known to lie there, each at least that likely and the next find at most half
as likely as the last of them, they exist, and are sure from that chance of a right value: 5 of 413 photos more are read
right, none wrong; with 0.8 instead of 0.9 nine more and one wrong (docs/measurements.md)."""
LEAST_ALONE_SIDE_PX = 12.0
"""A single find smaller than this in the picture is unsure: lint and specks look like a 1 of ten pixels, real dice of that
size never lay alone."""

SHOWN_SCORE, SHOWN_SHARE = 0.4, 0.6
"""Limits on ``Candidate.score``, alone and relative to the best of the picture, for faces without pips."""
SCORE_OF_HEAT, ODD_FREE, ODD_LOSS = 0.75, 0.6, 0.7
"""The score: heat and the crop reader's word weigh three to one; a size within 0.6 doublings of the usual one costs
nothing, beyond it falls like a bell curve (trials on photos left out: +1.5 points of pictures right)."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A top face that may be a die's, in pixels of the picture.

    ``box`` goes around the top face, ``side`` is the edge of the die there. ``score`` 0..1: how much it looks like a
    top face, pips or not. ``values``: chances of pips 1 to 6; with ``other`` (a face without pips: picture, digit,
    blank) they sum to 1. ``exists`` and ``right`` are calibrated: how often such a find is a die with pips, and how
    often its ``value`` then is right.
    """

    box: Box
    centre: Point
    side: float
    score: float
    values: tuple[float, float, float, float, float, float]
    other: float
    exists: float
    right: float

    @property
    def value(self) -> int:
        return max(range(6), key=self.values.__getitem__) + 1

    @property
    def chance(self) -> float:
        return max(self.values)


def candidates(image: Picture, inside: Inside | None = None) -> list[Candidate]:
    """Every top face that might be a die, pips or not, best first; ``image`` is BGR uint8 (H, W, 3).

    Where ``inside`` is given, those whose middle lies there. Raises ValueError for an array of another shape or type.
    """
    if image.ndim != 3 or image.shape[2] != 3 or image.dtype.name != "uint8" or min(image.shape[:2]) < 1:
        raise ValueError(f"a picture is a BGR uint8 array (height, width, 3), not {image.dtype} {image.shape}")
    peaks = seen_in_passes(image)
    found = _where(inside, _judge(image, likeliest(image, peaks)))
    if not any(_is_sure(c) for c in found) and (large := close_ups(image)):
        found = _where(inside, _judge(image, likeliest(image, [*peaks, *large])))
    return found


def read_dice(image: Picture, count: int | None = None, inside: Inside | None = None) -> DiceReading:
    """The pip dice of a picture from left to right; ``count`` says how many should lie there, if known.

    ``image`` is BGR uint8 (H, W, 3). A die whose value is not sure has ``value`` None and its best ``guess``. Faces
    without pips are left out (``vision.faces.reader`` reads those). ``inside``: where dice count, None everywhere.
    Raises ValueError for an array of another shape or type.
    """
    begun = time.perf_counter()
    found = [c for c in candidates(image, inside) if c.other < 0.5]
    dice = sorted(decide(found, count), key=lambda die: (die.box.x + die.box.w / 2, die.box.y))
    return DiceReading(tuple(dice), (time.perf_counter() - begun) * 1000, count)


def decide(found: Sequence[Candidate], count: int | None = None) -> list[Die]:
    """Which candidates are dice, and which of those are sure; with ``count`` so many are shown if there are as many."""
    ranked = sorted(found, key=lambda c: -c.exists)
    alone = len(ranked) < 2 or ranked[1].exists < SHOWN_CHANCE
    sure = [_is_sure(c) and not (alone and c.side < LEAST_ALONE_SIDE_PX) for c in ranked]
    if count is not None and _counted(ranked, count):
        sure = [known or (rank < count and ranked[rank].right >= COUNTED_RIGHT) for rank, known in enumerate(sure)]
    least = SHOWN_CHANCE if any(sure) else ALONE_CHANCE
    return [
        Die(c.value if known else None, c.value, c.exists * c.right, c.box)
        for rank, (c, known) in enumerate(zip(ranked, sure, strict=True))
        if c.exists >= least or (count is not None and rank < count and c.exists >= EXPECTED_CHANCE)
    ]


def _is_sure(found: Candidate) -> bool:
    return found.exists >= SHOWN_CHANCE and found.exists * found.right >= SURE_CHANCE


def _counted(ranked: Sequence[Candidate], count: int) -> bool:
    """Whether the ``count`` likeliest finds are the dice that are known to lie there."""
    if not 0 < count <= len(ranked) or ranked[count - 1].exists < COUNTED_CHANCE:
        return False
    return len(ranked) == count or ranked[count].exists < COUNTED_GAP * ranked[count - 1].exists


def _where(inside: Inside | None, found: list[Candidate]) -> list[Candidate]:
    return found if inside is None else [c for c in found if inside(*c.centre)]


def _judge(image: Picture, peaks: Sequence[Peak]) -> list[Candidate]:
    if not peaks:
        return []
    looks = read_crops(crops_of(image, peaks))
    return told(peaks, reconsider(image, peaks, looks, weigh(peaks, looks)))


def told(peaks: Sequence[Peak], weighed: Weighed) -> list[Candidate]:
    """Candidates, best first, of the finds and what is held of them."""
    evidence, found = weighed.evidence, []
    for i, peak in enumerate(peaks):
        odd = max(0.0, abs(float(evidence.odd[i])) - ODD_FREE)
        score = (
            float(evidence.heat[i] * evidence.trust[i]) ** SCORE_OF_HEAT
            * float(evidence.there[i]) ** (1 - SCORE_OF_HEAT)
            * math.exp(-ODD_LOSS * odd * odd)
        )
        box = Box(peak.x - peak.width / 2, peak.y - peak.height / 2, peak.width, peak.height)
        v = [float(share) for share in weighed.mixed[i]]
        values = (v[0], v[1], v[2], v[3], v[4], v[5])
        exists, right = float(weighed.exists[i]), float(weighed.right[i])
        found.append(Candidate(box, (peak.x, peak.y), peak.side, score, values, v[6], exists, right))
    return sorted(found, key=lambda c: -c.score)
