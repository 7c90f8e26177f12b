"""People and plays as they were before a change, and back to one of those; which is a change like any other."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from typing import Any

from companion.core.refusal import Refused
from companion.core.text import T
from companion.play.house import House
from companion.store import Before, BeforeKind, SeatRow

__all__ = ["Before", "back_to", "befores_of", "keeping_before"]

PERSON = ("name", "color", "symbol", "hidden")
PLAY = ("day", "minutes", "place", "note")


@contextmanager
def keeping_before(house: House, kind: BeforeKind, number: int) -> Iterator[None]:
    """Keeps how a person or a play was, unless nothing came of it; inside a transaction."""
    before = _state(house, kind, number)
    yield
    if before and _state(house, kind, number) != before:
        house.store.befores.keep(kind, number, house.at(), before)


def befores_of(house: House, kind: BeforeKind, number: int) -> list[Before]:
    """How a person or a play was before, newest first."""
    return house.store.befores.of(kind, number)


def back_to(house: House, kind: BeforeKind, number: int, version: int | None) -> None:
    """A person or a play is again as before. Of a play that follows from a table's log only what was added to it.

    Raises Refused ``not_found``.
    """
    with house.store.writing(), keeping_before(house, kind, number):
        found = next((one for one in befores_of(house, kind, number) if one.id == version), None)
        if found is None:
            raise Refused("not_found", None, T("This version is not kept any more. Look at the page again."))
        if kind == "person":
            house.store.evenings.set_person(number, **{name: found.body[name] for name in PERSON})
        else:
            _set_play(house, number, found.body)


def _set_play(house: House, number: int, body: dict[str, Any]) -> None:
    evenings = house.store.evenings
    row, seats = evenings.play(number), [SeatRow(**seat) for seat in body["seats"]]
    if row is None:
        return
    values = {name: body[name] for name in PLAY}
    if row.code is None:
        evenings.set_play(number, **values)
        evenings.set_seats(number, seats)
        return
    del values["minutes"]
    evenings.set_play(number, **values)
    if len(evenings.seats_of(number)) == len(seats):
        for seat in seats:
            evenings.set_seat_person(number, seat.seat, seat.person)


def _state(house: House, kind: BeforeKind, number: int) -> dict[str, Any]:
    """What a person or a play is now, as it is kept; nothing where there is none."""
    evenings = house.store.evenings
    if kind == "person":
        person = next((one for one in evenings.people() if one.id == number), None)
        return {} if person is None else {name: getattr(person, name) for name in PERSON}
    play = evenings.play(number)
    if play is None:
        return {}
    seats = [asdict(seat) for seat in evenings.seats_of(number)]
    return {name: getattr(play, name) for name in PLAY} | {"seats": seats}
