"""What a table knows makes a reading ask: the tray, the values its dice have, a second picture of the same throw."""

from __future__ import annotations

from random import Random

import pytest

pytest.importorskip("cv2")

from hypothesis import given
from hypothesis import strategies as st

from testkit.drawn_dice import FELT, DrawnDie, draw
from vision.arrays import Picture
from vision.dice import read_dice
from vision.expected import agreed, only_values, read_in_tray
from vision.reading import Box, DiceReading, Die, Point
from vision.tray import Tray


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


@pytest.fixture(scope="module")
def two_dice() -> Picture:
    """A 3 on the left, a 5 on the right."""
    return draw([DrawnDie(3, -2.5, 0, 20), DrawnDie(5, 2.2, 0.3, 50)], ground=FELT)


def read_there(picture: Picture, tray: Tray) -> DiceReading:
    return read_in_tray(picture, tray, lambda part, inside: read_dice(part, None, inside))


LEFT, RIGHT, CORNER = (0, 0, 50, 100), (50, 0, 50, 100), (0, 0, 15, 15)


@pytest.mark.parametrize(
    ("name", "tray", "values", "outside", "how"),
    [
        ("dice beside the tray do not count", Tray.of(RIGHT), [5], 0, "inside"),
        ("those in it do", Tray.of(LEFT), [3], 0, "inside"),
        ("a die on its edge counts by its middle", Tray.of((66, 40, 34, 40)), [5], 0, "inside"),
        ("its corners in any order", Tray.of((100, 100, 50, 0, 100, 0, 50, 100)), [5], 0, "inside"),
        ("an empty tray says what lies beside it", Tray.of(CORNER), [], 2, "inside"),
        ("a picture of another shape is read whole", Tray.of(RIGHT, 1.0), [3, 5], 0, "unfit"),
        ("one of the same shape is not", Tray.of(RIGHT, 960 / 720), [5], 0, "inside"),
    ],
)
def test_dice_count_in_the_tray_and_nowhere_else(
    two_dice: Picture, name: str, tray: Tray, values: list[int], outside: int, how: str
) -> None:
    found = read_there(two_dice, tray)
    assert [die.value for die in found.dice] == values, name
    assert (found.outside, found.tray) == (outside, how), name
    whole = {die.value: die.box for die in read_dice(two_dice).dice}
    for die in found.dice:
        there = whole[die.value]
        assert abs(there.x - die.box.x) < 0.2 * there.w and abs(there.y - die.box.y) < 0.2 * there.h, name


SHARES = st.floats(0, 1, width=32)
CORNERS = st.tuples(*[st.tuples(SHARES, SHARES)] * 4)


@given(CORNERS, st.tuples(SHARES, SHARES), st.randoms())
def test_a_tray_is_the_same_whatever_the_order_of_its_corners(
    corners: tuple[Point, Point, Point, Point], place: Point, chance: Random
) -> None:
    """And what lies in it lies in the part of the picture that is looked at."""
    try:
        tray = Tray(corners)
    except ValueError:
        return
    shuffled = list(corners)
    chance.shuffle(shuffled)
    assert Tray.of([100 * share for corner in shuffled for share in corner]).percent == tray.percent
    left, top, right, bottom = tray.part(640, 480)
    assert 0 <= left < right <= 640 and 0 <= top < bottom <= 480
    if tray.has(*place):
        assert left <= 640 * place[0] <= right and top <= 480 * place[1] <= bottom


@pytest.mark.parametrize(
    ("name", "numbers", "shape"),
    [
        ("it reaches beyond the picture", (50, 0, 60, 100), None),
        ("it begins before the picture", (-10, 0, 50, 100), None),
        ("it has no width", (0, 0, 0, 100), None),
        ("its height is negative", (0, 50, 100, -50), None),
        ("it is no number", (0, 50, 100, float("nan")), None),
        ("it is a speck", (10, 10, 5, 5), None),
        ("its corners lie on a line", (0, 0, 30, 30, 60, 60, 90, 90), None),
        ("three numbers", (0, 0, 50), None),
        ("no number at all", (), None),
        ("a shape that no picture has", (0, 0, 50, 50), 0.0),
        ("a shape that is no number", (0, 0, 50, 50), float("nan")),
    ],
)
def test_what_is_no_tray_is_refused(name: str, numbers: tuple[float, ...], shape: float | None) -> None:
    with pytest.raises(ValueError):
        Tray.of(numbers, shape)
