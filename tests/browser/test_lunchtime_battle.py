"""An evening of Lunchtime Battle in the browser: four phones and a big screen."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import cv2
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from companion import play
from testkit.decks import deck
from testkit.tabletops import photograph
from tests.browser.conftest import Phones, Server
from vision.cards.library import CardLibrary

KEYS = count()


def do(server: Server, code: str, seat: int | None, type_: str, **fields: Any) -> None:
    """Somebody else at the table enters something."""
    play.act(server.house, code, "elsewhere", {"type": type_, **fields}, f"test-key-{next(KEYS)}", seat=seat)


def laid(server: Server, code: str, hungers: list[int], firsts: bool = True) -> None:
    """Everybody's monsters, named by nobody, a potion on each."""
    for seat, hunger in enumerate(hungers):
        if firsts:
            do(server, code, seat, "first_candidate", foods={"meat": 1})
        do(server, code, seat, "lay", hunger=hunger, foods={"potion": 1})


def main_button(page: Page) -> Any:
    return page.locator(".actionbar .grow button, .actionbar .grow a")


def key(page: Page, food: str, n: int = 1) -> None:
    """How many symbols of a food are on the card that is asked about."""
    page.locator(f"#step [data-into='f.foods.{food}'][data-value='{n}']").click()


def lay(page: Page, hunger: int, food: str, name: str = "") -> None:
    """A monster with all that is on it; without name and food it is one tap on its hunger symbols."""
    page.locator("#step details[id^='name-lay'] > summary").click()
    if name:
        page.get_by_label("Name of the monster").fill(name)
    key(page, food)
    page.locator(f"#step .hunger-keys > button[value='{hunger}']").click()


def test_a_round_on_four_phones_and_two_abilities_at_the_same_moment(
    server: Server, phones: Phones, eventually: Callable[[Callable[[], bool]], None]
) -> None:
    """Issue: dice by tapping faces, monsters entered, the count explained, abilities first come first served."""
    code = server.open_table("lunchtime_battle", "Ann", "Bo", "Cy", "小明")
    ann, bo, cy, ming = (phones.sit(code, seat, language="zh" if seat == 3 else "en") for seat in range(4))
    ann.locator("#start-0 button").click()
    expect(bo.locator("#panel")).to_contain_text("Ann rolls and enters the dice.")
    for face in ("6", "5", "meat"):
        ann.locator(f".keypad [data-face='{face}']").click()
    expect(ann.locator("#product")).to_contain_text("Ann rolls 6 + 5 + Meat: total 12. Hunger: Meat +1.")
    main_button(ann).click()
    for page, hunger, food, name in ((ann, 3, "meat", "Bear"), (bo, 2, "potion", ""), (cy, 1, "potion", "")):
        expect(page.locator("#rolled .figure")).to_have_text("12")
        lay(page, hunger, food, name)
        page.locator("h2[id^='lay-1-first_candidate']").wait_for()
        expect(main_button(page)).to_be_disabled()
        key(page, "mushroom")
        main_button(page).click()
        page.locator(".food-keys").first.wait_for(state="detached")
    expect(ming.locator(".known button")).to_have_count(0)  # Bear lies already, and each monster is one card
    do(server, code, 3, "lay", hunger=2, foods={"meat": 2})
    do(server, code, 3, "first_candidate", foods={"mushroom": 1}, name="龍")
    for page in (ann, bo, cy):
        expect(page.locator("#lands")).to_have_text("12 = 1 lap of 8, then 4: symbol 1 of Bo's monster.")
    expect(ming.locator("#lands")).to_have_text("12 = 1 圈（一圈 8 個）再數 4 個：落在 Bo 的魔物的第 1 個飢餓符號。")
    expect(ann.locator("#ring .spot.last .name")).to_have_text("Bo")

    for page in (bo, cy):
        page.locator("[data-abilities] > summary").click()
    bo.locator("#use-ability_reverse-1-1 > summary").click()
    bo.locator("#use-ability_reverse-1-1 .chip", has_text="1 mushroom").click()
    cy.locator("#use-ability_total-1-1 > summary").click()
    cy.locator("#use-ability_total-1-1 [data-step='1']").click()
    expect(cy.locator("#use-ability_total-1-1 .telling")).to_contain_text("The total goes from 12 to 13.")
    server.delay_s = 0.3
    bo.locator("#use-ability_reverse-1-1 button.primary").click(no_wait_after=True)
    cy.locator("#use-ability_total-1-1 button.primary").click(no_wait_after=True)
    eventually(lambda: [card.used for card in server.look(code).state.candidates] == ["", "reverse", "total", ""])
    server.delay_s = 0
    for page in (ann, bo, cy):
        expect(page.locator("#lands")).to_have_text("13 = 1 lap of 8, then 5: symbol 2 of 小明's monster.")
    expect(bo.locator("#ring .caption")).to_have_text("counter-clockwise")
    expect(cy.locator("#pile-2-0 .used")).to_have_count(1)

    main_button(ming).click()
    expect(ann.locator("#passing")).not_to_contain_text("小明")
    main_button(ann).click()
    expect(cy.locator("#pile-3-0 ul.cards li")).to_have_count(2)
    expect(main_button(ann)).to_have_text("Nobody objects: final")
    main_button(ann).click()
    expect(bo.locator("#newest")).to_contain_text("Picked in round 1:")
    expect(main_button(cy)).to_have_text("Waiting for Bo")


