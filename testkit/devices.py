"""The devices that a table knows, those without a seat too."""

from __future__ import annotations

from companion.store import Store


def devices_of(store: Store, code: str) -> list[str]:
    """Every device that has been at a table, by number."""
    return [str(row[0]) for row in store.rows("SELECT device FROM devices WHERE code = ? ORDER BY number", code)]
