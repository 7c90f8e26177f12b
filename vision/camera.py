"""Where frames come from: a webcam, an address, a video file, a folder of pictures.

A live camera hands over frames from a buffer, seconds old when reading is slow. So a thread empties the buffer all the
time and only the newest frame is kept, with the moment it came in. A camera that is unplugged, or an address that goes
silent, is opened again until it is back.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

os.environ.setdefault("OPENCV_LOG_LEVEL", "ERROR")

import cv2
import numpy as np

from vision.arrays import Picture
from vision.image import load_picture
from vision.picture_header import PictureError

PICTURE_SUFFIXES = frozenset({".jpg", ".jpeg", ".png", ".webp"})
SECONDS_BETWEEN_TRIES = 1.0
SECONDS_A_PICTURE = 2.0
"""How long each picture of a folder lies there, played in real time."""
SECONDS_BETWEEN_HELD_FRAMES = 0.1
SILENT_AFTER_MS = 5000
"""An address that sends nothing for so long counts as lost."""


class SourceError(Exception):
    """A source that makes no sense or cannot be opened. ``str()`` is one English line; ``usage``: it is no source at all."""

    def __init__(self, message: str, *, usage: bool = False) -> None:
        super().__init__(message)
        self.usage = usage


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture of a source. ``at``: seconds since the start. ``still``: a picture by itself, not part of a movement."""

    pixels: Picture
    at: float
    still: bool = False


class Capture(Protocol):
    """The part of ``cv2.VideoCapture`` that is used here, so that tests can unplug it."""

    def isOpened(self) -> bool: ...
    def read(self) -> tuple[bool, Any]: ...
    def release(self) -> None: ...


class Source(Protocol):
    """Something to watch."""

    def frames(self) -> Iterator[Frame]:
        """The frames, oldest first; ends with a file or folder, never with a camera. Raises SourceError."""

    def close(self) -> None:
        """Let the device go; `frames` ends soon after."""


def open_source(name: str, *, patient: bool = False, in_real_time: bool = False) -> Source:
    """The source called ``name``: a webcam index, an address, a video file, a picture or a folder of pictures.

    ``patient``: a camera that is not there yet is waited for instead of refused. ``in_real_time``: a file or folder
    stands for a camera: it plays at its own speed and stays on its last picture, instead of being read as fast as it
    can be and ending. Raises SourceError.
    """
    if name.isdecimal():
        return LiveSource(f"camera {name}", lambda: _webcam(int(name)), patient=patient)
    if "://" in name:
        return LiveSource(name, lambda: _address(name), patient=patient)
    path = Path(name)
    if path.is_dir():
        files = sorted(file for file in path.iterdir() if file.suffix.lower() in PICTURE_SUFFIXES)
        return PictureSource(files, name, in_real_time)
    if path.is_file():
        return (
            PictureSource([path], name, in_real_time)
            if path.suffix.lower() in PICTURE_SUFFIXES
            else VideoSource(path, in_real_time)
        )
    if path.exists():  # /dev/video0
        return LiveSource(name, lambda: _webcam(name), patient=patient)
    raise SourceError(
        f"SOURCE: {name!r} is neither a webcam index, nor a video file, an address or a folder of pictures", usage=True
    )


class LiveSource:
    """A camera: the newest frame only, opened again whenever it is lost. ``open_capture`` opens the device once."""

    def __init__(
        self,
        name: str,
        open_capture: Callable[[], Capture],
        *,
        patient: bool = False,
        seconds_between_tries: float = SECONDS_BETWEEN_TRIES,
    ) -> None:
        self._name = name
        self._open_capture = open_capture
        self._patient = patient
        self._pause = seconds_between_tries
        self._news = threading.Condition()
        self._newest: Frame | None = None
        self._closed = threading.Event()
        self._was_open = False
        self.on_connection: Callable[[bool], None] = lambda connected: None
        """Called with True when frames begin to come and False when they stop, from the grabbing thread."""

    def frames(self) -> Iterator[Frame]:
        started = time.monotonic()
        thread = threading.Thread(target=self._grab, args=(started,), name=f"grab {self._name}", daemon=True)
        thread.start()
        while not self._closed.is_set():
            with self._news:
                self._news.wait_for(lambda: self._newest is not None or self._closed.is_set(), timeout=1.0)
                frame, self._newest = self._newest, None
            if frame is not None:
                yield frame
        thread.join(2 * SILENT_AFTER_MS / 1000)  # a device let go in the middle of a read can bring the process down
        if not self._was_open and not self._patient:
            raise SourceError(f"{self._name} cannot be opened. Is it plugged in, switched on and free?")

    def close(self) -> None:
        self._closed.set()
        with self._news:
            self._news.notify_all()

    def _grab(self, started: float) -> None:
        while not self._closed.is_set():
            capture = self._open_capture()
            connected = False
            try:
                while not self._closed.is_set() and capture.isOpened():
                    there, pixels = capture.read()
                    if not there or pixels is None:
                        break
                    if not connected:
                        connected = self._was_open = True
                        self.on_connection(True)
                    with self._news:
                        self._newest = Frame(_colour(pixels), time.monotonic() - started)
                        self._news.notify_all()
            finally:
                capture.release()
                if connected:
                    self.on_connection(False)
            if not self._was_open and not self._patient:
                self.close()
            self._closed.wait(self._pause)


