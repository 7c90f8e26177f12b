"""Spank the Monkey as people tap it: building, an attack that collapses three levels, the spank, moves by hand."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from benchmarks.tap_rounds.spank_the_monkey import BUDGET, round_taps
from companion import play
from testkit.golden import golden_games
from tests.browser.conftest import Phones, Server

GOLDEN = Path(__file__).parents[1] / "games/golden"


def enter(server: Server, code: str, seat: int | None, action: dict[str, Any]) -> None:
    """An entry made by a script, to get to where a test begins."""
    key = f"script-{server.look(code).seq:06}"
    play.act(server.house, code, "script", action, key, seat=seat)


def opened(server: Server, *names: str, piles: tuple[tuple[int, str, int, int], ...] = (), **options: Any) -> str:
    """A table in the build phase of the first player, with junk (seat, name, height, strength) already there."""
    code = server.open_table("spank_the_monkey", *names, **options)
    enter(server, code, None, {"type": "start_player", "player": 0})
    enter(server, code, 0, {"type": "draw", "cards": 1})
    for seat, name, height, strength in piles:
        to = [seat, len(server.look(code).state.piles[seat])]
        card = {"name": name, "height": height, "strength": strength}
        enter(server, code, None, {"type": "put_junk", "to": to, "cards": [card]})
    return code


def pick(page: Page, form: str, field: str, value: str) -> None:
    page.locator(f'#{form} [data-into="{field}"][data-value="{value}"]').click()


def do(page: Page, what: str) -> None:
    """Choose what to do among what is open."""
    page.locator(f'#step .tab:has([name="type"][value="{what}"])').click()


def confirm(page: Page) -> None:
    """The bar's primary, once it does not wait any more, and what the page shows after it."""
    panel = page.locator("#panel > [data-seq]")
    shown = panel.get_attribute("data-seq") or ""
    page.locator(".actionbar button.primary").click()
    expect(panel).not_to_have_attribute("data-seq", shown)


def face(page: Page, die: int) -> None:
    page.locator(f'#step .face:has([name="f.die"][value="{die}"])').click()
    confirm(page)


def pile(server: Server, code: str, seat: int) -> str:
    return "".join(junk.name for junk in server.look(code).state.piles[seat])


ABCD = ((1, "A", 3, 3), (1, "B", 2, 2), (1, "C", 2, 4), (1, "D", 1, 2))


def test_an_attack_that_collapses_three_levels(server: Server, phones: Phones) -> None:
    """Issue: the pile of the rules' example, from the choice of the target to the last die, on two phones and a board."""
    code = opened(server, "Ann", "Bo", piles=ABCD)
    ann, bo = phones.sit(code, 0), phones.sit(code, 1, language="zh", dark=True)
    board = phones.open(f"/t/{code}/board", width=1920, height=1080)
    expect(board.locator("#towers .junk")).to_have_count(4)
    do(ann, "attack")
    ann.locator('#step .tab:has([value="throwing"])').click()
    pick(ann, "step", "f.cards.0.modifier", "2")
    ann.locator('#step .target:has([value="1:1"])').click()
    expect(ann.locator("#product")).to_contain_text("needs 2 or more: 5 in 6 (83 %)")
    expect(ann.locator("#step .target:has(input:checked) .bars")).to_be_visible()
    confirm(ann)
    expect(bo.locator("#question")).to_contain_text("你被攻擊了")
    bo.locator("#let-it-come button").click()
    expect(ann.locator("#step .face").first).to_contain_text("no damage")
    face(ann, 4)
    expect(bo.locator("#question")).to_contain_text("C")
    expect(bo.locator('#step .face:has([value="3"])')).to_contain_text("A 被摧毀")
    for die, left in ((3, "CD"), (4, "D"), (1, "D")):
        face(bo, die)
        expect(board.locator("#towers .junk")).to_have_count(len(left))
        assert pile(server, code, 1) == left
    expect(bo.locator("#question")).to_have_count(0)
    expect(bo.locator("#me .figure")).to_have_text("1")
    expect(ann.locator("#news")).to_contain_text("All is still: Bo stands at 1, 11 below the monkey.")
    assert [event.via for event in server.look(code).events[-6:]] == ["hand"] * 6


