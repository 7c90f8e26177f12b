"""Several facts on one form: each an entry of its own, what is left empty is for later, and all or nothing."""

from __future__ import annotations

import re

import pytest
from flask import Flask, render_template_string
from flask.testing import FlaskClient

from companion import play
from companion.web.phone import Page

CASH = {"types": ["cash", "diamonds"], "cash.seat": "0", "diamonds.seat": "0", "key": "several-facts-1"}


def entered(app: Flask, code: str) -> list[tuple[str, int]]:
    """What counts at the table: the kind of each entry, and its value."""
    entries = play.look(app.extensions["companion"], code).table.entries
    return [(type(entry.action).__name__, entry.action.value) for entry in entries]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("cash", "diamonds", "expected"),
    [
        pytest.param("9", "10+5", [("Cash", 9), ("Diamonds", 15)], id="each is an entry of its own"),
        pytest.param("", "20", [("Diamonds", 20)], id="what is left empty is left for later"),
        pytest.param("0", " ", [("Cash", 0)], id="nought is a number"),
    ],
)
def test_what_is_filled_in_is_entered(
    app: Flask, client: FlaskClient, code: str, cash: str, diamonds: str, expected: list[tuple[str, int]]
) -> None:
    form = CASH | {"cash.f.value": cash, "diamonds.f.value": diamonds}
    assert client.post(f"/t/{code}/acts", data=form).status_code == 303
    assert entered(app, code) == expected
    assert client.post(f"/t/{code}/acts", data=form).status_code == 303, "the same key again"
    assert entered(app, code) == expected, "counts once"


@pytest.mark.parametrize(
    ("cash", "diamonds", "words"),
    [
        pytest.param("9", "9999", "Diamond track of", id="one that cannot be"),
        pytest.param("9", "1,5", "Whole numbers only", id="one that is no number"),
        pytest.param("", "", "Nothing is filled in yet", id="nothing at all"),
    ],
)
def test_one_that_is_refused_keeps_all_of_them_out(
    app: Flask, client: FlaskClient, code: str, cash: str, diamonds: str, words: str
) -> None:
    form = CASH | {"cash.f.value": cash, "diamonds.f.value": diamonds}
    answer = client.post(f"/t/{code}/acts", data=form)
    assert answer.status_code == 422
    assert words in answer.get_data(as_text=True)
    assert entered(app, code) == []


def test_the_sentence_of_the_form_says_all_of_them(client: FlaskClient, code: str) -> None:
    told = client.post(f"/t/{code}/tell", data=CASH | {"cash.f.value": "9", "diamonds.f.value": "15"}).text
    assert "data-ready" in told
    assert told.count("clause") == 2
    waiting = client.post(f"/t/{code}/tell", data=CASH).text
    assert "data-ready" not in waiting


def test_the_form_asks_every_number_once_and_requires_none(app: Flask, client: FlaskClient) -> None:
    """As the set-up of a game shows it: three dice colours of one offer, each with a field and a label of its own."""
    seats = [{"name": "Ann", "color": "red"}, {"name": "Bo", "color": "blue"}]
    house: play.House = app.extensions["companion"]
    play.set_box(
        house,
        "walking_on_the_moon",
        {"spaces": 5, "last_card": [12, 14, 16, 18, 18], "star_points": [1, 3, 6, 10, 15, 21]},
    )
    code = play.open_table(house, "walking_on_the_moon", seats, {"dice": "kept"}).code
    page = Page(house, play.look(house, code), None, None, None)
    offers = [offer for offer in page.placed("next") if offer.type == "jump_dice"]
    assert offers
    source = '{% from "_controls.html" import printed_form with context %}{{ printed_form(offers) }}'
    with app.test_request_context():
        html = render_template_string(source, page=page, offers=offers)
    fields = re.findall(r'name="(jump_dice\.f\.[^"]+)"', html)
    assert fields == [f"jump_dice.f.counts.{color}" for color in ("blue", "black", "white")]
    assert "required" not in html
    posted = {"types": "jump_dice", "key": "printed-dice-1", **dict.fromkeys(fields, "2")}
    assert client.post(f"/t/{code}/acts", data=posted).status_code == 303
    assert play.look(house, code).state.box.dice == (2, 2, 2)


def test_each_sentence_knows_what_the_form_says_before_it(client: FlaskClient) -> None:
    """A moon card of five spaces: the points of the last card are told for these five."""
    seats = [{"name": "Ann"}, {"name": "Bo"}]
    moon = client.post("/api/tables", json={"game": "walking_on_the_moon", "seats": seats}).get_json()["code"]
    form = {"types": ["spaces", "last_card"], "spaces.f.value": "5"}
    form |= {f"last_card.f.up_to_{points}": str(space) for points, space in ((12, 1), (14, 3), (16, 4))}
    told = client.post(f"/t/{moon}/tell", data=form).text
    assert "12, 14, 14, 16, 18." in re.sub("<[^>]+>", "", told)
