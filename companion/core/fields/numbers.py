"""Whole numbers: one, or how many of each of a few things."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.core.fields.labelled import Labelled, Schema, is_whole, one_of, out_of_range
from companion.core.text import T, Text


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number from ``low`` to ``high``; signed when ``low`` is negative. ``current``: what it is now."""

    name: str
    label: Text
    low: int
    high: int
    unit: Text | None = None
    current: int | None = None
    optional: bool = False

    def check(self, value: object) -> Text | None:
        if is_whole(value, self.low, self.high):
            return None
        return out_of_range(self.label, self.low, self.high)

    def schema(self) -> Schema:
        return {"type": "integer", "minimum": self.low, "maximum": self.high}

    def sample(self) -> Any:
        return self.current if self.current is not None and self.low <= self.current <= self.high else self.low


@dataclass(frozen=True, slots=True)
class Counts:
    """How many of each key: an object key -> whole number from 0 to that key's ``highs``; absent means 0.

    ``lows``: the least of each key, where that is not 0; an absent key then says nothing. ``total``: the least and the most of all of them together, or None.
    """

    name: str
    label: Text
    choices: Labelled
    highs: tuple[int, ...]
    total: tuple[int, int] | None = None
    optional: bool = False
    lows: tuple[int, ...] = ()

    @property
    def least(self) -> tuple[int, ...]:
        """The least of each key."""
        return self.lows or (0,) * len(self.choices)

    def check(self, value: object) -> Text | None:
        ranges = {key: span for (key, _), *span in zip(self.choices, self.least, self.highs, strict=True)}
        labels = dict(self.choices)
        if not isinstance(value, dict):
            return T("{label}: say how many of each.", label=self.label)
        for key, number in value.items():
            if key not in ranges:
                return one_of(self.choices)
            low, high = ranges[key]
            if not is_whole(number, low, high):
                return out_of_range(labels[key], low, high)
        if self.total is not None and not self.total[0] <= sum(value.values()) <= self.total[1]:
            if self.total[0] == self.total[1]:
                given = sum(value.values())
                return T("{label}: {n} in all, not {given}.", label=self.label, n=self.total[0], given=given)
            return T("{label}: {low} to {high} in all.", label=self.label, low=self.total[0], high=self.total[1])
        return None

    def schema(self) -> Schema:
        properties = {
            key: {"type": "integer", "minimum": low, "maximum": high}
            for (key, _), low, high in zip(self.choices, self.least, self.highs, strict=True)
        }
        return {"type": "object", "properties": properties, "additionalProperties": False}

    def sample(self) -> Any:
        wanted = self.total[0] if self.total else 0
        picked: dict[str, int] = {}
        for (key, _), high in zip(self.choices, self.highs, strict=True):
            take = min(high, wanted)
            if take:
                picked[key] = take
                wanted -= take
        return picked
