"""The tray under the camera: marked with a finger on a phone, or with keys; then dice beside it do not count."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from companion import play
from testkit.drawn_dice import DrawnDie, draw
from tests.browser.conftest import Phones, Server, under_camera
from tests.browser.test_camera import at_the_roll


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A picture that stands for a camera: a 3 in the left half of the table, a 5 in the right half."""
    path = tmp_path / "table.png"
    cv2.imwrite(str(path), draw([DrawnDie(3, -2.2, 0, 20), DrawnDie(5, 2.2, 0.3, 50)], width=640, height=480))
    return path


@pytest.fixture
def server(tmp_path: Path, source: Path) -> Iterator[Server]:
    with under_camera(tmp_path / "data", source) as running:
        yield running


def drag(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    """A finger laid down, moved and lifted."""
    session = page.context.new_cdp_session(page)
    (x, y), (u, v) = start, end
    for kind, points in (
        ("touchStart", [{"x": x, "y": y}]),
        ("touchMove", [{"x": (x + u) / 2, "y": (y + v) / 2}]),
        ("touchMove", [{"x": u, "y": v}]),
        ("touchEnd", []),
    ):
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    session.detach()


def test_the_tray_is_marked_with_a_finger_and_dice_beside_it_do_not_count(
    server: Server, phones: Phones, source: Path
) -> None:
    code = at_the_roll(server)
    ann = phones.sit(code, 0, language="zh", has_touch=True)
    ann.goto(f"{server.url}/t/{code}/camera")
    place = ann.locator("#tray")
    place.locator("summary").tap()
    picture = place.locator(".marking img")
    expect(picture).to_have_js_property("naturalWidth", 640, timeout=20_000)
    picture.scroll_into_view_if_needed()
    assert ann.evaluate("document.documentElement.scrollWidth <= innerWidth")
    corners = place.locator(".corner")
    assert all((corners.nth(n).bounding_box() or {"width": 0})["width"] >= 48 for n in range(4))
    assert [found["id"] for found in Axe().run(ann).response["violations"]] == []
    box = picture.bounding_box()
    assert box
    across, down = box["width"] / 100, box["height"] / 100
    for right, top, dx in (
        (70, 30, -41),
        (70, 70, -41),
    ):  # the two right corners, from a place beside them, to the middle
        start = box["x"] + right * across, box["y"] + top * down
        drag(ann, start, (start[0] + dx * across, start[1]))
    corners.nth(0).focus()
    for key in ("ArrowLeft", "Shift+ArrowUp", "Shift+ArrowUp"):
        ann.keyboard.press(key)
    expect(place.locator("#tray-corner")).to_have_text("11 %、2 %")
    place.get_by_role("button", name="骰盤就是這裡").tap()
    expect(place.locator("[role=status]")).to_contain_text("只讀盤裡的骰子")
    tray = play.tray_of(server.house, str(source))
    assert tray is not None and tray.shape == 640 / 480
    assert [round(number) for number in tray.percent] == [11, 2, 47, 12, 47, 88, 12, 88]

    ann.goto(f"{server.url}/t/{code}")
    ann.locator("[data-webcam]").tap()
    expect(ann.locator(".reading img.live")).to_be_visible(timeout=20_000)
    expect(ann.locator(".dice button")).to_have_count(1)
    assert ann.locator(".dice button svg").get_attribute("aria-label") == "3"

    ann.goto(f"{server.url}/t/{code}/camera?tray=marked")
    place.get_by_role("button", name="取消骰盤：讀整個畫面").tap()
    expect(place.locator("[role=status]")).to_contain_text("又會讀整個畫面")
    assert play.tray_of(server.house, str(source)) is None
