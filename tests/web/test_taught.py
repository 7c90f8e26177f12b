"""What the camera was taught, on its page: shown, renamed, forgotten, taken along, brought in; and who may."""

from __future__ import annotations

import io
from pathlib import Path

import cv2
import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion import play
from companion.web.limits import LESSONS
from testkit.decks import deck
from testkit.tabletops import photograph
from vision import taught
from vision.cards.library import CardLibrary


@pytest.fixture
def cards(app: Flask) -> Path:
    """The cards of Mombasa, two of them taught."""
    folder = app.extensions["companion"].store.folder / "cards" / "mombasa"
    library = CardLibrary(folder)
    for name, card in zip(("ant", "bee"), deck("art", 2, 4), strict=True):
        library.enroll(name, cv2.resize(card.image, (360, 504)))
    return Path(folder)


def sit(client: FlaskClient, code: str, seat: int = 0) -> None:
    client.get(f"/t/{code}")
    assert client.post(f"/t/{code}/seat", data={"seat": str(seat), "key": f"sitting-{seat}"}).status_code < 400


def test_shown_renamed_forgotten(app: Flask, client: FlaskClient, code: str, cards: Path) -> None:
    sit(client, code)
    page = client.get(f"/t/{code}/camera").get_data(as_text=True)
    file = taught.listed("cards", cards)[0].files[0]
    assert f"/t/{code}/camera/taught/cards/{file}" in page
    assert client.get(f"/t/{code}/camera/taught/cards/{file}").content_type == "image/jpeg"
    where = f"/t/{code}/camera/taught/cards"
    assert client.post(where, data={"name": "ant", "new": "emmet"}).status_code == 303
    assert [one.name for one in taught.listed("cards", cards)] == ["emmet", "bee"]
    for name, new, why in (
        ("ant", "gnat", "of that name"),
        ("bee", "emmet", "is taken"),
        ("bee", "\u3164", "nothing to see"),
    ):
        answer = client.post(where, data={"name": name, "new": new})
        assert answer.status_code == 422 and why in answer.get_data(as_text=True), (name, new)
    assert client.post(where, data={"name": "emmet", "remove": "yes"}).status_code == 303
    assert [one.name for one in taught.listed("cards", cards)] == ["bee"]


def test_taken_along_and_brought_in_by_another_house(app: Flask, client: FlaskClient, code: str, cards: Path) -> None:
    sit(client, code)
    saved = client.get(f"/t/{code}/camera/taught/cards.zip", buffered=True)
    assert saved.headers["Content-Disposition"] == 'attachment; filename="mombasa-cards.zip"'
    CardLibrary(cards).remove("ant")
    where = f"/t/{code}/camera/taught/import"
    sent = {"library": (io.BytesIO(saved.data), "mombasa-cards.zip")}
    assert client.post(where, data=sent, content_type="multipart/form-data").status_code == 303
    assert [one.name for one in taught.listed("cards", cards)] == ["bee", "ant"]
    for packed in (b"", b"PK\x03\x04", b"no zip at all"):
        sent = {"library": (io.BytesIO(packed), "x.zip")}
        answer = client.post(where, data=sent, content_type="multipart/form-data")
        assert answer.status_code == 422 and "no cards or faces" in answer.get_data(as_text=True)


