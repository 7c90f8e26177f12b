"""The odds of Spank the Monkey are exact: checked by hand, by brute force and against simulated collapses."""

from __future__ import annotations

import itertools
import random
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.spank_the_monkey.odds import (
    OddsError,
    attack_odds,
    collapse,
    collapse_from,
    expected,
    remains,
    spank_odds,
)


@pytest.mark.parametrize(
    ("lead", "sixths"),
    [
        pytest.param(0, 5, id="level 2-6"),
        pytest.param(1, 4, id="1 above 3-6"),
        pytest.param(2, 3, id="2 above 4-6"),
        pytest.param(3, 2, id="3 above 5-6"),
        pytest.param(4, 1, id="4 above 6"),
        pytest.param(5, 0, id="5 or more above: impossible"),
        pytest.param(12, 0, id="5 or more above: impossible, far above"),
        pytest.param(-1, 0, id="below the monkey: not allowed, 0"),
        pytest.param(-24, 0, id="below the monkey: not allowed, far below"),
    ],
)
def test_spank_table(lead: int, sixths: int) -> None:
    """P(spank) = 5/6, 4/6, 3/6, 2/6, 1/6 for 0..4 above, else 0."""
    assert spank_odds(lead) == Fraction(sixths, 6)


@pytest.mark.parametrize(
    ("modifier", "defence", "strength", "sixths"),
    [
        pytest.param(2, 1, 5, 3, id="Attack +2 against strength 5 with a defence of 1: needs d >= 4: 3/6"),
        pytest.param(6, 0, 2, 5, id="Attack +6 against strength 2: 5/6, because a 1 fails"),
        pytest.param(0, 0, 1, 5, id="A natural 1 always fails, even when 1 would do"),
        pytest.param(0, 0, 7, 0, id="not even a 6 reaches strength 7"),
        pytest.param(0, 0, 6, 1, id="equal is enough: 6 against 6"),
        pytest.param(1, -1, 6, 3, id="a defence card that helps the attack counts the other way"),
        pytest.param(-2, 3, 0, 2, id="d >= 5 against strength 0 with -2 and a defence of 3"),
    ],
)
def test_attack(modifier: int, defence: int, strength: int, sixths: int) -> None:
    """P(attack) = number of d in 2..6 with d + modifier - defences >= strength, over 6."""
    assert attack_odds(modifier, defence, strength) == Fraction(sixths, 6)


@given(st.integers(-9, 9), st.integers(-9, 9), st.integers(0, 20))
def test_attack_counts_faces(modifier: int, defence: int, strength: int) -> None:
    """The closed form agrees with counting the faces."""
    faces = sum(die + modifier - defence >= strength for die in range(2, 7))
    assert attack_odds(modifier, defence, strength) == Fraction(faces, 6)


@pytest.mark.parametrize(
    ("heights", "strengths", "destroyed", "distribution"),
    [
        pytest.param(
            (3, 4, 1),
            (2, 5, 3),
            2,
            {0: Fraction(7, 9), 1: Fraction(1, 18), 4: Fraction(1, 6)},
            id="heights 3, 4, 1, strengths 2, 5, 3, the second destroyed",
        ),
        pytest.param((3, 4), (2, 5), 2, {3: Fraction(1)}, id="a top junk destroyed: no collision"),
        pytest.param((3,), (2,), 1, {0: Fraction(1)}, id="the only junk destroyed"),
        pytest.param(
            (3, 4), (2, 5), 1, {0: Fraction(1, 3), 4: Fraction(2, 3)}, id="landing on the ground tests only the lowest"
        ),
        pytest.param((2, 3, 2), (7, 1, 9), 2, {4: Fraction(1)}, id="strength 7 and more never breaks"),
        pytest.param((2, 3, 2), (1, 1, 1), 2, {0: Fraction(1)}, id="strength 1 always breaks, a natural 1 too"),
        pytest.param(
            (1, 1, 1, 1),
            (7, 1, 6, 7),
            2,
            {2: Fraction(1, 6), 3: Fraction(5, 6)},
            id="the falling junk breaks: what is above it falls on the same junk",
        ),
    ],
)
def test_collapse(
    heights: tuple[int, ...], strengths: tuple[int, ...], destroyed: int, distribution: dict[int, Fraction]
) -> None:
    """The final height of the whole pile, exactly, lowest first."""
    found = collapse(heights, strengths, destroyed)
    assert found == distribution
    assert list(found) == sorted(found)


def test_expected_height_of_the_example() -> None:
    """Expected 13/18 in the outlook of the rules page."""
    assert expected(tuple(collapse((3, 4, 1), (2, 5, 3), 2).items())) == Fraction(13, 18)


def by_all_rolls(heights: list[int], strengths: list[int], below: int) -> dict[int, Fraction]:
    """The same by following every roll separately; ``below`` junk under the hole, which is just beneath the rest."""
    if below == len(heights):
        return {sum(heights): Fraction(1)}
    found: dict[int, Fraction] = {}
    for die in range(1, 7):
        upper = strengths[below] <= die
        lower = below > 0 and strengths[below - 1] <= die
        if not upper and not lower:
            outcomes = {sum(heights): Fraction(1)}
        else:
            keep = [i for i in range(len(heights)) if not (i == below and upper) and not (i == below - 1 and lower)]
            outcomes = by_all_rolls([heights[i] for i in keep], [strengths[i] for i in keep], below - lower)
        for height, chance in outcomes.items():
            found[height] = found.get(height, Fraction(0)) + chance / 6
    return found


PILES = st.lists(st.tuples(st.integers(0, 6), st.integers(0, 8)), min_size=1, max_size=6)


