"""Monkeys on the Moon at the table, kept in full or scored only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Self

from companion.core.game import Action, Chapter, Counter, Offer, Option, Outcome, Stage, Telling
from companion.core.refusal import Refused
from companion.core.scoring import Result
from companion.core.text import Seat, T, Text
from companion.games.monkeys_on_the_moon import (
    corrections,
    evening,
    offering,
    pad,
    pad_offering,
    reference,
    scoring,
    standing,
    telling,
)
from companion.games.monkeys_on_the_moon.actions import ALL
from companion.games.monkeys_on_the_moon.pad import Pad, Tally
from companion.games.monkeys_on_the_moon.printed import Printed, from_box, patch
from companion.games.monkeys_on_the_moon.scoring import MonkeysSheet
from companion.games.monkeys_on_the_moon.standing import Customs
from companion.games.monkeys_on_the_moon.state import Evening, opened
from companion.games.monkeys_on_the_moon.view import View, view_of

State = Evening | Pad


@dataclass(frozen=True)
class MonkeysOnTheMoon:
    """The game of a table: its options, and what its box profile (see `printed`) knew when it was opened."""

    key: ClassVar[str] = "monkeys_on_the_moon"
    title: ClassVar[Text] = T("Monkeys on the Moon")
    players: ClassVar[range] = range(2, 6)
    options: ClassVar[tuple[Option, ...]] = (
        Option(
            "bookkeeping",
            T("Bookkeeping"),
            (
                ("full", T("Everything: coins, scorn, ships and scores live here")),
                ("final", T("Final scoring only")),
            ),
        ),
        Option("no_mercy", T("No mercy"), note=T("Your influence counts as 0 in a tribe whose scorn card you hold.")),
        Option("capricious", T("Capricious"), note=T("A stone that stops on a white dot changes the ring.")),
        Option(
            "level_stones",
            T("Stones on one space at the end"),
            (("first", T("The first to arrive is ahead")), ("by_hand", T("The table says who is ahead"))),
        ),
        Option(
            "left",
            T("Capricious: the left neighbour in the ring"),
            (("clockwise", T("The next one clockwise")), ("counter_clockwise", T("The next one counter-clockwise"))),
        ),
    )
    actions: ClassVar[tuple[type[Action], ...]] = ALL
    sheet_type: ClassVar[type[MonkeysSheet]] = MonkeysSheet

    full: bool = True
    customs: Customs = field(default_factory=Customs)
    printed: Printed = field(default_factory=Printed)

    @classmethod
    def open(cls, options: Mapping[str, Any], box: Mapping[str, Any]) -> Self:
        customs = Customs(
            no_mercy=options["no_mercy"],
            capricious=options["capricious"],
            level_by_hand=options["level_stones"] == "by_hand",
            left_is_clockwise=options["left"] == "clockwise",
        )
        return cls(options["bookkeeping"] == "full", customs, from_box(box))

    def setup(self, seats: int) -> State:
        return opened(self.printed, seats) if self.full else Pad(self.printed, (Tally(),) * seats)

    def setup_guide(self, seats: int) -> tuple[Text, ...]:
        return reference.setup_guide(seats, self.customs.capricious)

    def stage(self, state: State) -> Stage:
        return pad.stage(state) if isinstance(state, Pad) else evening.stage(state)

    def active_seats(self, state: State) -> frozenset[Seat]:
        return pad.active_seats(state) if isinstance(state, Pad) else evening.active_seats(state)

    def offers(self, state: State, seat: Seat | None) -> tuple[Offer, ...]:
        if isinstance(state, Pad):
            return pad_offering.for_table(state) if seat is None else pad_offering.for_seat(state, seat)
        if seat is None:
            return offering.for_table(state, self.customs)
        return offering.for_seat(state, self.customs, seat)

    def tell(self, state: State, seat: Seat | None, action: Action) -> Telling:
        if isinstance(state, Pad):
            return telling.tell(state, seat, action)
        return evening.played(state, self.customs, seat, action).telling

    def apply(self, state: State, seat: Seat | None, action: Action) -> State:
        if isinstance(state, Pad):
            return pad.applied(state, self.customs, seat, action)
        return evening.played(state, self.customs, seat, action).state

    def counters(self, state: State) -> tuple[Counter, ...]:
        """None on the pad: there every number stays open anyway, and a correction would name seats that may move."""
        return () if isinstance(state, Pad) else corrections.counters(state)

    def with_counter(self, state: State, key: str, value: int) -> State:
        if isinstance(state, Pad):
            raise Refused("bad_field", "counter", T("Enter this number on the sheet itself."))
        return corrections.with_counter(state, self.customs, key, value)

    def learns(self, state: State, action: Action) -> Mapping[str, Any]:
        return patch(state.printed, self.apply(state, Seat(0), action).printed) if teaches(action) else {}

    def only_scores(self, state: State) -> bool:
        if isinstance(state, Pad):
            return state.ended_as is None
        return state == opened(state.printed, state.seats)

    def sheet(self, state: State, names: tuple[str, ...]) -> MonkeysSheet:
        if isinstance(state, Pad):
            return pad.sheet(state, names, self.customs)
        return standing.sheet(state, names, self.customs)

    def frozen_sheet(self, state: State, names: tuple[str, ...]) -> MonkeysSheet:
        """The sheet as the game ended, whatever was corrected since; the sheet now while it goes on."""
        now = self.sheet(state, names)
        return now if state.ended_as is None else standing.as_it_ended(state.ended_as, now)

    def changed_late(self, state: State) -> bool:
        """Whether a number was corrected after the end; answers about hair apart."""
        if state.ended_as is None:
            return False
        names = tuple(str(seat) for seat in range(state.seats))
        now = standing.without_hair(self.sheet(state, names))
        return now != standing.without_hair(state.ended_as)

    def score(self, sheet: MonkeysSheet) -> Result:
        return scoring.score(sheet)

    def outcome(self, state: State) -> Outcome | None:
        over = state.ended_as is not None if isinstance(state, Pad) else state.phase == "over"
        if not over:
            return None
        names = tuple(str(seat) for seat in range(state.seats))
        result = self.score(self.sheet(state, names))
        return Outcome(tuple(Seat(int(name)) for name in result.winners))

    def view(self, state: State, seat: Seat | None) -> View:
        names = tuple(str(seat) for seat in range(state.seats))
        return view_of(state, seat, self.sheet(state, names), self.changed_late(state))

    def rules(self) -> tuple[Chapter, ...]:
        return reference.RULES


def teaches(action: Action) -> bool:
    """Whether an action says something that is printed on the owner's copy."""
    return action.__struct_config__.tag in ("track", "rank_points", "dotted", "take_ship")
