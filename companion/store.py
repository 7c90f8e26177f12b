"""The data folder: tables with their events, devices, box profiles, settings. The only SQL.

SQLite in WAL mode with full synchronisation: what was answered is on disk. Every write runs in `Store.writing`, which
begins IMMEDIATE, so that two phones never decide on the same old state.
"""

from __future__ import annotations

import json
import secrets
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlite_utils import Database, Migrations

migrations = Migrations("companion")


@migrations()
def m001_first(db: Database) -> None:
    """Tables, their log, devices at tables, box profiles, settings."""
    db.table("plays").create(
        {
            "code": str,
            "game": str,
            "options": str,
            "box": str,
            "seats": str,
            "opened_at": str,
            "unlisted": int,
            "closed_at": str,
            "deleted_at": str,
        },
        pk="code",
        not_null={"game", "options", "box", "seats", "opened_at", "unlisted"},
        strict=True,
    )
    db.table("events").create(
        {
            "code": str,
            "seq": int,
            "at": str,
            "device": int,
            "via": str,
            "key": str,
            "change": str,
            "seat": int,
            "of": int,
            "body": str,
        },
        pk=("code", "seq"),
        not_null={"at", "device", "via", "change"},
        foreign_keys=[("code", "plays", "code")],
        strict=True,
    )
    db.table("events").create_index(["code", "key"], unique=True)
    db.table("devices").create(
        {"code": str, "device": str, "number": int, "seat": int, "since": int, "seen_at": str},
        pk=("code", "device"),
        not_null={"number", "since", "seen_at"},
        foreign_keys=[("code", "plays", "code")],
        strict=True,
    )
    db.table("boxes").create({"game": str, "profile": str}, pk="game", not_null={"profile"}, strict=True)
    db.table("settings").create({"name": str, "value": str}, pk="name", not_null={"value"}, strict=True)


