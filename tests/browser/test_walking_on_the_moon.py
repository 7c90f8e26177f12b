"""Walking on the Moon on real pages: a race from the first question to the tie, with taps only."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from benchmarks.tap_rounds import walking_on_the_moon as tap_rounds
from companion import play
from testkit.boards import board_faults
from tests.browser.conftest import Phones, Server
from tests.games.walking_race import BOX, FOUR

Eventually = Callable[[Callable[[], bool]], None]


def enter(server: Server, code: str, seat: int | None, type: str, **fields: Any) -> None:
    """Somebody else enters something, on a device that is not looked at here."""
    key = f"other-{server.look(code).seq:08d}"
    play.act(server.house, code, "another-device", {"type": type, **fields}, key, seat=seat)


def table(server: Server, *names: str, **options: Any) -> str:
    play.set_box(server.house, "walking_on_the_moon", BOX)
    return server.open_table("walking_on_the_moon", *names, **options)


def fits(page: Page) -> bool:
    """No sideways scrolling."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"))


def serious(page: Page) -> list[str]:
    """What axe-core finds serious or critical."""
    found = Axe().run(page).response["violations"]
    return [f"{v['id']}: {v['nodes'][0]['html'][:160]}" for v in found if v["impact"] in ("serious", "critical")]


def test_a_full_turn_with_a_coma(server: Server, phones: Phones, eventually: Eventually) -> None:
    """Start player, dice, a jump over a star and an opponent, a jump into a coma: told before, kept after."""
    code = table(server, "Ann", "Bo", "小明", dice="kept")
    ann = phones.sit(code, 0)
    ann.locator("#ask-start_player button", has_text="Bo").click()
    ann.wait_for_selector("#headline")
    enter(server, code, 1, "choose_dice", dice=FOUR)
    enter(server, code, 1, "jump", dice=FOUR, space=4)
    enter(server, code, 2, "choose_dice", dice=FOUR)
    enter(server, code, 2, "jump", dice=FOUR, space=9)

    expect(ann.locator("#step legend")).to_have_text("Choose 4 dice")
    expect(ann.locator("#headline")).to_contain_text("Ann’s turn: clockwise after 小明.")
    for die in FOUR:
        ann.locator(f"#step input[value={die}]").check()
    ann.get_by_role("button", name="Take these dice").click()
    expect(ann.locator("#question h2")).to_have_text("Jump 1: where do you land?")

    ann.locator("#step input[value=blue_1]").check()
    expect(ann.locator("#step label:has(input[name='f.obstruct'][value='1'])")).to_be_hidden()
    ann.locator(".piece[data-space='7']").click()
    expect(ann.locator("#jump-where")).to_have_text("card 2, space 2")
    expect(ann.locator("#step label:has(input[name='f.obstruct'][value='2'])")).to_be_hidden()
    ann.locator("#step label:has(input[name='f.obstruct'][value='1'])").click()
    ann.locator("#step input[value=card_1]").check()
    expect(ann.locator("#product")).to_contain_text("gets an obstruction token")
    expect(ann.locator("#product")).to_contain_text("Ann collects 1 star.")
    assert fits(ann)
    ann.locator(".actionbar button.primary").click()
    expect(ann.locator("#question h2")).to_have_text("Jump 2: where do you land?")
    state = server.look(code).state
    me = next(a for a in state.astronauts if a.seat == 0)
    assert (me.space, me.stars, me.tokens) == (7, 1, 1)

    ann.locator("#tokens summary").click()
    ann.locator("#extra button").first.click()
    eventually(lambda: len(server.look(code).state.turn.dice) == 5)
    ann.wait_for_selector("#tokens", state="detached")
    ann.locator("#step input[value=black_1]").check()
    ann.locator("#step .stepper button[data-step='1']").click()
    ann.locator("#step label:has(input[value=skull])").click()
    expect(ann.locator("#product")).to_contain_text("left the Moon")
    ann.locator(".actionbar button.primary").click()
    ann.wait_for_selector("#step", state="detached")
    expect(ann.locator("#runner-0 .tag", has_text="coma")).to_be_visible()
    expect(ann.locator("#headline")).to_contain_text("Bo’s turn: last in the race.")
    state = server.look(code).state
    assert (state.round, state.turn.allowed) == (2, 3)

    enter(server, code, 1, "choose_dice", dice=FOUR[:3])
    enter(server, code, 1, "jump", dice=FOUR[:3], space=10)
    enter(server, code, 2, "choose_dice", dice=FOUR)
    enter(server, code, 2, "jump", dice=FOUR, space=12)
    ann.get_by_role("button", name="1 space forward").click()
    eventually(lambda: next(a for a in server.look(code).state.astronauts if a.seat == 0).space == 9)
    assert not next(a for a in server.look(code).state.astronauts if a.seat == 0).coma


