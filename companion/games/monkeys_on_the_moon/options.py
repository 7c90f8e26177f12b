"""What is chosen when a table is opened."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.core.game import Option
from companion.core.text import T

OPTIONS: tuple[Option, ...] = (
    Option(
        "bookkeeping",
        T("Bookkeeping"),
        (
            ("full", T("Everything: coins, scorn, ships and scores live here")),
            ("final", T("Final scoring only")),
        ),
    ),
    Option("no_mercy", T("No mercy"), note=T("Your influence counts as 0 in a tribe whose scorn card you hold.")),
    Option("capricious", T("Capricious"), note=T("A stone that stops on a white dot changes the ring.")),
    Option(
        "level_stones",
        T("Stones on one space at the end"),
        (("first", T("The first to arrive is ahead")), ("by_hand", T("The table says who is ahead"))),
    ),
    Option(
        "left",
        T("Capricious: the left neighbour in the ring"),
        (("clockwise", T("The next one clockwise")), ("counter_clockwise", T("The next one counter-clockwise"))),
    ),
)


@dataclass(frozen=True, slots=True)
class Options:
    """How this table plays. ``full``: whether everything is kept here, or the final scoring only."""

    full: bool = True
    no_mercy: bool = False
    capricious: bool = False
    level_by_hand: bool = False
    left_is_clockwise: bool = True

    @property
    def variants(self) -> tuple[str, ...]:
        """The variants that a score sheet names."""
        return tuple(key for key in ("no_mercy", "capricious") if getattr(self, key))


def options_of(given: Mapping[str, Any]) -> Options:
    """What a table has chosen, from checked options (all of them present)."""
    return Options(
        full=given["bookkeeping"] == "full",
        no_mercy=given["no_mercy"],
        capricious=given["capricious"],
        level_by_hand=given["level_stones"] == "by_hand",
        left_is_clockwise=given["left"] == "clockwise",
    )
