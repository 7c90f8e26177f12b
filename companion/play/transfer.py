"""Taking a table along: JSON with the whole log, CSV of the result."""

from __future__ import annotations

import csv
import io
import json
from datetime import UTC, datetime
from typing import Any

from companion.core.accepting import accept, perform, without_was
from companion.core.codec import options_from_json
from companion.core.game import AnyGame
from companion.core.log import Amended, Event, Played, Seated, fold, undone_events
from companion.core.text import T, Text
from companion.games import GAMES
from companion.play.acting import check_seats
from companion.play.house import CODE_LENGTH, CODE_LETTERS, House, Refused, check_key, written_time
from companion.play.look import DOES_NOT_FOLD, Look, event_of, events_json, game_of, look, seats_json, sittings
from companion.play.tables import add_table_as
from companion.store import EventRow, TableRow

FORMAT = "boardgame-companion/1"
LONGEST_LOG = 10_000
MOST_DEVICES = 1_000_000
MOST_MOVES = 20
"""Times people came, left or changed places at one table; each is checked by itself."""


def export_table(found: Look) -> dict[str, Any]:
    """The table with its whole log, as a JSON object `import_table` takes."""
    events = events_json(found)
    for event in events:
        del event["undone"]
    return {
        "format": FORMAT,
        "code": found.code,
        "game": found.row.game,
        "options": found.row.options,
        "box": found.row.box,
        "seats": found.row.seats,
        "opened_at": found.row.opened_at,
        "unlisted": found.row.unlisted,
        "closed_at": found.row.closed_at,
        "events": events,
    }


