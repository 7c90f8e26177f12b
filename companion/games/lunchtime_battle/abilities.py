"""Monsters' abilities as generic effects: what is printed on the cards only the table knows.

Decisions: what an ability did to total, dice, direction or ring lasts until the end of the round; a new starting
monster and picked neighbours are for this one pick; dice changed afterwards do not move the hunger markers.
"""

from __future__ import annotations

from dataclasses import replace

from companion.core.fields import Face
from companion.core.game import Clause, Step, Telling
from companion.core.text import TN, Listing, Seat, T, Text, Who
from companion.games.lunchtime_battle import actions
from companion.games.lunchtime_battle.actions import Ability
from companion.games.lunchtime_battle.counting import count
from companion.games.lunchtime_battle.dice import FACE_WORDS, face_of
from companion.games.lunchtime_battle.foods import FOODS, SYMBOLS_HIGH, fed, number_of, one_food
from companion.games.lunchtime_battle.rounds import next_round
from companion.games.lunchtime_battle.state import Card, State, pips, with_card

REMOVED = "removed"
SIDES: dict[str, Text] = {"left": T("left neighbour"), "right": T("right neighbour")}
ENDINGS: dict[str, Text] = {"now": T("at once"), "round": T("after this round")}

EFFECTS: dict[str, tuple[type[Ability], Text]] = {
    "total": (actions.ChangeTotal, T("Change the total")),
    "die": (actions.ChangeDie, T("Change or remove dice")),
    "reverse": (actions.Reverse, T("Reverse the direction")),
    "start": (actions.StartFrom, T("Start from another monster")),
    "skip": (actions.Skip, T("Skip a monster")),
    "neighbour": (actions.Neighbour, T("Also pick the neighbour")),
    "symbols": (actions.ChangeSymbols, T("Change hunger symbols of a monster")),
    "hunger": (actions.MoveHunger, T("Move a hunger marker")),
    "candidate": (actions.ChangeCandidate, T("Change food symbols of a candidate")),
    "end": (actions.EndGame, T("Game End")),
    "other": (actions.OtherAbility, T("Something else")),
}
"""Every effect by its key, which is also what the box profile remembers of a monster."""

FINAL = ("hunger", "candidate", "other")
"""The effects that make sense at the final count."""

RECOUNTED = ("total", "die", "reverse", "start", "skip", "symbols")
"""The effects after which the count decides again, also where the table had pointed at a monster."""


def used(state: State, seat: Seat, action: Ability) -> Step[State]:
    """A monster uses its ability: the monster turned, its effect done, all passes taken back."""
    card = state.card(action.monster)
    turned = _turned(state, card, action)
    if action.effect in RECOUNTED:
        turned = replace(turned, pointed="")
    after, effect = _effect(turned, action)
    clauses = [Clause(T("{who} uses {monster}.", who=Who(seat), monster=card.label)), effect]
    if note := action.note.strip():
        clauses.append(Clause(T("“{note}”", note=note)))
    return Step(after, (*clauses, *_counted_again(state, after)))


def _turned(state: State, card: Card, action: Ability) -> State:
    """The state with the monster turned, wherever it lies; everybody may think again."""

    def turned(cards: tuple[Card, ...]) -> tuple[Card, ...]:
        note = action.note.strip()
        return tuple(replace(c, used=action.effect, note=note) if c.id == card.id else c for c in cards)

    return replace(state, ring=turned(state.ring), candidates=turned(state.candidates), passed=frozenset())


def _counted_again(state: State, after: State) -> Telling:
    """Where the count ends now; in the warning tone where another monster is picked than before."""
    if after.phase == "final":
        return (Clause(T("The final count begins."), "cost"),) if state.phase == "count" else ()
    now = count(after)
    clauses = [Clause(now.lands, "plain" if now.picks_as(count(state)) else "cost")]
    if len(now.picked) > 1:
        also = Listing(tuple(card.whose for card in now.picked[1:]))
        clauses.append(Clause(T("Picked as well: {monsters}.", monsters=also), "cost"))
    return tuple(clauses)


