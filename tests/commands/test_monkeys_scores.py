"""`companion score monkeys_on_the_moon`: every example of the rules page, as a table and as JSON."""

from __future__ import annotations

import io
import json
import sys
from types import SimpleNamespace
from typing import Any

import pytest

from companion.commands import run

RANKING = ["red", "black", "green", "blue", "brown", "purple"]
RANK_POINTS = [[7, 4], [6, 3], [5, 3], [4, 2], [3, 2], [2, 1]]


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG", "COMPANION_DATA"):
        monkeypatch.delenv(name, raising=False)


def sheet(influence: dict[str, list[int]], players: int, **more: Any) -> dict[str, Any]:
    """A sheet in which the players have these influences in these tribes, as one to three monkeys each."""
    columns: list[dict[str, Any]] = [{"name": name} for name in ("Ann", "Bo", "Cy", "Di")[:players]]
    for seat, column in enumerate(columns):
        column["monkeys"] = [
            [tribe, number]
            for tribe, by_seat in influence.items()
            for number in (
                [by_seat[seat]] if 0 < by_seat[seat] <= 9 else [by_seat[seat] - 9, 9] if by_seat[seat] else []
            )
        ]
        column |= {key: values[seat] for key, values in more.items()}
    return {"ranking": RANKING, "rank_points": RANK_POINTS, "players": columns}


def scored(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], data: Any, *more: str) -> str:
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(json.dumps(data).encode())))
    assert run(("score", "monkeys_on_the_moon", *more)) == 0
    said = capsys.readouterr()
    assert said.err == ""
    return said.out


@pytest.mark.parametrize(
    ("tribe", "influence", "points"),
    [
        pytest.param("green", [4, 4, 4, 3], [2, 2, 2, 0], id="Given: rank 3 tribe, influence 4, 4, 4, 3: 2, 2, 2, 0"),
        pytest.param("blue", [5, 4, 4, 3], [4, 1, 1, 0], id="Given: rank 4 tribe, 5, 4, 4, 3: 4, 1, 1, 0"),
        pytest.param("red", [6, 6, 0, 0], [5, 5, 0, 0], id="Ours: rank 1 tribe, 6, 6, 0, 0: 5, 5, 0, 0"),
        pytest.param("black", [3, 0, 0, 0], [6, 0, 0, 0], id="Ours: rank 2 tribe, 3, 0, 0, 0: 6, 0, 0, 0"),
        pytest.param("blue", [5, 2, 2, 2], [4, 0, 0, 0], id="Ours: rank 4 tribe, three tied for second: 0 each"),
        pytest.param("black", [7, 4], [6, 0], id="Ours, 2 players: rank 2 tribe, 7 against 4: 6, 0"),
        pytest.param("black", [5, 5], [0, 0], id="Ours, 2 players: 5 against 5: 0, 0"),
        pytest.param("red", [13, 0, 0, 0], [7, 0, 0, 0], id="Given: influence 13 of more than one monkey"),
    ],
)
def test_the_examples_of_the_rules_page(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tribe: str,
    influence: list[int],
    points: list[int],
) -> None:
    """One tribe's majorities, through the command line."""
    shown = json.loads(scored(monkeypatch, capsys, sheet({tribe: influence}, len(influence)), "--json"))
    lines = [{line["key"]: line["points"] for line in player["lines"]} for player in shown["players"]]
    assert [line[tribe] for line in lines] == points
    assert all(list(line) == ["red", "blue", "green", "black", "brown", "purple", "ships", "scorn"] for line in lines)


def test_given_two_scorn_cards_cost_four(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Given: -4."""
    data = sheet({}, 3, scorn=[["black", "blue"], [], []])
    shown = json.loads(scored(monkeypatch, capsys, data, "--json"))
    assert shown["players"][0]["lines"][-1] == {"key": "scorn", "points": -4}
    assert (shown["winners"], shown["tie_break"]) == (["Bo", "Cy"], None)


def test_the_table_names_the_winner_and_the_rule_that_decided(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In words, in both languages."""
    data = sheet({}, 2, ship_points=[[3], [3]], hair=[2, 1])
    assert "Bo wins with 3 points: level on everything else, but with the longer hair." in scored(
        monkeypatch, capsys, data
    )
    assert "頭髮較長" in scored(monkeypatch, capsys, data, "--lang", "zh_Hant_TW")


def test_bad_input_is_one_line_with_the_field(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Status 2, the path of the field, nothing on standard output."""
    data = sheet({}, 2) | {"ranking": RANKING[:5]}
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(json.dumps(data).encode())))
    assert run(("score", "monkeys_on_the_moon")) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("ranking: ")
    assert said.err.count("\n") == 1
