"""Walking on the Moon: tokens, passing and obstructing, jumps, two players, each row named after the rule it shows."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.walking_race import BOX, Race, refusal


class TestTokens:
    def three_jumps(self, race: Race, seat: int, *spaces: int, **last: Any) -> str:
        race.take(seat)
        for n, space in enumerate(spaces):
            told = race.jump(seat, space, **(last if n == 2 else {}))
        return told

    def test_three_jumps_without_coma(self) -> None:
        """(a) three jumps really made, each with at least one die, without coma."""
        race = Race()
        race.turn(0, 9)
        told = self.three_jumps(race, 1, 2, 3, 4)
        assert "Bo takes 1 ground-control token for three jumps without a coma." in told
        assert race.one(1).tokens == 1

    def test_two_jumps_earn_nothing(self) -> None:
        """Three jumps really made."""
        race = Race()
        race.turn(0, 9)
        race.take(1)
        race.jump(1, 2)
        race.jump(1, 3)
        race.enter(1, "stop")
        assert race.one(1).tokens == 0

    @pytest.mark.parametrize(
        ("last", "told"),
        [
            pytest.param(
                {"ends": "bump"}, "Bo has bumped into an obstacle: coma, the turn ends.", id="with its reason"
            ),
            pytest.param({"coma": True}, "Bo is in a coma: the turn ends.", id="the reason not said"),
        ],
    )
    def test_a_coma_in_the_third_jump_earns_nothing(self, last: dict[str, Any], told: str) -> None:
        """Without coma, and half of the stars: 2 collected on the way, 1 kept."""
        race = Race()
        race.turn(0, 14)
        assert told in self.three_jumps(race, 1, 2, 6, 12, **last, stars=["card_2", "card_3"])
        assert (race.one(1).tokens, race.one(1).stars, race.one(1).coma) == (0, 1, True)

    @pytest.mark.parametrize("space", [9, 10], ids=["level counts as leading", "nobody is further ahead"])
    def test_tokens_are_refused_to_the_leader(self, space: int) -> None:
        """Neither (a) nor (b) if now in the lead."""
        race = Race()
        race.turn(0, 9)
        told = self.three_jumps(race, 1, 2, 3, space)
        assert "No ground-control token for three jumps without a coma: Bo is in the lead." in told
        assert race.one(1).tokens == 0

    def test_level_in_front_on_different_spaces_the_app_asks_who_leads(self) -> None:
        """Level on different spaces: the app asks who counts as leading."""
        for leader, tokens in ((0, 1), (1, 0)):
            race = Race()
            race.turn(0, 9, level=2)
            self.three_jumps(race, 1, 2, 3, 9)
            assert race.state.phase == "leading"
            race.enter(None, "leader", astronaut=leader)
            assert (race.one(1).tokens, race.next()) == (tokens, 2)

    def test_last_of_the_previous_round_none_in_round_one(self) -> None:
        """(b) at the end of the turn of the player who was last in the previous round; both can come in one turn."""
        race = Race()
        for seat, space in ((0, 9), (1, 3), (2, 8)):
            race.turn(seat, space)
        assert [race.one(seat).tokens for seat in range(3)] == [0, 0, 0]
        told = self.three_jumps(race, 1, 4, 5, 6)
        assert race.one(1).tokens == 2
        assert "takes 2 ground-control tokens for three jumps without a coma and for having been last" in told
        race.turn(2, 8)
        assert race.one(2).tokens == 0

    def test_last_and_into_a_coma_earns_it_last_and_into_the_lead_does_not(self) -> None:
        """Coma or not; not in the lead."""
        for space, ends, tokens in ((4, "bump", 1), (20, "stands", 0)):
            race = Race()
            for seat, at in ((0, 9), (1, 3), (2, 8)):
                race.turn(seat, at)
            race.turn(1, space, ends=ends)
            assert race.one(1).tokens == tokens


class TestObstruct:
    def race(self, **of_bo: Any) -> Race:
        """Ann is on space 2, Bo on 4, Cy on 6; Ann has the turn and takes her dice."""
        race = Race()
        for seat, space in ((0, 2), (1, 4), (2, 6)):
            race.turn(seat, space)
        race.set(1, **of_bo)
        if of_bo.get("stars"):
            race.state = race.game.with_counter(race.state, "ring:1", 0)
        race.take(0)
        return race

    TAKES = (
        pytest.param({"stars": 1}, "star", id="take 1 star"),
        pytest.param({"tokens": 1}, "token", id="or 1 token"),
        pytest.param({}, "obstruction", id="if they have neither, give them an obstruction token"),
        pytest.param({"obstructed": True}, "nothing", id="Nothing to take and an obstruction token there already"),
    )

    @pytest.mark.parametrize(("of_bo", "take"), TAKES)
    def test_what_passing_brings(self, of_bo: dict[str, Any], take: str) -> None:
        """Whatever is taken, the passing one also takes a token from the supply."""
        race = self.race(**of_bo)
        race.jump(0, 5, obstruct=1, take=take)
        me, bo = race.one(0), race.one(1)
        assert me.tokens == 1 + (take == "token")
        assert me.stars == (take == "star")
        assert (bo.stars, bo.tokens, bo.obstructed) == (0, 0, take in ("obstruction", "nothing"))

    WRONG = (
        pytest.param({}, "star", "take", id="no star to take"),
        pytest.param({}, "token", "take", id="no token to take"),
        pytest.param({"tokens": 1}, "obstruction", "take", id="an obstruction only if they have neither"),
        pytest.param({"obstructed": True}, "obstruction", "take", id="at most one each"),
        pytest.param({"stars": 1, "tokens": 1}, None, "take", id="which of the two has to be said"),
    )

    @pytest.mark.parametrize(("of_bo", "take", "field"), WRONG)
    def test_what_cannot_be_taken_is_refused(self, of_bo: dict[str, Any], take: str | None, field: str) -> None:
        """The refusal names what can be chosen."""
        race = self.race(**of_bo)
        fields = {} if take is None else {"take": take}
        assert refusal(race, 0, "jump", dice=["blue_1"], space=5, obstruct=1, **fields).field == field

    NOT_PASSED = (
        pytest.param(4, 1, id="ending on it is not passing"),
        pytest.param(3, 1, id="the path leaves the other's space behind"),
        pytest.param(5, 2, id="further ahead than the jump"),
    )

    @pytest.mark.parametrize(("space", "whom"), NOT_PASSED)
    def test_who_was_not_passed_cannot_be_obstructed(self, space: int, whom: int) -> None:
        """Decision: passing = the path of one jump leaves the other's space behind."""
        refused = refusal(self.race(), 0, "jump", dice=["blue_1"], space=space, obstruct=whom, take="obstruction")
        assert refused.field == "obstruct"

    CLIMBS = (
        pytest.param((4, 2), (4, 3), True, id="the path leaves a lower space of the column it ends in behind"),
        pytest.param((4, 3), (4, 1), True, id="the same from above"),
        pytest.param((4, 2), (4, 2), False, id="ending on it is not passing"),
        pytest.param((2, 2), (2, 3), True, id="straight up from where it stands"),
        pytest.param((5, 2), (4, 3), False, id="further ahead than the jump"),
    )

    @pytest.mark.parametrize(("bo", "to", "passed"), CLIMBS)
    def test_a_path_that_climbs_passes_too(self, bo: tuple[int, int], to: tuple[int, int], passed: bool) -> None:
        """Decision: passing = the path of one jump leaves the other's space behind; cards have levels."""
        race = self.race()
        race.set(0, space=2, level=1)
        race.set(1, space=bo[0], level=bo[1])
        fields = {"dice": ["blue_1"], "space": to[0], "level": to[1], "obstruct": 1, "take": "obstruction"}
        if passed:
            race.enter(0, "jump", **fields)
            assert (race.one(0).tokens, race.one(1).obstructed) == (1, True)
        else:
            assert refusal(race, 0, "jump", **fields).field == "obstruct"

    def test_starting_from_the_same_space_is_not_passing(self) -> None:
        """In round 1 all stand on one space: nobody passes anybody there."""
        race = Race()
        race.take(0)
        assert refusal(race, 0, "jump", dice=["blue_1"], space=3, obstruct=1, take="obstruction").field == "obstruct"

    def test_several_in_one_turn_one_per_jump_and_the_leader_too_takes_the_token(self) -> None:
        """At most one opponent obstructed per jump; several per turn. (c) has no exception for the lead."""
        race = self.race()
        race.jump(0, 5, obstruct=1, take="obstruction")
        race.jump(0, 7, obstruct=2, take="obstruction")
        assert race.one(0).tokens == 2

    def test_passing_on_the_way_into_a_coma_counts(self) -> None:
        """The passing came before the coma."""
        race = self.race()
        race.jump(0, 5, obstruct=1, take="obstruction", ends="red")
        assert (race.one(0).tokens, race.one(0).coma) == (2, True)  # one for passing, one for having been last

    def test_whom_without_what_and_what_without_whom(self) -> None:
        """Fields that limit each other say so."""
        assert refusal(self.race(), 0, "jump", dice=["blue_1"], space=5, take="star").field == "obstruct"


