"""The data folder: tables with their events, devices, box profiles, settings. The only SQL.

`companion.store.database` opens the file and keeps it whole; here are the questions and the changes. Every change runs
in `Store.writing`, which begins IMMEDIATE, so that two phones never decide on the same old state.
"""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path
from typing import Any

from companion.core.text import T
from companion.store import small_files
from companion.store.befores import Before, Befores
from companion.store.befores import Kind as BeforeKind
from companion.store.checking import BadDatabase
from companion.store.database import Disk, Unwritable
from companion.store.evenings import Evenings, PersonRow, PlayRow, SeatRow
from companion.store.purging import Purging
from companion.store.rows import (
    DeviceRow,
    EventRow,
    Summary,
    TableRow,
    device_of,
    event_of,
    summary_of,
    table_of,
    to_json,
)

__all__ = [
    "BadDatabase",
    "Before",
    "BeforeKind",
    "DeviceRow",
    "EventRow",
    "PersonRow",
    "PlayRow",
    "SeatRow",
    "Store",
    "Summary",
    "TableRow",
    "Unwritable",
]


def _next(code: str) -> str:
    return f"next of {code}"


def _before(code: str) -> str:
    return f"before {code}"


class Store(Disk):
    """What a data folder holds."""

    def __init__(self, folder: Path, *, reading: bool = False) -> None:
        """Opens or makes the database of a folder; see `Disk` for ``reading`` and what is raised."""
        super().__init__(folder, reading=reading)
        self._purging = Purging(self)
        self.evenings = Evenings(self)
        self.befores = Befores(self)

    # Tables

    def add_table(
        self, code: str, game: str, options: object, box: object, seats: object, at: str, unlisted: bool
    ) -> None:
        """Opens a table; raises sqlite3.IntegrityError where the code is taken."""
        self.db.conn.execute(
            "INSERT INTO plays (code, game, options, box, seats, opened_at, unlisted) VALUES (?, ?, ?, ?, ?, ?, ?)",
            (code, game, to_json(options), to_json(box), to_json(seats), at, int(unlisted)),
        )

    def table(self, code: str) -> TableRow | None:
        """The table of this code, deleted or not."""
        found = self.rows("SELECT * FROM plays WHERE code = ?", code)
        return table_of(found[0]) if found else None

    def tables(self) -> list[TableRow]:
        """Every table that is not deleted, newest first."""
        return [
            table_of(row)
            for row in self.rows("SELECT * FROM plays WHERE deleted_at IS NULL ORDER BY opened_at DESC, rowid DESC")
        ]

    def deleted_tables(self) -> list[TableRow]:
        """The tables that can still be restored, newest deletion first."""
        return [
            table_of(row)
            for row in self.rows("SELECT * FROM plays WHERE deleted_at IS NOT NULL ORDER BY deleted_at DESC")
        ]

    def set_closed(self, code: str, at: str | None) -> None:
        """Closes a table, or with None opens it again."""
        self.db.conn.execute("UPDATE plays SET closed_at = ? WHERE code = ?", (at, code))

    def set_deleted(self, code: str, at: str | None) -> None:
        """Deletes a table so that it can be restored, or with None restores it."""
        if at is not None:
            self._purging.deleted_now(code)
        self.db.conn.execute("UPDATE plays SET deleted_at = ? WHERE code = ?", (at, code))

    def purge_deleted(self, now: datetime) -> None:
        """Removes for good what was deleted long ago, by a clock that can be believed: see `companion.store.purging`."""
        self._purging.run(now)

    def forget_table(self, code: str) -> None:
        """Removes a table with all that belongs to it, for good."""
        self.evenings.forget_code(code)
        for below in ("events", "devices", "keys", "plays"):
            self.db.conn.execute(f"DELETE FROM {below} WHERE code = ?", (code,))  # noqa: S608 - ours
        self.db.conn.execute("DELETE FROM settings WHERE name = ? OR name = ?", (_next(code), _before(code)))

    def next_of(self, code: str) -> str | None:
        """The table on which the people of this one play on, unless it is deleted."""
        after = self.setting(_next(code))
        found = self.table(after) if after is not None else None
        return None if found is None or found.deleted_at is not None else found.code

    def before(self, code: str) -> str | None:
        """The table whose people play on at this one."""
        return self.setting(_before(code))

    def set_next(self, code: str, after: str) -> None:
        """Notes that the people of one table play on at another."""
        self.set_setting(_next(code), after)
        self.set_setting(_before(after), code)

    # Lists

    def summaries(self) -> list[Summary]:
        """What lists show of every table, deleted ones too, last touched first; no log is read."""
        return [
            summary_of(row)
            for row in self.rows(
                "SELECT code, game, seats, opened_at, touched_at, unlisted, closed_at, deleted_at, summary, summary_seq,"
                " (SELECT coalesce(max(seq), 0) FROM events WHERE events.code = plays.code) AS seq"
                " FROM plays ORDER BY coalesce(touched_at, opened_at) DESC, rowid DESC"
            )
        ]

    def set_summary(self, code: str, seq: int, summary: dict[str, Any]) -> None:
        """Notes what lists show of a table as it is after event ``seq``; a later event makes it unknown again."""
        self.db.conn.execute(
            "UPDATE plays SET summary = ?, summary_seq = ? WHERE code = ?", (to_json(summary), seq, code)
        )

    # Events

    def seq(self, code: str) -> int:
        """The newest sequence number, 0 for an empty log."""
        return int(self.rows("SELECT coalesce(max(seq), 0) FROM events WHERE code = ?", code)[0][0])

    def events(self, code: str, after: int = 0) -> list[EventRow]:
        """The log after an event, oldest first; after 0: the whole."""
        rows = self.rows("SELECT * FROM events WHERE code = ? AND seq > ? ORDER BY seq", code, after)
        return [event_of(row) for row in rows]

    def seq_of_key(self, code: str, key: str) -> int | None:
        """The event a key was answered with, if it was."""
        found = self.rows("SELECT seq FROM events WHERE code = ? AND key = ?", code, key)
        found = found or self.rows("SELECT seq FROM keys WHERE code = ? AND key = ?", code, key)
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
                None if event.body is None else to_json(event.body),
            ),
        )
        self.db.conn.execute("UPDATE plays SET touched_at = ? WHERE code = ?", (event.at, code))

    def keep_key(self, code: str, key: str, seq: int) -> None:
        """Remembers the key of a change that is no event, and what it was answered with."""
        self.db.conn.execute("INSERT INTO keys (code, key, seq) VALUES (?, ?, ?)", (code, key, seq))

    # Devices

    def device(self, code: str, device: str) -> DeviceRow | None:
        """What a device is at a table."""
        found = self.rows("SELECT * FROM devices WHERE code = ? AND device = ?", code, device)
        return device_of(found[0]) if found else None

    def device_numbered(self, code: str, number: int) -> DeviceRow | None:
        """The device with a small number at a table."""
        found = self.rows("SELECT * FROM devices WHERE code = ? AND number = ?", code, number)
        return device_of(found[0]) if found else None

    def seated(self, code: str) -> list[DeviceRow]:
        """The devices with a seat at a table, by number: whoever acts without a cookie leaves many that have none."""
        rows = self.rows("SELECT * FROM devices WHERE code = ? AND seat IS NOT NULL ORDER BY number", code)
        return [device_of(row) for row in rows]

    def tables_of(self, device: str) -> list[str]:
        """The codes of the tables a device has been at, last seen first."""
        rows = self.rows("SELECT code FROM devices WHERE device = ? ORDER BY seen_at DESC", device)
        return [str(row[0]) for row in rows]

    def seen(self, code: str, device: str, at: str) -> int:
        """Notes that a device is at a table; answers with its small number, the same for ever."""
        found = self.device(code, device)
        if found is not None:
            self.db.conn.execute("UPDATE devices SET seen_at = ? WHERE code = ? AND device = ?", (at, code, device))
            return found.number
        number = int(self.rows("SELECT coalesce(max(number), 0) + 1 FROM devices WHERE code = ?", code)[0][0])
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
        found = self.rows("SELECT profile FROM boxes WHERE game = ?", game)
        profile: dict[str, Any] = json.loads(found[0][0]) if found else {}
        return profile

    def set_box(self, game: str, profile: object) -> None:
        """Remembers a box profile."""
        self.db.conn.execute("INSERT OR REPLACE INTO boxes (game, profile) VALUES (?, ?)", (game, to_json(profile)))

    def setting(self, name: str) -> str | None:
        """A remembered setting."""
        found = self.rows("SELECT value FROM settings WHERE name = ?", name)
        return str(found[0][0]) if found else None

    def set_setting(self, name: str, value: str) -> None:
        """Remembers a setting."""
        self.db.conn.execute("INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)", (name, value))

    def secret(self, name: str) -> str:
        """A secret of this data folder (key of the cookies, host token), made at first use and then kept.

        One that cannot be read is replaced, which `notes` then says. Raises OSError.
        """
        found, replaced = small_files.secret_in(self.folder / f"{name}.secret")
        if replaced:
            self.notes.append(
                T(
                    "The file {file} could not be read and was replaced: phones may be asked once more who they are, and "
                    "the host's link is a new one.",
                    file=f"{name}.secret",
                )
            )
        return found
