"""The pages of the evenings without a browser: who may do what, every link leads somewhere, how long they take."""

from __future__ import annotations

import json
import random
import re
from html import unescape
from pathlib import Path

import msgspec
import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion import play
from companion.play.evenings_in import import_plays
from companion.play.logbook import plays_of
from companion.play.people import people_of
from companion.web import create_app
from testkit.asking import asked_of
from testkit.evenings import generated
from testkit.playing import play_on

FORM = {"Origin": "http://localhost"}
MOST_ASKED = 20
"""Statements for one page of statistics, whatever the number of plays."""


@pytest.fixture
def house(app: Flask) -> play.House:
    """Sixty plays of five people."""
    found: play.House = app.extensions["companion"]
    import_plays(found, generated(random.Random(4), 60, people=5))
    return found


@pytest.fixture
def host(app: Flask, token: dict[str, str]) -> dict[str, str]:
    return token | FORM


PAGES = (
    "/players", "/players/1", "/plays", "/plays/1", "/plays/new", "/plays/new/mombasa", "/plays/new/lunchtime_battle",
    "/plays/1/edit", "/plays/along", "/statistics", "/statistics?game=mombasa", "/statistics?game=lunchtime_battle",
    "/statistics?game=spank_the_monkey", "/statistics?person=1", "/statistics?person=2&game=walking_on_the_moon",
    "/statistics?game=nothing", "/plays?game=mombasa&person=1&won=1", "/plays?person=1&against=2&ahead=1", "/plays?seat=1",
)  # fmt: skip


@pytest.mark.parametrize("language", ["en", "zh-TW"])
def test_every_link_of_every_page_leads_somewhere(client: FlaskClient, house: play.House, language: str) -> None:
    """Numbers lead to their plays: no page of the evenings has a dead link, and none has words left in English."""
    seen: set[str] = set()
    for page in PAGES:
        answer = client.get(page, headers={"Accept-Language": language})
        assert answer.status_code == 200, page
        seen |= {unescape(href) for href in re.findall(r'<a[^>]* href="(/[^"]*)"', answer.text)}
    assert (
        sum(link.startswith("/plays?") for link in seen) > 40 and sum(link.startswith("/plays/") for link in seen) > 20
    )
    for link in sorted(seen):
        assert client.get(link, headers={"Accept-Language": language}).status_code == 200, link


def test_a_number_on_the_page_is_the_number_of_plays_behind_it(client: FlaskClient, house: play.House) -> None:
    text = client.get("/statistics?game=mombasa", headers={"Accept-Language": "en"}).text
    links = re.findall(r'<a class="count" href="(/plays\?[^"]+)">(\d+)<span', text)
    assert len(links) > 15
    for href, number in links:
        behind = client.get(unescape(href), headers={"Accept-Language": "en"}).text
        said = re.search(r"(\d+) plays?</p>", behind)
        assert said is not None and said[1] == number, href


def test_a_play_by_hand_from_form_to_correction(client: FlaskClient, app: Flask) -> None:
    form = {
        "key": "key-by-hand-1",
        "name.0": "Ann",
        "score.0": "40+48",
        "name.2": "陳小明",
        "score.2": "−3",
        "day": "2026-04-05",
    }
    answer = client.post("/plays/new/mombasa", data=form, headers=FORM)
    assert answer.status_code == 303
    (one,) = plays_of(app.extensions["companion"])
    assert [(seat.name, seat.score, seat.won) for seat in one.seats] == [("Ann", 88, True), ("陳小明", -3, False)]
    again = client.post("/plays/new/mombasa", data=form, headers=FORM)
    assert again.headers["Location"] == answer.headers["Location"], "the same tap sent twice counts once"
    page = client.get(f"/plays/{one.id}/edit").text
    fields = dict(re.findall(r'name="((?:name|score|person|was)\.\d)"[^>]*? value="([^"]*)"', page)) | {
        name: value for value, name in re.findall(r'value="([^"]*)"[^>]*? name="((?:person|was)\.\d)"', page)
    }
    assert fields["name.0"] == "Ann"
    corrected = fields | {"score.0": "90", "score.1": "91", "day": "2026-04-06", "place": "=1+1"}
    assert client.post(f"/plays/{one.id}/edit", data=corrected, headers=FORM).status_code == 303
    (one,) = plays_of(app.extensions["companion"])
    assert [(seat.score, seat.won) for seat in one.seats] == [(90, False), (91, True)]
    assert (one.day, one.place) == ("2026-04-06", "=1+1")
    assert len(people_of(app.extensions["companion"])) == 2, "nobody new came by the correction"


