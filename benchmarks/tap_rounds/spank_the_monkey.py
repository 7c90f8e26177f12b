"""Spank the Monkey: the taps of a turn that draws, builds and ends, in a round of four people on their own phones."""

from __future__ import annotations

from collections.abc import Sequence

from playwright.sync_api import Browser, Page, expect

from benchmarks.fingers import phones_of, tap
from companion import play
from companion.play import House

BUDGET = 4
"""Draw, build, end; nobody scrolls, and nothing is typed."""
PEOPLE = (("Ann", "red"), ("小明", "blue"), ("Bo", "green"), ("Di", "amber"))
CARDS = ((1, 5), (4, 3), (2, 2), (3, 1))
"""Height and strength of the new card that each builds in the first round."""
KNOWN = {"name": "Safe", "height": 1, "strength": 5}
"""A card that an earlier table has shown: everybody builds it in the second round."""


def turn_taps(page: Page, card: tuple[int, int] | str) -> int:
    """Taps of the turn of whoever holds this phone: a new card's height and strength, or the name of a known one."""
    bar = page.locator(".actionbar")
    taps = tap(bar.locator("button.primary"))
    expect(page.locator("#question h2")).to_contain_text("What do you build?")
    if isinstance(card, str):
        taps += tap(page.locator("#step .known-card:visible", has_text=card))
    else:
        for name, value in zip(("height", "strength"), card, strict=True):
            taps += tap(page.locator(f'#step [data-into="f.cards.0.{name}"][data-value="{value}"]'))
    return taps + tap(bar.locator("button.and-end"))


def _round(phones: Sequence[Page], cards: Sequence[tuple[int, int] | str]) -> int:
    most = 0
    for page, card in zip(phones, cards, strict=True):
        expect(page.locator("#question h2")).to_contain_text("Draw")
        most = max(most, turn_taps(page, card))
        expect(page.locator("#question")).to_have_count(0)
    return most


def round_taps(browser: Browser, url: str, house: House, width: int = 360, height: int = 740) -> int:
    """The most taps that a turn of one round takes, over a round with new cards and a round with known ones.

    ``url``: where the pages of ``house`` are served, without a slash at the end; the table is a new one. Raises
    AssertionError where something to tap is out of sight on a screen of ``width`` x ``height`` px.
    """
    seats = [{"name": name, "color": color} for name, color in PEOPLE]
    start = {"type": "start_player", "player": 0}
    before = play.open_table(house, "spank_the_monkey", seats, {}).code
    for n, action in enumerate((start, {"type": "put_junk", "to": [0, 0], "cards": [KNOWN]})):
        play.act(house, before, "benchmark", action, f"taps-before-{n:04d}", seat=None)
    code = play.open_table(house, "spank_the_monkey", seats, {}).code
    play.act(house, code, "benchmark", start, "taps-start-0001", seat=None)
    with phones_of(browser, f"{url}/t/{code}", len(PEOPLE), width, height) as phones:
        most = _round(phones, CARDS)
        most = max(most, _round(phones, (str(KNOWN["name"]),) * len(phones)))
        assert play.look(house, code).state.turn == 0, "every turn has ended"
        return most
