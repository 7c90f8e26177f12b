"""Walking on the Moon on a broken evening: dice dodged, reasons that do not hold, refusals without a rule."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.accepting import accept
from companion.core.codec import action_from_json
from companion.core.log import Event, Played, Sitting, fold, opened
from companion.core.text import Seat, plain
from tests.games.walking_race import BOX, FACES, FOUR, NAMES, Race, refusal, says


def headline(race: Race) -> str:
    return plain(race.game.view(race.state, None).headline, NAMES)


SKULL = [
    pytest.param(0, "jump", {"dice": ["blue_1"], "space": 3}, id="not choosing that die"),
    pytest.param(0, "jump", {"dice": ["black_1"], "space": 3}, id="laying it without a coma"),
    pytest.param(
        0,
        "jump",
        {"dice": ["black_1"], "space": 3, "faces": [["black_1", "up"]], "ends": "stands"},
        id="another face with the jump",
    ),
    pytest.param(0, "rolled", {"dice": [["black_1", "up"]]}, id="rolling again: rolled only=[black_1] repeated"),
    pytest.param(0, "rolled", {"dice": [["white_1", "two"]]}, id="rolling others first"),
    pytest.param(0, "reroll", {"die": "black_1"}, id="no reroll"),
    pytest.param(0, "reroll", {"die": "blue_1"}, id="coma at once: no other die either"),
    pytest.param(0, "extra_die", {"die": "white_2"}, id="coma at once: no further die"),
    pytest.param(0, "stop", {}, id="stopping instead"),
]


@pytest.mark.parametrize("roll", ["each_jump", "all_at_once"])
@pytest.mark.parametrize(("seat", "type", "given"), SKULL)
def test_a_rolled_skull_cannot_be_dodged(seat: int, type: str, given: dict[str, Any], roll: str) -> None:
    """A black die shows the skull: coma at once, no reroll."""
    race = Race(box={**BOX, "faces": FACES}, roll=roll)
    race.set(0, tokens=3)
    race.take(0)
    race.enter(0, "rolled", dice=[["black_1", "skull"]], only=["black_1"])
    assert "skull" in says(race, seat, type, **given)
    race.enter(0, "jump", dice=["blue_1", "black_1"], space=3, ends="skull")
    assert race.one(0).coma
    assert race.next() == 1


def test_a_die_that_shows_a_face_is_not_rolled_again_without_a_token() -> None:
    """1 token to reroll one die."""
    race = Race(box={**BOX, "faces": FACES})
    race.set(0, tokens=1)
    race.take(0)
    race.enter(0, "rolled", dice=[["blue_1", "one"]])
    assert "a ground-control token rerolls it" in says(race, 0, "rolled", dice=[["blue_1", "one"]], only=["blue_1"])
    race.enter(0, "reroll", die="blue_1")
    race.enter(0, "rolled", dice=[["blue_1", "one"]])


def test_jump_by_jump_what_was_not_laid_is_rolled_anew() -> None:
    """For each jump roll any number of the dice you have left."""
    race = Race(box={**BOX, "faces": FACES})
    race.take(0)
    race.enter(0, "rolled", dice=[["blue_1", "one"], ["blue_2", "one"]])
    race.jump(0, 3, "blue_1")
    race.enter(0, "rolled", dice=[["blue_2", "one"]])


def test_a_skull_that_an_older_log_dodged_still_folds() -> None:
    """A log of before is never refused: what must not be entered now is asked on entering only."""
    game = Race(box={**BOX, "faces": FACES}).game
    table = opened(game, tuple(Sitting(name, "red") for name in NAMES[:3]))
    stored: list[tuple[int | None, dict[str, Any]]] = [
        (None, {"type": "start_player", "player": 0}),
        (0, {"type": "choose_dice", "dice": FOUR}),
        (0, {"type": "rolled", "dice": [["black_1", "skull"]]}),
        (0, {"type": "rolled", "dice": [["black_1", "up"]], "only": ["black_1"]}),
        (0, {"type": "jump", "dice": ["black_1"], "space": 1, "ends": "red"}),
    ]
    plays = tuple(
        Event(n, "", 1, "hand", None, Played(None if seat is None else Seat(seat), action_from_json(game, action)))
        for n, (seat, action) in enumerate(stored, 1)
    )
    state: Any = fold(game, table.opened, plays).state
    assert state.astronauts[0].coma


def test_a_red_space_is_entered_by_moving() -> None:
    """It enters a red-ringed (dangerous) space: not the one it stands on."""
    race = Race()
    race.take(0)
    assert refusal(race, 0, "jump", dice=["blue_1"], space=1, level=1, ends="red").field == "space"
    race.enter(0, "jump", dice=["blue_1"], space=1, level=2, ends="red")


class TestReasonOfTheTurn:
    def test_after_turn_of_in_round_one(self) -> None:
        """Not "start player" though Ann started."""
        race = Race(3)
        assert headline(race) == "Ann’s turn: start player."
        race.enter(None, "turn_of", astronaut=1)
        assert headline(race) == "Bo’s turn: the table says so."
        race.turn(1, 3)
        assert headline(race) == "Ann’s turn: start player."
        race.turn(0, 4)
        assert headline(race) == "Cy’s turn: clockwise after Ann."

    def test_whoever_is_last_is_said_to_be_last(self) -> None:
        """Not "clockwise after Bo" though Cy is last."""
        race = Race(3)
        for seat, space in ((0, 9), (1, 8), (2, 3)):
            race.turn(seat, space)
        assert headline(race) == "Cy’s turn: last in the race."
        race.enter(None, "turn_of", astronaut=1)
        race.turn(1, 9, level=1)
        assert headline(race) == "Cy’s turn: last in the race."
        race.turn(2, 4)
        assert headline(race) == "Ann’s turn: clockwise after Cy."

    def test_clockwise_only_where_nobody_between_still_waits(self) -> None:
        """Somebody between has the turn still to come."""
        race = Race(4)
        race.turn(0, 4)
        race.enter(None, "turn_of", astronaut=2)
        race.turn(2, 3)
        assert headline(race) == "Bo’s turn: still without a turn in this round."
        race.turn(1, 5)
        assert headline(race) == "Di’s turn: clockwise after Bo."


def test_passing_somebody_and_stars_on_the_way_are_named_before_confirming() -> None:
    """Ann 1→6 past Bo on 4, stars on cards 1 and 2: the sentence names them, in the preview too."""
    race = Race(3)
    race.set(1, space=4)
    race.take(0)
    action = action_from_json(race.game, {"type": "jump", "dice": ["blue_1"], "space": 6})
    preview = " ".join(plain(c.text, NAMES) for c in accept(race.game, race.state, Seat(0), action).telling)
    assert "Passed, and nobody obstructed: Bo." in preview
    assert "Stars on the way that stay where they are: card 1 and card 2." in preview
    told = race.jump(0, 6, stars=["card_1", "card_2"], obstruct=1)
    assert "nobody obstructed" not in told
    assert "stay where they are" not in told


REASONS = [
    pytest.param("stop", {}, "at least one jump", id="stop before the first jump"),
    pytest.param("extra_die", {"die": "white_2"}, "no ground-control token", id="an extra die without a token"),
    pytest.param("reroll", {"die": "blue_1"}, "no ground-control token", id="reroll without a token"),
    pytest.param("recover", {"step": 1}, "not in a coma", id="waking up awake"),
    pytest.param("choose_dice", {"dice": FOUR}, "Undo to there", id="choosing dice twice"),
    pytest.param(
        "jump",
        {"dice": ["blue_1"], "space": 2, "obstruct": 1},
        "Nobody lies ahead",
        id="obstructing where nobody lies ahead",
    ),
]


@pytest.mark.parametrize(("type", "given", "reason"), REASONS)
def test_a_refusal_names_the_rule(type: str, given: dict[str, Any], reason: str) -> None:
    """The rule, not "This is not possible now"; no field names in the sentence."""
    race = Race(2)
    race.set(0, space=30)
    race.take(0)
    for other in ((0, 1), (1, 0), (1, 1)):
        race.set(*other, space=2)
    said = says(race, 0, type, **given)
    assert reason in said
    assert "not asked for" not in said


def test_the_seventh_die_and_the_dice_before_they_are_chosen() -> None:
    """1 for an extra die (never above 6 dice)."""
    race = Race()
    race.set(0, tokens=9)
    for type, given in (("jump", {"dice": ["blue_1"], "space": 3}), ("stop", {}), ("reroll", {"die": "blue_1"})):
        assert "Choose the dice of this turn first" in says(race, 0, type, **given)
    race.take(0)
    race.enter(0, "extra_die", die="black_2")
    race.enter(0, "extra_die", die="white_2")
    assert says(race, 0, "extra_die", die="blue_1") == "There are six jump dice, and all of them are in this turn."


def test_the_wrong_astronaut() -> None:
    """Who cannot have the turn, and who is not asked about, with names."""
    race = Race(3)
    race.turn(0, 4, level=1)
    assert "Ann has had the turn of this round" in says(race, None, "turn_of", astronaut=0)
    assert says(race, None, "turn_of", astronaut=1) == "It is the turn of Bo already."
    race.turn(1, 4, level=2)
    race.turn(2, 9)
    assert says(race, None, "last", astronaut=2) == "This is between Ann or Bo: choose one of them."
