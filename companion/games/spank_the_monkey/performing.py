"""What an entry does, and the sentences that say so: both come from the same run."""

from __future__ import annotations

from companion.core.game import Action, Clause, Step
from companion.core.refusal import illegal, no_seat
from companion.core.text import Seat, T, Who
from companion.games.spank_the_monkey import actions as a
from companion.games.spank_the_monkey import attacking, building, by_hand, collisions, drawing, monkey, turns
from companion.games.spank_the_monkey.options import Options
from companion.games.spank_the_monkey.pile import called
from companion.games.spank_the_monkey.state import State, with_hand

# Its own line, because words inside other words are not gathered for translation.
SPECIAL_CARD = T("a special card")


def perform(state: State, seat: Seat | None, action: Action, options: Options) -> Step[State]:
    """The state after an entry, and its sentences; raises Refused where a seat's own entry names none."""
    match action:
        case a.MonkeyHeight():
            return monkey.placed(state, action)
        case a.StartRoll():
            return turns.thrown_for(state, action)
        case a.StartPlayer():
            return turns.started_by(state, action)
        case a.TurnTo():
            return turns.turned_to(state, action)
        case a.TakeCards():
            return drawing.taken_by_card(state, action, options)
        case a.DeckEmpty():
            return drawing.found_empty(state, action, options)
        case a.GoOn():
            return drawing.gone_on(state, action, options)
        case a.CallOff() if state.attack is not None:
            return attacking.called_off(state, state.attack, action)
        case a.Redirect() if state.attack is not None:
            return attacking.redirected(state, state.attack, action)
        case a.StopFall() if state.falling is not None:
            return collisions.stopped(state, state.falling, action)
        case (
            a.MoveMonkey()
            | a.MoveJunk()
            | a.RemoveJunk()
            | a.PutJunk()
            | a.PutReinforcement()
            | a.RemoveReinforcement()
        ):
            return by_hand.performed(state, action)
    if seat is None:
        raise no_seat()
    return _by_seat(state, seat, action, options)


def _by_seat(state: State, seat: Seat, action: Action, options: Options) -> Step[State]:
    match action:
        case a.Draw():
            return drawing.drawn(state, seat, action, options)
        case a.Build():
            return building.built(state, seat, action, options)
        case a.Reinforce():
            return building.strengthened(state, seat, action, options)
        case a.Attack():
            return attacking.declared(state, seat, action)
        case a.Defend() if state.attack is not None:
            return attacking.answered(state, state.attack, seat, action)
        case a.AddToRoll() if state.attack is not None:
            return attacking.changed(state, state.attack, seat, action)
        case a.AttackRoll() if state.attack is not None:
            return attacking.rolled(state, state.attack, action)
        case a.AttackByCard() if state.attack is not None:
            return attacking.by_card(state, state.attack, action)
        case a.CollisionRoll() if state.falling is not None:
            return collisions.collided(state, state.falling, action)
        case a.Spank():
            return monkey.spanked(state, seat, action, options)
        case a.EndTurn():
            return turns.ended(state, seat, action, options)
        case a.MonkeyRoll():
            return monkey.rolled(state, action)
        case a.Special():
            return _special(state, seat, action)
    raise illegal(T("This is not possible now."))


def _special(state: State, seat: Seat, action: a.Special) -> Step[State]:
    card, effect = called(action.cards[0].name.strip(), SPECIAL_CARD), action.effect.strip()
    clauses = [Clause(T("{who} plays {card}.", who=Who(seat), card=card))]
    if effect:
        clauses.append(Clause(T("Effect: {effect}", effect=effect)))
    return Step(with_hand(state, seat, -1), tuple(clauses))
