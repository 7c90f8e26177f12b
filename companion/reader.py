"""Has pictures read by a worker process, and survives whatever a picture does to it.

OpenCV is loaded in the worker only (``python -m vision worker``), which is started on first use, asked one picture at a
time, killed at the time limit and started anew when it has gone. What is said to it and answered: `vision.wire`.
"""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, TypeVar

import msgspec

from vision.reading import CardCut, CardLesson, CardReading, CodeReading, DiceReading, FaceLesson, RowsCut
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
    read_frame,
    write_frame,
)

PROJECT_FOLDER = Path(__file__).resolve().parents[1]
WORKER = (sys.executable, "-m", "vision", "worker")

SECONDS_TO_START = 30.0
"""Loading OpenCV from the SD card of a small machine takes its time; it is paid once."""
SECONDS_TO_READ = 8.0
SECONDS_TO_IMPORT = 60.0
"""A thousand cards are written one by one, each of them safely."""
SECONDS_TO_CUT = 60.0
"""Forty cards are cut out of one picture, and each is compared with what is taught."""
MOST_WAITING = 4
"""Pictures that may wait for the one being read. A table has at most that many people with a telephone in hand."""

_LONGER: dict[type[Request], float] = {ImportTaught: SECONDS_TO_IMPORT, LookAtCards: SECONDS_TO_CUT}

Picture = bytes | IO[bytes]
Found = TypeVar("Found", DiceReading, CardReading, FaceLesson, CardLesson, CardCut, RowsCut, CodeReading, Imported)

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
    ``command`` starts the worker; the limits are in seconds. Nothing is started before the first picture.
    """

    def __init__(
        self,
        command: Sequence[str] = WORKER,
        *,
        seconds_to_read: float = SECONDS_TO_READ,
        seconds_to_start: float = SECONDS_TO_START,
        most_waiting: int = MOST_WAITING,
    ) -> None:
        self._command = tuple(command)
        self._seconds_to_read = seconds_to_read
        self._seconds_to_start = seconds_to_start
        self._places = threading.BoundedSemaphore(1 + most_waiting)
        self._turn = threading.Lock()
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
            raise ReaderError("busy", "Other pictures are being read just now. Send it again in a moment.", "busy")
        try:
            loaded = picture if isinstance(picture, bytes) else picture.read()
            with self._turn:
                answer = self._ask_worker(request, loaded)
        finally:
            self._places.release()
        if answer.error is not None:
            raise ReaderError(answer.error.code, answer.error.message, answer.error.reason, answer.error.facts)
        return msgspec.json.decode(answer.answer, type=kind)

    def _ask_worker(self, request: Request, picture: bytes) -> Answer:
        worked_before = self._worker is not None
        worker = self._running_worker()
        seconds = _LONGER.get(type(request), self._seconds_to_read)
        watch = _Watch(worker, seconds)
        with watch, suppress(OSError):
            assert worker.stdin is not None and worker.stdout is not None
            write_frame(worker.stdin, request, picture)
            frame = read_frame(worker.stdout)
            if frame is not None:
                return msgspec.json.decode(frame[0], type=Answer)
        self.close()
        if worked_before and not watch.ran_out:  # it may have ended before it saw this picture
            return self._ask_worker(request, picture)
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
    """Kills a process that is not done within the time; whoever reads from it then sees the end of its output."""

    def __init__(self, process: subprocess.Popen[bytes], seconds: float) -> None:
        self.ran_out = False
        self._process = process
        self._timer = threading.Timer(seconds, self._kill)
        self._timer.daemon = True

    def _kill(self) -> None:
        self.ran_out = True
        self._process.kill()

    def __enter__(self) -> _Watch:
        self._timer.start()
        return self

    def __exit__(self, *problem: object) -> None:
        self._timer.cancel()


def _end(worker: subprocess.Popen[bytes]) -> None:
    worker.kill()
    worker.wait()
    for pipe in (worker.stdin, worker.stdout):
        if pipe is not None:
            with suppress(OSError):  # what was still to be written has no reader any more
                pipe.close()


def _no_vision() -> ReaderError:
    return ReaderError(
        "no_vision", f"This machine cannot read pictures: OpenCV is missing. {HOW_TO_ADD_VISION}", "no_vision"
    )


def _path(library: Path) -> str:
    return str(library.resolve())
