"""The big screen of every game: one skeleton, read from three metres, true to what just happened."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from companion import play
from testkit.boards import board_faults
from tests.browser.conftest import Phones, Server

LONG = ("Maximiliane-Alexandra Grünwald", "王小明和他最好的朋友阿宏今天一起來玩", "Bo", "Di", "Ed", "Florence")


def act(server: Server, code: str, seat: int | None, kind: str, **fields: object) -> None:
    """Enters something at a table, with a key of its own."""
    key = f"board-test-{server.look(code).seq}"
    play.act(server.house, code, "board-test", {"type": kind, **fields}, key, seat=seat)


def band(board: Page) -> str:
    """What the band says just happened."""
    return re.sub(r"\s+", " ", board.locator(".band .event").inner_text()).strip()


@pytest.mark.parametrize(
    ("faulty", "said"),
    [
        ("<p class='small-one'>few read this</p>", "is 20.0 units high"),
        ("<p class='one'>first words</p><p class='two'>second words</p>", "lies on"),
        ("<p class='narrow'>longer than its frame</p>", "is cut"),
        ("<p class='huge'>x</p>", "wider than the screen"),
    ],
)
def test_the_measure_of_boards_finds_what_is_wrong(phones: Phones, server: Server, faulty: str, said: str) -> None:
    page = phones.open("/new", width=1920, height=1080)
    style = """body { margin: 0; font-size: 40px; overflow: visible } .small-one { font-size: 20px }
        .one, .two { position: absolute; top: 100px; left: 50px } .two { top: 110px }
        .narrow { width: 90px; white-space: nowrap; overflow: hidden; text-overflow: ellipsis }
        .huge { width: 2500px }"""
    page.evaluate(
        """([html, style]) => {
            const sheet = new CSSStyleSheet(); sheet.replaceSync(style);
            document.adoptedStyleSheets = [sheet]; document.body.innerHTML = html; }""",
        [f"<div class='board'>{faulty}</div>", style],
    )
    assert any(said in fault for fault in board_faults(page)), board_faults(page)
    page.evaluate("document.body.innerHTML = '<div class=board><p>All is well</p></div>'")
    assert board_faults(page) == []


def test_the_band_says_what_just_happened_and_who_did_it(server: Server, phones: Phones) -> None:
    code = server.open_table("mombasa", "Ann", "Bo")
    board = phones.open(f"/t/{code}/board", width=1920, height=1080)
    bo = phones.sit(code, 1)
    act(server, code, None, "start_player", player=1)
    act(server, code, None, "cards_revealed")
    expect(board.locator(".band .sentence")).to_contain_text("Bo")
    bo.locator("#act-end_actions button").click()
    expect(board.locator(".band .told")).to_contain_text("Bo")
    assert band(board).startswith("just now"), band(board)
    bo.locator("#undo button").click()
    expect(board.locator(".band .told")).to_contain_text("An entry was taken back.")
    expect(board.locator(".band .told .who")).to_have_text("Bo")


def test_a_board_that_hears_nothing_says_so_in_large_letters(server: Server, phones: Phones) -> None:
    code = server.open_table("mombasa", "Ann", "Bo")
    act(server, code, None, "start_player", player=1)
    board = phones.open(f"/t/{code}/board", width=1920, height=1080)
    server.silent = True
    expect(board.locator("#offline")).to_be_visible()
    assert board_faults(board) == []
    server.silent = False
    expect(board.locator("#offline")).to_be_hidden()


def test_a_telephone_reads_the_board_in_one_column(server: Server, phones: Phones) -> None:
    code = server.open_table("mombasa", *LONG[:4])
    act(server, code, None, "start_player", player=1)
    board = phones.open(f"/t/{code}/board", width=390, height=844)
    assert board.evaluate("document.documentElement.scrollWidth") == 390
    smallest = board.evaluate(
        """Math.min(...[...document.querySelectorAll('.board *')].filter((e) => e.checkVisibility()
            && [...e.childNodes].some((n) => n.nodeType === 3 && n.nodeValue.trim()))
            .map((e) => parseFloat(getComputedStyle(e).fontSize)))"""
    )
    assert smallest >= 16
