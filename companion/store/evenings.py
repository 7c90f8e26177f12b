"""People and plays: the questions and the changes of what is kept of an evening after it."""

from __future__ import annotations

import secrets
import sqlite3
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from companion.store.database import Disk


@dataclass(frozen=True, slots=True)
class PersonRow:
    """A person over tables. ``merged_into``: the person this one turned out to be."""

    id: int
    uid: str
    name: str
    color: str
    symbol: str
    hidden: bool
    deleted_at: str | None
    merged_into: int | None
    made_at: str


@dataclass(frozen=True, slots=True)
class PlayRow:
    """One play. ``code``: the table here it is derived from, at event ``seq``; None for one that was entered or imported.

    ``state``: finished, broken_off, or going (not in any list); ``day``: the date somebody set, None where it follows
    from ``started_at``; ``course``: JSON, see `companion.evenings.course`.
    """

    id: int
    uid: str
    code: str | None
    seq: int | None
    game: str
    title: str | None
    state: str
    unlisted: bool
    day: str | None
    started_at: str | None
    minutes: int | None
    place: str
    note: str
    course: str | None
    deleted_at: str | None
    made_at: str


@dataclass(frozen=True, slots=True)
class SeatRow:
    """Somebody's seat in a play. ``lines``: JSON list of [key, points]; ``score``: None where the game counts none."""

    play: int
    seat: int
    person: int
    name: str
    color: str
    score: int | None
    place: int | None
    won: bool
    lost: bool
    start: bool
    lines: str


STAMP = "evenings_stamp"
_PERSON = tuple(field.name for field in fields(PersonRow))
_PLAY = tuple(field.name for field in fields(PlayRow))
_SEAT = tuple(field.name for field in fields(SeatRow))
_FLAGS = frozenset({"hidden", "unlisted", "won", "lost", "start"})


