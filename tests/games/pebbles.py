"""Pebbles: everybody picks up pebbles, the highest pile wins. The smallest whole game; docs/a-new-game.md walks through it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import ClassVar

import msgspec

from companion.core import scoring
from companion.core.ending import END_ACTIONS, EndAction, Ending, after_end_action, complete_offer, end_offers
from companion.core.fields import Number
from companion.core.game import Action, Clause, Counter, Game, Offer, Step
from companion.core.scoring import Line, Result, Score, Sheet
from companion.core.text import TN, Seat, T, Text, Who

MOST = 99


class PickUp(Action, frozen=True, kw_only=True, tag="pick_up"):
    """A player picks up so many pebbles."""

    pebbles: int


class Pile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    pebbles: int = 0


class PebblesSheet(Sheet, frozen=True, kw_only=True):
    players: tuple[Pile, ...]


@dataclass(frozen=True, slots=True)
class State:
    piles: tuple[int, ...]
    ending: Ending = field(default_factory=Ending)

    def with_pile(self, seat: int, pebbles: int) -> State:
        return replace(self, piles=(*self.piles[:seat], pebbles, *self.piles[seat + 1 :]))


@dataclass(frozen=True)
class Pebbles(Game[State]):
    key: ClassVar[str] = "pebbles"
    title: ClassVar[Text] = T("Pebbles")
    players: ClassVar[range] = range(2, 5)
    actions: ClassVar[tuple[type[Action], ...]] = (PickUp, *END_ACTIONS)
    sheet_type: ClassVar[type[Sheet]] = PebblesSheet

    def setup(self, seats: int) -> State:
        return State((0,) * seats)

    def offers(self, state: State, seat: Seat | None) -> tuple[Offer, ...]:
        if seat is None:
            return end_offers(state.ending, (T("Pebbles"),))
        if state.ending.over:
            return ()
        pebbles = Number("pebbles", T("Pebbles"), 0, MOST - state.piles[seat])
        return (Offer(PickUp, T("Pick up"), (pebbles,)), complete_offer(state.ending, seat))

    def perform(self, state: State, seat: Seat | None, action: Action) -> Step[State]:
        if isinstance(action, PickUp) and seat is not None:
            told = TN("{who} picks up {n} pebble.", "{who} picks up {n} pebbles.", action.pebbles, who=Who(seat))
            after = state.with_pile(seat, state.piles[seat] + action.pebbles)
            return Step(after, (Clause(told, "gain", ((f"pile:{seat}", action.pebbles),)),))
        assert isinstance(action, EndAction)
        ending, telling = after_end_action(
            state.ending, seat, action, len(state.piles), self.sheet(state), (T("Pebbles"),)
        )
        return Step(replace(state, ending=ending), telling)

    def counters(self, state: State) -> tuple[Counter, ...]:
        return tuple(
            Counter(f"pile:{seat}", T("Pebbles of {who}", who=Who(seat)), pebbles, 0, MOST, Seat(seat), T("Pebbles"))
            for seat, pebbles in enumerate(state.piles)
        )

    def with_counter(self, state: State, key: str, value: int) -> State:
        return state.with_pile(int(key.partition(":")[2]), value)

    def sheet(self, state: State) -> PebblesSheet:
        return PebblesSheet(players=tuple(map(Pile, scoring.numbered(len(state.piles)), state.piles)))

    def score(self, sheet: PebblesSheet) -> Result:
        scoring.check_names(sheet.players, 2, 4)
        for seat, pile in enumerate(sheet.players):
            scoring.check_range(f"players[{seat}].pebbles", pile.pebbles, 0, MOST)
        ranks = scoring.competition_ranks([pile.pebbles for pile in sheet.players])
        lines = [(Line("pebbles", T("Pebbles"), pile.pebbles, T("one point each")),) for pile in sheet.players]
        players = tuple(Score(line[0].points, rank, line) for rank, line in zip(ranks, lines, strict=True))
        return Result(self.key, players, scoring.first_places(players), (), None, scoring.who_won(players))