def _held(frame: Frame | None, closed: threading.Event) -> Iterator[Frame]:
    """The last frame again and again, until the source is closed: a camera does not end."""
    since = time.monotonic()
    while frame is not None and not closed.wait(SECONDS_BETWEEN_HELD_FRAMES):
        yield Frame(frame.pixels, frame.at + time.monotonic() - since)


class VideoSource:
    """A video file, every frame of it, at its own times."""

    def __init__(self, path: Path, in_real_time: bool = False) -> None:
        self._path = path
        self._in_real_time = in_real_time
        self._closed = threading.Event()

    def frames(self) -> Iterator[Frame]:
        capture = cv2.VideoCapture(str(self._path), cv2.CAP_FFMPEG)
        try:
            if not capture.isOpened():
                raise SourceError(f"{self._path} is not a video that can be read")
            rate = capture.get(cv2.CAP_PROP_FPS)
            step = 1 / rate if 1 <= rate <= 240 else 1 / 25
            started, index = time.monotonic(), 0
            last: Frame | None = None
            while not self._closed.is_set():
                there, pixels = capture.read()
                if not there:
                    break
                at = index * step
                index += 1
                if self._in_real_time:
                    late = time.monotonic() - started - at
                    if late > step:
                        continue  # newest frame only, as a camera would have it
                    self._closed.wait(max(0.0, -late))
                last = Frame(_colour(pixels), at)
                yield last
            if self._in_real_time:
                yield from _held(last, self._closed)
        finally:
            capture.release()

    def close(self) -> None:
        self._closed.set()


class PictureSource:
    """Still pictures, by name; each stands for dice at rest. A picture that cannot be read is passed over."""

    def __init__(self, files: list[Path], name: str, in_real_time: bool = False) -> None:
        self._files = files
        self._name = name
        self._in_real_time = in_real_time
        self._closed = threading.Event()
        self.refused: list[tuple[Path, PictureError]] = []

    def frames(self) -> Iterator[Frame]:
        if not self._files:
            raise SourceError(f"{self._name} holds no JPEG, PNG or WebP pictures")
        started = time.monotonic()
        last: Frame | None = None
        for file in self._files:
            if self._closed.is_set():
                return
            try:
                pixels = load_picture(file).pixels
            except PictureError as refused:
                self.refused.append((file, refused))
                continue
            last = Frame(pixels, time.monotonic() - started, still=True)
            yield last
            if self._in_real_time:
                self._closed.wait(SECONDS_A_PICTURE)
        if self._in_real_time:
            yield from _held(last, self._closed)

    def close(self) -> None:
        self._closed.set()


def _webcam(index: int | str) -> Capture:
    capture = cv2.VideoCapture(index)
    with suppress(cv2.error):
        capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)  # not every driver knows it; the grabbing thread does the rest
    return capture


def _address(address: str) -> Capture:
    timeouts = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, SILENT_AFTER_MS, cv2.CAP_PROP_READ_TIMEOUT_MSEC, SILENT_AFTER_MS]
    return cv2.VideoCapture(address, cv2.CAP_FFMPEG, timeouts)


def _colour(pixels: Any) -> Picture:
    """BGR, whatever the driver gave."""
    if pixels.ndim == 2 or pixels.shape[2] == 1:
        return np.ascontiguousarray(cv2.cvtColor(pixels, cv2.COLOR_GRAY2BGR), dtype=np.uint8)
    return np.ascontiguousarray(pixels, dtype=np.uint8)
