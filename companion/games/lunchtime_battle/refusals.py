"""Why something cannot be entered now: the rule, or who was faster, and the way out."""

from __future__ import annotations

from companion.core.ending import FinishNow, GoOn, SheetComplete
from companion.core.game import Action
from companion.core.refusal import Refused, illegal
from companion.core.text import Listing, Seat, T, Text, Who
from companion.games.lunchtime_battle import actions, counting
from companion.games.lunchtime_battle.abilities import FINAL
from companion.games.lunchtime_battle.foods import FOODS
from companion.games.lunchtime_battle.names import lying, same_name
from companion.games.lunchtime_battle.options import Options
from companion.games.lunchtime_battle.state import State
from companion.games.lunchtime_battle.tiers import level_foods, unranked

OF_A_ROUND = (
    actions.StartPlayer,
    actions.Roll,
    actions.Lay,
    actions.FirstCandidate,
    actions.Ability,
    actions.Pass,
    actions.Settle,
    actions.SayFoods,
    actions.PointAt,
)
"""What belongs to rounds, which a table that only scores does not keep."""

OF_A_SEAT = (
    actions.Roll,
    actions.Lay,
    actions.FirstCandidate,
    actions.Ability,
    actions.Pass,
    actions.Settle,
    actions.SayFoods,
    SheetComplete,
)
"""What nobody enters who is away."""


def why_not(state: State, seat: Seat | None, action: Action, options: Options) -> Refused | None:
    """The reason for an action that is not offered; None where its fields say it better."""
    if isinstance(action, OF_A_SEAT) and seat is not None and seat in state.away:
        return Refused("illegal", "seat", T("{who} is away. Say that {who} is back, then go on.", who=Who(seat)))
    if options.only_sheet:
        return _illegal(_of_the_sheet(state, action, options))
    match action:
        case actions.Ability():
            return _illegal(_ability(state, seat, action), "monster")
        case actions.Pass() | actions.Settle():
            return _final(state, seat, action)
        case actions.SayFoods():
            return _illegal(_foods(state, action), "monster")
        case actions.Lay() | actions.FirstCandidate() if state.phase == "lay" and state.hands == 1 and action.hand:
            return Refused("bad_field", "hand", T("Everybody has one hand at this table."))
    return _illegal(_of_a_round(state, action, options) or _of_the_end(state, action, options))


def _illegal(text: Text | None, field: str = "type") -> Refused | None:
    return None if text is None else Refused("illegal", field, text)


def check(state: State, seat: Seat | None, action: Action) -> None:
    """Refuses a monster that lies already: each name is one card."""
    if seat is None or not isinstance(action, actions.Lay | actions.FirstCandidate):
        return
    if same_name(action.name) in lying(state, type(action), state.place(seat, action.hand)):
        text = T(
            "{monster} lies on the table already, and each monster is there once. "
            "Enter another name or none, or correct the entry that is wrong.",
            monster=action.name.strip(),
        )
        raise Refused("illegal", "name", text)


def _of_the_sheet(state: State, action: Action, options: Options) -> Text | None:
    """What a table that only scores does not take."""
    if isinstance(action, OF_A_ROUND):
        return T("This table keeps only the final count: enter hunger and symbols at the end.")
    if isinstance(action, SheetComplete) and state.ending.over:
        return T("The sheets are counted already. If that was too early: The game goes on.")
    if isinstance(action, actions.Decide) and state.phase == "sheet":
        return T("Who fetches lunch is said when every sheet is complete, or with Finish now.")
    return _of_the_end(state, action, options)


