"""Walking on the Moon's final scoring, each row named after the rule it shows."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.codec import sheet_from_json, sheet_to_json
from companion.core.refusal import Refused
from companion.core.scoring import names_of, result_json
from companion.core.text import plain
from companion.games.walking_on_the_moon.scoring import MARKERS, TIE_RULES, WalkingSheet, score
from companion.games.walking_on_the_moon.ties import QUESTIONS

PRINTED = [1, 3, 6, 10, 15, 21]
"""Star points entered for the examples of the rules page."""


def sheet(players: list[dict[str, Any]], **more: Any) -> WalkingSheet:
    return sheet_from_json(WalkingSheet, {"star_points": PRINTED, "players": players, **more})


def player(name: str, *astronauts: dict[str, int], **more: Any) -> dict[str, Any]:
    return {"name": name, "astronauts": list(astronauts), **more}


def rows(*astronauts: dict[str, int]) -> list[dict[str, Any]]:
    """As many players as astronauts, filled up to three."""
    return [player(f"P{i}", a) for i, a in enumerate((*astronauts, {}, {})[: max(3, len(astronauts))])]


EXAMPLE = [
    player("Ann", {"finish": 1, "stars": 2}),
    player("Bo", {"finish": 2}),
    player("Cy", {"marker": 10, "stars": 3}),
    player("Di", {"stars": 1}),
]


def test_the_worked_example_of_the_rules_page() -> None:
    """Ann 21 + 3, Bo 20, Cy 10 + 6, Di 0 + 1."""
    assert result_json(score(sheet(EXAMPLE)), names_of(sheet(EXAMPLE))) == {
        "game": "walking_on_the_moon",
        "players": [
            {"name": "Ann", "total": 24, "rank": 1, "lines": [_line("arrival", 21), _line("stars", 3)]},
            {"name": "Bo", "total": 20, "rank": 2, "lines": [_line("arrival", 20), _line("stars", 0)]},
            {"name": "Cy", "total": 16, "rank": 3, "lines": [_line("arrival", 10), _line("stars", 6)]},
            {"name": "Di", "total": 1, "rank": 4, "lines": [_line("arrival", 0), _line("stars", 1)]},
        ],
        "winners": ["Ann"],
        "losers": [],
        "tie_break": None,
    }


def _line(key: str, points: int) -> dict[str, Any]:
    return {"key": key, "points": points}


ARRIVALS = [
    pytest.param({"finish": 1}, 21, "first across the finish", id="First across 21"),
    *(
        pytest.param({"marker": m}, m, f"score marker {m}", id=f"the score marker over their card: {m}")
        for m in MARKERS
        if m
    ),
    pytest.param({"marker": 0}, 0, "no score marker over the card", id="Decision: 0 without one"),
    pytest.param({}, 0, "no score marker over the card", id="absent numbers are 0"),
]


@pytest.mark.parametrize(("astronaut", "points", "why"), ARRIVALS)
def test_what_an_arrival_is_worth(astronaut: dict[str, int], points: int, why: str) -> None:
    """First across 21, the marker otherwise; the reason stands under the figure."""
    line = score(sheet(rows(astronaut))).players[0].lines[0]
    assert (line.points, plain(line.why)) == (points, why)
    assert str(points) in plain(line.steps[0])


def test_everybody_across_after_the_first_scores_20() -> None:
    """First across 21, others across 20, whatever their number."""
    result = score(sheet(rows({"finish": 3}, {"finish": 1}, {"finish": 2})))
    assert [p.total for p in result.players] == [20, 21, 20]


@pytest.mark.parametrize("stars", range(7))
def test_stars_score_what_is_printed_for_their_number(stars: int) -> None:
    """Points for stars by number held; none for none."""
    line = score(sheet(rows({"stars": stars}))).players[0].lines[1]
    assert line.points == [0, *PRINTED][stars]


def test_with_two_players_each_astronaut_scores_its_stars_by_itself() -> None:
    """2 + 1 stars are 3 + 1 points, not the 6 of three stars; a player's score is the sum of both."""
    result = score(
        sheet(
            [
                player("Ann", {"finish": 1, "stars": 2}, {"marker": 5, "stars": 1}),
                player("Bo", {"finish": 2, "stars": 3}, {}),
            ]
        )
    )
    assert [(p.total, [line.points for line in p.lines]) for p in result.players] == [(30, [26, 4]), (26, [20, 6])]
    assert plain(result.players[0].lines[0].why) == "21 + 5, one for each astronaut"
    assert plain(result.players[0].lines[1].why) == "3 + 1, each astronaut by itself"
    assert len(result.players[0].lines[0].steps) == 2


