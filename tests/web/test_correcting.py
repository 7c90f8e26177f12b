"""Correcting from the history and from *More*: every place, player and number is called what people call it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask.testing import FlaskClient

SEATS = [
    {"name": name, "color": color} for name, color in zip(("Ann", "小明", "Bo"), ("red", "blue", "green"), strict=True)
]


class Table:
    """A table entered through the API and looked at as a page."""

    def __init__(self, client: FlaskClient, game: str, **options: Any) -> None:
        self.client = client
        body = {"game": game, "seats": SEATS, "options": options}
        self.code = str(client.post("/api/tables", json=body).get_json()["code"])
        self.seq = 0

    def enter(self, seat: int | None, **action: Any) -> int:
        body = {"action": action, "seat": seat, "key": f"entry-{self.seq + 1:04}"}
        answer = self.client.post(f"/api/tables/{self.code}/actions", json=body)
        assert answer.status_code == 201, answer.get_json()
        self.seq = int(answer.get_json()["seq"])
        return self.seq

    def shown(self, leaf: str, language: str = "en") -> str:
        """A page of the table, its white space put together."""
        answer = self.client.get(f"/t/{self.code}/{leaf}", headers={"Accept-Language": language})
        assert answer.status_code == 200
        return " ".join(answer.get_data(as_text=True).split())


def words(html: str) -> str:
    """What of a page is read."""
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


@pytest.fixture
def spank(client: FlaskClient) -> Table:
    """Ann's pile of sofa and piano, 小明's of a fridge."""
    table = Table(client, "spank_the_monkey")
    table.enter(None, type="start_player", player=0)
    table.enter(0, type="draw", cards=1)
    for place, name in (([0, 0], "Sofa"), ([0, 1], "Piano"), ([1, 0], "Fridge")):
        card = {"name": name, "height": 2, "strength": 3}
        table.enter(None, type="put_junk", to=place, cards=[card])
    return table


def test_the_target_of_an_attack_is_named_by_player_and_card(spank: Table) -> None:
    """Not "Ann 2": whose pile and which card, and what was chosen is marked."""
    cards = [{"name": "Brick", "modifier": 2}]
    seq = spank.enter(0, type="attack", kind="throwing", cards=cards, target=[1, 0])
    page = spank.shown(f"correct/{seq}")
    chips = re.findall(r'<label class="chip"><input type="radio" name="f.target" value="([\d:]+)" (checked)?', page)
    assert chips == [("0:0", ""), ("0:1", ""), ("1:0", "checked")]
    assert "Ann 1: Sofa" in words(page)
    assert "Ann 2: Piano" in words(page)
    assert "小明 1: Fridge" in words(page)
    assert "小明 第 1 張：Fridge" in words(spank.shown(f"correct/{seq}", "zh-TW"))


def test_where_junk_goes_is_said_by_what_lies_below(spank: Table) -> None:
    """A gap of a pile is on the ground, on a card, or on top."""
    seq = spank.enter(None, type="move_junk", junk=[1, 0], to=[0, 1])
    said = words(spank.shown(f"correct/{seq}"))
    for place in ("Ann on the ground", "Ann on Sofa", "Ann on top, on Piano", "小明 on the ground"):
        assert place in said
