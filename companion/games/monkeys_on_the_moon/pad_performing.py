"""What an entry on the pad of the final scoring does, and the sentence that says so."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.core.ending import FinishNow, GoOn, Reveal, SheetComplete, after_end_action
from companion.core.game import Action, Step
from companion.core.refusal import Refused, illegal, no_seat
from companion.core.steps import said
from companion.core.text import TN, Listing, Seat, T, Text, Who
from companion.games.monkeys_on_the_moon import actions as act
from companion.games.monkeys_on_the_moon.box import learnt
from companion.games.monkeys_on_the_moon.options import Options
from companion.games.monkeys_on_the_moon.pad import CARDS, Pad
from companion.games.monkeys_on_the_moon.scoring import LINES
from companion.games.monkeys_on_the_moon.sheet import sheet_of, with_hair
from companion.games.monkeys_on_the_moon.ships import Monkey
from companion.games.monkeys_on_the_moon.tribes import ORDER, TRIBES, index


def enter(pad: Pad, options: Options, seat: Seat | None, action: Action) -> Step[Pad]:
    """The pad after an entry, and its sentence; raises Refused where a seat's own entry names none."""
    match action:
        case SheetComplete() | FinishNow() | Reveal() | GoOn():
            ending, telling = after_end_action(
                pad.ending, seat, action, _sheets(pad, seat), sheet_of(pad, options), LINES
            )
            return Step(replace(pad, ending=ending), telling)
        case act.RankPoints():
            return said(replace(pad, printed=learnt(pad.printed, action)), rank_points_text(action))
        case act.SetRanking():
            names = Listing(tuple(TRIBES[tribe] for tribe in action.tribes))
            told = T("The ranking, first place first: {names}.", names=names)
            return said(replace(pad, ranking=tuple(action.tribes)), told)
    if seat is None:
        raise no_seat()
    tally = pad.tallies[seat]
    match action:
        case act.SetMonkeys():
            return _monkeys(pad, seat, Monkey(action.tribe, action.number), action.value)
        case act.AddMonkey():
            now = tally.count(action.tribe, action.number)
            return _monkeys(pad, seat, Monkey(action.tribe, action.number), now + 1)
        case act.AddMonkeys():
            return _pile(pad, seat, action.monkeys)
        case act.SetShips():
            return _ships(pad, seat, action.points, action.value)
        case act.AddShip():
            return _ships(pad, seat, action.points, tally.ships.count(action.points) + 1)
        case act.SetScorn():
            return _scorn(pad, seat, action)
        case act.Hair():
            told = T("{who} is number {n} by length of hair.", who=Who(seat), n=action.value)
            after = pad.with_tally(seat, replace(tally, hair=action.value))
            return said(replace(after, ending=with_hair(pad.ending, seat, action.value)), told)
    raise illegal(T("This table keeps the final scoring only; the game itself is not entered here."))


def _sheets(pad: Pad, seat: Seat | None) -> int:
    """How many sheets are complete at the end: of who is away, only those that are complete already."""
    return pad.seats - len(pad.away - pad.ending.complete - {seat})


def rank_points_text(action: act.RankPoints) -> Text:
    """What ranks 5 and 6 give, said."""
    return T(
        "Rank 5 gives {a} and {b}, rank 6 gives {c} and {d}.",
        a=action.fifth_first,
        b=action.fifth_second,
        c=action.sixth_first,
        d=action.sixth_second,
    )


def _monkeys(pad: Pad, seat: Seat, monkey: Monkey, value: int) -> Step[Pad]:
    told = T("{who}: {n} × {monkey} brought home.", who=Who(seat), n=value, monkey=monkey.text)
    return said(pad.with_tally(seat, pad.tallies[seat].with_count(monkey.tribe, monkey.number, value)), told)


def _pile(pad: Pad, seat: Seat, monkeys: Mapping[str, int]) -> Step[Pad]:
    """These monkeys are added; raises Refused where a tribe has not so many left."""
    for tribe in ORDER:
        more, left = sum(n for key, n in monkeys.items() if CARDS[key][0] == tribe), pad.left_of(tribe)
        if more > left:
            told = T(
                "Only {n} more monkeys of the {tribe} tribe can be there: look at the cards again.",
                n=left,
                tribe=TRIBES[tribe],
            )
            raise Refused("bad_field", "monkeys", told)
    tally = pad.tallies[seat]
    for key, n in monkeys.items():
        tally = tally.with_count(*CARDS[key], tally.count(*CARDS[key]) + n)
    kinds = tuple(T("{n} × {monkey}", n=n, monkey=Monkey(*CARDS[key]).text) for key, n in monkeys.items() if n)
    told = TN(
        "{who} adds {n} monkey: {monkeys}.",
        "{who} adds {n} monkeys: {monkeys}.",
        sum(monkeys.values()),
        who=Who(seat),
        monkeys=Listing(kinds),
    )
    return said(pad.with_tally(seat, tally), told)


def _ships(pad: Pad, seat: Seat, points: int, value: int) -> Step[Pad]:
    told = TN(
        "{who}: {n} full ship worth {points}.",
        "{who}: {n} full ships worth {points}.",
        value,
        who=Who(seat),
        points=points,
    )
    return said(pad.with_tally(seat, pad.tallies[seat].with_ships(points, value)), told)


def _scorn(pad: Pad, seat: Seat, action: act.SetScorn) -> Step[Pad]:
    at, who, tribe = index(action.tribe), Who(seat), TRIBES[action.tribe]
    holder, now = pad.scorn[at], pad.scorn[at]
    if action.held:
        now, told = seat, T("{who} holds the {tribe} scorn card.", who=who, tribe=tribe)
        if holder not in (None, seat):
            told = T("{who} holds the {tribe} scorn card, not {other}.", who=who, tribe=tribe, other=Who(holder))
    else:
        now = None if holder == seat else holder
        told = T("{who} does not hold the {tribe} scorn card.", who=who, tribe=tribe)
    return said(replace(pad, scorn=(*pad.scorn[:at], now, *pad.scorn[at + 1 :])), told)
