"""Monkeys on the Moon, final scoring: every example of the rules page, the odd cases, and what no sheet can hold."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.codec import sheet_from_json, sheet_to_json
from companion.core.refusal import Refused
from companion.core.scoring import names_of, result_json
from companion.core.text import plain
from companion.games.monkeys_on_the_moon.majority import majority
from companion.games.monkeys_on_the_moon.scoring import (
    Column,
    MonkeysSheet,
    level_apart_from_hair,
    majorities,
    one_more_monkey,
    score,
)
from companion.games.monkeys_on_the_moon.tribes import ORDER

RANKING = ("red", "black", "green", "blue", "brown", "purple")
RANK_POINTS = ((7, 4), (6, 3), (5, 3), (4, 2), (3, 2), (2, 1))


def sheet(*columns: dict[str, Any], variants: tuple[str, ...] = ()) -> MonkeysSheet:
    """A sheet in the ranking and with the values above; players are named A, B, C ... where they have no name."""
    named = [{"name": "ABCDE"[seat], **column} for seat, column in enumerate(columns)]
    data = {"ranking": RANKING, "rank_points": RANK_POINTS, "variants": variants, "players": named}
    return sheet_from_json(MonkeysSheet, data)


def points(result: Any, key: str) -> list[int]:
    return [next(line.points for line in player.lines if line.key == key) for player in result.players]


@pytest.mark.parametrize(
    ("influence", "values", "only_first", "expected"),
    [
        pytest.param((4, 4, 4, 3), (5, 3), False, (2, 2, 2, 0), id="Given: rank 3 tribe, influence 4, 4, 4, 3: 2 each"),
        pytest.param((5, 4, 4, 3), (4, 2), False, (4, 1, 1, 0), id="Given: rank 4 tribe, 5, 4, 4, 3: 4, 1, 1, 0"),
        pytest.param((6, 6, 0, 0), (7, 4), False, (5, 5, 0, 0), id="Ours: rank 1 tribe, 6, 6, 0, 0: 11 / 2 = 5 each"),
        pytest.param(
            (3, 0, 0, 0), (6, 3), False, (6, 0, 0, 0), id="Ours: rank 2 tribe, alone in a tribe: 6 and no 2nd"
        ),
        pytest.param((5, 3, 3, 3), (4, 2), False, (4, 0, 0, 0), id="Ours: rank 4, three tied for second: 2 / 3 -> 0"),
        pytest.param((7, 4), (6, 3), True, (6, 0), id="Ours, 2 players: rank 2 tribe, 7 against 4: 6, 0"),
        pytest.param((5, 5), (6, 3), True, (0, 0), id="Ours, 2 players: 5 against 5: 0, 0"),
        pytest.param((0, 0), (6, 3), True, (0, 0), id="2 players, nobody in the tribe"),
        pytest.param((0, 9), (6, 3), True, (0, 6), id="2 players, alone in the tribe"),
        pytest.param((0, 0, 0), (7, 4), False, (0, 0, 0), id="nobody in a tribe: nobody scores"),
        pytest.param((4, 4, 4, 4, 4), (7, 4), False, (2,) * 5, id="everyone tied: 11 / 5 -> 2 each"),
        pytest.param((9, 4, 4, 1), (5, 3), False, (5, 1, 1, 0), id="tie for second: 3 / 2 rounded down"),
        pytest.param((9, 9, 4), (5, 3), False, (4, 4, 0), id="tie for the most: nobody gets second"),
        pytest.param((1, 2, 3), (5, 3), False, (0, 3, 5), id="most the first value, second most the second"),
    ],
)
def test_a_tribe_pays_its_majorities(
    influence: tuple[int, ...], values: tuple[int, int], only_first: bool, expected: tuple[int, ...]
) -> None:
    """The points of one tribe, as the rules page says."""
    assert majority(influence, *values, only_first=only_first).points == expected


@given(st.lists(st.integers(0, 12), min_size=2, max_size=5), st.integers(0, 20), st.integers(0, 20), st.booleans())
def test_points_are_never_invented(influence: list[int], first: int, second: int, only_first: bool) -> None:
    """A tribe pays at most first + second in all, nothing for influence 0, and never more for less influence."""
    low, high = sorted((first, second))
    found = majority(influence, high, low, only_first=only_first and len(influence) == 2)
    assert sum(found.points) <= high + low
    assert all(points == 0 for points, value in zip(found.points, influence, strict=True) if value == 0)
    for one, its in zip(influence, found.points, strict=True):
        assert all(
            its >= other_points for other, other_points in zip(influence, found.points, strict=True) if one >= other
        )


def test_given_influence_is_the_sum_of_the_numbers() -> None:
    """Given: red 4, 4, 5, black 3, 3, green 5: influence 13, 6, 5, others 0."""
    monkeys = [["red", 4], ["red", 4], ["red", 5], ["black", 3], ["black", 3], ["green", 5]]
    found = majorities(sheet({"monkeys": monkeys}, {}, {}))
    assert {tribe: found[tribe].influence[0] for tribe in ORDER} == {
        "red": 13, "blue": 0, "green": 5, "black": 6, "brown": 0, "purple": 0,
    }  # fmt: skip


def test_given_two_scorn_cards_cost_four() -> None:
    """Given: two scorn cards: -4."""
    result = score(sheet({"scorn": ["black", "blue"]}, {}, {}))
    assert points(result, "scorn") == [-4, 0, 0]
    assert [player.total for player in result.players] == [-4, 0, 0]


def test_the_rank_of_the_tribe_decides_its_points_and_lines_come_in_the_order_of_the_sheet() -> None:
    """First and second value follow the ranking; ships and scorn add; the keys are always all there."""
    result = score(
        sheet(
            {"monkeys": [[tribe, 5] for tribe in ORDER], "ship_points": [3, 4]},
            {"monkeys": [[tribe, 4] for tribe in ORDER], "scorn": ["purple"]},
            {},
        )
    )
    assert [line.key for line in result.players[0].lines] == [*ORDER, "ships", "scorn"]
    assert [line.points for line in result.players[0].lines] == [7, 4, 5, 6, 3, 2, 7, 0]
    assert [line.points for line in result.players[1].lines] == [4, 2, 3, 3, 2, 1, 0, -2]
    assert [player.total for player in result.players] == [34, 13, 0]


def test_the_explanation_says_who_tied_and_how_it_was_split() -> None:
    """ "Green, rank 3: Ann and Bo tie at 9: (5 + 3) / 2 = 4 each"."""
    both = {"monkeys": [["green", 4], ["green", 5]]}
    result = score(sheet({"name": "Ann", **both}, {"name": "Bo", "monkeys": [["green", 9]]}, {"name": "Cy"}))
    line = next(line for line in result.players[0].lines if line.key == "green")
    told = [plain(step, ("Ann", "Bo", "Cy")) for step in line.steps]
    assert told[0] == "Your monkeys of the green tribe: influence 4 + 5 = 9."
    assert "Green, rank 3: Ann and Bo tie at 9: (5 + 3) / 2 = 4 each, rounded down." in told


@pytest.mark.parametrize(
    ("variants", "red"),
    [
        pytest.param((), [7, 4, 0], id="without the variant scorn does not touch influence"),
        pytest.param(("no_mercy",), [0, 7, 4], id="No mercy removes the leader: the next ones move up"),
        pytest.param(("capricious",), [7, 4, 0], id="Capricious changes nothing in the scoring"),
    ],
)
def test_no_mercy(variants: tuple[str, ...], red: list[int]) -> None:
    """Influence counts as 0 in a tribe whose scorn you hold."""
    columns = (
        {"monkeys": [["red", 9]], "scorn": ["red"]},
        {"monkeys": [["red", 5]], "scorn": ["blue"]},
        {"monkeys": [["red", 4]]},
    )
    result = score(sheet(*columns, variants=variants))
    assert points(result, "red") == red
    why = plain(result.players[0].lines[0].why)
    assert why == ("scorn card held: influence counts as 0" if "no_mercy" in variants else "most influence: 9")


BOAT = {"ship_points": [2]}


@pytest.mark.parametrize(
    ("columns", "variants", "ranks", "tie_break"),
    [
        pytest.param([{"ship_points": [3]}, BOAT, {}], (), [1, 2, 3], None, id="the totals decide: no tie-break"),
        pytest.param(
            [{"monkeys": [["red", 9]], "scorn": ["red", "blue"]}, {"monkeys": [["red", 4], ["red", 4]], "ship_points": [1],
              "scorn": ["green"]}, {}],
            (), [2, 1, 3], "monkeys", id="more monkeys brought home",
        ),
        pytest.param(
            [{"monkeys": [["purple", 5]], "ship_points": [3]}, {"monkeys": [["purple", 4]], "ship_points": [4]}, {}],
            (), [1, 2, 3], "influence", id="then the larger sum of all their numbers",
        ),
        pytest.param(
            [{"hair": 2, **BOAT}, {"hair": 1, **BOAT}, {}], (), [2, 1, 3], "hair", id="then the longer hair",
        ),
        pytest.param(
            [{"hair": 1, **BOAT}, BOAT, {}], (), [1, 1, 3], None, id="until all still tied have answered they share",
        ),
        pytest.param(
            [{"hair": 3, **BOAT}, {"hair": 3, **BOAT}, {}], (), [1, 1, 3], None, id="hair of equal length: shared",
        ),
        pytest.param(
            [{"hair": 2, **BOAT}, {"hair": 3, **BOAT}, {"hair": 1, **BOAT}], (), [2, 3, 1], "hair",
            id="three tied down to hair",
        ),
        pytest.param(
            [{"monkeys": [["red", 9]], "scorn": ["red"], "ship_points": [2, 4]}, {"monkeys": [["blue", 8]]}, {}],
            ("no_mercy",), [1, 2, 3], "influence",
            id="Decision: with No mercy the tie-break by the sum of all numbers still counts every monkey",
        ),
    ],
)  # fmt: skip
def test_tie_breaks(
    columns: list[dict[str, Any]], variants: tuple[str, ...], ranks: list[int], tie_break: str | None
) -> None:
    """Highest total; then more monkeys; then the larger sum; then longer hair; then the place is shared."""
    result = score(sheet(*columns, variants=variants))
    assert ([player.rank for player in result.players], result.tie_break) == (ranks, tie_break)


def test_who_still_has_to_say_how_long_their_hair_is() -> None:
    """Only players who share a place on totals, monkeys and numbers are asked."""
    same = {"monkeys": [["red", 4]], "ship_points": [1]}
    tied = sheet(same, {"monkeys": [["red", 5]]}, same, {"hair": 1})
    assert [player.total for player in score(tied).players] == [3, 7, 3, 0]
    assert level_apart_from_hair(tied) == (0, 2)
    assert level_apart_from_hair(sheet({"ship_points": [1]}, {"hair": 2}, {"ship_points": [3]})) == ()


def test_what_one_more_monkey_would_change() -> None:
    """A 3 takes second place from B, a 5 the first; another tribe's monkey is alone there."""
    now = sheet({"monkeys": [["green", 3]]}, {"monkeys": [["green", 5]]}, {"monkeys": [["green", 7]]})
    assert one_more_monkey(now, 0, "green", 3) == (3, -3, 0)
    assert one_more_monkey(now, 0, "green", 5) == (5, -3, -2)
    assert one_more_monkey(now, 1, "purple", 4) == (0, 2, 0)


