"""Both languages are complete: every message is translated, with the same parameters, in the glossary's words."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.extract import extract_from_dir

from companion import words

ROOT = Path(__file__).resolve().parent.parent
KEYWORDS = {
    "_": None,
    "gettext": None,
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
}

# English word -> Chinese words that must not stand for it (glossary: the column where Taiwan says it otherwise).
NOT_THESE_WORDS = (
    "咭牌",
    "競投",
    "叫價",
    "棄權",
    "客載量",
    "反復無常",
    "計劃階段",
    "公區",
    "備選規則",
    "拼",
    "視頻",
    "打印",
    "默認",
    # Stiff, garbled or clipped, as somebody in Taiwan reads it.
    "且和",
    "之後的桌",
    "到此為止",
    "哪個座位輸入",
    "次大同為",
    "直到這桌",
    "過程中的計算",
    "這張桌子不能",
    "記錄方式",
)


def messages() -> Iterator[tuple[str, str | None, str, str | None]]:
    """(where, context, singular, plural) of every message in the source and in the templates."""
    for path in sorted((ROOT / "companion").rglob("*.py")):
        yield from _in_python(path)
    mapping = [("**.html", "jinja2.ext:babel_extract")]
    for file, line, message, _, context in extract_from_dir(
        str(ROOT / "templates"), mapping, keywords=KEYWORDS, options_map={"**.html": {"trimmed": "true"}}
    ):
        ids = (message,) if isinstance(message, str) else tuple(message)
        yield f"templates/{file}:{line}", context, ids[0], ids[1] if len(ids) > 1 else None


def _in_python(path: Path) -> Iterator[tuple[str, str | None, str, str | None]]:
    """Babel passes over a call inside another call's arguments, so the syntax tree is read instead."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call) or getattr(node.func, "id", None) not in ("T", "TN", "TC"):
            continue
        where = f"{path.relative_to(ROOT).as_posix()}:{node.lineno}"
        given = [getattr(argument, "value", None) for argument in node.args]
        name = node.func.id  # type: ignore[attr-defined]
        literal = given[:1] if name == "T" else given[:2]
        assert all(isinstance(word, str) for word in literal), f"{where}: a message has to be written out"
        context, singular = (literal[0], literal[1]) if name == "TC" else (None, literal[0])
        yield where, context, str(singular), str(literal[1]) if name == "TN" else None


ALL = list(messages())


def fields(template: str) -> set[str]:
    named = {name for _, name, _, _ in string.Formatter().parse(template) if name}
    return named | set(re.findall(r"%\((\w+)\)", template))


def owner(where: str) -> str:
    """The file of translations a message belongs to: a game's own, or the house's."""
    for folder in sorted((ROOT / "companion/games").iterdir()):
        if re.search(rf"games/_?{folder.name}[/_.]", where):
            return folder.name
    return "messages"


