"""The score sheet of a table as it would be now."""

from __future__ import annotations

from companion.core.scoring import numbered
from companion.games.lunchtime_battle.foods import FOODS
from companion.games.lunchtime_battle.options import Options
from companion.games.lunchtime_battle.scoring import Counts, Eater, LunchSheet
from companion.games.lunchtime_battle.state import State
from companion.games.lunchtime_battle.tiers import unranked


def sheet_of(state: State, options: Options) -> LunchSheet:
    """The candidates of every seat as a sheet, its players called 1, 2, 3."""
    ranked = options.by_hand and not unranked(state.hunger, state.order)
    return LunchSheet(
        hunger=Counts(*state.hunger),
        players=tuple(_eater(state, options, seat, name) for seat, name in enumerate(numbered(state.seats))),
        hunger_order=state.order if ranked else (),
        variants=tuple(key for key in ("not_hungry", "two_hands") if getattr(options, key)),
        dishes={food: dish for food, dish in zip(FOODS, state.dishes, strict=True) if options.dishes and dish},
    )


def _eater(state: State, options: Options, seat: int, name: str) -> Eater:
    hands = tuple(_symbols(state, options, seat, hand) for hand in range(state.hands))
    return Eater(name, hands=hands) if options.two_hands else Eater(name, candidates=hands[0])


def _symbols(state: State, options: Options, seat: int, hand: int) -> tuple[Counts, ...]:
    """The symbols of each candidate, those never entered together; where only the sheet is kept, all of them at once."""
    beside = state.columns[seat][hand]
    if options.only_sheet:
        return (Counts(*beside),)
    found = tuple(Counts(*card.foods) for card in state.pile(seat, hand))
    return (*found, Counts(*beside)) if any(beside) else found
