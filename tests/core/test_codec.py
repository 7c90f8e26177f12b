"""Actions, requests and sheets from JSON: shapes are checked, and what is wrong is named by its path."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.codec import (
    action_from_json,
    action_to_json,
    offer_example,
    offer_schema,
    options_from_json,
    read_struct,
    sheet_from_json,
    sheet_to_json,
)
from companion.core.ending import Reveal
from companion.core.fields import Number
from companion.core.game import Offer
from companion.core.refusal import Refused
from companion.core.text import T, plain
from companion.games.lunchtime_battle import LunchtimeBattle
from companion.games.mombasa import Mombasa
from companion.games.mombasa.actions import Cash, SetShares
from companion.games.mombasa.scoring import MombasaSheet
from companion.play.requests import Act, Undo

GAME = Mombasa()


@pytest.mark.parametrize(
    ("data", "field", "missing", "said"),
    [
        pytest.param(5, "action", False, "Here belongs an object: {…}.", id="no object"),
        pytest.param({}, "action.type", True, "This field is missing.", id="no type"),
        pytest.param({"type": "fly"}, "action.type", False, "There is no action of this name in this game.", id="an unknown type"),
        pytest.param({"type": 7}, "action.type", False, "Here belongs a text in quotation marks.", id="a type that is no text"),
        pytest.param({"type": "cash"}, "action.value", True, "This field is missing.", id="a field left out"),
        pytest.param({"type": "cash", "value": "3"}, "action.value", False, "Here belongs a whole number.", id="another kind"),
        pytest.param({"type": "cash", "value": 3, "vlaue": 4}, "action.vlaue", False, "There is no field of this name here. Look at the spelling.", id="a field nobody knows"),
        pytest.param({"type": "cash", "value": 3, "parts": [1, "x"]}, "action.parts[1]", False, "Here belongs a whole number.", id="deep inside"),
    ],
)  # fmt: skip
def test_an_action_that_has_not_the_right_shape(data: object, field: str, missing: bool, said: str) -> None:
    with pytest.raises(Refused) as refused:
        action_from_json(GAME, data)
    problem = refused.value
    assert (problem.code, problem.field, problem.missing) == ("bad_field", field, missing)
    assert plain(problem.text) == said


def test_actions_of_every_game_are_known_everywhere() -> None:
    """The correction, "we played on" and the end have the same names in all games."""
    assert action_from_json(GAME, {"type": "reveal"}) == Reveal()
    assert action_from_json(GAME, {"type": "played_on", "counters": {"round": 2}}).counters == {"round": 2}  # type: ignore[attr-defined]
    assert action_from_json(LunchtimeBattle, {"type": "correct", "counter": "round", "value": 2}).value == 2  # type: ignore[attr-defined]


def test_what_stands_at_its_default_is_left_out() -> None:
    """So that an old log stays as it was written, whatever fields are added later."""
    assert action_to_json(Cash(value=0)) == {"type": "cash", "value": 0}
    assert action_to_json(Cash(value=3, parts=(1, 2))) == {"type": "cash", "value": 3, "parts": [1, 2]}


def test_the_schema_and_the_example_of_an_offer_carry_its_constants() -> None:
    fixed = {"company": "cairo", "part": "track"}
    offer = Offer(SetShares, T("Shares"), (Number("value", T("Shares"), 0, 9, current=4),), fixed)
    schema = offer_schema(offer)
    assert schema["properties"]["company"] == {"const": "cairo"}
    assert schema["properties"]["was"] == {"const": 4}
    assert set(schema["required"]) == {"type", "company", "part", "value"}
    assert offer_example(GAME, offer) == SetShares(company="cairo", part="track", value=4)


@pytest.mark.parametrize(
    ("kind", "body", "field"),
    [
        pytest.param(Undo, {"key": "k", "too": 1}, "too", id="a misspelt field"),
        pytest.param(Undo, {"to": 1}, "key", id="no key"),
        pytest.param(Act, {"key": "k", "action": []}, "action", id="an action that is none"),
        pytest.param(Act, {"key": "k", "action": {}, "seat": "0"}, "seat", id="a seat that is no number"),
    ],
)
def test_a_request_that_has_not_the_right_shape(kind: Any, body: dict[str, Any], field: str) -> None:
    with pytest.raises(Refused) as refused:
        read_struct(kind, body)
    assert refused.value.field == field


def test_a_sheet_is_read_from_text_and_written_without_what_is_not_known() -> None:
    sheet = sheet_from_json(MombasaSheet, '{"players": [{"name": "Ann", "cash": 3}]}')
    assert sheet_to_json(sheet)["players"][0]["cash"] == 3
    with pytest.raises(Refused) as refused:
        sheet_from_json(MombasaSheet, '{"players": [{"name": "Ann", "shares": {"cairo": {"trak": 1}}}]}')
    assert refused.value.field == "players[0].shares.cairo.trak"
    with pytest.raises(Refused, match="bad_field"):
        sheet_from_json(MombasaSheet, "{")


@pytest.mark.parametrize(
    ("given", "field"),
    [
        pytest.param({"nothing": 1}, "options.nothing", id="an option nobody knows"),
        pytest.param({"bookkeeping": "half"}, "options.bookkeeping", id="a choice it does not have"),
        pytest.param({"two_hands": True}, "options.two_hands", id="one for another number of players"),
    ],
)
def test_options_are_all_there_and_checked(given: dict[str, Any], field: str) -> None:
    assert options_from_json(LunchtimeBattle, {}, 4)["bookkeeping"] == "full"
    with pytest.raises(Refused) as refused:
        options_from_json(LunchtimeBattle, given, 4)
    assert refused.value.field == field