class TestJump:
    WRONG = (
        pytest.param({"dice": ["blue_1"], "ends": "skull"}, "ends", id="only a black die shows the skull"),
        pytest.param({"stars": ["card_3"]}, "stars", id="a star that is not on the way"),
        pytest.param({"space": 31, "ends": "red"}, "ends", id="no coma across the finish"),
        pytest.param({"space": 31, "coma": True}, "coma", id="no coma across the finish, whatever its reason"),
        pytest.param({"space": 0}, "space", id="not backwards"),
        pytest.param({"space": 32}, "space", id="not beyond the finish"),
        pytest.param({"dice": []}, "dice", id="at least one die"),
        pytest.param({"dice": ["white_2"]}, "dice", id="a die that was not chosen"),
        pytest.param({"ends": "tired"}, "ends", id="an ending there is not"),
    )

    @pytest.mark.parametrize(("change", "field"), WRONG)
    def test_a_jump_that_cannot_be_is_refused_with_its_field(self, change: dict[str, Any], field: str) -> None:
        """What, why, and what to do instead."""
        race = Race()
        race.take(0)
        assert refusal(race, 0, "jump", **{"dice": ["blue_1"], "space": 3, **change}).field == field

    def test_a_skull_entered_as_a_face_ends_the_jump(self) -> None:
        """A skull cannot be rerolled."""
        faces = {"blue": ["one"] * 6, "black": ["up"] * 5 + ["skull"], "white": ["two"] * 6}
        race = Race(box={**BOX, "faces": faces})
        race.take(0)
        both = {"dice": ["black_1"], "space": 2}
        assert refusal(race, 0, "jump", **both, faces=[["black_1", "skull"]]).field == "ends"
        assert refusal(race, 0, "jump", **both, faces=[["black_1", "up"]], ends="skull").field == "faces"
        assert refusal(race, 0, "jump", **both, faces=[["blue_1", "one"]]).field == "faces"
        race.enter(0, "jump", **both, faces=[["black_1", "skull"]], ends="skull")
        assert race.one(0).coma

    def test_a_star_on_the_path_the_end_included_is_collected_once(self) -> None:
        """A star anywhere on the path of a jump, the space it ends on included."""
        race = Race()
        race.turn(0, 12, stars=["card_1", "card_3"])
        assert (race.one(0).stars, race.state.ring) == (2, (0, 1, 0, 1, 1, 1))
        race.take(1)
        assert refusal(race, 1, "jump", dice=["blue_1"], space=12, stars=["card_3"]).field == "stars"

    def test_whoever_arrives_later_lies_on_top(self) -> None:
        """The stack order within a space; who does not move stays where it lies."""
        race = Race()
        race.turn(0, 1, ends="bump")
        race.turn(1, 9)
        race.turn(2, 1, ends="bump")
        assert race.state.stack == (0, 2, 1)
        assert race.next() == 2


