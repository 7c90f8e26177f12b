"""One named monster lies once: which names cannot be laid now."""

from __future__ import annotations

from companion.games.lunchtime_battle.actions import FirstCandidate, Lay
from companion.games.lunchtime_battle.state import State


def same_name(name: str) -> str:
    """What two spellings of one monster's name have in common."""
    return name.strip().casefold()


def lying(state: State, kind: type[Lay | FirstCandidate], place: int) -> frozenset[str]:
    """The names that lie on the table, face down or not, but for what an entry of this kind and place would replace."""
    down = [of for there, of in enumerate(state.laid) if kind is not Lay or there != place]
    down += [of for there, of in enumerate(state.firsts) if kind is not FirstCandidate or there != place]
    cards = (*state.candidates, *(of.card for of in down if of is not None))
    return frozenset(same_name(card.name) for card in cards if card.name)
