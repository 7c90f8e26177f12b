"""The big screen of Monkeys on the Moon: legible from three metres in every state, for two and five, in both languages."""

from __future__ import annotations

import gzip
from typing import Any

import pytest
from playwright.sync_api import expect

from companion import play
from companion.core.fields import Number
from companion.core.text import Seat
from companion.games.monkeys_on_the_moon.taps import prices_of
from testkit.boards import board_faults
from tests.browser.conftest import Phones, Server
from tests.games.monkeys_tables import BOX, GIVEN_RING

KEY = "monkeys_on_the_moon"
LONG = ("Maximiliane-Alexandra Grünwald", "王小明和他最好的朋友阿宏今天一起來玩", "Bo", "Di", "Ed")
SHIPS = (("red", 2, 3), ("blue", 4, 6), ("green", 3, 4), ("brown", 3, 4), ("purple", 9, 12))
MOST_ON_THE_WIRE = 10_000
"""Bytes of a board after a move, as browsers ask for it."""


def enter(server: Server, code: str, seat: int | None, **action: Any) -> None:
    key = f"elsewhere-{server.look(code).seq:06d}"
    play.act(server.house, code, "another-device", action, key, seat=seat)


def set_up(server: Server, names: tuple[str, ...]) -> str:
    server.house.store.set_box(KEY, BOX)
    return server.open_table(KEY, *names, capricious=True)


def to_teaching(server: Server, code: str, seats: int) -> None:
    enter(server, code, None, type="ring", tribes=list(GIVEN_RING))
    enter(server, code, None, type="moonstone", player=seats - 1)
    for seat, (color, capacity, points) in enumerate(SHIPS[:seats]):
        enter(server, code, seat, type="take_ship", color=color, capacity=capacity, points=points)


def to_auction(server: Server, code: str, seats: int) -> None:
    """Everybody has taught, two monkeys are aboard, a scorn card is held with a coin, and a bid stands."""
    for turn in range(seats):
        tribe = GIVEN_RING[turn]
        enter(server, code, server.look(code).state.in_turn(turn), type="teach", card=tribe, number=4, tribe=tribe)
    values = dict(prices_of(server.look(code).state)["green"])[Seat(0)]
    enter(
        server, code, None, type="sold", tribe="green", number=5, player=0, value=values[-1]
    )  # all coins: one way to pay
    enter(server, code, None, type="correct", counter="scorn:purple", value=1)
    state = server.look(code).state
    tribe = next(tribe for tribe, prices in prices_of(state).items() if len(prices) > 1)
    enter(server, code, state.in_turn_now, type="pick", tribe=tribe, number=4)
    asked = server.look(code).state.auction.turn
    bid = next(offer for offer in server.look(code).offers(asked) if offer.type == "bid")
    lowest = bid.fields[0]
    assert isinstance(lowest, Number)
    enter(server, code, asked, type="bid", value=lowest.low)


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("names", [("Ann", "小明"), LONG], ids=["2 short names", "5 long names"])
def test_every_text_is_at_least_34_units_and_none_lies_on_another(
    server: Server, phones: Phones, names: tuple[str, ...], language: str
) -> None:
    """Set-up, teaching, an auction, the wrap-up; the auction on a tablet and in 4K as well."""
    code = set_up(server, names)
    board = phones.open(f"/t/{code}/board", width=1920, height=1080, language=language, dark=language == "zh")
    assert board_faults(board) == [], "set-up"
    to_teaching(server, code, len(names))
    expect(board.locator(".vessel")).to_have_count(len(names))
    assert board_faults(board) == [], "teaching"
    tribe = GIVEN_RING[0]
    enter(server, code, len(names) - 1, type="teach", card=tribe, number=4, tribe=tribe)
    expect(board.locator(".wheel .foe")).to_have_count(1)
    assert board_faults(board) == [], "taught"
    play.undo(server.house, code, "another-device", "undo-of-the-teaching", None)
    to_auction(server, code, len(names))
    expect(board.locator(".wheel .lot")).to_have_count(1)
    expect(board.locator(".wheel text.worth")).to_have_count(3)
    for width, height in ((1920, 1080), (1024, 768), (3840, 2160)):
        board.set_viewport_size({"width": width, "height": height})
        assert board_faults(board) == [], (width, height)


def test_a_board_after_a_move_is_small(server: Server, phones: Phones) -> None:
    """A board's move is at most 10 kB over the wire."""
    code = set_up(server, LONG)
    to_teaching(server, code, 5)
    to_auction(server, code, 5)
    page = phones.open(f"/t/{code}/board", width=1920, height=1080)
    answer = page.request.get(f"{server.url}/t/{code}/board", headers={"HX-Request": "true"})
    body = answer.body()
    sent = len(body) if answer.headers.get("content-encoding") is None else len(gzip.compress(body))
    assert sent <= MOST_ON_THE_WIRE, sent


def test_the_board_shows_scorn_the_moonstone_and_who_is_asked(server: Server, phones: Phones) -> None:
    code = set_up(server, ("Ann", "Bo", "Cy"))
    to_teaching(server, code, 3)
    to_auction(server, code, 3)
    board = phones.open(f"/t/{code}/board", width=1920, height=1080)
    state = server.look(code).state
    rows = board.locator(".hands tbody tr")
    expect(rows.nth(state.auction.turn)).to_have_class("whose")
    expect(rows.nth(state.auction.turn)).to_contain_text("bids now")
    expect(rows.nth(state.auction.holder)).to_contain_text("has bid")
    expect(rows.nth(2).get_by_label("Moonstone")).to_have_count(1)
    expect(board.locator(".hands .held")).to_have_count(sum(holder is not None for holder in state.favours.scorn))
    expect(board.locator(".legend")).to_contain_text("scorn card")
    expect(board.locator(".hands .held .mouth, .legend .mouth")).to_have_count(
        1 + board.locator(".hands .held").count()
    )
