"""``companion score`` with sheets of every game: scored, or refused with the path of a field; never anything else."""

from __future__ import annotations

import copy
import io
import json
import sys
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.commands import run
from companion.core.names import printable
from companion.games import GAMES

SHEETS: dict[str, dict[str, Any]] = {
    "mombasa": {
        "company_coins": {"mombasa": 6, "cape_town": 3, "saint_louis": 9, "cairo": 0},
        "players": [{"name": "Ann", "cash": 14, "shares": {"mombasa": {"track": 4, "cards": 1}}}, {"name": "Bo"}],
    },
    "monkeys_on_the_moon": {
        "ranking": ["red", "black", "green", "blue", "brown", "purple"],
        "rank_points": [[7, 4], [6, 3], [5, 3], [4, 2], [3, 2], [2, 1]],
        "variants": ["no_mercy"],
        "players": [
            {"name": "Ann", "monkeys": [["red", 4], ["red", 5]], "ship_points": [3, 4], "scorn": ["blue"], "hair": 1},
            {"name": "Bo", "monkeys": [["blue", 2]]},
            {"name": "Cy"},
        ],
    },
    "lunchtime_battle": {
        "hunger": {"meat": 19, "mushroom": 21, "potion": 17},
        "hunger_order": [],
        "variants": ["not_hungry"],
        "dishes": {"meat": "braised pork rice"},
        "players": [
            {"name": "Kevin", "candidates": [{"meat": 1, "mushroom": 2}, {"potion": 3}]},
            {"name": "Bo", "candidates": [{"meat": 2}]},
            {"name": "Cy"},
            {"name": "Di"},
            {"name": "Ed"},
        ],
    },
    "walking_on_the_moon": {
        "star_points": [1, 3, 6, 10, 15, 21],
        "players": [
            {"name": "Ann", "astronauts": [{"finish": 1, "stars": 2}]},
            {"name": "Bo", "astronauts": [{"marker": 10, "stars": 3}], "tie_order": 1},
            {"name": "Cy", "astronauts": [{}]},
        ],
    },
    "pad": {"players": [{"name": "Ann", "numbers": {"points": 12}}, {"name": "Bo"}], "everybody": {}, "rounds": 0},
}

JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**20), 10**20),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=8),
    st.lists(st.integers(-1, 8), max_size=4),
    st.dictionaries(st.text(max_size=6), st.integers(-1, 50), max_size=2),
)


def scored(game: str, sheet: object, monkeypatch: pytest.MonkeyPatch) -> int:
    data = json.dumps(sheet, ensure_ascii=False).encode("utf-8", "surrogatepass")
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(data)))
    return run(["score", game, "--json", "--lang", "en"])


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every path into a JSON value, outermost first."""
    found = [path]
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        found += places(inner, (*path, key))
    return found


def with_value(sheet: Any, path: tuple[Any, ...], new: Any) -> Any:
    """A copy with something else at a path."""
    if not path:
        return new
    changed = copy.deepcopy(sheet)
    inner = changed
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = new
    return changed


def test_there_is_a_sheet_for_every_game_that_scores() -> None:
    assert set(SHEETS) == {key for key, kind in GAMES.items() if kind.sheet_type is not None}


@pytest.mark.parametrize("game", list(SHEETS))
def test_a_good_sheet_is_scored(game: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The keys of a result, in their order."""
    assert scored(game, SHEETS[game], monkeypatch) == 0
    result = json.loads(capsys.readouterr().out)
    assert list(result)[:5] == ["game", "players", "winners", "losers", "tie_break"]
    assert [player["name"] for player in result["players"]] == [p["name"] for p in SHEETS[game]["players"]]
    assert min(player["rank"] for player in result["players"]) == 1


@pytest.mark.parametrize("game", list(SHEETS))
@settings(
    max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow], deadline=None
)
@given(data=st.data())
def test_a_sheet_with_anything_anywhere_is_scored_or_refused_by_field(
    game: str, data: st.DataObject, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whatever stands in one place: status 0 and JSON, or status 2 and one line that begins with a field."""
    path = data.draw(st.sampled_from(places(SHEETS[game])))
    sheet = with_value(SHEETS[game], path, data.draw(JUNK))
    status = scored(game, sheet, monkeypatch)
    said = capsys.readouterr()
    assert status in (0, 2), said.err
    if status == 0:
        assert json.loads(said.out)["game"] == game
        assert said.err == ""
    else:
        assert said.out == ""
        assert said.err.count("\n") == 1
        assert ": " in said.err
        assert printable(said.err) == said.err
        assert "Traceback" not in said.err


def test_a_name_cannot_steer_the_terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A name of somebody else's file that has escape sequences in it is refused, and not printed."""
    sheet = with_value(SHEETS["mombasa"], ("players", 0, "name"), "\x1b[2JAnn")
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(json.dumps(sheet).encode())))
    assert run(["score", "mombasa"]) == 2
    said = capsys.readouterr()
    assert "\x1b" not in said.out + said.err
    assert said.err.startswith("players[0].name: ")
