"""The database file: opened only when it is whole, written by one at a time, brought together when nobody writes.

WAL mode with full synchronisation: what was answered is on disk. Writers of this process queue for a lock of their own,
so that SQLite's own waiting, which knows no order, is left for other programs.
"""

from __future__ import annotations

import errno
import logging
import os
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from companion import __version__
from companion.core.text import T, Text
from companion.store import backups, changes
from companion.store.checking import BadDatabase, check_file
from companion.store.schema import migrations, names
from companion.store.small_files import sync_folder
from companion.store.sqlite import Database

log = logging.getLogger(__name__)

NAME = "companion.sqlite3"
WRITE_WAIT_S = 3.0
"""How long a change waits for another program that holds the database."""
MOST_WAITING = 8
"""Changes that may wait for another program at once; more are refused, so that looking always finds a thread."""
CACHE_KB = 256
"""Pages a connection keeps; the system keeps the file in memory anyway."""
MOST_SPARE = 8
"""Connections kept open that no thread has now."""
IDLE_S = 1.5
"""Nobody has written for so long: the log of the database is brought into its file."""


class Unwritable(sqlite3.OperationalError):
    """The database took no change; ``cause`` is ``full``, ``locked``, ``read_only`` or ``other``; ``str()`` the reason."""

    def __init__(self, reason: str, cause: str = "other") -> None:
        super().__init__(reason)
        self.cause = cause


_CAUSES = {
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_BUSY: "locked",
    sqlite3.SQLITE_LOCKED: "locked",
    sqlite3.SQLITE_READONLY: "read_only",
    sqlite3.SQLITE_CANTOPEN: "read_only",
    sqlite3.SQLITE_PERM: "read_only",
    sqlite3.SQLITE_IOERR: "full",
}


def unwritable(problem: sqlite3.OperationalError) -> Unwritable:
    """What SQLite said, with its cause; an error of the disk below counts as a full one."""
    code = getattr(problem, "sqlite_errorcode", None)
    return Unwritable(str(problem), _CAUSES.get(code & 0xFF, "other") if code is not None else "other")


