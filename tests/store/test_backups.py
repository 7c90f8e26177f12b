"""Backups: when they are made, how many are kept, what they hold, and that a copy of the running file is whole."""

from __future__ import annotations

import io
import shutil
import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from companion import play
from companion.commands import run
from companion.live import Doorbell
from companion.store import Store, backups
from companion.store.checking import check_file
from companion.web import create_app
from testkit.server import running


def fill(store: Store, name: str) -> None:
    with store.writing():
        store.set_setting("name", name)


def name_in(path: Path) -> str:
    with closing(sqlite3.connect(path)) as connection:
        return str(connection.execute("SELECT value FROM settings WHERE name = 'name'").fetchone()[0])


def test_the_newest_ten_are_kept_and_the_same_is_not_kept_twice(tmp_path: Path) -> None:
    store = Store(tmp_path)
    for number in range(13):
        fill(store, f"state {number}")
        made = store.back_up()
        assert made == store.back_up(), "nothing has changed since"
    kept = backups.listed(tmp_path)
    assert [name_in(path) for path in kept] == [f"state {number}" for number in range(12, 2, -1)]
    for path in kept:
        check_file(path)
    store.close()


def test_a_backup_is_made_at_every_start_that_finds_something_new(tmp_path: Path) -> None:
    store = Store(tmp_path)
    fill(store, "first evening")
    store.close()
    for _ in range(2):
        Store(tmp_path).close()
    assert [name_in(path) for path in backups.listed(tmp_path)] == ["first evening"]


def test_a_game_that_ends_is_backed_up_and_one_ended_over_and_over_only_once_a_minute(tmp_path: Path) -> None:
    house = play.House(Store(tmp_path), Doorbell())
    code = play.open_table(house, "mombasa", [{"name": name} for name in ("Ann", "Bo")]).code
    play.act(house, code, "phone", {"type": "finish"}, "the-end-0")
    wait_for(lambda: len(backups.listed(tmp_path)) == 1)
    for number in range(3):
        play.undo(house, code, "phone", f"taken-back-{number}")
        play.act(house, code, "phone", {"type": "finish"}, f"ended-again-{number}")
    assert [thread for thread in threading.enumerate() if thread.name == "backup"] == []
    assert len(backups.listed(tmp_path)) == 1
    house.store.close()


def wait_for(there: Callable[[], bool], most_s: float = 20.0) -> None:
    until = time.monotonic() + most_s
    while not there():
        assert time.monotonic() < until
        time.sleep(0.02)
    for thread in threading.enumerate():
        if thread.name == "backup":
            thread.join(most_s)


def test_a_disk_without_room_for_a_backup_stops_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store(tmp_path)
    fill(store, "there")
    store.close()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(backups, "copy_to", full)
    again = Store(tmp_path)
    assert again.back_up() is None
    assert again.setting("name") == "there"
    again.close()


def test_some_moments_after_the_last_entry_the_file_alone_holds_everything(tmp_path: Path) -> None:
    """Whoever copies only companion.sqlite3 of a running companion, as people do, has all entries."""
    with running(tmp_path / "data") as server:
        code = server.open_table()
        for number in range(40):
            action = {"type": "cash", "value": number}
            server.post(f"/api/tables/{code}/actions", {"action": action, "seat": 0, "key": f"key-{number:05}"})
        ends = time.monotonic() + 20
        while time.monotonic() < ends:
            shutil.copyfile(tmp_path / "data" / "companion.sqlite3", tmp_path / "copy.sqlite3")
            with closing(sqlite3.connect(tmp_path / "copy.sqlite3")) as copy:
                held = copy.execute("SELECT count(*) FROM events").fetchone()[0]
            if held == 40:
                break
            time.sleep(0.2)
        assert held == 40


