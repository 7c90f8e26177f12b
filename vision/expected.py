"""What a table knows before a picture is read: where its tray lies, which values its dice have, what other pictures showed.

Knowing makes a reading ask more often, never less: a value that no die has, or that another picture of the same throw
does not show, is not sure. (How many dice there are is told to the readers themselves, `vision.dice.read_dice`.)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from vision.reading import Box, DiceReading, Die

if TYPE_CHECKING:  # the command line checks its arguments before it needs any array
    from vision.arrays import Picture


@dataclass(frozen=True, slots=True)
class Tray:
    """Where dice may lie, as shares 0..1 of the picture's width and height: left, top, width, height.

    Raises ValueError for a part that is empty or does not lie in the picture.
    """

    left: float
    top: float
    width: float
    height: float

    def __post_init__(self) -> None:
        right, bottom = self.left + self.width, self.top + self.height
        inside = all(0 <= edge <= 1 + 1e-9 for edge in (self.left, self.top, right, bottom))
        if not (inside and self.width > 0 and self.height > 0):
            raise ValueError(f"a tray is a part of the picture, not {self}")

    def read(self, pixels: Picture, reader: Callable[[Picture], DiceReading]) -> DiceReading:
        """What ``reader`` reads in this part of a picture; boxes in pixels of the whole one."""
        height, width = pixels.shape[:2]
        left, top = min(width - 1, round(self.left * width)), min(height - 1, round(self.top * height))
        across, down = max(1, round(self.width * width)), max(1, round(self.height * height))
        part = pixels[top : top + down, left : left + across]
        reading = reader(part)
        return replace(reading, dice=tuple(replace(die, box=_moved(die.box, left, top)) for die in reading.dice))


def only_values(reading: DiceReading, values: frozenset[int]) -> DiceReading:
    """The reading with each pip value that none of the dice has made unsure; taught faces stay as they are."""
    dice = (
        die if die.face is not None or die.value is None or die.value in values else _asked(die) for die in reading.dice
    )
    return replace(reading, dice=tuple(dice))


def agreed(readings: Sequence[DiceReading]) -> DiceReading:
    """One reading of several pictures of the same throw, from wherever they were taken: the dice of the first.

    A die stays sure when every picture surely shows as many dice of its value or face. Where a picture shows another
    number of dice, the reading is unsure. Raises ValueError without a reading.
    """
    if not readings:
        raise ValueError("there is no reading to compare")
    first, *others = readings
    common = Counter(_shown(die) for die in first.dice if die.sure)
    for other in others:
        common &= Counter(_shown(die) for die in other.dice if die.sure)
    dice = []
    for die in sorted(first.dice, key=lambda d: -d.confidence):
        kept = die.sure and common[_shown(die)] > 0
        common[_shown(die)] -= kept
        dice.append(die if kept or not die.sure else _asked(die))
    dice.sort(key=lambda d: (d.box.x + d.box.w / 2, d.box.y))
    most = max(len(reading.dice) for reading in readings)
    counted = first.count if first.count is not None else most
    return replace(first, dice=tuple(dice), ms=sum(reading.ms for reading in readings), count=counted)


def _shown(die: Die) -> tuple[int | None, str | None]:
    return die.value, die.face


def _asked(die: Die) -> Die:
    guess = die.guess if die.guess is not None else die.value
    return replace(die, value=None, face=None, guess=guess, guess_face=die.guess_face or die.face)


def _moved(box: Box, right: int, down: int) -> Box:
    return replace(box, x=box.x + right, y=box.y + down)
