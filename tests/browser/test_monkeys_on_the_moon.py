"""Monkeys on the Moon on phones: a whole round in Chinese by three of them, and the pad of the final scoring."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from companion import play
from tests.browser.conftest import Phones, Server
from tests.games.monkeys_tables import BOX, GIVEN_RING

Eventually = Callable[[Callable[[], bool]], None]
KEY = "monkeys_on_the_moon"
PRIMARY = ".actionbar button.primary"


class Fingers:
    """Taps, and counts them per person."""

    def __init__(self, *pages: Page) -> None:
        self.pages = pages
        self.count = dict.fromkeys(range(len(pages)), 0)

    def tap(self, seat: int, where: str) -> None:
        target = self.pages[seat].locator(where).first
        if target.evaluate("element => element.matches('input[type=radio]')"):
            # The chip round it, as a finger does: forced clicks on the radio itself miss when others' taps move the page.
            target.locator("xpath=ancestor::label[1]").click()
            expect(target).to_be_checked()
        else:
            target.click()
        self.count[seat] += 1


def enter(server: Server, code: str, seat: int | None, **action: Any) -> None:
    """Somebody else's entry, from elsewhere."""
    key = f"elsewhere-{server.look(code).seq:06d}"
    play.act(server.house, code, "another-device", action, key, seat=seat)


def serious(page: Page) -> list[str]:
    """What axe-core finds serious or critical."""
    found = Axe().run(page).response["violations"]
    return [
        f"{problem['id']}: {node['html'][:160]}"
        for problem in found
        if problem["impact"] in ("serious", "critical")
        for node in problem["nodes"]
    ]


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"))


