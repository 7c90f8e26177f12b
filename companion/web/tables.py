"""The pages of a table: phone, panel, board, history; and what a form on them does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for

from companion import play
from companion.core.accepting import accept, not_offered
from companion.core.codec import action_from_json
from companion.core.game import Clause, Offer, Telling
from companion.core.text import Seat, T
from companion.play import House, Look, Refused
from companion.play.seating import COLORS
from companion.web import takeaway
from companion.web.answers import is_htmx, own_page, refusal
from companion.web.drawings import Drawings
from companion.web.forms import action_from_form, naming, parts_of, read_index, read_numbers
from companion.web.history import KINDS, Filter, check_face_up, history_of, offers_at
from companion.web.i18n import say
from companion.web.phone import Page
from companion.web.rules import found_in
from companion.web.security import Guard

WATCHING = "watch"


def blueprint(house: House, guard: Guard) -> Blueprint:
    """Everything below ``/t/CODE`` that people see."""
    pages = Blueprint("tables", __name__)
    drawings = Drawings(house)

    def past(found: Look, seat: int | str | None) -> Refused:
        whose = Seat(seat) if isinstance(seat, int) and seat in found.seats else None
        return not_offered(found.game, found.state, whose, request.form.get("type", "")).named(found.names)

    def page_of(code: str) -> Page:
        rings = house.bell.rings(code)
        found = play.look(house, code)
        device = play.device_at(house, found, guard.device())
        own = found.seat_of(device)
        return Page(house, found, device, own, _asked_seat(found, own), rings)

    def panel(code: str) -> Response:
        page = page_of(code)
        return _fresh(page, drawings.of("_panel.html", page))

    def done(code: str) -> Response:
        """After a write: the panel, or the page a form of another page names; the page again without script."""
        if is_htmx() and "back" not in request.form:
            return panel(code)
        back = own_page(request.form.get("back", ""), url_for("tables.table", code=code, **_kept()))
        if is_htmx():
            return Response(headers={"HX-Redirect": back})
        return redirect(back, 303)  # type: ignore[return-value]

    def written(code: str, write: Callable[[str], object]) -> Response:
        """Runs a write with the form's key; a refusal is worded with the names at the table."""
        try:
            write(request.form.get("key") or "")
        except Refused as problem:
            if problem.more.get("again"):
                return done(code)  # somebody's double tap: their first one counts, and is what they are shown
            found = play.look(house, code)
            return refusal(problem, found.names, code=found.code)
        return done(code)

    @pages.get("/t/<code>")
    def table(code: str) -> Response:
        found = play.look(house, code)
        if code != found.code:
            asked = f"?{request.query_string.decode('ascii', 'replace')}" if request.query_string else ""
            return redirect(url_for("tables.table", code=found.code) + asked, 302)  # type: ignore[return-value]
        if guard.is_known():
            play.see_table(house, found, guard.device())
        else:  # a page seen without a cookie leaves no device behind
            guard.visits.remember(guard.device(), found.code)
        page = page_of(code)
        template = "table.html"
        if page.own is None and WATCHING not in request.args and "as" not in request.args:
            template = "seat.html"
        return _fresh(page, render_template(template, page=page))

    @pages.get("/t/<code>/panel")
    def panel_page(code: str) -> Response:
        return panel(code)

    @pages.get("/t/<code>/board")
    def board(code: str) -> Response:
        page = replace(page_of(code), own=None, seat=None, on_board=True)
        if is_htmx():
            return _fresh(page, drawings.of("_board.html", page))
        return _fresh(page, render_template("board.html", page=page))

    @pages.get("/t/<code>/<any(setup, result, seats, beside, correction, 'played-on'):which>")
    def leaf(code: str, which: str) -> str:
        page = page_of(code)
        used = {person.color for person in page.people}
        spare = next((color for color in COLORS if color not in used), None)
        return render_template(
            f"{which}.html",
            page=page,
            colors=COLORS,
            spare_color=spare,
            emblem=takeaway.emblem_of(page.key),
            with_code=True,
        )

    @pages.get("/t/<code>/picture.png")
    def picture(code: str) -> Response:
        return takeaway.picture(page_of(code))

    @pages.get("/t/<code>/sheet.html")
    def one_file(code: str) -> Response:
        return takeaway.one_file(page_of(code))

    @pages.get("/t/<code>/rules")
    def rules(code: str) -> str:
        page, asked = page_of(code), request.args.get("q", "")[:80]
        names = page.names
        chapters = found_in(page.rules, asked, lambda text: say(text, names))
        return render_template("rules.html", page=page, chapters=chapters, asked=asked)

    @pages.get("/t/<code>/history")
    def history(code: str) -> Response:
        page = page_of(code)
        asked = read_index(request.args.get("page")) or 0
        who, kind = request.args.get("who"), request.args.get("kind")
        wanted = Filter(-1 if who == "table" else read_index(who), kind if kind in KINDS else None)
        found = history_of(page.look, asked, wanted, say)
        return _fresh(page, render_template("history.html", page=page, history=found, kinds=KINDS))

    @pages.get("/t/<code>/correct/<int:seq>")
    def correct(code: str, seq: int) -> str:
        page = page_of(code)
        check_face_up(page.look, seq)
        offers, corrected = offers_at(page.look, seq)
        return render_template("correct.html", page=page, offers=offers, corrected=corrected)

    @pages.post("/t/<code>/seat")
    def seat(code: str) -> Response:
        form = request.form
        if wanted := form.get("seat"):
            number = read_index(wanted)
            play.take_seat(house, code, guard.device(), -1 if number is None else number)
        else:
            play.leave_seat(
                house, code, guard.device(), (read_index(form["device"]) or 0) if "device" in form else None
            )
        return redirect(url_for("tables.table", code=code), 303)  # type: ignore[return-value]

    @pages.post("/t/<code>/act")
    def act(code: str) -> Response:
        def write(key: str) -> object:
            form = request.form
            seat = _posted_number(form.get("seat", ""))
            offers = _posted_offers(play.look(house, code), seat)
            action = action_from_form(form, offers)
            via, roll = form.get("via") or "hand", form.get("roll") == "true"
            try:
                return play.act(
                    house,
                    code,
                    guard.device(),
                    action,
                    key,
                    seat=seat,
                    via=via,
                    roll=roll,
                    base_seq=_posted_number(form.get("base_seq", "")),
                    seen=_posted_seen(),
                )
            except Refused as problem:
                if problem.missing and not offers:  # the form is of a step that is past: not its field is wrong
                    raise past(play.look(house, code), seat) from problem
                raise naming(problem, offers) from problem

        return written(code, write)

    @pages.post("/t/<code>/acts")
    def acts(code: str) -> Response:
        """Several facts on one form, each an entry of its own; what is left empty is left for later."""

        def write(key: str) -> object:
            if play.repeated(house, code, key):
                return None
            entered = _acts_of(play.look(house, code))
            for number, (seat, action, _) in enumerate(entered):
                play.act(house, code, guard.device(), action, f"{key[:56]}:{number}" if number else key, seat=seat)
            return len(entered)

        return written(code, write)

    @pages.post("/t/<code>/tell")
    def tell(code: str) -> str:
        page = page_of(code)
        telling, ready = _previewed(page.look)
        return render_template("_telling.html", page=page, telling=telling, ready=ready)

    @pages.post("/t/<code>/sum/<which>")
    def work_out(code: str, which: str) -> str:
        page = page_of(code)
        works = page.look.game.sums.get(which)
        if works is None:
            raise Refused("not_found", None, T("There is nothing at this address. Go back to the start page."))
        typed = {name: read_numbers(value) for name, value in request.form.items() if value.strip()}
        return render_template("_answer.html", page=page, answer=works(typed))

    @pages.post("/t/<code>/undo")
    def undo(code: str) -> Response:
        to = _posted_number(request.form.get("to", ""))
        return written(code, lambda key: play.undo(house, code, guard.device(), key, to, seen=_posted_seen()))

    @pages.post("/t/<code>/redo")
    def redo(code: str) -> Response:
        return written(code, lambda key: play.redo(house, code, guard.device(), key, seen=_posted_seen()))

    @pages.post("/t/<code>/retract")
    def retract(code: str) -> Response:
        seq = _posted_number(request.form.get("seq", ""))
        return written(code, lambda key: play.retract(house, code, guard.device(), key, seq))

    @pages.post("/t/<code>/away")
    def away(code: str) -> Response:
        seat, gone = _posted_number(request.form.get("seat", "")), request.form.get("away") != "false"
        return written(code, lambda key: play.away(house, code, guard.device(), key, seat, gone))

    @pages.post("/t/<code>/throw")
    def throw(code: str) -> Response:
        sides, count = _posted_number(request.form.get("sides", "")), _posted_number(request.form.get("count", ""))
        return written(
            code, lambda key: play.throw(house, code, guard.device(), key, sides, count, seen=_posted_seen())
        )

    @pages.post("/t/<code>/draw-start")
    def draw_start(code: str) -> Response:
        return written(code, lambda key: play.draw_start(house, code, guard.device(), key, seen=_posted_seen()))

    @pages.post("/t/<code>/keep-time")
    def keep_time(code: str) -> Response:
        on = request.form.get("on") != "false"
        return written(code, lambda key: play.keep_time(house, code, guard.device(), key, on))

    @pages.post("/t/<code>/amend")
    def amend(code: str) -> Response:
        def write(key: str) -> object:
            seq = read_index(request.form.get("seq")) or 0
            possible, _ = offers_at(play.look(house, code), seq)
            offers = tuple(offer for offer in possible if offer.type == request.form.get("type")) or possible[:1]
            action = action_from_form(request.form, offers)
            try:
                return play.amend(house, code, guard.device(), key, seq, action)
            except Refused as problem:
                raise naming(problem, offers) from problem

        return written(code, write)

    @pages.post("/t/<code>/seats")
    def seats(code: str) -> Response:
        return written(code, lambda key: play.reseat(house, code, guard.device(), key, _seats(request.form)))

    @pages.post("/t/<code>/again")
    def again(code: str) -> Response:
        after = play.play_again(house, code, guard.device())
        return redirect(url_for("tables.table", code=after.code), 303)  # type: ignore[return-value]

    @pages.post("/t/<code>/close")
    def close(code: str) -> Response:
        play.close_table(house, code, request.form.get("key") or None)
        return done(code)

    @pages.post("/t/<code>/reopen")
    def reopen(code: str) -> Response:
        play.reopen_table(house, code, request.form.get("key") or None)
        return done(code)

    return pages


