"""My copy: what is printed on the owner's copy is shown, corrected and forgotten, by whom it may be."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion import play
from companion.core.printed import number_at
from companion.games import GAMES

WALKING = {
    "star_points": [1, 3, 6, 10, 15, 21],
    "spaces": 5,
    "last_card": [12, 14, 14, 16, 18],
    "dice": {"blue": 2, "black": 2, "white": 2},
    "faces": {"blue": ["one"] * 6},
}
MONKEYS = {
    "track_length": 20,
    "dotted": [4, 9],
    "rank_points": {"5": [3, 2], "6": [2, 1]},
    "ships": {"red": [{"capacity": 3, "points": 4}]},
}
LUNCH = {"monsters": {"Ogre <1>": {"hunger": 2, "foods": {"potion": 2}}}}
SPANK = {
    "junk": {"Old Couch": {"height": 2, "strength": 3}},
    "attacks": {"Kick": {"kind": "attack", "modifier": 2}},
    "defences": {"Duck": {"value": 1}},
}
PROFILES = [
    pytest.param("walking_on_the_moon", WALKING, 15, id="spaces, last card, star points, dice"),
    pytest.param("monkeys_on_the_moon", MONKEYS, 9, id="track, dotted, ranks 5 and 6, a ship"),
    pytest.param("lunchtime_battle", LUNCH, 4, id="hunger and three foods of a monster"),
    pytest.param("spank_the_monkey", SPANK, 4, id="junk, attack, defence"),
]


def seated(client: FlaskClient, game: str = "walking_on_the_moon") -> str:
    """A table at which this device has the first seat."""
    seats = [{"name": name, "color": color} for name, color in (("Ann", "red"), ("Bo", "blue"), ("Cy", "green"))]
    code = str(client.post("/api/tables", json={"game": game, "seats": seats}).get_json()["code"])
    client.get(f"/t/{code}")
    assert client.post(f"/t/{code}/seat", data={"seat": "0"}).status_code == 303
    return code


def field(path: tuple[Any, ...]) -> str:
    return f"n:{json.dumps(path, ensure_ascii=False)}"


def box(app: Flask, game: str = "walking_on_the_moon") -> dict[str, Any]:
    return play.box_of(app.extensions["companion"], game)


@pytest.mark.parametrize(("game", "profile", "count"), PROFILES)
def test_every_number_of_the_copy_is_shown_corrected_and_forgotten(
    app: Flask, client: FlaskClient, game: str, profile: dict[str, Any], count: int
) -> None:
    """A page per game shows, corrects and forgets every number of the box profile."""
    play.set_box(app.extensions["companion"], game, profile)
    code = seated(client, game)
    numbers = GAMES[game].printed_numbers(profile)
    assert len(numbers) == count
    shown = client.get(f"/t/{code}/my-copy").get_data(as_text=True)
    assert shown.count('name="n:') == count
    for number in numbers:
        value = number.low if number.value == number.high else number.high
        data = {field(number.path): str(value), "back": f"/t/{code}/my-copy"}
        answer = client.post(f"/box/{game}", data=data)
        assert (answer.status_code, answer.headers["Location"]) == (303, f"/t/{code}/my-copy")
        assert number_at(box(app, game), number.path) == value
        data = {field(number.path): "", f"was:{json.dumps(number.path, ensure_ascii=False)}": str(value)}
        assert client.post(f"/box/{game}", data=data).status_code == 303
        assert number_at(box(app, game), number.path) is None


def test_a_wrong_number_is_refused_with_what_is_allowed(app: Flask, client: FlaskClient) -> None:
    """Spaces 2 to 12; scores of the last card 12, 14, 16 or 18; nothing else is changed."""
    play.set_box(app.extensions["companion"], "walking_on_the_moon", WALKING)
    seated(client)
    for path, typed, words in (
        (("spaces",), "13", "from 2 to 12"),
        (("last_card", 0), "13", "12, 14, 16, 18"),
        (("star_points", 1), "two", "This is not a number"),
    ):
        answer = client.post("/box/walking_on_the_moon", data={field(path): typed})
        said = re.sub(r"<[^>]*>|[\u2066-\u2069]", "", answer.get_data(as_text=True))
        assert (answer.status_code, words in said) == (422, True), said
    assert box(app) == WALKING


def test_what_was_left_as_it_was_says_nothing(app: Flask, client: FlaskClient) -> None:
    """Two correct different numbers at once: both stay."""
    play.set_box(app.extensions["companion"], "walking_on_the_moon", WALKING)
    seated(client)
    data = {
        field(("spaces",)): "6",
        'was:["spaces"]': "5",
        field(("star_points", 0)): "1",
        'was:["star_points", 0]': "1",
    }
    play.correct_box(app.extensions["companion"], "walking_on_the_moon", {("star_points", 0): 2})
    assert client.post("/box/walking_on_the_moon", data=data).status_code == 303
    assert (box(app)["spaces"], box(app)["star_points"][0]) == (6, 2)


def test_a_card_or_everything_is_forgotten(app: Flask, client: FlaskClient) -> None:
    """Forget: one card by its name, one group, or all of it with the faces."""
    play.set_box(app.extensions["companion"], "spank_the_monkey", SPANK)
    seated(client, "spank_the_monkey")
    client.post("/box/spank_the_monkey", data={"forget": '["junk", "Old Couch"]'})
    assert set(box(app, "spank_the_monkey")) == {"attacks", "defences"}
    assert client.post("/box/spank_the_monkey", data={"forget": "{}"}).status_code == 422
    client.post("/box/spank_the_monkey", data={"forget": ""})
    assert box(app, "spank_the_monkey") == {}


def test_who_may_change_a_copy(app: Flask, client: FlaskClient, token: dict[str, str]) -> None:
    """The host, or a device that sits at a table of that game, unless the host has locked it."""
    data = {field(("spaces",)): "6"}
    assert client.post("/box/walking_on_the_moon", data=data).status_code == 403
    assert client.put("/api/box/walking_on_the_moon", json=WALKING).status_code == 403
    assert client.put("/api/box/walking_on_the_moon", json=WALKING, headers=token).status_code == 200
    seated(client, "mombasa")
    assert client.put("/api/box/walking_on_the_moon", json=WALKING).status_code == 403
    seated(client)
    assert client.put("/api/box/walking_on_the_moon", json={**WALKING, "spaces": None}).get_json().get("spaces") is None
    assert client.post("/box/walking_on_the_moon", data=data).status_code == 303
    assert client.post("/host/box-lock", data={"locked": "true"}).status_code == 403
    assert client.post("/host/box-lock", data={"locked": "true"}, headers=token).status_code == 303
    locked = client.post("/box/walking_on_the_moon", data=data)
    assert (locked.status_code, "locked" in locked.get_data(as_text=True)) == (403, True)
    assert "locked" in client.get("/box/walking_on_the_moon").get_data(as_text=True)
    assert client.put("/api/box/walking_on_the_moon", json=WALKING, headers=token).status_code == 200


def test_a_script_is_told_which_number_is_wrong(client: FlaskClient, token: dict[str, str]) -> None:
    """Refused with the path of the field."""
    answer = client.put("/api/box/walking_on_the_moon", json={"star_points": [1, 3, 600]}, headers=token)
    assert (answer.status_code, answer.get_json()["error"]["field"]) == (422, "star_points[2]")


def test_the_page_is_reached_from_the_lobby_and_the_table(client: FlaskClient) -> None:
    """Reachable from the table and the lobby; a game with nothing printed has none."""
    assert "/box/walking_on_the_moon" in client.get("/").get_data(as_text=True)
    code = seated(client)
    assert f"/t/{code}/my-copy" in client.get(f"/t/{code}").get_data(as_text=True)
    other = seated(client, "mombasa")
    assert "my-copy" not in client.get(f"/t/{other}").get_data(as_text=True)
    assert client.get("/box/mombasa").status_code == 404
    assert client.get("/box/chess").status_code == 404


ALSO = [
    pytest.param({}, 5, "only this table is corrected", id="this table only, where nothing is said"),
    pytest.param({"also": "table"}, 5, "only this table is corrected", id="this table only"),
    pytest.param({"also": "copy"}, 4, "Your copy is corrected too", id="your copy too"),
]


@pytest.mark.parametrize(("also", "spaces", "words"), ALSO)
def test_a_correction_of_a_printed_number_asks_whether_the_copy_is_meant_too(
    app: Flask, client: FlaskClient, also: dict[str, str], spaces: int, words: str
) -> None:
    """A correction at a table asks "this table only, or your copy too?"."""
    play.set_box(app.extensions["companion"], "walking_on_the_moon", WALKING)
    code = seated(client)
    assert "your copy too" in client.get(f"/t/{code}/correction").get_data(as_text=True)
    form = {
        "type": "correct",
        "seat": "",
        "f.counter": "spaces",
        "f.value": "4",
        **{f"f.{k}": v for k, v in also.items()},
    }
    assert words in client.post(f"/t/{code}/tell", data=form).get_data(as_text=True)
    assert client.post(f"/t/{code}/act", data={**form, "key": f"correct-{words[:4]}"}).status_code == 303
    table = play.look(app.extensions["companion"], code)
    assert table.state.box.spaces == 4
    assert (box(app)["spaces"], box(app)["faces"]) == (spaces, WALKING["faces"])


CARDS = [
    pytest.param(
        "spank_the_monkey",
        [
            (None, {"type": "start_player", "player": 0}),
            (0, {"type": "draw", "cards": 1}),
            (0, {"type": "junk", "cards": [{"name": "Old Couch", "height": 2, "strength": 3}]}),
        ],
        "height:",
        ("junk", "Old Couch", "height"),
        id="the height of a junk card",
    ),
    pytest.param(
        "lunchtime_battle",
        [
            (None, {"type": "start_player", "player": 0}),
            (0, {"type": "roll", "dice": [2, 2]}),
            *((seat, {"type": "first_candidate", "foods": {"potion": 1}}) for seat in range(3)),
            *(
                (seat, {"type": "lay", "name": name, "hunger": 1, "foods": {"meat": 2}})
                for seat, name in enumerate(("Bear", "", ""))
            ),
        ],
        "foods:",
        ("monsters", "Bear", "foods", "meat"),
        id="the meat on a monster",
    ),
]


@pytest.mark.parametrize(("game", "entered", "counter", "path"), CARDS)
def test_a_correction_of_a_card_by_its_name_may_be_about_the_copy_too(
    app: Flask,
    client: FlaskClient,
    game: str,
    entered: list[tuple[int | None, dict[str, Any]]],
    counter: str,
    path: tuple[str, ...],
) -> None:
    """Cards learnt by name are printed numbers as well."""
    code, house = seated(client, game), app.extensions["companion"]
    for n, (seat, action) in enumerate(entered):
        play.act(house, code, "device", action, f"entered-{n}", seat=seat)
    key = next(c.key for c in play.look(house, code).counters if c.key.startswith(counter))
    correct = {"type": "correct", "counter": key, "value": 4}
    play.act(house, code, "device", correct, "correct-1")
    assert number_at(box(app, game), path) == 2
    play.act(house, code, "device", {**correct, "value": 5, "also": "copy"}, "correct-2")
    assert number_at(box(app, game), path) == 5
