"""The bid turn: a monkey is picked, bid for and paid, and boards.

| rule (rules page: Bid turn) | here |
| --- | --- |
| beginning with the picker, players in turn bid higher or pass; a pass is final | `bid`, `pass_on` |
| no bid: discarded | `_settle` |
| the winner puts the coins on their cards, gives back the tribe's scorn, the monkey boards | `pay` |
"""

from __future__ import annotations

from dataclasses import replace

from companion.core.refusal import Refused
from companion.core.text import TN, Listing, Seat, T, Text, Who
from companion.games.monkeys_on_the_moon.auction import Auction, Coins, bids, purchases
from companion.games.monkeys_on_the_moon.course import Course
from companion.games.monkeys_on_the_moon.launching import board
from companion.games.monkeys_on_the_moon.ships import Monkey
from companion.games.monkeys_on_the_moon.tribes import TRIBES, changed


def pick(course: Course, seat: Seat, monkey: Monkey) -> None:
    """A monkey comes under the hammer; the picker is asked first."""
    course.say(T("{who} picks {monkey} from the pool.", who=Who(seat), monkey=monkey.text))
    before = Seat((seat - 1) % course.state.seats)
    course.state = replace(course.state, may_launch=None)
    _settle(course, Auction(picker=seat, monkey=monkey, turn=before))


def bid(course: Course, seat: Seat, value: int) -> None:
    """A higher bid."""
    auction = under_hammer(course)
    possible = bids(course.state.favours, course.ring, seat, auction.monkey.tribe, auction.value)
    if value not in possible:
        raise Refused("bad_field", "value", cannot_bid(seat, value, possible))
    course.say(T("{who} bids {n}.", who=Who(seat), n=value))
    _settle(course, replace(auction, value=value, holder=seat, turn=seat))


def pass_on(course: Course, seat: Seat) -> None:
    """A pass, final for this monkey."""
    auction = under_hammer(course)
    course.say(T("{who} passes.", who=Who(seat)))
    _settle(course, replace(auction, out=auction.out | {seat}, turn=seat))


def sold(course: Course, seat: Seat, value: int) -> None:
    """The bids were called aloud; this one was the last."""
    auction = under_hammer(course)
    possible = bids(course.state.favours, course.ring, seat, auction.monkey.tribe, auction.value)
    if value not in possible:
        raise Refused("bad_field", "value", cannot_bid(seat, value, possible))
    everybody = frozenset(Seat(s) for s in range(course.state.seats))
    _settle(course, replace(auction, value=value, holder=seat, out=everybody - {seat}))


def nobody(course: Course) -> None:
    """The bids were called aloud; there was none."""
    everybody = frozenset(Seat(s) for s in range(course.state.seats))
    _settle(course, replace(under_hammer(course), out=everybody))


def pay(course: Course, seat: Seat, coins: Coins) -> None:
    """The coins go back on their cards, the scorn of the tribe too, and the monkey boards."""
    auction = under_hammer(course)
    favours = course.state.favours
    for tribe, number in coins:
        favours = favours.taking(seat, tribe, -number)
    course.say(
        T("{who} puts back {coins}.", who=Who(seat), coins=Listing(tuple(coins_text(*pair) for pair in coins))), "cost"
    )
    tribe = auction.monkey.tribe
    if favours.scorned_by(tribe) == seat:
        favours = favours.scorning(tribe, None)
        course.say(T("{who} gives back the {tribe} scorn card.", who=Who(seat), tribe=TRIBES[tribe]), "gain")
    course.state = replace(course.state, favours=favours, auction=None)
    board(course, seat, auction.monkey)
    _next_pick(course)


def exact(course: Course, seat: Seat) -> tuple[Coins, ...]:
    """The combinations of the winner's coins that make exactly the bid."""
    auction = under_hammer(course)
    return purchases(course.state.favours, course.ring, seat, auction.monkey.tribe).get(auction.value, ())


def coins_text(tribe: str, number: int) -> Text:
    """Coins of one tribe in words: "2 red coins"."""
    return TN("{n} {tribe} coin", "{n} {tribe} coins", number, tribe=TRIBES[tribe])


def under_hammer(course: Course) -> Auction:
    """The auction that is going on."""
    if course.state.auction is None:
        raise Refused("illegal", "type", T("No monkey is being auctioned. First somebody picks one."))
    return course.state.auction


def cannot_bid(seat: Seat, value: int, possible: tuple[int, ...]) -> Text:
    """Why a bid is refused, and which would do."""
    if not possible:
        return T("{who} has not the coins for a higher bid.", who=Who(seat))
    return T("{n} is no bid {who} can make: {values}.", n=value, who=Who(seat), values=Listing(tuple(possible), "or"))


def _settle(course: Course, auction: Auction) -> None:
    """Whom the hammer asks next; nobody left: sold, or discarded."""
    state = course.state
    contenders = auction.contenders(state.favours, course.ring)
    unable = tuple(
        seat
        for seat in map(Seat, range(state.seats))
        if seat not in auction.out and seat != auction.holder and seat not in contenders
    )
    names = Listing(tuple(Who(seat) for seat in unable))
    if unable and auction.holder is not None:
        course.say(T("{names} cannot bid higher.", names=names))
    elif unable:
        course.say(T("{names} cannot bid: not enough coins that count.", names=names))
    auction = replace(auction, out=auction.out | frozenset(unable))
    if contenders:
        turn = auction.next_of(contenders, state.seats, auction.turn)
        course.state = replace(state, auction=replace(auction, turn=turn))
        return
    if auction.holder is None:
        course.say(T("Nobody bids: {monkey} is discarded.", monkey=auction.monkey.text), "cost")
        course.state = replace(state, auction=None, lost=changed(state.lost, auction.monkey.tribe, 1))
        _next_pick(course)
        return
    winner = auction.holder
    course.say(T("{who} wins {monkey} for {n}.", who=Who(winner), monkey=auction.monkey.text, n=auction.value), "gain")
    course.state = replace(state, auction=replace(auction, turn=winner, paying=True))
    ways = exact(course, winner)
    if len(ways) == 1:
        pay(course, winner, ways[0])


def _next_pick(course: Course) -> None:
    state = replace(course.state, turn=course.state.turn + 1)
    course.state = replace(state, turn=0, phase="wrap_up") if state.turn == state.seats else state
