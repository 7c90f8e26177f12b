"""How the table stands: the ranking as the stones lie, and the score sheet as it would be now."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from companion.core.text import Seat
from companion.games.monkeys_on_the_moon.scoring import Column, MonkeysSheet
from companion.games.monkeys_on_the_moon.state import Evening, Stones
from companion.games.monkeys_on_the_moon.tribes import ORDER, index


@dataclass(frozen=True, slots=True)
class Customs:
    """How this table plays: its options."""

    no_mercy: bool = False
    capricious: bool = False
    level_by_hand: bool = False
    left_is_clockwise: bool = True

    @property
    def variants(self) -> tuple[str, ...]:
        return tuple(key for key in ("no_mercy", "capricious") if getattr(self, key))


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


def undecided(state: Evening, customs: Customs) -> tuple[tuple[str, ...], ...]:
    """The groups of level stones that only the table can put in order, nearest to the end first."""
    decided = {frozenset(order) for order in state.levels}
    return tuple(
        group
        for group in level_groups(state.stones)
        if len(group) > 1
        and frozenset(group) not in decided
        and (customs.level_by_hand or state.stones.spaces[index(group[0])] == 0)
    )


def ranking(state: Evening) -> tuple[str, ...]:
    """The six tribes, first place first; stones that never left the Start in the sheet's order until somebody says."""
    found = list(state.stones.ranked)
    by_hand = {frozenset(order): order for order in state.levels}
    for group in level_groups(state.stones):
        found.extend(by_hand.get(frozenset(group), group))
    return tuple(found)


def sheet(state: Evening, names: tuple[str, ...], customs: Customs) -> MonkeysSheet:
    """The sheet if the game ended now: the last ships launched, their scorn given back."""
    return MonkeysSheet(
        ranking=ranking(state),
        rank_points=state.printed.all_rank_points,
        variants=customs.variants,
        players=tuple(_column(state, Seat(seat), name) for seat, name in enumerate(names)),
    )


def _column(state: Evening, seat: Seat, name: str) -> Column:
    corner = state.corners[seat]
    forgiven = corner.ship.color if corner.ship is not None else None
    return Column(
        name=name,
        monkeys=tuple((monkey.tribe, monkey.number) for monkey in (*corner.home, *corner.aboard)),
        ship_points=tuple(ship.points for ship in corner.full),
        scorn=tuple(tribe for tribe in ORDER if tribe != forgiven and state.favours.scorned_by(tribe) == seat),
        hair=corner.hair,
    )


def as_it_ended(ended: MonkeysSheet, now: MonkeysSheet) -> MonkeysSheet:
    """The sheet as the game ended, with the names of today and what was answered about hair since."""
    players = tuple(
        msgspec.structs.replace(column, name=today.name, hair=today.hair)
        for column, today in zip(ended.players, now.players, strict=True)
    )
    return msgspec.structs.replace(ended, players=players)


def without_hair(found: MonkeysSheet) -> MonkeysSheet:
    """The same sheet before anybody was asked about hair."""
    players = tuple(msgspec.structs.replace(column, hair=None) for column in found.players)
    return msgspec.structs.replace(found, players=players)
