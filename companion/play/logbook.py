"""The log of plays: written when a table ends, worked out anew when its end is corrected, read from columns.

A play follows from its table's log and is written in the transaction of whatever ended it, so that no page folds a log
to count. What somebody added to it (place, note, date, who sat there) stays when it is worked out anew.
"""

from __future__ import annotations

import json
import logging
import uuid
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import msgspec

from companion.core.game import AnyGame
from companion.core.names import identity
from companion.core.refusal import Refused
from companion.core.text import Seat, plain
from companion.evenings.course import thinned
from companion.evenings.days import local_day, played_minutes, zone_of
from companion.evenings.model import (
    Person,
    Play,
    Seated,
    State,
    final_person,
    with_final_people,
    without_deleted_names,
)
from companion.games import GAMES
from companion.play.house import House
from companion.play.look import Look
from companion.play.looking import DOES_NOT_FOLD, look_at
from companion.play.people import people_of, person_called, person_of
from companion.store import PlayRow, SeatRow, Unwritable

OURS = uuid.UUID("6a1b4f0e-57c2-4a6a-9d0f-3f6f3f0b7c11")
"""The name space of our plays: the same table is the same play in every house."""
MOST_SCORED = 120
"""Entries of a log whose state is scored for the course of a play."""
ZONE = "time_zone"
LOGGED_PER_LOOK = 10

_LINES = msgspec.json.Decoder(tuple[tuple[str, int], ...])
_COURSE = msgspec.json.Decoder(tuple[tuple[int, tuple[int, ...]], ...])

logger = logging.getLogger(__name__)


def play_uid(code: str, opened_at: str) -> str:
    """The unique name of the play of a table."""
    return str(uuid.uuid5(OURS, f"{code} {opened_at}"))


def zone_name(house: House) -> str:
    """The time zone of the house, "" for the computer's own."""
    return house.store.setting(ZONE) or ""


# Writing


def log_play(house: House, found: Look) -> None:
    """Writes or renews the play of a table as it is now; inside a transaction. A table that goes on is in no list."""
    rows = house.store.evenings
    known = rows.play_of_code(found.code)
    try:
        state = _state(found, shown=known is not None and known.state == "finished")
        if known is None and state == "going":
            return
        if known is not None and (known.seq, known.state) == (found.seq, state):
            return
        values, seats = _derived(house, found, state)
    except (Refused, *DOES_NOT_FOLD):
        logger.exception("the play of table %s was not worked out", found.code)
        return
    if known is None:
        uid = play_uid(found.code, found.row.opened_at)
        known = rows.play_of_uid(uid)
        number = known.id if known is not None else rows.add_play(uid, found.row.game, state, house.at())
    else:
        number = known.id
    rows.set_play(number, code=found.code, seq=found.seq, unlisted=found.row.unlisted, state=state, **values)
    if state == "going":
        return
    before = rows.seats_of(number)
    people = list(people_of(house))
    sitting: list[SeatRow] = []
    for at, seat in enumerate(seats):
        same = identity(seat.name).casefold()
        person = next((old.person for old in before if identity(old.name).casefold() == same), None)
        if person is None or any(person == other.person for other in sitting):
            called = person_called(house, people, seat.name, seat.color)
            people.append(called)
            person = called.id
        sitting.append(seat_row(number, at, seat, person))
    rows.set_seats(number, sitting)


def seat_row(number: int, at: int, seat: Seated, person: int) -> SeatRow:
    """A seat as the store keeps it."""
    lines = json.dumps(seat.lines, ensure_ascii=False, separators=(",", ":"))
    return SeatRow(
        number, at, person, seat.name, seat.color, seat.score, seat.place, seat.won, seat.lost, seat.start, lines
    )


def _state(found: Look, shown: bool) -> str:
    """A result that is still to be revealed on every screen at once is not given away by a list. ``shown``: it was."""
    if found.outcome is not None and (shown or not (found.open and _is_veiled(found))):
        return "finished"
    return "broken_off" if not found.open and found.table.entries else "going"


