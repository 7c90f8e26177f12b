"""Whether a file is a whole database of ours that this version can read, asked before anything is written to it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from companion import __version__
from companion.core.text import T, Text
from companion.store.schema import APPLICATION_ID, COLUMNS, names

HEADER = b"SQLite format 3\0"


class BadDatabase(Exception):
    """A file cannot be used as the database: ``text`` says why, ``str()`` the same in English with the details.

    ``damaged``: it was one of ours, and a backup helps.
    """

    def __init__(self, text: Text, *, damaged: bool = True) -> None:
        super().__init__(text)
        self.text = text
        self.damaged = damaged


def check_file(path: Path) -> None:
    """Refuses an empty, foreign or damaged file and one of a newer version. Raises BadDatabase, OSError.

    Nothing is written, but SQLite may bring the file and its ``-wal`` together, as every opening does.
    """
    with path.open("rb") as file:
        header = file.read(100)
    name = path.name
    if not header:
        raise BadDatabase(T("{file} is empty: what was in it is gone.", file=name))
    if not header.startswith(HEADER):
        raise BadDatabase(T("{file} is damaged, or is no database of the companion.", file=name))
    pages, size = int.from_bytes(header[28:32], "big"), int.from_bytes(header[16:18], "big")
    wal = path.with_name(f"{name}-wal")
    if pages * (65536 if size == 1 else size) > path.stat().st_size and not (wal.exists() and wal.stat().st_size):
        raise BadDatabase(T("{file} is damaged: it was cut short.", file=name))
    try:
        with closing(sqlite3.connect(path, timeout=10, isolation_level=None)) as connection:
            _check(connection, name)
    except sqlite3.OperationalError:
        raise  # it cannot be opened now; that says nothing about what is in it
    except sqlite3.DatabaseError as problem:
        raise BadDatabase(T("{file} is damaged ({detail}).", file=name, detail=str(problem)[:100])) from problem


def _check(connection: sqlite3.Connection, name: str) -> None:
    found = [str(row[0]) for row in connection.execute("PRAGMA quick_check(3)")]
    if found != ["ok"]:
        raise BadDatabase(T("{file} is damaged ({detail}).", file=name, detail=" ".join(found[0].split())[:100]))
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    tables = {str(row[0]) for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if application not in (0, APPLICATION_ID) or not ({"plays", "events"} & tables):
        raise BadDatabase(T("{file} is a database of another program.", file=name), damaged=False)
    applied = []
    if "_sqlite_migrations" in tables:
        rows = connection.execute("SELECT name FROM _sqlite_migrations WHERE migration_set = 'companion'")
        applied = [str(row[0]) for row in rows]
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    columns = {
        table: {str(row[1]) for row in connection.execute(f"PRAGMA table_info({table})")} for table in sorted(COLUMNS)
    }
    if set(applied) - set(names()) or version > len(names()) or any(COLUMNS[key] - columns[key] for key in COLUMNS):
        raise _newer(connection, name)


def _newer(connection: sqlite3.Connection, name: str) -> BadDatabase:
    try:
        found = connection.execute("SELECT value FROM settings WHERE name = 'version'").fetchone()
    except sqlite3.Error:
        found = None
    wrote = str(found[0])[:20] if found else ""
    if wrote and wrote != __version__:
        text = T(
            "{file} was written by companion {wrote}, which this one ({own}) cannot read. Nothing was changed: start "
            "that version again.",
            file=name,
            wrote=wrote,
            own=__version__,
        )
    else:
        text = T(
            "{file} was written by a newer companion than this one ({own}), which cannot read it. Nothing was changed: "
            "start the newer one again.",
            file=name,
            own=__version__,
        )
    return BadDatabase(text, damaged=False)
