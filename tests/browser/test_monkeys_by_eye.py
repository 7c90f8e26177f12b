"""A player's monkeys read from pictures into the pad: taught once, read together, one named by hand and learnt on the spot."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from playwright.sync_api import expect

from companion import play
from testkit.decks import deck
from testkit.tabletops import photograph
from tests.browser.conftest import Phones, Server

KEY = "monkeys_on_the_moon"


def ready_to_count(server: Server) -> str:
    """A table whose sheet counts the monkeys of Ann and 小明 at the end."""
    code = server.open_table(KEY, "Ann", "小明", bookkeeping="final")
    for number, action in enumerate(
        (
            {"type": "rank_points", "fifth_first": 3, "fifth_second": 2, "sixth_first": 2, "sixth_second": 1},
            {"type": "ranking", "tribes": ["red", "blue", "green", "black", "brown", "purple"]},
        )
    ):
        play.act(server.house, code, "another-device", action, f"entered-{number:06d}")
    return code


def test_a_monkey_that_is_not_sure_is_filled_in_marked_and_confirmed_with_the_rest(
    server: Server, phones: Phones
) -> None:
    """The likeliest name stands there in the colour of warnings, and one tap adds it with the sure ones; another name is a tap."""
    code = ready_to_count(server)
    ann = phones.sit(code, 0)
    square = [[10, 10], [60, 10], [60, 90], [10, 90]]
    doubtful = {"confidence": 0.6, "corners": square, "name": None}
    reading = {
        "ms": 1,
        "cards": [
            {"confidence": 0.95, "corners": square, "name": "red 4", "alternatives": []},
            {**doubtful, "alternatives": ["blue 5", "blue 6"]},
            {**doubtful, "alternatives": ["green 3", "green 2"]},
        ],
    }
    ann.route("**/read/cards", lambda route: route.fulfill(json=reading))
    ann.locator("#by-eye > summary").click()
    picture = cv2.imencode(".png", np.full((100, 100, 3), 200, np.uint8))[1].tobytes()
    ann.locator("#pile-camera input[type=file]").set_input_files(
        {"name": "pile.png", "mimeType": "image/png", "buffer": picture}
    )
    found = ann.locator("#pile .found")
    expect(found.locator("li.unsure")).to_have_count(2)
    expect(found.locator("li:not(.unsure)")).to_have_text("R 4 × 1")
    expect(ann.locator("#pile .reading .sentence.cost")).to_contain_text("3 cards read, 2 unsure")
    rows = ann.locator("#pile .reading .row")
    expect(rows.first.get_by_role("button", name="blue 5")).to_have_attribute("aria-pressed", "true")
    rows.first.get_by_role("button", name="blue 6").click()
    expect(found.locator("li.unsure")).to_have_count(1)
    expect(found).to_contain_text("Bu 6 × 1")
    ann.locator("#pile-add").click()
    expect(ann.locator("#add-green-3 button")).to_have_text("1")
    assert server.look(code).state.tallies[0].monkeys == (("red", 4, 1), ("blue", 6, 1), ("green", 3, 1))


def test_taught_monkeys_are_read_one_is_named_and_the_other_phone_shows_the_score(
    server: Server, phones: Phones, tmp_path: Path
) -> None:
    """Three cards taught from files; a picture of two of them and a stranger, which is named and learnt; a second picture of
    the pile shows it by that name and the one that was missing, so that the count is right; all are added."""
    cards = deck("trading", 4, 21)
    code = ready_to_count(server)
    ann, ming = phones.sit(code, 0), phones.sit(code, 1, language="zh")

    ann.goto(f"{server.url}/t/{code}/camera")
    for number, name in enumerate(("red 4", "藍 5", "black 3")):
        shot = photograph(
            [cards[number]], number, tilt_degrees=8, turn_degrees=8, glare=0, kind="cloth", fill=(0.6, 0.7)
        )
        path = tmp_path / f"{number}.png"
        cv2.imwrite(str(path), shot.image)
        form = ann.locator("form[action$='/camera/card/look']")
        form.locator("input[name=name]").fill(name)
        form.locator("input[type=file]").set_input_files(path)
        form.locator("button").click()
        expect(ann.locator("#cut img")).to_be_visible(timeout=20_000)
        ann.get_by_role("button", name=f"Keep as {name}").click()
        expect(ann.locator("[role=status]")).to_contain_text(name, timeout=20_000)

    ann.goto(f"{server.url}/t/{code}")
    laid = [cards[0], cards[1], cards[3]]
    shot = photograph(laid, 5, tilt_degrees=8, turn_degrees=10, pan_degrees=0, glare=0, kind="cloth")
    pile = tmp_path / "pile.png"
    cv2.imwrite(str(pile), shot.image)
    ann.locator("#by-eye > summary").click()
    ann.locator("#pile-camera input[type=file]").set_input_files(pile)
    expect(ann.locator("#pile .shot .spot")).to_have_count(3, timeout=20_000)
    expect(ann.locator("#pile .found")).to_contain_text("R 4 × 1")
    expect(ann.locator("#pile .found")).to_contain_text("Bu 5 × 1")
    stranger = ann.locator("#pile .reading .row input[type=text]")
    stranger.fill("green 3")
    stranger.press("Tab")
    expect(ann.locator("#pile .found")).to_contain_text("G 3 × 1")
    ann.get_by_role("button", name="Learn this picture of green 3").click()
    expect(ann.locator("#pile .reading")).to_contain_text("Learnt: green 3.", timeout=20_000)
    ann.locator("#pile [data-pile-count]").fill("4")
    expect(ann.locator("#pile .reading")).to_contain_text("3 of 4 cards read")
    again = photograph(cards[1:], 6, tilt_degrees=8, turn_degrees=10, pan_degrees=0, glare=0, kind="cloth")
    cv2.imwrite(str(pile), again.image)
    ann.locator("#pile-camera input[type=file]").set_input_files(pile)
    expect(ann.locator("#pile .reading")).to_contain_text("All 4 cards are read", timeout=20_000)
    for kind in ("R 4 × 1", "Bu 5 × 1", "G 3 × 1", "Bk 3 × 1"):
        expect(ann.locator("#pile .found")).to_contain_text(kind)
    ann.locator("#pile-add").click()
    expect(ming.locator("#everybody tfoot td").first).to_have_text("22")
    event = server.look(code).events[-1]
    assert event.via == "camera"
    assert server.look(code).state.tallies[0].monkeys == (
        ("red", 4, 1),
        ("blue", 5, 1),
        ("green", 3, 1),
        ("black", 3, 1),
    )
