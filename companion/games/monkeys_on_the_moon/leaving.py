"""Somebody is away, or is back: what follows at once.

| rule (all Decisions) | here |
| --- | --- |
| who is away is passed over; a phase is over when everybody else has had their turn | `with_away` |
| who leaves is out of the auction that is going on | `bidding.left_by` |
| final scoring only: it begins when every sheet of those who are here is complete | `_pad_with_away` |
"""

from __future__ import annotations

from dataclasses import replace

from companion.core.game import Step
from companion.core.steps import said, then
from companion.core.text import Seat, T
from companion.games.monkeys_on_the_moon.bidding import left_by
from companion.games.monkeys_on_the_moon.options import Options
from companion.games.monkeys_on_the_moon.pad import Pad
from companion.games.monkeys_on_the_moon.sheet import sheet_of
from companion.games.monkeys_on_the_moon.state import State
from companion.games.monkeys_on_the_moon.turns import passed_on


def with_away(state: State, options: Options, seat: Seat, away: bool) -> Step[State]:
    """The state with a seat away or back, and what follows.

    Who is back has every turn that has not come yet, and stays out of the auction that is going on.
    """
    gone = state.away | {seat} if away else state.away - {seat}
    if isinstance(state, Pad):
        ended = _pad_with_away(replace(state, away=gone), options)
        return Step(ended.state, ended.telling)
    after = replace(state, away=gone)
    step = then(left_by(after, seat), passed_on) if away else Step(after, ())
    return Step(step.state, step.telling)


def _pad_with_away(pad: Pad, options: Options) -> Step[Pad]:
    if pad.ending.over or not pad.ending.complete or pad.sheets_missing:
        return Step(pad, ())
    told = T("Every sheet of those who are here is complete: the final scoring begins.")
    return said(replace(pad, ending=pad.ending.finished(sheet_of(pad, options))), told)
