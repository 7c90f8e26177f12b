"""The game of a table with a pad: a class for each pad, so that its title and its players are the pad's own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar, Self

import msgspec

from companion.core.game import Action, Chapter, Counter, Game, Offer, Stage, Step
from companion.core.refusal import Refused
from companion.core.scoring import Result
from companion.core.text import Seat, T, Text
from companion.games.pad import corrections, offers, performing, refusals, rules, scoring
from companion.games.pad.actions import ACTIONS
from companion.games.pad.checking import read_pad
from companion.games.pad.definition import PLAIN, PadDefinition, pad_json
from companion.games.pad.sheet import PadSheet, sheet_of
from companion.games.pad.state import State, opened

KEPT_KINDS = 512


@dataclass(frozen=True)
class ScorePad(Game[State]):
    """The plain pad, a number for everybody; `kind_of` makes the class of another one."""

    key: ClassVar[str] = "pad"
    title: ClassVar[Text] = T("Score pad")
    players: ClassVar[range] = range(PLAIN.players[0], PLAIN.players[1] + 1)
    actions: ClassVar[tuple[type[Action], ...]] = ACTIONS
    sheet_type: ClassVar[type[PadSheet]] = PadSheet
    seat_counters: ClassVar[frozenset[str]] = corrections.SEAT_COUNTERS
    pad: ClassVar[PadDefinition] = PLAIN

    @classmethod
    def open(cls, options: Mapping[str, Any], box: Mapping[str, Any]) -> Self:
        """The game of the pad in the table's own copy; without one the plain pad. Raises Refused for a broken one."""
        kind: Any = kind_of(read_pad(box["pad"])) if "pad" in box else cls
        game: Self = kind()
        return game

    def setup(self, seats: int) -> State:
        return opened(self.pad, seats)

    def stage(self, state: State) -> Stage:
        if state.ending.over:
            return Stage(T("The game is over"), self.pad.rounds, self.pad.rounds)
        if not self.pad.rounds:
            return Stage(T("The game is on"))
        text = T("Round {n} of {all}", n=state.round, all=self.pad.rounds)
        return Stage(text, state.round - 1, self.pad.rounds)

    def active_seats(self, state: State) -> frozenset[Seat]:
        if state.ending.over:
            return frozenset()
        return state.here - state.ending.complete if offers.last_round(self.pad, state) else state.here

    def offers(self, state: State, seat: Seat | None) -> tuple[Offer, ...]:
        return offers.offers(self.pad, state, seat)

    def perform(self, state: State, seat: Seat | None, action: Action) -> Step[State]:
        return performing.perform(self.pad, state, seat, action)

    def why_not(self, state: State, seat: Seat | None, action: Action) -> Refused | None:
        return refusals.why_not(self.pad, state, seat, action)

    def with_away(self, state: State, seat: Seat, away: bool) -> Step[State]:
        return performing.with_away(self.pad, state, seat, away)

    def counters(self, state: State) -> tuple[Counter, ...]:
        return corrections.counters(self.pad, state)

    def with_counter(self, state: State, key: str, value: int) -> State:
        return corrections.with_counter(state, key, value)

    def only_scores(self, state: State) -> bool:
        return not state.ending.over

    def sheet(self, state: State) -> PadSheet:
        return sheet_of(self.pad, state)

    def score(self, sheet: PadSheet) -> Result:
        return scoring.score(self.pad, sheet)

    def view(self, state: State, seat: Seat | None) -> PadDefinition:
        return self.pad

    def rules(self) -> tuple[Chapter, ...]:
        return rules.rules(self.pad)


def kind_of(pad: PadDefinition) -> type[ScorePad]:
    """The class of a pad, the same one for the same pad."""
    return _kind(msgspec.json.encode(pad_json(pad), order="deterministic"))


@lru_cache(KEPT_KINDS)
def _kind(encoded: bytes) -> type[ScorePad]:
    pad = msgspec.json.decode(encoded, type=PadDefinition)
    players = range(pad.players[0], pad.players[1] + 1)
    of_its_own = {"title": pad.text, "players": players, "pad": pad, "sign": pad.emblem, "__module__": __name__}
    made = type("ScorePad", (ScorePad,), of_its_own)
    return dataclass(frozen=True)(made)


def box_of(pad: PadDefinition) -> dict[str, Any]:
    """What a table with this pad keeps of it."""
    return {"pad": pad_json(pad)}
