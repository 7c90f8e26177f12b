"""Guessing table codes is slow: more than 30 unknown ones a minute from one address have to wait."""

from __future__ import annotations

from flask import Flask, Response, g, request

from companion import play
from companion.core.text import TN
from companion.play import House, Refused
from companion.web.answers import refusal
from companion.web.security import Guard


def slow_down(app: Flask, house: House, guard: Guard) -> None:
    """Counts answers of ``unknown_table`` per address; a device that has been at the table is never held up."""

    @app.before_request
    def wait() -> Response | None:
        code = (request.view_args or {}).get("code") or request.args.get("code")
        if not code:
            return None
        seconds = guard.guesses.wait_of(request.remote_addr or "")
        if not seconds or play.has_been_at(house, code, guard.device()):
            return None
        return too_many(seconds)

    @app.after_request
    def count(response: Response) -> Response:
        if not g.get("unknown_table"):
            return response
        seconds = guard.guesses.wrong(request.remote_addr or "")
        return too_many(seconds) if seconds else response


def too_many(seconds: int) -> Response:
    """The answer to whoever has to wait."""
    text = TN(
        "Too many wrong codes from here. Wait {n} second.",
        "Too many wrong codes from here. Wait {n} seconds.",
        seconds,
    )
    return refusal(Refused("too_many", None, text), retry_after=seconds)
