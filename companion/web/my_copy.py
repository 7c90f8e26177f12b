"""My copy: every number of the box profile, shown, corrected and forgotten, from a table of the game or from the lobby."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from flask import Blueprint, Response, redirect, render_template, request, url_for

from companion import play
from companion.core.game import AnyGame
from companion.core.plain_json import read_json
from companion.core.printed import Path, PrintedNumber
from companion.core.text import T, Text
from companion.games import GAMES
from companion.play import House, Refused
from companion.web.answers import is_htmx, own_page
from companion.web.forms import read_sum
from companion.web.security import Guard

NOT_YOURS = T(
    "Only the host, or whoever has a seat at a table of this game, changes what is printed on the copy. Take a seat "
    "first, or ask the host."
)
LOCKED = T("The host has locked what is printed on the copies. Ask the host to change it.")


@dataclass(frozen=True)
class Group:
    """Numbers that stand on one card, ship or die, or belong together; ``path``: what to forget for all of them."""

    numbers: tuple[PrintedNumber, ...]

    @property
    def path(self) -> Path:
        return self.numbers[0].path[: 2 if self.numbers[0].of is not None else 1]


def groups_of(kind: type[AnyGame], house: House) -> Iterator[Group]:
    """The numbers of a game's copy by what they stand on."""
    numbers = kind.printed_numbers(play.box_of(house, kind.key))
    for _, of_one in groupby(numbers, key=lambda number: number.path[: 3 if number.of is not None else 1][:2]):
        yield Group(tuple(of_one))


def named(path: Path) -> str:
    """A place in the profile as the name of a field of the form."""
    return json.dumps(path, ensure_ascii=False)


def blueprint(house: House, guard: Guard) -> Blueprint:
    """``/box/GAME`` and ``/t/CODE/my-copy``."""
    pages = Blueprint("my_copy", __name__)

    def shown(game: str, back: str, names: tuple[str, ...] = ()) -> str:
        if game not in GAMES or not GAMES[game].keeps_copy:
            raise Refused("not_found", None, T("Nothing is printed on the copy of this game that is kept."))
        return render_template(
            "my_copy.html",
            game=GAMES[game],
            groups=tuple(groups_of(GAMES[game], house)),
            named=named,
            back=back,
            problem=refused_to(house, guard, game),
            holds=bool(play.box_of(house, game)),
        )

    @pages.get("/box/<game>")
    def of_the_lobby(game: str) -> str:
        return shown(game, "/")

    @pages.get("/t/<code>/my-copy")
    def of_a_table(code: str) -> str:
        found = play.look(house, code)
        return shown(found.row.game, url_for("tables.table", code=found.code))

    @pages.post("/box/<game>")
    def change(game: str) -> Response:
        require_box(house, guard, game)
        form = request.form
        if "forget" in form:
            play.forget_box(house, game, _path(form["forget"]))
        else:
            play.correct_box(house, game, dict(_changed(game)))
        back = own_page(form.get("back", ""), url_for("my_copy.of_the_lobby", game=game))
        if is_htmx():
            return Response(headers={"HX-Redirect": back})
        return redirect(back, 303)  # type: ignore[return-value]

    def _changed(game: str) -> Iterator[tuple[Path, int | None]]:
        """What was changed on the page: a number left as it was says nothing, an emptied one is forgotten."""
        for number in GAMES[game].printed_numbers(play.box_of(house, game)):
            name = named(number.path)
            typed = request.form.get(f"n:{name}")
            if typed is None or typed.strip() == request.form.get(f"was:{name}", ""):
                continue
            try:
                yield number.path, sum(read_sum(typed)) if typed.strip() else None
            except Refused as problem:
                raise Refused(
                    problem.code, None, T("{label}: {reason}", label=number.label, reason=problem.text)
                ) from problem

    return pages


def _path(typed: str) -> Path:
    found = read_json(typed.encode()) if typed else []
    if isinstance(found, list) and all(isinstance(part, str | int) for part in found):
        return tuple(found)
    raise Refused("bad_field", "forget", T("This number is not remembered any more. Look at the page as it is now."))


def refused_to(house: House, guard: Guard, game: str) -> Text | None:
    """Why this device may not change what is remembered of a copy, None where it may."""
    if guard.is_host() or play.may_set_box(house, game, guard.device()):
        return None
    return LOCKED if play.box_is_locked(house) else NOT_YOURS


def require_box(house: House, guard: Guard, game: str) -> None:
    """Refuses a change of a copy to whoever may not make it."""
    play.box_of(house, game)
    if (why := refused_to(house, guard, game)) is not None:
        raise Refused("host_only", None, why)
