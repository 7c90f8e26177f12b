"""A roll of dice, however it comes: tapped, read by the camera, or rolled by the app."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from companion.core.fields.labelled import Labelled, Schema
from companion.core.text import TN, Listing, T, Text

Face = int | str
"""A face of a die: the number on it, or the name of its picture."""


@dataclass(frozen=True, slots=True)
class Dice:
    """A roll: ``low`` to ``high`` dice, as a list of faces whose order means nothing.

    ``faces``: the faces a die of this roll can show, or, where ``ids`` names dice that differ, one tuple per die;
    the value is then a list of ``[id, face]``. ``limits``: at most so many of a face. ``words``: how faces that are
    pictures are called. ``pool``: the dice in the box, each by all its faces, one for each of ``ids`` where there are
    some: a face that a die has twice comes up twice as often. Without ``ids`` nobody minds which of them shows what; the
    app then rolls dice drawn from it. ``among``: the name of a field beside this one that says which of ``ids`` the app
    rolls; all of them where it is left out.
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
    among: str = ""
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
