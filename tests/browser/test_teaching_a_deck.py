"""A deck taught on a phone: one picture, names tapped one after the other, kept with one button."""

from __future__ import annotations

from pathlib import Path

import cv2
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from testkit.decks import deck
from testkit.sheets import sheet
from tests.browser.conftest import Phones, Server
from vision import taught


def test_names_are_tapped_in_order_and_one_out_of_order(server: Server, phones: Phones, tmp_path: Path) -> None:
    """The marked card takes the tapped name; tapping another card marks that one; what has no name is passed over."""
    code = server.open_table("monkeys_on_the_moon", "Ann", "Bo", bookkeeping="final")
    ann = phones.sit(code, 0)
    shot = sheet(deck("trading", 4, 5), 3, columns=2, ground="wood", width=1000, height=1200)
    cv2.imwrite(str(tmp_path / "rows.jpg"), shot.image)
    ann.goto(f"{server.url}/t/{code}/camera")
    form = ann.locator("form[action$='/camera/cards/look']")
    form.locator("input[type=file]").set_input_files(tmp_path / "rows.jpg")
    form.locator("button").click()
    expect(ann.locator("ol.cuts > li")).to_have_count(4, timeout=20_000)
    expect(ann.locator("#card-1")).to_have_class("card next")
    for name in ("Red 3", "Blue 4"):
        ann.get_by_role("button", name=name, exact=True).click()
    ann.locator("#card-4 img").click()
    ann.get_by_role("button", name="Purple 5", exact=True).click()
    values = [ann.locator(f"input[name=name-{n}]").input_value() for n in (1, 2, 3, 4)]
    assert values == ["Red 3", "Blue 4", "", "Purple 5"]
    assert [found["id"] for found in Axe().run(ann).response["violations"]] == []
    assert ann.evaluate("document.documentElement.scrollWidth <= innerWidth")
    ann.get_by_role("button", name="Keep the cards that have a name").click()
    expect(ann.locator("[role=status]")).to_contain_text("3 cards learnt.", timeout=20_000)
    folder = server.house.store.folder / "cards" / "monkeys_on_the_moon"
    assert [one.name for one in taught.listed("cards", folder)] == ["Red 3", "Blue 4", "Purple 5"]
