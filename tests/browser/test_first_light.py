"""Two phones and a board at a Mombasa table, as people use them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from companion import play
from tests.browser.conftest import Phones, Server

Eventually = Callable[[Callable[[], bool]], None]


def cash(server: Server, code: str, seat: int = 0) -> int:
    return int(server.look(code).state.columns[seat].cash)


def field(page: Page, form: str) -> Locator:
    return page.locator(f"#{form} input[type=text]")  # type: ignore[return-value]


def plus(page: Page, form: str, times: int = 1) -> None:
    field(page, form).click()
    for _ in range(times):
        page.locator(f"#{form} button[data-step='1']").click(no_wait_after=True)


def test_a_tap_reaches_every_phone_and_the_board(server: Server, phones: Phones, eventually: Eventually) -> None:
    code = server.open_table("mombasa", "Ann", "Bo")
    ann, bo = phones.sit(code, 0), phones.sit(code, 1, language="zh", dark=True)
    board = phones.open(f"/t/{code}/board", width=1920, height=1080)
    plus(ann, "f-cash", 3)
    expect(board.locator("tfoot .total").first).to_have_text("3")
    expect(bo.locator("#everybody tfoot td").first).to_have_text("3")
    expect(bo.locator("#me")).to_contain_text("若現在結束")
    assert cash(server, code) == 3


def test_five_taps_in_400_ms_with_a_slow_server_give_five(
    server: Server, phones: Phones, eventually: Eventually
) -> None:
    """Lesson: quick taps get lost. Queue all, and a key each."""
    code = server.open_table("mombasa", "Ann", "Bo")
    ann = phones.sit(code, 0)
    server.delay_s = 0.3
    ann.evaluate(
        """() => { const plus = document.querySelector("#f-cash button[data-step='1']");
        for (let n = 0; n < 5; n++) setTimeout(() => plus.click(), n * 80); }"""
    )
    expect(field(ann, "f-cash")).to_have_value("5")
    eventually(lambda: cash(server, code) == 5)
    keys = [event.key for event in server.look(code).events]
    assert len(set(keys)) == len(keys) == 5
    expect(ann.locator("#me .figure")).to_have_text("5")


def test_a_double_tap_on_a_button_counts_once(server: Server, phones: Phones, eventually: Eventually) -> None:
    code = server.open_table("mombasa", "Ann", "Bo")
    phones.forgive("422")
    ann = phones.sit(code, 0)
    server.delay_s = 0.2
    ann.locator("#act-cards_revealed button").dblclick()
    expect(ann.locator("#act-end_actions button")).to_be_visible()
    eventually(lambda: server.look(code).state.phase == "action")
    assert server.look(code).state.ended == frozenset()


def test_a_half_typed_number_survives_another_phones_tap(server: Server, phones: Phones) -> None:
    """Lesson: type 1, another phone taps, type 2: the field says 12."""
    code = server.open_table("mombasa", "Ann", "Bo")
    ann, bo = phones.sit(code, 0), phones.sit(code, 1)
    field(ann, "f-cash").click()
    ann.keyboard.type("1")
    plus(bo, "f-cash", 2)
    expect(ann.locator("#everybody tfoot td").nth(1)).to_have_text("2")
    ann.keyboard.type("2")
    expect(field(ann, "f-cash")).to_have_value("12")
    ann.keyboard.press("Enter")
    expect(ann.locator("#me .figure")).to_have_text("12")


def test_an_opened_explanation_stays_open(server: Server, phones: Phones) -> None:
    code = server.open_table("mombasa", "Ann", "Bo")
    ann, bo = phones.sit(code, 0), phones.sit(code, 1)
    ann.locator("#why-cash summary .label").click()
    expect(ann.locator("#why-cash .steps")).to_be_visible()
    plus(bo, "f-cash")
    expect(ann.locator("#everybody tfoot td").nth(1)).to_have_text("1")
    expect(ann.locator("#why-cash .steps")).to_be_visible()


def test_reload_in_the_middle_of_an_entry_loses_nothing_that_was_confirmed(server: Server, phones: Phones) -> None:
    code = server.open_table("mombasa", "Ann", "Bo")
    ann = phones.sit(code, 0)
    plus(ann, "f-cash", 2)
    expect(ann.locator("#me .figure")).to_have_text("2")
    field(ann, "f-diamonds").fill("3")
    ann.reload()
    expect(ann.locator("#me .figure")).to_have_text("2")
    expect(ann.locator("#me")).to_contain_text("Ann")


def test_one_undoes_the_others_move_and_redoes_it(server: Server, phones: Phones) -> None:
    code = server.open_table("mombasa", "Ann", "Bo")
    ann, bo = phones.sit(code, 0), phones.sit(code, 1)
    plus(ann, "f-cash")
    expect(bo.locator("#everybody tfoot td").first).to_have_text("1")
    bo.locator("#undo button").click()
    expect(ann.locator("#me .figure")).to_have_text("0")
    bo.locator("#redo button").click()
    expect(ann.locator("#me .figure")).to_have_text("1")


def test_two_phones_on_one_number_both_values_are_shown(server: Server, phones: Phones, eventually: Eventually) -> None:
    """Lesson: the second is told, sees both values, chooses."""
    phones.forgive("409")
    code = server.open_table("mombasa", "Ann", "Bo")
    ann, other = phones.sit(code, 0), phones.sit(code, 0)
    field(other, "f-cash").click()
    other.keyboard.type("7")
    plus(ann, "f-cash", 2)
    expect(other.locator("#everybody tfoot td").first).to_have_text("2")
    other.keyboard.press("Enter")
    refusal = other.locator("#refusal")
    expect(refusal).to_contain_text("changed to 2")
    assert cash(server, code) == 2
    refusal.get_by_text("Enter mine: 7").click()
    expect(ann.locator("#me .figure")).to_have_text("7")
    expect(refusal).to_be_empty()


def test_keeping_theirs(server: Server, phones: Phones) -> None:
    phones.forgive("409")
    code = server.open_table("mombasa", "Ann", "Bo")
    ann, other = phones.sit(code, 0), phones.sit(code, 0)
    field(other, "f-cash").click()
    other.keyboard.type("7")
    plus(ann, "f-cash", 2)
    expect(other.locator("#everybody tfoot td").first).to_have_text("2")
    other.keyboard.press("Enter")
    other.locator("#refusal").get_by_text("Keep theirs: 2").click()
    expect(field(other, "f-cash")).to_have_value("2")
    assert cash(server, code) == 2


def test_round_1_is_corrected_in_round_7(server: Server, phones: Phones, eventually: Eventually) -> None:
    code = server.open_table("mombasa", "Ann", "Bo")
    ann = phones.sit(code, 0)
    plus(ann, "f-cash", 4)
    eventually(lambda: cash(server, code) == 4)
    for number in range(1, 7):
        for step, seat in (("cards_revealed", None), ("end_actions", 0), ("end_actions", 1), ("next_round", None)):
            play.act(server.house, code, "script", {"type": step}, f"round-{number}-{step}-{seat}", seat=seat)
    assert server.look(code).state.round == 7
    ann.goto(f"{server.url}/t/{code}/history")
    ann.locator("#e4 > .entry > summary").click()
    ann.locator("#e4").get_by_text("Correct", exact=True).click()
    ann.locator("input[name='f.value']").fill("9")
    ann.get_by_role("button", name="Correct").click()
    expect(ann.locator("#e4")).to_contain_text("corrected")
    assert cash(server, code) == 9
    assert server.look(code).state.round == 7


def test_a_refused_correction_stays_typed(server: Server, phones: Phones, eventually: Eventually) -> None:
    """A correction that is refused says why beside what was typed; nothing has to be typed again."""
    phones.forgive("422")
    code = server.open_table("mombasa", "Ann", "Bo")
    ann = phones.sit(code, 0, language="zh")
    plus(ann, "f-cash", 1)
    eventually(lambda: cash(server, code) == 1)
    ann.goto(f"{server.url}/t/{code}/correct/1")
    value = ann.locator("input[name='f.value']")
    value.fill("1,5")
    ann.get_by_role("button", name="更正").click()
    expect(ann.locator("#refusal")).to_contain_text("只收整數")
    expect(value).to_have_value("1,5")
    value.fill("15")
    ann.get_by_role("button", name="更正").click()
    ann.wait_for_url("**/history")
    assert cash(server, code) == 15


def test_what_is_entered_too_early_says_what_is_missing(server: Server, phones: Phones) -> None:
    """In our words: the action waits and says for what; a browser is mute about a choice that lies in a closed drawer."""
    phones.forgive("422")
    code = server.open_table("lunchtime_battle", "Ann", "Bo", "Cy")
    for action in ({"type": "start_player", "player": 0}, {"type": "roll", "dice": [6, "meat"]}):
        play.act(server.house, code, "script", action, f"key-{action['type']}", seat=0 if "dice" in action else None)
    ann = phones.sit(code, 0, language="zh")
    expect(ann.locator(".actionbar button.primary")).to_be_disabled()
    expect(ann.locator("#product")).to_contain_text("飢餓符號")
    ann.locator("#step details[id^='name-lay'] > summary").click()
    ann.get_by_label("魔物名字").fill("龍")
    ann.get_by_label("魔物名字").press("Enter")
    expect(ann.locator("#refusal")).to_contain_text("飢餓符號")


def test_what_is_no_number_gets_a_sentence_and_stays_typed(server: Server, phones: Phones) -> None:
    phones.forgive("422")
    code = server.open_table("mombasa", "Ann", "Bo")
    ann = phones.sit(code, 0, language="zh")
    field(ann, "f-cash").fill("1,5")
    ann.keyboard.press("Enter")
    expect(ann.locator("#refusal")).to_contain_text("只收整數")
    expect(field(ann, "f-cash")).to_have_value("1,5")
    field(ann, "f-cash").fill("15")
    ann.keyboard.press("Enter")
    expect(ann.locator("#me .figure")).to_have_text("15")
    expect(ann.locator("#refusal")).to_be_empty()


def test_a_sum_is_keyed_on_our_own_keypad_and_shown_with_its_parts(server: Server, phones: Phones) -> None:
    """Lesson: the iPhone's number pad has no plus."""
    code = server.open_table("mombasa", "Ann", "Bo")
    ann = phones.sit(code, 0, has_touch=True)
    field(ann, "f-cash").tap()
    for key in ("1", "2", "+", "1", "1", "done"):
        ann.locator(f"#number-pad [data-pad='{key}']").tap()
    expect(ann.locator("#me .figure")).to_have_text("23")
    expect(ann.locator("#line-cash .why")).to_have_text("12 + 11")


