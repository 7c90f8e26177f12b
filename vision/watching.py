"""Watch a source: a reading each time the dice come to rest, and pictures of what the camera sees while somebody looks.

Output is one JSON object a line: a reading (interfaces page, *Readings*) with ``at``; with ``preview`` also
``{"preview": JPEG in base64, "at"}``, at most ten a second, and ``{"connected": bool}`` when a camera comes or
goes. With ``preview`` a line on standard input asks: ``{"look": seconds}`` for previews during the next seconds,
``{"read": true}`` for a reading of the newest frame at once (marked ``"asked": true``), ``{"library": DIR or null}``,
alone or with one of these, for the taught faces to read with from now on. The end of the input ends it.
"""

from __future__ import annotations

import base64
import json
import math
import queue
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TextIO

import cv2
import numpy as np

from vision.arrays import Picture
from vision.camera import Frame, LiveSource, PictureSource, Source, SourceError, open_source
from vision.image import encode_jpeg
from vision.reading import DiceReading, Die, reading_json
from vision.resting import SECONDS_STILL, Stillness, Throws

SECONDS_BETWEEN_PREVIEWS = 0.1
PREVIEW_LONG_SIDE = 640
_SURE_COLOUR = (80, 200, 80)
_UNSURE_COLOUR = (60, 140, 255)

Read = Callable[[Picture], DiceReading]
UseLibrary = Callable[[Path | None], None]
"""Takes the folder of taught faces to read with from now on."""


class Watch:
    """One pass over a source. ``propose`` gets a reading per throw, ``tell`` what was asked for through `ask`."""

    def __init__(
        self,
        source: Source,
        read: Read,
        propose: Callable[[DiceReading, float], None],
        tell: Callable[[dict[str, Any]], None],
        use_library: UseLibrary = lambda library: None,
    ) -> None:
        self._source = source
        self._read = read
        self._propose = propose
        self._tell = tell
        self._use_library = use_library
        self._stillness = Stillness()
        self._throws = Throws()
        self._questions: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
        self._look_until = -math.inf
        self._previewed_at = -SECONDS_BETWEEN_PREVIEWS

    def ask(self, question: dict[str, Any]) -> None:
        """Hand in ``{"look": seconds}`` or ``{"read": true}``; from any thread."""
        self._questions.put(question)

    def run(self) -> None:
        """Watch until the source ends. Raises SourceError when it cannot be opened."""
        for frame in self._source.frames():
            self._see(frame)

    def _see(self, frame: Frame) -> None:
        asked = self._answer_questions()
        seconds_still = self._stillness.seconds_still(frame.pixels, frame.at)
        if frame.still or seconds_still == 0:
            self._throws.disturbed()
        at_rest = frame.still or seconds_still >= SECONDS_STILL
        reading = self._read(frame.pixels) if asked or (at_rest and self._throws.wants_reading) else None
        if reading is not None and asked:
            self._tell({**reading_json(reading), "at": round(frame.at, 3), "asked": True})
        elif reading is not None and (proposal := self._throws.read(reading, by_itself=frame.still)):
            self._propose(proposal, frame.at)
        self._preview(frame, self._throws.resting if at_rest else ())

    def _answer_questions(self) -> bool:
        read = False
        while not self._questions.empty():
            question = self._questions.get()
            if "library" in question:
                self._use_library(None if question["library"] is None else Path(question["library"]))
            if "look" in question:
                self._look_until = time.monotonic() + float(question["look"])
            read = read or bool(question.get("read"))
        return read

    def _preview(self, frame: Frame, dice: tuple[Die, ...]) -> None:
        now = time.monotonic()
        if now > self._look_until or now - self._previewed_at < SECONDS_BETWEEN_PREVIEWS:
            return
        self._previewed_at = now
        picture = base64.b64encode(encode_jpeg(preview(frame.pixels, dice), 70)).decode()
        self._tell({"preview": picture, "at": round(frame.at, 3)})


def preview(pixels: Picture, dice: tuple[Die, ...]) -> Picture:
    """What the camera sees, its long side at most 640 px, with a box around each die: green sure, orange not."""
    height, width = pixels.shape[:2]
    scale = min(1.0, PREVIEW_LONG_SIDE / max(height, width))
    small = cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    for die in dice:
        box = die.box
        corner = round(box.x * scale), round(box.y * scale)
        opposite = round((box.x + box.w) * scale), round((box.y + box.h) * scale)
        colour = _SURE_COLOUR if die.sure else _UNSURE_COLOUR
        cv2.rectangle(small, corner, opposite, colour, 2, cv2.LINE_AA)
        # Names of faces may be in any script, which these letters cannot draw: the page writes them, not the picture.
        shown = "?" if not die.sure else "" if die.value is None else str(die.value)
        cv2.putText(small, shown, (corner[0], max(12, corner[1] - 4)), cv2.FONT_HERSHEY_SIMPLEX, 0.6, colour, 2)
    return np.asarray(small, dtype=np.uint8)


def watch(
    name: str,
    read: Read,
    use_library: UseLibrary,
    report: Callable[[DiceReading, float], None] | None,
    *,
    with_preview: bool,
) -> int:
    """The command ``python -m vision watch``; returns its exit status.

    ``report`` prints a proposal and its ``at`` for people; None: everything is printed as JSON.
    """
    cv2.setNumThreads(1)
    try:
        source = open_source(name, patient=with_preview, in_real_time=with_preview)
    except SourceError as refused:
        print(f"python -m vision watch: {refused}", file=sys.stderr)
        return 2 if refused.usage else 1
    lock = threading.Lock()

    def tell(told: dict[str, Any]) -> None:
        with lock:  # the thread that grabs frames tells about the connection
            print(json.dumps(told, ensure_ascii=False), flush=True)

    def propose(reading: DiceReading, at: float) -> None:
        if report is None:
            tell({**reading_json(reading), "at": round(at, 3)})
        else:
            report(reading, at)

    seen = Watch(source, read, propose, tell, use_library)
    if with_preview:
        if isinstance(source, LiveSource):
            source.on_connection = lambda connected: tell({"connected": connected})
        threading.Thread(target=_listen, args=(sys.stdin, seen, source), daemon=True).start()
    try:
        seen.run()
    except SourceError as refused:
        print(f"python -m vision watch: {refused}", file=sys.stderr)
        return 1
    finally:
        source.close()
    return _refused(source)


def _refused(source: Source) -> int:
    """Name the pictures of a folder that could not be read; the exit status."""
    refused = source.refused if isinstance(source, PictureSource) else []
    for file, problem in refused:
        found = {"file": str(file), "error": {"code": problem.code, "message": str(problem)}}
        print(json.dumps(found, ensure_ascii=False), flush=True)
    return 1 if refused else 0


def _listen(questions: TextIO, seen: Watch, source: Source) -> None:
    for line in questions:
        try:
            question = json.loads(line)
        except ValueError:
            continue
        if isinstance(question, dict):
            seen.ask(question)
    source.close()
