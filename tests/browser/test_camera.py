"""A picture of the dice on a phone: read, one die corrected, entered, and both phones show it."""

from __future__ import annotations

from pathlib import Path

import cv2
import pytest
from playwright.sync_api import expect

from companion import play
from testkit.drawn_dice import DrawnDie, draw
from tests.browser.conftest import Phones, Server


@pytest.fixture
def throw(tmp_path: Path) -> Path:
    """A picture of four dice: 2, 3, 5 and one that shows its 1, where a lunch die has a food."""
    dice = [DrawnDie(2, -3, -1, 12), DrawnDie(3, -1, 1, 40), DrawnDie(5, 1, -0.6, 75), DrawnDie(1, 3, 0.8, 20)]
    path = tmp_path / "throw.jpg"
    cv2.imwrite(str(path), draw(dice, width=960, height=720, side_px=90))
    return path


def at_the_roll(server: Server) -> str:
    """A lunch table of five at which Ann has to roll four dice."""
    code = server.open_table("lunchtime_battle", "Ann", "Bo", "Cy", "Di", "Ed")
    act = {"type": "start_player", "player": 0}
    play.act(server.house, code, "script", act, "start-player-1")
    return code


def test_a_photo_one_die_corrected_and_both_phones_show_it(server: Server, phones: Phones, throw: Path) -> None:
    code = at_the_roll(server)
    ann, bo = phones.sit(code, 0), phones.sit(code, 1, language="zh", dark=True)
    with ann.expect_response("**/api/read/dice") as answer:
        ann.locator("input[data-read=dice]").set_input_files(throw)
    assert [die["guess"] for die in answer.value.json()["dice"]] == [2, 3, 5, 1]
    spots = ann.locator(".shot .spot")
    expect(spots).to_have_count(4)
    unsure = ann.locator(".shot .spot.unsure")
    expect(unsure).not_to_have_count(0)
    expect(ann.locator(".reading .sentence")).to_contain_text("unsure")
    ann.locator(".shot .spot").nth(3).click()
    ann.locator(".keypad [data-face=meat]").click()
    for index in range(3):
        if "unsure" in (spots.nth(index).get_attribute("class") or ""):
            spots.nth(index).click()
            ann.locator(f".keypad [data-face='{(2, 3, 5)[index]}']").click()
    expect(unsure).to_have_count(0)
    ann.get_by_role("button", name="Use these dice").click()
    for phone in (ann, bo):
        expect(phone.locator("#rolled .figure")).to_have_text("11")
    event = server.look(code).events[-1]
    assert event.via == "camera"
    assert sorted(map(str, server.look(code).state.dice)) == ["2", "3", "5", "meat"]


def test_a_file_that_is_no_picture_is_answered_with_a_sentence(server: Server, phones: Phones, tmp_path: Path) -> None:
    phones.forgive("415")
    code = at_the_roll(server)
    ann = phones.sit(code, 0, language="zh")
    note = tmp_path / "note.jpg"
    note.write_text("not a picture")
    ann.locator("input[data-read=dice]").set_input_files(note)
    expect(ann.locator(".reading .sentence")).to_contain_text("JPEG")
    expect(ann.locator(".keypad").first).to_be_visible()


def test_without_vision_everything_is_entered_by_hand(server: Server, phones: Phones, throw: Path) -> None:
    server.reader._command = ("no-such-worker",)
    phones.forgive("503")
    code = at_the_roll(server)
    ann = phones.sit(code, 0)
    ann.locator("input[data-read=dice]").set_input_files(throw)
    expect(ann.locator(".reading .sentence")).to_contain_text("not installed")
    for face in ("2", "3", "5", "meat"):
        ann.locator(f".keypad [data-face='{face}']").click()
    ann.get_by_role("button", name="Use these dice").click()
    expect(ann.locator("#rolled .figure")).to_have_text("11")


def test_a_die_nobody_is_sure_of_lies_in_the_tray_and_holds_the_action_back(
    server: Server, phones: Phones, throw: Path
) -> None:
    """In the colour of warnings; tapped, it asks what it shows; the tray is drawn while it is empty, too."""
    code = at_the_roll(server)
    ann = phones.sit(code, 0)
    tray = ann.locator(".dice-pad .dice")
    assert tray.evaluate("e => getComputedStyle(e, '::before').content") == '"no die yet"'
    assert tray.evaluate("e => getComputedStyle(e).borderTopStyle") == "dashed"
    ann.locator("input[data-read=dice]").set_input_files(throw)
    expect(tray.locator("button")).to_have_count(4)
    unsure = tray.locator("button.unsure")
    expect(unsure).not_to_have_count(0)
    expect(tray.locator("button.unknown")).to_have_count(1)
    warm = unsure.first.locator("rect").evaluate("e => getComputedStyle(e).stroke")
    assert warm == ann.locator(".reading .sentence").evaluate("e => getComputedStyle(e).color")
    primary = ann.get_by_role("button", name="Use these dice")
    expect(primary).to_be_disabled()
    for _ in range(unsure.count()):
        die = unsure.first
        shown = die.get_attribute("aria-label") or ""
        die.click()
        expect(ann.locator(".dice [aria-pressed=true]")).to_have_count(1)
        face = shown.split(":")[0]
        ann.locator(f".keypad [data-face='{'meat' if face == '?' else face}']").click()
    expect(unsure).to_have_count(0)
    expect(primary).to_be_enabled()
    primary.click()
    expect(ann.locator("#rolled .figure")).to_have_text("11")


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_teaching_page_has_a_button_for_the_picture(
    server: Server, phones: Phones, throw: Path, language: str
) -> None:
    """In the language of the page, not of the browser, and with the name of what was chosen."""
    code = at_the_roll(server)
    page = phones.open(f"/t/{code}/camera", language=language)
    button = page.locator(".choose .button").first
    expect(button).to_contain_text("Take or choose a picture" if language == "en" else "拍照")
    box = button.bounding_box()
    assert box and box["height"] >= 48
    with page.expect_file_chooser() as chooser:
        button.click()
    chooser.value.set_files(throw)
    expect(button).to_contain_text("throw.jpg")
    assert page.locator(".choose input").first.evaluate("e => e.offsetWidth") <= 1
