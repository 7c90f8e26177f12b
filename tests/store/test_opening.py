"""What is opened and what is refused, each refusal with one sentence and the way back."""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from companion.commands import run
from companion.core.text import plain
from companion.store import BadDatabase, Store, backups


def filled(folder: Path, events: int = 400) -> Store:
    """A data folder with a table and a long log, all of it in the database file."""
    store = Store(folder)
    with store.writing():
        store.add_table(
            "ABCDEF", "mombasa", {}, {}, [{"name": "Ann", "color": "red"}], "2026-05-01T19:30:00.000Z", False
        )
        for number in range(1, events + 1):
            store.db.conn.execute(
                "INSERT INTO events (code, seq, at, device, via, change, body) VALUES (?, ?, ?, 1, 'hand', 'played', ?)",
                ("ABCDEF", number, "2026-05-01T19:30:00.000Z", f'{{"type": "cash", "value": {number}}}'),
            )
    store.bring_together()
    store.close()
    return store


def damage_page(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[4096 * 3 : 4096 * 3 + 400] = os.urandom(400)
    path.write_bytes(content)


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-1000])


def empty(path: Path) -> None:
    path.write_bytes(b"")


def other_file(path: Path) -> None:
    path.write_bytes(b"a shopping list\n" * 500)


def statement(sql: str) -> Callable[[Path], None]:
    def change(path: Path) -> None:
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            connection.execute(sql)

    return change


def foreign(path: Path) -> None:
    path.unlink()
    statement("CREATE TABLE recipes (name TEXT)")(path)


NEWER = "INSERT INTO _sqlite_migrations (migration_set, name, applied_at) VALUES ('companion', 'm999_more', '2030')"


@pytest.mark.parametrize(
    ("harm", "says", "damaged"),
    [
        pytest.param(damage_page, "damaged", True, id="a damaged page"),
        pytest.param(cut, "damaged", True, id="a file cut short"),
        pytest.param(empty, "is empty", True, id="an empty file is no empty house"),
        pytest.param(other_file, "no database of the companion", True, id="no database at all"),
        pytest.param(foreign, "of another program", False, id="a database of another program"),
        pytest.param(statement(NEWER), "newer companion", False, id="a migration this version does not know"),
        pytest.param(statement("PRAGMA user_version = 999"), "newer companion", False, id="a higher number"),
        pytest.param(
            statement("ALTER TABLE plays RENAME COLUMN seats TO people"), "newer", False, id="a renamed column"
        ),
    ],
)
def test_what_is_not_whole_not_ours_or_newer_is_refused_at_start(
    tmp_path: Path, harm: Callable[[Path], None], says: str, damaged: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    """Damage names the newest backup and the command that takes it; that command works, and keeps the damaged file."""
    store = filled(tmp_path)
    made = store.back_up()
    assert made is not None
    harm(store.path)
    before = store.path.read_bytes()
    with pytest.raises(BadDatabase) as refused:
        Store(tmp_path)
    sentence = plain(refused.value.text)
    assert says in sentence
    assert store.path.read_bytes() == before, "nothing was changed"
    assert ("companion restore" in sentence and str(made) in sentence) is damaged
    assert run(["serve", "--port", "0", "--host", "127.0.0.1", "--lang", "en", "--data", str(tmp_path)]) == 1
    assert says in capsys.readouterr().err

    command = ["restore", "--lang", "en", "--data", str(tmp_path), str(made)]
    assert run(command) == 0
    kept = Path(capsys.readouterr().out.split()[-1])
    assert kept.read_bytes() == before
    again = Store(tmp_path)
    assert again.seq("ABCDEF") == 400
    again.close()


def test_a_newer_version_is_named(tmp_path: Path) -> None:
    store = filled(tmp_path)
    statement(NEWER)(store.path)
    statement("UPDATE settings SET value = '7.5' WHERE name = 'version'")(store.path)
    with pytest.raises(BadDatabase, match="companion") as refused:
        Store(tmp_path)
    assert "7.5" in plain(refused.value.text)


def test_without_a_backup_that_is_said(tmp_path: Path) -> None:
    store = filled(tmp_path)
    cut(store.path)
    with pytest.raises(BadDatabase) as refused:
        Store(tmp_path)
    assert "no backup" in plain(refused.value.text)


def test_a_damaged_backup_is_not_offered(tmp_path: Path) -> None:
    store = filled(tmp_path)
    good = store.back_up()
    with store.writing():
        store.set_setting("a", "b")
    bad = store.back_up()
    store.close()
    assert good is not None
    assert bad is not None
    assert good != bad
    cut(bad)
    assert backups.newest(tmp_path) == good


def test_a_database_of_the_first_version_is_brought_forward_after_a_backup(tmp_path: Path) -> None:
    """Its columns for lists are filled; the backup is as it was before."""
    store = filled(tmp_path)
    for sql in (
        "ALTER TABLE plays DROP COLUMN touched_at",
        "ALTER TABLE plays DROP COLUMN summary",
        "ALTER TABLE plays DROP COLUMN summary_seq",
        "DROP INDEX idx_devices_device",
        "DELETE FROM _sqlite_migrations WHERE name = 'm003_summaries'",
        "PRAGMA user_version = 0",
        "PRAGMA application_id = 0",
        "DELETE FROM settings WHERE name = 'version'",
    ):
        statement(sql)(store.path)
    again = Store(tmp_path)
    (summary,) = again.summaries()
    assert (summary.code, summary.seq, summary.touched_at) == ("ABCDEF", 400, "2026-05-01T19:30:00.000Z")
    again.close()
    (backup,) = backups.listed(tmp_path)
    with closing(sqlite3.connect(backup)) as connection:
        columns = {row[1] for row in connection.execute("PRAGMA table_info(plays)")}
        assert connection.execute("SELECT count(*) FROM events").fetchone() == (400,)
    assert "touched_at" not in columns


@pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps its users apart by other means")
def test_nobody_else_on_the_computer_reads_the_database(tmp_path: Path) -> None:
    store = filled(tmp_path / "data")
    assert stat.S_IMODE(store.path.stat().st_mode) == 0o600
    store.path.chmod(0o644)  # as version 0.1 made it
    made = Store(tmp_path / "data").back_up()
    assert made is not None
    for path in (store.path, made):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_folder_that_cannot_be_written_can_still_be_exported(
    tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "data"
    filled(folder)
    read_only = tmp_path / "stick"
    shutil.copytree(folder, read_only)
    for path in read_only.rglob("*"):
        path.chmod(0o444 if path.is_file() else 0o555)
    read_only.chmod(0o555)
    if os.access(read_only, os.W_OK):  # an administrator may write everywhere
        monkeypatch.setattr("os.access", lambda _, mode: mode != os.W_OK)
    try:
        assert run(["export", "ABCDEF", "--data", str(read_only)]) == 0
        assert b'"seq": 400' in capsysbinary.readouterr().out
        assert {path.name for path in read_only.iterdir()} == {path.name for path in folder.iterdir()}
    finally:
        read_only.chmod(0o755)
        for path in read_only.rglob("*"):
            path.chmod(0o755)
