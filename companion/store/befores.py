"""How people and plays were before somebody changed them, so that whoever sees it can take it back."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, Literal

from companion.store.rows import to_json
from companion.store.versions import surplus

if TYPE_CHECKING:
    from companion.store.database import Disk

Kind = Literal["person", "play"]
KEPT = 20


@dataclass(frozen=True, slots=True)
class Before:
    """A state before. ``id``: newer ones have higher numbers; ``replaced_at``: UTC, ISO 8601."""

    id: int
    replaced_at: str
    body: dict[str, Any]


class Befores:
    """The states before in one data folder; changes run inside `Disk.writing`."""

    def __init__(self, disk: Disk) -> None:
        self._disk = disk

    def keep(self, kind: Kind, number: int, at: str, body: dict[str, Any]) -> None:
        """Keeps the state that is replaced now; of many in a row those are forgotten that lasted shortest."""
        connection = self._disk.db.conn
        connection.execute(
            "INSERT INTO log_befores (kind, number, replaced_at, body) VALUES (?, ?, ?, ?)",
            (kind, number, at, to_json(body)),
        )
        there = list(reversed(self.of(kind, number)))
        times = [datetime.fromisoformat(one.replaced_at).timestamp() for one in there]
        for place in surplus(times, KEPT):
            connection.execute("DELETE FROM log_befores WHERE id = ?", (there[place].id,))

    def of(self, kind: Kind, number: int) -> list[Before]:
        """The states before of a person or a play, newest first."""
        rows = self._disk.rows(
            "SELECT id, replaced_at, body FROM log_befores WHERE kind = ? AND number = ? ORDER BY id DESC", kind, number
        )
        return [Before(row["id"], row["replaced_at"], json.loads(row["body"])) for row in rows]
