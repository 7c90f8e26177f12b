"""A player's monkeys read from pictures into the pad: taught once, read together, one named by hand and learnt on the spot."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from playwright.sync_api import FilePayload, expect

from companion import play
from testkit.decks import deck
from testkit.tabletops import fanned, photograph
from tests.browser.conftest import Phones, Server
from vision.cards.library import CardLibrary

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


def test_pictures_of_a_pile_are_put_together_and_their_cards_counted(server: Server, phones: Phones) -> None:
    """What one picture asks about stays filled in, another may be sure of it, and no card counts twice; what is missing is named,
    what is too much is left out, and nothing is entered before all of it is added."""
    code = ready_to_count(server)
    ann = phones.sit(code, 0)
    left, right = [[10, 10], [60, 10], [60, 90], [10, 90]], [[110, 10], [160, 10], [160, 90], [110, 90]]

    def card(name: str | None, *likely: str, corners: list[list[int]] = left) -> dict[str, object]:
        return {"confidence": 0.6, "corners": corners, "name": name, "alternatives": list(likely)}

    pictures = [
        [card("red 4"), card(None, "blue 5", "blue 6", corners=right), card(None, "green 3", corners=right)],
        [card("blue 5"), card(None, "black 3", corners=right), card(None, "green 3", corners=right), card(None)],
    ]
    ann.route("**/read/cards", lambda route: route.fulfill(json={"ms": 1, "cards": pictures.pop(0)}))
    ann.locator("#by-eye > summary").click()
    picture = cv2.imencode(".png", np.full((100, 200, 3), 200, np.uint8))[1].tobytes()
    taken: FilePayload = {"name": "pile.png", "mimeType": "image/png", "buffer": picture}
    reading, found = ann.locator("#pile .reading"), ann.locator("#pile .found")
    ann.locator("#pile [data-pile-count]").fill("5")
    ann.locator("#pile-camera input[type=file]").set_input_files(taken)
    expect(reading).to_contain_text("3 of 5 cards read")
    ann.locator("#pile-camera input[type=file]").set_input_files(taken)
    expect(reading).to_contain_text("4 of 5 cards read")
    expect(found.locator("li")).to_have_text(["R 4 × 1", "Bu 5 × 1", "Bk 3 × 1 ?", "G 3 × 1 ?"])
    reading.get_by_role("button", name="Leave it out").last.click()
    reading.get_by_label("Name of a card that is missing").fill("brown 5")
    reading.get_by_label("Name of a card that is missing").press("Tab")
    expect(reading).to_contain_text("All 5 cards are read")
    ann.locator("#pile [data-pile-count]").fill("4")
    expect(reading).to_contain_text("5 cards read, but the pile has 4")
    reading.locator(".row", has_text="red 4").get_by_role("button", name="Leave it out").click()
    expect(reading).to_contain_text("All 4 cards are read")
    assert server.look(code).state.tallies[0].monkeys == ()
    ann.locator("#pile-add").click()
    expect(ann.locator("#add-brown-5 button")).to_have_text("1")
    assert server.look(code).state.tallies[0].monkeys == (
        ("blue", 5, 1),
        ("green", 3, 1),
        ("black", 3, 1),
        ("brown", 5, 1),
    )


def test_a_fanned_pile_is_read_counted_and_added_at_once(server: Server, phones: Phones, tmp_path: Path) -> None:
    """Of seven fanned monkeys only the one on top is sure; all are filled in by their names, marked, and entered by one tap."""
    code = ready_to_count(server)
    names = ("red 3", "red 4", "blue 5", "green 3", "black 4", "brown 5", "purple 3")
    cards = deck("trading", len(names), 61)
    library = CardLibrary(server.house.store.folder / "cards" / KEY)
    for name, card in zip(names, cards, strict=True):
        library.enroll(name, cv2.resize(card.image, (360, 504)))
    cv2.imwrite(str(tmp_path / "fan.jpg"), fanned(cards, 4, kind="cloth").image)
    ann = phones.sit(code, 0)
    ann.locator("#by-eye > summary").click()
    ann.locator("#pile [data-pile-count]").fill("7")
    ann.locator("#pile-camera input[type=file]").set_input_files(tmp_path / "fan.jpg")
    expect(ann.locator("#pile .reading")).to_contain_text("All 7 cards are read", timeout=30_000)
    expect(ann.locator("#pile .found li.unsure")).to_have_count(6)
    ann.locator("#pile-add").click()
    expect(ann.locator("#add-purple-3 button")).to_have_text("1")
    tally = server.look(code).state.tallies[0].monkeys
    assert sorted(f"{tribe} {number}" for tribe, number, n in tally if n == 1) == sorted(names)


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
