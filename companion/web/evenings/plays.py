"""The log of plays: the list, one play, entering one by hand, correcting, what one takes along and brings in."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for

from companion.core.game import AnyGame
from companion.core.plain_json import read_json
from companion.core.text import T
from companion.evenings.charts import dumbbells, threads
from companion.evenings.course import turning
from companion.evenings.model import Asked, Person, Play, chosen, final_person
from companion.games import GAMES
from companion.games.pad import ScorePad
from companion.play import House, Refused, pads
from companion.play.befores import Before, back_to, befores_of
from companion.play.bgstats_in import import_any
from companion.play.evening_log import (
    PlayAsked,
    PlayChanged,
    SeatOfPlay,
    change_play,
    delete_play,
    enter_play,
    play_of,
    restore_play,
    set_zone,
    today,
)
from companion.play.evenings_out import FORMATS, exported_plays
from companion.play.house import new_key
from companion.play.logbook import zone_name
from companion.play.shelf import Facts, facts_of, title_of
from companion.web.evenings.deciding import decided
from companion.web.evenings.showing import (
    MOST_OFFERED,
    all_plays,
    best_known,
    everybody,
    facts_here,
    named_here,
    require_host,
    since_of,
    viewer,
)
from companion.web.forms import read_index, read_sum
from companion.web.i18n import words
from companion.web.security import Guard

SHOWN = 40


def asked_of_request() -> Asked:
    """Which plays the address asks for; what is no such question is left out."""
    args = request.args

    def number(name: str) -> int | None:
        return read_index(args.get(name))

    return Asked(
        game=args.get("game") or None,
        person=number("person"),
        won="won" in args,
        lost="lost" in args,
        against=number("against"),
        ahead="ahead" in args,
        seat=number("seat"),
        month=args.get("month") or None,
        finished="finished" in args,
    )


def blueprint(house: House, guard: Guard) -> Blueprint:
    """``/plays`` and everything below it."""
    pages = Blueprint("plays", __name__)

    @pages.get("/plays")
    def plays() -> str:
        asked, every = asked_of_request(), all_plays(house, guard)
        there = [play for play in every if not play.deleted]
        found = chosen(there, asked)
        return render_template(
            "evenings/plays.html",
            asked=asked,
            shown=found if "all" in request.args else found[:SHOWN],
            count=len(found),
            kinds=sorted({play.kind for play in there}),
            deleted=[play for play in every if play.deleted] if guard.is_host() else [],
            people=everybody(house),
        )

    @pages.get("/plays/<int:number>")
    def one(number: int) -> str:
        play = play_of(house, number, viewer(guard))
        people, winners = everybody(house), [at for at, seat in enumerate(play.seats) if seat.won]
        order = sorted(range(len(play.seats)), key=lambda at: (play.seats[at].place or 99, at))
        pair = (order[0], order[1]) if len(order) > 1 and len(winners) == 1 else None
        lines, points, minutes = threads(play.course)
        return render_template(
            "evenings/play.html",
            play=play,
            order=order,
            winners=winners,
            decided=decided(house, play),
            turning=turning(play.course, winners),
            pair=pair,
            bells=dumbbells(play.seats[pair[0]], play.seats[pair[1]]) if pair is not None else [],
            threads=lines,
            point_ticks=points,
            minute_ticks=minutes,
            facts=facts_here(house, play.game),
            people=people,
            living=best_known(house, guard, *(seat.person for seat in play.seats)),
            typed=len(people) > MOST_OFFERED,
            is_host=guard.is_host(),
            before=_with_final_people(befores_of(house, "play", number), people),
            since=since_of(house),
        )

    @pages.get("/plays/new")
    def choose() -> str:
        games = {key: kind for key, kind in GAMES.items() if not issubclass(kind, ScorePad)}
        return render_template("evenings/play_games.html", games=games, pads=pads.pads(house))

    @pages.get("/plays/new/<game>")
    def new(game: str) -> str:
        return _form(game, None, {"day": today(house), "key": new_key()}, None)

    @pages.get("/plays/<int:number>/edit")
    def edit(number: int) -> str:
        play = play_of(house, number, viewer(guard))
        if play.code is not None:
            raise Refused("illegal", None, T("This play follows from a table's log. Correct it at the table."))
        return _form(play.game, play, _given(play), None)

    def _given(play: Play) -> dict[str, Any]:
        people = everybody(house)
        given: dict[str, Any] = {
            "day": play.day,
            "minutes": play.minutes or "",
            "place": play.place,
            "note": play.note,
        }
        for at, seat in enumerate(play.seats):
            person = people.get(seat.person)
            given[f"name.{at}"] = "" if person is None else _called(person)
            given[f"person.{at}"] = seat.person
            given[f"was.{at}"] = given[f"name.{at}"]
            given[f"score.{at}"] = "" if seat.score is None else seat.score
            given[f"won.{at}"] = "true" if seat.won and _won_by_hand(play) else ""
            given[f"lost.{at}"] = "true" if seat.lost else ""
        return given

    def _form(game: str, play: Play | None, given: dict[str, Any], problem: Refused | None) -> str:
        kind = _kind(game, play)
        pad = kind.pad if kind is not None and issubclass(kind, ScorePad) and kind is not ScorePad else None
        facts = facts_of(game)
        if pad is not None:
            facts = Facts(pad.text, has_points=pad.wins != "together")
        players = kind.players if kind is not None else range(len(play.seats) if play is not None else 1, 1)
        return render_template(
            "evenings/play_form.html",
            game=game,
            title=title_of(game, play.title) if play is not None else facts.title,
            untitled=play is None and kind is ScorePad,
            facts=facts,
            lowest=pad is not None and pad.wins == "lowest",
            either=kind is ScorePad,
            least=players.start,
            most=max(players.stop - 1, len(play.seats) if play is not None else 0),
            play=play,
            given=given,
            problem=problem,
            people=best_known(house, guard),
        )

    def _kind(game: str, play: Play | None) -> type[AnyGame] | None:
        """The game of the form; None for a play of one that this version does not know."""
        if play is not None:
            return GAMES.get(play.game)
        if game not in GAMES and not game.startswith(pads.PREFIX):
            raise Refused("not_found", None, T("There is no such game here."))
        return pads.kind_named(house, game)

    @pages.post("/plays/new/<game>")
    def enter(game: str) -> Response:
        form = request.form
        try:
            number = enter_play(
                house,
                PlayAsked(
                    key=form.get("key") or new_key(),
                    game=game,
                    title=form.get("title"),
                    day=form.get("day"),
                    minutes=_typed_number("minutes"),
                    place=form.get("place", ""),
                    note=form.get("note", ""),
                    seats=_typed_seats(),
                ),
            )
        except Refused as problem:
            return make_response(_form(game, None, form.to_dict(), problem), 422)
        return redirect(url_for("plays.one", number=number), 303)  # type: ignore[return-value]

    @pages.post("/plays/<int:number>/edit")
    def correct(number: int) -> Response:
        form, play = request.form, play_of(house, number, viewer(guard))
        try:
            change_play(
                house,
                number,
                PlayChanged(
                    day=form.get("day"),
                    minutes=_typed_number("minutes") or 0,
                    place=form.get("place"),
                    note=form.get("note"),
                    seats=_typed_seats(),
                ),
            )
        except Refused as problem:
            return make_response(_form(play.game, play, form.to_dict(), problem), 422)
        return redirect(url_for("plays.one", number=number), 303)  # type: ignore[return-value]

    @pages.post("/plays/<int:number>")
    def change(number: int) -> Response:
        form, play = request.form, play_of(house, number, viewer(guard))
        people = [_seated(at) for at in range(len(play.seats))]
        chosen_people = [person for person in people if person is not None]
        change_play(
            house,
            number,
            PlayChanged(
                day=form.get("day"),
                place=form.get("place"),
                note=form.get("note"),
                people=chosen_people if len(chosen_people) == len(play.seats) else None,
            ),
        )
        return redirect(url_for("plays.one", number=number), 303)  # type: ignore[return-value]

    def _seated(at: int) -> int | None:
        """Who is said to have sat on a seat: by name, or chosen."""
        typed = request.form.get(f"who.{at}", "").strip()
        return named_here(house, guard, typed, f"who.{at}") if typed else read_index(request.form.get(f"person.{at}"))

    @pages.post("/plays/<int:number>/back")
    def back(number: int) -> Response:
        play_of(house, number, viewer(guard))
        back_to(house, "play", number, read_index(request.form.get("version")))
        return redirect(url_for("plays.one", number=number), 303)  # type: ignore[return-value]

    @pages.post("/plays/<int:number>/<any(delete, restore):what>")
    def remove(number: int, what: str) -> Response:
        require_host(guard)
        (delete_play if what == "delete" else restore_play)(house, number)
        return redirect(url_for("plays.plays"), 303)  # type: ignore[return-value]

    @pages.get("/plays/along")
    def along() -> str:
        return render_template("evenings/along.html", zone=zone_name(house), is_host=guard.is_host(), done=None)

    @pages.get("/plays/export")
    def export() -> Response:
        return exported(house, guard)

    @pages.post("/plays/import")
    def bring_in() -> str:
        require_host(guard)
        uploaded = request.files.get("file")
        if uploaded is None or not uploaded.filename:
            raise Refused("bad_field", "file", T("Choose the file to bring in."))
        done = import_any(house, read_json(uploaded.read()))
        return render_template("evenings/along.html", zone=zone_name(house), is_host=True, done=done)

    @pages.post("/plays/zone")
    def zone() -> Response:
        require_host(guard)
        set_zone(house, request.form.get("zone", ""))
        return redirect(url_for("plays.along"), 303)  # type: ignore[return-value]

    return pages


def exported(house: House, guard: Guard) -> Response:
    """Everything in the format the address asks for, as a file."""
    wanted = request.args.get("format", "json")
    text = exported_plays(house, wanted, words(), viewer(guard))
    kind, name = FORMATS[wanted]
    response = Response(text, content_type=kind)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _with_final_people(before: list[Before], people: dict[int, Person]) -> list[dict[str, Any]]:
    """The states before of a play with everybody who they turned out to be, as the page shows them."""
    return [
        asdict(one)
        | {"body": one.body | {"seats": [s | {"person": final_person(people, s["person"])} for s in one.body["seats"]]}}
        for one in before
    ]


def _called(person: Any) -> str:
    return "" if person.deleted else person.name if person.mark == 1 else f"{person.name} ({person.mark})"


def _won_by_hand(play: Play) -> bool:
    """Whether the winner has to be marked because the scores do not say who won."""
    scores = [seat.score for seat in play.seats if seat.score is not None]
    if scores and any(seat.score != max(scores) for seat in play.winners):
        return True  # the fewest points won: the mark says so
    return not scores or sum(seat.score == max(scores) for seat in play.seats) > len(play.winners)


def _typed_number(name: str) -> int | None:
    typed = request.form.get(name, "").strip()
    try:
        return sum(read_sum(typed)) if typed else None
    except Refused as problem:
        raise problem.at(name) from problem


def _typed_seats() -> list[SeatOfPlay]:
    """The rows of the form in which there is a name."""
    form, seats = request.form, []
    for at in range(12):
        name = form.get(f"name.{at}", "").strip()
        if not name:
            continue
        known = read_index(form.get(f"person.{at}")) if name == form.get(f"was.{at}") else None
        seats.append(
            SeatOfPlay(
                person=known,
                name=None if known is not None else name,
                score=_typed_number(f"score.{at}"),
                won=form.get(f"won.{at}") == "true",
                lost=form.get(f"lost.{at}") == "true",
                start=form.get(f"start.{at}") == "true",
            )
        )
    return seats
