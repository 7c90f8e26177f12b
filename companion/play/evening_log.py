"""Keeping the log of plays: entering one by hand, correcting it, deleting and restoring, the house's time zone."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass

from companion.core import names
from companion.core.game import AnyGame
from companion.core.refusal import Refused, check_range
from companion.core.text import T, plain
from companion.evenings.by_hand import placed
from companion.evenings.days import check_day, local_day, zone_of
from companion.evenings.model import Person, Play, Seated, label
from companion.games import GAMES
from companion.games.pad import ScorePad
from companion.play.befores import keeping_before
from companion.play.house import House, check_key
from companion.play.logbook import OURS, ZONE, plays_of, seat_row, zone_name
from companion.play.pads import kind_named
from companion.play.people import living, people_of, person_called, person_of
from companion.play.requests import Body, Color, Key, Name
from companion.play.seating import COLORS
from companion.store import PlayRow, SeatRow

LONGEST_PLACE, LONGEST_NOTE = 80, 2000
MOST_MINUTES = 6000
HIGHEST = 99_999
MOST_SEATS = 12
"""Seats of a play: more than any game here has, as files of other programs may."""


class SeatOfPlay(Body, frozen=True, kw_only=True):
    """Who sat there and how it went. ``person``: one of the house's people; else ``name`` says who, new or known.

    ``won``: needed without scores, or where a tie-break decided; ``lost``: fetched lunch.
    """

    person: int | None = None
    name: Name | None = None
    color: Color | None = None
    score: int | None = None
    won: bool = False
    lost: bool = False
    start: bool = False


class PlayAsked(Body, frozen=True, kw_only=True):
    """A play that was not kept at a table. ``day``: YYYY-MM-DD, today where it is left out.

    ``game``: a key of the shelf, ``pad:NAME`` for a pad of the house, or ``pad`` with the ``title`` of any other game.
    """

    key: Key
    game: str
    title: str | None = None
    seats: list[SeatOfPlay]
    day: str | None = None
    minutes: int | None = None
    place: str = ""
    note: str = ""


class PlayChanged(Body, frozen=True, kw_only=True):
    """What is to be changed of a play; what is left out stays. Scores only of one that was entered by hand.

    ``people``: who sat on each seat, for any play; an empty ``day``: the date of the table again.
    """

    day: str | None = None
    minutes: int | None = None
    place: str | None = None
    note: str | None = None
    seats: list[SeatOfPlay] | None = None
    people: list[int] | None = None


def play_of(house: House, number: int, device: str | None = None) -> Play:
    """The play of a number, deleted or not, as `plays_of` shows it. Raises Refused ``not_found``."""
    found = next((play for play in plays_of(house, device) if play.id == number), None)
    if found is None:
        raise Refused("not_found", None, T("There is no such play here. Look at the list of plays."))
    return found


def today(house: House) -> str:
    """The date in the house now."""
    return local_day(house.at(), zone_of(zone_name(house)))


def enter_play(house: House, asked: PlayAsked) -> int:
    """A play by hand; answers with its number. The same key entered twice is one play."""
    uid = str(uuid.uuid5(OURS, f"by hand {check_key(asked.key)}"))
    kind = kind_named(house, asked.game)
    title, lowest = _titled(kind, asked.title)
    day = _day(asked.day) if asked.day else today(house)
    minutes, place, note = _minutes(asked.minutes), _line(asked.place), _note(asked.note)
    with house.store.writing():
        known = house.store.evenings.play_of_uid(uid)
        if known is not None:
            return known.id
        number = house.store.evenings.add_play(uid, kind.key, "finished", house.at())
        house.store.evenings.set_play(number, title=title, day=day, minutes=minutes, place=place, note=note)
        house.store.evenings.set_seats(number, _seats(house, number, kind.players, asked.seats, lowest))
    return number


def change_play(house: House, number: int, asked: PlayChanged) -> None:
    """Corrects a play. What follows from a table's log is corrected at the table; raises Refused for that."""
    values: dict[str, object] = {}
    if asked.day is not None:
        values["day"] = _day(asked.day) if asked.day.strip() else None
    if asked.place is not None:
        values["place"] = _line(asked.place)
    if asked.note is not None:
        values["note"] = _note(asked.note)
    with house.store.writing(), keeping_before(house, "play", number):
        row = _row_of(house, number)
        if row.code is not None and (asked.seats is not None or asked.minutes is not None):
            text = T("Scores and duration follow from the table's log. Correct them at the table; this play follows.")
            raise Refused("illegal", "seats", text)
        if asked.minutes is not None:
            values["minutes"] = _minutes(asked.minutes)
        if row.started_at is None and "day" in values and values["day"] is None:
            raise Refused("bad_field", "day", T("Enter the day as year-month-day, such as 2026-05-01."))
        if values:
            house.store.evenings.set_play(number, **values)
        if asked.seats is not None:
            shelf = GAMES.get(row.game) if row.title is None else None
            players = shelf.players if shelf is not None else range(1, MOST_SEATS + 1)
            lowest = None if row.title is not None else False
            house.store.evenings.set_seats(number, _seats(house, number, players, asked.seats, lowest))
        if asked.people is not None:
            _reassign(house, number, asked.people)


