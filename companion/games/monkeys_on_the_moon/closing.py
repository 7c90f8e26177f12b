"""Wrap-up, the last launches, level stones, the end.

| rule (rules page: Round C, Final scoring 1) | here |
| --- | --- |
| moonstone to the left; the game ends after the last round | `wrap_up` |
| the last ships: passengers come home, the ship scores nothing, its colour's scorn is given back | `last_launches` |
| level stones: first arrived is ahead, or by hand; never left the Start: the app asks | `put_level`, `standing.undecided` |
"""

from __future__ import annotations

from dataclasses import replace

from companion.core.text import Listing, Seat, T, Who
from companion.games.monkeys_on_the_moon.course import Course
from companion.games.monkeys_on_the_moon.ships import monkeys_text
from companion.games.monkeys_on_the_moon.standing import sheet, undecided
from companion.games.monkeys_on_the_moon.tribes import TRIBES


def wrap_up(course: Course) -> None:
    """The next round, or after the last one the end."""
    state = course.state
    if state.round == state.rounds:
        last_launches(course)
        return
    holder = Seat(((state.moonstone or 0) + 1) % state.seats)
    course.say(
        T(
            "Round {n} of {all} begins; {who} now has the moonstone.",
            n=state.round + 1,
            all=state.rounds,
            who=Who(holder),
        )
    )
    course.state = replace(state, round=state.round + 1, phase="teaching", turn=0, moonstone=holder, may_launch=None)


def last_launches(course: Course) -> None:
    """Everybody launches the last ship, however empty."""
    course.say(T("Everybody launches the last ship."))
    course.state = replace(course.state, auction=None, splits=(), may_launch=None, phase="levels", turn=0)
    for seat in map(Seat, range(course.state.seats)):
        corner = course.corner(seat)
        if corner.ship is None:
            continue
        if corner.aboard:
            course.say(T("{who} brings home {monkeys}.", who=Who(seat), monkeys=monkeys_text(corner.aboard)), "gain")
        favours = course.state.favours
        if favours.scorned_by(corner.ship.color) == seat:
            course.state = replace(course.state, favours=favours.scorning(corner.ship.color, None))
            course.say(
                T("{who} gives back the {tribe} scorn card.", who=Who(seat), tribe=TRIBES[corner.ship.color]), "gain"
            )
        course.put(seat, replace(corner, ship=None, aboard=(), home=(*corner.home, *corner.aboard)))
    _end_if_ranked(course)


def put_level(course: Course, tribes: tuple[str, ...]) -> None:
    """The table says who is ahead among stones on one space."""
    course.say(T("Level stones, best first: {names}.", names=Listing(tuple(TRIBES[tribe] for tribe in tribes))))
    course.state = replace(course.state, levels=(*course.state.levels, tribes))
    _end_if_ranked(course)


def _end_if_ranked(course: Course) -> None:
    if undecided(course.state, course.customs):
        course.say(T("Stones are level: say which tribe is ahead."))
        return
    names = tuple(str(seat) for seat in range(course.state.seats))
    course.state = replace(course.state, phase="over", ended_as=sheet(course.state, names, course.customs))
    course.say(T("The final scoring begins."))
