"""The six dice: faces 2 to 6, and instead of the 1 a food, two dice per food."""

from __future__ import annotations

from companion.core.fields import Dice, Face
from companion.core.text import T, Text
from companion.games.lunchtime_battle.foods import FOODS, Foods

FACES: tuple[Face, ...] = (2, 3, 4, 5, 6, *FOODS)
FACE_WORDS: dict[str, Text] = {**{str(n): T("{n}", n=n) for n in range(2, 7)}, **FOODS}
"""Every face as a key, with its word."""

DICE_PER_FOOD = 2
BOX: tuple[tuple[Face, ...], ...] = tuple((2, 3, 4, 5, 6, food) for food in FOODS for _ in range(DICE_PER_FOOD))
"""The six dice of the box."""


def roll_field(dice: int) -> Dice:
    """The field of a roll of so many of the six dice."""
    return Dice(
        "dice",
        T("The dice"),
        dice,
        dice,
        (FACES,),
        limits=tuple((food, DICE_PER_FOOD) for food in FOODS),
        words=tuple(FOODS.items()),
        pool=BOX,
    )


def face_of(key: str) -> Face:
    """The face of a key: a number of pips or a food."""
    return int(key) if key.isdigit() else key


def foods_of(dice: tuple[Face, ...]) -> Foods:
    """How many dice show each food."""
    meat, mushroom, potion = (sum(1 for face in dice if face == food) for food in FOODS)
    return (meat, mushroom, potion)
