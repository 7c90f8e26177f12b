"""The kinds of thing a person can enter, each with its range today.

A field answers three questions with the same numbers: `check` (is this value allowed, else why not, as a `Text`),
`schema` (the same as JSON Schema 2020-12) and `sample` (one allowed value). Values are plain JSON.

One file for each family of fields; the list of all kinds is `Field`.
"""

from __future__ import annotations

from companion.core.fields.cards import NAME_LENGTH, Cards
from companion.core.fields.choices import Choice, Flag, Order, SeatChoice, Several
from companion.core.fields.dice import Dice, Face
from companion.core.fields.labelled import Labelled, Schema, is_whole, out_of_range
from companion.core.fields.notes import Note
from companion.core.fields.numbers import Counts, Number

Field = Number | Flag | Choice | Several | Counts | Order | Dice | Cards | SeatChoice | Note
"""Everything that can be asked."""

__all__ = [
    "NAME_LENGTH",
    "Cards",
    "Choice",
    "Counts",
    "Dice",
    "Face",
    "Field",
    "Flag",
    "Labelled",
    "Note",
    "Number",
    "Order",
    "Schema",
    "SeatChoice",
    "Several",
    "is_whole",
    "out_of_range",
]
