"""Every number a correction may set.

There is none on the pad: every number stays open there anyway.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from companion.core.ending import Ending
from companion.core.game import Counter
from companion.core.refusal import Refused
from companion.core.text import Seat, T, Who
from companion.games.monkeys_on_the_moon.favour import COINS_OF_A_TRIBE, corrected_coins
from companion.games.monkeys_on_the_moon.options import Customs
from companion.games.monkeys_on_the_moon.pad import Pad
from companion.games.monkeys_on_the_moon.scoring import MONKEYS_OF_A_TRIBE
from companion.games.monkeys_on_the_moon.ships import (
    CAPACITY_HIGH,
    CAPACITY_LOW,
    KNOWN_NUMBERS,
    SHIP_POINTS_HIGH,
    Corner,
    Monkey,
)
from companion.games.monkeys_on_the_moon.standing import undecided
from companion.games.monkeys_on_the_moon.state import Evening, State
from companion.games.monkeys_on_the_moon.tribes import ORDER, TITLES, TRIBES, changed, index

SEAT_COUNTERS = frozenset({"coins", "capacity", "points", "aboard", "home"})


def counters(state: State) -> tuple[Counter, ...]:
    """What can be set, once the table is set up."""
    if isinstance(state, Pad) or not state.set_up:
        return ()
    found = [] if state.phase == "levels" else [Counter("round", T("Round"), state.round, 1, state.rounds)]
    length = state.printed.track_length or 1
    for tribe, label in TRIBES.items():
        at = index(tribe)
        space = length if tribe in state.stones.ranked else state.stones.spaces[at]
        found.append(Counter(f"stone:{tribe}", T("Stone of {tribe}: space", tribe=label), space, 0, length))
        holder = state.favours.scorn[at]
        label = T("Scorn card of {tribe}: which player (0: nobody)", tribe=label)
        found.append(Counter(f"scorn:{tribe}", label, 0 if holder is None else holder + 1, 0, state.seats))
    for seat in map(Seat, range(state.seats)):
        found.extend(_of_seat(state, seat))
    return tuple(found)


def _of_seat(state: Evening, seat: Seat) -> Iterable[Counter]:
    who, corner = Who(seat), state.corners[seat]
    most = COINS_OF_A_TRIBE - state.in_box
    for tribe, word in TRIBES.items():
        label, short = T("{who}: {tribe} coins", who=who, tribe=word), T("{tribe} coins", tribe=word)
        yield Counter(f"coins:{seat}:{tribe}", label, state.favours.has(seat, tribe), 0, most, seat, short)
    if corner.ship is not None:
        low = max(CAPACITY_LOW, len(corner.aboard) + 1)
        label, short = T("{who}: places of the ship", who=who), T("places of the ship")
        yield Counter(f"capacity:{seat}", label, corner.ship.capacity, low, max(low, CAPACITY_HIGH), seat, short)
        label, short = T("{who}: points of the ship", who=who), T("points of the ship")
        yield Counter(f"points:{seat}", label, corner.ship.points, 0, SHIP_POINTS_HIGH, seat, short)
    for monkey in sorted(set(corner.aboard), key=_by_tribe):
        now = corner.aboard.count(monkey)
        free = corner.ship.capacity - 1 - len(corner.aboard) if corner.ship is not None else 0
        label, short = (
            T("{who}: {monkey} aboard", who=who, monkey=monkey.text),
            T("{monkey} aboard", monkey=monkey.text),
        )
        high = now + max(0, min(free, MONKEYS_OF_A_TRIBE - state.seen(monkey.tribe)))
        yield Counter(f"aboard:{seat}:{monkey.tribe}:{monkey.number}", label, now, 0, high, seat, short)
    known = {Monkey(tribe, number) for tribe in ORDER for number in KNOWN_NUMBERS}
    for monkey in sorted(known | set(corner.home), key=_by_tribe):
        now = corner.home.count(monkey)
        title, number = TITLES[monkey.tribe], monkey.number
        label = T("{who}: {tribe} {number} brought home", who=who, tribe=title, number=number)
        short = T("{tribe} {number} home", tribe=title, number=number)
        high = now + max(0, MONKEYS_OF_A_TRIBE - state.seen(monkey.tribe))
        yield Counter(f"home:{seat}:{monkey.tribe}:{monkey.number}", label, now, 0, high, seat, short)


def _by_tribe(monkey: Monkey) -> tuple[int, int]:
    return index(monkey.tribe), monkey.number


def with_counter(state: State, customs: Customs, key: str, value: int) -> State:
    """The state with a counter set; an auction that is going on begins anew where coins changed under it."""
    if isinstance(state, Pad):
        raise Refused("bad_field", "counter", T("Enter this number on the sheet itself."))
    kind, *of = key.split(":")
    match kind:
        case "round":
            return replace(state, round=value, phase="teaching", turn=0, auction=None, may_launch=None, splits=())
        case "stone":
            return _with_stone(state, customs, of[0], value)
        case "scorn":
            return replace(state, favours=state.favours.scorning(of[0], None if value == 0 else Seat(value - 1)))
        case "coins":
            favours = corrected_coins(state.favours, Seat(int(of[0])), of[1], value)
            return replace(state, favours=favours, auction=None)
    seat = Seat(int(of[0]))
    corner = _corrected(state.corners[seat], kind, of[1:], value)
    may_launch = None if state.may_launch == seat and not corner.aboard else state.may_launch
    return replace(state.with_corner(seat, corner), may_launch=may_launch)


def _with_stone(state: Evening, customs: Customs, tribe: str, value: int) -> Evening:
    stones, at = state.stones, index(tribe)
    ranked = tuple(other for other in stones.ranked if other != tribe)
    if value >= (state.printed.track_length or 0):
        ranked = stones.ranked if tribe in stones.ranked else (*ranked, tribe)
    elif tribe not in stones.ranked and value == stones.spaces[at]:
        return state
    stones = replace(
        stones,
        ranked=ranked,
        spaces=changed(stones.spaces, tribe, value - stones.spaces[at]),
        arrived=changed(stones.arrived, tribe, max(stones.arrived) + 1 - stones.arrived[at]),
    )
    after = replace(state, stones=stones)
    return replace(after, ending=Ending()) if state.ending.over and undecided(after, customs) else after


def _corrected(corner: Corner, kind: str, of: list[str], value: int) -> Corner:
    if kind in ("aboard", "home"):
        monkey = Monkey(of[0], int(of[1]))
        if kind == "aboard":
            return replace(corner, aboard=_with_count(corner.aboard, monkey, value))
        return replace(corner, home=_with_count(corner.home, monkey, value))
    if corner.ship is None:
        raise Refused("illegal", "counter", T("You have no ship to launch."))
    if kind == "capacity":
        return replace(corner, ship=replace(corner.ship, capacity=value))
    return replace(corner, ship=replace(corner.ship, points=value))


def _with_count(listed: tuple[Monkey, ...], monkey: Monkey, value: int) -> tuple[Monkey, ...]:
    """The list with this monkey as often as ``value`` says, the others in their order."""
    now = listed.count(monkey)
    if value >= now:
        return (*listed, *(monkey,) * (value - now))
    kept = list(reversed(listed))
    for _ in range(now - value):
        kept.remove(monkey)
    return tuple(reversed(kept))
