"""The log of a table and what follows from it.

A table is opened once (game, options, seats, box profile: never changed) and then only added to. Read from the newest
to the oldest, an event is *undone* when a later event that is not undone retracts it. The table that follows is made of
the plays that are not undone, oldest first, each with the action of its newest amendment that is not undone, on the
seats of the newest seating that is not undone.

A folded `Table` keeps every entry with the state before it and its telling: states are immutable, so this is cheap. One
more event extends it; nothing that came before is worked out again.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Generic, Literal, NamedTuple, TypeVar

from companion.core.accepting import accept, accept_again, perform, plain_value, without_was
from companion.core.away import SetAway, away_of, check_away, check_somebody_stays
from companion.core.beside import Beside, check_beside
from companion.core.game import Action, Game, Step, Telling
from companion.core.moving import moved_along
from companion.core.refusal import Refused
from companion.core.text import Seat, T

S = TypeVar("S")
Via = Literal["hand", "camera", "app"]


@dataclass(frozen=True, slots=True)
class Sitting:
    """Who sits on a seat: name and colour. ``was``: the old seat this one continues, None for a newcomer."""

    name: str
    color: str
    was: int | None = None


@dataclass(frozen=True, slots=True)
class Played:
    """A seat did something; seat None: the table as a whole."""

    seat: Seat | None
    action: Action


@dataclass(frozen=True, slots=True)
class Retracted:
    """An earlier event no longer counts; retracting a retraction brings it back."""

    of: int


@dataclass(frozen=True, slots=True)
class Amended:
    """An earlier play counts with another action, same seat."""

    of: int
    action: Action


@dataclass(frozen=True, slots=True)
class Seated:
    """From here on these people sit here."""

    seats: tuple[Sitting, ...]


Change = Played | Retracted | Amended | Seated


@dataclass(frozen=True, slots=True)
class Event:
    """One line of the log. ``seq`` runs from 1 without a hole; ``at`` is UTC, ISO 8601; ``device`` a small number."""

    seq: int
    at: str
    device: int
    via: Via
    key: str | None
    change: Change


class Counting(NamedTuple):
    """A play that counts: its event, the seat in today's seating, the action it counts with."""

    event: Event
    seat: Seat | None
    action: Action


@dataclass(frozen=True, slots=True)
class Entry(Generic[S]):
    """A play that counts, with the state it was entered in and the sentences that say what it did."""

    event: Event
    seat: Seat | None
    action: Action
    before: S
    telling: Telling

    @property
    def values(self) -> dict[str, object]:
        """The fields of the action as plain JSON, for showing them in a form."""
        return {name: plain_value(getattr(self.action, name)) for name in self.action.__struct_fields__}


Moves = tuple[tuple[int, dict[int, int]], ...]
"""Each seating that counts: its event, and where each old seat went."""


@dataclass(frozen=True, slots=True)
class Table(Generic[S]):
    """The folded log: the state now, who sits where, the plays that count and the events that do not.

    ``opened``: the seats the table was opened with; ``entries``: oldest first; ``undone``: sequence numbers.
    """

    game: Game[S]
    opened: tuple[Sitting, ...]
    events: tuple[Event, ...]
    seats: tuple[Sitting, ...]
    entries: tuple[Entry[S], ...]
    state: S
    undone: frozenset[int] = frozenset()
    moves: Moves = ()

    @property
    def seq(self) -> int:
        """The number of the newest event; 0 while there is none."""
        return len(self.events)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(sitting.name for sitting in self.seats)

    def entry(self, seq: int) -> Entry[S]:
        """The play of this number, if it counts; else raises Refused."""
        for entry in reversed(self.entries):
            if entry.event.seq == seq:
                return entry
        text = T("Only an entry that still counts can be corrected. Restore it first, or enter it anew.")
        raise Refused("illegal", "seq", text)


def opened(game: Game[S], seats: tuple[Sitting, ...]) -> Table[S]:
    """A table nobody has entered anything at."""
    return Table(game, seats, (), seats, (), game.setup(len(seats)))


def fold(game: Game[S], seats: tuple[Sitting, ...], events: Sequence[Event]) -> Table[S]:
    """The table as the log says it is. Events are oldest first, their seq 1, 2, 3 ..."""
    return extended(opened(game, seats), *events)


