"""Walking on the Moon where only the order, comas, tokens and stars are kept: a turn is one entry."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.walking_on_the_moon.order import places
from tests.games.walking_race import Race, away, says, stars_in_all


def race_of(seats: int = 3, **options: Any) -> Race:
    """A race of which the order is kept, with nothing known of what is printed."""
    return Race(seats, box={}, bookkeeping="order", **options)


def order_of(race: Race) -> list[list[int]]:
    """Seats by place, the furthest first; lower ones of a stack first."""
    found: dict[int, list[int]] = {}
    for one in race.state.stack:
        found.setdefault(race.state.astronauts[one].space, []).append(race.state.astronauts[one].seat)
    return [found[place] for place in sorted(found, reverse=True)]


class TestOrder:
    def test_nothing_printed_is_asked_before_the_first_turn(self) -> None:
        """Spaces, scores and dice are of no use to the order."""
        race = race_of()
        assert race.state.phase == "turn"
        assert race.offer(0, "moved") is not None
        assert race.offer(0, "jump") is None

    def test_a_turn_says_where_the_astronaut_stands_now(self) -> None:
        """Ahead of those it started with, level on top of somebody, ahead of the leader."""
        race = race_of(4)
        race.enter(0, "moved", place="after:0")
        assert order_of(race) == [[0], [1, 2, 3]]
        race.enter(1, "moved", place="on:1")
        assert order_of(race) == [[0, 1], [2, 3]]
        race.enter(2, "moved", place="after:0")
        assert order_of(race) == [[0, 1], [2], [3]]
        race.enter(3, "moved", place="after:2")
        assert order_of(race) == [[3], [0, 1], [2]]

    def test_the_one_in_last_place_starts_the_round(self) -> None:
        """From the second round on the player in last place starts; tied: the one on top of the stack."""
        race = race_of()
        race.enter(0, "moved", place="after:0")
        race.enter(1, "moved", place="stay")
        race.enter(2, "moved", place="stay")
        assert (race.state.round, race.next()) == (2, 2)

    @pytest.mark.parametrize(
        ("place", "three", "tokens"),
        [
            pytest.param("stay", True, 1, id="three jumps really made, without coma: a token"),
            pytest.param("stay", False, 0, id="two jumps: none"),
            pytest.param("after:1", True, 0, id="none if now in the lead"),
        ],
    )
    def test_three_jumps_earn_a_token(self, place: str, three: bool, tokens: int) -> None:
        """Tokens (a), and neither (a) nor (b) if now in the lead."""
        race = race_of()
        race.enter(0, "moved", place="after:0")
        race.enter(1, "moved", place=place, three=three)
        assert race.one(1).tokens == tokens

    def test_the_last_of_the_round_before_takes_a_token_coma_or_not(self) -> None:
        """Tokens (b): at the end of the turn of the player who was last in the previous round, coma or not."""
        race = race_of()
        race.enter(0, "moved", place="after:0")
        race.enter(1, "moved", place="after:0")
        race.enter(2, "moved", place="stay")
        told = race.enter(2, "moved", place="stay", coma=True, three=True)
        assert (race.one(2).tokens, race.one(2).coma) == (1, True)
        assert "for having been last" in told and "three jumps" not in told

    def test_passing_obstructs_and_takes(self) -> None:
        """Take 1 star or 1 token from the opponent; else an obstruction token; one token from the supply for each."""
        race = race_of(4)
        race.enter(0, "moved", place="after:0", stars=2)
        race.enter(1, "moved", place="after:0")
        told = race.enter(2, "moved", place="after:2", obstruct=["1/obstruction", "0/star"])
        assert (race.one(2).stars, race.one(2).tokens, race.one(0).stars, race.one(1).obstructed) == (1, 2, 1, True)
        assert "gets an obstruction token" in told
        assert stars_in_all(race.state) == 6

    def test_a_coma_costs_half_of_the_stars_and_the_next_turn_wakes_up(self) -> None:
        """Coma: half the stars, rounded down; then turned back, and 0 or 1 space forward."""
        race = race_of()
        race.enter(0, "moved", place="after:0", stars=3, coma=True)
        assert (race.one(0).stars, race.one(0).coma) == (2, True)
        race.enter(1, "moved", place="after:1")
        race.enter(2, "moved", place="after:2")
        assert race.next() == 0
        assert list(places(race.state)) == ["across", "on:1", "stay"]
        race.enter(0, "moved", place="on:1")
        assert not race.one(0).coma
        assert order_of(race) == [[2], [1, 0]]

    def test_two_players_swap_between_their_own(self) -> None:
        """Passing one's own other astronaut allows swapping the stars and tokens of the two."""
        race = race_of(2)
        race.enter(0, "moved", place="after:0", stars=2)
        for seat in (1, 0, 1):
            race.enter(seat, "moved", place="stay")
        race.enter(None, "correct", counter="turn", value=1)  # her second astronaut
        race.enter(0, "moved", place="after:1", swap=True)
        assert (race.one(0, 0).stars, race.one(0, 1).stars) == (0, 2)

    def test_tokens_are_spent(self) -> None:
        """1 for an extra die, or 1 to reroll one die."""
        race = race_of()
        race.set(0, tokens=3)
        race.enter(0, "moved", place="stay", spent=2)
        assert race.one(0).tokens == 1

    def test_whoever_is_away_is_passed_over(self) -> None:
        """Somebody is away: passed over, neither last nor in the lead."""
        race = race_of()
        away(race, 1)
        race.enter(0, "moved", place="stay")
        assert race.next() == 2


