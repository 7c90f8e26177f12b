"""Walking on the Moon at the table, each row named after the rule it shows."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.core.accepting import accept
from companion.core.codec import action_from_json, options_from_json
from companion.core.ending import Ending, changed_late
from companion.core.refusal import Refused
from companion.core.text import Seat, plain
from companion.games.walking_on_the_moon import WalkingOnTheMoon
from companion.games.walking_on_the_moon.race import stars_in_all
from testkit.playing import entries
from tests.games.drawing import drawn_action
from tests.games.walking_race import BOX, FACES, FOUR, NAMES, Race, refusal

RINGS = [
    pytest.param("6", (1, 1, 1, 1, 1, 1), id="A star on each card"),
    pytest.param("7", (0, 1, 1, 1, 1, 1, 1), id="7 cards, none on the first"),
    pytest.param("8", (0, 1, 1, 1, 1, 1, 1, 0), id="8 cards, none on the first and last"),
]


@pytest.mark.parametrize(("cards", "ring"), RINGS)
def test_stars_at_the_start(cards: str, ring: tuple[int, ...]) -> None:
    """So always 6 stars, and the set-up guide says the same."""
    race = Race(cards=cards)
    assert race.state.ring == ring
    assert sum(ring) == 6
    guide = [plain(step) for step in race.game.setup_guide(3)]
    assert any(f"lay {cards} of them" in step for step in guide)
    assert len(guide) == 8


def test_astronauts_are_laid_clockwise_from_the_start_player_each_on_top() -> None:
    """Start player at the bottom; the round goes clockwise from there."""
    race = Race(4, started=False)
    race.enter(None, "start_player", player=2)
    assert [a.seat for a in race.state.astronauts] == [2, 3, 0, 1]
    assert race.state.stack == (0, 1, 2, 3)
    order = []
    for _ in range(4):
        order.append(race.next())
        race.turn(race.next(), 2 + len(order))
    assert order == [2, 3, 0, 1]


def test_two_players_lay_two_astronauts_each_in_turn() -> None:
    """2 players: 2 astronauts each, placed alternately; every astronaut has its own turn."""
    race = Race(2, started=False)
    race.enter(None, "start_player", player=1)
    assert [(a.seat, a.index) for a in race.state.astronauts] == [(1, 0), (0, 0), (1, 1), (0, 1)]
    for n, seat in enumerate((1, 0, 1, 0)):
        assert race.next() == seat
        race.turn(seat, 3 + n)
    assert race.state.round == 2


class TestOrder:
    def test_last_place_starts_from_round_two_then_clockwise(self) -> None:
        """From the second round on the player in last place starts the round; Decision: then clockwise."""
        race = Race()
        for seat, space in ((0, 6), (1, 3), (2, 5)):
            race.turn(seat, space)
        assert "Round 2: Bo is last and starts." in race.told
        order = []
        for _ in range(3):
            order.append(race.next())
            race.turn(race.next(), 9)
        assert order == [1, 2, 0]

    def test_tied_the_top_of_the_stack_counts_as_last(self) -> None:
        """Tied: the astronaut on top of the stack counts as last."""
        race = Race()
        for seat, space in ((0, 4), (1, 6), (2, 4)):
            race.turn(seat, space)
        assert race.next() == 2
        assert "on top of the stack" in race.told

    def test_level_on_different_spaces_the_app_asks_who_is_last(self) -> None:
        """Level on different spaces (cards have levels): the app asks; of a stack only the top can be it."""
        race = Race(4)
        for seat, space, level in ((0, 4, 1), (1, 4, 3), (2, 4, 1), (3, 9, 1)):
            race.turn(seat, space, level=level)
        offer = race.offer(None, "last")
        assert offer is not None
        assert offer.fields[0].seats == (2, 1)  # type: ignore[union-attr]
        race.enter(None, "last", astronaut=1)
        assert (race.state.round, race.next()) == (2, 1)

    def test_another_seat_is_told_whose_turn_it_is(self) -> None:
        """Who is not active is refused with a reason."""
        refused = refusal(Race(), 1, "choose_dice", dice=FOUR)
        assert (refused.code, plain(refused.text, NAMES)) == ("not_your_turn", "It is not your turn: Ann first.")

    def test_the_table_can_give_the_turn_to_somebody_else(self) -> None:
        """A companion is never the reason the evening stops; an obstruction given back is put back."""
        race = Race()
        race.turn(0, 3)
        race.set(2, obstructed=True)
        race.enter(None, "turn_of", astronaut=2)
        assert (race.next(), race.state.turn and race.state.turn.allowed) == (2, 3)
        race.enter(None, "turn_of", astronaut=1)
        assert race.next() == 1
        assert race.one(2).obstructed

    def test_tokens_spent_in_a_turn_that_was_somebody_elses_come_back(self) -> None:
        """Spent in your own turn: whoever has none after all has spent nothing."""
        race = Race()
        race.set(0, tokens=3)
        race.take(0)
        race.enter(0, "extra_die", die="white_2")
        race.enter(0, "reroll", die="blue_1")
        assert race.one(0).tokens == 1
        race.enter(None, "turn_of", astronaut=1)
        assert race.one(0).tokens == 3
        race.turn(1, 3)
        assert (race.next(), race.state.turn and race.state.turn.dice) == (0, ())


class TestDice:
    def test_four_of_six(self) -> None:
        """Choose 4 of the 6 dice: neither 3 nor 5."""
        race = Race()
        for dice in (FOUR[:3], [*FOUR, "white_2"]):
            assert refusal(race, 0, "choose_dice", dice=dice).field == "dice"
        race.take(0)
        assert race.offer(0, "choose_dice") is None

    def test_obstructed_three_and_the_token_goes_back(self) -> None:
        """Returned at the start of their next turn, which then has only 3 dice."""
        race = Race()
        race.set(1, obstructed=True)
        told = race.turn(0, 3)
        assert "Next: Bo, obstructed: only 3 dice. Bo gives the obstruction token back." in told
        assert not race.one(1).obstructed
        assert refusal(race, 1, "choose_dice", dice=FOUR).field == "dice"
        race.enter(1, "choose_dice", dice=FOUR[:3])

    def test_tokens_add_dice_up_to_six(self) -> None:
        """1 for an extra die (never above 6 dice)."""
        race = Race()
        race.set(0, tokens=5)
        race.take(0)
        race.enter(0, "extra_die", die="black_2")
        race.enter(0, "extra_die", die="white_2")
        assert race.one(0).tokens == 3
        assert race.offer(0, "extra_die") is None

    def test_tokens_may_still_add_dice_after_an_obstruction(self) -> None:
        """Decision: tokens may still add dice."""
        race = Race()
        race.set(1, obstructed=True, tokens=1)
        race.turn(0, 3)
        race.take(1)
        race.enter(1, "extra_die", die="white_2")
        assert race.state.turn is not None
        assert len(race.state.turn.dice) == 4

    def test_no_token_no_extra_die(self) -> None:
        """Each costs a token; none is offered without one."""
        race = Race()
        race.take(0)
        assert race.offer(0, "extra_die") is None
        assert race.offer(0, "reroll") is None

    def test_each_die_is_rerolled_once_and_before_it_is_laid(self) -> None:
        """1 to reroll one die (each die at most once)."""
        race = Race()
        race.set(0, tokens=3)
        race.take(0)
        race.enter(0, "reroll", die="blue_1")
        assert refusal(race, 0, "reroll", die="blue_1").field == "die"
        race.jump(0, 3, "blue_2")
        assert refusal(race, 0, "reroll", die="blue_2").field == "die"
        race.enter(0, "reroll", die="black_1")
        assert race.one(0).tokens == 1

    def test_a_die_is_laid_once(self) -> None:
        """Lay them one by one: what lies on a jump is not there for the next."""
        race = Race()
        race.take(0)
        race.jump(0, 3, "blue_1", "black_1")
        assert refusal(race, 0, "jump", dice=["blue_1"], space=5).field == "dice"
        race.jump(0, 5, "blue_2")

    def test_all_dice_in_the_first_jump_end_the_turn(self) -> None:
        """All dice may be used in the first or second jump."""
        race = Race()
        race.take(0)
        race.jump(0, 9, *FOUR)
        assert race.next() == 1

    def test_with_a_token_left_another_die_can_still_be_bought(self) -> None:
        """The turn waits when a token can still buy a die for a further jump."""
        race = Race()
        race.set(0, tokens=1)
        race.take(0)
        race.jump(0, 9, *FOUR)
        assert race.next() == 0
        race.enter(0, "extra_die", die="white_2")
        race.jump(0, 10)
        assert race.next() == 1

    def test_at_least_one_jump(self) -> None:
        """Up to 3 jumps, at least 1: stopping is offered after a jump only."""
        race = Race()
        race.take(0)
        assert race.offer(0, "stop") is None
        race.jump(0, 3)
        race.enter(0, "stop")
        assert race.next() == 1


COMAS = [
    pytest.param("bump", ["blue_1"], "bumped into an obstacle", id="it bumps into an obstacle"),
    pytest.param("skull", ["black_1"], "left the Moon", id="a black die shows the skull (off the Moon)"),
    pytest.param("red", ["white_1"], "dangerous terrain", id="it enters a red-ringed (dangerous) space"),
]


@pytest.mark.parametrize(("ends", "dice", "told"), COMAS)
def test_coma_ends_the_turn_at_once(ends: str, dice: list[str], told: str) -> None:
    """Turn ends at once, astronaut turned over."""
    race = Race()
    race.take(0)
    assert told in race.enter(0, "jump", dice=dice, space=4, ends=ends)
    assert race.one(0).coma
    assert race.next() == 1


LOST = [
    pytest.param(0, 0, id="no star, nothing lost"),
    pytest.param(1, 0, id="1 -> loses 0"),
    pytest.param(2, 1, id="2 -> loses 1"),
    pytest.param(3, 1, id="3 -> loses 1"),
    pytest.param(5, 2, id="Coma with 5 stars: keeps 3, loses 2"),
]


@pytest.mark.parametrize(("stars", "lost"), LOST)
def test_coma_costs_half_the_stars_rounded_down(stars: int, lost: int) -> None:
    """They go back under the foremost moon card (Decision: the last card)."""
    race = Race()
    for _ in range(stars):
        key = next(c.key for c in race.game.counters(race.state) if c.key == "stars:0")
        race.state = race.game.with_counter(race.state, key, race.one(0).stars + 1)
    ring = race.state.ring
    race.turn(0, 3, ends="bump")
    assert race.one(0).stars == stars - lost
    assert race.state.ring == (*ring[:5], ring[5] + lost)
    assert ("rounded down" in race.told) == (stars == 1)


@pytest.mark.parametrize("card", [2, 99])
def test_decision_stars_lost_go_to_the_last_card_whatever_is_posted(card: int) -> None:
    """Another card is a table option; without it nobody asks which, and no star leaves the game."""
    race = Race()
    race.state = race.game.with_counter(race.state, "stars:0", 4)
    race.take(0)
    refused = refusal(race, 0, "jump", dice=["blue_1"], space=3, ends="bump", lost_to=card)
    assert (refused.code, refused.field) == ("bad_field", "lost_to")
    race.jump(0, 3, ends="bump")
    assert sum(race.state.ring) + race.one(0).stars == 6


def test_stars_lost_go_where_the_table_says() -> None:
    """Table option: another card."""
    race = Race(lost_stars="by_hand")
    race.state = race.game.with_counter(race.state, "stars:0", 4)
    race.turn(0, 3, ends="bump", lost_to=2)
    assert race.state.ring == (1, 3, 0, 0, 0, 0)
    assert refusal(Race(lost_stars="by_hand", seats=3), 0, "jump", dice=["blue_1"], space=3).code == "illegal"


def test_a_star_taken_on_the_way_into_a_coma_counts_for_the_half() -> None:
    """Stars are collected on the path; then the coma takes half of what is held."""
    race = Race()
    race.turn(0, 7, ends="red", stars=["card_1", "card_2"])
    assert (race.one(0).stars, race.state.ring) == (1, (0, 0, 1, 1, 1, 2))


class TestRecovery:
    def recovered(self, step: int, **before: Any) -> Race:
        race = Race()
        race.turn(0, 4, ends="red")
        race.turn(1, 8)
        race.turn(2, 9)
        race.set(0, **before)
        assert race.offer(0, "choose_dice") is None
        race.enter(0, "recover", step=step)
        return race

    @pytest.mark.parametrize(("step", "space"), [(0, 4), (1, 5)], ids=["0 spaces", "1 space forward"])
    def test_no_dice_turn_back_then_0_or_1_space(self, step: int, space: int) -> None:
        """In coma the next turn has no dice at all: turn back, then 0 or 1 space forward."""
        race = self.recovered(step)
        assert (race.one(0).space, race.one(0).coma, race.next()) == (space, False, 1)

    def test_two_spaces_are_refused(self) -> None:
        """0 or 1 space."""
        race = Race()
        race.turn(0, 4, ends="red")
        race.turn(1, 8)
        race.turn(2, 9)
        assert refusal(race, 0, "recover", step=2).field == "step"

    def test_it_is_no_jump(self) -> None:
        """Decision: it takes no star and obstructs nobody; but (b), last in the previous round, coma or not."""
        race = self.recovered(1)
        assert (race.one(0).stars, race.one(0).tokens) == (0, 1)
        assert "for having been last in the previous round" in race.told

    def test_the_obstruction_is_returned_on_the_recovery_turn(self) -> None:
        """Decision: in coma it is returned on the recovery turn."""
        race = Race()
        race.turn(0, 4, ends="red")
        race.turn(1, 8)
        race.set(0, obstructed=True)
        race.turn(2, 9)
        assert "Ann gives the obstruction token back." in race.told
        assert not race.one(0).obstructed

    def test_the_step_can_cross_the_finish(self) -> None:
        """0 or 1 space forward, also the last one."""
        race = self.recovered(1, space=30)
        assert race.one(0).finish == 1


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

    def test_a_coma_in_the_third_jump_earns_nothing(self) -> None:
        """Without coma."""
        race = Race()
        race.turn(0, 9)
        self.three_jumps(race, 1, 2, 3, 4, ends="bump")
        assert race.one(1).tokens == 0

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


class TestEnd:
    def test_two_across_in_one_round_and_the_round_is_completed(self) -> None:
        """First across 21, others across 20; each player has had a turn in the round."""
        race = Race(4)
        for seat, space in ((0, 27), (1, 29), (2, 28), (3, 22)):
            race.turn(seat, space)
        assert race.next() == 3
        race.turn(3, 24)
        assert "first across the finish: 21 points" in race.turn(0, 31)
        assert race.state.phase == "turn"
        assert "across the finish: 20 points" in race.turn(1, 31)
        assert "the race is over" in race.turn(2, 29)
        sheet = race.game.sheet(race.state)
        arrivals = [(p.astronauts[0].finish, p.astronauts[0].marker) for p in sheet.players]
        assert arrivals == [(1, 0), (2, 0), (0, 16), (0, 10)]
        assert race.game.outcome(race.state) is not None

    MARKERS = (
        *(
            pytest.param(space, marker, id=f"last card, {marker}")
            for space, marker in zip(range(26, 31), BOX["last_card"], strict=True)
        ),  # type: ignore[arg-type]
        pytest.param(25, 10, id="the next '10'"),
        pytest.param(16, 5, id="the third '5'"),
        pytest.param(15, 0, id="Decision: 0 without one"),
    )

    @pytest.mark.parametrize(("space", "marker"), MARKERS)
    def test_the_marker_over_the_card(self, space: int, marker: int) -> None:
        """On the last card the space decides which of 12/14/16/18."""
        race = Race()
        race.set(0, space=space)
        sheet = race.game.sheet(race.state)
        assert sheet.players[0].astronauts[0].marker == marker

    def tie(self) -> Race:
        """Ann, Bo and Cy end level on the last card, Di behind."""
        race = Race(4)
        race.enter(None, "finish")
        for seat in range(3):
            race.state = race.game.with_counter(race.state, f"space:{seat}", 26)
        return race

    def test_ties_are_asked_in_the_order_of_the_rules(self) -> None:
        """Most recently on the Moon, then American, then Russian, then oldest."""
        race = self.tie()
        race.enter(None, "tie_answer", question="moon", players=[])
        race.enter(None, "tie_answer", question="american", players=["0", "2"])
        race.enter(None, "tie_answer", question="russian", players=["0", "2"])
        told = race.enter(None, "tie_answer", question="oldest", players=["2"])
        assert "Cy wins the tie." in told
        sheet = race.game.sheet(race.state)
        assert [p.tie_order for p in sheet.players] == [2, 3, 1, None]
        result = race.game.score(sheet)
        assert (result.winners, result.tie_break) == ((2,), "tie_order")
        assert [p.rank for p in result.players] == [2, 3, 1, 4]

    def test_the_questions_stop_when_one_is_left(self) -> None:
        """Only those still tied are asked about, and no longer than needed."""
        race = self.tie()
        race.enter(None, "tie_answer", question="moon", players=["1"])
        assert race.state.phase == "over"
        assert race.game.outcome(race.state).winners == (1,)  # type: ignore[union-attr]

    def test_what_nothing_separates_stays_shared(self) -> None:
        """Ties that stay: equal rank, all in winners."""
        race = self.tie()
        for question in ("moon", "american", "russian", "oldest"):
            race.enter(None, "tie_answer", question=question, players=[])
        assert race.game.outcome(race.state).winners == (0, 1, 2)  # type: ignore[union-attr]

    def test_a_correction_after_the_end_asks_about_the_new_tie(self) -> None:
        """Answers given for another tie say nothing about this one."""
        race = self.tie()
        race.enter(None, "tie_answer", question="moon", players=["1"])
        race.state = race.game.with_counter(race.state, "space:1", 20)
        assert (race.state.phase, race.state.tie and race.state.tie.alive) == ("tie", (0, 2))

    def test_a_correction_that_is_taken_back_asks_nothing_again(self) -> None:
        """What was answered about a tie holds when the same tie comes back."""
        race = self.tie()
        race.enter(None, "tie_answer", question="moon", players=["1"])
        for space in (29, 26):
            race.state = race.game.with_counter(race.state, "space:0", space)
        assert race.state.phase == "over"
        assert race.game.outcome(race.state).winners == (1,)  # type: ignore[union-attr]

    def test_a_race_ended_by_hand_goes_on_where_it_was(self) -> None:
        """Nothing is lost by ending too early."""
        race = Race()
        race.take(0)
        before = race.state
        race.enter(None, "finish")
        race.enter(None, "go_on")
        assert race.state == before


def test_an_empty_box_is_asked_first_and_learnt() -> None:
    """Printed: asked once, kept in the box profile."""
    race = Race(started=False, box={})
    profile: dict[str, Any] = {}
    asked = [
        ("spaces", {"value": 5}),
        ("last_card", {"up_to_12": 1, "up_to_14": 3, "up_to_16": 4}),
        ("star_points", {"one": 1, "two": 3, "three": 6, "four": 10, "five": 15, "six": 21}),
        ("jump_dice", {"counts": {"blue": 2, "black": 2, "white": 2}}),
    ]
    for type, fields in asked:
        offer = race.offer(None, type)
        assert offer is not None
        assert offer.place == "next"
        before = race.state
        race.enter(None, type, **fields)
        profile.update(race.game.learns(before, action_from_json(race.game, {"type": type, **fields})))
    assert profile == BOX
    assert race.state.phase == "start"
    assert Race(started=False, box=profile).state.phase == "start"


def test_scores_of_the_last_card_cannot_go_back() -> None:
    """12, 14, 16 and 18 follow each other."""
    race = Race(started=False, box={"spaces": 5})
    assert refusal(race, None, "last_card", up_to_12=3, up_to_14=2, up_to_16=4).code == "illegal"


BROKEN = [{"spaces": 99}, {"spaces": True}, {"dice": {"blue": 5}}, {"star_points": [1, 2]}, {"last_card": [12] * 5}]


@pytest.mark.parametrize("profile", BROKEN, ids=str)
def test_a_box_profile_that_is_not_well_formed_is_asked_again(profile: dict[str, Any]) -> None:
    """What was edited by hand and is wrong does not stop the table."""
    assert Race(started=False, box=profile).state.phase == "box"


class TestFinalOnly:
    def test_the_sheet_is_entered_seat_by_seat(self) -> None:
        """bookkeeping = final: the state is the sheet; the example of the rules page."""
        race = Race(4, started=False, bookkeeping="final")
        for seat, where, stars in ((1, "later", 0), (0, "first", 2), (2, "10", 3), (3, "0", 1)):
            race.enter(seat, "arrive", where=where)
            race.enter(seat, "stars", value=stars)
        for seat in range(4):
            race.enter(seat, "sheet_complete")
        sheet = race.game.sheet(race.state)
        assert [p.total for p in race.game.score(sheet).players] == [24, 20, 16, 1]
        assert race.game.outcome(race.state).winners == (0,)  # type: ignore[union-attr]

    def test_one_first_across_only(self) -> None:
        """First across is one: whoever was it before is not any more, and is told."""
        race = Race(3, started=False, bookkeeping="final")
        race.enter(0, "arrive", where="first")
        assert "Ann was not the first across then" in race.enter(1, "arrive", where="first")
        assert [c.entries[0].where for c in race.state.columns] == ["later", "first", "0"]

    def test_nobody_first_is_asked(self) -> None:
        """Somebody crossed the finish first."""
        race = Race(3, started=False, bookkeeping="final")
        race.enter(1, "arrive", where="later")
        for seat in range(3):
            race.enter(seat, "sheet_complete")
        race.enter(None, "first_across", astronaut=1)
        assert race.state.phase == "over"

    def test_never_more_than_six_stars(self) -> None:
        """Six stars in all: the range of a seat is what the others leave."""
        race = Race(3, started=False, bookkeeping="final")
        race.enter(0, "stars", value=4)
        assert refusal(race, 1, "stars", value=3).field == "value"
        race.enter(1, "stars", value=2)

    def test_a_tie_is_asked_unless_the_table_has_entered_its_order(self) -> None:
        """tie_order: 1 wins."""
        race = Race(3, started=False, bookkeeping="final")
        race.enter(0, "tie_order", value=2)
        race.enter(1, "tie_order", value=1)
        for seat in range(2):
            race.enter(seat, "arrive", where="18")
        for seat in range(3):
            race.enter(seat, "sheet_complete")
        assert race.state.phase == "over"
        assert race.game.outcome(race.state).winners == (1,)  # type: ignore[union-attr]


def test_corrections_of_the_finish_keep_its_order() -> None:
    """Who crossed later moves up when somebody had not crossed after all."""
    race = Race()
    for seat in range(3):
        race.state = race.game.with_counter(race.state, f"space:{seat}", 31)
    race.state = race.game.with_counter(race.state, "space:0", 30)
    assert [race.one(seat).finish for seat in range(3)] == [0, 1, 2]


@given(seed=st.integers(0, 10**6), seats=st.integers(2, 5), cards=st.sampled_from("678"))
@settings(max_examples=25)
def test_exactly_six_stars_at_all_times(seed: int, seats: int, cards: str) -> None:
    """Stars: players' + on the ring = 6 always, through jumps, comas, thefts, swaps and corrections."""
    chance = random.Random(seed)
    race = Race(seats, cards=cards, lost_stars=chance.choice(("last_card", "by_hand")))
    for _ in range(60):
        found = [e for e in entries(race.game, race.state, seats) if e[1].examples or not e[1].fields]
        if not found or race.game.outcome(race.state) is not None:
            break
        seat, offer = chance.choice(found)
        if chance.random() < 0.1:
            counter = chance.choice([c for c in race.game.counters(race.state) if c.key[:4] in ("star", "ring")])
            value = chance.randint(counter.low, counter.high)
            race.state = race.game.with_counter(race.state, counter.key, value)
        else:
            action = chance.choice(offer.examples) if offer.examples else offer.action()
            race.state = accept(race.game, race.state, seat, action).state
        assert stars_in_all(race.state) == 6
        assert all(n >= 0 for n in race.state.ring)
        assert all(a.stars >= 0 and a.tokens >= 0 for a in race.state.astronauts)


