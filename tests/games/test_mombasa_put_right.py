"""Mombasa when the evening goes wrong: somebody leaves, a tap was forgotten, a round was played without the companion."""

from __future__ import annotations

import dataclasses
import random
from typing import Any

import pytest

from companion.core.accepting import accept, offers, perform
from companion.core.away import SetAway
from companion.core.codec import action_from_json, offer_example
from companion.core.correction import Correct
from companion.core.ending import Ending
from companion.core.game import Step
from companion.core.log import Event, Played, Retracted, Sitting, Table, accepted, fold
from companion.core.playing_on import PlayedOn
from companion.core.refusal import Refused
from companion.core.text import Seat, plain
from companion.games.mombasa import Mombasa
from companion.games.mombasa.state import State
from testkit.playing import entries

GAME = Mombasa()
NAMES = ("Ann", "Bo", "Cy", "Di")


def step(state: State, seat: int | None, kind: str, **fields: Any) -> Step[State]:
    """One entry that somebody asks for now."""
    return accept(GAME, state, None if seat is None else Seat(seat), action_from_json(GAME, {"type": kind, **fields}))


def after(state: State, *moves: str) -> State:
    """The state after moves such as "0 turn_done" or "cards_revealed"."""
    for move in moves:
        seat, _, kind = move.rpartition(" ")
        state = step(state, int(seat) if seat else None, kind).state
    return state


def away(state: State, seat: int, gone: bool = True) -> Step[State]:
    return perform(GAME, state, None, SetAway(player=seat, away=gone))


def corrected(state: State, counter: str, value: int) -> State:
    return accept(GAME, state, None, Correct(counter=counter, value=value)).state


def said(result: Step[State]) -> str:
    return " ".join(plain(clause.text, NAMES) for clause in result.telling)


def refused(state: State, seat: int | None, kind: str, **fields: Any) -> tuple[str, str]:
    with pytest.raises(Refused) as problem:
        step(state, seat, kind, **fields)
    return problem.value.code, plain(problem.value.text, NAMES)


def value(state: State, key: str) -> int:
    return next(counter.value for counter in GAME.counters(state) if counter.key == key)


def started(players: int = 4, start: int = 1) -> State:
    """The action phase of round 1."""
    state = step(GAME.setup(players), None, "start_player", player=start).state
    return after(state, "cards_revealed")


def test_one_turn_is_one_action_clockwise_from_the_start_player() -> None:
    state, turns = started(), []
    for _ in range(6):
        assert state.turn is not None
        assert GAME.active_seats(state) == {state.turn}
        turns.append(state.turn)
        state = after(state, f"{state.turn} turn_done")
    assert turns == [1, 2, 3, 0, 1, 2]


def test_who_has_ended_the_action_phase_is_skipped() -> None:
    state = after(started(), "1 turn_done", "2 end_actions", "3 turn_done", "0 turn_done", "1 turn_done")
    assert state.turn == 3
    assert GAME.view(state, None).order == (3, 0, 1)
    state = after(state, "3 end_actions", "0 end_actions")
    assert state.turn == 1
    assert [offer.type for offer in GAME.offers(state, Seat(1)) if offer.place == "next"] == ["end_actions"]
    state = after(state, "1 end_actions")
    assert (state.phase, state.turn) == ("preparing", None)


def test_the_turn_is_shown_and_said() -> None:
    result = step(started(), 1, "turn_done")
    assert said(result) == "Bo has taken an action. It is the turn of Cy."
    view = GAME.view(result.state, Seat(0))
    assert (view.turn, view.order) == (2, (2, 3, 0, 1))
    assert plain(view.headline, NAMES) == ("It is the turn of Cy. Still in the action phase: Cy, Di, Ann and Bo.")


def test_who_ends_before_their_turn_is_passed_over_from_then_on() -> None:
    """Decision: the phase may be ended before one's turn; the turn stays where it is."""
    result = step(started(), 2, "end_actions")
    assert (result.state.turn, said(result)) == (1, "Cy ends the action phase.")
    assert after(result.state, "1 turn_done").turn == 3


def test_a_start_player_named_late_has_the_turn_and_a_wrong_one_is_put_right() -> None:
    state = after(GAME.setup(3), "cards_revealed")
    assert state.turn is None
    assert GAME.active_seats(state) == {0, 1, 2}
    state = step(state, None, "start_player", player=2).state
    assert state.turn == 2
    state = step(state, None, "start_player", player=1).state
    assert state.turn == 1
    result = step(after(state, "1 turn_done"), None, "start_player", player=0)
    assert (result.state.start, result.state.turn) == (0, 2)
    assert said(result) == "Ann starts the action phase. It is the turn of Cy."


