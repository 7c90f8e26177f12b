"""A pad as the text of a TOML file: read with the line of whatever is wrong, and written so that one can go on from there.

``tomllib`` reads; ``tomlkit``, which keeps a file as it was written, finds the line of a field and writes.
"""

from __future__ import annotations

import re
import tomllib
from typing import Any

import tomlkit
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import AoT, Table

from companion.core.refusal import Refused
from companion.core.text import T, Text
from companion.games.pad.checking import read_pad
from companion.games.pad.definition import PadDefinition, pad_json

MOST_LETTERS = 32 * 1024
MOST_DOTS = 400
"""In one line: a name of thousands of parts (a.a.a…) would take the reader many seconds; no words have so many."""
_MARK = "here-it-stands"
_STEP = re.compile(r"([^.\[\]]+)|\[(\d+)\]")
_AT = re.compile(r"\(at (?:line (?P<line>\d+), column (?P<column>\d+)|end of document)\)$")

_FAULTS: tuple[tuple[str, Text], ...] = (
    ("Cannot overwrite", T("this name is there twice, or once as a [table] and once as a [[list]]")),
    ("Cannot declare", T("this table is there twice")),
    ("Cannot redefine", T("this table is there twice")),
    ("Cannot mutate", T("this table is there twice")),
    ("Duplicate inline", T("this name is there twice")),
    ("Cannot expand", T("this table is there twice")),
    ("Expected '='", T("after a name comes = and then its value")),
    ("Expected ']]'", T("the double brackets around the name of a list are not closed")),
    ("Expected ']'", T("the brackets around the name of a table are not closed")),
    ("Expected newline", T("after a value the line has to end")),
    ("Unclosed array", T("a list is not closed: ] is missing, or a comma between two values")),
    ("Unclosed inline", T("a table in braces is not closed, or a comma between two of its fields is missing")),
    ("Unterminated string", T("the quotation mark at the end of a text is missing")),
    ("Expected \"'", T("the quotation mark at the end of a text is missing")),
    ("Expected '\"", T("the quotation mark at the end of a text is missing")),
    ("Unescaped", T("a backslash in a text has to be written twice")),
    ("Illegal character", T("a text in one pair of quotation marks stands in one line, without control characters")),
    ("Found invalid character", T("a comment has no control characters")),
    ("Invalid initial", T("a name begins with a letter or a digit, and other names stand in quotation marks")),
    ("Invalid value", T("this is no value: a number, true, false, a text in quotation marks or a list in brackets")),
    ("Invalid date", T("this is no date")),
    ("Invalid hex", T("this is no letter: \\u and four digits")),
    ("Escaped character", T("this is no letter: \\u and four digits")),
    ("Invalid statement", T("a line is a name, = and a value, a [table], or a comment after #")),
)
"""What tomllib says, by how it begins, in our words."""


def pad_from_toml(text: str) -> PadDefinition:
    """The pad that a TOML text describes. Raises Refused, its sentence with the line, the field and what is allowed."""
    check_length(text)
    crowded = next((n for n, line in enumerate(text.split("\n"), 1) if line.count(".") > MOST_DOTS), None)
    if crowded is not None:
        raise Refused("bad_field", None, T("Line {line} is no line of a pad: it has too many dots.", line=crowded))
    try:
        data = tomllib.loads(text.removeprefix("\ufeff").replace("\r\n", "\n"))
    except tomllib.TOMLDecodeError as problem:
        raise Refused("bad_field", None, _syntax(str(problem), text)) from problem
    except (RecursionError, ValueError) as problem:
        raise Refused("bad_field", None, T("This cannot be read: {detail}", detail=str(problem)[:80])) from problem
    try:
        return read_pad(data)
    except Refused as problem:
        if problem.field is None:
            raise
        line = line_of(text.removeprefix("\ufeff"), problem.field)
        told = T("Line {line}, {field}: {reason}", line=line, field=problem.field, reason=problem.text)
        raise Refused("bad_field", problem.field, told) from problem


def check_length(text: str) -> None:
    """Refuses what is longer than a pad may be."""
    if len(text) > MOST_LETTERS:
        raise Refused("bad_field", None, T("This is longer than any pad: at most {most} letters.", most=MOST_LETTERS))


def _syntax(found: str, text: str) -> Text:
    at = _AT.search(found)
    last = text.rstrip("\r\n").count("\n") + 1
    line = int(at["line"]) if at is not None and at["line"] else last
    reason = next((words for begins, words in _FAULTS if found.startswith(begins)), None)
    if reason is None:
        return T("Line {line} is not written as TOML wants it: {detail}", line=line, detail=_AT.sub("", found).strip())
    return T("Line {line} is not written as TOML wants it: {reason}.", line=line, reason=reason)


def line_of(text: str, path: str) -> int:
    """The line, from 1, on which a field stands, or the nearest thing around it that is there.

    The field is marked in a copy that keeps the rest as it was written; the line with the mark is the one.
    """
    try:
        document: Any = tomlkit.parse(text)
        _mark(document, [name or int(index) for name, index in _STEP.findall(path)])
        marked = tomlkit.dumps(document)
    except (TOMLKitError, LookupError, TypeError, ValueError, AttributeError, RecursionError):
        return 1
    before, mark, _ = marked.partition(_MARK)
    return before.count("\n") + 1 if mark else 1


def _mark(document: Any, steps: list[str | int]) -> None:
    """Puts the mark in the place of the deepest thing on the path that is there, or beside the name of its table."""
    inner, depth = document, 0
    while depth < len(steps) and _has(inner, steps[depth]):
        if not isinstance(inner[steps[depth]], dict | list):
            inner[steps[depth]] = _MARK
            return
        inner, depth = inner[steps[depth]], depth + 1
    if depth < len(steps) and isinstance(inner, Table) and inner.trivia is not None and not inner.is_super_table():
        inner.comment(_MARK)
    elif isinstance(inner, AoT) and len(inner):
        inner[0].comment(_MARK)
    elif depth:
        around = document
        for step in steps[: depth - 1]:
            around = around[step]
        _replace(around, steps[depth - 1])


def _replace(around: Any, step: str | int) -> None:
    if isinstance(around[step], Table):
        around[step].comment(_MARK)
    else:
        around[step] = _MARK


def _has(inner: Any, step: str | int) -> bool:
    if isinstance(step, int):
        return isinstance(inner, list) and step < len(inner)
    return isinstance(inner, dict) and step in inner


def pad_to_toml(pad: PadDefinition) -> str:
    """The pad as a TOML text that reads as the same pad."""
    document = tomlkit.document()
    document.add(tomlkit.comment("A score pad for the companion; docs/pads.md says what every field means."))
    plain = pad_json(pad)
    for name, value in plain.items():
        if name not in ("category", "tie_break"):
            document.add(name, _item(value))
    for name in ("category", "tie_break"):
        if plain.get(name):
            listed = tomlkit.aot()
            for inner in plain[name]:
                table = tomlkit.table()
                for key, value in inner.items():
                    table.add(key, _item(value))
                listed.append(table)
            document.add(name, listed)
    return tomlkit.dumps(document)


def _item(value: Any) -> Any:
    if not isinstance(value, dict):
        return tomlkit.item(value)
    table = tomlkit.inline_table()
    table.update(value)
    return table
