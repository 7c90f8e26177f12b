"""The big screen of every game: one skeleton, read from three metres, true to what just happened."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from companion import play
from companion.games import GAMES
from testkit.board_scenes import LONG as THIRTY_LETTERS
from testkit.board_scenes import MIDDLES
from testkit.boards import board_faults
from tests.browser.conftest import Phones, Server

LONG = ("Maximiliane-Alexandra Grünwald", "王小明和他最好的朋友阿宏今天一起來玩", "Bo", "Di", "Ed", "Florence")


def act(server: Server, code: str, seat: int | None, what: str, **fields: object) -> None:
    """Enters something at a table, with a key of its own."""
    key = f"board-test-{server.look(code).seq}"
    play.act(server.house, code, "board-test", {"type": what, **fields}, key, seat=seat)


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
    expect(bo.locator("#panel [data-seq='3']")).to_have_count(1)  # what Bo takes back is what he has before him
    bo.locator("#undo button").click()
    expect(board.locator(".band .told")).to_contain_text("An entry was taken back.")
    expect(board.locator(".band .told .who")).to_have_text("Bo")


def test_a_board_that_hears_nothing_says_so_in_large_letters(server: Server, phones: Phones) -> None:
    code = server.open_table("mombasa", "Ann", "Bo")
    act(server, code, None, "start_player", player=1)
    board = phones.open(f"/t/{code}/board", width=1920, height=1080)
    phones.forgive("")
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


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(
    "game", ["mombasa", "monkeys_on_the_moon", "lunchtime_battle", "spank_the_monkey", "walking_on_the_moon"]
)
def test_before_the_start_all_of_it_is_read_across_the_room(
    server: Server, phones: Phones, game: str, language: str
) -> None:
    """The most players with long names: nothing small, cut or on something else."""
    code = server.open_table(game, *LONG[: GAMES[game].players[-1]])
    board = phones.open(f"/t/{code}/board", width=1920, height=1080, language=language, dark=language == "zh")
    assert board_faults(board) == []
    qr = board.locator(".laying-out .qr").bounding_box()
    assert qr is not None
    assert qr["width"] == 520


def test_a_seat_that_is_taken_is_filled_and_the_first_entry_begins_the_game(server: Server, phones: Phones) -> None:
    code = server.open_table("mombasa", "Ann", "Bo")
    board = phones.open(f"/t/{code}/board", width=1920, height=1080)
    expect(board.locator(".places .free")).to_have_count(2)
    ann = phones.sit(code, 0)
    expect(board.locator(".places .taken")).to_contain_text("here")
    expect(board.locator(".places .free")).to_have_count(1)
    ann.locator("#act-cards_revealed button").click()
    expect(board.locator(".laying-out")).to_have_count(0)
    expect(board.locator(".head .qr")).to_be_visible()


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("names", [LONG[:4], ("Ann", "小明")], ids=["four long names", "two"])
def test_the_pad_of_mombasa_is_read_across_the_room(
    server: Server, phones: Phones, names: tuple[str, ...], language: str
) -> None:
    """Companies with their coins, shares and products, everybody's total: in the middle of an action phase."""
    code = server.open_table("mombasa", *names)
    act(server, code, None, "start_player", player=0)
    act(server, code, None, "cards_revealed")
    for company, coins in (("mombasa", 5), ("cape_town", 2), ("saint_louis", 17)):
        act(server, code, None, "coins", company=company, value=coins)
    for seat in range(len(names)):
        act(server, code, seat, "cash", value=9 + 100 * seat)
        act(server, code, seat, "shares", company="saint_louis", part="track", value=7 + seat)
    act(server, code, 1, "end_actions")
    for width, height in ((1920, 1080), (1024, 768), (3840, 2160)):
        board = phones.open(f"/t/{code}/board", width=width, height=height, language=language, dark=language == "zh")
        assert board_faults(board) == [], (width, height)
    expect(board.locator(".ledger .total").first).to_have_text(str(9 + 17 * 7))
    expect(board.locator(".ledger .fan text")).to_have_text(["5", "2", "17", "0"])
    expect(board.locator(".ledger thead .turn")).to_contain_text("now" if language == "en" else "輪到")


PILES = (
    *((1, name, height, 3) for name, height in (("Piano", 4), ("Statue", 3), ("Wardrobe with a mirror", 3))),
    *((0, name, height, 4) for name, height in (("Bathtub", 3), ("Lamp", 1))),
    *((2, name, height, 12) for name, height in (("Big Ben", 6), ("A very long named antique clock", 2))),
)


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("names", [LONG, ("Ann", "Bo", "小明")], ids=["six long names", "three"])
def test_the_towers_of_spank_are_read_across_the_room(
    server: Server, phones: Phones, names: tuple[str, ...], language: str
) -> None:
    """The empty start, towers with their chances, an attack with its odds, a collision."""
    code = server.open_table("spank_the_monkey", *names)
    board = phones.open(f"/t/{code}/board", width=1920, height=1080, language=language, dark=language == "zh")

    def look(moment: str) -> None:
        board.wait_for_selector(f".board[data-seq='{server.look(code).seq}']")
        assert board_faults(board) == [], moment

    act(server, code, None, "start_player", player=0)
    look("the empty start")
    expect(board.locator(".spanking .figure")).to_have_text(["2+", "3+", "4+", "5+", "6"])
    act(server, code, 0, "draw", cards=1)
    for seat, name, height, strength in PILES:
        to = [seat, len(server.look(code).state.piles[seat])]
        card = {"name": name, "height": height, "strength": strength}
        act(server, code, None, "put_junk", to=to, cards=[card])
    look("towers")
    expect(board.locator("#towers .foot .figure")).to_have_text(["4", "10", "8", "0", "0", "0"][: len(names)])
    act(server, code, 0, "attack", kind="throwing", target=[1, 1], cards=[{"name": "Brick", "modifier": 1}])
    look("an attack")
    expect(board.locator(".needed .figure")).to_have_text("2+")
    expect(board.locator("#towers .attacked")).to_contain_text("Statue")
    act(server, code, 1, "defend", cards=[])
    act(server, code, 0, "attack_roll", die=[6])
    look("a collision")
    expect(board.locator(".clash .strength")).to_have_text(["3", "3"])
    expect(board.locator("#towers .falling")).to_have_count(1)


@pytest.mark.parametrize("game", list(MIDDLES))
def test_thirty_letters_are_whole_on_every_board(server: Server, phones: Phones, game: str) -> None:
    """The most players, each with a name of 30 letters, in the middle of the game: on a television and a tablet."""
    code = MIDDLES[game](server.house, THIRTY_LETTERS[: GAMES[game].players[-1]]).code
    board = phones.open(f"/t/{code}/board", width=1920, height=1080, language="zh", dark=True)
    for width, height in ((1920, 1080), (1024, 768)):
        board.set_viewport_size({"width": width, "height": height})
        assert board_faults(board) == [], width
    text = board.locator(".hero").inner_text().replace("\n", " ")
    for name in THIRTY_LETTERS[: GAMES[game].players[-1]]:
        assert name in text
