"""Monsters that were met before: what the box profile remembers of them.

The profile of this game is ``{"monsters": {name: {"hunger": 2, "foods": {"potion": 2}, "game_end": true, "effect": "start"}}}``;
every part of a monster may be missing. What does not have this shape is passed over: a profile never stops a game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

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


def _number(value: object, high: int) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= high else None


def _foods(value: object) -> Foods | None:
    if not isinstance(value, Mapping):
        return None
    meat, mushroom, potion = (_number(value.get(food, 0), FOOD_SYMBOLS_HIGH) for food in FOODS)
    return None if meat is None or mushroom is None or potion is None else (meat, mushroom, potion)


def with_met(known: Iterable[Known], met: Iterable[Known]) -> tuple[Known, ...]:
    """The known monsters with those met at this table, whose numbers are newer; by name."""
    found = {of.name: of for of in known}
    for new in met:
        old = found.get(new.name, new)
        found[new.name] = Known(
            new.name,
            old.hunger if new.hunger is None else new.hunger,
            old.foods if new.foods is None else new.foods,
            old.game_end or new.game_end,
            new.effect or old.effect,
        )
    return tuple(found[name] for name in sorted(found))


def patch(name: str, **learnt: Any) -> dict[str, Any]:
    """What was learnt about a monster, as a merge patch; a monster without a name teaches nothing."""
    return {"monsters": {name: learnt}} if name and learnt else {}


def foods_json(foods: Foods) -> dict[str, int]:
    """The symbols with their zeros, so that a corrected monster replaces its old numbers."""
    return dict(zip(FOODS, foods, strict=True))
