"""A table in a real living room: phones that sleep, lose the Wi-Fi, reload, and taps whose answer never came."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, Route, expect

from companion import play
from tests.browser.conftest import Phones, Server

Eventually = Callable[[Callable[[], bool]], None]
HIDE = """(hidden) => {
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => hidden ? 'hidden' : 'visible' });
  document.dispatchEvent(new Event('visibilitychange'));
}"""


def enter(server: Server, code: str, value: int, key: str) -> None:
    play.act(server.house, code, "script", {"type": "cash", "value": value}, key, seat=0)


def plus(page: Page) -> None:
    page.locator("#f-cash input[type=text]").click()
    page.locator("#f-cash button[data-step='1']").click(no_wait_after=True)


def test_offline_is_said_within_5_s_and_what_was_typed_stays(server: Server, phones: Phones) -> None:
    """Lesson: a phone that is offline must say so within 5 s and not pretend."""
    phones.forgive("")
    code = server.open_table("mombasa", "Ann", "Bo")
    ann = phones.sit(code, 0)
    ann.locator("#f-cash input[type=text]").fill("12")
    ann.context.set_offline(True)
    expect(ann.locator("#offline")).to_be_visible(timeout=8000)
    expect(ann.locator("#offline")).to_contain_text("not saved")
    expect(ann.locator("#f-cash input[type=text]")).to_have_value("12")
    enter(server, code, 5, "elsewhere-1")
    ann.context.set_offline(False)
    expect(ann.locator("#offline")).to_be_hidden()
    expect(ann.locator("#me .figure")).to_have_text("5")
    expect(ann.locator("#f-cash input[type=text]")).to_have_value("12")


def test_a_dead_link_that_reports_no_error_is_noticed(server: Server, phones: Phones) -> None:
    """Lesson: never trust onerror or readyState: a stream that says nothing is a dead one."""
    phones.forgive("")
    code = server.open_table("mombasa", "Ann", "Bo")
    ann = phones.sit(code, 0)
    server.silent = True
    expect(ann.locator("#offline")).to_be_visible(timeout=9000)
    enter(server, code, 5, "elsewhere-1")
    server.silent = False
    expect(ann.locator("#offline")).to_be_hidden(timeout=9000)
    expect(ann.locator("#me .figure")).to_have_text("5")


def test_a_phone_that_slept_is_true_again_at_once(server: Server, phones: Phones, eventually: Eventually) -> None:
    """Lesson: refetch on visibilitychange; hidden tabs let go of their stream."""
    code = server.open_table("mombasa", "Ann", "Bo")
    ann = phones.sit(code, 0)
    eventually(lambda: len(server.house.bell.listening(code)) == 1)
    ann.evaluate(HIDE, True)
    eventually(lambda: len(server.house.bell.listening(code)) == 0)
    enter(server, code, 7, "elsewhere-1")
    ann.wait_for_timeout(300)
    expect(ann.locator("#me .figure")).to_have_text("0")
    ann.evaluate(HIDE, False)
    expect(ann.locator("#me .figure")).to_have_text("7", timeout=2000)
    eventually(lambda: len(server.house.bell.listening(code)) == 1)


def test_back_from_another_page_shows_todays_truth(server: Server, phones: Phones) -> None:
    """Lesson: the back-forward cache shows yesterday's page."""
    code = server.open_table("mombasa", "Ann", "Bo")
    ann = phones.sit(code, 0)
    ann.goto(f"{server.url}/t/{code}/rules")
    enter(server, code, 9, "elsewhere-1")
    ann.go_back()
    expect(ann.locator("#me .figure")).to_have_text("9", timeout=3000)


def test_a_tap_whose_answer_was_lost_keeps_its_key_for_try_again(
    server: Server, phones: Phones, eventually: Eventually
) -> None:
    """The server took it, the answer never came: the same tap again counts once."""
    phones.forgive("")
    code = server.open_table("mombasa", "Ann", "Bo")
    ann = phones.sit(code, 0)
    seen: list[str] = []

    def lose(route: Route) -> None:
        seen.append(str(route.request.post_data))
        route.fetch()
        route.abort("connectionreset")

    ann.route("**/act", lose)
    plus(ann)
    expect(ann.locator("#refusal")).to_contain_text("may not be saved")
    eventually(lambda: server.look(code).state.columns[0].cash == 1)
    ann.unroute("**/act")
    with ann.expect_request("**/act") as again:
        ann.locator("#refusal").get_by_role("button", name="Try again").click()
    assert again.value.post_data is not None
    assert again.value.post_data.split("&")[0] == seen[0].split("&")[0]
    expect(ann.locator("#me .figure")).to_have_text("1")
    assert server.look(code).seq == 1


