"""Cookies: two companions on one computer, a browser that keeps none, who has only looked."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.web import create_app
from companion.web.security import GUESSES_A_MINUTE, Guesses
from testkit.devices import devices_of

PAGE = {"Origin": "http://localhost", "Accept-Language": "en"}
"""What a browser sends along with a form of our own page."""


def test_two_companions_on_one_computer_keep_their_cookies_apart(tmp_path: Path) -> None:
    """A browser sends the cookies of every port: each companion reads its own, and neither replaces the other's."""
    houses = [create_app(tmp_path / name) for name in ("one", "other")]
    names = [(app.extensions["guard"].device_cookie, app.extensions["guard"].host_cookie) for app in houses]
    assert len({name for pair in names for name in pair}) == 4
    jar: dict[str, str] = {}
    devices = []
    for _ in range(2):
        for app in houses:
            client = app.test_client()
            for name, value in jar.items():
                client.set_cookie(name, value)
            answer = client.get("/")
            for pair in answer.headers.getlist("Set-Cookie"):
                name, _, value = pair.partition(";")[0].partition("=")
                jar[name] = value
            devices.append(jar[app.extensions["guard"].device_cookie])
    assert devices[:2] == devices[2:]


def test_a_browser_without_cookies_is_told_so_and_leaves_no_device(app: Flask, client: FlaskClient, code: str) -> None:
    """Instead of "Who are you?" for ever, and a new device with each tap."""
    before = len(devices_of(app.extensions["companion"].store, code))
    stubborn = app.test_client(use_cookies=False)
    assert b"Who are you?" in stubborn.get(f"/t/{code}", headers=PAGE).data
    for path, form in ((f"/t/{code}/seat", {"seat": "0"}), (f"/t/{code}/act", {"type": "cash"})):
        answer = stubborn.post(path, data=form, headers=PAGE)
        assert answer.status_code == 403
        assert "keeps no cookie" in answer.text
    assert len(devices_of(app.extensions["companion"].store, code)) == before


def test_a_script_without_cookies_may_still_post(app: Flask, code: str) -> None:
    assert app.test_client().post(f"/t/{code}/seat", data={"seat": "0"}).status_code == 303


def test_who_saw_a_table_is_noted_once_the_cookie_comes_back(app: Flask, client: FlaskClient, code: str) -> None:
    """Also the very first page counts for finding the table again, and for being no guesser."""
    store = app.extensions["companion"].store
    before = len(devices_of(store, code))
    visitor = app.test_client()
    visitor.get(f"/t/{code}")
    assert len(devices_of(store, code)) == before
    assert code in visitor.get("/").text
    assert len(devices_of(store, code)) == before + 1


def test_a_page_whose_table_was_deleted_goes_on_asking_and_guesses_nothing(
    app: Flask, client: FlaskClient, code: str, token: dict[str, str]
) -> None:
    other = client.post("/api/tables", json={"game": "mombasa", "seats": [{"name": "Cy"}, {"name": "Di"}]}).get_json()[
        "code"
    ]
    assert client.delete(f"/api/tables/{code}", headers=token).status_code == 200
    stranger = app.test_client()
    for _ in range(2 * GUESSES_A_MINUTE):
        for path in ("seq", "stream", "panel"):
            assert stranger.get(f"/t/{code}/{path}").status_code == 404
    assert stranger.get(f"/t/{other}").status_code == 200
    for number in range(GUESSES_A_MINUTE + 1):
        last = stranger.get(f"/t/ZZZZ{number // 8 + 2}{number % 8 + 2}/seq").status_code
    assert last == 429, "other codes each time are guesses, whatever address they are asked at"


def test_what_is_asked_again_counts_once() -> None:
    guesses = Guesses(clock=lambda: 0.0)
    for _ in range(100):
        assert guesses.wrong("a", "ABCDEF") == 0
    assert [guesses.wrong("a") for _ in range(GUESSES_A_MINUTE)][-1] == 60


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        pytest.param({"Sec-Fetch-Site": "cross-site"}, 403, id="another site, without an Origin"),
        pytest.param({"Sec-Fetch-Site": "same-site"}, 403, id="another port of this computer"),
        pytest.param({"Sec-Fetch-Site": "same-origin"}, 303, id="our own page"),
        pytest.param({"Sec-Fetch-Site": "none"}, 303, id="typed by hand"),
        pytest.param({}, 303, id="a script or an old browser"),
    ],
)
def test_a_write_names_where_it_comes_from(
    client: FlaskClient, code: str, headers: dict[str, str], status: int
) -> None:
    assert client.post(f"/t/{code}/seat", data={"seat": "0"}, headers=headers).status_code == status


def test_no_other_site_shows_our_pictures(client: FlaskClient) -> None:
    """The camera's preview shows people at a table."""
    elsewhere = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Dest": "image"}
    assert client.get("/camera/preview.jpg", headers=elsewhere).status_code == 403
    assert client.get("/host/qr.svg").headers["Cross-Origin-Resource-Policy"] == "same-origin"
    followed = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Dest": "document"}
    assert client.get("/", headers=followed).status_code == 200, "a link from elsewhere may be followed"


@pytest.mark.parametrize(
    "typed",
    [
        "{code}",
        " {lower} ",
        "{first}-{last}",
        "{first} {last}",
        "{wide}",
        "{first}\u2013{last}",
        "「{code}」",
        "http://192.168.1.5:8000/t/{code}",
        "http://192.168.1.5:8000/t/{code}/join?x=1",
        "192.168.1.5:8000/t/{lower}/",
        "\u202a{code}\u202c",
    ],
)
def test_a_code_in_any_form_people_type_or_paste(client: FlaskClient, code: str, typed: str) -> None:
    wide = "".join(chr(ord(letter) + 0xFEE0) for letter in code)
    said = typed.format(code=code, lower=code.lower(), first=code[:3], last=code[3:], wide=wide)
    answer = client.get("/join", query_string={"code": said})
    assert (answer.status_code, answer.location) == (302, f"/t/{code}")


def test_a_code_in_an_address_may_be_wide_or_parted_too(client: FlaskClient, code: str) -> None:
    for shown in (code.lower(), f"{code[:3]}-{code[3:]}", "".join(chr(ord(letter) + 0xFEE0) for letter in code)):
        assert client.get(f"/t/{shown}").location == f"/t/{code}"
        assert client.get(f"/api/tables/{shown}").get_json()["code"] == code
