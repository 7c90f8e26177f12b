"""When a throw is over: nothing moves, and several frames read the same. One proposal per throw.

Dice are read only while the picture is still. The same dice lying in the same places are not a new throw, however many
hands pass over them; nor are the dice that stay behind when others are picked up.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from vision.arrays import Floats, Picture
from vision.expected import asked
from vision.reading import DiceReading, Die

SECONDS_STILL = 0.4
SECONDS_BETWEEN_LOOKS = 0.06
"""Frames closer together than this are not compared: a slow roll hardly moves between two of them."""
READS_THAT_AGREE = 3
MOST_READS = 8
"""After so many reads that do not agree, the dice they disagree about are proposed as unsure."""
MOST_ASKED_READS = 4
"""Whoever asks while dice still roll gets the newest frame after so many, and every die in it is unsure."""

_WIDTH = 320
_LEAST_CHANGE = 10.0
"""Grey levels; smaller changes are noise of the camera."""
_LEAST_PIXELS = 20
_CLIPPED = 248.0
"""Grey levels, after shrinking and smoothing: from here on the camera may have shown less than there was."""
_NEAR_CLIPPED = np.ones((7, 7), np.uint8)
"""Shrinking and smoothing mix a clipped place with its neighbours, so far at most."""


class Stillness:
    """Tells whether anything moves, frame by frame."""

    def __init__(self) -> None:
        self._before: Floats | None = None
        self._looked_at = 0.0
        self._still_since: float | None = None

    def seconds_still(self, pixels: Picture, at: float) -> float:
        """For how long nothing has moved, up to this frame (taken ``at`` seconds)."""
        if self._before is not None and 0 <= at - self._looked_at < SECONDS_BETWEEN_LOOKS:
            return 0.0 if self._still_since is None else at - self._still_since
        now = _small(pixels)
        moved = self._before is None or self._before.shape != now.shape or _moved(self._before, now)
        self._before, self._looked_at = now, at
        if moved:
            self._still_since = None
            return 0.0
        if self._still_since is None:
            self._still_since = at
        return at - self._still_since


class Throws:
    """Turns the readings of still frames into proposals, one per throw."""

    def __init__(self) -> None:
        self._reads: deque[DiceReading] = deque(maxlen=MOST_READS)
        self._resting: tuple[Die, ...] = ()
        self._decided = False

    @property
    def wants_reading(self) -> bool:
        """Whether the dice that rest now still have to be read."""
        return not self._decided

    @property
    def resting(self) -> tuple[Die, ...]:
        """The dice as they were last seen at rest."""
        return self._resting

    def disturbed(self) -> None:
        """Something moved: what was read so far is not what will lie there."""
        self._reads.clear()
        self._decided = False

    def read(self, reading: DiceReading, *, by_itself: bool = False) -> DiceReading | None:
        """Take the reading of one still frame; returns a reading to propose, once per throw, else None.

        ``by_itself``: a still picture, which no second frame will confirm.
        """
        self._reads.append(reading)
        if by_itself:
            return self._decide(reading)
        recent = list(self._reads)[-READS_THAT_AGREE:]
        if len(recent) == READS_THAT_AGREE and all(_agree(recent[0], other) for other in recent[1:]):
            return self._decide(recent[-1])
        if len(self._reads) == MOST_READS:
            return self._decide(_doubtful(list(self._reads)))
        return None

    def _decide(self, reading: DiceReading) -> DiceReading | None:
        self._reads.clear()
        self._decided = True
        before, self._resting = self._resting, reading.dice
        thrown = any(not any(_same(die, old) for old in before) for die in reading.dice)
        return reading if thrown else None


class Asked:
    """The frames that answer somebody who asks what lies there now: several that agree, else the dice are unsure."""

    def __init__(self) -> None:
        self._reads: list[DiceReading] = []
        self._tries = 0

    def disturbed(self) -> None:
        """Something moved: earlier frames say nothing of what lies there now."""
        self._reads.clear()

    def read(self, reading: DiceReading, *, by_itself: bool = False) -> DiceReading | None:
        """Take the reading of one more frame; the answer as soon as there is one. ``by_itself``: as for `Throws.read`."""
        self._tries += 1
        self._reads.append(reading)
        if by_itself:
            return reading
        if len(self._reads) == READS_THAT_AGREE:
            agree = all(_agree(reading, other) for other in self._reads)
            return reading if agree else _doubtful(self._reads)
        if self._tries < MOST_ASKED_READS:
            return None
        return replace(reading, dice=tuple(asked(die) for die in reading.dice))


def _small(pixels: Picture) -> Floats:
    height, width = pixels.shape[:2]
    size = (_WIDTH, max(1, round(height * _WIDTH / width)))
    grey = cv2.cvtColor(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
    return np.asarray(cv2.GaussianBlur(grey, (5, 5), 0), dtype=np.float32)


def _moved(before: Floats, now: Floats) -> bool:
    # The light, or the exposure, changes everywhere at once and in proportion.
    ratio = float(np.median(now / np.maximum(before, 1)))
    difference = now - before * ratio
    difference -= np.median(difference)
    noise = float(np.median(np.abs(difference)))
    allowed = np.full(now.shape, max(_LEAST_CHANGE, 6 * noise), np.float32)
    # What clips in one of the frames follows the light only in part: white dice under a lamp that flickers lie still.
    clipped = (np.maximum(before, now) >= _CLIPPED).astype(np.uint8)
    allowed += abs(1 - ratio) * 255 * cv2.dilate(clipped, _NEAR_CLIPPED)
    return int(np.count_nonzero(np.abs(difference) > allowed)) > _LEAST_PIXELS


def _place(die: Die) -> tuple[float, float]:
    return die.box.x + die.box.w / 2, die.box.y + die.box.h / 2


def _same_place(one: Die, other: Die) -> bool:
    (x, y), (u, v) = _place(one), _place(other)
    side = max(one.box.w, one.box.h, other.box.w, other.box.h)
    return abs(x - u) < 0.3 * side and abs(y - v) < 0.3 * side


def _same(one: Die, other: Die) -> bool:
    """The same die not thrown again; an unsure reading of it is no sign that it was."""
    shows, showed = (one.value, one.face), (other.value, other.face)
    return _same_place(one, other) and (shows == showed or not one.sure or not other.sure)


def _agree(one: DiceReading, other: DiceReading) -> bool:
    return len(one.dice) == len(other.dice) and all(
        _same_place(a, b) and (a.value, a.face) == (b.value, b.face) for a, b in zip(one.dice, other.dice, strict=True)
    )


def _doubtful(reads: Sequence[DiceReading]) -> DiceReading:
    """The newest reading that found as many dice as most did; sure only where no other contradicts and more
    than two in three agree.

    What only other readings show is asked about where one is sure of it, or a third of all show it.
    """
    counts = [len(read.dice) for read in reads]
    usual = max(set(counts), key=lambda count: (counts.count(count), count))
    chosen = [read for read in reads if len(read.dice) == usual][-1]
    dice = []
    for die in chosen.dice:
        shown = [(other.value, other.face) for other in _seen_at(die, reads) if other.sure]
        certain = die.sure and set(shown) == {(die.value, die.face)} and 3 * len(shown) > 2 * len(reads)
        dice.append(die if certain else asked(die))
    for die in (other for read in reads for other in read.dice):
        seen = _seen_at(die, reads)
        if not _seen_at(die, [replace(chosen, dice=tuple(dice))]) and (die.sure or 3 * len(seen) >= len(reads)):
            dice.append(asked(die))
    dice.sort(key=lambda die: (die.box.x + die.box.w / 2, die.box.y))
    return replace(chosen, dice=tuple(dice))


def _seen_at(die: Die, reads: Sequence[DiceReading]) -> list[Die]:
    return [other for read in reads for other in read.dice if _same_place(die, other)]
