"""What was answered is on disk."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from testkit.pulled_plug import pull_the_plug


@pytest.mark.slow
def test_sigkill_while_four_clients_post(tmp_path: Path) -> None:
    """Five times: every answered move is there, none twice, no hole in the sequence, and the database is whole."""
    report = pull_the_plug(tmp_path, rounds=5, clients=4)
    assert report.rounds == 5
    assert report.answered >= 5
    database = sqlite3.connect(tmp_path / "companion.sqlite3")
    try:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert database.execute("PRAGMA journal_mode").fetchall() == [("wal",)]
    finally:
        database.close()
