"""What an entry does, and the sentences that say so: both come from the same run."""

from __future__ import annotations

from dataclasses import replace

from companion.core.ending import FinishNow, GoOn, Reveal, SheetComplete, after_end_action
from companion.core.game import Action, Clause, Step
from companion.core.refusal import illegal, no_seat
from companion.core.steps import said, then
from companion.core.text import TN, Seat, T, Who
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
from companion.games.mombasa.scoring import CATEGORIES, COMPANIES
from companion.games.mombasa.sheet import sheet_of
from companion.games.mombasa.state import State, index_of, sum_key
from companion.games.mombasa.turns import begun, here, next_after, passed_on, settled, started_by


def perform(state: State, seat: Seat | None, action: Action) -> Step[State]:
    """The state after an entry, and its sentences; raises Refused where a seat's own entry names none."""
    match action:
        case SheetComplete() | FinishNow() | Reveal() | GoOn():
            waited_for = here(state) | state.ending.complete | (frozenset() if seat is None else {seat})
            seats, lines = len(waited_for), tuple(CATEGORIES.values())
            ending, telling = after_end_action(state.ending, seat, action, seats, sheet_of(state), lines)
            return Step(replace(state, ending=ending), telling)
        case Coins():
            return _coins(state, action)
        case CardsRevealed():
            told = T("Everybody's cards are turned up; the action phase of round {n} begins.", n=state.round)
            after = begun(state)
            return then(said(after, told), passed_on, after.turn)
        case NextRound():
            after = replace(state, round=state.round + 1, phase="planning", ended=frozenset(), turn=None)
            told = T("Round {n} begins: everybody plans.", n=after.round)
            return said(after, told, by=(("round", 1),))
        case StartPlayer():
            return _start_player(state, Seat(action.player))
    if seat is None:
        raise no_seat()
    match action:
        case EndActions():
            return _end_actions(state, seat)
        case TurnDone():
            return _turn_done(state, seat)
        case SetShares():
            return _shares(state, seat, action)
        case Cash() | Diamonds() | Bookkeeping():
            return _track(state, seat, action)
    raise illegal(T("There is no action of this name in this game."))


def _coins(state: State, action: Coins) -> Step[State]:
    index = index_of(action.company)
    more = action.value - state.coins[index]
    key = sum_key("coins", company=action.company)
    told = TN(
        "{company}: {n} coin uncovered instead of {old}.",
        "{company}: {n} coins uncovered instead of {old}.",
        action.value,
        company=COMPANIES[action.company],
        old=state.coins[index],
    )
    clauses = [Clause(told, by=((key, more),))]
    for seat, column in enumerate(state.columns):
        change = more * column.shares(action.company)
        if change > 0:
            clauses.append(Clause(T("{who} +{n}", who=Who(seat), n=change), "gain"))
        elif change < 0:
            clauses.append(Clause(T("{who} −{n}", who=Who(seat), n=-change), "cost"))
    after = _with_sum(state.with_coins(action.company, action.value), key, action)
    return Step(after, tuple(clauses))


def _track(state: State, seat: Seat, action: Cash | Diamonds | Bookkeeping) -> Step[State]:
    track = {Cash: "cash", Diamonds: "diamonds", Bookkeeping: "bookkeeping"}[type(action)]
    key, old = sum_key(track, seat), getattr(state.columns[seat], track)
    told = T(
        "{who}: {category} {new} instead of {old}.",
        who=Who(seat),
        category=CATEGORIES[track],
        new=action.value,
        old=old,
    )
    after = _with_sum(state.with_number(seat, track, None, action.value), key, action)
    return said(after, told, by=((key, action.value - old),))


def _shares(state: State, seat: Seat, action: SetShares) -> Step[State]:
    company, coins = COMPANIES[action.company], state.coins[index_of(action.company)]
    old = getattr(state.columns[seat], action.part)[index_of(action.company)]
    key = sum_key(action.part, seat, action.company)
    after = _with_sum(state.with_number(seat, action.part, action.company, action.value), key, action)
    if action.part == "track":
        told = T(
            "{who}: {company} track {new} instead of {old}.", who=Who(seat), company=company, new=action.value, old=old
        )
    else:
        told = TN(
            "{who}: {n} share icon of {company} on cards instead of {old}.",
            "{who}: {n} share icons of {company} on cards instead of {old}.",
            action.value,
            who=Who(seat),
            company=company,
            old=old,
        )
    shares = after.columns[seat].shares(action.company)
    points = T(
        "{coins} × {shares} = {points}.",
        coins=TN("{n} coin", "{n} coins", coins),
        shares=TN("{n} share", "{n} shares", shares),
        points=coins * shares,
    )
    return Step(after, (Clause(told, by=((key, action.value - old),)), Clause(points)))


def _with_sum(state: State, key: str, action: Coins | SetShares | Cash | Diamonds | Bookkeeping) -> State:
    """The state with the parts of a typed sum kept, so that the pad can show them."""
    if action.parts and sum(action.parts) != action.value:
        raise illegal(T("The parts of the sum add up to {n}. Enter the sum again.", n=sum(action.parts)), "parts")
    others = tuple(entry for entry in state.sums if entry[0] != key)
    return replace(state, sums=(*others, (key, action.parts)) if action.parts else others)


def _end_actions(state: State, seat: Seat) -> Step[State]:
    after = replace(state, ended=state.ended | {seat})
    return then(said(after, T("{who} ends the action phase.", who=Who(seat))), settled)


def _turn_done(state: State, seat: Seat) -> Step[State]:
    return then(said(state, T("{who} has taken an action.", who=Who(seat))), passed_on, next_after(state, seat))


def _start_player(state: State, player: Seat) -> Step[State]:
    after = started_by(state, player)
    step = said(after, T("{who} starts the action phase.", who=Who(player)))
    return then(step, passed_on, after.turn) if after.phase == "action" and after.turn not in (None, player) else step
