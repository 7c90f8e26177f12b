"""What a screen reader gets of each board: a list or a table with the names and numbers that are drawn."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import Phones, Server
from tests.browser.test_boards import PILES, act
from tests.browser.test_monkeys_frame import set_up
from tests.browser.test_walking_on_the_moon import table

SIX = ("Ann", "Bo", "小明", "Di", "Ed", "Fay")


def opened(phones: Phones, code: str) -> Page:
    return phones.open(f"/t/{code}/board", width=1920, height=1080)


def test_the_towers_of_spank(server: Server, phones: Phones) -> None:
    """Each junk card with height and strength, the low ones that have no room for words too."""
    code = server.open_table("spank_the_monkey", *SIX)
    act(server, code, None, "start_player", player=0)
    act(server, code, 0, "draw", cards=1)
    for seat, name, height, strength in (*PILES, (1, "Lantern", 15, 2)):
        to = [seat, len(server.look(code).state.piles[seat])]
        act(server, code, None, "put_junk", to=to, cards=[{"name": name, "height": height, "strength": strength}])
    board = opened(phones, code)
    assert board.locator(".junk:not(:has(.called))").count() > 0, "some are too low for words"
    tower = board.get_by_role("group", name="Ann, height 4")
    expect(tower.get_by_role("listitem")).to_have_count(2)
    for words in ("Bathtub: height 3, strength 4", "Lamp: height 1, strength 4"):
        assert words in tower.aria_snapshot()
    assert "Height of the monkey" in board.locator("#monkey").aria_snapshot()


def test_the_ring_and_the_race_of_walking(server: Server, phones: Phones) -> None:
    """Where the stars and score markers lie, and where somebody in a coma lies."""
    code = table(server, "Ann", "Bo", "Cy")
    act(server, code, None, "start_player", player=0)
    act(server, code, 0, "jump", space=9, ends="bump", stars=["card_1"])
    board = opened(phones, code)
    ring = board.get_by_role("list", name="Stars and score markers on the ring")
    expect(ring.get_by_role("listitem")).to_have_text(
        [
            "card 1: 0 stars",
            "card 2: 1 star",
            "card 3: 1 star",
            "card 4: 1 star; score marker 5",
            "card 5: 1 star; score marker 10",
            "card 6: 1 star; score marker 12–18",
        ]
    )
    expect(board.locator("tr.coma")).to_contain_text("card 2, space")


def test_the_ring_and_the_track_of_monkeys(server: Server, phones: Phones) -> None:
    """What a coin of each tribe is worth in the auction, and what most and second influence give."""
    code = set_up(server, "Ann", "Bo", "Cy")
    for seat in range(3):
        act(server, code, seat, "teach", card="red", number=2, tribe="red")
    act(server, code, 0, "pick", tribe="red", number=3)
    board = opened(phones, code)
    ring = board.get_by_role("list", name="The ring of tribe cards, clockwise").aria_snapshot()
    assert "rival black" in ring
    assert ring.count(" each") == 3, ring
    track = board.get_by_role("list", name="Civilization track").get_by_role("listitem")
    expect(track).to_have_count(6)
    expect(track.first).to_contain_text("most / second 7 / 4")


def test_the_pad_of_mombasa(server: Server, phones: Phones) -> None:
    """Coins, shares and products of each company."""
    code = server.open_table("mombasa", "Ann", "Bo")
    act(server, code, None, "start_player", player=0)
    act(server, code, None, "coins", company="mombasa", value=5)
    act(server, code, 1, "shares", company="mombasa", part="track", value=7)
    board = opened(phones, code)
    expect(board.get_by_role("row", name="Mombasa 5 coins 0 7 shares 35")).to_have_count(1)


def test_who_would_fetch_lunch(server: Server, phones: Phones) -> None:
    """The ranking says of what it is one; the ring says hunger and food symbols."""
    code = server.open_table("lunchtime_battle", "Ann", "Bo")
    act(server, code, None, "start_player", player=0)
    act(server, code, 0, "roll", dice=[4])
    for seat in range(2):
        act(server, code, seat, "first_candidate", foods={"meat": 1 + seat})
        act(server, code, seat, "lay", hunger=2 + seat, foods={"meat": 1})
    board = opened(phones, code)
    ranking = board.get_by_role("list", name="If lunch were now").or_(
        board.get_by_role("list", name="Nobody is hungry yet")
    )
    expect(ranking.get_by_role("listitem")).to_have_count(2)
    ring = board.get_by_role("list", name="The ring, clockwise from the start player").aria_snapshot()
    assert "3 hunger symbols 1 Meat" in ring
