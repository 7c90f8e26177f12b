"""Changes that were answered and are no longer there are missed at the next start, whatever became of them."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.commands import run
from companion.core.text import plain
from companion.store import Store, backups
from companion.store.changes import missing_in

WRITES = """
import os, pathlib, signal, sys
from companion.store import Store, database
database.IDLE_S = 3600.0  # nothing is brought together meanwhile, however slow this computer is
store = Store(pathlib.Path(sys.argv[1]))
for number in range(int(sys.argv[2])):
    with store.writing():
        store.set_setting("a", str(number))
os.kill(os.getpid(), signal.SIGKILL)
"""


def killed_after(folder: Path, changes: int) -> None:
    """So many changes, then the process is gone at once: they lie in ``-wal`` only."""
    done = subprocess.run([sys.executable, "-c", WRITES, str(folder), str(changes)], timeout=60, check=False)
    assert done.returncode == -signal.SIGKILL
    assert (folder / "companion.sqlite3-wal").stat().st_size


def begun(folder: Path) -> None:
    store = Store(folder)
    with store.writing():
        store.set_setting("a", "before")
    store.bring_together()
    store.close()


def log_gone(folder: Path) -> None:
    (folder / "companion.sqlite3-wal").unlink()


def log_and_index_gone(folder: Path) -> None:
    log_gone(folder)
    (folder / "companion.sqlite3-shm").unlink()


def log_cut(folder: Path) -> None:
    wal = folder / "companion.sqlite3-wal"
    os.truncate(wal, wal.stat().st_size - 4096)


def nothing(folder: Path) -> None:
    pass


def all_gone(folder: Path) -> None:
    (folder / "companion.sqlite3").unlink()


pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL is of other systems")


@pytest.mark.parametrize(
    ("harm", "missing"),
    [
        pytest.param(nothing, 0, id="a kill alone loses nothing"),
        pytest.param(log_gone, 5, id="the log is gone"),
        pytest.param(log_and_index_gone, 5, id="the log and its index are gone"),
        pytest.param(log_cut, 1, id="the log lacks its last change"),
        pytest.param(all_gone, 6, id="the database is gone, and its log stays behind"),
    ],
)
def test_changes_that_were_answered_and_are_gone_are_missed_at_the_next_start(
    tmp_path: Path, harm: Callable[[Path], None], missing: int
) -> None:
    """It says how many, goes on, and says nothing more once it has gone on."""
    begun(tmp_path)
    killed_after(tmp_path, 5)
    harm(tmp_path)
    store = Store(tmp_path)
    assert [str(missing) in plain(note) for note in store.notes] == ([True] if missing else [])
    with store.writing():
        store.set_setting("b", "the evening goes on")
    store.close()
    assert Store(tmp_path).notes == []


def test_a_backup_that_has_more_is_named_and_takes_its_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The doctor says it too; the backup made at the start, of what is left, is not the one that is named."""
    begun(tmp_path)
    shutil.copy(tmp_path / "companion.sqlite3", tmp_path / "alone")
    killed_after(tmp_path, 4)
    full = Store(tmp_path).back_up()
    assert full is not None
    killed_after(tmp_path, 2)
    for path in tmp_path.glob("companion.sqlite3-*"):
        path.unlink()
    (tmp_path / "alone").replace(tmp_path / "companion.sqlite3")

    assert run(["doctor", "--lang", "en", "--json", "--data", str(tmp_path)]) == 1
    (said,) = [one for one in json.loads(capsys.readouterr().out)["checks"] if one["key"] == "database"]
    assert said["state"] == "wrong"
    assert str(full) in said["message"]
    store = Store(tmp_path)
    (note,) = store.notes
    assert plain(note) == said["message"]
    store.close()

    assert run(["restore", "--lang", "en", "--data", str(tmp_path), str(full)]) == 0
    again = Store(tmp_path)
    assert (again.setting("a"), again.notes) == ("3", [])
    again.close()


def test_a_backup_put_back_on_purpose_is_no_loss(tmp_path: Path) -> None:
    begun(tmp_path)
    old = Store(tmp_path).back_up()
    assert old is not None
    store = Store(tmp_path)
    with store.writing():
        store.set_setting("a", "newer")
    store.restore(old)
    store.close()
    assert missing_in(tmp_path / "companion.sqlite3") is None
    assert backups.listed(tmp_path)


def test_what_changes_nothing_is_not_counted(tmp_path: Path) -> None:
    """Looking and a tap sent twice write nothing, also no count."""
    begun(tmp_path)
    store = Store(tmp_path)
    before = store.setting("changes")
    with store.writing():
        store.setting("a")
    assert store.setting("changes") == before
    store.close()