def test_backup_and_restore_by_command_hold_everything(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Made while the companion runs; put back when it does not; what was there before is kept."""
    data, file = tmp_path / "data", tmp_path / "evening.sqlite3"
    with running(data) as server:
        code = server.open_table()
        action = {"type": "cash", "value": 7}
        server.post(f"/api/tables/{code}/actions", {"action": action, "seat": 0, "key": "key-00001"})
        (data / "faces" / "mombasa").mkdir(parents=True)
        (data / "faces" / "mombasa" / "skull.npz").write_bytes(b"taught")
        assert run(["backup", "--data", str(data), str(file)]) == 0
        assert capsys.readouterr().out.strip() == str(file)
        assert run(["restore", "--lang", "en", "--data", str(data), str(file)]) == 1
        assert "Stop it first" in capsys.readouterr().err
        server.post(f"/api/tables/{code}/actions", {"action": action | {"value": 9}, "seat": 0, "key": "key-00002"})
    secret = (data / "cookies.secret").read_text()
    (data / "faces" / "mombasa" / "skull.npz").write_bytes(b"taught anew")
    (data / "cookies.secret").write_text("another-secret-altogether\n")
    assert run(["restore", "--lang", "en", "--data", str(data), str(file)]) == 0
    kept = Path(capsys.readouterr().out.split()[-1])
    with closing(sqlite3.connect(kept)) as before:
        assert before.execute("SELECT count(*) FROM events").fetchone() == (2,)
    assert (kept.with_name(f"{kept.name}.files") / "faces" / "mombasa" / "skull.npz").read_bytes() == b"taught anew"
    assert (data / "faces" / "mombasa" / "skull.npz").read_bytes() == b"taught"
    assert (data / "cookies.secret").read_text() == secret
    store = Store(data)
    assert store.seq(code) == 1
    store.close()


def test_a_backup_into_nothing_and_over_something_else(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = tmp_path / "data"
    assert run(["backup", "--lang", "en", "--data", str(data)]) == 1
    assert "nothing in" in capsys.readouterr().err
    Store(data).close()
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Ann")
    assert run(["backup", "--lang", "en", "--data", str(data), str(letter)]) == 2
    assert (capsys.readouterr().err[:5], letter.read_text()) == ("FILE:", "Dear Ann")
    for _ in range(2):  # an older backup is replaced
        assert run(["backup", "--data", str(data), str(tmp_path / "nightly.sqlite3")]) == 0


@pytest.mark.parametrize(
    "content", [b"", b"no database", b"SQLite format 3\0" + b"x" * 200], ids=["empty", "text", "torn"]
)
def test_what_is_no_backup_is_refused_and_nothing_changes(
    tmp_path: Path, content: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    store = Store(tmp_path / "data")
    fill(store, "kept")
    store.close()
    file = tmp_path / "file"
    file.write_bytes(content)
    for named in (file, tmp_path / "not-there"):
        assert run(["restore", "--lang", "en", "--data", str(tmp_path / "data"), str(named)]) == 2
        error = capsys.readouterr().err
        assert error.startswith("FILE:")
        assert error.count("\n") == 1
    assert name_in(store.path) == "kept"


def test_small_files_of_a_backup_stay_in_the_data_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A backup from elsewhere could name any path."""
    store = Store(tmp_path / "data")
    file = tmp_path / "evil.sqlite3"
    backups.copy_everything(tmp_path / "data", store.path, file)
    store.close()
    with closing(sqlite3.connect(file, isolation_level=None)) as evil:
        evil.execute("INSERT INTO backup_files VALUES ('faces/../../out.txt', x'00')")
    assert run(["restore", "--data", str(tmp_path / "data"), str(file)]) == 2
    assert not (tmp_path / "out.txt").exists()


def test_backup_and_restore_on_the_host_page_while_phones_are_connected(tmp_path: Path) -> None:
    """Everything is as in the file, at once for everybody; the state before lies beside it; guests cannot."""
    app = create_app(tmp_path)
    client = app.test_client()
    host = {"Authorization": f"Bearer {app.extensions['guard'].host_token}"}
    house = app.extensions["companion"]
    code = client.post("/api/tables", json={"game": "mombasa", "seats": [{"name": "Ann"}, {"name": "Bo"}]}).get_json()[
        "code"
    ]

    def enter(value: int) -> None:
        body = {"action": {"type": "cash", "value": value}, "seat": 0, "key": f"key-{value:05}"}
        assert client.post(f"/api/tables/{code}/actions", json=body).status_code == 201

    enter(7)
    assert client.post("/host/backup").status_code == 403
    answer = client.post("/host/backup", headers=host)
    assert answer.status_code == 200
    saved = answer.data
    answer.close()
    enter(9)
    rings = house.bell.rings(code)

    def put_back(content: bytes, headers: dict[str, str]) -> int:
        form = {"file": (io.BytesIO(content), "evening.sqlite3")}
        return client.post("/host/restore-file", data=form, headers=headers).status_code

    assert put_back(saved, {}) == 403
    assert put_back(saved[:-5000], host) == 422
    assert put_back(b"no database", host) == 422
    assert client.get(f"/api/tables/{code}").get_json()["seq"] == 2, "nothing has changed"
    assert put_back(saved, host) == 303
    assert client.get(f"/api/tables/{code}").get_json()["seq"] == 1
    assert house.bell.rings(code) > rings
    enter(11)
    (kept,) = tmp_path.glob("*before-restore*.sqlite3")
    with closing(sqlite3.connect(kept)) as before:
        assert before.execute("SELECT count(*) FROM events").fetchone() == (2,)
    house.store.close()


def test_a_backup_is_made_when_a_table_is_closed(tmp_path: Path) -> None:
    app = create_app(tmp_path)
    client = app.test_client()
    code = client.post("/api/tables", json={"game": "mombasa", "seats": [{"name": "Ann"}, {"name": "Bo"}]}).get_json()[
        "code"
    ]
    client.post(f"/api/tables/{code}/close", json={})
    ends = time.monotonic() + 30
    while not backups.listed(tmp_path) and time.monotonic() < ends:
        time.sleep(0.05)
    (made,) = backups.listed(tmp_path)
    check_file(made)
    app.extensions["companion"].store.close()
