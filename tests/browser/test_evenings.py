"""The evenings on a phone: nothing sticks out, axe finds nothing serious, the same people again in a few taps."""

from __future__ import annotations

import random

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from companion import play
from companion.play.evenings_in import import_plays
from testkit.evenings import generated
from testkit.playing import play_on
from tests.browser.conftest import Phones, Server
from tests.browser.test_small_screens import overflow


@pytest.fixture
def played(server: Server) -> int:
    """Sixty plays of five people, and one that was kept at a table; answers with the number of that one."""
    import_plays(server.house, generated(random.Random(4), 60, people=5))
    code = server.open_table("monkeys_on_the_moon", "Ann", "小明的表哥阿德", "Christopher")
    play_on(server.house, code, 3000)
    play.close_table(server.house, code)
    row = server.house.store.evenings.play_of_code(code)
    assert row is not None
    return row.id


PATHS = (
    "/statistics", "/statistics?game=mombasa", "/statistics?person=1", "/statistics?game=lunchtime_battle", "/plays",
    "/plays/{}", "/plays/new/mombasa", "/players", "/players/1", "/plays/along", "/new/mombasa",
)  # fmt: skip


def serious(page: Page) -> list[str]:
    """What axe-core finds serious or critical."""
    found = Axe().run(page).response["violations"]
    return [
        f"{one['id']}: {one['nodes'][0]['html'][:160]}" for one in found if one["impact"] in ("serious", "critical")
    ]


@pytest.mark.parametrize(("language", "dark"), [("en", False), ("zh-TW", True)])
def test_pages_of_the_evenings_fit_a_phone_and_axe_finds_nothing_serious(
    server: Server, phones: Phones, played: int, language: str, dark: bool
) -> None:
    """360 px, both languages, both themes; what is folded up is opened, tables behind the charts too."""
    page, wrong = phones.open("/plays", language=language, dark=dark), []
    for path in PATHS:
        page.goto(server.url + path.format(played))
        page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
        if out := overflow(page):
            wrong.append(f"{path}: {out}")
        wrong += [f"{path}: {found}" for found in serious(page)]
    assert not wrong, "\n".join(wrong)


def test_large_letters_on_a_small_phone_need_no_sideways_scrolling(server: Server, phones: Phones, played: int) -> None:
    page, wide = phones.open("/plays", width=320, height=640), []
    for path in PATHS:
        page.goto(server.url + path.format(played))
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        if out := overflow(page):
            wide.append(f"{path}: {out}")
    assert not wide, "\n".join(wide)


def test_the_same_people_again_by_tapping(server: Server, phones: Phones, played: int) -> None:
    """From the first page to the new table: new, the game, the people of last time, open. Four taps."""
    page = phones.open("/")
    page.get_by_role("link", name="New table").click()
    page.get_by_role("link", name="Walking on the Moon").click()
    page.locator("#line-ups a").first.click()
    expect(page.locator("#name-0")).to_have_value("Ann")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/join")
    found = server.look(page.url.split("/")[-2])
    assert found.names == ("Ann", "小明的表哥阿德", "Christopher")


def test_a_number_leads_to_its_plays_and_a_play_to_its_table(server: Server, phones: Phones, played: int) -> None:
    page = phones.open("/statistics?game=monkeys_on_the_moon")
    wins = page.locator("#standings tbody tr").first.locator("a.count").nth(1)
    number = int(wins.inner_text().split()[0])
    wins.click()
    expect(page.locator("ul.list > li")).to_have_count(number)
    page.goto(f"{server.url}/plays/{played}")
    expect(page.locator("#won tbody tr")).not_to_have_count(0)
    expect(page.locator("#course polyline")).to_have_count(3)
    page.get_by_role("link", name="To the table and its history").click()
    page.wait_for_url("**/t/*")
