"""What a game is; its vocabulary comes from `companion.core.vocabulary` and may be imported from here.

A game is a frozen dataclass: its fields are the table's options and a copy of the box profile, made when the table
is opened and never read again from outside, so that an old log always folds to the same state. Its methods are pure.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, ClassVar, Protocol, Self, TypeVar

from companion.core.ending import ending_of
from companion.core.printed import PrintedNumber
from companion.core.refusal import Refused
from companion.core.scoring import Result, Sheet
from companion.core.text import Param, Seat, T, Text
from companion.core.vocabulary import (
    Action,
    Chapter,
    Clause,
    Counter,
    Offer,
    Option,
    Outcome,
    Place,
    Rule,
    Stage,
    Step,
    Telling,
    ToLay,
    Tone,
    action_type,
)

__all__ = [
    "Action",
    "AnyGame",
    "Chapter",
    "Clause",
    "Counter",
    "Game",
    "Offer",
    "Option",
    "Outcome",
    "Place",
    "Rule",
    "S",
    "Stage",
    "Step",
    "Telling",
    "ToLay",
    "Tone",
    "Typed",
    "action_type",
    "away_of",
    "no_such_counter",
]

S = TypeVar("S")


def no_such_counter() -> Refused:
    """The refusal of a correction of a number that this table does not keep."""
    return Refused("bad_field", "counter", T("There is no such number at this table. Choose one from the list."))


def away_of(state: object) -> frozenset[Seat]:
    """Who is away; of a state that does not keep it, nobody."""
    away: frozenset[Seat] = getattr(state, "away", frozenset())
    return away


Typed = Mapping[str, tuple[int, ...]]
"""What somebody typed into a sum on the way: every field's parts, so that "2+3" is (2, 3)."""


