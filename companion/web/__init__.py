"""Flask: requests, sessions, HTML. No rules of a game, no SQL.

`create_app` puts the rooms together; each module here is one blueprint or one concern of every request.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from flask import Flask, Response, has_request_context, jsonify, request

from companion.core.text import T
from companion.live import Doorbell
from companion.play import House, Refused, tray_of
from companion.play.house import new_key
from companion.reader import Reader
from companion.resources import static_path, templates_path
from companion.store import Store
from companion.web import (
    answers,
    api,
    camera,
    deck,
    delivery,
    evenings,
    homescreen,
    host,
    i18n,
    limits,
    lobby,
    my_copy,
    pads,
    pads_api,
    picture,
    security,
    stream,
    tables,
    taught,
    tray,
)
from companion.web.addresses import Addresses
from companion.web.ago import minutes
from companion.web.guessing import slow_down
from companion.web.openapi import Operations
from companion.webcam import Throw, Webcam


def create_app(
    data: Path,
    *,
    port: int = 8000,
    bound: str | None = None,
    public: str | None = None,
    streams: int = 64,
    allow_hosts: Sequence[str] = (),
    camera_source: str | None = None,
    house: House | None = None,
) -> Flask:
    """The companion as a WSGI application, with its data in a folder.

    ``port``: where it will be served, for the addresses it shows; ``bound``: the only address (a number) it is served
    at, None for all of this computer's; ``public``: the start of the address that phones use where it is none of this
    computer's; ``streams``: live streams held at once;
    ``allow_hosts``: further names it answers to; ``camera_source``: the camera over the dice, watched from now on. Raises OSError where the folder cannot be written.
    """
    house = house or House(Store(data), Doorbell(most=streams))
    addresses = Addresses(house.store, port, bound, public)
    names = security.Names(addresses.numbers, tuple(allow_hosts))
    guard = security.Guard(house.store.secret("cookies"), house.store.secret("host-token"), names)

    app = Flask("companion", static_folder=None, template_folder=str(templates_path()))
    app.config["MAX_CONTENT_LENGTH"] = app.config["MAX_FORM_MEMORY_SIZE"] = limits.FORM_LIMIT
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals["new_key"] = new_key
    app.jinja_env.globals["minutes"] = minutes
    app.jinja_env.globals["base_address"] = addresses.base
    app.jinja_env.globals["phones_can_join"] = lambda: addresses.reachable
    app.jinja_env.globals["picture_fault"] = picture.fault
    app.jinja_env.globals["has_page"] = lambda path: any(rule.rule == path for rule in app.url_map.iter_rules())
    app.extensions["companion"] = house
    app.extensions["guard"] = guard
    app.extensions["addresses"] = addresses

    i18n.install(app)
    answers.install(app)
    delivery.install(app, static_path())
    security.install(app, guard)
    limits.install(app, guard.is_host)
    slow_down(app, house, guard)
    operations = Operations()
    reader = Reader(who=_asking)
    app.extensions["reader"] = reader

    def thrown(throw: Throw) -> None:
        house.bell.ring_for_throw(throw.number, house.at(), house.clock())

    webcam = Webcam(camera_source, thrown) if camera_source else None
    app.extensions["webcam"] = webcam
    app.jinja_env.globals["webcam"] = webcam
    if webcam is not None:
        webcam.use_tray(tray_of(house, webcam.source))
        webcam.start()
    app.register_blueprint(homescreen.blueprint(house, app))
    app.register_blueprint(lobby.blueprint(house, guard, addresses))
    app.register_blueprint(my_copy.blueprint(house, guard))
    app.register_blueprint(pads.blueprint(house, guard, addresses, reader))
    app.register_blueprint(pads_api.blueprint(house, guard, operations))
    app.register_blueprint(tables.blueprint(house, guard))
    app.register_blueprint(stream.blueprint(house, guard, addresses))
    app.register_blueprint(host.blueprint(house, guard, addresses))
    app.register_blueprint(camera.blueprint(house, guard, reader, webcam, operations))
    app.register_blueprint(tray.blueprint(house, guard, webcam, operations))
    app.register_blueprint(deck.blueprint(house, guard, reader))
    app.register_blueprint(taught.blueprint(house, guard, reader))
    app.register_blueprint(api.blueprint(house, guard, addresses, operations))
    evenings.install(app, house, guard, operations)

    @app.teardown_appcontext
    def leave_connection(_: BaseException | None) -> None:
        house.store.release()

    @app.get("/healthz")
    def healthz() -> Response:
        if not house.store.healthy():
            raise Refused("busy", None, T("The database does not answer."))
        return jsonify({"ok": True})

    return app


def _asking() -> str:
    """The address that asks, for whoever serves one after the other."""
    return request.remote_addr or "" if has_request_context() else ""
