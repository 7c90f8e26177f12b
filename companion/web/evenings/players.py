"""The people of the house: their colour and sign, renaming, hiding, merging, deleting and restoring."""

from __future__ import annotations

from flask import Blueprint, Response, redirect, render_template, request, url_for

from companion.core.names import identity
from companion.core.text import T, listed
from companion.evenings.figures import finished, seats_by_person
from companion.evenings.model import SYMBOLS, label
from companion.play import House, Refused
from companion.play.befores import back_to, befores_of
from companion.play.people import (
    PersonAsked,
    change_person,
    checked_name,
    delete_person,
    living,
    merge_people,
    new_person,
    restore_person,
    split_person,
)
from companion.play.seating import COLORS
from companion.web.evenings.showing import (
    MOST_OFFERED,
    all_plays,
    best_known,
    everybody_seen,
    named_here,
    one_seen,
    require_host,
    since_of,
    sorted_by_plays,
)
from companion.web.forms import read_index
from companion.web.security import Guard

SHOWN = 100
LONGEST_ASKED = 60


def blueprint(house: House, guard: Guard) -> Blueprint:
    """``/players`` and what can be changed there."""
    pages = Blueprint("players", __name__)

    @pages.get("/players")
    def players() -> str:
        people = everybody_seen(house, guard)
        played = seats_by_person(finished(all_plays(house, guard)))
        wanted, start = request.args.get("name", "").strip(), read_index(request.args.get("from")) or 0
        same = identity(wanted[:LONGEST_ASKED]).casefold()
        there = [person for person in living(people) if same in identity(label(person)).casefold()]
        found = sorted_by_plays(house, guard, there)
        return render_template(
            "evenings/players.html",
            people=found[start : start + SHOWN],
            wanted=wanted,
            start=start,
            more=max(0, len(found) - start - SHOWN),
            shown=SHOWN,
            searched=bool(wanted) or len(found) > SHOWN,
            plays={person: len(of) for person, of in played.items()},
            gone=[person for person in people if person.deleted and person.merged_into is None and guard.is_host()],
            colors=COLORS,
            symbols=SYMBOLS,
        )

    @pages.get("/players/<int:number>")
    def player(number: int) -> str:
        found, people = one_seen(house, guard, number), everybody_seen(house, guard)
        return render_template(
            "evenings/player.html",
            person=found,
            others=[person for person in best_known(house, guard) if person.id != found.id] if guard.is_host() else [],
            typed=len(people) > MOST_OFFERED,
            merged=[person for person in people if person.merged_into == found.id],
            plays=len(seats_by_person(finished(all_plays(house, guard))).get(found.id, ())),
            is_host=guard.is_host(),
            colors=COLORS,
            symbols=SYMBOLS,
            before=befores_of(house, "person", found.id),
            since=since_of(house),
        )

    @pages.post("/players")
    def add() -> Response:
        name, color = checked_name(request.form.get("name", "")), request.form.get("color", "")
        if color not in COLORS:
            raise Refused("bad_field", "color", T("The colours are {names}.", names=listed(COLORS)))
        with house.store.writing():
            made = new_person(house, name, color)
        return redirect(url_for("players.player", number=made.id), 303)  # type: ignore[return-value]

    @pages.post("/players/<int:number>")
    def change(number: int) -> Response:
        form = request.form
        one_seen(house, guard, number)
        hidden = None if "hidden" not in form else form["hidden"] == "true"
        change_person(
            house,
            number,
            PersonAsked(name=form.get("name"), color=form.get("color"), symbol=form.get("symbol"), hidden=hidden),
        )
        return redirect(url_for("players.player", number=number), 303)  # type: ignore[return-value]

    @pages.post("/players/<int:number>/back")
    def back(number: int) -> Response:
        found = one_seen(house, guard, number)
        back_to(house, "person", found.id, read_index(request.form.get("version")))
        return redirect(url_for("players.player", number=number), 303)  # type: ignore[return-value]

    @pages.post("/players/<int:number>/<any(merge, split, delete, restore):what>")
    def more(number: int, what: str) -> Response:
        require_host(guard)
        if what == "merge":
            typed = request.form.get("who", "").strip()
            into = named_here(house, guard, typed, "who") if typed else read_index(request.form.get("into"))
            merge_people(house, number, -1 if into is None else into)
        elif what == "split":
            split_person(house, number)
        elif what == "delete":
            delete_person(house, number)
            return redirect(url_for("players.players"), 303)  # type: ignore[return-value]
        else:
            restore_person(house, number)
        return redirect(url_for("players.player", number=number), 303)  # type: ignore[return-value]

    return pages
