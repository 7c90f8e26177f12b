"""The address phones use where it is none of this computer's: containers, forwarded ports, proxies."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.commands import run
from companion.web import create_app
from companion.web.addresses import public_base


@pytest.mark.parametrize(
    ("typed", "base"),
    [
        ("http://192.168.1.20:8080/", "http://192.168.1.20:8080"),
        ("192.168.1.20:8080", "http://192.168.1.20:8080"),
        ("https://games.example", "https://games.example"),
        (" Games.Example ", "http://games.example"),
        ("http://[2001:db8::7]:8000", "http://[2001:db8::7]:8000"),
    ],
)
def test_an_address_as_people_give_it(typed: str, base: str) -> None:
    assert public_base(typed) == base


@pytest.mark.parametrize(
    "typed",
    ["", "ftp://games.example", "http://games.example/companion", "http://a b", "http://x:y", "http://u@x", "/t"],
)
def test_what_is_no_address_is_refused(typed: str) -> None:
    with pytest.raises(ValueError):
        public_base(typed)


def test_the_option_decides_the_qr_code_and_the_names_it_goes_by(tmp_path: Path) -> None:
    app = create_app(tmp_path, bound="127.0.0.1", public="https://games.example")
    client = app.test_client()
    code = client.post("/api/tables", json={"game": "mombasa", "seats": [{"name": "Ann"}, {"name": "Bo"}]}).get_json()
    assert code["url"] == f"https://games.example/t/{code['code']}"
    page = client.get(f"/t/{code['code']}/join", headers={"Host": "games.example"})
    assert page.status_code == 200
    assert "https://games.example" in page.text
    assert "qr.svg" in page.text, "phones can join, though it listens for this computer alone"
    body = {"action": {"type": "cash", "value": 1}, "seat": 0, "key": "through-a-proxy"}
    sent = {"Host": "games.example", "Origin": "https://games.example"}
    assert client.post(f"/api/tables/{code['code']}/actions", json=body, headers=sent).status_code == 201


def test_the_host_writes_it_on_the_host_page(app: Flask, client: FlaskClient, token: dict[str, str]) -> None:
    assert client.post("/host/address", data={"public": "10.1.1.1:99"}).status_code == 403
    assert client.post("/host/address", data={"public": "nonsense://"}, headers=token).status_code == 422
    assert client.post("/host/address", data={"public": "10.1.1.1:99"}, headers=token).status_code == 303
    assert "http://10.1.1.1:99" in client.get("/host", headers=token).text
    again = create_app(app.extensions["companion"].store.folder)
    assert again.extensions["addresses"].base() == "http://10.1.1.1:99", "kept over a restart"
    assert client.post("/host/address", data={"public": ""}, headers=token).status_code == 303
    assert "10.1.1.1" not in client.get("/host", headers=token).text


def test_behind_a_proxy_the_refusal_names_the_cause_and_the_way_out(client: FlaskClient) -> None:
    handed_on = {"Host": "games.example", "X-Forwarded-For": "10.0.0.7", "Accept-Language": "en"}
    answer = client.get("/api/tables", headers=handed_on)
    assert answer.status_code == 400
    assert "--allow-host games.example" in answer.get_json()["error"]["message"]
    straight = client.get("/api/tables", headers={"Host": "games.example", "Accept-Language": "en"})
    assert "--allow-host" not in straight.get_json()["error"]["message"]


def test_a_wrong_option_is_one_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run(["serve", "--address", "ftp://x", "--data", str(tmp_path), "--lang", "en"]) == 2
    assert capsys.readouterr().err.startswith("--address: ")
