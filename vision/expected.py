"""What a table knows before a picture is read: where its tray lies, which values its dice have, what other pictures showed.

Knowing makes a reading ask more often, never less: a value that no die has, or that another picture of the same throw
does not show, is not sure. (How many dice there are is told to the readers themselves, `vision.dice.read_dice`.)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from vision.reading import Box, DiceReading, Die
from vision.tray import Tray

if TYPE_CHECKING:  # the command line checks its arguments before it needs any array
    from vision.arrays import Picture
    from vision.dice import Inside


def read_in_tray(pixels: Picture, tray: Tray, reader: Callable[[Picture, Inside | None], DiceReading]) -> DiceReading:
    """What ``reader`` reads in the tray of a picture (BGR), boxes in pixels of the whole one.

    A picture of another shape than the one in which the tray was marked is read whole: the camera has changed, and who
    is asked about a die too many sees it. Where the tray is empty the whole picture is looked at as well, and
    ``outside`` says how many dice lie beside it; they never count.
    """
    height, width = pixels.shape[:2]
    if not tray.fits(width, height):
        return replace(reader(pixels, None), tray="unfit")
    left, top, right, bottom = tray.part(width, height)

    def inside(x: float, y: float) -> bool:
        return tray.has((x + left) / width, (y + top) / height)

    reading = reader(pixels[top:bottom, left:right], inside)
    dice = tuple(replace(die, box=_moved(die.box, left, top)) for die in reading.dice)
    outside = 0 if dice else len(reader(pixels, None).dice)
    return replace(reading, dice=dice, tray="inside", outside=outside)


def only_values(reading: DiceReading, values: frozenset[int]) -> DiceReading:
    """The reading with each pip value that none of the dice has made unsure; taught faces stay as they are."""
    dice = (
        die if die.face is not None or die.value is None or die.value in values else asked(die) for die in reading.dice
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
        dice.append(die if kept or not die.sure else asked(die))
    dice.sort(key=lambda d: (d.box.x + d.box.w / 2, d.box.y))
    most = max(len(reading.dice) for reading in readings)
    counted = first.count if first.count is not None else most
    return replace(first, dice=tuple(dice), ms=sum(reading.ms for reading in readings), count=counted)


def _shown(die: Die) -> tuple[int | None, str | None]:
    return die.value, die.face


def asked(die: Die) -> Die:
    """The die as one that somebody is asked about; what it seemed to show is the guess."""
    guess = die.guess if die.guess is not None else die.value
    return replace(die, value=None, face=None, guess=guess, guess_face=die.guess_face or die.face)


def _moved(box: Box, right: int, down: int) -> Box:
    return replace(box, x=box.x + right, y=box.y + down)
