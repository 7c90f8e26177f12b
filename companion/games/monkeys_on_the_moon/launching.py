"""Ships: boarding, launching, taking the next one.

| rule (rules page: Bid turn) | here |
| --- | --- |
| a passenger aboard is its rival: the ship launches at once without it | `board` |
| a full ship must launch and is kept; any other may, and goes under the pile | `board`, `launch` |
| launch: a coin of the ship's colour, or its scorn is given back | `reward` |
| take a ship from the pool, those left behind board it, refill to 2 | `take_ship`, `refilled` |
| no ship left anywhere: a monkey that is won is discarded (Decision: the rules are silent) | `board` |
"""

from __future__ import annotations

from dataclasses import replace

from companion.core.game import Step
from companion.core.refusal import illegal
from companion.core.steps import said, then
from companion.core.text import TN, Seat, T, Who
from companion.games.monkeys_on_the_moon.actions import TakeShip
from companion.games.monkeys_on_the_moon.box import learnt
from companion.games.monkeys_on_the_moon.ships import POOL, Corner, Monkey, Ship, monkeys_text
from companion.games.monkeys_on_the_moon.state import Evening, ring_of
from companion.games.monkeys_on_the_moon.tribes import TITLES, TRIBES, changed, rival


def board(state: Evening, seat: Seat, monkey: Monkey) -> Step[Evening]:
    """A monkey goes aboard, or, its rival sitting there already, waits for the next ship."""
    corner, who = state.corners[seat], Who(seat)
    if corner.ship is None:
        told = T("{who} has no ship and none is left: {monkey} is discarded.", who=who, monkey=monkey.text)
        return said(replace(state, lost=changed(state.lost, monkey.tribe, 1)), told, "cost")
    foe = rival(ring_of(state), monkey.tribe)
    if any(foe == other.tribe for other in corner.aboard):
        told = T(
            "{rival} is aboard, the rival: the ship of {who} launches at once, without {monkey}.",
            rival=TITLES[foe],
            who=who,
            monkey=monkey.text,
        )
        left_behind = state.with_corner(seat, replace(corner, waiting=(*corner.waiting, monkey)))
        return then(said(left_behind, told, "cost"), launch, seat, full=False)
    aboard = (*corner.aboard, monkey)
    after = state.with_corner(seat, replace(corner, aboard=aboard))
    if len(aboard) >= corner.ship.capacity:
        told = T("{monkey} boards: the ship of {who} is full and launches.", monkey=monkey.text, who=who)
        return then(said(after, told, "gain"), launch, seat, full=True)
    told = T(
        "{monkey} boards the ship of {who}: {n} of {capacity} places taken.",
        monkey=monkey.text,
        who=who,
        n=len(aboard),
        capacity=corner.ship.capacity,
    )
    return said(replace(after, may_launch=seat), told)


def launch_early(state: Evening, seat: Seat) -> Step[Evening]:
    """The player who has just boarded launches the ship, though it is not full."""
    told = T("{who} launches the ship, though it is not full.", who=Who(seat))
    return then(said(state, told), launch, seat, full=False)


def launch(state: Evening, seat: Seat, full: bool) -> Step[Evening]:
    """The ship leaves: a coin or the scorn of its colour, passengers home, the ship kept or put under the pile."""
    ship = state.corners[seat].ship
    if ship is None:
        raise illegal(T("You have no ship to launch."))
    step = then(reward(state, seat, ship.color), brought_home, seat)
    return then(then(step, _left, seat, ship, full), _next_ship, seat)


def reward(state: Evening, seat: Seat, color: str) -> Step[Evening]:
    """A coin of the ship's colour, or its scorn card is given back."""
    favours = state.favours
    if favours.scorned_by(color) == seat:
        return forgiven(state, seat, color)
    if favours.on_card(color):
        told = T("{who} takes {n} {tribe} coin.", who=Who(seat), n=1, tribe=TRIBES[color])
        return said(
            replace(state, favours=favours.taking(seat, color, 1)), told, "gain", ((f"coins:{seat}:{color}", 1),)
        )
    return said(state, T("No {tribe} coin lies on the tribe card.", tribe=TRIBES[color]))


def forgiven(state: Evening, seat: Seat, tribe: str) -> Step[Evening]:
    """The tribe's scorn card is given back by the seat, if it holds that card."""
    if state.favours.scorned_by(tribe) != seat:
        return Step(state, ())
    told = T("{who} gives back the {tribe} scorn card.", who=Who(seat), tribe=TRIBES[tribe])
    return said(replace(state, favours=state.favours.scorning(tribe, None)), told, "gain")


def brought_home(state: Evening, seat: Seat) -> Step[Evening]:
    """Whoever is aboard comes home."""
    corner = state.corners[seat]
    if not corner.aboard:
        return Step(state, ())
    told = T("{who} brings home {monkeys}.", who=Who(seat), monkeys=monkeys_text(corner.aboard))
    return said(state.with_corner(seat, replace(corner, aboard=(), home=(*corner.home, *corner.aboard))), told, "gain")


def _left(state: Evening, seat: Seat, ship: Ship, full: bool) -> Step[Evening]:
    corner: Corner = replace(state.corners[seat], ship=None)
    if not full:
        after = replace(state.with_corner(seat, corner), pile=state.pile + 1)
        return said(after, T("It was not full: the ship goes under the ship pile."))
    told = TN(
        "{who} keeps the full ship for {n} point.",
        "{who} keeps the full ship for {n} points.",
        ship.points,
        who=Who(seat),
    )
    return said(state.with_corner(seat, replace(corner, full=(*corner.full, ship))), told, "gain")


def _next_ship(state: Evening, seat: Seat) -> Step[Evening]:
    after = refilled(replace(state, may_launch=None))
    if after.pool:
        return said(after, T("{who} takes a ship from the pool.", who=Who(seat)))
    return said(after, T("No ship is left for {who}.", who=Who(seat)), "cost")


def refilled(state: Evening) -> Evening:
    """The ship pool filled up again from the pile, as far as that goes."""
    moved = min(POOL - state.pool, state.pile)
    return replace(state, pool=state.pool + moved, pile=state.pile - moved)


def take_ship(state: Evening, seat: Seat, action: TakeShip) -> Step[Evening]:
    """A ship is taken, at the start or from the pool; whoever was left behind boards it."""
    first, corner = seat in state.without_first_ship, state.corners[seat]
    told = T(
        "{who} takes a {color} ship: {capacity} places, worth {points} when full.",
        who=Who(seat),
        color=TRIBES[action.color],
        capacity=action.capacity,
        points=action.points,
    )
    ship = Ship(action.color, action.capacity, action.points)
    after = state.with_corner(seat, replace(corner, ship=ship, waiting=()))
    without = state.without_first_ship - {seat}
    after = replace(after, printed=learnt(state.printed, action), without_first_ship=without)
    if first:
        return said(after, told)
    step = said(refilled(replace(after, pool=after.pool - 1)), told)
    waiting = corner.waiting
    while waiting and step.state.corners[seat].ship is not None:
        step = then(step, board, seat, waiting[0])
        waiting = waiting[1:]
    if not waiting:
        return step
    still = replace(step.state.corners[seat], waiting=waiting)
    return Step(step.state.with_corner(seat, still), step.telling)