def _reassign(house: House, number: int, people: Sequence[int]) -> None:
    seats = house.store.evenings.seats_of(number)
    if len(people) != len(seats):
        raise Refused("bad_field", "people", T("Say who sat on each seat."))
    found = [person_of(house, person) for person in people]
    if len({person.id for person in found}) != len(found):
        raise Refused("bad_field", "people", T("Somebody is there twice; everybody sits on one seat."))
    for seat, person in zip(seats, found, strict=True):
        house.store.evenings.set_seat_person(number, seat.seat, person.id)


def delete_play(house: House, number: int) -> None:
    """Deletes a play: no list and no figure counts it. It can be restored."""
    with house.store.writing():
        house.store.evenings.set_play(_row_of(house, number).id, deleted_at=house.at())


def restore_play(house: House, number: int) -> None:
    """Brings a deleted play back."""
    with house.store.writing():
        house.store.evenings.set_play(_row_of(house, number).id, deleted_at=None)


def set_zone(house: House, name: str) -> None:
    """The time zone whose dates plays have; "" for the computer's own. Raises Refused."""
    try:
        zone_of(name.strip())
    except ValueError as problem:
        text = T("There is no time zone {name} here. Names look like Asia/Taipei or Europe/Berlin.", name=name[:40])
        raise Refused("bad_field", "zone", text) from problem
    with house.store.writing():
        house.store.set_setting(ZONE, name.strip())


@dataclass(frozen=True, slots=True)
class LineUp:
    """The same people as last time: their names and colours in seat order, and the play they are from."""

    play: int
    day: str
    seats: tuple[tuple[str, str], ...]


def line_ups(house: House, device: str, players: range, most: int = 4) -> list[LineUp]:
    """Who played together lately, newest first, each group once, as far as the game takes so many."""
    everybody = {person.id: person for person in people_of(house)}
    found: dict[frozenset[int], LineUp] = {}
    for play in plays_of(house, device):
        people = [everybody[seat.person] for seat in play.seats if seat.person in everybody]
        group = frozenset(person.id for person in people)
        gone = any(person.deleted or person.hidden for person in people)
        if play.deleted or gone or len(group) != len(play.seats) or len(group) not in players or group in found:
            continue
        found[group] = LineUp(play.id, play.day, _colored(play, people))
        if len(found) == most:
            break
    return list(found.values())


def line_up_of(house: House, device: str, play: str | None) -> dict[str, str]:
    """The fields of a new table's form for the people of a play; none for what is no such play."""
    found = next((one for one in plays_of(house, device) if str(one.id) == play), None) if play else None
    if found is None:
        return {}
    everybody = {person.id: person for person in people_of(house)}
    people = [everybody[seat.person] for seat in found.seats]
    given: dict[str, str] = {}
    for at, (name, color) in enumerate(_colored(found, people)):
        given |= {f"name.{at}": "" if people[at].deleted else name, f"color.{at}": color}
    return given


