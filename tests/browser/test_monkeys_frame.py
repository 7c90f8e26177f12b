"""Monkeys on the Moon at 360 x 740: the taps of a round, every step in sight, a round by keyboard, the ring in words."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, expect

from benchmarks.tap_rounds import monkeys_on_the_moon as taps
from companion import play
from tests.browser.conftest import Phones, Server
from tests.games.monkeys_tables import BOX, GIVEN_RING
from tests.games.test_monkeys_golden import GOLDEN

KEY = "monkeys_on_the_moon"
PRIMARY = ".actionbar button.primary"
PLACES = """() => {
    const box = (selector) => {
        const found = [...document.querySelectorAll(selector)].find((one) => one.checkVisibility());
        return found ? found.getBoundingClientRect() : null;
    };
    const answers = '#question :is(.cell, .pick, .chip, .choices button, .stepper, .numbers button, button.wide, li)';
    return {
        header: (box('#me') ?? box('header')).bottom, question: box('#question').top, answer: box(answers)?.bottom ?? 0,
        bar: box('.actionbar').top, primary: box('.actionbar button.primary').bottom, high: innerHeight,
    };
}"""


def enter(server: Server, code: str, seat: int | None, **action: Any) -> None:
    key = f"elsewhere-{server.look(code).seq:06d}"
    play.act(server.house, code, "another-device", action, key, seat=seat)


def set_up(server: Server, *names: str) -> str:
    """A table at the first civilization turn, the moonstone with the first player."""
    server.house.store.set_box(KEY, BOX)
    code = server.open_table(KEY, *names)
    enter(server, code, None, type="ring", tribes=list(GIVEN_RING))
    enter(server, code, None, type="moonstone", player=0)
    for seat, color in zip(range(len(names)), ("red", "blue", "green", "brown", "purple"), strict=False):
        enter(server, code, seat, type="take_ship", color=color, capacity=3, points=4)
    return code


def test_a_round_of_four_takes_at_most_26_taps_without_scrolling(server: Server, phones: Phones) -> None:
    """Budget: 4 players, one round, everything entered: cards, auctions, coins, a full ship and the next, the wrap-up."""
    assert taps.round_taps(phones.browser, server.url, server.house) <= taps.BUDGET == 26


def assert_in_sight(page: Page, step: str) -> None:
    at = page.evaluate(PLACES)
    assert at["header"] <= at["question"] < at["answer"] <= at["bar"], (step, at)
    assert at["primary"] <= at["high"], (step, at)


def test_every_step_of_a_game_is_answered_without_scrolling(server: Server, phones: Phones) -> None:
    """One frame: the question under the header, the first row of its answers and the primary in sight, at every step."""
    seen: set[str] = set()
    for golden in GOLDEN:
        server.house.store.set_box(KEY, golden.box)
        code = server.open_table(KEY, *golden.names, **golden.options)
        pages = [phones.sit(code, seat) for seat in range(len(golden.names))]
        for played in golden.plays:
            look = server.look(code)
            for seat in sorted(look.active):
                due = sorted(offer.type for offer in (*look.offers(seat), *look.offers(None)) if offer.place == "next")
                step = ",".join(due)
                if not due or step in seen:
                    continue
                seen.add(step)
                pages[seat].goto(f"{server.url}/t/{code}")
                assert_in_sight(pages[seat], step)
            enter(server, code, played["seat"], **played["action"])
    steps = {kind for step in seen for kind in step.split(",")}
    assert {"ring", "moonstone", "take_ship", "teach", "pick", "bid", "pay", "wrap_up", "level_stones"} <= steps, steps


def test_a_new_question_is_in_sight_and_its_action_waits_for_an_answer(server: Server, phones: Phones) -> None:
    """After one's own tap, and where another phone's tap brings it while the page lies a little down."""
    server.house.store.set_box(KEY, BOX)
    code = server.open_table(KEY, "Ann", "Bo")
    enter(server, code, None, type="ring", tribes=list(GIVEN_RING))
    ann = phones.sit(code, 0, height=640)
    ann.locator("#question button", has_text="Ann").click()  # this form is gone with its own answer
    expect(ann.locator("#question")).to_have_attribute("data-question", re.compile("take_ship"))
    expect(ann.locator(PRIMARY)).to_be_disabled()
    enter(server, code, 0, type="take_ship", color="red", capacity=3, points=4)
    expect(ann.locator("#question")).to_have_count(0)
    ann.evaluate("scrollTo(0, 65)")
    enter(server, code, 1, type="take_ship", color="blue", capacity=3, points=4)
    expect(ann.locator("#teaching")).to_be_visible()
    assert 0 <= ann.evaluate("document.querySelector('#question').getBoundingClientRect().top") < 320
    ann.locator("#teach-red-3").check(force=True)
    expect(ann.locator(PRIMARY)).to_be_enabled()
    ann.evaluate("scrollTo(0, 300)")
    ann.locator(PRIMARY).click()
    expect(ann.locator("#question")).to_have_count(0)
    told = ann.evaluate("document.querySelector('#me + * .sentence').getBoundingClientRect().top")
    assert 0 <= told < 160, "nothing more is asked: whose turn it is stands where the question was"


def test_every_printed_number_is_answered_without_scrolling(server: Server, phones: Phones) -> None:
    """The same frame where nothing is known of the owner's copy: track, ranks 5 and 6, white dots."""
    code = server.open_table(KEY, "Ann", "Bo", capricious=True)
    page = phones.sit(code, 0)
    assert_in_sight(page, "track")
    page.locator("[name='f.spaces']").fill("22")
    page.locator(PRIMARY).click()
    expect(page.locator("#question h2")).to_contain_text("ranks 5 and 6")
    page.reload()
    assert_in_sight(page, "rank_points")
    enter(server, code, None, type="rank_points", fifth_first=3, fifth_second=2, sixth_first=2, sixth_second=1)
    expect(page.locator("#question h2")).to_contain_text("white dot")
    assert_in_sight(page, "dotted")


