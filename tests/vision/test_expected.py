"""What a table knows makes a reading ask: the tray, the values its dice have, a second picture of the same throw."""

from __future__ import annotations

import pytest

pytest.importorskip("cv2")

from testkit.drawn_dice import FELT, DrawnDie, draw
from vision.dice import read_dice
from vision.expected import Tray, agreed, only_values
from vision.reading import Box, DiceReading, Die


def reading(*shown: int | str, count: int | None = None) -> DiceReading:
    """Dice from left to right: a number is a sure value, "3?" an unsure one."""
    dice = [
        Die(told if isinstance(told, int) else None, int(str(told)[0]), 0.9 - 0.01 * at, Box(50.0 * at, 0, 40, 40))
        for at, told in enumerate(shown)
    ]
    return DiceReading(tuple(dice), 1.0, count)


def told(one: DiceReading) -> list[tuple[int | None, int | None]]:
    return [(die.value, die.guess) for die in one.dice]


@pytest.mark.parametrize(
    ("name", "readings", "shown", "unsure"),
    [
        ("two pictures that agree", [reading(2, 5), reading(5, 2)], [(2, 2), (5, 5)], False),
        ("a value that the other picture does not show", [reading(2, 5), reading(3, 5)], [(None, 2), (5, 5)], True),
        ("unsure there is not sure here", [reading(2, 5), reading("2?", 5)], [(None, 2), (5, 5)], True),
        ("one of two equal dice", [reading(4, 4), reading(4, 1)], [(4, 4), (None, 4)], True),
        ("a die that only the other picture shows", [reading(2), reading(2, 6)], [(2, 2)], True),
        ("a die that only this picture shows", [reading(2, 6), reading(2)], [(2, 2), (None, 6)], True),
        ("a third picture counts as well", [reading(2), reading(2), reading(3)], [(None, 2)], True),
        ("what was expected still is", [reading(2, count=2), reading(2, count=2)], [(2, 2)], True),
        ("a single picture is as it was", [reading(2, "5?")], [(2, 2), (None, 5)], True),
    ],
)
def test_pictures_of_one_throw_agree_or_ask(
    name: str, readings: list[DiceReading], shown: list[tuple[int | None, int]], unsure: bool
) -> None:
    one = agreed(readings)
    assert told(one) == shown, name
    assert one.unsure is unsure, name


def test_a_value_that_no_die_has_is_asked_about() -> None:
    assert told(only_values(reading(1, 4, "6?"), frozenset({1, 2, 3}))) == [(1, 1), (None, 4), (None, 6)]


def test_dice_beside_the_tray_are_not_read_and_those_in_it_keep_their_places() -> None:
    picture = draw([DrawnDie(3, -2.5, 0, 20), DrawnDie(5, 2.2, 0.3, 50)], ground=FELT)
    whole = read_dice(picture)
    part = Tray(0.5, 0.0, 0.5, 1.0).read(picture, read_dice)
    assert told(whole) == [(3, 3), (5, 5)]
    assert told(part) == [(5, 5)]
    right, alone = whole.dice[1].box, part.dice[0].box
    assert abs(right.x - alone.x) < 0.2 * right.w
    assert abs(right.y - alone.y) < 0.2 * right.h


@pytest.mark.parametrize("part", [(0.5, 0, 0.6, 1), (-0.1, 0, 0.5, 1), (0, 0, 0, 1), (0, 0.5, 1, float("nan"))])
def test_a_tray_lies_in_the_picture(part: tuple[float, float, float, float]) -> None:
    with pytest.raises(ValueError, match="part of the picture"):
        Tray(*part)
