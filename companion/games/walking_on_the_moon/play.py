"""Walking on the Moon at the table: the race with its small print, or its score sheet only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Self

from companion.core.game import Action, Chapter, Counter, Offer, Option, Outcome, Stage, Telling
from companion.core.scoring import Result
from companion.core.text import Seat, T, Text
from companion.games.walking_on_the_moon import (
    actions,
    correction,
    offers,
    pad,
    reference,
    scoring,
    ties,
)
from companion.games.walking_on_the_moon.box import COLORS, Box, last_card_scores, read_box
from companion.games.walking_on_the_moon.performing import performed
from companion.games.walking_on_the_moon.race import ring_at_start
from companion.games.walking_on_the_moon.scoring import WalkingSheet
from companion.games.walking_on_the_moon.state import PHASES, Astronaut, Column, State, each
from companion.games.walking_on_the_moon.view import View, view_of


@dataclass(frozen=True)
class WalkingOnTheMoon:
    """The game of a table: its options, and the box profile as it was when the table was opened (see `box`)."""

    full: bool = True
    cards: int = 6
    all_at_once: bool = False
    lost_by_hand: bool = False
    box: Box = field(default_factory=Box)

    key: ClassVar[str] = "walking_on_the_moon"
    title: ClassVar[Text] = T("Walking on the Moon")
    players: ClassVar[range] = range(2, 6)
    options: ClassVar[tuple[Option, ...]] = (
        Option(
            "bookkeeping",
            T("Bookkeeping"),
            (("full", T("The whole race")), ("final", T("Final scoring only"))),
        ),
        Option(
            "cards",
            T("Moon cards in the ring"),
            (("6", T("6 cards")), ("7", T("7 cards")), ("8", T("8 cards, a longer game"))),
        ),
        Option(
            "roll",
            T("Rolling"),
            (("each_jump", T("Jump by jump")), ("all_at_once", T("All dice before the first jump"))),
        ),
        Option(
            "lost_stars",
            T("Stars lost in a coma"),
            (("last_card", T("Go to the last card")), ("by_hand", T("Go where the table says"))),
        ),
    )
    actions: ClassVar[tuple[type[Action], ...]] = (
        actions.StarPoints,
        actions.Spaces,
        actions.LastCard,
        actions.JumpDice,
        actions.DieFaces,
        actions.StartPlayer,
        actions.ChooseDice,
        actions.ExtraDie,
        actions.Reroll,
        actions.Rolled,
        actions.Jump,
        actions.Stop,
        actions.Recover,
        actions.Leader,
        actions.Last,
        actions.TurnOf,
        actions.FinishNow,
        actions.GoOn,
        actions.Reveal,
        actions.Arrive,
        actions.Stars,
        actions.TieOrder,
        actions.SheetComplete,
        actions.FirstAcross,
        actions.TieAnswer,
    )
    sheet_type: ClassVar[type[WalkingSheet]] = WalkingSheet

    @classmethod
    def open(cls, options: Mapping[str, Any], box: Mapping[str, Any]) -> Self:
        return cls(
            full=options["bookkeeping"] == "full",
            cards=int(options["cards"]),
            all_at_once=options["roll"] == "all_at_once",
            lost_by_hand=options["lost_stars"] == "by_hand",
            box=read_box(box),
        )

    def setup(self, seats: int) -> State:
        astronauts = tuple(Astronaut(seat, index) for index in range(each(seats)) for seat in range(seats))
        state = State(
            seats=seats,
            cards=self.cards,
            box=self.box,
            phase="box" if self.full else "pad",
            astronauts=astronauts,
            stack=tuple(range(len(astronauts))),
            ring=ring_at_start(self.cards),
            columns=() if self.full else (Column(),) * seats,
        )
        return replace(state, phase="start") if self.full and not offers.missing(state) else state

    def setup_guide(self, seats: int) -> tuple[Text, ...]:
        return reference.setup_guide(seats, self.cards, self.full)

    def stage(self, state: State) -> Stage:
        phase = PHASES[state.phase]
        if not state.round or state.phase in ("pad", "first", "tie", "over"):
            cards = self.cards if self.full and state.box.spaces else 0
            return Stage(phase, cards if state.phase in ("tie", "over") else 0, cards)
        furthest = max(state.card_of(astronaut.space) for astronaut in state.astronauts)
        if state.phase == "turn" and state.turn is not None and state.turn.dice:
            phase = T("Jump {n}", n=min(state.turn.jumps + 1, 3))
        return Stage(T("Round {n} · {phase}", n=state.round, phase=phase), furthest - 1, self.cards)

    def active_seats(self, state: State) -> frozenset[Seat]:
        everybody = frozenset(Seat(seat) for seat in range(state.seats))
        match state.phase:
            case "turn":
                return frozenset({Seat(state.astronauts[state.mover].seat)})
            case "pad":
                return everybody - state.complete or everybody
            case "tie":
                return frozenset(Seat(seat) for seat in (state.tie.alive if state.tie else ()))
            case "over":
                return frozenset()
        return everybody

    def offers(self, state: State, seat: Seat | None) -> tuple[Offer, ...]:
        if seat is None:
            return offers.table_offers(state)
        return offers.seat_offers(state, seat, lost_by_hand=self.lost_by_hand)

    def tell(self, state: State, seat: Seat | None, action: Action) -> Telling:
        return performed(state, seat, action)[1]

    def apply(self, state: State, seat: Seat | None, action: Action) -> State:
        return _ended(performed(state, seat, action)[0])

    def counters(self, state: State) -> tuple[Counter, ...]:
        return correction.counters(state)

    def with_counter(self, state: State, key: str, value: int) -> State:
        return _ended(correction.with_counter(state, key, value))

    def learns(self, state: State, action: Action) -> Mapping[str, Any]:
        match action:
            case actions.StarPoints():
                return {"star_points": [getattr(action, name) for name in offers.STAR_FIELDS]}
            case actions.Spaces():
                return {"spaces": action.value}
            case actions.LastCard():
                up_to = (action.up_to_12, action.up_to_14, action.up_to_16)
                return {"last_card": list(last_card_scores(state.spaces, up_to))}
            case actions.JumpDice():
                return {"dice": {color: action.counts.get(color, 0) for color in COLORS}}
            case actions.DieFaces():
                return {"faces": {action.color: [face for face, n in action.faces.items() for _ in range(n)]}}
        return {}

    def only_scores(self, state: State) -> bool:
        # The tie questions and "who was first" name seats for the table; from then on seats stay where they are.
        return not self.full and state.phase == "pad"

    def sheet(self, state: State, names: tuple[str, ...]) -> WalkingSheet:
        return pad.sheet_so_far(state, names, ties.orders(state.tie))

    def score_is_shown(self, state: State) -> bool:
        return state.box.star_points is not None

    def frozen_sheet(self, state: State, names: tuple[str, ...]) -> WalkingSheet:
        """The sheet as the race ended, whatever was corrected since; the sheet now while it goes on."""
        return self.sheet(state.ended or state, names)

    def score(self, sheet: WalkingSheet) -> Result:
        return scoring.score(sheet)

    def outcome(self, state: State) -> Outcome | None:
        if state.phase != "over":
            return None
        if not self.score_is_shown(state):
            return Outcome()
        sheet = self.sheet(state, tuple(str(seat) for seat in range(state.seats)))
        return Outcome(tuple(Seat(int(name)) for name in self.score(sheet).winners))

    def view(self, state: State, seat: Seat | None) -> View:
        return view_of(state, all_at_once=self.all_at_once)

    def rules(self) -> tuple[Chapter, ...]:
        return reference.rules(all_at_once=self.all_at_once, lost_by_hand=self.lost_by_hand)


def _ended(state: State) -> State:
    """The table remembers how the race ended, until the race goes on."""
    if state.phase == "over":
        return state if state.ended is not None else replace(state, ended=replace(state, revealed=0), revealed=0)
    if state.phase == "tie" or state.ended is None:
        return state
    return replace(state, ended=None, revealed=0)
