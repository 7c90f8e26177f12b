"""The JSON API of the interfaces page: what scripts rely on."""

from __future__ import annotations

import io
import itertools
import json
import re
import sqlite3
from typing import Any, cast

import jsonschema
import pytest
from flask.testing import FlaskClient
from werkzeug.datastructures import FileStorage
from werkzeug.test import encode_multipart

from companion.core.codec import sheet_from_json
from companion.core.scoring import names_of, result_json
from companion.games import GAMES
from testkit.devices import devices_of
from tests.games.test_mombasa_scoring import ANN, BO, COINS

KEYS = (f"script-{n:06}" for n in itertools.count())


def act(client: FlaskClient, code: str, action: dict[str, Any], **more: Any) -> Any:
    body = {"action": action, "key": next(KEYS), **more}
    return client.post(f"/api/tables/{code}/actions", json=body)


def enter_worked_example(client: FlaskClient, code: str, bo_cash: int = 9) -> None:
    for company, coins in COINS.items():
        assert act(client, code, {"type": "coins", "company": company, "value": coins}).status_code == 201
    for seat, player in enumerate((ANN, BO | {"cash": bo_cash})):
        for track in ("cash", "diamonds", "bookkeeping"):
            act(client, code, {"type": track, "value": player.get(track, 0)}, seat=seat)
        for company, shares in cast("dict[str, dict[str, int]]", player["shares"]).items():
            for part, value in shares.items():
                action = {"type": "shares", "company": company, "part": part, "value": value}
                assert act(client, code, action, seat=seat).status_code == 201


def test_the_worked_example_through_the_api_gives_100_and_97(client: FlaskClient, code: str) -> None:
    enter_worked_example(client, code)
    table = client.get(f"/api/tables/{code}").get_json()
    assert [(p["seat"], p["total"], p["rank"]) for p in table["score"]["players"]] == [(0, 100, 1), (1, 97, 2)]
    assert [line["points"] for line in table["score"]["players"][1]["lines"]] == [9, 6, 0, 72, 0, 10, 0]
    assert table["sheet"]["company_coins"] == COINS


def test_the_shared_victory_variant(client: FlaskClient, code: str) -> None:
    enter_worked_example(client, code, bo_cash=12)
    score = client.get(f"/api/tables/{code}").get_json()["score"]
    assert (score["winners"], score["tie_break"]) == (["Ann", "Bo"], None)


@pytest.mark.parametrize("final", [False, True])
@pytest.mark.parametrize("game", sorted(GAMES))
def test_sheet_and_score_of_a_new_table_are_null_for_spank_the_monkey_only(
    client: FlaskClient, game: str, final: bool
) -> None:
    """Also with an empty box: what is not known yet counts nothing. `companion score` on the one gives the other."""
    colors = ["red", "blue", "green", "amber", "purple", "slate"]
    options = {"bookkeeping": "final"} if final and any(o.key == "bookkeeping" for o in GAMES[game].options) else {}
    for players in (GAMES[game].players[0], GAMES[game].players[-1]):
        seats = [{"name": f"P{n}", "color": colors[n]} for n in range(players)]
        opened = client.post("/api/tables", json={"game": game, "seats": seats, "options": options}).get_json()
        table = client.get(f"/api/tables/{opened['code']}").get_json()
        if game == "spank_the_monkey":
            assert (table["sheet"], table["score"]) == (None, None)
            continue
        sheet = sheet_from_json(GAMES[game].sheet_type, json.dumps(table["sheet"]))
        assert table["score"] == result_json(
            GAMES[game].open(table["options"], {}).score(sheet), names_of(sheet), seats=True
        )
        assert client.get(f"/t/{opened['code']}/result").status_code == 200


def test_companion_score_on_the_sheet_gives_the_score(client: FlaskClient, code: str) -> None:
    enter_worked_example(client, code)
    table = client.get(f"/api/tables/{code}").get_json()
    sheet = sheet_from_json(GAMES["mombasa"].sheet_type, table["sheet"])
    again = result_json(GAMES["mombasa"].by_default().score(sheet), names_of(sheet), seats=True)
    assert again == table["score"]


