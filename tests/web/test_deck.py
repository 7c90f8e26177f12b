"""A whole deck taught from one picture: cut up, named by a list or in the game's order, asked about, kept."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path

import cv2
import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.core.refusal import Refused
from companion.core.text import T
from companion.web.deck import LONGEST_LIST, MOST_WAITING, Draft, Drafts, filled, listed_names, questions
from testkit.decks import DrawnCard, deck
from testkit.sheets import sheet
from tests.web.test_taught import sit
from vision import taught
from vision.cards.library import CardLibrary
from vision.reading import CutOfRow, RowsCut

CARDS = deck("trading", 5, 5)


def look(client: FlaskClient, code: str, cards: Sequence[DrawnCard], seed: int = 3) -> str:
    """Send a picture of cards in rows; where its cards are named."""
    packed = cv2.imencode(".jpg", sheet(cards, seed, columns=2, ground="wood", width=1000, height=1200).image)[
        1
    ].tobytes()
    sent = {"image": (io.BytesIO(packed), "rows.jpg")}
    answer = client.post(f"/t/{code}/camera/cards/look", data=sent, content_type="multipart/form-data")
    assert answer.status_code == 303, answer.get_data(as_text=True)
    return str(answer.headers["Location"])


def test_a_picture_of_four_cards_is_named_by_a_list_asked_about_and_kept(
    app: Flask, client: FlaskClient, code: str
) -> None:
    """The second and the fourth are one card: the list gives them two names, which is asked before anything is kept."""
    folder = app.extensions["companion"].store.folder / "cards" / "mombasa"
    sit(client, code)
    where = look(client, code, [*CARDS[:3], CARDS[1]])
    page = client.get(where).get_data(as_text=True)
    assert "4 cards were found" in page and "It looks the same as number 2." in page
    for number in range(5):
        assert client.get(f"{where}/{number}.jpg").content_type == "image/jpeg"
    assert client.get(f"{where}/5.jpg").status_code == 404
    few = client.post(where, data={"fill": "list", "list": "ant, bee"}).get_data(as_text=True)
    assert "The list has 2 names, and 4 cards wait for one." in few
    assert [f'name-{n}" value="{name}"' in few for n, name in ((1, "ant"), (2, "bee"), (3, ""), (4, "bee"))] == [
        True
    ] * 4
    named = {f"name-{n}": name for n, name in enumerate(("ant", "bee", "cat", "dog"), 1)}
    asked = client.post(where, data=named).get_data(as_text=True)
    assert "It looks the same as number 2, bee." in asked and "1 question is open." in asked
    assert not folder.exists()
    answer = client.post(where, data={**named, "name-4": "bee", "name-3": ""})
    assert answer.status_code == 303 and "learnt=3" in answer.headers["Location"]
    assert "3 cards learnt." in client.get(answer.headers["Location"]).get_data(as_text=True)
    assert [(one.name, one.pictures) for one in taught.listed("cards", folder)] == [("ant", 1), ("bee", 2)]
    again = client.post(where, data={**named, "name-4": "bee", "name-3": ""})
    assert again.status_code == 303, "tapped twice"
    assert client.post(where, data={**named, "name-3": "cat"}).status_code == 303, "the rest, later; nothing twice"
    assert [(one.name, one.pictures) for one in taught.listed("cards", folder)] == [("ant", 1), ("bee", 2), ("cat", 1)]


def test_the_games_own_names_are_put_in_in_their_order(app: Flask, client: FlaskClient) -> None:
    """Monkeys by tribe and number, in the language of the phone; those that are taught already are passed over."""
    seats = [{"name": "Ann", "color": "red"}, {"name": "Bo", "color": "blue"}]
    code = client.post("/api/tables", json={"game": "monkeys_on_the_moon", "seats": seats}).get_json()["code"]
    sit(client, code)
    CardLibrary(app.extensions["companion"].store.folder / "cards" / "monkeys_on_the_moon").enroll(
        "Red 3", cv2.resize(CARDS[4].image, (360, 504))
    )
    where = look(client, code, CARDS[:2])
    page = client.post(where, data={"fill": "game"}).get_data(as_text=True)
    assert 'name-1" value="Red 4"' in page and 'name-2" value="Red 5"' in page
    page = client.post(where, data={"fill": "game"}, headers={"Accept-Language": "zh-TW"}).get_data(as_text=True)
    assert 'name-1" value="紅族 4"' in page


@pytest.mark.parametrize("named", [{}, {"name-1": " ", "name-2": ""}], ids=["nothing", "only spaces"])
def test_keeping_needs_a_name(client: FlaskClient, code: str, named: dict[str, str]) -> None:
    sit(client, code)
    where = look(client, code, CARDS[:2])
    assert "Name at least one card" in client.post(where, data=named).get_data(as_text=True)
    page = client.post(where, data={"name-1": "ant", "name-2": "\u3164"}).get_data(as_text=True)
    assert "nothing to see" in page and 'value="ant"' in page, "what was typed stays"


def test_whoever_may_not_teach_may_not_cut_either_and_what_is_gone_is_said(client: FlaskClient, code: str) -> None:
    client.get(f"/t/{code}")
    sent = {"image": (io.BytesIO(b"x"), "rows.jpg")}
    assert client.post(f"/t/{code}/camera/cards/look", data=sent, content_type="multipart/form-data").status_code == 403
    sit(client, code)
    gone = client.get(f"/t/{code}/camera/cards/nowhere")
    assert gone.status_code == 404 and "does not wait here any more" in gone.get_data(as_text=True)
    empty = cv2.imencode(".jpg", sheet([], 1, columns=1, ground="plain").image)[1].tobytes()
    sent = {"image": (io.BytesIO(empty), "rows.jpg")}
    answer = client.post(f"/t/{code}/camera/cards/look", data=sent, content_type="multipart/form-data")
    assert answer.status_code == 422 and "No card was found" in answer.get_data(as_text=True)


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        pytest.param("ant\nbee", ["ant", "bee"], id="one a line"),
        pytest.param(" ant , bee;\n\n cat ", ["ant", "bee", "cat"], id="commas, semicolons, empty lines"),
        pytest.param("紅 3、紅 4，藍 5", ["紅 3", "紅 4", "藍 5"], id="Chinese commas"),
        pytest.param(" \n,,", [], id="nothing"),
        pytest.param("a," * 100_000, ["a"] * (LONGEST_LIST // 2), id="no more than is looked at"),
    ],
)
def test_lists_of_names(typed: str, names: list[str]) -> None:
    assert listed_names(typed) == names


def draft(*twice: int | None, alike: tuple[str, ...] = ()) -> Draft:
    """Cards that nobody drew; ``alike``: what the last one looks like."""
    cuts = [CutOfRow((), "x", (), False, "", first) for first in twice]
    if alike:
        cuts[-1] = CutOfRow((), "x", alike, False)
    return Draft("mombasa", RowsCut(tuple(cuts), "x"))


def test_whoever_sends_many_pictures_pushes_only_their_own_out() -> None:
    drafts = Drafts()
    honest = drafts.add(Draft("mombasa", RowsCut((), "x"), "10.0.0.2"))
    sent = [drafts.add(Draft("mombasa", RowsCut((), "x"), "10.0.0.3")) for _ in range(3 * MOST_WAITING)]
    assert drafts.find(honest, "mombasa").address == "10.0.0.2"
    assert drafts.find(sent[-MOST_WAITING + 1], "mombasa")
    with pytest.raises(Refused, match="not_found"):
        drafts.find(sent[-MOST_WAITING], "mombasa")


@pytest.mark.parametrize(
    ("given", "coming", "names"),
    [
        pytest.param(
            {}, ["a", "b", "c"], ["a", "b", "c"], id="as many names as cards: one each, whatever looks the same"
        ),
        pytest.param({}, ["a", "b"], ["a", "b", "a"], id="a card seen before takes the name it has"),
        pytest.param({2: "z"}, ["a"], ["a", "z", "a"], id="what was named stays"),
        pytest.param({}, [], ["", "", ""], id="an empty list names nothing"),
    ],
)
def test_names_are_put_in(given: dict[int, str], coming: list[str], names: list[str]) -> None:
    put = filled(draft(None, None, 0), given, coming)
    assert [put[n] for n in (1, 2, 3)] == names


@pytest.mark.parametrize(
    ("found", "names", "known", "asked"),
    [
        pytest.param(draft(None, None), ["a", "b"], [], {}, id="two cards, two names"),
        pytest.param(draft(None, 0), ["a", "a"], [], {}, id="seen twice, one name"),
        pytest.param(draft(None, 0), ["a", "b"], [], {2: "the same as number 1, a"}, id="seen twice, two names"),
        pytest.param(draft(None, None), ["a", "a"], [], {2: "Number 1 has this name too"}, id="one name, two pictures"),
        pytest.param(draft(None, alike=("z",)), ["z"], ["z"], {}, id="taught already, the same name"),
        pytest.param(draft(None, alike=("z",)), ["a"], ["z"], {1: "the same as z"}, id="taught already, another name"),
        pytest.param(draft(None), ["z"], ["z"], {1: "z is taught already"}, id="a taught name for another picture"),
        pytest.param(draft(None, 0), ["a", ""], [], {}, id="no name, nothing to ask"),
    ],
)
def test_what_is_asked_before_anything_is_kept(
    found: Draft, names: list[str], known: list[str], asked: dict[int, str]
) -> None:
    said = questions(found, dict(enumerate(names, 1)), known)
    assert set(said) == set(asked)
    for number, words in asked.items():
        assert words in spoken(said[number])


def spoken(text: object) -> str:
    from companion.words import Words

    assert isinstance(text, type(T("x")))
    return Words("en").say(text)


def test_nothing_of_a_draft_is_written(app: Flask, client: FlaskClient, code: str) -> None:
    sit(client, code)
    look(client, code, CARDS[:2])
    folder: Path = app.extensions["companion"].store.folder
    assert not list(folder.glob("cards/**/*.jpg"))
