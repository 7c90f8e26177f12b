"""The end on the pages: the moment, the way to the next game, what one takes along."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion import play
from companion.games import GAMES
from companion.play import House
from testkit.playing import play_on
from tests.web.test_reveal import words

SEATS = [{"name": name, "color": color} for name, color in (("Ann", "red"), ("小明", "blue"), ("Cy", "green"))]


@pytest.fixture
def house(app: Flask) -> House:
    house: House = app.extensions["companion"]
    house.store.set_box("monkeys_on_the_moon", {"rank_points": {"5": [3, 2], "6": [2, 1]}})
    house.store.set_box("walking_on_the_moon", {"star_points": [1, 3, 6, 10, 15, 21]})
    return house


def mombasa(house: House, *cash: int, revealed: int = 8, seats: Sequence[dict[str, str]] = SEATS) -> str:
    """A table of Mombasa that ended with this much cash, revealed so far."""
    code = play.open_table(house, "mombasa", seats[: len(cash)]).code
    for seat, value in enumerate(cash):
        play.act(house, code, "host", {"type": "cash", "value": value}, f"cash-of-{seat:04}", seat=seat)
    play.act(house, code, "host", {"type": "finish"}, "finished-1")
    for step in range(revealed):
        play.act(house, code, "host", {"type": "reveal", "step": step}, f"revealed-{step}")
    return code


def text_of(client: FlaskClient, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200, path
    return words(answer.get_data(as_text=True))


def test_the_end_says_who_by_how_much_and_what_decided(client: FlaskClient, house: House) -> None:
    code = mombasa(house, 14, 30, 9)
    board = text_of(client, f"/t/{code}/board")
    assert "小明 30 wins, 16 ahead 小明 led from Cash on." in board
    winner, loser = text_of(client, f"/t/{code}?as=1"), text_of(client, f"/t/{code}?as=0")
    assert "You win 小明 30 小明 wins with 30 points, 16 ahead. 小明 led from Cash on." in winner
    assert "2nd Ann 14 小明 wins with 30 points, 16 ahead." in loser
    for page in (winner, loser):
        assert "Where they parted" in page
        assert "Play again, same seats" in page


def test_a_shared_victory_names_both(client: FlaskClient, house: House) -> None:
    code = mombasa(house, 30, 30, 9)
    board = text_of(client, f"/t/{code}/board")
    assert "Ann 小明 30 shared victory" in board
    assert "Nothing separates Ann and 小明 ." in board


def test_the_board_goes_along_to_the_next_game(client: FlaskClient, house: House) -> None:
    code = mombasa(house, 3, 4)
    assert "data-next" not in client.get(f"/t/{code}/board").get_data(as_text=True)
    answer = client.post(f"/t/{code}/again")
    after = play.next_of(house, code)
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/t/{after}")
    assert f'data-next="/t/{after}/board"' in client.get(f"/t/{code}/board").get_data(as_text=True)
    assert "Come along to the next game" in text_of(client, f"/t/{code}?as=0")


RULES = {
    "monkeys_on_the_moon": "The longest hair gets the moonstone.",
    "lunchtime_battle": "Draw lots for the start player",
    "spank_the_monkey": "A die decides who starts",
    "walking_on_the_moon": "Start player: whoever was on the Moon most recently",
}


@pytest.mark.parametrize("game", GAMES)
def test_the_start_player_of_the_next_game_is_proposed(client: FlaskClient, house: House, game: str) -> None:
    """By the game's rule; where it has none, the winner. Once something is entered, nothing is proposed any more."""
    code = play.open_table(house, game, SEATS).code
    if game == "mombasa":
        code = mombasa(house, 3, 9, 4)
    else:
        play_on(house, code, 3000)
        for step in range(20):
            if play.look(house, code).veiled:
                play.act(house, code, "host", {"type": "reveal"}, f"reveal-{step:04}")
    after = client.post(f"/api/tables/{code}/again").get_json()["code"]
    said = RULES.get(game, "") if game != "mombasa" else "小明 has won and may start this time."
    assert f"The same seats as before. {said}" in text_of(client, f"/t/{after}?as=0")
    assert "The same seats as before." not in text_of(client, f"/t/{code}?as=0")
    assert client.post(f"/api/tables/{code}/again").get_json()["code"] == after
