"""What can be entered now at a table that keeps everything, with today's ranges."""

from __future__ import annotations

from companion.core.fields import Choice, Counts, Labelled, Number, Order, SeatChoice, Several
from companion.core.game import Offer, Place
from companion.core.text import TC, Seat, T, Text
from companion.games.monkeys_on_the_moon import actions as act
from companion.games.monkeys_on_the_moon.auction import bids, purchases
from companion.games.monkeys_on_the_moon.printed import RANK_POINTS_HIGH, TRACK_HIGH, Printed
from companion.games.monkeys_on_the_moon.reveal import REVEAL_STEPS, reveal_label
from companion.games.monkeys_on_the_moon.scoring import MONKEY_HIGH, level_apart_from_hair
from companion.games.monkeys_on_the_moon.ships import CAPACITY_HIGH, CAPACITY_LOW, SHIP_POINTS_HIGH, rivals_aboard
from companion.games.monkeys_on_the_moon.standing import Customs, sheet, undecided
from companion.games.monkeys_on_the_moon.state import Evening
from companion.games.monkeys_on_the_moon.teaching import choices_of_ally
from companion.games.monkeys_on_the_moon.tribes import LABELS, TRIBES, Ring, allies, index, teachable

CARD_NUMBER_HIGH = 9


def of_tribes(tribes: tuple[str, ...]) -> Labelled:
    """Tribes as choices."""
    return tuple((tribe, TRIBES[tribe]) for tribe in tribes)


def for_seat(state: Evening, customs: Customs, seat: Seat) -> tuple[Offer, ...]:
    """What this seat may enter."""
    if state.phase == "over":
        return _hair(state, customs, seat)
    if state.moonstone is None or state.ring is None or state.phase == "levels":
        return ()
    if state.to_take_ship:
        return (_take_ship(state),) if seat in state.to_take_ship else ()
    if state.splitting:
        return _stay_behind(state, state.ring, seat) if state.splitting[0] == seat else ()
    launch = (_launch(),) if state.may_launch == seat and state.auction is None else ()
    if state.auction is not None:
        return _in_auction(state, state.ring, seat) if state.auction.turn == seat else ()
    if state.phase == "wrap_up" or state.in_turn(state.turn) != seat:
        return launch
    turn = _teach(state, state.ring, seat) if state.phase == "teaching" else _pick(state)
    return (turn, *launch)


def for_table(state: Evening, customs: Customs) -> tuple[Offer, ...]:
    """What anybody may enter for the table."""
    if state.phase == "over":
        over = (rank_points(state.printed, "more"),)
        return (Offer(act.Reveal, reveal_label(state.revealed)), *over) if state.revealed < REVEAL_STEPS else over
    if (missing := _missing(state, customs)) is not None:
        return (missing,)
    if state.phase == "levels":
        group = undecided(state, customs)[0]
        label = T("Level stones: who is ahead?")
        order = Order("tribes", T("Best first"), of_tribes(group))
        return (Offer(act.LevelStones, label, (order,)), rank_points(state.printed, "more"))
    found: list[Offer] = []
    if state.set_up and not state.to_take_ship and not state.splitting:
        if state.auction is not None:
            found.extend(_called_aloud(state, state.ring or ()))
        if state.phase == "wrap_up":
            found.append(Offer(act.WrapUp, _wrap_up_label(state)))
    if state.auction is None:
        found.append(ring_offer("more"))
        if state.phase == "teaching" and state.turn == 0:
            found.append(_moonstone(state, "more"))
    found.append(_track(state, "more"))
    found.append(rank_points(state.printed, "more"))
    if customs.capricious:
        found.append(_dotted(state, "more"))
    if state.set_up:
        found.append(Offer(act.FinishNow, T("Finish now"), place="more"))
    return tuple(found)


def _missing(state: Evening, customs: Customs) -> Offer | None:
    """The first thing only the table knows that has not been entered at the start."""
    if state.printed.track_length is None:
        return _track(state, "next")
    if state.printed.rank_points is None:
        return rank_points(state.printed, "next")
    if customs.capricious and state.printed.dotted is None:
        return _dotted(state, "next")
    if state.ring is None:
        return ring_offer("next")
    if state.moonstone is None:
        return _moonstone(state, "next")
    return None