def test_opening_a_table(client: FlaskClient) -> None:
    seats = [{"name": "小明", "color": "green"}, {"name": "Bo", "color": "slate"}]
    opened = client.post("/api/tables", json={"game": "mombasa", "seats": seats}).get_json()
    assert re.fullmatch("[ABCDEFGHJKMNPQRSTUVWXYZ23456789]{6}", opened["code"])
    assert opened["url"].endswith(f"/t/{opened['code']}")
    assert opened["seq"] == 0
    listed = client.get("/api/tables").get_json()["tables"]
    assert listed == [{"code": opened["code"], "game": "mombasa", "seq": 0, "names": ["小明", "Bo"], "open": True}]
    table = client.get(f"/api/tables/{opened['code'].lower()}").get_json()
    assert table["code"] == opened["code"]
    assert table["seats"][0] == {"name": "小明", "color": "green", "devices": 0}
    assert table["active"] == [0, 1]
    assert not table["final"]


@pytest.mark.parametrize(
    ("change", "field"),
    [
        pytest.param({"game": "chess"}, "game", id="unknown game"),
        pytest.param({"seats": []}, "seats", id="no seats"),
        pytest.param({"seats": [{"name": "Ann", "color": "red"}]}, "seats", id="one player"),
        pytest.param({"seats": [{"name": "Ann", "color": "red"}, {"name": "Ann", "color": "blue"}]}, "seats[1].name", id="a name twice"),
        pytest.param({"seats": [{"name": "Ann", "color": "red"}, {"name": "Bo", "color": "red"}]}, "seats[1].color", id="a colour twice"),
        pytest.param({"seats": [{"name": "Ann", "color": "red"}, {"name": "Bo", "color": "pink"}]}, "seats[1].color", id="no such colour"),
        pytest.param({"seats": [{"name": "", "color": "red"}, {"name": "Bo", "color": "blue"}]}, "seats[0].name", id="no name"),
        pytest.param({"seats": [{"name": "\n\u200b\x00", "color": "red"}, {"name": "Bo", "color": "blue"}]}, "seats[0].name", id="nothing that can be seen"),
        pytest.param({"options": {"speed": 1}}, "options.speed", id="unknown option"),
        pytest.param({"unlisted": "yes"}, "unlisted", id="unlisted is no word"),
        pytest.param({"extra": 1}, "extra", id="unknown key"),
    ],
)  # fmt: skip
def test_opening_is_refused_with_the_field(client: FlaskClient, change: dict[str, Any], field: str) -> None:
    body = {"game": "mombasa", "seats": [{"name": "Ann", "color": "red"}, {"name": "Bo", "color": "blue"}]} | change
    answer = client.post("/api/tables", json=body)
    assert answer.status_code == 422
    error = answer.get_json()["error"]
    assert (error["code"], error["field"]) == ("bad_field", field)
    assert error["message"]


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_example_fits_its_schema_and_is_accepted(client: FlaskClient, game: str) -> None:
    """Interfaces: `example` is accepted, from one of its seats (or, for entries of every seat, from none)."""
    colors = ["red", "blue", "green", "amber", "purple", "slate"]
    seats = [{"name": f"P{n}", "color": colors[n]} for n in range(GAMES[game].players[0])]
    code = client.post("/api/tables", json={"game": game, "seats": seats}).get_json()["code"]
    for _ in range(3):
        table = client.get(f"/api/tables/{code}").get_json()
        assert table["actions"]
        for entry in table["actions"]:
            jsonschema.Draft202012Validator.check_schema(entry["schema"])
            jsonschema.validate(entry["example"], entry["schema"])
            everybody = len(entry["seats"]) == len(seats)
            answer = act(client, code, entry["example"], seat=None if everybody else entry["seats"][0])
            assert answer.status_code == 201, (entry, answer.get_json())
            client.post(f"/api/tables/{code}/undo", json={"key": next(KEYS)})
        first = table["actions"][0]
        act(client, code, first["example"], seat=first["seats"][0])


