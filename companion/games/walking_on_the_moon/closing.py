"""The race ended by hand, and going on after all."""

from __future__ import annotations

from dataclasses import replace

from companion.core.ending import Ending
from companion.core.game import Step
from companion.core.steps import said, then
from companion.core.text import T
from companion.games.walking_on_the_moon import leaving, rounds
from companion.games.walking_on_the_moon.counting import counted
from companion.games.walking_on_the_moon.state import State


def finish(state: State) -> Step[State]:
    """The table ends the race, whoever has crossed the finish."""
    told = T("The race ends here; it is counted as it stands.")
    return said(counted(replace(state, paused=state.phase)), told, "cost")


def may_go_on(state: State) -> bool:
    """Whether a race that is over can go on: the table ended it by hand, or nobody has crossed the finish after all."""
    over = state.phase in ("box", "tie", "over") and state.full and state.round > 0
    return over and (state.paused is not None or not any(a.finish for a in state.astronauts))


def go_on(state: State) -> Step[State]:
    """On from where the race was; whoever has gone away since is passed over."""
    told = T("The race was not over: on from where it was.")
    state = replace(state, tie=None, ending=Ending())
    if state.paused is None:
        return then(said(state, told), rounds.next_here)
    resumed = replace(state, phase=state.paused, paused=None)
    return then(said(resumed, told), leaving.followed if state.away else _as_it_was)


def _as_it_was(state: State) -> Step[State]:
    return Step(state, ())
