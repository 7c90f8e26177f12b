"""Somebody is away: the seat is passed over from now on, until it is back. Anybody may say so, and take it back.

A game keeps who is away in its state as ``away`` and passes those seats over wherever a rule looks for the next or the
last one. What follows at once (whose turn it is then, a bid that is over) is `companion.core.game.Game.with_away`.
"""

from __future__ import annotations

from companion.core.game import Clause, Game, S, Step, away_of
from companion.core.refusal import check_range, illegal
from companion.core.text import Seat, T, Who
from companion.core.vocabulary import Action


class SetAway(Action, frozen=True, kw_only=True, tag="away"):
    """From here on a seat is away, or is back. It is no offer: it has a place of its own on every page, and in the API."""

    player: int
    away: bool = True


def check_away(seats: int, away: frozenset[Seat], action: SetAway) -> None:
    """Refuses a seat that is not there, one that is so already, and the last one at the table."""
    check_range("seat", action.player, 0, seats - 1)
    seat, who = Seat(action.player), Who(action.player)
    if action.away == (seat in away):
        text = T("{who} is away already.", who=who) if action.away else T("{who} is here already.", who=who)
        raise illegal(text, "away")
    check_somebody_stays(seats, away, action)


def check_somebody_stays(seats: int, away: frozenset[Seat], action: SetAway) -> None:
    """Refuses that the last one at the table is away."""
    if action.away and len(away - {Seat(action.player)}) == seats - 1:
        who = Who(action.player)
        text = T("{who} is the last one at the table. Close the table, or finish the game now.", who=who)
        raise illegal(text, "away")


def set_away(game: Game[S], state: S, action: SetAway) -> Step[S]:
    """The state with a seat away or back, and the sentences that say so and what follows."""
    step = game.with_away(state, Seat(action.player), action.away)
    told = T("{who} is back.", who=Who(action.player))
    if action.away:
        told = T("{who} is away and is passed over from now on.", who=Who(action.player))
    return Step(step.state, (Clause(told), *step.telling))


__all__ = ["SetAway", "away_of", "check_away", "check_somebody_stays", "set_away"]
