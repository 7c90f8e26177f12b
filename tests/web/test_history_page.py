"""The history as a page: by round, the taps of a reveal as one, narrowed to a person or a kind, a hundred lines a page."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion import play


class Evening:
    """A Mombasa table of Ann and Bo that is entered without pages."""

    def __init__(self, app: Flask, client: FlaskClient, code: str) -> None:
        self.house: play.House = app.extensions["companion"]
        self.client, self.code, self.entered = client, code, 0

    def enter(self, kind: str, seat: int | None = None, **fields: Any) -> None:
        self.entered += 1
        play.act(self.house, self.code, "script", {"type": kind, **fields}, f"evening-{self.entered:04}", seat=seat)

    def round(self) -> None:
        self.enter("cards_revealed")
        self.enter("cash", 0, value=self.entered)
        self.enter("end_actions", 0)
        self.enter("end_actions", 1)
        self.enter("next_round")

    def page(self, query: str = "", language: str = "en") -> str:
        answer = self.client.get(f"/t/{self.code}/history{query}", headers={"Accept-Language": language})
        assert answer.status_code == 200
        return answer.get_data(as_text=True)

    def shown(self, query: str = "") -> list[int]:
        """The entries on a page, in its order."""
        return [int(seq) for seq in re.findall(r'<li id="e(\d+)"', self.page(query))]


@pytest.fixture
def evening(app: Flask, client: FlaskClient, code: str) -> Evening:
    return Evening(app, client, code)


@pytest.mark.parametrize(
    ("language", "headings"),
    [("en", ["Round 3 of 7", "Round 2 of 7", "Round 1 of 7"]), ("zh-TW", 3)],
)
def test_entries_stand_under_the_round_they_were_made_in(evening: Evening, language: str, headings: Any) -> None:
    """Newest round first; what starts a round was entered in the one before."""
    evening.round()
    evening.round()
    evening.enter("cash", 1, value=40)
    found = re.findall(r"<h2>(.*?)</h2>", evening.page(language=language))
    assert found == headings if isinstance(headings, list) else len(found) == headings and len(set(found)) == headings
    assert evening.shown() == list(range(11, 0, -1))


def test_what_was_undone_stays_in_its_place_and_breaks_no_round(evening: Evening) -> None:
    evening.enter("cash", 0, value=1)
    evening.enter("cash", 0, value=2)
    play.undo(evening.house, evening.code, "script", "evening-undo-1")
    evening.enter("cash", 0, value=3)
    page = evening.page()
    assert page.count("<h2>") == 1
    assert evening.shown() == [4, 2, 1]


def test_the_taps_of_a_reveal_are_one_line(evening: Evening) -> None:
    for _ in range(6):
        evening.round()
    evening.enter("cards_revealed")
    for seat in (0, 1):
        evening.enter("end_actions", seat)
    for seat in (0, 1):
        evening.enter("sheet_complete", seat)
    for step in range(5):
        evening.enter("reveal", step=step)
    page = evening.page()
    assert page.count("entry reveals") == 1
    assert "in 5 steps" in page
    assert len(evening.shown()) == evening.entered, "each of them can still be looked at and taken out"


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        pytest.param("?who=0", [3, 2], id="one person"),
        pytest.param("?who=1", [4], id="another"),
        pytest.param("?who=table", [7, 6, 5, 1], id="the table's own"),
        pytest.param("?kind=change", [7], id="corrections and seats"),
        pytest.param("?kind=undone", [6], id="what was undone"),
        pytest.param("?kind=play", [5, 4, 3, 2, 1], id="what was played"),
        pytest.param("?who=0&kind=change", [], id="both"),
        pytest.param("?who=9&kind=nonsense", [], id="nobody"),
        pytest.param("?kind=nonsense&page=x", [7, 6, 5, 4, 3, 2, 1], id="what is no kind narrows nothing"),
    ],
)
def test_narrowed_to_a_person_or_a_kind(evening: Evening, query: str, expected: list[int]) -> None:
    evening.round()  # 1 to 5
    evening.enter("coins", company="cairo", value=2)
    play.undo(evening.house, evening.code, "script", "evening-undo-1")  # of 6
    evening.entered += 1
    play.away(evening.house, evening.code, "script", "evening-away-1", 1)
    listed = [7 if seq == 8 else seq for seq in evening.shown(query)]
    assert listed == expected


def test_a_hundred_lines_a_page_also_when_narrowed(evening: Evening) -> None:
    for n in range(130):
        evening.enter("cash", n % 2, value=n)
    first = evening.page("?who=0")
    assert len(evening.shown("?who=0")) == 65
    assert "Older entries" not in first
    assert len(evening.shown()) == 100
    assert "page=1" in evening.page()
    assert evening.shown("?page=1") == list(range(30, 0, -1))


@pytest.mark.parametrize(("language", "apart"), [("en", True), ("zh-TW", False)])
def test_a_space_follows_a_sentence_but_not_a_wide_full_stop(evening: Evening, language: str, apart: bool) -> None:
    evening.round()
    told = re.findall(r'</span>(\s*)<span class="clause', evening.page(language=language))
    assert told
    assert {bool(between) for between in told} == {apart}
