"""A throw filmed by the camera beside the table: proposed once, entered by a person."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from playwright.sync_api import expect

from testkit.drawn_dice import DrawnDie, draw
from tests.browser.conftest import Phones, Server, under_camera
from tests.browser.test_camera import at_the_roll

DICE = [DrawnDie(2, -3, -1, 12), DrawnDie(3, -1, 1, 40), DrawnDie(5, 1, -0.6, 75), DrawnDie(6, 3, 0.8, 20)]
FRAMES_A_SECOND = 15


@pytest.fixture
def film(tmp_path: Path) -> Path:
    """Six seconds of an empty table, while the phones sit down, dice that roll in, and five seconds of dice at rest."""
    path = tmp_path / "throw.avi"
    video = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), FRAMES_A_SECOND, (640, 480))
    size = {"width": 640, "height": 480, "side_px": 70.0}
    for _ in range(6 * FRAMES_A_SECOND):
        video.write(draw([], **size))  # type: ignore[arg-type]
    for step in range(FRAMES_A_SECOND):
        away = (FRAMES_A_SECOND - step) / 3
        rolling = [DrawnDie(d.value, d.x + away, d.y - away / 2, d.turn + 40 * away) for d in DICE]
        video.write(draw(rolling, **size))  # type: ignore[arg-type]
    rest = draw(DICE, **size)  # type: ignore[arg-type]
    chance = np.random.default_rng(4)
    for _ in range(5 * FRAMES_A_SECOND):
        noise = chance.normal(0, 1.5, rest.shape)
        video.write(np.asarray(np.clip(rest + noise, 0, 255), np.uint8))
    video.release()
    return path


@pytest.fixture
def server(tmp_path: Path, film: Path) -> Iterator[Server]:
    with under_camera(tmp_path / "data", film) as running:
        yield running


def test_a_filmed_throw_is_proposed_once_and_entered_by_a_person(server: Server, phones: Phones) -> None:
    code = at_the_roll(server)
    ann, bo = phones.sit(code, 0), phones.sit(code, 1)
    reading = ann.locator(".reading .sentence")
    expect(reading).to_contain_text("4 dice read", timeout=30_000)
    assert server.look(code).seq == 1, "nothing is entered without a person"
    assert server.house.bell.throw == 1
    expect(ann.locator(".dice button")).to_have_count(4)
    ann.reload()
    expect(reading, "a page opened later hears of it too").to_contain_text("4 dice read")
    ann.locator(".dice button").first.click()
    ann.locator(".keypad [data-face='4']").click()
    corrected = ann.locator("[name='f.dice']").input_value()
    with ann.expect_event("request", lambda sent: "/stream" in sent.url):
        ann.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    with ann.expect_event("response", lambda got: got.url.endswith("/panel")):
        ann.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(ann.locator("[name='f.dice']"), "what was corrected stays when it wakes up").to_have_value(corrected)
    ann.get_by_role("button", name="Use these dice").click()
    expect(bo.locator("#rolled .figure")).to_have_text("18")
    assert server.look(code).events[-1].via == "camera"
    assert server.house.bell.throw == 1
