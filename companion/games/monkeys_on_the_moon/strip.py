"""The civilization track as the big screen draws it, in units of the stage; the ranking table lies to the right of it."""

from __future__ import annotations

from companion.games.monkeys_on_the_moon.state import Evening
from companion.games.monkeys_on_the_moon.tribes import ORDER, index

LEFT, FULL, STONE_WIDTH = 330, 1690, 70


def right_of(state: Evening) -> int:
    """Where the track ends: further left the more stones lie in the ranking table beside it."""
    return FULL - STONE_WIDTH * max(0, len(state.stones.ranked) - 1)


def at_space(state: Evening, space: int) -> int:
    """Where a space of the track is drawn, `LEFT` to `right_of`."""
    return LEFT + (right_of(state) - LEFT) * space // (state.printed.track_length or 1)


def stones(state: Evening) -> dict[str, int]:
    """Where each stone is drawn: above its space, moved aside as far as it takes that no two touch."""
    right = right_of(state)
    free = sorted(
        (tribe for tribe in ORDER if tribe not in state.stones.ranked),
        key=lambda tribe: (state.stones.spaces[index(tribe)], -state.stones.arrived[index(tribe)]),
    )
    at = [at_space(state, state.stones.spaces[index(tribe)]) for tribe in free]
    for place in range(1, len(at)):
        at[place] = max(at[place], at[place - 1] + STONE_WIDTH)
    for place in range(len(at) - 1, -1, -1):
        at[place] = min(at[place], right - STONE_WIDTH * (len(at) - 1 - place) - STONE_WIDTH // 2)
    ranked = {
        tribe: right + STONE_WIDTH // 2 + 8 + STONE_WIDTH * place for place, tribe in enumerate(state.stones.ranked)
    }
    return dict(zip(free, at, strict=True)) | ranked