GOOD: dict[str, Any] = {
    "ranking": list(RANKING),
    "rank_points": [list(pair) for pair in RANK_POINTS],
    "players": [{"name": "Ann"}, {"name": "Bo"}],
}


def with_second(**column: Any) -> dict[str, Any]:
    return {"players": [{"name": "Ann", "monkeys": [["red", 4]] * 4, "scorn": ["blue"]}, {"name": "Bo", **column}]}


@pytest.mark.parametrize(
    ("change", "field"),
    [
        pytest.param({"ranking": ["red"] * 6}, "ranking", id="a ranking that is not all six"),
        pytest.param({"ranking": list(RANKING[:5])}, "ranking", id="a ranking of five"),
        pytest.param({"rank_points": [[7, 4]] * 5}, "rank_points", id="six pairs, rank 1 first"),
        pytest.param({"rank_points": [[7, -1]] * 6}, "rank_points[0][1]", id="a rank's value below 0"),
        pytest.param({"rank_points": [[7, 4, 1]] * 6}, "rank_points[0]", id="three values for a rank"),
        pytest.param({"variants": ["two_hands"]}, "variants[0]", id="a variant of another game"),
        pytest.param({"crowns": 1}, "crowns", id="unknown key of the sheet"),
        pytest.param(with_second(monkey=[]), "players[1].monkey", id="unknown key of a player"),
        pytest.param(with_second(monkeys=[["pink", 3]]), "players[1].monkeys[0][0]", id="no such tribe"),
        pytest.param(with_second(monkeys=[["red", 10]]), "players[1].monkeys[0][1]", id="a monkey 1-9"),
        pytest.param(with_second(monkeys=[["red", 0]]), "players[1].monkeys[0][1]", id="a monkey 1-9, not 0"),
        pytest.param(with_second(monkeys=[["red", 3]] * 4), "players[1].monkeys[3]", id="more than 7 of a tribe in all"),
        pytest.param(with_second(scorn=["blue"]), "players[1].scorn[0]", id="a scorn card held twice"),
        pytest.param(with_second(ship_points=[-1]), "players[1].ship_points[0]", id="ship points below 0"),
        pytest.param(with_second(hair=0), "players[1].hair", id="hair: 1 is the longest"),
        pytest.param({"players": [{"name": "Ann"}, {"name": "Ann"}]}, "players[1].name", id="a name there twice"),
        pytest.param({"players": [{"name": " "}, {"name": "Bo"}]}, "players[0].name", id="a name empty"),
        pytest.param({"players": [{"name": "x" * 41}, {"name": "Bo"}]}, "players[0].name", id="a name over 40"),
        pytest.param({"players": [{"name": "Ann"}]}, "players", id="too few players"),
        pytest.param({"players": [{"name": n} for n in "abcdef"]}, "players", id="too many players"),
        pytest.param({"players": [{"name": "Ann", "monkeys": [["red", "4"]]}]}, "players[0].monkeys[0][1]",
                     id="text for a number"),
    ],
)  # fmt: skip
def test_a_sheet_that_cannot_be_is_refused_with_the_path_of_the_field(change: dict[str, Any], field: str) -> None:
    """Bad input names the field, whether its shape or its value is wrong."""
    with pytest.raises(Refused) as refused:
        score(sheet_from_json(MonkeysSheet, {**GOOD, **change}))
    assert refused.value.field == field
    assert plain(refused.value.text)