def test_a_card_is_two_taps_the_first_time_and_one_when_its_name_is_known(server: Server, phones: Phones) -> None:
    """Rules: entered with the card (two taps), remembered by name in the box profile."""
    code = opened(server, "Ann", "Bo", free_building=True)
    ann = phones.sit(code, 0)
    pick(ann, "step", "f.cards.0.height", "3")
    expect(ann.locator("#question .mini .stands")).to_have_text("0 → 3")
    expect(ann.locator(".actionbar button.primary")).to_be_disabled()
    pick(ann, "step", "f.cards.0.strength", "5")
    expect(ann.locator("#product")).to_contain_text("from 0 to 3")
    confirm(ann)
    expect(ann.locator("#me .figure")).to_have_text("3")
    ann.locator("#card-naming > summary").click()
    ann.locator("#card-name").fill("保險箱")
    pick(ann, "step", "f.cards.0.height", "1")
    pick(ann, "step", "f.cards.0.strength", "6")
    pick(ann, "step", "f.category", "furniture")
    confirm(ann)
    expect(ann.locator("#me .figure")).to_have_text("4")
    second = server.open_table("spank_the_monkey", "Ann", "Bo")
    enter(server, second, None, {"type": "start_player", "player": 0})
    enter(server, second, 0, {"type": "draw", "cards": 1})
    again = phones.sit(second, 0)
    again.locator("#step .known button", has_text="保險箱").click()
    expect(again.locator("#product")).to_contain_text("保險箱 (height 1, strength 6)")
    confirm(again)
    expect(again.locator("#me .figure")).to_have_text("1")
    card = server.look(second).state.piles[0][0]
    assert (card.name, card.height, card.strength, card.category) == ("保險箱", 1, 6, "furniture")


def test_what_is_chosen_stays_when_others_enter_something(server: Server, phones: Phones) -> None:
    """One frame: another's entry opens a better answer, and the one that is being given is still the one in hand."""
    code = opened(server, "Ann", "Bo", piles=((0, "A", 9, 3),))
    ann = phones.sit(code, 0)
    do(ann, "reinforce")
    pick(ann, "step", "f.cards.0.strength", "2")
    expect(ann.locator("#product")).to_contain_text("strength 3 becomes 5")
    enter(server, code, None, {"type": "move_monkey", "height": 8})
    expect(ann.locator("#do-spank")).to_be_attached()
    expect(ann.locator("#do-reinforce")).to_be_checked()
    confirm(ann)
    assert server.look(code).state.piles[0][0].full_strength == 5
    expect(ann.locator("#do-spank")).to_be_checked()
    assert ann.locator("#step [name=via]").count() == 1


def test_a_whole_turn_to_the_spank_that_wins(server: Server, phones: Phones) -> None:
    """From who starts to the result page, in Chinese: the bottom button is always the next thing."""
    code = server.open_table("spank_the_monkey", "小明", "Bo", scared_monkey=True)
    ming = phones.sit(code, 0, language="zh")
    ming.locator("#step .chip", has_text="小明").click()
    confirm(ming)
    expect(ming.locator(".actionbar button.primary")).to_have_text("抽 1 張牌")
    confirm(ming)
    ming.locator("#junk-height").fill("12")
    ming.locator("#card-strength").fill("7")  # what has no key of its own
    confirm(ming)
    expect(ming.locator("#question")).to_contain_text("需要 2 以上：機率 5/6（83%）")
    expect(ming.locator(".actionbar button.primary")).to_have_text("打猴子屁屁", use_inner_text=True)
    face(ming, 1)
    expect(ming.locator("#news")).to_contain_text("猴子往上爬到 13")
    ming.locator("#step .tab", has_text="2").click()
    expect(ming.locator("#product")).to_contain_text("棄置 2 張牌")
    confirm(ming)
    expect(ming.locator("#news")).to_contain_text("棄置 2 張牌")
    assert server.look(code).state.hands == (3, 5)
    enter(server, code, None, {"type": "turn_to", "player": 0})
    enter(server, code, 0, {"type": "draw", "cards": 2})
    enter(server, code, None, {"type": "move_monkey", "height": 10})
    expect(ming.locator('#step .face:has([value="3"])')).to_contain_text("沒打到")
    face(ming, 4)
    expect(ming.locator("#decided")).to_have_text("小明打到猴子屁屁，獲勝！")
    ming.goto(f"{server.url}/t/{code}/result")
    expect(ming.locator("main")).to_contain_text("小明打到猴子屁屁，獲勝！")


