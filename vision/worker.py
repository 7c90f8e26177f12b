"""The process that reads pictures for the companion: ``python -m vision worker``.

Requests come on standard input and are answered on standard output, framed as `vision.wire` says; the first frame says
that OpenCV could be loaded. The process ends when its input does.

The limits lie here, so that a picture made to harm can cost only this process: pixels by `vision.image`, address space
where the platform knows such a limit. Whoever started it owns the time limit.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from vision.picture_header import PictureError
from vision.wire import (
    Answer,
    ChangeTaught,
    Failure,
    ImportTaught,
    LookAtCard,
    LookAtCards,
    ReadCards,
    ReadCode,
    ReadDice,
    Request,
    TeachFace,
    TeachFaces,
    answer_of,
    read_frame,
    write_frame,
)

ADDRESS_SPACE_BYTES = 1_000_000_000
"""Loading OpenCV alone reserves more than 300 MB of addresses, though it uses a fraction of them."""

Perform = Callable[[Request, bytes], Any]
"""Does what a request asks for with the bytes of its picture."""


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


def serve(source: BinaryIO, answers: BinaryIO, how: Perform | None = None) -> None:
    """Answer every request of ``source`` until it ends. ``how``: something else than `perform`, for tests."""
    import cv2

    cv2.setNumThreads(1)
    write_frame(answers, Answer())
    while (asked := read_frame(source)) is not None:
        write_frame(answers, _answer(how or perform, *asked))


def perform(request: Request, picture: bytes) -> Any:
    """The reading or the lesson that a request asks for. Raises PictureError."""
    from vision import operations

    match request:
        case ReadDice():
            return operations.dice_in(
                picture, count=request.count, library=_folder(request.library), values=request.values
            )
        case ReadCards():
            return operations.cards_in(picture, Path(request.library))
        case ReadCode():
            return operations.code_in(picture)
        case TeachFace():
            return operations.teach_face(picture, Path(request.library), request.name, request.value)
        case TeachFaces():
            return operations.teach_faces(picture, Path(request.library), request.names, request.value)
        case LookAtCard():
            return operations.look_at_card(picture, Path(request.library))
        case LookAtCards():
            return operations.look_at_cards(picture, Path(request.library))
        case ChangeTaught():
            return operations.change_taught(request.kind, Path(request.library), request.name, request.new)
        case ImportTaught():
            return operations.import_taught(picture, request.kind, Path(request.library))
        case _:
            return operations.teach_card(
                picture, Path(request.library), request.name, request.corners, whole=request.whole
            )


def _answer(how: Perform, head: bytes, picture: bytes) -> Answer:
    try:
        return answer_of(how(msgspec.json.decode(head, type=Request), picture))
    except PictureError as refused:
        failure = Failure(refused.code, str(refused), refused.reason, dict(refused.facts))
    except MemoryError:
        message = "Reading this picture took too much memory. Send a smaller one."
        failure = Failure("unreadable_picture", message, "memory")
    except Exception as failed:  # a bug in reading must reach the table as an answer, not as silence
        message = f"Reading this picture failed ({type(failed).__name__})."
        failure = Failure("unreadable_picture", message, "failed")
    return Answer(error=failure)


def _folder(library: str | None) -> Path | None:
    return None if library is None else Path(library)


def _limit_memory() -> None:
    try:
        import resource
    except ImportError:  # Windows
        return
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    if most == resource.RLIM_INFINITY or most > ADDRESS_SPACE_BYTES:
        with suppress(ValueError, OSError):  # macOS refuses
            resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE_BYTES, most))