@migrations()
def m002_keys(db: Database) -> None:
    """Keys of what is no event of the log: closing and reopening."""
    db.table("keys").create(
        {"code": str, "key": str, "seq": int},
        pk=("code", "key"),
        not_null={"seq"},
        foreign_keys=[("code", "plays", "code")],
        strict=True,
    )


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table as it was opened, and whether it is open. JSON columns are decoded."""

    code: str
    game: str
    options: dict[str, Any]
    box: dict[str, Any]
    seats: list[dict[str, Any]]
    opened_at: str
    unlisted: bool
    closed_at: str | None
    deleted_at: str | None


@dataclass(frozen=True, slots=True)
class EventRow:
    """One line of a log as stored; ``change`` is played, retracted, amended or seated, ``body`` its JSON."""

    seq: int
    at: str
    device: int
    via: str
    key: str | None
    change: str
    seat: int | None
    of: int | None
    body: Any


@dataclass(frozen=True, slots=True)
class DeviceRow:
    """A device at a table: its small number, the seat it took (in the seating of event ``since``), last seen."""

    device: str
    number: int
    seat: int | None
    since: int
    seen_at: str


class Unwritable(sqlite3.OperationalError):
    """The database took no change: the disk is full or gone, or another program holds it. ``str()`` is its own reason."""


class Store:
    """The database of one data folder, a connection per thread."""

    def __init__(self, folder: Path) -> None:
        """Opens or makes the database; raises OSError or sqlite3.Error where the folder cannot be written."""
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.path = folder / "companion.sqlite3"
        self._local = threading.local()
        with self._connect() as connection:
            migrations.apply(Database(connection))
        connection.close()

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.path, timeout=10, isolation_level=None)
        connection.row_factory = sqlite3.Row
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")
        return connection

    @property
    def db(self) -> Database:
        """This thread's connection."""
        if not hasattr(self._local, "db"):
            self._local.db = Database(self._connect())
        database: Database = self._local.db
        return database

    def close(self) -> None:
        """Closes this thread's connection."""
        if hasattr(self._local, "db"):
            self._local.db.conn.close()
            del self._local.db

    @contextmanager
    def writing(self) -> Iterator[None]:
        """One transaction, begun IMMEDIATE; nothing of it stays when an exception leaves it. Raises Unwritable."""
        connection = self.db.conn
        try:
            connection.execute("BEGIN IMMEDIATE")
            yield
            connection.execute("COMMIT")
        except BaseException as problem:
            self._give_up(connection)
            if isinstance(problem, sqlite3.OperationalError):
                raise Unwritable(str(problem)) from problem
            raise

    def _give_up(self, connection: sqlite3.Connection) -> None:
        """Ends what was begun: a failed commit leaves it open, a full disk may have ended it already."""
        try:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
        except sqlite3.Error:
            self.close()

    def _rows(self, sql: str, *values: object) -> list[sqlite3.Row]:
        return self.db.conn.execute(sql, values).fetchall()

    def healthy(self) -> bool:
        """Whether the database answers."""
        try:
            return bool(self._rows("SELECT count(*) FROM settings"))
        except sqlite3.Error:
            return False

    # Tables

    def add_table(
        self, code: str, game: str, options: object, box: object, seats: object, at: str, unlisted: bool
    ) -> None:
        """Opens a table; raises sqlite3.IntegrityError where the code is taken."""
        self.db.conn.execute(
            "INSERT INTO plays (code, game, options, box, seats, opened_at, unlisted) VALUES (?, ?, ?, ?, ?, ?, ?)",
            (code, game, _json(options), _json(box), _json(seats), at, int(unlisted)),
        )

    def table(self, code: str) -> TableRow | None:
        """The table of this code, deleted or not."""
        found = self._rows("SELECT * FROM plays WHERE code = ?", code)
        return _table(found[0]) if found else None

    def tables(self) -> list[TableRow]:
        """Every table that is not deleted, newest first."""
        return [
            _table(row)
            for row in self._rows("SELECT * FROM plays WHERE deleted_at IS NULL ORDER BY opened_at DESC, rowid DESC")
        ]

    def deleted_tables(self) -> list[TableRow]:
        """The tables that can still be restored, newest deletion first."""
        return [
            _table(row)
            for row in self._rows("SELECT * FROM plays WHERE deleted_at IS NOT NULL ORDER BY deleted_at DESC")
        ]

    def set_closed(self, code: str, at: str | None) -> None:
        """Closes a table, or with None opens it again."""
        self.db.conn.execute("UPDATE plays SET closed_at = ? WHERE code = ?", (at, code))

    def set_deleted(self, code: str, at: str | None) -> None:
        """Deletes a table so that it can be restored, or with None restores it."""
        self.db.conn.execute("UPDATE plays SET deleted_at = ? WHERE code = ?", (at, code))

    def purge_deleted(self, before: str) -> None:
        """Removes the tables deleted before this time for good."""
        for below in ("events", "devices", "keys"):
            self.db.conn.execute(
                f"DELETE FROM {below} WHERE code IN (SELECT code FROM plays WHERE deleted_at < ?)",  # noqa: S608 - ours
                (before,),
            )
        self.db.conn.execute("DELETE FROM plays WHERE deleted_at < ?", (before,))

    # Events

    def seq(self, code: str) -> int:
        """The newest sequence number, 0 for an empty log."""
        return int(self._rows("SELECT coalesce(max(seq), 0) FROM events WHERE code = ?", code)[0][0])

    def events(self, code: str, after: int = 0) -> list[EventRow]:
        """The log after an event, oldest first; after 0: the whole."""
        rows = self._rows("SELECT * FROM events WHERE code = ? AND seq > ? ORDER BY seq", code, after)
        return [_event(row) for row in rows]

    def seq_of_key(self, code: str, key: str) -> int | None:
        """The event a key was answered with, if it was."""
        found = self._rows("SELECT seq FROM events WHERE code = ? AND key = ?", code, key)
        found = found or self._rows("SELECT seq FROM keys WHERE code = ? AND key = ?", code, key)
        return int(found[0][0]) if found else None

    def append(self, code: str, event: EventRow) -> None:
        """Adds an event; raises sqlite3.IntegrityError where its number or key is taken."""
        self.db.conn.execute(
            "INSERT INTO events (code, seq, at, device, via, key, change, seat, of, body) VALUES (?,?,?,?,?,?,?,?,?,?)",
            (
                code,
                event.seq,
                event.at,
                event.device,
                event.via,
                event.key,
                event.change,
                event.seat,
                event.of,
                None if event.body is None else _json(event.body),
            ),
        )

    def keep_key(self, code: str, key: str, seq: int) -> None:
        """Remembers the key of a change that is no event, and what it was answered with."""
        self.db.conn.execute("INSERT INTO keys (code, key, seq) VALUES (?, ?, ?)", (code, key, seq))

    # Devices

    def device(self, code: str, device: str) -> DeviceRow | None:
        """What a device is at a table."""
        found = self._rows("SELECT * FROM devices WHERE code = ? AND device = ?", code, device)
        return _device(found[0]) if found else None

    def devices(self, code: str) -> list[DeviceRow]:
        """Every device that has been at a table, by number."""
        return [_device(row) for row in self._rows("SELECT * FROM devices WHERE code = ? ORDER BY number", code)]

    def tables_of(self, device: str) -> list[str]:
        """The codes of the tables a device has been at, last seen first."""
        rows = self._rows("SELECT code FROM devices WHERE device = ? ORDER BY seen_at DESC", device)
        return [str(row[0]) for row in rows]

    def seen(self, code: str, device: str, at: str) -> int:
        """Notes that a device is at a table; answers with its small number, the same for ever."""
        found = self.device(code, device)
        if found is not None:
            self.db.conn.execute("UPDATE devices SET seen_at = ? WHERE code = ? AND device = ?", (at, code, device))
            return found.number
        number = int(self._rows("SELECT coalesce(max(number), 0) + 1 FROM devices WHERE code = ?", code)[0][0])
        self.db.conn.execute(
            "INSERT INTO devices (code, device, number, seat, since, seen_at) VALUES (?, ?, ?, NULL, 0, ?)",
            (code, device, number, at),
        )
        return number

    def add_device(self, code: str, device: str, number: int, at: str) -> None:
        """Notes a device that was at a table elsewhere, under the number it had there."""
        self.db.conn.execute(
            "INSERT INTO devices (code, device, number, seat, since, seen_at) VALUES (?, ?, ?, NULL, 0, ?)",
            (code, device, number, at),
        )

    def set_seat(self, code: str, device: str, seat: int | None, since: int) -> None:
        """A device takes a seat as numbered after event ``since``, or with None leaves its seat."""
        self.db.conn.execute(
            "UPDATE devices SET seat = ?, since = ? WHERE code = ? AND device = ?", (seat, since, code, device)
        )

    def free_seat(self, code: str, number: int) -> None:
        """Takes the seat away from the device of this small number."""
        self.db.conn.execute("UPDATE devices SET seat = NULL WHERE code = ? AND number = ?", (code, number))

    # Box profiles and settings

    def box(self, game: str) -> dict[str, Any]:
        """The printed numbers of the owner's copy, empty where none are known."""
        found = self._rows("SELECT profile FROM boxes WHERE game = ?", game)
        profile: dict[str, Any] = json.loads(found[0][0]) if found else {}
        return profile

    def set_box(self, game: str, profile: object) -> None:
        """Remembers a box profile."""
        self.db.conn.execute("INSERT OR REPLACE INTO boxes (game, profile) VALUES (?, ?)", (game, _json(profile)))

    def setting(self, name: str) -> str | None:
        """A remembered setting."""
        found = self._rows("SELECT value FROM settings WHERE name = ?", name)
        return str(found[0][0]) if found else None

    def set_setting(self, name: str, value: str) -> None:
        """Remembers a setting."""
        self.db.conn.execute("INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)", (name, value))

    def secret(self, name: str) -> str:
        """A secret of this data folder (key of the cookies, host token), made at first use and then kept."""
        path = self.folder / f"{name}.secret"
        try:
            kept = path.read_text(encoding="ascii").strip()
            if kept:
                return kept
        except FileNotFoundError:
            pass
        fresh = secrets.token_urlsafe(24)
        path.touch(mode=0o600)
        path.write_text(fresh + "\n", encoding="ascii")
        return fresh


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _table(row: sqlite3.Row) -> TableRow:
    return TableRow(
        row["code"],
        row["game"],
        json.loads(row["options"]),
        json.loads(row["box"]),
        json.loads(row["seats"]),
        row["opened_at"],
        bool(row["unlisted"]),
        row["closed_at"],
        row["deleted_at"],
    )


def _event(row: sqlite3.Row) -> EventRow:
    return EventRow(
        row["seq"],
        row["at"],
        row["device"],
        row["via"],
        row["key"],
        row["change"],
        row["seat"],
        row["of"],
        None if row["body"] is None else json.loads(row["body"]),
    )


def _device(row: sqlite3.Row) -> DeviceRow:
    return DeviceRow(row["device"], row["number"], row["seat"], row["since"], row["seen_at"])
