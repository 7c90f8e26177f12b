"""Mombasa's pad on a phone: everything of a company in one row, and what changes a number below it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from benchmarks.tap_rounds import mombasa
from companion import play
from companion.games.mombasa.scoring import COMPANIES
from tests.browser.conftest import Phones, Server
from tests.browser.test_small_screens import overflow

Eventually = Callable[[Callable[[], bool]], None]
NAMES = ("Ann", "Bo", "小明", "Di")
SCREEN = 740
ONE_AND_A_HALF = 1110
BARS = ".actionbar"

# Every figure of a sheet, by the form that enters it.
COINS = [f"f-coins-{company}" for company in COMPANIES]
SHARES = [f"f-{company}-{part}" for company in COMPANIES for part in ("track", "cards")]
TRACKS = ["f-cash", "f-diamonds", "f-bookkeeping"]
FIGURES = [*COINS, *SHARES, *TRACKS]


def figure(state: Any, form: str) -> int:
    """What the first seat's sheet holds where this form enters it."""
    if form in COINS:
        return int(state.coins[COINS.index(form)])
    if form in SHARES:
        company, part = divmod(SHARES.index(form), 2)
        return int(getattr(state.columns[0], ("track", "cards")[part])[company])
    return int(getattr(state.columns[0], form.removeprefix("f-")))


class Table:
    """A table whose entries come from elsewhere."""

    def __init__(self, server: Server, *names: str) -> None:
        self.server = server
        self.code = server.open_table("mombasa", *(names or NAMES))
        self.entries = 0

    def enter(self, seat: int | None, kind: str, **fields: Any) -> None:
        self.entries += 1
        play.act(
            self.server.house, self.code, "script", {"type": kind, **fields}, f"pad-entry-{self.entries}", seat=seat
        )

    @property
    def state(self) -> Any:
        return self.server.look(self.code).state

    def fill(self) -> None:
        """A sheet in the middle of a game, with figures in every row but one."""
        for company, n in (("mombasa", 5), ("cape_town", 2), ("saint_louis", 7)):
            self.enter(None, "coins", company=company, value=n)
        for seat, cash in enumerate((9, 6, 11, 4)[: len(self.state.columns)]):
            self.enter(seat, "cash", value=cash)
            self.enter(seat, "diamonds", value=20)
            self.enter(seat, "shares", company="saint_louis", part="track", value=seat + 1)

    def steps(self) -> Iterator[str]:
        """Every step of a game, each until it is asked for the next one: who starts, plan, act, prepare, count, reveal."""
        yield "who starts"
        self.enter(None, "start_player", player=0)
        yield "planning"
        self.enter(None, "cards_revealed")
        yield "my turn"
        self.enter(0, "turn_done")
        yield "somebody else's turn"
        for seat in range(len(self.state.columns)):
            self.enter(seat, "end_actions")
        yield "preparing"
        for _ in range(2, 8):
            self.enter(None, "next_round")
            self.enter(None, "cards_revealed")
            for seat in range(len(self.state.columns)):
                self.enter(seat, "end_actions")
        yield "counting"


def field(page: Page, form: str) -> Any:
    return page.locator(f"#{form} input[type=text]")


def top(page: Page, selector: str) -> float:
    return float(page.evaluate("s => document.querySelector(s).getBoundingClientRect().top + scrollY", selector))


def bottom(page: Page, selector: str) -> float:
    return float(page.evaluate("s => document.querySelector(s).getBoundingClientRect().bottom + scrollY", selector))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_step_is_in_sight_and_the_pad_is_one_and_a_half_screens(
    server: Server, phones: Phones, language: str
) -> None:
    """At 360 x 740: the question under the header, its answer and the primary without scrolling; the whole page at most 1.5."""
    table = Table(server)
    table.fill()
    page = phones.sit(table.code, 0, language=language)
    seen = []
    for step in table.steps():
        page.reload()
        bar = bottom(page, BARS) - top(page, BARS)
        pad = bottom(page, ".tracks") + bar
        whole = page.evaluate("document.scrollingElement.scrollHeight")
        seen.append((step, pad, whole))
        assert bottom(page, "#question") < SCREEN - bar, step
        assert bottom(page, ".top") <= top(page, "#me") < top(page, "#question") < top(page, "#pad"), step
        expect(page.locator(".actionbar button").last).to_be_in_viewport(ratio=1)
        assert pad <= ONE_AND_A_HALF, (step, pad)
        if step != "preparing":  # its instructions are as long as the box has them
            assert whole <= ONE_AND_A_HALF, (step, whole)
    assert len(seen) == 6, seen


def test_the_pad_in_one_row_a_company(server: Server, phones: Phones) -> None:
    """Name, coins, track, cards and points stand side by side; every field is at least 48 px; coins are circles."""
    table = Table(server)
    table.fill()
    page = phones.sit(table.code, 0)
    for company in COMPANIES:
        forms = (f"f-coins-{company}", f"f-{company}-track", f"f-{company}-cards")
        boxes = [field(page, form).bounding_box() for form in forms]
        row = page.locator(f"#line-{company}").bounding_box()
        assert len({box["y"] for box in boxes}) == 1
        assert [box["x"] for box in boxes] == sorted(box["x"] for box in boxes)
        assert all(box["width"] >= 48 and box["height"] >= 48 for box in boxes)
        assert row is not None and row["height"] <= 60
        assert field(page, forms[0]).evaluate("e => getComputedStyle(e).borderRadius") == "50%"
    boxes = [field(page, form).bounding_box() for form in ("f-cash", "f-diamonds", "f-bookkeeping")]
    assert len({box["y"] for box in boxes}) == 1
    assert all(box["width"] >= 48 and box["height"] >= 48 for box in boxes)


