"""My turn: the tab says so; a vibration, a soft sound and a screen that stays on, each as the person chose on this phone."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion import play
from tests.browser.conftest import Phones, Server

# What the phone did, written down instead of done.
SPIES = """
window.did = [];
Object.defineProperty(navigator, "vibrate", { value: ms => window.did.push("vibrate") });
window.AudioContext = class {
  constructor() { window.did.push("sound"); this.currentTime = 0; }
  resume() {}
  createOscillator() { return { frequency: {}, connect: to => to, start() {}, stop() {} }; }
  createGain() {
    return { gain: { setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} }, connect() {} };
  }
};
Object.defineProperty(navigator, "wakeLock", {
  value: { request: async () => { window.did.push("awake"); return { release: async () => window.did.push("asleep") }; } }
});
"""


class Turns:
    """A Mombasa table at which Ann acts, and what is done elsewhere."""

    def __init__(self, server: Server) -> None:
        self.server, self.entered = server, 0
        self.code = server.open_table("mombasa", "Ann", "Bo")
        self.enter("start_player", player=0)
        self.enter("cards_revealed")

    def enter(self, kind: str, seat: int | None = None, **fields: Any) -> None:
        self.entered += 1
        action = {"type": kind, **fields}
        play.act(self.server.house, self.code, "elsewhere", action, f"turn-{self.entered:06}", seat=seat)


@pytest.fixture
def turns(server: Server) -> Turns:
    return Turns(server)


def watched(page: Page) -> Page:
    """The page again, with what it does to the phone written down."""
    page.context.add_init_script(SPIES)
    page.reload()
    page.wait_for_selector("#panel [data-seq]")
    return page


def did(page: Page) -> list[str]:
    found: list[str] = page.evaluate("window.did")
    return found


@pytest.mark.parametrize(("language", "words"), [("en", "Your turn"), ("zh", "輪到你")])
def test_title_and_icon_say_when_it_is_my_turn(turns: Turns, phones: Phones, language: str, words: str) -> None:
    bo = phones.sit(turns.code, 1, language=language)
    assert words not in bo.title()
    before = bo.locator("link[rel=icon]").get_attribute("href") or ""
    turns.enter("turn_done", 0)
    expect(bo).to_have_title(f"● {words} · {'Mombasa' if language == 'en' else '蒙巴薩'} · {turns.code}")
    after = bo.locator("link[rel=icon]").get_attribute("href") or ""
    assert "icon-turn" in after and after != before
    turns.enter("turn_done", 1)
    expect(bo).not_to_have_title(f"{words}")
    expect(bo.locator("link[rel=icon]")).to_have_attribute("href", before)
    bo.goto(f"{turns.server.url}/t/{turns.code}")
    assert words not in bo.title(), "the server says it as well"


def test_vibration_and_sound_are_off_until_chosen_and_are_kept(turns: Turns, phones: Phones) -> None:
    bo = watched(phones.sit(turns.code, 1))
    turns.enter("turn_done", 0)
    expect(bo.locator("#question h2")).to_contain_text("It is your turn.")
    assert [sign for sign in did(bo) if sign in ("vibrate", "sound")] == []
    bo.locator("#menu > summary").click()
    for sign in ("vibrate", "sound"):
        button = bo.locator(f"[data-sign={sign}]")
        expect(button).to_have_attribute("aria-pressed", "false")
        button.click()
        expect(button).to_have_attribute("aria-pressed", "true")
    turns.enter("turn_done", 1)
    expect(bo.locator("#question h2")).to_contain_text("It is the turn of Ann")
    bo.reload()
    bo.wait_for_selector("#panel [data-seq]")
    turns.enter("turn_done", 0)
    expect(bo.locator("#question h2")).to_contain_text("It is your turn.")
    assert sorted(sign for sign in did(bo) if sign in ("vibrate", "sound")) == ["sound", "vibrate"]
    turns.enter("cash", 0, value=3)
    expect(bo.locator("#everybody tfoot td").first).to_have_text("3")
    assert did(bo).count("vibrate") == 1, "once a turn, not once an entry"


def test_the_screen_stays_on_where_the_browser_can_and_can_be_let_go(turns: Turns, phones: Phones) -> None:
    ann = watched(phones.sit(turns.code, 0))
    ann.wait_for_function("window.did.includes('awake')")
    ann.locator("#menu > summary").click()
    expect(ann.locator(".no-awake")).to_be_hidden()
    ann.locator("[data-sign=awake]").click()
    ann.wait_for_function("window.did.includes('asleep')")


def test_where_the_browser_cannot_a_sentence_says_why(turns: Turns, phones: Phones) -> None:
    """As on plain http in the Wi-Fi of the house."""
    ann = phones.sit(turns.code, 0)
    ann.context.add_init_script("delete Navigator.prototype.wakeLock;")
    ann.reload()
    ann.locator("#menu > summary").click()
    expect(ann.locator("[data-sign=awake]")).to_be_hidden()
    expect(ann.locator(".no-awake")).to_contain_text("https")