TIES = [
    pytest.param([None, None, None], [1, 1, 1], None, 3, id="absent means not known: the tie stays"),
    pytest.param([2, 1, 3], [2, 1, 3], "tie_order", 1, id="1 wins"),
    pytest.param([1, None, 2], [1, 1, 1], None, 3, id="decides only when every player still tied has one"),
    pytest.param([1, 1, 2], [1, 1, 3], None, 2, id="first place stays shared: null, ranks 1, 1, 3"),
]


@pytest.mark.parametrize(("orders", "ranks", "tie_break", "winners"), TIES)
def test_ties(orders: list[int | None], ranks: list[int], tie_break: str | None, winners: int) -> None:
    """Equal totals are separated by the table's answer to the tie questions, and by nothing else."""
    result = score(sheet([player(f"P{i}", {"marker": 5}, tie_order=o) for i, o in enumerate(orders)]))
    assert [p.rank for p in result.players] == ranks
    assert (result.tie_break, len(result.winners)) == (tie_break, winners)


RULES = [
    pytest.param("moon", "level on points, but on the Moon most recently", id="most recently on the Moon"),
    pytest.param("american", "level on points, but American", id="then American"),
    pytest.param("russian", "level on points, but Russian", id="then Russian"),
    pytest.param("oldest", "level on points, but the oldest", id="then oldest"),
    pytest.param(
        None,
        "level on points, but first by the tie questions (on the Moon, American, Russian, the oldest)",
        id="only the order is known",
    ),
]


@pytest.mark.parametrize(("question", "rule"), RULES)
def test_the_tie_break_that_decided_is_named(question: str | None, rule: str) -> None:
    """Ties: most recently on the Moon, then American, then Russian, then oldest."""
    tied = [player("Ann", {"marker": 5}, tie_order=2), player("Bo", {"marker": 5}, tie_order=1), player("Cy", {})]
    result = score(sheet(tied, **({} if question is None else {"tie_question": question})))
    assert result.rule is not None
    assert (result.winners, plain(result.rule)) == ((1,), rule)
    assert plain(result.sentence, ("Ann", "Bo", "Cy")) == f"Bo wins with 5 points: {rule}."
    assert (set(TIE_RULES), result_json(result, ("Ann", "Bo", "Cy"))["tie_break"]) == (set(QUESTIONS), "tie_order")


def test_a_tie_behind_first_place_is_ordered_but_decides_nothing() -> None:
    """tie_break names what separated players for first place only."""
    result = score(sheet([player("A", {"finish": 1}), player("B", {}, tie_order=2), player("C", {}, tie_order=1)]))
    assert ([p.rank for p in result.players], result.tie_break) == ([1, 3, 2], None)


REFUSED = [
    pytest.param({"players": EXAMPLE[:1]}, "players", id="2 to 5 players"),
    pytest.param({"players": [player(f"P{i}", {}) for i in range(6)]}, "players", id="at most 5 players"),
    pytest.param({"players": [*EXAMPLE, player("Ann", {})]}, "players[4].name", id="a name there twice"),
    pytest.param({"players": [*EXAMPLE, player(" ", {})]}, "players[4].name", id="a name empty"),
    pytest.param({"players": [*EXAMPLE, player("x" * 41, {})]}, "players[4].name", id="a name over 40 characters"),
    pytest.param({"star_points": [1, 2, 3, 4, 5]}, "star_points", id="star_points: six"),
    pytest.param({"star_points": [1, 2, 3, 4, 5, 6, 7]}, "star_points", id="star_points: not seven"),
    pytest.param({"star_points": [1, 2, -3, 4, 5, 6]}, "star_points[2]", id="star points below 0"),
    pytest.param({"players": rows({"finish": 2})}, "players[0].astronauts[0].finish", id="finish not 1..n: only 2"),
    pytest.param(
        {"players": rows({"finish": 1}, {"finish": 3})}, "players[1].astronauts[0].finish", id="finish not 1..n: gap"
    ),
    pytest.param({"players": rows({"finish": 1}, {"finish": 1})}, "players[1].astronauts[0].finish", id="finish twice"),
    pytest.param({"players": rows({"finish": -1})}, "players[0].astronauts[0].finish", id="finish below 0"),
    pytest.param(
        {"players": rows({"finish": 1, "marker": 12})}, "players[0].astronauts[0].marker", id="a finisher with a marker"
    ),
    pytest.param({"players": rows({"marker": 11})}, "players[0].astronauts[0].marker", id="a marker not on the list"),
    pytest.param({"players": rows({"stars": 7})}, "players[0].astronauts[0].stars", id="more than 6 stars, one player"),
    pytest.param({"players": rows({"stars": -1})}, "players[0].astronauts[0].stars", id="stars below 0"),
    pytest.param(
        {"players": rows({"stars": 3}, {"stars": 4})}, "players[1].astronauts[0].stars", id="more than 6 stars in all"
    ),
    pytest.param(
        {"players": [player("A", {}), player("B", {}, {})]}, "players[0].astronauts", id="two players: two astronauts"
    ),
    pytest.param(
        {"players": [player("A", {}, {}), player("B", {}), player("C", {})]},
        "players[0].astronauts",
        id="three players: one astronaut",
    ),
    pytest.param({"players": [player("A", {}, tie_order=0), *EXAMPLE[1:]]}, "players[0].tie_order", id="tie_order 0"),
    pytest.param({"tie_question": "tallest"}, "tie_question", id="no such tie question"),
]


