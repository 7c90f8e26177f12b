"""The log of a table and what follows from it.

A table is opened once (game, options, seats, box profile: never changed) and then only added to. Read from the newest
to the oldest, an event is *undone* when a later event that is not undone retracts it. `fold` runs over the plays that
are not undone, oldest first, each with the action of its newest amendment that is not undone.
"""

from __future__ import annotations

import itertools
from collections.abc import Container, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Generic, Literal, TypeVar

import msgspec

from companion.core.correction import (
    Correct,
    changed_meanwhile,
    check_seen,
    correction_offer,
    moved_along,
    tell_correction,
    with_correction,
)
from companion.core.fields import Choice, Field, Number
from companion.core.game import Action, Explains, Game, IllegalAction, Offer, Telling, action_type
from companion.core.text import Listing, Seat, T, Text, Who

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


class LaterStep(Exception):
    """An amendment after which a later play no longer fits: the first such play, and why."""

    def __init__(self, at_seq: int, reason: IllegalAction) -> None:
        super().__init__(at_seq, reason)
        self.at_seq = at_seq
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Step:
    """A play that counts: its event, the seat in today's seating, the action it counts with."""

    event: Event
    seat: Seat | None
    action: Action

    @property
    def values(self) -> dict[str, object]:
        """The fields of the action as plain JSON, for showing them in a form."""
        return {name: _plain(getattr(self.action, name)) for name in self.action.__struct_fields__}


@dataclass(frozen=True, slots=True)
class Table(Generic[S]):
    """The folded log: the state now, who sits where, the plays that count and the events that do not."""

    state: S
    seats: tuple[Sitting, ...]
    steps: tuple[Step, ...]
    undone: frozenset[int]
    seq: int

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(sitting.name for sitting in self.seats)


def undone_events(events: Sequence[Event]) -> frozenset[int]:
    """The sequence numbers of the events that no longer count."""
    undone: set[int] = set()
    for event in reversed(events):
        if isinstance(event.change, Retracted) and event.seq not in undone:
            undone.add(event.change.of)
    return frozenset(undone)


def steps_of(game: Game[S], events: Sequence[Event], undone: frozenset[int]) -> tuple[Step, ...]:
    """The plays that count, oldest first, amended, with their seats moved along with later seatings."""
    counting = [event for event in events if event.seq not in undone]
    amended = {e.change.of: (e.seq, e.change.action) for e in counting if isinstance(e.change, Amended)}
    moves = _moves(events, undone)
    steps = []
    for event in counting:
        if not isinstance(event.change, Played):
            continue
        seat = None if event.change.seat is None else _moved(moves, event.change.seat, event.seq)
        if event.change.seat is not None and seat is None:
            continue
        since, action = amended.get(event.seq, (event.seq, event.change.action))
        along = moved_along(game, action, partial(_moved, moves, since=since))
        if along is not None:
            steps.append(Step(event, None if seat is None else Seat(seat), along))
    return tuple(steps)


def seats_of(seats: tuple[Sitting, ...], events: Sequence[Event], undone: frozenset[int]) -> tuple[Sitting, ...]:
    """The newest seating that counts."""
    for event in reversed(events):
        if isinstance(event.change, Seated) and event.seq not in undone:
            return event.change.seats
    return seats


def fold(game: Game[S], seats: tuple[Sitting, ...], events: Sequence[Event]) -> Table[S]:
    """The table as the log says it is. Events are oldest first, their seq 1, 2, 3 ..."""
    undone = undone_events(events)
    now = seats_of(seats, events, undone)
    steps = steps_of(game, events, undone)
    state = game.setup(len(now))
    for step in steps:
        state = perform(game, state, step.seat, step.action)
    return Table(state, now, steps, undone, len(events))


def tell(game: Game[S], state: S, seat: Seat | None, action: Action) -> Telling:
    """What a legal action would do, a correction included."""
    if isinstance(action, Correct):
        return tell_correction(game, state, action)
    return game.tell(state, seat, action)


