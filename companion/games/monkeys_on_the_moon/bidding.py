"""The bid turn: a monkey is picked, bid for and paid, and boards.

| rule (rules page: Bid turn) | here |
| --- | --- |
| beginning with the picker, players in turn bid higher or pass; a pass is final | `bid`, `pass_on` |
| no bid: discarded | `_nobody_left` |
| bids called aloud: who won, for how much, the picked monkey with it (Decision) | `sold`, `nobody` |
| who leaves is out; with the highest bid the monkey is auctioned anew (Decision) | `left_by` |
| the winner puts the coins on their cards, gives back the tribe's scorn, the monkey boards | `_paid` |
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Literal

from companion.core.game import Step
from companion.core.refusal import Refused, illegal
from companion.core.steps import said, then
from companion.core.text import TN, Listing, Seat, T, Text, Who
from companion.games.monkeys_on_the_moon.auction import Auction, Coins, bids, purchases
from companion.games.monkeys_on_the_moon.launching import board, forgiven
from companion.games.monkeys_on_the_moon.ships import Monkey
from companion.games.monkeys_on_the_moon.state import Evening, ring_of
from companion.games.monkeys_on_the_moon.tribes import ORDER, TRIBES, changed
from companion.games.monkeys_on_the_moon.turns import too_late_to_launch, turn_done


def pick(state: Evening, seat: Seat, monkey: Monkey) -> Step[Evening]:
    """A monkey comes under the hammer; the picker is asked first."""
    return then(_laid_down(state, seat, monkey), _opened, seat, monkey)


def _laid_down(state: Evening, seat: Seat, monkey: Monkey) -> Step[Evening]:
    told = T("{who} picks {monkey} from the pool.", who=Who(seat), monkey=monkey.text)
    step = then(said(state, told), too_late_to_launch)
    auction = Auction(picker=seat, monkey=monkey, turn=seat, out=state.away)
    return Step(replace(step.state, picked=state.picked + 1, auction=auction), step.telling)


def _opened(state: Evening, picker: Seat, monkey: Monkey) -> Step[Evening]:
    before = Seat((picker - 1) % state.seats)
    return _settle(state, Auction(picker=picker, monkey=monkey, turn=before, out=state.away))


def bid(state: Evening, seat: Seat, value: int) -> Step[Evening]:
    """A higher bid."""
    auction = _can_bid(state, seat, value)
    step = said(state, T("{who} bids {n}.", who=Who(seat), n=value))
    return then(step, _settle, replace(auction, value=value, holder=seat, turn=seat))


def pass_on(state: Evening, seat: Seat) -> Step[Evening]:
    """A pass, final for this monkey."""
    auction = under_hammer(state)
    step = said(state, T("{who} passes.", who=Who(seat)))
    return then(step, _settle, replace(auction, out=auction.out | {seat}, turn=seat))


def sold(state: Evening, seat: Seat, value: int, monkey: Monkey | None = None) -> Step[Evening]:
    """The bids were called aloud; this one was the last. ``monkey``: the one that was picked, where nobody has said yet."""
    return then(_brought(state, monkey), _sold, seat, value)


def nobody(state: Evening, monkey: Monkey | None = None) -> Step[Evening]:
    """The bids were called aloud; there was none. ``monkey``: as in `sold`."""
    return then(_brought(state, monkey), _unsold)


def _brought(state: Evening, monkey: Monkey | None) -> Step[Evening]:
    picker = state.in_turn_now
    return Step(state, ()) if monkey is None or picker is None else _laid_down(state, picker, monkey)


def _sold(state: Evening, seat: Seat, value: int) -> Step[Evening]:
    auction = state.auction
    if auction is None or (auction.holder, auction.value) != (seat, value):
        auction = _can_bid(state, seat, value)
    return _settle(state, replace(auction, value=value, holder=seat, out=_everybody(state) - {seat}))


def _unsold(state: Evening) -> Step[Evening]:
    return _settle(state, replace(under_hammer(state), out=_everybody(state)))


def pay(state: Evening, seat: Seat, coins: Mapping[str, int]) -> Step[Evening]:
    """The winner pays with these coins; raises Refused where they are not worth exactly the bid."""
    ways = exact(state, seat)
    given = tuple((tribe, coins[tribe]) for tribe in ORDER if coins.get(tribe))
    for way in ways:
        if sorted(way) == sorted(given):
            return _paid(state, seat, way)
    listed = tuple(coins_listed(way, "plus") for way in ways)
    raise Refused(
        "bad_field",
        "coins",
        T(
            "These coins are not worth exactly {n}. Pay {ways}.",
            n=under_hammer(state).value,
            ways=Listing(listed, "or"),
        ),
    )


def left_by(state: Evening, seat: Seat) -> Step[Evening]:
    """Somebody leaves an auction that is going on; the highest bid goes with them, and the others bid anew (Decision)."""
    auction = state.auction
    if auction is None:
        return Step(state, ())
    if auction.holder == seat:
        told = T("{monkey} is auctioned anew, without {who}.", monkey=auction.monkey.text, who=Who(seat))
        return then(said(state, told, "cost"), _opened, auction.picker, auction.monkey)
    if auction.paying or seat in auction.out:
        return Step(state, ())
    # The next one is looked for from whoever is asked now, who stays the one asked unless it is the one who leaves.
    after = seat if auction.turn == seat else Seat((auction.turn - 1) % state.seats)
    return _settle(state, replace(auction, out=auction.out | {seat}, turn=after))


def exact(state: Evening, seat: Seat) -> tuple[Coins, ...]:
    """The combinations of the winner's coins that make exactly the bid."""
    auction = under_hammer(state)
    return purchases(state.favours, ring_of(state), seat, auction.monkey.tribe).get(auction.value, ())


