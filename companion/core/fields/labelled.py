"""What several kinds of field share: keys with the words for them, and how a wrong one is refused."""

from __future__ import annotations

from typing import Any, TypeGuard

from companion.core.text import Listing, Param, T, Text

Labelled = tuple[tuple[str, Text], ...]
"""Keys with the words for them, in the order in which they are shown."""


Schema = dict[str, Any]


def one_of(choices: Labelled) -> Text:
    """The refusal that names what there is to choose from."""
    return T("Choose one of these: {choices}.", choices=Listing(tuple(label for _, label in choices), "or"))


def is_whole(value: object, low: int | None = None, high: int | None = None) -> TypeGuard[int]:
    """Whether a value is a whole number, in a range where one is given; yes and no are none, though Python counts them."""
    if not isinstance(value, int) or isinstance(value, bool):
        return False
    return (low is None or low <= value) and (high is None or value <= high)


def out_of_range(label: Param, low: int, high: int) -> Text:
    """What is said of a whole number that is not from ``low`` to ``high``; where nothing else is possible, why not."""
    if low == high:
        return T(
            "{label}: only {n} is possible while the other numbers are as they are. Correct those first.",
            label=label,
            n=low,
        )
    return T("{label}: enter a whole number from {low} to {high}.", label=label, low=low, high=high)
