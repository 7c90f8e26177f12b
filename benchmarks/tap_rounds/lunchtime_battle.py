"""Lunchtime Battle: the taps of a round of four people on their own phones, their monsters new or known by name."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from playwright.sync_api import Browser, Page, expect

from benchmarks.fingers import phones_of, tap
from companion import play
from companion.play import House

BUDGET = 14
"""Three dice and their confirmation, four monsters, two picks each with its food symbols; nobody scrolls or types."""
PEOPLE = (("Ann", "red"), ("小明", "blue"), ("Bo", "green"), ("Di", "amber"))
DICE = ("6", "5", "meat")
HUNGERS = (3, 2, 1, 4)
"""What each lays in the ring where nobody knows the monsters."""
FOODS = (("mushroom", 1), ("potion", 2))
"""What is on a picked monster that nobody knows, as many symbols as on the rules page's Medusa."""
KNOWN = ("Bear", "Medusa", "Troll", "Yeti")
"""Monsters whose numbers earlier tables have entered."""


def _round(phones: Sequence[Page], starts: int, lay: Callable[[Page, int], int], foods: bool) -> int:
    """The taps of a round: whoever starts rolls, everybody lays, and the two picks are said to be final."""
    start, taps = phones[starts], 0
    bar = start.locator(".actionbar button.primary")
    expect(start.locator("#question h2")).to_contain_text("Roll 3 dice")
    for face in DICE:
        taps += tap(start.locator(f"#question .keypad [data-face='{face}']"))
    taps += tap(bar)
    for seat, page in enumerate(phones):
        expect(page.locator("#question h2")).to_contain_text("Which monster do you lay?")
        taps += lay(page, seat)
    for pick in (1, 2):
        expect(start.locator("header .titles")).to_contain_text(f"count {pick} of 2")
        if foods:
            expect(bar).to_be_disabled()
            for food, n in FOODS:
                taps += tap(start.locator(f"#step [data-into='f.foods.{food}'][data-value='{n}']"))
        taps += tap(bar)
    expect(start.locator("#question h2")).to_contain_text("rolls and enters the dice.")
    return taps


def _by_hunger(page: Page, seat: int) -> int:
    return tap(page.locator(f"#step .hunger-keys button[value='{HUNGERS[seat]}']"))


def _by_name(page: Page, seat: int) -> int:
    return tap(page.locator(f"#known .known-monster[value='{KNOWN[seat]}']"))


def round_taps(browser: Browser, url: str, house: House, width: int = 360, height: int = 740) -> int:
    """The most taps that a round takes of all people together, over a round of new monsters and one of known ones.

    ``url``: where the pages of ``house`` are served, without a slash at the end; the table is a new one, its first round
    over. Raises AssertionError where something to tap is out of sight on a screen of ``width`` x ``height`` px.
    """
    for seat in range(len(PEOPLE)):
        _earlier(house, seat)
    seats = [{"name": name, "color": color} for name, color in PEOPLE]
    code = play.open_table(house, "lunchtime_battle", seats, {}).code
    entries: list[tuple[int | None, dict[str, object]]] = [(None, {"type": "start_player", "player": 3})]
    entries += [(3, {"type": "roll", "dice": [2, 2, 2]})]
    for seat in range(len(PEOPLE)):
        entries += [(seat, {"type": "first_candidate", "foods": {"meat": 1}}), (seat, {"type": "lay", "hunger": 1})]
    entries += [(3, {"type": "settle", "foods": {"potion": 1}})] * 2
    for n, (by, action) in enumerate(entries):
        play.act(house, code, "benchmark", action, f"taps-before-{n:04d}", seat=by)
    with phones_of(browser, f"{url}/t/{code}", len(PEOPLE), width, height) as phones:
        most = _round(phones, 0, _by_hunger, True)
        most = max(most, _round(phones, 1, _by_name, False))
        state = play.look(house, code).state
        assert (state.round, len(state.candidates)) == (4, 10), "two rounds are over, two picks each"
        return most


def _earlier(house: House, seat: int) -> None:
    """An earlier table at which a monster was laid with its name, so that its numbers are known."""
    people = [{"name": name, "color": color} for name, color in PEOPLE[:2]]
    code = play.open_table(house, "lunchtime_battle", people, {}).code
    monster = {"type": "lay", "name": KNOWN[seat], "hunger": HUNGERS[seat], "foods": dict(FOODS)}
    entries: tuple[tuple[int | None, dict[str, object]], ...] = (
        (None, {"type": "start_player", "player": 0}),
        (0, {"type": "roll", "dice": [4]}),
        (0, monster),
    )
    for n, (by, action) in enumerate(entries):
        play.act(house, code, "benchmark", action, f"taps-earlier-{n:04d}", seat=by)
