"""Every number of a game that a correction may set, in an order in which a whole round can be set at once."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache

from companion.core.game import Counter
from companion.core.text import Param, Seat, T, Text, Who
from companion.games.monkeys_on_the_moon.favour import COINS_OF_A_TRIBE
from companion.games.monkeys_on_the_moon.pad import Pad
from companion.games.monkeys_on_the_moon.scoring import MONKEYS_OF_A_TRIBE
from companion.games.monkeys_on_the_moon.ships import (
    CAPACITY_HIGH,
    CAPACITY_LOW,
    KNOWN_NUMBERS,
    SHIP_POINTS_HIGH,
    Monkey,
)
from companion.games.monkeys_on_the_moon.state import PHASES, Evening, Phase, State
from companion.games.monkeys_on_the_moon.tribes import ORDER, TITLES, TRIBES, index

SEAT_COUNTERS = frozenset({"coins", "color", "capacity", "points", "full", "full_points", "aboard", "home"})
STEPS_OF_A_ROUND: tuple[Phase, ...] = ("teaching", "winning", "wrap_up")
COLORS = tuple(TITLES.values())


@lru_cache(maxsize=64)
def counters(state: State) -> tuple[Counter, ...]:
    """What can be set, once the table is set up; kept for the newest states, because a page asks several times."""
    if isinstance(state, Pad) or not state.set_up:
        return ()
    found = [] if state.phase == "levels" else list(_of_the_round(state))
    found.extend(_of_the_tribes(state))
    for seat in map(Seat, range(state.seats)):
        found.extend(_of_seat(state, seat))
    return tuple(found)


def _of_the_round(state: Evening) -> Iterable[Counter]:
    everybody: tuple[Param, ...] = tuple(map(Who, range(state.seats)))
    phases = tuple(PHASES[phase] for phase in STEPS_OF_A_ROUND)
    yield Counter("round", T("Round"), state.round, 1, state.rounds)
    step = STEPS_OF_A_ROUND.index(state.phase) + 1
    yield Counter("phase", T("Part of the round"), step, 1, len(phases), words=phases)
    yield Counter("moonstone", T("Moonstone"), (state.moonstone or 0) + 1, 1, state.seats, words=everybody)
    now, label = state.in_turn_now if state.auction is None else state.auction.picker, T("Whose turn it is")
    if state.phase == "wrap_up" or now is None:
        nobody: tuple[Param, ...] = (T("nobody's"), *everybody)
        yield Counter("turn", label, 0, 0, state.seats, words=nobody)
    else:
        yield Counter("turn", label, now + 1, 1, state.seats, words=everybody)
    for place, tribe in enumerate(state.ring or (), 1):
        yield Counter(f"ring:{place}", T("Ring, place {n}", n=place), index(tribe) + 1, 1, len(ORDER), words=COLORS)


def _of_the_tribes(state: Evening) -> Iterable[Counter]:
    length, ranked = state.printed.track_length or 1, state.stones.ranked
    for tribe, word in TRIBES.items():
        at = index(tribe)
        space = length if tribe in ranked else state.stones.spaces[at]
        yield Counter(f"stone:{tribe}", T("Stone of {tribe}: space", tribe=word), space, 0, length)
        holder = state.favours.scorn[at]
        holders: tuple[Param, ...] = (T("nobody"), *map(Who, range(state.seats)))
        held = 0 if holder is None else holder + 1
        yield Counter(f"scorn:{tribe}", T("Scorn card of {tribe}", tribe=word), held, 0, state.seats, words=holders)
        if state.phase != "levels":
            high = state.lost[at] + max(0, MONKEYS_OF_A_TRIBE - state.seen(tribe))
            yield Counter(
                f"lost:{tribe}", T("{tribe} monkeys nobody won", tribe=TITLES[tribe]), state.lost[at], 0, high
            )
    if len(ranked) > 1:
        for place, tribe in enumerate(ranked, 1):
            label = T("Place of {tribe} in the ranking table", tribe=TRIBES[tribe])
            yield Counter(f"place:{tribe}", label, place, 1, len(ranked))


def _of_seat(state: Evening, seat: Seat) -> Iterable[Counter]:
    most = COINS_OF_A_TRIBE - state.in_box
    for tribe, has in zip(ORDER, state.favours.coins[seat], strict=True):
        key, label, short = _of_coins(seat, tribe)
        yield Counter(key, label, has, 0, most, seat, short)
    yield from _ships_of_seat(state, seat)
    corner = state.corners[seat]
    left = {tribe: max(0, MONKEYS_OF_A_TRIBE - state.seen(tribe)) for tribe in ORDER}
    if corner.ship is not None:
        free = max(0, corner.ship.capacity - len(corner.aboard))
        for monkey in _kinds(corner.aboard):
            now, (key, label, short) = corner.aboard.count(monkey), _of_aboard(seat, monkey)
            yield Counter(key, label, now, 0, now + min(free, left[monkey.tribe]), seat, short)
    for monkey in _kinds(corner.home):
        now, (key, label, short) = corner.home.count(monkey), _of_home(seat, monkey)
        yield Counter(key, label, now, 0, now + left[monkey.tribe], seat, short)


def _ships_of_seat(state: Evening, seat: Seat) -> Iterable[Counter]:
    who, corner = Who(seat), state.corners[seat]
    if corner.ship is not None:
        color, label, short = (
            index(corner.ship.color) + 1,
            T("{who}: colour of the ship", who=who),
            T("colour of the ship"),
        )
        yield Counter(f"color:{seat}", label, color, 1, len(ORDER), seat, short, COLORS)
        low = max(CAPACITY_LOW, len(corner.aboard))
        label, short = T("{who}: places of the ship", who=who), T("places of the ship")
        yield Counter(f"capacity:{seat}", label, corner.ship.capacity, low, max(low, CAPACITY_HIGH), seat, short)
        label, short = T("{who}: points of the ship", who=who), T("points of the ship")
        yield Counter(f"points:{seat}", label, corner.ship.points, 0, SHIP_POINTS_HIGH, seat, short)
    kept = len(corner.full)
    label, short = T("{who}: full ships", who=who), T("full ships")
    yield Counter(f"full:{seat}", label, kept, 0, kept + state.pool + state.pile, seat, short)
    for n, ship in enumerate(corner.full, 1):
        label, short = T("{who}: points of full ship {n}", who=who, n=n), T("points of full ship {n}", n=n)
        yield Counter(f"full_points:{seat}:{n}", label, ship.points, 0, SHIP_POINTS_HIGH, seat, short)


KNOWN = tuple(Monkey(tribe, number) for tribe in ORDER for number in KNOWN_NUMBERS)


def _kinds(listed: tuple[Monkey, ...]) -> Iterable[Monkey]:
    """The kinds of monkeys that are known or in the list, by tribe and number."""
    if all(monkey.number in KNOWN_NUMBERS for monkey in listed):
        return KNOWN
    return sorted({*KNOWN, *listed}, key=lambda monkey: (index(monkey.tribe), monkey.number))


Called = tuple[str, Text, Text]
"""A counter's key, its label, and what it is called below its player's name."""


@cache
def _of_coins(seat: Seat, tribe: str) -> Called:
    who, word = Who(seat), TRIBES[tribe]
    return f"coins:{seat}:{tribe}", T("{who}: {tribe} coins", who=who, tribe=word), T("{tribe} coins", tribe=word)


@cache
def _of_aboard(seat: Seat, monkey: Monkey) -> Called:
    key, name = f"aboard:{seat}:{monkey.tribe}:{monkey.number}", monkey.text
    return key, T("{who}: {monkey} aboard", who=Who(seat), monkey=name), T("{monkey} aboard", monkey=name)


@cache
def _of_home(seat: Seat, monkey: Monkey) -> Called:
    title, number = TITLES[monkey.tribe], monkey.number
    label = T("{who}: {tribe} {number} brought home", who=Who(seat), tribe=title, number=number)
    short = T("{tribe} {number} home", tribe=title, number=number)
    return f"home:{seat}:{monkey.tribe}:{number}", label, short
