"""Why an entry is not possible now: the rule, and the way out."""

from __future__ import annotations

from companion.core.ending import GoOn, Reveal, SheetComplete
from companion.core.game import Action
from companion.core.refusal import Refused, illegal
from companion.core.text import Seat, T, Text, Who
from companion.games.mombasa.actions import CardsRevealed, EndActions, NextRound, StartPlayer, TurnDone
from companion.games.mombasa.arithmetic import ROUNDS
from companion.games.mombasa.state import State
from companion.games.mombasa.turns import next_after, takes_turns


def why_not(state: State, seat: Seat | None, action: Action) -> Refused | None:
    """The reason for an action that no offer takes, or None where the core says all there is to say."""
    if state.ending.over:
        return None
    match action:
        case EndActions() | TurnDone() if seat is not None:
            return _no_turn(state, seat)
        case CardsRevealed():
            return illegal(_why_not_revealed(state))
        case NextRound():
            return illegal(_why_no_round(state))
        case StartPlayer() if state.phase in ("preparing", "scoring"):
            return illegal(T("The action phase of this round is over. Name the start player again in the next round."))
        case SheetComplete() if state.phase != "scoring":
            return illegal(T("Sheets are completed after round {n}. To end the game before, finish it now.", n=ROUNDS))
        case Reveal():
            return illegal(T("The scores are revealed when the game is over: all sheets complete, or finished now."))
        case GoOn():
            return illegal(T("The game goes on anyway: it is not over."))
    return None


def _no_turn(state: State, seat: Seat) -> Refused | None:
    who = Who(seat)
    if state.phase == "planning":
        return illegal(T("The action phase begins when all cards are revealed. Tap that first."))
    if state.phase != "action":
        return illegal(T("The action phase is over: everybody has ended it."))
    if seat in state.away:
        return Refused("not_your_turn", "seat", T("{who} is away. Say first that {who} is back.", who=who))
    if seat in state.ended:
        text = T("{who} has ended the action phase and takes no more turns in this round.", who=who)
        return Refused("not_your_turn", "seat", text)
    if state.turn is None:
        return illegal(T("Nobody's turn is kept yet: say who the start player is."))
    if state.turn != seat:
        text = T(
            "It is the turn of {who}: one action a turn, clockwise. If the table is further, correct whose turn it is.",
            who=Who(state.turn),
        )
        return Refused("not_your_turn", "seat", text)
    if seat in takes_turns(state) and next_after(state, seat) == seat:
        return illegal(T("All the others have ended the action phase: act on, or end it too."))
    return None


def _why_not_revealed(state: State) -> Text:
    if state.phase == "action":
        return T("All cards of this round are revealed already.")
    return T("Cards are revealed at the end of the planning phase of a round.")


def _why_no_round(state: State) -> Text:
    if state.phase == "scoring":
        return T("There is no round after round {n}.", n=ROUNDS)
    return T("The next round begins after the preparation phase, once everybody has ended the action phase.")
