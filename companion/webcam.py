"""The camera beside the table: a process watches the dice and says what they show each time they come to rest.

OpenCV is loaded in ``python -m vision watch SOURCE --preview`` only, whose lines `vision.watching` describes. The
process is started with the server and started anew, after a pause, when it has ended.
"""

from __future__ import annotations

import base64
import json
import math
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.reader import vision_environment
from vision.tray import Tray

SECONDS_BEFORE_ANOTHER_START = 5.0
SECONDS_TO_ANSWER = 4.0
LOOK_S = 2.0
"""For how long previews come, and how old one may be that still is what the camera sees."""


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice that came to rest, or were asked for: a number that only grows, and the reading as JSON."""

    number: int
    reading: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Still:
    """A picture of what the camera sees now. ``shape``: width over height of its frames."""

    jpeg: bytes
    shape: float


class Webcam:
    """One source, watched while the server runs. Safe to ask from several threads.

    ``on_throw`` is called, on the watching thread, with each throw that nobody asked for.
    """

    def __init__(self, source: str, on_throw: Callable[[Throw], object], command: Sequence[str] | None = None) -> None:
        self.source = source
        self.connected = False
        self._preview: bytes | None = None
        self._previewed_at = -math.inf
        self.newest: Throw | None = None
        self.tray: Tray | None = None
        self._still: Still | None = None
        self._on_throw = on_throw
        self._command = command or (sys.executable, "-m", "vision", "watch", source, "--preview")
        self._answered = threading.Condition()
        self._ended = threading.Event()
        self._process: subprocess.Popen[str] | None = None
        self._thread = threading.Thread(target=self._watch, name="webcam", daemon=True)

    def start(self) -> None:
        """Begins to watch."""
        self._thread.start()

    def look(self) -> bytes | None:
        """Somebody looks: previews come for the next seconds. The newest, waited for where there is none of these seconds;
        None where none came in time."""
        if not self._ask({"look": LOOK_S}):
            return None
        with self._answered:
            since = time.monotonic() - LOOK_S
            self._answered.wait_for(lambda: self._previewed_at > since, timeout=LOOK_S)
            return self._preview if self._previewed_at > since else None

    def read(self, library: Path | None = None) -> Throw | None:
        """What the dice show at this moment; None where the camera does not answer in time.

        ``library``: a folder of taught faces, None for pips only.
        """
        with self._answered:
            before = self.newest.number if self.newest is not None else 0
            if not self._ask({"read": True, "library": None if library is None else str(library)}):
                return None
            self._answered.wait_for(
                lambda: self.newest is not None and self.newest.number > before, timeout=SECONDS_TO_ANSWER
            )
            return self.newest if self.newest is not None and self.newest.number > before else None

    def still(self) -> Still | None:
        """What the camera sees at this moment, larger than a preview and with nothing drawn in it; None where it does not
        answer in time."""
        with self._answered:
            before = self._still
            if not self._ask({"still": True}):
                return None
            self._answered.wait_for(lambda: self._still is not before, timeout=SECONDS_TO_ANSWER)
            return self._still if self._still is not before else None

    def use_tray(self, tray: Tray | None) -> None:
        """Only dice in the tray count from now on; None: in the whole picture."""
        if tray != self.tray:
            self.tray = tray
            self._tell_tray()

    def close(self) -> None:
        """Ends the watching process."""
        self._ended.set()
        process = self._process
        if process is not None:
            process.kill()
        if self._thread.is_alive():
            self._thread.join(timeout=2)

    def _tell_tray(self) -> None:
        tray = self.tray
        self._ask({"tray": None} if tray is None else {"tray": tray.percent, "shape": tray.shape})

    def _ask(self, question: dict[str, Any]) -> bool:
        process = self._process
        if process is None or process.stdin is None:
            return False
        try:
            process.stdin.write(json.dumps(question) + "\n")
            process.stdin.flush()
        except (OSError, ValueError):
            return False
        return True

    def _watch(self) -> None:
        while not self._ended.is_set():
            with suppress(OSError):
                self._follow()
            self.connected = False
            self._ended.wait(SECONDS_BEFORE_ANOTHER_START)

    def _follow(self) -> None:
        """Listens to one run of the process until it ends."""
        with subprocess.Popen(
            self._command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            encoding="utf-8",  # what it writes on every system; the names of faces are in any letters
            errors="replace",
            env=vision_environment(),
        ) as process:
            self._process = process
            assert process.stdout is not None
            if self.tray is not None:
                self._tell_tray()
            for line in process.stdout:
                self._hear(line)
            self._process = None

    def _hear(self, line: str) -> None:
        try:
            said = json.loads(line)
        except ValueError:
            return
        if "connected" in said:
            self.connected = bool(said["connected"])
        elif "preview" in said:
            self.connected = True
            with self._answered:
                self._preview, self._previewed_at = base64.b64decode(said["preview"]), time.monotonic()
                self._answered.notify_all()
        elif "still" in said:
            self.connected = True
            with self._answered:
                self._still = Still(base64.b64decode(said["still"]), said["width"] / said["height"])
                self._answered.notify_all()
        elif "dice" in said:
            self.connected = True
            with self._answered:
                throw = Throw(1 + (self.newest.number if self.newest is not None else 0), said)
                self.newest = throw
                self._answered.notify_all()
            if not said.get("asked"):
                self._on_throw(throw)
