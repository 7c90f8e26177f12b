"""Names: any name people have, and none that cannot be seen or that steers."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core import names

FAMILY = "\N{WOMAN}\u200d\N{WOMAN}\u200d\N{GIRL}"
SCOTLAND = "\N{WAVING BLACK FLAG}\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        pytest.param("陳　小明", "陳 小明", id="the full-width space of a Chinese keyboard"),
        pytest.param("  Ann   Lee ", "Ann Lee", id="spaces around and between"),
        pytest.param("Ann\u00a0Lee", "Ann Lee", id="a space that does not break"),
        pytest.param(FAMILY, FAMILY, id="a family of emoji is one picture"),
        pytest.param("❤\ufe0f", "❤\ufe0f", id="a heart in colour"),
        pytest.param(SCOTLAND, SCOTLAND, id="the flag of a region"),
        pytest.param("می\u200cخواهم", "می\u200cخواهم", id="Persian needs its non-joiner"),
        pytest.param("Jose\u0301", "José", id="decomposed letters are composed"),
        pytest.param("\u202eAnn", "Ann", id="right to left override"),
        pytest.param("\u200dAnn\u200d", "Ann", id="joiners with nothing to join"),
        pytest.param("A\u200d\u200dB", "A\u200dB", id="more joiners than one"),
        pytest.param("\ufeffAnn\u00ad", "Ann", id="a byte order mark and a soft hyphen"),
        pytest.param("O’Neill-Ødegård, jr.", "O’Neill-Ødegård, jr.", id="apostrophes, hyphens, commas"),
        pytest.param("\U00020bb7野家", "\U00020bb7野家", id="a Chinese letter beyond the basic plane"),
        pytest.param("葛\U000e0100城", "葛\U000e0100城", id="the form of a letter chosen by a selector"),
        pytest.param("42", "42", id="a number"),
        pytest.param("★", "★", id="a sign"),
    ],
)
def test_a_name_is_kept_as_people_see_it(typed: str, kept: str) -> None:
    assert names.cleaned(typed) == kept
    assert names.fault(typed) is None


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        pytest.param("", "empty", id="nothing"),
        pytest.param(" \u3000\t", "empty", id="spaces only"),
        pytest.param("\u3164", "invisible", id="the filler of Hangul"),
        pytest.param("\u2800\u2800", "invisible", id="empty Braille"),
        pytest.param("\u200b\u200d", "invisible", id="nothing but joiners"),
        pytest.param("\u202e\x00", "invisible", id="nothing but steering"),
        pytest.param("\u0301", "invisible", id="an accent on nothing"),
        pytest.param("x" * 41, "long", id="41 letters"),
        pytest.param("x" + "\u0301" * 160, "long", id="one letter with 160 accents"),
        pytest.param(" " * 1000 + "x", "long", id="typed for ever"),
        pytest.param("A\x00n\x1b[31mn\x9b", "control", id="NUL, ESC and the other escape"),
        pytest.param("王小\n明", "control", id="a line break"),
        pytest.param("a\u2028b", "control", id="the other line break"),
    ],
)
def test_what_cannot_be_a_name_says_why(typed: str, why: str) -> None:
    assert names.fault(typed) == why


def test_forty_letters_are_counted_as_people_count_them() -> None:
    assert names.fault("x" * 40) is None
    assert names.fault("e\u0323\u0301" * 40) is None


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        pytest.param("José", "Jose\u0301", True, id="composed and decomposed"),
        pytest.param("Ａｎｎ", "Ann", True, id="full width"),
        pytest.param("ann", "Ann", False, id="another case may be another person"),
        pytest.param("陳　小明", "陳 小明", True, id="another space"),
        pytest.param("Ann\u200d", "Ann", True, id="a joiner nobody sees"),
        pytest.param("Ann", "Anna", False, id="another name"),
        pytest.param("José", "Jose", False, id="an accent makes another name"),
    ],
)
def test_names_that_look_the_same_are_the_same(one: str, other: str, same: bool) -> None:
    assert (names.identity(one) == names.identity(other)) is same


@given(st.text(max_size=60))
def test_a_kept_name_stays_as_it_is_and_steers_nothing(typed: str) -> None:
    kept = names.cleaned(typed)
    assert names.cleaned(kept) == kept
    assert kept == kept.strip()
    assert names.identity(kept) == names.identity(typed)
    assert not any(unicodedata.category(letter) in ("Cc", "Cs", "Zl", "Zp") for letter in kept)
    assert names.printable(kept) == kept


@given(st.text(max_size=200))
def test_a_longer_text_keeps_its_words_and_loses_what_steers(typed: str) -> None:
    kept = names.without_steering(typed)
    assert "\x00" not in kept
    assert "\u202e" not in kept
    assert names.without_steering(kept) == kept


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("red 4", "red 4"),
        ("a/b\\c:d", "a_b_c_d"),
        ("..", "_"),
        ("con", "_con"),
        ("Com1.x", "_Com1.x"),
        ("紅" * 40, "紅" * 26),
    ],
)
def test_a_name_becomes_a_file_name_on_every_system(name: str, file: str) -> None:
    assert names.file_name(name) == file
