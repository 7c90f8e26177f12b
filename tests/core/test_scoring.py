"""Scores: places that skip, ties that are split or shared, and the sentence that says which rule decided."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.refusal import Refused
from companion.core.scoring import Score, TieBreak, check_names, check_range, competition_ranks, ranked, who_won
from companion.core.text import T, plain


@pytest.mark.parametrize(
    ("totals", "ranks"),
    [
        pytest.param((30, 20, 10), (1, 2, 3), id="no tie"),
        pytest.param((30, 30, 10), (1, 1, 3), id="shared places skip: 1, 1, 3"),
        pytest.param((10, 30, 30, 30), (4, 1, 1, 1), id="three share the first place"),
        pytest.param((30, 20, 20, 10), (1, 2, 2, 4), id="a tie behind the first place"),
        pytest.param((-5, 0), (2, 1), id="totals below zero"),
        pytest.param((7,), (1,), id="one player"),
        pytest.param((), (), id="nobody"),
    ],
)
def test_shared_places_skip(totals: tuple[int, ...], ranks: tuple[int, ...]) -> None:
    """Standard competition ranking, in the order of the players."""
    assert competition_ranks(totals) == ranks
    assert ranked(totals) == (ranks, None)


def breaks(**values: tuple[int | None, ...]) -> tuple[TieBreak, ...]:
    """Criteria in order, each with a value per player."""
    return tuple(TieBreak(key, lambda player, of=of: of[player]) for key, of in values.items())  # type: ignore[misc]


@pytest.mark.parametrize(
    ("totals", "criteria", "ranks", "decisive"),
    [
        pytest.param((9, 9), breaks(coins=(1, 2)), (2, 1), "coins", id="the criterion decides"),
        pytest.param((9, 8), breaks(coins=(1, 2)), (1, 2), None, id="the totals did already"),
        pytest.param((9, 9), breaks(coins=(2, 2), hair=(1, 0)), (1, 2), "hair", id="the last one that separated"),
        pytest.param((9, 9), breaks(coins=(2, 2)), (1, 1), None, id="nothing could: shared"),
        pytest.param((9, 9), breaks(hair=(None, 1)), (1, 1), None, id="not known of everybody tied: no decision"),
        pytest.param((9, 9, 4), breaks(hair=(2, 1, None)), (1, 2, 3), "hair", id="not known of somebody else: decides"),
        pytest.param(
            (9, 4, 4), breaks(coins=(0, 1, 2)), (1, 3, 2), None, id="ordered behind first place: not decisive"
        ),
        pytest.param(
            (9, 9, 9), breaks(coins=(2, 2, 1)), (1, 1, 3), None, id="two stay tied in front: the first stays shared"
        ),
    ],
)
def test_tie_breaks_look_at_each_tied_group_by_itself(
    totals: tuple[int, ...], criteria: tuple[TieBreak, ...], ranks: tuple[int, ...], decisive: str | None
) -> None:
    """Ranks, and the criterion that separated players for the first place."""
    assert ranked(totals, criteria) == (ranks, decisive)


@given(st.lists(st.tuples(st.integers(-5, 5), st.none() | st.integers(-2, 2)), min_size=1, max_size=6))
def test_a_tie_break_never_turns_totals_round(players: list[tuple[int, int | None]]) -> None:
    """Law: who has more has the better rank; ranks count who is strictly ahead; somebody is first."""
    totals = [total for total, _ in players]
    ranks, decisive = ranked(totals, breaks(c=tuple(value for _, value in players)))
    assert min(ranks) == 1
    for one, mine in enumerate(ranks):
        assert mine == 1 + sum(1 for other in ranks if other < mine)
        for two, theirs in enumerate(ranks):
            if totals[one] > totals[two]:
                assert mine < theirs
    if decisive is not None:
        assert ranks.count(1) == 1
        assert totals.count(max(totals)) > 1


def scores(*rows: tuple[int, int]) -> list[Score]:
    return [Score(total, rank, ()) for total, rank in rows]


@pytest.mark.parametrize(
    ("players", "rule", "sentence"),
    [
        pytest.param(scores((100, 1), (97, 2)), None, "Ann wins with 100 points, 3 ahead.", id="by points"),
        pytest.param(scores((9, 2), (9, 1)), T("more coins"), "Bo wins with 9 points: more coins.", id="by a rule"),
        pytest.param(
            scores((9, 1), (9, 1), (2, 3)),
            None,
            "Ann and Bo share the victory with 9 points each.",
            id="a shared victory names everybody",
        ),
        pytest.param(scores((9, 1)), None, "Ann wins with 9 points.", id="alone"),
    ],
)
def test_one_sentence_says_who_won_and_which_rule_decided(players: list[Score], rule: object, sentence: str) -> None:
    assert plain(who_won(players, rule), ("Ann", "Bo", "Cy")) == sentence  # type: ignore[arg-type]


class Named:
    def __init__(self, name: str) -> None:
        self.name = name


@pytest.mark.parametrize(
    ("names", "field"),
    [
        pytest.param(["Ann", "Bo"], None, id="as it should be"),
        pytest.param(["Ann", "x" * 40], None, id="40 letters"),
        pytest.param(["Ann"], "players", id="too few"),
        pytest.param(["A", "B", "C", "D", "E"], "players", id="too many"),
        pytest.param(["Ann", ""], "players[1].name", id="empty"),
        pytest.param(["   ", "Ann"], "players[0].name", id="only spaces"),
        pytest.param(["Ann", "x" * 41], "players[1].name", id="over 40 letters"),
        pytest.param(["Ann", "Ann"], "players[1].name", id="there twice"),
        pytest.param(["Ann", " Ann "], "players[1].name", id="there twice but for spaces"),
        pytest.param(["Ann", "\uff21nn"], "players[1].name", id="there twice, once in wide letters"),
        pytest.param(["Ann", "\u3164"], "players[1].name", id="nothing to see"),
        pytest.param(["Ann", "B\x1bo"], "players[1].name", id="what steers a terminal"),
    ],
)
def test_names_of_a_sheet(names: list[str], field: str | None) -> None:
    """The refusal carries the path of the field."""
    if field is None:
        check_names([Named(name) for name in names], 2, 4)
        return
    with pytest.raises(Refused) as refused:
        check_names([Named(name) for name in names], 2, 4)
    assert refused.value.field == field


@pytest.mark.parametrize(("value", "fits"), [(0, True), (40, True), (-1, False), (41, False)])
def test_a_number_out_of_range_names_its_field(value: int, fits: bool) -> None:
    """The refusal says from where to where."""
    if fits:
        check_range("company_coins.cairo", value, 0, 40)
        return
    with pytest.raises(Refused) as refused:
        check_range("company_coins.cairo", value, 0, 40)
    assert refused.value.field == "company_coins.cairo"
    assert plain(refused.value.text) == "Enter a whole number from 0 to 40."