def test_the_rules_reference_follows_the_options() -> None:
    """Table options are named where they apply, as decisions."""
    texts = {
        plain(rule.text)
        for roll in ("each_jump", "all_at_once")
        for chapter in Race(roll=roll).game.rules()
        for rule in chapter.rules
        if rule.basis == "decision"
    }
    assert {t for t in texts if "rolled" in t} == {
        "Dice are rolled jump by jump, as many of those left as you like.",
        "All dice of the turn are rolled once, before the first jump.",
        "A skull cannot be rerolled.",
        "A skull that was rolled is laid with the next jump, which ends with it; nothing else is done in that turn first.",
    }
    assert WalkingOnTheMoon.players == range(2, 6)


def test_faces_entered_before_a_jump_are_kept_and_hold_for_it() -> None:
    """A skull cannot be rerolled, and whoever lays it is off the Moon."""
    race = Race(box={**BOX, "faces": FACES})
    race.set(0, tokens=2)
    race.take(0)
    assert "Ann rolls black 1: skull and white 1: 2 spaces." in race.enter(
        0, "rolled", dice=[["black_1", "skull"], ["white_1", "two"]]
    )
    assert refusal(race, 0, "reroll", die="black_1").field == "die"
    assert refusal(race, 0, "jump", dice=["black_1"], space=2).field == "ends"
    assert refusal(race, 0, "reroll", die="white_1").field == "die"
    race.enter(0, "jump", dice=["black_1"], space=2, ends="skull")
    assert race.one(0).coma


