"""The next game of the same people: opened once, found by everybody else, everybody on the seat they had."""

from __future__ import annotations

from companion.core.codec import options_from_json
from companion.core.refusal import Refused
from companion.core.text import T
from companion.play.events import seats_json
from companion.play.house import House
from companion.play.look import Look
from companion.play.looking import look
from companion.play.requests import SeatAsked
from companion.play.seating import check_seats
from companion.play.tables import take_seat


def play_again(house: House, code: str, device: str) -> Look:
    """The table on which the people of this one play on, opened by whoever asks first; the device has its seat there.

    Game, options, seats and colours stay; the printed numbers are those known today. Raises Refused while the game goes
    on or its end is not revealed yet.
    """
    found = look(house, code)
    if not found.ended:
        raise Refused(
            "illegal", None, T("This game is not over yet. Play it to its end, or finish it, and then again.")
        )
    known = house.store.device(found.code, device)
    seat = found.seat_of(known)
    with house.store.writing():
        after = house.store.next_of(found.code)
        if after is None:
            after = _opened(house, found)
    house.bell.ring(found.code)
    if seat is None:
        return look(house, after)
    return take_seat(house, after, device, seat)


def _opened(house: House, found: Look) -> str:
    """The code of a new table of the same people; inside a transaction."""
    kind = type(found.game)
    seats = [SeatAsked(name=sitting.name, color=sitting.color) for sitting in found.table.seats]
    sitting = check_seats(seats, kind.players)
    chosen = options_from_json(kind, found.row.options, len(sitting))
    code, box = house.new_code(), house.store.box(kind.key)
    house.store.add_table(code, kind.key, chosen, box, seats_json(sitting), house.at(), found.row.unlisted)
    house.store.set_next(found.code, code)
    return code


def next_of(house: House, code: str) -> str | None:
    """The code of the table on which the people of this one play on; None where nobody has opened it."""
    return house.store.next_of(code)


def before(house: House, code: str) -> Look | None:
    """The table whose people play on here; None where there is none, or it cannot be looked at any more."""
    earlier = house.store.before(code)
    if earlier is None:
        return None
    try:
        return look(house, earlier)
    except Refused:
        return None
