"""Where dice count under the camera beside the table: who may say so, what is refused, and that it is remembered."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion import play
from companion.web import create_app
from companion.webcam import Webcam
from tests.web.test_taught import sit

CAMERA = """
import json, sys
tray = None
for line in sys.stdin:
    question = json.loads(line)
    tray = question.get("tray", tray)
    if "still" in question:
        print(json.dumps({"still": "", "width": 640, "height": 480}), flush=True)
    if "read" in question:
        print(json.dumps({"dice": [], "told": tray}), flush=True)
"""
"""Stands for the process that watches: frames of 640 x 480, and the tray it was told of."""
SILENT = "import sys; sys.stdin.read()"
MARKED = [10, 10, 60, 5, 60, 90, 10, 90]


@pytest.fixture
def house_with_camera(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Flask]]:
    """Starts the companion of one data folder with a camera; the one before ends."""
    running: list[Flask] = []

    def end() -> None:
        for app in running:
            app.extensions["webcam"].close()
            app.extensions["reader"].close()
            app.extensions["companion"].store.close()
        running.clear()

    def start(source: str = "0", program: str = CAMERA) -> Flask:
        end()
        monkeypatch.setattr("companion.web.Webcam", partial(Webcam, command=[sys.executable, "-c", program]))
        running.append(create_app(tmp_path, camera_source=source))
        return running[0]

    yield start
    end()


@pytest.fixture
def app(house_with_camera: Callable[..., Flask]) -> Flask:
    return house_with_camera()


def mark(client: FlaskClient, code: str, corners: str = ",".join(map(str, MARKED)), **more: str) -> TestResponse:
    return client.post(f"/t/{code}/camera/tray", data={"corners": corners, **more})


def told(app: Flask) -> list[float] | None:
    """The corners that the watching process reads with."""
    for _ in range(400):
        answer = app.test_client().get("/api/webcam/dice?now=1")
        if answer.status_code == 200:
            found: list[float] | None = answer.get_json()["told"]
            return found
        time.sleep(0.05)  # it is just starting
    raise AssertionError(answer.get_json())


def test_a_tray_is_remembered_for_its_camera_until_it_is_forgotten(
    house_with_camera: Callable[..., Flask], app: Flask, client: FlaskClient, code: str
) -> None:
    sit(client, code)
    assert told(app) is None
    answer = mark(client, code)
    assert answer.status_code == 303 and answer.headers["Location"].endswith("tray=marked#tray")
    assert told(app) == MARKED
    assert "(marked)" in client.get(f"/t/{code}/camera").get_data(as_text=True)
    assert told(house_with_camera("1")) is None, "another camera stands elsewhere"
    again = house_with_camera("0")
    assert told(again) == MARKED
    assert again.test_client().get("/api/webcam/tray").get_json() == {"corners": MARKED, "shape": 640 / 480}
    client = again.test_client()
    sit(client, code, 1)
    assert mark(client, code, forget="yes").status_code == 303
    assert told(again) is None


NO_TRAYS = {
    "nothing": "",
    "no numbers": "a,b,c,d,e,f,g,h",
    "three corners": "10,10,60,10,60,90",
    "a corner beyond the picture": "10,10,160,10,60,90,10,90",
    "a corner before it": "-1,10,60,10,60,90,10,90",
    "a corner that is no number": "nan,10,60,10,60,90,10,90",
    "an endless one": "inf,10,60,10,60,90,10,90",
    "all in one place": "50,50,50,50,50,50,50,50",
    "a speck": "50,50,55,50,55,55,50,55",
    "a thousand numbers": ",".join(["1"] * 1000),
}


def test_what_is_no_tray_is_refused_with_what_belongs_there(app: Flask, client: FlaskClient, code: str) -> None:
    sit(client, code)
    told(app)
    for name, corners in NO_TRAYS.items():
        answer = mark(client, code, corners)
        assert answer.status_code == 422 and "left and top of each of the four" in answer.get_data(as_text=True), name
    assert play.tray_of(app.extensions["companion"], "0") is None


def test_who_sits_there_marks_it_unless_the_host_locked_what_the_camera_was_taught(
    app: Flask, client: FlaskClient, code: str, token: dict[str, str]
) -> None:
    told(app)
    assert mark(client, code).status_code == 403
    sit(client, code)
    assert client.post("/host/teaching-lock", data={"locked": "true"}, headers=token).status_code == 303
    assert mark(client, code).status_code == 403
    assert mark(client, code, forget="yes").status_code == 403
    body = {"corners": [10, 10, 50, 80]}
    assert client.put("/api/webcam/tray", json=body).status_code == 403
    assert client.put("/api/webcam/tray", json=body, headers=token).get_json()["corners"][:2] == [10, 10]
    wrong = client.put("/api/webcam/tray", json={"corners": [1, 2]}, headers=token)
    assert (wrong.status_code, wrong.get_json()["error"]["field"]) == (422, "corners")
    assert client.put("/api/webcam/tray", json={"corners": None}, headers=token).get_json()["corners"] is None


def test_a_camera_that_is_silent_is_said_to_be(
    house_with_camera: Callable[..., Flask], monkeypatch: pytest.MonkeyPatch, code: str
) -> None:
    monkeypatch.setattr("companion.webcam.SECONDS_TO_ANSWER", 0.05)
    client = house_with_camera("0", SILENT).test_client()
    sit(client, code)
    for answer in (mark(client, code), client.get("/camera/still.jpg")):
        assert answer.status_code == 503 and "does not answer" in answer.get_data(as_text=True)


def test_what_is_kept_and_is_no_tray_reads_the_whole_picture(app: Flask) -> None:
    house = app.extensions["companion"]
    play.set_tray(house, "0", None)
    for kept in ("no json", "[]", '{"corners": [1, 2], "shape": 1}', '{"corners": null}', "null"):
        with house.store.writing():
            house.store.db.conn.execute("UPDATE settings SET value = ? WHERE name LIKE 'tray-%'", (kept,))
        assert play.tray_of(house, "0") is None, kept
