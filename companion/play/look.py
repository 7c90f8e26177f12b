"""Looking at a table: its log folded to what is true now."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from companion.core.codec import action_from_json, action_to_json
from companion.core.game import AnyGame
from companion.core.log import Amended, Change, Event, Played, Retracted, Seated, Sitting, Table, Via, fold, moved_seat
from companion.core.scoring import Result, Sheet
from companion.core.text import Seat, T
from companion.games import GAMES
from companion.play.house import House, Refused
from companion.store import DeviceRow, EventRow, TableRow

KEPT_LOOKS = 32
DOES_NOT_FOLD = (LookupError, TypeError, ValueError, AttributeError, ArithmeticError)
"""What rules raise over a log that they did not write."""

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Look:
    """A table as it is after event ``seq``."""

    row: TableRow
    game: AnyGame
    events: tuple[Event, ...]
    table: Table[Any]

    @property
    def code(self) -> str:
        return self.row.code

    @property
    def seq(self) -> int:
        return self.table.seq

    @property
    def state(self) -> Any:
        return self.table.state

    @property
    def names(self) -> tuple[str, ...]:
        return self.table.names

    @property
    def open(self) -> bool:
        return self.row.closed_at is None

    @cached_property
    def sheet(self) -> Sheet | None:
        """The score sheet as it would be now."""
        return self.game.sheet(self.state, self.names)

    @cached_property
    def score(self) -> Result | None:
        """The result of the sheet as it would be now."""
        return None if self.sheet is None else self.game.score(self.sheet)

    def seat_of(self, device: DeviceRow | None) -> Seat | None:
        """The seat a device has, in today's seating."""
        if device is None or device.seat is None:
            return None
        seat = moved_seat(self.events, self.table.undone, device.seat, device.since)
        return None if seat is None or seat >= len(self.table.seats) else Seat(seat)


def look(house: House, code: str) -> Look:
    """The table of a code, in any case of letters; raises Refused ``unknown_table``."""
    wanted = code.strip().upper()
    row = house.store.table(wanted) if len(wanted) <= 12 else None
    if row is None or row.deleted_at is not None:
        raise Refused(
            "unknown_table", None, T("There is no table {code} here. Look at the code again.", code=code[:12])
        )
    return look_at(house, row)


def look_at(house: House, row: TableRow) -> Look:
    """The table of a row; folded once per change and kept. Raises Refused where its log does not fold."""
    seq = house.store.seq(row.code)
    kept = house.looks.get(row.code)
    if kept is not None and kept.seq == seq and kept.row == row:
        return kept
    try:
        game = game_of(row)
        events = tuple(event_of(game, stored) for stored in house.store.events(row.code))
        found = Look(row, game, events, fold(game, sittings(row.seats), events))
    except (Refused, Refused, *DOES_NOT_FOLD) as problem:
        log.warning("table %s cannot be read: %r", row.code, problem)
        raise Refused(
            "illegal",
            None,
            T(
                "Table {code} was played with another version of the companion, which this one cannot read. "
                "Nothing of it is lost: start that version again.",
                code=row.code,
            ),
        ) from problem
    house.looks[row.code] = found
    while len(house.looks) > KEPT_LOOKS:
        try:
            house.looks.popitem(last=False)
        except KeyError:
            break
    return found


def game_of(row: TableRow) -> AnyGame:
    """The game of a table, with its options and its copy of the box profile."""
    return GAMES[row.game].open(row.options, row.box)


def sittings(seats: list[dict[str, Any]]) -> tuple[Sitting, ...]:
    """Stored seats as sittings."""
    return tuple(Sitting(seat["name"], seat["color"], seat.get("was")) for seat in seats)


def seats_json(seats: tuple[Sitting, ...], was: bool = False) -> list[dict[str, Any]]:
    """Sittings as JSON."""
    return [{"name": s.name, "color": s.color, **({"was": s.was} if was and s.was is not None else {})} for s in seats]


def event_of(game: AnyGame, stored: EventRow) -> Event:
    """A stored line of the log as an event."""
    change: Change
    match stored.change:
        case "played":
            seat = None if stored.seat is None else Seat(stored.seat)
            change = Played(seat, action_from_json(game, stored.body))
        case "amended":
            change = Amended(stored.of or 0, action_from_json(game, stored.body))
        case "retracted":
            change = Retracted(stored.of or 0)
        case _:
            change = Seated(sittings(stored.body))
    via: Via = "camera" if stored.via == "camera" else "app" if stored.via == "app" else "hand"
    return Event(stored.seq, stored.at, stored.device, via, stored.key, change)


def stored_event(event: Event) -> EventRow:
    """An event as a line of the log."""
    change = event.change
    kind, seat, of, body = "retracted", None, None, None
    match change:
        case Played():
            kind, seat, body = "played", change.seat, action_to_json(change.action)
        case Amended():
            kind, of, body = "amended", change.of, action_to_json(change.action)
        case Retracted():
            of = change.of
        case Seated():
            kind = "seated"
            return _row(event, kind, None, None, seats_json(change.seats, was=True))
    return _row(event, kind, seat, of, body)


def _row(event: Event, kind: str, seat: int | None, of: int | None, body: Any) -> EventRow:
    return EventRow(event.seq, event.at, event.device, event.via, event.key, kind, seat, of, body)


def events_json(found: Look) -> list[dict[str, Any]]:
    """The log as the API shows it, oldest first."""
    listed = []
    for event in found.events:
        stored = stored_event(event)
        listed.append(
            {
                "seq": event.seq,
                "at": event.at,
                "seat": stored.seat,
                "device": event.device,
                "via": event.via,
                "key": event.key,
                "change": stored.change,
                "of": stored.of,
                "action": stored.body if stored.change in ("played", "amended") else None,
                "undone": event.seq in found.table.undone,
                **({"seats": stored.body} if stored.change == "seated" else {}),
            }
        )
    return listed
