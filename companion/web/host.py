"""The host page: addresses and QR, who is connected, help when no phone arrives, deleted tables, box profiles."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable
from pathlib import Path

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for

from companion import play
from companion.core.log import Sitting
from companion.core.text import T
from companion.games import GAMES
from companion.play import House, Refused
from companion.web.addresses import Addresses
from companion.web.lobby import SHOWN, qr_svg
from companion.web.phone import SYMBOLS
from companion.web.security import YEAR, Guard

HELP_AFTER_S = 60
CLOCKLESS_YEAR = 2025


NO_ADDRESS = T("An address looks like http://192.168.1.20:8000 or https://games.example, with nothing after it.")


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
            response.set_cookie(guard.host_cookie, token, max_age=YEAR, httponly=True, samesite="Strict")
            return response
        lonely = not addresses.alone and house.bell.arrived() == 0 and house.clock() - started > HELP_AFTER_S
        phones = house.bell.phones()
        tables = play.lobby(house, guard.device())
        page = render_template(
            "host.html",
            addresses=addresses,
            base=addresses.base(),
            changed=addresses.just_changed,
            sitting=_sitting(house, phones),
            symbols=SYMBOLS,
            games=GAMES,
            tables=tables if "all" in request.args else tables[:SHOWN],
            more=0 if "all" in request.args else max(0, len(tables) - SHOWN),
            deleted=play.deleted(house)[:SHOWN] if guard.is_host() else (),
            is_host=guard.is_host(),
            phones=len({device for _, device in phones}),
            by_table={code: sum(1 for table, _ in phones if table == code) for code, _ in phones},
            lonely=lonely,
            copies=[kind for kind in GAMES.values() if kind.keeps_copy],
            copies_locked=play.box_is_locked(house),
            teaching_locked=play.teaching_is_locked(house),
            backup_folder=play.backup_folder(house),
            bad_clock=house.now().year < CLOCKLESS_YEAR,
            notes=house.store.notes if guard.is_host() else (),
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
        if "public" in request.form:
            try:
                addresses.set_public(request.form["public"])
            except ValueError as problem:
                raise Refused("bad_field", "public", NO_ADDRESS) from problem
        else:
            addresses.choose(request.form.get("address", ""))
        return redirect(url_for("host.host"), 303)  # type: ignore[return-value]

    @pages.post("/host/box-lock")
    def lock_box() -> Response:
        guard.require_host()
        play.lock_box(house, request.form.get("locked") == "true")
        return redirect(url_for("host.host"), 303)  # type: ignore[return-value]

    @pages.post("/host/teaching-lock")
    def lock_teaching() -> Response:
        guard.require_host()
        play.lock_teaching(house, request.form.get("locked") == "true")
        return redirect(url_for("host.host"), 303)  # type: ignore[return-value]

    @pages.post("/host/backup")
    def backup() -> Response:
        guard.require_host()
        with tempfile.TemporaryDirectory(prefix="companion-", ignore_cleanup_errors=True) as folder:
            made = Path(folder) / f"companion-{house.now():%Y%m%d}.sqlite3"
            play.copy_everything(house, made)
            file = made.open("rb")  # its name goes with the folder, its content stays until it is sent
        response = Response(iter(lambda: file.read(65536), b""), content_type="application/vnd.sqlite3")
        response.headers["Content-Disposition"] = f'attachment; filename="{made.name}"'
        response.headers["Cache-Control"] = "no-store"
        response.call_on_close(file.close)
        return response

    @pages.post("/host/restore-file")
    def restore_file() -> Response:
        guard.require_host()
        uploaded = request.files.get("file")
        if uploaded is None or not uploaded.filename:
            raise Refused("bad_field", "file", T("Choose the file of the backup."))
        with tempfile.TemporaryDirectory(prefix="companion-", ignore_cleanup_errors=True) as folder:
            file = Path(folder) / "backup.sqlite3"
            uploaded.save(file)
            play.restore_everything(house, file)
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


def _sitting(house: House, phones: Iterable[tuple[str, str]]) -> list[Sitting]:
    """Who is here: the people on whose seats a phone listens, each once."""
    found: dict[str, Sitting] = {}
    for code, device in sorted(phones):
        try:
            table = play.look(house, code)
        except Refused:
            continue
        seat = table.seat_of(house.store.device(code, device))
        if seat is not None:
            found.setdefault(table.names[seat], table.table.seats[seat])
    return list(found.values())
