"""What the README shows is what happens."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from companion.commands import run
from companion.games import GAMES
from companion.words import Words
from testkit.server import ROOT

TEXT = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```console\n(.*?)```", TEXT, re.DOTALL)
EXAMPLES = [
    (command, answer)
    for block in BLOCKS
    for command, answer in re.findall(r"^\$ companion (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)
]


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 4


@pytest.mark.parametrize(("command", "answer"), EXAMPLES, ids=[command for command, _ in EXAMPLES])
def test_an_example_answers_as_printed(
    command: str, answer: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each console example, run in a folder with the score sheet of the README."""
    (sheet,) = re.findall(r"```json\n(.*?)```", TEXT, re.DOTALL)
    (tmp_path / "sheet.json").write_text(sheet, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "C")
    assert run(shlex.split(command)) == 0
    assert capsys.readouterr().out == answer


def test_every_game_of_the_shelf_is_named_with_its_players() -> None:
    """The table of games: title as on screen, players as the rules allow."""
    rows = dict(re.findall(r"^\| ([A-Z][^|]*?) \| (\d-\d) \|", TEXT, re.MULTILINE))
    for kind in GAMES.values():
        assert rows[Words("en").say(kind.title)] == f"{kind.players[0]}-{kind.players[-1]}"


@pytest.mark.parametrize("command", sorted(set(re.findall(r"`companion (\w+)", TEXT))))
def test_every_command_named_is_there_with_its_options(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    """`companion X` in the README is a command that explains itself, and the options in its row."""
    assert run([command, "--help"]) == 0
    said = capsys.readouterr().out
    for row in re.findall(rf"^\| `companion {command}.*$", TEXT, re.MULTILINE):
        for option in re.findall(r"`(--[\w-]+)`", row):
            assert option in said


def test_every_room_of_the_house_is_on_the_map() -> None:
    """The map names what exists, and every folder with code or pages is on it."""
    (house,) = re.findall(r"### The rooms of the house\n\n```\n(.*?)```", TEXT, re.DOTALL)
    named = {name for line in house.splitlines() for name in line[:20].replace(",", " ").split()}
    for name in named:
        assert (ROOT / name).exists() or (ROOT / f"{name}.py").exists(), name
    code = {path.parent.name for path in ROOT.glob("*/__init__.py")}
    packages = {f"companion/{path.parent.name}" for path in ROOT.glob("companion/*/__init__.py")}
    assert named >= (code - {"companion"}) | packages | {"templates", "static"}
    for name in re.findall(r"(?:companion|docs|tests)/[\w/]+\.\w+", TEXT):
        assert (ROOT / name).exists() or "<key>" in name, name
