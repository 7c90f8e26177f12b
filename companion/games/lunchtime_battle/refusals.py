"""Why something cannot be entered now: most of it was overtaken by somebody else's tap."""

from __future__ import annotations

from companion.core.game import Action
from companion.core.refusal import Refused
from companion.core.text import Seat, T, Text, Who
from companion.games.lunchtime_battle import actions, counting
from companion.games.lunchtime_battle.abilities import FINAL
from companion.games.lunchtime_battle.state import State


def why_not(state: State, seat: Seat | None, action: Action) -> Refused | None:
    """The reason for an action that is not offered; None where its fields say it better."""
    match action:
        case actions.Ability():
            text = _ability(state, seat, action)
            return None if text is None else Refused("illegal", "monster", text)
        case actions.Pass() | actions.Settle():
            return _final(state, seat, action)
        case actions.Roll() if state.phase in ("lay", "count"):
            return Refused("illegal", "type", T("The dice of this round are entered already. If they are wrong: Undo."))
        case actions.Lay() | actions.FirstCandidate() if (
            state.phase in ("count", "roll", "final") and not state.ending.over
        ):
            return Refused(
                "illegal", "type", T("The monsters of this round are turned up already. If one is wrong: Undo.")
            )
    return None


def _ability(state: State, seat: Seat | None, action: actions.Ability) -> Text | None:
    if state.ending.over or state.phase not in ("count", "final"):
        return T("Abilities are used while monsters are counted.")
    card = next((c for c in (*state.candidates, *state.ring) if c.id == action.monster), None)
    if card is None:
        return T("There is no such monster on the table.")
    if card.seat != seat:
        return T("{monster} lies before {who}, who alone can use it.", monster=card.label, who=Who(card.seat))
    if card.used:
        return T("{monster} has used its ability: once a game. Use another one, or Undo.", monster=card.label)
    if card.id not in {c.id for c in counting.usable(state, card.seat)}:
        return T("{monster} is not counted last now, so its ability cannot be used.", monster=card.label)
    if state.phase == "final" and action.effect not in FINAL:
        return T("Nothing is counted any more: this would change nothing. Choose another effect.")
    return None


def _final(state: State, seat: Seat | None, action: actions.Pass | actions.Settle) -> Refused | None:
    if state.phase != "count":
        return Refused("illegal", "type", T("This pick is final already."))
    if isinstance(action, actions.Settle) and seat != state.start_seat:
        return Refused(
            "not_your_turn",
            "seat",
            T("{who}, the start player, says when the pick is final.", who=Who(state.start_seat)),
        )
    if action.was is not None and action.was != counting.seen(state):
        return Refused(
            "stale", "was", T("The count has changed meanwhile. Now: {count}", count=counting.count(state).lands)
        )
    return Refused("illegal", "type", T("You have said so already; the others are still thinking."))
