"""The log as people read it: who entered what, when, in the sentence that was shown before it was confirmed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from companion.core.accepting import offer_for, offers_of_type, without_was
from companion.core.away import SetAway
from companion.core.beside import Beside
from companion.core.game import Clause, Offer, Telling, action_type
from companion.core.log import Amended, Entry, Event, Played, Retracted, Seated
from companion.core.refusal import Refused
from companion.core.text import Listing, Seat, T
from companion.play import Look

LINES_A_PAGE = 100
UNDONE = (Clause(T("An entry that was undone.")),)


@dataclass(frozen=True)
class Line:
    """One line of the history; ``can_correct``: a play that still counts and says something; ``can_take_out``: it counts."""

    event: Event
    seat: Seat | None
    telling: Telling
    undone: bool
    amended: bool
    can_correct: bool
    can_take_out: bool

    @property
    def time(self) -> datetime:
        """When it was entered, in the local time of the server's machine."""
        return datetime.fromisoformat(self.event.at).astimezone()


@dataclass(frozen=True)
class History:
    """One page of the history: its lines, newest first, and the page after it (older), None after the oldest."""

    lines: tuple[Line, ...]
    page: int
    older: int | None


def history_of(found: Look, page: int = 0) -> History:
    """A page of the history; page 0 is the newest. Retractions show as their entry being undone."""
    told = {entry.event.seq: entry for entry in found.table.entries}
    counting = (event for event in found.events if event.seq not in found.table.undone)
    amended = {event.change.of for event in counting if isinstance(event.change, Amended)}
    shown = [event for event in reversed(found.events) if not isinstance(event.change, Retracted)]
    first = page * LINES_A_PAGE
    lines = tuple(_line(found, event, told, amended) for event in shown[first : first + LINES_A_PAGE])
    return History(lines, page, page + 1 if first + LINES_A_PAGE < len(shown) else None)


def _line(found: Look, event: Event, told: dict[int, Entry[object]], amended: set[int]) -> Line:
    seat: Seat | None = None
    telling: Telling = UNDONE
    can_correct = False
    match event.change:
        case Played():
            seat = event.change.seat
            entry = told.get(event.seq)
            if entry is not None:
                seat, telling = entry.seat, entry.telling
                can_correct = bool(entry.action.__struct_fields__) and not isinstance(entry.action, SetAway | Beside)
                can_correct = can_correct and not found.game.is_face_down(found.state, entry.before, entry.action)
        case Amended():
            telling = (Clause(T("Entry {n} was corrected.", n=event.change.of), "cost"),)
        case Seated():
            names = Listing(tuple(sitting.name for sitting in event.change.seats))
            telling = (Clause(T("Seats: {names}.", names=names)),)
    undone = event.seq in found.table.undone
    return Line(event, seat, telling, undone, event.seq in amended, can_correct, not undone)


def check_face_up(found: Look, seq: int) -> None:
    """Refuses to show what was entered while it lies face down on the table."""
    entry = found.table.entry(seq)
    if found.game.is_face_down(found.state, entry.before, entry.action):
        text = T("This lies face down: nobody sees it before all are turned up. Lay another one, which replaces it.")
        raise Refused("illegal", "seq", text)


def offer_at(found: Look, seq: int) -> tuple[Offer, Entry[object]]:
    """The offer an entry fell under when it was made, for correcting it; raises Refused where it does not count."""
    entry = found.table.entry(seq)
    try:
        return offer_for(found.game, entry.before, entry.seat, without_was(entry.action)), entry
    except Refused:
        same = offers_of_type(found.game, entry.before, entry.seat, action_type(entry.action))
        if not same:
            raise
        return same[0], entry


def offers_at(found: Look, seq: int) -> tuple[tuple[Offer, ...], Entry[object]]:
    """The offer an entry fell under first, then what it may turn out to have been instead."""
    own, entry = offer_at(found, seq)
    others = (offers_of_type(found.game, entry.before, entry.seat, kind) for kind in entry.action.instead)
    return (own, *(offers[0] for offers in others if offers)), entry