def test_faces_are_asked_only_where_they_are_printed_in_the_box() -> None:
    """Faces, if wanted: without the printed faces a jump is its dice and its space."""
    race = Race()
    race.take(0)
    assert race.offer(0, "rolled") is None


HINTS = [
    pytest.param("each_jump", ["Roll as many", "Roll as many"], id="Decision: dice are rolled jump by jump"),
    pytest.param("all_at_once", ["Roll all of these dice once", "rolled already"], id="Table option: all at once"),
]


@pytest.mark.parametrize(("roll", "hints"), HINTS)
def test_what_to_do_with_the_dice(roll: str, hints: list[str]) -> None:
    """The page says when to roll."""
    race = Race(roll=roll)
    race.take(0)
    for n, hint in enumerate(hints):
        shown = race.game.view(race.state, None).hint
        assert shown is not None
        assert hint in plain(shown)
        race.jump(0, 3 + n)


@given(data=st.data(), seats=st.integers(2, 5), roll=st.sampled_from(("each_jump", "all_at_once")))
@settings(max_examples=6)
def test_with_a_known_box_too_whatever_is_offered_is_accepted_or_refused_with_a_reason(
    data: st.DataObject, seats: int, roll: str
) -> None:
    """Law: drawn actions are accepted (constrained: or refused with a Text), and so is every example."""
    race = Race(seats, box={**BOX, "faces": FACES}, roll=roll)
    for _ in range(25):
        found = [entry for entry in entries(race.game, race.state, seats) if entry[1].type != "finish"]
        for seat, offer in found:
            for example in offer.examples:
                accept(race.game, race.state, seat, example)
        nexts = [entry for entry in found if entry[1].place == "next" or entry[1].type == "rolled"]
        seat, offer = data.draw(st.sampled_from(nexts or found))
        action = data.draw(drawn_action(race.game, offer))
        try:
            race.state = accept(race.game, race.state, seat, action).state
        except Refused as refused:
            assert offer.constrained, (offer.type, action, refused)
            assert plain(refused.text, NAMES)
        assert stars_in_all(race.state) == 6