def test_what_is_taken_along_is_sent_part_by_part_and_once_at_a_time_to_an_address(
    app: Flask, client: FlaskClient, code: str, cards: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A library of 100 MB takes no memory for it; whoever breaks off gives the place back, and nothing stays on disk."""
    monkeypatch.setattr("companion.web.taught.PART", 1000)
    before = sorted(path.name for path in cards.parents[1].iterdir())
    url = f"/t/{code}/camera/taught/cards.zip"
    first = client.get(url, buffered=False)
    parts = first.iter_encoded()
    assert len(next(iter(parts))) == 1000
    assert client.get(url).status_code == 503
    assert client.get(url, environ_base={"REMOTE_ADDR": "10.0.0.9"}, buffered=True).status_code == 200
    first.close()
    again = client.get(url, buffered=True)
    assert again.status_code == 200
    assert int(again.headers["Content-Length"]) == len(again.data)
    assert sorted(path.name for path in cards.parents[1].iterdir()) == before


def test_a_library_that_cannot_be_read_leaves_nothing_begun(client: FlaskClient, code: str, cards: Path) -> None:
    (cards / "cards.json").write_text("no index")
    url = f"/t/{code}/camera/taught/cards.zip"
    assert [client.get(url).status_code for _ in range(2)] == [422, 422]


@pytest.mark.parametrize("kind", ["cards", "faces"])
@pytest.mark.parametrize("file", ["cards.json", "..%2fcards.json", "nothing.jpg", "worked-out.npz"])
def test_only_pictures_of_what_is_taught_are_sent(
    client: FlaskClient, code: str, cards: Path, kind: str, file: str
) -> None:
    assert client.get(f"/t/{code}/camera/taught/{kind}/{file}").status_code == 404


def test_only_who_sits_there_or_the_host_may_and_the_host_can_lock_it(
    app: Flask, client: FlaskClient, code: str, cards: Path, token: dict[str, str]
) -> None:
    where, asked = f"/t/{code}/camera/taught/cards", {"name": "ant", "new": "emmet"}
    client.get(f"/t/{code}")
    assert client.post(where, data=asked).status_code == 403
    assert client.post(f"/t/{code}/camera/face", data={"name": "x"}).status_code == 403
    assert "Take a seat first" in client.get(f"/t/{code}/camera").get_data(as_text=True)
    sit(client, code)
    assert client.post(where, data=asked).status_code == 303
    assert client.post("/host/teaching-lock", data={"locked": "true"}, headers=token).status_code == 303
    assert play.teaching_is_locked(app.extensions["companion"])
    answer = client.post(where, data={"name": "bee", "remove": "yes"})
    assert answer.status_code == 403 and "has locked" in answer.get_data(as_text=True)
    assert client.post(where, data={"name": "bee", "remove": "yes"}, headers=token).status_code == 303
    assert client.post("/host/teaching-lock", data={"locked": "false"}).status_code == 403


def test_one_address_teaches_only_so_fast(client: FlaskClient, code: str) -> None:
    sit(client, code)
    answers = [client.post(f"/t/{code}/camera/face", data={"name": "x"}).status_code for _ in range(LESSONS + 3)]
    assert 429 not in answers[:LESSONS] and answers[-1] == 429


def test_a_card_seen_in_a_picture_is_taught_by_where_it_lies_there(app: Flask, client: FlaskClient, code: str) -> None:
    """Two cards in one picture, one of them taught by its corners; corners that are none teach nothing."""
    where = f"/api/tables/{code}/camera/card"
    shot = photograph(deck("trading", 2, 21), 5, tilt_degrees=8, turn_degrees=10, glare=0, kind="cloth")
    packed = cv2.imencode(".jpg", shot.image)[1].tobytes()

    def teach(**fields: str) -> TestResponse:
        sent = {"image": (io.BytesIO(packed), "table.jpg"), **fields}
        return client.post(where, data=sent, content_type="multipart/form-data")

    corners = ",".join(f"{number:.1f}" for number in shot.laid[1].corners.ravel())
    assert teach(name="gnat", corners=corners).status_code == 403
    sit(client, code)
    assert teach(name="gnat", corners=corners).get_json() == {"name": "gnat", "pictures": 1, "alike": []}
    packed_reading = client.post(
        f"/api/tables/{code}/read/cards",
        data={"image": (io.BytesIO(packed), "table.jpg")},
        content_type="multipart/form-data",
    ).get_json()
    assert [card["name"] for card in packed_reading["cards"]].count("gnat") == 1
    for wrong in ("1,2,3", "a,b,c,d,e,f,g,h", "1,2,3,4,5,6,7,1e9", "nan,2,3,4,5,6,7,8"):
        answer = teach(name="bee", corners=wrong)
        assert answer.status_code == 422 and "eight numbers" in answer.get_json()["error"]["message"], wrong
    assert teach(name="bee", corners="5,5,5,5,5,5,5,5").status_code == 422
    folder = app.extensions["companion"].store.folder / "cards" / "mombasa"
    assert [one.name for one in taught.listed("cards", folder)] == ["gnat"]
