"""The stored form of the log: events from and to the rows of the store, and as the API shows them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.core.away import SetAway
from companion.core.codec import action_from_json, action_to_json
from companion.core.game import AnyGame
from companion.core.log import Amended, Change, Event, Played, Retracted, Seated, Sitting, Table, Via
from companion.core.text import Seat
from companion.store import EventRow


def sittings(seats: Sequence[dict[str, Any]]) -> tuple[Sitting, ...]:
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
        case "away":
            change = Played(None, SetAway(player=stored.seat or 0, away=stored.body["away"]))
        case _:
            change = Seated(sittings(stored.body))
    via: Via = "camera" if stored.via == "camera" else "app" if stored.via == "app" else "hand"
    return Event(stored.seq, stored.at, stored.device, via, stored.key, change)


def stored_event(event: Event) -> EventRow:
    """An event as a line of the log."""
    change = event.change
    seat, of = None, None
    body: Any = None
    match change:
        case Played(action=SetAway() as action):
            kind, seat, body = "away", action.player, {"away": action.away}
        case Played():
            kind, seat, body = "played", change.seat, action_to_json(change.action)
        case Amended():
            kind, of, body = "amended", change.of, action_to_json(change.action)
        case Retracted():
            kind, of = "retracted", change.of
        case Seated():
            kind, body = "seated", seats_json(change.seats, was=True)
    return EventRow(event.seq, event.at, event.device, event.via, event.key, kind, seat, of, body)


def event_json(stored: EventRow) -> dict[str, Any]:
    """A line of the log as scripts and exports have it."""
    return {
        "seq": stored.seq,
        "at": stored.at,
        "seat": stored.seat,
        "device": stored.device,
        "via": stored.via,
        "key": stored.key,
        "change": stored.change,
        "of": stored.of,
        "action": stored.body if stored.change in ("played", "amended") else None,
        **({"seats": stored.body} if stored.change == "seated" else {}),
        **(stored.body if stored.change == "away" else {}),
    }


def events_json(table: Table[Any]) -> list[dict[str, Any]]:
    """The log as the API shows it, oldest first."""
    return [{**event_json(stored_event(event)), "undone": event.seq in table.undone} for event in table.events]
