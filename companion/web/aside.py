"""What pages show of that which happens beside the game: dice of the companion, the lot, the clock."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from companion.core.beside import Drawn, Thrown, Throws, Timed, throws
from companion.core.text import Seat
from companion.play import Look
from companion.play.timing import Clock, clock_of, seconds_between


@dataclass(frozen=True)
class Aside:
    """Worked out from a look; ``at`` tells the time now (UTC, ISO 8601)."""

    look: Look
    at: Callable[[], str]

    @cached_property
    def throws(self) -> tuple[Throws, ...]:
        """What the dice of the companion have shown at this table."""
        return throws(entry.action for entry in self.look.table.entries)

    @property
    def thrown(self) -> Thrown | None:
        """The newest throw."""
        found = (entry.action for entry in reversed(self.look.table.entries) if isinstance(entry.action, Thrown))
        return next(found, None)

    @property
    def drawn(self) -> Seat | None:
        """On whom the lot fell, as long as nothing has been entered since."""
        newest = self.look.table.entries[-1].action if self.look.table.entries else None
        return Seat(newest.player) if isinstance(newest, Drawn) and self.look.outcome is None else None

    @cached_property
    def clock(self) -> Clock:
        """How long everybody took."""
        return clock_of(self.look.table)

    @property
    def keeps_time(self) -> bool:
        """Whether the clock runs: without working it out where nobody ever asked for it."""
        return any(isinstance(entry.action, Timed) for entry in self.look.table.entries) and self.clock.on

    @property
    def running_s(self) -> float:
        """The seconds since the newest entry, as far as the clock runs."""
        return seconds_between(self.clock.since, self.at()) if self.clock.since else 0.0