def test_the_same_key_again_is_answered_with_the_seq_it_got(client: FlaskClient, code: str) -> None:
    body = {"action": {"type": "cash", "value": 3}, "key": "same-key-1", "seat": 0}
    first = client.post(f"/api/tables/{code}/actions", json=body)
    assert (first.status_code, first.get_json()) == (201, {"seq": 1})
    for other in ({"action": {"type": "nonsense"}}, {"seat": "nobody", "via": 3}, {"unknown": True}):
        again = client.post(f"/api/tables/{code}/actions", json=body | other)
        assert (again.status_code, again.get_json()) == (200, {"seq": 1, "repeated": True})
    for operation in ("undo", "redo", "amend", "seats", "close", "reopen"):
        again = client.post(f"/api/tables/{code}/{operation}", json=body)
        assert (again.status_code, again.get_json()) == (200, {"seq": 1, "repeated": True})
    assert client.get(f"/api/tables/{code}").get_json()["open"]


def test_a_key_of_printable_ascii_may_have_spaces(client: FlaskClient, code: str) -> None:
    body = {"action": {"type": "cash", "value": 3}, "key": " a key ~ ! ", "seat": 0}
    assert client.post(f"/api/tables/{code}/actions", json=body).status_code == 201


def test_closing_twice_with_one_key_closes_once(client: FlaskClient, code: str) -> None:
    """The same key again: nothing applied twice, also after the table was opened again."""
    url = f"/api/tables/{code}"
    act(client, code, {"type": "cash", "value": 3}, seat=0)
    first = client.post(url + "/close", json={"key": "close-key"})
    assert (first.status_code, first.get_json()) == (200, {"seq": 1})
    assert client.post(url + "/reopen", json={"key": "open-key-1"}).get_json() == {"seq": 1}
    act(client, code, {"type": "cash", "value": 4}, seat=0)
    again = client.post(url + "/close", json={"key": "close-key"})
    assert (again.status_code, again.get_json()) == (200, {"seq": 1, "repeated": True})
    assert client.get(url).get_json()["open"]
    assert client.post(url + "/close", json={"key": "bad"}).get_json()["error"]["field"] == "key"
    assert client.post(url + "/close", json={}).status_code == 200


@pytest.mark.parametrize(
    "key",
    [
        pytest.param("short", id="under 8"),
        pytest.param("x" * 65, id="over 64"),
        pytest.param("with\ttab", id="a tab"),
        pytest.param("schlüssel-1", id="not ASCII"),
        pytest.param(None, id="none"),
        pytest.param(12345678, id="a number"),
    ],
)
def test_a_key_is_8_to_64_printable_ascii_characters(client: FlaskClient, code: str, key: Any) -> None:
    answer = client.post(
        f"/api/tables/{code}/actions", json={"action": {"type": "cash", "value": 3}, "key": key, "seat": 0}
    )
    assert answer.status_code == 422
    assert answer.get_json()["error"]["field"] == "key"


