"""The log as people read it: who entered what, when, in the sentence that was shown before it was confirmed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from companion.core.accepting import offer_for, offers_of_type, without_was
from companion.core.away import SetAway
from companion.core.beside import Beside
from companion.core.correction import Correct
from companion.core.ending import Reveal
from companion.core.game import Clause, Offer, Telling, action_type
from companion.core.log import Amended, Entry, Event, Played, Retracted, Seated
from companion.core.playing_on import PlayedOn
from companion.core.refusal import Refused
from companion.core.text import Listing, Param, Seat, T
from companion.play import Look

Say = Callable[[Param, tuple[str, ...]], str]

LINES_A_PAGE = 100
UNDONE = (Clause(T("An entry that was undone.")),)


@dataclass(frozen=True)
class Line:
    """One line of the history; ``can_correct``: a play that still counts and says something; ``can_take_out``: it counts.

    ``heading``: the round it was entered in, None where it counts no more; ``reveals``: a tap that only shows more of
    a result.
    """

    event: Event
    seat: Seat | None
    telling: Telling
    undone: bool
    amended: bool
    can_correct: bool
    can_take_out: bool
    heading: str | None = None
    reveals: bool = False

    @property
    def time(self) -> datetime:
        """When it was entered, in the local time of the server's machine."""
        return datetime.fromisoformat(self.event.at).astimezone()


@dataclass(frozen=True)
class Group:
    """Lines of one round under its heading, newest first; taps of a reveal in a row are one item of ``items``."""

    heading: str
    items: tuple[tuple[Line, ...], ...]


KINDS = {
    "play": T("What was played"),
    "change": T("Corrections and seats"),
    "undone": T("Undone"),
}
"""What the history can be narrowed to."""


@dataclass(frozen=True)
class Filter:
    """What of the history is wanted: ``who``: entries of a seat, or -1 for the table's own; ``kind``: one of `KINDS`."""

    who: int | None = None
    kind: str | None = None

    def takes(self, found: Look, event: Event) -> bool:
        """Whether this event is wanted."""
        change = event.change
        undone = event.seq in found.table.undone
        seat = (-1 if change.seat is None else change.seat) if isinstance(change, Played) else None
        if self.who is not None and seat != self.who:
            return False
        if self.kind == "undone":
            return undone
        changes = not isinstance(change, Played) or isinstance(change.action, Correct | PlayedOn | SetAway)
        return self.kind is None or (not undone and changes == (self.kind == "change"))


@dataclass(frozen=True)
class History:
    """One page of the history: its lines, newest first, and the page after it (older), None after the oldest."""

    lines: tuple[Line, ...]
    page: int
    older: int | None
    wanted: Filter = Filter()

    @property
    def groups(self) -> tuple[Group, ...]:
        """The lines by round. A line that counts no more stands with those entered after it."""
        return tuple(_groups(self.lines))


def history_of(found: Look, page: int = 0, wanted: Filter = Filter(), say: Say | None = None) -> History:
    """A page of what is wanted of the history; page 0 is the newest. Retractions show as their entry being undone.

    ``say`` words a text with the names at the table; without it no round is said.
    """
    told = {entry.event.seq: entry for entry in found.table.entries}
    counting = (event for event in found.events if event.seq not in found.table.undone)
    amended = {event.change.of for event in counting if isinstance(event.change, Amended)}
    shown = [
        event
        for event in reversed(found.events)
        if not isinstance(event.change, Retracted) and wanted.takes(found, event)
    ]
    first = page * LINES_A_PAGE
    lines = tuple(_line(found, event, told, amended, say) for event in shown[first : first + LINES_A_PAGE])
    return History(lines, page, page + 1 if first + LINES_A_PAGE < len(shown) else None, wanted)


def _groups(lines: Iterable[Line]) -> Iterator[Group]:
    heading, items = "", list[tuple[Line, ...]]()
    for line in lines:
        if line.heading is not None and line.heading != heading:
            if any(one.heading is not None for item in items for one in item):
                yield Group(heading, tuple(items))
                items = []
            heading = line.heading
        if line.reveals and items and items[-1][0].reveals:
            items[-1] = (*items[-1], line)
        else:
            items.append((line,))
    if items:
        yield Group(heading, tuple(items))


def _heading(found: Look, entry: Entry[object], say: Say) -> str:
    """The round of an entry: the first part of what stood under the title when it was made."""
    return say(found.game.stage(entry.before).text, found.names).partition("·")[0].strip()


def _line(found: Look, event: Event, told: dict[int, Entry[object]], amended: set[int], say: Say | None) -> Line:
    seat: Seat | None = None
    telling: Telling = UNDONE
    can_correct = reveals = False
    heading: str | None = None
    match event.change:
        case Played():
            seat = event.change.seat
            entry = told.get(event.seq)
            if entry is not None:
                seat, telling = entry.seat, entry.telling
                heading = _heading(found, entry, say) if say else None
                reveals = isinstance(entry.action, Reveal)
                can_correct = bool(entry.action.__struct_fields__) and not isinstance(entry.action, SetAway | Beside)
                can_correct = can_correct and not found.game.is_face_down(found.state, entry.before, entry.action)
        case Amended():
            telling = (Clause(T("Entry {n} was corrected.", n=event.change.of), "cost"),)
        case Seated():
            names = Listing(tuple(sitting.name for sitting in event.change.seats))
            telling = (Clause(T("Seats: {names}.", names=names)),)
    undone = event.seq in found.table.undone
    return Line(event, seat, telling, undone, event.seq in amended, can_correct, not undone, heading, reveals)


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
