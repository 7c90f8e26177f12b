"""A reading of cards beside the truth: which cards were right, asked about, missed, or wrong and sure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from testkit.tabletops import Photograph
from vision.cards.match import Match


@dataclass
class Tally:
    """What became of the cards shown."""

    known: Counter[str] = field(default_factory=Counter)
    unknown: Counter[str] = field(default_factory=Counter)
    lookalike: Counter[str] = field(default_factory=Counter)
    stray: int = 0
    ms: list[float] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        """Count another tally's cards too."""
        self.known += other.known
        self.unknown += other.unknown
        self.lookalike += other.lookalike
        self.stray += other.stray
        self.ms += other.ms


def judge(shot: Photograph, matches: Sequence[Match], taught: frozenset[str], lookalikes: frozenset[str]) -> Tally:
    """Compare a reading with the truth. ``lookalikes``: names of untaught cards that share the art of a taught one."""
    tally = Tally()
    claimed: set[int] = set()
    for laid in shot.laid:
        middle, size = laid.corners.mean(axis=0), np.linalg.norm(laid.corners[0] - laid.corners[2])
        here = [m for m in matches if np.linalg.norm(m.corners.mean(axis=0) - middle) < 0.15 * size]
        claimed.update(id(match) for match in here)
        best = max(here, key=lambda m: (m.sure, m.agreement.score), default=None)
        if laid.name in taught:
            if best is None:
                tally.known["missed"] += 1
            elif best.sure:
                tally.known["right" if best.name == laid.name else "wrong and sure"] += 1
            else:
                tally.known["asked, right first" if best.name == laid.name else "asked, other first"] += 1
        else:
            kind = tally.lookalike if laid.name in lookalikes else tally.unknown
            kind["sure" if best is not None and best.sure else "rejected"] += 1
    tally.stray = sum(match.sure for match in matches if id(match) not in claimed)
    return tally