def test_errors_and_their_codes(client: FlaskClient, code: str) -> None:
    def error(answer: Any) -> tuple[int, str]:
        return answer.status_code, answer.get_json()["error"]["code"]

    url = f"/api/tables/{code}"
    assert error(client.get("/api/tables/ZZZZZZ")) == (404, "unknown_table")
    assert error(client.get("/api/nothing")) == (404, "not_found")
    assert error(client.get("/api")) == (404, "not_found")
    assert error(client.put(url, json={})) == (405, "method_not_allowed")
    assert client.put(url, json={}).headers["Allow"] == "DELETE, GET, HEAD, OPTIONS"
    assert error(client.post(url + "/actions", data="x")) == (415, "not_json")
    assert error(client.post(url + "/actions", data="{", content_type="application/json")) == (400, "bad_json")
    assert error(client.post(url + "/actions", data="[]", content_type="application/json")) == (400, "bad_json")
    deep = '{"a":' * 50 + "1" + "}" * 50
    assert error(client.post(url + "/actions", data=deep, content_type="application/json")) == (400, "bad_json")
    for number in ("NaN", "-Infinity", "1e999"):
        text = f'{{"key": "no-number", "action": {{"type": "cash", "value": {number}}}}}'
        assert error(client.post(url + "/actions", data=text, content_type="application/json")) == (400, "bad_json")
    half = '{"key": "half-a-letter", "action": {"type": "cash", "\\ud800": 1}}'
    assert error(client.post(url + "/actions", data=half, content_type="application/json")) == (400, "bad_json")
    brackets = {"key": "[" * 45, "action": {"type": "cash", "value": 1000}, "seat": 0}
    assert error(client.post(url + "/actions", json=brackets)) == (422, "bad_field")
    large = '{"a": "' + "x" * 70_000 + '"}'
    assert error(client.post(url + "/actions", data=large, content_type="application/json")) == (413, "too_large")
    assert error(client.post(url + "/undo", json={"key": next(KEYS)})) == (409, "nothing_to_undo")
    assert error(client.post(url + "/redo", json={"key": next(KEYS)})) == (409, "nothing_to_redo")
    assert error(act(client, code, {"type": "cash", "value": 3}, seat=0, base_seq=7)) == (409, "stale")
    assert error(act(client, code, {"type": "cash", "value": 3, "was": 2}, seat=0)) == (409, "changed")
    assert error(act(client, code, {"type": "end_actions"}, seat=0)) == (422, "illegal")
    assert error(client.delete(url)) == (403, "host_only")
    client.post(url + "/close", json={"key": next(KEYS)})
    assert error(act(client, code, {"type": "cash", "value": 3}, seat=0)) == (409, "closed")
    assert client.post(url + "/reopen", json={"key": next(KEYS)}).status_code == 200


def test_messages_are_in_the_language_of_the_request(client: FlaskClient, code: str) -> None:
    headers = {"Accept-Language": "zh-TW,zh;q=0.9,en;q=0.8"}
    answer = client.get("/api/tables/ZZZZZZ", headers=headers)
    assert answer.get_json()["error"]["message"] == "這裡沒有 ZZZZZZ 這一桌，請再看一次代碼。"


def test_the_log_shows_who_did_what(client: FlaskClient, code: str) -> None:
    act(client, code, {"type": "cash", "value": 3}, seat=0)
    client.post(f"/api/tables/{code}/amend", json={"seq": 1, "action": {"type": "cash", "value": 4}, "key": next(KEYS)})
    client.post(f"/api/tables/{code}/undo", json={"key": next(KEYS)})
    events = client.get(f"/api/tables/{code}/log").get_json()["events"]
    assert [(e["seq"], e["change"], e["of"], e["undone"]) for e in events] == [
        (1, "played", None, False),
        (2, "amended", 1, True),
        (3, "retracted", 2, False),
    ]
    assert events[0]["action"] == {"type": "cash", "value": 3}
    assert events[0]["device"] == 1
    assert set(events[0]) == {"seq", "at", "seat", "device", "via", "key", "change", "of", "action", "undone"}


def test_seats_over_the_api(client: FlaskClient, code: str) -> None:
    seats = [{"name": "Bo", "color": "blue", "was": 1}, {"name": "Ann", "color": "red", "was": 0}]
    act(client, code, {"type": "cash", "value": 3}, seat=0)
    assert client.post(f"/api/tables/{code}/seats", json={"seats": seats, "key": next(KEYS)}).status_code == 201
    table = client.get(f"/api/tables/{code}").get_json()
    assert [player["cash"] for player in table["sheet"]["players"]] == [0, 3]


def test_host_operations_need_the_token(client: FlaskClient, code: str, token: dict[str, str]) -> None:
    url = f"/api/tables/{code}"
    assert client.delete(url, headers=token).status_code == 200
    assert client.get(url).status_code == 404
    assert client.post(url + "/restore", headers=token).status_code == 200
    assert client.get(url).status_code == 200
    assert client.put("/api/box/mombasa", json={}).status_code == 403
    assert client.put("/api/box/mombasa", json={}, headers=token).get_json() == {}


