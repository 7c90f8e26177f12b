"""Bringing evenings along: our own file of everything, or the players and plays of a BG Stats file."""

from __future__ import annotations

import json
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.core import names
from companion.core.codec import read_struct
from companion.core.refusal import Refused, check_range
from companion.core.text import T, Text, listed
from companion.evenings.days import check_day, moment, zone_of
from companion.evenings.exchange import FORMAT, EveningsFile, PersonKept, PlayKept
from companion.evenings.model import SYMBOLS, Person, Seated, label
from companion.play.evening_log import HIGHEST, LONGEST_NOTE, LONGEST_PLACE, MOST_MINUTES, MOST_SEATS
from companion.play.house import House, written_time
from companion.play.logbook import ZONE, seat_row, zone_name
from companion.play.people import living, new_person, people_of
from companion.play.seating import COLORS

MOST_PLAYS, MOST_PEOPLE = 20_000, 5_000
MOST_LINES, LONGEST_KEY = 40, 60
MOST_POINTS_IN_TIME = 100
NOT_OURS = T("This is neither a file of the companion's plays nor one of BG Stats.")


@dataclass(frozen=True, slots=True)
class BroughtIn:
    """What came of an import: new plays and people, plays that were there already, plays of other games."""

    plays: int
    people: int
    known: int
    others: int = 0


def import_plays(house: House, file: EveningsFile, others: int = 0) -> BroughtIn:
    """Adds the people and plays of a file; what is here already stays as it is. All or nothing; raises Refused."""
    people, plays = _checked_people(file), [_checked(play, f"plays[{n}]") for n, play in enumerate(file.plays)]
    known_uids = {person.uid for person in people}
    for n, play in enumerate(plays):
        for at, seat in enumerate(play.seats):
            if seat.person not in known_uids:
                raise _bad(f"plays[{n}].seats[{at}].person", T("There is nobody of this name in the file."))
    if len({play.uid for play in plays}) != len(plays):
        raise _bad("plays", T("A play is there twice."))
    with house.store.writing():
        rows = house.store.evenings
        numbers, new = _people(house, people)
        there = {row.uid for row in rows.plays()}
        fresh = [play for play in plays if play.uid not in there and rows.play_of_uid(play.uid) is None]
        for play in fresh:
            number = rows.add_play(play.uid, play.game, play.state, house.at())
            rows.set_play(
                number,
                title=play.title,
                unlisted=play.unlisted,
                day=play.day,
                started_at=play.started_at,
                minutes=play.minutes,
                place=play.place,
                note=play.note,
                course=json.dumps(play.course, separators=(",", ":")) if play.course else None,
                deleted_at=house.at() if play.deleted else None,
            )
            rows.set_seats(number, [seat_row(number, at, s, s.person) for at, s in enumerate(_seats(play, numbers))])
        if file.zone and not zone_name(house):
            house.store.set_setting(ZONE, file.zone)
    return BroughtIn(len(fresh), new, len(plays) - len(fresh), others)


