"""``companion serve``: found, kept, ended."""

from __future__ import annotations

import itertools
import re
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from companion.announce import Announcement
from companion.commands import run, serving
from companion.commands.serving import has_screen
from companion.commands.settings import Settings
from companion.network import Adapter, Watch
from companion.serve import listen
from companion.web import create_app
from companion.words import Words
from testkit.server import ROOT, running


def test_it_prints_an_address_a_code_and_the_host_page(tmp_path: Path) -> None:
    """What is printed leads to the lobby and, with the token, to the host page."""
    with running(tmp_path) as server:
        text = "\n".join(server.said)
        assert f"    {server.url}/" in server.said
        assert sum(line.count("█") > 10 for line in server.said) > 10
        assert "\x1b" not in text
        assert b"<html" in server.get("/")
        assert server.get("/healthz") == b'{"ok":true}\n'
        page = server.get(f"/host?token={server.token}")
        assert b"<html" in page


def test_phones_are_not_sent_to_an_address_of_this_computer_alone(tmp_path: Path) -> None:
    """`--host 127.0.0.1` says that no phone comes in, instead of telling phones to scan; the host page says it too."""
    with running(tmp_path, "--host", "127.0.0.1") as server:
        text = "\n".join(server.said)
        assert f"Only this computer reaches {server.url}: leave out --host" in text
        assert "Phones in the same network" not in text
        page = server.get("/host").decode()
        assert "No phone can join" in page
        assert "qr.svg" not in page


def test_a_restart_keeps_tables_and_the_host_token(tmp_path: Path) -> None:
    """The same data folder: same tables, same token; SIGTERM between them ends with status 0 and no word."""
    with running(tmp_path) as first:
        code = first.open_table()
        answer = first.post(
            f"/api/tables/{code}/actions", {"action": {"type": "cash", "value": 7}, "seat": 0, "key": "restart-1"}
        )
        assert answer == {"seq": 1}
        if sys.platform != "win32":
            first.process.send_signal(signal.SIGTERM)
            _, error = first.process.communicate(timeout=30)
            assert (first.process.returncode, error) == (0, "")
    with running(tmp_path) as second:
        assert second.token == first.token
        again = second.post(
            f"/api/tables/{code}/actions", {"action": {"type": "cash", "value": 7}, "seat": 0, "key": "restart-1"}
        )
        assert again == {"seq": 1, "repeated": True}


def test_a_taken_port_is_one_line_with_the_next_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Status 1; the line names the port and one that is free."""
    with listen("127.0.0.1", 0) as other:
        port = other.getsockname()[1]
        assert run(["serve", "--host", "127.0.0.1", "--port", str(port), "--data", str(tmp_path), "--lang", "en"]) == 1
    said = capsys.readouterr()
    offered = re.search(r"--port (\d+), which is free", said.err)
    assert offered is not None
    assert int(offered[1]) > port
    assert (said.err.count("\n"), said.out) == (1, "")


def test_a_data_folder_that_cannot_be_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One line with the folder, status 1."""
    file = tmp_path / "file"
    file.write_text("in the way")
    assert run(["serve", "--host", "127.0.0.1", "--port", "0", "--data", str(file / "data"), "--lang", "en"]) == 1
    said = capsys.readouterr().err
    assert str(file) in said
    assert said.count("\n") == 1


def test_names_it_answers_to(tmp_path: Path) -> None:
    """--allow-host adds one name; another one is refused."""
    with running(tmp_path, "--allow-host", "games.example") as server:
        assert b"<html" in server.get("/", Host="games.example")
        with pytest.raises(urllib.error.HTTPError, match="400") as refused:
            server.get("/", Host="other.example")
        refused.value.close()


