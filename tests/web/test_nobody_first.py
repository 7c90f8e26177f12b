"""Nobody's phone shows the winner before the board does: every game, every entry of whole evenings, every page."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion import play
from companion.games import GAMES
from companion.play import House, Look
from testkit.playing import play_on
from tests.web.test_reveal import words

GOLDEN = Path(__file__).parents[1] / "games/golden"
NAMES = ("Anneliese", "小明明", "Cyprian", "Dietlinde", "Edeltraud", "Florentin")
COLORS = ("red", "blue", "green", "amber", "purple", "slate")
LAST = re.compile(
    r"wins with|share the victory|(?<!would )fetch(es)? lunch\.|spanks the monkey and|You win|turned it|led from|led by"
)
"""What only the end says. "Would fetch lunch" and "if it ended now" are said all along: how the game stands."""
PLACES = re.compile(r"\b1st\b|\b2nd\b|3rd")
"""What no page says either, once the game is over and not revealed."""


BOOKKEEPINGS = [
    (key, bookkeeping)
    for key, kind in GAMES.items()
    for bookkeeping in (("full", "final") if "bookkeeping" in {option.key for option in kind.options} else (None,))
]
"""Every game, in both ways where it can keep everything or only the sheet."""


def opened(house: House, game: str, seats: int, options: dict[str, Any]) -> str:
    sitting = [{"name": name, "color": color} for name, color in zip(NAMES[:seats], COLORS, strict=False)]
    return play.open_table(house, game, sitting, options).code


def phones(client: FlaskClient, look: Look) -> dict[str, str]:
    """The words on every phone's page, on the result page and in the lobby, by their address."""
    code = look.code
    paths = [f"/t/{code}?as={seat}" for seat in look.seats]
    paths += [f"/t/{code}/panel?as=0", f"/t/{code}?watch=1", f"/t/{code}/result", "/"]
    return {path: words(client.get(path).get_data(as_text=True)) for path in paths}


def spoilt(client: FlaskClient, look: Look) -> list[str]:
    """The pages that say more than the board shows."""
    board = client.get(f"/t/{look.code}/board").get_data(as_text=True)
    shown = 'id="end"' in board
    assert shown == look.ended
    if shown:
        return []
    never = (LAST, PLACES) if look.outcome is not None else (LAST,)
    pages = phones(client, look).items()
    return [f"{path}: {found[0]}" for path, text in pages for told in never if (found := told.search(text))]


def reveal(house: House, code: str) -> None:
    look = play.look(house, code)
    play.act(house, code, "host", {"type": "reveal", "step": look.ending.revealed}, f"reveal-{look.seq:06}")


@pytest.mark.parametrize(("game", "bookkeeping"), BOOKKEEPINGS)
def test_nobodys_phone_shows_the_winner_before_the_board_does(
    app: Flask, client: FlaskClient, game: str, bookkeeping: str | None
) -> None:
    """From the last entry to the last reveal; then everybody sees it at once."""
    house: House = app.extensions["companion"]
    house.store.set_box("monkeys_on_the_moon", {"rank_points": {"5": [3, 2], "6": [2, 1]}})
    house.store.set_box("walking_on_the_moon", {"star_points": [1, 3, 6, 10, 15, 21]})
    options = {} if bookkeeping is None else {"bookkeeping": bookkeeping}
    seats = max(3, GAMES[game].players[0])
    code = opened(house, game, seats, options)
    if game == "mombasa":
        for seat in range(seats):
            play.act(house, code, "host", {"type": "cash", "value": 700 + 11 * seat}, f"cash-of-{seat:04}", seat=seat)
        play.act(house, code, "host", {"type": "finish"}, "finished-1")
    else:
        play_on(house, code, 4000)
    look = play.look(house, code)
    assert look.outcome is not None
    steps = 0
    while look.veiled:
        assert spoilt(client, look) == [], steps
        reveal(house, code)
        steps += 1
        look = play.look(house, code)
    assert look.ended
    assert steps == (len(look.final_score.players[0].lines) + 1 if steps and look.final_score else 0)
    heroes = look.outcome.winners or look.outcome.losers if look.outcome else ()
    for path, text in phones(client, look).items():
        if path != "/":
            assert all(look.names[seat] in text for seat in heroes), path


def won_evenings() -> list[Any]:
    """The stored evenings of games that have no reveal: their last entry is the end, for the board and phones alike."""
    stored = []
    for path in sorted(GOLDEN.glob("*.json")):
        data = json.loads(path.read_text(encoding="utf-8"))
        if path.stem.startswith(("spank", "lunch")):
            stored.append(pytest.param(path.stem.rsplit("-players")[0].rsplit("-", 1)[0], data, id=path.stem))
    return stored


@pytest.mark.parametrize(("game", "stored"), won_evenings())
def test_where_nothing_is_revealed_board_and_phones_learn_it_with_one_entry(
    app: Flask, client: FlaskClient, game: str, stored: dict[str, Any]
) -> None:
    house: House = app.extensions["companion"]
    house.store.set_box(game, stored.get("box", {}))
    code = opened(house, game, len(stored["names"]), stored["options"])
    last = len(stored["plays"]) - 1
    for number, entry in enumerate(stored["plays"]):
        if number >= last - 1:
            assert spoilt(client, play.look(house, code)) == [], number
        play.act(house, code, "host", entry["action"], f"golden-{number:06}", seat=entry["seat"])
    look = play.look(house, code)
    assert look.ended
    assert 'id="end"' in client.get(f"/t/{code}/board").get_data(as_text=True)
