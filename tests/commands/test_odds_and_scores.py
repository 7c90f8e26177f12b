"""The calculators of the command line: right answers as JSON and in words, one line for everything else."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from companion.commands import run
from companion.games import GAMES

ROOT = Path(__file__).resolve().parent.parent.parent

WORKED_EXAMPLE: dict[str, Any] = {
    "company_coins": {"mombasa": 6, "cape_town": 3, "saint_louis": 9, "cairo": 0},
    "players": [
        {
            "name": "Ann",
            "cash": 14,
            "diamonds": 30,
            "bookkeeping": 20,
            "shares": {
                "mombasa": {"track": 4, "cards": 1},
                "cape_town": {"track": 2},
                "cairo": {"track": 5, "cards": 2},
            },
        },
        {
            "name": "小波",
            "cash": 9,
            "diamonds": 10,
            "shares": {"mombasa": {"track": 1}, "saint_louis": {"track": 6, "cards": 2}},
        },
    ],
}


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG", "COMPANION_DATA"):
        monkeypatch.delenv(name, raising=False)


def give(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(data)))


def answer(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    """The JSON a successful command prints."""
    assert run(arguments) == 0
    said = capsys.readouterr()
    assert said.err == ""
    return json.loads(said.out)


def test_the_worked_example_gives_100_and_97(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """From a file, from standard input, and with the mark that Windows' editor puts first."""
    sheet = json.dumps(WORKED_EXAMPLE, ensure_ascii=False).encode()
    file = tmp_path / "sheet.json"
    file.write_bytes(b"\xef\xbb\xbf" + sheet)
    first = answer(capsys, "score", "mombasa", str(file), "--json")
    assert [(p["name"], p["total"], p["rank"]) for p in first["players"]] == [("Ann", 100, 1), ("小波", 97, 2)]
    assert list(first) == ["game", "players", "winners", "losers", "tie_break"]
    assert first["winners"] == ["Ann"]
    for encoding in ("utf-16", "utf-16-le", "utf-16-be", "utf-32"):  # as PowerShell's > writes a file, with and without
        file.write_bytes(json.dumps(WORKED_EXAMPLE, ensure_ascii=False).encode(encoding))
        assert answer(capsys, "score", "mombasa", str(file), "--json") == first
    for arguments in (("score", "mombasa", "--json"), ("score", "mombasa", "-", "--json")):
        give(monkeypatch, sheet)
        assert answer(capsys, *arguments) == first


