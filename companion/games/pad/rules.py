"""The pad explained, category by category, for the page of rules: in its author's words, then what is reckoned."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core.game import Chapter, Rule
from companion.core.text import Listing, T, Text, listed
from companion.games.pad.definition import Category, PadDefinition, said
from companion.games.pad.entries import YES_NO, entry_of


def rules(pad: PadDefinition) -> tuple[Chapter, ...]:
    """A chapter on the pad as a whole, then one on each category."""
    return (
        Chapter(T("Who wins"), tuple(map(Rule, _of_the_pad(pad)))),
        *(Chapter(c.text, tuple(map(Rule, explained(pad, c))), f"category-{c.key}") for c in pad.category),
    )


def _of_the_pad(pad: PadDefinition) -> Iterator[Text]:
    if pad.about:
        yield said(pad.about)
    match pad.wins:
        case "lowest":
            yield T("The lowest total wins.")
        case "together":
            yield T("All of you win together with a total of {n} or more.", n=pad.target or 0)
        case _:
            yield T("The highest total wins.")
    named = {category.key: category.text for category in pad.category}
    for tie_break in pad.tie_break:
        more = tie_break.wins == "highest"
        text = T("most in {category}", category=named[tie_break.by])
        less = T("least in {category}", category=named[tie_break.by])
        yield T("Equal totals: {rule}.", rule=text if more else less)
    if pad.rounds:
        yield T("Rounds: at most {n}. A game that ends before is finished by hand.", n=pad.rounds)


def explained(pad: PadDefinition, category: Category) -> Iterator[Text]:
    """What a category asks for and what it gives, sentence by sentence."""
    if category.help:
        yield said(category.help)
    named = {other.key: other.text for other in pad.category}
    if category.of:
        yield T("Added up: {categories}.", categories=Listing(tuple(named[key] for key in category.of)))
    if category.once and not category.of:
        yield T("One number for everybody.")
    yield reckoned(category, named)
    if category.kind in YES_NO:
        yield _condition(category)
    if category.minus:
        yield T("These points are taken off.")
    entry = entry_of(pad, category)
    if not category.of and not entry.yes_no:
        yield T("From {low} to {high}.", low=entry.low, high=entry.high)
    if pad.rounds and not category.every_round:
        yield T("Once, at the end of the game.")


def reckoned(category: Category, named: dict[str, Text]) -> Text:
    """What a category gives, in one sentence; ``named``: what the others are called."""
    match category.kind:
        case "count":
            return T("A number that other categories work with; it gives no points itself.")
        case "times" if category.by:
            by = named[category.by]
            return T("Each is worth {factor} × {category}.", factor=category.factor, category=by)
        case "times":
            return T("Each is worth {n}.", n=category.factor)
        case "table" if category.sets:
            return T("1, 2, 3 and so on give: {points}.", points=_row(category.sets))
        case "table":
            rows = (T("{low} to {high} = {points}", low=a, high=b, points=n) for a, b, n in category.steps)
            return T("Table: {rows}.", rows=Listing(tuple(rows)))
        case "majority":
            return _places(category)
        case "bonus":
            return T("{n} for whoever fulfils it.", n=category.points)
        case "pot":
            pot = category.pot if isinstance(category.pot, int) else named[category.pot]
            return T("{pot} is shared equally by whoever fulfils it, rounded down.", pot=pot)
    return T("Points as entered.")


def _places(category: Category) -> Text:
    ties = {
        "split": T("who is level shares the places, rounded down"),
        "all": T("who is level gets the better place in full"),
        "none": T("who is level gets nothing"),
    }
    return T(
        "The most gets the first, then the next: {points}; {ties}. At least {n} is needed.",
        points=_row(category.places),
        ties=ties[category.ties],
        n=category.minimum,
    )


def _condition(category: Category) -> Text:
    """When a bonus or a share of a pot is had."""
    if not category.of:
        return T("Entered as yes or no.")
    if category.most is None:
        return T("Fulfilled from {n} on.", n=category.least or 0)
    if category.least is None:
        return T("Fulfilled up to {n}.", n=category.most)
    return T("Fulfilled from {low} to {high}.", low=category.least, high=category.most)


def _row(points: tuple[int, ...]) -> Listing:
    return listed(points)
