"""The host page: addresses and QR, who is connected, help when no phone arrives, deleted tables, box profiles."""

from __future__ import annotations

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for

from companion import play
from companion.core.text import T
from companion.games import GAMES
from companion.play import House, Refused
from companion.web.addresses import Addresses
from companion.web.lobby import qr_svg
from companion.web.security import HOST_COOKIE, YEAR, Guard

HELP_AFTER_S = 60
CLOCKLESS_YEAR = 2025


def blueprint(house: House, guard: Guard, addresses: Addresses) -> Blueprint:
    """``/host`` and what it can do."""
    pages = Blueprint("host", __name__)
    started = house.clock()

    @pages.get("/host")
    def host() -> Response:
        token = request.args.get("token")
        if token is not None:
            if not guard.is_token(token):
                raise Refused("host_only", None, T("This is not the host's link of this companion. Start it again."))
            response = make_response(redirect(url_for("host.host"), 303))
            response.set_cookie(HOST_COOKIE, token, max_age=YEAR, httponly=True, samesite="Strict")
            return response
        lonely = not addresses.alone and house.bell.arrived() == 0 and house.clock() - started > HELP_AFTER_S
        phones = house.bell.phones()
        tables = play.lobby(house, guard.device())
        page = render_template(
            "host.html",
            addresses=addresses,
            base=addresses.base(),
            changed=addresses.just_changed,
            tables=tables,
            deleted=play.deleted_tables(house) if guard.is_host() else (),
            games=GAMES,
            is_host=guard.is_host(),
            phones=len({device for _, device in phones}),
            by_table={code: sum(1 for table, _ in phones if table == code) for code, _ in phones},
            lonely=lonely,
            bad_clock=house.now().year < CLOCKLESS_YEAR,
        )
        response = make_response(page)
        response.headers["Cache-Control"] = "no-store"
        return response

    @pages.get("/host/qr.svg")
    def qr() -> Response:
        response = Response(qr_svg(addresses.base() + "/"), content_type="image/svg+xml")
        response.headers["Cache-Control"] = "no-store"
        return response

    @pages.post("/host/address")
    def choose() -> Response:
        guard.require_host()
        addresses.choose(request.form.get("address", ""))
        return redirect(url_for("host.host"), 303)  # type: ignore[return-value]

    @pages.post("/host/delete/<code>")
    def delete(code: str) -> Response:
        guard.require_host()
        play.delete_table(house, code)
        return redirect(url_for("host.host"), 303)  # type: ignore[return-value]

    @pages.post("/host/restore/<code>")
    def restore(code: str) -> Response:
        guard.require_host()
        play.restore_table(house, code)
        return redirect(url_for("host.host"), 303)  # type: ignore[return-value]

    return pages
