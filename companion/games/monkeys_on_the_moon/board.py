"""What the big screen says of each player and draws in the middle of the ring, in words and numbers."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.text import TC, Seat, T, Text, Who
from companion.games.monkeys_on_the_moon.auction import Auction, worth
from companion.games.monkeys_on_the_moon.headline import headline
from companion.games.monkeys_on_the_moon.state import POOL_OF_MONKEYS, Evening
from companion.games.monkeys_on_the_moon.tribes import TITLES, rival


@dataclass(frozen=True, slots=True)
class BoardView:
    """What only the big screen needs. ``doing``: by seat what it does or did in this phase, None where there is nothing to say.

    ``worth``: by tribe what a coin of it is worth in the auction that is going on; ``in_pool``: how many monkeys can be
    picked; ``rounds``: how many the game has; ``now``: what the table waits for, with what is at stake for who is asked.
    """

    doing: tuple[Text | None, ...]
    worth: dict[str, int]
    in_pool: int
    rounds: int
    now: Text


def board_of(state: Evening) -> BoardView:
    """The big screen's part of the view."""
    auction = state.auction
    counted = {} if auction is None or state.ring is None else worth(state.ring, auction.monkey.tribe)
    left = POOL_OF_MONKEYS[state.seats] - (state.turn if state.phase == "winning" else 0) - (auction is not None)
    return BoardView(
        doing=tuple(_doing(state, Seat(seat)) for seat in range(state.seats)),
        worth=counted,
        in_pool=0 if state.phase in ("wrap_up", "levels") else left,
        rounds=state.rounds,
        now=_now(state),
    )


def _doing(state: Evening, seat: Seat) -> Text | None:
    if not state.set_up or state.ending.over:
        return None
    if seat in state.away:
        return T("away")
    if state.to_take_ship:
        return T("takes a ship") if seat in state.to_take_ship else None
    auction = state.auction
    if auction is not None:
        return _bidding(auction, seat)
    if state.phase not in ("teaching", "winning"):
        return None
    if seat == state.in_turn_now:
        return T("teaches now") if state.phase == "teaching" else T("picks now")
    if state.turn_of(seat) < state.turn:
        return T("has taught") if state.phase == "teaching" else T("has picked")
    return None


def _bidding(auction: Auction, seat: Seat) -> Text | None:
    if seat == auction.holder:
        return T("pays {n}", n=auction.value) if auction.paying else T("has bid {n}", n=auction.value)
    if auction.paying:
        return None
    if seat in auction.out:
        return TC("auction", "out")
    return T("bids now") if seat == auction.turn else None


def _now(state: Evening) -> Text:
    """What the table waits for; where a rival waits aboard, what winning the monkey would set off."""
    told, auction = headline(state), state.auction
    if auction is None or state.ring is None or auction.paying:
        return told
    foe = rival(state.ring, auction.monkey.tribe)
    if all(other.tribe != foe for other in state.corners[auction.turn].aboard):
        return told
    stake = T(
        "Winning would launch the ship of {who} at once: {rival} is aboard.", who=Who(auction.turn), rival=TITLES[foe]
    )
    return T("{told} {stake}", told=told, stake=stake)
