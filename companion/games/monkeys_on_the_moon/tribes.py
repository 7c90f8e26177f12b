"""The six tribes and their ring: who is whose ally and whose rival."""

from __future__ import annotations

from companion.core.text import TC, Text

TRIBES: dict[str, Text] = {
    "red": TC("tribe", "red"),
    "blue": TC("tribe", "blue"),
    "green": TC("tribe", "green"),
    "black": TC("tribe", "black"),
    "brown": TC("tribe", "brown"),
    "purple": TC("tribe", "purple"),
}
"""The keys in the order of the score sheet, with their words as in "2 red coins", "the red tribe"."""

TITLES: dict[str, Text] = {
    "red": TC("tribe", "Red"),
    "blue": TC("tribe", "Blue"),
    "green": TC("tribe", "Green"),
    "black": TC("tribe", "Black"),
    "brown": TC("tribe", "Brown"),
    "purple": TC("tribe", "Purple"),
}
"""The same where a tribe heads a line."""

LABELS: tuple[tuple[str, Text], ...] = tuple(TRIBES.items())
ORDER = tuple(TRIBES)

Ring = tuple[str, ...]
"""All six tribes, clockwise."""

PerTribe = tuple[int, ...]
"""One number for each tribe, in the order of `TRIBES`."""


def index(tribe: str) -> int:
    """The place of a tribe in every `PerTribe`."""
    return ORDER.index(tribe)


def changed(values: PerTribe, tribe: str, by: int) -> PerTribe:
    """The values with the one of ``tribe`` raised by ``by``."""
    at = index(tribe)
    return (*values[:at], values[at] + by, *values[at + 1 :])


def rival(ring: Ring, tribe: str) -> str:
    """The tribe opposite."""
    return ring[(ring.index(tribe) + 3) % 6]


def allies(ring: Ring, tribe: str) -> tuple[str, str]:
    """The tribes beside it: the one before and the one after, clockwise."""
    at = ring.index(tribe)
    return ring[at - 1], ring[(at + 1) % 6]


def teachable(ring: Ring, card: str) -> tuple[str, str, str]:
    """Whom a civilization card can teach: its own tribe first, then the allies."""
    return (card, *allies(ring, card))


def swapped(ring: Ring, tribe: str, clockwise: bool) -> Ring:
    """The ring after the tribe changed places with its left neighbour, the next one clockwise or the other way."""
    at = ring.index(tribe)
    other = (at + 1) % 6 if clockwise else (at - 1) % 6
    cards = list(ring)
    cards[at], cards[other] = cards[other], cards[at]
    return tuple(cards)