def _colored(play: Play, people: Sequence[Person]) -> tuple[tuple[str, str], ...]:
    """Names with a colour each: the one of that evening, else the first that is free."""
    used: list[str] = []
    for seat in play.seats:
        color = seat.color if seat.color in COLORS and seat.color not in used else ""
        used.append(color or next((key for key in COLORS if key not in used), next(iter(COLORS))))
    return tuple((label(person), color) for person, color in zip(people, used, strict=True))


# Checks


def _row_of(house: House, number: int) -> PlayRow:
    row = house.store.evenings.play(number) if number < 2**63 else None
    if row is None or row.state == "going":
        raise Refused("not_found", None, T("There is no such play here. Look at the list of plays."))
    return row


def _titled(kind: type[AnyGame], title: str | None) -> tuple[str | None, bool | None]:
    """What a game is called that is not on the shelf, and whether its lowest total wins; None: the scores say."""
    if not issubclass(kind, ScorePad):
        return None, False
    if kind is not ScorePad:
        return plain(kind.pad.text), kind.pad.wins == "lowest"
    called = names.without_steering(title or "").strip()
    if not called:
        raise Refused("bad_field", "title", T("Say what the game is called."))
    return _short(called, "title", LONGEST_PLACE), None


def _seats(
    house: House, number: int, players: range, asked: Sequence[SeatOfPlay], lowest: bool | None
) -> list[SeatRow]:
    low, high = players[0], players[-1]
    if not low <= len(asked) <= high:
        raise Refused("bad_field", "seats", T("{low} to {high} players can play this game.", low=low, high=high))
    people = list(people_of(house))
    seats: list[Seated] = []
    for at, seat in enumerate(asked):
        try:
            person = _who(house, people, seat, [one.color for one in seats])
        except Refused as problem:
            raise problem.under(f"seats[{at}]") from problem
        if any(person.id == other.person for other in seats):
            text = T("{name} is there twice; every name once.", name=label(person))
            raise Refused("bad_field", f"seats[{at}].name", text)
        if seat.score is not None:
            check_range(f"seats[{at}].score", seat.score, -HIGHEST, HIGHEST)
        people.append(person)
        color = seat.color if seat.color in COLORS else person.color
        seats.append(Seated(person.id, label(person), color, seat.score, None, seat.won, seat.lost, seat.start))
    return [seat_row(number, at, seat, seat.person) for at, seat in enumerate(placed(seats, lowest))]


def _who(house: House, people: Sequence[Person], seat: SeatOfPlay, used: Sequence[str]) -> Person:
    if seat.person is not None:
        found = person_of(house, seat.person)
        if found not in living(people_of(house)):
            raise Refused("bad_field", "person", T("There is no such player here. Look at the list of players."))
        return found
    free = next((color for color in COLORS if color not in used), next(iter(COLORS)))
    return person_called(house, people, seat.name or "", seat.color or free)


def _day(typed: str) -> str:
    try:
        return check_day(typed)
    except ValueError as problem:
        text = T("Enter the day as year-month-day, such as 2026-05-01.")
        raise Refused("bad_field", "day", text) from problem


def _minutes(minutes: int | None) -> int | None:
    if minutes is not None:
        check_range("minutes", minutes, 0, MOST_MINUTES)
    return minutes or None


def _line(typed: str) -> str:
    return _short(names.without_steering(typed), "place", LONGEST_PLACE)


def _note(typed: str) -> str:
    lines = (names.without_steering(line) for line in typed.splitlines())
    return _short("\n".join(lines).strip(), "note", LONGEST_NOTE)


def _short(text: str, field: str, most: int) -> str:
    if len(text) > most:
        raise Refused("bad_field", field, T("At most {n} letters.", n=most))
    return text
