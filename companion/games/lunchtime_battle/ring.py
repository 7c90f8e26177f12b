"""The counting ring: where a count lands, by modular arithmetic."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.core.text import TN, T, Text


@dataclass(frozen=True, slots=True)
class Landing:
    """Where a count ends. ``position``: which monster, from 0 in counting order; ``symbol``: which of its symbols, from 1.

    ``lap``: symbols in one lap; ``laps``: full laps before the last, begun one; ``rest``: how far into that, 1 to ``lap``.
    """

    position: int
    symbol: int
    lap: int
    laps: int
    rest: int


def land(symbols: Sequence[int], total: int) -> Landing | None:
    """Where counting to ``total`` ends, monsters in counting order; None when nothing is or can be counted."""
    lap = sum(symbols)
    if lap < 1 or total < 1:
        return None
    laps, rest = divmod(total - 1, lap)
    passed = 0
    for position, n in enumerate(symbols):
        if rest < passed + n:
            return Landing(position, rest - passed + 1, lap, laps, rest + 1)
        passed += n
    raise AssertionError("the rest of a division is smaller than the divisor")


def explained(total: int, landing: Landing) -> Text:
    """The count in words, such as "14 = 1 lap of 10, then 4"."""
    if landing.rest == landing.lap:
        return TN(
            "{total} = exactly {n} lap of {lap}",
            "{total} = exactly {n} laps of {lap}",
            landing.laps + 1,
            total=total,
            lap=landing.lap,
        )
    if landing.laps == 0:
        return T("{total} is less than a lap of {lap}", total=total, lap=landing.lap)
    return TN(
        "{total} = {n} lap of {lap}, then {rest}",
        "{total} = {n} laps of {lap}, then {rest}",
        landing.laps,
        total=total,
        lap=landing.lap,
        rest=landing.rest,
    )
