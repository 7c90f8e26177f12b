"""What the companion and the worker say to each other, and how it is framed: plain data, no OpenCV.

A frame is two lengths (of its head and of its load, four bytes each, big-endian), the head, and the load. The head is
JSON: a `Request` one way, an `Answer` the other; the load of a request is the bytes of a picture file (or of an exported
library), that of an answer is empty. A worker that is ready says so with an empty `Answer`, then answers each request with one frame, in order.
"""

from __future__ import annotations

import struct
from typing import IO, Any

import msgspec

from vision.taught import Kind

MOST_HEAD_BYTES = 1_000_000
_LENGTHS = struct.Struct(">II")


class ReadDice(msgspec.Struct, frozen=True, tag_field="do", tag="dice", omit_defaults=True):
    """Answered by a DiceReading. ``library``: a folder of taught faces; ``values``: the only pip values there are."""

    count: int | None = None
    library: str | None = None
    values: frozenset[int] | None = None


class ReadCards(msgspec.Struct, frozen=True, tag_field="do", tag="cards"):
    """Answered by a CardReading."""

    library: str


class TeachFace(msgspec.Struct, frozen=True, tag_field="do", tag="teach_face"):
    """Answered by a FaceLesson."""

    library: str
    name: str
    value: int | None = None


class TeachFaces(msgspec.Struct, frozen=True, tag_field="do", tag="teach_faces"):
    """Answered by FaceLessons. ``names``: of the dice of the picture from left to right; "-" passes one over."""

    library: str
    names: tuple[str, ...]
    value: int | None = None


class LookAtCard(msgspec.Struct, frozen=True, tag_field="do", tag="look_at_card"):
    """Answered by a CardCut; nothing is taught."""

    library: str


class LookAtCards(msgspec.Struct, frozen=True, tag_field="do", tag="look_at_cards"):
    """Answered by a RowsCut: what can be taught of a picture of several cards; nothing is taught."""

    library: str


class TeachCard(msgspec.Struct, frozen=True, tag_field="do", tag="teach_card", omit_defaults=True):
    """Answered by a CardLesson. ``whole``: the picture is a card that was cut out already; ``corners``: where the card lies in
    the upright picture, clockwise from its own top left, where that is known."""

    library: str
    name: str
    whole: bool = False
    corners: tuple[tuple[float, float], ...] | None = None


class ReadCode(msgspec.Struct, frozen=True, tag_field="do", tag="code"):
    """Answered by a CodeReading."""


class ChangeTaught(msgspec.Struct, frozen=True, tag_field="do", tag="change_taught", omit_defaults=True):
    """Gives something taught another name, or forgets it where ``new`` is None; answered by an empty Imported."""

    library: str
    kind: Kind
    name: str
    new: str | None = None


class ImportTaught(msgspec.Struct, frozen=True, tag_field="do", tag="import_taught"):
    """Answered by an Imported; the load is the zip file of an exported library."""

    library: str
    kind: Kind


Request = (
    ReadDice
    | ReadCards
    | ReadCode
    | TeachFace
    | TeachFaces
    | LookAtCard
    | LookAtCards
    | TeachCard
    | ChangeTaught
    | ImportTaught
)


class Failure(msgspec.Struct, frozen=True):
    """Why a picture was not read: the code of the interfaces page, a sentence, and what wording it again needs."""

    code: str
    message: str
    reason: str
    facts: dict[str, str | int] = {}


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """What became of a request. ``answer`` stays undecoded: whoever asked knows what it is."""

    answer: msgspec.Raw = msgspec.Raw()
    error: Failure | None = None


def answer_of(found: Any) -> Answer:
    """The answer that holds a reading or a lesson."""
    return Answer(msgspec.Raw(msgspec.json.encode(found, enc_hook=_plain)))


def write_frame(sink: IO[bytes], head: msgspec.Struct, load: bytes = b"") -> None:
    """Send one frame at once. Raises OSError where nobody listens any more."""
    packed = msgspec.json.encode(head)
    sink.write(_LENGTHS.pack(len(packed), len(load)) + packed)
    sink.write(load)
    sink.flush()


def read_frame(source: IO[bytes]) -> tuple[bytes, bytes] | None:
    """The head and the load of the next frame; None where the input ends, breaks off, or is something else."""
    lengths = source.read(_LENGTHS.size)
    if len(lengths) < _LENGTHS.size:
        return None
    of_head, of_load = _LENGTHS.unpack(lengths)
    if of_head > MOST_HEAD_BYTES:
        return None  # not our frames; there is no way back into step
    head = source.read(of_head)
    load = source.read(of_load) if of_load else b""
    return (head, load) if (len(head), len(load)) == (of_head, of_load) else None


def _plain(number: Any) -> float:
    """numpy's numbers are floats, though of a type of their own."""
    if isinstance(number, float):
        return float(number)
    raise TypeError(f"{type(number).__name__} cannot be sent")
