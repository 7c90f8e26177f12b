"""What goes over the wire: a first visit, and a move on a board and on a phone, compressed as a browser asks for it."""

from __future__ import annotations

import random
import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion import play
from companion.games import GAMES
from testkit.playing import play_on

FIRST_VISIT = 60_000
MOVE = 8_000
"""Bytes at most."""
PACKED = {"Accept-Encoding": "gzip"}
NAMES = ("Maximiliane-Alexandra Grünwald", "王小明和他最好的朋友阿宏", "Bo", "Catherine Montgomery", "Di", "Florence")
COLORS = ("red", "blue", "green", "amber", "purple", "slate")


def weight(client: FlaskClient, path: str) -> int:
    """A page with everything it loads, in bytes as sent."""
    page = client.get(path, headers=PACKED)
    plain = client.get(path).get_data(as_text=True)
    plain = re.sub(r'<link rel="apple-touch-icon"[^>]+>', "", plain)  # fetched when it is put on a home screen
    loaded = set(re.findall(r'(?:src|href)="(/static/[^"]+|/t/[A-Z0-9]+/qr\.svg)"', plain))
    assert loaded
    return len(page.data) + sum(len(client.get(asset, headers=PACKED).data) for asset in loaded)


@pytest.mark.parametrize("game", list(GAMES))
def test_a_first_visit_and_a_move_are_small(app: Flask, client: FlaskClient, game: str) -> None:
    """First visit still at most 60 kB; a move at most 8 kB: the most players, at six moments of an evening."""
    house: play.House = app.extensions["companion"]
    seats = [{"name": name, "color": color} for name, color in zip(NAMES, COLORS, strict=True)]
    code = play.open_table(house, game, seats[: GAMES[game].players[-1]]).code
    assert weight(client, f"/t/{code}/board") <= FIRST_VISIT
    assert weight(client, f"/t/{code}?as=0") <= FIRST_VISIT
    for moment in range(6):
        for part in ("board", "panel?as=0"):
            move = client.get(f"/t/{code}/{part}", headers={**PACKED, "HX-Request": "true"})
            assert move.headers["Content-Encoding"] == "gzip"
            assert len(move.data) <= MOVE, (part, moment)
        play_on(house, code, 25, random.Random(moment))