def test_the_box_is_asked_and_the_end_is_shown_in_chinese_on_the_big_screen_too(
    server: Server, phones: Phones, eventually: Eventually
) -> None:
    """An empty box is asked first; a tie is asked with one tap; 320 px and the big screen keep everything visible."""
    code = server.open_table("walking_on_the_moon", "Ann", "Bo")
    ann = phones.sit(code, 0, language="zh", dark=True, width=320)
    expect(ann.locator("#question")).to_contain_text("一張月球卡橫向有幾格")
    assert ann.locator("#printed input[type=text]").count() == 10
    ann.locator("#printed input[name='spaces.f.value']").fill("5")
    ann.locator(".actionbar button.primary").click()
    ann.wait_for_selector("#ask-start_player")
    enter(server, code, None, "last_card", up_to_12=1, up_to_14=3, up_to_16=4)
    enter(server, code, None, "star_points", one=1, two=3, three=6, four=10, five=15, six=21)
    enter(server, code, None, "jump_dice", counts={"blue": 2, "black": 2, "white": 2})
    eventually(lambda: server.house.store.box("walking_on_the_moon") == BOX)
    enter(server, code, None, "start_player", player=0)
    board = phones.open(f"/t/{code}/board", width=1920, height=1080)
    board.wait_for_selector(".moon-board svg")
    assert board.evaluate("document.documentElement.scrollHeight <= innerHeight")
    ann.wait_for_selector("#step.jump")
    assert fits(ann)
    enter(server, code, None, "finish")
    ann.locator("#ask-tie button", has_text="Bo").click()
    ann.wait_for_selector("#final")
    enter(server, code, None, "correct", counter="space:0:1", value=26)
    expect(board.locator(".sentence")).to_contain_text("* changed after the end")
    expect(ann.locator("#act-reveal button")).to_contain_text("最後停留的位置")
    ann.locator("#act-reveal button").click()
    expect(board.locator("#lane-0 .cost")).to_have_text("*")
    enter(server, code, None, "correct", counter="space:0:1", value=1)
    expect(board.locator("#lane-0 .cost")).to_have_count(0)
    for step in ("星星", "總分"):
        expect(ann.locator("#act-reveal button")).to_contain_text(step)
        ann.locator("#act-reveal button").click()
    expect(ann.locator("#act-reveal")).to_have_count(0)
    expect(ann.locator("#ending")).to_contain_text("Bo")
    eventually(lambda: "Bo wins" in board.locator("#end [role=status]").inner_text())


def test_final_scoring_only_takes_few_taps(server: Server, phones: Phones) -> None:
    """One tap for where an astronaut ended, one a star, one when complete: the total is there at once."""
    code = table(server, "Ann", "Bo", "Cy", bookkeeping="final")
    ann = phones.sit(code, 0)
    taps = 0
    for tap in (
        "#arrive-0 button[value=first]",
        "#stars-0 button[data-step='1']",
        "#stars-0 button[data-step='1']",
    ):
        ann.locator(tap).click()
        taps += 1
    expect(ann.locator("#me .figure")).to_have_text("24")
    assert ann.locator("#arrive-0 button[value=first]").get_attribute("aria-pressed") == "true"
    ann.locator(".actionbar button.primary").click()
    expect(ann.locator(".actionbar button.primary")).to_have_count(0)
    assert taps + 1 == 4
    assert server.look(code).state.ending.complete == {0}


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_axe_finds_nothing_serious_and_large_text_fits(server: Server, phones: Phones, dark: bool) -> None:
    """A turn, a watching phone and a score sheet: readable by a screen reader, in both themes; 320 px, 200 % text."""
    code = table(server, "Ann", "小明", "Cy")
    enter(server, code, None, "start_player", player=0)
    ann = phones.sit(code, 0, dark=dark, language="zh" if dark else "en", width=320)
    pages = [f"/t/{code}", f"/t/{code}?as=1", f"/t/{code}/board"]
    enter(server, code, 0, "jump", space=7, stars=["card_1"])
    final = table(server, "Ann", "Bo", bookkeeping="final")
    found = {}
    for path in (*pages, f"/t/{final}?as=0"):
        ann.goto(server.url + path)
        if problems := serious(ann):
            found[path] = problems
        if not path.endswith("/board"):
            ann.evaluate("document.documentElement.style.fontSize = '200%'")
            assert fits(ann), path
    assert not found