def test_export_and_import(client: FlaskClient, code: str) -> None:
    enter_worked_example(client, code)
    exported = client.get(f"/api/tables/{code}/export?format=json").get_json()
    csv = client.get(f"/api/tables/{code}/export?format=csv").get_data(as_text=True)
    assert csv == (
        "\ufeffname,rank,total,cash,mombasa,cape_town,saint_louis,cairo,diamonds,bookkeeping\r\n"
        "Ann,1,100,14,30,6,0,0,30,20\r\nBo,2,97,9,6,0,72,0,10,0\r\n"
    )
    again = client.post("/api/import", json=exported)
    assert again.status_code == 201
    before = client.get(f"/api/tables/{code}").get_json()
    after = client.get(f"/api/tables/{again.get_json()['code']}").get_json()
    assert (after["state"], after["score"], after["seq"]) == (before["state"], before["score"], before["seq"])
    assert client.post("/api/import", json={"format": "nonsense"}).status_code == 422


def test_a_table_code_in_any_case(client: FlaskClient, code: str) -> None:
    """Pages, forms, redirects and scripts; what the address asks for stays."""
    small = code.lower()
    answer = client.get(f"/t/{small}?as=1&code=x")
    assert (answer.status_code, answer.headers["Location"]) == (302, f"/t/{code}?as=1&code=x")
    for page in ("panel", "board", "seq", "join", "history"):
        assert client.get(f"/t/{small}/{page}").status_code == 200
    body = {"type": "cash", "seat": "0", "f.value": "7", "key": "any-case-1"}
    assert client.post(f"/t/{small}/act", data=body).status_code == 303
    assert act(client, small, {"type": "cash", "value": 8}, seat=0).status_code == 201
    for end in ("", "/log", "/export"):
        assert client.get(f"/api/tables/{small}{end}").status_code == 200


def test_unlisted_tables_are_found_by_their_code_only(app: Any, client: FlaskClient) -> None:
    seats = [{"name": "Ann", "color": "red"}, {"name": "Bo", "color": "blue"}]
    code = client.post("/api/tables", json={"game": "mombasa", "seats": seats, "unlisted": True}).get_json()["code"]
    assert [table["code"] for table in client.get("/api/tables").get_json()["tables"]] == [code], "its opener's own"
    stranger = app.test_client()
    assert stranger.get("/api/tables").get_json()["tables"] == []
    assert code.encode() not in stranger.get("/").data
    assert stranger.get(f"/t/{code}").status_code == 200


def test_openapi_describes_every_operation(client: FlaskClient, app: Any) -> None:
    document = client.get("/api/openapi.json").get_json()
    assert document["openapi"].startswith("3.1")
    described = {(method.upper(), path) for path, operations in document["paths"].items() for method in operations}
    served = {
        (method, re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule))
        for rule in app.url_map.iter_rules()
        if rule.rule.startswith("/api/") and rule.rule != "/api/openapi.json"
        for method in rule.methods - {"HEAD", "OPTIONS"}
    }
    assert described == served
    for reference in re.findall(r'"#/components/schemas/(\w+)"', str(document).replace("'", '"')):
        assert reference in document["components"]["schemas"]


