"""The vocabulary every game speaks: actions, the sentences of a step, offers, counters, outcomes, chapters of rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import ClassVar, Generic, Literal, NamedTuple, TypeVar

import msgspec

from companion.core.fields import Field, Labelled
from companion.core.text import Param, Seat, Text


class Action(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", forbid_unknown_fields=True):
    """What a seat asks to do; a stored format, so fields are only ever added, with defaults.

    ``beside``: fields that say what its author saw or typed, so that no offer asks for them; ``instead``: the types of
    what it may turn out to have been (nobody bid, or somebody did), offered where an entry is corrected.
    """

    beside: ClassVar[frozenset[str]] = frozenset({"was", "parts", "lot", "step"})
    instead: ClassVar[tuple[str, ...]] = ()


def action_type(action: Action | type[Action]) -> str:
    """The name of an action in JSON (its ``type``)."""
    return str(action.__struct_config__.tag)


@cache
def fields_of(kind: type[msgspec.Struct]) -> tuple[msgspec.structs.FieldInfo, ...]:
    """The fields of a type, which msgspec works out anew each time: it compiles every annotation."""
    return msgspec.structs.fields(kind)


Tone = Literal["plain", "gain", "cost"]


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause of a telling; ``cost`` is drawn in the warning tone ("this costs you").

    ``by``: the counters its numbers are about, each with the difference the step makes to it (``("cash:1", 3)``); the
    sentence says that difference or the new number.
    """

    text: Text
    tone: Tone = "plain"
    by: tuple[tuple[str, int], ...] = ()


Telling = tuple[Clause, ...]
"""What an action does, in sentences: shown before it is confirmed, kept in the history after."""

S = TypeVar("S")


class Step(NamedTuple, Generic[S]):
    """What an action comes to: the state after it, and the sentences of the same run that say what it did."""

    state: S
    telling: Telling


Place = Literal["next", "sheet", "more"]


@dataclass(frozen=True, slots=True)
class Offer:
    """An action that may be taken now, with today's range of each field.

    ``fixed``: what an entry of this offer carries unasked (``{"company": "cairo"}``); it tells offers of one type apart.
    ``examples``: actions that are accepted; where empty, every field's sample together is one. ``constrained``: the
    fields limit each other, so that a value within every range can still be refused with a reason (examples are then
    required). ``place``: whether a page shows it as the next thing to do, as a part of a sheet, or among the rest.
    """

    action: type[Action]
    label: Text
    fields: tuple[Field, ...] = ()
    fixed: Mapping[str, str | int] = field(default_factory=dict)
    constrained: bool = False
    examples: tuple[Action, ...] = ()
    place: Place = "next"

    @property
    def type(self) -> str:
        return action_type(self.action)


@dataclass(frozen=True, slots=True)
class Option:
    """A choice made when the table is opened. The first choice is the default; ``bool`` options start off."""

    key: str
    label: Text
    choices: Labelled = ()
    players: range | None = None
    note: Text | None = None

    @property
    def kind(self) -> Literal["bool", "choice"]:
        return "choice" if self.choices else "bool"

    @property
    def default(self) -> bool | str:
        return self.choices[0][0] if self.choices else False


@dataclass(frozen=True, slots=True)
class Counter:
    """A number that a correction may set, with its range. ``key`` is stable, such as ``coins:mombasa``.

    ``seat``: whose number it is, None for the table's; ``short``: what it is called where its player's name already
    stands above it; ``words``: what its values are called, from ``low`` on, where they are no numbers to people (whose
    turn it is, which phase); ``printed``: it stands on the owner's copy, so that a correction may be about that too.
    """

    key: str
    label: Text
    value: int
    low: int
    high: int
    seat: Seat | None = None
    short: Text | None = None
    words: tuple[Param, ...] = ()
    printed: bool = False

    @property
    def shown(self) -> Param:
        """The value as people say it."""
        return self.words[self.value - self.low] if self.words else self.value


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a finished game ended: the seats that won or, where somebody loses, lost.

    ``sentence`` is for a game without a score sheet; otherwise the result of the sheet has it.
    """

    winners: tuple[Seat, ...] = ()
    losers: tuple[Seat, ...] = ()
    sentence: Text | None = None


@dataclass(frozen=True, slots=True)
class Rule:
    """One line of the rules reference. ``basis``: where it comes from."""

    text: Text
    basis: Literal["given", "printed", "decision", "elsewhere"] = "given"


@dataclass(frozen=True, slots=True)
class Chapter:
    """Part of the rules reference. ``key``: what `Game.chapter` names it by, and the address of the page; "" for none."""

    title: Text
    rules: tuple[Rule, ...]
    key: str = ""


@dataclass(frozen=True, slots=True)
class ToLay:
    """Something to lay out before the game: how many, and of what in a few words (6, "tribe cards in a ring")."""

    number: int
    text: Text


@dataclass(frozen=True, slots=True)
class Stage:
    """Where the table is: "Round 5 of 7", "Action phase"; ``done`` of ``of`` draws the bar (0 of 0: none)."""

    text: Text
    done: int = 0
    of: int = 0
