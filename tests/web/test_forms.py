"""What people type, and pages without script: forms post, pages reload."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from companion.play import Refused
from companion.web.forms import read_sum


@pytest.mark.parametrize(
    ("typed", "parts"),
    [
        pytest.param("105", (105,), id="105 is one entry"),
        pytest.param("12+11+7", (12, 11, 7), id="a sum may be typed"),
        pytest.param(" 12 + 11 ", (12, 11), id="spaces"),
        pytest.param("２０", (20,), id="full-width digits"),
        pytest.param("１２＋３", (12, 3), id="full-width plus"),
        pytest.param("−5", (-5,), id="the real minus sign"),
        pytest.param("－５", (-5,), id="full-width minus"),
        pytest.param("-0", (0,), id="minus zero is zero"),
        pytest.param("20-3", (20, -3), id="taken away"),
        pytest.param("+7", (7,), id="a leading plus"),
    ],
)
def test_numbers_as_people_write_them(typed: str, parts: tuple[int, ...]) -> None:
    assert read_sum(typed) == parts


@pytest.mark.parametrize(
    "typed", ["", "14.0", "1e2", "1,5", "１，０００", "12+", "++1", "abc", "0x10", "1" * 7, "½", "٣", "①②③④⑤⑥⑦"]
)
def test_what_is_no_number_is_refused_never_guessed(typed: str) -> None:
    with pytest.raises(Refused):
        read_sum(typed)


@given(st.lists(st.integers(0, 999), min_size=1, max_size=8))
def test_a_sum_is_read_part_by_part(parts: list[int]) -> None:
    assert read_sum("+".join(map(str, parts))) == tuple(parts)


def post(client: FlaskClient, code: str, **fields: str) -> int:
    data = {name.replace("__", "."): value for name, value in fields.items()}
    return client.post(
        f"/t/{code}/act",
        data={"key": "form-key-1" + str(len(str(data))) + data.get("f.value", "")[:4].replace(" ", "") + "x", **data},
    ).status_code


def cash(client: FlaskClient, code: str) -> int:
    return int(client.get(f"/api/tables/{code}").get_json()["sheet"]["players"][0]["cash"])


def test_without_script_a_typed_number_is_entered_and_the_page_comes_back(client: FlaskClient, code: str) -> None:
    assert post(client, code, type="cash", seat="0", was="0", f__value="12+11+7") == 303
    assert cash(client, code) == 30
    page = client.get(f"/t/{code}?as=0").get_data(as_text=True)
    assert "12 + 11 + 7" in page


def test_without_script_the_stepper_buttons_step(client: FlaskClient, code: str) -> None:
    assert post(client, code, type="cash", seat="0", was="0", f__value="7", step__value="1") == 303
    assert cash(client, code) == 8


def test_without_script_a_refusal_is_a_page_with_reason_and_way_back(client: FlaskClient, code: str) -> None:
    answer = client.post(f"/t/{code}/act", data={"key": "form-key-9", "type": "cash", "seat": "0", "f.value": "1,5"})
    assert answer.status_code == 422
    page = answer.get_data(as_text=True)
    assert "without a point or comma" in page
    assert "Back" in page


def test_without_script_every_form_carries_a_fresh_key(client: FlaskClient, code: str) -> None:
    keys = re.findall(r'name="key" value="([^"]+)"', client.get(f"/t/{code}?as=0").get_data(as_text=True))
    assert len(keys) > 10
    assert len(set(keys)) == len(keys)


def test_an_evening_without_script(client: FlaskClient) -> None:
    """Open a table, take a seat, enter, undo, correct, look at the history: forms and reloads only."""
    answer = client.post("/new/mombasa", data={"name.0": "Ann", "color.0": "red", "name.1": "小明", "color.1": "blue"})
    assert answer.status_code == 303
    code = answer.headers["Location"].split("/")[2]
    assert b"qr.svg" in client.get(answer.headers["Location"]).data
    assert b"Who are you?" in client.get(f"/t/{code}").data
    assert client.post(f"/t/{code}/seat", data={"seat": "0"}).status_code == 303
    post(client, code, type="cash", seat="0", f__value="5")
    assert (
        client.post(
            f"/t/{code}/amend", data={"key": "amend-key-1", "seq": "1", "type": "cash", "f.value": "6"}
        ).status_code
        == 303
    )
    assert cash(client, code) == 6
    assert client.post(f"/t/{code}/undo", data={"key": "undo-key-1"}).status_code == 303
    assert cash(client, code) == 5
    history = client.get(f"/t/{code}/history").get_data(as_text=True)
    assert "Cash" in history
    assert "undone" in history
    assert client.post(f"/t/{code}/redo", data={"key": "redo-key-1"}).status_code == 303
    assert cash(client, code) == 6
    assert client.get("/").get_data(as_text=True).count(code) >= 1


def test_opening_a_table_again_after_a_mistake_keeps_what_was_typed(client: FlaskClient) -> None:
    typed = {"name.0": "Ann", "color.0": "red", "name.1": "Ann", "color.1": "blue", "unlisted": "true"}
    answer = client.post("/new/mombasa", data=typed)
    assert answer.status_code == 422
    page = answer.get_data(as_text=True)
    assert "is there twice" in page
    assert page.count('value="Ann"') == 2
    assert re.search(r'name="unlisted" value="true" checked', page)


@pytest.mark.parametrize(
    ("path", "data"),
    [
        ("amend", {"seq": "1", "type": "cash", "f.value": "6"}),
        ("seats", {"name.0": "Anna", "color.0": "red", "was.0": "0", "name.1": "Bo", "color.1": "blue", "was.1": "1"}),
    ],
)
def test_a_page_aside_goes_on_after_its_entry_and_stays_after_a_refusal(
    client: FlaskClient, code: str, path: str, data: dict[str, str]
) -> None:
    """With script: a refusal is a fragment beside what was typed; what is accepted names the page that follows."""
    post(client, code, type="cash", seat="0", f__value="5")
    page = client.get(f"/t/{code}/{'correct/1' if path == 'amend' else 'seats'}").get_data(as_text=True)
    assert 'id="refusal"' in page
    assert 'id="lost-words"' in page
    script, back = {"HX-Request": "true"}, f"/t/{code}/history"
    wrong = {
        name: "1,5" if name.startswith("f.") else "Bo" if name.startswith("name") else v for name, v in data.items()
    }
    refused = client.post(f"/t/{code}/{path}", data={"key": "aside-key-1", "back": back, **wrong}, headers=script)
    assert (refused.status_code, refused.headers["HX-Retarget"]) == (422, "#refusal")
    done = client.post(f"/t/{code}/{path}", data={"key": "aside-key-1", "back": back, **data}, headers=script)
    assert (done.status_code, done.headers["HX-Redirect"]) == (200, back)


def test_an_entry_that_says_nothing_more_offers_no_correction(client: FlaskClient, code: str) -> None:
    """ "Correct" stands beside what has something to change; the others are undone."""
    post(client, code, type="cash", seat="0", f__value="5")
    post(client, code, type="cards_revealed", seat="")
    history = client.get(f"/t/{code}/history").get_data(as_text=True)
    assert f"/t/{code}/correct/1" in history
    assert 'id="e2"' in history
    assert f"/t/{code}/correct/2" not in history


@pytest.mark.parametrize(
    ("game", "before", "data", "said"),
    [
        pytest.param(
            "mombasa",
            [],
            {"type": "cash", "seat": "0"},
            '<wbr><bdi class="short" translate="no">Ann</bdi> 的現金',
            id="a number",
        ),
        pytest.param(
            "spank_the_monkey",
            [({"type": "start_player", "player": 0}, None), ({"type": "draw", "cards": 1}, 0)],
            {"type": "junk", "seat": "0", "f.cards.0.name": "Box", "f.cards.0.strength": "3"},
            "高度",
            id="a number of a card",
        ),
    ],
)
def test_what_was_left_empty_is_named(
    client: FlaskClient, game: str, before: list[tuple[dict[str, object], int | None]], data: dict[str, str], said: str
) -> None:
    """Not "a field is missing", but which."""
    seats = [{"name": "Ann", "color": "red"}, {"name": "Bo", "color": "blue"}]
    code = client.post("/api/tables", json={"game": game, "seats": seats}).get_json()["code"]
    for n, (action, seat) in enumerate(before):
        body = {"action": action, "seat": seat, "key": f"before-{n:04d}"}
        answer = client.post(f"/api/tables/{code}/actions", json=body)
        assert answer.status_code == 201, answer.get_json()
    header = {"Accept-Language": "zh-TW", "HX-Request": "true"}
    answer = client.post(f"/t/{code}/act", data={"key": "empty-key-1", **data}, headers=header)
    assert answer.status_code == 422
    assert f"還沒填「<b>{said}</b>」" in answer.get_data(as_text=True)


def test_no_number_is_corrected_that_nobody_chose(client: FlaskClient, code: str) -> None:
    """Of a long list nothing is chosen yet: a number typed without choosing changes nothing, and says so."""
    page = client.get(f"/t/{code}/correction").get_data(as_text=True)
    assert len(re.findall(r'<input\s+type="radio" name="f.counter"', page)) > 5
    assert not re.search(r'name="f.counter"[^>]* checked', page)
    data = {"key": "no-counter-1", "type": "correct", "seat": "", "f.counter": "", "f.value": "3", "f.reason": ""}
    answer = client.post(f"/t/{code}/act", data=data)
    assert answer.status_code == 422
    assert "is missing" in answer.get_data(as_text=True)
    assert client.get(f"/api/tables/{code}").get_json()["seq"] == 0


def test_nobody_bids_is_corrected_to_a_sale_on_its_page(client: FlaskClient) -> None:
    """Entered by mistake: the page of the entry offers what it was instead, and the history stays in its order."""
    seats = [{"name": "Ann", "color": "red"}, {"name": "Bo", "color": "blue"}]
    code = client.post("/api/tables", json={"game": "monkeys_on_the_moon", "seats": seats}).get_json()["code"]
    ring = ["black", "brown", "purple", "green", "red", "blue"]
    teach = {"type": "teach", "card": "red", "number": 2, "tribe": "red"}
    plays: list[tuple[dict[str, object], int | None]] = [
        ({"type": "track", "spaces": 20}, None),
        ({"type": "rank_points", "fifth_first": 3, "fifth_second": 2, "sixth_first": 2, "sixth_second": 1}, None),
        ({"type": "ring", "tribes": ring}, None),
        ({"type": "moonstone", "player": 0}, None),
        *(({"type": "take_ship", "color": "red", "capacity": 3, "points": 4}, seat) for seat in (0, 1)),
        *((teach, seat) for seat in (0, 1)),
        ({"type": "pick", "tribe": "red", "number": 4}, 0),
        ({"type": "no_bid", "lot": 1}, None),
    ]
    for n, (action, seat) in enumerate(plays):
        posted = client.post(
            f"/api/tables/{code}/actions", json={"action": action, "seat": seat, "key": f"no-bid-{n:04}"}
        )
        assert posted.status_code == 201, posted.get_json()
    page = client.get(f"/t/{code}/correct/10").get_data(as_text=True)
    assert 'value="sold"' in page
    data = {"key": "to-a-sale", "seq": "10", "type": "sold", "f.player": "1", "f.value": "3"}
    assert client.post(f"/t/{code}/amend", data=data).status_code in (200, 302, 303)
    home = client.get(f"/api/tables/{code}").get_json()["sheet"]["players"]
    assert [player["monkeys"] for player in home] == [[], [["red", 4]]]
