"""Changing a table: acting, undoing, redoing, amending, taking out, reseating. Each is one transaction with one key."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.core import log
from companion.core.away import SetAway
from companion.core.beside import Beside, Drawn, Thrown, Timed, check_count, check_sides
from companion.core.codec import action_from_json, options_from_json
from companion.core.correction import Correct
from companion.core.log import Amended, Event, Played, Retracted, Seated, Table, Via
from companion.core.playing_on import PlayedOn
from companion.core.refusal import Refused, check_range, illegal
from companion.core.text import Seat, T
from companion.play import requests
from companion.play.box import remember
from companion.play.chance import rolled
from companion.play.events import stored_event
from companion.play.house import House, check_key
from companion.play.logbook import log_play
from companion.play.look import Look
from companion.play.looking import keep, look
from companion.play.requests import (
    Act,
    Amend,
    Away,
    Change,
    DrawStart,
    KeepTime,
    Redo,
    Reseat,
    Retract,
    Throw,
    Undo,
)
from companion.play.seating import check_seats
from companion.play.taps import check_not_done, check_takes_back, stale
from companion.play.timing import clock_of

SECONDS_BETWEEN_BACKUPS = 60.0
"""An end that is taken back and decided again makes no second backup before."""


@dataclass(frozen=True, slots=True)
class Receipt:
    """What became of a change: the newest event's number, or, for a key seen before, the one it got then."""

    seq: int
    repeated: bool = False


@dataclass(frozen=True, slots=True)
class Decided:
    """What a change comes to: the events to append, the table after them, and what they teach about the box."""

    events: tuple[Event, ...]
    table: Table[Any]
    learnt: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Author:
    """Who writes and when, for the events of one change; ``key`` goes to the last of them."""

    found: Look
    at: str
    device: int
    key: str

    def event(self, change: log.Change, via: Via = "hand", *, after: int = 0, last: bool = True) -> Event:
        """The next event of this change; ``after``: how many came before it."""
        return Event(self.found.seq + 1 + after, self.at, self.device, via, self.key if last else None, change)


def change(house: House, code: str, device: str, kind: type[Change], body: Mapping[str, Any]) -> Receipt:
    """Changes a table as a request asks, once: a key seen before is answered with what it got then, whatever the body.

    The events are appended in one transaction; whoever looks next is shown the table that was worked out here. Raises
    Refused with the reason, or `companion.store.Unwritable`.
    """
    key = check_key(body.get("key"))
    with house.store.writing():
        found = look(house, code)
        seq = house.store.seq_of_key(found.code, key)
        if seq is not None:
            return Receipt(seq, repeated=True)
        wanted = requests.asked(kind, body)
        if not found.open:
            text = T("This table is closed. Open it again on its page to go on, then enter this once more.")
            raise Refused("closed", None, text)
        number = house.store.seen(found.code, device, house.at())
        if wanted.base_seq is not None and wanted.base_seq != found.seq:
            raise stale(house, found, found.events[-1] if found.events else None, number)
        author = Author(found, house.at(), number, key)
        try:
            decided = DECIDES[kind](house, author, wanted)
        except Refused as problem:
            raise problem.named(found.names) from problem
        for event in decided.events:
            house.store.append(found.code, stored_event(event))
        after = Look(found.row, decided.table)
        log_play(house, after)
    keep(house, after)
    house.bell.ring(found.code)
    remember(house, found.row.game, decided.learnt)
    if found.outcome is None and after.outcome is not None:
        house.store.back_up_soon(SECONDS_BETWEEN_BACKUPS)
    return Receipt(decided.table.seq)


def act(
    house: House,
    code: str,
    device: str,
    action: object,
    key: object,
    *,
    seat: object = None,
    via: object = "hand",
    roll: object = False,
    base_seq: object = None,
    seen: object = None,
) -> Receipt:
    """A seat (or, with None, the table as a whole) does something; ``action`` is its JSON.

    ``roll``: dice and lots left out of the action are rolled and drawn here, and the event says so (via = app).
    """
    body = {"action": action, "key": key, "seat": seat, "via": via, "roll": roll, "base_seq": base_seq, "seen": seen}
    return change(house, code, device, Act, body)


def undo(house: House, code: str, device: str, key: object, to: object = None, *, seen: object = None) -> Receipt:
    """Takes back the newest change, or with ``to`` every change after that event, in one step."""
    return change(house, code, device, Undo, {"key": key, "to": to, "seen": seen})


