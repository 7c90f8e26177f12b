"""What an entry on the pad does, in the sentence shown before it is confirmed and kept in the history after.

A game kept in full is told by its `course`, step by step.
"""

from __future__ import annotations

from companion.core.game import Action, Clause, Telling
from companion.core.text import TN, Listing, Seat, T, Text, Who
from companion.games.monkeys_on_the_moon import actions as act
from companion.games.monkeys_on_the_moon.pad import CARDS, Pad, ranking_text
from companion.games.monkeys_on_the_moon.reveal import reveal_told
from companion.games.monkeys_on_the_moon.ships import Monkey
from companion.games.monkeys_on_the_moon.tribes import TRIBES, index


def tell(pad: Pad, seat: Seat | None, action: Action) -> Telling:
    """The clauses of a legal entry on the pad."""
    who = Who(seat or 0)
    match action:
        case act.RankPoints():
            return _one(
                T(
                    "Rank 5 gives {a} and {b}, rank 6 gives {c} and {d}.",
                    a=action.fifth_first,
                    b=action.fifth_second,
                    c=action.sixth_first,
                    d=action.sixth_second,
                )
            )
        case act.SetRanking():
            return _one(T("The ranking, first place first: {names}.", names=ranking_text(tuple(action.tribes))))
        case act.FinishNow():
            return _one(T("The sheets are counted as they stand."))
        case act.GoOn():
            return _one(T("Back to the pad: the sheets are open again."))
        case act.Reveal():
            return _one(reveal_told(pad.revealed))
        case act.SheetComplete():
            return _one(_complete(pad, seat, who, action.done))
        case act.SetScorn():
            return _one(_scorn(pad, seat, who, action))
        case act.SetMonkeys():
            return _one(_monkeys(who, Monkey(action.tribe, action.number), action.value))
        case act.AddMonkey():
            now = pad.tallies[who.seat].count(action.tribe, action.number)
            return _one(_monkeys(who, Monkey(action.tribe, action.number), now + 1))
        case act.AddMonkeys():
            return _one(_pile(who, action.monkeys))
        case act.SetShips():
            return _one(_ships(who, action.points, action.value))
        case act.AddShip():
            return _one(_ships(who, action.points, pad.tallies[who.seat].ships.count(action.points) + 1))
        case act.Hair():
            return _one(T("{who} is number {n} by length of hair.", who=who, n=action.value))
    return _one(T("{who} enters a number.", who=who))


def _one(text: Text) -> Telling:
    return (Clause(text),)


def _monkeys(who: Who, monkey: Monkey, value: int) -> Text:
    return T("{who}: {n} × {monkey} brought home.", who=who, n=value, monkey=monkey.text)


def _pile(who: Who, monkeys: dict[str, int]) -> Text:
    named = tuple(
        T("{n} × {monkey}", n=n, monkey=Monkey(*CARDS[key]).text) for key, n in monkeys.items() if n and key in CARDS
    )
    total = sum(monkeys.values())
    return TN("{who} adds {n} monkey: {monkeys}.", "{who} adds {n} monkeys: {monkeys}.", total, who=who,
              monkeys=Listing(named))  # fmt: skip


def _ships(who: Who, points: int, value: int) -> Text:
    return TN("{who}: {n} full ship worth {points}.", "{who}: {n} full ships worth {points}.", value,
              who=who, points=points)  # fmt: skip


def _scorn(pad: Pad, seat: Seat | None, who: Who, action: act.SetScorn) -> Text:
    tribe, holder = TRIBES[action.tribe], pad.scorn[index(action.tribe)]
    if not action.held:
        return T("{who} does not hold the {tribe} scorn card.", who=who, tribe=tribe)
    if holder is not None and holder != seat:
        return T("{who} holds the {tribe} scorn card, not {other}.", who=who, tribe=tribe, other=Who(holder))
    return T("{who} holds the {tribe} scorn card.", who=who, tribe=tribe)


def _complete(pad: Pad, seat: Seat | None, who: Who, done: bool) -> Text:
    if not done:
        return T("{who}: my sheet is not complete after all.", who=who)
    if len(pad.complete | {seat}) == pad.seats:
        return T("{who}: my sheet is complete. It was the last one: the final scoring begins.", who=who)
    return T("{who}: my sheet is complete.", who=who)
