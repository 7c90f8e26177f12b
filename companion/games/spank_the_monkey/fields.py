"""What several offers ask for: cards as printed, places in the piles, the reason of a move by hand."""

from __future__ import annotations

from companion.core.fields import Cards, Flag, Note, Number, SeatChoice
from companion.core.text import T, Text
from companion.games.spank_the_monkey.pile import HEIGHT_HIGH, PILE_HIGH, STRENGTH_HIGH
from companion.games.spank_the_monkey.state import State
from companion.games.spank_the_monkey.wording import below_words

Places = tuple[tuple[int, int], ...]

CATEGORY = Note("category", T("Category"), 40, optional=True)
REASON = Note("reason", T("Which card says so"), 200, optional=True)
FALLS = Flag("falls", T("What lay above it falls"), optional=True)
JUNK_CARD = Cards(
    "cards",
    T("Junk card"),
    "junk",
    1,
    1,
    (Number("height", T("Height"), 0, HEIGHT_HIGH), Number("strength", T("Strength"), 0, STRENGTH_HIGH)),
)
REINFORCEMENT_CARD = Cards(
    "cards", T("Reinforcement"), "reinforcements", 1, 1, (Number("strength", T("Strength"), 0, STRENGTH_HIGH),)
)


def junk_choice(name: str, label: Text, state: State, places: Places, why: Text | None = None) -> SeatChoice:
    """One of the junk cards at these places: how manieth from the ground, since two may have one name, and the card."""
    words = tuple(T("{n}: {junk}", n=index + 1, junk=state.piles[seat][index].called) for seat, index in places)
    return SeatChoice(name, label, places, why=why, words=words)


def junk_places(state: State) -> Places:
    """Every junk card, by seat and from the bottom up."""
    return tuple((seat, index) for seat, pile in enumerate(state.piles) for index in range(len(pile)))


def gap_choice(state: State) -> SeatChoice | None:
    """A place into which junk can be put: a pile, and how many junk cards are below. None where every pile is full."""
    gaps = tuple(
        (seat, position)
        for seat, pile in enumerate(state.piles)
        if len(pile) < PILE_HIGH
        for position in range(len(pile) + 1)
    )
    words = tuple(below_words(state.piles[seat], position) for seat, position in gaps)
    return SeatChoice("to", T("Where to: pile, and junk below"), gaps, words=words) if gaps else None
