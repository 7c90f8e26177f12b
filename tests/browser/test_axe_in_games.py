"""What axe-core finds on each game's phone page and board: nothing, at any impact, in either theme."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from companion.games import GAMES
from testkit.playing import play_on
from tests.browser.conftest import Phones, Server

STATES = {"the start": 0, "the middle": 14, "the end": 2000}
"""How many entries lead there at most."""


def violations(page: Page, options: dict[str, Any] | None = None) -> list[str]:
    found = Axe().run(page, options=options).response["violations"]
    return [f"{one['id']}: {[node['html'][:160] for node in one['nodes']][:3]}" for one in found]


def in_both_themes(page: Page) -> list[str]:
    """Everything in the light, and in the dark what the theme changes."""
    found = violations(page)
    page.emulate_media(color_scheme="dark")
    return found + violations(page, {"runOnly": ["color-contrast"]})


@pytest.mark.parametrize(
    "state", [state if state == "the middle" else pytest.param(state, marks=pytest.mark.thorough) for state in STATES]
)
@pytest.mark.parametrize("game", list(GAMES))
def test_axe_finds_nothing_on_phone_and_board(server: Server, phones: Phones, game: str, state: str) -> None:
    """Everything that can be opened on the phone's page is open."""
    code = server.open_table(game, "Ann", "小明", "Maximiliane", "Di")
    play_on(server.house, code, STATES[state])
    seat = min(server.look(code).active, default=0)
    phone = phones.open(f"/t/{code}?as={seat}")
    phone.evaluate("document.querySelectorAll('#panel details').forEach(one => { one.open = true; })")
    board = phones.open(f"/t/{code}/board", width=1920, height=1080)
    assert {"phone": in_both_themes(phone), "board": in_both_themes(board)} == {"phone": [], "board": []}
