"""Dice rolled by the companion: as fair as those in the box."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest

from companion import play
from companion.core.fields import Dice
from companion.core.text import T
from companion.games.lunchtime_battle.dice import BOX, FACES, roll_field
from companion.play.chance import roll_dice

ROLLS = 3000


@pytest.mark.parametrize("dice", [1, 3, 5])
def test_each_die_of_the_box_shows_its_food_once_in_six(house: play.House, dice: int) -> None:
    """Two dice per food: 2 to 6 come up alike, and all foods together as often as any one number."""
    field = roll_field(dice)
    seeded = replace(house, chance=random.Random(5))
    rolls = [roll_dice(seeded.chance, field) for _ in range(ROLLS)]
    assert all(field.check(roll) is None and len(roll) == dice for roll in rolls)
    seen = Counter(face if isinstance(face, int) else "food" for roll in rolls for face in roll)
    expected = ROLLS * dice / 6
    assert all(abs(seen[face] - expected) < 0.15 * expected for face in (2, 3, 4, 5, 6, "food")), seen


def test_every_food_can_come_up_twice_and_no_oftener(house: play.House) -> None:
    seeded = replace(house, chance=random.Random(5))
    most: Counter[object] = Counter()
    for _ in range(20000):
        for face, n in Counter(roll_dice(seeded.chance, roll_field(6))).items():
            most[face] = max(most[face], n)
    assert [most[food] for food in FACES[5:]] == [2, 2, 2]
    assert len(BOX) == 6


def test_ordinary_dice_are_rolled_from_their_faces(house: play.House) -> None:
    field = Dice("dice", T("Dice"), 2, 2)
    assert all(field.check(roll_dice(house.chance, field)) is None for _ in range(50))


def test_a_face_that_a_die_has_twice_comes_up_twice_as_often(house: play.House) -> None:
    """Jump dice: six faces, some of them alike; where dice differ, each is rolled from its own."""
    six: dict[str, tuple[str, ...]] = {
        "blue": ("one", "one", "one", "two", "two", "up"),
        "black": ("skull",) * 2 + ("one",) * 4,
    }
    ids = ("blue", "black")
    different = tuple(tuple(dict.fromkeys(six[die])) for die in ids)
    field = Dice("dice", T("Dice"), 1, 2, different, ids, pool=tuple(six[die] for die in ids), among="only")
    seeded = replace(house, chance=random.Random(5))
    rolls = [roll_dice(seeded.chance, field) for _ in range(ROLLS)]
    assert all([die for die, _ in roll] == list(ids) for roll in rolls)
    for place, die in enumerate(ids):
        seen = Counter(roll[place][1] for roll in rolls)
        for face in different[place]:
            expected = ROLLS * six[die].count(face) / 6
            assert abs(seen[face] - expected) < 0.15 * expected, (die, seen)
    assert [die for die, _ in roll_dice(seeded.chance, field, ["black"])] == ["black"]
    assert [die for die, _ in roll_dice(seeded.chance, field, ["green", 5])] == list(ids)
