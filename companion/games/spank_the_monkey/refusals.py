"""Why something cannot be entered now: the rule, or that somebody else's tap was quicker."""

from __future__ import annotations

from companion.core.game import Action
from companion.core.refusal import Refused
from companion.core.text import Seat, T, Text, Who
from companion.games.spank_the_monkey import actions as a
from companion.games.spank_the_monkey import by_hand
from companion.games.spank_the_monkey.odds import spank_needs
from companion.games.spank_the_monkey.state import State, falling_index, lead, target_index
from companion.games.spank_the_monkey.wording import attack_words, falling_words, spank_words


def seen(state: State) -> str:
    """A key of the roll that is due: it changes with every defence, every collision and every new target."""
    if state.falling is not None:
        return f"fall.{state.turns}.{state.falling.junk}.{falling_index(state, state.falling)}"
    if state.attack is not None:
        attack = state.attack
        index = target_index(state, attack)
        return f"attack.{attack.number}.{attack.junk}.{attack.owner}.{index}.{len(attack.defences)}"
    return ""


def why_not(state: State, seat: Seat | None, action: Action) -> Refused | None:
    """The reason for an action that is not offered; None where its fields say it better."""
    if state.over or state.turn is None:
        return None
    match action:
        case a.CollisionRoll() | a.AttackRoll() | a.AttackByCard():
            return _roll(state, seat, action)
        case a.Defend():
            return _illegal(_defence(state, seat))
        case a.MoveJunk() | a.RemoveJunk():
            return by_hand.falling_already(state, action)
    if seat != state.turn:
        return None
    if isinstance(action, a.Draw | a.Build | a.Reinforce | a.Attack | a.Spank | a.EndTurn):
        return _illegal(_under_way(state) or _phase(state, seat, action))
    return None


def _illegal(text: Text | None) -> Refused | None:
    return None if text is None else Refused("illegal", "type", text)


def _roll(state: State, seat: Seat | None, action: a.CollisionRoll | a.AttackRoll | a.AttackByCard) -> Refused | None:
    if isinstance(action, a.CollisionRoll):
        if state.falling is None:
            return _illegal(T("Nothing falls any more: this collision is entered already. If it is wrong: Undo."))
        if action.was is not None and action.was != seen(state):
            now = falling_words(state, state.falling)
            return Refused("stale", "was", T("That roll is entered already. Now: {now}", now=now))
        if seat not in (state.falling.owner, state.turn):
            return _illegal(T("{who} throws for the collision.", who=Who(state.falling.owner)))
        return None
    if state.falling is not None:
        return _illegal(falling_words(state, state.falling))
    if state.attack is None:
        return _illegal(T("This attack is entered already. If it is wrong: Undo."))
    if action.was is not None and action.was != seen(state):
        return Refused(
            "stale", "was", T("The attack has changed meanwhile: {now}", now=attack_words(state, state.attack))
        )
    return None


def _defence(state: State, seat: Seat | None) -> Text | None:
    attack = state.attack
    if attack is None:
        return T("A defence comes before the roll, and no attack is waiting for one.")
    if attack.modifier is None:
        return T("A sneak attack without a value cannot be met by defences that change the value.")
    if seat != attack.owner:
        return T("Only {who}, who is attacked, may defend.", who=Who(attack.owner))
    return T("You have answered this attack already. To add a defence card: Undo.") if attack.answered else None


def _under_way(state: State) -> Text | None:
    if state.falling is not None:
        return falling_words(state, state.falling)
    if state.attack is not None:
        return T("One attack at a time: roll for this one first.")
    return None


def _phase(state: State, seat: Seat, action: Action) -> Text | None:
    if isinstance(action, a.Draw):
        return T("You have drawn already. If the number is wrong: Undo.") if state.phase != "draw" else None
    if state.phase == "draw":
        return T("Draw first: the draw phase comes before everything else.")
    if state.phase == "monkey":
        return T("Your turn is over; only the roll for the monkey is left.")
    if isinstance(action, a.Build | a.Reinforce):
        if state.phase != "build":
            return T("The build phase is over.")
        if isinstance(action, a.Build) and state.built:
            return T("One junk card a turn; free building is off at this table.")
        if isinstance(action, a.Reinforce) and not state.piles[seat]:
            return T("There is no junk in your pile to put it on.")
        if isinstance(action, a.Reinforce) and state.reinforced:
            return T("One reinforcement a turn; free building is off at this table.")
    if isinstance(action, a.Spank) and state.tried:
        return T("One try a turn.")
    if isinstance(action, a.Attack | a.Spank) and state.phase == "discard":
        return T("After the spank only discarding is left.")
    if isinstance(action, a.Spank) and spank_needs(lead(state, seat)) is None:
        return spank_words(lead(state, seat))
    return None
