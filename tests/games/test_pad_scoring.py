"""Pads: what is drawn scores as a plain second reckoning says, whoever sits where; samples and Mombasa as a pad."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.core.codec import sheet_from_json
from companion.core.game import AnyGame
from companion.core.majority import points_of_places
from companion.core.refusal import Refused
from companion.core.scoring import Result
from companion.core.text import plain
from companion.games import GAMES
from companion.games.pad import box_of, kind_of
from companion.games.pad.checking import read_pad
from companion.games.pad.definition import pad_json
from companion.games.pad.sharing import pad_from_shared, shared_text
from companion.games.pad.sheet import PadSheet
from companion.games.pad.toml_text import pad_from_toml, pad_to_toml
from companion.play.pads import samples
from tests.games.pads_drawn import drawn_pads, drawn_sheets, reckoned

SLOWLY = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
DRAWN = settings(SLOWLY, max_examples=400)


def scored(pad: dict[str, Any], sheet: dict[str, Any]) -> Result:
    return kind_of(read_pad(pad))().score(sheet_from_json(PadSheet, sheet))


@DRAWN
@given(data=st.data())
def test_a_drawn_pad_scores_as_a_plain_reckoning_says(data: st.DataObject) -> None:
    pad = data.draw(drawn_pads())
    sheet = data.draw(drawn_sheets(pad))
    result, again = scored(pad, sheet), reckoned(pad, sheet)
    table = {
        line.key: [player.lines[at].points for player in result.players]
        for at, line in enumerate(result.players[0].lines)
    }
    assert table == again["table"]
    assert [player.total for player in result.players] == again["totals"]
    assert [player.rank for player in result.players] == again["ranks"]
    assert list(result.winners) == again["winners"]
    for player in result.players:
        for line in player.lines:
            assert line.steps, "every line says how it came about"


@DRAWN
@given(data=st.data())
def test_whoever_sits_elsewhere_has_the_same_result(data: st.DataObject) -> None:
    """Law: seats permuted, results permuted."""
    pad = data.draw(drawn_pads())
    sheet = data.draw(drawn_sheets(pad))
    order = data.draw(st.permutations(range(len(sheet["players"]))))
    result = scored(pad, sheet)
    moved = scored(pad, {**sheet, "players": [sheet["players"][seat] for seat in order]})
    assert [(player.total, player.rank, [line.points for line in player.lines]) for player in moved.players] == [
        (result.players[seat].total, result.players[seat].rank, [line.points for line in result.players[seat].lines])
        for seat in order
    ]
    assert [order[seat] for seat in moved.winners] == [seat for seat in order if seat in result.winners]
    assert moved.tie_break == result.tie_break


@settings(SLOWLY, max_examples=150)
@given(pad=drawn_pads())
def test_a_pad_is_the_same_by_file_and_by_code(pad: dict[str, Any]) -> None:
    """Law: written as TOML, as the text of a QR code or as the copy of a table and read again, it is the same pad."""
    read = read_pad(pad)
    assert pad_from_toml(pad_to_toml(read)) == read
    assert pad_from_shared(f"HTTP://COMPANION.LOCAL:8000/PADS/FROM/{shared_text(read)}") == read
    assert read_pad(pad_json(read)) == read
    game = GAMES["pad"].open({}, box_of(read))
    assert type(game) is kind_of(read)
    assert (game.title, list(game.players)) == (read.text, list(range(read.players[0], read.players[1] + 1)))


@pytest.mark.parametrize(
    ("quote", "ties", "values", "places", "minimum", "points"),
    [
        ("Most, then second", "split", (5, 3, 1), (10, 4), 1, (10, 4, 0)),
        ("Two who are level share first and second, 10 and 5, rounded down", "split", (4, 4, 1), (10, 5), 1, (7, 7, 0)),
        ("Three level share what there is for three places", "split", (4, 4, 4), (10, 5), 1, (5, 5, 5)),
        ("After two first ones comes the third", "split", (4, 4, 2), (8, 4, 1), 1, (6, 6, 1)),
        ("Who is level gets the better place in full", "all", (4, 4, 2), (8, 4, 1), 1, (8, 8, 1)),
        ("Who is level gets nothing", "none", (4, 4, 2), (8, 4, 1), 1, (0, 0, 1)),
        ("Fewer than the minimum is no place", "split", (1, 3, 0), (8, 4), 2, (0, 8, 0)),
        ("Nobody has any", "split", (0, 0, 0), (8, 4), 1, (0, 0, 0)),
    ],
)
def test_places(
    quote: str, ties: Any, values: tuple[int, ...], places: tuple[int, ...], minimum: int, points: tuple[int, ...]
) -> None:
    assert points_of_places(values, places, ties, minimum) == points


MOMBASA = {
    "format": 1,
    "title": "Mombasa",
    "players": [2, 4],
    "category": [
        {"key": "cash", "label": "Cash"},
        *(
            category
            for company in ("mombasa", "cape_town", "saint_louis", "cairo")
            for category in (
                {"key": f"{company}_coins", "label": "Coins", "kind": "count", "once": True, "high": 40},
                {"key": f"{company}_track", "label": "Track", "kind": "count", "high": 99},
                {"key": f"{company}_cards", "label": "Cards", "kind": "count", "high": 99},
                {
                    "key": company,
                    "label": company,
                    "kind": "times",
                    "of": [f"{company}_track", f"{company}_cards"],
                    "by": f"{company}_coins",
                },
            )
        ),
        {"key": "diamonds", "label": "Diamonds"},
        {"key": "bookkeeping", "label": "Bookkeeping"},
    ],
}
COMPANIES = ("mombasa", "cape_town", "saint_louis", "cairo")
PLAYER = st.fixed_dictionaries(
    {
        **{track: st.integers(0, 30) for track in ("cash", "diamonds", "bookkeeping")},
        "shares": st.fixed_dictionaries(
            {c: st.fixed_dictionaries({"track": st.integers(0, 9), "cards": st.integers(0, 9)}) for c in COMPANIES}
        ),
    }
)


@settings(SLOWLY, max_examples=150)
@given(
    players=st.lists(PLAYER, min_size=2, max_size=4),
    coins=st.fixed_dictionaries({company: st.integers(0, 40) for company in COMPANIES}),
)
def test_mombasa_written_as_a_pad_gives_the_same_result(players: list[dict[str, Any]], coins: dict[str, int]) -> None:
    """Its own pad as such a file: same lines, totals, places, winners and sentence."""
    named = [{"name": f"P{seat}", **player} for seat, player in enumerate(players)]
    mombasa: AnyGame = GAMES["mombasa"].by_default()
    theirs = mombasa.score(sheet_from_json(mombasa.sheet_type, {"company_coins": coins, "players": named}))
    numbers = [
        {track: player[track] for track in ("cash", "diamonds", "bookkeeping")}
        | {f"{c}_{part}": player["shares"][c][part] for c in COMPANIES for part in ("track", "cards")}
        for player in players
    ]
    sheet = {
        "everybody": {f"{company}_coins": n for company, n in coins.items()},
        "players": [{"name": f"P{seat}", "numbers": of} for seat, of in enumerate(numbers)],
    }
    pad = pad_json(pad_from_toml(pad_to_toml(read_pad(MOMBASA))))
    ours = scored(pad, sheet)
    assert [[(line.key, line.points) for line in player.lines] for player in ours.players] == [
        [(line.key, line.points) for line in player.lines] for player in theirs.players
    ]
    assert [(player.total, player.rank) for player in ours.players] == [(p.total, p.rank) for p in theirs.players]
    assert (ours.winners, ours.tie_break, ours.sentence) == (theirs.winners, theirs.tie_break, theirs.sentence)


SAMPLES = [
    (
        "trick-taking",
        {"rounds": 2, "players": [
            {"name": "Ann", "numbers": {"cards": [4, 9], "queen": [1, 0]}},
            {"name": "Bo", "numbers": {"cards": [9, 0], "clean": [0, 1]}},
            {"name": "Cy", "numbers": {"cards": [0, 4], "clean": [1, 0]}},
        ]},
        (26, 4, -1), "Cy", "Cy wins with -1 points, 5 ahead.",
    ),
    (
        "worker-placement",
        {"players": [
            {"name": "Ann", "numbers": {"fields": 4, "animals": 0, "crafts": 4, "rooms": 2, "people": 5, "unused": 3}},
            {"name": "Bo", "numbers": {"fields": 2, "animals": 8, "crafts": 1, "people": 4, "cards": 13}},
        ]},
        (3 - 1 + 10 + 4 + 15 - 3 + 4, 1 + 4 + 1 + 12 + 13), "Ann", "Ann wins with 32 points, 1 ahead.",
    ),
    (
        "area-majority",
        {"players": [
            {"name": "Ann", "numbers": {"north": 3, "south": 1, "river": 2, "capital": 1, "treasure": 1}},
            {"name": "Bo", "numbers": {"north": 3, "south": 2, "river": 2, "capital": 1, "treasure": 1, "gold": 1}},
        ]},
        (6 + 4 + 6 + 0 + 6, 6 + 8 + 6 + 0 + 6 + 1), "Bo", "Bo wins with 27 points, 5 ahead.",
    ),
    (
        "together",
        {"everybody": {"islands": 5, "storm": 4, "on_time": 1}, "players": [
            {"name": "Ann", "numbers": {"cargo": 3}}, {"name": "Bo", "numbers": {"cargo": 1}},
        ]},
        (25 - 4 + 8 + 8, 25 - 4 + 8 + 8), "", "Lost together: 37 of 40, 3 short.",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("name", "sheet", "totals", "winner", "sentence"), SAMPLES, ids=[row[0] for row in SAMPLES])
def test_the_samples_add_up(
    name: str, sheet: dict[str, Any], totals: tuple[int, ...], winner: str, sentence: str
) -> None:
    result = kind_of(samples()[name])().score(sheet_from_json(PadSheet, sheet))
    names = tuple(player["name"] for player in sheet["players"])
    assert tuple(player.total for player in result.players) == totals
    assert "".join(names[seat] for seat in result.winners) == winner
    assert plain(result.sentence, names) == sentence


def test_equal_totals_go_to_whoever_the_tie_breaks_name_in_order() -> None:
    pad = {
        "format": 1, "title": "Ties", "players": [2, 3],
        "category": [{"key": "a", "label": "A"}, {"key": "b", "label": "B"}, {"key": "coins", "label": "Coins", "kind": "count"}],
        "tie_break": [{"by": "b"}, {"by": "coins", "wins": "lowest"}],
    }  # fmt: skip
    numbers = [{"a": 5, "b": 5, "coins": 3}, {"a": 5, "b": 5, "coins": 1}, {"a": 9, "b": 1}]
    sheet = {"players": [{"name": f"P{seat}", "numbers": of} for seat, of in enumerate(numbers)]}
    result = scored(pad, sheet)
    assert [player.rank for player in result.players] == [2, 1, 3]
    assert result.tie_break == "coins"
    assert plain(result.sentence, ("Ann", "Bo", "Cy")) == "Bo wins with 10 points: least in Coins."


@pytest.mark.parametrize(
    ("sheet", "field"),
    [
        ({"players": [{"name": "Ann", "numbers": {"nord": 1}}, {"name": "Bo"}]}, "players[0].numbers.nord"),
        ({"players": [{"name": "Ann", "numbers": {"north": 31}}, {"name": "Bo"}]}, "players[0].numbers.north"),
        ({"players": [{"name": "Ann", "numbers": {"north": [3]}}, {"name": "Bo"}]}, "players[0].numbers.north"),
        ({"players": [{"name": "Ann"}]}, "players"),
        ({"players": [{"name": "Ann"}, {"name": "Ann"}]}, "players[1].name"),
        ({"players": [{"name": "Ann"}, {"name": "Bo"}], "rounds": 1}, "rounds"),
        ({"players": [{"name": "Ann"}, {"name": "Bo"}], "everybody": {"gold": 1}}, "everybody.gold"),
    ],
)
def test_what_no_sheet_of_the_pad_holds_is_refused_with_its_field(sheet: dict[str, Any], field: str) -> None:
    with pytest.raises(Refused) as refused:
        kind_of(samples()["area-majority"])().score(sheet_from_json(PadSheet, sheet))
    assert refused.value.field == field
