"""The foods of the lunch dice: taught by one photo and taps in one language, read in another."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from playwright.sync_api import expect

from testkit.face_dice import EMBLEMS, KINDS, Kind
from testkit.face_scene import View, scene
from tests.browser.conftest import Phones, Server
from tests.browser.test_camera import at_the_roll
from vision import taught

FOODS = next(kind for kind in KINDS if kind.name == "foods and pips")


def photo(path: Path, faces: list[str], view: View, seed: int, kind: Kind = FOODS) -> list[str]:
    """Draws dice with these faces up; which lies where, from left to right."""
    drawn, placed = scene(np.random.default_rng(seed), [(kind, face, kind.bodies[0]) for face in faces], view)
    cv2.imwrite(str(path), drawn)
    return [die.face for die in sorted(placed, key=lambda die: float(die.corners[:, 0].mean()))]


@pytest.mark.thorough
def test_foods_taught_by_one_photo_and_taps_are_read_on_a_phone_in_another_language(
    server: Server, phones: Phones, tmp_path: Path
) -> None:
    code = at_the_roll(server)
    bo = phones.sit(code, 1, language="zh")
    bo.goto(f"{server.url}/t/{code}/camera")
    form = bo.locator("form[action$='/camera/face']")
    words = {"meat": "肉", "mushroom": "香菇", "potion": "藥水"}
    row = photo(tmp_path / "row.jpg", ["meat", "mushroom", "4 pips", "potion"], View(8, 100), 6)
    for face in row:
        if face in words:
            form.get_by_role("button", name=words[face], exact=True).click()
        else:
            name = form.locator("[name=name]")
            name.fill(f"{name.input_value()}, -")
    assert form.locator("[name=name]").input_value() == ", ".join(words.get(face, "-") for face in row)
    form.locator("input[type=file]").set_input_files(tmp_path / "row.jpg")
    form.get_by_role("button", name="教骰面").click(timeout=60_000)  # the page comes when all are learnt
    learnt = "學會了：" + ", ".join(words[face] for face in row if face in words)
    expect(bo.locator("[role=status]")).to_contain_text(learnt, timeout=60_000)
    assert {one.name for one in taught.listed("faces", server.house.store.folder / "faces/lunchtime_battle")} == set(
        words
    )
    assert set(words.values()) <= set(bo.locator("ul.taught summary").all_inner_texts())
    assert bo.evaluate("document.documentElement.scrollWidth <= innerWidth")

    ann = phones.sit(code, 0)
    photo(tmp_path / "throw.jpg", ["potion"], View(20, 90), 22)
    ann.locator("input[data-read=dice]").set_input_files(tmp_path / "throw.jpg")
    die = ann.locator(".dice button")
    expect(die).to_have_count(1, timeout=60_000)
    assert die.locator("svg").get_attribute("aria-label") == "Potion"


EMBLEM = next(kind for kind in EMBLEMS if kind.name == "skull for 1")


@pytest.mark.thorough
def test_an_emblem_in_place_of_a_one_is_taught_alone_and_read_as_it_beside_pips(
    server: Server, phones: Phones, tmp_path: Path
) -> None:
    """A die with its giver's sign: only that face is taught, by its picture and what it counts as; pips need no lesson."""
    code = server.open_table("spank_the_monkey", "Ann", "Bo", start="random", active_monkey=True)
    ann = phones.sit(code, 0)
    ann.goto(f"{server.url}/t/{code}/camera")
    form = ann.locator("form[action$='/camera/face']")
    form.locator("[name=name]").fill("Skull")
    form.locator("[name=value]").fill("1")
    photo(tmp_path / "skull.jpg", ["skull"], View(8, 150), 3, EMBLEM)
    form.locator("input[type=file]").set_input_files(tmp_path / "skull.jpg")
    form.locator("button.primary").click(timeout=60_000)
    expect(ann.locator("ul.taught", has_text="Skull")).to_contain_text("counts as 1", timeout=60_000)
    for face, value in (("skull", 1), ("5 pips", 5)):
        ann.goto(f"{server.url}/t/{code}")
        ann.locator("#read-die > summary").click()
        photo(tmp_path / "throw.jpg", [face], View(15, 90), 22, EMBLEM)
        with ann.expect_response("**/api/read/dice") as answer:
            ann.locator("#read-die input[data-read=dice]").set_input_files(tmp_path / "throw.jpg")
        assert [die["value"] for die in answer.value.json()["dice"]] == [value]
        expect(ann.locator(f'#step .face [name="f.die"][value="{value}"]')).to_be_checked()
