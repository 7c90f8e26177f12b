"""Pages of a Lunchtime Battle table while a round is on."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask.testing import FlaskClient

NAMES = ("Ann", "Bo", "Cy", "Di", "小明")
COLORS = ("red", "blue", "green", "amber", "purple")


class Table:
    """A table entered through the API and looked at as a page."""

    def __init__(self, client: FlaskClient, seats: int, **options: Any) -> None:
        self.client = client
        people = [{"name": name, "color": color} for name, color in zip(NAMES[:seats], COLORS, strict=False)]
        answer = client.post("/api/tables", json={"game": "lunchtime_battle", "seats": people, "options": options})
        self.code = str(answer.get_json()["code"])
        self.entries = 0

    def post(self, path: str, **body: Any) -> None:
        self.entries += 1
        answer = self.client.post(f"/api/tables/{self.code}/{path}", json={"key": f"entry-{self.entries:04}", **body})
        assert answer.status_code == 201, answer.get_json()

    def enter(self, seat: int | None, **action: Any) -> None:
        self.post("actions", seat=seat, action=action)

    def page(self, leaf: str = "", language: str = "en") -> str:
        """A page of the table, its white space put together."""
        answer = self.client.get(f"/t/{self.code}{leaf}", headers={"Accept-Language": language})
        assert answer.status_code == 200, (leaf, answer.status_code)
        return " ".join(answer.get_data(as_text=True).split())

    def read(self, leaf: str = "", language: str = "en") -> str:
        """What of a page is read."""
        return " ".join(re.sub(r"<[^>]*>", "", self.page(leaf, language)).split())


@pytest.fixture
def rolled(client: FlaskClient) -> Table:
    """Five people, one of whom may not be hungry; the dice are on the table."""
    table = Table(client, 5, not_hungry=True)
    table.enter(None, type="start_player", player=0)
    table.enter(0, type="roll", dice=[2, 3, "meat", 6])
    return table


@pytest.mark.parametrize("language", ["en", "zh-TW"])
def test_the_result_of_a_running_game_in_which_somebody_is_not_hungry(rolled: Table, language: str) -> None:
    """It was answered with 500."""
    assert "Ann" in rolled.page("/result", language)
    for seat in range(5):
        rolled.enter(seat, type="first_candidate", foods={"meat": seat})
        rolled.enter(seat, type="lay", hunger=2, foods={"potion": 1})
    not_hungry = {"en": "Not hungry: Ann", "zh-TW": "其實不餓：Ann"}[language]
    assert not_hungry in rolled.read("/result", language)


def test_no_page_and_no_state_shows_a_monster_before_all_lie(rolled: Table) -> None:
    """History, API state, big screen and the pages of other seats: only that it lies there."""
    rolled.enter(0, type="lay", name="Medusa", hunger=7, foods={"mushroom": 8})
    for leaf in ("/history", "/board", "?as=1", "/panel?as=2", "/result"):
        assert "Medusa" not in rolled.page(leaf), leaf
    assert "Ann lays a monster, face down." in rolled.read("/history")
    shown = rolled.client.get(f"/api/tables/{rolled.code}").get_data(as_text=True)
    assert "face down" in shown
    assert "Medusa" not in shown
    refused = rolled.client.get(f"/t/{rolled.code}/correct/3", headers={"Accept-Language": "en"})
    assert refused.status_code == 422
    assert "This lies face down" in refused.get_data(as_text=True)
    assert "Medusa" not in refused.get_data(as_text=True)
    assert "/correct/3" not in rolled.page("/history")
    rolled.post("away", seat=1)
    for seat in (2, 3, 4):
        rolled.enter(seat, type="lay", hunger=2, foods={"potion": 1})
    assert "away" in rolled.page("?as=2")
    for seat in (0, 2, 3, 4):
        rolled.enter(seat, type="first_candidate", foods={})
    assert "All monsters lie there: turn them up together." in rolled.page("?as=2")
    assert "Medusa" in rolled.page("/correct/3")
    assert "Ann turns up Medusa: 7 hunger symbols, 8 mushrooms." in rolled.read("/history")
    assert "魔物都放好了，一起翻開！" in rolled.page("/board", "zh-TW")


def test_whoever_is_away_is_not_asked_and_cannot_be_drawn_as_start_player(client: FlaskClient) -> None:
    table = Table(client, 3)
    table.post("away", seat=2)
    page = table.page("?as=0")
    assert 'id="start-1"' in page
    assert 'id="start-2"' not in page
    table.enter(None, type="start_player", player=0)
    assert 'name="f.dice"' in table.page("?as=0")
    assert 'name="f.dice"' not in table.page("?as=1")
    assert 'name="f.dice"' not in table.page("?as=2")