def _fresh(page: Page, text: str) -> Response:
    """What shows the table as it is now: nobody keeps it, and it says which event is the newest it shows."""
    response = make_response(text)
    response.headers["X-Seq"] = str(page.seq)
    response.headers["Cache-Control"] = "no-store"
    return response


def _kept() -> dict[str, Any]:
    """What of the address a redirect keeps: whose page is looked at."""
    return {name: request.values[name] for name in ("as", WATCHING) if name in request.values}


def _asked_seat(found: Look, own: Seat | None) -> Seat | None:
    """Whose page is wanted: ``as=N`` in the address, else one's own seat."""
    wanted = read_index(request.values.get("as"))
    return Seat(wanted) if wanted is not None and wanted < len(found.table.seats) else own


def _posted_seen() -> int | str | None:
    """What the author of a tap without a value of its own saw."""
    return _posted_number(request.form.get("seen", ""))


def _posted_number(typed: str) -> int | str | None:
    """The number of a hidden field, None where it is empty; what is no number stays as it is, to be refused."""
    number = read_index(typed)
    return number if number is not None else typed or None


def _posted_offers(found: Look, seat: int | str | None) -> tuple[Offer, ...]:
    """The offers of the posted type: they say which fields a form has."""
    whose = Seat(seat) if isinstance(seat, int) and seat in found.seats else None
    return found.offers_of_type(request.form.get("type", ""), whose)


