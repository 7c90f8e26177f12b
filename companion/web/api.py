"""The same operations as JSON, for scripts and tests."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Blueprint, Response, jsonify, request, url_for

from companion import play
from companion.core.codec import action_to_json, offer_example, offer_schema, sheet_to_json
from companion.core.plain_json import read_json
from companion.core.scoring import result_json
from companion.core.text import Seat, T
from companion.play import House, Look, Receipt, Refused, requests
from companion.play.transfer import ExportedTable, dumps
from companion.web.addresses import Addresses
from companion.web.my_copy import require_box
from companion.web.openapi import Operations
from companion.web.security import Guard

JSON_LIMIT = 64 * 1024
IMPORT_LIMIT = 16 * 1024 * 1024


def blueprint(house: House, guard: Guard, addresses: Addresses, operations: Operations) -> Blueprint:
    """Everything below ``/api`` but readings; each operation describes itself for OpenAPI."""
    api = Blueprint("api", __name__, url_prefix="/api")
    operation = operations.on(api)

    def opened(found: Look) -> tuple[Response, int]:
        """The answer to whoever opened a table or brought one along; their device has been there."""
        play.see_table(house, found, guard.device())
        return jsonify({"code": found.code, "url": addresses.table_url(found.code), "seq": found.seq}), 201

    @operation("GET", "/tables", "The tables as the lobby shows them", answer="Tables")
    def tables() -> Response:
        listed = play.lobby(house, guard.device())
        return jsonify({"tables": [_listed(entry) for entry in listed]})

    @operation("POST", "/tables", "Opens a table", body=requests.OpenTable, answer="Opened", status=201)
    def open_table() -> tuple[Response, int]:
        return opened(play.open_asked(house, body_of()))

    @operation("GET", "/tables/<code>", "A table as it is now, and what is legal", answer="Table")
    def table(code: str) -> Response:
        found = play.look(house, code)
        if guard.is_known():
            play.see_table(house, found, guard.device())
        return jsonify(table_json(house, found))

    @operation("DELETE", "/tables/<code>", "Deletes a table; it can be restored for 30 days (host)", answer="Empty")
    def delete(code: str) -> Response:
        guard.require_host()
        play.delete_table(house, code)
        return jsonify({})

    @operation("POST", "/tables/<code>/restore", "Restores a deleted table (host)", answer="Empty")
    def restore(code: str) -> Response:
        guard.require_host()
        return jsonify({"seq": play.restore_table(house, code).seq})

    def changing(path: str, summary: str, kind: type[requests.Change]) -> None:
        """One operation that changes a table; all of them are asked and answered alike."""
        name = kind.__name__.lower()

        def view(code: str) -> tuple[Response, int]:
            return _written(play.change(house, code, guard.device(), kind, body_of()))

        view.__name__ = name
        operation("POST", f"/tables/<code>/{path}", summary, body=kind, answer="Written", status=201)(view)

    changing("actions", "A seat does something", requests.Act)
    changing("undo", "Takes back the newest change, or everything after an entry", requests.Undo)
    changing("redo", "Restores the newest undone", requests.Redo)
    changing("retract", "Takes one older change out alone", requests.Retract)
    changing("away", "Somebody is away and passed over, or is back", requests.Away)
    changing("throw", "The companion throws dice, whatever the game", requests.Throw)
    changing("draw-start", "The companion draws by lot who starts", requests.DrawStart)
    changing("keep-time", "The time is kept from now on, or no longer", requests.KeepTime)
    changing("amend", "Corrects an older entry", requests.Amend)
    changing("seats", "Renames or reseats", requests.Reseat)

    @operation("POST", "/tables/<code>/close", "Closes a table", body=requests.Closing, answer="Seq")
    def close(code: str) -> Response:
        return _done(play.close_table(house, code, _closing_key(house, code)))

    @operation("POST", "/tables/<code>/reopen", "Opens a closed table again", body=requests.Closing, answer="Seq")
    def reopen(code: str) -> Response:
        return _done(play.reopen_table(house, code, _closing_key(house, code)))

    @operation(
        "POST", "/tables/<code>/again", "The same people play again: the next table", answer="Opened", status=201
    )
    def again(code: str) -> tuple[Response, int]:
        return opened(play.play_again(house, code, guard.device()))

    @operation("GET", "/tables/<code>/log", "The whole log, oldest first", answer="Log")
    def events(code: str) -> Response:
        return jsonify({"events": play.events_json(play.look(house, code).table)})

    @operation("GET", "/tables/<code>/export", "The table as a file: format=json or csv", answer="Export")
    def export(code: str) -> Response:
        row = play.row_of(house, code)
        wanted = request.args.get("format", "json")
        if wanted not in ("json", "csv"):
            raise Refused("bad_field", "format", T("The formats are json and csv."))
        if wanted == "csv":
            response = Response(play.export_csv(play.look_at(house, row)), content_type="text/csv; charset=utf-8")
        else:
            response = Response(dumps(play.export_any(house, row)), content_type="application/json")
        response.headers["Content-Disposition"] = f'attachment; filename="{row.game}-{row.code}.{wanted}"'
        return response

    @operation("POST", "/import", "A table from an export", body=ExportedTable, answer="Opened", status=201)
    def import_table() -> tuple[Response, int]:
        return opened(play.import_table(house, body_of(IMPORT_LIMIT)))

    @operation("GET", "/box/<game>", "The printed numbers of the owner's copy", answer="Box")
    def box(game: str) -> Response:
        return jsonify(play.box_of(house, game))

    @operation("PUT", "/box/<game>", "Remembers the printed numbers", body="Box", answer="Box")
    def set_box(game: str) -> Response:
        require_box(house, guard, game)
        return jsonify(play.set_box(house, game, body_of()))

    @api.get("/openapi.json")
    def openapi() -> Response:
        return jsonify(operations.document(url_for("api.openapi")))

    return api


def body_of(limit: int = JSON_LIMIT) -> dict[str, Any]:
    """The JSON object of a request; raises Refused for another type and for broken JSON."""
    request.max_content_length = limit
    if request.mimetype != "application/json":
        raise Refused("not_json", None, T("Send this as JSON, with the type application/json."))
    data = read_json(request.get_data())
    if not isinstance(data, dict):
        raise Refused("bad_json", None, T("A JSON object is expected."))
    return data


def _closing_key(house: House, code: str) -> str | None:
    """The key of a request that closes or opens; with a key seen before its other fields may be anything."""
    data = body_of()
    known = play.repeated(house, code, data.get("key"))
    return str(data["key"]) if known is not None else requests.asked(requests.Closing, data).key


def _written(written: Receipt) -> tuple[Response, int]:
    return _done(written), 200 if written.repeated else 201


def _done(written: Receipt) -> Response:
    return jsonify({"seq": written.seq, "repeated": True} if written.repeated else {"seq": written.seq})


def _listed(entry: play.Listed) -> dict[str, Any]:
    listed = {
        "code": entry.code,
        "game": entry.game,
        "seq": entry.seq,
        "names": list(entry.names),
        "open": entry.open,
    }
    return listed if entry.readable else listed | {"readable": False}


def table_json(house: House, found: Look) -> dict[str, Any]:
    """A table as ``GET /api/tables/CODE`` shows it."""
    devices: dict[int, int] = {}
    for device in play.seated_at(house, found):
        seat = found.seat_of(device)
        if seat is not None:
            devices[seat] = devices.get(seat, 0) + 1
    return {
        "code": found.code,
        "game": found.row.game,
        "seq": found.seq,
        "open": found.open,
        "final": found.outcome is not None,
        "options": found.row.options,
        "box": found.row.box,
        "seats": [
            {
                "name": sitting.name,
                "color": sitting.color,
                "devices": devices.get(seat, 0),
                **({"away": True} if seat in found.away else {}),
            }
            for seat, sitting in enumerate(found.table.seats)
        ],
        "active": sorted(found.active),
        "state": msgspec.to_builtins(found.state, str_keys=True, order="sorted", enc_hook=str),
        "sheet": None if found.sheet is None else sheet_to_json(found.sheet),
        "score": None if found.score is None else result_json(found.score, found.names, seats=True),
        "actions": actions_json(found) if found.open else [],
    }


def actions_json(found: Look) -> list[dict[str, Any]]:
    """What is legal now: the table's own entries list every seat, a seat's own only that one."""
    shared = [_action(found, offer, list(found.seats)) for offer in found.offers(None)]
    own = [_action(found, offer, [seat]) for seat in found.seats for offer in found.offers(Seat(seat))]
    return shared + own


def _action(found: Look, offer: Any, seats: list[int]) -> dict[str, Any]:
    return {
        "type": offer.type,
        "seats": seats,
        "schema": offer_schema(offer),
        "example": action_to_json(offer_example(found.game, offer)),
    }
