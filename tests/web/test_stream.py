"""Staying true: the live stream says one number, often enough, to as many as fit, and ends by itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse
from werkzeug.wrappers import Response

from companion import play
from companion.live import Doorbell
from companion.play import House
from companion.web import stream as stream_module


@pytest.fixture(autouse=True)
def quick_heartbeats(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream_module, "HEARTBEAT_S", 0.01)


def connect(client: FlaskClient, code: str, tab: str = "") -> TestResponse:
    return client.get(f"/t/{code}/stream?tab={tab}", buffered=False)


def numbers(answer: Response) -> Iterator[int]:
    """The sequence numbers a stream says, one after the other."""
    for part in answer.response:
        text = part.decode() if isinstance(part, bytes) else part
        if found := re.fullmatch(r"event: seq\nid: (\d+)\ndata: (\d+)\n\n", text):
            assert found[1] == found[2]
            yield int(found[1])


def tells_of_dice(client: FlaskClient, code: str) -> bool:
    """Whether a stream that begins now says that dice were thrown, before its second number."""
    with connect(client, code) as answer:
        parts = iter(answer.response)
        return any("event: dice" in str(part) for part in (next(parts), next(parts)))


def act(client: FlaskClient, code: str, key: str) -> None:
    body = {"action": {"type": "cash", "value": 3}, "seat": 0, "key": key}
    assert client.post(f"/api/tables/{code}/actions", json=body).status_code == 201


def test_it_says_the_number_at_connect_at_each_change_and_at_each_heartbeat(client: FlaskClient, code: str) -> None:
    """Level, not edge: the newest number again and again, so that a lost one heals itself."""
    with connect(client, code) as answer:
        assert answer.mimetype == "text/event-stream"
        assert answer.headers["Cache-Control"] == "no-store"
        said = numbers(answer)
        assert [next(said), next(said)] == [0, 0]
        act(client, code, "stream-1")
        act(client, code, "stream-2")
        assert next(said) == 2
        assert next(said) == 2


def test_of_all_who_heard_a_ring_one_asks_the_database(app: Flask, code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    house: House = app.extensions["companion"]
    asked: list[str] = []

    def newest(of: str) -> int:
        asked.append(of)
        return 7

    monkeypatch.setattr(house.store, "seq", newest)
    assert [play.seq_of(house, code, ring) for ring in (1, 1, 1)] == [7, 7, 7] and len(asked) == 1
    assert play.seq_of(house, code, 2) == 7 and len(asked) == 2  # the next ring
    assert play.seq_of(house, code, 1) == 7 and len(asked) == 2  # who comes late hears of the newer one
    assert play.seq_of(house, code) == 7 and len(asked) == 3  # a heartbeat also hears of other programs


@pytest.mark.parametrize(
    ("seconds", "entered", "told"),
    [
        pytest.param(5, False, True, id="nobody has entered it yet"),
        pytest.param(stream_module.OFFERED_S + 1, False, False, id="too long ago"),
        pytest.param(5, True, False, id="something was entered since: it was for what was asked before"),
    ],
)
def test_a_page_that_opens_after_a_throw_was_filmed_hears_of_it(
    app: Flask, client: FlaskClient, code: str, seconds: float, entered: bool, told: bool
) -> None:
    house: House = app.extensions["companion"]
    now, clock = house.now(), house.clock()
    house.now, house.clock = lambda: now + timedelta(seconds=1), lambda: clock + 1
    house.bell.ring_for_throw(1, house.at(), house.clock())
    house.now, house.clock = lambda: now + timedelta(seconds=1 + seconds), lambda: clock + 1 + seconds
    if entered:
        act(client, code, "after-it")
    assert tells_of_dice(client, code) is told


def test_a_throw_before_the_table_was_opened_is_not_for_it(app: Flask, client: FlaskClient) -> None:
    house: House = app.extensions["companion"]
    house.bell.ring_for_throw(1, house.at(), house.clock())
    opened = client.post("/api/tables", json={"game": "mombasa", "seats": [{"name": "Ann"}, {"name": "Bo"}]})
    assert not tells_of_dice(client, opened.get_json()["code"])


def test_what_rang_without_a_number_while_a_phone_was_away_is_told_when_it_connects(
    app: Flask, client: FlaskClient, code: str
) -> None:
    """A table that was closed between a page and its stream: the number is the same, the page is not."""
    house: House = app.extensions["companion"]
    page = client.get(f"/t/{code}/panel").get_data(as_text=True)
    rings = re.search(r'data-rings="(\d+)"', page)
    assert rings

    def events(asked: str) -> list[str]:
        with client.get(f"/t/{code}/stream?tab=a&rings={asked}", buffered=False) as answer:
            parts = [part for part, _ in zip(answer.response, range(4), strict=False)]
        return [re.findall(r"event: (\w+)", bytes(part).decode())[0] for part in parts]  # type: ignore[arg-type]

    assert events(rings[1]) == ["seq"] * 4
    play.close_table(house, code)
    assert events(rings[1]) == ["seq", "seq", "people", "seq"]
    assert events("") == ["seq"] * 4


def test_it_ends_by_itself_after_60_to_120_s(app: Flask, client: FlaskClient, code: str) -> None:
    """A stream has a maximum life and a clean end; the phone connects anew."""
    house: House = app.extensions["companion"]
    ahead = 0.0
    house.clock = lambda: ahead
    for age, alive in ((59, True), (121, False)):
        ahead = 0.0
        with connect(client, code) as answer:
            said = numbers(answer)
            next(said)
            ahead = age
            rest = [number for _, number in zip(range(3), said, strict=False)]
            assert (len(rest) == 3) is alive
    assert house.bell.everybody() == frozenset()


@pytest.mark.parametrize("jump", [timedelta(days=365 * 56), timedelta(days=-3650)])
def test_a_clock_that_is_set_during_the_evening_ends_no_stream(
    app: Flask, client: FlaskClient, code: str, jump: timedelta
) -> None:
    """Lesson: a Raspberry Pi without a clock battery learns the year from the network; its phones notice nothing."""
    house: House = app.extensions["companion"]
    wrong, ahead, seconds = house.now(), timedelta(0), 0.0
    house.now = lambda: wrong + ahead
    house.clock = lambda: seconds
    with connect(client, code) as answer:
        said = numbers(answer)
        next(said)
        ahead = jump
        assert [next(said), next(said)] == [0, 0]
        seconds = 121
        assert len([number for _, number in zip(range(3), said, strict=False)]) < 3


def test_a_newer_stream_of_the_same_tab_replaces_the_older(app: Flask, client: FlaskClient, code: str) -> None:
    """A phone that came back does not hold two threads; another phone's stream is left alone."""
    other = app.test_client()
    with connect(client, code, "t1") as older, connect(other, code, "t1") as theirs:
        first, stays = numbers(older), numbers(theirs)
        assert (next(first), next(stays)) == (0, 0)
        with connect(client, code, "t1") as newer:
            assert next(numbers(newer)) == 0
            assert list(first) == []
            assert next(stays) == 0


