"""What Mombasa's pages show beyond the pad: rounds, what phase 3 does, what one more coin would change."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.text import Listing, Seat, T, Text, Who
from companion.games.mombasa import reference
from companion.games.mombasa.scoring import CATEGORIES, COMPANIES
from companion.games.mombasa.state import Phase, State
from companion.games.mombasa.sums import KINDS


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
    sums: dict[str, tuple[int, ...]]
    kinds: dict[str, Text]
    frozen_changes: frozenset[tuple[str, int]]


def view_of(state: State, seat: Seat | None) -> View:
    """The view of a state for a seat; everything but ``sums`` is the same for every seat."""
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
        dict(state.sums),
        KINDS,
        _changed_since_the_end(state),
    )


def _changed_since_the_end(state: State) -> frozenset[tuple[str, int]]:
    """The numbers of the pad that were edited after the game ended, as (category, seat)."""
    if state.frozen is None or not state.late:
        return frozenset()
    coins, columns = state.frozen
    changed = set()
    for seat, (now, then) in enumerate(zip(state.columns, columns, strict=True)):
        for track in ("cash", "diamonds", "bookkeeping"):
            if getattr(now, track) != getattr(then, track):
                changed.add((track, seat))
        for index, company in enumerate(COMPANIES):
            pair = (now.track[index] + now.cards[index], then.track[index] + then.cards[index])
            if pair[0] * state.coins[index] != pair[1] * coins[index]:
                changed.add((company, seat))
    return frozenset(changed)


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