def _of_a_round(state: State, action: Action, options: Options) -> Text | None:
    if state.ending.over:
        return None
    match action:
        case actions.StartPlayer() if state.phase != "start":
            return _started(state)
        case actions.Roll() | actions.Lay() | actions.FirstCandidate() | actions.PointAt() if _not_begun(state):
            return _not_begun(state)
        case actions.Roll() if state.phase in ("lay", "count"):
            return T("The dice of this round are entered already. If they are wrong: Undo.")
        case actions.Roll() | actions.Lay() | actions.FirstCandidate() | actions.PointAt() if state.phase == "final":
            return T("The last round is over. To play on, correct the rounds to play.")
        case actions.Lay() | actions.FirstCandidate() if state.phase == "roll":
            return T("{who} rolls the dice first, then everybody lays a monster.", who=Who(state.start_seat))
        case actions.Lay() | actions.FirstCandidate() if state.phase == "count":
            return T("The monsters of this round are turned up already. If one is wrong: Undo.")
        case actions.FirstCandidate() if not state.firsts:
            return T("First candidates are laid in the first round only. If one is missing, correct its symbols.")
        case actions.PointAt() if state.phase != "count":
            return T("A monster is picked by hand while monsters are counted; now nothing is counted.")
        case actions.SetHunger() | actions.SetSymbols():
            return T("This table counts hunger and symbols itself. If a number is wrong, correct it.")
        case SheetComplete():
            return T("Nobody has a sheet to complete here: after the final count it is said who fetches lunch.")
        case actions.Dishes() if not options.dishes:
            return T("At this table every symbol stands for its own food. A new table can be opened with dishes.")
    return None


def _started(state: State) -> Text:
    if state.phase == "dishes":
        return T("Name the dishes first; they may stay empty.")
    return T(
        "{who} has the start player marker. If that is wrong, correct the start player.", who=Who(state.start_seat)
    )


def _not_begun(state: State) -> Text | None:
    if state.phase in ("dishes", "start"):
        return T("Say first who gets the start player marker.")
    return None


def _of_the_end(state: State, action: Action, options: Options) -> Text | None:
    match action:
        case actions.RankFoods() if not options.by_hand:
            return T("At this table foods of equal hunger count together: nothing is ranked.")
        case actions.RankFoods() if not state.ending.over and not level_foods(state.hunger):
            return T("No foods are of equal hunger: there is nothing to rank.")
        case actions.RankFoods() if state.phase not in ("final", "sheet"):
            return T("Foods of equal hunger are ranked at the final count.")
        case actions.Decide() if not state.ending.over and options.by_hand and unranked(state.hunger, state.order):
            level = Listing(tuple(FOODS[food] for food in level_foods(state.hunger)))
            return T("{foods} are level: rank them, then the errand is decided.", foods=level)
        case actions.Decide() if not state.ending.over:
            return T("Who fetches lunch is decided at the final count. Play on, or finish now.")
        case GoOn() if not state.ending.over:
            return T("The game is not over: just play on.")
        case FinishNow() if not state.ending.over:
            return T("This is the final count already: say who fetches lunch.")
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


def _foods(state: State, action: actions.SayFoods) -> Text | None:
    """Why nobody asks for the food symbols of this monster."""
    if (text := _not_begun(state)) is not None:
        return text
    if state.phase != "count":
        return T("Food symbols are entered when a monster is picked; now nothing is counted.")
    card = next((c for c in state.ring if c.id == action.monster), None)
    if card is None:
        return T("There is no such monster on the table.")
    if not card.unsaid:
        return T(
            "The food symbols of {monster} are entered already. If they are wrong, correct them.", monster=card.whose
        )
    if card.id not in {c.id for c in counting.unsaid(state)}:
        return T("{monster} is not picked now: its food symbols are not needed.", monster=card.whose)
    return None


def _final(state: State, seat: Seat | None, action: actions.Pass | actions.Settle) -> Refused | None:
    if (text := _not_begun(state)) is not None:
        return illegal(text)
    if state.phase != "count":
        return illegal(T("This pick is final already."))
    if seat is None:
        return None
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
    missing = Listing(tuple(card.whose for card in counting.unsaid(state)))
    if isinstance(action, actions.Settle):
        if len(missing.items) > 1:
            return Refused("illegal", "type", T("Enter the food symbols first: {monsters}.", monsters=missing))
        if missing.items:
            text = T("The food symbols of {monster} are missing: enter them, then once more.", monster=missing)
            return Refused("bad_field", "foods", text, missing=True) if action.foods is None else None
        return illegal(T("The food symbols are entered already: look at them, then say that the pick is final."))
    if seat not in state.passed and missing.items:
        return illegal(T("Nobody objects any more. Enter the food symbols: {monsters}.", monsters=missing))
    if seat not in state.passed:
        return illegal(T("You have no monster whose ability is unused: nobody waits for you."))
    return illegal(T("You have said so already; the others are still thinking."))
