"""`companion plays`: everything out of a house and into another."""

from __future__ import annotations

import json
import random
from pathlib import Path

import msgspec
import pytest

from companion.commands import run
from testkit.evenings import generated


def test_everything_goes_from_house_to_house(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, out = tmp_path / "in.json", tmp_path / "out.json"
    file.write_bytes(msgspec.json.encode(generated(random.Random(2), 15)))
    assert run(["--lang", "en", "plays", "import", str(file), "--data", str(tmp_path / "a")]) == 0
    assert "15 plays were added." in capsys.readouterr().out
    assert run(["plays", "export", "-o", str(out), "--data", str(tmp_path / "a")]) == 0
    assert run(["--lang", "zh_Hant_TW", "plays", "import", str(out), "--data", str(tmp_path / "b")]) == 0
    assert "新增了 15 局。" in capsys.readouterr().out
    again = tmp_path / "again.json"
    assert run(["plays", "export", "-o", str(again), "--data", str(tmp_path / "b")]) == 0
    assert json.loads(again.read_bytes()) == json.loads(out.read_bytes())


@pytest.mark.parametrize("kind", ["csv", "bgstats"])
def test_other_formats(tmp_path: Path, kind: str) -> None:
    file, out = tmp_path / "in.json", tmp_path / "out"
    file.write_bytes(msgspec.json.encode(generated(random.Random(2), 15)))
    assert run(["plays", "import", str(file), "--data", str(tmp_path)]) == 0
    assert run(["--lang", "en", "plays", "export", "--format", kind, "-o", str(out), "--data", str(tmp_path)]) == 0
    assert "Mombasa" in out.read_text(encoding="utf-8")


def test_a_file_that_is_none_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "in.json"
    file.write_text('{"format": "other"}')
    assert run(["--lang", "en", "plays", "import", str(file), "--data", str(tmp_path)]) == 2
    said = capsys.readouterr().err
    assert said.startswith("format: ") and said.count("\n") == 1
