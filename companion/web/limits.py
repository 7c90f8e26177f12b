"""How large a body may be at each address, and how many of the costly requests run at once.

The server asks for the limit before it keeps anything of a body (`companion.connections`); the app asks again, because
it also runs under other servers.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable

from flask import Flask, Response, g, request
from werkzeug.exceptions import RequestEntityTooLarge

from companion.core.text import T, Text
from companion.play import Refused
from companion.web.answers import refusal

JSON_LIMIT = 64 * 1024
FORM_LIMIT = 256 * 1024
IMPORT_LIMIT = 4 * 1024 * 1024
PICTURE_LIMIT = 20 * 1024 * 1024
AROUND_A_FILE = 64 * 1024
"""What a form has around the file in it: other fields, boundaries."""
READINGS_PER_ADDRESS = 2
"""Pictures of one address that may be read or wait: everybody else finds a place too."""


def body_limit(method: str, path: str) -> int:
    """The bytes of a body that the app takes at this path."""
    if method in ("GET", "HEAD"):
        return JSON_LIMIT
    if is_picture(path):
        return PICTURE_LIMIT + AROUND_A_FILE
    if is_import(path):
        return IMPORT_LIMIT + AROUND_A_FILE
    return JSON_LIMIT if path.startswith("/api/") else FORM_LIMIT


def is_picture(path: str) -> bool:
    """Whether a picture may be sent there."""
    parts = path.split("/")
    return parts[1:3] == ["api", "read"] or parts[-2:-1] == ["read"] or "camera" in parts[2:]


def is_import(path: str) -> bool:
    """Whether a file of many entries may be sent there."""
    return path.rstrip("/").rpartition("/")[2] in ("import", "restore-file")


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


def install(app: Flask) -> None:
    """Refuses what is too large before it is read; one import at a time, two readings of one address."""
    imports, readings = Turns(1), Turns(READINGS_PER_ADDRESS)

    @app.before_request
    def limit() -> Response | None:
        allowed = body_limit(request.method, request.path)
        if is_picture(request.path) and request.mimetype != "multipart/form-data":
            allowed = FORM_LIMIT  # no file can be in it
        request.max_content_length = allowed
        if request.content_length is not None and request.content_length > allowed:
            raise RequestEntityTooLarge
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
