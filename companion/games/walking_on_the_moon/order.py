"""A table that keeps only the order of the race: a turn says where its astronaut stands now, and what happened.

``space`` counts places from the back here, 1 for the last; whoever is level lies stacked.
"""

from __future__ import annotations

from companion.core.fields import Choice, Flag, Number, Several
from companion.core.game import Clause, Offer, Step
from companion.core.refusal import Refused
from companion.core.text import TN, Listing, T, Text
from companion.games.walking_on_the_moon import jumping, tokens
from companion.games.walking_on_the_moon.actions import Moved
from companion.games.walking_on_the_moon.race import moved, taken
from companion.games.walking_on_the_moon.state import (
    MOST_JUMPS,
    State,
    counter_key,
    target,
    who,
    with_astronaut,
)
from companion.games.walking_on_the_moon.turn import crossed

STAY, ACROSS = "stay", "across"


def groups(state: State) -> tuple[tuple[int, ...], ...]:
    """The astronauts that have not crossed the finish, by place from the back, lower ones of a stack first."""
    places = sorted({a.space for a in state.astronauts if not a.finish})
    return tuple(
        tuple(i for i in state.stack if state.astronauts[i].space == place and not state.astronauts[i].finish)
        for place in places
    )


def own_group(state: State) -> int:
    """Which of `groups` the mover is in; their number where it is across the finish."""
    return next((n for n, group in enumerate(groups(state)) if state.mover in group), len(groups(state)))


def places(state: State) -> dict[str, Text]:
    """Where the mover can stand after its turn, the furthest first: ``after:N`` ahead of group N, ``on:N`` on its space.

    Whoever wakes up comes one space forward at most, and so passes nobody.
    """
    piles, own = groups(state), own_group(state)
    stays = T("stays where it is")
    if own == len(piles):
        return {STAY: stays}
    listed = {STAY: stays}
    if len(piles[own]) > 1:
        listed[f"after:{own}"] = T("ahead of {names}", names=_named(state, piles[own]))
    for n in range(own + 1, len(piles)):
        listed[f"on:{n}"] = T("level with {names}", names=_named(state, piles[n]))
        listed[f"after:{n}"] = T("ahead of {names}", names=_named(state, piles[n]))
    if state.astronauts[state.mover].coma:
        listed = {key: text for key, text in listed.items() if key in (STAY, f"after:{own}", f"on:{own + 1}")}
    listed[ACROSS] = T("across the finish")
    return dict(reversed(listed.items()))


def passed(state: State, place: str) -> tuple[int, ...]:
    """Whom the mover has left behind on its way to a place; whoever shared its start is not passed."""
    piles, own = groups(state), own_group(state)
    kind, _, n = place.partition(":")
    end = {"after": int(n or 0) + 1, "on": int(n or 0), ACROSS: len(piles)}.get(kind, own)
    return tuple(one for pile in piles[own + 1 : end] for one in pile)


def obstructions(state: State) -> dict[str, Text]:
    """What obstructing whoever is ahead can be, by the keys of `Moved.obstruct`."""
    seat = state.astronauts[state.mover].seat
    return {
        f"{key_of(state, one)}/{take}": T("{who}: {what}", who=who(state, one), what=jumping.TAKES[take])
        for one in passed(state, ACROSS)
        if state.astronauts[one].seat != seat
        for take in jumping.takeable(state, one)
    }


def key_of(state: State, one: int) -> str:
    """An astronaut as forms post it."""
    named = target(state, one)
    return str(named) if isinstance(named, int) else f"{named[0]}:{named[1]}"


def turn_offer(state: State) -> Offer:
    """The one entry of a turn."""
    me, where = state.astronauts[state.mover], places(state)
    fields: list[Choice | Flag | Number | Several] = [
        Choice("place", T("Where do you stand now?"), tuple(where.items()))
    ]
    examples = [Moved(place=place) for place in where]
    if me.coma:
        return Offer(Moved, T("Wake up from the coma"), tuple(fields), examples=tuple(examples))
    fields.append(Number("stars", T("Stars picked up"), 0, sum(state.ring), optional=True))
    if taking := obstructions(state):
        fields.append(Several("obstruct", T("Obstructed on the way"), tuple(taking.items()), optional=True))
        examples += _obstructing(state, where)
    if len(passed(state, ACROSS)) > len({key.partition("/")[0] for key in taking}):
        fields.append(Flag("swap", T("Swap stars and tokens of your two astronauts"), optional=True))
    fields += [
        Flag("three", T("Three jumps made"), optional=True),
        Number("spent", T("Ground-control tokens spent"), 0, me.tokens, optional=True),
        Flag("coma", T("The turn ended in a coma"), optional=True),
    ]
    examples += [Moved(place=STAY, coma=True), Moved(place=STAY, three=True, stars=min(1, sum(state.ring)))]
    return Offer(Moved, T("End the turn"), tuple(fields), constrained=True, examples=tuple(examples))


