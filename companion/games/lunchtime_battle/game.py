"""The game of a Lunchtime Battle table: what it is, and which room answers what."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Self

from companion.core.game import Action, Chapter, Counter, Game, Offer, Option, Stage, Step, ToLay
from companion.core.printed import PrintedNumber
from companion.core.refusal import Refused
from companion.core.scoring import Result
from companion.core.text import Seat, T, Text
from companion.games.lunchtime_battle import (
    correcting,
    corrections,
    laying,
    learning,
    leaving,
    offers,
    performing,
    refusals,
    rounds,
    rules,
    scoring,
    sheet,
)
from companion.games.lunchtime_battle.actions import ACTIONS
from companion.games.lunchtime_battle.box import from_box, printed_numbers
from companion.games.lunchtime_battle.foods import FOODS
from companion.games.lunchtime_battle.options import OPTIONS, Options
from companion.games.lunchtime_battle.scoring import LunchSheet
from companion.games.lunchtime_battle.state import State
from companion.games.lunchtime_battle.view import View, view_of


@dataclass(frozen=True)
class LunchtimeBattle(Game[State]):
    """The game of a table: rounds of rolling, laying and counting, or only the sheet."""

    chosen: Options = field(default_factory=Options)

    key: ClassVar[str] = "lunchtime_battle"
    title: ClassVar[Text] = T("Lunchtime Battle")
    about: ClassVar[Text] = T("count round the ring: who fetches lunch?")
    players: ClassVar[range] = range(2, 7)
    options: ClassVar[tuple[Option, ...]] = OPTIONS
    actions: ClassVar[tuple[type[Action], ...]] = ACTIONS
    sheet_type: ClassVar[type[LunchSheet]] = LunchSheet
    keeps_copy: ClassVar[bool] = True
    start_rule: ClassVar[Text | None] = T("Draw lots for the start player, and enter the start player here.")
    seat_counters: ClassVar[frozenset[str]] = corrections.SEAT_COUNTERS

    @classmethod
    def open(cls, options: Mapping[str, Any], box: Mapping[str, Any]) -> Self:
        return cls(Options(**options, monsters=from_box(box)))

    @classmethod
    def printed_numbers(cls, box: Mapping[str, Any]) -> tuple[PrintedNumber, ...]:
        return printed_numbers(box)

    @classmethod
    def card_names(cls, box: Mapping[str, Any]) -> tuple[str, ...]:
        return tuple(sorted(of.name for of in from_box(box)))

    @classmethod
    def die_faces(cls) -> Mapping[str, Text]:
        return FOODS

    def setup(self, seats: int) -> State:
        return rounds.before_the_first(seats, self.chosen)

    def setup_guide(self, seats: int) -> tuple[Text, ...]:
        return rules.setup_guide(seats, two_hands=self.chosen.two_hands)

    def setting_up(self, seats: int) -> tuple[ToLay, ...]:
        return rules.setting_up(seats, two_hands=self.chosen.two_hands) if self.chosen.bookkeeping == "full" else ()

    def starting(self, seats: int) -> Text | None:
        return rules.STARTING if self.chosen.bookkeeping == "full" else None

    def stage(self, state: State) -> Stage:
        return rounds.stage(state)

    def active_seats(self, state: State) -> frozenset[Seat]:
        return rounds.active_seats(state)

    def offers(self, state: State, seat: Seat | None) -> tuple[Offer, ...]:
        return offers.offers(state, seat, self.chosen)

    def perform(self, state: State, seat: Seat | None, action: Action) -> Step[State]:
        return performing.perform(state, seat, action, self.chosen)

    def why_not(self, state: State, seat: Seat | None, action: Action) -> Refused | None:
        return refusals.why_not(state, seat, action, self.chosen)

    def check(self, state: State, seat: Seat | None, action: Action) -> None:
        refusals.check(state, seat, action)

    def with_away(self, state: State, seat: Seat, away: bool) -> Step[State]:
        return leaving.with_away(state, seat, away, self.chosen)

    def counters(self, state: State) -> tuple[Counter, ...]:
        return corrections.counters(state, self.chosen)

    def with_counter(self, state: State, key: str, value: int) -> State:
        return correcting.with_counter(state, key, value, self.chosen)

    def corrected(self, state: State, key: str, value: int) -> Step[State]:
        return correcting.corrected(state, key, value, self.chosen)

    def is_face_down(self, state: State, before: State, action: Action) -> bool:
        return laying.is_face_down(state, before, action)

    def learns(self, state: State, action: Action) -> Mapping[str, Any]:
        return learning.learns(state, action)

    def taught(self, before: State, after: State) -> Mapping[str, Any]:
        return learning.taught(before, after)

    def only_scores(self, state: State) -> bool:
        return self.chosen.only_sheet

    def sheet(self, state: State) -> LunchSheet:
        return sheet.sheet_of(state, self.chosen)

    def score(self, sheet: LunchSheet) -> Result:
        return scoring.score(sheet)

    def view(self, state: State, seat: Seat | None) -> View:
        return view_of(state, seat, self.chosen)

    def rules(self) -> tuple[Chapter, ...]:
        return rules.RULES

    def chapter(self, state: State) -> str:
        if state.ending.over:
            return "lunch"
        return "first-round" if state.phase == "lay" and state.round == 1 else rules.CHAPTERS[state.phase]