@pytest.mark.parametrize(
    ("moves", "seat", "kind", "told"),
    [
        pytest.param((), 0, "turn_done", ("not_your_turn", "It is the turn of Bo: one action a turn, clockwise. If the table is further, correct whose turn it is."), id="another one's turn"),
        pytest.param(("1 end_actions",), 1, "turn_done", ("not_your_turn", "Bo has ended the action phase and takes no more turns in this round."), id="takes no more turns"),
        pytest.param(("1 end_actions",), 1, "end_actions", ("not_your_turn", "Bo has ended the action phase and takes no more turns in this round."), id="ended once"),
        pytest.param(("1 end_actions", "2 end_actions", "3 end_actions"), 0, "turn_done", ("illegal", "All the others have ended the action phase: act on, or end it too."), id="the last one"),
        pytest.param((), None, "cards_revealed", ("illegal", "All cards of this round are revealed already."), id="revealed twice"),
        pytest.param((), None, "next_round", ("illegal", "The next round begins after the preparation phase, once everybody has ended the action phase."), id="no round before the preparation"),
        pytest.param((), 0, "sheet_complete", ("illegal", "Sheets are completed after round 7. To end the game before, finish it now."), id="no sheet before the end"),
        pytest.param((), None, "reveal", ("illegal", "The scores are revealed when the game is over: all sheets complete, or finished now."), id="nothing to reveal"),
        pytest.param((), None, "go_on", ("illegal", "The game goes on anyway: it is not over."), id="not over"),
    ],
)  # fmt: skip
def test_a_refusal_names_the_rule_and_the_way_out(
    moves: tuple[str, ...], seat: int | None, kind: str, told: tuple[str, str]
) -> None:
    assert refused(after(started(), *moves), seat, kind) == told


def test_refusals_of_the_other_phases() -> None:
    planning = GAME.setup(2)
    assert (
        refused(planning, 0, "end_actions")[1] == "The action phase begins when all cards are revealed. Tap that first."
    )
    preparing = after(planning, "cards_revealed", "0 end_actions", "1 end_actions")
    assert refused(preparing, 0, "end_actions")[1] == "The action phase is over: everybody has ended it."
    assert refused(preparing, None, "start_player", player=0)[1].startswith("The action phase of this round is over.")
    unsaid = after(planning, "cards_revealed")
    assert refused(unsaid, 0, "turn_done")[1] == "Nobody's turn is kept yet: say who the start player is."


def test_an_away_player_is_passed_over_in_the_action_phase() -> None:
    result = away(started(), 1)
    assert (result.state.turn, said(result)) == (2, "Bo is away and is passed over from now on. It is the turn of Cy.")
    state = after(result.state, "2 turn_done", "3 turn_done", "0 turn_done")
    assert state.turn == 2
    assert not [offer for offer in GAME.offers(state, Seat(1)) if offer.place == "next"]
    assert refused(state, 1, "end_actions") == ("not_your_turn", "Bo is away. Say first that Bo is back.")
    back = away(state, 1, False).state
    assert back.turn == 2
    assert after(back, "2 turn_done", "3 turn_done", "0 turn_done").turn == 1


def test_the_action_phase_is_over_when_the_last_one_waited_for_is_away() -> None:
    state = after(started(), "1 end_actions", "2 end_actions", "3 end_actions")
    result = away(state, 0)
    assert result.state.phase == "preparing"
    assert said(result).startswith("Ann is away and is passed over from now on. Everybody has ended it")
    state = after(result.state, "next_round", "cards_revealed")
    assert state.turn == 1


def test_an_away_start_player_is_passed_over() -> None:
    state = away(step(GAME.setup(3), None, "start_player", player=2).state, 2).state
    assert after(state, "cards_revealed").turn == 0


def scoring(players: int) -> State:
    return corrected(corrected(GAME.setup(players), "round", 7), "phase", 3)


def test_nobody_waits_for_the_sheet_of_who_is_away() -> None:
    state = after(away(scoring(3), 1).state, "0 sheet_complete", "2 sheet_complete")
    assert state.ending.over
    left = away(after(scoring(3), "0 sheet_complete", "2 sheet_complete"), 1)
    assert left.state.ending.over
    assert left.state.ending.frozen is not None
    assert said(left).endswith("The sheets of all the others are complete: the final scoring begins.")
    assert step(left.state, 1, "cash", value=4).state.columns[1].cash == 4


