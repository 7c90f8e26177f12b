"""A round of Mombasa and one of Spank the Monkey by keyboard alone; those of the other games lie beside their pages' tests."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import Phones, Server

MOST_TABS = 12
PRIMARY = ".actionbar button.primary"


def tab_to(page: Page, selector: str, most: int = MOST_TABS) -> None:
    """Presses Tab until an element that fits has the focus. Raises AssertionError where it takes more than ``most``."""
    for _ in range(most):
        page.keyboard.press("Tab")
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
    raise AssertionError(f"{selector} is more than {most} Tabs away")


def press(page: Page, selector: str, most: int = MOST_TABS) -> None:
    """Goes there by Tab, and presses Enter."""
    tab_to(page, selector, most)
    page.keyboard.press("Enter")


def test_a_round_of_mombasa(server: Server, phones: Phones) -> None:
    """Who starts, the cards, a number of the pad, the end of both phases, the next round."""
    code = server.open_table("mombasa", "Ann", "Bo")
    ann, bo = phones.sit(code, 0), phones.sit(code, 1)
    press(ann, "#ask-start button[value='1']")
    expect(ann.locator("#ask-start button[value='1']")).to_be_disabled()
    press(ann, PRIMARY)
    expect(ann.locator("#question")).to_be_focused()
    expect(bo.locator("#question h2")).to_have_text("It is your turn.")
    tab_to(ann, "#f-coins-mombasa input[type=text]")
    ann.keyboard.type("5")
    ann.keyboard.press("Enter")
    expect(ann.locator("#line-mombasa .name")).to_contain_text("+5")
    press(bo, "#act-end_actions button")
    expect(ann.locator("#question h2")).to_have_text("It is your turn.")
    ann.reload()
    press(ann, "#act-end_actions button")
    expect(ann.locator("#act-next_round")).to_be_visible()
    expect(ann.locator("#question")).to_be_focused()
    press(ann, PRIMARY)
    expect(ann.locator("#question h2")).to_be_visible()
    expect(ann.locator(".top .here")).to_contain_text("Round 2")
    assert server.look(code).state.round == 2


def test_a_round_of_spank_the_monkey(server: Server, phones: Phones) -> None:
    """Who starts, then for each: draw, a card by its dots and strength, the end of the turn."""
    code = server.open_table("spank_the_monkey", "Ann", "Bo")
    people = ann, bo = phones.sit(code, 0), phones.sit(code, 1)
    tab_to(ann, "#step input[type=radio]")
    ann.keyboard.press("Space")
    press(ann, PRIMARY)
    for page, height in zip(people, (3, 2), strict=True):
        expect(page.locator("#question h2")).to_contain_text("Draw")
        press(page, PRIMARY)
        expect(page.locator("#question h2")).to_contain_text("What do you build?")
        expect(page.locator("#question")).to_be_focused()
        press(page, f"[data-into='f.cards.0.height'][data-value='{height}']")
        press(page, "[data-into='f.cards.0.strength'][data-value='5']")
        expect(page.locator("#product")).to_contain_text(f"from 0 to {height}")
        press(page, ".and-end")
        expect(page.locator("#me .figure")).to_have_text(str(height))
    expect(ann.locator("#question h2")).to_contain_text("Draw")
    assert [sum(junk.height for junk in pile) for pile in server.look(code).state.piles] == [3, 2]
    expect(bo.locator("#question")).to_have_count(0)
