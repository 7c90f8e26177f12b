"""What can be entered now, with today's ranges: at a table that keeps everything here, on the pad in `pad_offers`."""

from __future__ import annotations

from companion.core.ending import GoOn, end_offers
from companion.core.fields import Choice, Counts, Number, Order, SeatChoice
from companion.core.game import Offer
from companion.core.text import TC, Seat, T, Text
from companion.games.monkeys_on_the_moon import actions as act
from companion.games.monkeys_on_the_moon import pad_offers
from companion.games.monkeys_on_the_moon.auction import bids, purchases
from companion.games.monkeys_on_the_moon.options import Options
from companion.games.monkeys_on_the_moon.pad import Pad
from companion.games.monkeys_on_the_moon.scoring import LINES, MONKEY_HIGH, level_apart_from_hair
from companion.games.monkeys_on_the_moon.setup_offers import (
    dotted,
    hair,
    missing,
    moonstone,
    of_tribes,
    rank_points,
    ring_offer,
    track,
)
from companion.games.monkeys_on_the_moon.sheet import sheet_of
from companion.games.monkeys_on_the_moon.ships import (
    CAPACITY_HIGH,
    CAPACITY_LOW,
    KNOWN_NUMBERS,
    SHIP_POINTS_HIGH,
    rivals_aboard,
)
from companion.games.monkeys_on_the_moon.standing import undecided
from companion.games.monkeys_on_the_moon.state import Evening, State
from companion.games.monkeys_on_the_moon.taps import possible_sales, prices_of
from companion.games.monkeys_on_the_moon.teaching import choices_of_ally
from companion.games.monkeys_on_the_moon.tribes import LABELS, Ring, allies, teachable

CARD_NUMBER_HIGH = 9


def offers(state: State, options: Options, seat: Seat | None) -> tuple[Offer, ...]:
    """What this seat may enter, or with None the table."""
    if isinstance(state, Pad):
        return pad_offers.of_the_table(state) if seat is None else pad_offers.of_a_seat(state, seat)
    return _of_the_table(state, options) if seat is None else _of_a_seat(state, options, seat)


def _of_a_seat(state: Evening, options: Options, seat: Seat) -> tuple[Offer, ...]:
    if state.ending.over:
        asked = seat in level_apart_from_hair(sheet_of(state, options))
        return (hair(state.seats, state.corners[seat].hair),) if asked else ()
    if seat in state.away or state.moonstone is None or state.ring is None or state.phase == "levels":
        return ()
    if state.to_take_ship:
        return (_take_ship(state),) if seat in state.to_take_ship else ()
    if state.splitting:
        return (_stay_behind(state, state.ring, seat),) if state.splitting[0] == seat else ()
    if state.auction is not None:
        return _in_auction(state, state.ring, seat) if state.auction.turn == seat else ()
    launch = (Offer(act.Launch, T("Launch my ship now"), place="more"),) if state.may_launch == seat else ()
    if state.phase == "wrap_up" or state.in_turn_now != seat:
        return launch
    turn = _teach(state, state.ring, seat) if state.phase == "teaching" else _pick(state)
    return (turn, *launch)


def _of_the_table(state: Evening, options: Options) -> tuple[Offer, ...]:
    points = rank_points(state.printed, "more")
    # The last ships have launched by then: what goes on after all is what the undo leads back to.
    end = tuple(offer for offer in end_offers(state.ending, LINES) if offer.action is not GoOn)
    if state.ending.over:
        return (*end, points)
    if (asked := missing(state, options)) is not None:
        return (asked,)
    if state.phase == "levels":
        group = undecided(state, options)[0]
        order = Order("tribes", T("Best first"), of_tribes(group))
        return (Offer(act.LevelStones, T("Level stones: who is ahead?"), (order,)), points)
    found: list[Offer] = []
    if state.set_up and not state.to_take_ship and not state.splitting:
        found += _called_aloud(state, state.ring or ())
        if state.phase == "wrap_up":
            found.append(Offer(act.WrapUp, _wrap_up_label(state)))
    if state.auction is None:
        found.append(ring_offer("more"))
        if state.phase == "teaching" and state.turn == 0:
            found.append(moonstone(state, "more"))
    found += (track(state, "more"), points)
    if options.capricious:
        found.append(dotted(state, "more"))
    return (*found, *end) if state.set_up else tuple(found)


def _take_ship(state: Evening) -> Offer:
    return Offer(
        act.TakeShip,
        T("Take a ship"),
        (
            Choice("color", T("Colour of the ship"), of_tribes(state.colors_left())),
            Number("capacity", T("Capacity"), CAPACITY_LOW, CAPACITY_HIGH),
            Number("points", T("Points when full"), 0, SHIP_POINTS_HIGH),
        ),
    )


