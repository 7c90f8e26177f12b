"""Ships: boarding, launching, taking the next one.

| rule (rules page: Bid turn) | here |
| --- | --- |
| a passenger aboard is its rival: the ship launches at once without it | `board` |
| a full ship must launch and is kept; any other may, and goes under the pile | `board`, `launch` |
| launch: a coin of the ship's colour, or its scorn is given back | `reward` |
| take a ship from the pool, those left behind board it, refill to 2 | `take_ship`, `refill` |
| no ship left anywhere: a monkey that is won is discarded (Decision: the rules are silent) | `board` |
"""

from __future__ import annotations

from dataclasses import replace

from companion.core.refusal import Refused
from companion.core.text import TN, Seat, T, Who
from companion.games.monkeys_on_the_moon.course import Course
from companion.games.monkeys_on_the_moon.ships import POOL, Monkey, Ship, monkeys_text
from companion.games.monkeys_on_the_moon.tribes import TITLES, TRIBES, changed, rival


def board(course: Course, seat: Seat, monkey: Monkey) -> None:
    """A monkey goes aboard, or, its rival sitting there already, waits for the next ship."""
    corner = course.corner(seat)
    if corner.ship is None:
        at = changed(course.state.lost, monkey.tribe, 1)
        course.state = replace(course.state, lost=at)
        course.say(
            T("{who} has no ship and none is left: {monkey} is discarded.", who=Who(seat), monkey=monkey.text),
            "cost",
        )
        return
    if any(rival(course.ring, monkey.tribe) == other.tribe for other in corner.aboard):
        course.say(
            T(
                "{rival} is aboard, the rival: the ship of {who} launches at once, without {monkey}.",
                rival=TITLES[rival(course.ring, monkey.tribe)],
                who=Who(seat),
                monkey=monkey.text,
            ),
            "cost",
        )
        course.put(seat, replace(corner, waiting=(*corner.waiting, monkey)))
        launch(course, seat, full=False)
        return
    corner = replace(corner, aboard=(*corner.aboard, monkey))
    course.put(seat, corner)
    taken, capacity = len(corner.aboard), corner.ship.capacity if corner.ship is not None else 0
    if taken >= capacity:
        course.say(
            T("{monkey} boards: the ship of {who} is full and launches.", monkey=monkey.text, who=Who(seat)), "gain"
        )
        launch(course, seat, full=True)
        return
    course.say(
        T(
            "{monkey} boards the ship of {who}: {n} of {capacity} places taken.",
            monkey=monkey.text,
            who=Who(seat),
            n=taken,
            capacity=capacity,
        )
    )
    course.state = replace(course.state, may_launch=seat)


def launch(course: Course, seat: Seat, full: bool) -> None:
    """The ship leaves: a coin or the scorn of its colour, passengers home, the ship kept or put under the pile."""
    corner = course.corner(seat)
    ship = corner.ship
    if ship is None:
        raise Refused("illegal", "type", T("You have no ship to launch."))
    reward(course, seat, ship.color)
    if corner.aboard:
        course.say(
            T("{who} brings home {monkeys}.", who=Who(seat), monkeys=monkeys_text(corner.aboard)),
            "gain",
        )
    kept = corner.full
    if full:
        kept = (*kept, ship)
        course.say(
            TN(
                "{who} keeps the full ship for {n} point.",
                "{who} keeps the full ship for {n} points.",
                ship.points,
                who=Who(seat),
            ),
            "gain",
        )
    else:
        course.say(T("It was not full: the ship goes under the ship pile."))
        course.state = replace(course.state, pile=course.state.pile + 1)
    course.put(seat, replace(corner, ship=None, aboard=(), home=(*corner.home, *corner.aboard), full=kept))
    course.state = replace(course.state, may_launch=None)
    refill(course)
    if course.state.pool:
        course.say(T("{who} takes a ship from the pool.", who=Who(seat)))
    else:
        course.say(T("No ship is left for {who}.", who=Who(seat)), "cost")


def reward(course: Course, seat: Seat, color: str) -> None:
    favours = course.state.favours
    if favours.scorned_by(color) == seat:
        course.state = replace(course.state, favours=favours.scorning(color, None))
        course.say(T("{who} gives back the {tribe} scorn card.", who=Who(seat), tribe=TRIBES[color]), "gain")
    elif favours.on_card(color):
        course.state = replace(course.state, favours=favours.taking(seat, color, 1))
        course.say(T("{who} takes 1 {tribe} coin.", who=Who(seat), tribe=TRIBES[color]), "gain")
    else:
        course.say(T("No {tribe} coin lies on the tribe card.", tribe=TRIBES[color]))


def refill(course: Course) -> None:
    moved = min(POOL - course.state.pool, course.state.pile)
    course.state = replace(course.state, pool=course.state.pool + moved, pile=course.state.pile - moved)


def take_ship(course: Course, seat: Seat, ship: Ship) -> None:
    """A ship is taken, at the start or from the pool; whoever was left behind boards it."""
    first = bool(course.state.without_first_ship)
    course.say(
        T(
            "{who} takes a {color} ship: {capacity} places, worth {points} when full.",
            who=Who(seat),
            color=TRIBES[ship.color],
            capacity=ship.capacity,
            points=ship.points,
        )
    )
    corner = course.corner(seat)
    course.put(seat, replace(corner, ship=ship, waiting=()))
    printed = course.state.printed.with_ship(ship.color, (ship.capacity, ship.points))
    course.state = replace(course.state, printed=printed)
    if first:
        return
    course.state = replace(course.state, pool=course.state.pool - 1)
    refill(course)
    waiting = corner.waiting
    while waiting and course.corner(seat).ship is not None:
        board(course, seat, waiting[0])
        waiting = waiting[1:]
    if waiting:
        course.put(seat, replace(course.corner(seat), waiting=waiting))
