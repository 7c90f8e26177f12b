"""The game of a Spank the Monkey table: what it is, and which room answers what."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Self

from companion.core.game import Action, Chapter, Counter, Game, Offer, Option, Outcome, Stage, Step, ToLay
from companion.core.printed import PrintedNumber
from companion.core.refusal import Refused
from companion.core.text import Seat, T, Text, Who
from companion.games.spank_the_monkey import box as profile
from companion.games.spank_the_monkey import corrections, leaving, monkey, offers, performing, refusals, rules
from companion.games.spank_the_monkey.actions import ACTIONS
from companion.games.spank_the_monkey.options import OPTIONS, Options
from companion.games.spank_the_monkey.state import DECK, HAND, PHASES, State, awaits_defence, monkey_roller, throwers
from companion.games.spank_the_monkey.view import View, view_of

PHASES_DONE = {"height": 0, "starter": 0, "draw": 0, "build": 1, "attack": 2, "discard": 4, "monkey": 5}
"""How many of a turn's phases are over in each."""
TURN_PHASES = 5


@dataclass(frozen=True)
class SpankTheMonkey(Game[State]):
    """The game of a table. ``box``: the cards its owner's copy has shown so far, as described in `box`."""

    key: ClassVar[str] = "spank_the_monkey"
    title: ClassVar[Text] = T("Spank the Monkey")
    about: ClassVar[Text] = T("build high, knock down, spank")
    players: ClassVar[range] = range(2, 7)
    options: ClassVar[tuple[Option, ...]] = OPTIONS
    actions: ClassVar[tuple[type[Action], ...]] = ACTIONS
    keeps_copy: ClassVar[bool] = True
    start_rule: ClassVar[Text | None] = T("A die decides who starts; play goes to the left.")

    chosen: Options = field(default_factory=Options)
    box: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def open(cls, options: Mapping[str, Any], box: Mapping[str, Any]) -> Self:
        return cls(Options(**options), box)

    @classmethod
    def printed_numbers(cls, box: Mapping[str, Any]) -> tuple[PrintedNumber, ...]:
        return profile.printed_numbers(box)

    def setup(self, seats: int) -> State:
        random_start = self.chosen.start == "random"
        return State(
            piles=((),) * seats,
            hands=(HAND,) * seats,
            deck=DECK - HAND * seats,
            monkey=None if random_start else 14 - seats,
            phase="height" if random_start else "starter",
            contenders=tuple(Seat(seat) for seat in range(seats)),
        )

    def setup_guide(self, seats: int) -> tuple[Text, ...]:
        return rules.setup_guide(seats, self.chosen)

    def setting_up(self, seats: int) -> tuple[ToLay, ...]:
        return rules.setting_up(seats, self.chosen)

    def starting(self, seats: int) -> Text | None:
        return rules.STARTING

    def stage(self, state: State) -> Stage:
        if state.over:
            return Stage(T("The game is over"), TURN_PHASES, TURN_PHASES)
        if state.turn is None:
            return Stage(PHASES[state.phase], 0, TURN_PHASES)
        words = T("The pile of {who} collapses", who=Who(state.falling.owner)) if state.falling else PHASES[state.phase]
        text = T("Turn of {who} · {phase}", who=Who(state.turn), phase=words)
        return Stage(text, PHASES_DONE[state.phase], TURN_PHASES)

    def active_seats(self, state: State) -> frozenset[Seat]:
        if state.over:
            return frozenset()
        if state.turn is None:
            return frozenset(state.throwing)
        if state.falling is not None:
            return throwers(state, state.falling) - state.away
        if state.phase == "monkey":
            return frozenset({monkey_roller(state)}) - state.away
        attack = state.attack
        waiting = () if attack is None or not awaits_defence(state, attack) else (attack.owner,)
        return frozenset({state.turn, *waiting}) - state.away

    def offers(self, state: State, seat: Seat | None) -> tuple[Offer, ...]:
        return offers.offers(state, seat, self.chosen)

    def why_not(self, state: State, seat: Seat | None, action: Action) -> Refused | None:
        return refusals.why_not(state, seat, action, self.chosen)

    def perform(self, state: State, seat: Seat | None, action: Action) -> Step[State]:
        return performing.perform(state, seat, action, self.chosen)

    def outcome(self, state: State) -> Outcome | None:
        return monkey.outcome(state)

    def counters(self, state: State) -> tuple[Counter, ...]:
        return corrections.counters(state, self.chosen)

    def with_counter(self, state: State, key: str, value: int) -> State:
        return corrections.with_counter(state, key, value, self.chosen)

    def with_away(self, state: State, seat: Seat, away: bool) -> Step[State]:
        return leaving.with_away(state, seat, away, self.chosen)

    def learns(self, state: State, action: Action) -> Mapping[str, Any]:
        return profile.learnt(self.box, action)

    def taught(self, before: State, after: State) -> Mapping[str, Any]:
        return profile.taught(before.piles, after.piles)

    def view(self, state: State, seat: Seat | None) -> View:
        return view_of(state, seat, self.box)

    def rules(self) -> tuple[Chapter, ...]:
        return rules.rules(self.chosen)

    def chapter(self, state: State) -> str:
        return "collisions" if state.falling else rules.CHAPTERS[state.phase]