def _acts_of(found: Look) -> list[tuple[Seat | None, dict[str, Any], Telling]]:
    """The actions of a form that holds several, each with what it would do after those before it.

    Raises Refused where one of them cannot be.
    """
    entered, state = [], found.state
    for part in parts_of(request.form):
        posted = _posted_number(part.get("seat") or "")
        seat = Seat(posted) if isinstance(posted, int) and posted in found.seats else None
        offers = found.offers_of_type(part.get("type") or "", seat)
        if not part.filled(offers):
            continue
        try:
            action = action_from_form(part, offers)
            step = accept(found.game, state, seat, action_from_json(found.game, action))
            entered.append((seat, action, step.telling))
            state = step.state
        except Refused as problem:
            raise naming(problem, offers) from problem
    if not entered:
        raise Refused("bad_field", None, T("Nothing is filled in yet: enter one of the numbers."), missing=True)
    return entered


def _previewed(found: Look) -> tuple[Telling, bool]:
    """The sentence of what a form would do, and that it can; else a refusal's sentence."""
    try:
        if "types" in request.form:
            return tuple(clause for _, _, telling in _acts_of(found) for clause in telling), True
        whose = _posted_number(request.form.get("seat", ""))
        action = action_from_form(request.form, _posted_offers(found, whose))
        return found.preview(Seat(whose) if isinstance(whose, int) and whose in found.seats else None, action), True
    except Refused as problem:
        if problem.missing:
            return (Clause(T("Fill in what is still missing.")),), False
        return (Clause(problem.text, "cost"),), False


def _seats(form: Any) -> list[dict[str, Any]]:
    """The seats of the seats form: rows ``name.N``, ``color.N``, ``was.N``, in the order of ``place.N``."""
    rows = []
    for row in range(8):
        name = form.get(f"name.{row}", "")
        if not name.strip() or form.get(f"remove.{row}"):
            continue
        was = read_index(form.get(f"was.{row}"))
        seat: dict[str, Any] = {"name": name, "color": form.get(f"color.{row}", "")}
        if was is not None:
            seat["was"] = was
        place = read_index(form.get(f"place.{row}"))
        rows.append((row if place is None else place, row, seat))
    return [seat for _, _, seat in sorted(rows, key=lambda entry: entry[:2])]
