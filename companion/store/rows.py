"""What the store hands out: rows as frozen values, their JSON columns decoded."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import dataclass
from typing import Any

import msgspec


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
class Summary:
    """What a list shows of a table, read without its log.

    ``seq``: its newest event; ``touched_at``: when something last happened there; ``known``: what was noted for it by
    `Store.set_summary` at this very ``seq``, None where nothing was.
    """

    code: str
    game: str
    opening: str
    opened_at: str
    touched_at: str
    unlisted: bool
    closed_at: str | None
    deleted_at: str | None
    seq: int
    known: dict[str, Any] | None

    @property
    def opened_with(self) -> list[str]:
        """The names the table was opened with."""
        return [str(seat.get("name", "?")) for seat in msgspec.json.decode(self.opening)]

    @property
    def opened_colors(self) -> list[str]:
        """The colours the table was opened with."""
        return [str(seat.get("color", "")) for seat in msgspec.json.decode(self.opening)]


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


def to_json(value: object) -> str:
    """The value as the store keeps it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def table_of(row: sqlite3.Row) -> TableRow:
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


def summary_of(row: sqlite3.Row) -> Summary:
    current = row["summary"] is not None and row["summary_seq"] == row["seq"]
    known = msgspec.json.decode(row["summary"]) if current else None
    return Summary(
        row["code"],
        row["game"],
        row["seats"],
        row["opened_at"],
        row["touched_at"] or row["opened_at"],
        bool(row["unlisted"]),
        row["closed_at"],
        row["deleted_at"],
        row["seq"],
        known,
    )


def event_of(row: sqlite3.Row) -> EventRow:
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


def device_of(row: sqlite3.Row) -> DeviceRow:
    return DeviceRow(row["device"], row["number"], row["seat"], row["since"], row["seen_at"])
