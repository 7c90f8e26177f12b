"""A pick becomes final: when all have passed or the start player says so, and what follows from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.core.game import Clause, Step, Telling
from companion.core.steps import said, then
from companion.core.text import Seat, T, Who
from companion.games.lunchtime_battle.box import Known
from companion.games.lunchtime_battle.counting import Count, awaited, count
from companion.games.lunchtime_battle.foods import amounts, by_food, fed, hungrier
from companion.games.lunchtime_battle.rounds import PICKS, next_round
from companion.games.lunchtime_battle.state import Card, State, with_card


def passed(state: State, seat: Seat, *, stays: bool) -> Step[State]:
    """Somebody uses no ability; with the last one the pick is final."""
    step = said(replace(state, passed=state.passed | {seat}), T("{who} uses no ability.", who=Who(seat)))
    return step if awaited(step.state) else then(step, settled, stays=stays)


def foods_said(state: State, monster: str, foods: Mapping[str, int], *, stays: bool) -> Step[State]:
    """The food symbols of a picked monster are known; where nobody may object any more, the pick is final."""
    after = with_foods(state, monster, foods)
    card = after.in_ring(monster)
    step = said(after, T("{monster} shows {foods}.", monster=card.whose, foods=amounts(card.foods)))
    return step if awaited(step.state) else then(step, settled, stays=stays)


def with_foods(state: State, monster: str, foods: Mapping[str, int]) -> State:
    """The state in which a monster of the ring has these food symbols; by its name it is known with them from now on."""
    card = replace(state.in_ring(monster), foods=by_food(foods), unsaid=False)
    met = (*state.met, Known(card.name, None, card.foods)) if card.name else state.met
    return replace(state, ring=with_card(state.ring, card), met=met)


def settled(state: State, *, stays: bool) -> Step[State]:
    """The pick is final: who is picked feeds, and the next pick or round follows.

    ``stays``: picked monsters are counted again in later picks of the round.
    """
    now = count(state)
    hunger = state.hunger
    for card in now.picked:
        hunger = fed(hunger, card.foods)
    before = {card.id for card in state.candidates}
    fresh = tuple(replace(card, change=0, skipped=False) for card in now.picked if card.id not in before)
    gone = {card.id for card in now.picked}
    ring = state.ring if stays else tuple(card for card in state.ring if card.id not in gone)
    after = replace(
        state,
        hunger=hunger,
        candidates=state.candidates + fresh,
        ring=ring,
        picked=tuple(dict.fromkeys((*state.picked, *(card.id for card in now.picked)))),
    )
    telling = (*_picked(now), *hungrier(state.hunger, hunger))
    if state.pick >= PICKS[state.places] or not ring:
        after = next_round(after)
        return Step(after, (*telling, _round_over(after)))
    after = replace(
        after,
        pick=state.pick + 1,
        origin=_next_origin(now, ring),
        neighbours=frozenset(),
        pointed="",
        passed=frozenset(),
    )
    return Step(after, (*telling, Clause(T("Next pick:")), Clause(count(after).lands)))


def _picked(now: Count) -> Telling:
    if now.card is None:
        return (Clause(T("Nothing could be counted: nobody is picked.")),)
    return tuple(
        Clause(T("{monster} is picked and wants {foods}.", monster=card.whose, foods=amounts(card.foods)), "cost")
        for card in now.picked
    )


def _round_over(after: State) -> Clause:
    if after.phase == "final":
        return Clause(T("That was the last round: the final count begins."))
    told = T(
        "The others are discarded, everybody draws back to two cards. Round {n}: {who} starts.",
        n=after.round,
        who=Who(after.start_seat),
    )
    return Clause(told, by=(("round", 1),))


def _next_origin(now: Count, ring: tuple[Card, ...]) -> str:
    """Each further count begins at the monster after the one just picked, in the direction of counting."""
    left = {card.id for card in ring}
    if now.card is None:
        return now.order[0].id
    here = now.order.index(now.card)
    following = now.order[here + 1 :] + now.order[: here + 1]
    return next(card.id for card in following if card.id in left)
