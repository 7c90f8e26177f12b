"""Who fetches lunch: the rules page's examples, its decisions, and what no sheet can hold."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.codec import sheet_from_json, sheet_to_json
from companion.core.refusal import Refused
from companion.core.scoring import names_of, result_json
from companion.core.text import plain
from companion.games.lunchtime_battle.foods import FOODS
from companion.games.lunchtime_battle.scoring import LunchSheet, score


def scored(hunger: tuple[int, int, int], players: dict[str, tuple[int, int, int]], **more: Any) -> dict[str, Any]:
    """The result of a sheet with one candidate per player, as JSON."""
    return result_of(read(sheet(hunger, players, **more)))


def result_of(read: LunchSheet) -> dict[str, Any]:
    return result_json(score(read), names_of(read))


def sheet(hunger: tuple[int, int, int], players: dict[str, tuple[int, int, int]], **more: Any) -> dict[str, Any]:
    return {
        "hunger": dict(zip(FOODS, hunger, strict=True)),
        "players": [{"name": n, "candidates": [dict(zip(FOODS, of, strict=True))]} for n, of in players.items()],
        **more,
    }


def read(data: dict[str, Any]) -> LunchSheet:
    return sheet_from_json(LunchSheet, data)


LEVEL = {"Ann": (3, 1, 0), "Bo": (1, 3, 2)}

RUNNERS = [
    pytest.param((19, 21, 17), {"Kevin": (1, 8, 0), "Bo": (9, 7, 9)}, {}, ["Kevin"], None, id="mushrooms 21: 8, most"),
    pytest.param((12, 12, 9), LEVEL, {}, ["Bo"], "potion", id="level tier 4 : 4, then potion decides"),
    pytest.param((12, 12, 9), {"Ann": (3, 1, 0), "Bo": (1, 2, 9)}, {}, ["Ann"], None, id="level foods count together"),
    pytest.param((12, 12, 9), LEVEL, {"hunger_order": ["meat", "mushroom"]}, ["Ann"], None, id="ranked by hand"),
    pytest.param(
        (12, 12, 9),
        LEVEL,
        {"hunger_order": ["potion", "mushroom", "meat"]},
        ["Bo"],
        None,
        id="by hand ranks level foods only, whatever else the order says",
    ),
    pytest.param(
        (9, 5, 1),
        {"Ann": (4, 2, 0), "Bo": (4, 2, 1), "Cy": (3, 9, 9)},
        {},
        ["Bo"],
        "potion",
        id="only the tied players compare the second food, then the third",
    ),
    pytest.param(
        (9, 5, 1),
        {"Ann": (4, 2, 1), "Bo": (4, 2, 1), "Cy": (4, 1, 9)},
        {},
        ["Ann", "Bo"],
        "mushroom",
        id="still tied: all of them go",
    ),
    pytest.param((3, 2, 1), {"Ann": (1, 1, 1), "Bo": (1, 1, 1)}, {}, ["Ann", "Bo"], None, id="nothing separates them"),
    pytest.param((5, 5, 5), {"Ann": (1, 1, 1), "Bo": (0, 0, 4)}, {}, ["Bo"], None, id="all three level: one tier"),
    pytest.param((0, 0, 0), {"Ann": (0, 0, 0), "Bo": (0, 0, 0)}, {}, ["Ann", "Bo"], None, id="nothing at all"),
]


@pytest.mark.parametrize(("hunger", "players", "more", "runners", "tie_break"), RUNNERS)
def test_most_symbols_of_what_is_wanted_most_fetches_lunch(
    hunger: tuple[int, int, int],
    players: dict[str, tuple[int, int, int]],
    more: dict[str, Any],
    runners: list[str],
    tie_break: str | None,
) -> None:
    result = scored(hunger, players, **more)
    assert result["losers"] == runners
    assert result["winners"] == []
    assert result["tie_break"] == tie_break
    place = len(players) - len(runners) + 1
    assert [p["rank"] for p in result["players"]] == [place if name in runners else 1 for name in players]


def test_the_chain_of_comparisons_is_said_in_words() -> None:
    result = score(read(sheet((12, 12, 9), LEVEL, dishes={"meat": "braised pork rice", "potion": "beer"})))
    assert plain(result.sentence, ("Ann", "Bo")) == (
        "Meat + Mushroom are level at hunger 12 and wanted most: they count together. Ann and Bo have 4 symbols each. "
        "Next, Potion: Bo has the most of them, 2. Bo fetches lunch. On the menu: braised pork rice."
    )


def test_every_figure_carries_what_it_is_made_of() -> None:
    kevin = {"name": "Kevin", "candidates": [{"meat": 1, "mushroom": 2}, {"potion": 3}, {"mushroom": 6}]}
    data = sheet((19, 21, 17), {"Bo": (0, 7, 0)})
    result = score(read({**data, "players": [kevin, *data["players"]]}))
    mushroom = result.players[0].lines[1]
    assert (mushroom.key, mushroom.points, plain(mushroom.why)) == ("mushroom", 8, "2 + 6 · wanted most")
    assert [plain(step) for step in mushroom.steps] == [
        "Symbols on your candidates: 2 + 6 = 8.",
        "Hunger 21: wanted most.",
    ]
    assert result.players[0].total == 8
    assert result.extra["wanted"] == [["mushroom"], ["meat"], ["potion"]]
    assert result.extra["dishes"] == {}
    assert "not_hungry" not in result.extra


FIVE = {"Ann": (2, 0, 0), "Bo": (1, 1, 0), "Cy": (0, 0, 3), "Di": (0, 4, 0), "Ed": (9, 0, 0)}


@pytest.mark.parametrize(
    ("hunger", "runner"),
    [
        pytest.param((9, 0, 0), "Ed", id="the fewest symbols of all three need no lunch; ties, all of them"),
        pytest.param((0, 9, 0), "Di", id="whoever runs, the same are spared"),
    ],
)
def test_somebody_is_not_hungry(hunger: tuple[int, int, int], runner: str) -> None:
    result = scored(hunger, FIVE, variants=["not_hungry"])
    assert result["not_hungry"] == ["Ann", "Bo"]
    assert result["losers"] == [runner]


def test_who_is_not_hungry_can_still_be_the_runner() -> None:
    result = scored((9, 1, 0), {**FIVE, "Ed": (1, 8, 0)}, variants=["not_hungry"])
    assert result["not_hungry"] == ["Ann", "Bo"]
    assert result["losers"] == ["Ann"]


def two_hands(ann: list[list[dict[str, int]]], bo: list[list[dict[str, int]]]) -> dict[str, Any]:
    return {
        "hunger": {"meat": 9, "mushroom": 5, "potion": 1},
        "variants": ["two_hands"],
        "players": [{"name": "Ann", "hands": ann}, {"name": "Bo", "hands": bo}],
    }


HANDS = [
    pytest.param(
        [[{"meat": 3}], [{"meat": 3}]],
        [[{"meat": 1}], [{"meat": 2}, {"meat": 2}]],
        ["Bo"],
        None,
        [3, 4],
        id="hands are counted separately: 3 and 3 are not 6; the hand with the most loses",
    ),
    pytest.param(
        [[{"meat": 4, "mushroom": 1}], [{"meat": 4, "mushroom": 2}]],
        [[{"meat": 4}], []],
        ["Ann"],
        "mushroom",
        [4, 4],
        id="tied hands compare the next food",
    ),
    pytest.param(
        [[{"meat": 4}], [{"meat": 4, "mushroom": 2}]],
        [[{"meat": 1}], []],
        ["Ann"],
        None,
        [4, 1],
        id="two hands of one player tied: no tie-break between players",
    ),
    pytest.param([[{"meat": 1}], []], [[], [{"meat": 1}]], ["Ann", "Bo"], None, [1, 1], id="both go"),
]


@pytest.mark.parametrize(("ann", "bo", "runners", "tie_break", "totals"), HANDS)
def test_two_hands(ann: Any, bo: Any, runners: list[str], tie_break: str | None, totals: list[int]) -> None:
    result = result_of(read(two_hands(ann, bo)))
    assert result["losers"] == runners
    assert result["tie_break"] == tie_break
    assert [player["total"] for player in result["players"]] == totals
    assert all(len(player["hands"]) == 2 for player in result["players"])


def test_two_hands_show_the_worse_hand_and_have_both() -> None:
    result = result_of(read(two_hands([[{"meat": 4}], [{"meat": 4, "mushroom": 2}]], [[], []])))
    ann = result["players"][0]
    assert ann["lines"] == [
        {"key": "meat", "points": 4},
        {"key": "mushroom", "points": 2},
        {"key": "potion", "points": 0},
    ]
    assert ann["hands"] == [
        {"lines": [{"key": f, "points": n} for f, n in zip(FOODS, (4, 0, 0), strict=True)], "total": 4},
        {"lines": [{"key": f, "points": n} for f, n in zip(FOODS, (4, 2, 0), strict=True)], "total": 4},
    ]


def test_two_hands_equal_tier_by_tier_show_the_first() -> None:
    """Level foods: 3 meat and 3 mushrooms are equal, so the first hand's own lines are the player's."""
    data = two_hands([[{"meat": 3}], [{"mushroom": 3}]], [[], []])
    result = result_of(read({**data, "hunger": {"meat": 9, "mushroom": 9}}))
    assert [line["points"] for line in result["players"][0]["lines"]] == [3, 0, 0]


PAIR = {"Ann": (1, 0, 0), "Bo": (0, 1, 0)}
REFUSED = [
    pytest.param(sheet((1, 2, 3), {"Ann": (1, 0, 0)}), "players", id="one player"),
    pytest.param(sheet((1, 2, 3), {f"P{n}": (1, 0, 0) for n in range(7)}), "players", id="seven players"),
    pytest.param(sheet((1, 2, 3), {"Ann": (0, 0, 0), " ": (0, 0, 0)}), "players[1].name", id="a name that is empty"),
    pytest.param(sheet((1, 2, 3), {"Ann": (0, 0, 0), "B" * 41: (0, 0, 0)}), "players[1].name", id="a name over 40"),
    pytest.param(
        {**sheet((1, 2, 3), PAIR), "players": [{"name": "Ann"}, {"name": "Ann"}]}, "players[1].name", id="a name twice"
    ),
    pytest.param(sheet((1, 1000, 3), PAIR), "hunger.mushroom", id="hunger over 999"),
    pytest.param(sheet((-1, 1, 3), PAIR), "hunger.meat", id="hunger below 0"),
    pytest.param(sheet((1, 1, 1), {"Ann": (0, 0, 100), "Bo": (0, 0, 0)}), "players[0].candidates[0].potion", id="100"),
    pytest.param(sheet((1, 1, 1), PAIR, variants=["hurry"]), "variants[0]", id="a variant nobody knows"),
    pytest.param(sheet((1, 1, 1), PAIR, variants=["not_hungry"]), "variants[0]", id="not_hungry needs 5 or 6"),
    pytest.param(sheet((1, 1, 1), FIVE, variants=["not_hungry", "two_hands"]), "variants[1]", id="two_hands needs 2"),
    pytest.param(sheet((1, 1, 1), PAIR, variants=["two_hands"]), "players[0].candidates", id="candidates for hands"),
    pytest.param(two_hands([[]], [[], []]), "players[0].hands", id="one hand only"),
    pytest.param(two_hands([[], []], [[{}, {"meat": 100}], []]), "players[1].hands[0][1].meat", id="100 in a hand"),
    pytest.param({**two_hands([[], []], [[], []]), "variants": []}, "players[0].hands", id="hands without the variant"),
    pytest.param(sheet((1, 1, 2), PAIR, hunger_order=["beer"]), "hunger_order[0]", id="an order of unknown foods"),
    pytest.param(sheet((1, 1, 2), PAIR, hunger_order=["meat", "meat"]), "hunger_order[1]", id="a food ranked twice"),
    pytest.param(sheet((1, 1, 2), PAIR, hunger_order=["meat"]), "hunger_order", id="a level food left unranked"),
    pytest.param(sheet((1, 1, 2), PAIR, dishes={"beer": "x"}), "dishes.beer", id="a dish for no food"),
    pytest.param(sheet((1, 1, 2), PAIR, dishes={"meat": " "}), "dishes.meat", id="a dish without a name"),
]


@pytest.mark.parametrize(("data", "field"), REFUSED)
def test_what_no_sheet_can_hold_is_refused_with_its_field(data: dict[str, Any], field: str) -> None:
    with pytest.raises(Refused) as refused:
        score(read(data))
    assert refused.value.field == field
    assert plain(refused.value.text)


@pytest.mark.parametrize(
    ("data", "field"),
    [
        pytest.param({"players": [{"name": "Ann"}]}, "hunger", id="hunger must be there"),
        pytest.param({**sheet((1, 1, 1), PAIR), "hunger": {"beer": 3}}, "hunger.beer", id="an unknown food"),
        pytest.param(
            {"hunger": {}, "players": [{"name": "Ann", "candidates": [{}, {"beer": 1}]}]},
            "players[0].candidates[1].beer",
            id="an unknown symbol",
        ),
        pytest.param({**sheet((1, 1, 1), PAIR), "menu": {}}, "menu", id="an unknown key"),
    ],
)
def test_a_sheet_of_the_wrong_shape_is_refused_with_its_field(data: dict[str, Any], field: str) -> None:
    with pytest.raises(Refused) as refused:
        read(data)
    assert refused.value.field == field


FIGURES = st.tuples(st.integers(0, 5), st.integers(0, 5), st.integers(0, 5))


@given(hunger=FIGURES, counts=st.lists(FIGURES, min_size=2, max_size=6))
def test_the_runner_is_the_greatest_along_the_tiers(
    hunger: tuple[int, int, int], counts: list[tuple[int, int, int]]
) -> None:
    """Property: comparing tier by tier among the tied is the same as comparing whole chains at once."""
    result = scored(hunger, {f"P{n}": of for n, of in enumerate(counts)})
    chains = [[sum(of[list(FOODS).index(food)] for food in tier) for tier in result["wanted"]] for of in counts]
    expected = [f"P{n}" for n, chain in enumerate(chains) if chain == max(chains)]
    assert result["losers"] == expected
    assert [p["total"] for p in result["players"]] == [chain[0] for chain in chains]
    again = read(sheet_to_json(read(sheet(hunger, {f"P{n}": of for n, of in enumerate(counts)}))))
    assert result_of(again) == result


@given(hunger=FIGURES, counts=st.permutations(list(FIVE.values())))
def test_the_order_of_the_players_changes_nothing(
    hunger: tuple[int, int, int], counts: list[tuple[int, int, int]]
) -> None:
    """Property: who runs is a matter of symbols, not of the seat."""
    names = {of: name for name, of in FIVE.items()}
    assert set(scored(hunger, {names[of]: of for of in counts})["losers"]) == set(scored(hunger, FIVE)["losers"])
