"""Monsters' abilities as generic effects: what is printed on the cards only the table knows.

Decisions: what an ability did to total, dice, direction or ring lasts until the end of the round; a new starting
monster and picked neighbours are for this one pick; dice changed afterwards do not move the hunger markers.
"""

from __future__ import annotations

from dataclasses import replace

from companion.core.fields import Choice, Field, Flag, Labelled, Note, Number
from companion.core.game import Offer
from companion.core.text import TN, Seat, T, Text
from companion.games.lunchtime_battle import actions
from companion.games.lunchtime_battle.actions import Ability
from companion.games.lunchtime_battle.counting import card_of, marked, tidied, usable, with_card
from companion.games.lunchtime_battle.dice import FACE_WORDS, face_of
from companion.games.lunchtime_battle.foods import FOODS, SYMBOLS_HIGH, amounts, fed, one_food
from companion.games.lunchtime_battle.state import Card, State, pips

CHANGE = 20
NOTE_LENGTH = 200
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


def effect_of(action: Ability) -> str:
    """The key of an ability's effect."""
    return next(key for key, (kind, _) in EFFECTS.items() if type(action) is kind)


def offers(state: State, seat: Seat) -> tuple[Offer, ...]:
    """Every effect this seat can use now, for the monsters it can turn."""
    monsters = usable(state, seat)
    if not monsters or state.phase not in ("count", "final"):
        return ()
    found = []
    for key, (kind, label) in EFFECTS.items():
        if state.phase == "final" and key not in FINAL:
            continue
        fields = _fields(state, key)
        if fields is not None:
            whose = Choice("monster", T("Whose ability"), with_foods(monsters))
            note = Note("note", T("What the card says"), NOTE_LENGTH, optional=True)
            found.append(Offer(kind, label, (whose, *fields, note), place="more"))
    return tuple(found)


def _fields(state: State, key: str) -> tuple[Field, ...] | None:
    """The further fields of an effect; None where there is nothing it could change."""
    change = Number("change", T("By how much"), -CHANGE, CHANGE)
    target = Choice("target", T("Which monster"), labelled(state.ring))
    food = Choice("food", T("Which food"), tuple(FOODS.items()))
    match key:
        case "total":
            return (change,)
        case "die":
            if not state.dice:
                return None
            shown = tuple(dict.fromkeys(str(face) for face in state.dice))
            return (
                Choice("die", T("Which die"), tuple((face, FACE_WORDS[face]) for face in shown)),
                Choice("to", T("What becomes of it"), (*FACE_WORDS.items(), (REMOVED, T("removed")))),
                Flag("every", T("Every die that shows the same"), optional=True),
            )
        case "start" | "skip":
            return (target,)
        case "neighbour":
            return (Choice("side", T("Which neighbour"), tuple(SIDES.items())),)
        case "symbols":
            return (target, change)
        case "hunger":
            return (food, change)
        case "candidate":
            if not state.candidates:
                return None
            return (Choice("target", T("Which candidate"), with_foods(state.candidates)), food, change)
        case "end":
            return (Choice("when", T("When the game ends"), tuple(ENDINGS.items())),)
        case _:
            return ()


def labelled(cards: tuple[Card, ...]) -> Labelled:
    """Monsters of the ring to choose from."""
    return tuple(
        (
            card.id,
            TN(
                "{monster}: {n} hunger symbol",
                "{monster}: {n} hunger symbols",
                card.counts,
                monster=card.label,
            ),
        )
        for card in cards
    )


def with_foods(cards: tuple[Card, ...]) -> Labelled:
    """Candidates to choose from; several of one player may have no name."""
    return tuple((card.id, T("{monster}: {foods}", monster=card.label, foods=amounts(card.foods))) for card in cards)


def applied(state: State, action: Ability) -> State:
    """The state after an ability: its monster turned, its effect done, all passes taken back."""
    effect = effect_of(action)
    after = marked(state, action.monster, effect, action.note.strip())
    if effect in RECOUNTED:
        after = replace(after, pointed="")
    match action:
        case actions.ChangeTotal():
            return replace(after, bonus=max(0, after.total + action.change) - pips(after.dice))
        case actions.ChangeDie():
            return replace(after, dice=_changed_dice(after, action))
        case actions.Reverse():
            return replace(after, backwards=not after.backwards)
        case actions.StartFrom():
            return replace(after, origin=action.target)
        case actions.Skip():
            return replace(after, ring=with_card(after.ring, replace(_in_ring(after, action.target), skipped=True)))
        case actions.Neighbour():
            return replace(after, neighbours=after.neighbours | {action.side})
        case actions.ChangeSymbols():
            card = _in_ring(after, action.target)
            return replace(after, ring=with_card(after.ring, replace(card, change=card.change + action.change)))
        case actions.MoveHunger():
            return replace(after, hunger=fed(after.hunger, one_food(action.food, action.change)))
        case actions.ChangeCandidate():
            card = card_of(after, action.target)
            foods = fed(card.foods, one_food(action.food, action.change), SYMBOLS_HIGH)
            return replace(after, candidates=with_card(after.candidates, replace(card, foods=foods)))
        case actions.EndGame(when="round"):
            return replace(after, rounds=after.round)
        case actions.EndGame():
            return tidied(replace(after, rounds=after.round))
    return after


def _in_ring(state: State, monster: str) -> Card:
    return next(card for card in state.ring if card.id == monster)


def _changed_dice(state: State, action: actions.ChangeDie) -> tuple[int | str, ...]:
    dice: list[int | str] = []
    changed = False
    for face in state.dice:
        if str(face) != action.die or (changed and not action.every):
            dice.append(face)
            continue
        changed = True
        if action.to != REMOVED:
            dice.append(face_of(action.to))
    return tuple(dice)