def test_a_whole_round_by_three_phones_in_chinese(server: Server, phones: Phones, eventually: Eventually) -> None:
    """Ring tapped, ships taken, three civilization turns with a scorn card, three auctions, a launch, the wrap-up."""
    server.house.store.set_box(KEY, {key: value for key, value in BOX.items() if key != "ships"})
    code = server.open_table(KEY, "Ann", "小明", "阿宏")
    people = [phones.sit(code, seat, language="zh") for seat in range(3)]
    ann, ming, hong = people
    board = phones.open(f"/t/{code}/board", width=1920, height=1080, language="zh")
    by = Fingers(*people)

    for tribe in GIVEN_RING[:-1]:  # the last one goes where it must
        expect(ann.locator(PRIMARY)).to_be_disabled()
        by.tap(0, f"#step [data-key={tribe}]")
    expect(ann.locator("#product")).to_contain_text("族群牌順時針排列：黑族、棕族、紫族、綠族、紅族和藍族")
    by.tap(0, PRIMARY)
    by.tap(1, "#next-moonstone button[value='1']")
    ships = (("red", 3, 4), ("black", 2, 3), ("green", 4, 6))
    for seat, (color, capacity, points) in enumerate(ships):
        by.tap(seat, f"#ship-color-{color}")
        by.tap(seat, f".sizes [data-capacity='{capacity}'][data-points='{points}']")
    expect(board.locator(".sentence")).to_contain_text("輪到小明教導")
    setup_taps = sum(by.count.values())

    # 小明 plays brown 3 and teaches brown: the card's own tribe is chosen beforehand.
    expect(ming.locator(PRIMARY)).to_be_disabled()
    by.tap(1, "#teach-brown-3")
    told = ming.locator("#product")
    expect(told).to_contain_text("拿 2 枚棕族歡心。")
    expect(told).to_contain_text("得罪敵手紅族：放回 1 枚紅族歡心。")
    expect(told).to_contain_text("棕族前進 3 格，到第 3 格。")
    expect(ming.locator(PRIMARY)).to_have_text("確認教導棕族", use_inner_text=True)
    by.tap(1, PRIMARY)
    # 阿宏 has no coin of black's rival green left, so takes its scorn: said before, and there after.
    enter(server, code, None, type="correct", counter="coins:2:green", value=0)
    by.tap(2, "#teach-blue-2")
    by.tap(2, "#ring-f\\.tribe-black")
    expect(hong.locator("#product")).to_contain_text("得罪敵手綠族：沒有綠族歡心，拿取綠族的討厭牌。")
    by.tap(2, PRIMARY)
    expect(hong.locator("#mine .scorn")).to_have_count(1)
    by.tap(0, "#teach-red-4")
    by.tap(0, PRIMARY)

    # 小明 picks Red 4. A whole auction, bid by bid.
    by.tap(1, "#pick-red-4")
    by.tap(1, PRIMARY)
    expect(ming.locator("#hammer")).to_contain_text("還沒有人出價")
    expect(ming.locator("#product")).to_contain_text("小明出價 2 點")
    by.tap(1, PRIMARY)
    expect(hong.locator("#product")).to_contain_text("阿宏出價 3 點")
    by.tap(2, PRIMARY)
    expect(ann.locator("#hammer")).to_contain_text("最高出價：阿宏 3 點")
    by.tap(0, ".actionbar #act-pass button")
    by.tap(1, ".actionbar #act-pass button")
    expect(hong.locator("#corner-2 .monkey")).to_have_text("紅 4")
    # 阿宏 may launch directly after boarding, and does.
    expect(hong.locator("#launch .sentence")).to_contain_text("阿宏交回綠族的討厭牌。阿宏把紅族 4 送返地球")
    by.tap(2, "#launch button")
    by.tap(2, ".sizes [data-capacity='2'][data-points='3']")
    expect(hong.locator("#product")).to_contain_text("還缺")
    by.tap(2, "#ship-color-blue")  # the other way round it is confirmed below
    by.tap(2, PRIMARY)
    # The next two are called aloud and entered in one tap.
    by.tap(2, "#pick-green-5")
    by.tap(2, PRIMARY)
    ming.locator("#sold .sale").filter(has_text="小明").get_by_role("button", name="3", exact=True).click()
    expect(ming.locator("#corner-1 .monkey")).to_have_text("綠 5")
    # A card that the camera knows fills in tribe and number.
    expect(ann.locator("#pick-red-3")).to_be_attached()
    ann.evaluate(
        """() => document.querySelector("#pick-camera").dispatchEvent(new CustomEvent("companion:cards",
        { bubbles: true, detail: { names: ["黑 3"] } }))"""
    )
    expect(ann.locator("#pick-black-3")).to_be_checked()
    by.tap(0, PRIMARY)
    ann.locator("#aloud > summary").click()
    ann.locator("#act-no_bid button").click()
    expect(ann.locator("#question")).to_contain_text("月球石交給阿宏")
    by.tap(0, PRIMARY)
    expect(board.locator(".sub")).to_have_text("第 2 回合（共 9 回合）· 教學階段")

    state = server.look(code).state
    assert state.favours.scorned_by("green") is None, "given back with the launch of a green ship"
    assert [len(corner.monkeys) for corner in state.corners] == [0, 1, 1]
    assert (state.stones.spaces, state.round, state.moonstone) == ((4, 0, 0, 2, 3, 0), 2, 2)
    for page in people:
        assert fits(page)
    print(f"taps: {setup_taps} for the set-up, then {by.count} in a round")
    assert sum(by.count.values()) - setup_taps + 4 <= 40, "a round takes few taps"


