"""Who waits for whom: looking for nobody, writers for each other, and for another program only so long."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from flask import Flask

from companion.store import Store, Unwritable, small_files
from companion.web import create_app


@contextmanager
def held(path: Path) -> Iterator[None]:
    """Another program that has begun to write and does not end."""
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    app = create_app(tmp_path)
    yield app
    app.extensions["companion"].store.close()


def opened(app: Flask) -> str:
    seats = [{"name": "Ann", "color": "red"}, {"name": "Bo", "color": "blue"}]
    answer = app.test_client().post("/api/tables", json={"game": "mombasa", "seats": seats})
    return str(answer.get_json()["code"])


def test_looking_waits_for_nobody_while_another_program_holds_the_database(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = opened(app)
    client = app.test_client()
    client.get(f"/t/{code}")
    waits: list[float | None] = []
    writing = Store.writing

    def noted(store: Store, wait_s: float | None = None) -> AbstractContextManager[None]:
        waits.append(wait_s)
        return writing(store, wait_s)

    monkeypatch.setattr(Store, "writing", noted)
    with held(app.extensions["companion"].store.path):
        for path in (f"/t/{code}", f"/api/tables/{code}", f"/t/{code}/seq", "/", "/healthz"):
            assert client.get(path).status_code == 200, path
            assert set(waits) <= {0}, path


def test_a_lock_and_a_full_disk_are_told_apart(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.store.database.WRITE_WAIT_S", 0.2)
    code = opened(app)
    store = app.extensions["companion"].store

    def post(key: str) -> str:
        body = {"action": {"type": "cash", "value": 3}, "seat": 0, "key": key}
        answer = app.test_client().post(f"/api/tables/{code}/actions", json=body)
        assert (answer.status_code, answer.get_json()["error"]["code"]) == (503, "busy")
        assert int(answer.headers["Retry-After"]) > 0
        return str(answer.get_json()["error"]["message"])

    with held(store.path):
        locked = post("key-00001")
    assert "another program" in locked
    connection = store.db.conn
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    connection.execute(f"PRAGMA max_page_count={pages}")
    with pytest.raises(Unwritable) as full, store.writing():
        store.set_setting("large", "x" * 100_000)
    assert full.value.cause == "full"


def test_many_waiting_for_another_program_leave_threads_for_those_who_look(tmp_path: Path) -> None:
    """Of 60 changes at once only some wait; the others are told at once, and nobody waits much longer than one."""
    store = Store(tmp_path)
    waited: list[float] = []
    causes: list[str] = []

    def write() -> None:
        started = time.monotonic()
        try:
            with store.writing(wait_s=1.0):
                pass
        except Unwritable as problem:
            causes.append(problem.cause)
        waited.append(time.monotonic() - started)
        store.close()

    with held(store.path):
        threads = [threading.Thread(target=write) for _ in range(60)]
        for thread in threads:
            thread.start()
            time.sleep(0.002)
        for thread in threads:
            thread.join(60)
    assert causes == ["locked"] * 60
    assert sum(one < 0.9 for one in waited) >= 40, sorted(waited)
    assert max(waited) < 10
    with store.writing():
        store.set_setting("after", "that")
    store.close()


NOW = datetime(2026, 11, 30, 20, tzinfo=UTC)


def deleted(store: Store, code: str, at: datetime) -> None:
    with store.writing():
        store.add_table(code, "mombasa", {}, {}, [], NOW.isoformat(), False)
        store.set_deleted(code, at.isoformat())


def purged_at(folder: Path, *times: datetime) -> set[str]:
    """The codes still there after a purge at each of these times, each after a start of its own."""
    for now in times:
        store = Store(folder)
        with store.writing():
            store.purge_deleted(now)
        left = {row.code for row in store.deleted_tables()}
        store.close()
    return left


@pytest.mark.parametrize(
    ("deleted_at", "purges", "there"),
    [
        pytest.param(NOW - timedelta(days=60), [NOW], True, id="deleted under a clock 60 days behind"),
        pytest.param(NOW, [NOW + timedelta(days=1826)], True, id="one look by a clock 5 years ahead"),
        pytest.param(NOW, [NOW + timedelta(days=1826), NOW + timedelta(days=9)], True, id="which is then set right"),
        pytest.param(NOW, [NOW.replace(year=1970)], True, id="a clock without a battery"),
        pytest.param(NOW - timedelta(days=40), [NOW, NOW + timedelta(days=2)], True, id="old, but noted only days ago"),
        pytest.param(
            NOW - timedelta(days=40), [NOW, NOW + timedelta(days=9)], False, id="old, and still old a week on"
        ),
    ],
)
def test_a_wrong_clock_purges_nothing(
    tmp_path: Path, deleted_at: datetime, purges: list[datetime], there: bool
) -> None:
    store = Store(tmp_path)
    deleted(store, "ABCDEF", deleted_at)
    store.close()
    assert ("ABCDEF" in purged_at(tmp_path, *purges)) is there


def test_what_was_deleted_since_the_start_is_never_purged(tmp_path: Path) -> None:
    store = Store(tmp_path)
    deleted(store, "ABCDEF", NOW - timedelta(days=400))
    for days in (0, 10, 20):
        with store.writing():
            store.purge_deleted(NOW + timedelta(days=days))
    assert [row.code for row in store.deleted_tables()] == ["ABCDEF"]
    store.close()


@pytest.mark.parametrize(
    "content", [b"", b"\0" * 40, b"\xff\xfe" * 30, b"short\n"], ids=["empty", "NULs", "bytes", "short"]
)
def test_a_secret_that_cannot_be_read_is_replaced_with_a_sentence(tmp_path: Path, content: bytes) -> None:
    """A file of NULs after a power cut must not become the token, and other bytes no traceback."""
    (tmp_path / "host-token.secret").write_bytes(content)
    store = Store(tmp_path)
    token = store.secret("host-token")
    assert len(token) >= 20
    assert token.isprintable()
    (note,) = store.notes
    assert dict(note.params)["file"] == "host-token.secret"
    assert Store(tmp_path).secret("host-token") == token
    store.close()


def test_a_small_file_is_whole_or_as_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "name.secret"
    small_files.write_whole(file, b"before")

    def failing(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", failing)
    with pytest.raises(OSError, match="space"):
        small_files.write_whole(file, b"after")
    assert file.read_bytes() == b"before"
    assert [path.name for path in tmp_path.iterdir()] == ["name.secret"]