class Evenings:
    """People and plays of one data folder; changes run inside `Disk.writing`."""

    def __init__(self, disk: Disk) -> None:
        self._disk = disk

    def stamp(self) -> str:
        """Changes with every change of people and plays, whoever made it: what was read under the same one still holds."""
        found = self._disk.rows("SELECT value FROM settings WHERE name = ?", STAMP)
        return str(found[0][0]) if found else ""

    def _changed(self) -> sqlite3.Connection:
        connection = self._disk.db.conn
        row = (STAMP, secrets.token_hex(8))
        connection.execute("INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)", row)
        return connection

    # People

    def people(self) -> list[PersonRow]:
        """Everybody there has been, deleted and merged ones too, in the order they came."""
        return [PersonRow(**_plain(row, _PERSON)) for row in self._disk.rows("SELECT * FROM people ORDER BY id")]

    def add_person(self, uid: str, name: str, color: str, symbol: str, at: str) -> int:
        """A new person; answers with their number."""
        found = self._changed().execute(
            "INSERT INTO people (uid, name, color, symbol, hidden, made_at) VALUES (?, ?, ?, ?, 0, ?)",
            (uid, name, color, symbol, at),
        )
        return int(found.lastrowid or 0)

    def set_person(self, person: int, **values: object) -> None:
        """Changes columns of a person."""
        self._set("people", _PERSON, person, values)

    # Plays

    def plays(self) -> list[PlayRow]:
        """Every play that has ended, deleted ones too, oldest entry first."""
        rows = self._disk.rows("SELECT * FROM log_plays WHERE state != 'going' ORDER BY id")
        return [PlayRow(**_plain(row, _PLAY)) for row in rows]

    def seats(self) -> list[SeatRow]:
        """The seats of every play, by play and seat."""
        rows = self._disk.rows(f"SELECT {', '.join(_SEAT)} FROM log_seats ORDER BY play, seat")  # noqa: S608 - ours
        return [
            SeatRow(play, at, person, name, color, score, place, bool(won), bool(lost), bool(start), lines)
            for play, at, person, name, color, score, place, won, lost, start, lines in map(tuple, rows)
        ]

    def play(self, play: int) -> PlayRow | None:
        """The play of this number, deleted or not."""
        found = self._disk.rows("SELECT * FROM log_plays WHERE id = ?", play)
        return PlayRow(**_plain(found[0], _PLAY)) if found else None

    def play_of_uid(self, uid: str) -> PlayRow | None:
        """The play of this unique name, deleted or not."""
        found = self._disk.rows("SELECT * FROM log_plays WHERE uid = ?", uid)
        return PlayRow(**_plain(found[0], _PLAY)) if found else None

    def play_of_code(self, code: str) -> PlayRow | None:
        """The play of a table, whether it goes on, has ended or is deleted."""
        found = self._disk.rows("SELECT * FROM log_plays WHERE code = ?", code)
        return PlayRow(**_plain(found[0], _PLAY)) if found else None

    def seats_of(self, play: int) -> list[SeatRow]:
        """The seats of one play."""
        rows = self._disk.rows("SELECT * FROM log_seats WHERE play = ? ORDER BY seat", play)
        return [SeatRow(**_plain(row, _SEAT)) for row in rows]

    def codes_to_log(self) -> list[str]:
        """The tables that seem to have ended and have no play yet, or one that is behind their log."""
        return [
            str(row[0])
            for row in self._disk.rows(
                "SELECT plays.code FROM plays LEFT JOIN log_plays ON log_plays.code = plays.code"
                " WHERE plays.deleted_at IS NULL AND CASE WHEN log_plays.code IS NULL"
                " THEN plays.closed_at IS NOT NULL OR json_extract(plays.summary, '$.final') = 1"
                " ELSE log_plays.seq < (SELECT coalesce(max(seq), 0) FROM events WHERE events.code = plays.code) END"
                " ORDER BY plays.opened_at"
            )
        ]

    def add_play(self, uid: str, game: str, state: str, at: str) -> int:
        """A new play; answers with its number."""
        found = self._changed().execute(
            "INSERT INTO log_plays (uid, game, state, unlisted, place, note, made_at) VALUES (?, ?, ?, 0, '', '', ?)",
            (uid, game, state, at),
        )
        return int(found.lastrowid or 0)

    def set_play(self, play: int, **values: object) -> None:
        """Changes columns of a play."""
        self._set("log_plays", _PLAY, play, values)

    def set_seats(self, play: int, seats: list[SeatRow]) -> None:
        """The seats of a play, in the place of those it had."""
        connection = self._changed()
        connection.execute("DELETE FROM log_seats WHERE play = ?", (play,))
        connection.executemany(
            f"INSERT INTO log_seats ({', '.join(_SEAT)}) VALUES ({', '.join('?' * len(_SEAT))})",  # noqa: S608 - ours
            [tuple(_stored(getattr(seat, name)) for name in _SEAT) for seat in seats],
        )

    def set_seat_person(self, play: int, seat: int, person: int) -> None:
        """Says who sat there."""
        self._changed().execute("UPDATE log_seats SET person = ? WHERE play = ? AND seat = ?", (person, play, seat))

    def forget_code(self, code: str) -> None:
        """A table is removed for good: its play stays as it is, and can be restored by itself."""
        self._changed().execute("UPDATE log_plays SET code = NULL WHERE code = ?", (code,))

    def _set(self, table: str, known: tuple[str, ...], key: int, values: dict[str, object]) -> None:
        if not values or not set(values) <= set(known):
            raise ValueError(f"{table} has no such columns: {sorted(values)}")
        columns = ", ".join(f"{name} = ?" for name in values)
        self._changed().execute(
            f"UPDATE {table} SET {columns} WHERE id = ?",  # noqa: S608 - names of ours
            (*map(_stored, values.values()), key),
        )


def _stored(value: object) -> Any:
    return int(value) if isinstance(value, bool) else value


def _plain(row: sqlite3.Row, names: tuple[str, ...]) -> dict[str, Any]:
    return {name: bool(row[name]) if name in _FLAGS else row[name] for name in names}