def test_what_fills_a_message_is_joined_as_the_language_does() -> None:
    """`companion.core.text.listed`, or a `Listing`: a comma of ours would stand in a Chinese sentence too."""
    found = []
    for path in sorted((ROOT / "companion").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", None) in ("T", "TN", "TC"):
                inside = (
                    part.value for part in ast.walk(node) if isinstance(part, ast.Attribute) and part.attr == "join"
                )
                if any(isinstance(of, ast.Constant) and of.value in (", ", "; ") for of in inside):
                    found.append(f"{path.relative_to(ROOT).as_posix()}:{node.lineno}")
    assert not found


def test_there_are_messages_to_translate() -> None:
    assert len(ALL) > 50


@pytest.mark.parametrize("po", sorted({owner(where) for where, *_ in ALL}))
def test_every_message_is_translated_with_the_same_parameters(po: str) -> None:
    known = words.catalogue(words.CHINESE)
    missing, wrong = [], []
    for where, context, singular, plural in ALL:
        if owner(where) != po:
            continue
        translated = known.get((context, singular))
        if translated is None:
            missing.append(f"{where}: {singular}")
        elif fields(translated) - (fields(singular) | fields(plural or "") | {"n"}) or (
            fields(singular) - {"n"} - fields(translated)
        ):
            wrong.append(f"{where}: {singular} -> {translated}")
    assert not missing, "\n".join(missing)
    assert not wrong, "\n".join(wrong)


def test_no_translation_brings_white_space_of_its_own() -> None:
    """The one rule for white space puts it where it belongs: a space at an edge would stand there twice."""
    found = []
    for file, translated in words.translations(words.CHINESE):
        for (_, english), chinese in translated:
            if chinese != chinese.strip() and english == english.strip():
                found.append(f"{file}: {english!r} -> {chinese!r}")
    assert not found


def test_a_message_has_one_translation_wherever_it_stands() -> None:
    """Where two games mean different things by one English word, `TC` or pgettext gives it a context."""
    seen: dict[tuple[str | None, str], tuple[str, str]] = {}
    doubles = []
    for file, found in words.translations(words.CHINESE):
        for key, words_for in found:
            first = seen.setdefault(key, (file, words_for))
            if first[1] != words_for:
                doubles.append(f"{key[1]!r}: {first[0]} says {first[1]!r}, {file} says {words_for!r}")
    assert not doubles, "\n".join(doubles)


# A number and a noun in the plural: such a message needs TN, or other words, unless its number is never 1.
COUNTED = re.compile(
    r"(?<!to )(\{(n|new|all|most|total|points|missing|hand|left|cards|capacity|given)\}|%\((n|num)\)s) "
    r"(borders|cards|coins|dice|icons|ledgers|monkeys|places|points|reinforcements|rounds|spaces|stars|symbols|tokens|are)\b"
)
NEVER_ONE = (
    "A dish has",
    "A moon card has {n} spaces",
    "Deal {n} cards",
    "Next: {who}, obstructed: only {n} dice.",
    "Of {all} stars {n} is lost",
    "Put {n} coins of its colour on each tribe card.",
    "The other {n} cards are the draw pile",
    "There are only {n} monkeys",
    "There are {most} stars in all",
    "You will play {n} rounds.",
    "{color} ship: {capacity} places",
    "{label}: at most {n} dice can show",
    "{monkey} boards the ship of {who}: {n} of {capacity} places",
    "{who} takes a {color} ship: {capacity} places",
)
"""What their numbers count has two or more by the rules, such as the rounds of a game."""


def test_a_number_of_things_is_also_worded_for_one_thing() -> None:
    """English says 1 star: where the number can be 1, the message has a singular."""
    wrong = [
        f"{where}: {singular}"
        for where, _, singular, plural in ALL
        if plural is None and COUNTED.search(singular) and not singular.startswith(NEVER_ONE)
    ]
    assert not wrong, "\n".join(wrong)


HAN = "[\u3400-\u9fff]"
LINES = (
    (rf"{HAN}[(),:;!?]|[(),:;!?]{HAN}", "a half-width mark beside Chinese"),
    (rf"{HAN} +{HAN}", "a space between Chinese and Chinese"),
    (r"[：，。；！？「」（）、] (?!·)|(?<!·) [：，。；！？「」（）、]", "a space beside a full-width mark"),
    (rf"{HAN}[A-Za-z0-9]|[A-Za-z0-9]{HAN}", "no space between Chinese and Latin letters or digits"),
)
"""What no Chinese line has; a space beside a name or a number is the business of `companion.spacing`."""


@pytest.mark.parametrize(("wrong", "what"), LINES, ids=[what for _, what in LINES])
def test_marks_are_full_width_and_white_space_stands_where_it_should(wrong: str, what: str) -> None:
    found = [
        f"{file}: {string}"
        for file, translated in words.translations(words.CHINESE)
        for _, string in translated
        if re.search(wrong, re.sub(r"%\(\w+\)s|\{\w+\}", "\u2603", string))
    ]
    assert not found, what


def test_no_message_uses_another_word_for_a_listed_term() -> None:
    used = [
        f"{message} -> {translated}"
        for (_, message), translated in words.catalogue(words.CHINESE).items()
        for word in NOT_THESE_WORDS
        if word in translated
    ]
    assert not used


@pytest.mark.parametrize(
    ("header", "chosen", "language"),
    [
        ("zh-TW,zh;q=0.9,en;q=0.8", None, words.CHINESE),
        ("zh-HK,zh;q=0.9,en;q=0.8", None, words.CHINESE),
        ("zh-Hant-MO", None, words.CHINESE),
        ("zh-TW,en;q=0.8", None, words.CHINESE),
        ("zh-HK,en;q=0.8", None, words.CHINESE),
        ("zh-MO,en;q=0.8", None, words.CHINESE),
        ("zh-Hant-TW,en;q=0.8", None, words.CHINESE),
        ("zh", None, words.CHINESE),
        ("en-GB,en;q=0.9,zh-TW;q=0.8", None, words.ENGLISH),
        ("fr,zh-TW;q=0.5", None, words.CHINESE),
        ("fr-FR,de;q=0.3", None, words.ENGLISH),
        ("zh-CN,zh;q=0.9", None, words.CHINESE),
        ("", None, words.ENGLISH),
        (None, None, words.ENGLISH),
        ("en", "zh_Hant_TW", words.CHINESE),
        ("en", "tlh", words.ENGLISH),
        ("en;q=abc,;;,zh-TW;q=0", None, words.ENGLISH),
    ],
)
def test_the_language_of_a_phone(header: str | None, chosen: str | None, language: str) -> None:
    """Lesson: a Taiwanese phone gets Traditional Chinese; an unknown stored language must not crash."""
    assert words.negotiate(header, chosen) == language
