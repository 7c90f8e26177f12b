"""The sentences of what a card's text moves; each begins by saying that it was done by hand."""

from __future__ import annotations

from companion.core.game import Action, Clause, Telling
from companion.core.text import TN, T, Text, Who
from companion.games.spank_the_monkey import actions as a
from companion.games.spank_the_monkey import by_hand
from companion.games.spank_the_monkey.state import State, height
from companion.games.spank_the_monkey.wording import falling_words, junk_words


def because(reason: str) -> Telling:
    """The reason given, where there is one."""
    return (Clause(T("Reason: {reason}", reason=reason.strip())),) if reason.strip() else ()


def tell(state: State, after: State, action: Action) -> Telling | None:
    """The clauses of a move by hand, or None for another action."""
    words = _words(state, after, action)
    if words is None:
        return None
    clauses = [Clause(words, "cost"), *because(getattr(action, "reason", ""))]
    for seat in after.seats:
        if height(state, seat) != height(after, seat):
            changed = T(
                "{who}: height {new} instead of {old}.", who=Who(seat), new=height(after, seat), old=height(state, seat)
            )
            clauses.append(Clause(changed))
    if after.falling is not None and after.falling != state.falling:
        clauses.append(Clause(falling_words(after, after.falling), "cost"))
    if state.attack is not None and after.attack is None and not isinstance(action, a.TurnTo):
        clauses.append(Clause(T("The attack has lost its target and is over.")))
    return tuple(clauses)


def _words(state: State, after: State, action: Action) -> Text | None:
    match action:
        case a.MoveMonkey():
            return T("By hand: the monkey goes from {old} to {new}.", old=state.monkey or 0, new=after.monkey or 0)
        case a.PutJunk():
            junk = next(j for j in after.piles[action.to[0]] if j.id == state.next_id)
            return T("By hand: {junk} comes into the pile of {who}.", junk=junk_words(junk), who=Who(action.to[0]))
        case a.MoveJunk():
            junk = by_hand.junk_at(state, action.junk)
            if action.junk[0] == action.to[0]:
                return T(
                    "By hand: {junk} moves within the pile of {who}.", junk=junk_words(junk), who=Who(action.to[0])
                )
            return T(
                "By hand: {junk} goes from the pile of {giver} to that of {taker}.",
                junk=junk_words(junk),
                giver=Who(action.junk[0]),
                taker=Who(action.to[0]),
            )
        case a.RemoveJunk():
            junk = by_hand.junk_at(state, action.junk)
            return T("By hand: {junk} leaves the pile of {who}.", junk=junk_words(junk), who=Who(action.junk[0]))
        case a.PutReinforcement() | a.RemoveReinforcement():
            old, new = by_hand.junk_at(state, action.junk), by_hand.junk_at(after, action.junk)
            return T(
                "By hand: strength of {junk} {new} instead of {old}.",
                junk=new.called,
                new=new.full_strength,
                old=old.full_strength,
            )
        case a.TakeCards():
            return TN(
                "By hand: {who} takes {n} card.",
                "By hand: {who} takes {n} cards.",
                state.deck - after.deck,
                who=Who(action.player),
            )
        case a.TurnTo():
            return T("By hand: the turn goes to {who}.", who=Who(action.player))
    return None
