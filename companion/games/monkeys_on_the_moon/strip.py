"""The civilization track as the big screen draws it, in units of its own; the ranking table lies to the right of it."""

from __future__ import annotations

from companion.games.monkeys_on_the_moon.state import Evening
from companion.games.monkeys_on_the_moon.tribes import ORDER, index

LEFT, RIGHT, STONE_WIDTH = 30, 836, 60


def at_space(state: Evening, space: int) -> int:
    """Where a space of the track is drawn, `LEFT` to `RIGHT`."""
    return LEFT + (RIGHT - LEFT) * space // (state.printed.track_length or 1)


def stones(state: Evening) -> dict[str, int]:
    """Where each stone is drawn: above its space, moved aside as far as it takes that no two touch."""
    free = sorted(
        (tribe for tribe in ORDER if tribe not in state.stones.ranked),
        key=lambda tribe: (state.stones.spaces[index(tribe)], -state.stones.arrived[index(tribe)]),
    )
    at = [at_space(state, state.stones.spaces[index(tribe)]) for tribe in free]
    for place in range(1, len(at)):
        at[place] = max(at[place], at[place - 1] + STONE_WIDTH)
    for place in range(len(at) - 1, -1, -1):
        at[place] = min(at[place], RIGHT - STONE_WIDTH * (len(at) - 1 - place) - STONE_WIDTH // 2)
    ranked = {
        tribe: RIGHT + STONE_WIDTH // 2 + 4 + STONE_WIDTH * place for place, tribe in enumerate(state.stones.ranked)
    }
    return dict(zip(free, at, strict=True)) | ranked
