"""What Mombasa's pages show beyond the pad: rounds, what phase 3 does, what one more coin would change."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.text import Listing, Seat, T, Text, Who
from companion.games.mombasa import rules
from companion.games.mombasa.scoring import COMPANIES
from companion.games.mombasa.state import Phase, State
from companion.games.mombasa.sums import KINDS


@dataclass(frozen=True, slots=True)
class View:
    """What every seat's page shows.

    ``one_more_coin``: for each company, who would gain how many points; ``headline``: the board's one message; ``sums``:
    the parts of numbers typed as a sum, by counter.
    """

    phase: Phase
    start: Seat | None
    ended: frozenset[Seat]
    complete: frozenset[Seat]
    companies: dict[str, Text]
    one_more_coin: dict[str, tuple[tuple[int, int], ...]]
    preparing: tuple[Text, ...]
    headline: Text
    sums: dict[str, tuple[int, ...]]
    kinds: dict[str, Text]


def view_of(state: State) -> View:
    """The view of a state, the same for every seat."""
    return View(
        phase=state.phase,
        start=state.start,
        ended=state.ended,
        complete=state.ending.complete,
        companies=COMPANIES,
        one_more_coin={
            company: tuple((seat, n) for seat, column in enumerate(state.columns) if (n := column.shares(company)))
            for company in COMPANIES
        },
        preparing=rules.preparing(len(state.columns), state.round) if state.phase == "preparing" else (),
        headline=_headline(state),
        sums=dict(state.sums),
        kinds=KINDS,
    )


def _headline(state: State) -> Text:
    everybody = range(len(state.columns))
    if state.phase == "scoring":
        open_sheets = tuple(Who(seat) for seat in everybody if seat not in state.ending.complete)
        return T("Sheets still to complete: {names}.", names=Listing(open_sheets))
    if state.phase == "action":
        playing = tuple(Who(seat) for seat in everybody if seat not in state.ended)
        return T("Still in the action phase: {names}.", names=Listing(playing))
    if state.phase == "preparing":
        return T("Prepare round {n}.", n=state.round + 1)
    return T("Everybody lays cards face down into the action slots.")
