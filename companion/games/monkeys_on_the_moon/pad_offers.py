"""What can be entered on the pad of the final scoring, with today's ranges."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from companion.core.ending import complete_offer, end_offers
from companion.core.fields import Choice, Counts, Flag, Number, Order
from companion.core.game import Offer
from companion.core.text import Seat, T
from companion.games.monkeys_on_the_moon import actions as act
from companion.games.monkeys_on_the_moon.pad import CARDS, Pad, Tally, card_key
from companion.games.monkeys_on_the_moon.scoring import LINES, MONKEY_HIGH
from companion.games.monkeys_on_the_moon.setup_offers import hair, of_tribes, rank_points
from companion.games.monkeys_on_the_moon.ships import KNOWN_NUMBERS, SHIP_POINTS_HIGH
from companion.games.monkeys_on_the_moon.tribes import LABELS, ORDER, TITLES, index


def of_the_table(pad: Pad) -> tuple[Offer, ...]:
    """What holds for everybody: printed points, ranking, the end."""
    end = end_offers(pad.ending, LINES) if pad.known or pad.ending.over else ()
    asked_points = pad.printed.rank_points is None
    asked_ranking = pad.ranking is None and not asked_points
    label = T("Ranking of the tribes, first place first")
    order = Order("tribes", label, of_tribes(pad.ranking or ORDER))
    return (
        *end,
        rank_points(pad.printed, "next" if asked_points else "sheet"),
        Offer(act.SetRanking, label, (order,), place="next" if asked_ranking else "sheet"),
    )


@lru_cache(maxsize=64)
def of_a_seat(pad: Pad, seat: Seat) -> tuple[Offer, ...]:
    """Everything of the seat's own column; kept for the newest pads, because a page and an entry ask several times."""
    tally = pad.tallies[seat]
    found: list[Offer] = []
    asked = pad.known and not pad.ending.over and seat not in pad.away
    if asked and (seat in pad.ending.complete or not pad.monkeys_missing(seat)):
        found.append(complete_offer(pad.ending, seat))
    found.extend(_monkeys(pad, tally))
    found.extend(_ships(pad, tally))
    for tribe, word in LABELS:
        held = pad.scorned_by(tribe) == seat
        found.append(
            Offer(
                act.SetScorn,
                T("Scorn card of {tribe}", tribe=word),
                (Flag("held", T("I hold it"), optional=True),),
                {"tribe": tribe},
                examples=(act.SetScorn(tribe=tribe, held=not held),),
                place="sheet",
            )
        )
    found.append(hair(pad.seats, tally.hair))
    return tuple(found)


def _monkeys(pad: Pad, tally: Tally) -> Iterable[Offer]:
    shown = {(tribe, number) for tribe in ORDER for number in KNOWN_NUMBERS}
    entered = {(tribe, number) for tribe, number, _ in tally.monkeys}
    for tribe, number in sorted(shown | entered, key=lambda cell: (index(cell[0]), cell[1])):
        label = T("{tribe} {number}", tribe=TITLES[tribe], number=number)
        now = tally.count(tribe, number)
        value = Number("value", label, 0, now + pad.left_of(tribe), current=now)
        yield Offer(act.SetMonkeys, label, (value,), {"tribe": tribe, "number": number}, place="sheet")
    free = tuple(tribe for tribe in ORDER if pad.left_of(tribe))
    if free:
        yield Offer(
            act.AddMonkey,
            T("One more monkey"),
            (
                Choice("tribe", T("Tribe"), of_tribes(free)),
                Number("number", T("Number on the monkey"), 1, MONKEY_HIGH),
            ),
            place="sheet",
        )
        yield _pile(pad, free)


def _pile(pad: Pad, free: tuple[str, ...]) -> Offer:
    cards = {key: card for key, card in CARDS.items() if card[0] in free}
    labels = tuple((key, T("{tribe} {number}", tribe=TITLES[of], number=n)) for key, (of, n) in cards.items())
    highs = tuple(pad.left_of(tribe) for tribe, _ in cards.values())
    most = sum(pad.left_of(tribe) for tribe in free)
    label = T("Several monkeys at once")
    return Offer(
        act.AddMonkeys,
        label,
        (Counts("monkeys", label, labels, highs, total=(1, most)),),
        constrained=True,
        examples=(
            act.AddMonkeys(monkeys={card_key(free[0], 4): 1}),
            act.AddMonkeys(monkeys={card_key(tribe, 3): 1 for tribe in free}),
        ),
        place="sheet",
    )


def _ships(pad: Pad, tally: Tally) -> Iterable[Offer]:
    for points in sorted(set(tally.ships)):
        label = T("Full ships worth {n}", n=points)
        now = tally.ships.count(points)
        value = Number("value", label, 0, now + pad.ships_left, current=now)
        yield Offer(act.SetShips, label, (value,), {"points": points}, place="sheet")
    if pad.ships_left:
        points_field = Number("points", T("Points when full"), 0, SHIP_POINTS_HIGH)
        yield Offer(act.AddShip, T("One more full ship"), (points_field,), place="sheet")
