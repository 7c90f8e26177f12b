"""What several kinds of field share: keys with the words for them, and how a wrong one is refused."""

from __future__ import annotations

from typing import Any, TypeGuard

from companion.core.text import Listing, T, Text

Labelled = tuple[tuple[str, Text], ...]
"""Keys with the words for them, in the order in which they are shown."""


Schema = dict[str, Any]


def one_of(choices: Labelled) -> Text:
    """The refusal that names what there is to choose from."""
    return T("Choose one of these: {choices}.", choices=Listing(tuple(label for _, label in choices), "or"))


def is_whole(value: object) -> TypeGuard[int]:
    """Whether a value is a whole number; yes and no are none, although Python counts with them."""
    return isinstance(value, int) and not isinstance(value, bool)
