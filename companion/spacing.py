"""One rule for the white space of Chinese lines, wherever a name or a number is put into one.

A space stands between Chinese and Latin letters or digits, none between Chinese and Chinese: "與小華、Cy 和阿芳同分". What is
put in is never changed, only the white space of the sentence around it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import pairwise
from string import Formatter

_TAG = re.compile(r"<[^>]*>|&[a-z#0-9]+;")
_CHINESE = re.compile("[\u3001-\u30ff\u3105-\u312f\u3400-\u9fff\uf900-\ufaff\uff01-\uff60\u2026\u201c\u201d]")
_HAN = re.compile("[\u3040-\u30ff\u3105-\u312f\u3400-\u9fff\uf900-\ufaff]")
_PLACE = re.compile(r"%(?:\((\w+)\)[sd]|%)")
_NAMED = re.compile(r"(%(?:\(\w+\)[sd]|%))")


def filled(template: str, values: Mapping[str, str], as_html: bool = False) -> str:
    """A Chinese template with ``{name}`` places filled; ``as_html``: tags of the values are looked through."""
    parts: list[tuple[str, bool]] = []
    for literal, name, _, _ in Formatter().parse(template):
        parts.append((literal, False))
        if name is not None:
            parts.append((values[name], True))
    return joined(parts, as_html)


def filled_in_page(template: str, values: Mapping[str, str]) -> str:
    """A Chinese template of a page with ``%(name)s`` places filled; the values are HTML."""
    parts: list[tuple[str, bool]] = []
    for part in _NAMED.split(template):
        place = _PLACE.fullmatch(part)
        if place is None:
            parts.append((part, False))
        else:
            parts.append(("%", False) if place[1] is None else (values[place[1]], True))
    return joined(parts, as_html=True)


def joined(parts: list[tuple[str, bool]], as_html: bool = False) -> str:
    """Texts one after the other, each with whether it is a value; the white space where one meets another follows the rule."""
    given = [(text, is_value) for text, is_value in parts if text]
    out = [text for text, _ in given]
    for n, ((left, left_value), (right, right_value)) in enumerate(pairwise(given)):
        if not (left_value or right_value):
            continue
        gap = _gap(_edge(left, -1, as_html), _edge(right, 0, as_html))
        if gap is None:
            continue
        if not left_value:
            out[n] = out[n].rstrip(" ")
        if not right_value:
            out[n + 1] = out[n + 1].lstrip(" ")
        if gap and not (left_value and left.endswith(" ")):
            out[n] += gap
    return "".join(out)


def _edge(text: str, at: int, as_html: bool) -> str:
    """The first (0) or last (-1) letter that is seen."""
    seen = (_TAG.sub("", text) if as_html else text).strip(" ")
    return seen[at] if seen else ""


def _gap(left: str, right: str) -> str | None:
    """What stands between two letters: a space, nothing, or None where the rule says nothing."""
    if not left or not right:
        return None
    if _CHINESE.match(left) and _CHINESE.match(right):
        return ""
    if (_HAN.match(left) and _is_latin(right)) or (_is_latin(left) and _HAN.match(right)):
        return " "
    return None


def _is_latin(letter: str) -> bool:
    return letter.isalnum() and not _CHINESE.match(letter)
