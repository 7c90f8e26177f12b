"""People and plays as plain values, and which plays a question is about."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from companion.core.names import identity

SYMBOLS: tuple[str, ...] = ("diamond", "circle", "triangle", "square", "star", "cross")
"""The signs a person can have, in the order of the colours they go with at a table."""
State = Literal["finished", "broken_off"]
FEW = 3
"""With fewer plays than these there are no averages: they would say more about the evening than about the player."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody over tables. ``mark``: what tells two of the same name apart, 1 for the first of a name."""

    id: int
    uid: str
    name: str
    color: str
    symbol: str
    hidden: bool = False
    deleted: bool = False
    merged_into: int | None = None
    mark: int = 1


@dataclass(frozen=True, slots=True)
class Seated:
    """Somebody's seat in a play.

    ``score``: None where the game counts no points; ``place``: competition rank, None where there was none; ``lost``:
    fetched lunch, in a game that has losers; ``lines``: points by the key of the category.
    """

    person: int
    name: str
    color: str
    score: int | None = None
    place: int | None = None
    won: bool = False
    lost: bool = False
    start: bool = False
    lines: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Play:
    """One play of a game. ``day``: local date, ISO 8601; ``started_at``: UTC; ``minutes``: played, pauses left out.

    ``code``: the table here it follows from, None for one that was entered by hand or brought along; ``title``: what a
    game is called that is not on the shelf; ``course``: who had how many points when.
    """

    id: int
    uid: str
    game: str
    day: str
    seats: tuple[Seated, ...]
    state: State = "finished"
    code: str | None = None
    title: str | None = None
    started_at: str | None = None
    minutes: int | None = None
    place: str = ""
    note: str = ""
    deleted: bool = False
    unlisted: bool = False
    course: tuple[tuple[int, tuple[int, ...]], ...] = ()
    day_set: bool = False

    @property
    def kind(self) -> str:
        """What tells games apart in figures: the key, and of a game that somebody defined also what it is called."""
        return self.game if self.title is None else f"{self.game}/{self.title}"

    @property
    def when(self) -> tuple[str, str, int]:
        """What orders plays in time."""
        return (self.day, self.started_at or "", self.id)

    @property
    def winners(self) -> tuple[Seated, ...]:
        return tuple(seat for seat in self.seats if seat.won)

    def seat_of(self, person: int) -> Seated | None:
        """Where a person sat."""
        return next((seat for seat in self.seats if seat.person == person), None)


def final_person(people: Mapping[int, Person], person: int) -> int:
    """Who a person turned out to be, however often they were merged."""
    seen = {person}
    while (found := people.get(person)) is not None and found.merged_into is not None:
        person = found.merged_into
        if person in seen:
            break
        seen.add(person)
    return person


def with_final_people(plays: Iterable[Play], people: Mapping[int, Person]) -> tuple[Play, ...]:
    """The plays with everybody on their seats who they turned out to be."""
    finals = {person: final_person(people, person) for person in people}
    moved = {person for person, final in finals.items() if person != final}
    if not moved:
        return tuple(plays)
    return tuple(
        play
        if moved.isdisjoint(seat.person for seat in play.seats)
        else replace(
            play, seats=tuple(replace(seat, person=finals.get(seat.person, seat.person)) for seat in play.seats)
        )
        for play in plays
    )


def without_deleted_names(plays: Iterable[Play], people: Mapping[int, Person]) -> tuple[Play, ...]:
    """The plays without what those were called who were deleted since, whoever they were merged into before."""
    gone = {person.id for person in people.values() if person.deleted}
    return tuple(
        play
        if gone.isdisjoint(seat.person for seat in play.seats)
        else replace(play, seats=tuple(replace(seat, name="") if seat.person in gone else seat for seat in play.seats))
        for play in plays
    )


def label(person: Person) -> str:
    """What a person is called where two have the same name: the second is "Ann (2)"."""
    return person.name if person.mark == 1 else f"{person.name} ({person.mark})"


def named(people: Iterable[Person], name: str) -> Person | None:
    """Who is meant by a name, as it is typed at a table: first who is called just so, else who was merged or renamed."""
    same = identity(name).casefold()
    for person in people:
        if not person.deleted and person.merged_into is None and identity(label(person)).casefold() == same:
            return person
    merged = (p for p in people if not p.deleted and p.merged_into is not None)
    return next((person for person in merged if identity(person.name).casefold() == same), None)


def told_apart(people: Sequence[Person]) -> tuple[Person, ...]:
    """The people with a mark that tells those of the same name apart: the first has 1, the next 2.

    Who was deleted or merged takes no mark from anybody.
    """
    counts: dict[str, int] = {}
    found = []
    for person in people:
        mark = 1
        if not person.deleted and person.merged_into is None:
            same = identity(person.name).casefold()
            mark = counts[same] = counts.get(same, 0) + 1
        found.append(person if mark == person.mark else replace(person, mark=mark))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Asked:
    """Which plays a number is about: what `chosen` leaves over. ``None`` and False: everything.

    ``won``, ``lost``, ``seat`` (from 0) and ``ahead`` (of ``against``) are about ``person``; without one, ``seat`` and ``won``
    are about whoever sat there; ``month``: such as 2026-05.
    """

    game: str | None = None
    person: int | None = None
    won: bool = False
    lost: bool = False
    against: int | None = None
    ahead: bool = False
    seat: int | None = None
    month: str | None = None
    finished: bool = False

    def query(self, **more: object) -> dict[str, str]:
        """The question as the parameters of an address."""
        asked = {name: getattr(self, name) for name in self.__slots__} | more
        return {
            name: "1" if value is True else str(value)
            for name, value in asked.items()
            if value is not None and value is not False
        }


def chosen(plays: Iterable[Play], asked: Asked) -> tuple[Play, ...]:
    """The plays a question is about, in the order given."""
    return tuple(play for play in plays if _fits(play, asked))


def _fits(play: Play, asked: Asked) -> bool:
    if (asked.game is not None and play.kind != asked.game) or (asked.finished and play.state != "finished"):
        return False
    if asked.month is not None and not play.day.startswith(asked.month):
        return False
    if asked.person is None:
        if asked.seat is None:
            return True
        return asked.seat < len(play.seats) and (not asked.won or play.seats[asked.seat].won)
    own = play.seat_of(asked.person)
    if own is None or (asked.won and not own.won) or (asked.lost and not own.lost):
        return False
    if asked.seat is not None and play.seats.index(own) != asked.seat:
        return False
    if asked.against is None:
        return True
    other = play.seat_of(asked.against)
    return other is not None and (not asked.ahead or is_ahead(own, other))


def is_ahead(one: Seated, other: Seated) -> bool:
    """Whether one finished before the other."""
    return one.place is not None and other.place is not None and one.place < other.place
