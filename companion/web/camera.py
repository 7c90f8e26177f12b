"""Pictures of dice and cards: read in a worker process, answered as a proposal; teaching faces and cards.

No path leads from here to a log: a reading fills in the same form that a hand would fill.
"""

from __future__ import annotations

import base64
import io
from collections.abc import Callable
from pathlib import Path
from typing import IO, TypeVar

from flask import Blueprint, Response, jsonify, redirect, render_template, request, url_for

from companion import play
from companion.core.text import T, listed
from companion.games import GAMES
from companion.play import House, Refused
from companion.reader import Reader, ReaderError
from companion.web.faces import faces_named, shown
from companion.web.forms import read_index
from companion.web.i18n import words
from companion.web.openapi import Operations
from companion.web.pictures import CODES, refused_picture
from companion.web.security import Guard
from companion.web.taught import checked_name, folder_of, known_names, refused_to_teach, require_teaching, shelves
from companion.web.tray import NO_CAMERA, SILENT
from companion.webcam import Webcam
from vision.reading import CardCut, CardLesson, CardReading, DiceReading, FaceLesson, reading_json

Found = TypeVar("Found", DiceReading, CardReading, FaceLesson, tuple[FaceLesson, ...], CardLesson, CardCut)

MOST_DICE = 40
FURTHEST = 100_000.0
"""Pixels from the corner of a picture; no picture has so many."""
PICTURE_LIMIT = 20 * 1024 * 1024


def blueprint(house: House, guard: Guard, reader: Reader, webcam: Webcam | None, operations: Operations) -> Blueprint:
    """Readings for scripts and pages, and the page that teaches."""
    camera = Blueprint("camera", __name__)
    api = Blueprint("readings", __name__, url_prefix="/api")
    operation = operations.on(api)

    @camera.before_request
    def pictures_are_large() -> None:
        if request.mimetype == "multipart/form-data":
            request.max_content_length = PICTURE_LIMIT

    def _library(game: str) -> Path | None:
        """The taught faces of a game; None where there are none, or no game is named."""
        if game and game not in GAMES:
            raise Refused("bad_field", "game", T("The games are {names}.", names=listed(GAMES)))
        return known if game and (known := folder_of(house, "faces", game)).is_dir() else None

    def read(ask: Callable[[IO[bytes]], Found], sent: bytes | None = None) -> Found:
        """What the reader answers about the picture of the request; ``sent``: another picture, in its place."""
        picture = request.files.get("image")
        if picture is None and sent is None:
            raise Refused("bad_field", "image", T("Send the picture as the field “image” of a form."))
        try:
            return ask(picture.stream if picture is not None else io.BytesIO(sent or b""))
        except ReaderError as problem:
            raise refused_picture(problem) from problem

    @operation("POST", "/read/dice", "Reads a picture of dice", body="Picture", answer="Reading")
    def dice() -> Response:
        count = _count(request.form.get("count", ""))
        library = _library(request.form.get("game", ""))
        values = _values(request.form.get("values", ""))
        return jsonify(reading_json(read(lambda picture: reader.read_dice(picture, count, library, values))))

    @operation("POST", "/tables/<code>/read/cards", "Reads a picture of taught cards", body="Picture", answer="Reading")
    def cards(code: str) -> Response:
        game = play.look(house, code).row.game
        library = folder_of(house, "cards", game)
        if not library.is_dir():
            if not reader.available():
                raise Refused("no_vision", "image", CODES["no_vision"])
            raise Refused(
                "illegal", "image", T("No card of this game has been taught yet. Teach them on the camera page.")
            )
        return jsonify(reading_json(read(lambda picture: reader.read_cards(picture, library))))

    @operation(
        "POST",
        "/tables/<code>/camera/card",
        "Teaches a card from a picture in which it was seen, by where it lies there",
        body="CardPicture",
        answer="CardLesson",
    )
    def card_seen(code: str) -> Response:
        found = play.look(house, code)
        require_teaching(house, guard, found.row.game)
        name, corners = checked_name("name"), _corners(request.form.get("corners", ""))
        library = folder_of(house, "cards", found.row.game)
        lesson = read(lambda picture: reader.teach_card(picture, library, name, corners=corners))
        return jsonify({"name": lesson.card, "pictures": lesson.pictures, "alike": list(lesson.alike)})

    @operation(
        "GET", "/webcam/dice", "What the dice under the camera show; now=1 reads at once", answer="WebcamReading"
    )
    def webcam_dice() -> Response:
        if webcam is None:
            raise Refused("no_vision", None, NO_CAMERA)
        library = _library(request.args.get("game", ""))
        webcam.use_tray(play.tray_of(house, webcam.source))
        # A throw that nobody asked for was read for pips; where faces are taught it is read once more with them.
        throw = webcam.read(library) if request.args.get("now") or library is not None else webcam.newest
        if throw is None:
            raise Refused("busy", None, SILENT)
        return jsonify({"number": throw.number, **throw.reading})

    @camera.get("/camera/preview.jpg")
    def preview() -> Response:
        if webcam is None:
            raise Refused("not_found", None, NO_CAMERA)
        seen = webcam.look()
        if seen is None:
            return Response(status=204)
        return Response(seen, content_type="image/jpeg", headers={"Cache-Control": "no-store"})

    @camera.get("/t/<code>/camera")
    def page(code: str) -> str:
        found = play.look(house, code)
        return render_template(
            "camera.html",
            look=found,
            available=reader.available(),
            taught=request.args.get("taught"),
            alike=request.args.get("alike"),
            learnt=read_index(request.args.get("learnt", "")),
            tray=None if webcam is None else play.tray_of(house, webcam.source),
            tray_done=request.args.get("tray"),
            die_faces=GAMES[found.row.game].die_faces(),
            shelves=shelves(house, found.row.game),
            no_teaching=refused_to_teach(house, guard, found.row.game),
        )

    @camera.post("/t/<code>/camera/card/look")
    def look(code: str) -> str:
        """What would be kept of a picture of a card, shown before it is kept."""
        found = play.look(house, code)
        require_teaching(house, guard, found.row.game)
        name = checked_name("name")
        folder = folder_of(house, "cards", found.row.game)
        cut = read(lambda picture: reader.look_at_card(picture, folder))
        alike = [other for other in cut.alike if other != name]
        return render_template(
            "camera.html",
            look=found,
            available=True,
            cut=cut.jpeg,
            unlike=cut.unlike,
            name=name,
            alike=words().listed(alike),
            twins=alike[:3],
            two=name not in cut.alike and name in known_names(folder),
        )

    def teach_faces(game: str) -> tuple[str, tuple[str, ...]]:
        """Teaches the faces of the picture of the request; what was learnt, and what that looks like."""
        given, value = faces_named(game, request.form.get("name", "")), _count(request.form.get("value", ""))
        library = folder_of(house, "faces", game)
        lessons: tuple[FaceLesson, ...]
        if len(given) == 1:
            lessons = (read(lambda picture: reader.teach_face(picture, library, given[0], value)),)
        else:
            lessons = read(lambda picture: reader.teach_faces(picture, library, given, value))
        learnt = dict.fromkeys(shown(game, lesson.face) for lesson in lessons)
        alike = dict.fromkeys(shown(game, other) for lesson in lessons for other in lesson.alike)
        return words().listed(learnt), tuple(alike)

    @camera.post("/t/<code>/camera/<any(face, card):kind>")
    def teach(code: str, kind: str) -> Response:
        found = play.look(house, code)
        require_teaching(house, guard, found.row.game)
        if kind == "face":
            name, alike = teach_faces(found.row.game)
        else:
            name = checked_name("name")
            library = folder_of(house, "cards", found.row.game)
            cut = _cut(request.form.get("cut", ""))
            alike = read(lambda picture: reader.teach_card(picture, library, name, whole=cut is not None), cut).alike
        where = url_for("camera.page", code=found.code, taught=name, alike=words().listed(alike) or None)
        return redirect(where, 303)  # type: ignore[return-value]

    camera.register_blueprint(api)
    return camera


