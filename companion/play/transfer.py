"""Taking a table along: JSON with the whole log, CSV of the result."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any, Literal

from companion.core.away import SetAway
from companion.core.codec import options_from_json
from companion.core.log import Amended, Played, Seated, Table, entered_again, fold
from companion.core.refusal import Refused
from companion.core.text import T, Text, listed
from companion.evenings.spreadsheet import SEPARATORS, cell
from companion.games import GAMES
from companion.play.codes import is_code
from companion.play.events import event_json, event_of, seats_json, sittings, stored_event
from companion.play.house import House, check_key, written_time
from companion.play.logbook import log_play
from companion.play.look import Look
from companion.play.looking import DOES_NOT_FOLD, game_of, look, look_at
from companion.play.requests import Body, SeatAsked, asked
from companion.play.seating import check_seats
from companion.play.tables import add_table_as
from companion.store import EventRow, TableRow

NOT_OURS = T("This is not an exported table of the companion.")
FORMAT = "boardgame-companion/1"
MOST_DEVICES = 1_000_000
MOST_MOVES = 20
"""Times people came, left or changed places at one table whose entries are checked by themselves, the newest ones.

Each costs a fold of the whole log. What was entered on older seatings only has to be possible to perform.
"""


def export_table(found: Look) -> dict[str, Any]:
    """The table with its whole log, as a JSON object `import_table` takes."""
    return _exported(found.row, map(stored_event, found.events))


def export_any(house: House, row: TableRow) -> dict[str, Any]:
    """As `export_table`; of a table that this version cannot read, the log as it is stored, for one that can."""
    try:
        return export_table(look_at(house, row))
    except Refused:
        return _exported(row, house.store.events(row.code))


def _exported(row: TableRow, events: Iterable[EventRow]) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "code": row.code,
        "game": row.game,
        "options": row.options,
        "box": row.box,
        "seats": row.seats,
        "opened_at": row.opened_at,
        "unlisted": row.unlisted,
        "closed_at": row.closed_at,
        "events": [event_json(event) for event in events],
    }


def export_csv(found: Look) -> str:
    """One row a player: name, rank, total and the line keys; with a byte-order mark, as Excel wants it."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    quoting = csv.writer(out, lineterminator="\r\n", quoting=csv.QUOTE_NONNUMERIC)
    score = found.score
    if score is None:
        raise Refused("illegal", None, T("This game has no score sheet, so there is no result to export as CSV."))
    writer.writerow(["name", "rank", "total", *(line.key for line in score.players[0].lines)])
    for name, player in zip(found.names, score.players, strict=True):
        row = [cell(name), player.rank, player.total, *(line.points for line in player.lines)]
        (quoting if any(letter in name for letter in SEPARATORS) else writer).writerow(row)
    return "\ufeff" + out.getvalue()


class ExportedEvent(Body, frozen=True, kw_only=True):
    """One line of an exported log."""

    seq: int
    at: str
    change: Literal["played", "retracted", "amended", "seated", "away"]
    via: Literal["hand", "camera", "app"]
    device: int
    seat: int | None = None
    key: str | None = None
    of: int | None = None
    action: Any = None
    seats: list[SeatAsked] | None = None
    away: bool | None = None


class ExportedTable(Body, frozen=True, kw_only=True):
    """An exported table, as `export_table` writes it."""

    format: str
    code: str
    game: str
    options: dict[str, Any]
    box: dict[str, Any]
    seats: list[SeatAsked]
    opened_at: str
    events: list[ExportedEvent]
    unlisted: bool = False
    closed_at: str | None = None


def import_table(house: House, data: object) -> Look:
    """A table from an export: the old code where it is free, else a new one; the same state. Raises Refused."""
    row, events = _checked(data)
    with house.store.writing():
        code = add_table_as(house, row, row.code)
        for number in sorted({event.device for event in events if event.device}):
            house.store.add_device(code, f"imported-{number}", number, house.at())
        for event in events:
            house.store.append(code, event)
        if row.closed_at is not None:
            house.store.set_closed(code, row.closed_at)
    found = look(house, code)
    with house.store.writing():
        log_play(house, found)
    return found


def _checked(data: object) -> tuple[TableRow, list[EventRow]]:
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise _bad("format", NOT_OURS)
    table = asked(ExportedTable, data)
    if table.game not in GAMES:
        raise _bad("game", T("The games are {names}.", names=listed(GAMES)))
    kind = GAMES[table.game]
    seats = check_seats(table.seats, kind.players)
    options = options_from_json(kind, table.options, len(seats))
    code = table.code.upper()
    if not is_code(code):
        raise _bad("code", T("A code is 6 letters and digits."))
    closed_at = None if table.closed_at is None else _time(table.closed_at, "closed_at")
    opened_at = _time(table.opened_at, "opened_at")
    row = TableRow(code, table.game, options, table.box, seats_json(seats), opened_at, table.unlisted, closed_at, None)
    events = [_event(entry, index, kind.players) for index, entry in enumerate(table.events)]
    keys = [event.key for event in events if event.key is not None]
    if len(set(keys)) != len(keys):
        raise _bad("events", T("A key is there twice."))
    _fold_again(row, events)
    return row, events


