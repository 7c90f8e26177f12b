"""Wrap-up, the last launches, level stones, the end.

| rule (rules page: Round C, Final scoring 1) | here |
| --- | --- |
| moonstone to the left, passing over who is away; the game ends after the last round | `wrap_up` |
| the last ships: passengers come home, the ship scores nothing, its colour's scorn is given back | `last_launches` |
| who waits for a ship boards one and comes home too (Decision) | `last_launches` |
| level stones: first arrived is ahead, or by hand; never left the Start: the app asks | `put_level`, `standing.undecided` |
"""

from __future__ import annotations

from dataclasses import replace

from companion.core.game import Step
from companion.core.steps import said, then
from companion.core.text import TN, Listing, Seat, T, Who
from companion.games.monkeys_on_the_moon.launching import brought_home, forgiven
from companion.games.monkeys_on_the_moon.options import Options
from companion.games.monkeys_on_the_moon.sheet import sheet_of
from companion.games.monkeys_on_the_moon.ships import monkeys_text
from companion.games.monkeys_on_the_moon.standing import undecided
from companion.games.monkeys_on_the_moon.state import Evening
from companion.games.monkeys_on_the_moon.tribes import TRIBES
from companion.games.monkeys_on_the_moon.turns import left_of, too_late_to_launch


def wrap_up(state: Evening, options: Options) -> Step[Evening]:
    """The next round, or after the last one the end."""
    if state.round == state.rounds:
        return last_launches(state, options)
    holder, number = left_of(state, state.moonstone or Seat(0)), state.round + 1
    told = T("Round {n} of {all} begins; {who} now has the moonstone.", n=number, all=state.rounds, who=Who(holder))
    step = too_late_to_launch(state)
    after = replace(step.state, round=number, phase="teaching", turn=0, moonstone=holder)
    return then(Step(after, step.telling), said, told, by=(("round", 1),))


def finish(state: Evening, options: Options) -> Step[Evening]:
    """The table ends the game, whatever round it is."""
    return then(said(state, T("The game ends here."), "cost"), last_launches, options)


def last_launches(state: Evening, options: Options) -> Step[Evening]:
    """Everybody launches the last ship, however empty."""
    after = replace(state, auction=None, splits=(), may_launch=None, phase="levels", turn=0)
    step = said(after, T("Everybody launches the last ship."))
    for seat in map(Seat, range(state.seats)):
        step = then(then(step, _last_aboard, seat), brought_home, seat)
        ship = state.corners[seat].ship
        if ship is None:
            continue
        step = then(step, forgiven, seat, ship.color)
        without_ship = replace(step.state.corners[seat], ship=None)
        step = Step(step.state.with_corner(seat, without_ship), step.telling)
    return then(step, end_if_ranked, options)


def _last_aboard(state: Evening, seat: Seat) -> Step[Evening]:
    """Whoever was left behind and waits for a ship boards one for the last launch (Decision)."""
    corner = state.corners[seat]
    if not corner.waiting:
        return Step(state, ())
    told = TN(
        "{monkeys}, left behind by {who}, boards a ship too.",
        "{monkeys}, left behind by {who}, board a ship too.",
        len(corner.waiting),
        monkeys=monkeys_text(corner.waiting),
        who=Who(seat),
    )
    aboard = replace(corner, aboard=(*corner.aboard, *corner.waiting), waiting=())
    return said(state.with_corner(seat, aboard), told)


def put_level(state: Evening, options: Options, tribes: tuple[str, ...]) -> Step[Evening]:
    """The table says who is ahead among stones on one space."""
    told = T("Level stones, best first: {names}.", names=Listing(tuple(TRIBES[tribe] for tribe in tribes)))
    return then(said(replace(state, levels=(*state.levels, tribes)), told), end_if_ranked, options)


def end_if_ranked(state: Evening, options: Options) -> Step[Evening]:
    """The game is over, unless the table has to say first how level stones lie."""
    if undecided(state, options):
        return said(state, T("Stones are level: say which tribe is ahead."))
    ending = state.ending.finished(sheet_of(state, options))
    return said(replace(state, ending=ending), T("The final scoring begins."))
