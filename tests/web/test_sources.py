"""Templates, scripts and styles that one can read: short lines, one element a line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.resources import static_path, templates_path

LONGEST = 140


def sources() -> Iterator[Path]:
    """Every template; every script and style that is ours."""
    yield from templates_path().rglob("*.html")
    for kind in ("*.js", "*.css"):
        yield from (path for path in static_path().rglob(kind) if "vendor" not in path.parts)


@pytest.mark.parametrize("path", sorted(sources()), ids=lambda path: path.name)
def test_no_line_is_longer_than_a_screen(path: Path) -> None:
    lines = enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
    assert not [f"{path.name}:{number}" for number, line in lines if len(line) > LONGEST]


@pytest.mark.parametrize("path", sorted(templates_path().rglob("*.html")), ids=lambda path: path.name)
def test_one_element_a_line(path: Path) -> None:
    """An element may share its line with the one it is wrapped around, such as a chip with its radio; never with more."""
    crowded = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        plain = re.sub(r"\{[{%#].*?[}%#]\}", "", line)
        if len(re.findall(r"<[a-z][\w-]*(?=[\s>/])", plain)) > 2:
            crowded.append(f"{path.name}:{number}")
    assert not crowded


@pytest.mark.parametrize("path", sorted(templates_path().rglob("*.html")), ids=lambda path: path.name)
def test_the_signs_between_words_are_those_of_the_language(path: Path) -> None:
    """A colon or comma typed between two wordings stays half as wide in Chinese: `_(": ")`, `_(", ")` and `_("; ")`
    are translated, and the filter `listed` joins a list."""
    text = re.sub(r"\{#.*?#\}", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    assert not re.findall(r"(?:[}%]\}|</\w+>)\s*[:,;](?=\s|$)|^\s*[:,;]\s", text, re.MULTILINE)
    assert not re.search(r"join\(\"[,;:] \"\)", text)
    assert not re.search(r"\(\{\{ _\(", text), "brackets: the filter `bracketed`"


@pytest.mark.parametrize("path", sorted(static_path().rglob("*.js")), ids=lambda path: path.name)
def test_a_list_that_a_script_shows_is_joined_as_the_language_does(path: Path) -> None:
    """`companion.listed` knows the comma."""
    if "vendor" not in path.parts:
        assert not re.search(r"join\([\"'][,;:] [\"']\)", path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", sorted(templates_path().rglob("*.html")), ids=lambda path: path.name)
def test_between_two_sentences_stands_the_pause_of_the_language(path: Path) -> None:
    """A Chinese full stop is as wide as a letter, so no white space follows it: `pause` has the space of English."""
    text = path.read_text(encoding="utf-8")
    between = r"\s+(?:\{%-? (?:if|endif|for)[^%]*%\}\s*)*(?:<span[^>]*>\s*)?"
    assert not re.findall(rf"\.\"[^{{}}]*\) \}}\}}{between}\{{\{{ (?:_|ngettext)\(", text)


@pytest.mark.parametrize("path", sorted(templates_path().rglob("*.html")), ids=lambda path: path.name)
def test_a_derivation_is_said_with_the_names_of_people(path: Path) -> None:
    """Without them a sentence of a rule names somebody by the number of the seat."""
    text = path.read_text(encoding="utf-8")
    assert not re.findall(r"(?:html|say)\((?:\w+\.)*(?:step|why|why_\w+)\)", text)


@pytest.mark.parametrize("path", sorted(templates_path().rglob("*.html")), ids=lambda path: path.name)
def test_attributes_stay_apart(path: Path) -> None:
    """Between two Jinja statements on lines of their own no white space is left: two attributes would become one."""
    text = path.read_text(encoding="utf-8")
    for found in re.finditer(r"%\}\n[ \t]*\{%", text):
        before = re.sub(r"\{([{%#]).*?[}%#]\}", "", text[: found.start() + 2], flags=re.DOTALL)
        assert before.rfind("<") <= before.rfind(">"), f"line {text.count(chr(10), 0, found.start()) + 1}"