def _time(value: str, path: str) -> str:
    """A time as the log writes it: UTC, to the millisecond. Raises Refused."""
    try:
        found = datetime.fromisoformat(value)
        if not 1970 <= found.year < 9999:  # what no clock of a table says has no local time either
            raise ValueError(value)
    except ValueError as wrong:
        raise _bad(path, T("This is not a time in ISO 8601.")) from wrong
    return written_time(found if found.tzinfo is not None else found.replace(tzinfo=UTC))


def _event(entry: ExportedEvent, index: int, players: range) -> EventRow:
    path = f"events[{index}]"
    if entry.seq != index + 1:
        raise _bad(f"{path}.seq", T("The entries are numbered from 1 without a hole."))
    refers = entry.change in ("retracted", "amended")
    if not (1 <= entry.of <= index if refers and entry.of is not None else entry.of is None and not refers):
        raise _bad(f"{path}.of", T("An entry can only refer to an earlier one."))
    if entry.seat is not None and not (entry.change in ("played", "away") and 0 <= entry.seat < players[-1]):
        raise _bad(f"{path}.seat", T("There is no such seat."))
    if not 0 <= entry.device <= MOST_DEVICES:
        raise _bad(f"{path}.device", NOT_OURS)
    body = entry.action
    try:
        if entry.key is not None:
            check_key(entry.key)
        if entry.change == "seated":
            body = seats_json(check_seats(entry.seats or (), players, players[-1]), was=True)
    except Refused as wrong:
        raise wrong.under(path) from wrong
    if entry.change == "away" and entry.seat is not None and entry.away is not None:
        body = {"away": entry.away}
    if (body is None) is not (entry.change == "retracted"):
        raise _bad(path, NOT_OURS)
    at = _time(entry.at, f"{path}.at")
    return EventRow(entry.seq, at, entry.device, entry.via, entry.key, entry.change, entry.seat, entry.of, body)


def _fold_again(row: TableRow, stored: list[EventRow]) -> None:
    """Refuses a log whose entries do not follow from each other under the rules."""
    try:
        game = game_of(row)
        events = [event_of(game, event) for event in stored]
        for event in events:
            if isinstance(event.change, Amended) and not isinstance(events[event.change.of - 1].change, Played):
                raise _bad(f"events[{event.seq - 1}].of", T("Only an entry of the game can be corrected."))
        table = fold(game, sittings(row.seats), events)
        if len(table.seats) not in type(game).players:
            raise _bad("events", NOT_OURS)
        options_from_json(type(game), row.options, len(table.seats))
        moves = [seq for seq, _ in _moving(table)]
        # An entry was possible on the seats of its time; those of today may be others.
        times = list(zip((0, *moves), (*(seq - 1 for seq in moves), len(events)), strict=True))
        for since, end in times[-MOST_MOVES:]:
            _accept_again(fold(game, sittings(row.seats), events[:end]), since)
    except Refused as problem:
        where = problem.field if (problem.field or "").startswith("events[") else "events"
        raise _bad(where or "events", problem.text) from problem
    except DOES_NOT_FOLD as problem:
        raise _bad("events", T("The entries of this table do not fit together.")) from problem


def _moving(table: Table[Any]) -> list[tuple[int, dict[int, int]]]:
    """The seatings that count and by which people came, left or changed places; renaming moves nobody."""
    found, seats = [], len(table.opened)
    for seq, to in table.moves:
        change = table.events[seq - 1].change
        now = len(change.seats) if isinstance(change, Seated) else seats
        if to != {seat: seat for seat in range(seats)} or now != seats:
            found.append((seq, to))
        seats = now
    return found


def _accept_again(table: Table[Any], since: int) -> None:
    """Refuses a log with an entry, made or amended after event ``since``, that was not possible then.

    The measure is that of a table whose older entry is taken out: what a table here could come to can be brought along.
    """
    newest = {e.change.of: e.seq for e in table.events if isinstance(e.change, Amended) and e.seq not in table.undone}
    for entry in table.entries:
        if entry.seat is not None and not 0 <= entry.seat < len(table.seats):
            raise _bad(f"events[{entry.event.seq - 1}].seat", T("There is no such seat."))
        if newest.get(entry.event.seq, entry.event.seq) <= since:
            continue
        if isinstance(entry.action, SetAway) and not 0 <= entry.action.player < len(table.seats):
            raise _bad(f"events[{entry.event.seq - 1}].seat", T("There is no such seat."))
        try:
            entered_again(table.game, len(table.seats), entry.before, entry.seat, entry.action)
        except Refused as problem:
            raise problem.named(table.names) from problem


def _bad(path: str, text: Text) -> Refused:
    return Refused("bad_field", path, text)


def dumps(exported: dict[str, Any]) -> str:
    """An export as text: readable, in Unicode."""
    return json.dumps(exported, ensure_ascii=False, indent=1) + "\n"