def test_past_the_limit_503_and_the_page_polls(app: Flask, client: FlaskClient, code: str) -> None:
    """When all streams are taken the answer says when to ask again; a freed place is given to the next."""
    house: House = app.extensions["companion"]
    house.bell.most = 1
    late = app.test_client()
    with connect(client, code) as held:
        next(numbers(held))
        with connect(late, code) as refused:
            assert refused.status_code == 503
            assert int(refused.headers["Retry-After"]) > 0
        act(client, code, "polling-1")
        assert late.get(f"/t/{code}/seq").get_json() == {"seq": 1}
    with connect(late, code) as let_in:
        assert let_in.status_code == 200


def test_a_phone_that_closed_frees_its_place_at_the_next_wake(app: Flask, client: FlaskClient, code: str) -> None:
    """The server asks whether the phone is still there before it says anything more."""
    closed = False
    environment = {"waitress.client_disconnected": lambda: closed}
    with client.get(f"/t/{code}/stream", buffered=False, environ_overrides=environment) as answer:
        said = numbers(answer)
        next(said)
        closed = True
        assert list(said) == []
    assert app.extensions["companion"].bell.everybody() == frozenset()


def test_a_closing_server_ends_every_stream(app: Flask, client: FlaskClient, code: str) -> None:
    """Ctrl-C does not wait for streams to time out."""
    with connect(client, code) as answer:
        said = numbers(answer)
        next(said)
        app.extensions["companion"].bell.close()
        assert list(said) == []


@pytest.mark.parametrize("path", ["stream", "seq"])
def test_an_unknown_table_has_no_stream(client: FlaskClient, path: str) -> None:
    """A dead link is a page that says so, not an endless stream of nothing."""
    assert client.get(f"/t/ZZZZZZ/{path}").status_code == 404


def test_one_address_has_all_streams_only_as_long_as_nobody_else_wants_one() -> None:
    bell = Doorbell(most=4)
    greedy = [bell.listen("ABCDEF", f"device {n}", address="10.0.0.1") for n in range(4)]
    assert all(greedy)
    assert bell.listen("ABCDEF", "one more", address="10.0.0.1") is None
    for number, other in enumerate(("10.0.0.2", "10.0.0.3")):
        assert bell.listen("ABCDEF", other, address=other) is not None
        replaced = [one.replaced for one in greedy if one is not None]
        assert replaced == [place <= number for place in range(4)], "the oldest of the greediest"
    assert bell.listen("ABCDEF", "a fourth", address="10.0.0.4") is not None
    assert bell.listen("ABCDEF", "a fifth", address="10.0.0.5") is None, "everybody has one: this phone polls"
    assert Doorbell(most=0).listen("ABCDEF", "no stream at all", address="10.0.0.1") is None
