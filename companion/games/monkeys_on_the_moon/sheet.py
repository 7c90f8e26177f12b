"""The score sheet of a table as it would be now, its players called 1, 2, 3."""

from __future__ import annotations

from dataclasses import replace

import msgspec

from companion.core.ending import Ending
from companion.core.scoring import numbered
from companion.core.text import Seat
from companion.games.monkeys_on_the_moon.options import Options
from companion.games.monkeys_on_the_moon.pad import Pad
from companion.games.monkeys_on_the_moon.scoring import Column, MonkeysSheet
from companion.games.monkeys_on_the_moon.standing import ranking
from companion.games.monkeys_on_the_moon.state import Evening, State
from companion.games.monkeys_on_the_moon.tribes import ORDER


def sheet_of(state: State, options: Options) -> MonkeysSheet:
    """The sheet if the game ended now: the last ships launched, those waiting for one too, their scorn given back.

    On a pad the tribes stand in the sheet's order until their ranking has been entered.
    """
    names = numbered(state.seats)
    if isinstance(state, Pad):
        order, columns = state.ranking or ORDER, [_of_tally(state, Seat(seat), name) for seat, name in enumerate(names)]
    else:
        order, columns = ranking(state), [_of_corner(state, Seat(seat), name) for seat, name in enumerate(names)]
    return MonkeysSheet(
        ranking=order,
        rank_points=state.printed.all_rank_points,
        variants=options.variants,
        players=tuple(columns),
    )


def _of_corner(state: Evening, seat: Seat, name: str) -> Column:
    corner = state.corners[seat]
    forgiven = corner.ship.color if corner.ship is not None else None
    return Column(
        name=name,
        monkeys=tuple((monkey.tribe, monkey.number) for monkey in corner.monkeys),
        ship_points=tuple(ship.points for ship in corner.full),
        scorn=tuple(tribe for tribe in ORDER if tribe != forgiven and state.favours.scorned_by(tribe) == seat),
        hair=corner.hair,
    )


def _of_tally(pad: Pad, seat: Seat, name: str) -> Column:
    tally = pad.tallies[seat]
    return Column(
        name=name,
        monkeys=tuple((tribe, number) for tribe, number, n in tally.monkeys for _ in range(n)),
        ship_points=tally.ships,
        scorn=tuple(tribe for tribe in ORDER if pad.scorned_by(tribe) == seat),
        hair=tally.hair,
    )


def with_hair(ending: Ending, seat: Seat, hair: int) -> Ending:
    """The ending after somebody was asked how long their hair is: an answer that belongs to the sheet as it ended."""
    if not isinstance(ending.frozen, MonkeysSheet):
        return ending
    players = list(ending.frozen.players)
    players[seat] = msgspec.structs.replace(players[seat], hair=hair)
    return replace(ending, frozen=msgspec.structs.replace(ending.frozen, players=tuple(players)))
