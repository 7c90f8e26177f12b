"""A new table: as many rows as people and one, house rules folded away, complete without script."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from companion.games import GAMES
from tests.browser.conftest import Phones, Server


def rows(page: Page) -> int:
    return page.locator(".seat-row:visible").count()


def test_rows_are_people_and_one_and_enter_leads_to_the_next(server: Server, phones: Phones) -> None:
    page = phones.open("/new/lunchtime_battle")
    least = GAMES["lunchtime_battle"].players[0]
    assert rows(page) == least + 1
    page.locator("#name-0").click()
    for number, name in enumerate(("Ann", "小明", "Bo", "Di"), 1):
        page.keyboard.type(name)
        page.keyboard.press("Enter")
        assert rows(page) == max(number + 1, least + 1)
        expect(page.locator(f"#name-{number}")).to_be_focused()
    for row in range(rows(page)):
        field = page.locator(f"#name-{row}")
        assert field.evaluate("e => e.scrollWidth <= e.clientWidth"), "its words are cut"


def test_at_most_as_many_rows_as_the_game_takes(server: Server, phones: Phones) -> None:
    page = phones.open("/new/mombasa")
    for number in range(4):
        page.locator(f"#name-{number}").fill(f"P{number}")
    assert rows(page) == 4
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator("#who button")).to_have_count(4)


@pytest.mark.parametrize("game", [key for key, kind in GAMES.items() if kind.options])
def test_house_rules_are_folded_and_are_kept_when_they_are_not_opened(
    server: Server, phones: Phones, game: str
) -> None:
    page = phones.open(f"/new/{game}")
    rules = page.locator("#house-rules")
    expect(rules.locator("fieldset").first).to_be_hidden()
    button = page.get_by_role("button", name="Open the table")
    expect(button).to_be_in_viewport()
    rules.locator("summary").click()
    expect(rules.locator("fieldset").first).to_be_visible()
    rules.locator("summary").click()
    for number in range(GAMES[game].players[0]):
        page.locator(f"#name-{number}").fill(f"P{number}")
    button.click()
    code = page.url.split("/")[4]
    assert server.look(code).row.options == {option.key: option.default for option in GAMES[game].options}


def test_without_script_every_row_stands_there_and_the_table_opens(server: Server, phones: Phones) -> None:
    page = phones.open("/new/mombasa", java_script_enabled=False)
    assert rows(page) == 4
    page.locator("#name-0").fill("Ann")
    page.locator("#name-1").fill("小明")
    page.get_by_role("button", name="Open the table").click()
    page.locator("button[name=seat][value='1']").click()
    expect(page.locator("#me")).to_contain_text("小明")
