"""Hypothesis strategies for whatever a game offers: every kind of field can be drawn from."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

from companion.core.accepting import accept, offers
from companion.core.codec import action_from_json, action_to_json, offer_example
from companion.core.fields import Cards, Choice, Counts, Dice, Field, Flag, Note, Number, Order, SeatChoice, Several
from companion.core.game import Action, AnyGame, Offer, Step
from companion.core.text import Seat

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
        parts = {key: st.integers(0, high) for (key, _), high in zip(field.choices, field.highs, strict=True)}
        return st.fixed_dictionaries(parts)
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


def entries(game: AnyGame, state: Any, seats: int, corrections: bool = False) -> list[tuple[Seat | None, Offer]]:
    """Everything that may be entered now, with the seat that may enter it."""
    found: list[tuple[Seat | None, Offer]] = [(None, offer) for offer in offers(game, state, None)]
    for seat in range(seats):
        found.extend((Seat(seat), offer) for offer in game.offers(state, Seat(seat)))
    return [entry for entry in found if corrections or entry[1].type != "correct"]


def example_json(game: AnyGame, offer: Offer) -> dict[str, Any]:
    """The example of an offer, as it would be posted."""
    return action_to_json(offer_example(game, offer))


def played_to_the_end(
    game: AnyGame, seats: int, chance: random.Random, watch: Callable[[Any, Step[Any]], object] | None = None
) -> Any:
    """The state at the end of a game in which somebody always does the next thing, whatever it is.

    ``watch``: called with the state before each step, and the step.
    """
    state = game.setup(seats)
    for _ in range(4000):
        if game.outcome(state) is not None:
            return state
        choices = entries(game, state, seats)
        nexts = [entry for entry in choices if entry[1].place == "next"]
        seat, offer = chance.choice(nexts or choices)
        action = chance.choice(offer.examples) if offer.examples else _random_action(game, offer, chance)
        step = accept(game, state, seat, action)
        if watch is not None:
            watch(state, step)
        state = step.state
    raise AssertionError(f"{game.key} does not end: {game.stage(state)}")


def _random_action(game: AnyGame, offer: Offer, chance: random.Random) -> Action:
    sample = example_json(game, offer)
    for field in offer.fields:
        if field.name not in sample:
            continue
        if isinstance(field, Number):
            sample[field.name] = chance.randint(field.low, field.high)
        elif isinstance(field, Choice):
            sample[field.name] = chance.choice(field.choices)[0]
        elif isinstance(field, SeatChoice):
            seat = chance.choice(field.seats)
            sample[field.name] = list(seat) if isinstance(seat, tuple) else seat
        elif isinstance(field, Dice) and not field.ids and not field.limits:
            sample[field.name] = [chance.choice(field.faces[0]) for _ in range(chance.randint(field.low, field.high))]
    return action_from_json(game, sample)
