"""What one takes along: the picture, the one file, the printed pad; nothing of it before the end is revealed."""

from __future__ import annotations

import re
import struct
import sys
import xml.etree.ElementTree as ET
from datetime import UTC, datetime

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion import play
from companion.games import GAMES
from companion.play import House, Refused
from companion.web import picture, takeaway
from companion.web.evening import Evening
from testkit.playing import play_on
from tests.web.test_reveal import words
from tests.web.test_the_end import SEATS, mombasa
from tests.web.test_the_end import house as house

LATIN = SEATS[::2]
"""Whose names every computer with a font can draw; what happens where letters are missing has a test of its own."""
PNG = b"\x89PNG\r\n\x1a\n"


def size_of(png: bytes) -> tuple[int, int]:
    assert png.startswith(PNG)
    width, height = struct.unpack(">II", png[16:24])
    return width, height


def drawn(monkeypatch: pytest.MonkeyPatch, client: FlaskClient, code: str, language: str = "en") -> str:
    """The SVG that is drawn for a table."""
    seen: list[str] = []

    def keep(svg: str) -> bytes:
        seen.append(svg)
        return b""

    with monkeypatch.context() as patched:
        patched.setattr(takeaway, "png_of", keep)
        patched.setattr(picture, "has_letter", lambda letter: True)  # which fonts there are is not asked here
        assert client.get(f"/t/{code}/picture.png", headers={"Accept-Language": language}).status_code == 200
    return seen[0]


def ended(house: House, game: str, players: int = 3) -> str:
    code = play.open_table(house, game, SEATS[:players]).code
    play_on(house, code, 4000)
    while play.look(house, code).veiled:
        play.act(house, code, "host", {"type": "reveal"}, f"reveal-{play.look(house, code).seq:06}")
    return code


@pytest.mark.parametrize("leaf", ["picture.png", "sheet.html"])
def test_nothing_is_taken_along_before_the_end_is_revealed(client: FlaskClient, house: House, leaf: str) -> None:
    for revealed in (0, 7):
        code = mombasa(house, 3, 9, revealed=revealed)
        answer = client.get(f"/t/{code}/{leaf}")
        assert answer.status_code == 422
        assert "not revealed yet" in answer.get_data(as_text=True)
    going_on = play.open_table(house, "spank_the_monkey", SEATS).code
    assert client.get(f"/t/{going_on}/{leaf}").status_code == 422


def test_the_picture_is_a_png_of_1080_by_1350_named_after_game_and_day(client: FlaskClient, house: House) -> None:
    code = mombasa(house, 3, 9, seats=LATIN)
    answer = client.get(f"/t/{code}/picture.png")
    assert (answer.status_code, answer.mimetype, size_of(answer.data)) == (200, "image/png", (1080, 1350))
    assert re.fullmatch(r'attachment; filename="mombasa-\d{4}-\d\d-\d\d\.png"', answer.headers["Content-Disposition"])


def test_a_picture_is_drawn_once_however_many_phones_ask(client: FlaskClient, house: House) -> None:
    code = mombasa(house, 3, 9, seats=LATIN)
    assert client.get(f"/t/{code}/picture.png").status_code == 200
    drawn_before = picture._picture.cache_info().misses
    assert {client.get(f"/t/{code}/picture.png").status_code for _ in range(5)} == {200}
    assert picture._picture.cache_info().misses == drawn_before


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["en", "zh-TW"])
def test_no_address_and_no_code_is_in_the_picture(
    monkeypatch: pytest.MonkeyPatch, client: FlaskClient, house: House, game: str, language: str
) -> None:
    code = mombasa(house, 3, 9, 4) if game == "mombasa" else ended(house, game)
    svg = drawn(monkeypatch, client, code, language)
    assert code not in svg
    assert not re.search(r"localhost|127\.0|http://(?!www\.w3\.org)", svg)
    written = " ".join(ET.fromstring(svg).itertext())
    look = play.look(house, code)
    assert look.outcome is not None
    for seat in look.outcome.winners or look.outcome.losers:
        assert look.names[seat] in written
    assert size_of(picture._drawn(svg)) == (1080, 1350)


