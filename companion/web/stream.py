"""News for phones: a live stream that says only the current sequence number, and a plain answer for polling."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from flask import Blueprint, Response, jsonify, request

from companion.live import Listener
from companion.play import House, Look, look, seq_of
from companion.web.addresses import Addresses
from companion.web.security import Guard

HEARTBEAT_S = 2.0
STAYS = "companion.stays"
"""What the server (`companion.connections`) offers to whoever answers with a live stream."""
LIFE_S = (60, 120)
OFFERED_S = 60.0
"""How long a filmed throw that nobody has entered is offered to pages which open or wake up."""


def blueprint(house: House, guard: Guard, addresses: Addresses) -> Blueprint:
    """``/t/CODE/stream`` and ``/t/CODE/seq``."""
    pages = Blueprint("stream", __name__)

    @pages.get("/t/<code>/seq")
    def seq(code: str) -> Response:
        return jsonify({"seq": look(house, code).seq})

    @pages.get("/t/<code>/stream")
    def stream(code: str) -> Response:
        found = look(house, code)
        tab = request.args.get("tab", "")[:32]
        here = addresses.is_here(request.remote_addr or "", request.host)
        listener = house.bell.listen(
            found.code,
            guard.device(),
            tab,
            board="board" in request.args,
            here=here,
            address=request.remote_addr or "",
        )
        if listener is None:
            return Response(status=503, headers={"Retry-After": "10"}, content_type="text/plain")
        counted_apart: Callable[[], None] = request.environ.get(STAYS, lambda: None)
        counted_apart()
        gone: Callable[[], bool] = request.environ.get("waitress.client_disconnected", lambda: False)
        heard = request.args.get("rings", type=int)
        known = 0 if _throw_is_open(house, found) else house.bell.throw
        response = Response(
            _events(house, listener, gone, heard, known), content_type="text/event-stream; charset=utf-8"
        )
        response.headers["Cache-Control"] = "no-store"
        response.headers["X-Accel-Buffering"] = "no"
        response.call_on_close(lambda: house.bell.leave(listener))
        return response

    return pages


def _throw_is_open(house: House, found: Look) -> bool:
    """Whether the newest throw may still be what this table asks for: it is fresh, and nothing was entered since."""
    bell = house.bell
    newest = found.events[-1].at if found.events else found.row.opened_at
    return bell.throw > 0 and house.clock() - bell.thrown_clock <= OFFERED_S and newest < bell.thrown_at


def _events(
    house: House, listener: Listener, gone: Callable[[], bool], heard: int | None, thrown: int
) -> Iterator[bytes]:
    """The sequence number at connect, at each ring and every 2 s; ends by itself after 60 to 120 s.

    ``heard``: the ring the page knows of. What rang since without a new number (a table closed, somebody seated) is
    said after connecting, so that a phone that was away then hears of it too. ``thrown``: the newest throw that it need
    not be told of.
    """
    ends_at = house.clock() + house.chance.uniform(*LIFE_S)
    heard = house.bell.rings(listener.code) if heard is None else heard
    told: int | None = None
    rung = False
    try:
        while not listener.replaced and not gone():
            seq = seq_of(house, listener.code, heard if rung else None)
            house.store.release()  # nothing is asked while it waits
            yield f"event: seq\nid: {seq}\ndata: {seq}\n\n".encode()
            if rung and told == seq:
                yield f"event: people\nid: {seq}\ndata: {seq}\n\n".encode()
            if house.bell.throw != thrown:
                thrown = house.bell.throw
                yield f"event: dice\ndata: {house.bell.thrown_at}\n\n".encode()  # when it was names the throw
            told = seq
            if house.clock() >= ends_at:
                return
            before, heard = heard, house.bell.wait(listener, heard, HEARTBEAT_S)
            rung = heard != before
    finally:
        house.bell.leave(listener)
