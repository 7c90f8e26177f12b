"""What a change of a table is asked with, as scripts and pages send it: checked here, described in OpenAPI from here.

Shapes only: ranges that depend on a table, and their words, belong to the use case.
"""

from __future__ import annotations

from typing import Annotated, Any, TypeVar

import msgspec

from companion.core.codec import read_struct

KEY_LENGTH = range(8, 65)

Key = Annotated[
    str,
    msgspec.Meta(extra_json_schema={"minLength": KEY_LENGTH[0], "maxLength": KEY_LENGTH[-1], "pattern": "^[ -~]+$"}),
]
"""Made by the client, new for each thing a person meant."""
Seq = Annotated[int, msgspec.Meta(extra_json_schema={"minimum": 0})]
"""A number of the log."""
SeatNumber = Annotated[int, msgspec.Meta(extra_json_schema={"minimum": 0, "maximum": 5})]
ActionJson = Annotated[
    dict[str, Any], msgspec.Meta(extra_json_schema={"required": ["type"], "properties": {"type": {"type": "string"}}})
]
Name = Annotated[str, msgspec.Meta(extra_json_schema={"minLength": 1, "maxLength": 40})]
Color = Annotated[str, msgspec.Meta(extra_json_schema={"enum": ["red", "blue", "green", "amber", "purple", "slate"]})]


class Body(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The JSON object of a request."""


class Change(Body, frozen=True, kw_only=True):
    """Every change of a table. ``base_seq``: what its author saw; another one by now refuses it."""

    key: Key
    base_seq: Seq | None = None


class Act(Change, frozen=True, kw_only=True):
    """A seat (or, with None, the table as a whole) does something.

    ``seen``: what the author of a tap without a value of its own saw; such a tap by another device since then refuses it, and
    the same one by this device.
    """

    action: ActionJson
    seen: Seq | None = None
    seat: SeatNumber | None = None
    via: Annotated[str, msgspec.Meta(extra_json_schema={"enum": ["hand", "camera"]})] = "hand"
    roll: bool = False


class Undo(Change, frozen=True, kw_only=True):
    """Takes back the newest change, or with ``to`` every one after that.

    ``seen``: what its author saw; it takes back what the same device has entered since, but nothing that others have.
    """

    to: Seq | None = None
    seen: Seq | None = None


class Redo(Change, frozen=True, kw_only=True):
    """Restores the newest undone. ``seen``: as of an undo."""

    seen: Seq | None = None


class Retract(Change, frozen=True, kw_only=True):
    """Takes one older change out alone."""

    seq: Seq


class Away(Change, frozen=True, kw_only=True):
    """A seat is away and passed over from now on, or is back."""

    seat: SeatNumber
    away: bool = True


class Throw(Change, frozen=True, kw_only=True):
    """The companion throws dice, whatever the game; the log has them. ``seen``: as of an action."""

    sides: Annotated[int, msgspec.Meta(extra_json_schema={"minimum": 2, "maximum": 100})] = 6
    count: Annotated[int, msgspec.Meta(extra_json_schema={"minimum": 1, "maximum": 20})] = 1
    seen: Seq | None = None


class DrawStart(Change, frozen=True, kw_only=True):
    """The companion draws by lot who starts, among those who are here. ``seen``: as of an action."""

    seen: Seq | None = None


class KeepTime(Change, frozen=True, kw_only=True):
    """The time is kept from now on, or no longer."""

    on: bool = True


class Amend(Change, frozen=True, kw_only=True):
    """Replaces the action of an older entry, same seat."""

    seq: Seq
    action: ActionJson


class SeatAsked(Body, frozen=True, kw_only=True):
    """Who shall sit on a seat. ``color`` left out: the first free one; ``was``: the seat this one continues."""

    name: Name
    color: Color | None = None
    was: Annotated[int, msgspec.Meta(extra_json_schema={"minimum": 0})] | None = None


class Reseat(Change, frozen=True, kw_only=True):
    """Renames, recolours and, where the table allows it, adds, removes and reorders the seats."""

    seats: list[SeatAsked]


class Closing(Body, frozen=True, kw_only=True):
    """Closes a table or opens it again."""

    key: Key | None = None


class OpenTable(Body, frozen=True, kw_only=True):
    """A new table."""

    game: str
    seats: list[SeatAsked]
    options: dict[str, Any] = {}
    unlisted: bool = False


B = TypeVar("B", bound=Body)


def asked(kind: type[B], body: object) -> B:
    """A request as its struct; raises Refused with the path of what is wrong."""
    return read_struct(kind, body)