def test_a_round_of_five_takes_thirty_taps(server: Server, phones: Phones) -> None:
    """A jump is one tap on the ring and one to confirm it; a turn of the order alone takes two."""
    assert tap_rounds.round_taps(phones.browser, server.url, server.house) <= tap_rounds.BUDGET == 30
    assert tap_rounds.ORDER_BUDGET == 2


IN_SIGHT = """() => {
    const top = document.querySelector("header.top").getBoundingClientRect().bottom;
    const bar = document.querySelector(".actionbar").getBoundingClientRect();
    const question = document.querySelector("#question")?.getBoundingClientRect();
    const primary = document.querySelector(".actionbar .grow :is(button, a)").getBoundingClientRect();
    const first = document.querySelector("#question :is(.chip, .people button, .stepper, .moon-ring, .chips button)");
    const box = first?.getBoundingClientRect();
    return {
        scrolled: scrollY,
        question: question ? question.top >= top && question.top < bar.top : false,
        first: box ? box.top >= top && box.top + 44 <= bar.top : !first,
        primary: primary.top >= 0 && primary.bottom <= innerHeight && primary.height >= 44,
    };
}"""
STEPS: tuple[tuple[str, dict[str, Any], tuple[tuple[int | None, dict[str, Any]], ...]], ...] = (
    ("printed numbers", {"box": {}}, ()),
    ("who starts", {}, ()),
    ("a jump", {}, ((None, {"type": "start_player", "player": 0}),)),
    (
        "a second jump",
        {},
        ((None, {"type": "start_player", "player": 0}), (0, {"type": "jump", "space": 4})),
    ),
    ("dice chosen", {"dice": "kept"}, ((None, {"type": "start_player", "player": 0}),)),
    (
        "dice laid",
        {"dice": "kept"},
        ((None, {"type": "start_player", "player": 0}), (0, {"type": "choose_dice", "dice": FOUR})),
    ),
    (
        "waking up",
        {},
        (
            (None, {"type": "start_player", "player": 0}),
            (0, {"type": "jump", "space": 4, "level": 2, "ends": "red"}),
            (1, {"type": "jump", "space": 12, "end": True}),
            (2, {"type": "jump", "space": 9, "end": True}),
        ),
    ),
    (
        "level in last place",
        {},
        (
            (None, {"type": "start_player", "player": 0}),
            (0, {"type": "jump", "space": 4, "level": 2, "end": True}),
            (1, {"type": "jump", "space": 4, "level": 1, "end": True}),
            (2, {"type": "jump", "space": 9, "end": True}),
        ),
    ),
    ("a tie", {}, ((None, {"type": "start_player", "player": 0}), (None, {"type": "finish"}))),
    ("the order", {"bookkeeping": "order"}, ((None, {"type": "start_player", "player": 0}),)),
    (
        "somebody else's turn",
        {},
        ((None, {"type": "start_player", "player": 1}),),
    ),
)


@pytest.mark.parametrize(("options", "entries"), [pytest.param(*rest, id=name) for name, *rest in STEPS])
def test_the_question_and_its_action_are_in_sight_at_every_step(
    server: Server, phones: Phones, options: dict[str, Any], entries: tuple[tuple[int | None, dict[str, Any]], ...]
) -> None:
    """At 360 x 740 nobody scrolls to the question, to the first row of its answers, or to the action."""
    options = dict(options)
    play.set_box(server.house, "walking_on_the_moon", options.pop("box", BOX))
    code = server.open_table("walking_on_the_moon", "Ann", "Maximiliane", "小明", **options)
    for seat, entry in entries:
        fields = dict(entry)
        enter(server, code, seat, fields.pop("type"), **fields)
    ann = phones.sit(code, 0, width=360, height=740)
    ann.wait_for_selector("#question")
    assert ann.evaluate(IN_SIGHT) == {"scrolled": 0, "question": True, "first": True, "primary": True}
    assert fits(ann)