def test_a_turn_with_junk_an_attack_and_its_roll_takes_11_taps(server: Server, phones: Phones) -> None:
    """Lesson: fewer taps than a paper pad. Draw 1, junk 3, attack 4, roll 2, end 1; nothing is typed."""
    code = server.open_table("spank_the_monkey", "Ann", "Bo")
    enter(server, code, None, {"type": "start_player", "player": 0})
    card = {"name": "Crate", "height": 3, "strength": 4}
    enter(server, code, None, {"type": "put_junk", "to": [1, 0], "cards": [card]})
    ann = phones.sit(code, 0)
    ann.evaluate(
        "() => { window.taps = 0; document.addEventListener('pointerdown', () => { window.taps += 1; }, true); }"
    )
    confirm(ann)
    pick(ann, "step", "f.cards.0.height", "2")
    pick(ann, "step", "f.cards.0.strength", "3")
    confirm(ann)
    expect(ann.locator("#me .figure")).to_have_text("2")
    expect(ann.locator("#question h2")).to_have_text("What do you attack?", use_inner_text=True)
    ann.locator("#step .tab", has_text="Throwing").click()
    pick(ann, "step", "f.cards.0.modifier", "1")
    ann.locator("#step .target", has_text="Crate").click()
    confirm(ann)
    face(ann, 3)
    expect(ann.locator("#news")).to_contain_text("Crate of Bo is destroyed")
    confirm(ann)
    expect(ann.locator("#news")).to_contain_text("It is the turn of Bo")
    assert ann.evaluate("window.taps") == 11


def test_draw_build_and_end_take_4_taps_without_scrolling(server: Server, phones: Phones) -> None:
    """Budget: draw, build, end at most 4 without scrolling at 360 x 740, the card a new one or known by its name."""
    assert round_taps(phones.browser, server.url, server.house) <= BUDGET == 4


PLACES = """() => {
    const box = (selector) => {
        const found = [...document.querySelectorAll(selector)].find((one) => one.checkVisibility());
        return found ? found.getBoundingClientRect() : null;
    };
    const answer = box('#step :is(.tab, .face, .chip, .known-card, .pip)');
    const bar = box('.actionbar');
    return {
        header: (box('#me') ?? box('header')).bottom, question: box('#question').top, answer: answer.bottom, bar: bar.top,
        primary: box('.actionbar button.primary').bottom, high: innerHeight,
    };
}"""


def test_every_step_of_a_game_is_answered_without_scrolling(server: Server, phones: Phones) -> None:
    """One frame: at 360 x 740 the question, the first row of its answers and the primary are in sight, at every step."""
    golden = next(game for game in golden_games(GOLDEN, "spank_the_monkey") if game.options.get("free_building"))
    code = server.open_table("spank_the_monkey", *golden.names, **golden.options)
    pages = [phones.sit(code, seat) for seat in range(len(golden.names))]
    seen: set[str] = set()
    for played in golden.plays:
        look = server.look(code)
        for seat in sorted(look.game.active_seats(look.state)):
            asked = ",".join(sorted(offer.type for offer in look.game.offers(look.state, seat)))
            step = f"{look.state.phase} {asked}"
            if step in seen:
                continue
            seen.add(step)
            pages[seat].goto(f"{server.url}/t/{code}")
            at = pages[seat].evaluate(PLACES)
            assert at["header"] <= at["question"] < at["answer"] <= at["bar"], (step, at)
            assert at["primary"] <= at["high"], (step, at)
        enter(server, code, played["seat"], played["action"])
    assert {"height", "starter", "draw", "build", "attack", "discard", "monkey"} <= {step.split()[0] for step in seen}


