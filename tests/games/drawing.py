"""Hypothesis strategies for whatever a game offers: every kind of field can be drawn from."""

from __future__ import annotations

from collections import Counter
from typing import Any

from hypothesis import strategies as st

from companion.core.codec import action_from_json
from companion.core.fields import Cards, Choice, Counts, Dice, Field, Flag, Note, Number, Order, SeatChoice, Several
from companion.core.game import Action, AnyGame, Offer

NAMES = st.text(alphabet="abcdeXYZ 龍猴", min_size=1, max_size=12).filter(lambda name: bool(name.strip()))


def values(field: Field) -> st.SearchStrategy[Any]:
    """Allowed values of a field, as plain JSON."""
    match field:
        case Number():
            return st.integers(field.low, field.high)
        case Flag():
            return st.booleans()
        case Choice():
            return st.sampled_from([key for key, _ in field.choices])
        case Several():
            keys = [key for key, _ in field.choices]
            if not keys:
                return st.just([])
            return st.lists(st.sampled_from(keys), min_size=field.low, max_size=field.most, unique=True)
        case Counts():
            return _counts(field)
        case Order():
            return st.permutations([key for key, _ in field.choices])
        case Dice():
            return _rolls(field)
        case Cards():
            card = st.fixed_dictionaries(
                {"name": NAMES, **{n.name: values(n) for n in field.numbers if not n.optional}},
                optional={n.name: values(n) for n in field.numbers if n.optional},
            )
            return st.lists(card, min_size=field.low, max_size=min(field.high, field.low + 3))
        case SeatChoice():
            return st.sampled_from([list(s) if isinstance(s, tuple) else s for s in field.seats])
        case Note():
            text = st.text(alphabet="abc 午餐", min_size=field.least, max_size=min(field.length, 12))
            return text.filter(lambda value: len(value.strip()) >= field.least)


def _counts(field: Counts) -> st.SearchStrategy[Any]:
    if field.total is None:
        spans = zip(field.choices, field.least, field.highs, strict=True)
        parts = {key: st.integers(low, high) for (key, _), low, high in spans}
        return st.fixed_dictionaries({}, optional=parts) if field.lows else st.fixed_dictionaries(parts)
    # Dealt out one by one: of counts drawn key by key, hardly any would have the total.
    supply = [key for (key, _), high in zip(field.choices, field.highs, strict=True) for _ in range(high)]
    low, high = field.total
    taken = (
        st.lists(st.integers(0, len(supply) - 1), unique=True, min_size=low, max_size=min(high, len(supply)))
        if supply
        else st.just([])
    )
    return taken.map(lambda places: dict(Counter(supply[place] for place in places)))


def _rolls(field: Dice) -> st.SearchStrategy[Any]:
    if field.ids:
        dice = st.lists(st.sampled_from(field.ids), min_size=field.low, max_size=field.high, unique=True)
        return dice.flatmap(
            lambda ids: st.tuples(*(st.tuples(st.just(i), st.sampled_from(field.faces_of(i))) for i in ids)).map(
                lambda pairs: [list(pair) for pair in pairs]
            )
        )
    faces = st.lists(st.sampled_from(field.faces[0]), min_size=field.low, max_size=field.high)
    return faces.filter(lambda roll: field.check(roll) is None) if field.limits else faces


@st.composite
def drawn_action(draw: st.DrawFn, game: AnyGame, offer: Offer) -> Action:
    """An action within the ranges of an offer; of a constrained offer it may still be refused."""
    if offer.constrained and draw(st.integers(0, 2)):
        return draw(st.sampled_from(offer.examples))
    fields = {f.name: draw(values(f)) for f in offer.fields if not f.optional or draw(st.booleans())}
    return action_from_json(game, {"type": offer.type, **offer.fixed, **fields})
