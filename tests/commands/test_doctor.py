"""`companion doctor`: what is wrong with a computer, and what to do; clean on a good one."""

from __future__ import annotations

import json
import os
import shutil
import socket
from collections import namedtuple
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.commands import doctor, run
from companion.core.text import plain
from companion.lock import FolderLock
from companion.network import Adapter, Watch
from companion.store import Store

KEYS = ["versions", "folder", "database", "backups", "disk", "memory", "clock", "address", "port", "firewall", "camera"]


@pytest.fixture(autouse=True)
def at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    """A computer in a home network."""
    adapters = (Adapter("wlan0", (("192.168.1.20", 24),)),)
    monkeypatch.setattr(doctor, "Watch", lambda: Watch(read=lambda: (adapters, "192.168.1.20")))


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


@pytest.mark.parametrize("used", [False, True], ids=["a fresh computer", "after an evening"])
def test_a_good_computer_is_clean(tmp_path: Path, capsys: pytest.CaptureFixture[str], used: bool) -> None:
    if used:
        store = Store(tmp_path)
        store.back_up()
        store.close()
    assert run(["doctor", "--json", "--lang", "en", "--data", str(tmp_path), "--port", str(free_port())]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["ok"] is True
    assert [check["key"] for check in said["checks"]] == KEYS
    assert all(check["state"] in ("ok", "note") and check["message"] for check in said["checks"])
    assert run(["doctor", "--data", str(tmp_path), "--lang", "zh_Hant_TW", "--port", str(free_port())]) == 0
    assert "這台電腦可以當主機" in capsys.readouterr().out


def found(key: str, data: Path, port: int | None = None) -> doctor.Finding:
    (one,) = [each for each in doctor.examine(data, port or free_port()) if each.key == key]
    return one


def test_a_port_that_is_taken_names_a_free_one(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        one = found("port", tmp_path, other.getsockname()[1])
        assert one.state == "wrong"
        assert one.todo is not None
        assert "--port" in plain(one.todo)


def test_our_own_companion_on_the_port_is_no_fault(tmp_path: Path) -> None:
    lock = FolderLock(tmp_path)
    assert lock.take()
    with socket.create_server(("127.0.0.1", 0)) as ours:
        assert found("port", tmp_path, ours.getsockname()[1]).state == "ok"
    lock.release()


def test_damage_names_the_backup_and_status_1(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store = Store(tmp_path)
    made = store.back_up()
    store.close()
    store.path.write_bytes(b"")
    assert run(["doctor", "--json", "--lang", "en", "--data", str(tmp_path), "--port", str(free_port())]) == 1
    checks = {check["key"]: check for check in json.loads(capsys.readouterr().out)["checks"]}
    assert checks["database"]["state"] == "wrong"
    assert str(made) in checks["database"]["todo"]


@pytest.mark.parametrize(
    ("free", "state"), [(50 * doctor.MB, "wrong"), (500 * doctor.MB, "note"), (5000 * doctor.MB, "ok")]
)
def test_the_room_on_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, free: int, state: str) -> None:
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage(10**10, 0, free))
    assert found("disk", tmp_path).state == state


@pytest.mark.parametrize(
    ("addresses", "state"),
    [
        ((), "wrong"),
        ((("192.168.1.20", 24),), "ok"),
        ((("203.0.113.9", 24),), "note"),
        ((("169.254.3.4", 16),), "wrong"),
    ],
)
def test_the_network(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, addresses: tuple[tuple[str, int], ...], state: str
) -> None:
    monkeypatch.setattr(doctor, "Watch", lambda: Watch(read=lambda: ((Adapter("eth0", addresses),), None)))
    assert found("address", tmp_path).state == state


@pytest.mark.parametrize(
    ("at", "newest", "state"),
    [
        pytest.param(datetime(1970, 1, 1, tzinfo=UTC), None, "wrong", id="a computer without a clock battery"),
        pytest.param(datetime(2027, 3, 1, tzinfo=UTC), "2027-05-01T19:30:00.000Z", "wrong", id="behind the last entry"),
        pytest.param(datetime(2027, 6, 1, tzinfo=UTC), "2027-05-01T19:30:00.000Z", "ok", id="after it"),
    ],
)
def test_the_clock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at: datetime, newest: str | None, state: str
) -> None:
    class Clock(datetime):
        @classmethod
        def now(cls, tz: object = None) -> datetime:  # type: ignore[override]
            return at

    if newest is not None:
        store = Store(tmp_path)
        with store.writing():
            store.add_table("ABCDEF", "mombasa", {}, {}, [], newest, False)
            store.db.conn.execute(
                "INSERT INTO events (code, seq, at, device, via, change) VALUES ('ABCDEF', 1, ?, 1, 'hand', 'played')",
                (newest,),
            )
        store.close()
    monkeypatch.setattr(doctor, "datetime", Clock)
    assert doctor.clock(tmp_path).state == state


def test_a_folder_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    one = doctor.folder(tmp_path / "not" / "yet" / "there")
    assert one.state == "wrong"
    assert one.todo is not None
