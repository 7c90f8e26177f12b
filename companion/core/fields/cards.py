"""Cards with the numbers printed on them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.core.fields.choices import Choice
from companion.core.fields.labelled import Schema
from companion.core.fields.numbers import Counts, Number
from companion.core.text import TN, T, Text

NAME_LENGTH = 40


@dataclass(frozen=True, slots=True)
class Cards:
    """``low`` to ``high`` cards: objects with a ``name`` and the numbers printed on them.

    ``kind`` says which cards of the box profile are offered by name; ``numbers`` are the further fields of a card.
    """

    name: str
    label: Text
    kind: str
    low: int
    high: int
    numbers: tuple[Number | Counts | Choice, ...] = ()
    optional: bool = False

    def check(self, value: object) -> Text | None:
        if not isinstance(value, list | tuple) or not self.low <= len(value) <= self.high:
            if self.low == self.high:
                return TN("{label}: {n} card is needed.", "{label}: {n} cards are needed.", self.low, label=self.label)
            return T("{label}: {low} to {high} cards.", label=self.label, low=self.low, high=self.high)
        for card in value:
            if not isinstance(card, dict) or not isinstance(card.get("name"), str):
                return T("{label}: every card needs a name.", label=self.label)
            if not 0 < len(card["name"].strip()) <= NAME_LENGTH:
                return T("{label}: a name has 1 to {n} letters.", label=self.label, n=NAME_LENGTH)
            known = {field.name: field for field in self.numbers}
            if any(key != "name" and key not in known for key in card):
                return T("{label}: a card has something that is not asked for.", label=self.label)
            for name, field in known.items():
                if name not in card:
                    if field.optional:
                        continue
                    return T("{label}: {number} is missing.", label=card["name"], number=field.label)
                if (problem := field.check(card[name])) is not None:
                    return problem
        return None

    def schema(self) -> Schema:
        properties: Schema = {"name": {"type": "string", "minLength": 1, "maxLength": NAME_LENGTH, "pattern": r"\S"}}
        properties.update({field.name: field.schema() for field in self.numbers})
        required = ["name", *(field.name for field in self.numbers if not field.optional)]
        items = {"type": "object", "properties": properties, "required": required, "additionalProperties": False}
        return {"type": "array", "items": items, "minItems": self.low, "maxItems": self.high}

    def sample(self) -> Any:
        card = {"name": "A", **{field.name: field.sample() for field in self.numbers if not field.optional}}
        return [card] * self.low
