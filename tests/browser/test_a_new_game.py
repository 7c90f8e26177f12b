"""The smallest game on a phone, on the default page: one frame for every step."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from companion.games import GAMES
from tests.browser.conftest import Phones, Server
from tests.games.pebbles import Pebbles


@pytest.fixture(autouse=True)
def shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, Pebbles.key, Pebbles)


def test_the_action_waits_in_words_until_the_answer_is_complete(server: Server, phones: Phones) -> None:
    """The sentence stands right above the action, which is disabled until the answer is complete; undo takes it back."""
    code = server.open_table("pebbles", "Ann", "Bo")
    ann, bo = phones.sit(code, 0), phones.sit(code, 1, language="zh", dark=True)
    action = ann.locator(".actionbar button.primary")
    expect(action).to_be_disabled()
    ann.locator("#step button[data-step='1']").click()
    ann.locator("#step button[data-step='1']").click()
    expect(ann.locator("#product")).to_contain_text("Ann picks up 2 pebbles.")
    expect(action).to_be_enabled()
    bar, sentence = action.bounding_box(), ann.locator("#product .sentence").bounding_box()
    assert bar is not None
    assert sentence is not None
    assert sentence["y"] + sentence["height"] <= bar["y"]
    action.click()
    expect(ann.locator("#me .figure")).to_have_text("2")
    expect(action).to_be_disabled()
    bo.locator("#undo button").click()
    expect(ann.locator("#me .figure")).to_have_text("0")


def test_what_stands_in_a_form_keeps_its_sentence_when_others_tap(server: Server, phones: Phones) -> None:
    code = server.open_table("pebbles", "Ann", "Bo")
    ann, bo = phones.sit(code, 0), phones.sit(code, 1)
    ann.locator("#step button[data-step='1']").click()
    expect(ann.locator("#product")).to_contain_text("Ann picks up 1 pebble.")
    bo.locator("#step button[data-step='1']").click()
    expect(bo.locator(".actionbar button.primary")).to_be_enabled()
    bo.locator(".actionbar button.primary").click()
    expect(bo.locator("#me .figure")).to_have_text("1")
    expect(ann.locator("#me")).to_contain_text("behind Bo")
    expect(ann.locator("#product")).to_contain_text("Ann picks up 1 pebble.")
    expect(ann.locator(".actionbar button.primary")).to_be_enabled()
