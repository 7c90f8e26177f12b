"""What can be asked of a picture: the bytes of one in, a reading or a lesson out. Worker and commands share it."""

from __future__ import annotations

import base64
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

import numpy as np

from vision import changing_taught
from vision.arrays import Picture
from vision.cards.error import CardError
from vision.cards.library import CardLibrary
from vision.cards.rows import numbered
from vision.cards.teaching import Lesson
from vision.cards.teaching import take_lesson as take_card
from vision.dice import Inside, read_dice
from vision.expected import only_values, read_in_tray
from vision.faces.lesson import learn, take_lesson, take_lessons
from vision.faces.library import FaceLibrary
from vision.faces.reader import read_dice_and_faces
from vision.image import decode_picture, encode_jpeg
from vision.qr import code_in_pixels
from vision.reading import (
    CardCut,
    CardLesson,
    CardReading,
    CodeReading,
    CutOfRow,
    DiceReading,
    FaceLesson,
    FaceLessons,
    Point,
    RowsCut,
)
from vision.sources import ROWS_PX
from vision.taught import Imported, Kind
from vision.tray import Tray

PASSED_OVER = "-"

_CUT_QUALITY = 92  # of a JPEG that goes to a page and comes back to be taught


def dice_in(
    picture: bytes,
    *,
    count: int | None = None,
    library: Path | None = None,
    tray: Tray | None = None,
    values: frozenset[int] | None = None,
) -> DiceReading:
    """Read the dice of a picture file's bytes, with the faces taught in ``library`` where one is given.

    Boxes are in pixels of the upright input picture; ``ms`` includes decoding. ``count``, ``tray``, ``values``: what the
    table knows of its dice (`vision.expected`, `vision.tray`). Raises PictureError.
    """
    started = time.perf_counter()
    decoded = decode_picture(picture)
    reading = dice_in_pixels(decoded.pixels, count=count, library=library, tray=tray, values=values)
    return replace(decoded.in_input_pixels(reading), ms=_ms_since(started))


def dice_in_pixels(
    pixels: Picture,
    *,
    count: int | None = None,
    library: Path | None = None,
    tray: Tray | None = None,
    values: frozenset[int] | None = None,
) -> DiceReading:
    """Read the dice of a picture (BGR) as `dice_in` does; boxes in its pixels."""

    def read(part: Picture, inside: Inside | None = None) -> DiceReading:
        if library is None:
            return read_dice(part, count, inside)
        return read_dice_and_faces(part, _faces(library, FaceLibrary.stamp(library)), count, inside)

    reading = read(pixels) if tray is None else read_in_tray(pixels, tray, read)
    return reading if values is None else only_values(reading, values)


def cards_in(picture: bytes, library: Path) -> CardReading:
    """Recognise the cards taught in ``library``; corners in upright input pixels. Raises PictureError."""
    started = time.perf_counter()
    decoded = decode_picture(picture)
    try:
        reading = _cards(library).read(decoded.pixels)
    except CardError as refused:
        raise changing_taught.refusal(refused) from refused
    return replace(decoded.in_input_pixels(reading), ms=_ms_since(started))


def teach_face(picture: bytes, library: Path, name: str, value: int | None = None) -> FaceLesson:
    """Add a picture of the die face ``name`` to the library, which is made when it is not there yet.

    Raises PictureError, also with reasons such as ``no_die`` when there is no die to learn from.
    """
    patches = take_lesson(decode_picture(picture).pixels)
    with FaceLibrary.changing(library) as faces:
        return learn(faces, name, patches, value)


def teach_faces(picture: bytes, library: Path, names: Sequence[str], value: int | None = None) -> FaceLessons:
    """Add the faces that one picture shows, a die for each name from left to right; a name "-" is passed over.

    Raises PictureError, also ``other_count`` where there are not so many dice; the library is then as before.
    """
    cuts = take_lessons(decode_picture(picture).pixels, len(names))
    with FaceLibrary.changing(library) as faces:
        named = [(name, cut) for name, cut in zip(names, cuts, strict=True) if name != PASSED_OVER]
        return FaceLessons(tuple(learn(faces, name, cut, value) for name, cut in named))


def teach_card(
    picture: bytes, library: Path, name: str, corners: Sequence[Point] | None = None, *, whole: bool = False
) -> CardLesson:
    """Add a picture of the card ``name`` to the library, made when it is not there. ``corners``: clockwise from the card's
    own top left, in upright input pixels, where they are known; ``whole``: those of the picture. Raises PictureError."""
    return keep_card(cut_card(picture, corners, whole=whole), library, name)


@dataclass(frozen=True, slots=True)
class CutCard:
    """A card cut out of a picture that is ``wide`` pixels wide and was decoded to ``decoded_wide``."""

    lesson: Lesson
    wide: int
    decoded_wide: int