def test_a_monster_known_by_name_is_laid_with_one_tap(server: Server, phones: Phones) -> None:
    """Issue: a monster entered once is remembered by name in the box profile and offered next time."""
    first = server.open_table("lunchtime_battle", "Ann", "Bo")
    do(server, first, None, "start_player", player=0)
    do(server, first, 0, "roll", dice=[4])
    do(server, first, 0, "lay", name="Medusa", hunger=2, foods={"potion": 2, "mushroom": 1})
    do(server, first, 1, "lay", name="Yeti", hunger=4, foods={"meat": 1})
    code = server.open_table("lunchtime_battle", "Ann", "Bo")
    do(server, code, None, "start_player", player=1)
    do(server, code, 1, "roll", dice=[4])
    ann = phones.sit(code, 0)
    ann.locator(".known button", has_text="Medusa").click()
    ann.locator("h2[id^='lay-1-first_candidate']").wait_for()
    card = server.look(code).state.laid[0].card
    assert (card.name, card.hunger, card.foods) == ("Medusa", 2, (0, 1, 2))
    bo = phones.sit(code, 1)
    bo.locator("#step details[id^='name-lay'] > summary").click()
    bo.get_by_label("Name of the monster").fill("Yeti")
    main_button(bo).click()
    bo.locator("h2[id^='lay-1-first_candidate']").wait_for()
    card = server.look(code).state.laid[1].card
    assert (card.name, card.hunger, card.foods) == ("Yeti", 4, (1, 0, 0)), "typed: the numbers fill themselves in"


def test_a_photographed_monster_fills_in_its_numbers(server: Server, phones: Phones, tmp_path: Path) -> None:
    """Cards by eye: the monster's card was taught; a picture of it names it, and its numbers stand in the form."""
    first = server.open_table("lunchtime_battle", "Ann", "Bo")
    do(server, first, None, "start_player", player=0)
    do(server, first, 0, "roll", dice=[4])
    do(server, first, 0, "lay", name="Gorgon", hunger=3, foods={"meat": 2, "potion": 1})
    code = server.open_table("lunchtime_battle", "Ann", "Bo")
    do(server, code, None, "start_player", player=0)
    do(server, code, 0, "roll", dice=[4])
    card, stranger = deck("art", 2, 21)
    pictures = []
    for number, laid_cards in enumerate(([card], [card], [stranger])):
        shot = photograph(laid_cards, number, tilt_degrees=8, turn_degrees=8, glare=0, kind="cloth", fill=(0.6, 0.7))
        pictures.append(tmp_path / f"{number}.png")
        cv2.imwrite(str(pictures[-1]), shot.image)
    ann = phones.sit(code, 0)
    ann.goto(f"{server.url}/t/{code}/camera")
    form = ann.locator("form[action$='/camera/card/look']")
    form.locator("input[name=name]").fill("Gorgon")
    form.locator("input[type=file]").set_input_files(pictures[0])
    form.locator("button").click()
    expect(ann.locator("#cut img")).to_be_visible(timeout=30_000)
    ann.get_by_role("button", name="Keep as Gorgon").click()
    expect(ann.locator("[role=status]")).to_contain_text("Gorgon", timeout=30_000)

    ann.goto(f"{server.url}/t/{code}")
    name = ann.get_by_label("Name of the monster")
    ann.locator("#step details[id^='name-lay'] > summary").click()
    ann.locator(".card-camera input[type=file]").set_input_files(pictures[2])
    expect(ann.locator(".card-camera .reading .row input[type=text]")).to_be_visible(timeout=30_000)
    assert name.input_value() == "", "a stranger is asked about, not named"
    ann.locator(".card-camera input[type=file]").set_input_files(pictures[1])
    expect(name).to_have_value("Gorgon", timeout=30_000)
    expect(ann.locator(".known-monster", has_text="Gorgon")).to_have_attribute("aria-pressed", "true")
    expect(ann.locator("#step .hunger-keys button[value='3']")).to_have_attribute("aria-pressed", "true")
    expect(ann.locator("input[name='f.foods.meat']")).to_have_value("2")
    main_button(ann).click()
    ann.locator("h2[id^='lay-1-first_candidate']").wait_for()
    laid_card = server.look(code).state.laid[0].card
    assert (laid_card.name, laid_card.hunger, laid_card.foods) == ("Gorgon", 3, (2, 0, 1))