def test_the_ring_is_drawn_as_it_lies() -> None:
    """Every star and astronaut is drawn, a stack upwards, markers over the three last cards; one who crossed stands apart."""
    race = Race(2)
    race.state = race.game.with_counter(race.state, "ring:6", 4)
    view = race.game.view(race.state, None)
    assert [len(card.stars_at) for card in view.cards] == list(race.state.ring)
    assert [card.marker for card in view.cards] == [None, None, None, "5", "10", "12–18"]
    assert [space.space for card in view.cards for space in card.spaces] == list(range(1, 31))
    assert [runner.on_top for runner in view.runners] == [False, False, False, True]
    assert len({runner.at for runner in view.runners}) == 4
    race.state = race.game.with_counter(race.state, "space:0:0", 31)
    crossed = next(r for r in race.game.view(race.state, None).order)
    assert (crossed.key, crossed.finish, crossed.on_top) == ("0:0", 1, True)


def test_the_review_freezes_the_sheet_and_marks_later_edits() -> None:
    """Lesson: final review freezes the big screen; later edits are marked; a race that goes on forgets both."""
    race = Race()
    race.set(0, space=21)
    race.enter(None, "finish")
    before = race.state.ending.frozen
    assert before is not None
    assert not race.state.ending.is_late(race.game.sheet(race.state))
    race.enter(None, "reveal")
    race.state = race.game.with_counter(race.state, "space:1", 16)
    assert race.state.ending.frozen == before
    assert race.game.sheet(race.state) != before
    assert race.state.ending.is_late(race.game.sheet(race.state))
    assert changed_late(race.game.score(before), race.game.score(race.game.sheet(race.state))) == {("arrival", 1)}
    race.enter(None, "reveal")
    assert "totals" in race.enter(None, "reveal")
    assert race.offer(None, "reveal") is None
    race.enter(None, "go_on")
    assert race.state.ending == Ending()