def test_without_vision_both_readings_say_so(
    app: Any, client: FlaskClient, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """503 `no_vision` with a plain sentence, also before any card was taught."""
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    monkeypatch.setattr(app.extensions["reader"], "_command", ("/nonexistent/python",))
    for url in ("/api/read/dice", f"/api/tables/{code}/read/cards"):
        answer = client.post(url, data={"image": (io.BytesIO(b"no picture"), "a.jpg")})
        assert (answer.status_code, answer.get_json()["error"]["code"]) == (503, "no_vision")


def test_a_full_disk_is_one_sentence_and_nothing_is_entered(
    app: Any, client: FlaskClient, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """503 `busy`, also on a page; what was tapped can be sent again."""

    def full(*given: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(app.extensions["companion"].store, "append", full)
    answer = act(client, code, {"type": "cash", "value": 3}, seat=0)
    assert (answer.status_code, answer.get_json()["error"]["code"]) == (503, "busy")
    assert "database or disk is full" in answer.get_json()["error"]["message"]
    page = client.post(f"/t/{code}/act", data={"key": "full-page", "type": "cash", "seat": "0", "f.value": "3"})
    assert page.status_code == 503
    assert client.get(f"/api/tables/{code}").get_json()["seq"] == 0


def test_healthz_says_when_the_database_is_gone(app: Any, client: FlaskClient) -> None:
    store = app.extensions["companion"].store
    store.db.conn.execute("DROP TABLE settings")
    answer = client.get("/healthz")
    assert answer.status_code == 503


def test_a_table_that_this_version_cannot_read_hides_no_other(app: Any, client: FlaskClient, code: str) -> None:
    """Its own page says so; the start page, the host page and new tables go on."""
    act(client, code, {"type": "cash", "value": 3}, seat=0)
    store = app.extensions["companion"].store
    body = '{"type": "of a later version"}'
    with store.writing():
        store.db.conn.execute("UPDATE events SET body = ? WHERE code = ?", (body, code))
    app.extensions["companion"].looks.clear()
    seats = [{"name": "Ann", "color": "red"}, {"name": "Bo", "color": "blue"}]
    other = client.post("/api/tables", json={"game": "mombasa", "seats": seats}).get_json()["code"]
    listed = {table["code"]: table.get("readable", True) for table in client.get("/api/tables").get_json()["tables"]}
    assert listed == {other: True, code: False}
    for page in ("/", "/host", "/new/mombasa"):
        assert client.get(page).status_code == 200, page
    answer = client.get(f"/t/{code}", headers={"Accept-Language": "en"})
    assert answer.status_code == 422
    assert "another version of the companion" in answer.get_data(as_text=True)
    assert act(client, code, {"type": "cash", "value": 4}, seat=0).status_code == 422
    assert [event.body for event in store.events(code)] == [{"type": "of a later version"}]


def test_bodies_are_small_except_pictures(client: FlaskClient, code: str) -> None:
    """A form cannot fill the memory of a small machine; a picture may have 20 MB."""
    assert client.post(f"/t/{code}/seat", data={"seat": "0"}).status_code == 303
    form = {"key": "large-form", "type": "cash", "seat": "0", "f.value": "3", "note": "x" * 300_000}
    for path in (f"/t/{code}/act", "/new/mombasa", "/api/read/dice", f"/t/{code}/camera/face"):
        assert client.post(path, data=form).status_code == 413, path
    for size, status in ((1_000_000, 415), (21_000_000, 413)):
        picture = FileStorage(io.BytesIO(b"GIF89a" + bytes(size)), "a.gif")
        boundary, body = encode_multipart({**form, "note": "", "name": "red 4", "image": picture})
        kind = f"multipart/form-data; boundary={boundary}"
        for path in ("/api/read/dice", f"/t/{code}/camera/card"):
            assert client.post(path, data=body, content_type=kind).status_code == status, path
        assert client.post(f"/t/{code}/act", data=body, content_type=kind).status_code == 413


def test_healthz(client: FlaskClient) -> None:
    assert client.get("/healthz").status_code == 200


def test_a_script_without_a_cookie_that_only_looks_is_not_noted(app: Any, code: str) -> None:
    house = app.extensions["companion"]
    before = len(devices_of(house.store, code))
    for _ in range(3):
        assert app.test_client(use_cookies=False).get(f"/api/tables/{code}").status_code == 200
    assert len(devices_of(house.store, code)) == before


@pytest.mark.parametrize("values", ["0", "7", "2,,3", "x", "2;3", "-1"])
def test_values_that_no_die_has_are_refused(client: FlaskClient, values: str) -> None:
    sent = {"image": (io.BytesIO(b"GIF89a"), "a.gif"), "values": values}
    answer = client.post("/api/read/dice", data=sent, content_type="multipart/form-data")
    assert answer.status_code == 422 and answer.get_json()["error"]["field"] == "values"
