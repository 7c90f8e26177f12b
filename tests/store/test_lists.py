"""Lists of tables: quick with a thousand of them, right after each change, and without losing what cannot be read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion import play
from companion.core.text import TN, Listing, T, Text, Who, plain
from companion.live import Doorbell
from companion.play import House, listing, looking
from companion.play.listing import FORM, note_all
from companion.play.noted import from_note, noted
from companion.store import Store
from companion.web import create_app
from testkit.asking import asked_of
from testkit.devices import devices_of

MOST_ASKED = 6
"""Statements for one page with lists, whatever the number of tables."""


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(Store(tmp_path), Doorbell())


def opened(house: House, *names: str) -> str:
    seats = [{"name": name} for name in names or ("Ann", "Bo")]
    return play.open_table(house, "mombasa", seats).code


def act(house: House, code: str, value: int) -> None:
    play.act(house, code, "device", {"type": "cash", "value": value}, f"{code}-key-{value}", seat=0)


def break_log(house: House, code: str) -> None:
    """An entry that no version of the rules has."""
    with house.store.writing():
        house.store.db.conn.execute('UPDATE events SET body = \'{"type": "unheard_of"}\' WHERE code = ?', (code,))
    house.looks.clear()


def test_a_list_folds_only_what_is_new_since_the_last(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    folded: list[str] = []
    whole = looking.look_at
    monkeypatch.setattr(listing, "look_at", lambda of, row: (folded.append(row.code), whole(of, row))[1])
    codes = [opened(house, f"P{number}", "Bo") for number in range(4)]
    for expected in (4, 0):
        assert {entry.code for entry in play.lobby(house, "device")} == set(codes)
        assert len(folded) == expected
        folded.clear()
    act(house, codes[2], 5)
    play.reseat(house, codes[2], "device", "key-seats-1", [{"name": "Cy", "was": 0}, {"name": "Bo", "was": 1}])
    first = play.lobby(house, "device")[0]
    assert (first.code, first.names, first.seq, first.mine) == (codes[2], ("Cy", "Bo"), 2, True)
    assert folded == [codes[2]]


def test_what_is_behind_is_noted_at_start(house: House) -> None:
    codes = [opened(house) for _ in range(30)]
    assert note_all(house) == 30
    assert note_all(house) == 0
    assert len(play.lobby(house, "")) == len(codes)


def test_a_thousand_tables_are_listed_from_columns(house: House, tmp_path: Path) -> None:
    """A few questions to the database however many tables there are, and none for an entry."""
    with house.store.writing():
        for number in range(1000):
            code = f"AA{number:04}"
            seats = [{"name": "Ann", "color": "red"}, {"name": "Bo", "color": "blue"}]
            house.store.add_table(code, "mombasa", {}, {}, seats, f"2026-05-01T19:{number % 60:02}:00.000Z", False)
            house.store.db.conn.executemany(
                "INSERT INTO events (code, seq, at, device, via, change, seat, body) VALUES (?, ?, ?, 1, 'hand', 'played', 0, ?)",
                [
                    (code, seq, "2026-05-01T19:30:00.000Z", f'{{"type": "cash", "value": {seq}}}')
                    for seq in range(1, 61)
                ],
            )
            house.store.set_summary(
                code,
                60,
                {
                    "names": ["Ann", "Bo"],
                    "colors": ["red", "blue"],
                    "final": number % 2 == 1,
                    "score": True,
                    "readable": True,
                    "by": "0",
                    "form": FORM,
                    "active": [0],
                    "ended": number % 2 == 1,
                    "won": [1],
                    "stage": noted(T("Round {n} of {all}", n=number % 7, all=7)),
                    "lost": [],
                    "totals": [9, 7],
                },
            )
    with asked_of(house.store) as asked:
        client = create_app(tmp_path, house=house).test_client()
        for path in ("/", "/host", "/api/tables"):
            asked.clear()
            assert client.get(path).status_code == 200
            assert 0 < len(asked) <= MOST_ASKED, (path, asked)
            assert not [question for question in asked if "* FROM events" in question], path
    assert len(client.get("/api/tables").get_json()["tables"]) == 1000
    assert client.get("/", headers={"Accept-Language": "en"}).text.count("490 more tables") == 2


@pytest.fixture
def app(tmp_path: Path, house: House) -> Flask:
    return create_app(tmp_path, house=house)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.mark.parametrize("kind", ["an entry no version has", "a game no version has"])
def test_a_table_that_cannot_be_read_is_listed_exported_deleted_and_restored(
    app: Flask, client: FlaskClient, house: House, kind: str
) -> None:
    code, other = opened(house, "陳小明", "Bo"), opened(house)
    act(house, code, 5)
    if kind == "an entry no version has":
        break_log(house, code)
    else:
        with house.store.writing():
            house.store.db.conn.execute("UPDATE plays SET game = 'gloomhaven' WHERE code = ?", (code,))
    host = {"Authorization": f"Bearer {app.extensions['guard'].host_token}", "Accept-Language": "en"}
    listed = {entry["code"]: entry for entry in client.get("/api/tables").get_json()["tables"]}
    assert listed[code]["names"] == ["陳小明", "Bo"]
    assert listed[code]["readable"] is False
    assert "readable" not in listed[other]
    for path in ("/", "/host"):
        page = client.get(path, headers=host)
        assert page.status_code == 200
        assert code in page.text
        assert "of another version" in page.text
    exported = client.get(f"/api/tables/{code}/export").get_json()
    assert (exported["code"], len(exported["events"])) == (code, 1)
    assert client.delete(f"/api/tables/{code}", headers=host).status_code == 200
    assert code in client.get("/host", headers=host).text, "among the deleted ones"
    assert code not in client.get("/").text
    assert client.post(f"/api/tables/{code}/restore", headers=host).status_code == 200
    assert code in client.get("/").text


def test_a_page_seen_without_a_cookie_leaves_no_device_behind(app: Flask, house: House) -> None:
    code = opened(house)
    for _ in range(5):
        app.test_client(use_cookies=False).get(f"/t/{code}")
    assert devices_of(house.store, code) == []


@pytest.mark.parametrize(
    "text",
    [
        T("Round {n} of {all} · {phase}", n=3, all=7, phase=T("Action phase")),
        TN("{names} takes a ship.", "{names} take a ship.", 2, names=Listing((Who(0), Who(1)))),
        T("It is the turn of {who}.", who=Who(2)),
        T("{a} or {b}", a="小明", b=Listing(("x", T("y")), "or")),
    ],
)
def test_a_text_comes_back_from_its_note(text: Text) -> None:
    assert from_note(json.loads(json.dumps(noted(text)))) == text


def test_a_list_says_round_turn_and_winner_and_no_winner_before_the_reveal(house: House) -> None:
    """Tables in progress with round and whose turn; finished ones with their winner, once everybody may see it."""
    code = opened(house)

    def entered(seat: int | None, kind: str, **fields: object) -> play.Listed:
        play.act(house, code, "device", {"type": kind, **fields}, f"key-{play.look(house, code).seq:06}", seat=seat)
        return play.lobby(house, "")[0]

    entered(None, "start_player", player=1)
    now = entered(None, "cards_revealed")
    assert isinstance(now.stage, Text)
    assert (plain(now.stage), now.active, now.going) == ("Round 1 of 7 · Action phase", (1,), True)
    entered(0, "cash", value=5)
    ended = entered(None, "finish")
    assert (ended.final, ended.ended, ended.going, ended.won, ended.totals) == (True, False, True, (), ())
    for _ in range(8):
        ended = entered(None, "reveal")
    assert (ended.ended, ended.going, ended.won, ended.totals) == (True, False, (0,), (5, 0))


def test_a_note_of_another_form_is_behind(house: House) -> None:
    code = opened(house)
    assert note_all(house) == 1
    with house.store.writing():
        house.store.set_summary(
            code, 0, {"names": ["A", "B"], "final": False, "score": True, "readable": True, "by": "0"}
        )
    assert note_all(house) == 1


def test_a_look_reads_the_devices_that_sit_and_not_all_that_ever_acted(app: Flask, house: House) -> None:
    """A script without a cookie is another device each time: after thousands of its entries a look must cost the same."""
    code = opened(house)
    for number in range(4):
        body = {"action": {"type": "cash", "value": number}, "seat": 0, "key": f"script-{number:04}"}
        assert app.test_client(use_cookies=False).post(f"/api/tables/{code}/actions", json=body).status_code == 201
    phone = app.test_client()
    phone.get(f"/t/{code}")
    phone.post(f"/t/{code}/seat", data={"seat": "1"})
    assert len(devices_of(house.store, code)) == 5
    assert [(device.number, device.seat) for device in house.store.seated(code)] == [(5, 1)]
    assert house.store.device_numbered(code, 2) is not None
    for query, index in (
        ("SELECT * FROM devices WHERE code = ? AND seat IS NOT NULL ORDER BY number", "idx_devices_seated"),
        ("SELECT coalesce(max(number), 0) + 1 FROM devices WHERE code = ?", "idx_devices_number"),
    ):
        (step,) = house.store.rows(f"EXPLAIN QUERY PLAN {query}", code)
        assert index in step["detail"]