def test_a_card_that_moves_anything_is_entered_by_hand(server: Server, phones: Phones) -> None:
    """Rules: a card beats the rules, so junk and monkey are moved by hand, logged as such; every phone follows."""
    code = opened(server, "Ann", "Bo", piles=ABCD)
    ann, bo = phones.sit(code, 0), phones.sit(code, 1)
    ann.locator("#more > summary").click()
    ann.locator("#more-move_junk > summary").click()
    ann.locator("#more-move_junk-form-junk").select_option("1:1")
    onto_itself = ann.locator("#more-move_junk-form-to option:disabled")
    assert [gap.get_attribute("value") for gap in onto_itself.all()] == ["1:2", "1:1"]
    expect(ann.locator("#more-move_junk-form-to")).to_have_value("1:4")
    ann.locator("#more-move_junk-form-to").select_option("0:0")
    ann.locator("#more-move_junk-form .chip", has_text="yes").click()
    expect(ann.locator("#more-move_junk-form .telling")).to_contain_text("By hand: B")
    ann.locator("#more-move_junk-form .confirm button").click()
    expect(bo.locator("#step .faces")).to_be_visible()
    face(bo, 1)
    expect(ann.locator("#me .figure")).to_have_text("2")
    assert (pile(server, code, 0), pile(server, code, 1)) == ("B", "ACD")
    expect(ann.locator("#news")).to_contain_text("All is still")  # she has seen the roll that her undo takes back
    ann.locator("#undo button").click()
    expect(bo.locator("#step .faces")).to_be_visible()


def test_six_towers_fit_a_phone_and_the_board(server: Server, phones: Phones) -> None:
    """Six players: no sideways scrolling at 320 px, and the big screen shows everything at once."""
    names = ("Ann", "Bo", "小明", "Di", "Eduard", "Florence")
    tall = tuple((seat, f"Junk {n}", 5, 4) for seat in range(6) for n in range(seat))
    code = opened(server, *names, piles=tall)
    phone = phones.sit(code, 0, width=320)
    assert phone.evaluate("document.documentElement.scrollWidth") == 320
    board = phones.open(f"/t/{code}/board", width=1920, height=1080)
    expect(board.locator("#towers .foot .figure")).to_have_text(["0", "5", "10", "15", "20", "25"])
    assert board.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]") == [
        1920,
        1080,
    ]


LATIN = re.compile(r"[A-Za-z]{2,}")


def serious(page: Page) -> list[str]:
    """What axe-core finds serious or critical."""
    found = Axe().run(page).response["violations"]
    return [f"{v['id']}: {v['nodes'][0]['html'][:160]}" for v in found if v["impact"] in ("serious", "critical")]


def test_a_chinese_page_in_the_dark_has_no_english_left_and_axe_finds_nothing_serious(
    server: Server, phones: Phones
) -> None:
    """Languages: Traditional Chinese complete, in every phase; contrast, labels and roles as axe-core wants them."""
    code = server.open_table("spank_the_monkey", "小明", "阿宏", start="random", active_monkey=True)
    page = phones.sit(code, 0, language="zh", dark=True)

    def read(phase: str) -> None:
        page.wait_for_selector(f"#panel > [data-seq='{server.look(code).seq}']")
        page.evaluate("document.querySelectorAll('#panel details.more').forEach((part) => { part.open = true; })")
        words = set(LATIN.findall(page.locator("#panel").inner_text()))
        assert not words, (phase, words)
        assert not serious(page), phase

    read("height")
    enter(server, code, None, {"type": "monkey_height", "die": [1]})
    read("starter")
    enter(server, code, None, {"type": "start_player", "player": 0})
    read("draw")
    enter(server, code, 0, {"type": "draw", "cards": 1})
    for seat, name, height, strength in ((0, "鋼琴", 4, 5), (0, "沙發", 4, 2), (1, "冰箱", 3, 2), (1, "–", 1, 3)):
        to = [seat, len(server.look(code).state.piles[seat])]
        card = {"name": name, "height": height, "strength": strength}
        enter(server, code, None, {"type": "put_junk", "to": to, "cards": [card], "category": "furniture"})
    enter(server, code, None, {"type": "put_reinforcement", "junk": [1, 0], "cards": [{"name": "繩子", "strength": 1}]})
    read("build, attack or spank")
    attack = {"type": "attack", "kind": "throwing", "cards": [{"name": "磚頭", "modifier": 2}], "target": [1, 0]}
    enter(server, code, 0, attack)
    enter(server, code, 1, {"type": "defend", "cards": [{"name": "看門狗", "value": 1}]})
    read("attack")
    enter(server, code, 0, {"type": "attack_roll", "die": [6]})
    read("collision")
    enter(server, code, 1, {"type": "collision_roll", "die": [1]})
    enter(server, code, 0, {"type": "end_turn"})
    read("monkey")
    enter(server, code, 0, {"type": "monkey_roll", "die": [1]})
    enter(server, code, None, {"type": "deck_empty"})
    read("over")
    board = phones.open(f"/t/{code}/board", language="zh", width=1920, height=1080)
    assert not serious(board)