@pytest.mark.parametrize(
    ("wins", "marked", "winner"),
    [("highest", None, "Bo"), ("lowest", None, "Ann"), ("any", None, "Bo"), ("any", "0", "Ann")],
)
def test_a_play_by_hand_of_a_pad_or_of_any_other_game(
    client: FlaskClient, app: Flask, wins: str, marked: str | None, winner: str
) -> None:
    """It is kept and corrected under the name of the game, and who won stays."""
    game = "pad"
    if wins != "any":
        pad = {"title": "Harbour", "label": "Gold", "kind": "points", "wins": wins, "players_high": "3"}
        assert client.post("/pads", data=pad, headers=FORM).status_code == 303
        game = "pad:harbour"
    assert f'href="/plays/new/{game}"' in client.get("/plays/new").text
    assert client.get(f"/plays/new/{game}").status_code == 200
    form = {"key": "key-by-hand-2", "name.0": "Ann", "score.0": "4", "name.1": "Bo", "score.1": "9"}
    form |= {"title": "Harbour"} if wins == "any" else {}
    form |= {f"won.{marked}": "true"} if marked else {}
    assert client.post(f"/plays/new/{game}", data=form, headers=FORM).status_code == 303
    (one,) = plays_of(app.extensions["companion"])
    assert (one.game, one.title, [seat.name for seat in one.winners]) == ("pad", "Harbour", [winner])
    page = client.get(f"/plays/{one.id}/edit").text
    assert "Harbour" in page
    again = {"name.0": "Ann", "score.0": "5", "name.1": "Bo", "score.1": "9", "day": "2026-04-06"}
    again |= {f"won.{n}": "true" for n in re.findall(r'name="won\.(\d)" value="true" checked', page)}
    assert client.post(f"/plays/{one.id}/edit", data=again, headers=FORM).status_code == 303
    (one,) = plays_of(app.extensions["companion"])
    assert (one.title, [seat.name for seat in one.winners]) == ("Harbour", [winner])
    assert "Harbour" in client.get("/statistics").text


def test_a_play_with_a_pad_is_told_in_the_language_of_the_reader(client: FlaskClient, app: Flask) -> None:
    """Title and categories of a pad that says them in two languages, also where the log of plays counts them."""
    label = {"en": "Gold", "zh-TW": "金幣"}
    pad = {"format": 1, "title": {"en": "Harbour", "zh-TW": "港口"}, "category": [{"key": "gold", "label": label}]}
    assert client.post("/api/pads", json=pad).status_code == 201
    asked = {"game": "pad:harbour", "seats": [{"name": "Ann"}, {"name": "Bo"}]}
    code = client.post("/api/tables", json=asked).get_json()["code"]
    for n, action in enumerate(
        ({"type": "enter", "category": "gold", "value": 5}, {"type": "finish"}, *[{"type": "reveal"}] * 2)
    ):
        sent = {"key": f"key-of-gold-{n}", "seat": 0, "action": action}
        assert client.post(f"/api/tables/{code}/actions", json=sent).status_code == 201
    (one,) = plays_of(app.extensions["companion"])
    zh, en = {"Accept-Language": "zh-TW"}, {"Accept-Language": "en"}
    for path in ("/plays", f"/plays/{one.id}", "/statistics", "/statistics?game=pad/Harbour"):
        assert "港口" in client.get(path, headers=zh).text, path
        assert "Harbour" in client.get(path, headers=en).text, path
    page = client.get(f"/plays/{one.id}", headers=zh).text
    assert "金幣" in page
    assert "Gold" not in page
    printed = client.get(f"/t/{code}/result", headers=zh).text
    assert '<th scope="row">名次</th>' in printed, "the place of a result is a rank, no seat"


