"""Has pictures read by a worker process, and survives whatever a picture does to it.

OpenCV is loaded in the worker only (``python -m vision worker``), which is started on first use, asked one picture at a
time, killed at the time limit and started anew when it has gone. What is said to it and answered: `vision.wire`.

A picture that takes long is read as long as nobody else waits; then it gives way and comes again after them, so that
pictures made to take long hold nobody up for more than two seconds, a new worker included.
"""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, TypeVar

import msgspec

from companion.waiting import Line
from vision.reading import (
    CardCut,
    CardLesson,
    CardReading,
    CodeReading,
    DiceReading,
    FaceLesson,
    FaceLessons,
    RowsCut,
)
from vision.taught import Imported, Kind
from vision.wire import (
    Answer,
    ChangeTaught,
    ImportTaught,
    LookAtCard,
    LookAtCards,
    ReadCards,
    ReadCode,
    ReadDice,
    Request,
    TeachCard,
    TeachFace,
    TeachFaces,
    read_frame,
    write_frame,
)

PROJECT_FOLDER = Path(__file__).resolve().parents[1]
WORKER = (sys.executable, "-m", "vision", "worker")

SECONDS_TO_START = 30.0
"""Loading OpenCV from the SD card of a small machine takes its time; it is paid once."""
SECONDS_TO_READ = 8.0
SECONDS_TO_READ_CARDS = 20.0
"""A fan of ten look-alikes takes 2 s on a laptop, and several times as long on a small machine."""
SECONDS_BEFORE_OTHERS = 1.5
"""A reading that has taken so long gives way to somebody else who waits. A picture of dice takes 0.1 s."""
MOST_TIMES_GIVEN_WAY = 3
"""Then it is refused as busy."""
SECONDS_TO_IMPORT = 60.0
"""A thousand cards are written one by one, each of them safely."""
SECONDS_TO_CUT = 60.0
"""Forty cards, or twenty dice, are cut out of one picture, and each is compared with what is taught."""
MOST_WAITING = 4
"""Pictures that may wait for the one being read. A table has at most that many people with a telephone in hand."""

_LOOKED_AGAIN_S = 0.1
_LONGER: dict[type[Request], float] = {
    ImportTaught: SECONDS_TO_IMPORT,
    LookAtCards: SECONDS_TO_CUT,
    ReadCards: SECONDS_TO_READ_CARDS,
    TeachFaces: SECONDS_TO_CUT,
}

Picture = bytes | IO[bytes]
Found = TypeVar(
    "Found", DiceReading, CardReading, FaceLesson, FaceLessons, CardLesson, CardCut, RowsCut, CodeReading, Imported
)

_GIVES_WAY = (ReadDice, ReadCards, ReadCode, LookAtCard, LookAtCards)
"""What changes nothing, and can be begun again."""

NEEDED = ("cv2", "numpy", "filelock")
HOW_TO_ADD_VISION = "Add it with: pip install 'boardgame-companion[vision]'"


def vision_environment() -> dict[str, str]:
    """The environment of a process that runs ``python -m vision``, wherever this one was started."""
    paths = [str(PROJECT_FOLDER), os.environ.get("PYTHONPATH", "")]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in paths if path)}


