"""The pages of Walking on the Moon without a browser: every phase of a race can be shown, in both languages."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion import play

GOLDEN = Path(__file__).parent.parent / "games" / "golden"
SEATS = [
    {"name": name, "color": color}
    for name, color in zip(("Ann", "Bo", "小明", "Di", "Ed"), ("red", "blue", "green", "amber", "purple"), strict=True)
]


class Played:
    """A table that is played through the API, and looked at."""

    def __init__(self, app: Flask, client: FlaskClient, seats: int, box: dict[str, Any], **options: Any) -> None:
        self.client = client
        self.house: play.House = app.extensions["companion"]
        play.set_box(self.house, "walking_on_the_moon", box)
        data = {"game": "walking_on_the_moon", "seats": SEATS[:seats], "options": options}
        answer = client.post("/api/tables", json=data)
        assert answer.status_code == 201
        self.code = str(answer.get_json()["code"])
        self.entered = 0

    def enter(self, seat: int | None, action: dict[str, Any]) -> None:
        self.entered += 1
        body = {"action": action, "seat": seat, "key": f"entry-{self.entered:06d}"}
        answer = self.client.post(f"/api/tables/{self.code}/actions", json=body)
        assert answer.status_code == 201, answer.get_json()

    @property
    def state(self) -> Any:
        return play.look(self.house, self.code).state

    def shown(self, seat: int, leaf: str = "panel", language: str = "en") -> str:
        """The live part of a phone, or the board, as a visitor of that seat's page gets it."""
        answer = self.client.get(f"/t/{self.code}/{leaf}?as={seat}", headers={"Accept-Language": language})
        assert answer.status_code == 200
        return answer.get_data(as_text=True)


@pytest.mark.parametrize("name", ["2-players", "5-players"])
def test_every_kind_of_moment_of_a_stored_race_is_shown(app: Flask, client: FlaskClient, name: str) -> None:
    """Before and after each kind of entry, in each phase: phone of the one whose turn it is, and the big screen."""
    stored = json.loads((GOLDEN / f"walking_on_the_moon-{name}.json").read_text(encoding="utf-8"))
    seats = len(stored["names"])
    table = Played(app, client, seats, stored["box"], **stored["options"])
    seen = set()
    for entry in stored["plays"]:
        moment = (entry["action"]["type"], table.state.phase, entry["action"].get("ends"), "swap" in entry["action"])
        if moment not in seen:
            seen.add(moment)
            for language in ("en", "zh-TW"):
                page = table.shown(entry["seat"] or 0, language=language)
                assert 'id="me"' in page
                assert "{who}" not in page
                assert 'class="board"' in table.shown(0, "board", language)
        table.enter(entry["seat"], entry["action"])
    assert table.state.phase == "over"
    for _ in range(3):
        table.enter(None, {"type": "reveal"})
    winner = stored["names"].index(stored["result"]["winners"][0])
    ending = table.shown(0).partition('id="decided"')[2].partition("</p>")[0]
    assert SEATS[winner]["name"] in ending


BOX = {
    "star_points": [1, 3, 6, 10, 15, 21],
    "spaces": 5,
    "last_card": [12, 14, 14, 16, 18],
    "dice": {"blue": 2, "black": 2, "white": 2},
}


def test_what_a_phone_shows_in_each_phase(app: Flask, client: FlaskClient) -> None:
    """The one next thing is a form of that phase, for the seat it belongs to only."""
    table = Played(app, client, 3, BOX, dice="kept")
    assert 'id="ask-start_player"' in table.shown(1)
    table.enter(None, {"type": "start_player", "player": 0})
    assert 'name="type" value="choose_dice"' in table.shown(0).partition('id="more"')[0]
    assert 'id="step"' not in table.shown(1)
    assert 'id="for-others"' in table.shown(1)  # one phone may enter for everybody
    assert 'id="for-others"' not in table.shown(0)
    four = ["blue_1", "blue_2", "black_1", "white_1"]
    jumps: tuple[dict[str, Any], ...] = (
        {"space": 4, "ends": "bump"},
        {"space": 5, "level": 2},
        {"space": 5, "level": 1},
    )
    for seat, jump in enumerate(jumps):
        table.enter(seat, {"type": "choose_dice", "dice": four})
        assert 'name="type" value="jump"' in table.shown(seat)
        assert 'name="f.obstruct" value="2"' not in table.shown(seat)  # Cy shares the start: nobody passes there
        table.enter(seat, {"type": "jump", "dice": four, **jump})
    assert 'name="type" value="recover"' in table.shown(0)
    table.enter(0, {"type": "recover", "step": 1})
    assert table.state.phase == "leading"
    assert 'id="ask-leader"' in table.shown(2)
    table.enter(None, {"type": "leader", "astronaut": 1})
    for seat in (1, 2):
        table.enter(seat, {"type": "choose_dice", "dice": four})
        table.enter(seat, {"type": "jump", "dice": [four[seat]], "space": 5, "level": 3 - seat, "ends": "bump"})
    assert table.state.phase == "last"
    assert 'id="ask-last"' in table.shown(2)
    table.enter(None, {"type": "last", "astronaut": 0})  # Ann arrived after Cy and lies on top
    table.enter(None, {"type": "finish"})
    assert 'id="ask-tie"' in table.shown(1)
    table.enter(None, {"type": "tie_answer", "question": "moon", "players": []})
    assert 'type="checkbox"' in table.shown(1).partition('id="ask-tie"')[2].partition("</form>")[0]