class Game(Protocol[S]):
    """The contract of a game. Class variables describe it; an instance is one table's options and box profile.

    A game says what it is (`key`, `title`, `players`, `actions`) and fulfils `setup`, `offers`, `perform`; with a score
    pad `sheet` and `score` too. Everything else has a default, for a state that keeps its end as ``ending``
    (`companion.core.ending.Ending`).
    """

    key: ClassVar[str]
    title: ClassVar[Text]
    players: ClassVar[range]
    actions: ClassVar[tuple[type[Action], ...]]
    options: ClassVar[tuple[Option, ...]] = ()
    about: ClassVar[Text | None] = None
    """What it is about, in a few words, for whoever chooses a game."""
    sheet_type: ClassVar[Any] = None
    """The game's `Sheet` struct, or None for a game without a score sheet."""
    sign: ClassVar[str] = ""
    """Letters, or the name of a sign of ours, drawn in the place of the game's emblem; "" for the emblem."""
    seat_counters: ClassVar[frozenset[str]] = frozenset()
    """First parts of the keys of counters that belong to a seat (``cash`` in ``cash:1``) while seats may still move."""
    start_rule: ClassVar[Text | None] = None
    """How the rules find the start player, also of the next game; None where they leave it to the table."""
    sums: ClassVar[Mapping[str, Callable[[Typed], tuple[Text, ...]]]] = {}
    """Sums on the way, worked out for whoever asks and entered nowhere: what was typed in, sentences out."""

    @classmethod
    def open(cls, options: Mapping[str, Any], box: Mapping[str, Any]) -> Self:
        """A table's game, from checked options (all of them present) and a copy of the box profile."""
        return cls()

    keeps_copy: ClassVar[bool] = False
    """Whether something is printed on the owner's copy that the box profile keeps."""

    @classmethod
    def printed_numbers(cls, box: Mapping[str, Any]) -> tuple[PrintedNumber, ...]:
        """Every number a box profile of this game can hold, in the order of asking, with what it holds of it."""
        return ()

    @classmethod
    def card_names(cls, box: Mapping[str, Any]) -> tuple[Param, ...]:
        """The names of the cards that a camera may be taught, in the order of the deck; empty where nobody knows them."""
        return ()

    @classmethod
    def die_faces(cls) -> Mapping[str, Text]:
        """The faces of its dice that show no pips, by their keys, with what they are called; a camera is taught them."""
        return {}

    @classmethod
    def by_default(cls) -> Self:
        """The game with every option at its default and nothing printed known; raises Refused where it needs that."""
        return cls.open({option.key: option.default for option in cls.options}, {})

    @abstractmethod
    def setup(self, seats: int) -> S:
        """The state before the first action; ``seats`` is within `players`."""

    @abstractmethod
    def offers(self, state: S, seat: Seat | None) -> tuple[Offer, ...]:
        """What this seat may enter now; with None, what anybody at the table may enter for the table as a whole."""

    @abstractmethod
    def perform(self, state: S, seat: Seat | None, action: Action) -> Step[S]:
        """What an offered action whose fields were checked comes to; raises Refused, alters nothing."""

    def sheet(self, state: S) -> Sheet | None:
        """The score sheet as it would be now, its players called 1, 2, 3; None for a game without one."""
        return None

    def score(self, sheet: Any) -> Result:
        """The only scoring: table, command line and tests call it. Raises Refused for what no sheet can hold."""
        raise Refused("illegal", None, T("{game} has no score sheet.", game=self.title))

    def score_is_shown(self, state: S) -> bool:
        """Whether the score is made of known numbers only, so that pages may show it."""
        return True

    def setup_guide(self, seats: int) -> tuple[Text, ...]:
        """What to lay out, step by step."""
        return ()

    def setting_up(self, seats: int) -> tuple[ToLay, ...]:
        """The same in numbers, for the big screen: at most six, each in a few words; empty where nothing is counted out."""
        return ()

    def starting(self, seats: int) -> Text | None:
        """Who starts, in one sentence for the big screen; None where the table says nothing about it."""
        return None

    def stage(self, state: S) -> Stage:
        """Where the table is, for the line under the title."""
        return Stage(T("The game is on") if self.outcome(state) is None else T("The game is over"))

    def active_seats(self, state: S) -> frozenset[Seat]:
        """Whom the table waits for; corrections and notes do not count. Empty when the game is over."""
        sheet: Any = self.sheet(state)
        if sheet is None or self.outcome(state) is not None:
            return frozenset()
        seats = map(Seat, range(len(sheet.players)))
        return frozenset(s for s in seats if any(offer.place == "next" for offer in self.offers(state, s)))

    def outcome(self, state: S) -> Outcome | None:
        """How it ended, or None while it goes on."""
        sheet = self.sheet(state)
        if sheet is None or not ending_of(state).over:
            return None
        result = self.score(sheet)
        return Outcome(result.winners, result.losers)

    def counters(self, state: S) -> tuple[Counter, ...]:
        """Every number a correction may set."""
        return ()

    def with_counter(self, state: S, key: str, value: int) -> S:
        """The state with one of `counters` set; raises Refused where nothing sensible would remain."""
        raise no_such_counter()

    def corrected(self, state: S, key: str, value: int) -> Step[S]:
        """`with_counter`, and the sentences of what goes with it: what follows at once, what is given up."""
        return Step(self.with_counter(state, key, value), ())

    def why_not(self, state: S, seat: Seat | None, action: Action) -> Refused | None:
        """The reason for an action that no offer takes, or None where "not now" is all there is to say."""
        return None

    def check(self, state: S, seat: Seat | None, action: Action) -> None:
        """Refuses what must not be entered now although offers take it; never asked of what a log already holds."""
        return

    def with_away(self, state: S, seat: Seat, away: bool) -> Step[S]:
        """The state with a seat away or back, and what follows at once; it is kept as ``away`` in the state."""
        gone = away_of(state) | {seat} if away else away_of(state) - {seat}
        changed: dict[str, Any] = {"away": gone}
        if not hasattr(state, "away"):
            raise Refused("illegal", "away", T("In {game} nobody is passed over.", game=self.title))
        return Step(replace(state, **changed), ())  # type: ignore[type-var]

    def is_face_down(self, state: S, before: S, action: Action) -> bool:
        """Whether what an entry made in state ``before`` holds lies face down now, so that no page may show it."""
        return False

    def learns(self, state: S, action: Action) -> Mapping[str, Any]:
        """What an action teaches about the owner's copy, as a merge patch for the box profile; usually empty."""
        return {}

    def taught(self, before: S, after: S) -> Mapping[str, Any]:
        """What a correction says of the owner's copy, as a merge patch, where it is to be about that too."""
        return {}

    def only_scores(self, state: S) -> bool:
        """Whether the table keeps a score sheet and nothing else so far: then seats may be reordered or removed."""
        return False

    def view(self, state: S, seat: Seat | None) -> object:
        """What the game's templates need beyond offers and score."""
        return state

    def rules(self) -> tuple[Chapter, ...]:
        """The rules reference of this table's options, decisions marked."""
        return ()

    def chapter(self, state: S) -> str:
        """The key of the chapter that explains what is asked now; "" where the reference begins."""
        return ""


AnyGame = Game[Any]
