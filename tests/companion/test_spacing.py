"""The white space of Chinese lines: one rule wherever a name or a number is put in."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markupsafe import Markup

from companion import spacing
from companion.core.text import Listing, T, Who, listed, plain
from companion.words import CHINESE, ENGLISH, Words

NAMES = ("小華", "Cy", "阿芳", "王 小明")


@pytest.mark.parametrize(
    ("template", "value", "line"),
    [
        pytest.param("輪到{x}。", "Ann", "輪到 Ann。", id="Latin letters get a space"),
        pytest.param("輪到{x}教導", "Ann", "輪到 Ann 教導", id="on both sides"),
        pytest.param("輪到 {x} 教導", "小明", "輪到小明教導", id="a Chinese name gets none"),
        pytest.param("第{x}回合", "7", "第 7 回合", id="a digit gets a space"),
        pytest.param("第 {x} 回合", "7", "第 7 回合", id="one that is there stays one"),
        pytest.param("{x}：自己的垃圾堆", "Ann", "Ann：自己的垃圾堆", id="none before a full-width mark"),
        pytest.param("輪到 {x}，請擲骰", "小明", "輪到小明，請擲骰", id="a mark is Chinese too"),
        pytest.param("（{x}）", "Ann", "（Ann）", id="brackets are wide enough"),
        pytest.param("比分 {x}", "3:2", "比分 3:2", id="a digit at the edge counts"),
        pytest.param("加 {x} 分", "+3", "加 +3 分", id="where the rule says nothing, what was written stays"),
        pytest.param("輪到{x}", "王 小明", "輪到王 小明", id="a name keeps its own space"),
        pytest.param("輪到{x}教", "", "輪到教", id="nothing put in"),
    ],
)
def test_what_stands_beside_a_value(template: str, value: str, line: str) -> None:
    assert spacing.filled(template, {"x": value}) == line
    page = template.replace("{x}", "%(x)s")
    assert spacing.filled_in_page(page, {"x": value}) == line
    marked = spacing.filled(template, {"x": f"<b>{value}</b>"}, as_html=True)
    assert marked.replace("<b>", "").replace("</b>", "") == line


def test_names_in_a_row() -> None:
    """與小華、Cy 和阿芳同分, not "與 小華、Cy和阿芳 同分"."""
    words = Words(CHINESE)
    text = T("level with {name}", name=Listing((Who(0), Who(1), Who(2))))
    shown = words.say(text.params[0][1], NAMES)
    assert shown == "小華、Cy 和阿芳"
    assert spacing.filled("與 {name} 同分", {"name": shown}) == "與小華、Cy 和阿芳同分"
    assert Words(ENGLISH).say(text, NAMES) == "level with 小華, Cy, and 阿芳"
    assert Words(ENGLISH).say(Listing((), "or")) == ""
    points = T("Scores: {n}.", n=listed((12, 14, 16)))
    assert (words.say(points), Words(ENGLISH).say(points)) == ("Scores: 12、14、16.", "Scores: 12, 14, 16.")
    assert plain(points) == "Scores: 12, 14, 16."


@given(st.text(alphabet="小明 Ann<&7，", max_size=8), st.text(alphabet="輪到 教x5。", max_size=8))
def test_what_is_put_in_is_never_changed(value: str, around: str) -> None:
    line = spacing.filled(f"{around}{{x}}{around}", {"x": value})
    assert value in line
    assert line.replace(" ", "") == f"{around}{value}{around}".replace(" ", "")


def test_a_page_escapes_what_is_put_in_and_leaves_markup() -> None:
    for language in (CHINESE, ENGLISH):
        shown = Words(language).in_page("%(a)s 100%% %(b)s", {"a": "<i>", "b": Markup("<b>x</b>")})
        assert shown == "&lt;i&gt; 100% <b>x</b>"


def test_english_is_left_alone() -> None:
    assert Words(ENGLISH).say(T("to{name}s", name=Who(0)), NAMES) == "to小華s"
