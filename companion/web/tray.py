"""Where dice count under the camera beside the table: marked on a picture of it, on the camera page or by a script."""

from __future__ import annotations

from contextlib import suppress

from flask import Blueprint, Response, jsonify, redirect, request, url_for

from companion import play
from companion.core.text import T
from companion.play import House, Refused, requests
from companion.web.api import body_of
from companion.web.openapi import Operations
from companion.web.security import Guard
from companion.web.taught import require_teaching
from companion.webcam import Still, Webcam
from vision.tray import Tray

NO_CAMERA = T("There is no camera beside the table. Start the companion with --camera.")
SILENT = T("The camera does not answer. Look whether it is plugged in, or enter the dice by hand.")
NO_TRAY = T(
    "These are no corners of a tray: say left and top of each of the four, in percent of the picture from 0 to 100, so "
    "that a hundredth of it or more lies between them."
)


class MarkTray(requests.Body, frozen=True, kw_only=True):
    """Left and top of the four corners, or left, top, width and height, in percent of the picture; null for all of it."""

    corners: list[float] | None


def blueprint(house: House, guard: Guard, webcam: Webcam | None, operations: Operations) -> Blueprint:
    """``/camera/still.jpg``, ``/t/CODE/camera/tray`` and ``/api/webcam/tray``."""
    pages = Blueprint("tray", __name__)
    api = Blueprint("tray_api", __name__, url_prefix="/api")
    operation = operations.on(api)

    def camera() -> Webcam:
        if webcam is None:
            raise Refused("no_vision", None, NO_CAMERA)
        return webcam

    def still() -> Still:
        taken = camera().still()
        if taken is None:
            raise Refused("busy", None, SILENT)
        return taken

    def keep(tray: Tray | None) -> None:
        play.set_tray(house, camera().source, tray)
        camera().use_tray(tray)

    def mark(corners: list[float] | None) -> None:
        """Takes them for the picture that the camera gives now: one of another shape would be another view."""
        keep(None if corners is None else _tray(corners, still().shape))

    @pages.get("/camera/still.jpg")
    def picture() -> Response:
        return Response(still().jpeg, content_type="image/jpeg", headers={"Cache-Control": "no-store"})

    @pages.post("/t/<code>/camera/tray")
    def marked(code: str) -> Response:
        found = play.look(house, code)
        require_teaching(house, guard, found.row.game)
        forget = "forget" in request.form
        mark(None if forget else _numbers(request.form.get("corners", "")))
        where = url_for("camera.page", code=found.code, tray="forgotten" if forget else "marked", _anchor="tray")
        return redirect(where, 303)  # type: ignore[return-value]

    @operation("GET", "/webcam/tray", "Where dice count under the camera; null: everywhere", answer="Tray")
    def tray() -> Response:
        return _answer(play.tray_of(house, camera().source))

    @operation("PUT", "/webcam/tray", "Marks where dice count under the camera (host)", body=MarkTray, answer="Tray")
    def set_tray() -> Response:
        guard.require_host()
        mark(requests.asked(MarkTray, body_of()).corners)
        return _answer(camera().tray)

    pages.register_blueprint(api)
    return pages


def _answer(tray: Tray | None) -> Response:
    return jsonify({"corners": None if tray is None else tray.percent, "shape": None if tray is None else tray.shape})


def _numbers(typed: str) -> list[float]:
    with suppress(ValueError):
        return [float(part) for part in typed.split(",")]
    raise Refused("bad_field", "corners", NO_TRAY)


def _tray(corners: list[float], shape: float) -> Tray:
    try:
        return Tray.of(corners, shape)
    except ValueError as problem:
        raise Refused("bad_field", "corners", NO_TRAY) from problem