def test_the_sheet_of_the_interfaces_page_is_scored() -> None:
    """Its sample (filled up to two players) gives red 5, ships 7 and -2 for the scorn; absent lists are empty."""
    ann = {"name": "Ann", "monkeys": [["red", 4], ["red", 5]], "ship_points": [3, 4], "scorn": ["blue"], "hair": 1}
    data = {**GOOD, "variants": ["no_mercy"], "players": [ann, {"name": "Bo"}]}
    found = sheet_from_json(MonkeysSheet, data)
    assert sheet_from_json(MonkeysSheet, sheet_to_json(found)) == found
    shown = result_json(score(found), names_of(found))
    assert shown["players"][0] == {
        "name": "Ann", "total": 12, "rank": 1,
        "lines": [{"key": "red", "points": 7}, *({"key": tribe, "points": 0} for tribe in ORDER[1:]),
                  {"key": "ships", "points": 7}, {"key": "scorn", "points": -2}],
    }  # fmt: skip
    assert (shown["winners"], shown["losers"], shown["tie_break"]) == (["Ann"], [], None)


@given(st.data())
def test_a_whole_sheet_adds_up(data: st.DataObject) -> None:
    """Totals are the sum of the lines; no tribe pays more than its two values; ranks go with totals."""
    names = "ABCDE"[: data.draw(st.integers(2, 5))]
    number = st.integers(1, 9)
    monkeys: list[list[tuple[str, int]]] = [[] for _ in names]
    for tribe in ORDER:
        for owner in data.draw(st.lists(st.integers(0, len(names) - 1), max_size=7)):
            monkeys[owner].append((tribe, data.draw(number)))
    scorn = data.draw(st.lists(st.sampled_from(ORDER), unique=True))
    players = tuple(
        Column(name, tuple(own), scorn=tuple(scorn) if seat == 0 else ())
        for seat, (name, own) in enumerate(zip(names, monkeys, strict=True))
    )
    result = score(MonkeysSheet(players=players, ranking=RANKING, rank_points=RANK_POINTS, variants=("no_mercy",)))
    for player in result.players:
        assert player.total == sum(line.points for line in player.lines)
    for tribe in ORDER:
        assert sum(points(result, tribe)) <= sum(RANK_POINTS[RANKING.index(tribe)])
    for one in result.players:
        assert all(one.rank < other.rank for other in result.players if one.total > other.total)
