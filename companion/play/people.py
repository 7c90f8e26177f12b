"""People over tables: who is meant by a name, renaming, merging, hiding, deleting and restoring."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence

from companion.core import names
from companion.core.refusal import Refused
from companion.core.text import T, listed
from companion.evenings.model import SYMBOLS, Person, final_person, label, named, told_apart
from companion.play.befores import keeping_before
from companion.play.house import House
from companion.play.listing import remembered_names
from companion.play.requests import Body
from companion.play.seating import COLORS
from companion.store import PersonRow

SYMBOL_OF: Mapping[str, str] = dict(zip(COLORS, SYMBOLS, strict=True))
"""The sign that goes with a colour, for whoever has not chosen another."""


class PersonAsked(Body, frozen=True, kw_only=True):
    """What is to be changed of a person; what is left out stays."""

    name: str | None = None
    color: str | None = None
    symbol: str | None = None
    hidden: bool | None = None


class MergeAsked(Body, frozen=True, kw_only=True):
    """Who a person turned out to be."""

    into: int


def people_of(house: House) -> tuple[Person, ...]:
    """Everybody there has been, deleted and merged ones too, those of one name told apart; read once until it changes."""
    stamp, kept = house.store.evenings.stamp(), house.known
    if kept is not None and kept[0] == stamp:
        return kept[1]
    people = told_apart([_person(row) for row in house.store.evenings.people()])
    house.known = (stamp, people)
    return people


def living(people: Sequence[Person]) -> tuple[Person, ...]:
    """Those who are neither deleted nor somebody else."""
    return tuple(person for person in people if not person.deleted and person.merged_into is None)


def person_of(house: House, number: int) -> Person:
    """The person of a number, who they turned out to be. Raises Refused ``not_found``."""
    people = {person.id: person for person in people_of(house)}
    found = people.get(final_person(people, number))
    if found is None:
        raise Refused("not_found", None, T("There is no such player here. Look at the list of players."))
    return found


def person_called(house: House, people: Sequence[Person], name: str, color: str) -> Person:
    """Who is meant by a name at a table, or a new person; inside a transaction. Raises Refused for what is no name."""
    found = named(people, name)
    if found is not None:
        everybody = {person.id: person for person in people}
        final = everybody[final_person(everybody, found.id)]
        if not final.deleted:
            return final
    return new_person(house, checked_name(name), color if color in COLORS else next(iter(COLORS)))


def new_person(house: House, name: str, color: str, symbol: str | None = None, uid: str | None = None) -> Person:
    """A new person; inside a transaction."""
    uid, symbol = uid or str(uuid.UUID(int=house.chance.getrandbits(128), version=4)), symbol or SYMBOL_OF[color]
    number = house.store.evenings.add_person(uid, name, color, symbol, house.at())
    return Person(number, uid, name, color, symbol)


def checked_name(typed: str) -> str:
    """A name as it is kept. Raises Refused."""
    fault = names.fault(typed)
    if fault is not None:
        raise Refused("bad_field", "name", names.FAULTS[fault])
    return names.cleaned(typed)


def change_person(house: House, number: int, asked: PersonAsked) -> Person:
    """Renames a person, changes colour or sign, hides them from the names that are offered, or shows them again."""
    values: dict[str, object] = {}
    if asked.name is not None:
        values["name"] = checked_name(asked.name)
    if asked.color is not None:
        if asked.color not in COLORS:
            raise Refused("bad_field", "color", T("The colours are {names}.", names=listed(COLORS)))
        values["color"] = asked.color
    if asked.symbol is not None:
        if asked.symbol not in SYMBOLS:
            raise Refused("bad_field", "symbol", T("The signs are {names}.", names=listed(SYMBOLS)))
        values["symbol"] = asked.symbol
    if asked.hidden is not None:
        values["hidden"] = asked.hidden
    with house.store.writing():
        found = person_of(house, number)
        if values:
            with keeping_before(house, "person", found.id):
                house.store.evenings.set_person(found.id, **values)
    return person_of(house, number)


def merge_people(house: House, one: int, into: int) -> Person:
    """Two people were one: the first one's plays are the other's from now on. It can be taken apart again."""
    with house.store.writing():
        people = people_of(house)
        gone, stays = person_of(house, one), person_of(house, into)
        if gone.id == stays.id:
            raise Refused("illegal", "into", T("They are one already. Choose somebody else."))
        everybody = {person.id: person for person in people}
        plays: dict[int, set[int]] = {}
        for seat in house.store.evenings.seats():
            plays.setdefault(seat.play, set()).add(final_person(everybody, seat.person))
        if any({gone.id, stays.id} <= there for there in plays.values()):
            text = T(
                "{one} and {other} sat at one table, so they are two. If that is wrong, say on that play's page who sat "
                "there, then merge them.",
                one=label(gone),
                other=label(stays),
            )
            raise Refused("illegal", "into", text)
        house.store.evenings.set_person(gone.id, merged_into=stays.id)
    return stays


def split_person(house: House, number: int) -> None:
    """Takes a merged person apart again: their plays are their own as before. Raises Refused."""
    with house.store.writing():
        row = next((row for row in house.store.evenings.people() if row.id == number), None)
        if row is None or row.merged_into is None:
            raise Refused("not_found", None, T("There is no such player here. Look at the list of players."))
        house.store.evenings.set_person(number, merged_into=None)


def delete_person(house: House, number: int) -> None:
    """Deletes a person: their plays stay, with a placeholder. It can be taken back."""
    _set_deleted(house, number, house.at())


def restore_person(house: House, number: int) -> None:
    """Brings a deleted person back."""
    _set_deleted(house, number, None)


def _set_deleted(house: House, number: int, at: str | None) -> None:
    with house.store.writing():
        house.store.evenings.set_person(person_of(house, number).id, deleted_at=at)


def offered_names(house: House, device: str) -> list[dict[str, str]]:
    """The names a new table is offered, each as the person is called now and in the colour they like."""
    people = people_of(house)
    everybody = {person.id: person for person in people}
    deleted = {names.identity(person.name).casefold() for person in people if person.deleted}
    found: dict[str, dict[str, str]] = {}
    for seat in remembered_names(house, device, most=40):
        person = named(people, seat["name"])
        if person is not None:
            person = everybody[final_person(everybody, person.id)]
            if not person.hidden and not person.deleted:
                found.setdefault(label(person), {"name": label(person), "color": person.color})
        elif names.identity(seat["name"]).casefold() not in deleted:
            found.setdefault(seat["name"], seat)
    return list(found.values())[:12]


def _person(row: PersonRow) -> Person:
    deleted = row.deleted_at is not None
    return Person(row.id, row.uid, row.name, row.color, row.symbol, row.hidden, deleted, row.merged_into)
