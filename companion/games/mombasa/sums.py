"""Sums on the way, worked out for whoever asks: goods, expansion, the ledger chain. Nothing of them is entered.

Each takes what was typed as numbers (`Typed`: every field's parts, so "2+3" is (2, 3)) and answers in sentences.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.core.text import TN, T, Text
from companion.games.mombasa.arithmetic import Border, Ledger, expand, reach

KINDS: dict[str, Text] = {
    "coffee": T("coffee"),
    "banana": T("banana"),
    "cotton": T("cotton"),
    "helmet": T("helmets"),
}
LEDGERS = 6
BORDER_HIGH = 4
"""A border costs 1, 2 or 3 by its kind, and 1 more to oust a rival post."""
Typed = Mapping[str, tuple[int, ...]]
Sum = Callable[[Typed], tuple[Text, ...]]


def goods(typed: Typed) -> tuple[Text, ...]:
    """``values``: the goods cards played; ``price``: the card of the display taken, if one is."""
    total, price = sum(typed.get("values", ())), sum(typed.get("price", ()))
    if not total:
        return (T("Enter the values of your goods cards, such as 2+3+3."),)
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
    wrong = [cost for cost in costs if not 1 <= cost <= BORDER_HIGH]
    if wrong:
        return (T("A border costs 1 to {most} points, not {n}.", most=BORDER_HIGH, n=wrong[0]),)
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


def ledgers(typed: Typed) -> tuple[Text, ...]:
    """Sums of face-up cards by kind, and per ledger ``N.kind``: the least of each kind it asks for; ``down``: 1-6."""
    face_up = {kind: sum(typed.get(kind, ())) for kind in KINDS}
    down = sum(typed.get("down", (0,)))
    if down > LEDGERS:
        return (T("Which ledger is face down? Enter 1 to {n}.", n=LEDGERS),)
    chain: list[Ledger | None] = []
    for number in range(1, LEDGERS + 1):
        wanted = tuple((kind, sum(typed[f"{number}.{kind}"])) for kind in KINDS if typed.get(f"{number}.{kind}"))
        # The ledger turned face down needs no check, so that nobody types what it asked for.
        if not wanted and number != down:
            break
        chain.append(Ledger(wanted))
    if not chain:
        return (T("Enter what the ledgers from the ink pot on ask for."),)
    found = reach(face_up, chain, down - 1 if down else None)
    first = TN("The ink pot reaches {n} ledger.", "The ink pot reaches {n} ledgers.", found.ledgers)
    if found.stopped_by is None:
        return (first,)
    kind, least = found.stopped_by
    return (
        first,
        T(
            "Ledger {n} asks for {least} {kind}, you have {have}.",
            n=found.ledgers + 1,
            least=least,
            kind=KINDS[kind],
            have=face_up[kind],
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
    "ledgers": _checked(ledgers),
}
