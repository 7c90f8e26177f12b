"""What is printed on the monsters: those known by name, from the box profile and from this table.

The profile of this game is ``{"monsters": {name: {"hunger": 2, "foods": {"potion": 2}, "game_end": true, "effect": "start"}}}``;
every part of a monster may be missing. What does not have this shape is passed over: a profile never stops a game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.core.fields import is_whole
from companion.core.printed import Path, PrintedNumber, number_at
from companion.core.text import T
from companion.games.lunchtime_battle.foods import FOODS, Foods

HUNGER_SYMBOLS_HIGH = 20
FOOD_SYMBOLS_HIGH = 9
NAME_LENGTH = 40


@dataclass(frozen=True, slots=True)
class Known:
    """A monster known by name; None where a number was never entered. ``effect``: what its ability did last time."""

    name: str
    hunger: int | None = None
    foods: Foods | None = None
    game_end: bool = False
    effect: str = ""


def from_box(box: Mapping[str, Any]) -> tuple[Known, ...]:
    """The monsters of a box profile, by name."""
    listed = box.get("monsters")
    if not isinstance(listed, Mapping):
        return ()
    found = []
    for name, of in sorted(listed.items()):
        if not isinstance(of, Mapping) or not 0 < len(name.strip()) <= NAME_LENGTH:
            continue
        effect = of.get("effect")
        found.append(
            Known(
                name,
                _number(of.get("hunger"), HUNGER_SYMBOLS_HIGH),
                _foods(of.get("foods")),
                of.get("game_end") is True,
                effect if isinstance(effect, str) else "",
            )
        )
    return tuple(found)


def printed_numbers(box: Mapping[str, Any]) -> tuple[PrintedNumber, ...]:
    """The symbols of every monster known by name."""
    found: list[PrintedNumber] = []
    for monster in from_box(box):
        at: Path = ("monsters", monster.name)
        hunger: Path = (*at, "hunger")
        found.append(
            PrintedNumber(T("Hunger symbols"), hunger, number_at(box, hunger), 0, HUNGER_SYMBOLS_HIGH, of=monster.name)
        )
        for food, label in FOODS.items():
            path: Path = (*at, "foods", food)
            found.append(PrintedNumber(label, path, number_at(box, path), 0, FOOD_SYMBOLS_HIGH, of=monster.name))
    return tuple(found)


def _number(value: object, high: int) -> int | None:
    return value if is_whole(value, 0, high) else None


def _foods(value: object) -> Foods | None:
    if not isinstance(value, Mapping):
        return None
    meat, mushroom, potion = (_number(value.get(food, 0), FOOD_SYMBOLS_HIGH) for food in FOODS)
    return None if meat is None or mushroom is None or potion is None else (meat, mushroom, potion)
