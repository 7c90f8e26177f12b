"""What a picture was read to show, or taught: plain data, no OpenCV.

The JSON of ``python -m vision`` and of ``POST /api/read/dice`` is made from these, so their keys are a promise
(interfaces: *Readings*). Boxes are in pixels of the input picture after its EXIF orientation was applied.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Box:
    """An upright rectangle in pixels: left, top, width, height."""

    x: float
    y: float
    w: float
    h: float


@dataclass(frozen=True, slots=True)
class Die:
    """One die seen. ``value`` (or, for a taught face, ``face``) is None unless the reader is sure."""

    value: int | None
    guess: int | None
    confidence: float
    box: Box
    face: str | None = None
    guess_face: str | None = None
    colour: str | None = None

    @property
    def sure(self) -> bool:
        return self.value is not None or self.face is not None


@dataclass(frozen=True, slots=True)
class DiceReading:
    """The dice of one picture, from left to right. ``count``: how many were expected, if that is known.

    ``tray``: where a tray is marked, whether only it was read ("inside"), or everything because the picture has another
    shape than the one it was marked in ("unfit"); ``outside``: of an empty tray, how many dice lie beside it.
    """

    dice: tuple[Die, ...]
    ms: float
    count: int | None = None
    tray: Literal["inside", "unfit"] | None = None
    outside: int = 0

    @property
    def total(self) -> int:
        return sum(die.value for die in self.dice if die.value is not None)

    @property
    def unsure(self) -> bool:
        miscounted = self.count is not None and self.count != len(self.dice)
        return miscounted or any(not die.sure for die in self.dice)


@dataclass(frozen=True, slots=True)
class Card:
    """One card seen. ``name`` is None when unknown, or when several taught cards fit (``alternatives``, best first)."""

    name: str | None
    confidence: float
    corners: tuple[Point, Point, Point, Point]
    alternatives: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CardReading:
    """The cards of one picture, from left to right; corners run clockwise from the card's own top left."""

    cards: tuple[Card, ...]
    ms: float


@dataclass(frozen=True, slots=True)
class FaceLesson:
    """What teaching a die face did. ``pictures``: how many of it there are now; ``value``: the number it counts for;
    ``colour``: the die's; ``alike``: other faces that cannot be told from it."""

    face: str
    pictures: int
    value: int | None
    colour: str
    alike: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FaceLessons:
    """What teaching the dice of one picture did, from left to right."""

    lessons: tuple[FaceLesson, ...]


@dataclass(frozen=True, slots=True)
class CardLesson:
    """What teaching a card did. ``pictures``: how many of it there are now; ``alike``: other cards this picture fits;
    ``corners``: where the card lay in the upright picture, clockwise from its own top left; ``preview``: the picture file
    that shows what was cut out and kept, empty when nothing was kept; ``unlike``: it has another shape than the cards taught
    before, so that the cut is probably wrong."""

    card: str
    pictures: int
    alike: tuple[str, ...]
    corners: tuple[Point, ...] = ()
    preview: str = ""
    unlike: bool = False


@dataclass(frozen=True, slots=True)
class CardCut:
    """What teaching a picture would keep of it. ``corners``: where the card lies in the upright picture, clockwise from its
    own top left; ``jpeg``: the card cut out, a JPEG in base64; ``alike``: taught cards that it fits;
    ``unlike``: it has another shape than they."""

    corners: tuple[Point, ...]
    jpeg: str
    alike: tuple[str, ...]
    unlike: bool


@dataclass(frozen=True, slots=True)
class RowsCut:
    """What can be taught of a picture of several cards. ``cuts``: row by row; ``jpeg``: the picture with the cards outlined and
    numbered from 1, in base64."""

    cuts: tuple[CutOfRow, ...]
    jpeg: str


@dataclass(frozen=True, slots=True)
class CutOfRow:
    """One card of a picture of several. ``jpeg``: the card cut out, in base64, empty where it cannot be taught, and
    ``refused`` says why; ``twice``: the place (from 0) of an earlier card that looks the same; the rest as in `CardCut`."""

    corners: tuple[Point, ...]
    jpeg: str
    alike: tuple[str, ...]
    unlike: bool
    refused: str = ""
    twice: int | None = None


@dataclass(frozen=True, slots=True)
class CodeReading:
    """What stands in the QR code of a picture; ``text``: None where none was found that could be read."""

    text: str | None


def reading_json(reading: DiceReading | CardReading) -> dict[str, Any]:
    """The reading as the JSON object of the interfaces page, without ``file``."""
    if isinstance(reading, DiceReading):
        return {
            "dice": [_die_json(die) for die in reading.dice],
            "total": reading.total,
            "unsure": reading.unsure,
            "ms": round(reading.ms, 1),
            **({} if reading.tray is None else {"tray": reading.tray, "outside": reading.outside}),
        }
    return {
        "cards": [
            {
                "name": card.name,
                "confidence": round(card.confidence, 3),
                "corners": [[round(x, 1), round(y, 1)] for x, y in card.corners],
                "alternatives": list(card.alternatives),
            }
            for card in reading.cards
        ],
        "ms": round(reading.ms, 1),
    }


def _die_json(die: Die) -> dict[str, Any]:
    found: dict[str, Any] = {
        "value": die.value,
        "guess": die.guess,
        "face": die.face,
        "confidence": round(die.confidence, 3),
        "box": [round(v, 1) for v in (die.box.x, die.box.y, die.box.w, die.box.h)],
    }
    if die.guess_face is not None:
        found["guess_face"] = die.guess_face
    if die.colour is not None:
        found["colour"] = die.colour
    return found
