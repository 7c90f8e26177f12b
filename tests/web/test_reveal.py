"""Nobody's phone shows the winner before the board does."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from testkit.playing import play_on

COLORS = ("red", "blue")


def enter(client: FlaskClient, code: str, action: dict[str, Any], seat: int | None, key: str) -> None:
    answer = client.post(f"/api/tables/{code}/actions", json={"action": action, "seat": seat, "key": key})
    assert answer.status_code == 201, answer.get_json()


def words(page: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))


def test_until_the_board_reveals_no_page_shows_place_total_or_sentence(client: FlaskClient) -> None:
    """The person's own numbers stay; totals, places and who won come with the reveal, everywhere at once."""
    seats = [{"name": name, "color": color} for name, color in zip(("Ann", "Bo"), COLORS, strict=True)]
    code = client.post("/api/tables", json={"game": "mombasa", "seats": seats}).get_json()["code"]
    entries: list[tuple[dict[str, Any], int]] = [
        ({"type": "cash", "value": 731}, 0),
        ({"type": "cash", "value": 402}, 1),
        ({"type": "diamonds", "value": 113}, 0),
    ]
    for number, (action, seat) in enumerate(entries):
        enter(client, code, action, seat, f"entered-{number:04}")
    enter(client, code, {"type": "finish"}, None, "finish-now-1")
    pages = ("?as=0", "?as=1", "/panel?as=0", "/result", "/board")

    def shown() -> dict[str, str]:
        return {page: words(client.get(f"/t/{code}{page}").get_data(as_text=True)) for page in pages}

    for page, text in shown().items():
        assert "844" not in text, page
        assert "wins with" not in text, page
        assert "1st" not in text, page
    assert "731" in shown()["?as=0"]
    for step in range(7):
        enter(client, code, {"type": "reveal", "step": step}, None, f"revealing-{step}")
        for page, text in shown().items():
            assert "wins with" not in text, (page, step)
            assert "1st" not in text, (page, step)
    enter(client, code, {"type": "reveal"}, None, "revealing-all")
    for page, text in shown().items():
        assert "Ann wins with 844 points, 442 ahead." in text, page


@pytest.mark.parametrize("bookkeeping", ["full", "final"])
@pytest.mark.parametrize("game", ["walking_on_the_moon", "monkeys_on_the_moon"])
def test_the_end_of_every_scored_game_is_veiled_until_it_is_revealed(
    client: FlaskClient, app: Flask, game: str, bookkeeping: str
) -> None:
    house = app.extensions["companion"]
    house.store.set_box("monkeys_on_the_moon", {"rank_points": {"5": [3, 2], "6": [2, 1]}})
    house.store.set_box("walking_on_the_moon", {"star_points": [1, 3, 6, 10, 15, 21]})
    seats = [{"name": name, "color": color} for name, color in zip(("Ann", "Bo"), COLORS, strict=True)]
    body = {"game": game, "seats": seats, "options": {"bookkeeping": bookkeeping}}
    code = client.post("/api/tables", json=body).get_json()["code"]
    play_on(house, code, 2000)
    assert client.get(f"/api/tables/{code}").get_json()["final"]
    for page in ("?as=0", "?as=1", "/result", "/board"):
        text = words(client.get(f"/t/{code}{page}").get_data(as_text=True))
        assert "share the victory" not in text, page
        assert "wins with" not in text, page
        assert "1st" not in text, page
    for seat in (0, 1):  # what lies before each of them, and beside it nobody's total
        corners = client.get(f"/t/{code}?as={seat}").get_data(as_text=True).partition('id="corners"')[2]
        assert '<span class="figure" data-now' not in corners
