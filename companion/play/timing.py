"""How long everybody took, told by when things were entered; it decides nothing.

The time between two entries belongs to the one whom the table waited for, to nobody where it waited for several. It is
worked out from the log: a phone that slept, a page that was closed and a companion that was started anew lose none of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from typing import Any

from companion.core.beside import Timed
from companion.core.game import AnyGame
from companion.core.log import Table
from companion.core.text import Seat

LONGEST_S = 4 * 3600.0
"""A pause longer than this was none of anybody's: the table was left standing over night."""


@dataclass(frozen=True, slots=True)
class Clock:
    """Seconds so far. ``seats``: of each seat; ``table``: of all and nobody's; ``since``: when the span that runs now
    began (UTC, ISO 8601), ``whose``: the seat it belongs to, None for nobody; ``on``: whether the time is kept."""

    seats: tuple[float, ...]
    table: float = 0.0
    since: str = ""
    whose: Seat | None = None
    on: bool = False


def clock_of(table: Table[Any]) -> Clock:
    """The clock of a table as its log has it."""
    game, entries = table.game, table.entries
    seats, everything = [0.0] * len(table.seats), 0.0
    on = False
    for entry, following in pairwise(entries):
        on = entry.action.on if isinstance(entry.action, Timed) else on
        if not on:
            continue
        span = seconds_between(entry.event.at, following.event.at)
        everything += span
        if (whose := waits_for(game, following.before)) is not None and whose < len(seats):
            seats[whose] += span
    if not entries:
        return Clock(tuple(seats))
    newest = entries[-1]
    on = newest.action.on if isinstance(newest.action, Timed) else on
    runs = on and game.outcome(table.state) is None
    whose = waits_for(game, table.state) if runs else None
    return Clock(tuple(seats), everything, newest.event.at if runs else "", whose, on)


def waits_for(game: AnyGame, state: Any) -> Seat | None:
    """The one seat that the table waits for, None where it waits for several or for nobody."""
    active = game.active_seats(state)
    return next(iter(active)) if len(active) == 1 else None


def seconds_between(begin: str, end: str) -> float:
    """The seconds between two times of the log; 0 where the clock was put back, or everybody had gone home."""
    span = (datetime.fromisoformat(end) - datetime.fromisoformat(begin)).total_seconds()
    return span if 0 < span <= LONGEST_S else 0.0
