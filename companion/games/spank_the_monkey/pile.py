"""A pile of junk: what stands where, how strong it is, and what a hand attack reaches."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.core.text import T, Text

HEIGHT_HIGH = 25
STRENGTH_HIGH = 30
MODIFIER_LOW, MODIFIER_HIGH = -9, 30
"""What a card can print; beyond this it is a typing error."""
PILE_HIGH = 60

CATEGORIES: dict[str, Text] = {
    "furniture": T("Furniture"),
    "illegal": T("Illegal"),
    "organic": T("Organic"),
}
"""The categories the rules name; a copy's further ones are kept as they are written."""

NAMELESS = "–"
"""The name of a card nobody wants to type; it is not remembered."""


def called(name: str, otherwise: Text) -> Text | str:
    """What a card is called: by its name, or as what it is."""
    return otherwise if name == NAMELESS else name


@dataclass(frozen=True, slots=True)
class Reinforcement:
    """A card on a junk card that adds to its strength."""

    name: str
    strength: int


@dataclass(frozen=True, slots=True)
class Junk:
    """A junk card in a pile, with its reinforcements. ``id`` is given once and follows the card wherever it goes."""

    id: int
    name: str
    height: int
    strength: int
    category: str = ""
    reinforcements: tuple[Reinforcement, ...] = ()

    @property
    def full_strength(self) -> int:
        """The strength an attack or an impact has to reach."""
        return self.strength + sum(card.strength for card in self.reinforcements)

    @property
    def called(self) -> Text | str:
        """Its name, or for a card without one its height and strength."""
        return called(self.name, T("junk {height}/{strength}", height=self.height, strength=self.full_strength))


Pile = tuple[Junk, ...]
"""Junk from bottom to top."""


def height_of(pile: Pile) -> int:
    """How high whoever stands on top of the pile is."""
    return sum(junk.height for junk in pile)


def below(pile: Pile, index: int) -> int:
    """The height at which a junk card begins."""
    return height_of(pile[:index])


def index_of(pile: Pile, junk_id: int) -> int | None:
    """Where a junk card lies in a pile, or None."""
    return next((index for index, junk in enumerate(pile) if junk.id == junk_id), None)


def in_hand_reach(attacker_height: int, pile: Pile, own: bool) -> int | None:
    """The one junk card a hand attack reaches (index from the bottom), or None.

    Junk spans the heights above ``below`` up to ``below`` + dots; it is in reach if the attacker's height is among
    them. From the ground only the bottom is; on one's own pile it is the top.
    """
    if not pile:
        return None
    if own:
        return len(pile) - 1
    if attacker_height == 0:
        return 0
    for index, junk in enumerate(pile):
        start = below(pile, index)
        if start < attacker_height <= start + junk.height:
            return index
    return None


def why_hand(attacker_height: int, pile: Pile, own: bool) -> Text:
    """Which junk a hand attack reaches in a pile and why, or why none."""
    index = in_hand_reach(attacker_height, pile, own)
    if not pile:
        return T("There is no junk in this pile.")
    if index is None:
        return T(
            "You stand at {yours}, this pile ends at {theirs}: too low for a hand attack.",
            yours=attacker_height,
            theirs=height_of(pile),
        )
    name = pile[index].called
    if own:
        return T("On your own pile a hand attack reaches the top: {junk}.", junk=name)
    if attacker_height == 0:
        return T("From the ground a hand attack reaches only the bottom: {junk}.", junk=name)
    start = below(pile, index)
    return T(
        "You stand at {yours}: a hand attack reaches {junk}, which spans {low} to {high}.",
        yours=attacker_height,
        junk=name,
        low=start + 1,
        high=start + pile[index].height,
    )


def without(pile: Pile, index: int) -> Pile:
    """The pile without one junk card and its reinforcements."""
    return pile[:index] + pile[index + 1 :]


def with_junk(pile: Pile, position: int, junk: Junk) -> Pile:
    """The pile with a junk card that has ``position`` others below it, or all of them if there are fewer."""
    return (*pile[:position], junk, *pile[position:])


def moved(pile: Pile, index: int, position: int) -> Pile:
    """The pile with one of its junk cards in another gap: ``position`` cards are below it as the pile lies before."""
    return with_junk(without(pile, index), position - (position > index), pile[index])


def reinforced(junk: Junk, card: Reinforcement) -> Junk:
    """The junk with one more reinforcement."""
    return replace(junk, reinforcements=(*junk.reinforcements, card))


def category_label(category: str) -> Text | str:
    """The words for a category: translated where the rules name it."""
    return CATEGORIES.get(category, category)
