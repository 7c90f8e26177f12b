"""Sums on the way, worked out for whoever asks: goods and expansion. Nothing of them is entered.

Each takes what was typed as numbers (`Typed`: every field's parts, so "2+3" is (2, 3)) and answers in sentences.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.core.text import T, Text
from companion.games.mombasa.arithmetic import BORDER_COSTS, HELMETS, POSTS, SLOTS, Border, expand

Typed = Mapping[str, tuple[int, ...]]
Sum = Callable[[Typed], tuple[Text, ...]]


def goods(typed: Typed) -> tuple[Text, ...]:
    """``values``: the goods cards played; ``price``: the card of the display taken, if one is."""
    values, prices = typed.get("values", ()), typed.get("price", ())
    total, price = sum(values), sum(prices)
    if not total:
        return (T("Enter the values of your goods cards, such as 2+3+3."),)
    if 0 in values:
        return (T("A goods card counts 1 or more, not 0. Leave it out."),)
    if wrong := _too_many_cards(values):
        return wrong
    if len(prices) > 1:
        return (T("At most one card of the display is taken: enter one price, not {n}.", n=len(prices)),)
    if price > total:
        return (
            T("{total} in all: the card costs {price}, you are {n} short.", total=total, price=price, n=price - total),
        )
    if price:
        return (
            T(
                "{total} in all: after the card for {price} you have {n} left for company tracks.",
                total=total,
                price=price,
                n=total - price,
            ),
        )
    return (T("{total} in all to spend on one card and on company tracks.", total=total),)


def expansion(typed: Typed) -> tuple[Text, ...]:
    """``helmets``: those of all expansion cards; ``borders``: what each border costs, in the order crossed."""
    helmets, costs = typed.get("helmets", ()), typed.get("borders", ())
    if not helmets:
        return (T("Enter the helmets of all your expansion cards, such as 3+2."),)
    if none := [n for n in helmets if n not in HELMETS]:
        return (T("An expansion card has 1 to {most} helmets, not {n}.", most=HELMETS[-1], n=none[0]),)
    if wrong := _too_many_cards(helmets):
        return wrong
    if none := [cost for cost in costs if cost not in BORDER_COSTS]:
        return (T("A border costs 1 to {most} points, not {n}.", most=BORDER_COSTS[-1], n=none[0]),)
    if len(costs) > POSTS:
        return (T("Borders: {n}. A company has only {most} trading posts.", most=POSTS, n=len(costs)),)
    spent = expand(helmets, [Border(cost) for cost in costs])
    if spent.crossed < len(costs):
        needed = costs[spent.crossed] - spent.left
        return (
            T(
                "Points: {points}. Border {n} costs {cost}, you are {missing} short. {left} would be lost.",
                points=spent.points,
                n=spent.crossed + 1,
                cost=costs[spent.crossed],
                missing=needed,
                left=spent.left,
            ),
        )
    return (
        T(
            "Points: {points}. Borders crossed: {n}, for {spent}. {left} left; what is not spent is lost.",
            points=spent.points,
            n=spent.crossed,
            spent=spent.spent,
            left=spent.left,
        ),
    )


def _too_many_cards(cards: tuple[int, ...]) -> tuple[Text, ...]:
    if len(cards) <= SLOTS:
        return ()
    return (
        T(
            "Cards: {n}. Only {most} lie in the action slots; add what a bonus tile brings to one of them.",
            n=len(cards),
            most=SLOTS,
        ),
    )


def _checked(work: Sum) -> Sum:
    """The sum, which first says so where a number was typed that stands on no card and at no border."""

    def checked(typed: Typed) -> tuple[Text, ...]:
        below = [n for parts in typed.values() for n in parts if n < 0]
        if below:
            return (T("{n} cannot be: every number here is 0 or more.", n=below[0]),)
        return work(typed)

    return checked


SUMS: Mapping[str, Sum] = {
    "goods": _checked(goods),
    "expansion": _checked(expansion),
}
