"""The three foods: their keys, their words, how much of one there is, and how hungry that makes the monsters."""

from __future__ import annotations

from collections.abc import Mapping

from companion.core.game import Clause, Telling
from companion.core.text import TN, Listing, T, Text

FOODS: dict[str, Text] = {"meat": T("Meat"), "mushroom": T("Mushroom"), "potion": T("Potion")}
"""In the order of sheets and results. Copies of the game differ in colour, so foods are named, never coloured only."""

Foods = tuple[int, int, int]
"""A number for each food, in the order of `FOODS`."""

NOTHING: Foods = (0, 0, 0)
SYMBOLS_HIGH = 99
HUNGER_HIGH = 999


def symbols(food: str, n: int) -> Text:
    """So many symbols of a food, such as "2 mushrooms"."""
    match food:
        case "meat":
            return TN("{n} meat", "{n} meat", n)
        case "mushroom":
            return TN("{n} mushroom", "{n} mushrooms", n)
        case _:
            return TN("{n} potion", "{n} potions", n)


def amounts(counts: tuple[int, ...]) -> Text | Listing:
    """Symbols by food as a list of what there is, such as "2 potions and 1 mushroom"."""
    found = tuple(symbols(food, n) for food, n in zip(FOODS, counts, strict=True) if n)
    return Listing(found) if found else T("no food")


def names_of(foods: tuple[str, ...]) -> Listing:
    """The foods by name, such as "Meat + Mushroom"."""
    return Listing(tuple(FOODS[food] for food in foods), "plus")


def fed(hunger: Foods, foods: tuple[int, ...], high: int = HUNGER_HIGH) -> Foods:
    """The hunger track after its markers moved by these foods; a marker never leaves 0 to ``high``."""
    meat, mushroom, potion = (min(high, max(0, was + n)) for was, n in zip(hunger, foods, strict=True))
    return (meat, mushroom, potion)


def one_food(food: str, n: int) -> Foods:
    """``n`` of one food and nothing of the others."""
    meat, mushroom, potion = (n if key == food else 0 for key in FOODS)
    return (meat, mushroom, potion)


def by_food(counts: Mapping[str, int]) -> Foods:
    """Numbers by the name of their food, in the order of `FOODS`; a food left out counts 0."""
    meat, mushroom, potion = (counts.get(food, 0) for food in FOODS)
    return (meat, mushroom, potion)


def with_food(foods: Foods, food: str, value: int) -> Foods:
    """The numbers with that of one food set."""
    meat, mushroom, potion = (value if key == food else old for key, old in zip(FOODS, foods, strict=True))
    return (meat, mushroom, potion)


def number_of(foods: Foods, food: str) -> int:
    """The number of one food."""
    return foods[list(FOODS).index(food)]


def hungrier(before: Foods, after: Foods) -> Telling:
    """The sentence that says which hunger markers moved, and by how much; none where all stayed."""
    moved = {food: n - old for food, old, n in zip(FOODS, before, after, strict=True) if n != old}
    if not moved:
        return ()
    up = tuple(T("{food} +{n}", food=FOODS[food], n=by) for food, by in moved.items() if by > 0)
    down = tuple(T("{food} −{n}", food=FOODS[food], n=-by) for food, by in moved.items() if by < 0)
    told = T("Hunger: {foods}.", foods=Listing((*up, *down)))
    return (Clause(told, "gain", tuple((f"hunger:{food}", by) for food, by in moved.items())),)
