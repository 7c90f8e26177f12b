"""A Lunchtime Battle table for tests: everything is entered through the front door."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.accepting import accept
from companion.core.away import SetAway, set_away
from companion.core.codec import action_from_json, options_from_json
from companion.core.game import Counter
from companion.core.log import Change, Event, Table
from companion.core.refusal import Refused
from companion.core.text import Seat, plain
from companion.games.lunchtime_battle import LunchtimeBattle, counting
from companion.games.lunchtime_battle.state import Card, State

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo")
MEAT, MUSHROOM, POTION = {"meat": 1}, {"mushroom": 1}, {"potion": 1}


class Evening:
    """A table that is played through the front door: every action is accepted as the web would."""

    def __init__(self, seats: int, box: dict[str, Any] | None = None, **options: Any) -> None:
        self.game = LunchtimeBattle.open(options_from_json(LunchtimeBattle, options, seats), box or {})
        self.state: State = self.game.setup(seats)
        self.seats = seats

    def do(self, seat: int | None, type_: str, **fields: Any) -> str:
        """Plays an action and gives back its telling in English."""
        action = action_from_json(self.game, {"type": type_, **fields})
        here = None if seat is None else Seat(seat)
        self.state, telling = accept(self.game, self.state, here, action)
        return " ".join(plain(clause.text, NAMES) for clause in telling)

    def refused(self, seat: int | None, type_: str, **fields: Any) -> tuple[str, str]:
        with pytest.raises(Refused) as refusal:
            self.do(seat, type_, **fields)
        return refusal.value.code, plain(refusal.value.text, NAMES)

    def start(self, player: int, dice: list[Any]) -> None:
        if self.state.phase == "start":
            self.do(None, "start_player", player=player)
        self.do(self.state.start_seat, "roll", dice=dice)

    def ring(self, hunger: list[int], foods: list[dict[str, int]] | None = None) -> None:
        """Everybody lays, clockwise from place 0, and first candidates without food in the first round."""
        foods = foods or [MEAT] * len(hunger)
        for place, n in enumerate(hunger):
            where = {"hand": place // self.seats} if place >= self.seats else {}
            if self.state.firsts:
                self.do(place % self.seats, "first_candidate", foods={}, **where)
            self.do(place % self.seats, "lay", hunger=n, foods=foods[place], **where)

    def ring_of(self, *seats: int) -> None:
        """These seats lay one hunger symbol each, and first candidates without food in the first round."""
        for seat in seats:
            if self.state.firsts:
                self.do(seat, "first_candidate", foods={})
            self.do(seat, "lay", hunger=1, foods=MEAT)

    def away(self, seat: int, away: bool = True) -> str:
        """Somebody is away or back, as the log does it; what was told."""
        self.state, telling = set_away(self.game, self.state, SetAway(player=seat, away=away))
        return " ".join(plain(clause.text, NAMES) for clause in telling)

    def correct(self, counter: str, value: int) -> str:
        return self.do(None, "correct", counter=counter, value=value)

    def counter(self, key: str) -> Counter:
        return next(counter for counter in self.game.counters(self.state) if counter.key == key)

    def settle(self) -> str:
        return self.do(self.state.start_seat, "settle")

    @property
    def laid(self) -> list[Card | None]:
        """What lies face down in the ring, by place."""
        return [of and of.card for of in self.state.laid]

    @property
    def picked(self) -> list[int]:
        """The places whose monster would be picked now."""
        return [card.place for card in counting.count(self.state).picked]


def five() -> Evening:
    """The rules page's example: five players, ring 3 2 1 3 1, dice of total 14 with two meats and a mushroom."""
    table = Evening(5)
    table.start(0, [6, 6, "meat", "mushroom"])
    table.ring([3, 2, 1, 3, 1], [MEAT, {"potion": 2, "mushroom": 1}, MEAT, MEAT, POTION])
    return table


def event(table: Table[State], change: Change) -> Event:
    """The next event of a table."""
    return Event(table.seq + 1, "2026-01-01T00:00:00Z", 1, "hand", None, change)
