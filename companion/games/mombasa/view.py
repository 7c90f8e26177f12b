"""What Mombasa's pages show beyond the pad: rounds, what phase 3 does, what one more coin would change."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.text import Listing, Seat, T, Text, Who
from companion.games.mombasa import reference
from companion.games.mombasa.scoring import CATEGORIES, COMPANIES
from companion.games.mombasa.state import Phase, State


@dataclass(frozen=True, slots=True)
class View:
    """``one_more_coin``: for each company, who would gain how many points; ``headline``: the board's one message."""

    phase: Phase
    round: int
    start: Seat | None
    ended: frozenset[Seat]
    complete: frozenset[Seat]
    revealed: int
    late: bool
    companies: dict[str, Text]
    categories: tuple[Text, ...]
    one_more_coin: dict[str, tuple[tuple[int, int], ...]]
    preparing: tuple[Text, ...]
    headline: Text


def view_of(state: State) -> View:
    """The view of a state; it is the same for every seat."""
    gains = {}
    for index, company in enumerate(COMPANIES):
        shares = [(seat, column.track[index] + column.cards[index]) for seat, column in enumerate(state.columns)]
        gains[company] = tuple((seat, n) for seat, n in shares if n)
    return View(
        state.phase,
        state.round,
        state.start,
        state.ended,
        state.complete,
        state.revealed,
        state.late,
        COMPANIES,
        tuple(CATEGORIES.values()),
        gains,
        reference.preparing(len(state.columns), state.round) if state.phase == "preparing" else (),
        _headline(state),
    )


def _headline(state: State) -> Text:
    everybody = range(len(state.columns))
    if state.phase == "scoring":
        open_sheets = tuple(Who(seat) for seat in everybody if seat not in state.complete)
        return T("Sheets still to complete: {names}.", names=Listing(open_sheets))
    if state.phase == "action":
        playing = tuple(Who(seat) for seat in everybody if seat not in state.ended)
        return T("Still in the action phase: {names}.", names=Listing(playing))
    if state.phase == "preparing":
        return T("Prepare round {n}.", n=state.round + 1)
    return T("Everybody lays cards face down into the action slots.")