def _is_veiled(found: Look) -> bool:
    score = found.final_score
    revealed = score is not None and found.ending.revealed > len(score.players[0].lines)
    return not revealed and any(offer.type == "reveal" for offer in found.offers(None))


def _derived(house: House, found: Look, state: str) -> tuple[dict[str, Any], list[Seated]]:
    """What follows from the log: the columns of the play, and its seats."""
    end = _end(house, found)
    events = [event for event in found.events if event.seq <= end]
    started_at, minutes = played_minutes([found.row.opened_at, *(event.at for event in events)])
    shelf = GAMES.get(found.row.game)
    title = None if shelf is not None and shelf.title == found.title else plain(found.title)
    at_seq = {event.seq: minute for event, minute in zip(events, minutes[1:], strict=True)}
    course = _course(house, found, end, at_seq) if state == "finished" else ()
    values = {
        "game": found.row.game,
        "title": title,
        "started_at": started_at,
        "minutes": minutes[-1],
        "course": json.dumps(course, separators=(",", ":")) if course else None,
    }
    return values, _seats(found, state, title is not None)


def _end(house: House, found: Look) -> int:
    """The event with which the game ended; of one that goes on, the newest."""
    if found.outcome is None:
        return found.seq
    for entry in reversed(found.table.entries):
        if not house.worth(found.game, entry.before, _is_over):
            return int(entry.event.seq)
    return found.seq


def _seats(found: Look, state: str, titled: bool) -> list[Seated]:
    sitting = [(seat.name, seat.color) for seat in found.table.seats]
    outcome = found.outcome
    if state != "finished" or outcome is None:
        return [Seated(0, name, color) for name, color in sitting]
    score = found.score
    winners, losers = frozenset(outcome.winners), frozenset(outcome.losers)
    seats = []
    for at, (name, color) in enumerate(sitting):
        seat = Seat(at)
        won = seat in winners if winners or not losers else seat not in losers
        if score is None:
            place = None if not winners else 1 if won else len(winners) + 1
            seats.append(Seated(0, name, color, None, place, won, seat in losers))
            continue
        player = score.players[at]
        lines = tuple((plain(line.label) if titled else line.key, line.points) for line in player.lines)
        points = player.total if winners else None
        seats.append(Seated(0, name, color, points, player.rank, won, seat in losers, False, lines))
    return seats