def tab_to(page: Page, wanted: str, most: int = 12) -> int:
    """Tabs until the focus is on what this selector means; fails after so many."""
    for count in range(1, most + 1):
        page.keyboard.press("Tab")
        if page.evaluate("wanted => !!document.activeElement?.matches(wanted)", wanted):
            return count
    raise AssertionError(f"{most} tabs do not lead to {wanted}")


def is_on(server: Server, code: str, seat: int) -> bool:
    return server.look(code).active == {seat}


def is_at(server: Server, code: str, seat: int, space: int) -> bool:
    return bool(server.look(code).state.astronauts[seat].space == space)


def test_a_round_is_played_by_keyboard_alone(server: Server, phones: Phones, eventually: Eventually) -> None:
    """Tab, Enter and digits: who starts, then everybody's jump by the number of its space, and no further one."""
    code = table(server, "Ann", "Bo", "Cy")
    ann = phones.sit(code, 0)
    tab_to(ann, "#ask-start_player button")
    ann.keyboard.press("Enter")
    expect(ann.locator("#question h2")).to_contain_text("Jump 1")
    for seat, space in enumerate((4, 8, 6)):
        eventually(partial(is_on, server, code, seat))
        if seat:
            ann.goto(f"{server.url}/t/{code}?as={seat}")
        expect(ann.locator("#question h2")).to_contain_text("Jump 1")
        ann.locator("#question").focus()
        tab_to(ann, "#jump-space")
        ann.keyboard.type(str(space))
        expect(ann.locator("#product")).to_contain_text("Jump 1")
        tab_to(ann, ".and-stop", most=24)
        ann.keyboard.press("Enter")
        eventually(partial(is_at, server, code, seat, space))
    assert server.look(code).state.round == 2


LONG = ("Maximiliane-Alexandra Grünwald", "王小明和他最好的朋友阿宏今天一起來玩", "Bo", "Di", "Ed")
BOARDS: tuple[tuple[str, int, dict[str, Any], tuple[tuple[int, dict[str, Any]], ...]], ...] = (
    ("five at the start", 5, {}, ()),
    (
        "comas in a pile, stars in a heap",
        5,
        {},
        (
            (0, {"type": "jump", "space": 9, "level": 2, "ends": "bump", "stars": ["card_1"]}),
            (1, {"type": "jump", "space": 9, "level": 2, "end": True}),
            (2, {"type": "jump", "space": 9, "level": 2, "ends": "bump"}),
            (3, {"type": "jump", "space": 28, "ends": "red", "stars": ["card_2", "card_3", "card_4", "card_5"]}),
            (4, {"type": "jump", "space": 29, "end": True}),
        ),
    ),
    (
        "two astronauts each",
        2,
        {},
        (
            (0, {"type": "jump", "space": 9, "end": True}),
            (1, {"type": "jump", "space": 10, "ends": "bump"}),
            (0, {"type": "jump", "space": 9, "end": True}),
            (1, {"type": "jump", "space": 11, "ends": "bump"}),
        ),
    ),
    ("across the finish", 3, {"cards": "8"}, ((0, {"type": "jump", "space": 41}),)),
    (
        "the order",
        5,
        {"bookkeeping": "order"},
        (
            (0, {"type": "moved", "place": "after:0"}),
            (1, {"type": "moved", "place": "after:1", "coma": True}),
            (2, {"type": "moved", "place": "on:1"}),
        ),
    ),
)


@pytest.mark.parametrize(("seats", "options", "entries"), [pytest.param(*rest, id=name) for name, *rest in BOARDS])
def test_the_board_is_read_from_three_metres(
    server: Server,
    phones: Phones,
    seats: int,
    options: dict[str, Any],
    entries: tuple[tuple[int, dict[str, Any]], ...],
) -> None:
    """Nothing under 34 units, cut, or on something else; long names, both languages, a television and a tablet."""
    code = table(server, *LONG[:seats], **options)
    enter(server, code, None, "start_player", player=0)
    for seat, entry in entries:
        fields = dict(entry)
        enter(server, code, seat, fields.pop("type"), **fields)
    found = {}
    for language, dark, width, height in (("en", False, 1920, 1080), ("zh", True, 1024, 768)):
        board = phones.open(f"/t/{code}/board", language=language, dark=dark, width=width, height=height)
        board.wait_for_selector(".moon-board")
        if faults := board_faults(board):
            found[language] = faults
    assert not found