def cut_card(picture: bytes, corners: Sequence[Point] | None = None, *, whole: bool = False) -> CutCard:
    """The first half of ``teach_card``, which needs no library, so that several pictures can be cut at once."""
    decoded = decode_picture(picture)
    if whole:
        wide, tall = decoded.width - 0.5, decoded.height - 0.5
        corners = ((-0.5, -0.5), (wide, -0.5), (wide, tall), (-0.5, tall))
    there = _scaled(corners, decoded.width, decoded.pixels.shape[1])
    try:
        lesson = take_card(decoded.pixels, None if there is None else np.array(there, np.float32).reshape(4, 2))
    except CardError as refused:
        raise changing_taught.refusal(refused) from refused
    return CutCard(lesson, decoded.width, decoded.pixels.shape[1])


def keep_card(cut: CutCard, library: Path, name: str) -> CardLesson:
    """The second half of ``teach_card``. Raises PictureError."""
    try:
        lesson = _cards(library).keep(name, cut.lesson)
    except CardError as refused:
        raise changing_taught.refusal(refused) from refused
    there = _scaled(lesson.corners, cut.decoded_wide, cut.wide) or ()
    return CardLesson(lesson.name, lesson.pictures, lesson.looks_like, there, str(lesson.preview), lesson.unlike)


def look_at_card(picture: bytes, library: Path) -> CardCut:
    """What ``teach_card`` would cut out; nothing is taught. Raises PictureError."""
    decoded = decode_picture(picture)
    try:
        crop, corners, like, unlike = _cards(library).look(decoded.pixels)
    except CardError as refused:
        raise changing_taught.refusal(refused) from refused
    there = _scaled(corners, decoded.pixels.shape[1], decoded.width) or ()
    return CardCut(there, _in_base64(crop), like, unlike)


def look_at_cards(picture: bytes, library: Path) -> RowsCut:
    """What can be taught of a picture of several cards in rows; nothing is taught. Raises PictureError."""
    decoded = decode_picture(picture, least_long_side=ROWS_PX)
    try:
        looked = _cards(library).look_at_rows(decoded.pixels)
    except CardError as refused:
        raise changing_taught.refusal(refused) from refused
    cuts = []
    for cut, like, unlike in looked:
        corners = tuple((float(x), float(y)) for x, y in cut.corners)
        jpeg = "" if cut.lesson is None else _in_base64(cut.lesson.crop)
        there = _scaled(corners, decoded.pixels.shape[1], decoded.width) or ()
        cuts.append(CutOfRow(there, jpeg, like, unlike, cut.refused, cut.twice))
    return RowsCut(tuple(cuts), _in_base64(numbered(decoded.pixels, [cut.corners for cut, _, _ in looked]), 80))


def _in_base64(pixels: Picture, quality: int = _CUT_QUALITY) -> str:
    return base64.b64encode(encode_jpeg(pixels, quality)).decode()


def cards_in_rows(picture: bytes, library: Path) -> list[tuple[Point, ...]]:
    """The corners of the cards that lie in rows in a picture, row by row, in upright input pixels. Raises PictureError."""
    decoded = decode_picture(picture, least_long_side=ROWS_PX)
    try:
        places = _cards(library).cards_in_rows(decoded.pixels)
    except CardError as refused:
        raise changing_taught.refusal(refused) from refused
    return [_scaled(corners, decoded.pixels.shape[1], decoded.width) or () for corners in places]


def change_taught(kind: Kind, library: Path, name: str, new: str | None) -> Imported:
    """Give something taught another name, or forget it (``new`` None). Raises PictureError."""
    if new is None:
        changing_taught.remove(kind, library, name)
    else:
        changing_taught.rename(kind, library, name, new)
    return Imported()


def import_taught(packed: bytes, kind: Kind, library: Path) -> Imported:
    """Add what an exported library (the bytes of its zip file) holds. Raises PictureError."""
    with tempfile.TemporaryDirectory(prefix="companion-", ignore_cleanup_errors=True) as folder:
        file = Path(folder) / "library.zip"
        file.write_bytes(packed)
        return changing_taught.import_(kind, library, file)


def write_down_cards(library: Path) -> None:
    """Write what was worked out of the cards taught last; for the end of a process that taught many."""
    _cards(library).write_down()


def _scaled(corners: Sequence[Point] | None, wide: int, to_wide: int) -> tuple[Point, ...] | None:
    """Corners in a picture ``wide`` pixels wide as those of the same picture ``to_wide`` pixels wide."""
    if corners is None:
        return None
    return tuple((x * to_wide / wide, y * to_wide / wide) for x, y in corners)


def code_in(picture: bytes) -> CodeReading:
    """Read the QR code of a picture file's bytes. Raises PictureError."""
    return CodeReading(code_in_pixels(decode_picture(picture).pixels))


@lru_cache(maxsize=4)
def _faces(library: Path, stamp: int) -> FaceLibrary:
    """The library as it was at ``stamp``: a worker reads many pictures with the same few faces."""
    return FaceLibrary.open(library)


@lru_cache(maxsize=4)
def _cards(library: Path) -> CardLibrary:
    """Kept between pictures; it sees by itself when its folder changes."""
    return CardLibrary(library)


def _ms_since(started: float) -> float:
    return (time.perf_counter() - started) * 1000