def redo(house: House, code: str, device: str, key: object, *, seen: object = None) -> Receipt:
    """Restores the newest undone change, until something new has happened."""
    return change(house, code, device, Redo, {"key": key, "seen": seen})


def retract(house: House, code: str, device: str, key: object, seq: object, *, base_seq: object = None) -> Receipt:
    """Takes one older change out alone; refused, naming the first later entry that no longer fits."""
    return change(house, code, device, Retract, {"key": key, "seq": seq, "base_seq": base_seq})


def away(
    house: House, code: str, device: str, key: object, seat: object, away: object = True, *, base_seq: object = None
) -> Receipt:
    """A seat is away and passed over from now on, or is back."""
    return change(house, code, device, Away, {"key": key, "seat": seat, "away": away, "base_seq": base_seq})


def throw(
    house: House,
    code: str,
    device: str,
    key: object,
    sides: object = 6,
    count: object = 1,
    *,
    seen: object = None,
) -> Receipt:
    """The companion throws dice of so many sides; it changes nothing of the game."""
    return change(house, code, device, Throw, {"key": key, "sides": sides, "count": count, "seen": seen})


def draw_start(house: House, code: str, device: str, key: object, *, seen: object = None) -> Receipt:
    """The companion draws by lot who starts; it changes nothing of the game."""
    return change(house, code, device, DrawStart, {"key": key, "seen": seen})


def keep_time(house: House, code: str, device: str, key: object, on: object = True) -> Receipt:
    """The time is kept from now on, or no longer."""
    return change(house, code, device, KeepTime, {"key": key, "on": on})


def amend(
    house: House, code: str, device: str, key: object, seq: object, action: object, *, base_seq: object = None
) -> Receipt:
    """Replaces the action of an older play; refused, naming the first later entry that no longer fits."""
    return change(house, code, device, Amend, {"key": key, "seq": seq, "action": action, "base_seq": base_seq})


def reseat(house: House, code: str, device: str, key: object, seats: object, *, base_seq: object = None) -> Receipt:
    """Renames, recolours and, where the table allows it, adds, removes and reorders the seats."""
    return change(house, code, device, Reseat, {"key": key, "seats": seats, "base_seq": base_seq})


def repeated(house: House, code: str, key: object) -> Receipt | None:
    """What the same key was answered with at this table, None for a key not seen yet. Raises Refused."""
    found = look(house, code)
    seq = house.store.seq_of_key(found.code, key) if isinstance(key, str) and key.isascii() else None
    return None if seq is None else Receipt(seq, repeated=True)


def _act(house: House, author: Author, asked: Act) -> Decided:
    found = author.found
    if asked.via not in ("hand", "camera"):
        raise Refused("bad_field", "via", T("An entry comes by hand or by camera."))
    seat = _seat(found, asked.seat)
    action = rolled(house.chance, found, seat, asked.action) if asked.roll else asked.action
    doing = action_from_json(found.game, action)
    if isinstance(doing, Beside):
        text = T("Dice, lots and the time of the companion are not entered by hand. Ask it for them.")
        raise illegal(text, "action.type")
    via: Via = "app" if asked.roll else "camera" if asked.via == "camera" else "hand"
    event = author.event(Played(seat, doing), via)
    if asked.seen is not None:
        check_not_done(house, found, author.device, asked.seen, seat, doing, lambda done: asked.roll or done == doing)
    try:
        table = log.accepted(found.table, event)
    except Refused as problem:
        raise problem.under("action") from problem
    return Decided((event,), table, _learnt(found, found.state, doing, table.state))


def _undo(house: House, author: Author, asked: Undo) -> Decided:
    found = author.found
    if asked.to is not None:
        check_range("to", asked.to, 0, found.seq)
    if asked.seen is not None:
        check_takes_back(house, found, author.device, asked.seen, restores=False)
    return _retracting(author, log.to_retract(found.table, asked.to))


def _redo(house: House, author: Author, asked: Redo) -> Decided:
    if asked.seen is not None:
        check_takes_back(house, author.found, author.device, asked.seen, restores=True)
    of = log.to_restore(author.found.table)
    if of is None:
        text = T("There is nothing to redo: something new was entered since, or nothing undone.")
        raise Refused("nothing_to_redo", None, text)
    return _retracting(author, (of,))


def _retract(house: House, author: Author, asked: Retract) -> Decided:
    found = author.found
    check_range("seq", asked.seq, 1, found.seq)
    if asked.seq in found.table.undone or isinstance(found.events[asked.seq - 1].change, Retracted):
        raise illegal(T("Entry {n} does not count any more: there is nothing to take out.", n=asked.seq), "seq")
    event = author.event(Retracted(asked.seq))
    return Decided((event,), log.accepted(found.table, event))


