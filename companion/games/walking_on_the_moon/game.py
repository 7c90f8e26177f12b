"""The game of a Walking on the Moon table: what it is, and which room answers what."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Self

from companion.core.game import Action, Chapter, Counter, Game, Offer, Option, Stage, Step, ToLay
from companion.core.printed import PrintedNumber
from companion.core.refusal import Refused
from companion.core.scoring import Result
from companion.core.text import Seat, T, Text
from companion.games.walking_on_the_moon import (
    correcting,
    corrections,
    leaving,
    offers,
    performing,
    refusals,
    rules,
    scoring,
    sheet,
    stages,
)
from companion.games.walking_on_the_moon.actions import ACTIONS
from companion.games.walking_on_the_moon.box import Box, from_box, learnt, patch, printed_numbers
from companion.games.walking_on_the_moon.options import OPTIONS, Options, options_of
from companion.games.walking_on_the_moon.race import opened
from companion.games.walking_on_the_moon.scoring import WalkingSheet
from companion.games.walking_on_the_moon.state import State
from companion.games.walking_on_the_moon.view import View, view_of


@dataclass(frozen=True)
class WalkingOnTheMoon(Game[State]):
    """The game of a table: its options, and the box profile as it was when the table was opened (see `box`)."""

    key: ClassVar[str] = "walking_on_the_moon"
    title: ClassVar[Text] = T("Walking on the Moon")
    about: ClassVar[Text] = T("jump round the moon, mind the coma")
    players: ClassVar[range] = range(2, 6)
    seat_counters: ClassVar[frozenset[str]] = corrections.SEAT_COUNTERS
    options: ClassVar[tuple[Option, ...]] = OPTIONS
    actions: ClassVar[tuple[type[Action], ...]] = ACTIONS
    sheet_type: ClassVar[type[WalkingSheet]] = WalkingSheet
    keeps_copy: ClassVar[bool] = True
    start_rule: ClassVar[Text | None] = T(
        "Start player: whoever was on the Moon most recently, else an American, else a Russian, else the oldest."
    )

    chosen: Options = field(default_factory=Options)
    box: Box = field(default_factory=Box)

    @classmethod
    def open(cls, options: Mapping[str, Any], box: Mapping[str, Any]) -> Self:
        return cls(options_of(options), from_box(box))

    @classmethod
    def printed_numbers(cls, box: Mapping[str, Any]) -> tuple[PrintedNumber, ...]:
        return printed_numbers(box)

    def setup(self, seats: int) -> State:
        return opened(self.box, self.chosen, seats)

    def setup_guide(self, seats: int) -> tuple[Text, ...]:
        return rules.setup_guide(seats, self.chosen)

    def setting_up(self, seats: int) -> tuple[ToLay, ...]:
        return rules.setting_up(seats, self.chosen) if self.chosen.full else ()

    def starting(self, seats: int) -> Text | None:
        return rules.STARTING if self.chosen.full else None

    def stage(self, state: State) -> Stage:
        return stages.stage(state)

    def active_seats(self, state: State) -> frozenset[Seat]:
        return stages.active_seats(state)

    def offers(self, state: State, seat: Seat | None) -> tuple[Offer, ...]:
        return offers.offers(state, self.chosen, seat)

    def perform(self, state: State, seat: Seat | None, action: Action) -> Step[State]:
        return performing.perform(state, self.chosen, seat, action)

    def counters(self, state: State) -> tuple[Counter, ...]:
        return corrections.counters(state)

    def with_counter(self, state: State, key: str, value: int) -> State:
        return correcting.corrected(state, key, value).state

    def corrected(self, state: State, key: str, value: int) -> Step[State]:
        return correcting.corrected(state, key, value)

    def with_away(self, state: State, seat: Seat, away: bool) -> Step[State]:
        return leaving.with_away(state, seat, away)

    def why_not(self, state: State, seat: Seat | None, action: Action) -> Refused | None:
        return refusals.why_not(state, seat, action)

    def check(self, state: State, seat: Seat | None, action: Action) -> None:
        refusals.check(state, action)

    def learns(self, state: State, action: Action) -> Mapping[str, Any]:
        return patch(state.box, learnt(state.box, action))

    def taught(self, before: State, after: State) -> Mapping[str, Any]:
        return patch(before.box, after.box)

    def only_scores(self, state: State) -> bool:
        # The tie questions and "who was first" name seats for the table; from then on seats stay where they are.
        return not state.full and state.phase == "pad" and not state.round

    def sheet(self, state: State) -> WalkingSheet:
        return sheet.sheet_of(state)

    def score(self, sheet: WalkingSheet) -> Result:
        return scoring.score(sheet)

    def score_is_shown(self, state: State) -> bool:
        return not state.lacks_to_count and not (state.full and state.ordered)

    def view(self, state: State, seat: Seat | None) -> View:
        return view_of(state, self.chosen, seat)

    def rules(self) -> tuple[Chapter, ...]:
        return rules.rules(self.chosen)

    def chapter(self, state: State) -> str:
        return rules.CHAPTERS[state.phase]
