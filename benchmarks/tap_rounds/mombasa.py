"""Mombasa: the taps of a round of four people on their own phones, and the numbers of a complete final sheet."""

from __future__ import annotations

from playwright.sync_api import Browser, Page, expect

from benchmarks.fingers import phones_of, tap
from companion import play
from companion.play import House

PEOPLE = (("Ann", "red"), ("小明", "blue"), ("Bo", "green"), ("Di", "amber"))
BUDGET = len(PEOPLE) + 2
"""The cards are turned up, everybody ends the phase, the next round begins."""
SHEET_NUMBERS = 11
"""What one player enters for the final scoring: money, two tracks, and shares at the track and on cards of four companies."""


def _round(phones: list[Page], number: int, starts: str | None) -> int:
    """The taps of one round: whoever starts is named where ``starts`` says so, and everybody ends the phase in turn."""
    first, taps = phones[0], 0
    if starts:
        taps += tap(first.locator("#ask-start button", has_text=starts))
        expect(first.locator("#ask-start .chosen")).to_contain_text(starts)
    taps += tap(first.locator("#act-cards_revealed button"))
    for page in phones:
        expect(page.locator("#turn h2")).to_contain_text("It is your turn.")
        taps += tap(page.locator("#act-end_actions button"))
    expect(first.locator("#question h2")).to_contain_text(f"Prepare round {number + 1}")
    taps += tap(first.locator("#act-next_round button"))
    expect(phones[-1].locator("#act-cards_revealed button")).to_be_visible()
    return taps


def sheet_numbers(page: Page) -> int:
    """How many numbers of their own a player enters at this page for a complete sheet; what is everybody's is not one."""
    return page.locator("#pad .cell:not(.coin), .tracks .cell").count()


def round_taps(browser: Browser, url: str, house: House, width: int = 360, height: int = 740) -> int:
    """The taps that a round takes of all people together, once it has been said who starts.

    ``url``: where the pages of ``house`` are served, without a slash at the end; the table is a new one. Raises
    AssertionError where something to tap is out of sight on a screen of ``width`` x ``height`` px, where naming the start
    player costs more than one tap, or where a final sheet asks for more than `SHEET_NUMBERS` numbers.
    """
    seats = [{"name": name, "color": color} for name, color in PEOPLE]
    code = play.open_table(house, "mombasa", seats, {}).code
    with phones_of(browser, f"{url}/t/{code}", len(PEOPLE), width, height) as phones:
        named = _round(phones, 1, PEOPLE[0][0])
        taps = _round(phones, 2, None)
        assert named == taps + 1, "naming the start player is one tap"
        assert play.look(house, code).state.round == 3, "two rounds are over"
        numbers = sheet_numbers(phones[0])
        assert numbers <= SHEET_NUMBERS, f"{numbers} numbers"
        return taps