def test_one_picture_of_the_ring_names_its_monsters_one_after_the_other(
    server: Server, phones: Phones, tmp_path: Path
) -> None:
    """Two taught cards in one picture: each is a tap for whoever laid it, and the other stays on offer for the next seat."""
    code = server.open_table("lunchtime_battle", "Ann", "Bo")
    do(server, code, None, "start_player", player=0)
    do(server, code, 0, "roll", dice=[4])
    cards = deck("art", 2, 21)
    library = CardLibrary(server.house.store.folder / "cards" / "lunchtime_battle")
    for name, card in zip(("Gorgon", "Yeti"), cards, strict=True):
        library.enroll(name, cv2.resize(card.image, (360, 504)))
    shot = photograph(cards, 8, tilt_degrees=8, turn_degrees=8, glare=0, kind="cloth")
    cv2.imwrite(str(tmp_path / "ring.jpg"), shot.image)
    ann = phones.sit(code, 0)
    ann.locator("#step details[id^='name-lay'] > summary").click()
    ann.locator(".card-camera input[type=file]").set_input_files(tmp_path / "ring.jpg")
    ann.get_by_role("button", name="Yeti", exact=True).click(timeout=30_000)
    expect(ann.get_by_label("Name of the monster")).to_have_value("Yeti")
    ann.locator("#step .hunger-keys > button[value='2']").click()
    ann.locator("h2[id^='lay-1-first_candidate']").wait_for()
    assert server.look(code).state.laid[0].card.name == "Yeti"
    ann.goto(f"{server.url}/t/{code}?as=1")
    expect(ann.locator("#step .from-picture button")).to_have_text(["Gorgon"])
    ann.locator("#step .from-picture button").click()
    expect(ann.get_by_label("Name of the monster")).to_have_value("Gorgon")


def test_the_count_runs_symbol_by_symbol_can_be_skipped_and_is_off_for_reduced_motion(
    server: Server, phones: Phones, eventually: Callable[[Callable[[], bool]], None]
) -> None:
    code = server.open_table("lunchtime_battle", "Ann", "Bo", "Cy")
    do(server, code, None, "start_player", player=0)
    do(server, code, 0, "roll", dice=[6, 6])
    ann, bo = phones.sit(code, 0), phones.sit(code, 1)
    ann.emulate_media(reduced_motion="no-preference")
    laid(server, code, [2, 2, 2])
    ann.locator("#ring svg[data-running] .pip[data-here]").wait_for()
    bo.locator("#ring .spot.last").wait_for()
    assert bo.locator("#ring svg[data-running]").count() == 0
    counted = (
        "Number(document.querySelector('#ring .running').textContent) > 2"
        " && document.querySelectorAll('#ring .pip[data-on]').length > 1"
    )
    eventually(lambda: bool(ann.evaluate(counted)))
    ann.locator("#ring").click()
    expect(ann.locator("#ring svg[data-running]")).to_have_count(0)
    expect(ann.locator("#ring .total")).to_have_text("12")
    do(server, code, 0, "ability_total", monster="0.1", change=-10)
    ann.locator("#ring svg[data-running]").wait_for()
    expect(ann.locator("#ring svg[data-running]")).to_have_count(0)


