"""What the page needs beyond state, offers and score."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.core.text import Seat
from companion.games.lunchtime_battle import counting, stages
from companion.games.lunchtime_battle.counting import Count
from companion.games.lunchtime_battle.known import Known
from companion.games.lunchtime_battle.state import Card, State

if TYPE_CHECKING:
    from companion.games.lunchtime_battle.play import LunchtimeBattle


@dataclass(frozen=True, slots=True)
class View:
    """The count as it stands (None outside the counting phase), what I can use, and who lays what.

    ``piles``: candidates by seat and hand. ``known``: monsters that can be chosen by name.
    """

    count: Count | None
    picks: int
    dice: int
    usable: tuple[Card, ...]
    piles: tuple[tuple[tuple[Card, ...], ...], ...]
    lacking: frozenset[Seat]
    known: tuple[Known, ...]


def view(game: LunchtimeBattle, state: State, seat: Seat | None) -> View:
    """The view of one seat, or of the board."""
    hands = range(len(state.columns[0]))
    return View(
        count=counting.count(state) if state.phase == "count" else None,
        picks=counting.PICKS[counting.places(state)],
        dice=stages.dice_of(state),
        usable=counting.usable(state, seat) if seat is not None and state.phase in ("count", "final") else (),
        piles=tuple(
            tuple(tuple(c for c in state.candidates if c.place == of + hand * state.seats) for hand in hands)
            for of in range(state.seats)
        ),
        lacking=stages.lacking(state) if state.phase == "lay" else frozenset(),
        known=game.known(state),
    )
