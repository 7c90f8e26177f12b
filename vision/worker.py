"""The process that reads pictures, one at a time: a header and a picture come in, one line of JSON goes out.

A request on standard input is four bytes (big-endian length of the header), the header as JSON, and as many bytes of
picture as its ``bytes`` says. Its other keys: ``do`` (a name in `OPERATIONS`) and what that one takes. Each request is
answered by one line on standard output, ``{"answer": …}`` or ``{"error": {"code", "message", "reason", "facts"}}``; a
first line ``{"ready": true}`` says that OpenCV could be loaded. The process ends when its input does.

The limits lie here, so that a picture made to harm can cost only this process: pixels by `vision.image`, address space
where the platform knows such a limit. Whoever started it owns the time limit.
"""

from __future__ import annotations

import json
import os
import struct
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO

from vision.picture_header import PictureError
from vision.reading import reading_json

MOST_HEADER_BYTES = 65_536
ADDRESS_SPACE_BYTES = 1_000_000_000
"""Loading OpenCV alone reserves more than 300 MB of addresses, though it uses a fraction of them."""

Request = Mapping[str, Any]
Operation = Callable[[Request, bytes], dict[str, Any]]


def main() -> int:
    """Serve standard input until it ends; the exit status of ``python -m vision worker``."""
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ[name] = "1"  # read when numpy and OpenCV are loaded
    os.environ["OPENCV_IO_MAX_IMAGE_PIXELS"] = "50000000"
    _limit_memory()
    # What native code prints must not get between the answers.
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    with suppress(BrokenPipeError, KeyboardInterrupt):
        serve(sys.stdin.buffer, answers)
    return 0


def serve(source: BinaryIO, answers: BinaryIO, operations: Mapping[str, Operation] | None = None) -> None:
    """Answer every request of ``source`` until it ends. ``operations``: other names than `OPERATIONS`, for tests."""
    known = OPERATIONS if operations is None else operations
    import cv2

    cv2.setNumThreads(1)
    _send(answers, {"ready": True})
    while (asked := _receive(source)) is not None:
        _send(answers, _answer(known, *asked))


def write_request(sink: BinaryIO, request: Request, picture: bytes) -> None:
    """Put one request on the worker's input, in the form the module's page describes."""
    header = json.dumps({**request, "bytes": len(picture)}).encode()
    sink.write(struct.pack(">I", len(header)) + header)
    sink.write(picture)
    sink.flush()


def _receive(source: BinaryIO) -> tuple[Request, bytes] | None:
    prefix = source.read(4)
    if len(prefix) < 4:
        return None
    (length,) = struct.unpack(">I", prefix)
    if length > MOST_HEADER_BYTES:
        return None  # not our protocol; there is no way back into step
    header = source.read(length)
    if len(header) < length:
        return None
    request: dict[str, Any] = json.loads(header)
    size = int(request.get("bytes", 0))
    picture = source.read(size)
    return (request, picture) if len(picture) == size else None


def _send(answers: BinaryIO, answer: dict[str, Any]) -> None:
    answers.write(json.dumps(answer).encode() + b"\n")
    answers.flush()


def _answer(operations: Mapping[str, Operation], request: Request, picture: bytes) -> dict[str, Any]:
    try:
        return {"answer": operations[request["do"]](request, picture)}
    except PictureError as refused:
        return _error(refused.code, str(refused), refused.reason, refused.facts)
    except MemoryError:
        return _error("unreadable_picture", "Reading this picture took too much memory. Send a smaller one.", "memory")
    except Exception as failed:  # a bug in reading must reach the table as an answer, not as silence
        return _error("unreadable_picture", f"Reading this picture failed ({type(failed).__name__}).", "failed")


def _error(code: str, message: str, reason: str, facts: Mapping[str, str | int] | None = None) -> dict[str, Any]:
    return {"error": {"code": code, "message": message, "reason": reason, "facts": dict(facts or {})}}


def _limit_memory() -> None:
    try:
        import resource
    except ImportError:  # Windows
        return
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    if most == resource.RLIM_INFINITY or most > ADDRESS_SPACE_BYTES:
        with suppress(ValueError, OSError):  # macOS refuses
            resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE_BYTES, most))


def _dice(request: Request, picture: bytes) -> dict[str, Any]:
    from vision.operations import dice_in

    return reading_json(dice_in(picture, count=request.get("count"), library=_library(request)))


def _cards(request: Request, picture: bytes) -> dict[str, Any]:
    from vision.operations import cards_in

    return reading_json(cards_in(picture, Path(request["library"])))


def _teach_face(request: Request, picture: bytes) -> dict[str, Any]:
    from vision.operations import teach_face

    return teach_face(picture, Path(request["library"]), request["name"], request.get("value"))


def _teach_card(request: Request, picture: bytes) -> dict[str, Any]:
    from vision.operations import teach_card

    return teach_card(picture, Path(request["library"]), request["name"])


def _library(request: Request) -> Path | None:
    given = request.get("library")
    return None if given is None else Path(given)


OPERATIONS: dict[str, Operation] = {
    "dice": _dice,
    "cards": _cards,
    "teach_face": _teach_face,
    "teach_card": _teach_card,
}