class ReaderError(Exception):
    """A picture was not read. ``str()`` says why, in English; ``code`` is one of the interfaces page.

    ``unsupported_picture`` and ``unreadable_picture`` come from the picture, ``busy`` from too many at once,
    ``no_vision`` from a machine without OpenCV. ``reason`` (``heic``, ``too_many_pixels``, ``time_limit``, …) and
    ``facts`` are for wording it in another language.
    """

    def __init__(self, code: str, message: str, reason: str, facts: Mapping[str, str | int] | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.reason = reason
        self.facts = dict(facts or {})


class Reader:
    """Reads pictures of dice and cards, one at a time, in a process of its own. Safe to call from several threads.

    Reading and teaching raise ReaderError. A picture may be a file: it is loaded when its turn has come near, so that no
    more of them are in memory than may wait.
    ``command`` starts the worker; the limits are in seconds. Nothing is started before the first picture. ``who``
    answers whom the calling thread asks for, such as an address: see `companion.waiting`.
    """

    def __init__(
        self,
        command: Sequence[str] = WORKER,
        *,
        seconds_to_read: float = SECONDS_TO_READ,
        seconds_to_start: float = SECONDS_TO_START,
        seconds_before_others: float = SECONDS_BEFORE_OTHERS,
        most_waiting: int = MOST_WAITING,
        who: Callable[[], str] = str,
    ) -> None:
        self._command = tuple(command)
        self._seconds_to_read = seconds_to_read
        self._seconds_to_start = seconds_to_start
        self._seconds_before_others = seconds_before_others
        self._who = who
        self._places = threading.BoundedSemaphore(1 + most_waiting)
        self._line = Line()
        self._worker: subprocess.Popen[bytes] | None = None
        self._trying = threading.Lock()
        self._available: bool | None = None

    def available(self) -> bool:
        """Whether OpenCV can be loaded on this machine: tried once, in a process that ends again.

        A wheel that is installed but does not run here (an old processor, a missing library) counts as not there.
        """
        if any(importlib.util.find_spec(name) is None for name in NEEDED):
            return False
        with self._trying:
            if self._available is None:
                tried = [sys.executable, "-c", f"import {', '.join(NEEDED)}"]
                try:
                    done = subprocess.run(tried, capture_output=True, timeout=self._seconds_to_start, check=False)
                    self._available = done.returncode == 0
                except (OSError, subprocess.TimeoutExpired):
                    self._available = False
            return self._available

    def read_dice(
        self,
        picture: Picture,
        count: int | None = None,
        library: Path | None = None,
        values: frozenset[int] | None = None,
    ) -> DiceReading:
        """The dice of a picture. ``count``: how many are expected; ``library``: a folder of taught faces; ``values``: the
        only pip values these dice have."""
        folder = None if library is None else _path(library)
        return self._ask(ReadDice(count, folder, values), picture, DiceReading)

    def read_cards(self, picture: Picture, library: Path) -> CardReading:
        """The cards of a picture that are taught in ``library``."""
        return self._ask(ReadCards(_path(library)), picture, CardReading)

    def read_code(self, picture: Picture) -> CodeReading:
        """What stands in the QR code of a picture."""
        return self._ask(ReadCode(), picture, CodeReading)

    def teach_face(self, picture: Picture, library: Path, name: str, value: int | None = None) -> FaceLesson:
        """Add a picture of a die face to the library."""
        return self._ask(TeachFace(_path(library), name, value), picture, FaceLesson)

    def teach_faces(
        self, picture: Picture, library: Path, names: Sequence[str], value: int | None = None
    ) -> tuple[FaceLesson, ...]:
        """Add the faces of the dice of one picture, named from left to right; "-" passes one over."""
        return self._ask(TeachFaces(_path(library), tuple(names), value), picture, FaceLessons).lessons

    def look_at_card(self, picture: Picture, library: Path) -> CardCut:
        """What teaching a picture of a card would keep of it."""
        return self._ask(LookAtCard(_path(library)), picture, CardCut)

    def look_at_cards(self, picture: Picture, library: Path) -> RowsCut:
        """What can be taught of a picture of several cards in rows."""
        return self._ask(LookAtCards(_path(library)), picture, RowsCut)

    def teach_card(
        self,
        picture: Picture,
        library: Path,
        name: str,
        *,
        whole: bool = False,
        corners: tuple[tuple[float, float], ...] | None = None,
    ) -> CardLesson:
        """Add a picture of a card to the library; ``whole``: it was cut out already; ``corners``: where it lies in the upright
        picture, clockwise from its own top left."""
        return self._ask(TeachCard(_path(library), name, whole, corners), picture, CardLesson)

    def rename_taught(self, kind: Kind, library: Path, name: str, new: str) -> None:
        """Give a taught card or face another name."""
        self._ask(ChangeTaught(_path(library), kind, name, new), b"", Imported)

    def remove_taught(self, kind: Kind, library: Path, name: str) -> None:
        """Forget a taught card or face with its pictures."""
        self._ask(ChangeTaught(_path(library), kind, name), b"", Imported)

    def import_taught(self, packed: Picture, kind: Kind, library: Path) -> Imported:
        """Add what an exported library holds, the zip file of one."""
        return self._ask(ImportTaught(_path(library), kind), packed, Imported)

    def close(self) -> None:
        """End the worker, if one runs. The next picture would start another."""
        worker, self._worker = self._worker, None
        if worker is not None:
            _end(worker)

    def _ask(self, request: Request, picture: Picture, kind: type[Found]) -> Found:
        if not self._places.acquire(blocking=False):
            raise _busy()
        try:
            answer = self._ask_in_turn(request, picture if isinstance(picture, bytes) else picture.read())
        finally:
            self._places.release()
        if answer.error is not None:
            raise ReaderError(answer.error.code, answer.error.message, answer.error.reason, answer.error.facts)
        return msgspec.json.decode(answer.answer, type=kind)

    def _ask_in_turn(self, request: Request, picture: bytes) -> Answer:
        who = self._who()
        for _ in range(1 + MOST_TIMES_GIVEN_WAY):
            with self._line.turn(who):
                answer = self._ask_worker(request, picture, lambda: self._line.others_wait(who))
            if answer is not None:
                return answer
        raise _busy()

    def _ask_worker(self, request: Request, picture: bytes, others_wait: Callable[[], bool]) -> Answer | None:
        """What the worker answers; None where it gave way to others."""
        worked_before = self._worker is not None
        worker = self._running_worker()
        seconds = _LONGER.get(type(request), self._seconds_to_read)
        patience = (self._seconds_before_others, others_wait) if isinstance(request, _GIVES_WAY) else None
        watch = _Watch(worker, seconds, patience)
        with watch, suppress(OSError):
            assert worker.stdin is not None and worker.stdout is not None
            write_frame(worker.stdin, request, picture)
            frame = read_frame(worker.stdout)
            if frame is not None:
                return msgspec.json.decode(frame[0], type=Answer)
        self.close()
        if watch.gave_way:
            return None
        if worked_before and not watch.ran_out:  # it may have ended before it saw this picture
            return self._ask_worker(request, picture, others_wait)
        if watch.ran_out:
            raise ReaderError(
                "unreadable_picture",
                f"Reading this picture took longer than {seconds:g} seconds and was given up. Take "
                "another, closer and from above, or type the numbers.",
                "time_limit",
            )
        raise ReaderError(
            "unreadable_picture",
            "Reading this picture failed. Take another, or type the numbers.",
            "crashed",
        )

    def _running_worker(self) -> subprocess.Popen[bytes]:
        """The worker that waits for a picture; a new one where there is none, or where it has ended meanwhile."""
        if self._worker is not None and self._worker.poll() is None:
            return self._worker
        self.close()
        try:
            worker = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env=vision_environment(),
            )
        except OSError:
            raise _no_vision() from None
        with _Watch(worker, self._seconds_to_start):
            assert worker.stdout is not None
            ready = read_frame(worker.stdout)
        if ready is None:
            _end(worker)
            raise _no_vision()
        self._worker = worker
        return worker


