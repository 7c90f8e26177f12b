"""The newest thing that happened at a table, in a sentence with its author: what the board says it has just heard."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from companion.core.log import Amended, Event, Retracted, Seated
from companion.core.text import Listing, Param, Seat, T, Text, Who
from companion.play import Look
from companion.web.ago import ago, seconds_since


@dataclass(frozen=True, slots=True)
class News:
    """What happened last, in at least one sentence. ``seat``: who did it, None where nobody knows; ``at``: UTC, ISO 8601;
    ``age_s``: seconds."""

    texts: tuple[Text, ...]
    seat: Seat | None
    at: str
    age_s: int

    @property
    def text(self) -> Text:
        """The first sentence."""
        return self.texts[0]

    @property
    def ago(self) -> Text:
        """How long ago that was."""
        return ago(self.age_s)

    @property
    def names_author(self) -> bool:
        """Whether the sentence itself says who it was."""
        return self.seat is not None and names_seat(self.text, self.seat)


def newest(look: Look, now: datetime, seat_of: Callable[[int], Seat | None]) -> News | None:
    """The newest event in a sentence, None before the first; ``seat_of``: who sits at a device, by its number."""
    if not look.events:
        return None
    event = look.events[-1]
    told = _told(look, event)
    if told is None:
        return None
    texts, seat = told
    return News(texts, seat_of(event.device) if seat is None else seat, event.at, seconds_since(event.at, now))


def _told(look: Look, event: Event) -> tuple[tuple[Text, ...], Seat | None] | None:
    """The sentences of an event, and the seat it was entered for."""
    match event.change:
        case Retracted(of=of):
            again = isinstance(look.events[of - 1].change, Retracted)
            return (T("An entry counts again.") if again else T("An entry was taken back."),), None
        case Amended(of=of):
            return (T("Entry {n} was corrected.", n=of),), None
        case Seated(seats=seats):
            return (T("Seats: {names}.", names=Listing(tuple(sitting.name for sitting in seats))),), None
    entry = look.table.entries[-1] if look.table.entries else None
    if entry is None or entry.event.seq != event.seq or not entry.telling:
        return None
    return tuple(clause.text for clause in entry.telling), entry.seat


def names_seat(value: Param, seat: Seat) -> bool:
    """Whether a text says the name of whoever sits there."""
    match value:
        case Who():
            return value.seat == seat
        case Text():
            return any(names_seat(param, seat) for _, param in value.params)
        case Listing():
            return any(names_seat(item, seat) for item in value.items)
    return False
