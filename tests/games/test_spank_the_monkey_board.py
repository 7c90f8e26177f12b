"""What Spank the Monkey's big screen draws: towers and their chances, the roll that is due, where a pile may end."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.core.text import Seat, plain
from companion.games.spank_the_monkey.board import BARS, SCALE_LOW, board_of, now
from companion.games.spank_the_monkey.game import SpankTheMonkey
from companion.games.spank_the_monkey.pile import Junk, Pile
from companion.games.spank_the_monkey.state import Falling, Phase, State
from companion.games.spank_the_monkey.towers import hit_outlook

NAMES = ("Ann", "Bo", "Cy")


def pile(*heights: int, strength: int = 3) -> Pile:
    return tuple(Junk(100 * height + n, f"J{n}", height, strength) for n, height in enumerate(heights))


def table(*piles: Pile, phase: Phase = "build", monkey: int | None = 10, **more: Any) -> State:
    fresh = SpankTheMonkey().setup(3)
    return replace(fresh, piles=(*piles, *((),) * (3 - len(piles))), phase=phase, monkey=monkey, turn=Seat(0), **more)


@pytest.mark.parametrize(
    ("height", "where", "roll"),
    [
        pytest.param(10, "level", "2+ · 5 in 6", id="Level with the monkey 2-6"),
        pytest.param(11, "1 above", "3+ · 4 in 6", id="1 above 3-6"),
        pytest.param(12, "2 above", "4+ · 3 in 6", id="2 above 4-6"),
        pytest.param(13, "3 above", "5+ · 2 in 6", id="3 above 5-6"),
        pytest.param(14, "4 above", "6+ · 1 in 6", id="4 above 6"),
        pytest.param(15, "5 above: too high", None, id="5 or more above: impossible"),
        pytest.param(7, "3 too low", None, id="below the monkey nobody may try"),
    ],
)
def test_what_stands_on_top_of_a_tower(height: int, where: str, roll: str | None) -> None:
    chance = board_of(table(pile(*[1] * height)), None).chances[0]
    assert chance is not None
    assert (plain(chance.where), chance.roll and plain(chance.roll)) == (where, roll)


def test_before_anybody_has_built_the_table_of_the_spank_is_shown() -> None:
    board = board_of(table(), None)
    assert board.empty
    assert [(plain(where), least) for where, least in board.spanking] == [
        ("level", 2),
        ("1 above", 3),
        ("2 above", 4),
        ("3 above", 5),
        ("4 above", 6),
    ]
    assert not board_of(table(pile(1)), None).empty


@pytest.mark.parametrize(
    ("heights", "monkey", "scale"), [((3,), 5, SCALE_LOW), ((3,), 12, 12), ((9, 8), 12, 17), ((25,) * 3, 9, 60)]
)
def test_the_highest_tower_and_the_monkey_fill_the_sky(heights: tuple[int, ...], monkey: int, scale: int) -> None:
    assert board_of(table(pile(*heights), monkey=monkey), None).scale == scale


def test_a_card_carries_its_name_where_it_has_the_room() -> None:
    low, mid, high = pile(1, 2, 6)
    rooms = board_of(table((low, mid, high), pile(10, 6)), None).rooms
    assert (rooms[low.id], rooms[mid.id], rooms[high.id]) == ("bare", "named", "tall")


@pytest.mark.parametrize(
    ("name", "height", "room"),
    [
        ("Wardrobe", 2, "named"),
        ("Kitchen sink", 3, "named two"),
        ("Grandfather clock", 3, "tall"),
        ("祖母留下的老衣櫃", 3, "named two"),
        ("Kitchen sink", 4, "tall"),
    ],
)
def test_a_long_name_has_two_lines_or_the_whole_width(name: str, height: int, room: str) -> None:
    """Beside six towers and a roll, where a pile is narrowest."""
    junk = Junk(9, name, height, 3)
    state = replace(table(phase="attack"), piles=((junk,), *((Junk(seat, "Crate", 2, 3),) for seat in range(5))))
    assert board_of(replace(state, falling=Falling(1, Seat(1), 1)), None).rooms[junk.id] == room


@pytest.mark.parametrize(
    ("name", "room"),
    [
        pytest.param("Grandfather clock", "tall two", id="two lines, the strength beside the second"),
        pytest.param("Grandfather clock of oak", "tall", id="the second line leaves no room for the strength"),
        pytest.param("Refrigerators", "tall", id="one word"),
    ],
)
def test_beside_few_towers_a_name_takes_two_lines(name: str, room: str) -> None:
    junk = Junk(9, name, 3, 3)
    assert board_of(table((junk,), pile(4, 2), pile(1, 3)), None).rooms[junk.id] == room


def test_the_likeliest_heights_of_a_pile_under_attack() -> None:
    """From the highest down, the others in one number; nobody's chance to spank meanwhile."""
    attacked = pile(1, 2, 3, 4, 5, 6, strength=4)
    outlook = hit_outlook(attacked, Seat(1), 0)
    outcomes = board_of(table((), attacked), outlook).outcomes
    assert outcomes is not None
    assert len(outcomes.bars) == BARS < len(outlook.bars)
    assert [bar.height for bar in outcomes.bars] == sorted((bar.height for bar in outcomes.bars), reverse=True)
    left_out = min(bar.length for bar in outcomes.bars)
    assert all(bar.length <= left_out for bar in outlook.bars if bar not in outcomes.bars)
    shown = sum(float(bar.percent) for bar in outcomes.bars)
    assert outcomes.others is not None
    assert shown + float(outcomes.others) == pytest.approx(100, abs=2)


@pytest.mark.parametrize(
    ("state", "words"),
    [
        (table(phase="height", monkey=None), "One die decides how high the monkey sits."),
        (replace(table(phase="starter"), turn=None), "Everybody throws a die: the highest starts."),
        (table(phase="draw"), "Ann draws 1 card."),
        (replace(table(phase="draw"), hands=(4, 5, 5)), "Ann draws 2 cards."),
        (table(), "Ann builds: one junk card and one reinforcement at most."),
        (table(phase="attack"), "Ann attacks, or ends the turn."),
        (
            table(pile(6, 6), phase="attack"),
            "Ann may spank: 2 above the monkey, needs 4 or more: 3 in 6 (50 %).",
        ),
        (table(pile(6, 6), phase="attack", tried=True), "Ann attacks, or ends the turn."),
        (table(phase="discard"), "Ann may discard up to 2 cards."),
        (table(phase="monkey"), "Ann rolls for the monkey."),
    ],
)
def test_what_the_band_says(state: State, words: str) -> None:
    told = now(state)
    assert told is not None
    assert plain(told, NAMES) == words


def test_once_it_is_over_the_outcome_speaks() -> None:
    assert now(replace(table(), winner=Seat(0))) is None


def test_with_six_towers_and_a_roll_every_pile_is_named() -> None:
    """The roll lies above so many towers: lower room, but each junk card still carries its name."""
    piles = tuple((Junk(seat, "Crate", 1 + seat % 3, 3),) for seat in range(6))
    calm = replace(SpankTheMonkey().setup(6), piles=piles, phase="build", monkey=10, turn=Seat(0))
    rolling = replace(calm, falling=Falling(1, Seat(1), 1))
    assert set(board_of(rolling, None).rooms.values()) == {"named", "named two"}
    assert set(board_of(calm, None).rooms.values()) == {"named", "named two"}
