"""Walking on the Moon: the start, the order of turns, dice, comas and waking up, each row named after the rule it shows."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.text import plain
from tests.games.walking_race import FOUR, NAMES, Race, refusal

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
