"""The worker answers each picture with one frame, whatever the picture is; its limits hold."""

from __future__ import annotations

import io
import struct
import subprocess
import sys
from dataclasses import dataclass
from typing import Any

import msgspec
import numpy as np
import pytest

from vision.image import decode_picture, encode_jpeg
from vision.picture_header import PictureError
from vision.reading import Box, Card, CardReading, DiceReading, Die
from vision.wire import (
    MOST_HEAD_BYTES,
    Answer,
    ReadCards,
    ReadDice,
    Request,
    TeachCard,
    TeachFace,
    answer_of,
    read_frame,
    write_frame,
)
from vision.worker import Perform, serve

BLACK = encode_jpeg(np.zeros((40, 60, 3), np.uint8))


@dataclass(frozen=True)
class Size:
    """What the worker of these tests answers: the size of the picture, and what was asked along with it."""

    size: tuple[int, int]
    asked: int | None


def perform(request: Request, picture: bytes) -> Size:
    assert isinstance(request, ReadDice)
    if request.library == "stumble":
        raise ZeroDivisionError
    if request.library == "starve":
        raise MemoryError
    decoded = decode_picture(picture)
    return Size((decoded.width, decoded.height), request.count)


def frames(output: bytes) -> list[Answer]:
    source = io.BytesIO(output)
    found = []
    while (frame := read_frame(source)) is not None:
        assert frame[1] == b""
        found.append(msgspec.json.decode(frame[0], type=Answer))
    assert source.read() == b""
    return found


def answers(*requests: tuple[Request, bytes], rest: bytes = b"", how: Perform = perform) -> list[Answer]:
    source = io.BytesIO()
    for request, picture in requests:
        write_frame(source, request, picture)
    source.write(rest)
    source.seek(0)
    sink = io.BytesIO()
    serve(source, sink, how)
    return frames(sink.getvalue())


def size(answer: Answer) -> Size:
    assert answer.error is None
    return msgspec.json.decode(answer.answer, type=Size)


def test_each_request_is_answered_by_one_frame_in_order() -> None:
    first, second, third = answers((ReadDice(2), BLACK), (ReadDice(), BLACK))
    assert first == Answer()
    assert size(second) == Size((60, 40), 2)
    assert size(third) == Size((60, 40), None)


@pytest.mark.parametrize(
    ("library", "picture", "reason"),
    [
        (None, b"not a picture", "unknown"),
        (None, BLACK[:100], "damaged"),
        ("stumble", BLACK, "failed"),
        ("starve", BLACK, "memory"),
    ],
)
def test_a_failure_is_an_answer_and_the_next_picture_is_read(library: str | None, picture: bytes, reason: str) -> None:
    _, bad, good = answers((ReadDice(1, library), picture), (ReadDice(1), BLACK))
    assert bad.error is not None
    assert bad.error.reason == reason
    assert bad.error.code in ("unsupported_picture", "unreadable_picture")
    assert bad.error.message and "\n" not in bad.error.message
    assert size(good).size == (60, 40)


@pytest.mark.parametrize("head", [b'{"do": "sing"}', b'{"do": "cards"}', b"{", b"[]"])
def test_a_request_nobody_knows_is_an_answer_too(head: bytes) -> None:
    _, bad = answers(rest=struct.pack(">II", len(head), 0) + head)
    assert bad.error is not None and bad.error.reason == "failed"


def test_the_facts_of_a_refusal_come_along_for_its_translation() -> None:
    def refuse(request: Request, picture: bytes) -> object:
        raise PictureError("unreadable_picture", "too_many_pixels", "Too many.", width=7, height=9)

    _, refused = answers((ReadDice(), b""), how=refuse)
    assert refused.error is not None and refused.error.facts == {"width": 7, "height": 9}


@pytest.mark.parametrize(
    "rest",
    [
        pytest.param(b"\0\0", id="half the lengths"),
        pytest.param(struct.pack(">II", MOST_HEAD_BYTES + 1, 0), id="a head that no request has"),
        pytest.param(struct.pack(">II", 32, 0) + b"{", id="half a head"),
        pytest.param(struct.pack(">II", 14, 100) + b'{"do": "dice"}' + b"short", id="half a picture"),
    ],
)
def test_an_input_that_breaks_off_ends_the_worker_quietly(rest: bytes) -> None:
    assert len(answers((ReadDice(1), BLACK), rest=rest)) == 2


@pytest.mark.parametrize(
    "request_",
    [
        ReadDice(3, "faces"),
        ReadDice(values=frozenset({2, 5})),
        ReadDice(),
        ReadCards("卡片"),
        TeachFace("a", "肉", 1),
        TeachCard("a", "red 4"),
    ],
)
def test_every_request_arrives_as_it_was_sent(request_: Request) -> None:
    pipe = io.BytesIO()
    write_frame(pipe, request_, b"\0picture")
    pipe.seek(0)
    frame = read_frame(pipe)
    assert frame is not None
    assert (msgspec.json.decode(frame[0], type=Request), frame[1]) == (request_, b"\0picture")


@pytest.mark.parametrize(
    "reading",
    [
        DiceReading((Die(None, 4, float(np.float64(1) / 3), Box(1.25, 0.1, 3, 4), guess_face="肉"),), 12.5, 3),
        CardReading((Card("紅 4", 0.1 + 0.2, ((0, 0), (1, 0), (1, 1.7), (0, 1.7)), ("紅 5",)),), 0.0),
    ],
)
def test_a_reading_arrives_to_the_last_digit(reading: DiceReading | CardReading) -> None:
    """Nothing is rounded on the way; what people are shown is rounded where it is shown."""
    assert msgspec.json.decode(answer_of(reading).answer, type=type(reading)) == reading


def test_numbers_of_numpy_are_numbers() -> None:
    reading = DiceReading((Die(1, 1, np.float64(0.5), Box(0.0, 0.0, np.float64(2.5), 1.0)),), 1.0)
    assert msgspec.json.decode(answer_of(reading).answer, type=DiceReading) == reading


PROBE = """
import sys, resource
from vision import worker

def perform(request, picture):
    import cv2
    if request.count:
        return {"got": len(bytearray(2_000_000_000))}
    print("native chatter")  # must not get between the answers
    return {"threads": cv2.getNumThreads(), "addresses": resource.getrlimit(resource.RLIMIT_AS)[0]}

worker.perform = perform
sys.exit(worker.main())
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the address space is limited on Linux only")
def test_the_process_keeps_to_one_thread_and_one_gigabyte() -> None:
    """Memory limit: what asks for more gets an error, and the next picture is read."""
    source = io.BytesIO()
    for count in (None, 1, None):
        write_frame(source, ReadDice(count))
    done = subprocess.run([sys.executable, "-c", PROBE], input=source.getvalue(), capture_output=True, timeout=60)
    ready, limits, grabbed, again = frames(done.stdout)
    assert done.returncode == 0 and ready == Answer()
    found: list[Any] = [msgspec.json.decode(answer.answer) for answer in (limits, again)]
    assert found == [{"threads": 1, "addresses": 1_000_000_000}] * 2
    assert grabbed.error is not None and grabbed.error.reason == "memory"
