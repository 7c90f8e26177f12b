"""Pads as TOML files: more than 200 broken ones, each refused with its line, the field and what is allowed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.core.refusal import Refused
from companion.games.pad.toml_text import pad_from_toml
from companion.play.pads import samples
from companion.resources import pads_path
from companion.words import CHINESE, Words

TEXTS = {path.stem: path.read_text(encoding="utf-8") for path in sorted(pads_path().glob("*.toml"))}
CHINESE_LETTER = re.compile(r"[\u4e00-\u9fff]")
ENGLISH_SENTENCE = re.compile(r"\b(is|are|the|has|this|there|needs?)\b", re.IGNORECASE)

Change = Callable[[str], str]
"""What is made of a line."""

NAMED: tuple[tuple[str, str, Change, str], ...] = (
    ("a field with a typing error", r"^label = ", lambda line: line.replace("label", "lable"), "lable"),
    ("a key with capital letters", r"^key = ", lambda line: line.upper().replace("KEY", "key"), "key"),
    ("a key with a space in it", r"^key = ", lambda line: line[:-1] + ' x"', "key"),
    ("a key that is there twice", r"^key = ", lambda line: f'{line}\nlabel = "A"\n[[category]]\n{line}', "key"),
    ("a number instead of a key", r"^key = ", lambda line: "key = 3", "key"),
    ("an empty label", r"^label = ", lambda line: 'label = ""', "label"),
    ("a label in no language", r"^label = ", lambda line: "label = {}", "label"),
    ("a label of 70 letters", r"^label = ", lambda line: f'label = "{"x" * 70}"', "label"),
    ("a label with a language that is none", r"^label = ", lambda line: 'label = { "e n" = "x" }', "label"),
    ("a list instead of a label", r"^label = ", lambda line: 'label = ["x"]', "label"),
    ("a kind that is none", r"^kind = ", lambda line: 'kind = "sum"', "kind"),
    ("a kind in capital letters", r"^kind = ", lambda line: line.upper().replace("KIND", "kind"), "kind"),
    ("a quotation mark left out at the end", r"^(key|kind|label|by) = .*\"$", lambda line: line[:-1], ""),
    ("the quotation marks left out", r'^(key|kind|by) = "', lambda line: line.replace('"', ""), ""),
    ("the = left out", r"^(key|kind|factor|high) = ", lambda line: line.replace(" =", ""), ""),
    ("a : instead of =", r"^(key|kind|factor|high) = ", lambda line: line.replace(" =", ":"), ""),
    ("a value left out", r"^(key|kind|factor|high) = ", lambda line: line.split("=")[0] + "=", ""),
    ("two values on a line", r"^(factor|high|points) = ", lambda line: f"{line} 7", ""),
    ("the same field twice", r"^(factor|high|points) = ", lambda line: f"{line}\n{line}", ""),
    ("a bracket of a category left out", r"^\[\[category\]\]", lambda line: "[[category]", ""),
    ("a category as a single table", r"^\[\[category\]\]", lambda line: "[category]", ""),
    ("a half number", r"^(factor|high|points|least|minimum) = ", lambda line: f"{line}.5", ""),
    ("a number in quotation marks", r"^(factor|high|points|target) = ", lambda line: 'high = "9"', ""),
    ("a number as a word", r"^(factor|high|points|target) = ", lambda line: line.split("=")[0] + "= nine", ""),
    ("a number beyond all bounds", r"^(factor|high|points|target) = ", lambda line: line + "000000", ""),
    ("true instead of a number", r"^(factor|points|target|rounds) = ", lambda line: line.split("=")[0] + "= true", ""),
    ("a date instead of a number", r"^(factor|high|points) = ", lambda line: line.split("=")[0] + "= 2026-01-01", ""),
    ("a highest number below 0", r"^high = ", lambda line: "high = -1", "high"),
    ("a factor of 0", r"^factor = ", lambda line: "factor = 0", "factor"),
    ("yes instead of true", r"^(minus|once) = ", lambda line: line.replace("true", "yes"), ""),
    ("a 1 instead of true", r"^(minus|once) = ", lambda line: line.replace("true", "1"), ""),
    ("a row of two numbers", r"^steps = ", lambda line: "steps = [[0, 1]]", "steps"),
    ("rows that overlap", r"^steps = ", lambda line: "steps = [[0, 5, 1], [5, 9, 2]]", "steps"),
    ("a row that goes down", r"^steps = ", lambda line: "steps = [[4, 1, 1]]", "steps"),
    ("a table of nothing", r"^steps = ", lambda line: line.split("=")[0] + "= []", "s"),
    ("rows and sets", r"^(steps|sets) = ", lambda line: "sets = [1]\nsteps = [[0, 1, 1]]", "s"),
    ("a list that is not closed", r"^(steps|sets|places|of|players) = ", lambda line: line[:-1], ""),
    ("a comma left out in a list", r"^(steps|places|players) = ", lambda line: line.replace(", ", " "), ""),
    ("places in words", r"^places = ", lambda line: 'places = ["first"]', "places"),
    ("points below 0 for a place", r"^places = ", lambda line: "places = [-5]", "places"),
    ("ties that are none", r"^ties = ", lambda line: 'ties = "share"', "ties"),
    ("a number of a category that is not there", r"^of = ", lambda line: 'of = ["persons"]', "of"),
    ("a number that is named twice", r"^of = ", lambda line: 'of = ["people", "people"]', "of"),
    ("a text instead of a list", r"^of = ", lambda line: 'of = "people"', "of"),
    ("a pot that is not there", r"^pot = ", lambda line: 'pot = "chest"', "pot"),
    ("a tie-break by nothing", r"^by = ", lambda line: 'by = "luck"', "by"),
    ("more players than seats", r"^players = ", lambda line: "players = [2, 9]", "players"),
    ("fewer at most than at least", r"^players = ", lambda line: "players = [4, 2]", "players"),
    ("one number for players", r"^players = ", lambda line: "players = 4", "players"),
    ("three numbers for players", r"^players = ", lambda line: "players = [2, 3, 4]", "players"),
    ("a format from tomorrow", r"^format = ", lambda line: "format = 99", "format"),
    ("a format in words", r"^format = ", lambda line: 'format = "one"', "format"),
    ("who wins is nobody", r"^wins = ", lambda line: 'wins = "middle"', "wins"),
    ("a target where nobody wins together", r"^rounds = ", lambda line: "target = 3", "target"),
    ("more rounds than there is time", r"^rounds = ", lambda line: "rounds = 500", "rounds"),
    ("a long emblem", r"^emblem = ", lambda line: 'emblem = "BOAT"', "emblem"),
    ("a field of a pad that is none", r"^emblem = ", lambda line: 'publisher = "x"', "publisher"),
    ("a title with a control character", r"^title = ", lambda line: r'title = "a\u0007b"', "title"),
    ("a title that is not closed", r"^title = ", lambda line: line.replace(" }", ""), ""),
    ("an escape that is none", r"^title = ", lambda line: r'title = "a\q"', ""),
    ("every_round where there are no rounds", r"^players = \[1", lambda line: line, "*every_round"),
    ("a field of another kind", r'^kind = "(points|bonus)"', lambda line: f"{line}\nties = \"all\"", "ties"),
    ("limits beside others' numbers", r"^of = ", lambda line: f"{line}\nlow = 0", "low"),
)  # fmt: skip


def broken() -> Iterator[tuple[str, str, str, int]]:
    """Every way to break a good file at every line where it fits: name, text, field, line."""
    for sample, text in TEXTS.items():
        lines = text.splitlines()
        for name, where, change, field in NAMED:
            for number, line in enumerate(lines, 1):
                if not re.search(where, line):
                    continue
                made = change(line)
                if field == "*every_round":
                    made, number = line, len(lines) + 1
                    yield (
                        name,
                        text + '\n[[category]]\nevery_round = false\nkey = "late"\nlabel = "Late"\n',
                        "every_round",
                        0,
                    )
                    break
                changed = [*lines[: number - 1], made, *lines[number:]]
                yield f"{sample}, line {number}: {name}", "\n".join(changed), field, number


BROKEN = [row for row in broken() if row[1].strip() not in {text.strip() for text in TEXTS.values()}]


def test_there_are_200_broken_files_in_many_ways() -> None:
    assert len({text for _, text, _, _ in BROKEN}) >= 200
    assert len(NAMED) > 50


@pytest.mark.parametrize("language", ["en", CHINESE])
def test_every_broken_file_gets_a_clear_message(language: str) -> None:
    """Each names a line near the fault, the field, and says why in the reader's language; none ends in a traceback."""
    say = Words(language).say
    unclear = []
    for name, text, field, line in BROKEN:
        try:
            pad_from_toml(text)
        except Refused as refused:
            told = say(refused.text)
        else:
            unclear.append(f"{name}: taken")
            continue
        found = re.match(r"Line (\d+)|第 (\d+) 行", told)
        if found is None:
            unclear.append(f"{name}: {told}")
            continue
        at = int(found[1] or found[2])
        syntax = "TOML" in told
        nearby = (
            range(line, line + 3)
            if "twice" in name or "and sets" in name or "another kind" in name
            else (line, line + 1)
        )
        # What is not closed is missed only further down, and a second key of the same name may stand further up.
        if (
            line
            and at not in nearby
            and not (syntax and ("not closed" in name or "single table" in name))
            and "others" not in name
        ):
            unclear.append(f"{name}: line {at}: {told}")
        if not syntax and field not in told:
            unclear.append(f"{name}: names no {field}: {told}")
        if language == CHINESE and (not CHINESE_LETTER.search(told) or ENGLISH_SENTENCE.search(told)):
            unclear.append(f"{name}: not in Chinese: {told}")
    assert not unclear, "\n".join(unclear)