def test_everybody_else_away_and_the_game_still_ends() -> None:
    state = away(away(started(3), 1).state, 2).state
    for _ in range(6):
        state = after(state, "0 end_actions", "next_round", "cards_revealed")
    assert after(state, "0 end_actions", "0 sheet_complete").ending.over


NO_COUNTER = {
    "columns": "each number of it has a counter of its own",
    "ending": "complete, finish, reveal and go on take each other back",
    "sums": "how a number was typed, which goes with the number",
    "away": "away and back are one tap on the page of seats",
}


def test_every_counter_of_the_state_has_a_correction() -> None:
    """A field without one stands here with its reason."""
    keys = {counter.key.partition(":")[0] for counter in GAME.counters(GAME.setup(2))}
    fields = {field.name for field in dataclasses.fields(State)}
    assert fields - keys == set(NO_COUNTER)
    assert {field.name for field in dataclasses.fields(type(GAME.setup(2).columns[0]))} <= keys
    assert {field.name for field in dataclasses.fields(Ending)} == {"complete", "over", "revealed", "frozen"}


@pytest.mark.parametrize("key", [counter.key for counter in GAME.counters(GAME.setup(3))])
def test_every_counter_can_be_set_and_set_back(key: str) -> None:
    state = away(after(started(3), "1 turn_done"), 0).state
    for counter in GAME.counters(state):
        if counter.key == key:
            for wanted in {counter.low, counter.high, counter.value}:
                try:
                    set_to = corrected(state, key, wanted)
                except Refused as problem:
                    assert (key, plain(problem.text, NAMES)) == ("turn", "Ann is away. Say first that Ann is back.")
                    continue
                assert value(set_to, key) == wanted
                if wanted == counter.value:
                    assert set_to == state


@pytest.mark.parametrize(
    ("counter", "wanted", "then"),
    [
        pytest.param("turn", 3, ("action", 3, frozenset({1})), id="the turn is somebody else's"),
        pytest.param("turn", 1, ("action", 1, frozenset()), id="the turn of one who ended by mistake: not ended after all"),
        pytest.param("turn", -1, ("action", None, frozenset({1})), id="the turn is not kept"),
        pytest.param("ended:2", 1, ("action", 3, frozenset({1, 2})), id="ended without saying so: the turn goes on"),
        pytest.param("ended:1", 0, ("action", 2, frozenset()), id="end my action phase was a mis-tap"),
        pytest.param("phase", 0, ("planning", None, frozenset()), id="still planning"),
        pytest.param("phase", 1, ("action", 2, frozenset({1})), id="the phase it is"),
        pytest.param("phase", 2, ("preparing", None, frozenset({0, 1, 2, 3})), id="already preparing"),
        pytest.param("phase", 3, ("scoring", None, frozenset({0, 1, 2, 3})), id="already scoring"),
        pytest.param("round", 5, ("planning", None, frozenset()), id="another round begins with its planning"),
    ],
)  # fmt: skip
def test_a_correction_leaves_a_game_that_can_be_played_on(
    counter: str, wanted: int, then: tuple[str, int | None, frozenset[int]]
) -> None:
    state = corrected(after(started(), "1 end_actions"), counter, wanted)
    assert (state.phase, state.turn, state.ended) == then


def test_ended_by_mistake_two_rounds_ago_or_just_now() -> None:
    """The last one's mis-tap is put right by a correction too: the action phase goes on with that turn."""
    preparing = after(GAME.setup(2), "cards_revealed", "0 end_actions", "1 end_actions")
    state = corrected(preparing, "ended:1", 0)
    assert (state.phase, state.turn, state.ended) == ("action", 1, {0})
    last = corrected(after(GAME.setup(2), "cards_revealed", "0 end_actions"), "ended:1", 1)
    assert last.phase == "preparing"


def test_no_preparation_after_round_7() -> None:
    with pytest.raises(Refused) as problem:
        corrected(corrected(GAME.setup(2), "round", 7), "phase", 2)
    text = "After round 7 there is no preparation: choose the final scoring, or correct the round."
    assert plain(problem.value.text) == text


def test_a_correction_of_the_same_value_does_nothing() -> None:
    typed = step(started(), 0, "cash", value=30, parts=[12, 11, 7]).state
    for counter in GAME.counters(typed):
        assert corrected(typed, counter.key, counter.value) == typed