def export_csv(found: Look) -> str:
    """One row a player: name, rank, total and the line keys; with a byte-order mark, as Excel wants it."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    score = found.score
    if score is None:
        raise Refused("illegal", None, T("This game has no score sheet, so there is no result to export as CSV."))
    writer.writerow(["name", "rank", "total", *(line.key for line in score.players[0].lines)])
    for player in score.players:
        writer.writerow([_cell(player.name), player.rank, player.total, *(line.points for line in player.lines)])
    return "\ufeff" + out.getvalue()


_FORMULA = ("=", "+", "-", "@", "＝", "＋", "－", "＠")
"""What a cell begins with that is computed; Chinese and Japanese spreadsheets take the wide signs too."""


def _cell(name: str) -> str:
    """A name that a spreadsheet does not take for a formula."""
    return f"'{name}" if name[:1] in _FORMULA else name


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
    return look(house, code)


def _checked(data: object) -> tuple[TableRow, list[EventRow]]:
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise _bad("format", T("This is not an exported table of the companion."))
    game = data.get("game")
    if not isinstance(game, str) or game not in GAMES:
        raise _bad("game", T("The games are {names}.", names=", ".join(GAMES)))
    kind = GAMES[game]
    seats = check_seats(data.get("seats"), kind.players)
    options, box, listed = data.get("options"), data.get("box"), data.get("events")
    if not isinstance(options, dict) or not isinstance(box, dict) or not isinstance(listed, list):
        raise _bad("events", T("This is not an exported table of the companion."))
    if len(listed) > LONGEST_LOG:
        raise _bad("events", T("This log is too long: at most {n} entries can be imported.", n=LONGEST_LOG))
    try:
        options = options_from_json(kind, options, len(seats))
    except Refused as problem:
        raise Refused("bad_field", problem.field, problem.text) from problem
    code = str(data.get("code", "")).upper()
    if len(code) != CODE_LENGTH or any(letter not in CODE_LETTERS for letter in code):
        raise _bad("code", T("A code is 6 letters and digits."))
    opened_at = _time(data.get("opened_at"), "opened_at")
    closed_at = None if data.get("closed_at") is None else _time(data["closed_at"], "closed_at")
    unlisted = data.get("unlisted", False)
    if not isinstance(unlisted, bool):
        raise _bad("unlisted", T("Unlisted is true or false."))
    row = TableRow(code, game, options, box, seats_json(seats), opened_at, unlisted, closed_at, None)
    events = [_event(entry, index, kind.players) for index, entry in enumerate(listed)]
    keys = [event.key for event in events if event.key is not None]
    if len(set(keys)) != len(keys):
        raise _bad("events", T("A key is there twice."))
    _fold_again(row, events)
    return row, events


def _time(value: object, path: str) -> str:
    """A time as the log writes it: UTC, to the millisecond. Raises Refused."""
    try:
        found = datetime.fromisoformat(value if isinstance(value, str) else "")
        if not 1970 <= found.year < 9999:  # what no clock of a table says has no local time either
            raise ValueError(value)
    except ValueError as wrong:
        raise _bad(path, T("This is not a time in ISO 8601.")) from wrong
    return written_time(found if found.tzinfo is not None else found.replace(tzinfo=UTC))


def _event(entry: object, index: int, players: range) -> EventRow:
    path = f"events[{index}]"
    if not isinstance(entry, dict) or entry.get("seq") != index + 1:
        raise _bad(f"{path}.seq", T("The entries are numbered from 1 without a hole."))
    change, of, seat, key = entry.get("change"), entry.get("of"), entry.get("seat"), entry.get("key")
    if change not in ("played", "retracted", "amended", "seated"):
        raise _bad(f"{path}.change", T("This is not an exported table of the companion."))
    if not (_is_whole(of, 1, index) if change in ("retracted", "amended") else of is None):
        raise _bad(f"{path}.of", T("An entry can only refer to an earlier one."))
    if seat is not None and not (change == "played" and _is_whole(seat, 0, players[-1] - 1)):
        raise _bad(f"{path}.seat", T("There is no such seat."))
    if entry.get("via") not in ("hand", "camera", "app") or not _is_whole(entry.get("device"), 0, MOST_DEVICES):
        raise _bad(path, T("This is not an exported table of the companion."))
    if key is not None:
        try:
            check_key(key)
        except Refused as wrong:
            raise _bad(f"{path}.key", wrong.text) from wrong
    body = entry.get("action")
    if change == "seated":
        try:
            body = seats_json(check_seats(entry.get("seats"), players, players[-1]), was=True)
        except Refused as wrong:
            raise _bad(f"{path}.{wrong.field}", wrong.text) from wrong
    if (body is None) is not (change == "retracted"):
        raise _bad(path, T("This is not an exported table of the companion."))
    return EventRow(
        index + 1, _time(entry.get("at"), f"{path}.at"), entry["device"], entry["via"], key, change, seat, of, body
    )


def _is_whole(value: object, low: int, high: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def _fold_again(row: TableRow, stored: list[EventRow]) -> None:
    """Refuses a log whose entries do not follow from each other under the rules."""
    try:
        game = game_of(row)
        events = [event_of(game, event) for event in stored]
        kinds = {event.seq: type(event.change) for event in events}
        for event in events:
            if isinstance(event.change, Amended) and kinds[event.change.of] is not Played:
                raise _bad(f"events[{event.seq - 1}].of", T("Only an entry of the game can be corrected."))
        table = fold(game, sittings(row.seats), events)
        if len(table.seats) not in type(game).players:
            raise _bad("events", T("This is not an exported table of the companion."))
        options_from_json(type(game), row.options, len(table.seats))
        moves = _moves(row, events)
        if len(moves) > MOST_MOVES:
            raise _bad("events", T("The entries of this table do not fit together."))
        # An entry was possible on the seats of its time; those of today may be others.
        for end in (*(seq - 1 for seq in moves), len(events)):
            _accept_again(game, row, events[:end])
    except Refused as problem:
        raise Refused("bad_field", "events", problem.text) from problem
    except Refused as problem:
        raise Refused("bad_field", "events", problem.text) from problem
    except DOES_NOT_FOLD as problem:
        raise _bad("events", T("The entries of this table do not fit together.")) from problem


def _moves(row: TableRow, events: list[Event]) -> list[int]:
    """The entries that count and by which people came, left or changed places; renaming moves nobody."""
    undone, seats, found = undone_events(events), len(row.seats), []
    for event in events:
        if isinstance(event.change, Seated) and event.seq not in undone:
            if tuple(seat.was for seat in event.change.seats) != tuple(range(seats)):
                found.append(event.seq)
            seats = len(event.change.seats)
    return found


def _accept_again(game: AnyGame, row: TableRow, events: list[Event]) -> None:
    """Refuses a log with an entry, made or amended since people last moved, that was not possible then."""
    table = fold(game, sittings(row.seats), events)
    since = max(_moves(row, events), default=0)
    newest = {e.change.of: e.seq for e in events if isinstance(e.change, Amended) and e.seq not in table.undone}
    state = game.setup(len(table.seats))
    for step in table.steps:
        if step.seat is not None and not 0 <= step.seat < len(table.seats):
            raise _bad(f"events[{step.event.seq - 1}].seat", T("There is no such seat."))
        made = accept if newest.get(step.event.seq, step.event.seq) > since else perform
        state = made(game, state, step.seat, without_was(step.action))


def _bad(path: str, text: Text) -> Refused:
    return Refused("bad_field", path, text)


def dumps(exported: dict[str, Any]) -> str:
    """An export as text: readable, in Unicode."""
    return json.dumps(exported, ensure_ascii=False, indent=1) + "\n"
