"""What can be entered at a Mombasa table. A stored format: only ever added to, with defaults.

``parts``: a number typed as a sum (12+11+7), in the order typed; ``value`` is their sum.
"""

from __future__ import annotations

from companion.core.ending import END_ACTIONS
from companion.core.game import Action


class Coins(Action, frozen=True, kw_only=True, tag="coins"):
    """Coins uncovered at a company's headquarters; one number for everybody."""

    company: str
    value: int
    was: int | None = None
    parts: tuple[int, ...] = ()


class SetShares(Action, frozen=True, kw_only=True, tag="shares"):
    """My shares in a company: at the track, or on my cards."""

    company: str
    part: str
    value: int
    was: int | None = None
    parts: tuple[int, ...] = ()


class Cash(Action, frozen=True, kw_only=True, tag="cash"):
    """My money."""

    value: int
    was: int | None = None
    parts: tuple[int, ...] = ()


class Diamonds(Action, frozen=True, kw_only=True, tag="diamonds"):
    """The last number my diamond marker reached or passed."""

    value: int
    was: int | None = None
    parts: tuple[int, ...] = ()


class Bookkeeping(Action, frozen=True, kw_only=True, tag="bookkeeping"):
    """The last number my ink pot reached or passed."""

    value: int
    was: int | None = None
    parts: tuple[int, ...] = ()


class StartPlayer(Action, frozen=True, kw_only=True, tag="start_player"):
    """Who starts the action phase."""

    player: int


class CardsRevealed(Action, frozen=True, kw_only=True, tag="cards_revealed"):
    """Planning is over: everybody's cards were turned up."""


class TurnDone(Action, frozen=True, kw_only=True, tag="turn_done"):
    """I have taken the one action of my turn: on to the next one clockwise."""


class EndActions(Action, frozen=True, kw_only=True, tag="end_actions"):
    """I end the action phase for myself."""


class NextRound(Action, frozen=True, kw_only=True, tag="next_round"):
    """The preparation phase is done."""


ACTIONS: tuple[type[Action], ...] = (
    Coins,
    SetShares,
    Cash,
    Diamonds,
    Bookkeeping,
    StartPlayer,
    CardsRevealed,
    TurnDone,
    EndActions,
    NextRound,
    *END_ACTIONS,
)