def extended(table: Table[S], *events: Event) -> Table[S]:
    """The table after more events that follow from each other; raises Refused where a play cannot be performed."""
    if len(events) == 1 and (quick := _next(table, events[0])) is not None:
        return quick
    return _changed(table, (*table.events, *events), partial(_performed, table.game))


def accepted(table: Table[S], event: Event) -> Table[S]:
    """The table after one more event that somebody asks for now.

    A play must be possible now; where an older entry is amended or taken out, every entry after it must still fit.
    Raises Refused: with the reason for what was asked for itself, ``later_step`` for the first entry that no longer fits.
    """
    change = event.change
    if isinstance(change, Played):
        if isinstance(change.action, SetAway):
            check_away(len(table.seats), away_of(table.state), change.action)
            return extended(table, event)
        if isinstance(change.action, Beside):
            check_beside(len(table.seats), away_of(table.state), change.action)
            return extended(table, event)
        step = accept(table.game, table.state, change.seat, change.action)
        return _with_entry(table, event, change.seat, change.action, step)
    if isinstance(change, Amended):
        table.entry(change.of)
    elif isinstance(change, Seated) or isinstance(table.events[change.of - 1].change, Seated):
        return extended(table, event)

    before = {entry.event.seq: entry.before for entry in table.entries}

    def still_fits(state: S, play: Counting) -> Step[S]:
        if play.event.seq == change.of:
            return accept(table.game, state, play.seat, play.action)
        try:
            step = entered_again(table.game, len(table.seats), state, play.seat, play.action)
            _check_again(table.game, before.get(play.event.seq), state, play)
            return step
        except Refused as reason:
            text = T(
                "Entry {n} no longer fits after this correction: {reason} Undo to there first, or use a correction.",
                n=play.event.seq,
                reason=reason.text,
            )
            raise Refused("later_step", None, text, more={"at_seq": play.event.seq}) from reason

    return _next(table, event) or _changed(table, (*table.events, event), still_fits)


def entered_again(game: Game[S], seats: int, state: S, seat: Seat | None, action: Action) -> Step[S]:
    """What an action that a log holds comes to in this state, where it is possible; raises Refused with the reason."""
    if isinstance(action, SetAway):
        # Somebody who was said to be away twice is; what must not be is a table that waits for nobody.
        check_somebody_stays(seats, away_of(state), action)
        return perform(game, state, seat, action)
    if isinstance(action, Beside):
        check_beside(seats, frozenset(), action)  # who was drawn may have gone since
        return perform(game, state, seat, action)
    return accept_again(game, state, seat, without_was(action))


def _check_again(game: Game[S], then: S | None, now: S, play: Counting) -> None:
    """Refuses what must not be entered now, but for an entry that had been taken all the same (by an older version)."""
    action = without_was(play.action)
    try:
        game.check(now, play.seat, action)
    except Refused:
        if then is not None:
            try:
                game.check(then, play.seat, action)
            except Refused:
                return
        raise


def _next(table: Table[S], event: Event) -> Table[S] | None:
    """The table after a play, or after its newest entry was undone; None for what reaches further back."""
    change = event.change
    if isinstance(change, Played):
        step = perform(table.game, table.state, change.seat, change.action)
        return _with_entry(table, event, change.seat, change.action, step)
    if isinstance(change, Retracted) and table.entries and table.entries[-1].event.seq == change.of:
        return replace(
            table,
            events=(*table.events, event),
            entries=table.entries[:-1],
            state=table.entries[-1].before,
            undone=table.undone | {change.of},
        )
    return None


def _with_entry(table: Table[S], event: Event, seat: Seat | None, action: Action, step: Step[S]) -> Table[S]:
    entry = Entry(event, seat, action, table.state, step.telling)
    return replace(table, events=(*table.events, event), entries=(*table.entries, entry), state=step.state)


How = Callable[[S, Counting], Step[S]]
"""How a play is made again: performed as it stands, or only where it is possible."""


def _performed(game: Game[S], state: S, play: Counting) -> Step[S]:
    return perform(game, state, play.seat, play.action)


def replay(state: S, plays: Iterable[Counting], how: How[S]) -> Iterator[tuple[Entry[S], S]]:
    """Each play made on the state that the one before it left: its entry, and the state after it."""
    for play in plays:
        step = how(state, play)
        yield Entry(play.event, play.seat, play.action, state, step.telling), step.state
        state = step.state


