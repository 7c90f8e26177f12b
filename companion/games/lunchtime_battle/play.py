"""Lunchtime Battle at the table: rounds of rolling, laying and counting; or only the sheet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from companion.core.game import Action, Chapter, Counter, Offer, Option, Outcome, Stage, Telling
from companion.core.refusal import Refused
from companion.core.scoring import Result
from companion.core.text import Seat, T, Text
from companion.games.lunchtime_battle import (
    abilities,
    actions,
    corrections,
    counting,
    known,
    laying,
    offering,
    reference,
    refusals,
    scoring,
    sheet,
    stages,
    telling,
    view,
)
from companion.games.lunchtime_battle.foods import NOTHING
from companion.games.lunchtime_battle.known import Known
from companion.games.lunchtime_battle.scoring import LunchSheet
from companion.games.lunchtime_battle.state import Ended, State


@dataclass(frozen=True)
class LunchtimeBattle:
    """The game of a table. ``monsters``: what the box profile knows; its shape is documented in `known`."""

    bookkeeping: str = "full"
    not_hungry: bool = False
    dishes: bool = False
    picked_monster: str = "leaves"
    level_foods: str = "together"
    two_hands: bool = False
    monsters: tuple[Known, ...] = ()

    key: ClassVar[str] = "lunchtime_battle"
    title: ClassVar[Text] = T("Lunchtime Battle")
    players: ClassVar[range] = range(2, 7)
    options: ClassVar[tuple[Option, ...]] = reference.OPTIONS
    actions: ClassVar[tuple[type[Action], ...]] = (
        actions.Dishes,
        actions.StartPlayer,
        actions.Roll,
        actions.Lay,
        actions.FirstCandidate,
        *actions.ABILITIES,
        actions.Pass,
        actions.Settle,
        actions.PointAt,
        actions.RankFoods,
        actions.Decide,
        actions.FinishNow,
        actions.GoOn,
        actions.SetHunger,
        actions.SetSymbols,
        actions.SheetComplete,
    )
    sheet_type: ClassVar[type[LunchSheet]] = LunchSheet
    seat_counters: ClassVar[frozenset[str]] = frozenset({"symbols"})

    @classmethod
    def open(cls, options: Mapping[str, Any], box: Mapping[str, Any]) -> Self:
        return cls(**options, monsters=known.from_box(box))

    @property
    def by_hand(self) -> bool:
        """Whether the players rank level foods themselves."""
        return self.level_foods == "by_hand"

    @property
    def only_sheet(self) -> bool:
        """Whether the table keeps nothing but the score sheet."""
        return self.bookkeeping == "final"

    def known(self, state: State) -> tuple[Known, ...]:
        """The monsters this table can offer by name."""
        return known.with_met(self.monsters, state.met)

    def setup(self, seats: int) -> State:
        columns = ((NOTHING,) * (2 if self.two_hands else 1),) * seats
        state = State("sheet", seats, 0, columns=columns)
        if self.only_sheet:
            return state
        rounds = counting.ROUNDS[counting.places(state)]
        return replace(state, phase="dishes" if self.dishes else "start", rounds=rounds)

    def setup_guide(self, seats: int) -> tuple[Text, ...]:
        return reference.setup_guide(seats, two_hands=self.two_hands)

    def stage(self, state: State) -> Stage:
        return stages.stage(state)

    def active_seats(self, state: State) -> frozenset[Seat]:
        return stages.active_seats(state)

    def offers(self, state: State, seat: Seat | None) -> tuple[Offer, ...]:
        if seat is None:
            return offering.table_offers(self, state)
        return offering.seat_offers(self, state, seat)

    def apply(self, state: State, seat: Seat | None, action: Action) -> State:
        return self._after_the_end(state, self._applied(state, seat, action))

    def _applied(self, state: State, seat: Seat | None, action: Action) -> State:
        match action:
            case actions.Dishes():
                dishes = (action.meat.strip(), action.mushroom.strip(), action.potion.strip())
                return replace(state, dishes=dishes, phase="start" if state.phase == "dishes" else state.phase)
            case actions.StartPlayer():
                return replace(state, start=action.player, phase="roll")
            case actions.PointAt():
                return replace(state, pointed=action.target, passed=frozenset())
            case actions.RankFoods():
                return replace(state, order=action.order)
            case actions.FinishNow():
                return self._finished(state) if self.only_sheet else counting.tidied(replace(state, rounds=state.round))
            case actions.Decide():
                return _ended(state)
            case actions.GoOn():
                return _going_on(state) if self.only_sheet else replace(_going_on(state), phase="final")
            case actions.SetHunger():
                return replace(state, hunger=sheet.with_food(state.hunger, action.food, action.value))
        if seat is None:
            raise Refused("bad_field", "seat", T("Say which player does this."))
        return self._applied_by(state, seat, action)

    def _applied_by(self, state: State, seat: Seat, action: Action) -> State:
        match action:
            case actions.Roll():
                return laying.rolled(state, action.dice)
            case actions.Lay() | actions.FirstCandidate():
                return laying.laid(state, seat, action, self.known(state))
            case actions.Ability():
                return abilities.applied(state, action)
            case actions.Settle():
                return counting.settled(state, self.picked_monster == "stays")
            case actions.Pass():
                after = replace(state, passed=state.passed | {seat})
                return after if counting.awaited(after) else counting.settled(after, self.picked_monster == "stays")
            case actions.SetSymbols():
                return replace(
                    state, columns=sheet.with_symbols(state.columns, seat, action.hand, action.food, action.value)
                )
            case actions.SheetComplete():
                complete = state.complete | {seat} if action.done else state.complete - {seat}
                after = replace(state, complete=complete)
                # Where somebody has left, the others may have been complete before one of them took it back.
                return self._finished(after) if len(complete) == state.seats else _going_on(after, complete)
        raise Refused("illegal", "type", T("This cannot be entered at a table of this kind."))

    def _finished(self, state: State) -> State:
        """A sheet that is complete: counted, unless level foods must be ranked first."""
        if self.by_hand and sheet.unranked(state):
            return replace(state, phase="final")
        return _ended(state)

    def why_not(self, state: State, seat: Seat | None, action: Action) -> Refused | None:
        """The reason for an action that is not offered, where there is a better one than that."""
        return refusals.why_not(state, seat, action)

    def tell(self, state: State, seat: Seat | None, action: Action) -> Telling:
        return telling.tell(self, state, seat, action)

    def counters(self, state: State) -> tuple[Counter, ...]:
        return corrections.counters(state, only_sheet=self.only_sheet)

    def with_counter(self, state: State, key: str, value: int) -> State:
        return self._after_the_end(state, corrections.with_counter(state, key, value))

    def _after_the_end(self, before: State, after: State) -> State:
        """The state with its mark, where a number changed after the end; level foods that nobody has ranked are asked."""
        if before.phase != "over" or after.phase != "over" or _counted(after) == _counted(before):
            return after
        return replace(after, phase="final") if self.by_hand and sheet.unranked(after) else replace(after, late=True)

    def learns(self, state: State, action: Action) -> Mapping[str, Any]:
        return laying.learns(state, action)

    def only_scores(self, state: State) -> bool:
        return self.only_sheet

    def sheet(self, state: State, names: tuple[str, ...]) -> LunchSheet:
        return sheet.of(self, state, names)

    def frozen_sheet(self, state: State, names: tuple[str, ...]) -> LunchSheet:
        """The sheet as the game ended, whatever was corrected since; the sheet now while it goes on."""
        if state.frozen is None:
            return self.sheet(state, names)
        ended = state.frozen
        return sheet.of(
            self,
            replace(
                state,
                hunger=ended.hunger,
                columns=ended.columns,
                order=ended.order,
                candidates=ended.candidates,
            ),
            names,
        )

    def score(self, sheet: LunchSheet) -> Result:
        return scoring.score(sheet)

    def outcome(self, state: State) -> Outcome | None:
        if state.phase != "over":
            return None
        result = self.score(self.sheet(state, tuple(str(seat) for seat in range(state.seats))))
        return Outcome(losers=tuple(Seat(int(name)) for name in result.losers))

    def view(self, state: State, seat: Seat | None) -> object:
        return view.view_of(self, state, seat)

    def rules(self) -> tuple[Chapter, ...]:
        return reference.RULES


def _going_on(state: State, complete: frozenset[Seat] = frozenset()) -> State:
    """Back to the numbers of a table that only scores."""
    return replace(state, phase="sheet", complete=complete, frozen=None, late=False)


def _counted(state: State) -> Ended:
    return Ended(state.hunger, state.columns, state.order, state.candidates)


def _ended(state: State) -> State:
    return replace(state, phase="over", frozen=_counted(state), late=False)
