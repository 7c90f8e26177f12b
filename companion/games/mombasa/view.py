"""What Mombasa's pages show beyond the pad: rounds, what phase 3 does, what one more coin would change."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.text import Listing, Seat, T, Text, Who
from companion.games.mombasa import rules
from companion.games.mombasa.board import Board, board_of, now
from companion.games.mombasa.scoring import COMPANIES
from companion.games.mombasa.state import Phase, State
from companion.games.mombasa.turns import here, in_turn_order


@dataclass(frozen=True, slots=True)
class View:
    """What every seat's page shows.

    ``turn``: whose turn of the action phase it is, None where that is not kept; ``order``: who takes turns, clockwise from
    there; ``clockwise``: everybody, likewise; ``done``: who has ended the action phase, or completed their sheet;
    ``one_more_coin``: for each company, who would gain how many points; ``best_share``: which company's share brings most;
    ``doing``: what everybody does now; ``headline``: the board's one message; ``now``: the same while
    a turn is kept; ``board``: what it draws; ``sums``: the parts of numbers typed as a sum, by counter.
    """

    round: int
    phase: Phase
    start: Seat | None
    turn: Seat | None
    order: tuple[Seat, ...]
    clockwise: tuple[Seat, ...]
    done: frozenset[Seat]
    ended: frozenset[Seat]
    away: frozenset[Seat]
    companies: dict[str, Text]
    coins: dict[str, int]
    one_more_coin: dict[str, tuple[tuple[int, int], ...]]
    best_share: Text | None
    preparing: tuple[Text, ...]
    doing: Text
    headline: Text
    now: Text | None
    board: Board
    sums: dict[str, tuple[int, ...]]


def view_of(state: State) -> View:
    """The view of a state, the same for every seat."""
    first = state.turn if state.turn is not None else state.start or Seat(0)
    seats = len(state.columns)
    return View(
        round=state.round,
        phase=state.phase,
        start=state.start,
        turn=state.turn,
        order=in_turn_order(state) if state.phase == "action" else (),
        clockwise=tuple(Seat((first + step) % seats) for step in range(seats)),
        done=state.ended if state.phase == "action" else state.ending.complete,
        ended=state.ended,
        away=state.away,
        companies=COMPANIES,
        coins=dict(zip(COMPANIES, state.coins, strict=True)),
        one_more_coin={
            company: tuple((seat, n) for seat, column in enumerate(state.columns) if (n := column.shares(company)))
            for company in COMPANIES
        },
        best_share=_best_share(state.coins),
        preparing=rules.preparing(seats, state.round) if state.phase == "preparing" else (),
        doing=_doing(state),
        headline=_headline(state),
        now=now(state),
        board=board_of(state),
        sums=dict(state.sums),
    )


def _best_share(coins: tuple[int, ...]) -> Text | None:
    """Which company's share brings most now; None where that says nothing: no coin yet, or all alike."""
    most = max(coins)
    best = tuple(label for label, n in zip(COMPANIES.values(), coins, strict=True) if n == most)
    if not most or len(best) == len(coins):
        return None
    return T("1 more share brings most at {companies}: {n}.", companies=Listing(best, "or"), n=most)


def _doing(state: State) -> Text:
    if state.phase == "action":
        return T("One action a turn, until everybody has ended the phase.")
    if state.phase == "scoring":
        return T("Check your sheet, then confirm it.")
    if state.phase == "planning":
        return T("Everybody lays cards face down.")
    return _headline(state)


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
