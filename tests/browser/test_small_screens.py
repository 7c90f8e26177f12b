"""Entering on a small phone, with large letters: who I am stays in sight, and nothing has to be pushed sideways."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from companion import play
from companion.games import GAMES
from testkit.board_scenes import LONG as THIRTY_LETTERS
from testkit.playing import play_on
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


@pytest.mark.parametrize("game", list(GAMES))
def test_from_760_px_there_are_two_columns_and_below_there_is_one(server: Server, phones: Phones, game: str) -> None:
    """A tablet held upright, a phone held upright; on its side, where Lunchtime's question is wide; nothing pushed sideways."""
    code = server.open_table(game, *NAMES[:4])
    play_on(server.house, code, 14)
    page = phones.sit(code, min(server.look(code).active, default=0), width=820, height=1180)
    columns = page.locator(".columns > *")
    for width, height, side_by_side in ((820, 1180, True), (844, 390, game != "lunchtime_battle"), (390, 844, False)):
        page.set_viewport_size({"width": width, "height": height})
        left, right = columns.nth(0).bounding_box(), columns.nth(1).bounding_box()
        assert left
        assert right
        assert (right["x"] >= left["x"] + left["width"]) is side_by_side, (width, left, right)
        assert not overflow(page)


def test_a_phone_on_its_side_shows_the_whole_question_of_spank_beside_the_towers(
    server: Server, phones: Phones
) -> None:
    """Once the question is scrolled to, as after each entry: down to the last row of keys, and the towers to their feet."""
    code = server.open_table("spank_the_monkey", *NAMES[:4])
    for seat, entry in ((None, {"type": "start_player", "player": 0}), (0, {"type": "draw", "cards": 1})):
        play.act(server.house, code, "script", entry, f"on-its-side-{entry['type']}", seat=seat)
    page = phones.sit(code, 0, width=844, height=390)
    page.evaluate("document.querySelector('#question').scrollIntoView()")
    bar = page.locator(".actionbar").bounding_box()
    heading, keys = page.locator("#question h2").bounding_box(), page.locator("#card-strength").bounding_box()
    towers, feet = page.locator(".rest .sky").bounding_box(), page.locator(".rest .foot .figure").first.bounding_box()
    assert bar and heading and keys and towers and feet
    assert heading["y"] >= 0
    assert towers["y"] >= 0
    assert max(box["y"] + box["height"] for box in (keys, feet)) <= bar["y"]


@pytest.mark.parametrize("names", [("Ann", "小明", "Bo", "Di"), THIRTY_LETTERS[:4]], ids=["short names", "30 letters"])
def test_on_its_side_the_pad_is_in_sight_under_the_question_who_starts(
    server: Server, phones: Phones, names: tuple[str, ...]
) -> None:
    """Mombasa: the answers lie beside the question, and both beside who I am."""
    code = server.open_table("mombasa", *names)
    page = phones.sit(code, 0, width=844, height=390)
    bar = page.locator(".actionbar").bounding_box()
    second = page.locator(".company").nth(1).bounding_box()
    me, question = page.locator("#me").bounding_box(), page.locator("#question").bounding_box()
    assert bar and second and me and question
    assert second["y"] + second["height"] <= bar["y"]
    assert (me["y"], me["height"]) == (question["y"], question["height"])
