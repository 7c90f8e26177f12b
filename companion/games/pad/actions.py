"""What can be entered at a table with a pad. A stored format: only ever added to, with defaults.

``round``: of which round, from 1; 1 too where there are none. ``parts``: a number typed as a sum (12+11+7).
"""

from __future__ import annotations

from companion.core.ending import END_ACTIONS
from companion.core.game import Action


class Enter(Action, frozen=True, kw_only=True, tag="enter"):
    """My number in a category."""

    category: str
    value: int
    round: int = 1
    was: int | None = None
    parts: tuple[int, ...] = ()


class EnterForAll(Action, frozen=True, kw_only=True, tag="enter_for_all"):
    """A number that is the same for everybody."""

    category: str
    value: int
    round: int = 1
    was: int | None = None
    parts: tuple[int, ...] = ()


class NextRound(Action, frozen=True, kw_only=True, tag="next_round"):
    """The round is over and counted."""


class PreviousRound(Action, frozen=True, kw_only=True, tag="previous_round"):
    """Back to the round before, to put a number right."""


ACTIONS: tuple[type[Action], ...] = (Enter, EnterForAll, NextRound, PreviousRound, *END_ACTIONS)
