"""What was taught, on the camera page: shown, renamed, removed, taken along, brought in from another house."""

from __future__ import annotations

import io
import tempfile
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from flask import Blueprint, Response, redirect, request, url_for

from companion import play
from companion.core import names
from companion.core.text import T, Text
from companion.play import House, Refused
from companion.reader import Reader, ReaderError
from companion.web.faces import face_named
from companion.web.limits import Turns
from companion.web.security import Guard
from vision import taught
from vision.taught import Kind, Taught

PART = 64 * 1024
"""Bytes of a file that are in memory at once while it is sent."""
NOT_YOURS = T(
    "Only the host, or whoever has a seat at a table of this game, teaches the camera. Take a seat first, or ask the host."
)
LOCKED = T("The host has locked what the camera was taught. Ask the host to change it.")
BAD_LIBRARY = T("What was taught here cannot be read. Ask the host to put a backup back, or to remove the folder.")
NO_LIBRARY = T("This file holds no cards or faces that were taught. Choose one that was saved on this page.")
REASONS: dict[str, Text] = {
    "unknown_name": T("Nothing of that name is taught any more. Look at the page as it is now."),
    "taken_name": T("This name is taken. Choose another, or remove the other one first."),
    "library_full": T("No more can be taught for this game. Remove what you no longer need first."),
    "bad_library": NO_LIBRARY,
    "busy": T("Other pictures are being read just now. Try again in a moment."),
}


@dataclass(frozen=True, slots=True)
class Shelf:
    """What is taught of one kind; ``problem``: why it cannot be shown."""

    kind: Kind
    taught: tuple[Taught, ...]
    problem: Text | None = None


def folder_of(house: House, kind: Kind, game: str) -> Path:
    """Where the taught cards or die faces of a game are kept."""
    return house.store.folder / kind / game


def shelves(house: House, game: str) -> tuple[Shelf, ...]:
    """What is taught of a game, both kinds."""
    return tuple(_shelf(house, kind, game) for kind in taught.INDEX)


def known_names(folder: Path) -> list[str]:
    """The names of the cards taught in a folder, in their order; none where it cannot be read."""
    try:
        return [one.name for one in taught.listed("cards", folder)]
    except taught.BadLibrary:
        return []


def _shelf(house: House, kind: Kind, game: str) -> Shelf:
    try:
        return Shelf(kind, tuple(taught.listed(kind, folder_of(house, kind, game))))
    except taught.BadLibrary:
        return Shelf(kind, (), BAD_LIBRARY)


def refused_to_teach(house: House, guard: Guard, game: str) -> Text | None:
    """Why this device may not teach the camera, None where it may."""
    if guard.is_host() or play.may_teach(house, game, guard.device()):
        return None
    return LOCKED if play.teaching_is_locked(house) else NOT_YOURS


def require_teaching(house: House, guard: Guard, game: str) -> None:
    """Refuses a lesson, or a change of what was taught, to whoever may not."""
    if (why := refused_to_teach(house, guard, game)) is not None:
        raise Refused("host_only", None, why)


def checked_name(field: str) -> str:
    """The name that a form gives to something taught. Raises Refused."""
    typed = request.form.get(field, "")
    fault = names.fault(typed)
    if fault is not None:
        raise Refused("bad_field", field, names.FAULTS[fault])
    return names.cleaned(typed)


def blueprint(house: House, guard: Guard, reader: Reader) -> Blueprint:
    """``/t/CODE/camera/taught`` and what is below it."""
    pages = Blueprint("taught", __name__)
    saving = Turns(1)

    @pages.get("/t/<code>/camera/taught/<any(cards, faces):kind>/<file>")
    def picture(code: str, kind: Kind, file: str) -> Response:
        folder = folder_of(house, kind, play.look(house, code).row.game)
        try:
            found = taught.picture(kind, folder, file)
        except taught.BadLibrary as problem:
            raise Refused("not_found", None, BAD_LIBRARY) from problem
        if found is None:
            raise Refused("not_found", None, REASONS["unknown_name"])
        response = Response(found, content_type="image/jpeg" if kind == "cards" else "image/png")
        response.headers["Cache-Control"] = "private, max-age=86400, immutable"  # a file is never written again
        return response

    @pages.get("/t/<code>/camera/taught/<any(cards, faces):kind>.zip")
    def save(code: str, kind: Kind) -> Response:
        game = play.look(house, code).row.game
        over = saving.begin(request.remote_addr or "")
        if over is None:
            raise Refused("busy", None, T("This is just being saved from here. Try again when that is done."))
        with ExitStack() as ending:
            ending.callback(over)
            packed = _packed(house, kind, game, ending)
            kept = ending.pop_all()
        response = Response(iter(lambda: packed.read(PART), b""), content_type="application/zip")
        response.call_on_close(kept.close)
        response.content_length = packed.seek(0, io.SEEK_END)
        packed.seek(0)
        response.headers["Content-Disposition"] = f'attachment; filename="{game}-{kind}.zip"'
        response.headers["Cache-Control"] = "no-store"
        return response

    @pages.post("/t/<code>/camera/taught/<any(cards, faces):kind>")
    def change(code: str, kind: Kind) -> Response:
        found = play.look(house, code)
        require_teaching(house, guard, found.row.game)
        folder, name = folder_of(house, kind, found.row.game), request.form.get("name", "")
        try:
            if "remove" in request.form:
                reader.remove_taught(kind, folder, name)
            else:
                new = (
                    checked_name("new") if kind == "cards" else face_named(found.row.game, request.form.get("new", ""))
                )
                reader.rename_taught(kind, folder, name, new)
        except ReaderError as problem:
            raise _refused(problem) from problem
        return _back(found.code)

    @pages.post("/t/<code>/camera/taught/import")
    def bring(code: str) -> Response:
        found = play.look(house, code)
        require_teaching(house, guard, found.row.game)
        uploaded = request.files.get("library")
        if uploaded is None or not uploaded.filename:
            raise Refused("bad_field", "library", NO_LIBRARY)
        packed = uploaded.stream.read()
        try:
            kind = taught.kind_of(io.BytesIO(packed))
            reader.import_taught(packed, kind, folder_of(house, kind, found.row.game))
        except taught.BadLibrary as problem:
            raise Refused("bad_field", "library", NO_LIBRARY) from problem
        except ReaderError as problem:
            raise _refused(problem) from problem
        return _back(found.code)

    return pages


def _packed(house: House, kind: Kind, game: str, ending: ExitStack) -> IO[bytes]:
    """What was taught of a game as a zip file without a name, which goes when it is closed: a thousand cards are 100 MB."""
    packed = ending.enter_context(tempfile.TemporaryFile(dir=house.store.folder))  # noqa: SIM115 - by ending
    try:
        taught.export(kind, folder_of(house, kind, game), packed)
    except taught.BadLibrary as problem:
        raise Refused("unreadable_picture", None, BAD_LIBRARY) from problem
    return packed


def _back(code: str) -> Response:
    return redirect(url_for("camera.page", code=code, _anchor="taught"), 303)  # type: ignore[return-value]


def _refused(problem: ReaderError) -> Refused:
    text = REASONS.get(problem.reason)
    if text is None:
        return Refused(problem.code, None, T("This did not work. Try again; nothing was changed."))
    return Refused(problem.code if problem.code in ("busy", "no_vision") else "bad_field", None, text)
