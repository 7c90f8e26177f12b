"""`companion service`: what is written for each system, and what is said where it cannot be."""

from __future__ import annotations

import configparser
import plistlib
import shlex
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from companion.commands import run, service
from companion.commands.failing import Failed


class Calls:
    """The system's commands, written down instead of run."""

    def __init__(self, status: int = 0, there: bool = True) -> None:
        self.made: list[tuple[str, ...]] = []
        self.status, self.there = status, there

    def __call__(self, command: Sequence[str]) -> subprocess.CompletedProcess[str] | None:
        self.made.append(tuple(command))
        return subprocess.CompletedProcess(command, self.status, "", "not allowed") if self.there else None


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    monkeypatch.setattr(sys, "platform", "linux")
    return tmp_path


def command_of(unit: Path) -> list[str]:
    read = configparser.ConfigParser(interpolation=None, strict=False)
    read.optionxform = str  # type: ignore[assignment,method-assign]
    read.read_string(unit.read_text())
    assert read["Service"]["Restart"] == "always"
    assert read["Install"]["WantedBy"] == "default.target"
    return shlex.split(read["Service"]["ExecStart"].replace("%%", "%").replace("$$", "$"))


def test_on_linux_it_starts_at_boot_and_again_when_it_ends(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    calls = Calls()
    monkeypatch.setattr(service, "_run", calls)
    data = home / "our data 100%"
    given = ["service", "install", "--lang", "en", "--data", str(data), "--", "--port", "8123", "--streams", "20"]
    assert run(given) == 0
    unit = home / "config" / "systemd" / "user" / "companion.service"
    assert command_of(unit) == [
        sys.executable, "-m", "companion", "serve", "--data", str(data), "--port", "8123", "--streams", "20",
    ]  # fmt: skip
    assert ("systemctl", "--user", "enable", "companion.service") in calls.made
    assert "journalctl --user -u companion" in capsys.readouterr().out
    assert run(["service", "status", "--data", str(data)]) == 0
    assert run(["service", "remove", "--data", str(data)]) == 0
    assert ("systemctl", "--user", "disable", "--now", "companion.service") in calls.made
    assert not unit.exists()
    assert run(["service", "status", "--data", str(data)]) == 1
    assert run(["service", "remove", "--lang", "en", "--data", str(data)]) == 1
    assert "No service" in capsys.readouterr().err


def test_a_service_that_does_not_run_is_status_1(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "_run", Calls())
    assert run(["service", "install", "--data", str(home)]) == 0
    monkeypatch.setattr(service, "_run", Calls(status=3))
    assert run(["service", "status", "--data", str(home)]) == 1


@pytest.mark.parametrize(
    ("calls", "words"),
    [(Calls(there=False), "has no systemctl"), (Calls(status=1), "not allowed")],
    ids=["a system without systemd", "systemd says no"],
)
def test_where_it_cannot_be_made_a_service_that_is_one_line(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], calls: Calls, words: str
) -> None:
    monkeypatch.setattr(service, "_run", calls)
    assert run(["service", "install", "--lang", "en", "--data", str(home)]) == 1
    said = capsys.readouterr().err
    assert words in said
    assert said.count("\n") == 1


def test_for_the_whole_computer(home: Path) -> None:
    made = service.service_for("linux", home, (), whole=True)
    assert made.file == Path("/etc/systemd/system/companion.service")
    assert b"WantedBy=multi-user.target" in made.content
    assert all("--user" not in command for command in made.start)


@pytest.mark.parametrize(
    ("word", "quoted"),
    [
        ("plain", "plain"),
        ("two words", '"two words"'),
        ("100%", '"100%%"'),
        ('say "hi"', '"say \\"hi\\""'),
        ("$HOME", '"$$HOME"'),
        ("back\\slash", '"back\\\\slash"'),
        ("", '""'),
    ],
)
def test_words_as_systemd_reads_them(word: str, quoted: str) -> None:
    assert service.systemd_quoted(word) == quoted


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="this system has no systemd")
@pytest.mark.parametrize("whole", [False, True], ids=["of a user", "of the whole computer"])
def test_systemd_finds_nothing_wrong_with_the_unit(tmp_path: Path, whole: bool) -> None:
    data = tmp_path / "our data 100%"
    made = service.service_for("linux", data, ("--port", "8123"), whole)
    unit = tmp_path / "companion.service"
    unit.write_bytes(made.content)
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(unit)], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_on_macos_and_windows_it_is_written_by_their_rules_and_called_untried(home: Path) -> None:
    data = home / "our data"
    agent = service.service_for("darwin", data, ("--port", "8123"))
    assert agent.untried
    written = plistlib.loads(agent.content)
    assert written["ProgramArguments"][-4:] == ["--data", str(data), "--port", "8123"]
    assert written["RunAtLoad"] is True
    assert written["KeepAlive"] is True
    task = service.service_for("win32", data, ())
    assert task.untried
    assert task.file is None
    create = task.start[0]
    assert create[:2] == ("schtasks", "/Create")
    assert f'"{data}"' in create[-1]
    with pytest.raises(Failed):
        service.service_for("win32", data, (), whole=True)
    with pytest.raises(Failed):
        service.service_for("plan9", data, ())
