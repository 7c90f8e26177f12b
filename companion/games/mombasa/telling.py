"""What an entry does, in the sentence shown before it is confirmed and kept in the history after."""

from __future__ import annotations

from companion.core.game import Action, Clause, Telling
from companion.core.text import TN, Seat, T, Text, Who
from companion.games.mombasa.actions import (
    TRACK_ACTIONS,
    CardsRevealed,
    Coins,
    EndActions,
    FinishNow,
    GoOn,
    NextRound,
    Reveal,
    SetShares,
    SheetComplete,
    StartPlayer,
)
from companion.games.mombasa.arithmetic import ROUNDS, coins_dropped
from companion.games.mombasa.scoring import CATEGORIES, COMPANIES
from companion.games.mombasa.state import State


def tell(state: State, seat: Seat | None, action: Action) -> Telling:
    """The clauses of a legal entry."""
    who = Who(seat) if seat is not None else Who(0)
    match action:
        case Coins():
            return _coins(state, action)
        case SetShares():
            return _shares(state, who, action)
        case CardsRevealed():
            return (Clause(T("Everybody's cards are turned up; the action phase of round {n} begins.", n=state.round)),)
        case EndActions():
            return _end_actions(state, who)
        case NextRound():
            return (Clause(T("Round {n} begins: everybody plans.", n=state.round + 1)),)
        case StartPlayer():
            return (Clause(T("{who} starts the action phase.", who=Who(action.player))),)
        case SheetComplete():
            return (_complete(state, seat, who, action.done),)
        case FinishNow():
            return (Clause(T("The game ends here; the pad is counted as it stands."), "cost"),)
        case Reveal():
            return (Clause(_reveal(state)),)
        case GoOn():
            return (Clause(T("The game was not over: back to the pad.")),)
    return (_number(state, seat, who, action),)


def _number(state: State, seat: Seat | None, who: Who, action: Action) -> Clause:
    for track, kind in TRACK_ACTIONS.items():
        if isinstance(action, kind) and seat is not None:
            old = getattr(state.columns[seat], track)
            return Clause(
                T(
                    "{who}: {category} {new} instead of {old}.",
                    who=who,
                    category=CATEGORIES[track],
                    new=action.value,
                    old=old,
                )
            )
    return Clause(T("{who} enters a number.", who=who))


def _coins(state: State, action: Coins) -> Telling:
    index = list(COMPANIES).index(action.company)
    more = action.value - state.coins[index]
    clauses = [
        Clause(
            TN(
                "{company}: {n} coin uncovered instead of {old}.",
                "{company}: {n} coins uncovered instead of {old}.",
                action.value,
                company=COMPANIES[action.company],
                old=state.coins[index],
            )
        )
    ]
    for seat, column in enumerate(state.columns):
        change = more * (column.track[index] + column.cards[index])
        if change > 0:
            clauses.append(Clause(T("{who} +{n}", who=Who(seat), n=change), "gain"))
        elif change < 0:
            clauses.append(Clause(T("{who} −{n}", who=Who(seat), n=-change), "cost"))
    return tuple(clauses)


def _shares(state: State, who: Who, action: SetShares) -> Telling:
    index = list(COMPANIES).index(action.company)
    column = state.columns[who.seat]
    old = column.track[index] if action.part == "track" else column.cards[index]
    before = column.track[index] + column.cards[index]
    after = before - old + action.value
    company, coins = COMPANIES[action.company], state.coins[index]
    if action.part == "track":
        first = T("{who}: {company} track {new} instead of {old}.", who=who, company=company, new=action.value, old=old)
    else:
        first = TN(
            "{who}: {n} share icon of {company} on cards instead of {old}.",
            "{who}: {n} share icons of {company} on cards instead of {old}.",
            action.value,
            who=who,
            company=company,
            old=old,
        )
    sums = T(
        "{coins} × {shares} = {points}.",
        coins=TN("{n} coin", "{n} coins", coins),
        shares=TN("{n} share", "{n} shares", after),
        points=coins * after,
    )
    return (Clause(first), Clause(sums))


def _end_actions(state: State, who: Who) -> Telling:
    clauses = [Clause(T("{who} ends the action phase.", who=who))]
    if len(state.ended | {Seat(who.seat)}) == len(state.columns):
        if state.round == ROUNDS:
            clauses.append(Clause(T("That was the last one of the last round: now everybody completes the sheet.")))
        else:
            clauses.append(Clause(T("Everybody has ended it: the preparation phase begins.")))
            dropped = coins_dropped(len(state.columns), state.round)
            clauses.append(
                Clause(
                    T(
                        "The coins of round space {space} drop to the wooden spaces: {n}.",
                        space=state.round + 1,
                        n=dropped,
                    )
                )
            )
    return tuple(clauses)


def _complete(state: State, seat: Seat | None, who: Who, done: bool) -> Clause:
    if not done:
        return Clause(T("{who}: my sheet is not complete after all.", who=who))
    if len(state.complete | {seat}) == len(state.columns):
        return Clause(T("{who}: my sheet is complete. It was the last one: the final scoring begins.", who=who))
    return Clause(T("{who}: my sheet is complete.", who=who))


def _reveal(state: State) -> Text:
    if state.revealed < len(CATEGORIES):
        return T("{category} is shown on every screen.", category=list(CATEGORIES.values())[state.revealed])
    return T("The totals are shown on every screen.")
