"""Walking on the Moon with somebody away: each row is what happens then."""

from __future__ import annotations

from companion.core.text import Seat, plain
from companion.games.walking_on_the_moon import WalkingOnTheMoon
from tests.games.walking_race import Race, away


class TestAway:
    def test_whoever_is_away_is_passed_over_from_any_moment_on(self) -> None:
        """Decision: passed over in the order of turns; the round is complete without them."""
        race = Race(3)
        away(race, 1)
        race.turn(0, 4)
        assert race.next() == 2
        told = race.turn(2, 6)
        assert "Round 2: Ann is last and starts." in told
        assert (race.state.round, race.next()) == (2, 0)
        assert race.game.active_seats(race.state) == {0}

    def test_the_absent_astronaut_does_not_win_the_token_of_the_last(self) -> None:
        """Decision: whoever is away is not last; the token goes to the last of those who are here."""
        race = Race(3)
        away(race, 1)
        race.turn(0, 4)
        race.turn(2, 6)
        race.turn(0, 5)
        assert [race.one(seat).tokens for seat in range(3)] == [1, 0, 0]

    def test_whoever_is_away_is_not_in_the_lead(self) -> None:
        """Decision: the lead is looked for among those who are here: three jumps bring the leader here nothing."""
        race = Race(3)
        race.turn(0, 20)
        away(race, 0)
        race.take(1)
        for space in (3, 4, 5):
            told = race.jump(1, space)
        assert "Bo is in the lead" in told

    def test_before_the_first_jump_the_turn_was_not_had_and_costs_nothing(self) -> None:
        """Decision: tokens spent come back, the obstruction token too; back in time, the turn comes after the others."""
        race = Race(3)
        race.set(0, obstructed=True, tokens=2)
        race.enter(None, "turn_of", astronaut=1)
        race.enter(None, "turn_of", astronaut=0)
        race.take(0)
        race.enter(0, "extra_die", die="white_2")
        assert "Next: Bo." in away(race, 0)
        assert (race.one(0).tokens, race.one(0).obstructed) == (2, True)
        away(race, 0, False)
        assert race.next() == 1
        race.turn(1, 3)
        race.turn(2, 4)
        assert (race.next(), race.state.round) == (0, 1)

    def test_after_a_jump_the_turn_ends_and_the_jumps_stand(self) -> None:
        """Decision: the turn ends without a token."""
        race = Race(3)
        race.take(0)
        race.jump(0, 4)
        assert "The turn of Ann ends here: the jumps made stand." in away(race, 0)
        assert (race.one(0).space, race.one(0).tokens, race.next()) == (4, 0, 1)
        away(race, 0, False)
        race.turn(1, 3)
        race.turn(2, 6)
        assert race.state.round == 2

    def test_it_was_the_turn_of_the_last_one_waiting(self) -> None:
        """The phase completes because everybody else is done."""
        race = Race(3)
        race.turn(0, 4)
        race.turn(1, 3)
        assert "Round 2: Bo is last and starts." in away(race, 2)

    def test_a_question_to_the_table_is_looked_at_anew(self) -> None:
        """Level on different spaces: nobody is asked about who is away."""
        race = Race(4)
        for seat, space, level in ((0, 4, 1), (1, 4, 3), (2, 5, 1), (3, 9, 1)):
            race.turn(seat, space, level=level)
        assert race.state.phase == "last"
        assert "Round 2: Bo is last and starts." in away(race, 0)
        race = Race(3)
        race.turn(0, 9, level=2)
        race.take(1)
        for space in (2, 3, 9):
            race.jump(1, space)
        assert race.state.phase == "leading"
        assert "Bo is in the lead" in away(race, 0)
        assert race.next() == 2

    def test_the_mover_goes_away_while_the_table_says_who_leads(self) -> None:
        """No token for whoever is away."""
        race = Race(3)
        race.turn(0, 9, level=2)
        race.take(1)
        for space in (2, 3, 9):
            race.jump(1, space)
        assert "Bo is away and takes no ground-control token" in away(race, 1)
        assert (race.one(1).tokens, race.next()) == (0, 2)

    def test_everybody_else_is_away_and_the_race_goes_on(self) -> None:
        """If everybody else is away the game must still be able to go on, to its end."""
        race = Race(2)
        away(race, 1)
        for space in (8, 9):
            race.turn(0, space)
        assert (race.state.round, race.next()) == (2, 0)
        race.turn(0, 31)
        assert "the race is over" in race.turn(0, 31)
        assert race.game.outcome(race.state) is not None

    def test_the_start_player_is_somebody_who_is_here(self) -> None:
        """Rules that look for the next one pass over who is away."""
        race = Race(3, started=False)
        away(race, 0)
        offer = race.offer(None, "start_player")
        assert offer is not None
        assert offer.fields[0].seats == (1, 2)  # type: ignore[union-attr]

    def test_a_pad_waits_for_nobody_who_is_away(self) -> None:
        """The last one left has the last sheet; whoever comes back after the end finds it ended."""
        race = Race(3, started=False, bookkeeping="final")
        race.enter(0, "arrive", where="18")
        race.enter(0, "sheet_complete")
        race.enter(2, "sheet_complete")
        assert race.state.phase == "pad"
        away(race, 1)
        assert race.state.phase in ("tie", "over")
        assert [offer.type for offer in race.game.offers(race.state, Seat(1)) if offer.place == "next"] == []
        away(race, 1, False)
        assert race.state.phase in ("tie", "over")
        race.enter(1, "stars", value=2)

    def test_away_while_the_race_is_ended_by_hand_and_then_goes_on(self) -> None:
        """An away seat never has the turn of a race that goes on."""
        race = Race(3)
        race.enter(None, "finish")
        away(race, 0)
        assert "Next: Bo." in race.enter(None, "go_on")
        assert race.next() == 1


def test_whose_phase_it_is_and_away_are_told_apart() -> None:
    """The table of the rules says what away means, as decisions."""
    chapter = next(c for c in WalkingOnTheMoon.by_default().rules() if plain(c.title) == "Somebody is away")
    assert len(chapter.rules) == 5
    assert {rule.basis for rule in chapter.rules} == {"decision"}
