"""What may be entered now: a seat's own column, and what anybody enters for the table."""

from __future__ import annotations

from dataclasses import replace

from companion.core.ending import complete_offer, end_offers
from companion.core.fields import Number, SeatChoice
from companion.core.game import Offer
from companion.core.text import Seat, T, Who
from companion.games.mombasa.actions import (
    Bookkeeping,
    CardsRevealed,
    Cash,
    Coins,
    Diamonds,
    EndActions,
    NextRound,
    SetShares,
    StartPlayer,
    TurnDone,
)
from companion.games.mombasa.scoring import CATEGORIES, COINS_HIGH, COMPANIES, POINTS_HIGH, SHARES_HIGH
from companion.games.mombasa.state import PARTS, State
from companion.games.mombasa.turns import next_after, takes_turns


def offers(state: State, seat: Seat | None) -> tuple[Offer, ...]:
    """What this seat may enter, or with None the table."""
    return _of_the_table(state) if seat is None else _of_a_seat(state, seat)


def _of_a_seat(state: State, seat: Seat) -> tuple[Offer, ...]:
    found: list[Offer] = []
    if not state.ending.over and state.phase == "action":
        found += _of_the_action_phase(state, seat)
    if not state.ending.over and state.phase == "scoring":
        complete = complete_offer(state.ending, seat)
        found.append(replace(complete, place="more") if seat in state.away else complete)
    column = state.columns[seat]
    for action, track in ((Cash, "cash"), (Diamonds, "diamonds"), (Bookkeeping, "bookkeeping")):
        whose = T("{category} of {who}", category=CATEGORIES[track], who=Who(seat))
        number = Number("value", whose, 0, POINTS_HIGH, current=getattr(column, track))
        found.append(Offer(action, CATEGORIES[track], (number,), place="sheet"))
    for index, (company, label) in enumerate(COMPANIES.items()):
        for part, words in PARTS.items():
            shares = T("{company}, {part}", company=label, part=words)
            whose = T("Shares of {who}: {company}, {part}", who=Who(seat), company=label, part=words)
            number = Number("value", whose, 0, SHARES_HIGH, current=getattr(column, part)[index])
            found.append(Offer(SetShares, shares, (number,), {"company": company, "part": part}, place="sheet"))
    return tuple(found)


def _of_the_action_phase(state: State, seat: Seat) -> tuple[Offer, ...]:
    """One action a turn; to end the phase is one too, but whoever knows that they will may say so before."""
    if seat not in takes_turns(state):
        return ()
    end = Offer(EndActions, T("End my action phase"))
    if state.turn not in (None, seat):
        return (replace(end, place="sheet"),)  # it waits for nobody: the page has a button for it beside the next thing
    if state.turn is None or next_after(state, seat) == seat:
        return (end,)
    return (Offer(TurnDone, T("My action is done")), end)


def _of_the_table(state: State) -> tuple[Offer, ...]:
    found: list[Offer] = []
    if not state.ending.over:
        if state.phase == "planning":
            found.append(Offer(CardsRevealed, T("All cards are revealed")))
        if state.phase == "preparing":
            found.append(Offer(NextRound, T("Start round {n}", n=state.round + 1)))
        if state.phase in ("planning", "action"):
            who = SeatChoice("player", T("Start player"), tuple(range(len(state.columns))))
            found.append(Offer(StartPlayer, T("Start player"), (who,), place="more"))
    found += end_offers(state.ending, tuple(CATEGORIES.values()))
    for index, (company, label) in enumerate(COMPANIES.items()):
        coins = T("Coins uncovered at {company}", company=label)
        number = Number("value", coins, 0, COINS_HIGH, current=state.coins[index])
        found.append(Offer(Coins, coins, (number,), {"company": company}, place="sheet"))
    return tuple(found)
