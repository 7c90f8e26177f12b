"""The box profile of Spank the Monkey: the cards of the owner's copy, learnt by name as they are played.

``{"junk": {name: {"height", "strength", "category"}}, "reinforcements": {name: {"strength"}},
"attacks": {name: {"kind", "modifier" (absent: none)}}, "defences": {name: {"value"}}, "specials": {name: {}}}``; an
empty profile ({}) is a copy nobody has played yet. What is not of this shape is passed over.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.core.fields import is_whole
from companion.core.game import Action
from companion.core.printed import Path, PrintedNumber, number_at
from companion.core.text import T, Text
from companion.games.spank_the_monkey import actions as a
from companion.games.spank_the_monkey.pile import (
    HEIGHT_HIGH,
    MODIFIER_HIGH,
    MODIFIER_LOW,
    NAMELESS,
    STRENGTH_HIGH,
    Pile,
)
from companion.games.spank_the_monkey.state import KINDS

RANGES: dict[str, dict[str, tuple[int, int]]] = {
    "junk": {"height": (0, HEIGHT_HIGH), "strength": (0, STRENGTH_HIGH)},
    "reinforcements": {"strength": (0, STRENGTH_HIGH)},
    "attacks": {"modifier": (MODIFIER_LOW, MODIFIER_HIGH)},
    "defences": {"value": (MODIFIER_LOW, MODIFIER_HIGH)},
    "specials": {},
}
"""Kinds of card, as the `Cards` fields name them, with the numbers printed on each and their ranges."""
OPTIONAL = {"modifier"}
WORDS = {"junk": "category", "attacks": "kind"}
"""What else is remembered of a card."""


@dataclass(frozen=True, slots=True)
class KnownCard:
    """A card that was played before. ``word``: the category of junk, the kind of an attack."""

    name: str
    numbers: tuple[tuple[str, int], ...]
    word: str = ""


def known(box: Mapping[str, Any], kind: str) -> tuple[KnownCard, ...]:
    """The cards of a kind, by name."""
    cards = box.get(kind)
    if not isinstance(cards, Mapping):
        return ()
    found = [card for name, facts in cards.items() if (card := _card(kind, name, facts)) is not None]
    return tuple(sorted(found, key=lambda card: card.name.casefold()))


def _card(kind: str, name: object, facts: object) -> KnownCard | None:
    if not isinstance(name, str) or not isinstance(facts, Mapping):
        return None
    numbers = []
    for key, (low, high) in RANGES[kind].items():
        value = facts.get(key)
        if value is None and key in OPTIONAL:
            continue
        if not is_whole(value, low, high):
            return None
        numbers.append((key, value))
    word = facts.get(WORDS.get(kind, ""), "")
    if kind == "attacks" and word not in KINDS:
        return None
    return KnownCard(name, tuple(numbers), word if isinstance(word, str) else "")


NUMBERS: dict[str, Text] = {
    "height": T("Height"),
    "strength": T("Strength"),
    "modifier": T("Attack modifier"),
    "value": T("Value"),
}


def printed_numbers(box: Mapping[str, Any]) -> tuple[PrintedNumber, ...]:
    """The numbers of every card that was played by name; a card without a number has none to show."""
    found: list[PrintedNumber] = []
    for kind, ranges in RANGES.items():
        cards = box.get(kind)
        for name in sorted(cards, key=str.casefold) if isinstance(cards, Mapping) else ():
            for key, (low, high) in ranges.items():
                path: Path = (kind, name, key)
                found.append(PrintedNumber(NUMBERS[key], path, number_at(box, path), low, high, of=name))
    return tuple(found)


def learnt(box: Mapping[str, Any], action: Action) -> dict[str, Any]:
    """What an action shows of the owner's cards that the profile does not say yet, as a merge patch."""
    patch: dict[str, Any] = {}
    for kind, name, facts in _shown(action):
        if name == NAMELESS:
            continue
        cards = box.get(kind)
        old = cards.get(name) if isinstance(cards, Mapping) else None
        if old is None or dict(old) != {key: value for key, value in facts.items() if value is not None}:
            patch.setdefault(kind, {})[name] = facts
    return patch


def taught(before: Sequence[Pile], after: Sequence[Pile]) -> dict[str, Any]:
    """What other heights and strengths of named cards in the piles say of the owner's cards, as a merge patch."""
    was = {junk.id: junk for pile in before for junk in pile}
    patch: dict[str, Any] = {}
    for junk in (junk for pile in after for junk in pile if junk.id in was):
        old = was[junk.id]
        if junk.name != NAMELESS and (junk.height, junk.strength) != (old.height, old.strength):
            patch.setdefault("junk", {})[junk.name] = {"height": junk.height, "strength": junk.strength}
        for card, other in zip(junk.reinforcements, old.reinforcements, strict=False):
            if card.name != NAMELESS and card.strength != other.strength:
                patch.setdefault("reinforcements", {})[card.name] = {"strength": card.strength}
    return patch


def _shown(action: Action) -> list[tuple[str, str, dict[str, Any]]]:
    match action:
        case a.Build() | a.PutJunk():
            category = action.category.strip()
            return [
                (
                    "junk",
                    card.name.strip(),
                    {"height": card.height, "strength": card.strength, **({"category": category} if category else {})},
                )
                for card in action.cards
            ]
        case a.Reinforce() | a.PutReinforcement():
            return [("reinforcements", card.name.strip(), {"strength": card.strength}) for card in action.cards]
        case a.Attack():
            # A null in a merge patch takes the number away, should the card have been entered with one before.
            return [
                ("attacks", card.name.strip(), {"kind": action.kind, "modifier": card.modifier})
                for card in action.cards
            ]
        case a.Defend():
            return [("defences", card.name.strip(), {"value": card.value}) for card in action.cards]
        case a.Special() | a.AddToRoll():
            return [("specials", card.name.strip(), {}) for card in action.cards]
    return []
