"""The laws that hold for every game on the shelf, whatever its rules."""

from __future__ import annotations

import copy
import itertools
import json
import random
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.core.accepting import accept, offers, perform
from companion.core.codec import (
    action_from_json,
    action_to_json,
    offer_example,
    offer_schema,
    options_from_json,
    sheet_from_json,
    sheet_to_json,
)
from companion.core.correction import Correct
from companion.core.game import AnyGame, Step, action_type
from companion.core.log import (
    Amended,
    Change,
    Event,
    Played,
    Retracted,
    Sitting,
    Table,
    accepted,
    extended,
    fold,
    opened,
    to_restore,
    to_retract,
)
from companion.core.refusal import Refused
from companion.core.text import Listing, Seat, Text
from companion.games import GAMES
from companion.games.pad import kind_of
from companion.play.pads import samples
from testkit.playing import entries, example_json, played_to_the_end
from tests.games.drawing import drawn_action

SETTINGS = settings(
    max_examples=12,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
)


def variants() -> list[Any]:
    """Every game with the fewest and the most players, and with each option at each value; the pads of ours too."""
    found = []
    for kind in GAMES.values():
        seat_counts = (kind.players[0], kind.players[-1])
        for seats, option in itertools.product(seat_counts, (None, *kind.options)):
            choices = [None] if option is None else [c for c, _ in option.choices][1:] or [True]
            for choice in choices:
                if option is not None and option.players is not None and seats not in option.players:
                    continue
                chosen = {} if option is None else {option.key: choice}
                game = kind.open(options_from_json(kind, chosen, seats), {})
                name = f"{kind.key}-{seats}" + ("" if option is None else f"-{option.key}={choice}")
                found.append(pytest.param(game, seats, id=name))
    for name, pad in samples().items():
        found += [pytest.param(kind_of(pad)(), seats, id=f"pad-{name}-{seats}") for seats in pad.players]
    return found


SOUND_SCHEMAS: set[str] = set()
CASES = variants()
games = pytest.mark.parametrize(("game", "seats"), CASES)


def played(data: st.DataObject, game: AnyGame, seats: int, most: int) -> tuple[Any, list[tuple[Seat | None, Any]]]:
    """A state after some drawn actions, and what was played."""
    state = game.setup(seats)
    steps: list[tuple[Seat | None, Any]] = []
    for _ in range(data.draw(st.integers(0, most), label="plays")):
        choices = entries(game, state, seats)
        nexts = [entry for entry in choices if entry[1].place == "next"]
        seat, offer = data.draw(st.sampled_from(nexts if nexts and data.draw(st.integers(0, 3)) else choices))
        action = data.draw(drawn_action(game, offer))
        try:
            state = accept(game, state, seat, action).state
        except Refused as refusal:
            assert offer.constrained, (offer.type, action, refusal)
            assert isinstance(refusal.text, Text)
            continue
        steps.append((seat, action))
    return state, steps


def numbers_in(value: object) -> set[int]:
    """Every number a sentence says, those of the texts inside it too."""
    if isinstance(value, Text):
        return {n for _, param in value.params for n in numbers_in(param)}
    if isinstance(value, Listing):
        return {n for item in value.items for n in numbers_in(item)}
    return {value} if isinstance(value, int) else set()


def said_in(value: object) -> set[object]:
    """Everything a sentence names, those of the texts inside it too."""
    inner = [param for _, param in value.params] if isinstance(value, Text) else []
    inner = list(value.items) if isinstance(value, Listing) else inner
    return {value}.union(*(said_in(item) for item in inner))


def assert_tells(game: AnyGame, before: Any, step: Step[Any]) -> set[str]:
    """Every step says something; what it says of a counter is the difference it makes. The counters it names."""
    assert step.telling
    named = {key: by for clause in step.telling for key, by in clause.by}
    if named:
        then = {counter.key: counter.value for counter in game.counters(before)}
        now = {counter.key: counter.value for counter in game.counters(step.state)}
        worded = {c.key: {c.shown} if c.words else set() for c in game.counters(step.state)}
        for clause in step.telling:
            for key, by in clause.by:
                assert now[key] - then[key] == by, (key, clause)
                if worded[key]:
                    assert worded[key] & said_in(clause.text), (key, by, clause)
                else:
                    assert numbers_in(clause.text) & {abs(by), now[key]}, (key, by, clause)
    return set(named)