def perform(game: Game[S], state: S, seat: Seat | None, action: Action) -> S:
    """The state after a legal action, a correction included."""
    if isinstance(action, Correct):
        return with_correction(game, state, action)
    return game.apply(state, seat, action)


def offers(game: Game[S], state: S, seat: Seat | None) -> tuple[Offer, ...]:
    """What may be entered now, the correction included."""
    found = game.offers(state, seat)
    if seat is None:
        correction = correction_offer(game, state)
        return (*found, correction) if correction is not None else found
    return found


def offer_for(game: Game[S], state: S, seat: Seat | None, action: Action) -> Offer:
    """The offer this action falls under, fields checked; raises IllegalAction with the reason where there is none.

    Several offers may share a type (the coins of each company); the first that takes every field is the one.
    """
    kind = action_type(action)
    own = offers(game, state, seat) if seat is not None else ()
    problems: list[tuple[bool, IllegalAction]] = []
    asked: set[str] = set()
    for offer in (*own, *offers(game, state, None)):
        if offer.type != kind:
            continue
        fields = {field.name: field for field in offer.fields}
        asked |= fields.keys()
        try:
            check_fields(offer, action)
            check_unasked(fields, action)
        except IllegalAction as problem:
            apart = problem.field not in fields or _tells_offers_apart(fields.get(problem.field or ""))
            problems.append((apart, problem))
        else:
            return offer
    if isinstance(game, Explains) and (reason := game.why_not(state, seat, action)) is not None:
        raise reason
    if problems:
        check_unasked(asked, action)
        raise min(problems, key=lambda found: found[0])[1]
    raise _not_offered(game, state, seat, kind)


def _tells_offers_apart(field: Field | None) -> bool:
    """Whether a field says which of several offers is meant: then its problem only means "not this offer"."""
    return isinstance(field, Choice) or (isinstance(field, Number) and field.low == field.high)


def _not_offered(game: Game[S], state: S, seat: Seat | None, kind: str) -> IllegalAction:
    others = [s for s in sorted(game.active_seats(state)) if any(o.type == kind for o in game.offers(state, s))]
    if seat is None and others:
        return IllegalAction("bad_field", "seat", T("Say which seat enters this."))
    if others:
        return IllegalAction(
            "not_your_turn",
            "seat",
            T("It is not your turn: {names} first.", names=Listing(tuple(Who(s) for s in others))),
        )
    if game.outcome(state) is not None:
        return IllegalAction(
            "illegal", "type", T("The game is over. Undo or correct an entry, if something was wrong.")
        )
    return IllegalAction(
        "illegal", "type", T("This is not possible now. Look at what the table is waiting for, or enter a correction.")
    )


def check_fields(offer: Offer, action: Action) -> None:
    """Refuses a value outside today's range, naming the field."""
    for field in offer.fields:
        value = _plain(getattr(action, field.name, None))
        if value is None and field.optional:
            continue
        if (problem := field.check(value)) is not None:
            raise IllegalAction("bad_field", field.name, problem)
        current = getattr(field, "current", None)
        was = getattr(action, "was", None)
        if current is not None and was is not None and was != current and value != current:
            raise changed_meanwhile(field.name, field.label, current, was, int(value) if isinstance(value, int) else 0)


def check_unasked(asked: Container[str], action: Action) -> None:
    """Refuses an action that carries something its offer does not ask for: nobody has checked its range."""
    for field in msgspec.structs.fields(action):
        if field.name in asked or field.name in action.beside:
            continue
        if _plain(getattr(action, field.name)) != _plain(field.default):
            raise IllegalAction(
                "bad_field", field.name, T("{name} is not asked for here: leave it out.", name=field.name)
            )