@pytest.mark.parametrize(("change", "field"), REFUSED)
def test_what_no_table_can_have_ended_with_is_refused_with_its_field(change: dict[str, Any], field: str) -> None:
    """Refused with the path of the field."""
    with pytest.raises(Refused) as refused:
        score(sheet_from_json(WalkingSheet, {"star_points": PRINTED, "players": EXAMPLE, **change}))
    assert refused.value.field == field
    assert plain(refused.value.text)


MALFORMED = [
    pytest.param({"players": EXAMPLE}, "star_points", id="star_points must be there"),
    pytest.param({"star_points": PRINTED}, "players", id="players must be there"),
    pytest.param({"star_points": PRINTED, "players": EXAMPLE, "moon": 1}, "moon", id="unknown key"),
    pytest.param(
        {"star_points": PRINTED, "players": [player("A", {"star": 1})]},
        "players[0].astronauts[0].star",
        id="unknown key of an astronaut",
    ),
]


@pytest.mark.parametrize(("data", "field"), MALFORMED)
def test_a_sheet_of_another_shape_is_refused_with_its_field(data: dict[str, Any], field: str) -> None:
    """Unknown and missing keys are refused with their path."""
    with pytest.raises(Refused) as refused:
        sheet_from_json(WalkingSheet, data)
    assert (refused.value.field or "").replace("[]", "[0]") == field


@st.composite
def ended(draw: st.DrawFn) -> WalkingSheet:
    """Any table that can have ended."""
    players = draw(st.integers(2, 5))
    each = 2 if players == 2 else 1
    across = draw(st.permutations(range(players * each)))[: draw(st.integers(0, players * each))]
    left = 6
    found = []
    for seat in range(players):
        astronauts = []
        for number in range(each):
            stars = draw(st.integers(0, left))
            left -= stars
            here = seat * each + number
            where = {"finish": across.index(here) + 1} if here in across else {"marker": draw(st.sampled_from(MARKERS))}
            astronauts.append({**where, "stars": stars})
        order = draw(st.none() | st.integers(1, 5))
        found.append(player(f"P{seat}", *astronauts, **({} if order is None else {"tie_order": order})))
    return sheet(found)


@given(ended())
def test_totals_are_the_lines_and_exactly_one_astronaut_has_the_21(table: WalkingSheet) -> None:
    """Law: total = sum of lines; the best rank goes to a highest total; 21 goes to one astronaut only."""
    result = score(table)
    for entry in result.players:
        assert entry.total == sum(line.points for line in entry.lines)
        assert [line.key for line in entry.lines] == ["arrival", "stars"]
    best = max(entry.total for entry in result.players)
    assert all((entry.rank == 1) <= (entry.total == best) for entry in result.players)
    finishes = [a.finish for p in table.players for a in p.astronauts if a.finish]
    arrived = sum(entry.lines[0].points for entry in result.players)
    markers = sum(a.marker for p in table.players for a in p.astronauts)
    assert arrived == markers + 20 * len(finishes) + bool(finishes)
    assert score(sheet_from_json(WalkingSheet, sheet_to_json(table))) == result
