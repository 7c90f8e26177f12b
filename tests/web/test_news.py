"""What the board says has just happened: the newest event, its author, how long ago."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest
from flask import Flask

from companion import play
from companion.core.text import Seat, plain
from companion.games.monkeys_on_the_moon.actions import Teach
from companion.web.ago import DAY, HOUR, MINUTE, ago, seconds_since
from companion.web.band import Told, told_in_band
from companion.web.news import newest
from testkit.board_scenes import LONG, MIDDLES


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0, "just now"),
        (119, "just now"),
        (2 * MINUTE, "2 min ago"),
        (HOUR - 1, "59 min ago"),
        (HOUR, "1 h ago"),
        (DAY - 1, "23 h ago"),
        (DAY, "yesterday"),
        (2 * DAY - 1, "yesterday"),
        (2 * DAY, "2 days ago"),
    ],
)
def test_time_gone_by_is_said_as_people_say_it(seconds: int, words: str) -> None:
    assert plain(ago(seconds)) == words


def test_a_clock_set_back_makes_nothing_happen_in_the_future() -> None:
    assert seconds_since("2026-01-01T12:00:00+00:00", datetime(2026, 1, 1, 11, tzinfo=UTC)) == 0


def test_the_newest_event_in_a_sentence_with_its_author(app: Flask) -> None:
    """ "the newest event in a sentence with its author": a play, taken back, back again, the table's own."""
    house: play.House = app.extensions["companion"]
    code = play.open_table(house, "mombasa", [{"name": "Ann", "color": "red"}, {"name": "Bo", "color": "blue"}]).code

    def told() -> tuple[str, Seat | None, bool]:
        found = newest(play.look(house, code), house.now(), lambda number: Seat(1) if number == 1 else None)
        assert found is not None
        return plain(found.text, ("Ann", "Bo")), found.seat, found.names_author

    assert newest(play.look(house, code), house.now(), lambda number: None) is None
    play.act(house, code, "phone", {"type": "cash", "value": 5, "was": 0}, "key-00000001", seat=0)
    text, seat, _ = told()
    assert seat == 0
    assert "5" in text
    play.undo(house, code, "phone", "key-00000002")
    assert told() == ("An entry was taken back.", Seat(1), False)
    play.redo(house, code, "phone", "key-00000003")
    assert told() == ("An entry counts again.", Seat(1), False)
    play.act(house, code, "other", {"type": "start_player", "player": 1}, "key-00000004")
    text, seat, names_author = told()
    assert (seat, names_author) == (None, False)
    assert "Bo" in text


def test_a_phone_says_whose_the_newest_entry_is(app: Flask) -> None:
    """ "Take 2 brown coins" is not meant for whoever reads it on the other phone; on the own one it needs no name."""
    found = MIDDLES["monkeys_on_the_moon"](app.extensions["companion"], ("Ann", "Bo"))
    while not isinstance(found.look.table.entries[-1].action, Teach):
        play.undo(found.house, found.code, "phone", f"key-{found.look.seq:08d}")
    seat = found.look.table.entries[-1].seat
    assert seat is not None

    def told(reader: int) -> str:
        page = app.test_client().get(f"/t/{found.code}/panel?as={reader}").get_data(as_text=True)
        news = page.partition('id="news">')[2].partition("</p>")[0]
        return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", news)).strip()

    assert told(1 - seat).startswith(f"{('Ann', 'Bo')[seat]}: Take ")
    assert told(seat).startswith("Take ")


def test_why_a_figure_is_what_it_is_names_people(app: Flask) -> None:
    """Not the number of their seat: "Bo has the most influence, 5"."""
    found = MIDDLES["monkeys_on_the_moon"](app.extensions["companion"], ("Ann", "Bo"))
    found.enter(None, "finish")
    page = app.test_client().get(f"/t/{found.code}/panel?as=0").get_data(as_text=True)
    assert "Bo has the most influence, 5," in re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", page))


def sale(app: Flask, *names: str) -> Told:
    """What the band says of a monkey that is picked, sold and paid for in one go."""
    house: play.House = app.extensions["companion"]
    found = MIDDLES["monkeys_on_the_moon"](house, names)
    news = newest(found.look, house.now(), lambda number: None)
    assert news is not None
    with app.test_request_context(headers={"Accept-Language": "en"}):
        return told_in_band(news, names)


def test_a_sale_in_one_go_is_told_whole(app: Flask) -> None:
    """Who picked it, who won it for how much, who pays with what."""
    told = sale(app, "Ann", "Bo")
    words = " ".join(plain(text, ("Ann", "Bo")) for text in told.texts)
    for part in ("Ann picks Red 5", "Bo wins Red 5 for 3.", "Bo puts back 1 red coin."):
        assert part in words
    assert not told.signs


def test_long_names_give_way_to_signs_so_that_all_of_it_is_told(app: Flask) -> None:
    long = sale(app, *LONG[:5])
    assert long.signs
    assert len(long.texts) >= 3
