"""The reveal of the final scoring: one category after the other, the same on every screen."""

from __future__ import annotations

from companion.core.refusal import Refused
from companion.core.text import T, Text
from companion.games.monkeys_on_the_moon.scoring import CATEGORIES

REVEAL_STEPS = len(CATEGORIES) + 1


def revealed_after(revealed: int, step: int | None) -> int:
    """How many steps are shown after one more; two phones that tap at once reveal one. Raises Refused."""
    if step is not None and step != revealed:
        raise Refused("changed", None, T("Somebody else revealed this just now."))
    return revealed + 1


def reveal_label(revealed: int) -> Text:
    """What the button of the next step says."""
    if revealed < len(CATEGORIES):
        return T("Reveal: {category}", category=list(CATEGORIES.values())[revealed])
    return T("Reveal the totals")


def reveal_told(revealed: int) -> Text:
    """What the next step does."""
    if revealed < len(CATEGORIES):
        return T("{category} is shown on every screen.", category=list(CATEGORIES.values())[revealed])
    return T("The totals are shown on every screen.")
