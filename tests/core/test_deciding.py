"""What decided: the gap, the category that turned it or from which somebody led, the tie-break by its name."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.deciding import decision, leads, order_after, signed, told
from companion.core.scoring import Line, Result, Score, TieBreak, ranked, who_won
from companion.core.text import Seat, T, plain

NAMES = ("Ann", "Bo", "Cy")
CATEGORIES = ("Cash", "Mombasa", "Diamonds", "Books")
HAIR = T("level on everything else, but with the longer hair")


def played(*columns: tuple[int, ...], hair: tuple[int, ...] = ()) -> Result:
    """A result of these points by category, a column per player; ``hair`` breaks ties, higher first."""
    totals = [sum(column) for column in columns]
    ranks, decisive = ranked(totals, (TieBreak("hair", lambda seat: hair[seat]),) if hair else ())
    labelled = [
        tuple(Line(str(n), T(CATEGORIES[n % 4]), points, T("")) for n, points in enumerate(column))
        for column in columns
    ]
    players = tuple(Score(total, rank, lines) for total, rank, lines in zip(totals, ranks, labelled, strict=True))
    winners = tuple(Seat(seat) for seat, rank in enumerate(ranks) if rank == 1)
    rule = HAIR if decisive else None
    return Result("pebbles", players, winners, (), decisive, who_won(players, rule), rule=rule)


DECIDED = [
    pytest.param(
        played((14, 30, 36, 20), (9, 6, 82, 0)),
        (3, 3, True),
        ["Books turned it: Ann +20, Bo +0.", "Before it Bo led by 17."],
        id="turned it: the last category after which first and second changed order",
    ),
    pytest.param(
        played((5, 30, 10, 0), (9, 6, 20, 4)),
        (6, 1, True),
        ["Mombasa turned it: Ann +30, Bo +6.", "Before it Bo led by 4."],
        id="not the last category, where the order stayed",
    ),
    pytest.param(
        played((1, 5, 4, 0), (2, 4, 0, 0)),
        (4, 2, True),
        ["Diamonds turned it: Ann +4, Bo +0.", "Before it they were level."],
        id="level in between: the category that broke it",
    ),
    pytest.param(
        played((14, 30, 6, 0), (9, 6, 0, 20)),
        (15, 0, False),
        ["Ann led from Cash on."],
        id="never behind: led from the first category on",
    ),
    pytest.param(
        played((0, 0, 6, 1), (0, 0, 2, 0)),
        (5, 2, False),
        ["Ann led from Diamonds on."],
        id="level until then: led from there on",
    ),
    pytest.param(
        played((9, 0, 1, 5), (3, 6, 1, 0)),
        (5, 3, False),
        ["Ann led from Books on."],
        id="caught up with once, never overtaken",
    ),
    pytest.param(
        played((4, 8, -2), (4, 5, 0), (11, -4, 0)),
        (1, 1, False),
        ["Ann led from Mombasa on."],
        id="against the second at the end, whoever led the others",
    ),
    pytest.param(
        played((2, 0, -2), (1, 0, -4)),
        (3, 0, False),
        ["Ann led from Cash on."],
        id="totals below zero",
    ),
    pytest.param(
        played((2, 6, -2), (4, 5, -4)),
        (1, 2, True),
        ["Diamonds turned it: Ann −2, Bo −4.", "Before it Bo led by 1."],
        id="points lost turn it too",
    ),
]


@pytest.mark.parametrize(("result", "found", "sentences"), DECIDED)
def test_the_gap_and_the_category_that_decided(
    result: Result, found: tuple[int, int, bool], sentences: list[str]
) -> None:
    decided = decision(result)
    assert decided is not None
    assert (decided.gap, decided.since, decided.turned) == found
    assert [plain(text, NAMES) for text in told(result)] == sentences


def test_a_tie_break_is_named() -> None:
    """ "The tie questions decided" says nothing."""
    result = played((3, 4), (4, 3), hair=(1, 2))
    decided = decision(result)
    assert decided is not None
    assert (decided.winners, decided.second, decided.gap, decided.rule) == ((1,), 0, 0, HAIR)
    assert [plain(text, NAMES) for text in told(result)] == [
        "Bo and Ann are level on points.",
        "Bo: level on everything else, but with the longer hair.",
    ]


@pytest.mark.parametrize(
    ("result", "second", "gap"),
    [
        pytest.param(played((3, 4), (4, 3)), None, 0, id="everybody shares it"),
        pytest.param(played((3, 4), (4, 3), (1, 1)), 2, 5, id="the gap is to whoever comes next"),
    ],
)
def test_a_shared_victory_is_decided_by_nothing(result: Result, second: int | None, gap: int) -> None:
    decided = decision(result)
    assert decided is not None
    assert (decided.winners, decided.second, decided.gap, decided.since) == ((0, 1), second, gap, None)
    assert [plain(text, NAMES) for text in told(result)] == ["Nothing separates Ann and Bo."]


def test_a_game_without_a_winner_has_no_decision() -> None:
    """Who fetches lunch is a loser's game; its own sentence says why."""
    lunch = Result("lunchtime_battle", played((1,), (2,)).players, (), (Seat(1),), None, T("Bo fetches lunch."))
    assert decision(lunch) is None
    assert told(lunch) == ()


POINTS = st.lists(st.lists(st.integers(-4, 9), min_size=3, max_size=3), min_size=2, max_size=5)


@given(POINTS)
def test_the_winner_leads_from_the_deciding_category_to_the_end(columns: list[list[int]]) -> None:
    """Law: after ``since`` the winner is ahead of the second for good, before it not; turned: had been behind."""
    result = played(*map(tuple, columns))
    found = decision(result)
    assert found is not None
    assert found.gap == (0 if found.second is None else max(map(sum, columns)) - sum(columns[found.second]))
    if found.since is None or found.second is None:
        assert len(found.winners) > 1
        return
    ahead = leads(result, found.winners[0], found.second)
    assert all(lead > 0 for lead in ahead[found.since :])
    assert (found.since == 0 or ahead[found.since - 1] <= 0) is True
    assert found.turned == any(lead < 0 for lead in ahead[: found.since])
    assert ahead[-1] == found.gap


@given(POINTS, st.integers(0, 3))
def test_the_order_after_so_many_categories_is_everybody_once_most_first(columns: list[list[int]], shown: int) -> None:
    order = order_after(played(*map(tuple, columns)), shown)
    sums = [sum(columns[seat][:shown]) for seat in order]
    assert sorted(order) == list(range(len(columns)))
    assert sums == sorted(sums, reverse=True)


@pytest.mark.parametrize(("points", "said"), [(20, "+20"), (0, "+0"), (-4, "−4")])
def test_points_with_their_sign(points: int, said: str) -> None:
    assert signed(points) == said
