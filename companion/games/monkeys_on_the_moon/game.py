"""The game of a table of Monkeys on the Moon: what it is, and which room answers what."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Self

from companion.core.game import Action, Chapter, Counter, Game, Offer, Option, Stage, Step, ToLay
from companion.core.printed import PrintedNumber
from companion.core.refusal import Refused
from companion.core.scoring import Result
from companion.core.text import Seat, T, Text
from companion.games.monkeys_on_the_moon import (
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
from companion.games.monkeys_on_the_moon.actions import ACTIONS
from companion.games.monkeys_on_the_moon.box import Printed, from_box, learnt, patch, printed_numbers
from companion.games.monkeys_on_the_moon.options import OPTIONS, Options, options_of
from companion.games.monkeys_on_the_moon.pad import Pad, Tally
from companion.games.monkeys_on_the_moon.scoring import MonkeysSheet
from companion.games.monkeys_on_the_moon.ships import KNOWN_NUMBERS, Monkey
from companion.games.monkeys_on_the_moon.state import State, opened
from companion.games.monkeys_on_the_moon.tribes import ORDER
from companion.games.monkeys_on_the_moon.view import View, view_of


@dataclass(frozen=True)
class MonkeysOnTheMoon(Game[State]):
    """The game of a table: its options, and what its box profile (see `box`) knew when it was opened."""

    key: ClassVar[str] = "monkeys_on_the_moon"
    title: ClassVar[Text] = T("Monkeys on the Moon")
    about: ClassVar[Text] = T("a ring of tribes, auctions, ships")
    players: ClassVar[range] = range(2, 6)
    options: ClassVar[tuple[Option, ...]] = OPTIONS
    actions: ClassVar[tuple[type[Action], ...]] = ACTIONS
    sheet_type: ClassVar[type[MonkeysSheet]] = MonkeysSheet
    keeps_copy: ClassVar[bool] = True
    start_rule: ClassVar[Text | None] = T("The longest hair gets the moonstone.")
    seat_counters: ClassVar[frozenset[str]] = corrections.SEAT_COUNTERS

    chosen: Options = field(default_factory=Options)
    printed: Printed = field(default_factory=Printed)

    @classmethod
    def open(cls, options: Mapping[str, Any], box: Mapping[str, Any]) -> Self:
        return cls(options_of(options), from_box(box))

    @classmethod
    def printed_numbers(cls, box: Mapping[str, Any]) -> tuple[PrintedNumber, ...]:
        return printed_numbers(box)

    @classmethod
    def card_names(cls, box: Mapping[str, Any]) -> tuple[Text, ...]:
        return tuple(Monkey(tribe, number).text for tribe in ORDER for number in KNOWN_NUMBERS)

    def setup(self, seats: int) -> State:
        return opened(self.printed, seats) if self.chosen.full else Pad(self.printed, (Tally(),) * seats)

    def setup_guide(self, seats: int) -> tuple[Text, ...]:
        return rules.setup_guide(seats, self.chosen.capricious)

    def setting_up(self, seats: int) -> tuple[ToLay, ...]:
        return rules.setting_up(seats) if self.chosen.full else ()

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

    def why_not(self, state: State, seat: Seat | None, action: Action) -> Refused | None:
        if not isinstance(action, ACTIONS):
            return None
        own = frozenset(offer.type for of in {None, seat} for offer in self.offers(state, of))
        asked = frozenset(offer.type for of in self.active_seats(state) for offer in self.offers(state, of))
        return refusals.why_not(state, self.chosen, seat, action, own, asked)

    def check(self, state: State, seat: Seat | None, action: Action) -> None:
        refusals.check_lot(state, getattr(action, "lot", None))

    def with_away(self, state: State, seat: Seat, away: bool) -> Step[State]:
        return leaving.with_away(state, self.chosen, seat, away)

    def counters(self, state: State) -> tuple[Counter, ...]:
        return corrections.counters(state)

    def with_counter(self, state: State, key: str, value: int) -> State:
        return correcting.corrected(state, self.chosen, key, value).state

    def corrected(self, state: State, key: str, value: int) -> Step[State]:
        return correcting.corrected(state, self.chosen, key, value)

    def learns(self, state: State, action: Action) -> Mapping[str, Any]:
        return patch(state.printed, learnt(state.printed, action))

    def only_scores(self, state: State) -> bool:
        return (
            not state.ending.over
            if isinstance(state, Pad)
            else state == replace(opened(state.printed, state.seats), away=state.away)
        )

    def sheet(self, state: State) -> MonkeysSheet:
        return sheet.sheet_of(state, self.chosen)

    def score(self, sheet: MonkeysSheet) -> Result:
        return scoring.score(sheet)

    def view(self, state: State, seat: Seat | None) -> View:
        return view_of(state, self.chosen, seat)

    def rules(self) -> tuple[Chapter, ...]:
        return rules.RULES

    def chapter(self, state: State) -> str:
        return "scoring" if isinstance(state, Pad) or state.ending.over else rules.CHAPTERS[state.phase]
