"""A house in a folder of its own, with a clock that stands still and chance that repeats."""

from __future__ import annotations

import random
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion import play
from companion.live import Doorbell
from companion.store import Store


@pytest.fixture
def house(tmp_path: Path) -> play.House:
    return play.House(
        Store(tmp_path), Doorbell(), now=lambda: datetime(2026, 5, 1, 19, 30, tzinfo=UTC), chance=random.Random(1)
    )


@pytest.fixture
def code(house: play.House) -> str:
    """A Mombasa table of Ann and Bo."""
    seats = [{"name": "Ann", "color": "red"}, {"name": "Bo", "color": "blue"}]
    return play.open_table(house, "mombasa", seats).code