def _effect(state: State, action: Ability) -> tuple[State, Clause]:
    """What the effect makes of the state, and the clause that says so."""
    match action:
        case actions.ChangeTotal():
            return _changed_total(state, action)
        case actions.ChangeDie():
            return _changed_dice(state, action)
        case actions.Reverse():
            told = T("Counting runs clockwise again.")
            if not state.backwards:
                told = T("Counting now runs counter-clockwise.")
            return replace(state, backwards=not state.backwards), Clause(told)
        case actions.StartFrom():
            begin = state.in_ring(action.target)
            return replace(state, origin=begin.id), Clause(T("The count begins at {monster}.", monster=begin.whose))
        case actions.Skip():
            card = state.in_ring(action.target)
            skipped = replace(state, ring=with_card(state.ring, replace(card, skipped=True)))
            return skipped, Clause(T("{monster} is not counted.", monster=card.whose))
        case actions.Neighbour():
            told = T("Also picked: the {side} of the picked monster.", side=SIDES[action.side])
            return replace(state, neighbours=state.neighbours | {action.side}), Clause(told)
        case actions.ChangeSymbols():
            return _changed_symbols(state, action)
        case actions.MoveHunger():
            return _moved_hunger(state, action)
        case actions.ChangeCandidate():
            return _changed_candidate(state, action)
        case actions.EndGame():
            last = replace(state, rounds=state.round)
            told = T("Game End: the game ends {when}.", when=ENDINGS[action.when])
            return last if action.when == "round" else next_round(last), Clause(told)
    return state, Clause(T("The table does what its card says."))


def _changed_total(state: State, action: actions.ChangeTotal) -> tuple[State, Clause]:
    old, new = state.total, max(0, state.total + action.change)
    told = T("The total goes from {old} to {new}.", old=old, new=new)
    if old + action.change < 0:
        told = T("The total goes from {old} to {new}: it never falls below 0.", old=old, new=new)
    return replace(state, bonus=new - pips(state.dice)), Clause(told, by=(("total", new - old),))


def _changed_dice(state: State, action: actions.ChangeDie) -> tuple[State, Clause]:
    dice: list[Face] = []
    changed = False
    for face in state.dice:
        if str(face) != action.die or (changed and not action.every):
            dice.append(face)
            continue
        changed = True
        if action.to != REMOVED:
            dice.append(face_of(action.to))
    after = replace(state, dice=tuple(dice))
    shown, n = FACE_WORDS[action.die], after.total
    if action.to == REMOVED and action.every:
        told = T("Every {face} is removed: the total is {n}.", face=shown, n=n)
    elif action.to == REMOVED:
        told = T("A {face} is removed: the total is {n}.", face=shown, n=n)
    elif action.every:
        told = T("Every {face} becomes {to}: the total is {n}.", face=shown, to=FACE_WORDS[action.to], n=n)
    else:
        told = T("A {face} becomes {to}: the total is {n}.", face=shown, to=FACE_WORDS[action.to], n=n)
    return after, Clause(told, by=(("total", n - state.total),))


def _changed_symbols(state: State, action: actions.ChangeSymbols) -> tuple[State, Clause]:
    card = state.in_ring(action.target)
    changed = replace(card, change=card.change + action.change)
    told = TN(
        "{monster}: {new} hunger symbol instead of {old}.",
        "{monster}: {new} hunger symbols instead of {old}.",
        changed.counts,
        monster=card.whose,
        new=changed.counts,
        old=card.counts,
    )
    clause = Clause(told, by=((f"ring:{card.id}", changed.counts - card.counts),))
    return replace(state, ring=with_card(state.ring, changed)), clause


def _moved_hunger(state: State, action: actions.MoveHunger) -> tuple[State, Clause]:
    hunger = fed(state.hunger, one_food(action.food, action.change))
    old, new = number_of(state.hunger, action.food), number_of(hunger, action.food)
    told = T("Hunger for {food}: from {old} to {new}.", food=FOODS[action.food], old=old, new=new)
    return replace(state, hunger=hunger), Clause(told, by=((f"hunger:{action.food}", new - old),))


def _changed_candidate(state: State, action: actions.ChangeCandidate) -> tuple[State, Clause]:
    card = state.card(action.target)
    foods = fed(card.foods, one_food(action.food, action.change), SYMBOLS_HIGH)
    old, new = number_of(card.foods, action.food), number_of(foods, action.food)
    told = T("{monster}: {food} {new} instead of {old}.", monster=card.whose, food=FOODS[action.food], new=new, old=old)
    after = replace(state, candidates=with_card(state.candidates, replace(card, foods=foods)))
    return after, Clause(told, by=((f"candidate:{card.id}:{action.food}", new - old),))