def test_a_tie_that_a_correction_brings_leaves_the_sheet_as_the_race_ended() -> None:
    """Final review freezes the big screen, a tie asked about in between included."""
    race = Race()
    race.set(0, space=21)
    race.enter(None, "finish")
    before = race.state.ending
    assert before.over
    race.enter(None, "correct", counter="space:1", value=21)
    assert (race.state.phase, race.game.outcome(race.state)) == ("tie", None)
    race.enter(None, "tie_answer", question="moon", players=["1"])
    assert race.state.ending == before
    assert race.game.outcome(race.state).winners == (1,)  # type: ignore[union-attr]
    race.enter(None, "reveal", step=0)
    with pytest.raises(Refused) as refused:
        race.enter(None, "reveal", step=0)
    assert refused.value.code == "changed"


def test_the_last_sheet_waits_for_the_points_printed_for_stars() -> None:
    """Points for stars are printed, asked once: nothing is counted before they are known."""
    race = Race(3, started=False, box={}, bookkeeping="final")
    for seat in range(3):
        told = race.enter(seat, "sheet_complete")
    assert (told, race.state.phase) == ("Cy: my sheet is complete.", "pad")
    points = {"one": 1, "two": 3, "three": 6, "four": 10, "five": 15, "six": 21}
    race.enter(None, "star_points", **points)
    assert race.state.phase == "tie"
    race.enter(1, "sheet_complete", done=False)
    assert (race.state.phase, race.state.ending.complete) == ("pad", {0, 2})
    race.enter(0, "arrive", where="18")
    assert "It was the last one: the final scoring begins." in race.enter(1, "sheet_complete")
    assert race.state.ending.frozen == race.game.sheet(race.state)


