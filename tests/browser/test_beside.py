"""Dice of the companion, the lot on every screen, and a clock that is right after a sleep."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from companion import play
from tests.browser.conftest import Phones, Server


def test_dice_are_thrown_counted_and_undone(server: Server, phones: Phones) -> None:
    code = server.open_table("mombasa", "Ann", "Bo")
    ann = phones.sit(code, 0)
    ann.goto(f"{server.url}/t/{code}/beside")
    ann.get_by_label("5", exact=True).check()
    throw = ann.get_by_role("button", name="Throw", exact=True)
    throw.dblclick()
    expect(ann.locator(".thrown .die-face")).to_have_count(5)
    expect(ann.locator(".throws tbody tr")).to_have_count(6)
    counts = ann.locator(".throws tbody td:nth-child(2)").all_inner_texts()
    assert sum(map(int, counts)) == 5, "a double tap throws once"
    assert server.look(code).seq == 1


def test_the_lot_is_seen_on_every_screen_until_the_next_entry(server: Server, phones: Phones) -> None:
    code = server.open_table("mombasa", "Ann", "Bo", "Cy")
    ann, bo = phones.sit(code, 0), phones.sit(code, 1, language="zh")
    board = phones.open(f"/t/{code}/board", width=1920, height=1080)
    ann.goto(f"{server.url}/t/{code}/beside")
    ann.get_by_role("button", name="Draw by lot").click()
    expect(ann.locator("#lot")).to_contain_text("starts, says the lot")
    name = server.look(code).names[server.look(code).table.entries[-1].action.player]  # type: ignore[attr-defined]
    for screen in filter(None, (bo, board)):
        expect(screen.locator(".lot .falls")).to_have_text(re.compile(name))
        expect(screen.locator(".lot li")).to_have_count(3)
    play.act(server.house, code, "script", {"type": "start_player", "player": 0}, "the-start")
    expect(bo.locator(".lot")).to_have_count(0)


def test_the_clock_counts_on_and_is_right_after_a_sleep(server: Server, phones: Phones) -> None:
    code = server.open_table("mombasa", "Ann", "Bo")
    ann = phones.sit(code, 0)
    expect(ann.locator(".clock")).to_have_count(0)
    ann.goto(f"{server.url}/t/{code}/beside")
    ann.get_by_role("button", name="Keep the time").click()
    expect(ann.get_by_role("button", name="Stop keeping the time")).to_be_visible()
    ann.goto(f"{server.url}/t/{code}")
    shown = ann.locator(".clock [data-runs]").last
    expect(shown).to_have_text(re.compile(r"0:0[2-9]"))
    phones.forgive("ERR_INTERNET_DISCONNECTED")
    phones.forgive("-request, detail")
    ann.context.set_offline(True)
    # A phone that slept for an hour: no timer ran, its clock did.
    ann.evaluate("(real => { Date.now = () => real() + 3600000; })(Date.now.bind(Date))")
    expect(shown).to_have_text(re.compile(r"1:00:\d\d"))
