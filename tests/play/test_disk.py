"""A disk that takes no more costs an entry, never the table."""

from __future__ import annotations

import sqlite3
import threading

import pytest

from companion import play
from companion.store import Unwritable


def test_what_was_answered_is_written_through_in_every_thread(house: play.House, code: str) -> None:
    """Full synchronisation: a pulled plug cannot be tried here, so this stands in for it."""

    def level(found: list[tuple[int, str]]) -> None:
        connection = house.store.db.conn
        asked = [connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("synchronous", "journal_mode")]
        found.append((asked[0], asked[1]))
        house.store.close()

    found: list[tuple[int, str]] = []
    threads = [threading.Thread(target=level, args=(found,)) for _ in range(2)]
    for thread in threads:
        thread.start()
        thread.join(60)
    level(found)
    assert found == [(2, "wal")] * 3


def test_a_commit_that_fails_leaves_nothing_begun(house: play.House, code: str) -> None:
    """The next entry of the same thread is written."""
    store = house.store
    with pytest.raises(sqlite3.IntegrityError), store.writing():
        store.db.conn.execute("PRAGMA defer_foreign_keys=ON")
        store.keep_key("NOBODY", "key-00001", 1)
    assert play.act(house, code, "device", {"type": "cash", "value": 3}, "key-00002", seat=0).seq == 1


def test_a_full_disk_is_said_and_the_entry_can_be_sent_again(house: play.House, code: str) -> None:
    connection = house.store.db.conn
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    connection.execute(f"PRAGMA max_page_count={pages}")
    note = {"type": "cash", "value": 3}
    with pytest.raises(Unwritable, match="full"):
        for entry in range(2000):
            play.act(house, code, "device", note | {"value": entry % 2}, f"full-{entry:04}", seat=0)
    seq = play.look(house, code).seq
    assert seq == len(house.store.events(code))
    connection.execute("PRAGMA max_page_count=100000")
    assert play.act(house, code, "device", note, f"full-{seq:04}", seat=0).seq == seq + 1
