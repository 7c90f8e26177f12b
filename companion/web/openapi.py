"""OpenAPI 3.1, generated from the operations as they are registered."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec
from flask import Blueprint

from companion import __version__
from companion.games import GAMES
from companion.games.pad.definition import PadDefinition
from companion.play.codes import CODE_LETTERS

Schema = dict[str, Any]


def _object(required: tuple[str, ...], **properties: Schema) -> Schema:
    return {"type": "object", "required": list(required), "properties": properties}


SEQ: Schema = {"type": "integer", "minimum": 0}
CODE: Schema = {"type": "string", "pattern": f"^[{CODE_LETTERS}]{{6}}$"}
SEAT: Schema = {"type": "integer", "minimum": 0, "maximum": 5}
ANYTHING: Schema = {"type": "object"}

NUMBER: Schema = {"type": "integer", "minimum": 0}
_PERSON = _object(
    ("id", "name", "mark", "color", "symbol", "hidden"),
    id=NUMBER,
    name={"type": "string"},
    mark={"type": "integer", "minimum": 1},
    color={"type": "string"},
    symbol={"type": "string"},
    hidden={"type": "boolean"},
)
_PLAY = _object(
    ("id", "game", "state", "day", "minutes", "place", "note", "table", "seats"),
    id=NUMBER,
    game={"type": "string"},
    state={"enum": ["finished", "broken_off"]},
    day={"type": "string", "format": "date"},
    minutes={"type": ["integer", "null"]},
    place={"type": "string"},
    note={"type": "string"},
    table={"type": ["string", "null"]},
    seats={"type": "array", "items": ANYTHING},
)
_LIST: Schema = {"type": "array", "items": ANYTHING}
EVENINGS: dict[str, Schema] = {
    "Person": _PERSON,
    "People": _object(("people",), people={"type": "array", "items": _PERSON}),
    "Play": _PLAY,
    "Plays": _object(("plays",), plays={"type": "array", "items": _PLAY}),
    "Evenings": ANYTHING,
    "BroughtIn": _object(("plays", "people", "known", "others"), plays=NUMBER, people=NUMBER, known=NUMBER),
    "Statistics": _object(
        ("plays", "standings", "records", "duels", "streaks", "best_categories", "seats"),
        plays=NUMBER,
        standings=_LIST,
        records=_LIST,
        duels=_LIST,
    ),
}
"""People, plays and what they come to."""

SCHEMAS: dict[str, Schema] = {
    "Error": _object(
        ("error",),
        error=_object(
            ("code", "field", "message"),
            code={"type": "string"},
            field={"type": ["string", "null"]},
            message={"type": "string"},
        ),
    ),
    "Empty": ANYTHING,
    "Seq": _object(("seq",), seq=SEQ),
    "Written": _object(("seq",), seq=SEQ, repeated={"const": True}),
    "Opened": _object(("code", "url", "seq"), code=CODE, url={"type": "string"}, seq=SEQ),
    "Tables": _object(
        ("tables",),
        tables={
            "type": "array",
            "items": _object(
                ("code", "game", "seq", "names", "open"),
                code=CODE,
                game={"type": "string"},
                seq=SEQ,
                names={"type": "array", "items": {"type": "string"}},
                open={"type": "boolean"},
                readable={"const": False},
            ),
        },
    ),
    "Table": _object(
        ("code", "game", "seq", "open", "final", "options", "box", "seats", "active", "state", "actions"),
        code=CODE,
        game={"enum": list(GAMES)},
        seq=SEQ,
        open={"type": "boolean"},
        final={"type": "boolean"},
        options=ANYTHING,
        box=ANYTHING,
        seats={"type": "array", "items": ANYTHING},
        active={"type": "array", "items": SEAT},
        state=ANYTHING,
        sheet={"anyOf": [ANYTHING, {"type": "null"}]},
        score={"anyOf": [ANYTHING, {"type": "null"}]},
        actions={
            "type": "array",
            "items": _object(
                ("type", "seats", "schema", "example"),
                type={"type": "string"},
                seats={"type": "array", "items": SEAT},
                schema=ANYTHING,
                example=ANYTHING,
            ),
        },
    ),
    "Pads": _object(
        ("pads",),
        pads={
            "type": "array",
            "items": _object(
                ("name", "title", "game"),
                name={"type": "string"},
                title={"type": "string"},
                game={"type": "string"},
                players={"type": "array", "items": {"type": "integer"}},
                readable={"const": False},
            ),
        },
    ),
    "PadKept": _object(("name", "game"), name={"type": "string"}, game={"type": "string"}),
    "Log": _object(("events",), events={"type": "array", "items": ANYTHING}),
    "Export": ANYTHING,
    "Box": ANYTHING,
    "Picture": _object(
        ("image",),
        image={"type": "string", "contentMediaType": "application/octet-stream"},
        count={"type": "integer", "minimum": 0, "maximum": 40},
        game={"enum": list(GAMES)},
        values={"type": "string", "pattern": "^[1-6](,[1-6])*$"},
    ),
    "CardPicture": _object(
        ("image", "name"),
        image={"type": "string", "contentMediaType": "application/octet-stream"},
        name={"type": "string"},
        corners={"type": "string", "description": "x and y of the four corners, clockwise from the card's top left"},
    ),
    "CardLesson": _object(
        ("name", "pictures", "alike"),
        name={"type": "string"},
        pictures={"type": "integer", "minimum": 1},
        alike={"type": "array", "items": {"type": "string"}},
    ),
    **EVENINGS,
    "Tray": _object(
        ("corners", "shape"),
        corners={
            "type": ["array", "null"],
            "items": {"type": "number", "minimum": 0, "maximum": 100},
            "description": "left and top of the four corners, in percent of the picture; null: dice count everywhere",
        },
        shape={"type": ["number", "null"], "description": "width over height of the picture it was marked in"},
    ),
    "WebcamReading": _object(
        ("number", "dice"),
        number={"type": "integer", "minimum": 1},
        dice={"type": "array", "items": ANYTHING},
        tray={
            "enum": ["inside", "unfit"],
            "description": "where a tray is marked: only it was read, or everything, as the picture has another shape",
        },
        outside={"type": "integer", "minimum": 0, "description": "dice that lie beside a tray with none in it"},
    ),
    "Reading": _object((), dice={"type": "array", "items": ANYTHING}, cards={"type": "array", "items": ANYTHING}),
}


@dataclass(frozen=True, slots=True)
class Operation:
    """One operation of the API."""

    method: str
    path: str
    name: str
    summary: str
    body: str | type[msgspec.Struct] | None
    answer: str
    status: int


@dataclass
class Operations:
    """Every operation registered so far."""

    listed: list[Operation] = field(default_factory=list)

    def on(self, blueprint: Blueprint) -> Callable[..., Callable[[Any], Any]]:
        """A decorator that registers a view with a blueprint and notes what it takes and answers."""

        def operation(
            method: str,
            path: str,
            summary: str,
            *,
            answer: str,
            body: str | type[msgspec.Struct] | None = None,
            status: int = 200,
        ) -> Callable[[Any], Any]:
            def register(view: Any) -> Any:
                shown = f"{blueprint.url_prefix}{path}"
                self.listed.append(Operation(method, shown, view.__name__, summary, body, answer, status))
                blueprint.add_url_rule(path, view.__name__, view, methods=[method])
                return view

            return register

        return operation

    def _bodies(self) -> list[type[msgspec.Struct]]:
        return [listed.body for listed in self.listed if isinstance(listed.body, type)]

    def document(self, here: str) -> dict[str, Any]:
        """The OpenAPI document; score sheets of every game are among its schemas."""
        paths: dict[str, dict[str, Any]] = {}
        for listed in self.listed:
            path = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", listed.path)
            paths.setdefault(path, {})[listed.method.lower()] = _described(listed, path)
        return {
            "openapi": "3.1.0",
            "info": {"title": "Boardgame companion", "version": __version__},
            "paths": paths,
            "components": {
                "schemas": {**SCHEMAS, **_of_structs(self._bodies())},
                "securitySchemes": {"host": {"type": "http", "scheme": "bearer"}},
            },
        }


_REPEATED: dict[str, Any] = {
    "description": "The same key was sent before; nothing was applied twice",
    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Written"}}},
}


def _described(listed: Operation, path: str) -> dict[str, Any]:
    described: dict[str, Any] = {
        "operationId": listed.name,
        "summary": listed.summary,
        "parameters": [
            {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
            for name in re.findall(r"{(\w+)}", path)
        ],
        "responses": {
            str(listed.status): {"description": listed.summary, "content": _json(listed.answer)},
            **({"200": _REPEATED} if listed.answer == "Written" and listed.status != 200 else {}),
            "4XX": {"description": "Refused, with a reason", "content": _json("Error")},
            "503": {
                "description": "Not now: busy, or nothing here to do it with; try again after the seconds named",
                "headers": {"Retry-After": {"schema": {"type": "integer", "minimum": 0}}},
                "content": _json("Error"),
            },
        },
    }
    if listed.body is not None:
        kind = "multipart/form-data" if listed.body in ("Picture", "CardPicture") else "application/json"
        name = listed.body if isinstance(listed.body, str) else listed.body.__name__
        described["requestBody"] = {"required": True, "content": {kind: _json(name)["application/json"]}}
    if "(host)" in listed.summary:
        described["security"] = [{"host": []}]
    return described


def _json(name: str) -> dict[str, Any]:
    return {"application/json": {"schema": {"$ref": f"#/components/schemas/{name}"}}}


def _of_structs(bodies: Sequence[type[msgspec.Struct]]) -> dict[str, Any]:
    """The bodies of requests, the score sheet of every game, and a score pad, as schemas."""
    sheets = [game.sheet_type for game in GAMES.values() if game.sheet_type is not None]
    _, components = msgspec.json.schema_components(
        [*bodies, *sheets, PadDefinition], ref_template="#/components/schemas/{name}"
    )
    return dict(components)
