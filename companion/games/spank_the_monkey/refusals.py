"""Why something cannot be entered now: the rule, or that somebody else's tap was quicker."""

from __future__ import annotations

from companion.core.game import Action
from companion.core.refusal import Refused, illegal
from companion.core.text import Listing, Seat, T, Text, Who
from companion.games.spank_the_monkey import actions as a
from companion.games.spank_the_monkey import by_hand
from companion.games.spank_the_monkey.odds import spank_needs
from companion.games.spank_the_monkey.options import Options
from companion.games.spank_the_monkey.pile import PILE_HIGH
from companion.games.spank_the_monkey.state import (
    State,
    falling_index,
    lead,
    monkey_roller,
    target_index,
    thrower,
    throwers,
)
from companion.games.spank_the_monkey.wording import attack_words, falling_words, spank_words


def seen(state: State) -> str:
    """A key of the roll that is due: it changes with every card, every collision and every new target."""
    if state.falling is not None:
        return f"fall.{state.falling.number}.{state.falling.junk}.{falling_index(state, state.falling)}"
    if state.attack is not None:
        attack = state.attack
        index = target_index(state, attack)
        cards = len(attack.defences) + len(attack.added)
        return f"attack.{attack.number}.{attack.junk}.{attack.owner}.{index}.{cards}.{attack.bonus}"
    return ""


def is_away(seat: Seat) -> Refused:
    """The refusal of what only somebody who is here may do."""
    return Refused("illegal", "seat", T("{who} is away. Say that {who} is back first.", who=Who(seat)))


def why_not(state: State, seat: Seat | None, action: Action, options: Options) -> Refused | None:
    """The reason for an action that is not offered; None where its fields say it better."""
    if state.over:
        return None
    if seat is not None and seat in state.away:
        return is_away(seat)
    if isinstance(action, a.StartPlayer | a.TurnTo) and action.player in state.away:
        return is_away(Seat(action.player))
    if isinstance(action, a.GoOn):
        return _illegal(T("The game is not over: it goes on as it is."))
    if state.turn is None:
        return _illegal(_before_the_start(state, action))
    match action:
        case a.MonkeyHeight():
            return _illegal(T("The monkey stands already. If its height is wrong: Undo, or a correction."))
        case a.StartRoll() | a.StartPlayer():
            words = T(
                "The game has begun; it is the turn of {who}. If that is wrong: Undo, or change whose turn it is.",
                who=Who(state.turn),
            )
            return _illegal(words)
        case a.CollisionRoll() | a.AttackRoll() | a.AttackByCard():
            return _roll(state, seat, action)
        case a.Defend():
            return _illegal(_defence(state, seat))
        case a.AddToRoll() | a.CallOff() | a.Redirect():
            return _illegal(_about_the_attack(state, action))
        case a.StopFall() if state.falling is None:
            return _illegal(T("Nothing falls. If the collision is entered already: Undo it, then enter the card."))
        case a.MonkeyRoll():
            return _monkey_roll(state, seat, options)
        case a.MoveJunk() | a.RemoveJunk() | a.PutJunk() | a.PutReinforcement() | a.RemoveReinforcement():
            return by_hand.falling_already(state, action) or _illegal(_in_the_piles(state, action))
        case a.Draw() | a.Build() | a.Reinforce() | a.Attack() | a.Spank() | a.EndTurn():
            return _of_a_turn(state, seat, action, options)
    return None


def _before_the_start(state: State, action: Action) -> Text | None:
    if state.phase == "height":
        if isinstance(action, a.MonkeyHeight):
            return None
        return T("First the roll that places the monkey: die + 7.")
    if isinstance(action, a.StartRoll | a.StartPlayer):
        return None
    if isinstance(action, a.MonkeyHeight):
        return T("The monkey stands already. If its height is wrong: Undo, or a correction.")
    return T("First of all, who starts: roll for it, or say it.")


def _about_the_attack(state: State, action: Action) -> Text | None:
    if state.falling is not None:
        return falling_words(state, state.falling)
    if state.attack is not None:
        return None
    if isinstance(action, a.AddToRoll):
        return T("A card changes an attack roll before it is thrown. If the roll is entered: Undo it, then the card.")
    return T("No attack is under way. If its roll is entered already: Undo it, then enter the card.")


def _monkey_roll(state: State, seat: Seat | None, options: Options) -> Refused | None:
    if state.falling is not None:
        return _illegal(falling_words(state, state.falling))
    roller = monkey_roller(state)
    if state.phase == "monkey":
        return None if seat is None or seat == roller else _not_yours(roller)
    if not options.active_monkey:
        return _illegal(T("The monkey rolls after a turn only as an active monkey, which is off at this table."))
    return _illegal(T("The roll for the monkey comes after the turn: {who} ends it first.", who=Who(roller)))