def _obstructing(state: State, where: dict[str, Text]) -> list[Moved]:
    found = []
    for place in where:
        keys = {key_of(state, one): one for one in passed(state, place)}
        firsts: dict[str, str] = {}
        for taking in obstructions(state):
            if (of := taking.partition("/")[0]) in keys:
                firsts.setdefault(of, taking)
        if firsts:
            found.append(Moved(place=place, obstruct=tuple(firsts.values())[:MOST_JUMPS]))
    return found


def check(state: State, action: Moved) -> None:
    """Refuses a turn whose parts do not fit each other, naming the part."""
    behind = {key_of(state, one): one for one in passed(state, action.place)}
    named = [key.partition("/")[0] for key in action.obstruct]
    if any(key not in behind for key in named):
        text = T("Only an opponent whom this turn has passed can be obstructed; ending on the space is not passing.")
        raise Refused("illegal", "obstruct", text)
    if len(set(named)) < len(named) or len(named) > MOST_JUMPS:
        text = T("Each opponent is obstructed once, and one in each of three jumps: choose fewer.")
        raise Refused("illegal", "obstruct", text)
    seat = state.astronauts[state.mover].seat
    if action.swap and not any(state.astronauts[one].seat == seat for one in behind.values()):
        raise Refused("illegal", "swap", T("To swap, the jump has to pass your other astronaut."))
    if action.coma and action.place == ACROSS:
        text = T("Across the finish there is no coma: choose another place, or leave the coma out.")
        raise Refused("illegal", "coma", text)


def perform(state: State, action: Moved) -> Step[State]:
    """A whole turn, and whose turn it is then."""
    check(state, action)
    mover = state.mover
    me, name, behind = state.astronauts[mover], who(state, mover), passed(state, action.place)
    text = T("{who} wakes up: {place}.", who=name, place=places(state)[action.place])
    if not me.coma:
        text = T("{who}: {place}.", who=name, place=places(state)[action.place])
    state = with_astronaut(_placed(state, action.place), mover, coma=False)
    clauses = [Clause(text), *crossed(state, mover)]
    state, more = _spent(state, action.spent)
    clauses.extend(more)
    state, more = _picked_up(state, action.stars)
    clauses.extend(more)
    if action.swap:
        other = next(one for one in behind if state.astronauts[one].seat == me.seat)
        state, more = jumping.swapped(state, other)
        clauses.extend(more)
    by_key = {key_of(state, one): one for one in behind}
    for key, _, take in (chosen.partition("/") for chosen in action.obstruct):
        state, more = jumping.obstructed(state, by_key[key], take)
        clauses.extend(more)
    if action.coma:
        state, more = jumping.coma(state, T("{who} is in a coma: the turn ends.", who=name))
        clauses.extend(more)
    state, more = tokens.end_turn(state, three=action.three and not action.coma)
    return Step(state, (*clauses, *more))


def _placed(state: State, place: str) -> State:
    """The mover at its new place, and all places counted anew from the back."""
    kind, _, n = place.partition(":")
    if kind == ACROSS:
        return moved(state, state.mover, state.across, 1)
    state = _numbered(state)
    if kind != STAY:
        at = state.astronauts[groups(state)[int(n)][0]].space
        # Twice the number leaves room between two places.
        for one, astronaut in enumerate(state.astronauts):
            if not astronaut.finish:
                state = with_astronaut(state, one, space=2 * astronaut.space)
        state = moved(state, state.mover, 2 * at + (kind == "after"), 1)
    return _numbered(state)


def _numbered(state: State) -> State:
    """The places counted from the back, 1, 2, 3, with none between."""
    for number, group in enumerate(groups(state), 1):
        for one in group:
            state = with_astronaut(state, one, space=number)
    return state


def _spent(state: State, spent: int) -> Step[State]:
    if not spent:
        return Step(state, ())
    me = state.astronauts[state.mover]
    told = TN(
        "{who} spends {n} ground-control token.",
        "{who} spends {n} ground-control tokens.",
        spent,
        who=who(state, state.mover),
    )
    clause = Clause(told, "cost", ((counter_key(state, "tokens", state.mover), -spent),))
    return Step(with_astronaut(state, state.mover, tokens=me.tokens - spent), (clause,))


def _picked_up(state: State, stars: int) -> Step[State]:
    if not stars:
        return Step(state, ())
    me = state.astronauts[state.mover]
    told = TN("{who} collects {n} star.", "{who} collects {n} stars.", stars, who=who(state, state.mover))
    after = with_astronaut(taken(state, stars), state.mover, stars=me.stars + stars)
    return Step(after, (Clause(told, "gain", ((counter_key(state, "stars", state.mover), stars),)),))


def _named(state: State, ids: tuple[int, ...]) -> Listing:
    return Listing(tuple(who(state, one) for one in ids if one != state.mover))
