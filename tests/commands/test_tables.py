"""``companion export`` and ``companion import``."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.commands import run
from companion.live import Doorbell
from companion.play import House
from companion.play.acting import act, undo
from companion.play.looking import look
from companion.play.tables import open_table
from companion.store import Store


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def code(data: Path) -> str:
    """A table of Mombasa with three entries, one of them undone."""
    house = House(Store(data), Doorbell(), now=lambda: datetime(2026, 1, 1, tzinfo=UTC))
    seats = [{"name": "小明", "color": "red"}, {"name": "＝Bo", "color": "blue"}]
    code = open_table(house, "mombasa", seats).code
    act(house, code, "device", {"type": "cash", "value": 14}, "export-01", seat=0)
    act(house, code, "device", {"type": "cash", "value": 99}, "export-02", seat=1)
    undo(house, code, "device", "export-03")
    return code


def test_a_table_goes_out_and_comes_back_the_same(
    data: Path, tmp_path: Path, code: str, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    """Where the code is free it is kept, else the copy gets a new one; state and log are the same."""
    assert run(["export", code.lower(), "--data", str(data)]) == 0
    exported = json.loads(capsysbinary.readouterr().out)
    file = tmp_path / "table.json"
    assert run(["export", code, "-o", str(file), "--data", str(data)]) == 0
    assert json.loads(file.read_bytes()) == exported
    assert not file.read_bytes().startswith(b"\xef\xbb\xbf")
    original = look(House(Store(data), Doorbell()), code)
    for folder, same in ((tmp_path / "other", True), (data, False)):
        capsysbinary.readouterr()
        assert run(["import", str(file), "--data", str(folder)]) == 0
        new = capsysbinary.readouterr().out.decode().strip()
        assert (new == code) is same
        copy = look(House(Store(folder), Doorbell()), new)
        assert copy.state == original.state
        assert [event.change for event in copy.events] == [event.change for event in original.events]
        assert [event.at for event in copy.events] == [event.at for event in original.events]


def test_csv_opens_in_excel(data: Path, code: str, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    """A byte-order mark first, one row a player, and no name that a spreadsheet takes for a formula."""
    assert run(["export", code, "--format", "csv", "--data", str(data)]) == 0
    text = capsysbinary.readouterr().out
    assert text.startswith(b"\xef\xbb\xbf")
    assert text.decode("utf-8-sig").split("\r\n") == [
        "name,rank,total,cash,mombasa,cape_town,saint_louis,cairo,diamonds,bookkeeping",
        "小明,1,14,14,0,0,0,0,0,0",
        "'＝Bo,2,0,0,0,0,0,0,0,0",
        "",
    ]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("export", "ZZZZZZ"), "CODE: There is no table ZZZZZZ here"),
        (("export", "x" * 5000), "CODE: There is no table"),
        (("export", "ZZZZZZ", "--format", "pdf"), "--format: Choose one of: json, csv"),
        (("import", "no-such-file"), "FILE: no-such-file cannot be read"),
        (("import", "BROKEN"), "FILE: This is not JSON"),
        (("import", "HALF"), "FILE: This is not JSON"),
        (("import", "OTHER"), "format: This is not an exported table"),
        (("import",), "FILE: This is missing."),
    ],
)
def test_bad_input_is_one_line_and_changes_nothing(
    data: Path, code: str, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], words: str
) -> None:
    """Status 2, the field and why."""
    (data / "BROKEN").write_text("{")
    (data / "HALF").write_text('{"format": "boardgame-companion/1", "game": "\\ud800"}')
    (data / "OTHER").write_text('{"format": "another program"}')
    given = [str(data / word) if word in ("BROKEN", "HALF", "OTHER") else word for word in arguments]
    assert run([*given, "--data", str(data), "--lang", "en"]) == 2
    said = capsys.readouterr().err
    assert said.startswith(words)
    assert said.count("\n") == 1
    assert len(Store(data).tables()) == 1


def test_a_file_that_cannot_be_written(data: Path, code: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Status 1 and one line with the file."""
    assert run(["export", code, "-o", str(data / "no" / "folder.json"), "--data", str(data)]) == 1
    said = capsys.readouterr().err
    assert "folder.json" in said
    assert said.count("\n") == 1


def test_the_data_folder_from_the_environment(
    data: Path, code: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """COMPANION_DATA names the folder where --data does not."""
    monkeypatch.setenv("COMPANION_DATA", str(data))
    assert run(["export", code]) == 0
    assert json.loads(capsys.readouterr().out)["code"] == code


@pytest.mark.parametrize("place", ["before", "after"])
def test_data_and_language_before_or_after_the_command(
    data: Path, code: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    """Both places are understood; what stands after the command wins over the environment."""
    monkeypatch.setenv("COMPANION_DATA", str(data / "elsewhere"))
    common = ["--data", str(data), "--lang", "zh_Hant_TW"]
    assert run([*common, "export", code] if place == "before" else ["export", *common, code]) == 0
    assert json.loads(capsys.readouterr().out)["code"] == code
    assert run([*common, "export", "ZZZZZZ"] if place == "before" else ["export", *common, "ZZZZZZ"]) == 2
    said = capsys.readouterr().err
    assert "ZZZZZZ" in said
    assert "There is no table" not in said
