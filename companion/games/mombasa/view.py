"""What Mombasa's pages show beyond the pad: rounds, what phase 3 does, what one more coin would change."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.text import Listing, Seat, T, Text, Who
from companion.games.mombasa import rules
from companion.games.mombasa.scoring import COMPANIES
from companion.games.mombasa.state import Phase, State
from companion.games.mombasa.turns import here, in_turn_order


@dataclass(frozen=True, slots=True)
class View:
    """What every seat's page shows.

    ``turn``: whose turn of the action phase it is, None where that is not kept; ``order``: who takes turns, clockwise from
    there; ``one_more_coin``: for each company, who would gain how many points; ``headline``: the board's one message;
    ``sums``: the parts of numbers typed as a sum, by counter.
    """

    phase: Phase
    start: Seat | None
    turn: Seat | None
    order: tuple[Seat, ...]
    ended: frozenset[Seat]
    complete: frozenset[Seat]
    away: frozenset[Seat]
    companies: dict[str, Text]
    one_more_coin: dict[str, tuple[tuple[int, int], ...]]
    preparing: tuple[Text, ...]
    headline: Text
    sums: dict[str, tuple[int, ...]]


def view_of(state: State) -> View:
    """The view of a state, the same for every seat."""
    return View(
        phase=state.phase,
        start=state.start,
        turn=state.turn,
        order=in_turn_order(state) if state.phase == "action" else (),
        ended=state.ended,
        complete=state.ending.complete,
        away=state.away,
        companies=COMPANIES,
        one_more_coin={
            company: tuple((seat, n) for seat, column in enumerate(state.columns) if (n := column.shares(company)))
            for company in COMPANIES
        },
        preparing=rules.preparing(len(state.columns), state.round) if state.phase == "preparing" else (),
        headline=_headline(state),
        sums=dict(state.sums),
    )


def _headline(state: State) -> Text:
    if state.phase == "scoring":
        open_sheets = tuple(Who(seat) for seat in sorted(here(state) - state.ending.complete))
        return T("Sheets still to complete: {names}.", names=Listing(open_sheets))
    if state.phase == "action":
        playing = Listing(tuple(Who(seat) for seat in in_turn_order(state)))
        if state.turn is None:
            return T("Still in the action phase: {names}.", names=playing)
        return T("It is the turn of {who}. Still in the action phase: {names}.", who=Who(state.turn), names=playing)
    if state.phase == "preparing":
        return T("Prepare round {n}.", n=state.round + 1)
    return T("Everybody lays cards face down into the action slots.")
