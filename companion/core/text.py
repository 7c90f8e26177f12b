"""Sentences as data: rules say *what* to say, `companion.web.i18n` says it in the reader's language.

A `Text` is an English template with named places, and what goes into them. `T`, `TN` and `TC` are the only ways to
make one, because the catalogue of translations is gathered by looking for these calls: their template is a literal.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal, NewType

Seat = NewType("Seat", int)
"""A place at the table, from 0, clockwise."""


@dataclass(frozen=True, slots=True)
class Who:
    """The name of whoever sits on a seat; filled in when the text is worded, since people are renamed."""

    seat: int


@dataclass(frozen=True, slots=True)
class Listing:
    """Several things said one after the other: "a, b and c", "a or b", "a + b", or only "a, b, c" (`listed`)."""

    items: tuple[Param, ...]
    style: Literal["and", "or", "plus", "comma"] = "and"


@dataclass(frozen=True, slots=True)
class Spoken:
    """What somebody wrote themselves, as (language tag, words), in the languages they wrote it in.

    It is said in the reader's language, else in English, else in the first; the tag "" fits every reader.
    """

    words: tuple[tuple[str, str], ...]

    @property
    def english(self) -> str:
        """The words for whoever reads English, or the first there are."""
        fits = (words for tag, words in self.words if tag.split("-")[0].lower() in ("en", ""))
        return next(fits, self.words[0][1] if self.words else "")


@dataclass(frozen=True, slots=True)
class Text:
    """A translatable message: template, parameters, and the plural form with the number that chooses it."""

    template: str
    params: tuple[tuple[str, Param], ...] = ()
    plural: str | None = None
    number: int = 0
    context: str | None = None


Param = int | str | Text | Who | Listing | Spoken
"""What may stand in a place of a template. A ``str`` is data (a person's or card's name) and never translated."""


def T(template: str, /, **params: Param) -> Text:
    """A message; ``{name}`` in the template is filled from the parameter of that name."""
    return Text(template, tuple(params.items()))


def TN(singular: str, plural: str, n: int, /, **params: Param) -> Text:
    """A message that depends on the number ``n``, itself available as ``{n}``."""
    return Text(singular, (("n", n), *params.items()), plural, n)


def TC(context: str, template: str, /, **params: Param) -> Text:
    """A message whose English is ambiguous; ``context`` tells the translator which one is meant."""
    return Text(template, tuple(params.items()), context=context)


def listed(items: Iterable[Param]) -> Listing:
    """The items with commas between them and no other word, as each language has it: "12, 14", "12、14"."""
    return Listing(tuple(items), "comma")


def named(value: Param, names: tuple[str, ...]) -> Param:
    """The text with the names of seats filled in, for whoever does not know who sits where."""
    match value:
        case Who() if 0 <= value.seat < len(names):
            return names[value.seat]
        case Text():
            return replace(value, params=tuple((name, named(param, names)) for name, param in value.params))
        case Listing():
            return replace(value, items=tuple(named(item, names) for item in value.items))
    return value


def plain(text: Text, names: tuple[str, ...] = ()) -> str:
    """The English of a text, for logs and tests; people read it worded by `companion.web.i18n`."""

    def fill(value: Param) -> str:
        if isinstance(value, Text):
            return plain(value, names)
        if isinstance(value, Who):
            return names[value.seat] if value.seat < len(names) else f"seat {value.seat + 1}"
        if isinstance(value, Listing):
            words = [fill(item) for item in value.items]
            if value.style == "plus" or len(words) < 2:
                return " + ".join(words)
            if value.style == "comma":
                return ", ".join(words)
            return f"{', '.join(words[:-1])} {value.style} {words[-1]}"
        if isinstance(value, Spoken):
            return value.english
        return str(value)

    template = text.plural if text.plural is not None and text.number != 1 else text.template
    return template.format_map({name: fill(value) for name, value in text.params})