def _cut(typed: str) -> bytes | None:
    """The cut-out card that the page was shown and sends back to be kept; None when a picture was sent instead."""
    try:
        return base64.b64decode(typed, validate=True) or None
    except ValueError as problem:
        raise Refused("bad_field", "cut", T("This picture is damaged or cut off. Take it again.")) from problem


def _corners(typed: str) -> tuple[tuple[float, float], ...] | None:
    """Where a card lies, as eight numbers such as "10,10,90,12,88,130,8,128"; None where nothing is said of it."""
    if not typed.strip():
        return None
    try:
        numbers = [float(part) for part in typed.split(",")]
    except ValueError:
        numbers = []
    if len(numbers) != 8 or not all(abs(number) <= FURTHEST for number in numbers):
        raise Refused("bad_field", "corners", T("The corners of a card are eight numbers, x and y of each, clockwise."))
    return tuple(zip(numbers[::2], numbers[1::2], strict=True))


def _values(typed: str) -> frozenset[int] | None:
    """The pip values that the dice have, such as "2,3,4,5"; None where nothing is said of them."""
    if not typed.strip():
        return None
    values = [read_index(part) for part in typed.split(",")]
    if all(value is not None and 1 <= value <= 6 for value in values):
        return frozenset(value for value in values if value is not None)
    raise Refused("bad_field", "values", T("The values of dice are numbers from 1 to 6, such as 2,3,4,5."))


def _count(typed: str) -> int | None:
    if not typed.strip():
        return None
    count = read_index(typed)
    if count is not None and count <= MOST_DICE:
        return count
    raise Refused("bad_field", "count", T("Enter a whole number from {low} to {high}.", low=0, high=MOST_DICE))
