"""JSON text to plain data, without what no log could hold: half letters, numbers that are none, depths without end."""

from __future__ import annotations

import json
import math
from typing import Any

from companion.core.refusal import Refused
from companion.core.text import T

DEEPEST = 40
MOST_COLLECTIONS, MOST_VALUES = 200_000, 800_000
"""Lists and objects, and commas, that a text may have: an exported log of 4 MB has a tenth of it. Five million empty
lists are 15 MB as a text and 400 MB as data, so they are counted before anything is made of them."""


def read_json(text: str | bytes) -> Any:
    """The data of a JSON text (bytes: UTF-8, UTF-16 or UTF-32, with or without its mark). Raises Refused.

    NaN and Infinity, which Python's reader takes, are no JSON; what nests more than 40 deep and half of a surrogate pair
    are, but could not be written again.
    """
    _refuse_too_many(text)
    try:
        data = json.loads(text, parse_constant=_no_number)
    except json.JSONDecodeError as wrong:
        said = T(
            "This is not JSON: it goes wrong in line {line}, at letter {letter}.", line=wrong.lineno, letter=wrong.colno
        )
        raise Refused("bad_json", None, said) from wrong
    except (ValueError, RecursionError) as wrong:
        raise _not_json(str(wrong)) from wrong
    waiting = [(data, 1)]
    while waiting:
        value, depth = waiting.pop()
        if isinstance(value, dict | list):
            if depth > DEEPEST:
                raise Refused("bad_json", None, T("This JSON is nested too deeply."))
            if isinstance(value, dict):
                waiting += [(key, depth) for key in value]
            waiting += [(inner, depth + 1) for inner in (value.values() if isinstance(value, dict) else value)]
        elif isinstance(value, float) and not math.isfinite(value):
            raise _not_json("a number is too large")
        elif isinstance(value, str) and not value.isascii():
            try:
                value.encode()
            except UnicodeEncodeError as wrong:
                raise _not_json(wrong.reason) from wrong
    return data


def _refuse_too_many(text: str | bytes) -> None:
    opening = ("[", "{", ",") if isinstance(text, str) else (b"[", b"{", b",")
    lists, objects, values = (text.count(mark) for mark in opening)  # type: ignore[arg-type]
    if lists + objects > MOST_COLLECTIONS or values > MOST_VALUES:
        raise Refused("bad_json", None, T("This JSON holds more than the companion takes."))


def _no_number(name: str) -> None:
    raise ValueError(f"{name} is not a number")


def _not_json(detail: str) -> Refused:
    return Refused("bad_json", None, T("This is not JSON: {detail}", detail=detail[:200]))
