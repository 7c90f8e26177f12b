"""The errand in words: why this player goes, tier by tier, and what each figure is made of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from companion.core.scoring import Line
from companion.core.text import TN, Listing, T, Text, Who
from companion.games.lunchtime_battle.foods import FOODS, names_of
from companion.games.lunchtime_battle.tiers import Comparison, Tier


def joined(texts: Iterable[Text]) -> Text:
    """Several sentences as one text."""
    first, *rest = texts
    for text in rest:
        first = T("{sentence} {next}", sentence=first, next=text)
    return first


def sentence(seats: int, steps: Sequence[Comparison], dishes: Mapping[str, str], spared: Sequence[int]) -> Text:
    """The verdict: what is wanted most, the chain of comparisons, who goes, for which dish, who needs nothing."""
    found = [wanted(steps[0].tier), *(compared(step, first=step is steps[0]) for step in steps)]
    runners = tuple(Who(player) for player in steps[-1].left)
    if len(runners) == seats:
        found.append(T("Nothing separates you: everybody goes."))
    elif len(runners) > 1:
        found.append(T("Nothing separates {names}: all of them fetch lunch.", names=Listing(runners)))
    else:
        found.append(T("{name} fetches lunch.", name=runners[0]))
    menu = tuple(dishes[food] for food in steps[0].tier.foods if food in dishes)
    if menu:
        found.append(T("On the menu: {dishes}.", dishes=Listing(menu)))
    if spared:
        found.append(T("Not hungry, needs no lunch: {names}.", names=Listing(tuple(Who(player) for player in spared))))
    return joined(found)


def wanted(tier: Tier) -> Text:
    """What the monsters want most, and why."""
    if len(tier.foods) > 1:
        return T(
            "{foods} are level at hunger {n} and wanted most: they count together.",
            foods=names_of(tier.foods),
            n=tier.hunger,
        )
    food = FOODS[tier.foods[0]]
    if tier.by_hand:
        return T("{food} is wanted most: hunger {n}, and you ranked it first.", food=food, n=tier.hunger)
    return T("{food} is wanted most: hunger {n}.", food=food, n=tier.hunger)


def compared(step: Comparison, *, first: bool) -> Text:
    """One comparison of the chain in words."""
    foods, left = names_of(step.tier.foods), Listing(tuple(Who(player) for player in step.left))
    if first and len(step.left) == 1:
        return TN("{who} has the most: {n} symbol.", "{who} has the most: {n} symbols.", step.most, who=left)
    if first:
        return TN("{who} have {n} symbol each.", "{who} have {n} symbols each.", step.most, who=left)
    if len(step.left) == 1:
        return T("Next, {foods}: {who} has the most of them, {n}.", foods=foods, who=left, n=step.most)
    return T("Next, {foods}: {who} have {n} each.", foods=foods, who=left, n=step.most)


def place_of(position: int) -> Text:
    """How much a tier is wanted: most (0), second most, least."""
    return (T("wanted most"), T("wanted second most"), T("wanted least"))[position]


def lines(pile: Sequence[tuple[int, ...]], order: Sequence[Tier], hand: int | None) -> tuple[Line, ...]:
    """A line per food; ``pile``: the symbols of each candidate by food, ``hand``: which of two hands this is."""
    return tuple(_line(food, tuple(of[index] for of in pile), order, hand) for index, food in enumerate(FOODS))


def _line(food: str, symbols: tuple[int, ...], order: Sequence[Tier], hand: int | None) -> Line:
    position, tier = next((n, tier) for n, tier in enumerate(order) if food in tier.foods)
    shown = tuple(n for n in symbols if n)
    total = sum(symbols)
    if not shown:
        why = T("none · {place}", place=place_of(position))
    else:
        why = T("{sum} · {place}", sum=Listing(shown, "plus"), place=place_of(position))
    steps = []
    if hand is not None:
        steps.append(T("Counted for hand {n}, the one nearer to the errand.", n=hand))
    if shown:
        steps.append(T("Symbols on your candidates: {sum} = {n}.", sum=Listing(shown, "plus"), n=total))
    else:
        steps.append(T("No candidate before you shows this food."))
    steps.append(T("Hunger {n}: {place}.", n=tier.hunger, place=place_of(position)))
    if len(tier.foods) > 1:
        steps.append(T("Level foods count together: {foods}.", foods=names_of(tier.foods)))
    elif tier.by_hand:
        steps.append(T("You ranked the level foods by hand."))
    return Line(food, FOODS[food], total, why, tuple(steps))
