"""The counting ring: the rules page's counts, the odd ones, and modular arithmetic against counting one by one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.text import plain
from companion.games.lunchtime_battle.ring import explained, land


def walk(symbols: Sequence[int], total: int) -> Iterator[tuple[int, int]]:
    """The count one by one, as (position, symbol from 1): as a finger counts."""
    counted = 0
    while counted < total and any(symbols):
        for position, n in enumerate(symbols):
            for symbol in range(1, n + 1):
                if counted == total:
                    return
                counted += 1
                yield position, symbol


COUNTS = [
    pytest.param([3, 2, 1, 3, 1], 14, (1, 1), "14 = 1 lap of 10, then 4", id="ring 3 2 1 3 1, total 14: the second"),
    pytest.param(
        [1, 3, 1, 3], 14, (3, 1), "14 = 1 lap of 8, then 6", id="again from monster 3: the 6th is the start player's"
    ),
    pytest.param(
        [1, 3, 1, 3, 2], 14, (1, 3), "14 = 1 lap of 10, then 4", id="it stays: the 14th from monster 3 is monster 4"
    ),
    pytest.param([3, 2, 1, 3, 1], 10, (4, 1), "10 = exactly 1 lap of 10", id="exactly on a lap: the last monster"),
    pytest.param([3, 2, 1, 3, 1], 20, (4, 1), "20 = exactly 2 laps of 10", id="exactly two laps"),
    pytest.param([4], 7, (0, 3), "7 = 1 lap of 4, then 3", id="a ring of one monster"),
    pytest.param([5, 2], 3, (0, 3), "3 is less than a lap of 7", id="less than the first monster's symbols"),
    pytest.param([0, 0, 2], 1, (2, 1), "1 is less than a lap of 2", id="a monster without symbols is passed"),
    pytest.param([2, 0], 2, (0, 2), "2 = exactly 1 lap of 2", id="a lap that ends before a monster without symbols"),
]


@pytest.mark.parametrize(("symbols", "total", "where", "words"), COUNTS)
def test_where_a_count_lands_and_why(symbols: list[int], total: int, where: tuple[int, int], words: str) -> None:
    landing = land(symbols, total)
    assert landing is not None
    assert (landing.position, landing.symbol) == where
    assert plain(explained(total, landing)) == words


@pytest.mark.parametrize(
    ("symbols", "total"),
    [
        pytest.param([3, 2], 0, id="a total of 0 picks nobody"),
        pytest.param([0, 0], 5, id="a ring without symbols picks nobody"),
        pytest.param([], 5, id="an empty ring picks nobody"),
    ],
)
def test_nothing_to_count(symbols: list[int], total: int) -> None:
    assert land(symbols, total) is None
    assert list(walk(symbols, total)) == []


@given(symbols=st.lists(st.integers(0, 6), min_size=1, max_size=6), total=st.integers(0, 90))
def test_counting_by_modular_arithmetic_equals_counting_one_by_one(symbols: list[int], total: int) -> None:
    steps = list(walk(symbols, total))
    landing = land(symbols, total)
    if landing is None:
        assert steps == []
        return
    assert len(steps) == total
    assert (landing.position, landing.symbol) == steps[-1]
    assert landing.laps * landing.lap + landing.rest == total
    assert 1 <= landing.rest <= landing.lap == sum(symbols)


@given(symbols=st.lists(st.integers(0, 6), min_size=1, max_size=6), total=st.integers(1, 90), laps=st.integers(1, 5))
def test_whole_laps_more_change_nothing(symbols: list[int], total: int, laps: int) -> None:
    one, other = land(symbols, total), land(symbols, total + laps * sum(symbols))
    assert (one is None) == (other is None)
    if one is not None and other is not None:
        assert (one.position, one.symbol) == (other.position, other.symbol)
