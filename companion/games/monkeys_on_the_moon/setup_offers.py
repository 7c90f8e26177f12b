"""What only the table knows: the numbers printed on its copy, how the ring lies, who has the longest hair."""

from __future__ import annotations

from companion.core.fields import Labelled, Number, Order, SeatChoice, Several
from companion.core.game import Offer, Place
from companion.core.text import T
from companion.games.monkeys_on_the_moon import actions as act
from companion.games.monkeys_on_the_moon.box import RANK_POINTS_HIGH, TRACK_HIGH, Printed
from companion.games.monkeys_on_the_moon.options import Options
from companion.games.monkeys_on_the_moon.state import Evening
from companion.games.monkeys_on_the_moon.tribes import LABELS, TRIBES, index


def of_tribes(tribes: tuple[str, ...]) -> Labelled:
    """Tribes as choices."""
    return tuple((tribe, TRIBES[tribe]) for tribe in tribes)


def missing(state: Evening, options: Options) -> Offer | None:
    """The first thing only the table knows that has not been entered at the start."""
    if state.printed.track_length is None:
        return track(state, "next")
    if state.printed.rank_points is None:
        return rank_points(state.printed, "next")
    if options.capricious and state.printed.dotted is None:
        return dotted(state, "next")
    if state.ring is None:
        return ring_offer("next")
    if state.moonstone is None:
        return moonstone(state, "next")
    return None


def track(state: Evening, place: Place) -> Offer:
    """The length of the civilization track; never shorter than a stone has moved."""
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


def dotted(state: Evening, place: Place) -> Offer:
    """The spaces with a white dot (Capricious)."""
    spaces = tuple((str(space), T("{n}", n=space)) for space in range(1, state.printed.track_length or 1))
    label = T("Spaces with a white dot")
    return Offer(act.Dotted, label, (Several("spaces", label, spaces),), place=place)


def ring_offer(place: Place) -> Offer:
    """The ring as it lies."""
    label = T("The ring of tribe cards, clockwise")
    return Offer(act.LayRing, label, (Order("tribes", label, LABELS, by_lot=True),), place=place)


def moonstone(state: Evening, place: Place) -> Offer:
    """Who has the moonstone in the first round."""
    label = T("Who has the moonstone? (longest hair)")
    seats = SeatChoice("player", T("Moonstone"), tuple(range(state.seats)))
    return Offer(act.Moonstone, label, (seats,), place=place)


def hair(seats: int, now: int | None) -> Offer:
    """How long my hair is, among the players."""
    label = T("My place by length of hair (1 is the longest)")
    return Offer(act.Hair, label, (Number("value", label, 1, seats, current=now),), place="sheet")
