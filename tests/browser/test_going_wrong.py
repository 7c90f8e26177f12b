"""What goes wrong with taps and typing on real phones, and is put right."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from companion import play
from tests.browser.conftest import Phones, Server

Eventually = Callable[[Callable[[], bool]], None]


def cash_field(page: Page) -> Locator:
    return page.locator("#f-cash input[type=text]")


def cash(server: Server, code: str) -> int:
    return int(server.look(code).state.columns[0].cash)


def test_left_alone_after_a_lost_answer_the_field_shows_what_is_saved(server: Server, phones: Phones) -> None:
    """ "Leave it" leaves no unsaved number in the field, and the next tap blames nobody."""
    phones.forgive("")
    code = server.open_table("mombasa", "Ann", "Bo")
    play.act(server.house, code, "script", {"type": "cash", "value": 5}, "saved-five", seat=0)
    ann = phones.sit(code, 0)
    ann.context.set_offline(True)
    cash_field(ann).fill("12")
    cash_field(ann).press("Enter")
    expect(ann.locator("#refusal [data-dismiss]")).to_be_visible(timeout=9000)
    ann.context.set_offline(False)
    ann.locator("#refusal [data-dismiss]").click()
    expect(cash_field(ann)).to_have_value("5")
    expect(ann.locator("#offline")).to_be_hidden(timeout=9000)
    ann.locator("#f-cash button[data-step='1']").click()
    expect(ann.locator("#me .figure")).to_have_text("6")
    expect(ann.locator("#refusal")).to_be_empty()


def test_enter_that_chooses_a_word_sends_nothing(server: Server, phones: Phones, eventually: Eventually) -> None:
    """Enter during a composition (IME) belongs to the word that is being written."""
    code = server.open_table("mombasa", "Ann", "Bo")
    ann = phones.sit(code, 0, language="zh")
    cash_field(ann).fill("12")
    ann.evaluate(
        """() => document.querySelector("#f-cash input[type=text]").dispatchEvent(
            new KeyboardEvent("keydown", { key: "Enter", isComposing: true, bubbles: true, cancelable: true }))"""
    )
    ann.wait_for_timeout(400)
    assert server.look(code).seq == 0
    cash_field(ann).press("Enter")
    eventually(lambda: cash(server, code) == 12)
    assert server.look(code).seq == 1


def test_a_browser_without_request_submit_saves_all_the_same(
    server: Server, phones: Phones, eventually: Eventually
) -> None:
    """Safari before 16: a number is sent by the form's own button."""
    code = server.open_table("mombasa", "Ann", "Bo")
    ann = phones.sit(code, 0)
    ann.evaluate("() => { delete HTMLFormElement.prototype.requestSubmit; }")
    cash_field(ann).click()
    ann.locator("#f-cash button[data-step='1']").click()
    eventually(lambda: cash(server, code) == 1)
    cash_field(ann).fill("30")
    cash_field(ann).press("Enter")
    eventually(lambda: cash(server, code) == 30)


def test_two_phones_that_undo_at_once_take_one_entry_back(
    server: Server, phones: Phones, eventually: Eventually
) -> None:
    """Two phones tap Undo within 150 ms: one entry goes; the second person is told who was quicker."""
    phones.forgive("409")
    code = server.open_table("mombasa", "Ann", "Bo")
    for number, action in enumerate(
        ({"type": "cash", "value": 10}, {"type": "diamonds", "value": 20}, {"type": "cash", "value": 99})
    ):
        play.act(server.house, code, "script", action, f"entered-{number:03}", seat=0)
    ann, bo = phones.sit(code, 0), phones.sit(code, 1)
    server.delay_s = 0.3
    ann.locator("#undo button").click(no_wait_after=True)
    bo.locator("#undo button").click(no_wait_after=True)
    eventually(lambda: server.look(code).seq == 4)
    eventually(lambda: any("was quicker" in page.locator("#refusal").inner_text() for page in (ann, bo)))
    column = server.look(code).state.columns[0]
    assert (server.look(code).seq, column.cash, column.diamonds) == (4, 10, 20)


def test_a_page_of_a_deleted_table_says_so_and_asks_no_more(
    server: Server, phones: Phones, eventually: Eventually
) -> None:
    """The page says so, stops asking and offers the way on."""
    phones.forgive("404")
    code = server.open_table("mombasa", "Ann", "Bo")
    ann = phones.sit(code, 0)
    eventually(lambda: len(server.house.bell.listening(code)) == 1)
    play.delete_table(server.house, code)
    expect(ann.locator("#gone")).to_be_visible(timeout=9000)
    expect(ann.locator("#stream")).to_have_count(0)
    expect(ann.locator("#gone a")).to_have_attribute("href", "/")


def test_a_new_question_takes_no_digit_from_whoever_is_typing(
    server: Server, phones: Phones, eventually: Eventually
) -> None:
    """The answer to one number brings another question while the next number is keyed: no digit goes astray."""
    code = server.open_table("mombasa", "Ann", "Bo")
    ann = phones.sit(code, 0)
    server.delay_s = 0.6
    cash_field(ann).fill("5")
    cash_field(ann).press("Enter")
    play.act(server.house, code, "script", {"type": "cards_revealed"}, "cards-turned-up")
    ann.locator("#f-diamonds input[type=text]").click()
    ann.keyboard.type("1")
    expect(ann.locator("#me .figure")).to_have_text("5")
    ann.keyboard.type("2")
    ann.keyboard.press("Enter")
    eventually(lambda: server.look(code).state.columns[0].diamonds == 12)