def _teach(state: Evening, ring: Ring, seat: Seat) -> Offer:
    examples: list[act.Teach] = []
    for tribe in ring:
        choices = choices_of_ally(state, seat, tribe)
        for number, card in enumerate(teachable(ring, tribe), 2):
            ally = choices[number % 2] if choices else None
            examples.append(act.Teach(card=card, number=number, tribe=tribe, ally=ally))
    return Offer(
        act.Teach,
        T("Teach"),
        (
            Choice("card", T("Tribe of the card"), LABELS),
            Number("number", T("Number on the card"), 1, CARD_NUMBER_HIGH),
            Choice("tribe", T("Tribe to teach"), LABELS),
            Choice("ally", T("Ally that is paid"), LABELS, optional=True),
        ),
        constrained=True,
        examples=tuple(examples),
    )


def _stay_behind(state: Evening, ring: Ring, seat: Seat) -> Offer:
    pair = rivals_aboard(ring, state.corners[seat].aboard) or ()
    label = T("Who stays behind?")
    return Offer(act.StayBehind, label, (Choice("tribe", label, of_tribes(pair)),))


def _pick(state: Evening) -> Offer:
    return Offer(
        act.Pick,
        T("Pick a monkey"),
        (
            Choice("tribe", T("Tribe of the monkey"), of_tribes(state.monkeys_left())),
            Number("number", T("Number on the monkey"), 1, MONKEY_HIGH),
        ),
    )


def _in_auction(state: Evening, ring: Ring, seat: Seat) -> tuple[Offer, ...]:
    auction = state.auction
    if auction is None:
        return ()
    tribe = auction.monkey.tribe
    if auction.paying:
        ways = purchases(state.favours, ring, seat, tribe).get(auction.value, ())
        counted = (tribe, *allies(ring, tribe))
        highs = tuple(state.favours.has(seat, of) for of in counted)
        return (
            Offer(
                act.Pay,
                T("Pay {n}", n=auction.value),
                (Counts("coins", T("Favour coins"), of_tribes(counted), highs),),
                constrained=True,
                examples=tuple(act.Pay(coins=dict(way)) for way in ways),
            ),
        )
    values = bids(state.favours, ring, seat, tribe, auction.value)
    return (
        Offer(
            act.Bid,
            T("Bid"),
            (Number("value", T("Bid"), values[0], values[-1]),),
            constrained=True,
            examples=tuple(act.Bid(value=value) for value in values),
        ),
        Offer(act.Pass, TC("auction", "Pass")),
    )


def _called_aloud(state: Evening, ring: Ring) -> tuple[Offer, ...]:
    """The result of an auction that was called aloud, entered by anybody in one go; with the monkey before one is picked."""
    auction = state.auction
    if auction is None:
        return _picked_aloud(state) if state.phase == "winning" and state.in_turn_now is not None else ()
    if auction.paying:
        return ()
    possible = possible_sales(state)
    values = [value for each in possible.values() for value in each]
    found: list[Offer] = [
        Offer(
            act.Sold,
            T("Sold"),
            (
                SeatChoice("player", T("Winner"), tuple(possible)),
                Number("value", T("Winning bid"), min(values), max(values)),
            ),
            constrained=True,
            examples=tuple(act.Sold(player=seat, value=value) for seat, each in possible.items() for value in each),
            place="more",
        )
    ]
    if auction.holder is None:
        found.append(Offer(act.NoBid, T("Nobody bids"), place="more"))
    return tuple(found)


def _picked_aloud(state: Evening) -> tuple[Offer, ...]:
    """Which monkey was picked, who won it and for how much, in one entry."""
    prices = prices_of(state)
    monkey = (
        Choice("tribe", T("Tribe of the monkey"), of_tribes(state.monkeys_left())),
        Number("number", T("Number on the monkey"), 1, MONKEY_HIGH),
    )
    nobody = Offer(act.NoBid, T("Nobody bids"), monkey, place="more")
    sales = [(tribe, seat, values) for tribe, each in prices.items() for seat, values in each]
    if not sales:
        return (nobody,)
    bounds = [value for _, _, values in sales for value in (values[0], values[-1])]
    buyers = tuple(sorted({seat for _, seat, _ in sales}))
    return (
        Offer(
            act.Sold,
            T("Sold"),
            (
                *monkey,
                SeatChoice("player", T("Winner"), buyers),
                Number("value", T("Winning bid"), min(bounds), max(bounds)),
            ),
            constrained=True,
            examples=tuple(
                act.Sold(player=seat, value=values[0], tribe=tribe, number=KNOWN_NUMBERS[0])
                for tribe, seat, values in sales
            ),
            place="more",
        ),
        nobody,
    )


def _wrap_up_label(state: Evening) -> Text:
    if state.round == state.rounds:
        return T("Launch the last ships")
    return T("Start round {n}", n=state.round + 1)
