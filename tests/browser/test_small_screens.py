"""Entering on a small phone, with large letters: who I am stays in sight, and nothing has to be pushed sideways."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from companion.games import GAMES
from tests.browser.conftest import Phones, Server

NAMES = ("Ann", "小明的表哥阿德", "Christopher", "Di", "Eve", "Fay")


def overflow(page: Page) -> str:
    """The element that sticks out farthest to the right, if the page can be pushed sideways."""
    found: str = page.evaluate(
        """() => {
            const root = document.documentElement;
            if (root.scrollWidth <= root.clientWidth) return "";
            const out = [...document.body.querySelectorAll("*")]
                .map(e => [e.getBoundingClientRect().right, e.outerHTML.slice(0, 120)])
                .sort((a, b) => b[0] - a[0]);
            return `${root.scrollWidth} > ${root.clientWidth}: ${out[0][1]}`;
        }"""
    )
    return found


@pytest.mark.parametrize("game", list(GAMES))
def test_no_sideways_scrolling_at_320_px_and_200_percent_text(server: Server, phones: Phones, game: str) -> None:
    """Every page of a table with as many seats as it takes, in the language whose words are longer."""
    code = server.open_table(game, *NAMES[: GAMES[game].players[-1]])
    page = phones.sit(code, 0, width=320, height=640)
    wide = []
    for path in (
        f"/t/{code}",
        f"/t/{code}/join",
        f"/t/{code}/history",
        f"/t/{code}/rules",
        "/",
        f"/new/{game}",
        "/host",
    ):
        page.goto(server.url + path)
        for size in ("100%", "200%"):
            page.evaluate("size => { document.documentElement.style.fontSize = size; }", size)
            if problem := overflow(page):
                wide.append(f"{path} at {size}: {problem}")
    assert not wide, "\n".join(wide)


def test_whose_sheet_this_is_and_its_total_stay_in_sight_while_entering(server: Server, phones: Phones) -> None:
    """Colour, symbol, name and running total, also at the last field of the pad."""
    code = server.open_table("mombasa", "Ann", "小明")
    page = phones.sit(code, 1, height=600)
    last = page.locator("#f-bookkeeping input[type=text]")
    last.click()
    page.evaluate("() => scrollBy(0, 400)")
    page.keyboard.type("20")
    page.keyboard.press("Enter")
    me = page.locator("#me")
    expect(me).to_be_in_viewport(ratio=0.9)
    expect(me).to_contain_text("小明")
    expect(me.locator(".figure")).to_have_text("20")
    expect(me.locator("svg, .badge").first).to_be_visible()
    expect(last).to_be_in_viewport()