class _Watch:
    """Kills a process that is not done within the time; whoever reads from it then sees the end of its output.

    ``patience``: the seconds after which it is killed as soon as somebody else waits, and whether somebody does.
    """

    def __init__(
        self,
        process: subprocess.Popen[bytes],
        seconds: float,
        patience: tuple[float, Callable[[], bool]] | None = None,
    ) -> None:
        self.ran_out = False
        self.gave_way = False
        self._process = process
        self._seconds = seconds
        self._patience = patience
        self._done = threading.Event()
        self._watching = threading.Thread(target=self._watch, name="reading", daemon=True)

    def _watch(self) -> None:
        ends = time.monotonic() + self._seconds
        if self._patience is not None:
            wait_s, others_wait = self._patience
            while (left := ends - time.monotonic()) > 0:
                if self._done.wait(min(left, wait_s)):
                    return
                if others_wait() and time.monotonic() < ends:
                    self.gave_way = True
                    self._process.kill()
                    return
                wait_s = _LOOKED_AGAIN_S
        if not self._done.wait(max(0.0, ends - time.monotonic())):
            self.ran_out = True
            self._process.kill()

    def __enter__(self) -> _Watch:
        self._watching.start()
        return self

    def __exit__(self, *problem: object) -> None:
        self._done.set()
        self._watching.join()


def _end(worker: subprocess.Popen[bytes]) -> None:
    worker.kill()
    worker.wait()
    for pipe in (worker.stdin, worker.stdout):
        if pipe is not None:
            with suppress(OSError):  # what was still to be written has no reader any more
                pipe.close()


def _busy() -> ReaderError:
    return ReaderError("busy", "Other pictures are being read just now. Send it again in a moment.", "busy")


def _no_vision() -> ReaderError:
    return ReaderError(
        "no_vision", f"This machine cannot read pictures: OpenCV is missing. {HOW_TO_ADD_VISION}", "no_vision"
    )


def _path(library: Path) -> str:
    return str(library.resolve())