def test_new_people_of_a_play_by_hand_have_colours_of_their_own(client: FlaskClient, app: Flask) -> None:
    form = {"key": "key-by-hand-4", "name.0": "Ann", "score.0": "4", "name.1": "Bo", "score.1": "9"}
    assert client.post("/plays/new/mombasa", data=form, headers=FORM).status_code == 303
    assert len({person.color for person in people_of(app.extensions["companion"])}) == 2


def test_a_list_of_plays_has_the_marks_of_its_language(client: FlaskClient) -> None:
    form = {"key": "key-by-hand-5", "name.0": "阿芳", "lost.0": "true", "name.1": "小明"}
    assert client.post("/plays/new/lunchtime_battle", data=form, headers=FORM).status_code == 303
    found = re.sub(r"<[^>]+>|\s", "", client.get("/plays", headers={"Accept-Language": "zh-TW"}).text)
    assert "阿芳（買午餐）、小明" in found


def test_any_other_game_has_a_name(client: FlaskClient) -> None:
    form = {"key": "key-by-hand-3", "name.0": "Ann", "score.0": "4", "name.1": "Bo", "score.1": "9"}
    answer = client.post("/plays/new/pad", data=form, headers=FORM)
    assert answer.status_code == 422
    assert "Say what the game is called." in answer.text


def test_whoever_is_not_the_host_is_told_where_files_are_brought_in(client: FlaskClient) -> None:
    page = client.get("/plays/along", headers={"Accept-Language": "en"}).text
    assert "/plays/import" not in page
    assert "open its host link, then this page" in page


def test_what_was_typed_stays_in_the_form_that_was_refused(client: FlaskClient) -> None:
    form = {"key": "key-by-hand-1", "name.0": "Ann", "score.0": "12,5", "name.1": "Bo", "score.1": "3", "note": "close"}
    answer = client.post("/plays/new/mombasa", data=form, headers=FORM)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text and "12,5" in answer.text and "close" in answer.text


@pytest.mark.parametrize(
    "path",
    [
        "/players/1/delete",
        "/players/1/merge",
        "/players/1/restore",
        "/plays/1/delete",
        "/plays/1/restore",
        "/plays/import",
        "/plays/zone",
    ],
)
def test_what_could_lose_an_evening_is_the_hosts(client: FlaskClient, house: play.House, path: str) -> None:
    assert client.post(path, data={"into": "2"}, headers=FORM).status_code == 403


def test_the_host_deletes_and_restores_a_play_and_a_person(
    client: FlaskClient, house: play.House, host: dict[str, str]
) -> None:
    assert client.post("/plays/1/delete", headers=host).status_code == 303
    assert next(one for one in plays_of(house) if one.id == 1).deleted
    assert client.get("/api/plays/1", headers=host).get_json()["id"] == 1
    for path in ("/plays/1", "/plays/1/edit", "/api/plays/1"):
        assert client.get(path).status_code == 404, "deleted for everybody but the host"
    assert client.put("/api/plays/1", json={"note": "still mine"}).status_code == 404
    assert client.post("/plays/1/restore", headers=host).status_code == 303
    assert not next(one for one in plays_of(house) if one.id == 1).deleted
    name = people_of(house)[0].name
    assert client.post("/players/1/delete", headers=host).status_code == 303
    assert name not in client.get("/plays?all=1", headers={"Accept-Language": "en"}).text
    assert "Deleted player" in client.get("/plays?all=1", headers={"Accept-Language": "en"}).text
    assert client.get("/statistics?game=mombasa").status_code == 200
    assert client.post("/players/1/restore", headers=host).status_code == 303
    assert name in client.get("/statistics").text


