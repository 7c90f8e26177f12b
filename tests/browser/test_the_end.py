"""The reveal and the end as people see them: what moves, in which order, and that nothing moves where it should not."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from companion import play
from testkit.boards import board_faults
from testkit.playing import play_on
from tests.browser.conftest import Phones, Server

LONG = ("Maximiliane-Alexandra Grünwald", "王小明和他最好的朋友阿宏今天一起來玩", "Bo", "Di", "Ed", "Florence")


def act(server: Server, code: str, kind: str, seat: int | None = None, **fields: object) -> None:
    play.act(server.house, code, "x", {"type": kind, **fields}, f"end-test-{server.look(code).seq}", seat=seat)


def ended(server: Server, revealed: int, *names: str) -> str:
    """A table of Mombasa in which the third category turns first and last round: 10 + 12 against 40, then + 50."""
    code = server.open_table("mombasa", *(names or ("Ann", "Bo")))
    act(server, code, "coins", company="mombasa", value=2)
    act(server, code, "coins", company="cape_town", value=5)
    for seat, (cash, first, second) in enumerate(((10, 6, 10), (40, 0, 0), (3, 1, 1), (7, 0, 2))[: len(names) or 2]):
        act(server, code, "cash", seat, value=cash)
        act(server, code, "shares", seat, company="mombasa", part="track", value=first)
        act(server, code, "shares", seat, company="cape_town", part="track", value=second)
    act(server, code, "finish")
    for step in range(revealed):
        act(server, code, "reveal", step=step)
    return code


def lanes(board: Page) -> list[str]:
    """The names of the lanes from the top down, as they are seen now."""
    return board.evaluate(
        """() => [...document.querySelectorAll('.score-lane')]
            .sort((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)
            .map((lane) => lane.querySelector('.who').textContent)"""
    )


def totals(board: Page) -> list[int]:
    """Ann's and Bo's totals as they are seen now."""
    return [int(board.locator(f"#lane-{seat} .lane-total").inner_text()) for seat in (0, 1)]


def test_the_end_is_the_first_thing_in_sight_wherever_the_page_lay(server: Server, phones: Phones) -> None:
    """Somebody checks their numbers further down while another phone reveals the totals."""
    code = ended(server, 7)
    bo = phones.sit(code, 1, height=640)
    bo.evaluate("scrollTo(0, 400)")
    act(server, code, "reveal")
    expect(bo.locator("#ending .name")).to_be_in_viewport()


def test_the_lowest_counts_first_the_highest_last_and_then_they_change_places(server: Server, phones: Phones) -> None:
    code = ended(server, 2)
    board = phones.open(f"/t/{code}/board", width=1920, height=1080)
    board.emulate_media(reduced_motion="no-preference")
    assert (lanes(board), totals(board)) == (["Bo", "Ann"], [22, 40])
    act(server, code, "reveal", step=2)
    expect(board.locator("#lane-1.lit")).to_be_visible()
    assert totals(board) == [22, 40], "the lowest has nothing to add, the highest waits"
    assert lanes(board) == ["Bo", "Ann"]
    expect(board.locator("#lane-0.lit")).to_be_visible()
    expect(board.locator("#lane-0 .lane-total")).not_to_have_text("22")
    assert lanes(board) == ["Bo", "Ann"], "places change once everybody has counted"
    expect(board.locator("#lane-0 .lane-total")).to_have_text("72")
    expect(board.locator(".score-lane.lit")).to_have_count(0)
    assert lanes(board) == ["Ann", "Bo"]


def test_with_reduced_motion_the_state_after_the_move_is_there_at_once(server: Server, phones: Phones) -> None:
    code = ended(server, 2)
    board = phones.open(f"/t/{code}/board", width=1920, height=1080)
    act(server, code, "reveal", step=2)
    expect(board.locator("h1")).to_have_text("Cape Town")
    assert (lanes(board), totals(board)) == (["Ann", "Bo"], [72, 40])
    assert board.evaluate("document.getAnimations().length") == 0
    assert board.locator(".lit").count() == 0


def test_the_reveal_goes_by_itself_until_it_is_tapped_again(server: Server, phones: Phones) -> None:
    code = ended(server, 0)
    ann = phones.sit(code, 0)
    ann.evaluate("document.documentElement.dataset.test = 'x'")
    ann.locator("#by-itself").click()
    expect(ann.locator("#final")).to_contain_text("Shown on every screen: Cash")
    expect(ann.locator("#by-itself")).to_have_attribute("aria-pressed", "true")
    expect(ann.locator("#final")).to_contain_text("Shown on every screen: Mombasa", timeout=8000)
    ann.locator("#by-itself").click()
    expect(ann.locator("#by-itself")).to_have_attribute("aria-pressed", "false")
    ann.wait_for_timeout(4500)
    assert server.look(code).ending.revealed == 2


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("names", [("Ann", "Bo"), LONG[:4]], ids=["two", "long names"])
def test_reveal_and_end_are_read_across_the_room(
    server: Server, phones: Phones, names: tuple[str, ...], language: str
) -> None:
    code = ended(server, 0, *names)
    board = phones.open(f"/t/{code}/board", width=1920, height=1080, language=language)
    for step in range(9):
        assert board_faults(board) == [], step
        if step < 8:
            act(server, code, "reveal", step=step)
            expect(board.locator("#panel > [data-seq]")).to_have_attribute("data-seq", str(server.look(code).seq))
    expect(board.locator("#end .hero-name bdi")).to_have_text(names[0])


@pytest.mark.parametrize(
    ("game", "players"),
    [("monkeys_on_the_moon", 5), ("walking_on_the_moon", 5), ("lunchtime_battle", 6), ("spank_the_monkey", 6)],
)
def test_the_end_of_every_game_is_read_across_the_room(server: Server, phones: Phones, game: str, players: int) -> None:
    server.house.store.set_box("monkeys_on_the_moon", {"rank_points": {"5": [3, 2], "6": [2, 1]}})
    server.house.store.set_box("walking_on_the_moon", {"star_points": [1, 3, 6, 10, 15, 21]})
    code = server.open_table(game, *LONG[:players])
    play_on(server.house, code, 4000)
    board = phones.open(f"/t/{code}/board", width=1280, height=720, dark=True)
    while server.look(code).veiled:
        assert board_faults(board) == []
        act(server, code, "reveal")
        expect(board.locator("#panel > [data-seq]")).to_have_attribute("data-seq", str(server.look(code).seq))
    assert board_faults(board) == []
    expect(board.locator("#end")).to_be_visible()


def test_the_towers_stand_on_the_big_screen_at_the_end_whoever_wins(server: Server, phones: Phones) -> None:
    """The end of Spank the Monkey draws the piles, each junk card with its strength, the monkey beside them."""
    code = server.open_table("spank_the_monkey", "Ann", "小明")
    act(server, code, "start_player", player=0)
    for seat in (0, 1):
        card = {"name": "Tub", "height": 8, "strength": 4}
        act(server, code, "put_junk", to=[seat, 0], cards=[card])
    act(server, code, "deck_empty")
    board = phones.open(f"/t/{code}/board", width=1920, height=1080)
    expect(board.locator("#end")).to_be_visible()
    assert board.locator("#end svg:has(.ground)").bounding_box()["height"] > 600  # type: ignore[index]
    assert board.locator("#end .body").first.bounding_box()["height"] > 200  # type: ignore[index]
    assert board_faults(board) == []


def test_one_tap_takes_every_phone_and_the_board_to_the_next_game(server: Server, phones: Phones) -> None:
    code = ended(server, 8)
    ann, bo = phones.sit(code, 0), phones.sit(code, 1)
    board = phones.open(f"/t/{code}/board", width=1920, height=1080)
    bo.locator("#play-again button").click()
    bo.wait_for_url(re.compile(rf"/t/(?!{code})\w+$"))
    after = bo.url.rsplit("/", 1)[1]
    expect(board).to_have_url(re.compile(f"/t/{after}/board"))
    expect(bo.locator("#again")).to_contain_text("Ann has won and may start this time.")
    expect(ann.locator("#play-again button")).to_have_text("Come along to the next game")
    ann.locator("#play-again button").click()
    ann.wait_for_url(re.compile(f"/t/{after}$"))
    expect(ann.locator("#me .name")).to_have_text("Ann")
    assert len(play.seated_at(server.house, server.look(after))) >= 2


def test_a_total_rolls_to_its_new_value_in_a_quarter_of_a_second(server: Server, phones: Phones) -> None:
    """Motion that explains, under 300 ms; with reduced motion none."""
    code = server.open_table("mombasa", "Ann", "Bo")
    ann = phones.sit(code, 0)
    watch = """() => { window.seen = []; new MutationObserver(() => {
        const text = document.querySelector('#me .roll').textContent.trim();
        if (window.seen.at(-1)?.[0] !== text) window.seen.push([text, performance.now()]);
    }).observe(document.querySelector('#panel'), { subtree: true, childList: true, characterData: true }); }"""
    ann.emulate_media(reduced_motion="no-preference")
    ann.evaluate(watch)
    act(server, code, "cash", 0, value=200)
    expect(ann.locator("#me .roll")).to_have_text("200")
    rolled = ann.evaluate("window.seen")
    between = [int(text) for text, _ in rolled if text not in ("0", "200")]
    assert between == sorted(between) and between, rolled
    assert rolled[-1][1] - rolled[0][1] < 300 + 200, "under 300 ms, and what the frames of a busy machine add"
    ann.emulate_media(reduced_motion="reduce")
    ann.evaluate("window.seen.length = 0")
    act(server, code, "cash", 0, value=100)
    expect(ann.locator("#me .roll")).to_have_text("100")
    assert [text for text, _ in ann.evaluate("window.seen")] == ["100"]


def test_what_others_enter_moves_nothing_under_a_readers_eyes(server: Server, phones: Phones) -> None:
    """Nothing jumps for those who did not tap: here the question above grows away."""
    code = server.open_table("mombasa", "Ann", "Bo")
    ann = phones.sit(code, 0, height=500)
    at = "document.querySelector('#everybody').getBoundingClientRect().top"
    ann.evaluate("document.querySelector('#everybody').scrollIntoView({ block: 'start' })")
    before, height = ann.evaluate(at), ann.evaluate("document.querySelector('#panel').offsetHeight")
    act(server, code, "finish")
    expect(ann.locator("#panel > [data-seq]")).to_have_attribute("data-seq", str(server.look(code).seq))
    assert ann.evaluate("document.querySelector('#panel').offsetHeight") != height, "something above has changed"
    assert abs(ann.evaluate(at) - before) < 2