@games
@SETTINGS
@given(data=st.data())
def test_whatever_an_offer_allows_is_accepted_told_and_alters_nothing(
    data: st.DataObject, game: AnyGame, seats: int
) -> None:
    """Law: drawn actions are accepted (constrained: or refused with a Text), told, and the old state is untouched."""
    state, _ = played(data, game, seats, 25)
    for seat, offer in entries(game, state, seats, corrections=True):
        before = copy.deepcopy(state)
        assert_tells(game, state, accept(game, state, seat, offer_example(game, offer)))
        action = data.draw(drawn_action(game, offer))
        try:
            step = accept(game, state, seat, action)
        except Refused as refusal:
            assert offer.constrained, (offer.type, action, refusal)
            assert isinstance(refusal.text, Text)
        else:
            assert_tells(game, state, step)
        assert state == before


@games
def test_a_game_that_counts_says_which_numbers_it_changed(game: AnyGame, seats: int) -> None:
    """Law: the sentences of a whole game name counters, and each number is the difference it describes."""
    named: set[str] = set()

    def watch(before: Any, step: Step[Any]) -> None:
        named.update(key.partition(":")[0] for key in assert_tells(game, before, step))

    for seed in (7, 8):
        played_to_the_end(game, seats, random.Random(seed), watch)
    state = game.setup(seats)
    for seat, offer in entries(game, state, seats):
        if offer.place == "sheet":  # at a table that only scores, nobody's next thing to do is a number
            watch(state, accept(game, state, seat, offer_example(game, offer)))
    assert named or not game.counters(game.setup(seats))


@games
@settings(SETTINGS, max_examples=4)
@given(data=st.data())
def test_what_no_offer_asks_for_is_refused(data: st.DataObject, game: AnyGame, seats: int) -> None:
    """Law: a field of an action whose range nobody has said is refused, not carried out."""
    state, _ = played(data, game, seats, 20)
    choices = entries(game, state, seats, corrections=True)
    for seat, offer in choices:
        example = offer_example(game, offer)
        same = [other for _, other in choices if other.type == offer.type]
        asked = {field.name for other in same for field in other.fields}
        for field in msgspec.structs.fields(example):
            if field.name in asked or field.name in example.beside:
                continue
            carried = [
                other.fixed.get(field.name) for other in same
            ]  # what another offer carries is taken for that one
            for value in (True, 3, -1, "x", (3,), {"x": 3}):
                if value != field.default and value not in carried:
                    with pytest.raises(Refused):
                        accept(game, state, seat, msgspec.structs.replace(example, **{field.name: value}))


@games
@SETTINGS
@given(data=st.data())
def test_an_example_fits_its_own_schema(data: st.DataObject, game: AnyGame, seats: int) -> None:
    """Law: what the API publishes as example is valid against what it publishes as schema."""
    import jsonschema

    state, _ = played(data, game, seats, 15)
    for _, offer in entries(game, state, seats, corrections=True):
        schema = offer_schema(offer)
        text = json.dumps(schema, sort_keys=True)
        if text not in SOUND_SCHEMAS:  # checking the schema itself takes most of the time
            jsonschema.Draft202012Validator.check_schema(schema)
            SOUND_SCHEMAS.add(text)
        jsonschema.Draft202012Validator(schema).validate(example_json(game, offer))


@games
@SETTINGS
@given(data=st.data())
def test_who_is_not_active_has_nothing_to_do_next_and_is_refused_with_a_reason(
    data: st.DataObject, game: AnyGame, seats: int
) -> None:
    """Law: offers placed "next" are the active seats' only; another seat that tries one gets a Text."""
    state, _ = played(data, game, seats, 25)
    active = game.active_seats(state)
    for seat in map(Seat, range(seats)):
        own = {offer.type for offer in (*game.offers(state, seat), *offers(game, state, None))}
        if seat not in active:
            assert not [o for o in game.offers(state, seat) if o.place == "next"]
        for other in active:
            for offer in game.offers(state, other):
                if offer.type not in own:
                    with pytest.raises(Refused) as refused:
                        accept(game, state, seat, offer_example(game, offer))
                    assert isinstance(refused.value.text, Text)


@games
@SETTINGS
@given(data=st.data())
def test_json_round_trip_of_actions_and_sheets(data: st.DataObject, game: AnyGame, seats: int) -> None:
    """Law: an action or sheet written as JSON and read again is the same."""
    state, steps = played(data, game, seats, 25)
    for _, action in steps:
        assert action_from_json(game, action_to_json(action)) == action
    sheet = game.sheet(state)
    if sheet is not None:
        again = sheet_from_json(game.sheet_type, sheet_to_json(sheet))
        assert game.score(again) == game.score(sheet)


