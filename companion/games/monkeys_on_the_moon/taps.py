"""Buttons that enter a whole action: who buys the monkey, how it is paid, which known ship is taken."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import msgspec

from companion.core.game import Action
from companion.core.text import Seat, T, Text
from companion.games.monkeys_on_the_moon.actions import Bid, Pay, Sold, TakeShip
from companion.games.monkeys_on_the_moon.auction import bids
from companion.games.monkeys_on_the_moon.bidding import coins_listed, exact
from companion.games.monkeys_on_the_moon.state import Evening
from companion.games.monkeys_on_the_moon.tribes import TITLES


@dataclass(frozen=True, slots=True)
class Tap:
    """A button that enters a whole action: its JSON and its words, and a shorter form where many stand in a row."""

    action: str
    words: Text
    short: Text | None = None


def _tap(action: Action, words: Text, short: Text | None = None) -> Tap:
    return Tap(msgspec.json.encode(action).decode(), words, short)


def possible_bids(state: Evening) -> dict[Seat, tuple[int, ...]]:
    """What everybody still in the auction can bid, by seat; nothing where nobody is being asked."""
    auction = state.auction
    if auction is None or state.ring is None:
        return {}
    return {
        seat: bids(state.favours, state.ring, seat, auction.monkey.tribe, auction.value)
        for seat in map(Seat, range(state.seats))
        if seat not in auction.out and seat != auction.holder
    }


def possible_sales(state: Evening) -> dict[Seat, tuple[int, ...]]:
    """For what everybody may have won the monkey, by seat: a higher bid, or the highest one for whoever holds it."""
    auction, possible = state.auction, possible_bids(state)
    if auction is None or auction.holder is None:
        return {seat: values for seat, values in possible.items() if values}
    ring, tribe = state.ring or (), auction.monkey.tribe
    possible[auction.holder] = bids(state.favours, ring, auction.holder, tribe, auction.value - 1)
    return {seat: possible[seat] for seat in sorted(possible) if possible[seat]}


def prices_of(state: Evening) -> dict[str, tuple[tuple[Seat, tuple[int, ...]], ...]]:
    """What everybody here could win the next monkey for, by its tribe, before it is said which one is picked."""
    if state.phase != "winning" or state.auction is not None or state.ring is None:
        return {}
    here = sorted(state.here)
    found = {tribe: [(s, bids(state.favours, state.ring, s, tribe, 0)) for s in here] for tribe in state.monkeys_left()}
    return {tribe: tuple((seat, values) for seat, values in each if values) for tribe, each in found.items()}


def own_bids(state: Evening, seat: Seat | None, possible: Mapping[Seat, tuple[int, ...]]) -> tuple[Tap, ...]:
    """What the seat may bid now; nothing where it is not its turn."""
    if seat is None or state.auction is None or state.auction.paying or state.auction.turn != seat:
        return ()
    return tuple(_tap(Bid(value=value, lot=state.lot), T("{n}", n=value)) for value in possible.get(seat, ()))


def sales(state: Evening) -> tuple[tuple[int, tuple[Tap, ...]], ...]:
    """Who may have won the monkey, for how much; nothing where none is auctioned, or where it is being paid."""
    if state.auction is None or state.auction.paying:
        return ()
    return tuple(
        (int(seat), tuple(_tap(Sold(player=seat, value=value, lot=state.lot), T("{n}", n=value)) for value in values))
        for seat, values in possible_sales(state).items()
    )


def payments(state: Evening) -> tuple[Tap, ...]:
    """The ways in which the winner can pay the bid."""
    if state.auction is None or not state.auction.paying:
        return ()
    ways = exact(state, state.auction.turn)
    return tuple(
        _tap(Pay(coins=dict(way), lot=state.lot), T("{coins}", coins=coins_listed(way, "plus"))) for way in ways
    )


def known_ships(state: Evening) -> tuple[tuple[str, tuple[Tap, ...]], ...]:
    """The ships of this copy that were seen before, by colours that can still turn up."""
    return tuple(
        (color, tuple(_ship(color, *ship) for ship in state.printed.ships_of(color)))
        for color in state.colors_left()
        if state.printed.ships_of(color)
    )


def _ship(color: str, capacity: int, points: int) -> Tap:
    words = T("{color} ship: {capacity} places, worth {points}", color=TITLES[color], capacity=capacity, points=points)
    action = TakeShip(color=color, capacity=capacity, points=points)
    return _tap(action, words, T("{capacity} · {points}", capacity=capacity, points=points))
