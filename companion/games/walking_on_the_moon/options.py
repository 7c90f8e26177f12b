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
            ("full", T("The whole race")),
            ("order", T("Order, comas, tokens and stars")),
            ("final", T("Final scoring only")),
        ),
    ),
    Option(
        "dice",
        T("Dice"),
        (("table", T("Stay on the table")), ("kept", T("Kept here: which ones, and their faces"))),
    ),
    Option(
        "cards",
        T("Moon cards in the ring"),
        (("6", T("6 cards")), ("7", T("7 cards")), ("8", T("8 cards, a longer game"))),
    ),
    Option(
        "roll",
        T("Rolling"),
        (("each_jump", T("Jump by jump")), ("all_at_once", T("All dice before the first jump"))),
    ),
    Option(
        "lost_stars",
        T("Stars lost in a coma"),
        (("last_card", T("Go to the last card")), ("by_hand", T("Go where the table says"))),
    ),
)


@dataclass(frozen=True, slots=True)
class Options:
    """How this table plays. ``full``: whether the race is kept here, or its final scoring only; ``ordered``: of the race
    the order, comas, tokens and stars only; ``dice_kept``: the dice of every turn are asked for."""

    full: bool = True
    ordered: bool = False
    dice_kept: bool = False
    cards: int = 6
    all_at_once: bool = False
    lost_by_hand: bool = False


def options_of(given: Mapping[str, Any]) -> Options:
    """What a table has chosen, from checked options (all of them present)."""
    return Options(
        full=given["bookkeeping"] != "final",
        ordered=given["bookkeeping"] == "order",
        dice_kept=given["dice"] == "kept",
        cards=int(given["cards"]),
        all_at_once=given["roll"] == "all_at_once",
        lost_by_hand=given["lost_stars"] == "by_hand",
    )