def test_the_ally_is_asked_where_there_is_a_choice_and_a_typed_turn_survives_other_taps(
    server: Server, phones: Phones, eventually: Eventually
) -> None:
    """A ring drawn by the app and undone; then scorn held and no coin: the two allies of the rival appear."""
    server.house.store.set_box(KEY, BOX)
    code = server.open_table(KEY, "Ann", "Bo")
    ann = phones.sit(code, 0, height=640)
    ann.locator("#ring-lot button").click()
    expect(ann.locator("#ring-laid .node")).to_have_count(6)
    assert server.look(code).events[-1].via == "app"
    ann.locator("#undo button").click()
    expect(ann.locator("#step .order-pad")).to_be_visible()
    assert server.look(code).state.ring is None
    enter(server, code, None, type="ring", tribes=list(GIVEN_RING))
    enter(server, code, None, type="moonstone", player=0)
    enter(server, code, 0, type="take_ship", color="red", capacity=3, points=4)
    enter(server, code, 1, type="take_ship", color="blue", capacity=3, points=4)
    enter(server, code, None, type="correct", counter="coins:0:red", value=0)
    enter(server, code, None, type="correct", counter="scorn:red", value=1)
    expect(ann.locator("#teaching")).to_be_visible()
    by = Fingers(ann)
    by.tap(0, "#teach-brown-2")
    expect(ann.locator("#ally-brown")).to_be_visible()
    expect(ann.locator("#product")).to_contain_text("choose which ally is paid, green or blue")
    choice, bar = ann.locator("#ally-brown").bounding_box(), ann.locator(".actionbar").bounding_box()
    assert choice
    assert bar
    assert 0 <= choice["y"] < choice["y"] + choice["height"] <= bar["y"], "what the sentence asks for is in sight"
    by.tap(0, "#ally-brown-blue")
    expect(ann.locator("#product")).to_contain_text("So pay 1 blue coin to its ally blue.")
    enter(server, code, None, type="correct", counter="coins:1:green", value=0)
    expect(ann.locator("#corner-1 .coins .tally").nth(2)).to_contain_text("0")
    expect(ann.locator("#teach-brown-2")).to_be_checked()
    expect(ann.locator("#ally-brown-blue")).to_be_checked()
    by.tap(0, "#ring-f\\.tribe-purple")
    expect(ann.locator("#ally-brown-blue"), "another tribe, another rival: the choice is gone").not_to_be_checked()
    by.tap(0, "#ring-f\\.tribe-brown")
    by.tap(0, "#ally-brown-blue")
    by.tap(0, PRIMARY)
    eventually(lambda: server.look(code).state.turn == 1)
    assert server.look(code).state.favours.coins[0][1] == 0


