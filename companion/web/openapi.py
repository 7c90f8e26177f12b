"""OpenAPI 3.1, generated from the operations as they are registered."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import msgspec
from flask import Blueprint

from companion import __version__
from companion.games import GAMES
from companion.play.house import CODE_LETTERS, COLORS

Schema = dict[str, Any]


def _object(required: tuple[str, ...], **properties: Schema) -> Schema:
    return {"type": "object", "required": list(required), "properties": properties}


KEY: Schema = {"type": "string", "minLength": 8, "maxLength": 64, "pattern": "^[ -~]+$"}
SEQ: Schema = {"type": "integer", "minimum": 0}
CODE: Schema = {"type": "string", "pattern": f"^[{CODE_LETTERS}]{{6}}$"}
SEAT: Schema = {"type": "integer", "minimum": 0, "maximum": 5}
ACTION: Schema = {"type": "object", "required": ["type"], "properties": {"type": {"type": "string"}}}
NAMED: Schema = _object(
    ("name", "color"),
    name={"type": "string", "minLength": 1, "maxLength": 40},
    color={"enum": list(COLORS)},
    was={"type": "integer", "minimum": 0},
)
ANYTHING: Schema = {"type": "object"}

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
    "Key": _object(("key",), key=KEY),
    "OptionalKey": _object((), key=KEY),
    "Written": _object(("seq",), seq=SEQ, repeated={"const": True}),
    "Opened": _object(("code", "url", "seq"), code=CODE, url={"type": "string"}, seq=SEQ),
    "Tables": _object(
        ("tables",),
        tables={
            "type": "array",
            "items": _object(
                ("code", "game", "seq", "names", "open"),
                code=CODE,
                game={"enum": list(GAMES)},
                seq=SEQ,
                names={"type": "array", "items": {"type": "string"}},
                open={"type": "boolean"},
            ),
        },
    ),
    "NewTable": _object(
        ("game", "seats"),
        game={"enum": list(GAMES)},
        seats={"type": "array", "items": NAMED},
        options=ANYTHING,
        unlisted={"type": "boolean"},
    ),
    "Act": _object(
        ("action", "key"),
        action=ACTION,
        key=KEY,
        seat={"anyOf": [SEAT, {"type": "null"}]},
        via={"enum": ["hand", "camera"]},
        roll={"type": "boolean"},
        base_seq=SEQ,
    ),
    "Undo": _object(("key",), key=KEY, to=SEQ),
    "Amend": _object(("seq", "action", "key"), seq=SEQ, action=ACTION, key=KEY),
    "Seats": _object(("seats", "key"), seats={"type": "array", "items": NAMED}, key=KEY),
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
    "Log": _object(("events",), events={"type": "array", "items": ANYTHING}),
    "Export": ANYTHING,
    "Box": ANYTHING,
    "Picture": _object(
        ("image",),
        image={"type": "string", "contentMediaType": "application/octet-stream"},
        count={"type": "integer", "minimum": 0, "maximum": 40},
        game={"enum": list(GAMES)},
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
    body: str | None
    answer: str
    status: int


@dataclass
class Operations:
    """Every operation registered so far."""

    listed: list[Operation] = field(default_factory=list)

    def on(self, blueprint: Blueprint) -> Callable[..., Callable[[Any], Any]]:
        """A decorator that registers a view with a blueprint and notes what it takes and answers."""

        def operation(
            method: str, path: str, summary: str, *, answer: str, body: str | None = None, status: int = 200
        ) -> Callable[[Any], Any]:
            def register(view: Any) -> Any:
                shown = f"{blueprint.url_prefix}{path}"
                self.listed.append(Operation(method, shown, view.__name__, summary, body, answer, status))
                blueprint.add_url_rule(path, view.__name__, view, methods=[method])
                return view

            return register

        return operation

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
                "schemas": {**SCHEMAS, **_sheets()},
                "securitySchemes": {"host": {"type": "http", "scheme": "bearer"}},
            },
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
            "4XX": {"description": "Refused, with a reason", "content": _json("Error")},
        },
    }
    if listed.body is not None:
        kind = "multipart/form-data" if listed.body == "Picture" else "application/json"
        described["requestBody"] = {"required": True, "content": {kind: _json(listed.body)["application/json"]}}
    if "(host)" in listed.summary:
        described["security"] = [{"host": []}]
    return described


def _json(name: str) -> dict[str, Any]:
    return {"application/json": {"schema": {"$ref": f"#/components/schemas/{name}"}}}


def _sheets() -> dict[str, Any]:
    kinds = [game.sheet_type for game in GAMES.values() if game.sheet_type is not None]
    _, components = msgspec.json.schema_components(kinds, ref_template="#/components/schemas/{name}")
    return dict(components)
