"""The law of broken evenings, for every game on the shelf: whatever goes wrong can be put right, and play goes on."""

from __future__ import annotations

import random
from typing import Any

import pytest

from companion.core.accepting import accept
from companion.core.away import SetAway
from companion.core.codec import offer_example
from companion.core.correction import Correct
from companion.core.game import Action, AnyGame, away_of
from companion.core.log import Event, Played, Retracted, Sitting, Table, accepted, fold, opened
from companion.core.playing_on import PlayedOn
from companion.core.refusal import Refused
from companion.core.text import Seat, Text
from testkit.playing import entries
from tests.games.test_laws import CASES

TROUBLES = ("away", "correct", "take out", "played on")
STEPS = 40
MOST = 4000


class Evening:
    """A table at which chance plays, and things go wrong."""

    def __init__(self, game: AnyGame, seats: int, seed: int) -> None:
        self.game = game
        self.chance = random.Random(seed)
        self.table: Table[Any] = opened(game, tuple(Sitting(f"P{seat}", "red") for seat in range(seats)))
        self.seats = seats

    def enter(self, change: Played | Retracted) -> bool:
        """Whether the change was accepted; a refusal has a sentence and changes nothing."""
        event = Event(self.table.seq + 1, "2026-01-01T00:00:00Z", 1, "hand", None, change)
        try:
            self.table = accepted(self.table, event)
        except Refused as problem:
            assert isinstance(problem.text, Text)
            return False
        return True

    def take_an_offer(self) -> None:
        """Whatever is offered is accepted when it is taken."""
        choices = entries(self.game, self.table.state, self.seats)
        nexts = [entry for entry in choices if entry[1].place == "next"]
        if not nexts and not choices:
            return
        seat, offer = self.chance.choice(nexts or choices)
        assert seat is None or seat not in away_of(self.table.state) or offer.place != "next", (seat, offer.type)
        action = self.chance.choice(offer.examples) if offer.examples else offer_example(self.game, offer)
        accept(self.game, self.table.state, seat, action)
        assert self.enter(Played(seat, action)), (seat, offer.type)

    def go_wrong(self, trouble: str) -> None:
        """One of the things that go wrong at a table."""
        state = self.table.state
        action: Action
        match trouble:
            case "away":
                seat = self.chance.randrange(self.seats)
                gone = Seat(seat) in away_of(state)
                if not gone and len(away_of(state)) == self.seats - 1:
                    return
                assert self.enter(Played(None, SetAway(player=seat, away=not gone))), (seat, gone)
            case "correct":
                counters = self.game.counters(state)
                if counters:
                    counter = self.chance.choice(counters)
                    value = self.chance.choice((counter.low, counter.high, counter.value, self.chance.randint(counter.low, counter.high)))  # fmt: skip
                    action = Correct(counter=counter.key, value=value)
                    self.enter(Played(None, action))
            case "take out":
                if self.table.entries:
                    self.enter(Retracted(self.chance.choice(self.table.entries).event.seq))
            case _:
                some = [c for c in self.game.counters(state) if self.chance.random() < 0.3]
                if some:
                    shown = {c.key: self.chance.randint(c.low, min(c.high, c.value + 3)) for c in some}
                    self.enter(Played(None, PlayedOn(counters=shown)))

    def is_over(self) -> bool:
        return self.game.outcome(self.table.state) is not None


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize(("game", "seats"), CASES)
def test_whatever_goes_wrong_play_goes_on_and_ends(game: AnyGame, seats: int, seed: int) -> None:
    """Law: seats away and back, any counter corrected, any older entry taken out, "we played on": then play ends.

    No offer is refused when taken, whom the table waits for is here, and the log folds to the same table.
    """
    evening = Evening(game, seats, seed)
    for _ in range(STEPS):
        if evening.chance.random() < 0.35:
            evening.go_wrong(evening.chance.choice(TROUBLES))
        else:
            evening.take_an_offer()
        assert not game.active_seats(evening.table.state) & away_of(evening.table.state)
    assert fold(game, evening.table.opened, evening.table.events) == evening.table
    for seat in sorted(away_of(evening.table.state)):
        assert evening.enter(Played(None, SetAway(player=seat, away=False)))
    state = evening.table.state
    for _ in range(MOST):
        if game.outcome(state) is not None:
            return
        choices = entries(game, state, seats)
        nexts = [entry for entry in choices if entry[1].place == "next"]
        seat_of, offer = evening.chance.choice(nexts or choices)
        action = evening.chance.choice(offer.examples) if offer.examples else offer_example(game, offer)
        state = accept(game, state, seat_of, action).state
    raise AssertionError(f"{game.key} does not end: {game.stage(state)}")
