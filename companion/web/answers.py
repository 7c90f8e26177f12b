"""How a refusal reaches whoever asked: JSON under ``/api``, a fragment for htmx, a page elsewhere."""

from __future__ import annotations

import errno
import sqlite3
from urllib.parse import quote

from flask import Flask, Response, g, jsonify, make_response, render_template, request
from werkzeug.exceptions import HTTPException, MethodNotAllowed

from companion.core.text import T, Text
from companion.play import Refused
from companion.store import Unwritable
from companion.web.i18n import say

STATUS = {
    "bad_json": 400,
    "bad_host": 400,
    "other_site": 403,
    "host_only": 403,
    "no_cookie": 403,
    "unknown_table": 404,
    "not_found": 404,
    "method_not_allowed": 405,
    "stale": 409,
    "changed": 409,
    "later_step": 409,
    "closed": 409,
    "nothing_to_undo": 409,
    "nothing_to_redo": 409,
    "too_large": 413,
    "not_json": 415,
    "unsupported_picture": 415,
    "bad_field": 422,
    "illegal": 422,
    "not_your_turn": 422,
    "unreadable_picture": 422,
    "too_many": 429,
    "no_font": 503,
    "no_vision": 503,
    "busy": 503,
}
HTTP_CODES: dict[int, tuple[str, Text]] = {
    400: ("bad_json", T("This request could not be read.")),
    404: ("not_found", T("There is nothing at this address. Go back to the start page.")),
    405: ("method_not_allowed", T("This address does not take that kind of request.")),
    413: ("too_large", T("This is too large to be taken.")),
    415: ("not_json", T("Send this as JSON, with the type application/json.")),
}


NOT_WRITTEN: dict[str, Text] = {
    "full": T(
        "Nothing was entered: the disk of the companion's computer takes no more. Make room there, then try again."
    ),
    "locked": T(
        "Nothing was entered: another program on the companion's computer is using the data just now. Try again in a "
        "moment."
    ),
    "read_only": T(
        "Nothing was entered: the companion may not write in its data folder. Look at that folder's permissions, then "
        "try again."
    ),
}
_NOT_WRITTEN = T(
    "Nothing was entered: the data folder cannot be written. Look at the companion's computer, then try again."
)
_DAMAGED = T(
    "The database on the companion's computer is damaged. Stop the companion there and start it again: it says how the "
    "newest backup takes its place."
)

_KEPT = "/?&=#%:@!$'()*+,;~[]"
"""Letters of an address that stay as they are; letters and digits, and -._~ always do."""


def is_api() -> bool:
    """Whether the answer is for a script."""
    return request.path == "/api" or request.path.startswith("/api/")


def is_htmx() -> bool:
    """Whether a page's htmx asks, which wants a fragment."""
    return request.headers.get("HX-Request") == "true"


def own_page(back: str, otherwise: str) -> str:
    """The page a form names to go on to, as an address that fits a header; ``otherwise`` where it is not one of ours.

    A browser reads ``//name``, ``/\\name`` and a line break between the slashes as another site.
    """
    ours = back.startswith("/") and not back.startswith(("//", "/\\")) and back.isprintable()
    return quote(back, safe=_KEPT) if ours else otherwise


def refusal(
    problem: Refused, names: tuple[str, ...] = (), *, retry_after: int | None = None, code: str | None = None
) -> Response:
    """The answer to what was refused; ``code``: the table, for the ways out that lead to its pages."""
    status = STATUS.get(problem.code, 422)
    message = say(problem.text, names)
    if is_api():
        error = {"code": problem.code, "field": problem.field, "message": message, **problem.more}
        response = jsonify({"error": error})
    elif is_htmx():
        response = make_response(render_template("_refusal.html", problem=problem, names=names, code=code))
        response.headers["HX-Retarget"] = "#refusal"
        response.headers["HX-Reswap"] = "innerHTML"
    else:
        # No link leads on from a name that this machine does not go by, not even to the style of a page.
        page = "misnamed.html" if problem.code == "bad_host" else "refused.html"
        response = make_response(render_template(page, problem=problem, names=names, code=code))
    response.status_code = status
    if problem.code == "unknown_table":
        response.headers["X-Gone"] = "1"  # a page that shows this table says so, and asks no more
    if retry_after is not None:
        response.headers["Retry-After"] = str(retry_after)
    return response


def install(app: Flask) -> None:
    """Every refusal and every HTTP error gets a sentence; a failure of ours says so without a traceback."""

    @app.errorhandler(Refused)
    def refused(problem: Refused) -> Response:
        g.unknown_table = problem.code == "unknown_table"
        return refusal(problem)

    @app.errorhandler(Unwritable)
    def unwritable(problem: Unwritable) -> Response:
        app.logger.error("not written at %s: %s", request.path, problem)
        text = NOT_WRITTEN.get(problem.cause, _NOT_WRITTEN)
        text = T("{why} ({reason})", why=text, reason=str(problem))
        return refusal(Refused("busy", None, text), retry_after=2 if problem.cause == "locked" else 5)

    @app.errorhandler(sqlite3.DatabaseError)
    def broken(problem: sqlite3.DatabaseError) -> Response:
        app.logger.error("the database failed at %s", request.path, exc_info=problem)
        if isinstance(problem, sqlite3.OperationalError):
            return refusal(Refused("busy", None, T("The database does not answer.")), retry_after=5)
        response = refusal(Refused("failed", None, _DAMAGED))
        response.status_code = 500
        return response

    @app.errorhandler(OSError)
    def no_room(problem: OSError) -> Response:
        if problem.errno not in (errno.ENOSPC, errno.EDQUOT):
            return failure(problem)
        app.logger.error("no room at %s: %s", request.path, problem)
        return refusal(Refused("busy", None, NOT_WRITTEN["full"]), retry_after=5)

    @app.errorhandler(HTTPException)
    def http_error(error: HTTPException) -> Response:
        code, text = HTTP_CODES.get(error.code or 500, ("failed", T("Something went wrong here, nothing was entered.")))
        response = refusal(Refused(code, None, text))
        response.status_code = error.code or 500
        if isinstance(error, MethodNotAllowed) and error.valid_methods:
            response.headers["Allow"] = ", ".join(sorted(error.valid_methods))
        return response

    @app.errorhandler(Exception)
    def failure(error: Exception) -> Response:
        app.logger.error("failure at %s", request.path, exc_info=error)
        response = refusal(Refused("failed", None, T("Something went wrong here, nothing was entered. Try once more.")))
        response.status_code = 500
        return response