def coins_text(tribe: str, number: int) -> Text:
    """Coins of one tribe in words: "2 red coins"."""
    return TN("{n} {tribe} coin", "{n} {tribe} coins", number, tribe=TRIBES[tribe])


def coins_listed(coins: Coins, style: Literal["and", "plus"] = "and") -> Listing:
    """Coins of several tribes in words: "1 green coin and 1 blue coin"."""
    return Listing(tuple(coins_text(*pair) for pair in coins), style)


def under_hammer(state: Evening) -> Auction:
    """The auction that is going on; raises Refused where there is none."""
    if state.auction is None:
        raise illegal(T("No monkey is being auctioned. First somebody picks one."))
    return state.auction


def _everybody(state: Evening) -> frozenset[Seat]:
    return frozenset(map(Seat, range(state.seats)))


def _can_bid(state: Evening, seat: Seat, value: int) -> Auction:
    """The auction in which the seat can bid so much; raises Refused with the bids that would do."""
    auction = under_hammer(state)
    possible = bids(state.favours, ring_of(state), seat, auction.monkey.tribe, auction.value)
    if value in possible:
        return auction
    told = T("{who} has not the coins for a higher bid.", who=Who(seat))
    if possible:
        values = Listing(possible, "or")
        told = T("{n} is no bid {who} can make: {values}.", n=value, who=Who(seat), values=values)
    raise Refused("bad_field", "value", told)


def _settle(state: Evening, auction: Auction) -> Step[Evening]:
    """Whom the hammer asks next; nobody left: sold, or discarded."""
    contenders = auction.contenders(state.favours, ring_of(state))
    asked = auction.out | {auction.holder} | set(contenders)
    unable = tuple(seat for seat in map(Seat, range(state.seats)) if seat not in asked)
    auction = replace(auction, out=auction.out | frozenset(unable))
    step: Step[Evening] = Step(state, ())
    if unable:
        names = Listing(tuple(map(Who, unable)))
        if auction.holder is not None:
            step = said(state, T("{names} cannot bid higher.", names=names))
        else:
            step = said(state, T("{names} cannot bid: not enough coins that count.", names=names))
    if not contenders:
        return then(step, _nobody_left, auction)
    turn = auction.next_of(contenders, state.seats, auction.turn)
    return Step(replace(state, auction=replace(auction, turn=turn)), step.telling)


def _nobody_left(state: Evening, auction: Auction) -> Step[Evening]:
    monkey, winner = auction.monkey, auction.holder
    if winner is None:
        told = T("Nobody bids: {monkey} is discarded.", monkey=monkey.text)
        discarded = replace(state, auction=None, lost=changed(state.lost, monkey.tribe, 1))
        return then(said(discarded, told, "cost"), turn_done, auction.picker)
    told = T("{who} wins {monkey} for {n}.", who=Who(winner), monkey=monkey.text, n=auction.value)
    step = said(replace(state, auction=replace(auction, turn=winner, paying=True)), told, "gain")
    ways = exact(step.state, winner)
    return then(step, _paid, winner, ways[0]) if len(ways) == 1 else step


def _paid(state: Evening, seat: Seat, coins: Coins) -> Step[Evening]:
    """The coins go back on their cards, the scorn of the tribe too, and the monkey boards."""
    auction, favours = under_hammer(state), state.favours
    for tribe, number in coins:
        favours = favours.taking(seat, tribe, -number)
    told = T("{who} puts back {coins}.", who=Who(seat), coins=coins_listed(coins))
    by = tuple((f"coins:{seat}:{tribe}", -number) for tribe, number in coins)
    step = said(replace(state, favours=favours, auction=None), told, "cost", by)
    step = then(then(step, forgiven, seat, auction.monkey.tribe), board, seat, auction.monkey)
    return then(step, turn_done, auction.picker)