def test_every_figure_is_entered_by_stepper_and_by_typing(
    server: Server, phones: Phones, eventually: Eventually
) -> None:
    table = Table(server, "Ann", "Bo")
    page = phones.sit(table.code, 0)
    for form in FIGURES:

        def becomes(number: int, form: str = form) -> None:
            eventually(lambda: figure(table.state, form) == number)

        expect(page.locator(f"#{form} button[data-step='1']")).to_be_hidden()
        field(page, form).click()
        for step, expected in (("1", 1), ("1", 2), ("-1", 1)):
            page.locator(f"#{form} button[data-step='{step}']").click()
            becomes(expected)
        # The number is marked again after a step: digits begin a new one.
        page.keyboard.type("12")
        page.keyboard.press("Enter")
        becomes(12)
        page.keyboard.press("ArrowUp")
        becomes(13)
        assert page.locator(".cell.open").count() == 1
    expect(page.locator("#me .figure")).to_have_text(str(4 * 13 * 26 + 3 * 13))


def test_without_script_every_figure_is_a_plain_field(server: Server, phones: Phones) -> None:
    table = Table(server, "Ann", "Bo")
    page = phones.sit(table.code, 0, java_script_enabled=False)
    for form in FIGURES:
        field(page, form).fill("2")
        page.locator(f"#{form} .enter").click()
        expect(field(page, form)).to_have_value("2")
    assert all(figure(table.state, form) == 2 for form in FIGURES)


def test_nothing_moves_under_the_finger(server: Server, phones: Phones) -> None:
    """The number tapped stays where it is and keeps its size; the stepper opens below; another tap opens another one.

    Only a page that is scrolled to its top has no room to give back what the stepper before it took.
    """
    table = Table(server)
    table.fill()
    page = phones.sit(table.code, 0)
    for form in ("f-mombasa-track", "f-saint_louis-cards", "f-coins-cairo", "f-cash", "f-mombasa-cards"):
        page.evaluate("scrollTo(0, 130)")
        before = field(page, form).bounding_box()
        field(page, form).click()
        assert field(page, form).bounding_box() == pytest.approx(before, abs=0.5), form
        opened = page.locator(".cell.open button[data-step]:visible")
        assert opened.count() == 2
        tops = opened.evaluate_all("buttons => buttons.map(b => b.getBoundingClientRect().top)")
        assert min(tops) >= before["y"] + before["height"], form
    table.enter(1, "cash", value=8)
    expect(page.locator("#everybody tbody tr").first.locator("td").nth(1)).to_have_text("8")
    expect(page.locator("#f-mombasa-cards.open")).to_have_count(1)


def test_why_stays_one_tap_away(server: Server, phones: Phones) -> None:
    table = Table(server)
    table.fill()
    page = phones.sit(table.code, 0)
    for key, said in (
        ("saint_louis", "7 coins × 1 share = 7"),
        ("cash", "All your money"),
        ("diamonds", "last printed"),
    ):
        page.locator(f"#why-{key} summary .opens").click()
        expect(page.locator(f"#why-{key} .steps")).to_contain_text(said)
        expect(page.locator(f"#why-{key} .steps")).to_be_visible()
        assert page.locator(".why-line[open]").count() == 1


def test_who_starts_is_asked_first_and_is_one_tap(server: Server, phones: Phones, eventually: Eventually) -> None:
    table = Table(server)
    page = phones.sit(table.code, 3)
    expect(page.locator("#question h2")).to_have_text("Who is the start player?")
    page.locator("#ask-start button", has_text="小明").click()
    eventually(lambda: table.state.start == 2)
    expect(page.locator("#question h2")).to_contain_text("lays cards")
    page.locator("#act-cards_revealed button").click()
    expect(page.locator("#turn [aria-current]")).to_contain_text("小明")
    assert page.locator("#act-end_actions button").count() == 1


@pytest.mark.parametrize("language", ["en", "zh"])
def test_labels_say_whose_and_what(server: Server, phones: Phones, language: str) -> None:
    table = Table(server)
    page = phones.sit(table.code, 1, language=language)
    names = page.locator(".cell").evaluate_all(
        "cells => cells.map(c => [...c.querySelectorAll('input[type=text], button[data-step]')].map(e => e.ariaLabel))"
    )
    words = {
        "en": ("Coins uncovered at Cairo", "Shares of Bo: Cairo"),
        "zh": ("開羅被揭露的錢幣圖示", "Bo 的股票：開羅"),
    }
    assert len({name for cell in names for name in cell}) == 3 * len(FIGURES)
    for expected in words[language]:
        assert sum(expected in name for cell in names for name in cell) >= 3, expected


def test_from_760_px_two_columns_and_large_letters_fit(server: Server, phones: Phones) -> None:
    table = Table(server, "Maximiliane", "Bartholomew", "王小明同學", "Di")
    table.fill()
    page = phones.sit(table.code, 0, width=820, height=1180)
    mine, rest = page.locator(".mine").bounding_box(), page.locator(".rest").bounding_box()
    assert mine is not None and rest is not None
    assert mine["y"] == rest["y"]
    assert mine["x"] + mine["width"] <= rest["x"]
    page.set_viewport_size({"width": 320, "height": 640})
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    for form in ("f-coins-mombasa", "f-saint_louis-cards", "f-bookkeeping"):
        field(page, form).click()
        assert not overflow(page)
        expect(page.locator(f"#{form} button[data-step='1']")).to_be_visible()


def test_a_round_takes_as_many_taps_as_people_and_two_more(server: Server, browser: Browser) -> None:
    assert mombasa.round_taps(browser, server.url, server.house) <= mombasa.BUDGET == 6