def test_a_field_that_is_missing_is_named_with_the_line_of_its_category() -> None:
    text = TEXTS["worker-placement"].replace('key = "rooms"\n', "")
    with pytest.raises(Refused) as refused:
        pad_from_toml(text)
    line = text.splitlines().index('label = { en = "Stone rooms", zh-TW = "石造房間" }')
    assert Words("en").say(refused.value.text) == f"Line {line}, category[3].key: This field is missing."


@pytest.mark.parametrize(
    "text",
    ["", "x", "\0", "[[[[", "a = " + "[" * 5000, "format = 1", "format = 1\ntitle = 'x'\ncategory = []", "﻿format = 1",
     "format = 1\ntitle = 'x'\ncategory = [1]", "format = 1\ntitle = 'x'\ncategory = 3", "# " + "x" * 40_000,
     "format = 1\ntitle = 'x'\n[category.a]\nkey = 'x'", "a.b.c = 1\n[a.b]\n", "format = 9223372036854775808"],
)  # fmt: skip
def test_what_is_no_pad_at_all_is_refused_too(text: str) -> None:
    for language in ("en", CHINESE):
        with pytest.raises(Refused) as refused:
            pad_from_toml(text)
        assert Words(language).say(refused.value.text)


def test_windows_line_ends_and_a_byte_order_mark_are_read() -> None:
    for name, text in TEXTS.items():
        assert pad_from_toml("\ufeff" + text.replace("\n", "\r\n")) == samples()[name]


def test_the_page_on_pads_says_what_the_code_takes() -> None:
    """docs/pads.md names every field and every kind, and its examples are pads."""
    from companion.games.pad.checking import EMBLEMS, KINDS, TIES, WINS
    from companion.games.pad.definition import Category, TieBreak
    from companion.games.pad.definition import PadDefinition as Pad

    page = (Path(__file__).parents[2] / "docs/pads.md").read_text(encoding="utf-8")
    words = {
        *Pad.__struct_fields__,
        *Category.__struct_fields__,
        *TieBreak.__struct_fields__,
        *KINDS,
        *WINS,
        *TIES,
        *EMBLEMS,
    }
    assert not [word for word in sorted(words) if not re.search(rf"`{word}\b", page)]
    shown = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)
    assert shown
    for example in shown:
        assert pad_from_toml(example).category
