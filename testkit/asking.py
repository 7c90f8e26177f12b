"""What pages ask of the database: counted instead of timed, so that a busy machine decides nothing."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from unittest import mock

from companion.store import Store
from companion.store.database import Disk


@contextmanager
def asked_of(store: Store) -> Iterator[list[str]]:
    """The SQL statements that this store runs from here on, to be cleared or looked at."""
    asked: list[str] = []
    connect = Disk._connect

    def watched(disk: Disk) -> sqlite3.Connection:
        connection = connect(disk)
        connection.set_trace_callback(asked.append)
        return connection

    store.close()  # the connections from before are not watched
    with mock.patch.object(Disk, "_connect", watched):
        yield asked
    store.close()
