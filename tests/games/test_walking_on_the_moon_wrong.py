"""Walking on the Moon on a broken evening: somebody leaves, numbers are wrong, dice are dodged; each row is one of them."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, ClassVar

import pytest

from companion.core.accepting import accept
from companion.core.codec import action_from_json
from companion.core.log import Event, Played, Retracted, Sitting, accepted, fold, opened
from companion.core.refusal import Refused
from companion.core.text import Seat, plain
from companion.games.walking_on_the_moon import WalkingOnTheMoon
from companion.games.walking_on_the_moon.state import Astronaut, State, Turn
from tests.games.walking_race import BOX, FOUR, NAMES, Race

FACES = {"blue": ["one"] * 6, "black": ["up"] * 5 + ["skull"], "white": ["two"] * 6}


def refusal(race: Race, seat: int | None, type: str, **given: Any) -> Refused:
    with pytest.raises(Refused) as refused:
        race.enter(seat, type, **given)
    return refused.value


def says(race: Race, seat: int | None, type: str, **given: Any) -> str:
    return plain(refusal(race, seat, type, **given).text, NAMES)


def away(race: Race, seat: int, gone: bool = True) -> str:
    """Somebody at the table says that a seat is away, or back."""
    step = race.game.with_away(race.state, Seat(seat), gone)
    race.state = step.state
    return " ".join(plain(clause.text, NAMES) for clause in step.telling)


def headline(race: Race) -> str:
    return plain(race.game.view(race.state, None).headline, NAMES)


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
        assert says(race, None, "correct", counter="turn", value=2) == (
            "Cy is away and has no turn. Say first that they are back."
        )

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


def test_whose_phase_it_is_and_away_are_told_apart() -> None:
    """The table of the rules says what away means, as decisions."""
    chapter = next(c for c in WalkingOnTheMoon.by_default().rules() if plain(c.title) == "Somebody is away")
    assert len(chapter.rules) == 5
    assert {rule.basis for rule in chapter.rules} == {"decision"}