NAMED = [
    pytest.param({}, {"stars:0": 1}, id="a star collected"),
    pytest.param({"ends": "bump", "stars": ["card_1", "card_2"]}, {}, id="2 collected and 1 lost: two sentences"),
    pytest.param(
        {"obstruct": 1, "take": "token"}, {"stars:0": 1, "tokens:1": -1}, id="two tokens, told as one and one"
    ),
]


@pytest.mark.parametrize(("fields", "named"), NAMED)
def test_a_sentence_names_the_counter_it_changes(fields: dict[str, Any], named: dict[str, int]) -> None:
    """What a clause names is the difference the whole entry makes; where several sentences share it, none does."""
    race = Race()
    race.set(1, space=4, tokens=1)
    race.take(0)
    action = action_from_json(
        race.game, {"type": "jump", "dice": ["blue_1"], "space": 6, "stars": ["card_1"], **fields}
    )
    telling = accept(race.game, race.state, Seat(0), action).telling
    assert {key: by for clause in telling for key, by in clause.by} == named


OPTIONS = [
    pytest.param({}, "6", id="First value = default"),
    pytest.param({"cards": "8"}, "8", id="8 for a longer game"),
    pytest.param({"cards": 7}, "7", id="7 possible, written as a number"),
]


@pytest.mark.parametrize(("given_options", "cards"), OPTIONS)
def test_moon_cards_as_an_option(given_options: dict[str, Any], cards: str) -> None:
    """cards 6/7/8."""
    assert options_from_json(WalkingOnTheMoon, given_options, 3)["cards"] == cards


@pytest.mark.parametrize("cards", [9, "5", True, 6.0, None], ids=str)
def test_another_number_of_moon_cards_is_refused(cards: object) -> None:
    """6, 7 or 8; the refusal names the field."""
    with pytest.raises(Refused) as refused:
        options_from_json(WalkingOnTheMoon, {"cards": cards}, 3)
    assert refused.value.field == "options.cards"