def evenings_file(data: object) -> EveningsFile:
    """Our own file as its struct. Raises Refused with the path of what is wrong."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise _bad("format", NOT_OURS)
    return read_struct(EveningsFile, data)


def _seats(play: PlayKept, numbers: Mapping[str, int]) -> list[Seated]:
    return [
        Seated(numbers[s.person], s.name, s.color, s.score, s.place, s.won, s.lost, s.start, tuple(s.lines))
        for s in play.seats
    ]


def _people(house: House, people: Sequence[PersonKept]) -> tuple[dict[str, int], int]:
    """The number here of everybody in the file, by their name there; and how many of them are new.

    Somebody is known by the unique name, else by the name people use, where nobody else of the file is that person.
    """
    here = people_of(house)
    by_uid = {person.uid: person for person in here}
    numbers = {person.uid: by_uid[person.uid].id for person in people if person.uid in by_uid}
    taken, new, made = set(numbers.values()), 0, []
    called: dict[str, list[Person]] = {}  # looked up by name: thousands against thousands took minutes
    for person in living(here):
        called.setdefault(names.identity(label(person)).casefold(), []).append(person)
    for kept in people:
        if kept.uid in numbers:
            continue
        known: Person | None = None
        if not kept.deleted and kept.into is None:
            alike = called.get(names.identity(kept.name).casefold(), ())
            known = next((person for person in alike if person.id not in taken), None)
        if known is None:
            known = new_person(house, kept.name, kept.color, kept.symbol, kept.uid)
            made.append((known.id, kept))
            new += 1
        numbers[kept.uid] = known.id
        taken.add(known.id)
    for number, kept in made:
        house.store.evenings.set_person(
            number,
            hidden=kept.hidden,
            deleted_at=house.at() if kept.deleted else None,
            merged_into=None if kept.into is None else numbers[kept.into],
        )
    return numbers, new


def _checked_people(file: EveningsFile) -> list[PersonKept]:
    if len(file.people) > MOST_PEOPLE or len(file.plays) > MOST_PLAYS:
        raise _bad("plays", T("This file holds more than the companion takes."))
    into = {person.uid: person.into for person in file.people}
    if len(into) != len(file.people):
        raise _bad("people", T("Somebody is there twice."))
    if file.zone:
        try:
            zone_of(file.zone)
        except ValueError as problem:
            raise _bad("zone", T("There is no time zone of this name.")) from problem
    for n, person in enumerate(file.people):
        at = f"people[{n}]"
        _check_uid(person.uid, f"{at}.uid")
        if person.name and (names.fault(person.name) is not None or names.cleaned(person.name) != person.name):
            raise _bad(f"{at}.name", T("A name has 1 to 40 letters."))
        if not person.name and not person.deleted:
            raise _bad(f"{at}.name", T("A name has 1 to 40 letters."))
        if person.color not in COLORS:
            raise _bad(f"{at}.color", T("The colours are {names}.", names=listed(COLORS)))
        if person.symbol not in SYMBOLS:
            raise _bad(f"{at}.symbol", T("The signs are {names}.", names=listed(SYMBOLS)))
        seen, uid = {person.uid}, person.into
        while uid is not None:
            if uid in seen or uid not in into:
                raise _bad(f"{at}.into", T("There is nobody of this name in the file."))
            seen.add(uid)
            uid = into[uid]
    return file.people


def _checked(play: PlayKept, at: str) -> PlayKept:
    _check_uid(play.uid, f"{at}.uid")
    if play.state not in ("finished", "broken_off"):
        raise _bad(f"{at}.state", T("A play is finished or broken_off."))
    if play.day is None and play.started_at is None:
        raise _bad(f"{at}.day", T("Enter the day as year-month-day, such as 2026-05-01."))
    try:
        if play.day is not None and check_day(play.day) != play.day:
            raise ValueError(play.day)
        if play.started_at is not None:
            check_day(play.started_at[:10])
            if written_time(moment(play.started_at)) != play.started_at:
                raise ValueError(play.started_at)
    except ValueError as problem:
        raise _bad(f"{at}.day", T("Enter the day as year-month-day, such as 2026-05-01.")) from problem
    if play.minutes is not None:
        check_range(f"{at}.minutes", play.minutes, 0, MOST_MINUTES)
    for field, text, most in (
        ("game", play.game, LONGEST_KEY),
        ("title", play.title or "", LONGEST_PLACE),
        ("place", play.place, LONGEST_PLACE),
        ("note", play.note, LONGEST_NOTE),
    ):
        tidy = "\n".join(names.without_steering(line) for line in text.splitlines()) if field == "note" else None
        if len(text) > most or text != (names.without_steering(text) if tidy is None else tidy):
            raise _bad(f"{at}.{field}", T("At most {n} letters.", n=most))
    if not play.game or not 1 <= len(play.seats) <= MOST_SEATS:
        raise _bad(f"{at}.seats", T("A play has 1 to {n} seats.", n=MOST_SEATS))
    if len({seat.person for seat in play.seats}) != len(play.seats):
        raise _bad(f"{at}.seats", T("Somebody is there twice; everybody sits on one seat."))
    for n, seat in enumerate(play.seats):
        where = f"{at}.seats[{n}]"
        for field, number, low in (("score", seat.score, -HIGHEST), ("place", seat.place, 1)):
            if number is not None:
                check_range(f"{where}.{field}", number, low, HIGHEST)
        if (
            len(seat.name) > names.MOST_WRITTEN
            or seat.name != names.cleaned(seat.name)
            or len(seat.color) > LONGEST_KEY
        ):
            raise _bad(f"{where}.name", T("A name has 1 to 40 letters."))
        if len(seat.lines) > MOST_LINES or any(len(key) > LONGEST_KEY for key, _ in seat.lines):
            raise _bad(f"{where}.lines", T("This file holds more than the companion takes."))
        for _, points in seat.lines:
            check_range(f"{where}.lines", points, -HIGHEST, HIGHEST)
    if len(play.course) > MOST_POINTS_IN_TIME or any(len(scores) != len(play.seats) for _, scores in play.course):
        raise _bad(f"{at}.course", T("This file holds more than the companion takes."))
    for minute, scores in play.course:
        for number in (minute, *scores):
            check_range(f"{at}.course", number, -HIGHEST, HIGHEST)
    return play


def _check_uid(uid: str, at: str) -> None:
    try:
        if str(uuid.UUID(uid)) != uid:
            raise ValueError(uid)
    except ValueError as problem:
        raise _bad(at, T("This is not a unique name (UUID) in small letters.")) from problem


def _bad(path: str, text: Text) -> Refused:
    return Refused("bad_field", path, text)