def _changed(table: Table[S], events: tuple[Event, ...], how: How[S]) -> Table[S]:
    """The table of a longer log. Entries before the first one that counts otherwise than before are kept, and so are
    those from where the state is again as it was: an old number put right, and set anew since, changes nothing after that.
    """
    undone = undone_events(events)
    seats = _seats_of(table.opened, events, undone)
    moves = _moves(events, undone)
    plays = _counting(table.game, events, undone, moves)
    kept, state = 0, table.state
    if len(seats) != len(table.seats):
        state = table.game.setup(len(seats))
    else:
        kept = _how_many_same(table.entries, plays)
        if kept < len(table.entries):
            state = table.entries[kept].before
    entries = list(table.entries[:kept])
    as_before = 0 if len(seats) != len(table.seats) else _how_many_same(reversed(table.entries), reversed(plays))
    for entry, after in replay(state, plays[kept:], how):
        entries.append(entry)
        state = after
        left = len(plays) - len(entries)
        if 0 < left <= as_before and state == table.entries[-left].before:
            entries += table.entries[-left:]
            state = table.state
            break
    return Table(table.game, table.opened, events, seats, tuple(entries), state, undone, moves)


def _how_many_same(entries: Iterable[Entry[S]], plays: Iterable[Counting]) -> int:
    """How many entries from here on are of the same plays, with the same seat and action."""
    same = (
        entry.event is play.event and (entry.seat, entry.action) == (play.seat, play.action)
        for entry, play in zip(entries, plays, strict=False)
    )
    return sum(1 for _ in itertools.takewhile(bool, same))


def undone_events(events: Sequence[Event]) -> frozenset[int]:
    """The sequence numbers of the events that no longer count."""
    undone: set[int] = set()
    for event in reversed(events):
        if isinstance(event.change, Retracted) and event.seq not in undone:
            undone.add(event.change.of)
    return frozenset(undone)


def _counting(game: Game[S], events: Sequence[Event], undone: frozenset[int], moves: Moves) -> list[Counting]:
    """The plays that count, oldest first, amended, with their seats moved along with later seatings."""
    counting = [event for event in events if event.seq not in undone]
    amended = {e.change.of: (e.seq, e.change.action) for e in counting if isinstance(e.change, Amended)}
    plays = []
    for event in counting:
        if not isinstance(event.change, Played):
            continue
        seat = None if event.change.seat is None else _moved(moves, event.change.seat, event.seq)
        if event.change.seat is not None and seat is None:
            continue
        since, action = amended.get(event.seq, (event.seq, event.change.action))
        along = moved_along(game, action, partial(_moved, moves, since=since)) if moves else action
        if along is not None:
            plays.append(Counting(event, None if seat is None else Seat(seat), along))
    return plays


def _seats_of(seats: tuple[Sitting, ...], events: Sequence[Event], undone: frozenset[int]) -> tuple[Sitting, ...]:
    """The newest seating that counts."""
    for event in reversed(events):
        if isinstance(event.change, Seated) and event.seq not in undone:
            return event.change.seats
    return seats


def to_retract(table: Table[S], to: int | None = None) -> tuple[int, ...]:
    """What an undo takes back, newest first: everything after event ``to`` that counts, with None the newest only."""
    counting = (
        e.seq for e in reversed(table.events) if not isinstance(e.change, Retracted) and e.seq not in table.undone
    )
    if to is None:
        return tuple(itertools.islice(counting, 1))
    return tuple(itertools.takewhile(lambda seq: seq > to, counting))


def to_restore(table: Table[S]) -> int | None:
    """The retraction a redo takes back: the newest that counts, unless something new has happened since."""
    for event in reversed(table.events):
        if not isinstance(event.change, Retracted):
            return None
        if event.seq not in table.undone and not isinstance(table.events[event.change.of - 1].change, Retracted):
            return event.seq
    return None


def moved_seat(table: Table[S], seat: int, since: int) -> int | None:
    """Where a seat of the seating after event ``since`` is today, or None where it was removed."""
    return _moved(table.moves, seat, since)


def _moves(events: Sequence[Event], undone: frozenset[int]) -> Moves:
    return tuple(
        (event.seq, {s.was: new for new, s in enumerate(event.change.seats) if s.was is not None})
        for event in events
        if isinstance(event.change, Seated) and event.seq not in undone
    )


def _moved(moves: Moves, seat: int, since: int) -> int | None:
    here: int | None = seat
    for seq, to in moves:
        if seq > since and here is not None:
            here = to.get(here)
    return here
