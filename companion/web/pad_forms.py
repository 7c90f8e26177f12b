"""From what people type and tap while they make a pad to the pad: its head, one category, the numbers of a trial.

A form holds plain words: a table as ``0-3=0, 4-9=5`` or ``1, 3, 6, 10``; what was left empty stays at its default.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Any

from companion.core.refusal import Refused
from companion.core.text import T, Text
from companion.games.pad.checking import KINDS
from companion.games.pad.definition import FORMAT, Category, PadDefinition, Words, pad_json
from companion.games.pad.entries import entries
from companion.web.forms import MINUS, Form
from companion.words import CHINESE, language_of

TAGS = {"en": "en", CHINESE: "zh-TW"}
"""The tag under which words are kept that were written on a page in this language."""
_ROW = re.compile(r"(-?\d+)(?:\s*(?:-|to|到|~|…|\.\.)\s*(-?\d+))?\s*[=:]\s*(-?\d+)")
_NUMBER = re.compile(r"-?\d{1,6}")


class OneByOne:
    """A form, or plain data in the place of one."""

    def __init__(self, values: Any) -> None:
        self._values = values

    def get(self, key: str) -> str | None:
        """The first value of a name."""
        found = self._values.get(key)
        return None if found is None else str(found)


def head_from(form: Form, language: str, before: PadDefinition | None = None) -> dict[str, Any]:
    """The fields of a pad beside its categories, as plain data; ``before``: the pad they are changed in."""
    wins = form.get("wins") or "highest"
    head: dict[str, Any] = {
        "format": FORMAT,
        "title": words_from(form, "title", language, before.title if before else None),
        "players": [_whole(form, "players_low", 2), _whole(form, "players_high", 6)],
        "wins": wins,
        "rounds": _whole(form, "rounds", 0),
    }
    if wins == "together":
        head["target"] = _whole(form, "target", 0)
    if about := words_from(form, "about", language, before.about if before else None):
        head["about"] = about
    if emblem := (form.get("emblem") or "").strip():
        head["emblem"] = emblem
    if before is not None and wins != "together":
        breaks = [key for n in (1, 2) if (key := form.get(f"tie.{n}"))]
        head["tie_break"] = [_tie_break(key) for key in dict.fromkeys(breaks)]
    return head


def _tie_break(key: str) -> dict[str, str]:
    return {"by": key.removeprefix("-"), **({"wins": "lowest"} if key.startswith("-") else {})}


def category_from(
    form: Form, language: str, pad: PadDefinition | None, before: Category | None = None
) -> dict[str, Any]:
    """One category of a form, as plain data; ``before``: the one it takes the place of."""
    label = words_from(form, "label", language, before.label if before else None)
    kind = form.get("kind") or "points"
    found: dict[str, Any] = {"key": before.key if before else _free_key(label, pad), "label": label, "kind": kind}
    if explained := words_from(form, "help", language, before.help if before else None):
        found["help"] = explained
    fields = KINDS.get(kind, Category.__struct_fields__)
    if used := [key for key in form.getlist("of") if key]:
        found["of"] = used
    for name in ("low", "high", "factor", "minimum", "points", "least", "most"):
        if (form.get(f"{kind}.{name}") or form.get(name) or "").strip():
            found[name] = _whole(form, f"{kind}.{name}" if form.get(f"{kind}.{name}") else name, 0)
    found |= {name: True for name in ("minus", "once") if form.get(name) == "true"}
    if pad is not None and pad.rounds and form.get("every_round") == "false":
        found["every_round"] = False
    match kind:
        case "table":
            found |= table_from(form.get("table") or "")
        case "majority":
            found |= {"places": _numbers(form.get("places") or "", "places"), "ties": form.get("ties") or "split"}
        case "times" if form.get("by"):
            found["by"] = form.get("by")
        case "pot":
            typed = form.get("pot.from") or form.get("pot") or "0"
            found["pot"] = typed if typed in KINDS or not _NUMBER.fullmatch(_plain(typed)) else int(_plain(typed))
    return {name: value for name, value in found.items() if name in fields}


def words_from(form: Form, name: str, language: str, before: Words | None) -> Words:
    """Words as they were typed: of one language for everybody, with a second one for each; other languages stay."""
    mine, other = (form.get(name) or "").strip(), (form.get(f"{name}.other") or "").strip()
    kept = (
        {}
        if before is None or isinstance(before, str)
        else {tag: words for tag, words in before.items() if language_of(tag) is None}
    )
    if not other and not kept:
        return mine
    tag = TAGS[language]
    second = next(one for one in TAGS.values() if one != tag)
    found = {tag: mine, second: other, **kept}
    return {key: words for key, words in found.items() if words}


def words_for(words: Words, language: str, other: bool = False) -> str:
    """What stands in a field of a form: the words in this language, or in the other one."""
    if isinstance(words, str):
        return "" if other else words
    wanted = language if not other else next(one for one in TAGS if one != language)
    found = next((text for tag, text in words.items() if language_of(tag) == wanted), "")
    return found or ("" if other else next(iter(words.values()), ""))


def table_from(typed: str) -> dict[str, Any]:
    """A table as it is typed: rows ``from-to=points``, or the points of 1, 2, 3. Raises Refused."""
    plain = _plain(typed)
    if "=" in plain or ":" in plain:
        rows = [_ROW.fullmatch(part.strip()) for part in re.split(r"[,;，、；\n]", plain) if part.strip()]
        if not all(rows):
            text = T("A row is written as 4-9=5: from 4 to 9 gives 5. Rows have commas between them.")
            raise Refused("bad_field", "table", text)
        return {"steps": [[int(row[1]), int(row[2] or row[1]), int(row[3])] for row in rows if row is not None]}
    return {"sets": _numbers(typed, "table")}


def table_typed(category: Category) -> list[str]:
    """The rows of a table as `table_from` reads them, with commas between them."""
    if category.sets:
        return [str(points) for points in category.sets]
    return [f"{a}={n}" if a == b else f"{a}-{b}={n}" for a, b, n in category.steps]


def with_category(pad: PadDefinition, category: dict[str, Any], key: str | None = None) -> dict[str, Any]:
    """The pad as plain data with one more category, or with another one in the place of ``key``."""
    data = pad_json(pad)
    listed = [category if one["key"] == key else one for one in data["category"]]
    return {**data, "category": listed if key is not None else [*listed, category]}


def without_category(pad: PadDefinition, key: str) -> dict[str, Any]:
    """The pad as plain data without a category, and without what decides ties by it."""
    data = pad_json(pad)
    data["category"] = [one for one in data["category"] if one["key"] != key]
    data["tie_break"] = [one for one in data.get("tie_break", []) if one["by"] != key]
    return data


def with_moved(pad: PadDefinition, key: str, by: int) -> dict[str, Any]:
    """The pad as plain data with a category one place further up or down."""
    data = pad_json(pad)
    listed = data["category"]
    at = next(index for index, one in enumerate(listed) if one["key"] == key)
    to = min(max(at + by, 0), len(listed) - 1)
    listed.insert(to, listed.pop(at))
    return data


def trial_sheet(form: OneByOne, pad: PadDefinition, seats: int) -> dict[str, Any]:
    """A sheet from the numbers of a trial, as plain data: of one round, in a pad that has some.

    What is typed only halfway counts as nothing; what is out of range as the nearest number that may be entered.
    """
    sheet: dict[str, Any] = {"everybody": {}, "players": [{"name": str(n + 1), "numbers": {}} for n in range(seats)]}
    if pad.rounds:
        sheet["rounds"] = 1
    for entry in entries(pad):
        for seat in range(1 if entry.once else seats):
            typed = _plain(form.get(f"n.{entry.key}.{seat}") or "")
            if not _NUMBER.fullmatch(typed):
                continue
            number = min(max(int(typed), entry.low), entry.high)
            numbers = sheet["everybody"] if entry.once else sheet["players"][seat]["numbers"]
            numbers[entry.key] = [number] if entry.by_round else number
    return sheet


def _free_key(label: Words, pad: PadDefinition | None) -> str:
    """A key made of the label, where that has letters a key may have; with a number where it is taken."""
    english = label if isinstance(label, str) else label.get("en", "")
    plain = re.sub(r"[^a-z0-9]+", "_", english.lower()).strip("_")[:24].strip("_")
    plain = plain if plain[:1].isalpha() else "line"
    taken = {category.key for category in pad.category} if pad is not None else set()
    numbered = (f"{plain}_{n}" for n in range(2, len(taken) + 3))
    return next(key for key in (plain, *numbered) if key not in taken)


def _plain(typed: str) -> str:
    plain = unicodedata.normalize("NFKC", typed[:400])
    return "".join("-" if letter in MINUS and letter != "-" else letter for letter in plain).strip()


def _whole(form: Form, name: str, otherwise: int) -> int:
    typed = _plain(form.get(name) or "")
    if not typed:
        return otherwise
    if not _NUMBER.fullmatch(typed):
        raise Refused("bad_field", name, _WHOLE)
    return int(typed)


def _numbers(typed: str, name: str) -> list[int]:
    words = re.split(r"[\s,;，、；/]+", _plain(typed))
    found = [word for word in words if word]
    if not found or not all(_NUMBER.fullmatch(word) for word in found):
        raise Refused("bad_field", name, T("Type whole numbers with commas between them, such as 10, 5."))
    return [int(word) for word in found]


_WHOLE: Text = T("Enter a whole number.")
