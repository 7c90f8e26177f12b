"""Walking on the Moon where the dice stay on the table: a jump says where it ended, and nothing of its dice."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.codec import action_from_json, action_to_json
from companion.games.walking_on_the_moon import WalkingOnTheMoon
from tests.games.walking_race import FOUR, Race, says

POINTS = {"one": 1, "two": 3, "three": 6, "four": 10, "five": 15, "six": 21}


def race_of(seats: int = 3, **options: Any) -> Race:
    return Race(seats, dice="table", **options)


class TestTurn:
    def test_a_turn_begins_with_its_first_jump(self) -> None:
        """A jump = the dice used, if wanted, and the new space."""
        race = race_of()
        told = race.enter(0, "jump", space=4, level=2)
        assert told.startswith("Jump 1 of Ann: to card 1, space 4.")
        assert (race.one(0).space, race.state.turn.jumps) == (4, 1)

    def test_three_jumps_end_the_turn_and_earn_a_token(self) -> None:
        """Up to 3 jumps; (a) three jumps really made, without coma; not in the lead."""
        race = race_of()
        race.enter(0, "jump", space=9, end=True)
        for space in (3, 4, 5):
            race.enter(1, "jump", space=space)
        assert (race.one(1).tokens, race.next()) == (1, 2)

    def test_a_jump_can_be_the_last_one_at_once(self) -> None:
        """After any jump you may stop: one entry for both."""
        race = race_of()
        told = race.enter(0, "jump", space=4, end=True)
        assert "Ann stops after jump 1." in told
        assert race.next() == 1
        assert race.one(0).tokens == 0

    def test_stopping_without_a_jump_is_refused(self) -> None:
        """Up to 3 jumps, at least 1."""
        assert "at least one jump" in says(race_of(), 0, "stop")

    def test_the_dice_may_be_kept_all_the_same(self) -> None:
        """Whoever wants to have the faces kept chooses the dice first."""
        race = race_of()
        race.take(0)
        assert race.jump(0, 3).startswith("Jump 1 of Ann with blue 1")
        assert race.state.turn.left == tuple(FOUR[1:])

    def test_dice_that_nobody_chose_are_refused(self) -> None:
        """The table says which dice it has before one of them is laid."""
        assert "Dice stay on the table here" in says(race_of(), 0, "jump", space=4, dice=FOUR[:1])

    def test_dice_are_not_chosen_after_a_jump(self) -> None:
        """What was laid on the first jump is not known any more."""
        race = race_of()
        race.enter(0, "jump", space=4)
        assert "A jump was made without them" in says(race, 0, "choose_dice", dice=FOUR)

    @pytest.mark.parametrize("ends", ["bump", "skull", "red"])
    def test_a_coma_needs_no_die(self, ends: str) -> None:
        """Bump, skull, red space: the turn ends at once."""
        race = race_of()
        race.enter(0, "jump", space=4, level=2, ends=ends)
        assert race.one(0).coma
        assert race.next() == 1

    def test_an_obstructed_turn_has_three_dice_and_tokens_add_to_them(self) -> None:
        """4, 3 when obstructed, +1 per token, max 6."""
        race = race_of()
        race.set(1, obstructed=True, tokens=9)
        race.enter(0, "jump", space=4, end=True)
        assert race.state.turn.count == 3
        for count in (4, 5, 6):
            race.enter(1, "extra_die")
            assert race.state.turn.count == count
        assert "six jump dice" in says(race, 1, "extra_die")
        assert race.one(1).tokens == 6

    def test_each_die_is_rerolled_once(self) -> None:
        """1 to reroll one die (each die at most once): as often as there are dice."""
        race = race_of()
        race.set(0, tokens=9)
        for _ in range(4):
            race.enter(0, "reroll")
        assert race.one(0).tokens == 5
        assert "each die once" in says(race, 0, "reroll")

    def test_a_turn_given_to_somebody_else_gives_its_tokens_back(self) -> None:
        """It is somebody else's turn: what its turn has cost the first so far is taken back."""
        race = race_of()
        race.set(0, tokens=3)
        race.enter(0, "extra_die")
        race.enter(0, "reroll")
        race.enter(None, "turn_of", astronaut=1)
        assert race.one(0).tokens == 3

    def test_a_coma_by_correction_after_a_jump_ends_the_turn(self) -> None:
        """In a coma in the own turn: nothing is left but to end it."""
        race = race_of()
        race.enter(0, "jump", space=4)
        race.enter(None, "correct", counter="coma:0", value=1)
        offer = race.offer(0, "stop")
        assert offer is not None and race.offer(0, "jump") is None


class TestPrinted:
    def test_only_the_length_of_a_card_is_needed_for_the_first_turn(self) -> None:
        """Printed, asked once: what only the end needs can be left for later."""
        race = Race(3, started=False, box={}, dice="table")
        assert race.state.phase == "box"
        race.enter(None, "spaces", value=5)
        assert race.state.phase == "start"
        assert not race.game.score_is_shown(race.state)
        assert race.offer(None, "star_points") is not None

    def test_what_was_left_is_asked_before_the_end_is_counted(self) -> None:
        """Which spaces carry 12/14/16/18, and the points for stars."""
        race = Race(2, box={"spaces": 5}, dice="table")
        race.enter(0, "jump", space=28, end=True)
        race.enter(None, "finish")
        assert race.state.phase == "box"
        offer = race.offer(None, "star_points")
        assert offer is not None and offer.place == "next"
        race.enter(None, "star_points", **POINTS)
        assert race.state.phase == "box"
        race.enter(None, "last_card", up_to_12=1, up_to_14=3, up_to_16=4)
        assert race.state.phase == "over"
        assert race.game.score(race.game.sheet(race.state)).players[0].total == 14

    def test_a_race_that_waits_for_a_number_can_go_on(self) -> None:
        """The table ended it by hand."""
        race = Race(3, box={"spaces": 5}, dice="table")
        race.enter(None, "finish")
        race.enter(None, "go_on")
        assert race.state.phase == "turn"

    def test_the_last_card_before_its_length(self) -> None:
        """All on one form: the scores of the last card are cut to its length once that is known."""
        race = Race(3, started=False, box={}, dice="table")
        race.enter(None, "last_card", up_to_12=1, up_to_14=3, up_to_16=4)
        race.enter(None, "spaces", value=5)
        assert race.state.box.last_card == (12, 14, 14, 16, 18)


def test_a_jump_of_an_older_log_means_the_same() -> None:
    """A stored format: only ever added to, with defaults."""
    old = {"type": "jump", "dice": ["blue_1"], "space": 4}
    action = action_from_json(WalkingOnTheMoon.by_default(), old)
    assert {key: action_to_json(action)[key] for key in old} == old