def test_names_are_letters_in_the_picture_never_markup(
    monkeypatch: pytest.MonkeyPatch, client: FlaskClient, house: House
) -> None:
    seats = [{"name": "<b>&\"'", "color": "red"}, {"name": "]]>", "color": "blue"}]
    code = play.open_table(house, "mombasa", seats).code
    play.act(house, code, "host", {"type": "cash", "value": 5}, "cash-of-one", seat=0)
    play.act(house, code, "host", {"type": "finish"}, "finished-1")
    for step in range(8):
        play.act(house, code, "host", {"type": "reveal", "step": step}, f"revealed-{step}")
    written = "".join(ET.fromstring(drawn(monkeypatch, client, code)).itertext())
    assert "<b>&\"'" in written
    assert "]]>" in written
    page = client.get(f"/t/{code}/sheet.html").get_data(as_text=True)
    assert "<b>&" not in page


def test_a_letter_that_no_font_has_is_said_instead_of_drawn_as_a_box(
    client: FlaskClient, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Chinese on a bare machine: the page says which letters, and what to install."""
    assert picture.has_letter("A")
    assert not picture.has_letter(picture.NEVER_A_LETTER)
    assert not picture.has_letter("\U0001fffe"), "not even a font of everything has a code that is no letter"
    monkeypatch.setattr(picture, "has_letter", lambda letter: letter < "\u2e80")
    code = mombasa(house, 3, 9)
    for page in (f"/t/{code}?as=0", f"/t/{code}/result"):
        said = words(client.get(page).get_data(as_text=True))
        assert "Share picture" not in said
        assert "no font for 小明 , so the picture would show boxes" in said
    answer = client.get(f"/t/{code}/picture.png")
    assert answer.status_code == 503
    said = words(answer.get_data(as_text=True))
    assert "no font for 小明 , so the picture would show boxes" in said
    assert "sudo apt install fonts-noto-cjk" in said


def test_a_computer_that_cannot_draw_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    picture._shape.cache_clear()
    picture.has_letter.cache_clear()
    with pytest.raises(Refused) as refused:
        picture.png_of('<svg xmlns="http://www.w3.org/2000/svg"><text>A</text></svg>')
    assert refused.value.code == "no_font"


@pytest.mark.parametrize(
    ("text", "room", "lines"),
    [
        pytest.param("Ann wins", 100, ["Ann wins"], id="fits"),
        pytest.param("Ann wins with 100 points", 120, ["Ann wins with", "100 points"], id="between words"),
        pytest.param(
            "小明獲勝，領先", 50, ["小明獲勝，", "領先"], id="Chinese: anywhere, but no line begins with a comma"
        ),
        pytest.param("one two three four five", 50, ["one", "two", "thre…"], id="too much ends in an ellipsis"),
    ],
)
def test_lines_of_the_picture(text: str, room: float, lines: list[str]) -> None:
    assert picture.broken(text, 12, room) == lines


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["en", "zh-TW"])
def test_the_one_file_needs_nothing_else(client: FlaskClient, house: House, game: str, language: str) -> None:
    """No script, no address, nothing to load; the sheet and every explanation are in it."""
    code = mombasa(house, 3, 9, 4) if game == "mombasa" else ended(house, game)
    answer = client.get(f"/t/{code}/sheet.html", headers={"Accept-Language": language})
    assert (answer.status_code, answer.mimetype) == (200, "text/html")
    assert answer.headers["Content-Disposition"].startswith("attachment")
    page = answer.get_data(as_text=True)
    assert not re.search(r"<(script|link|img|iframe)|\bsrc=|\bhref=|url\(|@import|https?:", page)
    assert code not in page
    for name in play.look(house, code).names:
        assert name in page
    if game == "mombasa":
        assert {"en": "All your money counts as it stands: ", "zh-TW": "現金"}[language] in page


def test_the_pad_has_date_players_and_two_lines_for_a_pen(client: FlaskClient, house: House, app: Flask) -> None:
    house.now = lambda: datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
    code = mombasa(house, 14, 30, 9)
    page = client.get(f"/t/{code}/result").get_data(as_text=True)
    said = words(page)
    for part in ("November 30, 2026", "3 players", "where", "what we want to remember", "小明 wins with 30 points"):
        assert part in said, part
    assert page.count("<p>where</p>") == page.count("<p>what we want to remember</p>") == 1


def test_an_evening_is_told_from_its_opening_to_its_newest_entry() -> None:
    began, ended_at = datetime(2026, 11, 30, 20, 15), datetime(2026, 11, 30, 22, 40)
    evening = Evening(began, ended_at, "zh_Hant_TW")
    assert (evening.times, evening.stamp) == ("20:15 – 22:40", "2026-11-30")
    assert evening.day == "2026年11月30日"
    assert Evening(began, began, "en").times == "20:15"
