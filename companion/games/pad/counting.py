"""What one category gives each player, from the numbers of one round or of the whole game, and how it came about."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, cast

from companion.core.majority import Ties, points_of_places
from companion.core.text import Listing, T, Text
from companion.games.pad.definition import Category

NumberOf = Callable[[str, int], int]
"""The number of a category and a seat; of everybody's numbers, the same for every seat."""


class Counted(NamedTuple):
    """Points, and the reason in a few words."""

    points: int
    why: Text


def counted(category: Category, number: NumberOf, seats: int) -> tuple[Counted, ...]:
    """The points of every seat in a category that gives some."""
    own = [sum(number(key, seat) for key in category.of or (category.key,)) for seat in range(seats)]
    found = tuple(_KINDS[category.kind](category, own, number))
    if not category.minus:
        return found
    return tuple(Counted(-points, T("taken off: {why}", why=why)) for points, why in found)


def _points(category: Category, own: Sequence[int], number: NumberOf) -> list[Counted]:
    return [Counted(n, T("as entered")) for n in own]


def _times(category: Category, own: Sequence[int], number: NumberOf) -> list[Counted]:
    found = []
    for seat, n in enumerate(own):
        worth = category.factor * (number(category.by, seat) if category.by else 1)
        found.append(Counted(n * worth, T("{n} × {factor}", n=n, factor=worth)))
    return found


def _table(category: Category, own: Sequence[int], number: NumberOf) -> list[Counted]:
    return [_in_sets(category.sets, n) if category.sets else _in_steps(category.steps, n) for n in own]


def _in_sets(sets: Sequence[int], n: int) -> Counted:
    if n < 1:
        return Counted(0, T("none of them"))
    if n > len(sets):
        return Counted(sets[-1], T("{n}, counted as {most}: {points}", n=n, most=len(sets), points=sets[-1]))
    return Counted(sets[n - 1], T("{n}: {points}", n=n, points=sets[n - 1]))


def _in_steps(steps: Sequence[tuple[int, int, int]], n: int) -> Counted:
    for first, last, points in steps:
        if first <= n <= last:
            return Counted(
                points, T("{n} is within {low} to {high}: {points}", n=n, low=first, high=last, points=points)
            )
    return Counted(0, T("{n} is in no row of the table", n=n))


def _majority(category: Category, own: Sequence[int], number: NumberOf) -> list[Counted]:
    points = points_of_places(own, category.places, cast(Ties, category.ties), category.minimum)
    return [Counted(got, _place(category, own, n)) for got, n in zip(points, own, strict=True)]


def _place(category: Category, own: Sequence[int], n: int) -> Text:
    if n < category.minimum:
        return T("{n}, fewer than {least}: no place", n=n, least=category.minimum)
    place, level = 1 + sum(other > n for other in own), list(own).count(n)
    if level == 1:
        return T("{n}: place {place}", n=n, place=place)
    words = {
        "split": T("{n}: place {place}, shared by {level}", n=n, place=place, level=level),
        "all": T("{n}: place {place}, in full for each of {level}", n=n, place=place, level=level),
        "none": T("{n}: place {place}, nothing for {level} who are level", n=n, place=place, level=level),
    }
    return words[category.ties]


def _bonus(category: Category, own: Sequence[int], number: NumberOf) -> list[Counted]:
    return [
        Counted(category.points, _condition(category, n, True))
        if fulfils(category, n)
        else Counted(0, _condition(category, n, False))
        for n in own
    ]


def _pot(category: Category, own: Sequence[int], number: NumberOf) -> list[Counted]:
    among = sum(fulfils(category, n) for n in own)
    found = []
    for seat, n in enumerate(own):
        if not fulfils(category, n):
            found.append(Counted(0, _condition(category, n, False)))
            continue
        pot = category.pot if isinstance(category.pot, int) else number(category.pot, seat)
        share = pot // among if pot >= 0 else -(-pot // among)
        found.append(Counted(share, T("{pot} shared by {n}", pot=pot, n=among)))
    return found


def fulfils(category: Category, n: int) -> bool:
    """Whether a number is yes, or within what the category asks for."""
    if not category.of:
        return bool(n)
    return (category.least is None or n >= category.least) and (category.most is None or n <= category.most)


def _condition(category: Category, n: int, fulfilled: bool) -> Text:
    if not category.of:
        return T("yes") if fulfilled else T("no")
    return T("{n}, fulfilled", n=n) if fulfilled else T("{n}, not fulfilled", n=n)


_KINDS: dict[str, Any] = {
    "points": _points,
    "times": _times,
    "table": _table,
    "majority": _majority,
    "bonus": _bonus,
    "pot": _pot,
}


def plus(parts: Sequence[int]) -> Listing:
    """Numbers added up, as they are said."""
    return Listing(tuple(parts), "plus")
