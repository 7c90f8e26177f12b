"""What abilities may be used now: every effect, for the monsters a seat can turn, with what it could change."""

from __future__ import annotations

from companion.core.fields import Choice, Field, Flag, Labelled, Note, Number
from companion.core.game import Offer
from companion.core.text import TN, Seat, T
from companion.games.lunchtime_battle.abilities import EFFECTS, ENDINGS, FINAL, REMOVED, SIDES
from companion.games.lunchtime_battle.counting import usable
from companion.games.lunchtime_battle.dice import FACE_WORDS
from companion.games.lunchtime_battle.foods import FOODS, amounts
from companion.games.lunchtime_battle.state import Card, State

CHANGE = 20
NOTE_LENGTH = 200


def ability_offers(state: State, seat: Seat) -> tuple[Offer, ...]:
    """Every effect this seat can use in this count or in the final one."""
    monsters = usable(state, seat)
    if not monsters:
        return ()
    whose = Choice("monster", T("Whose ability"), _with_foods(monsters))
    note = Note("note", T("What the card says"), NOTE_LENGTH, optional=True)
    found = []
    for key, (kind, label) in EFFECTS.items():
        if state.phase == "final" and key not in FINAL:
            continue
        fields = _fields(state, key)
        if fields is not None:
            found.append(Offer(kind, label, (whose, *fields, note), place="more"))
    return tuple(found)


def _fields(state: State, key: str) -> tuple[Field, ...] | None:
    """The further fields of an effect; None where there is nothing it could change."""
    change = Number("change", T("By how much"), -CHANGE, CHANGE)
    target = Choice("target", T("Which monster"), counted(state.ring))
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
            return (Choice("target", T("Which candidate"), _with_foods(state.candidates)), food, change)
        case "end":
            return (Choice("when", T("When the game ends"), tuple(ENDINGS.items())),)
        case _:
            return ()


def counted(cards: tuple[Card, ...]) -> Labelled:
    """Monsters of the ring to choose from, each with its hunger symbols."""
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


def _with_foods(cards: tuple[Card, ...]) -> Labelled:
    """Candidates to choose from; several of one player may have no name."""
    return tuple(
        (card.id, card.label if card.unsaid else T("{monster}: {foods}", monster=card.label, foods=amounts(card.foods)))
        for card in cards
    )
