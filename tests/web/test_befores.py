"""What a guest changed of players and plays can be taken back by whoever sees it, also after many changes in a row."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion import play
from companion.play.befores import befores_of
from companion.play.evening_log import PlayAsked, PlayChanged, SeatOfPlay, change_play, enter_play, play_of
from companion.play.people import PersonAsked, change_person, merge_people, people_of

EN = {"Accept-Language": "en"}


@pytest.fixture
def house(app: Flask) -> play.House:
    found: play.House = app.extensions["companion"]
    return found


@pytest.fixture
def number(house: play.House) -> int:
    """A play of Ann and Bo, entered by hand."""
    seats = [SeatOfPlay(name="Ann", score=40), SeatOfPlay(name="Bo", score=31)]
    return enter_play(house, PlayAsked(key="key-befores-1", game="mombasa", seats=seats, day="2026-05-01", note="Late"))


def versions(client: FlaskClient, page: str) -> list[str]:
    return re.findall(r'name="version" value="(\d+)"', client.get(page, headers=EN).text)


def test_a_corrected_play_is_as_before_again_and_that_can_be_taken_back(
    client: FlaskClient, house: play.House, number: int
) -> None:
    before = play_of(house, number)
    form = {
        "name.0": "Ann",
        "score.0": "1",
        "name.1": "Eve",
        "score.1": "99",
        "day": "2020-01-01",
        "note": "",
        "place": "",
    }
    assert client.post(f"/plays/{number}/edit", data=form).status_code == 303
    wrong = play_of(house, number)
    assert [seat.score for seat in wrong.seats] == [1, 99]
    (version,) = versions(client, f"/plays/{number}")
    assert client.post(f"/plays/{number}/back", data={"version": version}).status_code == 303
    assert play_of(house, number) == before
    newest = versions(client, f"/plays/{number}")[0]
    client.post(f"/plays/{number}/back", data={"version": newest})
    assert play_of(house, number) == wrong
    assert client.post(f"/plays/{number}/back", data={"version": "999"}).status_code == 404


def test_a_renamed_player_is_called_as_before_again(client: FlaskClient, house: play.House, number: int) -> None:
    for name in ("Nobody", "Nothing"):
        assert client.post("/players/1", data={"name": name, "color": "blue", "symbol": "star"}).status_code == 303
    page = client.get("/players/1", headers=EN).text
    assert ">Ann<" in page and ">Nobody<" in page
    assert client.post("/players/1/back", data={"version": versions(client, "/players/1")[-1]}).status_code == 303
    assert people_of(house)[0].name == "Ann"


def test_many_changes_in_a_row_take_no_older_state_away(house: play.House, number: int) -> None:
    """The state of a day and the first one outlast a hundred of a second each."""
    clock = [datetime(2026, 5, 1, 20, tzinfo=UTC)]
    house.now = lambda: clock[0]
    for at, note in enumerate(["kept for a day", *(f"nonsense {n}" for n in range(100))]):
        change_play(house, number, PlayChanged(note=note))
        clock[0] += timedelta(days=1) if at == 0 else timedelta(seconds=1)
    kept = [one.body["note"] for one in befores_of(house, "play", number)]
    assert len(kept) == 20
    assert kept[-2:] == ["kept for a day", "Late"]


def test_what_changes_nothing_is_no_version(house: play.House, number: int) -> None:
    change_play(house, number, PlayChanged(note="Late"))
    change_person(house, 1, PersonAsked(name="Ann"))
    assert befores_of(house, "play", number) == befores_of(house, "person", 1) == []


def test_of_a_table_only_what_was_added_comes_back(client: FlaskClient, house: play.House) -> None:
    """Scores follow from the log, whatever is brought back."""
    code = client.post("/api/tables", json={"game": "mombasa", "seats": [{"name": "Ann"}, {"name": "Bo"}]}).get_json()[
        "code"
    ]
    body = {"action": {"type": "cash", "value": 7}, "seat": 0, "key": "key-befores-2"}
    assert client.post(f"/api/tables/{code}/actions", json=body).status_code == 201
    assert client.post(f"/api/tables/{code}/close", json={"key": "key-befores-3"}).status_code == 200
    client.get("/plays")
    client.post("/plays/1", data={"note": "first", "place": "at home", "day": "2026-05-01"})
    client.post("/plays/1", data={"note": "nonsense", "place": "", "day": "2020-01-01"})
    assert client.post("/plays/1/back", data={"version": versions(client, "/plays/1")[0]}).status_code == 303
    found = play_of(house, 1)
    assert (found.note, found.place, found.day, found.code) == ("first", "at home", "2026-05-01", code)


def test_a_deleted_name_is_in_no_version(
    client: FlaskClient, house: play.House, number: int, token: dict[str, str]
) -> None:
    """Nor that of somebody who was merged into them."""
    change_play(house, number, PlayChanged(note="Early"))
    cy = enter_play(
        house, PlayAsked(key="key-befores-4", game="mombasa", seats=[SeatOfPlay(name="Cy"), SeatOfPlay(name="Di")])
    )
    assert cy != number
    merge_people(house, 2, 3)
    assert client.delete("/api/people/3", headers=token).status_code == 200
    page = client.get(f"/plays/{number}", headers=EN).text
    assert versions(client, f"/plays/{number}")
    assert ">Bo<" not in page and ">Cy<" not in page
    assert "Deleted player" in page