def _track(state: Evening, place: Place) -> Offer:
    stones = state.stones
    furthest = max((stones.spaces[index(t)] for t in TRIBES if t not in stones.ranked), default=0)
    label = T("Spaces from the Start to the end of the civilization track")
    spaces = Number("spaces", label, furthest + 1, TRACK_HIGH, current=state.printed.track_length)
    return Offer(act.Track, label, (spaces,), place=place)


def rank_points(printed: Printed, place: Place) -> Offer:
    """The values of ranks 5 and 6, printed on the ranking table."""
    known = printed.rank_points or ((None, None), (None, None))
    labels = (
        ("fifth_first", T("Rank 5, most influence"), known[0][0]),
        ("fifth_second", T("Rank 5, second most"), known[0][1]),
        ("sixth_first", T("Rank 6, most influence"), known[1][0]),
        ("sixth_second", T("Rank 6, second most"), known[1][1]),
    )
    fields = tuple(Number(name, label, 0, RANK_POINTS_HIGH, current=now) for name, label, now in labels)
    return Offer(act.RankPoints, T("Points printed for ranks 5 and 6"), fields, place=place)


def _dotted(state: Evening, place: Place) -> Offer:
    spaces = tuple((str(space), T("{n}", n=space)) for space in range(1, state.printed.track_length or 1))
    label = T("Spaces with a white dot")
    return Offer(act.Dotted, label, (Several("spaces", label, spaces),), place=place)


def ring_offer(place: Place) -> Offer:
    """The ring as it lies."""
    label = T("The ring of tribe cards, clockwise")
    return Offer(act.LayRing, label, (Order("tribes", label, LABELS, by_lot=True),), place=place)


def _moonstone(state: Evening, place: Place) -> Offer:
    label = T("Who has the moonstone? (longest hair)")
    seats = SeatChoice("player", T("Moonstone"), tuple(range(state.seats)))
    return Offer(act.Moonstone, label, (seats,), place=place)


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


def _stay_behind(state: Evening, ring: Ring, seat: Seat) -> tuple[Offer, ...]:
    pair = rivals_aboard(ring, state.corners[seat].aboard) or ()
    label = T("Who stays behind?")
    return (Offer(act.StayBehind, label, (Choice("tribe", label, of_tribes(pair)),)),)


def _pick(state: Evening) -> Offer:
    return Offer(
        act.Pick,
        T("Pick a monkey"),
        (
            Choice("tribe", T("Tribe of the monkey"), of_tribes(state.monkeys_left())),
            Number("number", T("Number on the monkey"), 1, MONKEY_HIGH),
        ),
    )


def _launch() -> Offer:
    return Offer(act.Launch, T("Launch my ship now"), place="more")


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
    """The result of an auction that was called aloud, entered by anybody in one go."""
    auction = state.auction
    if auction is None or auction.paying:
        return ()
    contenders = auction.contenders(state.favours, ring)
    possible = {seat: bids(state.favours, ring, seat, auction.monkey.tribe, auction.value) for seat in contenders}
    values = [value for each in possible.values() for value in each]
    found: list[Offer] = [
        Offer(
            act.Sold,
            T("Sold"),
            (
                SeatChoice("player", T("Winner"), contenders),
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


def _wrap_up_label(state: Evening) -> Text:
    if state.round == state.rounds:
        return T("Launch the last ships")
    return T("Start round {n}", n=state.round + 1)


def _hair(state: Evening, customs: Customs, seat: Seat) -> tuple[Offer, ...]:
    names = tuple(str(s) for s in range(state.seats))
    if seat not in level_apart_from_hair(sheet(state, names, customs)):
        return ()
    return (hair(state.seats, state.corners[seat].hair),)


def hair(seats: int, now: int | None) -> Offer:
    """How long my hair is, among the players."""
    label = T("My place by length of hair (1 is the longest)")
    return Offer(act.Hair, label, (Number("value", label, 1, seats, current=now),), place="sheet")