@given(PILES, st.data())
def test_collapse_agrees_with_every_roll_followed(pile: list[tuple[int, int]], data: st.DataObject) -> None:
    """Shared sub-results change nothing: every sequence of rolls, followed one by one, gives the same distribution."""
    heights, strengths = [h for h, _ in pile], [s for _, s in pile]
    destroyed = data.draw(st.integers(1, len(pile)))
    rest = [i for i in range(len(pile)) if i != destroyed - 1]
    wanted = by_all_rolls([heights[i] for i in rest], [strengths[i] for i in rest], destroyed - 1)
    assert collapse(heights, strengths, destroyed) == {h: wanted[h] for h in sorted(wanted)}


@given(st.lists(st.tuples(st.integers(0, 6), st.integers(0, 9)), min_size=1, max_size=14), st.data())
def test_distribution_sums_to_one(pile: list[tuple[int, int]], data: st.DataObject) -> None:
    """Chances add up to exactly 1, and no pile grows by being hit."""
    heights, strengths = tuple(h for h, _ in pile), tuple(s for _, s in pile)
    destroyed = data.draw(st.integers(1, len(pile)))
    found = collapse(heights, strengths, destroyed)
    assert sum(found.values()) == 1
    assert all(0 < chance <= 1 for chance in found.values())
    assert max(found) <= sum(heights) - heights[destroyed - 1]


def simulated(strengths: tuple[int, ...], destroyed: int, chance: random.Random) -> tuple[int, int]:
    """One collapse thrown die by die: junk kept below, first junk kept above."""
    kept, first = destroyed - 1, destroyed
    while first < len(strengths):
        die = int(chance.random() * 6) + 1
        upper = strengths[first] <= die
        lower = kept > 0 and strengths[kept - 1] <= die
        if not upper and not lower:
            break
        kept, first = kept - lower, first + upper
    return kept, first


@pytest.mark.parametrize(
    ("strengths", "destroyed"),
    [((2, 5, 3), 2), ((3, 4, 6, 5, 2, 6, 4, 5), 3), ((6, 5, 6, 5, 6, 5, 6, 5, 6, 5, 6, 5), 6)],
)
def test_exact_odds_agree_with_200000_simulated_collapses(strengths: tuple[int, ...], destroyed: int) -> None:
    """Every kind of remains occurs as often as its chance says, within 5 standard deviations (fixed seed)."""
    throws, chance = 200_000, random.Random(20041118)
    counted: dict[tuple[int, int], int] = {}
    for _ in range(throws):
        left = simulated(strengths, destroyed, chance)
        counted[left] = counted.get(left, 0) + 1
    exact = remains(strengths, destroyed - 1, destroyed)
    assert set(counted) <= set(exact)
    for left, probability in exact.items():
        share = counted.get(left, 0) / throws
        p = float(probability)
        assert abs(share - p) <= 5 * (p * (1 - p) / throws) ** 0.5 + 1e-12, left


def test_a_pile_of_60_takes_no_more_steps_than_it_has_pairs() -> None:
    """Sub-results are shared: sixty junk cards are walked in at most 31 x 31 pairs, never in 6 to the 60th ways."""
    left = remains((6,) * 60, 30, 31)
    assert len(left) <= 31 * 31
    assert sum(left.values()) == 1


@pytest.mark.parametrize(
    ("ask", "field", "words"),
    [
        (lambda: spank_odds(1000), "lead", "-999 to 999"),
        (lambda: spank_odds(True), "lead", "-999 to 999"),
        (lambda: attack_odds(-1000, 0, 1), "modifier", "-999 to 999"),
        (lambda: attack_odds(0, 5000, 1), "defence", "-999 to 999"),
        (lambda: attack_odds(0, 0, -1), "strength", "0 to 999"),
        (lambda: collapse((), (), 1), "heights", "1 to 60"),
        (lambda: collapse((1,) * 61, (1,) * 61, 1), "heights", "1 to 60"),
        (lambda: collapse((1, 2), (1,), 1), "strengths", "2, not 1"),
        (lambda: collapse((1, -2), (1, 1), 1), "heights[1]", "0 to 999"),
        (lambda: collapse((1, 2), (1000, 1), 1), "strengths[0]", "0 to 999"),
        (lambda: collapse((1, 2), (1, 1), 0), "destroyed", "1 to 2"),
        (lambda: collapse((1, 2), (1, 1), 3), "destroyed", "1 to 2"),
    ],
)
def test_a_wrong_question_names_the_field_and_the_allowed_values(ask: object, field: str, words: str) -> None:
    """Bad input is a ValueError with the field and the range, not a number."""
    with pytest.raises(OddsError) as refused:
        ask()  # type: ignore[operator]
    assert refused.value.field == field
    assert words in str(refused.value)
    assert isinstance(refused.value, ValueError)


def test_a_falling_block_is_asked_for_the_same_way_while_it_falls() -> None:
    """The odds while a collapse goes on are those of the same block: below, above and what lies under the hole."""
    for below, above in itertools.product(range(3), (2, 3)):
        found = dict(collapse_from((1, 1, 1), (3, 3, 3), below, above))
        assert sum(found.values()) == 1
    assert dict(collapse_from((3, 4, 1), (2, 5, 3), 1, 3)) == {3: 1}


def test_the_ends_of_every_range_are_allowed() -> None:
    """-999 to 999 and 0 to 999 include their ends; a pile may have 60 junk cards."""
    assert spank_odds(-999) == spank_odds(999) == 0
    assert attack_odds(999, -999, 999) == Fraction(5, 6)
    assert attack_odds(-999, 999, 0) == 0
    assert collapse((999,) * 60, (999,) * 60, 60) == {999 * 59: 1}
    assert collapse((0,), (0,), 1) == {0: 1}
