"""Backups: whole databases beside the one in use, and putting one back.

Numbered, because a computer without a clock battery dates them wrongly; the newest ten are kept. A backup is made with
``VACUUM INTO``, which reads one state while others go on writing.
"""

from __future__ import annotations

import filecmp
import os
import re
import sqlite3
import tempfile
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path

from companion.core.text import T
from companion.store.checking import BadDatabase, check_file
from companion.store.schema import migrations
from companion.store.small_files import sync_folder, write_whole
from companion.store.sqlite import Database

KEPT = 10
FOLDER = "backups"
_NAME = re.compile(r"companion-(\d{4,})-\d{8}-\d{6}\.sqlite3")
TAKEN_ALONG = ("faces", "cards", "pads")
"""Folders of what was taught and described, which a backup asked for by hand holds too."""
MOST_BYTES_OF_FILES = 500 * 1024 * 1024
_FILES = "backup_files"


def listed(folder: Path) -> list[Path]:
    """The backups of a data folder, newest first."""
    try:
        found = [path for path in (folder / FOLDER).iterdir() if _NAME.fullmatch(path.name)]
    except OSError:
        return []
    return sorted(found, key=_number, reverse=True)


def _number(path: Path) -> int:
    match = _NAME.fullmatch(path.name)
    return int(match[1]) if match else 0


def newest(folder: Path) -> Path | None:
    """The newest backup that is whole."""
    return next((path for path in listed(folder) if is_whole(path)), None)


def is_whole(backup: Path) -> bool:
    """Whether a file is a database of ours that this version can read."""
    with suppress(BadDatabase, OSError, sqlite3.Error):
        check_file(backup)
        return True
    return False


def changes_file(database: Path) -> Path:
    """Where the changes of a database are counted beside it: see `companion.store.changes`."""
    return database.with_name(f"{database.name}.changes")


def _begin_counting_anew(database: Path) -> None:
    """Another state takes the place of the database on purpose: what it lacks is not missing."""
    with suppress(FileNotFoundError):
        changes_file(database).unlink()


def back_up(database: Path) -> Path:
    """Adds a backup to those of the data folder, unless the newest is the same, and forgets the oldest.

    Answers with the newest. Raises OSError, sqlite3.Error.
    """
    folder = database.parent
    (folder / FOLDER).mkdir(mode=0o700, exist_ok=True)
    before = listed(folder)
    number = 1 + max(map(_number, before), default=0)
    name = f"companion-{number:04}-{datetime.now(UTC):%Y%m%d-%H%M%S}.sqlite3"
    made = folder / FOLDER / name
    copy_to(database, made)
    if before and filecmp.cmp(made, before[0], shallow=False):
        made.unlink()
        return before[0]
    for old in listed(folder)[KEPT:]:
        with suppress(OSError):
            old.unlink()
    return made


def copy_to(database: Path, target: Path) -> None:
    """Writes a consistent copy of a database, whole or not at all. Raises OSError, sqlite3.Error."""
    beside = target.with_name(f"{target.name}.new")
    with suppress(FileNotFoundError):
        beside.unlink()
    try:
        os.close(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))  # VACUUM INTO takes an empty file
        with closing(sqlite3.connect(database, timeout=10, isolation_level=None)) as connection:
            connection.execute("VACUUM INTO ?", (str(beside),))
        with beside.open("rb+") as file:
            os.fsync(file.fileno())
        beside.replace(target)
    except BaseException:
        with suppress(OSError):
            beside.unlink()
        raise
    sync_folder(target.parent)


def copy_everything(folder: Path, database: Path, target: Path) -> None:
    """A copy of the database with the small files of the data folder in it: taught faces and cards, secrets.

    Raises OSError, sqlite3.Error.
    """
    beside = target.with_name(f"{target.name}.making")
    try:
        copy_to(database, beside)
        with closing(sqlite3.connect(beside, isolation_level=None)) as copy:
            copy.execute(f"CREATE TABLE {_FILES} (path TEXT PRIMARY KEY, content BLOB NOT NULL)")
            left = MOST_BYTES_OF_FILES
            for path in _small_files(folder):
                content = path.read_bytes()
                left -= len(content)
                if left < 0:
                    break
                values = (path.relative_to(folder).as_posix(), content)
                copy.execute(f"INSERT INTO {_FILES} VALUES (?, ?)", values)  # noqa: S608 - ours
        with beside.open("rb+") as file:
            os.fsync(file.fileno())
        beside.replace(target)
    finally:
        with suppress(FileNotFoundError):
            beside.unlink()
    sync_folder(target.parent)


def _small_files(folder: Path) -> list[Path]:
    below = [path for name in TAKEN_ALONG for path in sorted((folder / name).rglob("*")) if path.is_file()]
    return [*sorted(folder.glob("*.secret")), *below]


