"""The first page, the choice of a game, the host's page, and what lies on a phone's home screen."""

from __future__ import annotations

import json
import re
import struct
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion import play
from companion.games import GAMES
from companion.resources import static_path

EN, ZH = {"Accept-Language": "en"}, {"Accept-Language": "zh-TW"}
SEATS = [{"name": "Ann", "color": "red"}, {"name": "小明", "color": "blue"}]


def entered(app: Flask, code: str, seat: int | None, kind: str, **fields: object) -> None:
    house: play.House = app.extensions["companion"]
    key = f"key-{play.look(house, code).seq:08}"
    play.act(house, code, "script", {"type": kind, **fields}, key, seat=seat)


def opened(app: Flask, game: str = "mombasa") -> str:
    house: play.House = app.extensions["companion"]
    return play.open_table(house, game, SEATS).code


def words(html: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


def sit(client: FlaskClient, code: str, seat: int) -> None:
    client.get(f"/t/{code}")
    assert client.post(f"/t/{code}/seat", data={"seat": str(seat)}).status_code == 303


@pytest.mark.parametrize(("language", "empty"), [(EN, "No table yet"), (ZH, "還沒有牌桌")])
def test_an_empty_lobby_is_the_five_emblems_and_a_new_table(
    client: FlaskClient, language: dict[str, str], empty: str
) -> None:
    page = client.get("/", headers=language).text
    assert empty in page
    for key, kind in GAMES.items():
        assert (f"emblems/{key}.svg" in page) is (key != "pad")
        if kind.about is not None:
            assert f'href="/new/{key}"' in page
    assert re.search(r'class="button primary" href="/new"', page)


def test_a_card_with_my_turn_is_the_only_primary(app: Flask, client: FlaskClient) -> None:
    code, other = opened(app), opened(app, "spank_the_monkey")
    sit(client, code, 1)
    entered(app, code, None, "start_player", player=1)
    entered(app, code, None, "cards_revealed")
    page = client.get("/", headers=EN).text
    assert re.findall(r'class="button primary[^"]*" href="([^"]+)"', page) == [f"/t/{code}"]
    assert "Your turn: continue" in page
    assert "Round 1 of 7 · Action phase · just now" in words(page)
    assert f'href="/t/{other}"' in page
    entered(app, code, 1, "turn_done")
    page = client.get("/", headers=EN).text
    assert "Your turn" not in page
    assert "Continue" in page


def test_going_on_with_whose_turn_and_finished_with_the_winner_once_it_is_revealed(
    app: Flask, client: FlaskClient
) -> None:
    """Tables in progress with round, whose turn, when last touched; finished ones with winner and date; never before the board."""
    code = opened(app)
    entered(app, code, None, "start_player", player=1)
    entered(app, code, None, "cards_revealed")
    entered(app, code, 0, "cash", value=5)
    going = words(client.get("/", headers=EN).text)
    assert re.search(r"Going on .*Mombasa .*Round 1 of 7 · Action phase · just now · Ann, 小明 .*小明", going)
    entered(app, code, None, "finish")
    assert "5 : 0" not in client.get("/", headers=EN).text
    for _ in range(8):
        entered(app, code, None, "reveal")
    done = words(client.get("/", headers=EN).text)
    assert "Going on" not in done
    assert re.search(r"Finished .*Mombasa .*Ann .*5 : 0", done)


def test_ten_of_each_list_then_all(app: Flask, client: FlaskClient) -> None:
    for _ in range(13):
        opened(app)
    page = client.get("/", headers=EN).text
    assert page.count("<strong>Mombasa</strong>") == 10
    assert "3 more tables" in page
    assert client.get("/?all=1", headers=EN).text.count("<strong>Mombasa</strong>") == 13


def test_the_host_page_says_scan_me_then_who_is_here(app: Flask, client: FlaskClient) -> None:
    code = opened(app)
    sit(client, code, 1)
    house: play.House = app.extensions["companion"]
    device = house.store.seated(code)[0].device
    assert 'id="here"' not in client.get("/host", headers=EN).text
    assert house.bell.listen(code, device, here=False) is not None
    page = client.get("/host", headers=EN).text
    assert "Scan me" in page
    here = page[page.index('id="here"') :]
    assert "小明" in here[: here.index("</ul>")]
    assert "Ann" not in here[: here.index("</ul>")]


def test_an_empty_lobby_leads_to_any_other_game_and_to_the_pads_of_the_house(client: FlaskClient) -> None:
    made = client.post("/pads", data={"title": "Harbour", "label": "Gold", "kind": "points"})
    assert made.status_code == 303
    page = client.get("/", headers=EN).text
    assert 'href="/pads"' in page
    assert 'href="/new/pad:harbour"' in page


def test_the_lobby_says_names_once_and_between_them_the_comma_of_the_language(app: Flask, client: FlaskClient) -> None:
    opened(app, "pad")
    row = re.sub(r"<[^>]+>", "", client.get("/", headers=ZH).text)
    assert row.count("Ann、小明") == 1, "it waits for everybody: their names are said once"
    assert "所有人" in row
    assert re.sub(r"<[^>]+>", "", client.get("/", headers=EN).text).count("Ann, 小明") == 1


@pytest.mark.parametrize("game", ["companion", *(key for key in GAMES)])
def test_what_lies_on_the_home_screen_is_called_as_the_table_and_has_its_emblem(
    app: Flask, client: FlaskClient, game: str
) -> None:
    at = "" if game == "companion" else f"/t/{opened(app, game)}"
    page = client.get(at or "/", headers=EN).text
    linked = re.search(r'rel="manifest" href="([^"]+)"', page)
    assert linked is not None
    assert linked[1] == f"{at}/manifest.webmanifest"
    answer = client.get(linked[1], headers=ZH)
    assert answer.mimetype == "application/manifest+json"
    told: dict[str, Any] = json.loads(answer.data)
    assert told["start_url"] == (at or "/")
    assert told["display"] == "standalone"
    assert told["name"].endswith("Ann、小明") is bool(at)
    assert {icon["sizes"] for icon in told["icons"]} == {"192x192", "512x512"}
    for icon in told["icons"]:
        picture = client.get(icon["src"])
        assert picture.mimetype == "image/png"
        wide, high = struct.unpack(">II", picture.data[16:24])
        assert f"{wide}x{high}" == icon["sizes"]
        assert f"icons/{game}-" in icon["src"]
    touch = re.search(r'rel="apple-touch-icon" href="([^"]+)"', page)
    assert touch is not None
    assert client.get(touch[1]).status_code == 200
    assert (f"emblems/{game}.svg" in re.findall(r'rel="icon" href="\s*([^"]+)"', page)[0]) is bool(at)


def test_every_emblem_has_its_icons() -> None:
    """``python -m testkit.icons`` draws them anew."""
    folder = Path(static_path())
    for drawing in (folder / "emblems").glob("*.svg"):
        for size in (180, 192, 512):
            assert (folder / "icons" / f"{drawing.stem}-{size}.png").is_file()
