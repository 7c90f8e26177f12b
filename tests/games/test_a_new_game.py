"""Game six: the smallest whole game of docs/a-new-game.md is played through the API, like any other."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.games import GAMES
from companion.web import create_app
from tests.games.pebbles import Pebbles

ROOT = Path(__file__).parents[2]
SEATS = [{"name": "Ann", "color": "red"}, {"name": "小明", "color": "blue"}]
Post = Callable[..., dict[str, Any]]


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A companion with the game on its shelf: that is the one line a new game needs beside its file."""
    monkeypatch.setitem(GAMES, Pebbles.key, Pebbles)
    app: Flask = create_app(tmp_path)
    yield app.test_client()
    app.extensions["reader"].close()
    app.extensions["companion"].store.close()


@pytest.fixture
def code(client: FlaskClient) -> str:
    return str(client.post("/api/tables", json={"game": "pebbles", "seats": SEATS}).get_json()["code"])


@pytest.fixture
def post(client: FlaskClient, code: str) -> Post:
    """Posts a change; its answer, which must be a good one."""

    def posted(path: str, **body: Any) -> dict[str, Any]:
        posted.number += 1  # type: ignore[attr-defined]
        answer = client.post(f"/api/tables/{code}/{path}", json={"key": f"new-game-{posted.number}", **body})  # type: ignore[attr-defined]
        assert answer.status_code == 201, answer.get_json()
        found: dict[str, Any] = answer.get_json()
        return found

    posted.number = 0  # type: ignore[attr-defined]
    return posted


def test_the_smallest_game_has_fewer_than_100_lines() -> None:
    """Issue: a committed minimal game of under 100 lines, which the page shows as it is."""
    source = (ROOT / "tests/games/pebbles.py").read_text(encoding="utf-8")
    assert len(source.splitlines()) < 100
    shown = re.findall(r"```python\n(.*?)```", (ROOT / "docs/a-new-game.md").read_text(encoding="utf-8"), re.DOTALL)
    assert shown
    for part in shown:
        assert part in source


def test_it_is_entered_undone_corrected_and_scored(client: FlaskClient, code: str, post: Post) -> None:
    """Undo, redo, amending, corrections, the score and the end come from the house, not from the game."""
    post("actions", action={"type": "pick_up", "pebbles": 3}, seat=0)
    post("actions", action={"type": "pick_up", "pebbles": 5}, seat=1)
    post("undo")
    assert client.get(f"/api/tables/{code}").get_json()["state"]["piles"] == [3, 0]
    post("redo")
    post("amend", seq=1, action={"type": "pick_up", "pebbles": 4})
    post("actions", action={"type": "correct", "counter": "pile:1", "value": 2, "reason": "miscounted"})
    table = client.get(f"/api/tables/{code}").get_json()
    assert [player["total"] for player in table["score"]["players"]] == [4, 2]
    assert [(action["type"], action["seats"]) for action in table["actions"]][-1] == ("sheet_complete", [1])
    for seat in (0, 1):
        post("actions", action={"type": "sheet_complete"}, seat=seat)
    table = client.get(f"/api/tables/{code}").get_json()
    assert (table["final"], table["active"], table["score"]["winners"]) == (True, [], ["Ann"])


def test_a_phone_shows_it_with_what_it_says(client: FlaskClient, code: str, post: Post) -> None:
    """Without a page of its own the default page asks, and the history tells."""
    page = client.get(f"/t/{code}?as=0").get_data(as_text=True)
    assert 'name="f.pebbles"' in page
    post("actions", action={"type": "pick_up", "pebbles": 3}, seat=0)
    told = client.get(f"/t/{code}/history").get_data(as_text=True)
    assert "picks up <b>3</b> pebbles" in told
    for leaf in ("board", "result", "rules", "setup", "seats", "panel?as=1"):
        assert client.get(f"/t/{code}/{leaf}").status_code == 200


def test_what_it_does_not_allow_is_refused_with_the_field(client: FlaskClient, code: str) -> None:
    action = {"type": "pick_up", "pebbles": 100}
    refused = client.post(
        f"/api/tables/{code}/actions", json={"key": "too-many-1", "action": action, "seat": 0}
    ).get_json()
    assert refused["error"]["code"] == "bad_field"
    assert refused["error"]["field"] == "action.pebbles"
