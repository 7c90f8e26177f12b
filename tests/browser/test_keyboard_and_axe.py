"""The shared pages by keyboard alone, for screen readers and for eyes: few Tabs, a focus that stays, nothing axe finds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from companion import play
from companion.games import GAMES
from testkit.playing import play_on
from tests.browser.conftest import Phones, Server

MOST_TABS = 12


def found_by_axe(page: Page) -> list[str]:
    """Everything axe-core finds, with where it is."""
    violations = Axe().run(page).response["violations"]
    return [f"{one['id']}: {[node['target'] for node in one['nodes']][:4]}" for one in violations]


def tabs_to(page: Page, selector: str) -> int:
    """How often Tab is pressed from the top of the page until the focus is inside."""
    page.evaluate("document.activeElement.blur(); scrollTo(0, 0)")
    for pressed in range(1, 40):
        page.keyboard.press("Tab")
        if page.evaluate("s => document.activeElement.closest(s) !== null", selector):
            return pressed
    raise AssertionError(f"{selector} was never focused")


def menu(page: Page) -> None:
    page.locator("#menu > summary").click()


def rules(page: Page) -> None:
    page.locator("#house-rules > summary").click()


def entry(page: Page) -> None:
    page.locator("#filters > summary").click()
    page.locator(".entry > summary").first.click()


def keypad(page: Page) -> None:
    page.locator("#f-cash input[type=text]").tap()
    expect(page.locator("#number-pad")).to_be_visible()


STATES: dict[str, tuple[str, Callable[[Page], None] | None]] = {
    "start page": ("/", None),
    "which game": ("/new", None),
    "new table": ("/new/walking_on_the_moon", rules),
    "who are you": ("/t/{code}/join", None),
    "take a seat": ("/t/{code}", None),
    "table with its menu": ("/t/{code}?as=0", menu),
    "keypad": ("/t/{code}?as=0", keypad),
    "history": ("/t/{code}/history", entry),
    "players and seats": ("/t/{code}/seats", None),
    "set-up guide": ("/t/{code}/setup", None),
    "correct an entry": ("/t/{code}/correct/1", None),
    "correction": ("/t/{code}/correction", None),
    "we played on": ("/t/{code}/played-on", None),
    "camera": ("/t/{code}/camera", None),
}


@pytest.mark.parametrize(
    "dark", [pytest.param(False, id="light"), pytest.param(True, id="dark", marks=pytest.mark.thorough)]
)
@pytest.mark.parametrize("state", list(STATES))
def test_axe_finds_nothing(server: Server, phones: Phones, state: str, dark: bool) -> None:
    code = server.open_table("mombasa", "Ann", "小明", "Maximiliane", "Di")
    play.act(server.house, code, "script", {"type": "cash", "value": 9}, "before-axe-1", seat=0)
    play_on(server.house, code, 9)
    path, prepare = STATES[state]
    page = phones.open(path.format(code=code), dark=dark, has_touch=True)
    if prepare:
        prepare(page)
    assert found_by_axe(page) == []


@pytest.mark.parametrize("game", list(GAMES))
def test_few_tabs_lead_to_the_question(server: Server, phones: Phones, game: str) -> None:
    """From the top of the page to the first control of a step, at the start of every game; the skip link is the first."""
    code = server.open_table(game, "Ann", "Bo")
    page = phones.sit(code, 0)
    page.keyboard.press("Tab")
    first = page.locator(":focus")
    expect(first).to_have_attribute("href", "#question")
    assert first.bounding_box()
    question = page.locator("#question")
    if question.count() and question.locator("button:enabled, input:enabled, select").count():
        assert tabs_to(page, "#question :is(button, input, select, a, summary)") <= MOST_TABS


def test_the_focus_stays_where_it_is_when_others_enter_something(server: Server, phones: Phones) -> None:
    """On a button of the bar, on the menu, in a field."""
    code = server.open_table("mombasa", "Ann", "Bo")
    play.act(server.house, code, "script", {"type": "cash", "value": 1}, "before-focus-1", seat=0)
    page = phones.sit(code, 0)

    def focused() -> Any:
        return page.evaluate("(e => [e.tagName, e.closest('[id]')?.id])(document.activeElement)")

    for number, selector in enumerate(("#undo button", "#menu > summary", "#f-diamonds input[type=text]"), 2):
        page.locator(selector).focus()
        before = focused()
        play.act(server.house, code, "elsewhere", {"type": "cash", "value": number}, f"focus-{number:05}", seat=1)
        expect(page.locator("#everybody tfoot td").nth(1)).to_have_text(str(number))
        assert focused() == before


def test_a_first_visit_loads_at_most_60_kilobytes(server: Server, phones: Phones) -> None:
    """The first page, the page of a table and all they bring along, as they come over the air; for every game."""
    for game in GAMES:
        code = server.open_table(game, "Ann", "Bo")
        page = phones.open("/")
        devtools = page.context.new_cdp_session(page)
        devtools.send("Network.enable")
        devtools.send("Network.setCacheDisabled", {"cacheDisabled": True})
        sizes: list[float] = []
        devtools.on("Network.loadingFinished", lambda event, sizes=sizes: sizes.append(event["encodedDataLength"]))
        page.goto(f"{server.url}/t/{code}?as=0")
        page.wait_for_selector("#panel [data-seq]")
        page.wait_for_timeout(300)
        assert sum(sizes) <= 60_000, (game, sum(sizes))
