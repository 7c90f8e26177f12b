"""Why something cannot be entered now, by the rule it is about, with the way out that there is."""

from __future__ import annotations

from companion.core.game import Action
from companion.core.refusal import Refused, illegal
from companion.core.text import Listing, Seat, T
from companion.games.walking_on_the_moon import actions as act
from companion.games.walking_on_the_moon import questions, turn
from companion.games.walking_on_the_moon.box import die_label
from companion.games.walking_on_the_moon.jumping import check_entered_now
from companion.games.walking_on_the_moon.race import passable, starry
from companion.games.walking_on_the_moon.state import MOST_DICE, MOST_JUMPS, State, found, who

OF_A_TURN = (act.ChooseDice, act.ExtraDie, act.Reroll, act.Rolled, act.Jump, act.Moved, act.Stop, act.Recover)


def check(state: State, action: Action) -> None:
    """Refuses what an offer takes and the rules do not, where an older log may hold it all the same."""
    if isinstance(action, act.Jump):
        check_entered_now(state, action)


def why_not(state: State, seat: Seat | None, action: Action) -> Refused | None:
    """The rule against an action that no offer takes; None where there is no more to say than "not now"."""
    if state.phase == "turn" and isinstance(action, OF_A_TURN):
        return _not_in_this_turn(state, seat, action)
    if isinstance(action, act.TurnOf):
        return _not_the_turn_of(state, action)
    if isinstance(action, act.Leader | act.Last | act.FirstAcross):
        return _not_among(state, action)
    return None


def _not_in_this_turn(state: State, seat: Seat | None, action: Action) -> Refused | None:
    mover = state.astronauts[state.mover]
    name = who(state, state.mover)
    if seat != mover.seat:
        if seat is None:
            return None
        return Refused("not_your_turn", "seat", T("It is not your turn: {names} first.", names=name))
    now = turn.dice_now(state)
    if turn.is_cut_short(state):
        return illegal(T("The turn of {who} is over: end it, or correct what is wrong.", who=name))
    if state.ordered or isinstance(action, act.Moved):
        return _another_bookkeeping(state, action)
    if mover.coma and not isinstance(action, act.Recover):
        return illegal(T("{who} is in a coma: no dice in this turn, only waking up.", who=name))
    if not now.dice and isinstance(action, _of_dice(state)):
        return illegal(T("Choose the dice of this turn first: a turn has at least one jump."))
    if now.skulls and not isinstance(action, act.Jump):
        text = T("{die} shows the skull: enter the jump that ends with it.", die=die_label(now.skulls[0]))
        return illegal(text, "die" if isinstance(action, act.Reroll | act.ExtraDie) else "type")
    match action:
        case act.ChooseDice() if now.dice:
            dice = turn.named(now.dice)
            return illegal(T("The dice of this turn are {dice}. Undo to there to choose others.", dice=dice))
        case act.ChooseDice() if now.jumps:
            return illegal(T("A jump was made without them: the dice of this turn stay on the table."))
        case act.Stop():
            return illegal(T("A turn has at least one jump: enter the first one, then stop."))
        case act.Recover() if not mover.coma:
            return illegal(T("{who} is not in a coma: there is nothing to wake up from.", who=name))
        case act.ExtraDie():
            return _no_extra_die(state, action)
        case act.Reroll():
            return _no_reroll(state, action)
        case act.Rolled():
            return _not_rolled(state, action)
        case act.Jump():
            return _nobody_on_the_way(state, action)
    return None


def _of_dice(state: State) -> tuple[type[Action], ...]:
    """What takes dice that were chosen before."""
    return (act.ExtraDie, act.Reroll, act.Rolled, act.Jump, act.Stop) if state.dice_kept else (act.Rolled,)


def _another_bookkeeping(state: State, action: Action) -> Refused | None:
    if isinstance(action, act.Moved):
        if state.ordered:
            return None
        return illegal(T("This table keeps the whole race: enter each jump with the space where it ended."))
    return illegal(T("This table keeps the order only: enter the whole turn at once."))


def _no_token(state: State) -> Refused | None:
    if state.astronauts[state.mover].tokens:
        return None
    return illegal(T("{who} has no ground-control token to pay with.", who=who(state, state.mover)))