class TestTwoPlayers:
    def race(self) -> Race:
        race = Race(2)
        for seat, space in ((0, 2), (1, 4), (0, 6), (1, 8)):
            race.turn(seat, space)
        race.set(0, 1, stars=2, tokens=3)
        race.set(0, 0, stars=1, tokens=1)
        race.state = race.game.with_counter(race.state, "ring:6", 0)
        race.take(0)
        return race

    def test_passing_ones_own_other_astronaut_allows_swapping(self) -> None:
        """Swapping the stars and tokens of the two."""
        race = self.race()
        assert "swaps stars and tokens with Ann (astronaut 2)" in race.jump(0, 7, swap=True)
        one, two = race.one(0, 0), race.one(0, 1)
        assert ((one.stars, one.tokens), (two.stars, two.tokens)) == ((2, 3), (1, 1))

    def test_whoever_swaps_obstructs_nobody_in_that_jump(self) -> None:
        """Whoever swaps obstructs nobody in that jump."""
        fields = {"obstruct": [1, 0], "take": "obstruction"}
        refused = refusal(self.race(), 0, "jump", dice=["blue_1"], space=7, swap=True, **fields)
        assert refused.field == "obstruct"
        race = self.race()
        race.jump(0, 7, **fields)
        assert race.one(1, 0).obstructed

    def test_swapping_needs_passing(self) -> None:
        """Passing one's own other astronaut."""
        assert refusal(self.race(), 0, "jump", dice=["blue_1"], space=6, swap=True).field == "swap"

    def test_ones_own_astronaut_is_no_opponent(self) -> None:
        """Only opponents are obstructed."""
        refused = refusal(self.race(), 0, "jump", dice=["blue_1"], space=7, obstruct=[0, 1], take="star")
        assert refused.field == "obstruct"

    def test_the_score_is_the_sum_of_both_and_stars_count_separately(self) -> None:
        """21 goes to one astronaut only; stars per astronaut separately."""
        race = self.race()
        race.jump(0, 31)
        for seat, space in ((1, 31), (0, 26), (1, 22)):
            race.turn(seat, space)
        sheet = race.game.sheet(race.state)
        assert [p.total for p in race.game.score(sheet).players] == [21 + 1 + 12 + 3, 20 + 10]
