"""Whether a pad can be played: every field by itself, then what the categories say of each other.

What is refused names the path of the field (``category[2].factor``) and what is allowed there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from companion.core.codec import read_struct
from companion.core.refusal import Refused, check_range
from companion.core.text import T, Text, listed
from companion.games.pad.definition import FORMAT, Category, PadDefinition, TieBreak, Words
from companion.games.pad.entries import YES_NO, Entry, entry_of

MOST_CATEGORIES = 24
MOST_ROUNDS = 30
MOST_NUMBERS = 240
"""Numbers of one player in a whole game: categories times rounds."""
MOST_SEATS = 6
LARGEST = 9999
LETTERS, LETTERS_OF_HELP, LANGUAGES = 60, 400, 12
WINS = ("highest", "lowest", "together")
TIES = ("split", "all", "none")
EMBLEMS = ("coin", "crown", "die", "flag", "hand", "heart", "house", "leaf", "moon", "ship", "star", "sun")

_COMMON = ("key", "label", "kind", "help", "every_round")
_OWN = ("low", "high", "of")
KINDS: dict[str, tuple[str, ...]] = {
    "points": (*_COMMON, "low", "high", "once", "minus"),
    "times": (*_COMMON, *_OWN, "factor", "by", "once", "minus"),
    "table": (*_COMMON, *_OWN, "steps", "sets", "once", "minus"),
    "majority": (*_COMMON, *_OWN, "places", "ties", "minimum", "minus"),
    "bonus": (*_COMMON, "of", "points", "least", "most", "once", "minus"),
    "pot": (*_COMMON, "of", "pot", "least", "most", "minus"),
    "count": (*_COMMON, "low", "high", "once"),
}
"""The kinds of categories, with the fields each of them has."""
_KEY = re.compile(r"[a-z][a-z0-9_]{0,29}")
_TAG = re.compile(r"[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8}){0,3}")
_LISTS = {"category": Category, "tie_break": TieBreak}


def read_pad(data: object) -> PadDefinition:
    """A pad from plain data; raises Refused with the path of the first thing that is wrong."""
    if not isinstance(data, Mapping):
        raise _bad("", T("A pad is a table of fields such as title and category."))
    if "format" in data and data["format"] != FORMAT:
        raise _bad("format", T("This companion reads pads of format {n}. Is there a newer companion?", n=FORMAT))
    _check_names(data)
    pad = read_struct(PadDefinition, data)
    _check_head(pad)
    for index, category in enumerate(pad.category):
        _check_category(pad, category, f"category[{index}]")
    _check_together(pad)
    return pad


def _check_names(data: Mapping[str, Any]) -> None:
    """Refuses a field that is not there, naming those that are: of the pad, of a category, of a tie-break."""
    _only(data, PadDefinition.__struct_fields__, "")
    for name, kind in _LISTS.items():
        listed = data.get(name)
        for index, inner in enumerate(listed if isinstance(listed, list | tuple) else ()):
            if isinstance(inner, Mapping):
                fields = KINDS.get(str(inner.get("kind", "points")), ()) if kind is Category else ()
                _only(inner, fields or kind.__struct_fields__, f"{name}[{index}].", kind.__struct_fields__)


def _only(data: Mapping[str, Any], names: Iterable[str], at: str, known: Iterable[str] | None = None) -> None:
    """``names``: those to name; ``known``: those that are read, where these are more."""
    for name in data:
        if name not in (known if known is not None else names):
            text = T("There is no field of this name here. There are: {names}.", names=listed(names))
            raise _bad(f"{at}{name}", text)


def _check_head(pad: PadDefinition) -> None:
    _check_words("title", pad.title, LETTERS)
    if pad.about:
        _check_words("about", pad.about, LETTERS_OF_HELP)
    if pad.emblem and pad.emblem not in EMBLEMS and not (pad.emblem.isalnum() and len(pad.emblem) <= 2):
        text = T("An emblem is one or two letters, or one of: {choices}.", choices=listed(EMBLEMS))
        raise _bad("emblem", text)
    low, high = pad.players
    if not 1 <= low <= high <= MOST_SEATS:
        raise _bad("players", T("Fewest and most players, from 1 to {most}, such as [2, 4].", most=MOST_SEATS))
    _one_of("wins", pad.wins, WINS)
    if (pad.wins == "together") is (pad.target is None):
        raise _bad("target", T("A target belongs to a pad that is won together, and only there."))
    if pad.target is not None:
        check_range("target", pad.target, -LARGEST, LARGEST)
    check_range("rounds", pad.rounds, 0, MOST_ROUNDS)
    if not 1 <= len(pad.category) <= MOST_CATEGORIES:
        raise _bad("category", T("A pad has 1 to {most} categories.", most=MOST_CATEGORIES))


def _check_category(pad: PadDefinition, category: Category, at: str) -> None:
    if not _KEY.fullmatch(category.key):
        raise _bad(f"{at}.key", T("A key is a small letter, then small letters, digits and _, up to 30 in all."))
    if [other.key for other in pad.category].count(category.key) > 1:
        raise _bad(f"{at}.key", T("{key} is there twice; every key once.", key=category.key))
    _check_words(f"{at}.label", category.label, LETTERS)
    if category.help:
        _check_words(f"{at}.help", category.help, LETTERS_OF_HELP)
    _one_of(f"{at}.kind", category.kind, tuple(KINDS))
    for field in msgspec.structs.fields(Category):
        if field.name not in KINDS[category.kind] and getattr(category, field.name) != field.default:
            names = listed(KINDS[category.kind])
            text = T("A category of kind {kind} has no such field. It has: {names}.", kind=category.kind, names=names)
            raise _bad(f"{at}.{field.name}", text)
    _check_numbers(category, at)
    _check_uses(pad, category, at)
    if not category.every_round and not pad.rounds:
        raise _bad(f"{at}.every_round", T("This pad has no rounds: leave it out."))


def _check_numbers(category: Category, at: str) -> None:
    for name in ("low", "high", "least", "most", "points", "factor"):
        value = getattr(category, name)
        if value is not None:
            check_range(f"{at}.{name}", value, -LARGEST, LARGEST)
    low, high = category.low or 0, category.high if category.high is not None else LARGEST
    if low > high:
        raise _bad(f"{at}.high", T("The highest number is {high}, below the lowest, {low}.", high=high, low=low))
    if low > 0 or high < 0:
        raise _bad(f"{at}.{'low' if low > 0 else 'high'}", T("0 must be allowed: every number begins there."))
    if category.of and (category.low is not None or category.high is not None):
        name = "low" if category.low is not None else "high"
        raise _bad(f"{at}.{name}", T("Limits are for a number of its own; this one adds up others (of)."))
    if category.kind == "times" and not category.factor:
        raise _bad(f"{at}.factor", T("A factor of 0 would give nothing. Choose another number."))
    match category.kind:
        case "table":
            _check_table(category, at)
        case "majority":
            _check_places(category, at)
        case "bonus" if not category.points:
            raise _bad(f"{at}.points", T("Say how many points the bonus gives."))
    _check_condition(category, at)


def _check_table(category: Category, at: str) -> None:
    if bool(category.steps) is bool(category.sets):
        where = f"{at}.sets" if category.sets else f"{at}.steps"
        text = T("A table has either steps, such as [[0, 3, 0], [4, 9, 5]], or sets, such as [1, 3, 6].")
        raise _bad(where, text)
    if len(category.steps) > 40 or len(category.sets) > 40:
        raise _bad(f"{at}.{'steps' if category.steps else 'sets'}", T("A table has at most {n} rows.", n=40))
    for index, points in enumerate(category.sets):
        check_range(f"{at}.sets[{index}]", points, -LARGEST, LARGEST)
    before = None
    for index, (first, last, points) in enumerate(category.steps):
        row = f"{at}.steps[{index}]"
        for value in (first, last, points):
            check_range(row, value, -LARGEST, LARGEST)
        if first > last:
            raise _bad(row, T("A row is [from, to, points], from not above to."))
        if before is not None and first <= before:
            raise _bad(row, T("The rows go up and do not overlap: this one begins above {n}.", n=before))
        before = last
    if category.high is None and category.steps and category.steps[-1][1] < 0:
        raise _bad(f"{at}.steps", T("0 must be allowed: every number begins there."))


def _check_places(category: Category, at: str) -> None:
    if not 1 <= len(category.places) <= MOST_SEATS:
        raise _bad(f"{at}.places", T("Points of the first place, the second and so on, such as [10, 5]."))
    for index, points in enumerate(category.places):
        check_range(f"{at}.places[{index}]", points, 0, LARGEST)
    _one_of(f"{at}.ties", category.ties, TIES)
    check_range(f"{at}.minimum", category.minimum, -LARGEST, LARGEST)


def _check_condition(category: Category, at: str) -> None:
    given = "least" if category.least is not None else "most" if category.most is not None else ""
    if category.kind not in YES_NO:
        return
    if not category.of and given:
        raise _bad(f"{at}.{given}", T("Without of it is a question of yes or no: leave this out."))
    if category.of and not given:
        raise _bad(f"{at}.least", T("Say from which number on it counts (least), or up to which (most)."))
    if category.least is not None and category.most is not None and category.least > category.most:
        raise _bad(f"{at}.most", T("This is below least, which is {n}: no number could fit.", n=category.least))


def _check_uses(pad: PadDefinition, category: Category, at: str) -> None:
    """Refuses a number that is not there, or that is not there in the rounds in which it is used."""
    entered = {other.key: entry_of(pad, other) for other in pad.category if not other.of}
    used = [(f"{at}.of[{index}]", key) for index, key in enumerate(category.of)]
    used += [(f"{at}.by", category.by)] if category.by else []
    if isinstance(category.pot, int):
        check_range(f"{at}.pot", category.pot, 0, LARGEST)
    elif category.kind == "pot":
        used.append((f"{at}.pot", category.pot))
    for where, key in used:
        if key not in entered:
            raise _bad(where, T("This names a category with a number of its own: {names}.", names=listed(entered)))
        _check_use(pad, category, entered[key], where)
    if len(set(category.of)) < len(category.of):
        raise _bad(f"{at}.of", T("Each category is named once here."))


def _check_use(pad: PadDefinition, category: Category, entry: Entry, where: str) -> None:
    if pad.rounds and category.every_round and not entry.by_round:
        raise _bad(
            where, T("{key} is not entered in every round: say every_round = false here, or there not.", key=entry.key)
        )
    if (category.once or where.endswith(".pot")) and not entry.once:
        raise _bad(where, T("{key} is a number of each player; here only one for everybody fits.", key=entry.key))


def _check_together(pad: PadDefinition) -> None:
    if not pad.lines:
        raise _bad("category", T("Every category is a count, and none gives points. Add one that does."))
    by_round = sum(not c.of and bool(pad.rounds) and c.every_round for c in pad.category)
    numbers = by_round * pad.rounds + sum(not c.of for c in pad.category) - by_round
    if numbers > MOST_NUMBERS:
        text = T(
            "{n} numbers a player, rounds times categories, are too many: at most {most}.", n=numbers, most=MOST_NUMBERS
        )
        raise _bad("rounds", text)
    keys = {category.key for category in pad.category if not category.once}
    for index, tie_break in enumerate(pad.tie_break):
        at = f"tie_break[{index}]"
        if pad.wins == "together":
            raise _bad(at, T("Who wins together has no ties to break: leave it out."))
        if tie_break.by not in keys:
            raise _bad(f"{at}.by", T("Choose one of: {choices}", choices=listed(sorted(keys))))
        _one_of(f"{at}.wins", tie_break.wins, WINS[:2])
    if len({tie_break.by for tie_break in pad.tie_break}) < len(pad.tie_break):
        raise _bad("tie_break", T("Each category is named once here."))


def _check_words(at: str, words: Words, most: int) -> None:
    named = {"": words} if isinstance(words, str) else words
    if not 1 <= len(named) <= LANGUAGES:
        raise _bad(
            at, T("Write it once, or in 1 to {most} languages, such as {sample}.", most=LANGUAGES, sample=_SAMPLE)
        )
    for tag, text in named.items():
        where = f"{at}.{tag}" if tag else at
        if tag and not _TAG.fullmatch(tag):
            raise _bad(where, T("This is no language tag such as en or zh-TW."))
        if not 1 <= len(text) <= most or not text.strip():
            raise _bad(where, T("Write 1 to {most} letters.", most=most))
        if not text.isprintable():
            raise _bad(where, T("Write it in one line, without control characters."))


_SAMPLE = '{ en = "Coins", zh-TW = "錢幣" }'


def _one_of(at: str, value: str, allowed: Iterable[str]) -> None:
    known = tuple(allowed)
    if value not in known:
        raise _bad(at, T("Choose one of: {choices}", choices=listed(known)))


def _bad(path: str, text: Text) -> Refused:
    return Refused("bad_field", path or None, text)