def test_a_deleted_name_is_nowhere_also_where_somebody_was_merged_into_them(
    client: FlaskClient, house: play.House, host: dict[str, str]
) -> None:
    """A play's page said what decided, and the export said everybody merged before, by the deleted name."""
    people = people_of(house)
    one = next(one for one in plays_of(house) if one.game == "mombasa" and one.seat_of(people[0].id) is not None)
    seat = f'"name": "{people[0].name}"'
    asked = {"name": "Newcomer", "color": "red"}
    added = client.post("/players", data=asked, headers=FORM).headers["Location"].rpartition("/")[2]
    assert seat in client.get("/plays/export").text
    assert client.post(f"/players/{people[0].id}/merge", data={"into": added}, headers=host).status_code == 303
    assert client.post(f"/players/{added}/delete", headers=host).status_code == 303
    for path in (f"/plays/{one.id}", "/plays?all=1", "/statistics", "/players", "/plays/export?format=csv"):
        assert people[0].name not in client.get(path).text, path
    for path in ("/plays/export?format=json", "/plays/export?format=bgstats"):
        assert seat not in client.get(path).text
    for path in (f"/players/{added}", f"/players/{people[0].id}", f"/statistics?person={added}"):
        assert client.get(path).status_code == 404, path
        assert client.get(path, headers=host).status_code == 200
    assert client.put(f"/api/people/{added}", json={"name": "Back"}).status_code == 404


def test_who_played_at_an_unlisted_table_is_known_to_who_was_there(app: Flask, host: dict[str, str]) -> None:
    """Names of unlisted tables are for those who have been there, also in lists of players."""
    house: play.House = app.extensions["companion"]
    there, stranger = app.test_client(), app.test_client()
    stranger.get("/")
    seats = [{"name": "Quietone"}, {"name": "Quiettwo"}]
    body = {"game": "mombasa", "seats": seats, "unlisted": True}
    code = there.post("/api/tables", json=body).get_json()["code"]
    there.get("/"), there.get(f"/t/{code}"), there.get(f"/t/{code}")
    play_on(house, code, 3000)
    play.close_table(house, code)
    number = next(person.id for person in people_of(house) if person.name == "Quietone")
    paths = ("/players", "/api/people", "/plays/export", "/plays/new/mombasa", "/plays/export?format=csv")
    for path in paths:
        assert "Quietone" not in stranger.get(path).text, path
        assert "Quietone" in stranger.get(path, headers=host).text, path
    assert all("Quietone" in there.get(path).text for path in paths)
    for path in (f"/players/{number}", f"/statistics?person={number}", f"/api/statistics?person={number}"):
        assert stranger.get(path).status_code == 404, path
        assert there.get(path).status_code == 200, path
    assert stranger.put(f"/api/people/{number}", json={"name": "Loud"}).status_code == 404
    assert stranger.post(f"/players/{number}", data={"name": "Loud"}, headers=FORM).status_code == 404


def test_the_same_people_again_fill_the_seats_of_a_new_table(client: FlaskClient, app: Flask) -> None:
    """Home, new table, the game, the people of last time, open: five taps, whoever plays."""
    house: play.House = app.extensions["companion"]
    code = play.open_table(
        house, "mombasa", [{"name": n, "color": c} for n, c in (("Ann", "amber"), ("Bo", "red"))]
    ).code
    play_on(house, code, 3000)
    play.close_table(house, code)
    taps = ["/", "/new", "/new/mombasa"]
    (chip,) = re.findall(r'href="(/new/mombasa\?like=\d+)"', client.get(taps[-1]).text)
    taps.append(chip)
    page = client.get(chip).text
    names = re.findall(r'id="name-\d" name="(name\.\d)"\s+value="([^"]*)"', page)
    chosen = re.findall(r'<select id="color-\d" name="(color\.\d)">.*?<option value="(\w+)" selected>', page, re.DOTALL)
    answer = client.post("/new/mombasa", data=dict(names) | dict(chosen), headers=FORM)
    taps.append("open")
    assert answer.status_code == 303 and len(taps) <= 8
    opened = play.look(house, answer.headers["Location"].split("/")[2])
    assert [(seat.name, seat.color) for seat in opened.table.seats] == [("Ann", "amber"), ("Bo", "red")]


