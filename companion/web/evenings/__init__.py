"""The pages of the evenings: players, the log of plays, statistics, what one takes along; and the same as JSON."""

from __future__ import annotations

from flask import Flask

from companion.play import House
from companion.web.api import body_of
from companion.web.evenings import api, players, plays, showing, statistics
from companion.web.openapi import Operations
from companion.web.security import Guard


def install(app: Flask, house: House, guard: Guard, operations: Operations) -> None:
    """Adds the pages, their words in templates, and their part of the API."""
    showing.install(app)
    for room in (players, plays, statistics):
        app.register_blueprint(room.blueprint(house, guard))
    app.register_blueprint(api.blueprint(house, guard, operations, body_of))
