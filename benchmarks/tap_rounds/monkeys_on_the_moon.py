"""Monkeys on the Moon: the taps of a whole round of four people on their own phones, everything entered."""

from __future__ import annotations

from playwright.sync_api import Browser, Locator, Page, expect

from benchmarks.fingers import phones_of, tap
from companion import play
from companion.play import House

PEOPLE = (("Ann", "red"), ("小明", "blue"), ("Bo", "green"), ("Di", "amber"))
BUDGET = 26
"""Four cards, four auctions called aloud, the coins where several ways would pay, a full ship and the next one, the wrap-up."""
BOX = {"track_length": 20, "rank_points": {"5": [3, 2], "6": [2, 1]}}
RING = ("black", "brown", "purple", "green", "red", "blue")
SHIPS = (("red", 2, 3), ("blue", 3, 4), ("green", 4, 6), ("brown", 3, 4))
CARDS = (("red", 3, "red"), ("brown", 2, "purple"), ("blue", 4, "blue"), ("green", 2, "red"))
"""Tribe and number of the card that each plays, and whom it teaches: twice the card's own tribe, twice an ally."""
SALES = (("red", 4, 0, 2), ("red", 5, 0, 3), ("blue", 3, 2, 3), ("purple", 3, 1, 5))
"""The monkey that each picks, who wins it and for how much; the first two fill a ship, and the first can be paid in two ways."""
NEXT_SHIP = ("purple", 4, 6)
"""A ship that the companion has not seen."""


def _cell(page: Page, tribe: str, number: int) -> Locator:
    return page.locator(f".cards-pad label.cell:has([value='{tribe} {number}'])")


def teach_taps(page: Page, card: tuple[str, int, str]) -> int:
    """Taps of a civilization turn: the card, another tribe than its own, the confirmation."""
    own, number, taught = card
    taps = tap(_cell(page, own, number))
    if taught != own:
        taps += tap(page.locator(f"#teaching .node.tribe-{taught}"))
    return taps + tap(page.locator(".actionbar button.primary"))


def sale_taps(page: Page, monkey: tuple[str, int], winner: int, price: int) -> int:
    """Taps of an auction that was called aloud: the monkey, the price beside the winner."""
    taps = tap(_cell(page, *monkey))
    return taps + tap(page.locator(f".sales .sale[data-seat='{winner}']").get_by_text(str(price), exact=True))


def ship_taps(page: Page, color: str, capacity: int, points: int) -> int:
    """Taps of a ship that nobody has entered before: its colour, its points beside its places."""
    taps = tap(page.locator(f"label.pick:has(#ship-color-{color})"))
    return taps + tap(page.locator(f".sizes [data-capacity='{capacity}'][data-points='{points}']"))


def _set_up(house: House) -> str:
    house.store.set_box("monkeys_on_the_moon", BOX)
    seats = [{"name": name, "color": color} for name, color in PEOPLE]
    code = play.open_table(house, "monkeys_on_the_moon", seats, {}).code
    entries: list[tuple[int | None, dict[str, object]]] = [
        (None, {"type": "ring", "tribes": list(RING)}),
        (None, {"type": "moonstone", "player": 0}),
    ]
    for seat, (color, capacity, points) in enumerate(SHIPS):
        entries.append((seat, {"type": "take_ship", "color": color, "capacity": capacity, "points": points}))
    for n, (by, action) in enumerate(entries):
        play.act(house, code, "benchmark", action, f"taps-set-up-{n:04d}", seat=by)
    return code


def _caught_up(page: Page, house: House, code: str) -> None:
    expect(page.locator("#panel > [data-seq]")).to_have_attribute("data-seq", str(play.look(house, code).seq))


def _round(phones: list[Page], house: House, code: str) -> int:
    taps = 0
    for page, card in zip(phones, CARDS, strict=True):
        expect(page.locator("#question h2").first).to_contain_text("Which card")
        taps += teach_taps(page, card)
        expect(page.locator("#question")).to_have_count(0)
    for page, (tribe, number, winner, price) in zip(phones, SALES, strict=True):
        expect(page.locator("#question h2").first).to_contain_text("Which monkey")
        taps += sale_taps(page, (tribe, number), winner, price)
        expect(page.locator(".sales.open")).to_have_count(0)
        won = phones[winner]
        _caught_up(won, house, code)
        if won.locator("#pay").count():
            taps += tap(won.locator("#pay button").first)
            expect(won.locator("#pay")).to_have_count(0)
        if won.locator(".sizes").count():
            taps += ship_taps(won, *NEXT_SHIP)
            expect(won.locator(".sizes")).to_have_count(0)
    expect(phones[0].locator("#question h2").first).to_contain_text("Wrap-up")
    return taps + tap(phones[0].locator(".actionbar button.primary"))


def round_taps(browser: Browser, url: str, house: House, width: int = 360, height: int = 740) -> int:
    """The taps that the first round takes of all people together, a ship that fills up included.

    ``url``: where the pages of ``house`` are served, without a slash at the end; the table is a new one. Raises
    AssertionError where something to tap is out of sight on a screen of ``width`` x ``height`` px, or where the round does
    not come out as it was entered.
    """
    code = _set_up(house)
    with phones_of(browser, f"{url}/t/{code}", len(PEOPLE), width, height) as phones:
        taps = _round(phones, house, code)
        expect(phones[1].locator("#question h2").first).to_contain_text("Which card")
        state = play.look(house, code).state
        assert (state.round, [len(corner.full) for corner in state.corners]) == (2, [1, 0, 0, 0])
        assert [len(corner.monkeys) for corner in state.corners] == [2, 1, 1, 0]
        return taps
