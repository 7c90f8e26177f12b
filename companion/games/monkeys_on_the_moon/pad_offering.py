"""What can be entered on the pad of the final scoring, with today's ranges."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from companion.core.fields import Choice, Counts, Flag, Number, Order
from companion.core.game import Offer
from companion.core.text import Seat, T
from companion.games.monkeys_on_the_moon import actions as act
from companion.games.monkeys_on_the_moon.offering import hair, of_tribes, rank_points
from companion.games.monkeys_on_the_moon.pad import CARDS, COLUMNS_SHOWN, Pad, Tally, card_key
from companion.games.monkeys_on_the_moon.reveal import REVEAL_STEPS, reveal_label
from companion.games.monkeys_on_the_moon.scoring import MONKEY_HIGH
from companion.games.monkeys_on_the_moon.ships import SHIP_POINTS_HIGH
from companion.games.monkeys_on_the_moon.tribes import LABELS, ORDER, TITLES, TRIBES, index


def for_table(pad: Pad) -> tuple[Offer, ...]:
    """What holds for everybody: printed points, ranking, the end."""
    found: list[Offer] = []
    if pad.ended_as is not None:
        if pad.revealed < REVEAL_STEPS:
            found.append(Offer(act.Reveal, reveal_label(pad.revealed)))
        found.append(Offer(act.GoOn, T("Back to the pad"), place="more"))
    elif pad.known:
        found.append(Offer(act.FinishNow, T("Finish now"), place="more"))
    asked_points = pad.printed.rank_points is None
    found.append(rank_points(pad.printed, "next" if asked_points else "sheet"))
    label = T("Ranking of the tribes, first place first")
    asked_ranking = pad.ranking is None and not asked_points
    order = tuple((tribe, TRIBES[tribe]) for tribe in pad.ranking or ORDER)
    found.append(
        Offer(act.SetRanking, label, (Order("tribes", label, order),), place="next" if asked_ranking else "sheet")
    )
    return tuple(found)


@lru_cache(maxsize=64)
def for_seat(pad: Pad, seat: Seat) -> tuple[Offer, ...]:
    """Everything of the seat's own column; kept for the newest pads, because a page and an entry ask several times."""
    tally = pad.tallies[seat]
    found: list[Offer] = []
    if pad.ended_as is None and pad.known:
        done = seat in pad.complete
        found.append(
            Offer(
                act.SheetComplete,
                T("My sheet is not complete after all") if done else T("My sheet is complete"),
                (Flag("done", T("Complete"), optional=True),),
                examples=(act.SheetComplete(done=not done),),
                place="more" if done else "next",
            )
        )
    found.extend(_monkeys(pad, tally))
    found.extend(_ships(pad, tally))
    for tribe, word in LABELS:
        field = Choice("tribe", T("Tribe"), ((tribe, word),))
        held = pad.scorn[index(tribe)] == seat
        found.append(
            Offer(
                act.SetScorn,
                T("Scorn card of {tribe}", tribe=word),
                (field, Flag("held", T("I hold it"), optional=True)),
                examples=(act.SetScorn(tribe=tribe, held=not held),),
                place="sheet",
            )
        )
    found.append(hair(pad.seats, tally.hair))
    return tuple(found)


def _monkeys(pad: Pad, tally: Tally) -> Iterable[Offer]:
    shown = {(tribe, number) for tribe in ORDER for number in COLUMNS_SHOWN}
    entered = {(tribe, number) for tribe, number, _ in tally.monkeys}
    for tribe, number in sorted(shown | entered, key=lambda cell: (index(cell[0]), cell[1])):
        label = T("{tribe} {number}", tribe=TITLES[tribe], number=number)
        now = tally.count(tribe, number)
        yield Offer(
            act.SetMonkeys,
            label,
            (
                Choice("tribe", T("Tribe"), ((tribe, TRIBES[tribe]),)),
                Number("number", T("Number on the monkey"), number, number),
                Number("value", label, 0, now + pad.left_of(tribe), current=now),
            ),
            place="sheet",
        )
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
        yield Offer(
            act.SetShips,
            label,
            (
                Number("points", T("Points when full"), points, points),
                Number("value", label, 0, now + pad.ships_left, current=now),
            ),
            place="sheet",
        )
    if pad.ships_left:
        points_field = Number("points", T("Points when full"), 0, SHIP_POINTS_HIGH)
        yield Offer(act.AddShip, T("One more full ship"), (points_field,), place="sheet")
