"""What a correction may set, and what goes with it.

There is nothing on the pad: every number stays open there anyway. The numbers themselves are listed in `corrections`.

| rule (all Decisions) | here |
| --- | --- |
| another round begins with its civilization turn | `_set` |
| what decides who may bid puts the monkey that is auctioned back: it can be picked again | `given_up` |
| a ship whose places are all taken after a correction launches full | `_launched_full` |
| a tribe, or a place of the ranking, that is taken already changes places | `_swapped` |
"""

from __future__ import annotations

from dataclasses import replace

from companion.core.ending import Ending
from companion.core.game import Step
from companion.core.refusal import Refused
from companion.core.steps import named_once, said, then
from companion.core.text import Seat, T, Text, Who
from companion.games.monkeys_on_the_moon.closing import end_if_ranked
from companion.games.monkeys_on_the_moon.corrections import STEPS_OF_A_ROUND, counters
from companion.games.monkeys_on_the_moon.favour import corrected_coins
from companion.games.monkeys_on_the_moon.launching import launch
from companion.games.monkeys_on_the_moon.options import Options
from companion.games.monkeys_on_the_moon.pad import Pad
from companion.games.monkeys_on_the_moon.ships import CAPACITY_LOW, POOL, SHIPS_OF_A_COLOR, Corner, Monkey, Ship
from companion.games.monkeys_on_the_moon.standing import undecided
from companion.games.monkeys_on_the_moon.state import Evening, Phase, State, ring_of
from companion.games.monkeys_on_the_moon.tribes import ORDER, TITLES, changed, index
from companion.games.monkeys_on_the_moon.turns import passed_on, too_late_to_launch


def corrected(state: State, options: Options, key: str, value: int) -> Step[State]:
    """The state with a counter set, and the sentences of what goes with it; nothing where it has that value already."""
    if isinstance(state, Pad):
        raise Refused("bad_field", "counter", T("Enter this number on the sheet itself."))
    if any((counter.key, counter.value) == (key, value) for counter in counters(state)):
        return Step(state, ())
    kind, *of = key.split(":")
    step = then(_set(state, kind, of, value), given_up, state)
    step = then(then(step, passed_on), _ranked_again, options)
    return Step(step.state, named_once(step.telling))


def _set(state: Evening, kind: str, of: list[str], value: int) -> Step[Evening]:
    match kind:
        case "round":
            after = replace(state, round=value, phase="teaching", turn=0, auction=None, splits=())
            told = T("Round {n} begins anew with the civilization turn.", n=value)
            return then(too_late_to_launch(after), said, told)
        case "phase":
            return _with_phase(state, STEPS_OF_A_ROUND[value - 1])
        case "moonstone":
            return Step(_with_moonstone(state, Seat(value - 1)), ())
        case "turn":
            return _with_turn(state, Seat(value - 1))
        case "ring":
            ring = _swapped(ring_of(state), int(of[0]) - 1, ring_of(state).index(ORDER[value - 1]))
            return Step(replace(state, ring=ring, auction=None), ())
        case "place":
            ranked = _swapped(state.stones.ranked, state.stones.ranked.index(of[0]), value - 1)
            return Step(replace(state, stones=replace(state.stones, ranked=ranked)), ())
        case "stone":
            return Step(_with_stone(state, of[0], value), ())
        case "scorn":
            holder = None if value == 0 else Seat(value - 1)
            return Step(replace(state, favours=state.favours.scorning(of[0], holder)), ())
        case "lost":
            return Step(replace(state, lost=changed(state.lost, of[0], value - state.lost[index(of[0])])), ())
        case "coins":
            favours = corrected_coins(state.favours, Seat(int(of[0])), of[1], value)
            return Step(replace(state, favours=favours, auction=None), ())
        case "full":
            return Step(_with_full(state, Seat(int(of[0])), value), ())
    return _of_a_ship(state, Seat(int(of[0])), kind, of[1:], value)


def given_up(state: Evening, before: Evening) -> Step[Evening]:
    """What was going on before and is not any more, said."""
    step: Step[Evening] = Step(state, ())
    if before.auction is not None and state.auction is None:
        told = T("{monkey} is no longer auctioned; it can be picked again.", monkey=before.auction.monkey.text)
        step = said(state, told, "cost")
    if before.splitting and not state.splits:
        step = then(step, said, T("Nobody leaves a tribe behind any more."), "cost")
    return step


def _with_phase(state: Evening, phase: Phase) -> Step[Evening]:
    if phase == "winning" and not state.monkeys_left():
        raise _no_monkey_left()
    return too_late_to_launch(replace(state, phase=phase, turn=0, auction=None))


def _with_moonstone(state: Evening, holder: Seat) -> Evening:
    """Whose turn it is stays, once anybody has had theirs; before that the holder begins."""
    now = state.in_turn_now if state.auction is None else state.auction.picker
    after = replace(state, moonstone=holder)
    if now is None or (state.turn == 0 and state.auction is None):
        return after
    return replace(after, turn=after.turn_of(now))