def test_the_table_in_words(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Columns stand under each other although a Chinese letter is two wide; who won stands below."""
    give(monkeypatch, json.dumps(WORKED_EXAMPLE, ensure_ascii=False).encode())
    assert run(["score", "mombasa"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "Mombasa",
        "                   Ann  小波",
        "────────────────────────────",
        "Cash                14     9",
        "Mombasa             30     6",
        "Cape Town            6     0",
        "Saint-Louis          0    72",
        "Cairo                0     0",
        "Diamond track       30    10",
        "Bookkeeping track   20     0",
        "────────────────────────────",
        "Total              100    97",
        "Place                1     2",
        "",
        "Ann wins with 100 points, 3 ahead.",
    ]
    give(monkeypatch, json.dumps(WORKED_EXAMPLE).encode())
    assert run(["score", "mombasa", "--lang", "zh_Hant_TW"]) == 0
    said = capsys.readouterr().out
    assert "總分" in said
    assert "Total" not in said


def test_the_shelf(capsys: pytest.CaptureFixture[str]) -> None:
    """Every game with its players and options, first value = default; in words too."""
    shelf = answer(capsys, "games", "--json")
    assert [game["key"] for game in shelf] == list(GAMES)
    for game in shelf:
        assert list(game) == ["key", "title", "players", "options"]
        assert len(game["players"]) == 2
        for option in game["options"]:
            assert list(option) == ["key", "type", "choices", "default"]
            assert option["choices"][0] == option["default"]
            assert option["type"] == ("bool" if option["choices"] == [False, True] else "choice")
    assert run(["games"]) == 0
    assert "Mombasa (mombasa): 2 to 4 players" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("spank", "--lead", "0"), {"probability": 5 / 6}),
        (("spank", "--lead", "2"), {"probability": 0.5}),
        (("spank", "--lead", "-1"), {"probability": 0.0}),
        (("attack", "--modifier", "1", "--defence", "-2", "--strength", "7"), {"probability": 0.5}),
        (("attack", "--modifier", "2", "--strength", "5"), {"probability": 4 / 6}),
        (
            ("collapse", "--heights", "3,4,1", "--strengths", "2,5,3", "--destroyed", "2"),
            {"expected_height": 13 / 18, "height_distribution": {"0": 7 / 9, "1": 1 / 18, "4": 1 / 6}},
        ),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_odds(capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], expected: dict[str, Any]) -> None:
    """The interfaces page's examples, to more than four places; an attack that nobody meets has no defence."""
    found = answer(capsys, "odds", *arguments, "--json")
    assert list(found) == list(expected)
    for key, value in expected.items():
        assert found[key] == pytest.approx(value, abs=1e-9)
    assert run(["odds", *arguments]) == 0
    assert "%" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("change", "line"),
    [
        ({"players": [{"name": "Ann", "cash": "14"}]}, "players[0].cash: "),
        ({"players": [{"name": "Ann"}, {"name": "Ann"}]}, "players[1].name: Ann is there twice"),
        ({"coins": 3}, "coins: There is no field of this name"),
        ({"company_coins": {"mombasa": 41}}, "company_coins.mombasa: Enter a whole number from 0 to 40"),
        ({"players": [{"name": "Ann"}]}, "players: 2 to 4 players"),
        ({"company_coins": {"cairo": 1, "mombasa": "6"}}, "company_coins.mombasa: "),
        (
            {"players": [{"name": "Ann"}, {"name": "Bo", "shares": {"cairo": {}, "mombasa": {"tracks": 4}}}]},
            "players[1].shares.mombasa.tracks: There is no field of this name",
        ),
    ],
    ids=[
        "a text instead of a number",
        "a name twice",
        "an unknown key",
        "out of range",
        "too few players",
        "the path goes into an object of companies",
        "an unknown key of one company's shares",
    ],
)
def test_a_bad_sheet_names_its_field(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, change: dict[str, Any], line: str
) -> None:
    """Status 2, one line with the path of the field and what is allowed."""
    give(monkeypatch, json.dumps({**WORKED_EXAMPLE, **change}).encode())
    assert run(["score", "mombasa", "--json"]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith(line)
    assert said.err.count("\n") == 1


@pytest.mark.parametrize(
    ("player", "language", "line"),
    [
        ({"cash": "14"}, "en", "players[0].cash: Here belongs a whole number."),
        ({"cash": 14.0}, "en", "players[0].cash: Here belongs a whole number."),
        ({"cash": "14"}, "zh_Hant_TW", "players[0].cash: 這裡要填整數。"),
        ({"name": 3}, "zh_Hant_TW", "players[0].name: 這裡要填引號裡的文字。"),
        ({"shares": []}, "en", "players[0].shares: Here belongs an object: {…}."),
        ({"shares": {"cairo": 2}}, "zh_Hant_TW", "players[0].shares.cairo: 這裡要填物件：{…}。"),
        ({"monkeys": [["red", 4, 1]]}, "en", "players[0].monkeys[0]: A list of 2 belongs here."),
        ({"monkeys": {}}, "zh_Hant_TW", "players[0].monkeys: 這裡要填清單：[…]。"),
        ({"hair": "long"}, "en", "players[0].hair: Here belongs a whole number."),
    ],
)
def test_the_wrong_kind_of_value_is_said_in_the_persons_language(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    player: dict[str, Any],
    language: str,
    line: str,
) -> None:
    """The field and what belongs there, in no other program's words."""
    game = "monkeys_on_the_moon" if player.keys() & {"monkeys", "hair"} else "mombasa"
    give(monkeypatch, json.dumps({"players": [{"name": "Ann", **player}, {"name": "Bo"}]}).encode())
    assert run(["score", game, "--lang", language]) == 2
    assert capsys.readouterr().err == line + "\n"


@pytest.mark.parametrize("data", [b"", b"{", b"\xff\xfe", b"[]", b"null", b"[" * 100_000])
def test_what_is_no_sheet_at_all(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, data: bytes
) -> None:
    """Broken JSON and other things: status 2 and one line, never a traceback."""
    give(monkeypatch, data)
    assert run(["score", "mombasa"]) == 2
    said = capsys.readouterr().err
    assert said.startswith("FILE: ")
    assert said.count("\n") == 1


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("nonsense", "nonsense: There is no such command"),
        ("score", "GAME: Choose one of: lunchtime_battle, mombasa, monkeys_on_the_moon, walking_on_the_moon"),
        ("export", "CODE: This is missing."),
        ("score catan", "GAME: Choose one of: lunchtime_battle, mombasa"),
        ("score spank_the_monkey", "GAME: Spank the Monkey has no score sheet. Its odds: companion odds"),
        ("score mombasa no-such-file.json", "FILE: no-such-file.json cannot be read: No such file"),
        ("odds", "odds: Choose one of: attack, collapse, spank"),
        ("odds guess", "guess: There is no such command"),
        ("odds spank", "--lead: Enter a whole number."),
        ("odds spank --lead", "--lead: This option needs a value."),
        ("odds spank --lead 1.5", "--lead: Enter a whole number."),
        ("odds spank --lead 1000", "--lead: Enter a whole number from -999 to 999."),
        ("odds collapse --heights 3,x --strengths 1,1 --destroyed 1", "--heights: Enter whole numbers with commas"),
        ("odds collapse --heights 3,1 --strengths 1 --destroyed 1", "--strengths: Give one strength for each"),
        ("odds collapse --heights 3,1 --strengths 1,-1 --destroyed 1", "--strengths[1]: Enter a whole number"),
        ("odds collapse --heights 3,1 --strengths 1,1 --destroyed 3", "--destroyed: Enter which junk"),
        ("games --lang fr", "--lang: Choose one of: en, zh_Hant_TW"),
        ("games --colour", "--colour: There is no such option"),
        ("games and more", "and more: That is more than this command takes"),
        ("games --lang zh_Hant_TW --colour", "--colour: 沒有這個選項"),
        ("games --lang zh-TW --colour", "--colour: 沒有這個選項"),
    ],
)
def test_bad_input_is_one_line_and_status_2(capsys: pytest.CaptureFixture[str], line: str, words: str) -> None:
    """The field and what is allowed, in the person's language, on standard error."""
    assert run(line.split()) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith(words), said.err
    assert said.err.count("\n") == 1


@pytest.mark.parametrize(
    ("environment", "words"),
    [
        ({"LC_ALL": "zh_TW.UTF-8"}, "請輸入整數。"),
        ({"LANG": "zh_HK"}, "請輸入整數。"),
        ({"LANG": "zh_TW", "LC_ALL": "C"}, "Enter a whole number."),
        ({"LANG": "fr_FR.UTF-8"}, "Enter a whole number."),
        ({}, "Enter a whole number."),
    ],
)
def test_the_language_comes_from_the_environment(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], words: str
) -> None:
    """Without --lang the computer's language counts, as far as the companion speaks it."""
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert run(["odds", "spank", "--lead", "x"]) == 2
    assert words in capsys.readouterr().err


def test_a_reader_that_has_seen_enough_is_no_traceback() -> None:
    """``companion games --json | head -1`` and the like."""
    process = subprocess.Popen(
        [sys.executable, "-m", "companion", "games", "--json"],
        cwd=ROOT,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait(60) == 1