def test_the_pad_of_the_final_scoring_with_quick_taps_and_two_phones(
    server: Server, phones: Phones, eventually: Eventually
) -> None:
    """Monkeys by tapping (five quick taps are five), any other number, ships, a scorn card that changes hands, the end."""
    code = server.open_table(KEY, "Ann", "Bo", bookkeeping="final")
    enter(server, code, None, type="rank_points", fifth_first=3, fifth_second=2, sixth_first=2, sixth_second=1)
    ann, bo = phones.sit(code, 0), phones.sit(code, 1, language="zh", dark=True)
    for tribe in ("red", "black", "green", "blue", "brown"):
        ann.locator(f"#step [data-key={tribe}]").click()
    ann.locator(PRIMARY).click()
    expect(bo.locator("#step")).to_have_count(0)
    server.delay_s = 0.2
    ann.evaluate(
        """() => { const cell = document.querySelector("#add-red-4 button");
        for (let n = 0; n < 5; n++) setTimeout(() => cell.click(), n * 70); }"""
    )
    eventually(lambda: server.look(code).state.tallies[0].count("red", 4) == 5)
    server.delay_s = 0
    expect(ann.locator("#add-red-4 button")).to_have_text("5")
    ann.locator("#mode-minus").check(force=True)
    ann.locator("#take-red-4 button").click()
    expect(ann.locator("#take-red-4 button")).to_contain_text("4")
    ann.locator("#mode-plus").check(force=True)
    ann.locator("#other-green summary").click()
    ann.locator("#others-green button", has_text="7").click()
    expect(ann.locator("#less-green-7")).to_be_visible()
    # What the camera names becomes tribe and number; a name that says neither is shown, not guessed.
    ann.locator("#by-eye > summary").click()
    ann.evaluate(
        """() => document.querySelector("#pile-camera").dispatchEvent(new CustomEvent("companion:cards",
        { bubbles: true, detail: { names: ["Purple 3", "紫 3", "purple-5", "joker"] } }))"""
    )
    expect(ann.locator("#pile .found")).to_contain_text("P 3 × 2")
    expect(ann.locator("#pile .found")).to_contain_text("joker")
    ann.locator("#pile-add").click()
    expect(ann.locator("#add-purple-3 button")).to_have_text("2")
    expect(ann.locator("#pile-add")).to_be_disabled()
    assert server.look(code).state.tallies[0].count("purple", 5) == 1
    ann.locator("#add-ship button[value='4']").click()
    expect(ann.locator("#less-ship-4")).to_be_visible()
    ann.locator("#scorn-blue button").click()
    expect(bo.locator("#scorn-blue .badge")).to_be_visible()
    bo.locator("#scorn-blue button").click()
    expect(ann.locator("#scorn-blue")).not_to_have_class("held-by-me")
    expect(ann.locator("#me .figure")).to_have_text("18")
    expect(bo.locator("#me .figure")).to_have_text("-2")
    for page in (ann, bo):
        assert fits(page)
        page.locator(PRIMARY).click()
    board = phones.open(f"/t/{code}/board", width=1920, height=1080)
    expect(board.locator("#reveal")).to_have_attribute("data-shown", "0")
    expect(board.locator("#lane-0 .lane-total")).to_have_text("0")
    ann.locator("#act-reveal button").click()
    expect(board.locator("#reveal")).to_have_attribute("data-shown", "1")
    expect(board.locator("#lane-0 .lane-total")).to_have_text("7")
    assert board.evaluate("document.documentElement.scrollHeight <= 1080")

    # Another table, tied down to hair: asked after the end, shared until both have answered.
    tied = server.open_table(KEY, "Ann", "Bo", bookkeeping="final")
    enter(server, tied, None, type="rank_points", fifth_first=3, fifth_second=2, sixth_first=2, sixth_second=1)
    enter(server, tied, None, type="ranking", tribes=list(GIVEN_RING))
    enter(server, tied, None, type="finish")
    ann.goto(f"{server.url}/t/{tied}?watch=1")
    ann.locator("#hair-0 button[value='2']").click()
    expect(ann.locator("#hair-0 button[value='2']")).to_have_attribute("aria-pressed", "true")
    assert server.look(tied).score.winners == (0, 1)  # type: ignore[union-attr]
    ann.locator("#hair-1 button[value='1']").click()
    eventually(lambda: server.look(tied).score.winners == (1,))  # type: ignore[union-attr]


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_axe_finds_nothing_serious(server: Server, phones: Phones, dark: bool) -> None:
    """Teaching, an auction, the pad and the board; a ship and the ring in light only."""
    server.house.store.set_box(KEY, BOX)
    code = server.open_table(KEY, "Ann", "Bo")
    ann = phones.sit(code, 0, dark=dark)
    assert dark or serious(ann) == [], "the ring is asked"
    enter(server, code, None, type="ring", tribes=list(GIVEN_RING))
    enter(server, code, None, type="moonstone", player=0)
    expect(ann.locator("#ship-color-red")).to_be_attached()
    assert dark or serious(ann) == [], "a ship is asked"
    enter(server, code, 0, type="take_ship", color="red", capacity=3, points=4)
    enter(server, code, 1, type="take_ship", color="blue", capacity=3, points=4)
    expect(ann.locator("#teaching")).to_be_visible()
    ann.locator("#teach-brown-2").check(force=True)
    assert serious(ann) == [], "teaching"
    for seat in (0, 1):
        enter(server, code, seat, type="teach", card="brown", number=2, tribe="brown")
    enter(server, code, 0, type="pick", tribe="red", number=4)
    expect(ann.locator("#hammer")).to_be_visible()
    assert serious(ann) == [], "an auction"
    board = phones.open(f"/t/{code}/board", width=1920, height=1080, dark=dark)
    assert serious(board) == [], "the board"
    assert board.evaluate("document.documentElement.scrollHeight <= 1080")
    pad = server.open_table(KEY, "Ann", "Bo", bookkeeping="final")
    enter(server, pad, 0, type="add_monkey", tribe="red", number=7)
    assert serious(phones.sit(pad, 0, dark=dark)) == [], "the pad"
