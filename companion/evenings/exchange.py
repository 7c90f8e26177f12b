"""Everything that is kept of the evenings, as one JSON object: people and plays, and nothing of any table's code."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from companion.evenings.model import Person, Play, final_person

FORMAT = "boardgame-companion-plays/1"


class _Part(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A part of the file."""


class PersonKept(_Part, frozen=True, kw_only=True):
    """A person. ``name``: empty once they are deleted; ``into``: the unique name of who they turned out to be."""

    uid: str
    name: str
    color: str
    symbol: str
    hidden: bool = False
    deleted: bool = False
    into: str | None = None


class SeatKept(_Part, frozen=True, kw_only=True):
    """A seat of a play; ``person``: the unique name; ``lines``: pairs of category and points."""

    person: str
    name: str
    color: str
    score: int | None = None
    place: int | None = None
    won: bool = False
    lost: bool = False
    start: bool = False
    lines: list[tuple[str, int]] = []


class PlayKept(_Part, frozen=True, kw_only=True):
    """A play. ``day``: None where it is that of ``started_at`` in the house's time zone."""

    uid: str
    game: str
    state: str
    seats: list[SeatKept]
    title: str | None = None
    day: str | None = None
    started_at: str | None = None
    minutes: int | None = None
    place: str = ""
    note: str = ""
    deleted: bool = False
    unlisted: bool = False
    course: list[tuple[int, list[int]]] = []


class EveningsFile(_Part, frozen=True, kw_only=True):
    """The whole file. ``zone``: the time zone of the house, empty for its computer's own."""

    format: str
    people: list[PersonKept]
    plays: list[PlayKept]
    zone: str = ""


def everything(people: Sequence[Person], plays: Sequence[Play], zone: str) -> EveningsFile:
    """People in the order they came, plays oldest first, each with the people as they were seated, before any merging.

    ``plays``: with the persons of their seats as stored; whoever was deleted has no name in the file.
    """
    by_id: Mapping[int, Person] = {person.id: person for person in people}

    def is_gone(person: int) -> bool:
        """Whether they, or whoever they turned out to be, were deleted."""
        return by_id[person].deleted or by_id[final_person(by_id, person)].deleted

    def seated(play: Play) -> list[SeatKept]:
        return [
            SeatKept(
                person=by_id[seat.person].uid,
                name="" if is_gone(seat.person) else seat.name,
                color=seat.color,
                score=seat.score,
                place=seat.place,
                won=seat.won,
                lost=seat.lost,
                start=seat.start,
                lines=list(seat.lines),
            )
            for seat in play.seats
        ]

    return EveningsFile(
        format=FORMAT,
        zone=zone,
        people=[
            PersonKept(
                uid=person.uid,
                name="" if is_gone(person.id) else person.name,
                color=person.color,
                symbol=person.symbol,
                hidden=person.hidden,
                deleted=is_gone(person.id),
                into=None if person.merged_into is None else by_id[person.merged_into].uid,
            )
            for person in people
        ],
        plays=[
            PlayKept(
                uid=play.uid,
                game=play.game,
                title=play.title,
                state=play.state,
                day=play.day if play.day_set else None,
                started_at=play.started_at,
                minutes=play.minutes,
                place=play.place,
                note=play.note,
                deleted=play.deleted,
                unlisted=play.unlisted,
                course=[(at, list(scores)) for at, scores in play.course],
                seats=seated(play),
            )
            for play in sorted(plays, key=lambda play: (play.day, play.started_at or "", play.uid))
        ],
    )