def _plain(value: object) -> object:
    """A field's value as plain JSON: tuples become lists, structs objects."""
    if isinstance(value, tuple | list):
        return [_plain(v) for v in value]
    if hasattr(value, "__struct_fields__"):
        names = value.__struct_fields__
        return {name: _plain(getattr(value, name)) for name in names if getattr(value, name) is not None}
    return value


def accept(game: Game[S], state: S, seat: Seat | None, action: Action) -> S:
    """The state after an action that somebody asks for now; raises IllegalAction with the reason."""
    offer_for(game, state, seat, action)
    if isinstance(action, Correct):
        check_seen(game, state, action)
    return perform(game, state, seat, action)


def to_retract(events: Sequence[Event], undone: frozenset[int]) -> int | None:
    """The event an undo takes back: the newest play, amendment or seating that counts."""
    return next(iter(to_retract_after(events, undone, None)), None)


def to_retract_after(events: Sequence[Event], undone: frozenset[int], to: int | None) -> tuple[int, ...]:
    """What an undo takes back, newest first: everything after event ``to`` that counts, with None the newest only."""
    counting = (e.seq for e in reversed(events) if not isinstance(e.change, Retracted) and e.seq not in undone)
    if to is None:
        return tuple(itertools.islice(counting, 1))
    return tuple(seq for seq in counting if seq > to)


def to_restore(events: Sequence[Event], undone: frozenset[int]) -> int | None:
    """The retraction a redo takes back: the newest that counts, unless something new has happened since."""
    kinds = {event.seq: type(event.change) for event in events}
    for event in reversed(events):
        if not isinstance(event.change, Retracted):
            return None
        if event.seq not in undone and kinds[event.change.of] is not Retracted:
            return event.seq
    return None


def amend(game: Game[S], seats: tuple[Sitting, ...], events: Sequence[Event], of: int, action: Action) -> S:
    """The state that play ``of`` is entered in, if ``action`` fits there instead and every later step still fits.

    Raises IllegalAction where it does not fit itself, LaterStep naming the first later step that no longer fits.
    """
    undone = undone_events(events)
    steps = steps_of(game, events, undone)
    if not any(step.event.seq == of for step in steps):
        raise IllegalAction(
            "illegal", "seq", T("Only an entry that still counts can be corrected. Restore it first, or enter it anew.")
        )
    state = before = game.setup(len(seats_of(seats, events, undone)))
    for step in steps:
        if step.event.seq == of:
            before, state = state, accept(game, state, step.seat, action)
            continue
        try:
            if step.event.seq > of:
                state = accept(game, state, step.seat, without_was(step.action))
            else:
                state = perform(game, state, step.seat, step.action)
        except IllegalAction as reason:
            raise LaterStep(step.event.seq, reason) from reason
    return before


def without_was(action: Action) -> Action:
    """The action without what its author saw: an amendment before it changes what there was to see."""
    return msgspec.structs.replace(action, was=None) if getattr(action, "was", None) is not None else action


def turn_text(game: Game[S], state: S) -> Text | None:
    """Whom the table waits for, in a sentence."""
    waiting = sorted(game.active_seats(state))
    return T("Waiting for {names}.", names=Listing(tuple(Who(s) for s in waiting))) if waiting else None


def moved_seat(events: Sequence[Event], undone: frozenset[int], seat: int, since: int) -> int | None:
    """Where a seat of the seating after event ``since`` is today, or None where it was removed."""
    return _moved(_moves(events, undone), seat, since)


Moves = Sequence[tuple[int, dict[int, int]]]
"""Each seating that counts: its event, and where each old seat went."""


def _moves(events: Sequence[Event], undone: frozenset[int]) -> Moves:
    return [
        (event.seq, {s.was: new for new, s in enumerate(event.change.seats) if s.was is not None})
        for event in events
        if event.seq not in undone and isinstance(event.change, Seated)
    ]


def _moved(moves: Moves, seat: int, since: int) -> int | None:
    here: int | None = seat
    for seq, to in moves:
        if seq > since and here is not None:
            here = to.get(here)
    return here