def test_after_a_restart_of_the_server_the_phone_comes_back_by_itself(server: Server, phones: Phones) -> None:
    """Lesson: streams end, the page reconnects; nothing lives only in the page."""
    code = server.open_table("mombasa", "Ann", "Bo")
    ann = phones.sit(code, 0)
    server.house.bell.close()
    enter(server, code, 4, "elsewhere-1")
    expect(ann.locator("#me .figure")).to_have_text("4", timeout=7000)


def test_past_the_limit_of_streams_the_page_polls(server: Server, phones: Phones) -> None:
    """Lesson: past the limit 503, and the page polls instead."""
    phones.forgive("503")
    server.house.bell.most = 0
    code = server.open_table("mombasa", "Ann", "Bo")
    ann = phones.sit(code, 0)
    enter(server, code, 6, "elsewhere-1")
    expect(ann.locator("#me .figure")).to_have_text("6", timeout=8000)
    expect(ann.locator("#offline")).to_be_hidden()


def test_many_tabs_of_one_phone_do_not_hang(server: Server, phones: Phones) -> None:
    """Lesson: browsers allow six connections per host."""
    code = server.open_table("mombasa", "Ann", "Bo")
    first = phones.sit(code, 0)
    tabs = [first.context.new_page() for _ in range(7)]
    for tab in tabs:
        tab.goto(f"{server.url}/t/{code}")
        tab.evaluate(HIDE, True)
    last = first.context.new_page()
    last.goto(f"{server.url}/t/{code}")
    plus(last)
    expect(last.locator("#me .figure")).to_have_text("1")


def test_the_seat_is_shared_and_both_are_told(server: Server, phones: Phones) -> None:
    """Lesson: two phones on one seat: both are told, both may work."""
    code = server.open_table("mombasa", "Ann", "Bo")
    ann, other = phones.sit(code, 0), phones.sit(code, 0)
    expect(other.locator("#shared-seat")).to_be_visible()
    expect(ann.locator("#shared-seat")).to_be_visible()
    plus(other)
    expect(ann.locator("#me .figure")).to_have_text("1")


def test_the_first_page_offers_to_continue(server: Server, phones: Phones) -> None:
    code = server.open_table("mombasa", "Ann", "Bo")
    ann = phones.sit(code, 1)
    ann.goto(server.url)
    ann.locator(".hero-table .primary").click()
    expect(ann.locator("#me")).to_contain_text("Bo")


def test_closed_tables_say_so_and_open_again(server: Server, phones: Phones) -> None:
    code = server.open_table("mombasa", "Ann", "Bo")
    ann = phones.sit(code, 0)
    play.close_table(server.house, code)
    expect(ann.locator("#closed")).to_be_visible()
    ann.locator("#closed button").click()
    expect(ann.locator("#closed")).to_have_count(0)


def test_history_undo_to_here_from_the_page(server: Server, phones: Phones) -> None:
    code = server.open_table("mombasa", "Ann", "Bo")
    for n in (1, 2, 3):
        enter(server, code, n, f"elsewhere-{n}")
    ann = phones.sit(code, 0, language="zh")
    ann.goto(f"{server.url}/t/{code}/history")
    ann.locator("#e1 > .entry > summary").click()
    ann.locator("#e1").get_by_text("復原到這裡").first.click()
    ann.locator("#e1 form[action$='/undo'] button").click()
    expect(ann.locator("#e3")).to_contain_text("已復原")
    assert server.look(code).state.columns[0].cash == 1


def test_keyboard_only(server: Server, phones: Phones) -> None:
    """A number is entered and undone without touching a pointer."""
    code = server.open_table("mombasa", "Ann", "Bo")
    ann = phones.sit(code, 0)
    ann.locator("#f-cash input[type=text]").focus()
    ann.keyboard.type("14")
    ann.keyboard.press("Enter")
    expect(ann.locator("#me .figure")).to_have_text("14")
    for _ in range(200):
        ann.keyboard.press("Tab")
        if ann.evaluate("document.activeElement.closest('#undo') !== null"):
            break
    ann.keyboard.press("Enter")
    expect(ann.locator("#me .figure")).to_have_text("0")
