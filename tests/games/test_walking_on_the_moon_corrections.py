"""Walking on the Moon put right: every number has a correction, what is printed included."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, ClassVar

import pytest

from companion.core.codec import action_from_json
from companion.core.log import Event, Played, Retracted, Sitting, accepted, opened
from companion.core.text import Seat
from companion.games.walking_on_the_moon.state import Astronaut, State, Turn
from tests.games.walking_race import FOUR, NAMES, Race, away, says


class TestCorrections:
    def test_a_coma_set_in_the_own_turn_ends_it(self) -> None:
        """A coma set by correction in one's own turn: no jump, no waking up in the same turn; the next one wakes up."""
        race = Race(3)
        race.take(0)
        told = race.enter(None, "correct", counter="coma:0", value=1)
        assert "nothing is left but to end it" in told
        assert [offer.type for offer in race.game.offers(race.state, Seat(0))] == ["stop"]
        assert "is over" in says(race, 0, "recover", step=1)
        race.enter(0, "stop")
        assert race.next() == 1

    def test_a_coma_set_before_the_dice_means_waking_up_now(self) -> None:
        """In coma the next turn has no dice at all."""
        race = Race(3)
        race.enter(None, "correct", counter="coma:0", value=1)
        race.enter(0, "recover", step=1)
        assert race.one(0).space == 2

    def test_whose_turn_it_is(self) -> None:
        """Whose turn, also of somebody who has had it; with the names for the values."""
        race = Race(3)
        race.turn(0, 3)
        told = race.enter(None, "correct", counter="turn", value=0)
        assert "Whose turn from Bo to Ann" in told
        assert race.next() == 0
        race.turn(0, 4)
        assert race.next() == 1

    def test_nobody_who_is_away_gets_the_turn(self) -> None:
        """The refusal names the way out."""
        race = Race(3)
        away(race, 2)
        assert says(race, None, "correct", counter="turn", value=2) == ("Cy is away. Say first that Cy is back.")

    def test_a_race_that_was_over_goes_on_with_a_turn(self) -> None:
        """Somebody had not had the turn of the round in which the finish was crossed."""
        race = Race(3)
        race.turn(0, 31)
        race.turn(1, 8)
        race.turn(2, 9)
        assert race.state.phase == "over"
        race.enter(None, "correct", counter="turn", value=2)
        assert (race.state.phase, race.next(), race.state.ending.over) == ("turn", 2, False)
        race.turn(2, 12)
        assert race.state.phase == "over"

    def test_the_start_player_before_anything_was_done(self) -> None:
        """Amending the start: everybody is laid anew, and the turn begins there."""
        race = Race(3)
        race.enter(None, "correct", counter="start", value=2)
        assert ([a.seat for a in race.state.astronauts], race.next()) == ([2, 0, 1], 2)
        assert [race.state.astronauts[i].seat for i in race.state.stack] == [2, 0, 1]

    def test_the_start_player_of_two_later(self) -> None:
        """Hers, his, hers, his: the order of turns follows, whoever has the turn keeps it."""
        race = Race(2)
        race.turn(0, 3)
        race.enter(None, "correct", counter="start", value=1)
        assert [(a.seat, a.index) for a in race.state.astronauts] == [(1, 0), (0, 0), (1, 1), (0, 1)]
        assert race.next() == 1
        assert (race.one(0, 0).space, race.one(1, 0).space) == (3, 1)

    def test_the_place_in_a_stack(self) -> None:
        """The astronaut on top of the stack counts as last."""
        race = Race(3)
        race.enter(None, "correct", counter="stack:0", value=3)
        assert [race.state.astronauts[i].seat for i in race.state.stack] == [1, 2, 0]

    def test_who_was_first_across(self) -> None:
        """First across 21, others 20."""
        race = Race(3)
        race.turn(0, 31)
        race.turn(1, 31)
        race.enter(None, "correct", counter="finish:1", value=1)
        assert [race.one(seat).finish for seat in range(3)] == [2, 1, 0]

    def test_who_still_waits(self) -> None:
        """A turn that was played without the app, or forgotten."""
        race = Race(4)
        race.turn(0, 3)
        race.enter(None, "correct", counter="waits:2", value=0)
        race.enter(None, "correct", counter="waits:0", value=1)
        order = []
        for _ in range(3):
            order.append(race.next())
            race.turn(race.next(), 9)
        assert order == [1, 3, 0]

    def test_the_same_value_changes_nothing(self) -> None:
        """A correction of the same value does nothing, whatever counter it is."""
        race = Race(2)
        race.turn(0, 3)
        for counter in race.game.counters(race.state):
            assert race.game.with_counter(race.state, counter.key, counter.value) == race.state, counter.key

    def test_a_round_without_the_app_is_one_entry(self) -> None:
        """We played on: round, whose turn, spaces and stacks, all in one sentence."""
        race = Race(3)
        told = race.enter(
            None, "played_on", counters={"round": 3, "turn": 2, "last": 2, "space:0": 12, "space:1": 9, "space:2": 7}
        )
        assert "Round 3 instead of 1" in told
        assert (race.state.round, race.next(), [race.one(s).space for s in range(3)]) == (3, 2, [12, 9, 7])
        race.turn(2, 8)
        assert race.one(2).tokens == 1

    WITHOUT: ClassVar = {
        "seats": "chosen when the table is opened",
        "cards": "an option of the table",
        "dice_kept": "an option of the table",
        "ordered": "an option of the table",
        "phase": "follows from whose turn it is; Finish now and The race goes on change it",
        "columns": "arrivals and stars are counters; the place in a tie is entered by its seat at any time",
        "tie": "answered by the table; a correction that changes the tie asks anew",
        "paused": "the way back from Finish now",
        "ending": "Finish now, The race goes on, My sheet is complete",
        "away": "said at its own place, by anybody",
        "Astronaut.seat": "what it is",
        "Astronaut.index": "what it is",
        "Astronaut.liked": "a proposal only",
        "Turn.returned": "follows from the obstruction; whose turn puts it back",
        "Turn.dice": "names of dice; undone, or amended in the history",
        "Turn.used": "names of dice; undone, or amended in the history",
        "Turn.rerolled": "names of dice; undone, or amended in the history",
        "Turn.shown": "faces of dice; undone, or amended in the history",
        "Turn.bought": "dice bought where they stay on the table; undone, or amended in the history",
        "Turn.trail": "drawn only: where the jumps of this turn started",
        "Turn.due": "follows from the turn; the tokens are a counter",
        "Turn.previous": "the reason shown for the turn",
        "Turn.by_table": "the reason shown for the turn",
    }
    WITH: ClassVar = {
        "box": "spaces",
        "astronauts": "start",
        "stack": "stack:0",
        "ring": "ring:1",
        "round": "round",
        "waiting": "waits:1",
        "last": "last",
        "turn": "turn",
        "Astronaut.space": "space:0",
        "Astronaut.level": "level:0",
        "Astronaut.stars": "stars:0",
        "Astronaut.tokens": "tokens:0",
        "Astronaut.coma": "coma:0",
        "Astronaut.obstructed": "obstructed:0",
        "Astronaut.finish": "finish:2",
        "Turn.allowed": "dice",
        "Turn.jumps": "jumps",
    }

    def test_every_field_of_the_state_has_a_correction_or_a_reason(self) -> None:
        """Every counter of every game's state has a correction; those that have none say why."""
        names = [f.name for f in fields(State)]
        names += [f"{of.__name__}.{f.name}" for of in (Astronaut, Turn) for f in fields(of)]
        assert {*names} == {*self.WITH, *self.WITHOUT}
        race = Race(3)
        race.set(2, space=31, finish=1)
        keys = {counter.key for counter in race.game.counters(race.state)}
        race.take(0)
        keys |= {counter.key for counter in race.game.counters(race.state)}
        assert {*self.WITH.values()} <= keys

    def test_the_pad_has_counters_too(self) -> None:
        """Where an astronaut ended, by its name, and its stars."""
        race = Race(3, started=False, bookkeeping="final")
        assert "from no marker to 18" in race.enter(None, "correct", counter="arrival:0:0", value=2)
        race.enter(None, "correct", counter="held:1:0", value=4)
        assert (race.state.columns[0].entries[0].where, race.state.columns[1].entries[0].stars) == ("18", 4)


