"""Letters twice as large on a screen of 320 px: header and bar leave room for the page, and no word is broken in two."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion.games import GAMES
from testkit.pages import broken_words
from testkit.playing import play_on
from tests.browser.conftest import Phones, Server

NAMES = ("Ann", "小明的表哥阿德", "Maximiliane", "Di", "Eve", "Fay")
A_THIRD = 1 / 3


def enlarge(page: Page) -> None:
    """Twice as large, as the browser's setting makes them."""
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    page.wait_for_timeout(80)


def heights(page: Page) -> tuple[float, float]:
    measured: Any = page.evaluate("[...document.querySelectorAll('.top, .actionbar')].map(e => e.offsetHeight)")
    return measured[0], measured[1]


@pytest.mark.parametrize("game", list(GAMES))
@pytest.mark.parametrize("language", [pytest.param("en", marks=pytest.mark.thorough), "zh"])
def test_header_and_bar_are_at_most_a_third_of_the_screen(
    server: Server, phones: Phones, game: str, language: str
) -> None:
    """At every tenth of a played game, on the phone of somebody whose turn it is; words stay whole in both of them."""
    code = server.open_table(game, *NAMES[: min(4, GAMES[game].players[-1])])
    page = phones.sit(code, 0, width=320, height=640, language=language)
    for _ in range(8):
        seat = min(server.look(code).active, default=0)
        page.goto(f"{server.url}/t/{code}?as={seat}")
        enlarge(page)
        header, bar = heights(page)
        assert (header + bar) / 640 <= A_THIRD, (header, bar, page.locator(".actionbar").inner_text())
        assert not broken_words(page, ".top, .actionbar, #me")
        if not play_on(server.house, code, 6):
            break


@pytest.mark.parametrize(
    "path", ["/t/{code}/seats", "/t/{code}/history", "/t/{code}/setup", "/new/mombasa", "/t/{code}?watch=1"]
)
def test_a_name_is_broken_nowhere_where_it_fits_on_a_line(server: Server, phones: Phones, path: str) -> None:
    """Also who is who on the pages around a game."""
    code = server.open_table("mombasa", *NAMES[:4])
    play_on(server.house, code, 12)
    page = phones.open(path.format(code=code), width=320, height=640)
    enlarge(page)
    assert not broken_words(page, ".seat, .top, h1, h2, button, .tag, .entry > summary")


@pytest.mark.parametrize("path", ["/new", "/"])
def test_games_and_tables_are_listed_in_whole_words_without_sideways_scrolling(
    server: Server, phones: Phones, path: str
) -> None:
    server.open_table("pad", "Ann", "Bo")
    page = phones.open(path, width=320, height=640)
    enlarge(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    assert not broken_words(page, ".tables .grow, .tables .turn, .game .players")


@pytest.mark.parametrize("game", ["mombasa", "spank_the_monkey"])
def test_a_refusal_stands_above_the_bar_and_goes_when_the_mistake_is_mended(
    server: Server, phones: Phones, game: str
) -> None:
    """It covers neither the sentence nor the action."""
    phones.forgive("422")
    code = server.open_table(game, "Ann", "Bo")
    page = phones.sit(code, 0)
    page.evaluate(
        """() => { const box = document.querySelector("#refusal");
        box.innerHTML = "<div class='refusal' role='alert'><p>No.</p><button data-dismiss>OK</button></div>"; }"""
    )
    refusal, bar = page.locator(".refusal").bounding_box(), page.locator(".actionbar").bounding_box()
    assert refusal and bar and refusal["y"] + refusal["height"] <= bar["y"]
    page.evaluate(
        """() => { const product = document.createElement("div"); product.id = "product";
        product.dataset.form = "none"; product.innerHTML = "<p class='sentence' data-ready>Done.</p>";
        document.querySelector(".actionbar .inner").prepend(product);
        document.dispatchEvent(new CustomEvent("htmx:after:swap", { detail: { ctx: { target: product } } })); }"""
    )
    expect(page.locator("#refusal")).to_be_empty()


@pytest.mark.thorough
@pytest.mark.parametrize("game", list(GAMES))
def test_with_everything_open_nothing_is_too_wide_and_no_figure_or_short_name_is_broken(
    server: Server, phones: Phones, game: str
) -> None:
    """Corrections, what is rarely needed and the score table of a played game, then its end."""
    code = server.open_table(game, *NAMES[: min(4, GAMES[game].players[-1])])
    page = phones.sit(code, 0, width=320, height=640)
    for most in (14, 2000):
        play_on(server.house, code, most)
        page.goto(f"{server.url}/t/{code}?as={min(server.look(code).active, default=0)}")
        page.evaluate("document.querySelectorAll('#panel details:not(.menu)').forEach(one => { one.open = true; })")
        enlarge(page)
        assert page.evaluate("document.scrollingElement.scrollWidth") <= 320
        assert not broken_words(page, ".sheet, .ending, .race, .actionbar")
    page.goto(f"{server.url}/t/{code}/correction")
    page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })")
    enlarge(page)
    assert page.evaluate("document.scrollingElement.scrollWidth") <= 320
    assert not broken_words(page, ".counters")
