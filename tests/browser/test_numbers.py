"""Entering numbers with a finger, by arrow keys and by Tab: the field in sight, its name said, nothing that jumps."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from companion import play
from tests.browser.conftest import Phones, Server

Eventually = Callable[[Callable[[], bool]], None]
FINGER = {"has_touch": True, "is_mobile": True}
BOX = "element => { const b = element.getBoundingClientRect(); return [b.x, b.y, b.width, b.height].map(Math.round); }"


def key(page: Page, *names: str) -> None:
    """Tap these keys of our keypad."""
    for name in names:
        page.locator(f"#number-pad [data-pad='{name}']").tap()


def cash(server: Server, code: str) -> int:
    return int(server.look(code).state.columns[0].cash)


@pytest.mark.parametrize(("width", "height"), [(360, 740), (320, 640), (844, 390)])
def test_a_finger_gets_our_keypad_with_the_field_in_sight_above_it(
    server: Server, phones: Phones, width: int, height: int
) -> None:
    """The last field of the pad too; the phone's own keyboard stays away, and whose number it is stands on the keypad."""
    code = server.open_table("mombasa", "Ann", "小明")
    page = phones.sit(code, 1, width=width, height=height, **FINGER)
    for form, words in (
        ("f-bookkeeping", "Bookkeeping track of 小明"),
        ("f-cairo-cards", "Shares of 小明: Cairo, on all cards"),
    ):
        field = page.locator(f"#{form} input[type=text]")
        field.tap()
        pad = page.locator("#number-pad")
        expect(pad).to_be_visible()
        expect(pad.locator(".of")).to_have_text(words)
        assert field.get_attribute("inputmode") == "none"
        below = pad.bounding_box()
        box = field.bounding_box()
        assert box and below and box["y"] >= 0 and box["y"] + box["height"] <= below["y"]
        for button in pad.locator("button").all():
            size = button.bounding_box()
            assert size and size["height"] >= 48 and size["width"] >= 40, size
        key(page, "done")
        expect(pad).to_be_hidden()


@pytest.mark.parametrize(
    ("keys", "was", "entered"),
    [
        pytest.param("5", 9, 5, id="the first digit begins a new number"),
        pytest.param("+5", 9, 14, id="a plus goes on from what is there"),
        pytest.param("20-3", 9, 17, id="minus"),
        pytest.param("129<<1", 9, 11, id="backspace"),
        pytest.param("<", 9, 9, id="a number that was only emptied is what it was"),
        pytest.param("+7", 0, 7, id="nought and seven are seven, not a sum"),
        pytest.param("4+-1", 9, 3, id="a second sign in a row takes the place of the first"),
    ],
)
def test_what_is_keyed_is_entered_with_ok(
    server: Server, phones: Phones, eventually: Eventually, keys: str, was: int, entered: int
) -> None:
    code = server.open_table("mombasa", "Ann", "Bo")
    if was:
        play.act(server.house, code, "script", {"type": "cash", "value": was}, "cash-before-1", seat=0)
    page = phones.sit(code, 0, **FINGER)
    page.locator("#f-cash input[type=text]").tap()
    key(page, *("back" if name == "<" else name for name in keys), "done")
    expect(page.locator("#f-cash input[type=text]")).to_have_value(str(entered))
    expect(page.locator("#me .figure")).to_have_text(str(entered))
    eventually(lambda: cash(server, code) == entered)


def test_a_tap_elsewhere_enters_what_was_keyed(server: Server, phones: Phones) -> None:
    """As with the phone's own keyboard; the next field gets the keypad, which keeps its place."""
    code = server.open_table("mombasa", "Ann", "Bo")
    page = phones.sit(code, 0, **FINGER)
    page.locator("#f-cash input[type=text]").tap()
    key(page, "1", "2")
    page.locator("#f-diamonds input[type=text]").tap()
    expect(page.locator("#number-pad .of")).to_have_text("Diamond track of Ann")
    key(page, "8", "done")
    expect(page.locator("#me .figure")).to_have_text("20")


def test_another_phones_tap_leaves_what_is_being_keyed_alone(server: Server, phones: Phones) -> None:
    code = server.open_table("mombasa", "Ann", "Bo")
    page = phones.sit(code, 0, **FINGER)
    page.locator("#f-cash input[type=text]").tap()
    key(page, "1")
    play.act(server.house, code, "elsewhere", {"type": "cash", "value": 7}, "cash-of-bo-1", seat=1)
    expect(page.locator("#everybody tfoot td").nth(1)).to_have_text("7")
    key(page, "2", "done")
    expect(page.locator("#me .figure")).to_have_text("12")


def test_a_mouse_and_a_keyboard_get_no_keypad_and_arrow_keys_count(server: Server, phones: Phones) -> None:
    """Arrow up is one more, arrow down one less, also where a number is only entered with its form."""
    code = server.open_table("mombasa", "Ann", "Bo")
    page = phones.sit(code, 0)
    field = page.locator("#f-cash input[type=text]")
    field.click()
    expect(page.locator("#number-pad")).to_be_hidden()
    for pressed, shown in (("ArrowUp", "1"), ("ArrowUp", "2"), ("ArrowDown", "1")):
        page.keyboard.press(pressed)
        expect(field).to_have_value(shown)
    expect(page.locator("#me .figure")).to_have_text("1")
    page.goto(f"{server.url}/t/{code}/played-on")
    page.locator("input[name='f.counters.coins:mombasa']").focus()
    page.keyboard.press("ArrowUp")
    expect(page.locator("input[name='f.counters.coins:mombasa']")).to_have_value("1")


def test_next_leads_through_the_numbers_of_a_form(server: Server, phones: Phones) -> None:
    """What lies on the table after a while without the companion: number by number without looking for the next field."""
    code = server.open_table("mombasa", "Ann", "Bo")
    page = phones.sit(code, 0, **FINGER)
    page.goto(f"{server.url}/t/{code}/played-on")
    fields = page.locator("#of-table .stepper input")
    fields.first.tap()
    expect(page.locator("[data-pad=done]")).to_have_text("Next")
    key(page, "3", "done", "4", "done")
    expect(fields.nth(0)).to_have_value("3")
    expect(fields.nth(1)).to_have_value("4")
    expect(fields.nth(2)).to_be_focused()


@pytest.mark.parametrize("game", ["mombasa", "walking_on_the_moon", "monkeys_on_the_moon"])
def test_nothing_grows_or_jumps_when_a_field_is_focused_or_a_chip_chosen(
    server: Server, phones: Phones, game: str
) -> None:
    """At a new table's options and at the first field of its page."""
    page = phones.open(f"/new/{game}")
    for chip in page.locator("label.chip:visible:has(input[type=radio])").all()[:4]:
        before = chip.evaluate(BOX)
        chip.click()
        page.mouse.move(0, 0)
        assert chip.evaluate(BOX)[2:] == before[2:]
    code = server.open_table(game, "Ann", "Bo")
    page.goto(f"{server.url}/t/{code}?as=0")
    field = page.locator(".stepper input:visible").first
    if field.count():
        before = field.evaluate(BOX)
        field.focus()
        assert field.evaluate(BOX)[2:] == before[2:]