class TestPrinted:
    def test_the_number_of_spaces_entered_wrongly(self) -> None:
        """Spaces: everybody stays on the card and, where it is there, on its space; scores of the last card too."""
        race = Race(3)
        race.set(0, space=9)
        race.set(1, space=31, finish=1)
        told = race.enter(None, "correct", counter="spaces", value=4)
        assert "Everybody stays on the card" in told
        assert [race.one(seat).space for seat in range(3)] == [8, 25, 1]
        assert race.state.box.last_card == (12, 14, 14, 16)
        race.enter(None, "correct", counter="spaces", value=6)
        assert [race.one(seat).space for seat in range(3)] == [10, 37, 1]
        assert race.state.box.last_card == (12, 14, 14, 16, 16, 16)

    UNDER = (
        pytest.param(12, 3, [12, 12, 12, 16, 18], id="14 gives way"),
        pytest.param(14, 5, [12, 14, 14, 14, 14], id="16 and 18 give way"),
        pytest.param(16, 0, [18] * 5, id="12 and 14 give way"),
    )

    @pytest.mark.parametrize(("score", "up_to", "scores"), UNDER)
    def test_the_scores_of_the_last_card_entered_wrongly(self, score: int, up_to: int, scores: list[int]) -> None:
        """12, 14, 16 and 18 follow each other, whichever is corrected."""
        race = Race(3)
        race.enter(None, "correct", counter=f"under:{score}", value=up_to)
        assert list(race.state.box.last_card or ()) == scores

    def test_the_jump_dice_entered_wrongly(self) -> None:
        """Six dice, whatever their colours; a die that is not there is in nobody's turn."""
        race = Race(3)
        race.set(0, tokens=1)
        race.take(0, ["blue_1", "blue_2", "white_1", "white_2"])
        race.enter(0, "extra_die", die="black_1")
        assert "six jump dice" in race.enter(None, "correct", counter="color:blue", value=1)
        assert race.state.box.dice == (1, 2, 3)
        assert (race.state.turn and race.state.turn.dice, race.one(0).tokens) == ((), 1)
        race.take(0, ["blue_1", "white_1", "white_2", "white_3"])

    def test_all_three_colours_in_one_entry(self) -> None:
        """Set one after the other, they come to what was entered."""
        race = Race(3)
        race.enter(None, "played_on", counters={"color:blue": 3, "color:black": 1, "color:white": 2})
        assert race.state.box.dice == (3, 1, 2)


def test_an_older_entry_is_taken_out_alone() -> None:
    """A correction of a number two rounds ago, though turns were played since."""
    race = Race(3)
    table = opened(race.game, tuple(Sitting(name, "red") for name in NAMES[:3]))

    def enter(seat: int | None, change: Any) -> None:
        nonlocal table
        played = Played(None if seat is None else Seat(seat), action_from_json(race.game, change))
        table = accepted(table, Event(table.seq + 1, "", 1, "hand", None, played))

    enter(None, {"type": "start_player", "player": 0})
    enter(None, {"type": "correct", "counter": "tokens:1", "value": 7})
    enter(0, {"type": "choose_dice", "dice": FOUR})
    table = accepted(table, Event(table.seq + 1, "", 1, "hand", None, Retracted(2)))
    state: Any = table.state
    assert state.astronauts[1].tokens == 0
