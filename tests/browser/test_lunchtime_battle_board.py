"""The big screen of Lunchtime Battle: nothing cut or small, the count runs round the ring, who fetches lunch."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from testkit.boards import board_faults
from tests.browser.conftest import Phones, Server
from tests.browser.test_lunchtime_battle import do, serious

LONG = (
    "Maximiliane-Alexandra Grünwald",
    "王小明和他最好的朋友阿宏今天一起來玩",
    "Bo",
    "Catherine Montgomery",
    "Di",
    "Florence",
)
FOODS: tuple[dict[str, int], ...] = (
    {"meat": 1},
    {"potion": 2, "mushroom": 1},
    {"meat": 4, "mushroom": 2, "potion": 3},
    {"mushroom": 1},
    {},
    {"potion": 1},
)
HUNGERS = (1, 2, 13, 3, 5, 4)


def sound(board: Page, seq: int) -> list[str]:
    """What is wrong with the board once it shows an entry; its picture included."""
    board.wait_for_selector(f".board[data-seq='{seq}']")
    taller = "[...document.querySelectorAll('.wants, .big-ring, .lunch-done')].some(e => e.scrollHeight > e.clientHeight + 2)"
    return board_faults(board) + serious(board) + (["a part runs out of its frame"] if board.evaluate(taller) else [])


@pytest.mark.parametrize(
    ("names", "options", "language", "size"),
    [
        pytest.param(LONG, {"dishes": True}, "en", (1920, 1080), id="six players with long names"),
        pytest.param(LONG, {}, "zh", (1280, 720), id="six players in Chinese and the dark, a small screen"),
        pytest.param(("小明", "阿宏"), {"two_hands": True}, "zh", (1024, 768), id="two hands on a tablet"),
        pytest.param(("Ann", "Bo", "Cy"), {}, "en", (3840, 2160), id="twelve rounds at 4K"),
    ],
)
def test_the_board_is_read_from_three_metres_from_the_first_entry_to_the_end(
    server: Server,
    phones: Phones,
    names: tuple[str, ...],
    options: dict[str, bool],
    language: str,
    size: tuple[int, int],
) -> None:
    """Looks: 34 px and up at 1920 x 1080, nothing overlaps or is cut, in every phase; axe finds nothing serious."""
    hands = 2 if "two_hands" in options else 1
    code = server.open_table("lunchtime_battle", *names, **options)
    if "dishes" in options:
        do(server, code, None, "dishes", meat="braised pork rice with everything", potion="beer")
    do(server, code, None, "start_player", player=len(names) - 1)
    board = phones.open(f"/t/{code}/board", width=size[0], height=size[1], language=language, dark=language == "zh")

    def check(phase: str) -> None:
        assert sound(board, server.look(code).seq) == [], phase

    check("roll")
    for number in (1, 2):
        start = server.look(code).state.start_seat
        do(server, code, start, "roll", dice=[5, 6, 2, "meat", "potion"][: server.look(code).state.places - 1])
        for hand in range(hands):
            for seat in range(len(names)):
                where = {"hand": hand} if hands > 1 else {}
                at = (seat + 3 * hand + number) % 6
                if number == 1:
                    do(server, code, seat, "first_candidate", foods=FOODS[at], **where)
                named = {"name": f"The {number}{hand} Monster of Seat {seat}"} if at % 2 else {}
                foods = {"foods": FOODS[at]} if at < 4 or number == 1 else {}
                do(server, code, seat, "lay", hunger=HUNGERS[at], **where, **named, **foods)
                if seat == 0 and hand == 0:
                    check(f"lay {number}")
        check(f"count {number}")
        while (state := server.look(code).state).phase == "count":
            view: Any = server.look(code).view(None)
            missing = [card for card in state.ring if card.unsaid and card in view.missing]
            do(server, code, state.start_seat, "settle", **({"foods": {"potion": 1}} if missing else {}))
    do(server, code, None, "finish")
    check("final count")
    do(server, code, None, "decide")
    check("the end")


def test_the_board_follows_the_count_and_says_who_would_go(server: Server, phones: Phones) -> None:
    """The running lap, three tracks to their thresholds, who would fetch lunch; then whose turn it is to object."""
    code = server.open_table("lunchtime_battle", "Ann", "Bo", "Cy")
    do(server, code, None, "start_player", player=0)
    do(server, code, 0, "roll", dice=[6, 6])
    board = phones.open(f"/t/{code}/board", width=1920, height=1080)
    board.emulate_media(reduced_motion="no-preference")
    for seat in range(3):
        do(server, code, seat, "first_candidate", foods={"meat": 1})
        do(
            server,
            code,
            seat,
            "lay",
            hunger=2,
            **({"foods": {"potion": 3}} if seat == 2 else {"name": f"Troll {seat}"}),
        )
    board.locator("#ring [data-running] .pip[data-here]").wait_for()
    expect(board.locator("#ring [data-running]")).to_have_count(0)
    expect(board.locator("#ring .total")).to_have_text("12")
    expect(board.locator("#ring .spot.last .owner")).to_contain_text("Cy")
    expect(board.locator("#ring .pip.landed")).to_have_count(1)
    expect(board.locator(".tracks-of li").nth(2)).to_contain_text("+3")
    expect(board.locator(".goes li.runner .who").first).to_have_text("Cy")
    do(server, code, 0, "pass")
    expect(board.locator(".band .sentence")).to_have_text("Cy's monster is picked. May still object: Bo and Cy.")
    expect(board.locator(".band .event")).to_contain_text("Ann uses no ability.")


def test_the_end_of_the_board_names_the_runner_and_the_dish(server: Server, phones: Phones) -> None:
    """The end: who fetches lunch, named and not shamed; with named dishes the dish."""
    code = server.open_table("lunchtime_battle", "Ann", "Bo", dishes=True)
    do(server, code, None, "dishes", potion="bubble tea")
    do(server, code, None, "start_player", player=0)
    do(server, code, 0, "roll", dice=["potion"])
    for seat in range(2):
        do(server, code, seat, "first_candidate", foods={"potion": 1 + seat})
        do(server, code, seat, "lay", hunger=1)
    do(server, code, None, "finish")
    board = phones.open(f"/t/{code}/board", width=1920, height=1080)
    expect(board.locator(".goes li.runner .who")).to_have_text("Bo")
    do(server, code, None, "decide")
    expect(board.locator("#end .runner-name")).to_contain_text("Bo")
    expect(board.locator("#end .fetch")).to_have_text("Off to get: bubble tea!")
    expect(board.locator("#end .why-so")).to_contain_text("Bo has the most: 2 symbols.")
    expect(board.locator("#end .order-slip li")).to_have_count(2)
    expect(board.locator("#end .in-all .figure")).to_have_text("3")
