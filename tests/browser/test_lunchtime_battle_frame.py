"""Lunchtime Battle's pages: the next thing in sight at every step, in few taps, by finger and by keyboard."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from benchmarks.tap_rounds.lunchtime_battle import BUDGET, round_taps
from tests.browser.conftest import Phones, Server
from tests.browser.test_lunchtime_battle import do, key, laid, main_button, serious

MEDUSA = {"potion": 2, "mushroom": 1}


def test_a_round_of_four_people_takes_14_taps_without_scrolling(server: Server, phones: Phones) -> None:
    """Budget: 4 players, one round, everything entered, at most 14 taps at 360 x 740, the monsters new or known by name.

    Hunger of all, foods of picked monsters only. On paper the tally marks of hunger and symbols alone are more.
    """
    assert round_taps(phones.browser, server.url, server.house) <= BUDGET == 14


def test_a_known_monster_is_found_by_a_part_of_its_name(server: Server, phones: Phones) -> None:
    """Known monsters by one tap with search, without a scroller in the page."""
    names = ("Banshee", "Bear", "Catty", "Dragon", "Kobold", "Kraken", "Medusa", "Troll", "Yeti", "龍")
    server.house.store.set_box(
        "lunchtime_battle", {"monsters": {name: {"hunger": 2, "foods": MEDUSA} for name in names}}
    )
    code = server.open_table("lunchtime_battle", "Ann", "Bo")
    do(server, code, None, "start_player", player=0)
    do(server, code, 0, "roll", dice=[4])
    ann = phones.sit(code, 0)
    expect(ann.locator(".known-monster:visible")).to_have_count(6)
    ann.locator(".known .find").fill("xy")
    expect(ann.locator(".known .none")).to_be_visible()
    ann.locator(".known .find").fill("ro")
    expect(ann.locator(".known-monster:visible .called")).to_have_text(["Troll"])
    do(server, code, 1, "lay", hunger=1)
    do(server, code, 1, "first_candidate", foods={})
    expect(ann.locator("#laying")).to_contain_text("Bo ✓")
    expect(ann.locator(".known-monster:visible .called")).to_have_text(["Troll"])
    assert ann.evaluate(
        "[...document.querySelectorAll('#panel *')].every(e => !/auto|scroll/.test("
        "getComputedStyle(e).overflowY) || e.closest('.actionbar, .menu') || e.scrollHeight <= e.clientHeight)"
    )
    ann.locator(".known-monster:visible").click()
    expect(ann.locator("#question h2")).to_have_text("My first candidate")
    assert server.look(code).state.laid[0].card.name == "Troll"


def test_food_symbols_are_asked_of_whoever_is_picked(server: Server, phones: Phones) -> None:
    """Anybody may enter them; once all have passed their owner is asked, and then the pick is final."""
    code = server.open_table("lunchtime_battle", "Ann", "Bo", "Cy")
    do(server, code, None, "start_player", player=0)
    do(server, code, 0, "roll", dice=[6, 3])
    for seat in range(3):
        do(server, code, seat, "first_candidate", foods={"meat": 1})
        do(server, code, seat, "lay", hunger=1 + seat)
    ann, cy = phones.sit(code, 0), phones.sit(code, 2)
    expect(main_button(ann)).to_be_disabled()
    expect(ann.locator("#product")).to_have_text("Tap the food symbols of Bo's monster.")
    expect(main_button(cy)).to_have_text("I use no ability")
    main_button(cy).click()
    expect(cy.locator("#question h2")).to_have_text("What does Bo's monster want?")
    key(cy, "potion", 3)
    key(cy, "potion", 3)
    key(cy, "mushroom", 2)
    expect(cy.locator("#product")).to_contain_text("Bo's monster shows 2 mushrooms.")
    cy.locator("#step input[name='f.foods.meat']").fill("4")
    expect(cy.locator("#product")).to_contain_text("Bo's monster shows 4 meat and 2 mushrooms.")
    main_button(cy).click()
    expect(ann.locator("#question h2")).to_have_text("Does anybody use an ability?")
    main_button(ann).click()
    expect(ann.locator("#newest")).to_contain_text("Picked in round 1: Bo's monster.")
    assert server.look(code).state.hunger == (7, 2, 0)


PLACES = """() => {
    const box = (selector) => {
        const found = [...document.querySelectorAll(selector)].find((one) => one.checkVisibility());
        return found ? found.getBoundingClientRect() : null;
    };
    const answer = box('#question :is(.keypad button, .known-monster, .key, .starts button, .field input[type=text], a.button)');
    const bar = box('.actionbar');
    return {
        header: (box('#me') ?? box('header')).bottom, question: box('#question h2').top, bar: bar.top,
        answer: (answer ?? box('#question h2')).bottom, primary: box('.actionbar .grow :is(button, a)').bottom, high: innerHeight,
    };
}"""


def test_every_step_of_a_game_is_answered_without_scrolling(server: Server, phones: Phones) -> None:
    """One frame: at 360 x 740 the question, the first row of its answers and the primary are in sight, at every step.

    Of every seat, and of a phone that enters for another one.
    """
    code = server.open_table("lunchtime_battle", "Ann", "Bo", "Cy", "小明", dishes=True)
    own, other = phones.sit(code, 0), phones.open("/", language="zh")

    def check(step: str) -> None:
        for page, paths in ((own, [f"/t/{code}"]), (other, [f"/t/{code}?as={seat}" for seat in range(4)])):
            for path in paths:
                page.goto(server.url + path)
                at = page.evaluate(PLACES)
                assert at["header"] <= at["question"] < at["answer"] <= at["bar"], (step, path, at)
                assert at["primary"] <= at["high"], (step, path, at)

    check("dishes")
    do(server, code, None, "dishes", meat="braised pork rice")
    check("start")
    do(server, code, None, "start_player", player=0)
    check("roll")
    assert own.locator("#question .keypad button").first.is_visible()
    do(server, code, 0, "roll", dice=[6, 5, "meat"])
    for seat in range(4):
        check(f"lay {seat}")
        do(server, code, seat, "lay", hunger=2 + seat, name=f"Monster of the class {seat}")
        check(f"first candidate {seat}")
        do(server, code, seat, "first_candidate", foods={"meat": seat})
    check("count")
    do(server, code, 0, "settle", foods={"potion": 2})
    check("second count")
    do(server, code, 0, "settle", foods={"meat": 2})
    check("roll again")
    do(server, code, 1, "roll", dice=[6, 5, "meat"])
    check("lay a known one")
    do(server, code, None, "finish")
    check("final count")


def test_entering_for_another_seat_shows_its_dice_keys(server: Server, phones: Phones) -> None:
    """Seen: entering for another seat, all dice keys were hidden."""
    code = server.open_table("lunchtime_battle", "Ann", "Bo", "Cy")
    do(server, code, None, "start_player", player=1)
    ann = phones.sit(code, 0)
    ann.get_by_role("link", name="Enter it for Bo").click()
    keys = ann.locator("#question .keypad button")
    expect(keys).to_have_count(8)
    bar = ann.locator(".actionbar").bounding_box()
    last = keys.last.bounding_box()
    assert bar and last and last["y"] + last["height"] <= bar["y"], "all of them, without scrolling"
    for face in ("6", "potion"):
        ann.locator(f"#question .keypad [data-face='{face}']").click()
    main_button(ann).click()
    expect(ann.locator("#question h2")).to_have_text("Which monster do you lay?")


def test_used_cards_are_read_in_both_themes(server: Server, phones: Phones) -> None:
    """Seen: used cards at a contrast of 4.02 in the light theme."""
    code = server.open_table("lunchtime_battle", "Ann", "Bo")
    do(server, code, None, "start_player", player=0)
    do(server, code, 0, "roll", dice=[4])
    for seat in range(2):
        do(server, code, seat, "first_candidate", name=f"Used {seat}", foods={"meat": 3, "potion": 1})
        do(server, code, seat, "lay", hunger=2)
    do(server, code, 0, "ability_total", monster="0.1", change=1)
    for dark in (False, True):
        page = phones.open(f"/t/{code}", dark=dark)
        page.locator("button[name=seat][value='1']").click()
        expect(page.locator("ul.cards .used")).to_have_count(1)
        assert not serious(page), dark


def press_to(page: Page, selector: str, key: str = "Tab", most: int = 12) -> None:
    """Tab until the focus is on what is wanted. Raises AssertionError after ``most`` times."""
    for _ in range(most):
        page.keyboard.press(key)
        if page.evaluate("(wanted) => document.activeElement.matches(wanted)", selector):
            return
    raise AssertionError(f"{selector} is not reached in {most} times {key}")


def test_a_round_is_played_by_keyboard_alone(server: Server, phones: Phones) -> None:
    """Keyboard: focus kept over swaps, at most 12 Tabs to the first field of each step."""
    code = server.open_table("lunchtime_battle", "Ann", "Bo")
    ann = phones.sit(code, 0)
    press_to(ann, "#start-0 button")
    ann.keyboard.press("Enter")
    expect(ann.locator("#question h2")).to_have_text("Roll 1 die")
    press_to(ann, ".keypad [data-face='4']")
    ann.keyboard.press("Enter")
    expect(main_button(ann)).to_be_enabled()
    press_to(ann, ".actionbar .primary", most=16)
    ann.keyboard.press("Enter")
    expect(ann.locator("#question h2")).to_have_text("Which monster do you lay?")
    press_to(ann, "#step .hunger-keys button[value='2']")
    ann.keyboard.press("Enter")
    expect(ann.locator("#question h2")).to_have_text("My first candidate")
    press_to(ann, "#step [name='f.foods.meat']")
    ann.keyboard.type("1")
    expect(main_button(ann)).to_be_enabled()
    ann.keyboard.press("Enter")
    expect(ann.locator("#question h2")).to_have_text("The others still lay")
    do(server, code, 1, "lay", hunger=3)
    do(server, code, 1, "first_candidate", foods={})
    expect(ann.locator("#question h2")).to_have_text("What does Bo's monster want?")
    press_to(ann, "#step [data-into='f.foods.potion'][data-value='2']", most=14)
    ann.keyboard.press("Space")
    expect(main_button(ann)).to_be_enabled()
    press_to(ann, ".actionbar .primary")
    ann.keyboard.press("Enter")
    expect(ann.locator("#newest")).to_contain_text("Bo's monster")
    assert server.look(code).state.hunger == (1, 0, 2)


@pytest.mark.parametrize(("width", "height"), [(360, 740), (844, 390), (820, 1180), (320, 568)])
def test_the_ring_and_all_parts_fit_every_screen(server: Server, phones: Phones, width: int, height: int) -> None:
    """Long names, six people: nothing sideways; a phone in landscape shows the whole ring, a tap makes it large."""
    names = ("Maximiliane von Hohenlohe-Oeh", "Bo", "Catherine", "小明", "Ed", "Florence")
    code = server.open_table("lunchtime_battle", *names)
    do(server, code, None, "start_player", player=0)
    do(server, code, 0, "roll", dice=[6, 5, "meat", 2, 2])
    laid(server, code, [3, 2, 1, 9, 4, 2])
    page = phones.sit(code, 1, width=width, height=height)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    small = page.locator("#ring svg").bounding_box()
    assert small
    if width == 844:
        page.evaluate("document.querySelector('#question').scrollIntoView()")
        ring, bar = page.locator("#ring svg").bounding_box(), page.locator(".actionbar").bounding_box()
        assert ring and bar and ring["y"] >= 0 and ring["y"] + ring["height"] <= bar["y"]
    page.locator("#ring .enlarge").click()
    large = page.locator("#ring svg").bounding_box()
    assert large and large["height"] >= small["height"]
    expect(page.locator("#ring .enlarge")).to_have_attribute("aria-pressed", "true")
