"""People, plays and statistics as JSON, for scripts and tests."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from flask import Blueprint, Response, jsonify, request

from companion.evenings.model import Person, Play, chosen
from companion.play import House
from companion.play.bgstats_in import import_any
from companion.play.evening_log import (
    PlayAsked,
    PlayChanged,
    change_play,
    delete_play,
    enter_play,
    play_of,
    restore_play,
)
from companion.play.people import (
    MergeAsked,
    PersonAsked,
    change_person,
    delete_person,
    living,
    merge_people,
    person_of,
    restore_person,
)
from companion.play.requests import asked
from companion.web.evenings.plays import asked_of_request, exported
from companion.web.evenings.showing import (
    all_plays,
    everybody,
    everybody_seen,
    name_of,
    one_seen,
    require_host,
    viewer,
)
from companion.web.evenings.statistics import figures
from companion.web.forms import read_index
from companion.web.limits import IMPORT_LIMIT
from companion.web.openapi import Operations
from companion.web.security import Guard


def blueprint(house: House, guard: Guard, operations: Operations, body_of: Callable[..., dict[str, Any]]) -> Blueprint:
    """``/api/people``, ``/api/plays`` and ``/api/statistics``."""
    api = Blueprint("evenings_api", __name__, url_prefix="/api")
    operation = operations.on(api)

    @operation("GET", "/people", "The players of the house", answer="People")
    def people() -> Response:
        return jsonify({"people": [_person(person) for person in living(everybody_seen(house, guard))]})

    @operation("PUT", "/people/<int:number>", "Renames, recolours or hides a player", body=PersonAsked, answer="Person")
    def person(number: int) -> Response:
        one_seen(house, guard, number)
        return jsonify(_person(change_person(house, number, asked(PersonAsked, body_of()))))

    @operation("POST", "/people/<int:number>/merge", "Two were one (host)", body=MergeAsked, answer="Person")
    def merge(number: int) -> Response:
        require_host(guard)
        return jsonify(_person(merge_people(house, number, asked(MergeAsked, body_of()).into)))

    @operation("DELETE", "/people/<int:number>", "Deletes a player; their plays stay (host)", answer="Empty")
    def forget(number: int) -> Response:
        require_host(guard)
        delete_person(house, number)
        return jsonify({})

    @operation("POST", "/people/<int:number>/restore", "Brings a deleted player back (host)", answer="Person")
    def bring_back(number: int) -> Response:
        require_host(guard)
        restore_person(house, number)
        return jsonify(_person(person_of(house, number)))

    @operation("GET", "/plays", "The log of plays, newest first; parameters as on the page", answer="Plays")
    def plays() -> Response:
        there = [play for play in all_plays(house, guard) if not play.deleted]
        known = everybody(house)
        return jsonify({"plays": [_play(play, known) for play in chosen(there, asked_of_request())]})

    @operation("POST", "/plays", "Enters a play by hand", body=PlayAsked, answer="Play", status=201)
    def enter() -> tuple[Response, int]:
        number = enter_play(house, asked(PlayAsked, body_of()))
        return jsonify(_play(play_of(house, number), everybody(house))), 201

    @operation("GET", "/plays/<int:number>", "One play", answer="Play")
    def play(number: int) -> Response:
        return jsonify(_play(play_of(house, number, viewer(guard)), everybody(house)))

    @operation("PUT", "/plays/<int:number>", "Corrects a play", body=PlayChanged, answer="Play")
    def correct(number: int) -> Response:
        play_of(house, number, viewer(guard))
        change_play(house, number, asked(PlayChanged, body_of()))
        return jsonify(_play(play_of(house, number), everybody(house)))

    @operation("DELETE", "/plays/<int:number>", "Deletes a play; it can be restored (host)", answer="Empty")
    def remove(number: int) -> Response:
        require_host(guard)
        delete_play(house, number)
        return jsonify({})

    @operation("POST", "/plays/<int:number>/restore", "Restores a deleted play (host)", answer="Play")
    def restore_one(number: int) -> Response:
        require_host(guard)
        restore_play(house, number)
        return jsonify(_play(play_of(house, number), everybody(house)))

    @operation("GET", "/plays/export", "Everything as a file: format=json, csv or bgstats", answer="Export")
    def export_plays() -> Response:
        return exported(house, guard)

    @operation(
        "POST", "/plays/import", "Brings in our own file or one of BG Stats (host)", body="Evenings", answer="BroughtIn"
    )
    def import_plays() -> Response:
        require_host(guard)
        return jsonify(asdict(import_any(house, body_of(IMPORT_LIMIT))))

    @operation("GET", "/statistics", "What the plays come to; game= and person= narrow it", answer="Statistics")
    def statistics() -> Response:
        known = everybody(house)
        every = tuple(play for play in all_plays(house, guard) if not play.deleted)
        number = read_index(request.args.get("person"))
        one = None if number is None else one_seen(house, guard, number).id
        found = figures(every, known, request.args.get("game") or None, one)
        return jsonify(
            {
                "plays": len(found.plays),
                "standings": [asdict(row) for row in found.standings],
                "records": [asdict(record) for record in found.records],
                "duels": [asdict(duel) for (a, b), duel in found.duels.items() if a < b],
                "streaks": [asdict(streak) for streak in found.streaks],
                "best_categories": [asdict(leaning) for leaning in found.leanings],
                "seats": [asdict(effect) for effect in found.seats],
            }
        )

    return api


def _person(person: Person) -> dict[str, Any]:
    return {
        "id": person.id,
        "name": person.name,
        "mark": person.mark,
        "color": person.color,
        "symbol": person.symbol,
        "hidden": person.hidden,
    }


def _play(play: Play, people: dict[int, Person]) -> dict[str, Any]:
    return {
        "id": play.id,
        "game": play.game,
        **({} if play.title is None else {"title": play.title}),
        "state": play.state,
        "day": play.day,
        "started_at": play.started_at,
        "minutes": play.minutes,
        "place": play.place,
        "note": play.note,
        "table": play.code,
        "seats": [
            {
                "person": seat.person,
                "name": name_of(people, seat.person),
                "color": seat.color,
                "score": seat.score,
                "place": seat.place,
                "won": seat.won,
                "lost": seat.lost,
                "lines": [{"key": key, "points": points} for key, points in seat.lines],
            }
            for seat in play.seats
        ],
    }
