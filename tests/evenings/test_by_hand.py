"""Places and winners of a play by hand."""

from __future__ import annotations

import pytest

from companion.core.refusal import Refused
from companion.evenings.by_hand import placed
from companion.evenings.model import Seated


def seats(*of: tuple[int | None, str]) -> list[Seated]:
    return [Seated(n, "", "red", score, won="w" in mark, lost="l" in mark) for n, (score, mark) in enumerate(of)]


@pytest.mark.parametrize(
    ("given", "places", "winners"),
    [
        pytest.param([(30, ""), (41, ""), (12, "")], [2, 1, 3], [1], id="the most points win"),
        pytest.param([(30, ""), (30, ""), (12, "")], [1, 1, 3], [0, 1], id="shared places skip: 1, 1, 3"),
        pytest.param([(30, "w"), (30, ""), (12, "")], [1, 2, 3], [0], id="a tie decided otherwise"),
        pytest.param([(-3, ""), (-9, "")], [1, 2], [0], id="negative points"),
        pytest.param([(None, "w"), (None, ""), (None, "")], [1, 2, 2], [0], id="without points the marked one wins"),
        pytest.param(
            [(None, ""), (None, "l"), (None, "")], [1, 3, 1], [0, 2], id="who fetched lunch lost, all others won"
        ),
        pytest.param([(None, ""), (None, "")], [None, None], [], id="nobody won: the monkey did"),
    ],
)
def test_places_follow(given: list[tuple[int | None, str]], places: list[int | None], winners: list[int]) -> None:
    found = placed(seats(*given))
    assert [seat.place for seat in found] == places
    assert [n for n, seat in enumerate(found) if seat.won] == winners


@pytest.mark.parametrize(
    ("given", "lowest", "winners"),
    [
        pytest.param([(30, ""), (12, "")], True, [1], id="the lowest total wins"),
        pytest.param([(12, "w"), (12, ""), (30, "")], True, [0], id="a tie of the lowest decided otherwise"),
        pytest.param([(30, ""), (12, "")], None, [0], id="nothing is said: the most"),
        pytest.param([(30, ""), (12, "w")], None, [1], id="the fewest are marked: the lowest wins"),
        pytest.param([(30, "w"), (30, ""), (12, "")], None, [0], id="the most are marked"),
        pytest.param([(12, "w"), (12, "")], None, [0], id="all level, one is marked"),
    ],
)
def test_where_the_lowest_total_wins(
    given: list[tuple[int | None, str]], lowest: bool | None, winners: list[int]
) -> None:
    found = placed(seats(*given), lowest)
    assert [n for n, seat in enumerate(found) if seat.won] == winners
    assert all(seat.place == 1 for seat in found if seat.won)


@pytest.mark.parametrize("lowest", [True, None])
def test_a_winner_in_the_middle_is_refused(lowest: bool | None) -> None:
    with pytest.raises(Refused):
        placed(seats((30, ""), (20, "w"), (12, "")), lowest)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ([(30, ""), (None, "")], "Some scores are missing"),
        ([(30, ""), (12, "w")], "has the most points"),
    ],
)
def test_what_does_not_fit_together_is_refused(given: list[tuple[int | None, str]], said: str) -> None:
    with pytest.raises(Refused) as refused:
        placed(seats(*given))
    assert said in str(refused.value.text.template)
