"""How many changes a database has taken: counted in it, and in a small file beside it.

SQLite keeps the newest changes in ``-wal`` until they are brought together with the file. Without it (a file copied
alone, tidied away, cut short) the database is whole and lacks them without a word. The count beside it is written after
each change and before its answer. It need not outlast a power cut: one that takes the count leaves the ``-wal``, which is
synchronised.
"""

from __future__ import annotations

import os
import re
import sqlite3
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

from companion.store import backups
from companion.store.backups import changes_file

SETTING = "changes"
_COUNT = re.compile(rb"\d{15}\n")


@dataclass(frozen=True, slots=True)
class Missing:
    """What a database lacks. ``count``: changes; ``backup``: a whole backup that has some of them, the one with most."""

    count: int
    backup: Path | None


def count_one(connection: sqlite3.Connection) -> int:
    """Counts the transaction that is open; answers with the changes there have been, this one included."""
    found = connection.execute(
        "INSERT INTO settings (name, value) VALUES (?, '1')"
        " ON CONFLICT (name) DO UPDATE SET value = CAST(CAST(value AS INTEGER) + 1 AS TEXT) RETURNING value",
        (SETTING,),
    ).fetchone()
    return int(found[0])


def mark(database: Path, count: int) -> None:
    """Writes the count beside a database, over the one that was there. Raises OSError."""
    descriptor = os.open(changes_file(database), os.O_WRONLY | os.O_CREAT, 0o600)
    try:
        os.write(descriptor, b"%015d\n" % count)
    finally:
        os.close(descriptor)


def missing_in(database: Path) -> Missing | None:
    """What the count beside a database says is missing in it; None where nothing is. The file need not be there."""
    marked, here = _marked(database), _counted(database) if database.exists() else 0
    if marked <= here:
        return None
    whole = [path for path in backups.listed(database.parent) if backups.is_whole(path)]
    best = max(whole, key=_counted, default=None)  # the newest of those with as many
    return Missing(marked - here, best if best is not None and _counted(best) > here else None)


def _marked(database: Path) -> int:
    """The count beside a database; 0 where there is none, or none that can be read."""
    try:
        content = changes_file(database).read_bytes()
    except OSError:
        return 0
    return int(content) if _COUNT.fullmatch(content) else 0


def _counted(database: Path) -> int:
    """The changes a database has taken; 0 for one that did not count, or cannot be read."""
    with suppress(OSError, sqlite3.Error), closing(sqlite3.connect(database, isolation_level=None)) as connection:
        found = connection.execute("SELECT value FROM settings WHERE name = ?", (SETTING,)).fetchone()
        return int(found[0]) if found is not None and str(found[0]).isdecimal() else 0
    return 0
