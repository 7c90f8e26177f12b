"""A double tap is one tap, wherever it falls; quick taps that are meant all count."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from companion import play
from tests.browser.conftest import Phones, Server

PRIMARY = ".actionbar button.primary"
START = (None, {"type": "start_player", "player": 0})
FINISHED = (None, {"type": "finish"})
Entry = tuple[int | None, dict[str, Any]]
DRAWN: tuple[Entry, ...] = (START, (0, {"type": "draw", "cards": 1}))


def begun(server: Server, game: str, entries: tuple[Entry, ...]) -> str:
    """A table of two where these entries were made already."""
    code = server.open_table(game, "Ann", "小明")
    for number, (seat, action) in enumerate(entries):
        play.act(server.house, code, "elsewhere", action, f"begun-{number:04}", seat=seat)
    return code


def twice(page: Page, where: Locator, finger: bool, apart_ms: int) -> None:
    """The same place is tapped twice, whatever stands there the second time."""
    where.scroll_into_view_if_needed()
    box = where.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    for nth in (1, 2):
        if finger:
            page.touchscreen.tap(x, y)
        else:
            page.mouse.move(x, y)
            page.mouse.down(click_count=nth)
            page.mouse.up(click_count=nth)
        page.wait_for_timeout(apart_ms)


@pytest.mark.parametrize("finger", [True, False], ids=["finger", "mouse"])
@pytest.mark.parametrize(
    ("game", "entries", "first", "last"),
    [
        pytest.param("mombasa", (), (), PRIMARY, id="cards revealed, and my phase not ended"),
        pytest.param("mombasa", (FINISHED,), (), PRIMARY, id="one category revealed, not two"),
        pytest.param(
            "mombasa",
            (FINISHED, *((None, {"type": "reveal"}) for _ in range(7))),
            (),
            PRIMARY,
            id="the totals revealed, and no next game begun",
        ),
        pytest.param("spank_the_monkey", (START,), (), PRIMARY, id="cards drawn once"),
        pytest.param(
            "lunchtime_battle",
            (START, (0, {"type": "roll", "dice": [4]})),
            (),
            "#step .hunger-keys > button[value='2']",
            id="a monster laid once",
        ),
        pytest.param("lunchtime_battle", (START,), (".keypad [data-face='6']",), PRIMARY, id="dice entered once"),
    ],
)
def test_a_double_tap_enters_one_thing(
    server: Server,
    phones: Phones,
    game: str,
    entries: tuple[Entry, ...],
    first: tuple[str, ...],
    last: str,
    finger: bool,
) -> None:
    code = begun(server, game, entries)
    ann = phones.sit(code, 0, has_touch=True)
    for where in first:
        ann.locator(where).click()
    expect(ann.locator(last).first).to_be_enabled()
    twice(ann, ann.locator(last).first, finger, 60)
    expect(ann.locator("#panel > [data-seq]")).to_have_attribute("data-seq", str(len(entries) + 1))
    ann.wait_for_timeout(400)
    assert server.look(code).seq == len(entries) + 1
    assert ann.url.endswith(code)
    expect(ann.locator(".refusal")).to_have_count(0)


def test_another_button_tapped_before_the_first_was_answered_never_vanishes(
    server: Server, phones: Phones, eventually: Callable[[Callable[[], bool]], None]
) -> None:
    """Undo right after an entry takes it back; another entry where it is no longer my turn is refused with a word."""
    code = begun(server, "spank_the_monkey", DRAWN)
    ann = phones.sit(code, 0, has_touch=True)
    server.delay_s = 0.4
    ann.locator("#act-end_turn button").tap()
    ann.locator("#undo button").tap()
    eventually(lambda: server.look(code).seq == 4)
    assert server.look(code).state == server.look(begun(server, "spank_the_monkey", DRAWN)).state
    for group in ("Height (dots)", "Strength"):
        ann.get_by_role("group", name=group).get_by_text("2", exact=True).first.tap()
    expect(ann.locator(PRIMARY)).to_be_enabled()
    expect(ann.locator(".refusal")).to_have_count(0)
    phones.forgive("422")
    ann.locator(".and-end").tap()
    ann.locator(PRIMARY).tap()
    expect(ann.locator(".refusal")).to_contain_text("It is not your turn: 小明 first.")
    assert server.look(code).seq == 5


def test_five_quick_taps_of_a_finger_on_the_pad_all_count(
    server: Server, phones: Phones, eventually: Callable[[Callable[[], bool]], None]
) -> None:
    """Lesson: quick taps get lost."""
    code = server.open_table("monkeys_on_the_moon", "Ann", "Bo", bookkeeping="final")
    ann = phones.sit(code, 0, has_touch=True)
    more = ann.locator("#add-red-4 button").first
    more.scroll_into_view_if_needed()
    box = more.bounding_box()
    assert box
    for _ in range(5):
        ann.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    eventually(lambda: server.look(code).seq == 5)
    assert [event.change.action.tribe for event in server.look(code).events] == ["red"] * 5  # type: ignore[union-attr,attr-defined]


def test_a_form_of_a_step_that_is_past_is_not_told_that_a_field_is_missing(server: Server, phones: Phones) -> None:
    """A page that slept, without script: the refusal says whose turn it is, not what the form has."""
    code = begun(server, "spank_the_monkey", (START,))
    ann = phones.sit(code, 0, java_script_enabled=False)
    play.act(server.house, code, "elsewhere", {"type": "draw", "cards": 1}, "drawn-elsewhere", seat=0)
    phones.forgive("422")
    ann.locator(PRIMARY).first.click()
    expect(ann.locator("main")).to_contain_text("This is not possible now.")
