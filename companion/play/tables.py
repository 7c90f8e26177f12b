"""Opening tables, finding them again, sitting down, closing and deleting."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from companion.core.codec import options_from_json
from companion.core.refusal import check_range
from companion.core.text import Seat
from companion.play import requests
from companion.play.acting import Receipt
from companion.play.codes import read_code
from companion.play.events import seats_json
from companion.play.house import House, check_key
from companion.play.logbook import hide_play_of, log_play
from companion.play.look import Look
from companion.play.looking import look, row_of
from companion.play.pads import copy_for_a_table, kind_named
from companion.play.seating import check_seats
from companion.store import DeviceRow, TableRow, Unwritable


def open_table(house: House, game: object, seats: object, options: object = None, unlisted: object = False) -> Look:
    """Opens a table with a copy of the game's box profile; raises Refused naming the field."""
    body = {"game": game, "seats": seats, "options": {} if options is None else options, "unlisted": unlisted}
    return open_asked(house, body)


def open_asked(house: House, body: object) -> Look:
    """Opens a table as a request asks."""
    asked = requests.asked(requests.OpenTable, body)
    kind = kind_named(house, asked.game)
    sitting = check_seats(asked.seats, kind.players)
    chosen = options_from_json(kind, asked.options, len(sitting))
    with house.store.writing():
        code, box = house.new_code(), copy_for_a_table(house, kind)
        house.store.add_table(code, kind.key, chosen, box, seats_json(sitting), house.at(), asked.unlisted)
    return look(house, code)


def see_table(house: House, found: Look, device: str) -> DeviceRow:
    """What a device is at a table; that it is there is noted where that costs nobody a wait.

    Looking works on a full disk and while another program holds the database: then nothing is noted.
    """
    known = house.store.device(found.code, device)
    if known is None or known.seen_at[:16] != house.at()[:16]:
        with suppress(Unwritable), house.store.writing(wait_s=0):
            house.store.seen(found.code, device, house.at())
        known = house.store.device(found.code, device)
    return known or DeviceRow(device, 0, None, found.seq, house.at())


def take_seat(house: House, code: str, device: str, seat: int) -> Look:
    """A device takes a seat, whoever else works on it; both are told by the panel. Raises Refused."""
    found = look(house, code)
    check_range("seat", seat, 0, len(found.seats) - 1)
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


def close_table(house: House, code: str, key: object = None) -> Receipt:
    """Closes a table: it can be looked at and reopened, not changed. With a key seen before nothing happens."""
    return _set(house, code, key, closed=True)


def reopen_table(house: House, code: str, key: object = None) -> Receipt:
    """Opens a closed table again. With a key seen before nothing happens."""
    return _set(house, code, key, closed=False)


def _set(house: House, code: str, key: object, closed: bool) -> Receipt:
    wanted = None if key is None else check_key(key)
    with house.store.writing():
        found = look(house, code)
        if wanted is not None:
            seq = house.store.seq_of_key(found.code, wanted)
            if seq is not None:
                return Receipt(seq, repeated=True)
            house.store.keep_key(found.code, wanted, found.seq)
        closed_at = house.at() if closed else None
        house.store.set_closed(found.code, closed_at)
        log_play(house, Look(replace(found.row, closed_at=closed_at), found.table))
    if closed:
        house.store.back_up_soon()
    house.bell.ring(found.code)
    return Receipt(found.seq)


def delete_table(house: House, code: str) -> None:
    """Deletes a table, also one that this version cannot read; it can be restored for 30 days."""
    found = row_of(house, code)
    with house.store.writing():
        house.store.purge_deleted(house.now())
        house.store.set_deleted(found.code, house.at())
        hide_play_of(house, found.code, house.at())
    house.bell.ring(found.code)


def restore_table(house: House, code: str) -> Receipt:
    """Restores a deleted table that has not been purged, also one that this version cannot read."""
    row = row_of(house, code, deleted=True)
    with house.store.writing():
        house.store.set_deleted(row.code, None)
        hide_play_of(house, row.code, None)
    house.bell.ring(row.code)
    return Receipt(house.store.seq(row.code))


def add_table_as(house: House, row: TableRow, wanted: str) -> str:
    """Adds a table under a code, or under a new one where that is taken; inside a transaction."""
    code = wanted if house.store.table(wanted) is None else house.new_code()
    house.store.add_table(code, row.game, row.options, row.box, row.seats, row.opened_at, row.unlisted)
    return code


def seated_at(house: House, found: Look) -> list[DeviceRow]:
    """The devices with a seat at a table, by number."""
    return house.store.seated(found.code)


def device_at(house: House, found: Look, device: str) -> DeviceRow | None:
    """What a device is at a table, None where it has not been there."""
    return house.store.device(found.code, device)


def has_been_at(house: House, code: str, device: str) -> bool:
    """Whether a device has been at the table of a code, without looking at the table."""
    return house.store.device(read_code(code), device) is not None


def seq_of(house: House, code: str, ring: int | None = None) -> int:
    """The newest sequence number of a table, without folding it.

    ``ring``: the number of the doorbell's ring that makes somebody ask. Of all who heard it one asks the database, and the
    others take its answer: sixty phones would open sixty connections.
    """
    if ring is None:
        return house.store.seq(code)
    with house.telling:
        heard, seq = house.told.get(code, (-1, 0))
        if heard < ring:
            seq = house.store.seq(code)
            house.told[code] = (ring, seq)
        return seq
