"""How large a body may be, known from its address; how many costly requests run at once."""

from __future__ import annotations

import io
import threading
import time
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.reader import Reader, ReaderError
from companion.web.limits import OPENINGS, Pace, Turns, body_limit

MB = 1024 * 1024


@pytest.mark.parametrize(
    ("method", "path", "kilobytes"),
    [
        ("POST", "/api/tables/ABCDEF/actions", 64),
        ("PUT", "/api/box/mombasa", 64),
        ("GET", "/", 64),
        ("POST", "/t/ABCDEF/act", 256),
        ("POST", "/new/mombasa", 256),
        ("POST", "/api/import", 4 * 1024 + 64),
        ("POST", "/api/plays/import", 4 * 1024 + 64),
        ("POST", "/api/read/dice", 20 * 1024 + 64),
        ("POST", "/api/tables/ABCDEF/read/cards", 20 * 1024 + 64),
        ("POST", "/t/ABCDEF/camera/face", 20 * 1024 + 64),
        ("POST", "/t/CAMERA/act", 256),
    ],
)
def test_the_limit_of_a_body_follows_from_its_address(method: str, path: str, kilobytes: int) -> None:
    assert body_limit(method, path) == kilobytes * 1024


def test_turns_are_counted_by_name_and_given_back() -> None:
    turns = Turns(2)
    first, second = turns.begin("a"), turns.begin("a")
    assert first is not None
    assert second is not None
    assert turns.begin("a") is None
    assert turns.begin("b") is not None
    first()
    assert turns.begin("a") is not None


def test_imports_have_4_mb_and_are_read_one_at_a_time(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    assert (
        app.test_client().post("/api/import", data=b"[" * (5 * MB), content_type="application/json").status_code == 413
    )
    inside, go_on = threading.Event(), threading.Event()

    def slow(*_: object) -> Any:
        inside.set()
        assert go_on.wait(60)
        raise ValueError

    monkeypatch.setattr("companion.play.import_table", slow)
    first = threading.Thread(target=lambda: app.test_client().post("/api/import", json={}))
    first.start()
    try:
        assert inside.wait(60)
        second = app.test_client().post("/api/import", json={})
        assert (second.status_code, second.get_json()["error"]["code"]) == (503, "busy")
        assert int(second.headers["Retry-After"]) > 0
    finally:
        go_on.set()
        first.join(60)
    monkeypatch.undo()
    assert app.test_client().post("/api/import", json={}).status_code == 422, "the turn was given back"


def test_two_pictures_of_one_address_are_read_or_wait_and_others_find_a_place(
    client: FlaskClient, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    inside, go_on = threading.Semaphore(0), threading.Event()

    def slow(*_: object) -> Any:
        inside.release()
        assert go_on.wait(60)
        raise ReaderError("unreadable_picture", "No die was found.", "no_die")

    monkeypatch.setattr(Reader, "read_dice", slow)

    def send(address: str) -> int:
        picture = {"image": (io.BytesIO(b"picture"), "dice.jpg")}
        place = {"REMOTE_ADDR": address}
        return app.test_client().post("/api/read/dice", data=picture, environ_base=place).status_code

    threads = [threading.Thread(target=send, args=(where,)) for where in ("10.0.0.1", "10.0.0.1", "10.0.0.2")]
    for thread in threads:
        thread.start()
    try:
        for _ in threads:
            assert inside.acquire(timeout=60)
        assert send("10.0.0.1") == 503
    finally:
        go_on.set()
        for thread in threads:
            thread.join(60)
    assert send("10.0.0.1") == 422, "its turn has come"


def test_an_address_opens_many_tables_and_then_slowly() -> None:
    now = [0.0]
    pace = Pace(3, 0.5, clock=lambda: now[0])
    assert [pace.wait_of("a") for _ in range(5)] == [0, 0, 0, 2, 2]
    assert pace.wait_of("b") == 0
    now[0] += 2
    assert [pace.wait_of("a"), pace.wait_of("a")] == [0, 2]


def test_a_guest_does_not_fill_the_lobby_and_the_host_may(client: FlaskClient, token: dict[str, str]) -> None:
    table = {"game": "mombasa", "seats": [{"name": "Ann"}, {"name": "Bo"}]}
    for _ in range(OPENINGS):
        client.post("/new/nothing", data={})
    tried = (client.post("/api/tables", json=table) for _ in range(OPENINGS))  # one a second is free again meanwhile
    answer = next(answer for answer in tried if answer.status_code != 201)
    assert (answer.status_code, answer.get_json()["error"]["code"]) == (429, "too_many")
    assert int(answer.headers["Retry-After"]) >= 1
    assert client.post("/api/tables", json=table, headers=token).status_code == 201


@pytest.mark.parametrize("inner", [b"[]", b"{}", b"1"])
def test_millions_of_small_things_are_counted_before_anything_is_made_of_them(
    client: FlaskClient, inner: bytes
) -> None:
    """Five million empty lists are 15 MB as a text and 400 MB as data."""
    many = (4 * MB - 100) // (len(inner) + 1)
    body = b'{"format": "boardgame-companion/1", "x": [' + b",".join([inner] * many) + b"]}"
    started = time.thread_time()
    answer = client.post("/api/import", data=body, content_type="application/json")
    assert (answer.status_code, answer.get_json()["error"]["code"]) == (400, "bad_json")
    assert time.thread_time() - started < 1
