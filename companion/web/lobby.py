"""The first page, opening a table, joining one by its code or QR."""

from __future__ import annotations

import io
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import qrcode
import qrcode.image.svg
from babel.dates import format_skeleton
from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for

from companion import play
from companion.core.game import AnyGame
from companion.core.text import T, Text
from companion.games import GAMES
from companion.play import House, Listed, Refused, pads
from companion.play.evening_log import line_up_of
from companion.play.people import offered_names
from companion.play.seating import COLORS
from companion.web.addresses import Addresses
from companion.web.ago import ago, seconds_since
from companion.web.answers import own_page
from companion.web.i18n import LANGUAGE_COOKIE, words
from companion.web.phone import SYMBOLS
from companion.web.places import place_of
from companion.web.security import YEAR, Guard
from companion.words import LANGUAGES

SHOWN = 40
"""Tables of a list that are shown at first."""
LISTED = 10
"""Tables of each list of the first page, before "all" is asked for."""


@dataclass(frozen=True, slots=True)
class Hero:
    """The table this device goes on with. ``total`` and ``place``: how its seat stands, where a page may show it."""

    entry: Listed
    my_turn: bool
    total: int | None = None
    place: Text | None = None


def blueprint(house: House, guard: Guard, addresses: Addresses) -> Blueprint:
    """``/``, ``/new``, ``/join`` and the QR of a table."""
    pages = Blueprint("lobby", __name__)

    @pages.get("/")
    def home() -> str:
        tables = play.lobby(house, guard.device())
        hero = _hero(
            house, guard.device(), next((one for one in tables if one.mine and one.going and one.readable), None)
        )
        going = [one for one in tables if one.going and (hero is None or one.code != hero.entry.code)]
        finished = sorted((one for one in tables if not one.going), key=lambda one: one.touched_at, reverse=True)
        shown = None if "all" in request.args else LISTED
        now = house.now()
        return render_template(
            "home.html",
            hero=hero,
            going=going[:shown],
            more_going=0 if shown is None else max(0, len(going) - shown),
            finished=finished[:shown],
            more_finished=0 if shown is None else max(0, len(finished) - shown),
            copies=[kind for kind in GAMES.values() if kind.keeps_copy],
            games=GAMES,
            pads=[] if tables else pads.pads(house),
            phones=len({device for _, device in house.bell.phones()}),
            symbols=SYMBOLS,
            since=lambda at: ago(seconds_since(at, now)),
            day=lambda at: format_skeleton("MMMd", datetime.fromisoformat(at).astimezone(), locale=words().language),
        )

    @pages.get("/new")
    def games() -> str:
        return render_template("new.html", games=GAMES, pads=pads.pads(house), game=None, problem=None)

    @pages.get("/new/<game>")
    def new(game: str) -> str:
        return _form(game, line_up_of(house, guard.device(), request.args.get("like")), None)

    def _kind(game: str) -> type[AnyGame]:
        if game not in GAMES and not game.startswith(pads.PREFIX):
            raise Refused("not_found", None, T("There is no such game here."))
        return pads.kind_named(house, game)

    def _form(game: str, given: dict[str, Any], problem: Refused | None) -> str:
        return render_template(
            "new.html",
            games=GAMES,
            game=_kind(game),
            asked=game,
            remembered=offered_names(house, guard.device()),
            colors=COLORS,
            symbols=SYMBOLS,
            given=given,
            problem=problem,
        )

    @pages.post("/new/<game>")
    def open_table(game: str) -> Response:
        form = request.form
        seats = [
            {"name": form.get(f"name.{row}", ""), "color": form.get(f"color.{row}", "")}
            for row in range(8)
            if form.get(f"name.{row}", "").strip()
        ]
        options: dict[str, Any] = {}
        for option in _kind(game).options:
            value = form.get(f"option.{option.key}")
            if value is not None:
                options[option.key] = value == "true" if option.kind == "bool" else value
        try:
            found = play.open_table(house, game, seats, options, form.get("unlisted") == "true")
        except Refused as problem:
            return make_response(_form(game, form.to_dict(), problem), 422)
        play.see_table(house, found, guard.device())
        return redirect(url_for("lobby.join", code=found.code), 303)  # type: ignore[return-value]

    @pages.post("/names/forget")
    def forget_name() -> Response:
        play.forget_name(house, request.form.get("forget", "")[:200])
        return redirect(own_page(request.form.get("back", ""), "/new"), 303)  # type: ignore[return-value]

    @pages.get("/join")
    def enter_code() -> Response:
        code = request.args.get("code", "")
        if not code.strip():
            return make_response(home())
        return redirect(url_for("tables.table", code=play.look(house, code).code), 302)  # type: ignore[return-value]

    @pages.get("/t/<code>/join")
    def join(code: str) -> str:
        found = play.look(house, code)
        own = found.seat_of(play.device_at(house, found, guard.device()))
        return render_template(
            "join.html",
            look=found,
            own=own,
            symbols=SYMBOLS,
            addresses=addresses,
            url=addresses.table_url(found.code),
            others=addresses.others(found.code),
        )

    @pages.get("/t/<code>/qr.svg")
    def qr(code: str) -> Response:
        found = play.look(house, code)
        response = Response(qr_svg(addresses.table_url(found.code)), content_type="image/svg+xml")
        response.headers["Cache-Control"] = "no-cache"
        return response

    @pages.post("/language")
    def language() -> Response:
        chosen = request.form.get("lang", "")
        response = make_response(redirect(own_page(request.form.get("back", ""), "/"), 303))
        if chosen in LANGUAGES:
            response.set_cookie(LANGUAGE_COOKIE, chosen, max_age=YEAR, samesite="Lax", httponly=True)
        return response

    return pages


def _hero(house: House, device: str, entry: Listed | None) -> Hero | None:
    """The table to go on with, as its own seat sees it; nothing is folded for any other."""
    if entry is None:
        return None
    try:
        found = play.look(house, entry.code)
    except Refused:
        return None
    seat = found.seat_of(house.store.device(entry.code, device))
    if seat is None or found.score is None or not found.score.winners or not found.score_is_shown or found.veiled:
        return Hero(entry, seat in found.active)
    me = found.score.players[seat]
    return Hero(entry, seat in found.active, me.total, place_of(me.rank))


def qr_svg(data: str) -> bytes:
    """A QR code as SVG, black on white with its quiet zone, whatever the theme."""
    code = qrcode.QRCode(error_correction=qrcode.constants.ERROR_CORRECT_M, border=3)
    code.add_data(data)
    image = code.make_image(image_factory=qrcode.image.svg.SvgFillImage)
    out = io.BytesIO()
    image.save(out)
    return out.getvalue()
