"""Opening tables, finding them again, sitting down, closing and deleting."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from companion.core.codec import options_from_json
from companion.core.text import Seat, T
from companion.games import GAMES
from companion.play.acting import Written, check_seats
from companion.play.house import House, Refused, check_key, written_time
from companion.play.look import Look, look, look_at, seats_json
from companion.store import DeviceRow, TableRow

RESTORABLE = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class Listed:
    """A table in the lobby; ``mine``: this device has been there."""

    look: Look
    mine: bool


def open_table(house: House, game: object, seats: object, options: object = None, unlisted: object = False) -> Look:
    """Opens a table with a copy of the game's box profile; raises Refused naming the field."""
    if not isinstance(game, str) or game not in GAMES:
        raise Refused("bad_field", "game", T("The games are {names}.", names=", ".join(GAMES)))
    kind = GAMES[game]
    sitting = check_seats(seats, kind.players)
    if not isinstance(unlisted, bool):
        raise Refused("bad_field", "unlisted", T("Unlisted is true or false."))
    if options is not None and not isinstance(options, dict):
        raise Refused("bad_field", "options", T("Options are an object of keys and choices."))
    try:
        chosen = options_from_json(kind, options or {}, len(sitting))
    except Refused as problem:
        raise Refused("bad_field", problem.field, problem.text) from problem
    with house.store.writing():
        code = house.new_code()
        box = house.store.box(game)
        house.store.add_table(code, game, chosen, box, seats_json(sitting), house.at(), unlisted)
    return look(house, code)


def lobby(house: House, device: str) -> list[Listed]:
    """This device's tables, last seen first, then the other open ones that are not unlisted.

    One that this version cannot read is left out: the others must be found all the same.
    """
    rows = {row.code: row for row in house.store.tables() if row.game in GAMES}
    mine = [code for code in house.store.tables_of(device) if code in rows]
    others = [code for code, row in rows.items() if code not in mine and row.closed_at is None and not row.unlisted]
    listed = []
    for code in (*mine, *others):
        with suppress(Refused):
            listed.append(Listed(look_at(house, rows[code]), code in mine))
    return listed


def see_table(house: House, found: Look, device: str) -> DeviceRow:
    """Notes that a device is at a table, and answers with what it is there."""
    known = house.store.device(found.code, device)
    if known is not None and known.seen_at[:16] == house.at()[:16]:
        return known
    with house.store.writing():
        house.store.seen(found.code, device, house.at())
    seen = house.store.device(found.code, device)
    if seen is None:
        raise RuntimeError(f"device of {found.code} is gone right after it was written")
    return seen


def take_seat(house: House, code: str, device: str, seat: int) -> Look:
    """A device takes a seat, whoever else works on it; both are told by the panel. Raises Refused."""
    found = look(house, code)
    if not 0 <= seat < len(found.table.seats):
        raise Refused(
            "bad_field",
            "seat",
            T("Enter a whole number from {low} to {high}.", low=0, high=len(found.table.seats) - 1),
        )
    with house.store.writing():
        house.store.seen(found.code, device, house.at())
        house.store.set_seat(found.code, device, Seat(seat), found.seq)
    house.bell.ring(found.code)
    return found


def leave_seat(house: House, code: str, device: str, number: int | None = None) -> Look:
    """This device leaves its seat, or the device of a small number is asked off its seat."""
    found = look(house, code)
    with house.store.writing():
        if number is None:
            house.store.set_seat(found.code, device, None, found.seq)
        else:
            house.store.free_seat(found.code, number)
    house.bell.ring(found.code)
    return found


def close_table(house: House, code: str, key: object = None) -> Written:
    """Closes a table: it can be looked at and reopened, not changed. With a key seen before nothing happens."""
    return _set(house, code, key, closed=True)


def reopen_table(house: House, code: str, key: object = None) -> Written:
    """Opens a closed table again. With a key seen before nothing happens."""
    return _set(house, code, key, closed=False)


def _set(house: House, code: str, key: object, closed: bool) -> Written:
    wanted = None if key is None else check_key(key)
    with house.store.writing():
        found = look(house, code)
        if wanted is not None:
            seq = house.store.seq_of_key(found.code, wanted)
            if seq is not None:
                return Written(seq, repeated=True)
            house.store.keep_key(found.code, wanted, found.seq)
        house.store.set_closed(found.code, house.at() if closed else None)
    house.bell.ring(found.code)
    return Written(found.seq)


def delete_table(house: House, code: str) -> None:
    """Deletes a table; it can be restored for 30 days."""
    found = look(house, code)
    with house.store.writing():
        house.store.purge_deleted(_before(house))
        house.store.set_deleted(found.code, house.at())
    house.bell.ring(found.code)


def _before(house: House) -> str:
    return written_time(house.now() - RESTORABLE)


def restore_table(house: House, code: str) -> Look:
    """Restores a deleted table."""
    row = house.store.table(code.strip().upper())
    if row is None or (row.deleted_at is not None and row.deleted_at < _before(house)):
        raise Refused(
            "unknown_table", None, T("There is no table {code} here. Look at the code again.", code=code[:12])
        )
    with house.store.writing():
        house.store.set_deleted(row.code, None)
    return look(house, row.code)


def deleted_tables(house: House) -> list[TableRow]:
    """The tables that can be restored, newest deletion first."""
    return [row for row in house.store.deleted_tables() if (row.deleted_at or "") >= _before(house)]


def remembered_names(house: House, most: int = 12) -> list[dict[str, Any]]:
    """Who sat at earlier tables, the most recent first, with the colour last used."""
    found: dict[str, dict[str, Any]] = {}
    for row in house.store.tables()[:60]:
        for seat in row.seats:
            found.setdefault(seat["name"], {"name": seat["name"], "color": seat["color"]})
    return list(found.values())[:most]


def set_box(house: House, game: str, profile: object) -> dict[str, Any]:
    """Remembers the printed numbers of the owner's copy; open tables keep theirs. Raises Refused."""
    if game not in GAMES:
        raise Refused("not_found", None, T("There is no such game here."))
    if not isinstance(profile, dict):
        raise Refused("bad_field", None, T("A box profile is an object."))
    kind = GAMES[game]
    try:
        kind.open(options_from_json(kind, {}, kind.players[0]), profile).setup(kind.players[0])
    except (Refused, ValueError, TypeError, KeyError, AttributeError) as problem:
        field = problem.field if isinstance(problem, Refused) else None
        text = problem.text if isinstance(problem, Refused) else T("These are not printed numbers of this game.")
        raise Refused("bad_field", field, text) from problem
    with house.store.writing():
        house.store.set_box(game, profile)
    return profile


def add_table_as(house: House, row: TableRow, wanted: str) -> str:
    """Adds a table under a code, or under a new one where that is taken; inside a transaction."""
    code = wanted if house.store.table(wanted) is None else house.new_code()
    house.store.add_table(code, row.game, row.options, row.box, row.seats, row.opened_at, row.unlisted)
    return code
