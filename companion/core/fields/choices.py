"""Things to choose from: yes or no, one, several, all of them in an order, a player."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.core.fields.labelled import Labelled, Schema, one_of
from companion.core.text import Listing, T, Text


@dataclass(frozen=True, slots=True)
class Flag:
    """Yes or no."""

    name: str
    label: Text
    optional: bool = False

    def check(self, value: object) -> Text | None:
        return None if isinstance(value, bool) else T("{label}: choose yes or no.", label=self.label)

    def schema(self) -> Schema:
        return {"type": "boolean"}

    def sample(self) -> Any:
        return False


@dataclass(frozen=True, slots=True)
class Choice:
    """Exactly one of a few keys."""

    name: str
    label: Text
    choices: Labelled
    optional: bool = False

    def check(self, value: object) -> Text | None:
        return None if any(value == key for key, _ in self.choices) else one_of(self.choices)

    def schema(self) -> Schema:
        return {"enum": [key for key, _ in self.choices]}

    def sample(self) -> Any:
        return self.choices[0][0]


@dataclass(frozen=True, slots=True)
class Several:
    """``low`` to ``high`` of a few keys, each at most once, order without meaning."""

    name: str
    label: Text
    choices: Labelled
    low: int = 0
    high: int | None = None
    optional: bool = False

    @property
    def most(self) -> int:
        return len(self.choices) if self.high is None else min(self.high, len(self.choices))

    def check(self, value: object) -> Text | None:
        keys = {key for key, _ in self.choices}
        if not isinstance(value, list | tuple) or any(v not in keys for v in value) or len(set(value)) != len(value):
            return one_of(self.choices)
        if not self.low <= len(value) <= self.most:
            if self.low == self.most:
                return T("{label}: choose {n}, not {given}.", label=self.label, n=self.low, given=len(value))
            return T("{label}: choose {low} to {high}.", label=self.label, low=self.low, high=self.most)
        return None

    def schema(self) -> Schema:
        items = {"enum": [key for key, _ in self.choices]} if self.choices else False
        return {"type": "array", "items": items, "minItems": self.low, "maxItems": self.most, "uniqueItems": True}

    def sample(self) -> Any:
        return [key for key, _ in self.choices[: self.low]]


@dataclass(frozen=True, slots=True)
class Order:
    """All of the keys, in an order that means something (clockwise, best first: the label says which).

    ``by_lot``: the table shuffles them, so the app may draw the order instead.
    """

    name: str
    label: Text
    choices: Labelled
    optional: bool = False
    by_lot: bool = False

    def check(self, value: object) -> Text | None:
        keys = [key for key, _ in self.choices]
        if isinstance(value, list | tuple) and all(isinstance(v, str) for v in value) and sorted(value) == sorted(keys):
            return None
        return T(
            "{label}: put all of these in order, each once: {choices}.",
            label=self.label,
            choices=Listing(tuple(label for _, label in self.choices)),
        )

    def schema(self) -> Schema:
        size = len(self.choices)
        items = {"enum": [key for key, _ in self.choices]} if size else False
        return {"type": "array", "items": items, "minItems": size, "maxItems": size, "uniqueItems": True}

    def sample(self) -> Any:
        return [key for key, _ in self.choices]


@dataclass(frozen=True, slots=True)
class SeatChoice:
    """One of some seats: a number, or ``[seat, index]`` for a hand, an astronaut or a place in a pile.

    ``by_lot``: chance may decide, so the app may draw one instead. ``why``: what the choice is limited to, said to
    whoever asks for another. ``words``: what each of ``seats`` is called beside its player, such as the junk card at a
    place of a pile; empty where the player, and a number for a hand or an astronaut, says it.
    """

    name: str
    label: Text
    seats: tuple[int | tuple[int, int], ...]
    optional: bool = False
    by_lot: bool = False
    why: Text | None = None
    words: tuple[Text, ...] = ()

    def check(self, value: object) -> Text | None:
        given = tuple(value) if isinstance(value, list) else value
        if any(given == seat and not isinstance(given, bool) for seat in self.seats):
            return None
        return self.why or T("{label}: choose one of the players offered.", label=self.label)

    def schema(self) -> Schema:
        return {"enum": [list(seat) if isinstance(seat, tuple) else seat for seat in self.seats]}

    def sample(self) -> Any:
        first = self.seats[0]
        return list(first) if isinstance(first, tuple) else first
