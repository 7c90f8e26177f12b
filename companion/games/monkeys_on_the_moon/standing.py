"""How the stones lie: the ranking of the tribes, and which level stones only the table can put in order."""

from __future__ import annotations

from companion.games.monkeys_on_the_moon.options import Options
from companion.games.monkeys_on_the_moon.state import Evening, Stones
from companion.games.monkeys_on_the_moon.tribes import ORDER, index


def level_groups(stones: Stones) -> tuple[tuple[str, ...], ...]:
    """The stones not in the ranking table, grouped by space, nearest to the end first, in a group by arrival."""
    free = [tribe for tribe in ORDER if tribe not in stones.ranked]
    spaces = sorted({stones.spaces[index(tribe)] for tribe in free}, reverse=True)
    return tuple(
        tuple(
            sorted(
                (tribe for tribe in free if stones.spaces[index(tribe)] == space),
                key=lambda tribe: stones.arrived[index(tribe)],
            )
        )
        for space in spaces
    )


def undecided(state: Evening, options: Options) -> tuple[tuple[str, ...], ...]:
    """The groups of level stones that only the table can put in order, nearest to the end first."""
    decided = {frozenset(order) for order in state.levels}
    return tuple(
        group
        for group in level_groups(state.stones)
        if len(group) > 1
        and frozenset(group) not in decided
        and (options.level_by_hand or state.stones.spaces[index(group[0])] == 0)
    )


def ranking(state: Evening) -> tuple[str, ...]:
    """The six tribes, first place first; stones that never left the Start in the sheet's order until somebody says."""
    found = list(state.stones.ranked)
    by_hand = {frozenset(order): order for order in state.levels}
    for group in level_groups(state.stones):
        found.extend(by_hand.get(frozenset(group), group))
    return tuple(found)