def test_every_step_of_the_final_scoring_is_answered_without_scrolling(server: Server, phones: Phones) -> None:
    """The same frame on the pad: printed points, ranking, the player's own monkeys."""
    code = server.open_table(KEY, "Ann", "Bo", bookkeeping="final")
    page = phones.sit(code, 0)
    assert_in_sight(page, "rank_points")
    enter(server, code, None, type="rank_points", fifth_first=3, fifth_second=2, sixth_first=2, sixth_second=1)
    expect(page.locator("#question h2")).to_contain_text("Ranking")
    assert_in_sight(page, "ranking")
    enter(server, code, None, type="ranking", tribes=list(GIVEN_RING))
    expect(page.locator("#question h2")).to_contain_text("brought home")
    assert_in_sight(page, "sheet")


def tab_to(page: Page, selector: str, at_most: int) -> None:
    """Presses Tab until an element that fits has the focus."""
    for _ in range(at_most):
        page.keyboard.press("Tab")
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
    raise AssertionError(f"{selector} is more than {at_most} Tabs away")


def test_a_round_by_keyboard_alone(server: Server, phones: Phones) -> None:
    """Tab, arrows, space and Enter play a whole round; at most 12 Tabs to a step's first field."""
    code = set_up(server, "Ann", "Bo")
    people = [phones.sit(code, seat) for seat in range(2)]
    for page in people:
        expect(page.locator("#teaching")).to_be_visible()
        tab_to(page, "[name=cell]", 12)
        page.keyboard.press("Space")
        page.keyboard.press("ArrowRight")
        expect(page.locator("#teach-red-3")).to_be_checked()
        tab_to(page, "[name='f.tribe']", 1)
        page.keyboard.press("ArrowRight")  # the next one clockwise is an ally of the card's own tribe
        expect(page.locator("#product")).to_contain_text("Blue moves 3 spaces")
        page.keyboard.press("Enter")
        expect(page.locator("#teaching")).to_have_count(0)
    assert server.look(code).state.stones.spaces[1] == 6
    ann, bo = people
    expect(ann.locator("#pick-red-3")).to_be_attached()
    ann.reload()
    tab_to(ann, "[name=cell]", 12)
    ann.keyboard.press("Space")
    expect(ann.locator("#product")).to_contain_text("Ann picks Red 3")
    ann.keyboard.press("Enter")
    expect(ann.locator("#question")).to_be_focused()
    tab_to(ann, "[name=action]", 12)  # her lowest bid stands there already
    ann.keyboard.press("ArrowRight")
    expect(ann.locator("#product")).to_contain_text("Ann bids 3")
    ann.keyboard.press("Enter")
    expect(bo.locator("#act-pass")).to_be_visible()
    tab_to(bo, "#act-pass button", 12)
    bo.keyboard.press("Enter")
    expect(bo.locator("#pick-red-3")).to_be_attached()
    expect(bo.locator("#news")).to_contain_text("Ann wins Red 3 for 3.")
    bo.reload()
    tab_to(bo, "[name=cell]", 12)
    bo.keyboard.press("Space")
    tab_to(bo, ".sale[data-seat='1'] button:nth-child(2)", 12)
    bo.keyboard.press("Enter")  # bids called aloud: the monkey and its price in one entry
    expect(bo.locator("#question h2")).to_contain_text("Wrap-up")
    expect(bo.locator("#question")).to_be_focused()
    tab_to(bo, PRIMARY, 4)
    bo.keyboard.press("Enter")
    expect(bo.locator("#teaching")).to_be_visible()
    assert (server.look(code).state.round, len(server.look(code).state.corners[0].aboard)) == (2, 1)


