"""Why an entry is not possible now, and the way out."""

from __future__ import annotations

from companion.core.ending import GoOn, Reveal, SheetComplete
from companion.core.game import Action
from companion.core.refusal import Refused, illegal
from companion.core.text import Seat, T
from companion.games.pad.actions import Enter, EnterForAll, NextRound, PreviousRound
from companion.games.pad.definition import PadDefinition
from companion.games.pad.entries import entries
from companion.games.pad.offers import last_round
from companion.games.pad.state import State


def why_not(pad: PadDefinition, state: State, seat: Seat | None, action: Action) -> Refused | None:
    """The reason for an action that no offer takes, or None where the core says all there is to say."""
    match action:
        case Enter() | EnterForAll():
            return _other_round(pad, state, action)
    if state.ending.over:
        return None
    match action:
        case NextRound():
            return illegal(T("There is no round after round {n}.", n=max(pad.rounds, 1)))
        case PreviousRound():
            return illegal(T("This is the first round."))
        case SheetComplete() if not last_round(pad, state):
            text = T("Sheets are completed after round {n}. To end the game before, finish it now.", n=pad.rounds)
            return illegal(text)
        case Reveal():
            return illegal(T("The scores are revealed when the game is over: all sheets complete, or finished now."))
        case GoOn():
            return illegal(T("The game goes on anyway: it is not over."))
    return None


def _other_round(pad: PadDefinition, state: State, action: Enter | EnterForAll) -> Refused | None:
    """A number of a round that is not the present one, entered on a page that was not up to date."""
    entry = next((one for one in entries(pad) if one.key == action.category), None)
    if entry is None or not entry.by_round or action.round == state.round:
        return None
    text = T(
        "This is a number of round {n}, and the table is in round {now}. Go back to that round, or correct the number.",
        n=action.round,
        now=state.round,
    )
    return illegal(text, "round")
