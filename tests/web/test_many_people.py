"""Ten thousand people in the house: pages stay small, everybody is found, and nobody is read twice for nothing."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion import play
from companion.play.evening_log import PlayAsked, SeatOfPlay, enter_play, play_of
from companion.play.evenings_in import import_plays
from companion.play.people import PersonAsked, change_person, people_of
from companion.store import PersonRow
from companion.web import create_app
from testkit.evenings import generated

EN = {"Accept-Language": "en"}
MANY = 10_000


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    made = create_app(Path(tmp_path_factory.mktemp("many")))
    house: play.House = made.extensions["companion"]
    import_plays(house, generated(random.Random(4), 60, people=5))
    with house.store.writing():
        for number in range(MANY):
            house.store.evenings.add_person(f"u{number}", f"Guest {number:05}", "blue", "star", house.at())
    return made


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def house(app: Flask) -> play.House:
    found: play.House = app.extensions["companion"]
    return found


@pytest.mark.parametrize(
    "page", ["/players", "/players/1", "/plays", "/plays/1", "/plays/1/edit", "/plays/new/mombasa", "/new/mombasa"]
)
def test_a_page_does_not_grow_with_the_people_of_the_house(
    app: Flask, client: FlaskClient, token: dict[str, str], page: str
) -> None:
    for headers in (EN, EN | token):
        answer = client.get(page, headers=headers)
        assert answer.status_code == 200
        assert len(answer.data) < 80_000


def test_everybody_is_found_page_by_page_or_by_name(client: FlaskClient, house: play.House) -> None:
    first = client.get("/players", headers=EN).text
    more = re.search(r'href="(/players\?from=100)"', first)
    assert more is not None
    assert f"{len(people_of(house)) - 100} more players" in first
    second = client.get(more[1], headers=EN).text
    shown = [set(re.findall(r'href="/players/(\d+)"', page)) for page in (first, second)]
    assert [len(numbers) for numbers in shown] == [100, 100]
    assert not shown[0] & shown[1]
    found = client.get("/players?name=guest+09999", headers=EN).text
    assert len(re.findall(r'href="/players/(\d+)"', found)) == 1


def test_who_is_not_offered_is_typed(client: FlaskClient, house: play.House, token: dict[str, str]) -> None:
    """Who sat there, and who is merged with whom."""
    seats = [SeatOfPlay(name="Ann", score=1), SeatOfPlay(name="Bo", score=2)]
    number = enter_play(house, PlayAsked(key="key-many-1", game="mombasa", seats=seats, day="2026-05-01"))
    kept = {f"person.{at}": str(seat.person) for at, seat in enumerate(play_of(house, number).seats)}
    assert client.post(f"/plays/{number}", data=kept | {"who.1": "guest 07777"}).status_code == 303
    guest = next(person for person in people_of(house) if person.name == "Guest 07777")
    assert play_of(house, number).seats[1].person == guest.id
    assert client.post(f"/plays/{number}", data=kept | {"who.1": "Nobody here"}).status_code == 422
    one = next(person for person in people_of(house) if person.name == "Guest 00003")
    assert client.post(f"/players/{one.id}/merge", data={"who": "Guest 07777"}, headers=token).status_code == 303
    assert people_of(house)[one.id - 1].merged_into == guest.id


def test_people_are_read_once_until_somebody_changes(house: play.House, monkeypatch: pytest.MonkeyPatch) -> None:
    reads: list[int] = []
    real = house.store.evenings.people

    def counted() -> list[PersonRow]:
        reads.append(1)
        return real()

    monkeypatch.setattr(house.store.evenings, "people", counted)
    people_of(house)
    reads.clear()
    assert people_of(house) is people_of(house)
    assert not reads
    change_person(house, 1, PersonAsked(color="green"))
    assert people_of(house)[0].color == "green"
    assert reads
