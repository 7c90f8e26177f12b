"""The statistics page: one question, all games or one, everybody or one person; every number leads to its plays."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, render_template, request

from companion.evenings.charts import Bar, Pin, Tick, bars, pins
from companion.evenings.figures import (
    Leaning,
    SeatEffect,
    Standing,
    finished,
    leanings,
    months,
    seat_effects,
    standings,
)
from companion.evenings.model import Asked, Person, Play, chosen
from companion.evenings.records import Duel, Record, Streak, duels, records, streaks
from companion.play import House
from companion.web.evenings.showing import all_plays, everybody, one_seen
from companion.web.forms import read_index
from companion.web.security import Guard

MOST_IN_A_GRID = 6


@dataclass(frozen=True)
class Figures:
    """Everything the page shows for one question."""

    asked: Asked
    plays: tuple[Play, ...]
    standings: list[Standing]
    by_game: list[tuple[str, Standing]]
    pins: list[Pin]
    pin_ticks: list[Tick]
    bars: list[Bar]
    bar_ticks: list[Tick]
    duels: dict[tuple[int, int], Duel]
    rivals: list[int]
    records: list[Record]
    streaks: list[Streak]
    leanings: list[Leaning]
    seats: list[SeatEffect]

    @property
    def since(self) -> str:
        """The day of the oldest of the plays."""
        return self.plays[0].day


def figures(every: tuple[Play, ...], people: dict[int, Person], game: str | None, person: int | None) -> Figures:
    """What the plays come to. ``person``: of the plays they sat at, theirs against the others'."""
    asked = Asked(game=game, person=person, finished=True)
    plays = tuple(finished(chosen(every, asked)))
    one_game = game is not None
    shown = [row for row in standings(plays, one_game=one_game) if _is_shown(people, row.person)]
    if person is not None:
        shown = [row for row in shown if row.person == person]
    places, place_ticks = pins(plays) if one_game else ([], [])
    months_shown, month_ticks = bars(months(plays))
    pairs = duels(plays)
    count: dict[int, int] = {}
    for duel in pairs:
        for one in (duel.one, duel.other):
            count[one] = count.get(one, 0) + duel.ahead + duel.behind + duel.level
    rivals = sorted((one for one in count if _is_shown(people, one)), key=lambda one: (one != person, -count[one], one))
    held = records(plays, one_game=one_game, of=person)
    return Figures(
        asked,
        plays,
        shown,
        _by_game(plays, person) if person is not None and not one_game else [],
        places,
        place_ticks,
        months_shown,
        month_ticks,
        {**{(d.one, d.other): d for d in pairs}, **{(d.other, d.one): _turned(d) for d in pairs}},
        rivals[:MOST_IN_A_GRID] if person is None else rivals,
        [found for found in held if found.person is None or _is_shown(people, found.person)],
        [s for s in streaks(plays) if _is_shown(people, s.person) and person in (None, s.person) and s.longest > 1],
        [x for x in leanings(plays) if _is_shown(people, x.person) and person in (None, x.person)] if one_game else [],
        seat_effects(plays) if one_game and person is None else _own_seats(plays, person) if one_game else [],
    )


def _own_seats(plays: tuple[Play, ...], person: int | None) -> list[SeatEffect]:
    """How the seats a person had fared for them."""
    found: dict[int, list[Play]] = {}
    for play in plays:
        for at, seat in enumerate(play.seats):
            if seat.person == person:
                found.setdefault(at, []).append(play)
    return [
        SeatEffect(
            at,
            len(there),
            sum(play.seats[at].won for play in there),
            sum(len(play.winners) / len(play.seats) for play in there),
        )
        for at, there in sorted(found.items())
    ]


def _by_game(plays: tuple[Play, ...], person: int) -> list[tuple[str, Standing]]:
    """A person's row in each game."""
    kinds = sorted({play.kind for play in plays})
    rows = [
        (kind, row)
        for kind in kinds
        for row in standings([play for play in plays if play.kind == kind], one_game=True)
        if row.person == person
    ]
    return sorted(rows, key=lambda pair: -pair[1].plays)


def _turned(duel: Duel) -> Duel:
    return Duel(duel.other, duel.one, duel.behind, duel.ahead, duel.level)


def _is_shown(people: dict[int, Person], number: int) -> bool:
    person = people.get(number)
    return person is not None and not person.deleted


def blueprint(house: House, guard: Guard) -> Blueprint:
    """``/statistics``, with ``?game=`` and ``?person=``."""
    pages = Blueprint("statistics", __name__)

    @pages.get("/statistics")
    def statistics() -> str:
        people, every = everybody(house), tuple(play for play in all_plays(house, guard) if not play.deleted)
        number, game = read_index(request.args.get("person")), request.args.get("game") or None
        person = None if number is None else one_seen(house, guard, number)
        kinds = sorted({play.kind for play in every if play.state == "finished"})
        found = figures(every, people, game, None if person is None else person.id)
        return render_template(
            "evenings/statistics.html",
            figures=found,
            kinds=kinds,
            game=game,
            person=person,
            people=people,
            by_id={play.id: play for play in found.plays},
        )

    return pages