@pytest.mark.parametrize(
    ("wanted", "was", "told"),
    [
        pytest.param(7, None, "Whose turn it is: choose one of not said yet, Ann, Bo, Cy or Di.", id="no such seat"),
        pytest.param(2, 0, "Whose turn it is was changed to Bo meanwhile; you saw Ann. Enter Cy all the same?", id="meanwhile"),
    ],
)  # fmt: skip
def test_refused_corrections_say_names_not_numbers_of_seats(wanted: int, was: int | None, told: str) -> None:
    with pytest.raises(Refused) as problem:
        accept(GAME, started(), None, Correct(counter="turn", value=wanted, was=was))
    assert plain(problem.value.text, NAMES) == told


def test_we_played_on_is_one_entry_and_one_sentence() -> None:
    counters = {"round": 4, "phase": 1, "start": 2, "ended:0": 1, "turn": 3, "coins:cairo": 5, "cash:1": 12}
    result = accept(GAME, started(), None, PlayedOn(counters=counters))
    state = result.state
    assert (state.round, state.phase, state.start, state.ended, state.turn) == (4, "action", 2, {0}, 3)
    assert (state.coins[3], state.columns[1].cash) == (5, 12)
    assert said(result) == (
        "Played on without the companion: Round 4 instead of 1, Start player Cy instead of Bo, Ann has ended the action "
        "phase yes instead of no, Whose turn it is Di instead of Bo, Coins uncovered at Cairo 5 instead of 0 and Cash of "
        "Bo 12 instead of 0."
    )


def test_what_is_played_before_this_change_folds_to_the_same() -> None:
    """Ended in any order, with a start player: an old log waited for no turn."""
    plays = [(None, "start_player", {"player": 1}), (None, "cards_revealed", {}), (0, "end_actions", {})]
    plays += [(2, "end_actions", {}), (1, "end_actions", {}), (None, "next_round", {})]
    events = [
        Event(
            seq, "2026-01-01T00:00:00Z", 1, "hand", None, Played(seat, action_from_json(GAME, {"type": kind, **more}))
        )
        for seq, (seat, kind, more) in enumerate(plays, 1)
    ]
    state = fold(GAME, tuple(Sitting(name, "red") for name in NAMES[:3]), events).state
    assert (state.round, state.phase, state.start) == (2, "planning", 1)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("seed", range(6))
def test_whatever_goes_wrong_the_game_goes_on_and_ends(seats: int, seed: int) -> None:
    """Random play; at random moments away and back, any correction, an older entry taken out, we played on."""
    chance = random.Random(seed)
    table: Table[State] = fold(GAME, tuple(Sitting(name, "red") for name in NAMES[:seats]), [])

    def enter(change: Any) -> bool:
        nonlocal table
        event = Event(table.seq + 1, "2026-01-01T00:00:00Z", 1, "hand", None, change)
        try:
            table = accepted(table, event)
        except Refused as problem:
            assert plain(problem.text, NAMES)
            return False
        return True

    def goes_wrong() -> None:
        counters = GAME.counters(table.state)
        match chance.randrange(4):
            case 0:
                enter(Played(None, SetAway(player=chance.randrange(seats), away=chance.random() < 0.5)))
            case 1:
                one = chance.choice(counters)
                enter(Played(None, Correct(counter=one.key, value=chance.randint(one.low, one.high))))
            case 2:
                some = chance.sample(counters, 4)
                enter(Played(None, PlayedOn(counters={c.key: chance.randint(c.low, c.high) for c in some})))
            case 3 if table.entries:
                enter(Retracted(chance.choice(table.entries).event.seq))

    for moves in range(400):
        state = table.state
        if GAME.outcome(state) is not None and moves > 150:
            break
        if moves < 150 and chance.random() < 0.3:
            goes_wrong()
            continue
        choices = entries(GAME, state, seats)
        nexts = [entry for entry in choices if entry[1].place == "next"]
        assert state.ending.over or nexts, state
        seat, offer = chance.choice(nexts or choices)
        assert enter(Played(seat, offer_example(GAME, offer))), offer
        assert not {s for s in state.away if any(o.place == "next" for o in offers(GAME, state, s))}
        assert state.turn is None or (state.phase == "action" and state.turn not in state.ended | state.away)
    assert GAME.outcome(table.state) is not None
    assert table == fold(GAME, table.opened, table.events)