@games
@SETTINGS
@given(data=st.data())
def test_the_log_folds_to_the_state_and_undo_is_a_shorter_log(data: st.DataObject, game: AnyGame, seats: int) -> None:
    """Law: fold = step by step; retract = shorter log; retract of the retraction = longer."""
    _, steps = played(data, game, seats, 20)
    sitting = tuple(Sitting(f"P{seat}", "red") for seat in range(seats))
    events = [
        Event(seq, "2026-01-01T00:00:00Z", 1, "hand", None, Played(seat, action))
        for seq, (seat, action) in enumerate(steps, 1)
    ]
    states = [game.setup(seats)]
    for seat, action in steps:
        states.append(perform(game, states[-1], seat, action).state)
    table = fold(game, sitting, events)
    assert [entry.before for entry in table.entries] == states[:-1]
    assert table.state == states[-1]

    def after(of: int) -> Event:
        return Event(table.seq + 1, "2026-01-01T00:00:00Z", 1, "hand", None, Retracted(of))

    length = len(events)
    while newest := to_retract(table):
        table = extended(table, after(newest[0]))
        length -= 1
        assert table.state == states[length]
        assert table == fold(game, sitting, table.events)
    while (of := to_restore(table)) is not None:
        table = extended(table, after(of))
        length += 1
        assert table.state == states[length]
        assert table == fold(game, sitting, table.events)
    assert length == len(events)


@pytest.mark.parametrize(("game", "seats"), [case for case in CASES if str(case.id).endswith("-2")])
@settings(SETTINGS, max_examples=4)
@given(data=st.data())
def test_what_is_changed_anywhere_in_a_log_is_as_a_fresh_fold_has_it(
    data: st.DataObject, game: AnyGame, seats: int
) -> None:
    """Law: undone, restored, taken out, amended or corrected anywhere: the table that goes on is that of the whole log."""
    _, steps = played(data, game, seats, 15)
    sitting = tuple(Sitting(f"P{seat}", "red") for seat in range(seats))
    table: Table[Any] = opened(game, sitting)

    def changed(change: Change) -> Table[Any]:
        """The table after a change, where it is possible at all."""
        event = Event(table.seq + 1, "2026-01-01T00:00:00Z", 1, "hand", None, change)
        try:
            return accepted(table, event)
        except Refused:
            return table

    for seat, action in steps:
        table = changed(Played(seat, action))
    for _ in range(3 if steps else 0):
        of, another = (data.draw(st.sampled_from(table.events)) for _ in range(2))
        counter = data.draw(st.sampled_from(game.counters(table.state) or (None,)))
        if counter is not None:
            table = changed(Played(None, Correct(counter=counter.key, value=counter.value)))
        if isinstance(of.change, Played) and isinstance(another.change, Played):
            table = changed(Amended(of.seq, another.change.action))
        if of.seq not in table.undone:
            table = changed(Retracted(of.seq))
        if data.draw(st.booleans()) and (restored := to_restore(table)) is not None:
            table = changed(Retracted(restored))
        assert table == fold(game, sitting, table.events)


@games
def test_random_play_without_corrections_ends(game: AnyGame, seats: int) -> None:
    """Law: whoever keeps doing the next thing gets to the end."""
    assert game.outcome(played_to_the_end(game, seats, random.Random(7))) is not None


@games
def test_action_names_are_unique_and_offered_types_are_declared(game: AnyGame, seats: int) -> None:
    """Every action type of a game has its own name; what is offered is declared."""
    names = [action_type(action) for action in game.actions]
    assert len(set(names)) == len(names)
    assert "correct" not in names
    state = game.setup(seats)
    assert {offer.type for _, offer in entries(game, state, seats)} <= set(names)


@games
@SETTINGS
@given(data=st.data())
def test_every_counter_can_be_corrected_to_any_value_of_its_range(
    data: st.DataObject, game: AnyGame, seats: int
) -> None:
    """Law: a correction is always possible, and the counter then reads as it was set."""
    state, _ = played(data, game, seats, 20)
    keys = [counter.key for counter in game.counters(state)]
    assert len(set(keys)) == len(keys)
    if game.only_scores(state):
        # Seats may still move: a counter of one of them says so, and which.
        for counter in game.counters(state):
            if counter.seat is not None:
                kind, _, of = counter.key.partition(":")
                assert (kind in game.seat_counters, of.partition(":")[0]) == (True, str(counter.seat))
    for counter in game.counters(state):
        assert counter.low <= counter.value <= counter.high, counter
        value = data.draw(st.integers(counter.low, counter.high))
        try:
            after = game.with_counter(state, counter.key, value)
        except Refused as refusal:
            assert isinstance(refusal.text, Text)
            continue
        now = {c.key: c.value for c in game.counters(after)}
        assert now.get(counter.key, value) == value, counter.key
