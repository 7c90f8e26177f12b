"""What is agreed on when a table is opened."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.game import Option
from companion.core.text import T

OPTIONS: tuple[Option, ...] = (
    Option(
        "start",
        T("The monkey starts"),
        (("players", T("at height 14 − players")), ("random", T("at a random height: die + 7"))),
    ),
    Option(
        "active_monkey", T("Active monkey"), note=T("After every turn a roll: 1 the monkey goes one down, 6 one up.")
    ),
    Option(
        "scared_monkey",
        T("Scared monkey"),
        note=T("A failed spank sends the monkey one up if you are level with it, one down if you are above."),
    ),
    Option("free_building", T("Free building"), note=T("Any number of junk and reinforcement cards a turn.")),
    Option(
        "deck_empty",
        T("The monkey wins"),
        (
            ("drawn", T("as soon as the last card is drawn")),
            ("needed", T("when somebody must draw and cannot")),
        ),
    ),
)


@dataclass(frozen=True, slots=True)
class Options:
    """A table's choice of each of `OPTIONS`, by its key."""

    start: str = "players"
    active_monkey: bool = False
    scared_monkey: bool = False
    free_building: bool = False
    deck_empty: str = "drawn"
