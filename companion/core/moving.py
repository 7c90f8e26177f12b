"""Entries that are about a seat follow it when people change places."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from companion.core.away import SetAway
from companion.core.beside import Drawn
from companion.core.correction import Correct
from companion.core.game import Action, Game
from companion.core.playing_on import PlayedOn

SeatNow = Callable[[int], int | None]
"""Where a seat of the author's seating is now, None where it was removed."""


def moved_along(game: Game[Any], action: Action, seat_now: SeatNow) -> Action | None:
    """The action after seats were moved; None where it was only about a seat that has left."""
    match action:
        case Correct():
            key = _moved_key(game, action.counter, seat_now)
            return None if key is None else msgspec.structs.replace(action, counter=key)
        case PlayedOn():
            moved = {_moved_key(game, key, seat_now): value for key, value in action.counters.items()}
            kept = {key: value for key, value in moved.items() if key is not None}
            return msgspec.structs.replace(action, counters=kept) if kept else None
        case SetAway() | Drawn():
            here = seat_now(action.player)
            return None if here is None else msgspec.structs.replace(action, player=here)
    return action


def _moved_key(game: Game[Any], key: str, seat_now: SeatNow) -> str | None:
    kind, _, of = key.partition(":")
    if kind not in game.seat_counters:
        return key
    seat, colon, rest = of.partition(":")
    here = seat_now(int(seat))
    return None if here is None else f"{kind}:{here}{colon}{rest}"