class TestRefusals:
    ROWS = (
        pytest.param(
            {"place": "on:1", "obstruct": ["0/obstruction"]}, "ending on the space is not passing", id="ending"
        ),
        pytest.param(
            {"place": "after:1", "obstruct": ["0/star", "0/token"]}, "Each opponent is obstructed once", id="twice"
        ),
        pytest.param({"place": "across", "coma": True}, "Across the finish there is no coma", id="coma across"),
        pytest.param({"place": "after:7"}, "Choose", id="no such place"),
    )

    @pytest.mark.parametrize(("given", "words"), ROWS)
    def test_what_no_turn_can_be(self, given: dict[str, Any], words: str) -> None:
        """At most one opponent obstructed per jump; no coma across the finish."""
        race = race_of()
        race.enter(0, "moved", place="after:0", stars=1)
        race.set(0, tokens=1)
        if given.get("obstruct") == ["0/obstruction"]:
            race.set(0, tokens=0, stars=0)
        assert words in says(race, 1, "moved", **given)

    def test_the_entries_of_another_bookkeeping(self) -> None:
        """Each table says how it is kept."""
        assert "keeps the order only" in says(race_of(), 0, "jump", space=2)
        assert "keeps the whole race" in says(Race(3), 0, "moved", place="stay")


class TestTheEnd:
    def test_the_sheet_knows_the_stars_and_who_crossed(self) -> None:
        """First across 21, others 20; the rest is entered on the sheet, with the points printed for stars."""
        race = race_of()
        race.enter(0, "moved", place="across", stars=2)
        race.enter(1, "moved", place="across")
        race.enter(2, "moved", place="stay", stars=1)
        assert race.state.phase == "pad"
        assert [(c.entries[0].where, c.entries[0].stars) for c in race.state.columns] == [
            ("first", 2),
            ("later", 0),
            ("0", 1),
        ]
        race.enter(None, "star_points", one=1, two=3, three=6, four=10, five=15, six=21)
        race.enter(2, "arrive", where="10")
        for seat in range(3):
            race.enter(seat, "sheet_complete")
        assert race.state.phase == "over"
        score = race.game.score(race.game.sheet(race.state))
        assert [player.total for player in score.players] == [24, 20, 11]

    def test_nobody_changes_seats_then(self) -> None:
        """Whose astronaut is whose was settled at the start."""
        race = race_of()
        race.enter(None, "finish")
        assert race.state.phase == "pad"
        assert not race.game.only_scores(race.state)

    def test_a_correction_moves_somebody_in_the_order(self) -> None:
        """Place from the back, 1 for the last."""
        race = race_of()
        race.enter(0, "moved", place="after:0")
        race.enter(None, "correct", counter="place:2", value=3)
        assert order_of(race) == [[2], [0], [1]]
