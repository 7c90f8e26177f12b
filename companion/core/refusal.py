"""The one way to say no: what, why, and the way out, with the code scripts read and the field at fault."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Self

from companion.core.text import T, Text, named

OF_THE_REQUEST = ("seat", "seq")
"""Fields that stand beside an action in a request, not inside it."""


class Refused(Exception):
    """Something is not done: a code of the interfaces page, the path of the field at fault, and a sentence.

    ``field``: None where no field is at fault. ``missing``: the field was left out altogether. ``more``: what a script
    needs beside the sentence, such as ``at_seq``, the entry that stands in the way.
    """

    def __init__(
        self,
        code: str,
        field: str | None,
        text: Text,
        *,
        missing: bool = False,
        more: Mapping[str, int] | None = None,
    ) -> None:
        super().__init__(code, field, text)
        self.code = code
        self.field = field
        self.text = text
        self.missing = missing
        self.more: Mapping[str, int] = more or {}

    def under(self, root: str) -> Self:
        """The same refusal with its field inside ``root``, as in ``action.value``; once is enough."""
        field = self.field
        if field is None or field in OF_THE_REQUEST or field == root or field.startswith((f"{root}.", f"{root}[")):
            return self
        return self._with(f"{root}.{field}", self.text)

    def at(self, field: str | None) -> Self:
        """The same refusal about another field."""
        return self._with(field, self.text)

    def named(self, names: tuple[str, ...]) -> Self:
        """The same refusal with names in its sentence, for whoever does not know who sits where."""
        text = named(self.text, names)
        return self._with(self.field, text if isinstance(text, Text) else self.text)

    def _with(self, field: str | None, text: Text) -> Self:
        return type(self)(self.code, field, text, missing=self.missing, more=self.more)


def illegal(text: Text, field: str = "type") -> Refused:
    """The refusal of what the rules, or where the table is, do not allow now."""
    return Refused("illegal", field, text)


def no_seat() -> Refused:
    """The refusal of a seat's own entry that does not say whose it is."""
    return Refused("bad_field", "seat", T("Say which seat enters this."))


def check_range(path: str, value: int, low: int, high: int) -> None:
    """Refuses a number that is out of range, naming its field."""
    if not low <= value <= high:
        raise Refused("bad_field", path, T("Enter a whole number from {low} to {high}.", low=low, high=high))
