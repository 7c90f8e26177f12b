"""The vocabulary every game speaks, and what a game is.

A game is a frozen dataclass: its fields are the table's options and a copy of the box profile, made when the table
is opened and never read again from outside, so that an old log always folds to the same state. Its methods are pure.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, Protocol, Self, TypeVar, runtime_checkable

import msgspec

from companion.core.fields import Field, Labelled
from companion.core.scoring import Result, Sheet
from companion.core.text import Seat, Text


class Action(msgspec.Struct, frozen=True, kw_only=True, tag_field="type", forbid_unknown_fields=True):
    """What a seat asks to do; a stored format, so fields are only ever added, with defaults.

    ``beside``: fields that say what its author saw or typed, so that no offer asks for them.
    """

    beside: ClassVar[frozenset[str]] = frozenset({"was", "parts", "lot", "step"})


def action_type(action: Action | type[Action]) -> str:
    """The name of an action in JSON (its ``type``)."""
    return str(action.__struct_config__.tag)


class IllegalAction(Exception):
    """A refusal: what, why, and what to do instead. ``field`` is the path of the field at fault, if one is."""

    def __init__(self, code: str, field: str | None, text: Text) -> None:
        super().__init__(code, field, text)
        self.code = code
        self.field = field
        self.text = text


Tone = Literal["plain", "gain", "cost"]


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause of a telling; ``cost`` is drawn in the warning tone ("this costs you")."""

    text: Text
    tone: Tone = "plain"


Telling = tuple[Clause, ...]
"""What an action does, in sentences: shown before it is confirmed, kept in the history after."""

Place = Literal["next", "sheet", "more"]


@dataclass(frozen=True, slots=True)
class Offer:
    """An action that may be taken now, with today's range of each field.

    ``examples``: actions that are accepted; where empty, every field's sample together is one. ``constrained``: the
    fields limit each other, so that a value within every range can still be refused with a reason (examples are then
    required). ``place``: whether a page shows it as the next thing to do, as a part of a sheet, or among the rest.
    """

    action: type[Action]
    label: Text
    fields: tuple[Field, ...] = ()
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
    stands above it.
    """

    key: str
    label: Text
    value: int
    low: int
    high: int
    seat: Seat | None = None
    short: Text | None = None


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
    """Part of the rules reference."""

    title: Text
    rules: tuple[Rule, ...]


@dataclass(frozen=True, slots=True)
class Stage:
    """Where the table is: "Round 5 of 7", "Action phase"; ``done`` of ``of`` draws the bar (0 of 0: none)."""

    text: Text
    done: int = 0
    of: int = 0


S = TypeVar("S")


class Game(Protocol[S]):
    """The contract of a game. Class variables describe it; an instance is one table's options and box profile."""

    key: ClassVar[str]
    title: ClassVar[Text]
    players: ClassVar[range]
    options: ClassVar[tuple[Option, ...]]
    actions: ClassVar[tuple[type[Action], ...]]
    sheet_type: ClassVar[Any]
    """The game's `Sheet` struct, or None for a game without a score sheet."""

    @classmethod
    def open(cls, options: Mapping[str, Any], box: Mapping[str, Any]) -> Self:
        """A table's game, from checked options (all of them present) and a copy of the box profile."""
        ...

    def setup(self, seats: int) -> S:
        """The state before the first action; ``seats`` is within `players`."""
        ...

    def setup_guide(self, seats: int) -> tuple[Text, ...]:
        """What to lay out, step by step."""
        ...

    def stage(self, state: S) -> Stage:
        """Where the table is, for the line under the title."""
        ...

    def active_seats(self, state: S) -> frozenset[Seat]:
        """Whom the table waits for; corrections and notes do not count. Empty when the game is over."""
        ...

    def offers(self, state: S, seat: Seat | None) -> tuple[Offer, ...]:
        """What this seat may enter now; with None, what anybody at the table may enter for the table as a whole."""
        ...

    def tell(self, state: S, seat: Seat | None, action: Action) -> Telling:
        """What a legal action would do and what it costs; agrees with what `apply` then changes."""
        ...

    def apply(self, state: S, seat: Seat | None, action: Action) -> S:
        """The state after an offered action whose fields were checked; raises IllegalAction, alters nothing."""
        ...

    def counters(self, state: S) -> tuple[Counter, ...]:
        """Every number a correction may set."""
        ...

    def with_counter(self, state: S, key: str, value: int) -> S:
        """The state with one of `counters` set; raises IllegalAction where nothing sensible would remain."""
        ...

    def learns(self, state: S, action: Action) -> Mapping[str, Any]:
        """What an action teaches about the owner's copy, as a merge patch for the box profile; usually empty."""
        ...

    def only_scores(self, state: S) -> bool:
        """Whether the table keeps a score sheet and nothing else so far: then seats may be reordered or removed."""
        ...

    def sheet(self, state: S, names: tuple[str, ...]) -> Sheet | None:
        """The score sheet as it would be now; None for a game without one."""
        ...

    def score(self, sheet: Any) -> Result:
        """The only scoring: table, command line and tests call it. Raises SheetError for what no sheet can hold."""
        ...

    def outcome(self, state: S) -> Outcome | None:
        """How it ended, or None while it goes on."""
        ...

    def view(self, state: S, seat: Seat | None) -> object:
        """What the game's templates need beyond state, offers and score."""
        ...

    def rules(self) -> tuple[Chapter, ...]:
        """The rules reference of this table's options, decisions marked."""
        ...


@runtime_checkable
class Explains(Protocol):
    """A game that knows better than "not now" why something is not offered; games need not."""

    def why_not(self, state: Any, seat: Seat | None, action: Action) -> IllegalAction | None:
        """The reason for an action that no offer takes, or None where there is nothing better to say."""
        ...


@runtime_checkable
class Withholds(Protocol):
    """A game whose score pages do not show at every time, as long as printed numbers are missing; games need not."""

    def score_is_shown(self, state: Any) -> bool:
        """Whether the score is made of known numbers only."""
        ...


@runtime_checkable
class KeepsColumns(Protocol):
    """A game with counters of one seat while seats may still move; games need not.

    ``seat_counters``: the first parts of such counters' keys; the seat is the second, as in ``cash:1``.
    """

    seat_counters: ClassVar[frozenset[str]]


AnyGame = Game[Any]