def restore(folder: Path, database: Path, backup: Path) -> Path | None:
    """Puts a backup in the place of the database while nothing serves the folder.

    Answers with where the state before it lies now; None where there was none. Raises BadDatabase for a file that is no
    whole database of ours that this version reads, OSError, sqlite3.Error.
    """
    check_file(backup)
    folder.mkdir(parents=True, exist_ok=True)
    fresh = database.with_name(f"{database.name}.restoring")
    try:
        copy_to(backup, fresh)
        files = _taken_out(fresh)
        check_file(fresh)
        kept = _set_aside(database)
        _begin_counting_anew(database)
        fresh.replace(database)
    finally:
        with suppress(FileNotFoundError):
            fresh.unlink()
    sync_folder(folder)
    for name, content in files:
        _put_back(folder, name, content, kept)
    return kept


def restore_live(folder: Path, database: Path, backup: Path) -> Path:
    """As `restore`, into a database that is being served: SQLite copies page by page under its own lock."""
    check_file(backup)
    with tempfile.TemporaryDirectory(dir=folder, prefix="restoring-") as beside:
        fresh = Path(beside) / database.name
        copy_to(backup, fresh)
        files = _taken_out(fresh)
        check_file(fresh)
        with closing(sqlite3.connect(fresh, isolation_level=None)) as connection:
            migrations.apply(Database(connection))
        kept = _free_name(database)
        copy_to(database, kept)
        with (
            closing(sqlite3.connect(fresh, timeout=10, isolation_level=None)) as source,
            closing(sqlite3.connect(database, timeout=10, isolation_level=None)) as target,
        ):
            target.execute("PRAGMA synchronous=FULL")
            source.backup(target)
        _begin_counting_anew(database)
    for name, content in files:
        if not name.endswith(".secret"):  # whoever is connected stays who they are
            _put_back(folder, name, content, kept)
    return kept


def _taken_out(database: Path) -> list[tuple[str, bytes]]:
    """The small files in a copied backup, which from then on has none."""
    with closing(sqlite3.connect(database, isolation_level=None)) as copy:
        there = copy.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (_FILES,)).fetchone()
        if there is None:
            return []
        rows = copy.execute(f"SELECT path, content FROM {_FILES}").fetchall()  # noqa: S608 - ours
        copy.execute(f"DROP TABLE {_FILES}")
        copy.execute("VACUUM")
    return [(str(path), bytes(content)) for path, content in rows]


def _put_back(folder: Path, name: str, content: bytes, kept: Path | None) -> None:
    """Writes a small file of a backup; another one of that name goes beside the state before it."""
    parts = name.split("/")
    allowed = parts[0] in TAKEN_ALONG or (len(parts) == 1 and name.endswith(".secret"))
    if not allowed or any(part in ("", ".", "..") or "\\" in part or ":" in part for part in parts):
        raise BadDatabase(T("{file} is damaged, or is no database of the companion.", file=name[:60]))
    path = folder.joinpath(*parts)
    if path.is_file():
        present = path.read_bytes()
        if present == content:
            return
        if kept is not None:
            beside = kept.with_name(f"{kept.name}.files").joinpath(*parts)
            beside.parent.mkdir(parents=True, exist_ok=True)
            write_whole(beside, present)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, content)


def set_log_aside(database: Path) -> None:
    """Moves the ``-wal`` of a database that is gone out of the way: SQLite would bring it into the next one."""
    if database.with_name(f"{database.name}-wal").exists() and not database.exists():  # asked in this order: another
        _move_log(database, _free_name(database))  # process that begins a database has it before its log


def _move_log(database: Path, kept: Path) -> None:
    for tail in ("-wal", "-shm"):
        with suppress(FileNotFoundError):
            database.with_name(database.name + tail).replace(kept.with_name(kept.name + tail))


def _set_aside(database: Path) -> Path | None:
    """Moves the database in use out of the way, with its ``-wal``, under a name nobody has."""
    if not database.exists():
        set_log_aside(database)
        return None
    # A whole one is brought together with its log first; a damaged one is moved as it is.
    with suppress(sqlite3.Error), closing(sqlite3.connect(database, isolation_level=None)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    kept = _free_name(database)
    _move_log(database, kept)
    database.replace(kept)
    return kept


def _free_name(database: Path) -> Path:
    """A name beside the database that nobody has, for the state before a restoring."""
    number = 1
    while True:
        kept = database.with_name(f"{database.stem}.before-restore-{number}{database.suffix}")
        if not any(kept.with_name(kept.name + tail).exists() for tail in ("", "-wal")):
            return kept
        number += 1
