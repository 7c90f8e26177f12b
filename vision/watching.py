"""Watch a source: a reading each time the dice come to rest, and pictures of what the camera sees while somebody looks.

Output is one JSON object a line: a reading (interfaces page, *Readings*) with ``at``; with ``preview`` also
``{"preview": JPEG in base64, "at"}``, at most ten a second, and ``{"connected": bool}`` when a camera comes or
goes. With ``preview`` a line on standard input asks: ``{"look": seconds}`` for previews during the next seconds,
``{"read": true}`` for a reading of the newest frames at once (marked ``"asked": true``), ``{"still": true}`` for one larger
picture with nothing drawn in it (``{"still": JPEG in base64, "width", "height"}`` of the frame); alone or with one of these
``{"library": DIR or null}`` for the taught faces to read with from now on, ``{"tray": eight numbers or null, "shape":
width over height}`` for where dice count from now on (`vision.tray`). The end of the input ends it.
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
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TextIO

import cv2
import numpy as np

from vision.arrays import Picture
from vision.camera import Frame, LiveSource, PictureSource, Source, SourceError, open_source
from vision.image import encode_jpeg
from vision.reading import DiceReading, Die, reading_json
from vision.resting import SECONDS_STILL, Asked, Stillness, Throws
from vision.tray import Tray

SECONDS_BETWEEN_PREVIEWS = 0.1
PREVIEW_LONG_SIDE = 640
STILL_LONG_SIDE = 1280
_TRAY_COLOUR = (255, 255, 255)
_SURE_COLOUR = (80, 200, 80)
_UNSURE_COLOUR = (60, 140, 255)

Read = Callable[[Picture], DiceReading]


@dataclass
class Known:
    """What is known of the table that is watched, until it is told otherwise: taught faces, and where dice count."""

    library: Path | None = None
    tray: Tray | None = None

    def learn(self, question: dict[str, Any]) -> None:
        """Takes what a question says of it. Raises ValueError, TypeError for what makes no sense."""
        if "library" in question:
            library = question["library"]
            self.library = Path(library) if library is not None and Path(library).is_dir() else None
        if "tray" in question:
            corners = question["tray"]
            self.tray = None if corners is None else Tray.of(corners, question.get("shape"))


class Watch:
    """One pass over a source. ``propose`` gets a reading per throw, ``tell`` what was asked for through `ask`.

    ``read`` reads with what is ``known``.
    """

    def __init__(
        self,
        source: Source,
        read: Read,
        propose: Callable[[DiceReading, float], None],
        tell: Callable[[dict[str, Any]], None],
        known: Known | None = None,
    ) -> None:
        self._source = source
        self._read = read
        self._propose = propose
        self._tell = tell
        self._known = known or Known()
        self._stillness = Stillness()
        self._throws = Throws()
        self._questions: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
        self._look_until = -math.inf
        self._previewed_at = -SECONDS_BETWEEN_PREVIEWS
        self._asked: Asked | None = None
        """A question that has no answer yet."""

    def ask(self, question: dict[str, Any]) -> None:
        """Hand in a question, as the head of this file has them; from any thread."""
        self._questions.put(question)

    def run(self) -> None:
        """Watch until the source ends. Raises SourceError when it cannot be opened."""
        for frame in self._source.frames():
            self._see(frame)

    def _see(self, frame: Frame) -> None:
        self._answer_questions(frame)
        seconds_still = self._stillness.seconds_still(frame.pixels, frame.at)
        if frame.still or seconds_still == 0:
            self._throws.disturbed()
            if self._asked is not None:
                self._asked.disturbed()
        at_rest = frame.still or seconds_still >= SECONDS_STILL
        wanted = self._asked is not None or (at_rest and self._throws.wants_reading)
        reading = self._read(frame.pixels) if wanted else None
        if reading is not None and self._asked is not None:
            if (answer := self._asked.read(reading, by_itself=frame.still)) is not None:
                self._tell({**reading_json(answer), "at": round(frame.at, 3), "asked": True})
                self._asked = None
        elif reading is not None and (proposal := self._throws.read(reading, by_itself=frame.still)):
            self._propose(proposal, frame.at)
        self._preview(frame, self._throws.resting if at_rest else ())

    def _answer_questions(self, frame: Frame) -> None:
        while not self._questions.empty():
            question = self._questions.get()
            before = replace(self._known)
            with suppress(ValueError, TypeError):
                self._known.learn(question)
            if self._known.tray != before.tray:
                self._throws.disturbed()
            if self._known != before:
                self._asked = self._asked and Asked()
            if "look" in question:
                self._look_until = time.monotonic() + float(question["look"])
            if question.get("still"):
                height, width = frame.pixels.shape[:2]
                self._tell(
                    {"still": _in_base64(_shrunk(frame.pixels, STILL_LONG_SIDE)), "width": width, "height": height}
                )
            if question.get("read"):
                self._asked = self._asked or Asked()  # several who ask get one answer

    def _preview(self, frame: Frame, dice: tuple[Die, ...]) -> None:
        now = time.monotonic()
        if now > self._look_until or now - self._previewed_at < SECONDS_BETWEEN_PREVIEWS:
            return
        self._previewed_at = now
        picture = _in_base64(preview(frame.pixels, dice, self._known.tray))
        self._tell({"preview": picture, "at": round(frame.at, 3)})


def preview(pixels: Picture, dice: tuple[Die, ...], tray: Tray | None = None) -> Picture:
    """What the camera sees, its long side at most 640 px, with a box around each die: green sure, orange not.

    Where dice count only in a tray, its edge is drawn, unless the picture has another shape than it was marked in.
    """
    small = _shrunk(pixels, PREVIEW_LONG_SIDE)
    scale = small.shape[1] / pixels.shape[1]
    if tray is not None and tray.fits(pixels.shape[1], pixels.shape[0]):
        corners = np.array(tray.corners) * (small.shape[1], small.shape[0])
        edge = [np.asarray(np.round(corners), np.int32)]
        cv2.polylines(small, edge, True, (0, 0, 0), 4, cv2.LINE_AA)
        cv2.polylines(small, edge, True, _TRAY_COLOUR, 2, cv2.LINE_AA)
    for die in dice:
        box = die.box
        corner = round(box.x * scale), round(box.y * scale)
        opposite = round((box.x + box.w) * scale), round((box.y + box.h) * scale)
        colour = _SURE_COLOUR if die.sure else _UNSURE_COLOUR
        cv2.rectangle(small, corner, opposite, colour, 2, cv2.LINE_AA)
        # Names of faces may be in any script, which these letters cannot draw: the page writes them, not the picture.
        shown = "?" if not die.sure else "" if die.value is None else str(die.value)
        cv2.putText(small, shown, (corner[0], max(12, corner[1] - 4)), cv2.FONT_HERSHEY_SIMPLEX, 0.6, colour, 2)
    return small


def _shrunk(pixels: Picture, long_side: int) -> Picture:
    """The picture with its longer side at most so long; never the same array."""
    scale = min(1.0, long_side / max(pixels.shape[:2]))
    return np.array(cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)


def _in_base64(pixels: Picture) -> str:
    return base64.b64encode(encode_jpeg(pixels, 70)).decode()


def watch(
    name: str,
    read: Read,
    known: Known,
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

    seen = Watch(source, read, propose, tell, known)
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
