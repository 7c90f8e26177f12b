"""The game of a Mombasa table: what it is, and which room answers what."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from companion.core.game import Action, Chapter, Counter, Game, Offer, Stage, Step, ToLay
from companion.core.refusal import Refused
from companion.core.scoring import Result
from companion.core.text import Seat, T, Text
from companion.games.mombasa import corrections, offers, performing, refusals, rules, scoring, sheet, turns
from companion.games.mombasa.actions import ACTIONS
from companion.games.mombasa.arithmetic import ROUNDS
from companion.games.mombasa.scoring import MombasaSheet
from companion.games.mombasa.state import PHASES, Column, State
from companion.games.mombasa.sums import SUMS, Sum
from companion.games.mombasa.view import View, view_of


@dataclass(frozen=True)
class Mombasa(Game[State]):
    """The game of a table. It has no options, and prints nothing that must be asked for beforehand."""

    key: ClassVar[str] = "mombasa"
    title: ClassVar[Text] = T("Mombasa")
    about: ClassVar[Text] = T("seven rounds, seven categories")
    players: ClassVar[range] = range(2, 5)
    actions: ClassVar[tuple[type[Action], ...]] = ACTIONS
    sheet_type: ClassVar[type[MombasaSheet]] = MombasaSheet
    sums: ClassVar[Mapping[str, Sum]] = SUMS
    seat_counters: ClassVar[frozenset[str]] = corrections.SEAT_COUNTERS

    def setup(self, seats: int) -> State:
        return State(coins=(0, 0, 0, 0), columns=(Column(),) * seats)

    def setup_guide(self, seats: int) -> tuple[Text, ...]:
        return rules.setup_guide(seats)

    def setting_up(self, seats: int) -> tuple[ToLay, ...]:
        return rules.setting_up(seats)

    def starting(self, seats: int) -> Text | None:
        return rules.STARTING

    def stage(self, state: State) -> Stage:
        if state.ending.over or state.phase == "scoring":
            return Stage(PHASES["scoring"], ROUNDS, ROUNDS)
        done = {"planning": 0, "action": 0, "preparing": 1}[state.phase]
        text = T("Round {n} of {all} · {phase}", n=state.round, all=ROUNDS, phase=PHASES[state.phase])
        return Stage(text, state.round - 1 + done, ROUNDS)

    def active_seats(self, state: State) -> frozenset[Seat]:
        if state.ending.over:
            return frozenset()
        if state.phase == "action":
            return turns.takes_turns(state) if state.turn is None else frozenset({state.turn})
        return turns.here(state) - state.ending.complete if state.phase == "scoring" else turns.here(state)

    def offers(self, state: State, seat: Seat | None) -> tuple[Offer, ...]:
        return offers.offers(state, seat)

    def perform(self, state: State, seat: Seat | None, action: Action) -> Step[State]:
        return performing.perform(state, seat, action)

    def why_not(self, state: State, seat: Seat | None, action: Action) -> Refused | None:
        return refusals.why_not(state, seat, action)

    def with_away(self, state: State, seat: Seat, away: bool) -> Step[State]:
        return turns.with_away(state, seat, away)

    def counters(self, state: State) -> tuple[Counter, ...]:
        return corrections.counters(state)

    def with_counter(self, state: State, key: str, value: int) -> State:
        return corrections.with_counter(state, key, value)

    def only_scores(self, state: State) -> bool:
        return state.round == 1 and state.phase == "planning" and state.start is None and not state.ending.over

    def sheet(self, state: State) -> MombasaSheet:
        return sheet.sheet_of(state)

    def score(self, sheet: MombasaSheet) -> Result:
        return scoring.score(sheet)

    def view(self, state: State, seat: Seat | None) -> View:
        return view_of(state)

    def rules(self) -> tuple[Chapter, ...]:
        return rules.RULES

    def chapter(self, state: State) -> str:
        return rules.CHAPTERS[state.phase]