def _course(house: House, found: Look, end: int, at_seq: dict[int, int]) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Everybody's score after each entry; none where the numbers were only added up in the end."""
    score = found.score
    entries = [entry for entry in found.table.entries if entry.event.seq <= end and entry.event.seq in at_seq]
    added_up = found.row.options.get("bookkeeping") == "final" or bool(
        entries and found.game.only_scores(entries[-1].before)
    )
    if score is None or not score.winners or added_up:
        return ()
    states = [entry.before for entry in found.table.entries[1:]] + [found.state]
    step = max(1, len(entries) // MOST_SCORED)
    picked = [n for n in range(len(entries)) if n % step == 0 or n == len(entries) - 1]
    course = []
    for n in picked:
        totals = house.worth(found.game, states[n], _totals)
        if totals is not None:
            course.append((at_seq[entries[n].event.seq], totals))
    last = tuple(player.total for player in score.players)
    if course and course[-1][1] != last:
        course.append((course[-1][0], last))
    return thinned(course) if len({scores for _, scores in course}) > 1 else ()


def _is_over(game: AnyGame, state: Any) -> bool:
    return game.outcome(state) is not None


def _totals(game: AnyGame, state: Any) -> tuple[int, ...] | None:
    """Everybody's score by seat, as far as a state shows one."""
    if not game.score_is_shown(state):
        return None
    sheet = game.sheet(state)
    try:
        return None if sheet is None else tuple(player.total for player in game.score(sheet).players)
    except Refused:
        return None


def log_all(house: House, ended: Any = None, most: int | None = None) -> int:
    """Writes the plays of tables that ended before there was a log, or under another version; answers how many.

    ``ended``: something with ``is_set()`` that stops it in between. A table that cannot be read is left for one that can.
    """
    codes, written = house.store.evenings.codes_to_log()[:most], 0
    for code in codes:
        if ended is not None and ended.is_set():
            break
        row = house.store.table(code)
        if row is None:
            continue
        with suppress(Refused, Unwritable):
            found = look_at(house, row)
            with house.store.writing(wait_s=None if most is None else 0):
                log_play(house, found)
            written += 1
    return written


def hide_play_of(house: House, code: str, at: str | None) -> None:
    """The play of a table that is deleted goes with it, or with None comes back; inside a transaction."""
    known = house.store.evenings.play_of_code(code)
    if known is not None:
        house.store.evenings.set_play(known.id, deleted_at=at)


# Reading


def plays_of(house: House, device: str | None = None) -> tuple[Play, ...]:
    """Every play, newest first; everybody is who they turned out to be, and who was deleted has no name.

    ``device``: leaves out deleted plays, and what was played at unlisted tables this device has not been at; None: for
    the host.
    """
    people = {person.id: person for person in people_of(house)}
    plays = without_deleted_names(with_final_people(stored_plays(house, device), people), people)
    return tuple(sorted(plays, key=lambda play: play.when, reverse=True))


def stored_plays(house: House, device: str | None = None) -> list[Play]:
    """As `plays_of`, in the order they were written, everybody as they were seated before any merging."""
    log_all(house, most=LOGGED_PER_LOOK)
    plays = _all_stored(house)
    if device is None:
        return list(plays)
    mine = set(house.store.tables_of(device))
    return [play for play in plays if not play.deleted and (not play.unlisted or play.code in mine)]


def people_seen(house: House, device: str | None = None) -> tuple[Person, ...]:
    """As `people_of`, without those whom this device can know of an unlisted table only at which it has not been."""
    people = people_of(house)
    if device is None:
        return people
    mine, shown, kept_back = set(house.store.tables_of(device)), set[int](), set[int]()
    by_id = {person.id: person for person in people}
    for play in _all_stored(house):
        there = kept_back if play.unlisted and play.code not in mine else shown
        for seat in play.seats:
            there |= {seat.person, final_person(by_id, seat.person)}
    return tuple(person for person in people if person.id in shown or person.id not in kept_back)


def person_seen(house: House, number: int, device: str | None = None) -> Person:
    """As `person_of`, of those this device sees; who was deleted is there for the host. Raises Refused ``not_found``."""
    found = person_of(house, number)
    seen = found in people_seen(house, device) and (device is None or not found.deleted)
    return found if seen else person_of(house, -1)


def _all_stored(house: House) -> tuple[Play, ...]:
    """Every play, read once and kept until people or plays change."""
    key, kept = (house.store.evenings.stamp(), zone_name(house)), house.logged
    if kept is not None and kept[0] == key:
        return kept[1]
    zone = zone_of(key[1])
    seats: dict[int, list[SeatRow]] = {}
    for seat in house.store.evenings.seats():
        seats.setdefault(seat.play, []).append(seat)
    plays = tuple(_play(row, seats.get(row.id, ()), zone) for row in house.store.evenings.plays())
    house.logged = (key, plays)
    return plays


def _play(row: PlayRow, seats: Sequence[SeatRow], zone: Any) -> Play:
    state: State = "finished" if row.state == "finished" else "broken_off"
    return Play(
        id=row.id,
        uid=row.uid,
        game=row.game,
        title=row.title,
        day=row.day or local_day(row.started_at or row.made_at, zone),
        day_set=row.day is not None,
        seats=tuple(
            Seated(
                seat.person,
                seat.name,
                seat.color,
                seat.score,
                seat.place,
                seat.won,
                seat.lost,
                seat.start,
                _LINES.decode(seat.lines) if seat.lines != "[]" else (),
            )
            for seat in seats
        ),
        state=state,
        code=row.code,
        started_at=row.started_at,
        minutes=row.minutes,
        place=row.place,
        note=row.note,
        deleted=row.deleted_at is not None,
        unlisted=row.unlisted,
        course=_COURSE.decode(row.course) if row.course else (),
    )
