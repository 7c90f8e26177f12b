"""Guessing table codes is slow: more than 30 unknown ones a minute from one address have to wait."""

from __future__ import annotations

from contextlib import suppress

from flask import Flask, Response, g, request

from companion import play
from companion.core.text import TN
from companion.play import House, Refused
from companion.web.answers import refusal
from companion.web.security import Guard

PAGES_ASK = ("/seq", "/stream", "/panel")
"""How the addresses end that an open page asks by itself."""


def slow_down(app: Flask, house: House, guard: Guard) -> None:
    """Counts answers of ``unknown_table`` per address; a device that has been at the table is never held up.

    A page that was open when its table was deleted goes on asking for the same code, which is no guess.
    """

    @app.before_request
    def came_back() -> None:
        if request.blueprint is not None and guard.is_known():
            for code in guard.visits.came_back(guard.device()):
                with suppress(Refused):
                    play.see_table(house, play.look(house, code), guard.device())

    @app.before_request
    def wait() -> Response | None:
        code = (request.view_args or {}).get("code") or request.args.get("code")
        if not code:
            return None
        seconds = guard.guesses.wait_of(request.remote_addr or "")
        if not seconds or play.has_been_at(house, code, guard.device()) or guard.visits.has_seen(guard.device(), code):
            return None
        return too_many(seconds)

    @app.after_request
    def count(response: Response) -> Response:
        if not g.get("unknown_table"):
            return response
        code = (request.view_args or {}).get("code") or request.args.get("code") or ""
        asks_again = request.path.endswith(PAGES_ASK) or "HX-Request" in request.headers
        seconds = guard.guesses.wrong(request.remote_addr or "", code if asks_again else None)
        return too_many(seconds) if seconds else response


def too_many(seconds: int) -> Response:
    """The answer to whoever has to wait."""
    text = TN(
        "Too many wrong codes from here. Wait {n} second.",
        "Too many wrong codes from here. Wait {n} seconds.",
        seconds,
    )
    return refusal(Refused("too_many", None, text), retry_after=seconds)
