"""Walking on the Moon: the taps of a round of five people on their own phones, with everything in it entered."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Browser, Page, expect

from benchmarks.fingers import phones_of, tap
from companion import play
from companion.play import House

PEOPLE = (("Ann", "red"), ("小明", "blue"), ("Bo", "green"), ("Di", "amber"), ("Eve", "purple"))
BUDGET = 30
"""Three jumps of everybody, each one tap on the ring and one to confirm it; a coma on the third is another button to confirm it."""
ORDER_BUDGET = 2
"""A turn where only the order is kept: where one stands, and the confirmation."""
BOX = {"star_points": [1, 3, 6, 10, 15, 21], "spaces": 5, "last_card": [12, 14, 14, 16, 18]}
JUMPS = ((3, 5, 8), (2, 6, 9), (4, 7, 10), (5, 8, 12), (3, 6, 9))
"""Where everybody's jumps of the round end: over stars, past each other, and into the same spaces."""
COMA = 4
"""Whose third jump ends in a coma: no turn is shorter for it."""
PLACES = ("after:0", "after:1", "on:1", "after:0", "after:2")
"""Where everybody stands after a turn where only the order is kept."""


def tap_space(page: Page, space: int) -> int:
    """One tap on the ring, on the low space of this number; in sight without scrolling."""
    at: dict[str, float] = page.locator(".moon-ring").evaluate(
        """(ring, space) => {
            const across = Number(ring.dataset.across);
            const angle = 2 * Math.PI * (space - 0.5) / (across - 1);
            const point = new DOMPoint(200 + 122 * Math.sin(angle), 200 - 122 * Math.cos(angle));
            const at = point.matrixTransform(ring.getScreenCTM());
            const hit = document.elementFromPoint(at.x, at.y);
            return { x: at.x, y: at.y, hit: Number(hit?.dataset?.space ?? 0) };
        }""",
        space,
    )
    assert at["hit"] == space, f"space {space} is out of sight"
    page.mouse.click(at["x"], at["y"])
    return 1


def _table(house: House, options: dict[str, Any]) -> str:
    """A new table of these people at which the first has been said to start."""
    play.set_box(house, "walking_on_the_moon", BOX)
    seats = [{"name": name, "color": color} for name, color in PEOPLE]
    code = play.open_table(house, "walking_on_the_moon", seats, options).code
    key = f"taps-start-{code}"
    play.act(house, code, "benchmark", {"type": "start_player", "player": 0}, key, seat=None)
    return code


def _turn_taps(page: Page, spaces: tuple[int, ...], coma: bool) -> int:
    """Taps of the three jumps of whoever holds this phone."""
    bar, taps = page.locator(".actionbar"), 0
    for n, space in enumerate(spaces, 1):
        expect(page.locator("#question h2")).to_contain_text(f"Jump {n}")
        taps += tap_space(page, space)
        expect(page.locator("#product")).to_contain_text(f"Jump {n}")
        taps += tap(bar.locator("[name='f.coma']" if coma and n == len(spaces) else ".primary"))
    expect(page.locator("form.jump")).to_have_count(0)
    return taps


def order_taps(browser: Browser, url: str, house: House, width: int = 360, height: int = 740) -> int:
    """The most taps that a turn takes where only the order is kept, over a round of five."""
    code = _table(house, {"bookkeeping": "order"})
    most = 0
    with phones_of(browser, f"{url}/t/{code}", len(PEOPLE), width, height) as phones:
        for seat, (page, place) in enumerate(zip(phones, PLACES, strict=True)):
            expect(page.locator("#question h2")).to_contain_text("Where do you stand now?")
            taps = tap(page.locator(f"#step .slot:has(input[value='{place}'])"))
            button = ".actionbar button.primary" if seat != COMA else ".actionbar button[name='f.coma']"
            most = max(most, taps + tap(page.locator(button)))
            expect(page.locator("#step")).to_have_count(0)
        state = play.look(house, code).state
        assert state.round == 2 and sum(a.coma for a in state.astronauts) == 1, "everybody had a turn"
        return most


def round_taps(browser: Browser, url: str, house: House, width: int = 360, height: int = 740) -> int:
    """The taps that a round of three jumps each takes of all people together, stars, tokens and a coma entered with them.

    ``url``: where the pages of ``house`` are served, without a slash at the end; the table is a new one. Raises
    AssertionError where the ring or the button is out of sight on a screen of ``width`` x ``height`` px, where the stars
    and tokens of the round are not those of its jumps, or where a turn of the order alone costs more than `ORDER_BUDGET`.
    """
    code = _table(house, {})
    taps = 0
    with phones_of(browser, f"{url}/t/{code}", len(PEOPLE), width, height) as phones:
        for seat, (page, spaces) in enumerate(zip(phones, JUMPS, strict=True)):
            taps += _turn_taps(page, spaces, seat == COMA)
        state = play.look(house, code).state
        assert state.round == 2, "everybody had a turn"
        assert sum(a.stars for a in state.astronauts) > 0 and sum(a.tokens for a in state.astronauts) > 0
        assert sum(a.coma for a in state.astronauts) == 1
    assert order_taps(browser, url, house, width, height) <= ORDER_BUDGET, "a turn of the order alone"
    return taps
