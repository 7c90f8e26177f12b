"""How large a body may be at each address, and how many of the costly requests run at once.

The server asks for the limit before it keeps anything of a body (`companion.connections`); the app asks again, because
it also runs under other servers.
"""

from __future__ import annotations

import math
import threading
import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field

from flask import Flask, Response, g, request
from werkzeug.exceptions import RequestEntityTooLarge

from companion.core.text import T, Text
from companion.play import Refused
from companion.web.answers import refusal

JSON_LIMIT = 64 * 1024
FORM_LIMIT = 256 * 1024
IMPORT_LIMIT = 4 * 1024 * 1024
PICTURE_LIMIT = 20 * 1024 * 1024
BACKUP_LIMIT = 60 * 1024 * 1024
"""Below what the server takes at all; a larger backup is put back by command."""
AROUND_A_FILE = 64 * 1024
"""What a form has around the file in it: other fields, boundaries."""
OPENINGS = 120
OPENINGS_A_SECOND = 1.0
"""Tables one address may open at once, and how fast it may go on afterwards; the host is not counted."""
REMEMBERED = 4096
LESSONS = 60
LESSONS_A_SECOND = 0.5
"""Lessons for the camera of one address at once, and how fast it may go on: nobody lays cards down faster than that."""
NOTES = 60
NOTES_A_SECOND = 0.2
"""Players, plays by hand and changes of pads of one address at once, and how fast it may go on: all of them stay."""
READINGS_PER_ADDRESS = 2
"""Pictures of one address that may be read or wait: everybody else finds a place too."""


def body_limit(method: str, path: str) -> int:
    """The bytes of a body that the app takes at this path."""
    if method in ("GET", "HEAD"):
        return JSON_LIMIT
    if is_picture(path):
        return PICTURE_LIMIT + AROUND_A_FILE
    if path == "/host/restore-file":
        return BACKUP_LIMIT
    if is_import(path):
        return IMPORT_LIMIT + AROUND_A_FILE
    return JSON_LIMIT if path.startswith("/api/") else FORM_LIMIT


def is_picture(path: str) -> bool:
    """Whether a picture may be sent there."""
    parts = path.split("/")
    return parts[1:3] == ["api", "read"] or parts[-2:-1] == ["read"] or "camera" in parts[2:]


def is_import(path: str) -> bool:
    """Whether a file of many entries may be sent there."""
    return path.rstrip("/").endswith("/import")


class Turns:
    """Who may begin now: so many at once of each name. Safe between threads."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._running: Counter[str] = Counter()
        self._lock = threading.Lock()

    def begin(self, name: str) -> Callable[[], None] | None:
        """Takes a place; answers with what gives it back, None where all are taken."""
        with self._lock:
            if self._running[name] >= self._most:
                return None
            self._running[name] += 1

        def end() -> None:
            with self._lock:
                self._running[name] -= 1
                if not self._running[name]:
                    del self._running[name]

        return end


@dataclass
class Pace:
    """How often each address may do something: so many at once, and then so many a second. Safe between threads."""

    most: int
    a_second: float
    clock: Callable[[], float] = time.monotonic
    _left: OrderedDict[str, tuple[float, float]] = field(default_factory=OrderedDict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def wait_of(self, address: str) -> int:
        """Counts once; answers with the seconds this address has to wait instead, 0 for none."""
        with self._lock:
            now = self.clock()
            left, at = self._left.get(address, (float(self.most), now))
            left = min(self.most, left + (now - at) * self.a_second)
            waits = left < 1
            self._left[address] = (left if waits else left - 1, now)
            self._left.move_to_end(address)
            while len(self._left) > REMEMBERED:
                self._left.popitem(last=False)
            return math.ceil((1 - left) / self.a_second) if waits else 0


def opens_a_table(method: str, path: str) -> bool:
    """Whether a request makes a new table."""
    return method == "POST" and (
        path.startswith("/new/") or path in ("/api/tables", "/api/import") or path.endswith("/again")
    )


def teaches(method: str, path: str) -> bool:
    """Whether a request teaches the camera a card or a face."""
    return method == "POST" and path.rstrip("/").endswith(("/camera/card", "/camera/face", "/camera/cards/look"))


def writes_down(method: str, path: str) -> bool:
    """Whether a request leaves a player, a play or a pad behind, or changes one, which no undo takes back."""
    if method not in ("POST", "PUT", "DELETE"):
        return False
    parts = path.removeprefix("/api").split("/")
    return parts[1] in ("players", "people", "plays", "pads") and parts[-1] not in ("try", "preview")


def install(app: Flask, is_host: Callable[[], bool]) -> None:
    """Refuses what is too large before it is read; one import at a time, two readings of one address."""
    imports, readings = Turns(1), Turns(READINGS_PER_ADDRESS)
    paces: tuple[tuple[Callable[[str, str], bool], Pace, Text], ...] = (
        (
            opens_a_table,
            Pace(OPENINGS, OPENINGS_A_SECOND),
            T("Many tables were opened from here just now. Wait a moment before opening another."),
        ),
        (
            teaches,
            Pace(LESSONS, LESSONS_A_SECOND),
            T("The camera was taught a lot from here just now. Wait a moment before teaching it more."),
        ),
        (
            writes_down,
            Pace(NOTES, NOTES_A_SECOND),
            T("Many players, plays or pads were changed from here just now. Wait a moment before changing more."),
        ),
    )

    @app.before_request
    def limit() -> Response | None:
        allowed = body_limit(request.method, request.path)
        if is_picture(request.path) and request.mimetype != "multipart/form-data":
            allowed = FORM_LIMIT  # no file can be in it
        request.max_content_length = allowed
        if request.content_length is not None and request.content_length > allowed:
            raise RequestEntityTooLarge
        for counts, pace, text in paces:
            if counts(request.method, request.path) and not is_host():
                seconds = pace.wait_of(request.remote_addr or "")
                if seconds:
                    return refusal(Refused("too_many", None, text), retry_after=seconds)
        if request.method != "POST":
            return None
        if is_import(request.path):
            return _turn(imports, "", T("Another import is just being read. Send this one again in a moment."))
        if is_picture(request.path):
            busy = T("Other pictures from here are just being read. Send this one again in a moment.")
            return _turn(readings, request.remote_addr or "", busy)
        return None

    @app.teardown_request
    def over(_: BaseException | None) -> None:
        end = g.pop("end_of_turn", None)
        if end is not None:
            end()


def _turn(turns: Turns, name: str, busy: Text) -> Response | None:
    """Takes a turn for this request until it is over; the refusal where there is none."""
    g.end_of_turn = turns.begin(name)
    if g.end_of_turn is None:
        return refusal(Refused("busy", None, busy), retry_after=2)
    return None