def test_a_narrow_phone_with_large_letters_scrolls_only_downwards(server: Server, phones: Phones) -> None:
    """Lesson: 320 px and 200 % text without sideways scrolling."""
    names = ("Ann", "Bo", "Catherine", "Di", "Ed")
    code = server.open_table("lunchtime_battle", *names)
    page = phones.open(f"/t/{code}?as=0", width=320)

    def check(phase: str, path: str) -> None:
        page.goto(server.url + path)
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        for details in page.locator("details").all():
            details.evaluate("(element) => { element.open = true; }")
        assert page.evaluate("document.documentElement.scrollWidth") <= 320, phase
        assert not serious(page), phase

    do(server, code, None, "start_player", player=0)
    check("roll", f"/t/{code}?as=0")
    do(server, code, 0, "roll", dice=[6, 5, "meat", "mushroom"])
    check("lay", f"/t/{code}?as=0")
    laid(server, code, [3, 2, 1, 9, 4])
    check("count", f"/t/{code}?as=0")
    check("sheet", f"/t/{server.open_table('lunchtime_battle', *names, bookkeeping='final')}?as=0")


def serious(page: Page) -> list[str]:
    """What axe-core finds serious or critical."""
    found = Axe().run(page).response["violations"]
    return [f"{v['id']}: {v['nodes'][0]['html'][:160]}" for v in found if v["impact"] in ("serious", "critical")]


LATIN = re.compile(r"[A-Za-z]{2,}")


def test_a_chinese_page_in_the_dark_has_no_english_left_and_axe_finds_nothing_serious(
    server: Server, phones: Phones
) -> None:
    """Languages: Traditional Chinese complete, in every phase; contrast, labels and roles as axe-core wants them."""
    code = server.open_table("lunchtime_battle", "小明", "阿宏", dishes=True, two_hands=True)
    page = phones.sit(code, 0, language="zh", dark=True)

    def read(phase: str) -> None:
        page.wait_for_selector(f"#panel > [data-seq='{server.look(code).seq}']")
        words = set(LATIN.findall(page.locator("#panel").inner_text()))
        assert not words, (phase, words)
        assert not serious(page), phase

    read("dishes")
    do(server, code, None, "dishes", meat="滷肉飯")
    read("start")
    do(server, code, None, "start_player", player=0)
    read("roll")
    do(server, code, 0, "roll", dice=[6, "potion", 2])
    read("lay")
    for hand in (0, 1):
        for seat in (0, 1):
            do(server, code, seat, "lay", hunger=2, foods={"meat": 1}, hand=hand)
            do(server, code, seat, "first_candidate", foods={"potion": 2}, hand=hand)
    read("count")
    page.locator("[data-abilities] > summary").click()
    read("abilities")
    do(server, code, None, "finish")
    read("final")
    do(server, code, None, "decide")
    read("over")
    expect(page.locator("#verdict")).to_contain_text("大家一起去買")


def test_only_the_final_count_on_two_phones(server: Server, phones: Phones) -> None:
    """Final scoring only: everybody keys in the own sums, anybody the hunger, and the runner is named."""
    code = server.open_table("lunchtime_battle", "Ann", "Bo", bookkeeping="final", level_foods="by_hand")
    ann, bo = phones.sit(code, 0), phones.sit(code, 1)
    for food, value in (("meat", "12"), ("mushroom", "12"), ("potion", "9")):
        ann.locator(f"#f-hunger-{food}-value").fill(value)
        ann.locator(f"#f-hunger-{food}-value").press("Enter")
    ann.locator("#f-0-meat-value").fill("1+2")
    ann.locator("#f-0-meat-value").press("Enter")
    bo.locator("#f-0-mushroom [data-step='1']").click()
    expect(bo.locator("#f-hunger-potion-value")).to_have_value("9")
    main_button(ann).click()
    expect(main_button(ann)).to_have_text("Waiting for Bo")
    main_button(bo).click()
    expect(main_button(bo)).to_have_text("Rank the level foods above")
    bo.locator("#act-rank .choices [data-key='mushroom']").click()  # the other one has only one place left
    bo.locator("#act-rank button.primary").click()
    expect(main_button(ann)).to_have_text("Who fetches lunch?")
    main_button(ann).click()
    for page in (ann, bo):
        expect(page.locator("#verdict")).to_have_text(
            "Mushroom is wanted most: hunger 12, and you ranked it first. Bo has the most: 1 symbol. Bo fetches lunch."
        )
    expect(bo.locator("#standing")).to_have_text("You fetch lunch.")
    ann.goto(f"{server.url}/t/{code}/result")
    expect(ann.locator("table.sheet")).to_contain_text("Fetches lunch")