def _away(house: House, author: Author, asked: Away) -> Decided:
    event = author.event(Played(None, SetAway(player=asked.seat, away=asked.away)))
    return Decided((event,), log.accepted(author.found.table, event))


def _throw(house: House, author: Author, asked: Throw) -> Decided:
    check_sides(asked.sides)
    check_count(asked.count)
    dice = tuple(house.chance.randint(1, asked.sides) for _ in range(asked.count))
    action = Thrown(sides=asked.sides, dice=dice)
    if asked.seen is not None:
        alike = (asked.sides, asked.count)
        check_not_done(
            house, author.found, author.device, asked.seen, None, action, lambda t: (t.sides, len(t.dice)) == alike
        )
    return _beside(author, action, "app")


def _draw_start(house: House, author: Author, asked: DrawStart) -> Decided:
    table = author.found.table
    here = [seat for seat in range(len(table.seats)) if seat not in author.found.away]
    action = Drawn(player=house.chance.choice(here))
    if asked.seen is not None:
        check_not_done(house, author.found, author.device, asked.seen, None, action, lambda drawn: True)
    return _beside(author, action, "app")


def _keep_time(house: House, author: Author, asked: KeepTime) -> Decided:
    if clock_of(author.found.table).on == asked.on:
        text = T("The time is kept already.") if asked.on else T("The time is not kept.")
        raise illegal(text, "on")
    return _beside(author, Timed(on=asked.on), "hand")


def _beside(author: Author, action: Beside, via: Via) -> Decided:
    event = author.event(Played(None, action), via)
    return Decided((event,), log.accepted(author.found.table, event))


def _retracting(author: Author, changed: Sequence[int]) -> Decided:
    if not changed:
        raise Refused("nothing_to_undo", None, T("There is nothing to undo."))
    last = len(changed) - 1
    events = tuple(author.event(Retracted(of), after=n, last=n == last) for n, of in enumerate(changed))
    return Decided(events, log.extended(author.found.table, *events))


def _amend(house: House, author: Author, asked: Amend) -> Decided:
    found = author.found
    check_range("seq", asked.seq, 1, found.seq)
    doing = action_from_json(found.game, asked.action)
    event = author.event(Amended(asked.seq, doing))
    try:
        table = log.accepted(found.table, event)
    except Refused as problem:
        raise problem.under("action") from problem
    entry = table.entry(asked.seq)
    at = table.entries.index(entry) + 1
    after = table.entries[at].before if at < len(table.entries) else table.state
    return Decided((event,), table, _learnt(found, entry.before, doing, after))


def _reseat(house: House, author: Author, asked: Reseat) -> Decided:
    found = author.found
    new = check_seats(asked.seats, found.game.players, len(found.seats))
    if (
        tuple(s.was for s in new) != tuple(found.seats)
        and found.table.entries
        and not found.game.only_scores(found.state)
    ):
        text = T(
            "In the middle of this game seats are not added, removed or moved. Hand a seat over by changing its name; "
            "mark who leaves as away."
        )
        raise illegal(text, "seats")
    try:
        options_from_json(type(found.game), found.row.options, len(new))
    except Refused as problem:
        text = T("{reason} For another number of players open a new table without it.", reason=problem.text)
        raise illegal(text, "seats") from problem
    event = author.event(Seated(new))
    return Decided((event,), log.accepted(found.table, event))


DECIDES: Mapping[type[Change], Callable[[House, Author, Any], Decided]] = {
    Act: _act,
    Undo: _undo,
    Redo: _redo,
    Retract: _retract,
    Away: _away,
    Throw: _throw,
    DrawStart: _draw_start,
    KeepTime: _keep_time,
    Amend: _amend,
    Reseat: _reseat,
}
"""Every kind of change, and who decides what it comes to."""


def _learnt(found: Look, before: Any, action: Any, after: Any) -> Mapping[str, Any]:
    """What an entry teaches about the owner's copy; a correction only where it says so."""
    if isinstance(action, Correct):
        return found.game.taught(before, after) if action.also == "copy" else {}
    return {} if isinstance(action, PlayedOn) else found.game.learns(before, action)


def _seat(found: Look, seat: int | None) -> Seat | None:
    if seat is None:
        return None
    check_range("seat", seat, 0, len(found.seats) - 1)
    return Seat(seat)