def _no_extra_die(state: State, action: act.ExtraDie) -> Refused | None:
    now = turn.dice_now(state)
    if now.count >= (min(MOST_DICE, len(state.box.dice_ids())) if now.dice else MOST_DICE):
        return illegal(T("There are six jump dice, and all of them are in this turn."))
    if now.jumps >= MOST_JUMPS:
        return illegal(T("All three jumps are made: another die is of no use."))
    if (broke := _no_token(state)) is not None:
        return broke
    if not now.dice:
        return illegal(T("Dice stay on the table here: leave out which one."), "die") if action.die else None
    if action.die in now.dice:
        return illegal(T("{die} is in this turn already. Choose another die.", die=die_label(action.die)), "die")
    return None


def _no_reroll(state: State, action: act.Reroll) -> Refused | None:
    now = turn.dice_now(state)
    if (broke := _no_token(state)) is not None:
        return broke
    if not now.dice:
        if action.die:
            return illegal(T("Dice stay on the table here: leave out which one."), "die")
        return illegal(T("Every die was rerolled in this turn already: each die once."))
    if action.die in now.used:
        return illegal(T("{die} is laid already and cannot be rerolled.", die=die_label(action.die)), "die")
    if action.die in now.rerolled:
        text = T("{die} was rerolled in this turn already: each die once.", die=die_label(action.die))
        return illegal(text, "die")
    return None


def _not_rolled(state: State, action: act.Rolled) -> Refused | None:
    """Dice that show a face already are not thrown again without a token."""
    asked = (*action.only, *(die for die, _ in action.dice))
    again = next((die for die, _ in turn.dice_now(state).shown if die in asked), None)
    if again is None:
        return None
    text = T(
        "{die} is rolled already: a ground-control token rerolls it; a face entered wrongly is undone, or corrected in the history.",
        die=die_label(again),
    )
    return illegal(text, "dice")


def _nobody_on_the_way(state: State, action: act.Jump) -> Refused | None:
    """Fields of a jump that are not asked for, since nothing lies ahead that they could be about."""
    me = state.astronauts[state.mover]
    ahead = passable(state, state.mover, state.across)
    opponents = [one for one in ahead if state.astronauts[one].seat != me.seat]
    if action.dice and not turn.dice_now(state).dice:
        return illegal(T("Dice stay on the table here: choose those of this turn first, or leave them out."), "dice")
    if (action.obstruct is not None or action.take is not None) and not opponents:
        field = "obstruct" if action.obstruct is not None else "take"
        return illegal(T("Nobody lies ahead whom this jump could pass: nobody can be obstructed."), field)
    if action.swap and len(opponents) == len(ahead):
        return illegal(T("To swap, the jump has to pass your other astronaut."), "swap")
    if action.stars and not starry(state, me.space, state.across):
        return illegal(T("There is no star on the way any more: leave the stars out."), "stars")
    return None


def _not_the_turn_of(state: State, action: act.TurnOf) -> Refused | None:
    one = found(state, action.astronaut)
    if one < 0 or state.phase != "turn":
        return None
    name = who(state, one)
    if not state.is_here(one):
        return illegal(T("{who} is away. Say first that {who} is back.", who=name), "astronaut")
    if one == state.mover:
        return illegal(T("It is the turn of {who} already.", who=name), "astronaut")
    if one not in state.waiting:
        text = T("{who} has had the turn of this round. If not, correct whose turn it is.", who=name)
        return illegal(text, "astronaut")
    if turn.dice_now(state).jumps:
        text = T(
            "{who} has made a jump in this turn. Undo it, or correct whose turn it is.", who=who(state, state.mover)
        )
        return illegal(text)
    return None


def _not_among(state: State, action: act.Leader | act.Last | act.FirstAcross) -> Refused | None:
    """A question that is asked, answered with somebody it is not about."""
    asked: dict[str, type[Action]] = {"leading": act.Leader, "last": act.Last, "first": act.FirstAcross}
    if not isinstance(action, asked.get(state.phase, ())):
        return None
    candidates = questions.candidates(state)
    if action.astronaut in candidates or not state.full:
        return None
    names = Listing(tuple(who(state, found(state, one)) for one in candidates), "or")
    return illegal(T("This is between {names}: choose one of them.", names=names), "astronaut")
