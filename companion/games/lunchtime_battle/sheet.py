"""The table as a score sheet, and the numbers of a table that keeps nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.lunchtime_battle.foods import FOODS, Foods
from companion.games.lunchtime_battle.scoring import Counts, Eater, LunchSheet
from companion.games.lunchtime_battle.state import Columns, State
from companion.games.lunchtime_battle.tiers import by_hunger

if TYPE_CHECKING:
    from companion.games.lunchtime_battle.play import LunchtimeBattle


def with_food(foods: Foods, food: str, value: int) -> Foods:
    """The numbers with that of one food set."""
    meat, mushroom, potion = (value if key == food else old for key, old in zip(FOODS, foods, strict=True))
    return (meat, mushroom, potion)


def with_symbols(columns: Columns, seat: int, hand: int, food: str, value: int) -> Columns:
    """The columns with one number of one hand set."""
    return tuple(
        tuple(
            with_food(foods, food, value) if (of, number) == (seat, hand) else foods
            for number, foods in enumerate(hands)
        )
        for of, hands in enumerate(columns)
    )


def level_foods(state: State) -> tuple[str, ...]:
    """The foods that are level on the hunger track; none where all differ."""
    return next((tier.foods for tier in by_hunger(state.hunger) if len(tier.foods) > 1), ())


def unranked(state: State) -> bool:
    """Whether there are level foods that the players have not put in order."""
    return not set(level_foods(state)) <= set(state.order)


def of(game: LunchtimeBattle, state: State, names: tuple[str, ...]) -> LunchSheet:
    """The score sheet as it would be now."""
    return LunchSheet(
        hunger=Counts(*state.hunger),
        players=tuple(_eater(game, state, seat, name) for seat, name in enumerate(names)),
        hunger_order=state.order if game.by_hand and not unranked(state) else (),
        variants=tuple(key for key, on in (("not_hungry", game.not_hungry), ("two_hands", game.two_hands)) if on),
        dishes={food: dish for food, dish in zip(FOODS, state.dishes, strict=True) if game.dishes and dish},
    )


def _eater(game: LunchtimeBattle, state: State, seat: int, name: str) -> Eater:
    hands = tuple(piles(game, state, seat))
    if game.two_hands:
        return Eater(name, hands=hands)
    return Eater(name, candidates=hands[0])


def piles(game: LunchtimeBattle, state: State, seat: int) -> list[tuple[Counts, ...]]:
    """The symbols of the candidates before a seat, hand by hand."""
    if game.only_sheet:
        return [(Counts(*foods),) for foods in state.columns[seat]]
    return [
        tuple(Counts(*card.foods) for card in state.candidates if card.place == seat + hand * state.seats)
        for hand in range(len(state.columns[seat]))
    ]