def _with_turn(state: Evening, seat: Seat) -> Step[Evening]:
    if seat in state.away:
        raise Refused("illegal", "value", T("{who} is away. Say first that {who} is back.", who=Who(seat)))
    phase: Phase = "teaching" if state.phase == "teaching" else "winning"
    if phase == "winning" and not state.monkeys_left():
        raise _no_monkey_left()
    return too_late_to_launch(replace(state, phase=phase, turn=state.turn_of(seat), auction=None))


def _no_monkey_left() -> Refused:
    text = T("No monkey is left to be picked. First correct how many are home, aboard or discarded.")
    return Refused("illegal", "value", text)


def _swapped(listed: tuple[str, ...], one: int, other: int) -> tuple[str, ...]:
    """The list with two of its places changed."""
    after = list(listed)
    after[one], after[other] = after[other], after[one]
    return tuple(after)


def _with_stone(state: Evening, tribe: str, value: int) -> Evening:
    """A stone set to the end is ranked last; one set back leaves the ranking, and arrives on its space as the newest."""
    stones, at = state.stones, index(tribe)
    ranked = tuple(other for other in stones.ranked if other != tribe)
    if value >= (state.printed.track_length or 0):
        ranked = (*ranked, tribe)
    stones = replace(
        stones,
        ranked=ranked,
        spaces=changed(stones.spaces, tribe, value - stones.spaces[at]),
        arrived=changed(stones.arrived, tribe, max(stones.arrived) + 1 - stones.arrived[at]),
    )
    return replace(state, stones=stones)


def _ranked_again(state: Evening, options: Options) -> Step[Evening]:
    """After the last launches: whether stones are level as the correction left them."""
    if state.phase != "levels" or state.ending.over == (not undecided(state, options)):
        return Step(state, ())
    return end_if_ranked(replace(state, ending=Ending()), options)


def _with_full(state: Evening, seat: Seat, value: int) -> Evening:
    """So many full ships: one more comes from the pile, its colour not known and worth 0 until that is corrected too."""
    corner = state.corners[seat]
    more = value - len(corner.full)
    full = (*corner.full, *(Ship("", CAPACITY_LOW, 0),) * more)[:value]
    left = state.pool + state.pile - more
    pool = min(POOL, left)
    return replace(state.with_corner(seat, replace(corner, full=full)), pool=pool, pile=left - pool)


def _of_a_ship(state: Evening, seat: Seat, kind: str, of: list[str], value: int) -> Step[Evening]:
    corner = state.corners[seat]
    if kind in ("home", "aboard"):
        monkey = Monkey(of[0], int(of[1]))
        listed = _with_count(corner.home if kind == "home" else corner.aboard, monkey, value)
        corner = replace(corner, home=listed) if kind == "home" else replace(corner, aboard=listed)
    elif kind == "full_points":
        at = int(of[0]) - 1
        ship = replace(corner.full[at], points=value)
        corner = replace(corner, full=(*corner.full[:at], ship, *corner.full[at + 1 :]))
    else:
        corner = replace(corner, ship=_corrected(state, corner, kind, value))
    after = state.with_corner(seat, corner)
    if corner.ship is not None and len(corner.aboard) >= corner.ship.capacity:
        return _launched_full(after, seat)
    return Step(replace(after, may_launch=None) if after.may_launch == seat and not corner.aboard else after, ())


def _corrected(state: Evening, corner: Corner, kind: str, value: int) -> Ship:
    if corner.ship is None:
        raise Refused("illegal", "counter", T("There is no ship. It is entered when one is taken."))
    if kind == "capacity":
        return replace(corner.ship, capacity=value)
    if kind == "points":
        return replace(corner.ship, points=value)
    color = ORDER[value - 1]
    if color not in state.colors_left():
        told = T(
            "{tribe}: all {n} ships of this colour are with players already.", tribe=TITLES[color], n=SHIPS_OF_A_COLOR
        )
        raise Refused("illegal", "value", told)
    return replace(corner.ship, color=color)


def _launched_full(state: Evening, seat: Seat) -> Step[Evening]:
    """The ship of the seat is full now; somebody else who has just boarded may still launch."""
    told: Text = T("The ship of {who} is full and launches.", who=Who(seat))
    step = then(said(state, told, "gain"), launch, seat, full=True)
    still = None if state.may_launch == seat else state.may_launch
    return Step(replace(step.state, may_launch=still), step.telling)


def _with_count(listed: tuple[Monkey, ...], monkey: Monkey, value: int) -> tuple[Monkey, ...]:
    """The list with this monkey as often as ``value`` says, the others in their order."""
    now = listed.count(monkey)
    if value >= now:
        return (*listed, *(monkey,) * (value - now))
    kept = list(reversed(listed))
    for _ in range(now - value):
        kept.remove(monkey)
    return tuple(reversed(kept))
