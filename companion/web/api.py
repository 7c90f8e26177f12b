"""The same operations as JSON, for scripts and tests."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, jsonify, request, url_for

from companion import play
from companion.core import log
from companion.core.codec import action_to_json, offer_example, offer_schema, sheet_to_json
from companion.core.plain_json import read_json
from companion.core.scoring import result_json
from companion.core.text import Seat, T
from companion.games import GAMES
from companion.play import House, Look, Refused, Written
from companion.play.transfer import dumps
from companion.web.addresses import Addresses
from companion.web.openapi import Operations
from companion.web.security import Guard

JSON_LIMIT = 64 * 1024
IMPORT_LIMIT = 16 * 1024 * 1024


def blueprint(house: House, guard: Guard, addresses: Addresses, operations: Operations) -> Blueprint:
    """Everything below ``/api`` but readings; each operation describes itself for OpenAPI."""
    api = Blueprint("api", __name__, url_prefix="/api")
    operation = operations.on(api)

    def change_of(code: str, known: tuple[str, ...]) -> dict[str, Any]:
        """The body of a change; with a key seen before its other fields may be anything."""
        data = body_of(None)
        try:
            _refuse_others(data, known)
        except Refused:
            if play.repeated(house, code, data.get("key")) is None:
                raise
        return {name: data[name] for name in known if name in data}

    @operation("GET", "/tables", "The tables as the lobby shows them", answer="Tables")
    def tables() -> Response:
        listed = play.lobby(house, guard.device())
        return jsonify({"tables": [_listed(entry.look) for entry in listed]})

    @operation("POST", "/tables", "Opens a table", body="NewTable", answer="Opened", status=201)
    def open_table() -> tuple[Response, int]:
        data = body_of(("game", "seats", "options", "unlisted"))
        found = play.open_table(
            house, data.get("game"), data.get("seats"), data.get("options"), data.get("unlisted", False)
        )
        play.see_table(house, found, guard.device())
        return jsonify({"code": found.code, "url": addresses.table_url(found.code), "seq": found.seq}), 201

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

    @operation("POST", "/tables/<code>/actions", "A seat does something", body="Act", answer="Written", status=201)
    def act(code: str) -> tuple[Response, int]:
        data = change_of(code, ("action", "key", "seat", "via", "roll", "base_seq"))
        written = play.act(
            house,
            code,
            guard.device(),
            data.get("action"),
            data.get("key"),
            seat=data.get("seat"),
            via=data.get("via", "hand"),
            roll=data.get("roll", False),
            base_seq=data.get("base_seq"),
        )
        return _written(written)

    @operation("POST", "/tables/<code>/undo", "Takes back the newest change", body="Undo", answer="Written", status=201)
    def undo(code: str) -> tuple[Response, int]:
        data = change_of(code, ("key", "to"))
        return _written(play.undo(house, code, guard.device(), data.get("key"), data.get("to")))

    @operation("POST", "/tables/<code>/redo", "Restores the newest undone", body="Key", answer="Written", status=201)
    def redo(code: str) -> tuple[Response, int]:
        return _written(play.redo(house, code, guard.device(), change_of(code, ("key",)).get("key")))

    @operation("POST", "/tables/<code>/amend", "Corrects an older entry", body="Amend", answer="Written", status=201)
    def amend(code: str) -> tuple[Response, int]:
        data = change_of(code, ("seq", "action", "key"))
        return _written(play.amend(house, code, guard.device(), data.get("key"), data.get("seq"), data.get("action")))

    @operation("POST", "/tables/<code>/seats", "Renames or reseats", body="Seats", answer="Written", status=201)
    def seats(code: str) -> tuple[Response, int]:
        data = change_of(code, ("seats", "key"))
        return _written(play.reseat(house, code, guard.device(), data.get("key"), data.get("seats")))

    @operation("POST", "/tables/<code>/close", "Closes a table", body="OptionalKey", answer="Seq")
    def close(code: str) -> Response:
        return _done(play.close_table(house, code, change_of(code, ("key",)).get("key")))

    @operation("POST", "/tables/<code>/reopen", "Opens a closed table again", body="OptionalKey", answer="Seq")
    def reopen(code: str) -> Response:
        return _done(play.reopen_table(house, code, change_of(code, ("key",)).get("key")))

    @operation("GET", "/tables/<code>/log", "The whole log, oldest first", answer="Log")
    def events(code: str) -> Response:
        return jsonify({"events": play.events_json(play.look(house, code))})

    @operation("GET", "/tables/<code>/export", "The table as a file: format=json or csv", answer="Export")
    def export(code: str) -> Response:
        found = play.look(house, code)
        wanted = request.args.get("format", "json")
        if wanted not in ("json", "csv"):
            raise Refused("bad_field", "format", T("The formats are json and csv."))
        if wanted == "csv":
            response = Response(play.export_csv(found), content_type="text/csv; charset=utf-8")
        else:
            response = Response(dumps(play.export_table(found)), content_type="application/json")
        response.headers["Content-Disposition"] = f'attachment; filename="{found.row.game}-{found.code}.{wanted}"'
        return response

    @operation("POST", "/import", "A table from an export", body="Export", answer="Opened", status=201)
    def import_table() -> tuple[Response, int]:
        found = play.import_table(house, body_of(None, IMPORT_LIMIT))
        play.see_table(house, found, guard.device())
        return jsonify({"code": found.code, "url": addresses.table_url(found.code), "seq": found.seq}), 201

    @operation("GET", "/box/<game>", "The printed numbers of the owner's copy", answer="Box")
    def box(game: str) -> Response:
        if game not in GAMES:
            raise Refused("not_found", None, T("There is no such game here."))
        return jsonify(house.store.box(game))

    @operation("PUT", "/box/<game>", "Remembers the printed numbers (host)", body="Box", answer="Box")
    def set_box(game: str) -> Response:
        guard.require_host()
        return jsonify(play.set_box(house, game, body_of(None)))

    @api.get("/openapi.json")
    def openapi() -> Response:
        return jsonify(operations.document(url_for("api.openapi")))

    return api


def body_of(known: tuple[str, ...] | None, limit: int = JSON_LIMIT) -> dict[str, Any]:
    """The JSON object of a request; raises Refused for another type, broken JSON, or (with ``known``) unknown keys."""
    request.max_content_length = limit
    if request.mimetype != "application/json":
        raise Refused("not_json", None, T("Send this as JSON, with the type application/json."))
    try:
        data = read_json(request.get_data())
    except Refused as wrong:
        raise Refused("bad_json", None, wrong.text) from wrong
    if not isinstance(data, dict):
        raise Refused("bad_json", None, T("A JSON object is expected."))
    if known is not None:
        _refuse_others(data, known)
    return data


def _refuse_others(data: dict[str, Any], known: tuple[str, ...]) -> None:
    for key in data:
        if key not in known:
            raise Refused("bad_field", key[:60], T("There is no field of this name here. Look at the spelling."))


def _written(written: Written) -> tuple[Response, int]:
    return _done(written), 200 if written.repeated else 201


def _done(written: Written) -> Response:
    return jsonify({"seq": written.seq, "repeated": True} if written.repeated else {"seq": written.seq})


def _listed(found: Look) -> dict[str, Any]:
    return {
        "code": found.code,
        "game": found.row.game,
        "seq": found.seq,
        "names": list(found.names),
        "open": found.open,
    }


def table_json(house: House, found: Look) -> dict[str, Any]:
    """A table as ``GET /api/tables/CODE`` shows it."""
    devices: dict[int, int] = {}
    for device in house.store.devices(found.code):
        seat = found.seat_of(device)
        if seat is not None:
            devices[seat] = devices.get(seat, 0) + 1
    return {
        "code": found.code,
        "game": found.row.game,
        "seq": found.seq,
        "open": found.open,
        "final": found.game.outcome(found.state) is not None,
        "options": found.row.options,
        "box": found.row.box,
        "seats": [
            {"name": sitting.name, "color": sitting.color, "devices": devices.get(seat, 0)}
            for seat, sitting in enumerate(found.table.seats)
        ],
        "active": sorted(found.game.active_seats(found.state)),
        "state": _plain(found.state),
        "sheet": None if found.sheet is None else sheet_to_json(found.sheet),
        "score": None if found.score is None else result_json(found.score, seats=True),
        "actions": actions_json(found) if found.open else [],
    }


def actions_json(found: Look) -> list[dict[str, Any]]:
    """What is legal now: the table's own entries list every seat, a seat's own only that one."""
    seats = range(len(found.table.seats))
    shared = [_action(found, offer, list(seats)) for offer in log.offers(found.game, found.state, None)]
    own = [_action(found, offer, [seat]) for seat in seats for offer in found.game.offers(found.state, Seat(seat))]
    return shared + own


def _action(found: Look, offer: Any, seats: list[int]) -> dict[str, Any]:
    return {
        "type": offer.type,
        "seats": seats,
        "schema": offer_schema(offer),
        "example": action_to_json(offer_example(found.game, offer)),
    }


def _plain(value: Any) -> Any:
    """A state as JSON: dataclasses become objects, sets sorted lists, other keys strings."""
    if hasattr(value, "__dataclass_fields__"):
        return {name: _plain(getattr(value, name)) for name in value.__dataclass_fields__}
    if hasattr(value, "__struct_fields__"):
        return {name: _plain(getattr(value, name)) for name in value.__struct_fields__}
    if isinstance(value, dict):
        return {str(key): _plain(entry) for key, entry in value.items()}
    if isinstance(value, set | frozenset):
        return sorted((_plain(entry) for entry in value), key=str)
    if isinstance(value, list | tuple):
        return [_plain(entry) for entry in value]
    return value if isinstance(value, str | int | float | bool | None) else str(value)
