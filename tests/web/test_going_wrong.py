"""Whatever went wrong at the table: what a tap means, taking one entry out, who is away, a round played on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

Post = Callable[..., dict[str, Any]]


def enter(client: FlaskClient, code: str, key: str, path: str = "actions", **body: Any) -> dict[str, Any]:
    """The answer to a change that must be accepted."""
    answer = client.post(f"/api/tables/{code}/{path}", json={"key": key, **body})
    assert answer.status_code == 201, answer.get_json()
    found: dict[str, Any] = answer.get_json()
    return found


def refused(client: FlaskClient, code: str, key: str, path: str = "actions", **body: Any) -> dict[str, Any]:
    """The refusal of a change."""
    answer = client.post(f"/api/tables/{code}/{path}", json={"key": key, **body})
    assert answer.status_code >= 400, answer.get_json()
    error: dict[str, Any] = answer.get_json()["error"]
    return error


def cash(value: int) -> dict[str, Any]:
    return {"type": "cash", "value": value}


@pytest.fixture
def three(client: FlaskClient, code: str) -> str:
    """Three entries: cash 10, diamonds 20, cash 99."""
    enter(client, code, "first-entry", action=cash(10), seat=0)
    enter(client, code, "second-entry", action={"type": "diamonds", "value": 20}, seat=0)
    enter(client, code, "third-entry", action=cash(99), seat=0)
    return code


def test_two_phones_tap_undo_at_once_and_one_entry_is_taken_back(app: Flask, client: FlaskClient, three: str) -> None:
    """Two phones tap Undo within 150 ms: one entry is taken back, the second phone is told who did it already."""
    other = app.test_client()
    client.get(f"/t/{three}?as=0")
    client.post(f"/t/{three}/seat", data={"seat": "0"})
    header = {"HX-Request": "true"}
    first = client.post(f"/t/{three}/undo", data={"key": "undo-of-ann", "seen": "3"}, headers=header)
    second = other.post(f"/t/{three}/undo", data={"key": "undo-of-bo-1", "seen": "3"}, headers=header)
    assert (first.status_code, second.status_code) == (200, 409)
    assert "Ann" in second.get_data(as_text=True)
    assert "was quicker" in second.get_data(as_text=True)
    table = client.get(f"/api/tables/{three}").get_json()
    assert (table["seq"], table["sheet"]["players"][0]["cash"], table["sheet"]["players"][0]["diamonds"]) == (4, 10, 20)


def test_a_double_tap_of_one_phone_on_undo_takes_one_entry_back(client: FlaskClient, three: str) -> None:
    """Somebody always double-taps: the second tap saw the same table, and is answered with what the first one did."""
    client.get(f"/t/{three}")
    header = {"HX-Request": "true"}
    for key in ("double-tap-1", "double-tap-2"):
        answer = client.post(f"/t/{three}/undo", data={"key": key, "seen": "3"}, headers=header)
        assert answer.status_code == 200
    assert client.get(f"/api/tables/{three}").get_json()["seq"] == 4


def test_a_double_tap_on_reveal_reveals_one_category(app: Flask, client: FlaskClient, code: str) -> None:
    """Undo, redo, reveal, next round, wrap-up and everything else without a value of its own carry what was seen."""
    enter(client, code, "finish-now-1", action={"type": "finish"})
    other = app.test_client()
    header = {"HX-Request": "true"}
    taps = [(client, "reveal-tap-1"), (client, "reveal-tap-2"), (other, "reveal-tap-3")]
    status = [
        who.post(
            f"/t/{code}/act", data={"key": key, "type": "reveal", "seat": "", "seen": "1"}, headers=header
        ).status_code
        for who, key in taps
    ]
    assert status == [200, 200, 409]
    assert client.get(f"/api/tables/{code}").get_json()["state"]["ending"]["revealed"] == 1


def test_taps_of_others_in_between_do_not_stop_a_tap_that_is_another(client: FlaskClient, three: str) -> None:
    """Only the same tap is done already: Bo may end his action phase although Ann entered a number meanwhile."""
    enter(client, three, "cards-turned", action={"type": "cards_revealed"})
    seen = 4
    enter(client, three, "ann-entered", action=cash(1), seat=0)
    enter(client, three, "bo-ends-now", action={"type": "end_actions"}, seat=1, seen=seen)
    error = refused(client, three, "bo-ends-twice", action={"type": "end_actions"}, seat=1, seen=seen)
    assert error["code"] == "stale"
    assert error["seq"] == 6


def test_base_seq_refuses_every_kind_of_change_and_says_what_came_between(client: FlaskClient, three: str) -> None:
    """409 stale when it is not the current one, with "by" (the device) and "seq" of what came between."""
    changes: list[tuple[str, dict[str, Any]]] = [
        ("actions", {"action": cash(5), "seat": 0}),
        ("undo", {}),
        ("redo", {}),
        ("retract", {"seq": 1}),
        ("away", {"seat": 1}),
        ("amend", {"seq": 1, "action": cash(6)}),
        ("seats", {"seats": [{"name": "A", "was": 0}, {"name": "B", "was": 1}]}),
    ]
    for number, (path, body) in enumerate(changes):
        error = refused(client, three, f"stale-key-{number}", path, base_seq=2, **body)
        assert (error["code"], error["seq"], error["by"]) == ("stale", 3, 1), path


def test_an_older_wrong_entry_is_taken_out_alone(client: FlaskClient, code: str) -> None:
    """ "End my action phase" tapped by mistake is taken out; what followed still fits and stays."""
    enter(client, code, "cards-turned", action={"type": "cards_revealed"})
    enter(client, code, "mistaken-end", action={"type": "end_actions"}, seat=0)
    enter(client, code, "cash-of-ann", action=cash(7), seat=0)
    enter(client, code, "take-it-out", "retract", seq=2)
    table = client.get(f"/api/tables/{code}").get_json()
    assert (table["active"], table["sheet"]["players"][0]["cash"]) == ([0, 1], 7)
    log = client.get(f"/api/tables/{code}/log").get_json()["events"]
    assert [(event["change"], event["undone"]) for event in log[1:]] == [("played", True), ("played", False), ("retracted", False)]  # fmt: skip
    enter(client, code, "put-it-back", "redo")
    assert client.get(f"/api/tables/{code}").get_json()["active"] == [1]


def test_taking_out_what_later_entries_need_names_the_first_of_them_and_the_ways_out(
    client: FlaskClient, code: str
) -> None:
    """Else the page says which entry does not fit and offers: undo to there, or correct the counters."""
    enter(client, code, "cards-turned", action={"type": "cards_revealed"})
    enter(client, code, "cash-of-ann", action=cash(7), seat=0)
    enter(client, code, "end-of-ann-1", action={"type": "end_actions"}, seat=0)
    error = refused(client, code, "cannot-go-1", "retract", seq=1)
    assert (error["code"], error["at_seq"]) == ("later_step", 3)
    page = client.post(f"/t/{code}/retract", data={"key": "cannot-go-2", "seq": "1"}, headers={"HX-Request": "true"})
    shown = page.get_data(as_text=True)
    assert "Undo to before entry 3" in shown
    assert 'name="to" value="2"' in shown
    assert "Correct the numbers instead" in shown
    assert client.get(f"/api/tables/{code}").get_json()["seq"] == 3


@pytest.mark.parametrize("seq", [4, 3, 99, 0])
def test_only_what_counts_can_be_taken_out(client: FlaskClient, three: str, seq: int) -> None:
    """An undone entry, a retraction, one that is not there."""
    enter(client, three, "undo-the-last", "undo")
    assert refused(client, three, f"take-out-{seq:03}", "retract", seq=seq)["field"] == "seq"


def test_the_history_offers_to_take_an_entry_out_and_says_what_stays(client: FlaskClient, three: str) -> None:
    page = client.get(f"/t/{three}/history").get_data(as_text=True)
    assert page.count(f'action="/t/{three}/retract"') == 3
    answer = client.post(f"/t/{three}/retract", data={"key": "out-by-form", "seq": "1", "back": f"/t/{three}/history"})
    assert answer.status_code == 303
    assert client.get(f"/api/tables/{three}").get_json()["sheet"]["players"][0]["cash"] == 99


def test_a_refusal_never_offers_mine_and_theirs_with_nothing_after_the_colon(client: FlaskClient, code: str) -> None:
    """A refusal that offered "Enter mine" / "Keep theirs" with nothing after the colon: a reveal has no number."""
    enter(client, code, "finish-now-1", action={"type": "finish"})
    enter(client, code, "reveal-once-1", action={"type": "reveal", "step": 0})
    body = {"key": "reveal-late-1", "action": '{"type": "reveal", "step": 0}', "seat": ""}
    shown = client.post(f"/t/{code}/act", data=body, headers={"HX-Request": "true"})
    assert shown.status_code == 409
    assert "Enter mine" not in shown.get_data(as_text=True)


def test_away_is_in_the_log_undone_like_a_play_and_shown_with_the_seats(client: FlaskClient, code: str) -> None:
    """A seat can be marked away from any moment on, by anybody, undoably, and comes back as easily."""
    enter(client, code, "bo-goes-away", "away", seat=1)
    table = client.get(f"/api/tables/{code}").get_json()
    assert [seat.get("away", False) for seat in table["seats"]] == [False, True]
    assert table["active"] == [0]
    line = client.get(f"/api/tables/{code}/log").get_json()["events"][0]
    assert (line["change"], line["seat"], line["away"], line["action"]) == ("away", 1, True, None)
    assert "(away)" in client.get(f"/t/{code}/seats").get_data(as_text=True)
    assert refused(client, code, "twice-away-1", "away", seat=1)["message"] == "Bo is away already."
    assert "last one at the table" in refused(client, code, "all-away-01", "away", seat=0)["message"]
    enter(client, code, "undo-of-away", "undo")
    assert client.get(f"/api/tables/{code}").get_json()["active"] == [0, 1]
    enter(client, code, "redo-of-away", "redo")
    enter(client, code, "bo-comes-back", "away", seat=1, away=False)
    assert client.get(f"/api/tables/{code}").get_json()["active"] == [0, 1]
    exported = client.get(f"/api/tables/{code}/export").get_json(force=True)
    again = client.post("/api/import", json=exported).get_json()
    assert client.get(f"/api/tables/{again['code']}").get_json()["state"] == client.get(f"/api/tables/{code}").get_json()["state"]  # fmt: skip


def test_a_round_played_without_the_companion_is_one_entry_and_one_sentence(client: FlaskClient, code: str) -> None:
    """Round and all counters at once, one entry, one sentence in the history."""
    counters = {"round": 3, "cash:0": 12, "coins:cairo": 2}
    enter(client, code, "we-played-on", action={"type": "played_on", "counters": counters})
    table = client.get(f"/api/tables/{code}").get_json()
    assert (table["state"]["round"], table["sheet"]["players"][0]["cash"], table["sheet"]["company_coins"]["cairo"]) == (3, 12, 2)  # fmt: skip
    told = client.get(f"/t/{code}/history").get_data(as_text=True)
    assert "Played on without the companion" in told
    enter(client, code, "undo-all-of-it", "undo")
    assert client.get(f"/api/tables/{code}").get_json()["state"]["round"] == 1


@pytest.mark.parametrize(
    ("counters", "field"),
    [
        pytest.param({}, "action.counters", id="nothing said"),
        pytest.param({"cash:9": 1}, "action.counters", id="a number this table does not keep"),
        pytest.param({"cash:0": 1000}, "action.counters", id="out of range"),
    ],
)
def test_what_was_not_played_is_refused_with_its_field(
    client: FlaskClient, code: str, counters: dict[str, int], field: str
) -> None:
    action = {"type": "played_on", "counters": counters}
    assert refused(client, code, "not-played-1", action=action)["field"] == field


def test_a_deleted_table_says_so_and_its_asking_is_no_guess(
    client: FlaskClient, code: str, token: dict[str, str]
) -> None:
    """The page says so, stops asking and offers the way on."""
    page = client.get(f"/t/{code}?as=0").get_data(as_text=True)
    assert 'id="gone"' in page
    client.delete(f"/api/tables/{code}", headers=token)
    answer = client.get(f"/t/{code}/panel", headers={"HX-Request": "true"})
    assert (answer.status_code, answer.headers["X-Gone"]) == (404, "1")
    assert [client.get(f"/t/{code}/panel").status_code for _ in range(40)] == [404] * 40
