"""The one message of the big screen, and what a wrap-up asks for."""

from __future__ import annotations

from companion.core.text import TN, Listing, Seat, T, Text, Who
from companion.games.monkeys_on_the_moon.pad import Pad
from companion.games.monkeys_on_the_moon.state import POOL_OF_MONKEYS, Evening, State
from companion.games.monkeys_on_the_moon.turns import left_of


def headline(state: State) -> Text:
    """What the table waits for."""
    return _of_the_pad(state) if isinstance(state, Pad) else _of_the_game(state)


def _of_the_game(state: Evening) -> Text:
    if state.ring is None or state.moonstone is None:
        return T("Set up the table: the next question is on every phone.")
    if len(state.to_take_ship) == 1:
        return T("{who} takes a ship.", who=Who(min(state.to_take_ship)))
    if state.to_take_ship:
        waited_for = Listing(tuple(Who(seat) for seat in sorted(state.to_take_ship)))
        return TN("{names} takes a ship.", "{names} take a ship.", len(waited_for.items), names=waited_for)
    if state.splitting:
        return T("Rivals are aboard: {who} chooses who stays behind.", who=Who(state.splitting[0]))
    auction = state.auction
    if auction is not None and auction.paying:
        return T(
            "{who} wins {monkey} for {n} and pays.", who=Who(auction.turn), monkey=auction.monkey.text, n=auction.value
        )
    if auction is not None and auction.holder is not None:
        return T(
            "{monkey}: {holder} has bid {n}. {who} bids or passes.",
            monkey=auction.monkey.text,
            holder=Who(auction.holder),
            n=auction.value,
            who=Who(auction.turn),
        )
    if auction is not None:
        return T("{monkey} is auctioned: {who} bids or passes.", monkey=auction.monkey.text, who=Who(auction.turn))
    who = Who(state.in_turn(state.turn) if state.in_turn_now is None else state.in_turn_now)
    if state.ending.over:
        return T("The final scoring begins.")
    match state.phase:
        case "teaching":
            return T("{who} teaches a tribe.", who=who)
        case "winning" if state.may_launch is not None:
            return T("{who} picks a monkey; until then {other} may launch.", who=who, other=Who(state.may_launch))
        case "winning":
            return T("{who} picks a monkey.", who=who)
        case "wrap_up" if state.round < state.rounds:
            return T("Deal, lay out new monkeys, pass on the moonstone.")
        case "wrap_up":
            return T("That was the last round.")
    return T("Stones are level: say which tribe is ahead.")


def _of_the_pad(pad: Pad) -> Text:
    if not pad.known:
        return T("First enter what ranks 5 and 6 give, and the ranking.")
    missing = tuple(map(Who, sorted(pad.sheets_missing)))
    return T("Sheets still to complete: {names}.", names=Listing(missing))


def wrap_up(state: Evening) -> tuple[Text, ...]:
    """What everybody does before the next round, step by step; after the last round, what ends the game."""
    if state.round == state.rounds:
        return (T("That was the last round."), T("Now everybody launches the last ship, however empty."))
    deal = (
        T("There are no civilization cards left to deal: everybody plays the last one.")
        if state.round == state.rounds - 1
        else T("Deal 1 civilization card to everybody.")
    )
    discard = T("Discard the monkey left over and turn up {n} new ones.", n=POOL_OF_MONKEYS[state.seats])
    if state.away:
        discard = T("Discard the monkeys left over and turn up {n} new ones.", n=POOL_OF_MONKEYS[state.seats])
    return (deal, discard, T("The moonstone goes to {who}.", who=Who(left_of(state, state.moonstone or Seat(0)))))
