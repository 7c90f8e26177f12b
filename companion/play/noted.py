"""A text as a note of a list keeps it, so that every reader gets it in their own language without a log being folded."""

from __future__ import annotations

from typing import Any, Literal, cast

from companion.core.text import Listing, Param, Text, Who


def noted(value: Param) -> Any:
    """The value as JSON: numbers and strings as they are, the rest as an object with one letter that says what it is."""
    match value:
        case Who():
            return {"w": value.seat}
        case Listing():
            return {"l": [noted(item) for item in value.items], "s": value.style}
        case Text():
            params = [[name, noted(param)] for name, param in value.params]
            return {"t": value.template, "p": params, "m": value.plural, "n": value.number, "c": value.context}
    return value


def from_note(value: Any) -> Param:
    """What `noted` made, as a value again."""
    if not isinstance(value, dict):
        return cast("int | str", value)
    if "w" in value:
        return Who(value["w"])
    if "l" in value:
        style = cast('Literal["and", "or", "plus", "comma"]', value["s"])
        return Listing(tuple(from_note(item) for item in value["l"]), style)
    params = tuple((name, from_note(param)) for name, param in value["p"])
    return Text(value["t"], params, value["m"], value["n"], value["c"])