def test_a_new_table_with_four_remembered_players_takes_at_most_8_taps(server: Server, phones: Phones) -> None:
    """From the first page to one's own seat."""
    server.open_table("mombasa", "Ann", "Bo", "小明", "Di")
    host = phones.open("/")
    taps = 0

    def tap(target: object) -> None:
        nonlocal taps
        target.click()  # type: ignore[attr-defined]
        taps += 1

    tap(host.get_by_text("New table"))
    tap(host.get_by_text("Mombasa"))
    for name in ("小明", "Ann", "Di", "Bo"):
        tap(host.locator(f".remembered [data-name='{name}']"))
    tap(host.get_by_role("button", name="Open the table"))
    tap(host.locator("button[name=seat][value='0']"))
    expect(host.locator("#me")).to_contain_text("小明")
    assert taps <= 8


def test_joining_by_code_and_watching(server: Server, phones: Phones) -> None:
    code = server.open_table("mombasa", "Ann", "Bo")
    visitor = phones.open("/")
    visitor.locator("#code").fill(code.lower())
    visitor.get_by_role("button", name="Join").click()
    expect(visitor.get_by_text("Who are you?")).to_be_visible()
    visitor.get_by_text("Just watch").click()
    expect(visitor.locator("#watching")).to_be_visible()
    phones.sit(code, 0).locator("#act-cards_revealed button").click()
    expect(visitor.locator(".top")).to_contain_text("Action phase")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_phone_its_own_language(server: Server, phones: Phones, scheme: str) -> None:
    code = server.open_table("mombasa", "Ann", "Bo")
    ann = phones.sit(code, 0, language="zh", dark=scheme == "dark")
    expect(ann.locator("#act-cards_revealed")).to_have_text("所有卡牌都已翻開")
    ann.locator("#menu summary").click()
    ann.get_by_role("button", name="English").click()
    expect(ann.locator("#act-cards_revealed")).to_have_text("All cards are revealed")
