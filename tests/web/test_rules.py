"""The rules reference: from every decision one tap to the chapter that explains it, and a search."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.core.codec import options_from_json
from companion.core.game import AnyGame
from companion.games import GAMES
from companion.games.mombasa.state import PHASES
from testkit.golden import GoldenGame, golden_games

GOLDEN = Path(__file__).parents[1] / "games" / "golden"


STORED = [golden for key in GAMES for golden in golden_games(GOLDEN, key)]


@pytest.mark.parametrize("golden", STORED, ids=lambda golden: golden.name)
def test_every_state_of_a_whole_game_names_a_chapter_that_is_there(golden: GoldenGame) -> None:
    """And not always the same one."""
    game = golden.open(GAMES[golden.name.partition("-")[0]])
    named = {chapter.key for chapter in game.rules()}
    assert len(named) == len(game.rules())
    found = {game.chapter(game.setup(len(golden.names)))}
    replace(golden, checkpoints={}).replay(game, lambda _: {}, lambda state: found.add(game.chapter(state)))
    assert found <= named and len(found) > 1, found - named


def test_every_phase_of_mombasa_names_a_chapter_that_is_there() -> None:
    game = GAMES["mombasa"].open(options_from_json(GAMES["mombasa"], {}, 2), {})
    named = {chapter.key for chapter in game.rules()}
    assert {game.chapter(replace(game.setup(2), phase=phase)) for phase in PHASES} == named


def test_a_tap_on_where_we_are_leads_to_the_chapter_of_the_phase(client: FlaskClient, code: str) -> None:
    page = client.get(f"/t/{code}/panel?as=1", headers={"Accept-Language": "en"}).get_data(as_text=True)
    here = re.search(r'class="here" href="([^"]+)"', page)
    assert here and here[1] == f"/t/{code}/rules#course"
    rules = client.get(f"/t/{code}/rules").get_data(as_text=True)
    assert 'id="course"' in rules


@pytest.mark.parametrize(
    ("asked", "language", "there", "gone"),
    [
        pytest.param("ink pot", "en", "ink pot", "Cash counts", id="words in any case, all of them"),
        pytest.param("INK  ledger", "en", "ink pot", "Cash counts", id="in any order"),
        pytest.param("final scoring", "en", "Cash counts as it stands", "ink pot", id="a chapter by its title, whole"),
        pytest.param("鑽石", "zh", "鑽石", "墨水", id="Chinese"),
        pytest.param("zebra", "en", "No rule has these words", "ink pot", id="nothing found, and the way out"),
    ],
)
def test_rules_are_found_by_words(
    client: FlaskClient, code: str, asked: str, language: str, there: str, gone: str
) -> None:
    page = client.get(f"/t/{code}/rules", query_string={"q": asked}, headers={"Accept-Language": language})
    text = page.get_data(as_text=True)
    assert there in text and gone not in text


def test_a_decision_stays_marked_in_what_was_found(client: FlaskClient, code: str) -> None:
    page = client.get(f"/t/{code}/rules?q=expansion+points", headers={"Accept-Language": "en"}).get_data(as_text=True)
    assert page.count("<li>") == 1 and page.split("<li>")[1].count("tag decision") == 1


@pytest.mark.parametrize("key", GAMES)
def test_a_table_that_only_scores_has_a_chapter_too(key: str) -> None:
    """Whatever the bookkeeping was opened with."""
    kind = GAMES[key]
    for values in ({}, *({name: choice} for name, choice in choices_of(kind))):
        seats = 2 if values.get("two_hands") else kind.players[-1]
        game = kind.open(options_from_json(kind, values, seats), {})
        named = {chapter.key for chapter in game.rules()}
        assert game.chapter(game.setup(seats)) in named, values


def choices_of(kind: type[AnyGame]) -> Iterator[tuple[str, object]]:
    """Every value of every option."""
    for option in kind.options:
        values: list[object] = [key for key, _ in option.choices] or [True, False]
        for value in values:
            yield option.key, value
