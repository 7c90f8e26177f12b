"""The pages of Spank the Monkey without a browser: what a card may do now, and who is away, in both languages."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask.testing import FlaskClient

SEATS = [
    {"name": name, "color": color} for name, color in zip(("Ann", "小明", "Bo"), ("red", "blue", "green"), strict=True)
]
BRICK = {"name": "Brick", "modifier": 9}


class Played:
    """A table that is played through the API, and looked at."""

    def __init__(self, client: FlaskClient) -> None:
        self.client = client
        body = {"game": "spank_the_monkey", "seats": SEATS, "options": {}}
        self.code = str(client.post("/api/tables", json=body).get_json()["code"])
        self.entered = 0

    def post(self, leaf: str, **body: Any) -> None:
        self.entered += 1
        answer = self.client.post(f"/api/tables/{self.code}/{leaf}", json={"key": f"entry-{self.entered:06d}", **body})
        assert answer.status_code == 201, answer.get_json()

    def enter(self, seat: int | None, **action: Any) -> None:
        self.post("actions", action=action, seat=seat)

    def said(self, seat: int, language: str = "en") -> str:
        """What is read on the phone of a seat."""
        answer = self.client.get(f"/t/{self.code}/panel?as={seat}", headers={"Accept-Language": language})
        assert answer.status_code == 200
        return " ".join(re.sub(r"<[^>]*>", " ", answer.get_data(as_text=True)).split())


@pytest.fixture
def table(client: FlaskClient) -> Played:
    """Ann attacks the lower of 小明's two junk cards."""
    played = Played(client)
    played.enter(None, type="start_player", player=0)
    played.enter(0, type="draw", cards=1)
    for place, name in (([1, 0], "Sofa"), ([1, 1], "Piano")):
        played.enter(None, type="put_junk", to=place, cards=[{"name": name, "height": 2, "strength": 3}])
    played.enter(0, type="attack", kind="throwing", cards=[BRICK], target=[1, 0])
    return played


def test_a_card_that_changes_the_roll_is_played_from_any_phone(table: Played) -> None:
    """A card that adds to an attack roll after the defender answered."""
    table.enter(1, type="defend", cards=[{"name": "Dog", "value": 8}])
    for seat in range(3):
        assert "Change the attack roll with a card" in table.said(seat)
    assert "用卡片影響攻擊骰數" in table.said(0, "zh-TW")
    form = {"key": "form-key-0001", "type": "add_to_roll", "seat": "0", "f.cards.0.name": "Oil", "f.cards.0.value": "3"}
    assert table.client.post(f"/t/{table.code}/act", data=form).status_code == 303
    assert "Oil +3 Dog −8" in table.said(0)
    assert "You are attacked" in table.said(1)


def test_a_fall_is_called_off_on_the_page(table: Played) -> None:
    """A fall that has begun can be called off by a card."""
    table.enter(0, type="attack_roll", die=[2])
    assert "A card calls off the fall" in table.said(2)
    assert "有卡片取消這次掉落" in table.said(2, "zh-TW")
    form = {"key": "form-key-0001", "type": "stop_fall", "f.reason": "Cushion"}
    assert table.client.post(f"/t/{table.code}/act", data=form).status_code == 303
    assert "rests on the ground" in table.said(0)
    assert "A card calls off the fall" not in table.said(0)


def test_who_is_away_is_neither_asked_nor_waited_for(table: Played) -> None:
    """小明 is away: no question for a defence, somebody else throws for the pile, and the tower says it."""
    assert "First ask 小明" in table.said(0)
    table.post("away", seat=1)
    said = table.said(0)
    assert "First ask 小明" not in said
    assert "小明 (away)" in said
    table.enter(0, type="attack_roll", die=[2])
    assert "Ann throws one die." in table.said(0)
    assert "Ann 擲一顆骰子" in table.said(0, "zh-TW")