FACES = {
    "blue": ["one", "one", "one", "two", "two", "up"],
    "black": ["one", "two", "two", "three", "skull", "skull"],
    "white": ["one", "one", "two", "two", "up", "up"],
}


def test_the_companion_rolls_the_dice_that_are_ticked_where_their_faces_are_known(
    app: Flask, client: FlaskClient
) -> None:
    """Rolled by the app, only if the players ask for it: those dice and no others, and the history says so."""
    table = Played(app, client, 2, {**BOX, "faces": FACES})
    table.enter(None, {"type": "start_player", "player": 0})
    table.enter(0, {"type": "choose_dice", "dice": ["blue_1", "blue_2", "black_1", "white_1"]})
    page = table.shown(0)
    assert 'id="roll-app"' in page
    form = {
        "type": "rolled",
        "seat": "0",
        "as": "0",
        "roll": "true",
        "f.only": ["blue_2", "white_1"],
        "key": "a-key-for-a-roll",
    }
    answer = client.post(f"/t/{table.code}/act", data=form, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    found = play.look(table.house, table.code)
    assert found.events[-1].via == "app"
    shown = dict(found.state.turn.shown)
    assert list(shown) == ["blue_2", "white_1"]
    assert all(face in FACES[die.partition("_")[0]] for die, face in shown.items())
    left = answer.get_data(as_text=True).partition('id="roll-app"')[2].partition("</form>")[0]
    assert 'value="blue_1"' in left and 'value="black_1"' in left
    assert 'value="blue_2"' not in left and 'value="white_1"' not in left
    assert "rolled by the app" in table.shown(0, "history")


def test_a_rolled_skull_is_what_the_page_asks_for(app: Flask, client: FlaskClient) -> None:
    """Coma at once: its die is ticked, the jump ends off the Moon, and nothing else is offered."""
    table = Played(app, client, 2, {**BOX, "faces": FACES})
    table.enter(None, {"type": "start_player", "player": 0})
    table.enter(0, {"type": "choose_dice", "dice": ["blue_1", "blue_2", "black_1", "white_1"]})
    table.enter(0, {"type": "rolled", "dice": [["black_1", "skull"]]})
    page = " ".join(table.shown(0).split())
    assert 'name="f.ends" value="skull" checked' in page
    assert 'name="f.dice" value="black_1" checked' in page
    assert 'id="roll-app"' not in page


def test_who_is_away_is_said_in_the_race(app: Flask, client: FlaskClient) -> None:
    """On the phone and on the big screen."""
    table = Played(app, client, 3, BOX)
    table.enter(None, {"type": "start_player", "player": 0})
    play.away(table.house, table.code, "device", "a-key-for-away", 1)
    race = table.shown(0).partition('id="race"')[2].partition("</ol>")[0]
    assert race.count("(away)") == 1
    assert client.get(f"/t/{table.code}/board").get_data(as_text=True).count("(away)") >= 1


def test_without_the_faces_the_page_says_what_the_companion_needs_to_roll(app: Flask, client: FlaskClient) -> None:
    """The faces are printed on the owner's dice: nobody invents them."""
    table = Played(app, client, 2, BOX)
    table.enter(None, {"type": "start_player", "player": 0})
    table.enter(0, {"type": "choose_dice", "dice": ["blue_1", "blue_2", "black_1", "white_1"]})
    page = table.shown(0)
    assert 'id="roll-app"' not in page
    assert "enter the faces of each colour under More" in page
    assert 'value="die_faces"' in page


def test_a_table_that_only_scores_asks_for_what_is_printed_and_who_was_first(app: Flask, client: FlaskClient) -> None:
    """Final scoring only: with an empty box too."""
    table = Played(app, client, 3, {}, bookkeeping="final")
    assert 'name="type" value="star_points"' in table.shown(0).partition('id="more"')[0]
    names = ("one", "two", "three", "four", "five", "six")
    table.enter(None, {"type": "star_points", **dict(zip(names, BOX["star_points"], strict=True))})  # type: ignore[call-overload]
    assert 'value="star_points"' not in table.shown(0)
    table.enter(1, {"type": "arrive", "where": "later"})
    for seat in range(3):
        table.enter(seat, {"type": "sheet_complete"})
    assert 'id="ask-first_across"' in table.shown(0)
    table.enter(None, {"type": "first_across", "astronaut": 1})
    assert table.state.phase == "over"


def test_the_board_draws_the_dice_that_are_left(app: Flask, client: FlaskClient) -> None:
    """In their colours where the table chose them; four of any kind while it has not."""
    table = Played(app, client, 3, BOX, dice="kept")
    table.enter(None, {"type": "start_player", "player": 0})
    assert table.shown(0, "board").count('class="jump-die any"') == 4
    table.enter(0, {"type": "choose_dice", "dice": ["blue_1", "blue_2", "black_1", "white_1"]})
    table.enter(0, {"type": "jump", "dice": ["blue_1"], "space": 2, "level": 1})
    drawn = table.shown(0, "board")
    assert [drawn.count(f'class="jump-die {color}"') for color in ("blue", "black", "white")] == [1, 1, 1]
    assert 'aria-label="3 dice"' in drawn
