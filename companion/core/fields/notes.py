"""Free text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.core.fields.labelled import Schema
from companion.core.text import T, Text


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
