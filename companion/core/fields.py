"""The kinds of thing a person can enter, each with its range today.

A field answers three questions with the same numbers: `check` (is this value allowed, else why not, as a `Text`),
`schema` (the same as JSON Schema 2020-12) and `sample` (one allowed value). Values are plain JSON.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from companion.core.text import TN, Listing, T, Text

Labelled = tuple[tuple[str, Text], ...]
"""Keys with the words for them, in the order in which they are shown."""

Schema = dict[str, Any]


def _one_of(choices: Labelled) -> Text:
    return T("Choose one of these: {choices}.", choices=Listing(tuple(label for _, label in choices), "or"))


def _is_int(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


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
        if _is_int(value) and self.low <= value <= self.high:  # type: ignore[operator]
            return None
        return T("{label}: enter a whole number from {low} to {high}.", label=self.label, low=self.low, high=self.high)

    def schema(self) -> Schema:
        return {"type": "integer", "minimum": self.low, "maximum": self.high}

    def sample(self) -> Any:
        return self.current if self.current is not None and self.low <= self.current <= self.high else self.low


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
        return None if any(value == key for key, _ in self.choices) else _one_of(self.choices)

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
            return _one_of(self.choices)
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
class Counts:
    """How many of each key: an object key -> whole number from 0 to that key's ``highs``; absent means 0.

    ``total``: the least and the most of all of them together, or None.
    """

    name: str
    label: Text
    choices: Labelled
    highs: tuple[int, ...]
    total: tuple[int, int] | None = None
    optional: bool = False

    def check(self, value: object) -> Text | None:
        highs = {key: high for (key, _), high in zip(self.choices, self.highs, strict=True)}
        labels = dict(self.choices)
        if not isinstance(value, dict):
            return T("{label}: say how many of each.", label=self.label)
        for key, number in value.items():
            if key not in highs:
                return _one_of(self.choices)
            if not _is_int(number) or not 0 <= number <= highs[key]:
                return T(
                    "{label}: enter a whole number from {low} to {high}.", label=labels[key], low=0, high=highs[key]
                )
        if self.total is not None and not self.total[0] <= sum(value.values()) <= self.total[1]:
            if self.total[0] == self.total[1]:
                given = sum(value.values())
                return T("{label}: {n} in all, not {given}.", label=self.label, n=self.total[0], given=given)
            return T("{label}: {low} to {high} in all.", label=self.label, low=self.total[0], high=self.total[1])
        return None

    def schema(self) -> Schema:
        properties = {
            key: {"type": "integer", "minimum": 0, "maximum": high}
            for (key, _), high in zip(self.choices, self.highs, strict=True)
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


Face = int | str
"""A face of a die: the number on it, or the name of its picture."""


@dataclass(frozen=True, slots=True)
class Dice:
    """A roll: ``low`` to ``high`` dice, as a list of faces whose order means nothing.

    ``faces``: the faces a die of this roll can show, or, where ``ids`` names dice that differ, one tuple per die;
    the value is then a list of ``[id, face]``. ``limits``: at most so many of a face. ``words``: how faces that are
    pictures are called. ``pool``: the dice in the box, each by its faces, where they differ although nobody minds which
    of them shows what; the app then rolls dice drawn from it.
    """

    name: str
    label: Text
    low: int
    high: int
    faces: tuple[tuple[Face, ...], ...] = ((1, 2, 3, 4, 5, 6),)
    ids: tuple[str, ...] = ()
    limits: tuple[tuple[Face, int], ...] = ()
    words: Labelled = ()
    pool: tuple[tuple[Face, ...], ...] = ()
    optional: bool = False

    def faces_of(self, die: str | None = None) -> tuple[Face, ...]:
        """The faces one die can show; ``die`` is its id where dice differ."""
        return self.faces[0] if die is None or len(self.faces) == 1 else self.faces[self.ids.index(die)]

    def check(self, value: object) -> Text | None:
        if not isinstance(value, list | tuple):
            return T("{label}: enter the faces of the dice.", label=self.label)
        if not self.low <= len(value) <= self.high:
            if self.low == self.high:
                return TN(
                    "{label}: {n} die is needed, not {given}.",
                    "{label}: {n} dice are needed, not {given}.",
                    self.low,
                    label=self.label,
                    given=len(value),
                )
            return T("{label}: {low} to {high} dice.", label=self.label, low=self.low, high=self.high)
        shown: list[object] = list(value)
        if self.ids:
            pairs = [v for v in value if isinstance(v, list | tuple) and len(v) == 2 and v[0] in self.ids]
            if len(pairs) != len(value) or len({v[0] for v in pairs}) != len(pairs):
                return T("{label}: each die once, with the face it shows.", label=self.label)
            if any(_same_face(face, self.faces_of(die)) is None for die, face in pairs):
                return T("{label}: a die shows a face it does not have.", label=self.label)
            shown = [face for _, face in pairs]
        elif any(_same_face(face, self.faces[0]) is None for face in value):
            return T(
                "{label}: a die shows one of {faces}.",
                label=self.label,
                faces=Listing(tuple(self.word(face) for face in self.faces[0]), "or"),
            )
        for face, most in self.limits:
            if sum(1 for other in shown if other == face) > most:
                return T("{label}: at most {n} dice can show {face}.", label=self.label, n=most, face=self.word(face))
        return None

    def word(self, face: Face) -> Text | int | str:
        """What a face is called."""
        return dict(self.words).get(face, face) if isinstance(face, str) else face

    def schema(self) -> Schema:
        items: Any
        if self.ids:
            items = {
                "anyOf": [
                    {
                        "type": "array",
                        "prefixItems": [{"const": die}, {"enum": list(self.faces_of(die))}],
                        "minItems": 2,
                        "maxItems": 2,
                    }
                    for die in self.ids
                ]
            }
        else:
            items = {"enum": list(self.faces[0])}
        return {"type": "array", "items": items, "minItems": self.low, "maxItems": self.high}

    def sample(self) -> Any:
        return [[d, self.faces_of(d)[0]] for d in self.ids[: self.low]] if self.ids else [self.faces[0][0]] * self.low


def _same_face(face: object, faces: Sequence[Face]) -> Face | None:
    return next((f for f in faces if f == face and type(f) is type(face)), None)


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


@dataclass(frozen=True, slots=True)
class SeatChoice:
    """One of some seats: a number, or ``[seat, index]`` for a hand, an astronaut or a place in a pile.

    ``by_lot``: chance may decide, so the app may draw one instead. ``why``: what the choice is limited to, said to
    whoever asks for another.
    """

    name: str
    label: Text
    seats: tuple[int | tuple[int, int], ...]
    optional: bool = False
    by_lot: bool = False
    why: Text | None = None

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


@dataclass(frozen=True, slots=True)
class Note:
    """Free text up to ``length`` characters, at least ``least``."""

    name: str
    label: Text
    length: int = 200
    least: int = 0
    optional: bool = False

    def check(self, value: object) -> Text | None:
        if isinstance(value, str) and self.least <= len(value.strip()) and len(value) <= self.length:
            return None
        if self.least:
            return T("{label}: write 1 to {n} letters.", label=self.label, n=self.length)
        return T("{label}: at most {n} letters.", label=self.label, n=self.length)

    def schema(self) -> Schema:
        schema: Schema = {"type": "string", "maxLength": self.length}
        if self.least:
            schema |= {"minLength": self.least, "pattern": r"\S"}
        return schema

    def sample(self) -> Any:
        return "-" * self.least


Field = Number | Flag | Choice | Several | Counts | Order | Dice | Cards | SeatChoice | Note
NAME_LENGTH = 40