def test_the_ring_says_allies_rival_coins_and_scorn_in_words(server: Server, phones: Phones) -> None:
    """The ring is audible: on a phone where one chooses, where one only looks, and on the big screen."""
    code = set_up(server, "Ann", "Bo")
    enter(server, code, None, type="correct", counter="scorn:brown", value=2)
    words = "Brown: 3 coins on its card, allies black and purple, rival red; scorn card: Bo"
    ann, bo = phones.sit(code, 0), phones.sit(code, 1)
    expect(ann.locator("#teaching").get_by_role("radio", name=words)).to_have_count(1)
    looking = bo.locator("#ring").get_by_role("radio", name=words)
    looking.check(force=True)
    expect(bo.locator("#ring [aria-live]")).to_have_text(re.compile("Brown: allies black and purple, rival red."))
    board = phones.open(f"/t/{code}/board", width=1280, height=720)
    expect(board.get_by_role("listitem").filter(has_text=words)).to_have_count(1)


def test_before_anybody_is_ahead_nobody_is_level(server: Server, phones: Phones) -> None:
    """Set-up and the first turns say nothing of places; once somebody is ahead they do."""
    code = set_up(server, "Ann", "Bo")
    ann = phones.sit(code, 0)
    expect(ann.locator("#me")).to_contain_text("Ann")
    expect(ann.locator("#me")).not_to_contain_text("1st")
    for seat in range(2):
        enter(server, code, seat, type="teach", card="red", number=2, tribe="red")
    enter(server, code, None, type="sold", tribe="red", number=4, player=0, value=3)
    expect(ann.locator("#me .stands")).to_contain_text("1st, 7 ahead of Bo")


def test_one_phone_enters_the_auctions_of_everybody(server: Server, phones: Phones) -> None:
    """Bids called aloud sell to anyone at any time: before it is said who picked what, and to whoever has bid highest."""
    code = set_up(server, "Ann", "Bo", "Cy")
    for seat in range(3):
        enter(server, code, seat, type="teach", card="red", number=2, tribe="red")
    watching = phones.open(f"/t/{code}?watch=1")
    watching.locator("label:has(#called-green-5)").click()
    row = watching.locator("#called .sale[data-seat='1']")
    expect(row.locator("button:visible")).to_have_text(["2", "3", "4", "5", "…"])
    row.get_by_text("…").click()
    expect(row.locator("button:visible")).to_have_text(["2", "3", "4", "5", "6", "7", "9"])
    row.get_by_text("3", exact=True).click()
    expect(watching.locator("#corner-1 .monkey")).to_have_text("G 5")
    enter(server, code, 1, type="pick", tribe="purple", number=3)
    enter(server, code, 1, type="bid", value=3)
    expect(watching.locator("#hammer")).to_contain_text("Highest bid: 3 by Bo")
    watching.locator("#sold .sale").filter(has_text="Bo").get_by_text("3", exact=True).click()
    expect(watching.locator("#corner-1 .monkey")).to_have_text(["G 5", "P 3"])
