"""Removing for good what was deleted long ago, without ever believing a clock that jumps.

A computer without a clock battery may live in another year until it hears from the network. So a deleted table that
looks old is only noted at first, and removed when it still looks old a week and more later; what was deleted since the
start is never removed, whatever the date says.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.store import Store

RESTORABLE = timedelta(days=30)
NOTED = timedelta(days=7)
BELIEVED = timedelta(days=730)
"""A note older than that says more about the clock than about the table."""
FIRST_YEAR = 2026
"""No clock that is right says an earlier one: this program was not there yet."""
SETTING = "old_deleted"


class Purging:
    """Which deleted tables may be removed now."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._deleted_now: set[str] = set()

    def deleted_now(self, code: str) -> None:
        """This table was deleted since the start."""
        self._deleted_now.add(code)

    def run(self, now: datetime) -> None:
        """Notes what looks old, removes what has looked old long enough; inside a transaction."""
        if now.year < FIRST_YEAR:
            return
        kept = self._store.setting(SETTING)
        noted: dict[str, str] = json.loads(kept) if kept else {}
        looks_old = [
            row.code
            for row in self._store.deleted_tables()
            if _age(row.deleted_at, now) > RESTORABLE and row.code not in self._deleted_now
        ]
        still: dict[str, str] = {}
        for code in looks_old:
            since = _age(noted.get(code), now)
            if NOTED <= since <= BELIEVED:
                self._store.forget_table(code)
            else:
                believable = code in noted and timedelta(0) <= since <= NOTED
                still[code] = noted[code] if believable else now.astimezone(UTC).isoformat()
        if still != noted:
            self._store.set_setting(SETTING, json.dumps(still))


def _age(at: str | None, now: datetime) -> timedelta:
    """How long ago a kept time was; a negative time for one in the future or for none."""
    try:
        return now - datetime.fromisoformat(at or "")
    except ValueError:
        return timedelta(-1)
