"""The names offered for a new table: the newest spelling of each, nobody else's secrets, each removable."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion import play
from companion.live import Doorbell
from companion.play import House
from companion.store import Store
from companion.web import create_app


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(Store(tmp_path), Doorbell())


def opened(house: House, *names: str, unlisted: bool = False) -> str:
    return play.open_table(house, "mombasa", [{"name": name} for name in names], unlisted=unlisted).code


def offered(house: House, device: str = "") -> list[str]:
    return [seat["name"] for seat in play.remembered_names(house, device)]


def test_the_newest_spelling_of_a_name_is_offered_once(house: House) -> None:
    opened(house, "Jose\u0301", "ann")
    opened(house, "José", "陳　小明")
    opened(house, "ANN", "陳 小明")
    assert sorted(offered(house)) == sorted(["José", "陳 小明", "ANN"])


def test_a_name_changed_at_the_table_is_offered_as_it_is_now(house: House) -> None:
    code = opened(house, "Anm", "Bo")
    play.reseat(house, code, "device", "key-00001", [{"name": "Ann", "was": 0}, {"name": "Bo", "was": 1}])
    play.lobby(house, "device")  # notes the table as it is now
    assert offered(house) == ["Ann", "Bo"]


def test_names_of_an_unlisted_table_are_for_those_who_have_been_there(house: House) -> None:
    code = opened(house, "Surprise", "Party", unlisted=True)
    opened(house, "Ann", "Bo")
    assert offered(house) == ["Ann", "Bo"]
    play.take_seat(house, code, "guest", 0)
    assert set(offered(house, "guest")) == {"Ann", "Bo", "Surprise", "Party"}


def test_a_name_is_forgotten_until_it_is_used_again(tmp_path: Path, house: House) -> None:
    opened(house, "Ann", "Bo")
    client = create_app(tmp_path, house=house).test_client()
    assert "Forget a name" in client.get("/new/mombasa", headers={"Accept-Language": "en"}).text
    answer = client.post("/names/forget", data={"forget": "ＡＮＮ", "back": "/new/mombasa"})
    assert (answer.status_code, answer.location) == (303, "/new/mombasa")
    assert offered(house) == ["Bo"]
    opened(house, "Ann", "Cy")
    assert set(offered(house)) == {"Ann", "Bo", "Cy"}


@pytest.mark.parametrize(
    ("names", "field"),
    [
        pytest.param(["José", "Jose\u0301"], "seats[1].name", id="composed and decomposed are one name"),
        pytest.param(["Ann", "Ａｎｎ"], "seats[1].name", id="wide letters"),
        pytest.param(["\u3164", "Bo"], "seats[0].name", id="nothing to see"),
    ],
)
def test_names_at_a_table_follow_the_same_rule(house: House, names: list[str], field: str) -> None:
    with pytest.raises(play.Refused) as refused:
        opened(house, *names)
    assert refused.value.field == field