def test_a_game_that_somebody_defined_is_counted_under_its_own_name(client: FlaskClient, app: Flask) -> None:
    """Two pads are two games, each with its title, its categories and its emblem or none."""
    codes = []
    for title, line in (("Shells", "Pearls"), ("Trains", "Tracks")):
        pad = {"format": 1, "title": title, "players": [2, 3], "category": [{"key": "one", "label": line}]}
        made = client.post("/api/pads", json=pad)
        assert made.status_code == 201, made.text
        body = {"game": made.get_json()["game"], "seats": [{"name": "Ann"}, {"name": "Bo"}]}
        codes.append(client.post("/api/tables", json=body).get_json()["code"])
        play_on(app.extensions["companion"], codes[-1], 300)
        play.close_table(app.extensions["companion"], codes[-1])
    plays = plays_of(app.extensions["companion"])
    assert sorted(str(one.title) for one in plays) == ["Shells", "Trains"]
    assert {key for one in plays for seat in one.seats for key, _ in seat.lines} == {"Pearls", "Tracks"}
    for one in plays:
        text = client.get("/statistics", query_string={"game": one.kind}, headers={"Accept-Language": "en"}).text
        assert f"{one.title}</h2>" in text and "1 play since" in text
        assert client.get(f"/plays/{one.id}").status_code == 200
    assert client.get("/plays/export?format=bgstats").get_json()["games"][0]["name"] == "Shells"


def test_charts_have_a_name_a_sign_and_a_table_behind_them(client: FlaskClient, house: play.House) -> None:
    text = client.get("/statistics?game=mombasa", headers={"Accept-Language": "en"}).text
    charts = re.findall(r'<svg class="chart"[^>]*>.*?</svg>\s*<details class="more" id="([\w-]+)">', text, re.DOTALL)
    assert charts == ["last-table", "months-table"]
    assert all('role="img" aria-label="' in chart for chart in re.findall(r'<svg class="chart"[^>]*>', text))
    assert 'style="' not in text, "the policy of our pages forbids it"


def test_an_import_has_the_limits_of_the_others(client: FlaskClient, app: Flask, host: dict[str, str]) -> None:
    """4 MB, one at a time; a file that is none says so."""
    too_large = client.post(
        "/api/plays/import", data=b"x" * (5 * 1024 * 1024), headers=host, content_type="application/json"
    )
    assert too_large.status_code == 413
    assert (
        client.post("/api/plays/import", json={"format": "other"}, headers=host).get_json()["error"]["field"]
        == "format"
    )
    file = json.loads(msgspec.json.encode(generated(random.Random(1), 30)))
    assert client.post("/api/plays/import", json=file, headers=host).get_json() == {
        "plays": 30, "people": 8, "known": 0, "others": 0,
    }  # fmt: skip
    assert client.post("/api/plays/import", json=file, headers=host).get_json()["known"] == 30
    exported = client.get("/api/plays/export?format=json", headers=host).get_json()
    assert exported["plays"] == sorted(file["plays"], key=lambda one: (one["day"] or "", one["started_at"], one["uid"]))


def test_the_log_follows_the_time_zone_of_the_house(
    client: FlaskClient, house: play.House, host: dict[str, str]
) -> None:
    days = [one["day"] for one in client.get("/api/plays").get_json()["plays"]]
    assert client.post("/plays/zone", data={"zone": "Pacific/Auckland"}, headers=host).status_code == 303
    assert [one["day"] for one in client.get("/api/plays").get_json()["plays"]] != days
    assert client.post("/plays/zone", data={"zone": "Mars/Olympus"}, headers=host).status_code == 422


@pytest.mark.slow
def test_the_statistics_of_a_thousand_plays_read_them_once(tmp_path: Path) -> None:
    """A few questions to the database at the first look, and none for the plays at the second."""
    app = create_app(tmp_path)
    house: play.House = app.extensions["companion"]
    import_plays(house, generated(random.Random(7), 1000))
    client = app.test_client()
    with asked_of(house.store) as asked:
        for path in ("/statistics", "/statistics?game=mombasa", "/statistics?person=1"):
            house.logged = None
            for times_read in (1, 0):
                asked.clear()
                assert client.get(path).status_code == 200
                assert sum("FROM log_seats" in question for question in asked) == times_read, (path, asked)
                assert len(asked) <= MOST_ASKED, (path, asked)
    app.extensions["reader"].close()
    house.store.close()
