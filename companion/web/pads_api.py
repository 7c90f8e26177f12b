"""The pads of the house for scripts: listed, read, kept, taken away."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, jsonify

from companion.core.text import plain
from companion.games.pad.checking import read_pad
from companion.games.pad.definition import pad_json
from companion.play import House, pads
from companion.play.pads import Kept
from companion.web.api import body_of
from companion.web.openapi import Operations
from companion.web.security import Guard


def blueprint(house: House, guard: Guard, operations: Operations) -> Blueprint:
    """``/api/pads``; each operation describes itself for OpenAPI."""
    api = Blueprint("pads_api", __name__, url_prefix="/api")
    operation = operations.on(api)

    @operation("GET", "/pads", "The score pads of the house", answer="Pads")
    def pads_listed() -> Response:
        return jsonify({"pads": [_listed(kept) for kept in pads.pads(house)]})

    @operation(
        "POST", "/pads", "Keeps a score pad under a new name", body="PadDefinition", answer="PadKept", status=201
    )
    def add_pad() -> tuple[Response, int]:
        kept = pads.keep_pad(house, read_pad(body_of()))
        return jsonify({"name": kept.name, "game": pads.PREFIX + kept.name}), 201

    @operation("GET", "/pads/<name>", "A score pad", answer="PadDefinition")
    def read_one(name: str) -> Response:
        return jsonify(pad_json(pads.playable(house, name)))

    @operation(
        "PUT", "/pads/<name>", "Changes a score pad; open tables keep theirs", body="PadDefinition", answer="PadKept"
    )
    def change_pad(name: str) -> Response:
        kept = pads.keep_pad(house, read_pad(body_of()), name)
        return jsonify({"name": kept.name, "game": pads.PREFIX + kept.name})

    @operation("DELETE", "/pads/<name>", "Takes a score pad away; it can be restored (host)", answer="Empty")
    def remove_pad(name: str) -> Response:
        guard.require_host()
        pads.remove_pad(house, name)
        return jsonify({})

    return api


def _listed(kept: Kept) -> dict[str, Any]:
    if kept.pad is None:
        return {"name": kept.name, "title": kept.name, "game": pads.PREFIX + kept.name, "readable": False}
    low, high = kept.pad.players
    return {
        "name": kept.name,
        "title": plain(kept.pad.text),
        "game": pads.PREFIX + kept.name,
        "players": [low, high],
    }