class Disk:
    """The database of one data folder, a connection for each thread that asks, until it gives it back."""

    def __init__(self, folder: Path, *, reading: bool = False) -> None:
        """Opens the database, or makes it where there is none.

        ``reading``: nothing is made, brought forward or backed up; it also works where nothing can be written.
        Raises BadDatabase for a file that is not whole, not ours or of a newer version, with the way back in its
        sentence; OSError or sqlite3.Error where the folder cannot be used.
        """
        self.folder = folder
        self.path = folder / NAME
        self.notes: list[Text] = []
        """Sentences for whoever started it: what was found broken and mended."""
        self._local = threading.local()
        self._spare: list[Database] = []
        self._writing = threading.Lock()
        self._counting = threading.Lock()
        self._waiting = 0
        self._held_by_another = False
        self._last_write = 0.0
        self._tender: threading.Thread | None = None
        self._backed_up: float | None = None
        self._immutable = False
        if reading:
            self._immutable = not os.access(folder, os.W_OK)
            if not self.path.exists():
                raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(self.path))
            if not self._immutable:
                check_file(self.path)
            return
        folder.mkdir(parents=True, exist_ok=True)
        if self.path.exists():
            self._open_known()
        else:
            self._say_what_is_missing()
            backups.set_log_aside(self.path)
            self._make()

    def _make(self) -> None:
        """A new database comes to be whole or not at all, readable by nobody else."""
        fresh = self.path.with_name(f"{NAME}.{os.getpid()}.new")
        with suppress(FileNotFoundError):
            fresh.unlink()
        os.close(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        with closing(sqlite3.connect(fresh, isolation_level=None)) as connection:
            self._bring_forward(connection)
            connection.execute("PRAGMA journal_mode=WAL")
        try:
            os.link(fresh, self.path)  # unlike a renaming, this never takes the place of another process's database
        except FileExistsError:
            pass
        except (OSError, AttributeError):
            if not self.path.exists():
                fresh.rename(self.path)
        with suppress(FileNotFoundError):
            fresh.unlink()
        sync_folder(self.folder)

    def _open_known(self) -> None:
        try:
            check_file(self.path)
        except BadDatabase as problem:
            raise self._with_way_back(problem) from problem
        self._say_what_is_missing()
        with suppress(OSError):
            self.path.chmod(0o600)
        self.back_up()
        with closing(self._connect()) as connection:
            self._bring_forward(connection)

    def _with_way_back(self, problem: BadDatabase) -> BadDatabase:
        if not problem.damaged:
            return problem
        newest = backups.newest(self.folder)
        if newest is None:
            text = T(
                "{problem} There is no backup of it in {folder}. The file is kept; start with another folder: --data",
                problem=problem.text,
                folder=str(self.folder),
            )
        else:
            text = T(
                "{problem} The newest backup takes its place with: companion restore --data {folder} {backup} "
                "(the damaged file is kept)",
                problem=problem.text,
                folder=_quoted(self.folder),
                backup=_quoted(newest),
            )
        return BadDatabase(text)

    def _say_what_is_missing(self) -> None:
        """Notes changes that were answered and are not here; what is here goes on as it is."""
        missing = changes.missing_in(self.path)
        if missing is not None:
            self.notes.append(missing_text(self.path, missing))
            log.warning("%s lacks %s changes that were answered", self.path, missing.count)

    def _bring_forward(self, connection: sqlite3.Connection) -> None:
        migrations.apply(Database(connection))
        connection.execute(f"PRAGMA user_version = {len(names())}")
        found = connection.execute("SELECT value FROM settings WHERE name = 'version'").fetchone()
        if found is None or found[0] != __version__:
            connection.execute("INSERT OR REPLACE INTO settings (name, value) VALUES ('version', ?)", (__version__,))

    def _connect(self) -> sqlite3.Connection:
        if self._immutable:
            where = f"{self.path.resolve().as_uri()}?mode=ro&immutable=1"
            connection = sqlite3.connect(where, uri=True, isolation_level=None, check_same_thread=False)
            connection.row_factory = sqlite3.Row
            return connection
        # One thread at a time has it; which one changes.
        connection = sqlite3.connect(self.path, timeout=WRITE_WAIT_S, isolation_level=None, check_same_thread=False)
        connection.row_factory = sqlite3.Row
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", f"cache_size=-{CACHE_KB}"):
            connection.execute(f"PRAGMA {pragma}")
        return connection

    @property
    def db(self) -> Database:
        """This thread's connection."""
        if not hasattr(self._local, "db"):
            with self._counting:
                spare = self._spare.pop() if self._spare else None
            self._local.db = Database(self._connect()) if spare is None else spare
        database: Database = self._local.db
        return database

    def release(self) -> None:
        """Leaves this thread's connection to whoever asks next: eighty threads wait for phones, few ask at once."""
        database: Database | None = self._local.__dict__.pop("db", None)
        if database is None:
            return
        with self._counting:
            if len(self._spare) < MOST_SPARE and not database.conn.in_transaction:
                self._spare.append(database)
                return
        database.conn.close()

    def close(self) -> None:
        """Closes this thread's connection, and those that no thread has."""
        with self._counting:
            left, self._spare = self._spare, []
        for database in (*left, self._local.__dict__.pop("db", None)):
            if database is not None:
                database.conn.close()

    def rows(self, sql: str, *values: object) -> list[sqlite3.Row]:
        """The rows of a question."""
        return self.db.conn.execute(sql, values).fetchall()

    def healthy(self) -> bool:
        """Whether the database answers, and its two large tables can be read."""
        try:
            self.rows("SELECT count(*) FROM settings")
            self.rows("SELECT max(seq) FROM events WHERE code = (SELECT max(code) FROM plays)")
        except sqlite3.Error:
            return False
        return True

    # Writing

    @contextmanager
    def writing(self, wait_s: float | None = None) -> Iterator[None]:
        """One transaction, begun IMMEDIATE; nothing of it stays when an exception leaves it. Raises Unwritable.

        ``wait_s``: how long to wait for another program that holds the database.
        """
        wait_s = WRITE_WAIT_S if wait_s is None else wait_s
        self._queue(wait_s)
        try:
            connection = self.db.conn
            try:
                self._begin(connection, wait_s)
                before = connection.total_changes
                yield
                count = changes.count_one(connection) if connection.total_changes != before else None
                connection.execute("COMMIT")
                if count is not None:
                    self._mark(count)
            except BaseException as problem:
                self._give_up(connection)
                if isinstance(problem, sqlite3.OperationalError) and not isinstance(problem, Unwritable):
                    raise unwritable(problem) from problem
                raise
        finally:
            self._writing.release()
        self._last_write = time.monotonic()
        self._tend()

    def _queue(self, wait_s: float) -> None:
        """Waits for the other writers of this process; not at all where many wait for another program already."""
        with self._counting:
            if self._held_by_another and self._waiting >= MOST_WAITING:
                raise Unwritable("database is locked", "locked")
            self._waiting += 1
        try:
            # Our own writers take milliseconds each: they are waited for, unless another program holds us all up.
            ends = time.monotonic() + wait_s
            while not self._writing.acquire(timeout=0.05):
                if self._held_by_another and time.monotonic() > ends:
                    raise Unwritable("database is locked", "locked")
        finally:
            with self._counting:
                self._waiting -= 1

    def _begin(self, connection: sqlite3.Connection, wait_s: float) -> None:
        ends = time.monotonic() + wait_s
        connection.execute("PRAGMA busy_timeout=0")
        try:
            while True:
                try:
                    connection.execute("BEGIN IMMEDIATE")
                    return
                except sqlite3.OperationalError as problem:
                    if unwritable(problem).cause != "locked" or time.monotonic() >= ends:
                        raise
                self._held_by_another = True
                time.sleep(0.01)
        finally:
            self._held_by_another = False
            connection.execute(f"PRAGMA busy_timeout={int(WRITE_WAIT_S * 1000)}")

    def _mark(self, count: int) -> None:
        with suppress(OSError):  # what was committed stays, and is answered as such
            changes.mark(self.path, count)

    def _give_up(self, connection: sqlite3.Connection) -> None:
        """Ends what was begun: a failed commit leaves it open, a full disk may have ended it already."""
        try:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
        except sqlite3.Error:
            self.close()

    # Tending: a thread that lives from a change until some moments after the last one

    def _tend(self) -> None:
        if self._tender is None:
            with self._counting:
                if self._tender is None:
                    self._tender = threading.Thread(target=self._tend_until_idle, name="checkpoint", daemon=True)
                    self._tender.start()

    def _tend_until_idle(self) -> None:
        while (left := self._last_write + IDLE_S - time.monotonic()) > 0:
            time.sleep(left)
        self._tender = None
        self.bring_together()

    def bring_together(self) -> bool:
        """Moves what lies in the log of the database into its file, as far as nobody reads; whether all of it went."""
        try:
            with closing(sqlite3.connect(self.path, timeout=0.1, isolation_level=None)) as connection:
                connection.execute("PRAGMA synchronous=FULL")
                busy, in_log, moved = connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
        except sqlite3.Error as reason:
            log.info("the log of the database stays beside it for now: %s", reason)
            return False
        return not busy and in_log == moved

    @property
    def backup_folder(self) -> Path:
        """Where the backups lie that are made by themselves."""
        return self.folder / backups.FOLDER

    def copy_everything(self, target: Path) -> None:
        """A copy of the database with the small files of the data folder in it. Raises OSError, sqlite3.Error."""
        backups.copy_everything(self.folder, self.path, target)

    def restore(self, backup: Path) -> Path:
        """Puts a backup into the database in use, in one transaction; answers with where the state before it lies.

        Raises BadDatabase for what is no whole database of ours, Unwritable, OSError.
        """
        kept = backups.restore_live(self.folder, self.path, backup)
        self.notes.clear()  # they were about what is no longer there
        return kept

    def back_up(self) -> Path | None:
        """Adds a backup to those in the data folder; None where that failed, which is logged and stops nobody."""
        try:
            return backups.back_up(self.path)
        except (OSError, sqlite3.Error) as reason:
            log.warning("no backup was made: %s", reason)
            return None

    def back_up_soon(self, apart_s: float = 0.0) -> threading.Thread | None:
        """Makes a backup on a thread of its own, for when a table has ended; None where the last one made like this is
        not ``apart_s`` seconds old."""
        now = time.monotonic()
        if self._backed_up is not None and now - self._backed_up < apart_s:
            return None
        self._backed_up = now
        thread = threading.Thread(target=self.back_up, name="backup", daemon=True)
        thread.start()
        return thread


def missing_text(database: Path, missing: changes.Missing) -> Text:
    """What is missing in a database, whether a backup has more of it, and how to take that."""
    if database.exists():
        problem = T(
            "{n} changes that were answered are missing in {file}: its file {wal} is gone, cut short or was not copied "
            "along.",
            n=missing.count,
            file=database.name,
            wal=f"{database.name}-wal",
        )
    else:
        problem = T("{file} is gone, and {n} changes with it.", file=database.name, n=missing.count)
    if missing.backup is None:
        return T("{problem} No backup has any of them; the evening goes on with what is here.", problem=problem)
    return T(
        "{problem} A backup has more: companion restore --data {folder} {backup} (what is here is kept)",
        problem=problem,
        folder=_quoted(database.parent),
        backup=_quoted(missing.backup),
    )


def _quoted(path: Path) -> str:
    """A path as a shell takes it."""
    text = str(path)
    return f'"{text}"' if " " in text else text