def _not_yours(whose: Seat) -> Refused:
    return Refused("not_your_turn", "seat", T("It is not your turn: {names} first.", names=Listing((Who(whose),))))


def _in_the_piles(state: State, action: Action) -> Text | None:
    lying = [junk for pile in state.piles for junk in pile]
    if isinstance(action, a.PutJunk | a.MoveJunk) and all(len(pile) >= PILE_HIGH for pile in state.piles):
        return T("Every pile holds as many junk cards as the companion counts: {n}.", n=PILE_HIGH)
    if not lying and not isinstance(action, a.PutJunk):
        return T("There is no junk in any pile.")
    if isinstance(action, a.RemoveReinforcement) and not any(junk.reinforcements for junk in lying):
        return T("No junk card has a reinforcement.")
    return None


def _of_a_turn(state: State, seat: Seat | None, action: Action, options: Options) -> Refused | None:
    if (words := _under_way(state)) is not None:
        return _illegal(words)
    turn = state.turn or Seat(0)
    if state.phase == "monkey" and seat != turn:
        roller = Who(monkey_roller(state))
        return _illegal(T("First the roll for the monkey, then the next turn: {who} rolls.", who=roller))
    return _not_yours(turn) if seat not in (None, turn) else _illegal(_phase(state, turn, action, options))


def _illegal(text: Text | None) -> Refused | None:
    return None if text is None else illegal(text)


def _roll(state: State, seat: Seat | None, action: a.CollisionRoll | a.AttackRoll | a.AttackByCard) -> Refused | None:
    if isinstance(action, a.CollisionRoll):
        if state.falling is None:
            return _illegal(T("Nothing falls any more: this collision is entered already. If it is wrong: Undo."))
        if action.was is not None and action.was != seen(state):
            now = falling_words(state, state.falling)
            return Refused("stale", "was", T("That roll is entered already. Now: {now}", now=now))
        if seat not in throwers(state, state.falling):
            return _illegal(T("{who} throws for the collision.", who=Who(thrower(state, state.falling))))
        return None
    if state.falling is not None:
        return _illegal(falling_words(state, state.falling))
    if state.attack is None:
        return _illegal(T("This attack is entered already. If it is wrong: Undo."))
    if isinstance(action, a.AttackByCard) and state.attack.modifier is not None:
        return _illegal(T("This attack has a value: it is rolled for, not decided by its card."))
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
    if not attack.answered:
        return None
    return T("You have answered this attack already. To add a card: Undo, or change the attack roll with it.")


def _under_way(state: State) -> Text | None:
    if state.falling is not None:
        return falling_words(state, state.falling)
    if state.attack is not None:
        return T("One attack at a time: roll for this one first, or call it off with a card.")
    return None


def _phase(state: State, seat: Seat, action: Action, options: Options) -> Text | None:
    if state.phase == "monkey":
        return T("Your turn is over; only the roll for the monkey is left.")
    if isinstance(action, a.Draw):
        return T("You have drawn already. If the number is wrong: Undo.") if state.phase != "draw" else None
    if state.phase == "draw":
        return T("Draw first: the draw phase comes before everything else.")
    match action:
        case a.Build() | a.Reinforce():
            return _building(state, seat, action, options)
        case a.Spank() if state.tried:
            return T("One try a turn.")
        case a.Attack() | a.Spank() if state.phase == "discard":
            return T("After the spank only discarding is left.")
        case a.Spank() if spank_needs(lead(state, seat)) is None:
            return spank_words(lead(state, seat))
        case a.Attack() if not any(state.piles):
            return T("There is no junk in any pile.")
    return None


def _building(state: State, seat: Seat, action: Action, options: Options) -> Text | None:
    if isinstance(action, a.Build) and state.built and not options.free_building:
        return T("One junk card a turn; free building is off at this table.")
    if isinstance(action, a.Reinforce) and state.reinforced and not options.free_building:
        return T("One reinforcement a turn; free building is off at this table.")
    if state.phase != "build":
        return T("The build phase is over. If that is wrong: Undo, or correct the phase of the turn.")
    if isinstance(action, a.Reinforce):
        return None if state.piles[seat] else T("There is no junk in your pile to put it on.")
    full = len(state.piles[seat]) >= PILE_HIGH
    return T("Your pile holds as many junk cards as the companion counts: {n}.", n=PILE_HIGH) if full else None
