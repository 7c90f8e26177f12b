"""Real links, cut the way they are cut in a living room: packets vanish, answers vanish, the server is gone."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Phones, Server
from tests.browser.link import Link

Eventually = Callable[[Callable[[], bool]], None]
PATIENCE_MS = 20_000


@pytest.fixture
def link(server: Server) -> Iterator[Link]:
    host, _, port = server.url.removeprefix("http://").partition(":")
    link = Link((host, int(port)))
    yield link
    link.close()


@pytest.fixture
def ann(server: Server, phones: Phones, link: Link, code: str) -> Page:
    """Ann's phone, whose way to the server is the link."""
    phones.forgive("net::ERR")
    phones.forgive("Failed to load resource")
    phones.forgive("htmx:")
    page = phones.open("/")
    page.goto(f"{link.url}/t/{code}")
    page.locator("button[name=seat][value='0']").click()
    page.wait_for_selector("#panel [data-seq]")
    return page


@pytest.fixture
def code(server: Server) -> str:
    return server.open_table("mombasa", "Ann", "Bo")


def cash(server: Server, code: str, seat: int = 0) -> int:
    return int(server.look(code).state.columns[seat].cash)


def plus(page: Page) -> None:
    page.locator("#f-cash input[type=text]").click()
    page.locator("#f-cash button[data-step='1']").click(no_wait_after=True)


def test_a_dead_link_is_said_and_healed_without_a_reload(
    server: Server, phones: Phones, link: Link, ann: Page, code: str
) -> None:
    """No error comes from a dead link: "not connected, not saved"; true again once it is back, what was typed kept."""
    bo = phones.sit(code, 1)
    expect(ann.locator("#offline")).to_be_hidden()
    link.become("dead")
    plus(bo)
    expect(bo.locator("#me .figure")).to_have_text("1")
    ann.locator("#f-diamonds input[type=text]").click()
    ann.keyboard.type("3")
    expect(ann.locator("#offline")).to_be_visible(timeout=PATIENCE_MS)
    expect(ann.locator("#offline")).to_contain_text("not saved")
    link.become("good")
    expect(ann.locator("#offline")).to_be_hidden(timeout=PATIENCE_MS)
    expect(ann.locator("#everybody tfoot td").nth(1)).to_have_text("1", timeout=PATIENCE_MS)
    ann.keyboard.type("0")
    expect(ann.locator("#f-diamonds input[type=text]")).to_have_value("30")


@pytest.mark.parametrize("mood", ["dead", "deaf"])
def test_a_tap_without_an_answer_keeps_its_key_for_try_again(
    server: Server, link: Link, ann: Page, code: str, eventually: Eventually, mood: str
) -> None:
    """Whether the tap or its answer was lost: it is said, and "try again" counts it exactly once."""
    link.become(mood)
    plus(ann)
    expect(ann.locator("#refusal [data-again]")).to_be_visible(timeout=PATIENCE_MS)
    if mood == "deaf":
        eventually(lambda: cash(server, code) == 1)
    else:
        assert cash(server, code) == 0
    expect(ann.locator("#f-cash input[type=text]")).to_have_value("1")
    link.become("good")
    ann.locator("#refusal [data-again]").click()
    expect(ann.locator("#refusal")).to_be_empty(timeout=PATIENCE_MS)
    expect(ann.locator("#me .figure")).to_have_text("1", timeout=PATIENCE_MS)
    assert cash(server, code) == 1
    assert len(server.look(code).events) == 1


def test_a_server_that_was_gone_is_found_again(
    server: Server, phones: Phones, link: Link, ann: Page, code: str
) -> None:
    """The page recovers by itself when the server returns, with the newest state."""
    bo = phones.sit(code, 1)
    link.become("refusing")
    expect(ann.locator("#offline")).to_be_visible(timeout=PATIENCE_MS)
    plus(bo)
    expect(bo.locator("#me .figure")).to_have_text("1")
    link.become("good")
    expect(ann.locator("#offline")).to_be_hidden(timeout=PATIENCE_MS)
    expect(ann.locator("#everybody tfoot td").nth(1)).to_have_text("1", timeout=PATIENCE_MS)


def test_who_are_you_after_a_throw_away_browser(server: Server, phones: Phones, code: str) -> None:
    """A new browser of the same person takes the seat over; the old one is told, and both may work."""
    old = phones.sit(code, 0)
    plus(old)
    expect(old.locator("#me .figure")).to_have_text("1")
    new = phones.open(f"/t/{code}")
    expect(new.get_by_text("Who are you?")).to_be_visible()
    expect(new.locator("button[name=seat][value='0']")).to_contain_text("taken")
    new.locator("button[name=seat][value='0']").click()
    expect(new.locator("#me .figure")).to_have_text("1")
    for page in (old, new):
        expect(page.locator("#shared-seat")).to_contain_text("2 devices are on this seat")
    plus(new)
    expect(old.locator("#me .figure")).to_have_text("2")
