"""Mombasa's final scoring, row by row of the rules page."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.codec import sheet_from_json
from companion.core.refusal import Refused
from companion.core.scoring import names_of, result_json
from companion.core.text import plain
from companion.games.mombasa import scoring
from companion.games.mombasa.scoring import COMPANIES, MombasaSheet
from companion.games.mombasa.sheet import sheet_of
from companion.games.mombasa.state import Column, State
from companion.games.mombasa.view import view_of

COINS = {"mombasa": 6, "cape_town": 3, "saint_louis": 9, "cairo": 0}
ANN = {
    "name": "Ann",
    "cash": 14,
    "diamonds": 30,
    "bookkeeping": 20,
    "shares": {"mombasa": {"track": 4, "cards": 1}, "cape_town": {"track": 2}, "cairo": {"track": 5, "cards": 2}},
}
BO = {
    "name": "Bo",
    "cash": 9,
    "diamonds": 10,
    "shares": {"mombasa": {"track": 1}, "saint_louis": {"track": 7, "cards": 1}},
}


def score(*players: dict[str, Any], coins: dict[str, int] | None = None) -> dict[str, Any]:
    sheet = sheet_from_json(
        MombasaSheet, {"company_coins": COINS if coins is None else coins, "players": list(players)}
    )
    return result_json(scoring.score(sheet), names_of(sheet))


def points(player: dict[str, Any]) -> list[int]:
    return [line["points"] for line in player["lines"]]


def test_worked_example_ours_ann_100_bo_97() -> None:
    """14+30+6+0+0+30+20 = 100; 9+6+0+72+0+10+0 = 97. Ann 1st, Bo 2nd."""
    result = score(ANN, BO)
    assert [points(player) for player in result["players"]] == [[14, 30, 6, 0, 0, 30, 20], [9, 6, 0, 72, 0, 10, 0]]
    assert [(p["total"], p["rank"]) for p in result["players"]] == [(100, 1), (97, 2)]
    assert (result["winners"], result["losers"], result["tie_break"]) == (["Ann"], [], None)


def test_were_bos_cash_12_both_have_100_and_share_the_victory() -> None:
    result = score(ANN, BO | {"cash": 12})
    assert [(p["total"], p["rank"]) for p in result["players"]] == [(100, 1), (100, 1)]
    assert result["winners"] == ["Ann", "Bo"]
    assert result["tie_break"] is None


@pytest.mark.parametrize(
    ("totals", "ranks"),
    [
        pytest.param([5, 5, 3], [1, 1, 3], id="decision: standard competition ranks (1, 1, 3)"),
        pytest.param([5, 3, 3, 1], [1, 2, 2, 4], id="ties below first place skip too"),
        pytest.param([0, 0], [1, 1], id="nobody has anything: all share"),
    ],
)
def test_ranks(totals: list[int], ranks: list[int]) -> None:
    result = score(*({"name": f"P{n}", "cash": cash} for n, cash in enumerate(totals)))
    assert [player["rank"] for player in result["players"]] == ranks


def test_every_category_holds_a_different_prime() -> None:
    """A golden sheet: no category can stand in for another without the sum telling."""
    player = {
        "name": "Ann",
        "cash": 2,
        "diamonds": 17,
        "bookkeeping": 19,
        "shares": {
            "mombasa": {"track": 3},
            "cape_town": {"cards": 5},
            "saint_louis": {"track": 4, "cards": 3},
            "cairo": {"track": 11},
        },
    }
    result = score(player, {"name": "Bo"}, coins=dict.fromkeys(COMPANIES, 1))
    assert points(result["players"][0]) == [2, 3, 5, 7, 11, 17, 19]
    assert result["players"][0]["total"] == 64


def test_the_sentence_says_who_won_and_why() -> None:
    sheet = sheet_from_json(MombasaSheet, {"company_coins": COINS, "players": [ANN, BO]})
    assert plain(scoring.score(sheet).sentence, names_of(sheet)) == "Ann wins with 100 points, 3 ahead."


@pytest.mark.parametrize(
    ("change", "path"),
    [
        pytest.param({"players": [ANN]}, "players", id="2 players at least"),
        pytest.param({"players": [ANN | {"name": f"P{n}"} for n in range(5)]}, "players", id="4 players at most"),
        pytest.param({"players": [ANN, ANN]}, "players[1].name", id="a name there twice"),
        pytest.param({"players": [ANN, BO | {"name": " "}]}, "players[1].name", id="an empty name"),
        pytest.param({"players": [ANN, BO | {"name": "x" * 41}]}, "players[1].name", id="over 40 characters"),
        pytest.param({"players": [ANN, BO | {"cash": 1000}]}, "players[1].cash", id="money 0-999"),
        pytest.param({"players": [ANN, BO | {"cash": -1}]}, "players[1].cash", id="no debts"),
        pytest.param({"players": [ANN | {"shares": {"cairo": {"track": 100}}}, BO]}, "players[0].shares.cairo.track", id="shares 0-99"),
        pytest.param({"players": [ANN | {"shares": {"rome": {}}}, BO]}, "players[0].shares.rome", id="a fifth company"),
        pytest.param({"company_coins": {"cairo": 41}}, "company_coins.cairo", id="coins of a company 0-40"),
        pytest.param({"company_coins": {"rome": 1}}, "company_coins.rome", id="coins of a fifth company"),
        pytest.param({"players": [ANN, BO | {"hair": 1}]}, "players[1].hair", id="an unknown key"),
        pytest.param({"players": [ANN, BO | {"cash": "9"}]}, "players[1].cash", id="text for a number"),
        pytest.param({"players": [ANN, BO | {"cash": True}]}, "players[1].cash", id="true for a number"),
        pytest.param({"players": [ANN, BO | {"cash": 1.5}]}, "players[1].cash", id="half a pound"),
        pytest.param({"extra": 1}, "extra", id="an unknown key of the sheet"),
    ],
)  # fmt: skip
def test_a_sheet_that_no_pad_can_hold_is_refused_with_its_field(change: dict[str, Any], path: str) -> None:
    with pytest.raises(Refused) as refused:
        scoring.score(sheet_from_json(MombasaSheet, {"company_coins": COINS, "players": [ANN, BO]} | change))
    assert refused.value.field == path


SHARES = st.fixed_dictionaries({"track": st.integers(0, 99), "cards": st.integers(0, 99)})


@given(
    coins=st.fixed_dictionaries({company: st.integers(0, 39) for company in COMPANIES}),
    shares=st.fixed_dictionaries(dict.fromkeys(COMPANIES, SHARES)),
    company=st.sampled_from(list(COMPANIES)),
)
def test_one_more_coin_changes_exactly_what_the_pad_says(
    coins: dict[str, int], shares: dict[str, dict[str, int]], company: str
) -> None:
    """Property: the sensitivity shown equals the difference of two scorings."""

    ann = Column(
        track=tuple(shares[of]["track"] for of in COMPANIES), cards=tuple(shares[of]["cards"] for of in COMPANIES)
    )
    state = State(tuple(coins[of] for of in COMPANIES), (ann, Column()))
    one_more = state.with_coins(company, coins[company] + 1)
    before, after = (scoring.score(sheet_of(each)) for each in (state, one_more))
    gained = {seat: after.players[seat].total - before.players[seat].total for seat in (0, 1)}
    shown = dict(view_of(state).one_more_coin[company])
    assert {seat: shown.get(seat, 0) for seat in (0, 1)} == gained


@given(cash=st.lists(st.integers(0, 999), min_size=2, max_size=4))
def test_winners_are_those_with_the_highest_total(cash: list[int]) -> None:
    result = score(*({"name": f"P{n}", "cash": value} for n, value in enumerate(cash)))
    assert result["winners"] == [f"P{n}" for n, value in enumerate(cash) if value == max(cash)]
