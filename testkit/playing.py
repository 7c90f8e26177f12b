"""Players that follow what a game offers: at a bare game, or at a table of a house."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from companion import play
from companion.core.accepting import accept, offers
from companion.core.codec import action_from_json, action_to_json, offer_example
from companion.core.fields import Choice, Dice, Number, SeatChoice
from companion.core.game import Action, AnyGame, Offer, Step
from companion.core.text import Seat
from companion.play import House


def entries(game: AnyGame, state: Any, seats: int, corrections: bool = False) -> list[tuple[Seat | None, Offer]]:
    """Everything that may be entered now, with the seat that may enter it."""
    found: list[tuple[Seat | None, Offer]] = [(None, offer) for offer in offers(game, state, None)]
    for seat in range(seats):
        found.extend((Seat(seat), offer) for offer in game.offers(state, Seat(seat)))
    return [entry for entry in found if corrections or entry[1].type not in ("correct", "played_on")]


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


def play_on(house: House, code: str, most: int, chance: random.Random | None = None) -> int:
    """Does the next thing at a table, whatever is offered, at most so often; answers how often it did.

    ``chance``: chooses among what is offered; without it always in the same way, from the first step on.
    """
    chance = chance or random.Random(3)
    for step in range(most):
        found = play.look(house, code)
        if found.game.outcome(found.state) is not None:
            return step
        entries: list[tuple[int | None, Any]] = [(None, offer) for offer in found.game.offers(found.state, None)]
        for place in range(len(found.table.seats)):
            entries.extend((place, offer) for offer in found.game.offers(found.state, Seat(place)))
        entries.sort(key=lambda entry: entry[1].place != "next")
        nexts = [entry for entry in entries if entry[1].place == "next"]
        seat, offer = chance.choice(nexts or entries)
        action = chance.choice(offer.examples) if offer.examples else offer_example(found.game, offer)
        play.act(house, code, "gallery", action_to_json(action), f"gallery-{code}-{len(found.events):05}", seat=seat)
    return most