@pytest.mark.skipif(sys.platform == "win32", reason="uses a shell script as browser")
def test_open_shows_the_host_page(tmp_path: Path) -> None:
    """--open hands the link with the token to the browser."""
    script = tmp_path / "browser"
    script.write_text(
        f'#!/bin/sh\necho "$1" > "{tmp_path}/opened.new" && mv "{tmp_path}/opened.new" "{tmp_path}/opened"\n'
    )
    script.chmod(0o755)
    opened = tmp_path / "opened"
    with running(tmp_path / "data", "--open", environment={"BROWSER": f"{script} %s"}) as server:
        deadline = time.monotonic() + 30
        while not opened.exists() and time.monotonic() < deadline:
            time.sleep(0.02)
        assert opened.read_text().strip() == server.host_page


def test_a_new_network_is_said_in_the_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A computer without a screen says the new address and code by itself, once, and announces it."""
    monkeypatch.setattr(serving, "FOLLOW_EVERY_S", 0.01)
    app = create_app(tmp_path)
    machine = ["192.168.1.5"] * 4 + ["10.0.0.7"] * 8
    ended = threading.Event()
    announced: list[Any] = []

    def read() -> tuple[tuple[Adapter, ...], None]:
        address = machine.pop(0) if len(machine) > 1 else machine[0]
        if len(machine) == 1:
            ended.set()
        return (Adapter("wlan0", ((address, 24),)),), None

    addresses = app.extensions["addresses"]
    addresses.watch = Watch(read=read)
    addresses.clock = itertools.count(0, 10).__next__  # every question looks again
    announcement = Announcement(8000)
    monkeypatch.setattr(announcement, "start", announced.append)
    serving.follow_network(Settings(tmp_path, Words("en")), app, 8000, announcement, ended)
    said = capsys.readouterr().out
    assert said.count("The network has changed") == 1
    assert "    http://10.0.0.7:8000/" in said
    assert announced[0] == ["192.168.1.5"]
    assert announced[-1] == ["10.0.0.7"]
    app.extensions["companion"].store.close()


@pytest.mark.parametrize(
    ("platform", "environment", "screen"),
    [
        ("linux", {}, False),
        ("linux", {"DISPLAY": ":0"}, True),
        ("linux", {"WAYLAND_DISPLAY": "wayland-0"}, True),
        ("linux", {"BROWSER": "w3m"}, True),
        ("darwin", {}, True),
        ("win32", {}, True),
    ],
)
def test_a_text_browser_never_takes_over_the_terminal(
    monkeypatch: pytest.MonkeyPatch, platform: str, environment: dict[str, str], screen: bool
) -> None:
    """Without a screen nothing is opened, unless somebody named a browser."""
    for name in ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("companion.commands.serving.sys.platform", platform)
    assert has_screen() is screen


@pytest.mark.parametrize(
    ("option", "value", "words"),
    [
        ("--port", "70000", "--port: Enter a whole number from 0 to 65535."),
        ("--streams", "0", "--streams: Enter a whole number from 1 to 4096."),
        ("--streams", "many", "--streams: Enter a whole number from 1 to 4096."),
    ],
)
def test_bad_options(capsys: pytest.CaptureFixture[str], option: str, value: str, words: str) -> None:
    """The option and what is allowed, status 2."""
    assert run(["serve", option, value, "--lang", "en"]) == 2
    assert capsys.readouterr().err == f"{words}\n"


@pytest.mark.skipif(sys.platform == "win32", reason="there it is pythonw, which closes the same two")
def test_without_standard_output_it_serves_all_the_same(tmp_path: Path) -> None:
    """As a service or with pythonw: nothing can be printed, and nothing fails for it."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    command = (
        f'exec "{sys.executable}" -m companion serve --host 127.0.0.1 --port {port} --data "{tmp_path}" <&- >&- 2>&-'
    )
    process = subprocess.Popen(["sh", "-c", command], cwd=ROOT)
    try:
        ends = time.monotonic() + 60
        while time.monotonic() < ends:
            assert process.poll() is None, "it ended"
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5) as answer:
                    assert answer.status == 200
                break
            except (urllib.error.URLError, ConnectionError):
                time.sleep(0.1)
        else:
            raise AssertionError("it never answered")
        process.terminate()
        assert process.wait(30) == 0
    finally:
        process.kill()
        process.wait()
