"""Which day it was, and for how long: dates in the house's time zone, time without pauses."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta, tzinfo
from functools import lru_cache
from itertools import pairwise
from zoneinfo import ZoneInfo

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
PAUSE = timedelta(hours=3)
"""Nobody thinks so long about a move: a longer silence is a pause, the night for instance."""
FIRST_YEAR, LAST_YEAR = 1900, 2200


def zone_of(name: str | None) -> tzinfo | None:
    """A time zone by its name, such as Asia/Taipei; None for no name (the computer's own). Raises ValueError."""
    if not name:
        return None
    try:
        return ZoneInfo(name)
    except (LookupError, OSError, ValueError) as problem:  # ZoneInfo opens files: a folder of zones is no zone
        raise ValueError(name) from problem


def moment(at: str) -> datetime:
    """A time of the log as a time. Raises ValueError."""
    found = datetime.fromisoformat(at)
    return found if found.tzinfo is not None else found.replace(tzinfo=UTC)


def local_time(at: str, zone: tzinfo | None) -> datetime:
    """A time of the log on the clocks of a zone; None: the computer's own."""
    return moment(at).astimezone(zone)


def local_day(at: str, zone: tzinfo | None) -> str:
    """The date it was there."""
    return local_time(at, zone).date().isoformat()


def check_day(day: str) -> str:
    """A date as it is kept, ISO 8601. Raises ValueError."""
    found = date.fromisoformat(day.strip())
    if not FIRST_YEAR <= found.year <= LAST_YEAR:
        raise ValueError(day)
    return found.isoformat()


@lru_cache(maxsize=8192)
def _microseconds(at: str) -> int:
    """A time of the log as a number. Raises ValueError."""
    return (moment(at) - EPOCH) // timedelta(microseconds=1)


def played_minutes(times: Sequence[str]) -> tuple[str, list[int]]:
    """When a play began, and how many minutes had been played at each of its times, pauses left out.

    ``times``: when the table was opened, then of every entry until the end. A table that was opened long before anybody
    played begins with its first entry. A clock that jumps counts for nothing.
    """
    moments = [_microseconds(at) for at in times]  # asked again after each entry of a table that has ended
    pause = PAUSE // timedelta(microseconds=1)
    begins = 1 if len(moments) > 1 and not 0 <= moments[1] - moments[0] <= pause else 0
    played, found = 0, [0] * (begins + 1)
    for before, after in pairwise(moments[begins:]):
        if 0 < after - before <= pause:
            played += after - before
        found.append(round(played / 60_000_000))
    return times[begins], found
