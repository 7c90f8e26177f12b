"""A race at a table whose box profile is known: tests say what is entered, in the JSON of the log."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.accepting import accept, offers
from companion.core.codec import action_from_json, options_from_json
from companion.core.game import Offer
from companion.core.refusal import Refused
from companion.core.text import Seat, plain
from companion.games.walking_on_the_moon import WalkingOnTheMoon
from companion.games.walking_on_the_moon.state import Astronaut, State, found, with_astronaut

BOX = {
    "star_points": [1, 3, 6, 10, 15, 21],
    "spaces": 5,
    "last_card": [12, 14, 14, 16, 18],
    "dice": {"blue": 2, "black": 2, "white": 2},
}
FACES = {"blue": ["one"] * 6, "black": ["up"] * 5 + ["skull"], "white": ["two"] * 6}
"""What the dice of `BOX` show, by colour."""
NAMES = ("Ann", "Bo", "Cy", "Di", "Ed")
FOUR = ["blue_1", "blue_2", "black_1", "white_1"]


class Race:
    """A table of some seats, all astronauts laid unless ``started`` is false; spaces 1-30 with six cards."""

    def __init__(self, seats: int = 3, *, started: bool = True, box: dict[str, Any] = BOX, **options: Any) -> None:
        chosen = {"dice": "kept", **options}
        self.game = WalkingOnTheMoon.open(options_from_json(WalkingOnTheMoon, chosen, seats), box)
        self.state: State = self.game.setup(seats)
        self.told = ""
        if started:
            self.enter(None, "start_player", player=0)

    def enter(self, seat: int | None, type: str, **fields: Any) -> str:
        """Enter an action as a phone would, and answer with what it told."""
        action = action_from_json(self.game, {"type": type, **fields})
        here = None if seat is None else Seat(seat)
        step = accept(self.game, self.state, here, action)
        self.state = step.state
        self.told = " ".join(plain(clause.text, NAMES) for clause in step.telling)
        return self.told

    def take(self, seat: int, dice: list[str] | None = None) -> None:
        """Choose the dice of a turn: as many as are allowed."""
        allowed = self.state.turn.allowed if self.state.turn else 4
        self.enter(seat, "choose_dice", dice=(dice or FOUR)[:allowed])

    def jump(self, seat: int, space: int, *dice: str, **fields: Any) -> str:
        """One jump, with the first die left unless told otherwise."""
        left = self.state.turn.left if self.state.turn else ()
        return self.enter(seat, "jump", dice=list(dice or left[:1]), space=space, **fields)

    def turn(self, seat: int, space: int, **fields: Any) -> str:
        """A whole turn of one jump: with one die, then stop, unless the jump ends it."""
        self.take(seat)
        told = self.jump(seat, space, **fields)
        if self.state.phase == "turn" and self.state.turn is not None and self.state.turn.jumps:
            told += " " + self.enter(seat, "stop")
        return told

    def set(self, seat: int, index: int = 0, **changes: Any) -> None:
        """Put an astronaut somewhere, or give it something, without a turn."""
        self.state = with_astronaut(self.state, found(self.state, (seat, index)), **changes)

    def one(self, seat: int, index: int = 0) -> Astronaut:
        return self.state.astronauts[found(self.state, (seat, index))]

    def next(self) -> int:
        """The seat whose turn it is."""
        return self.state.astronauts[self.state.mover].seat

    def offer(self, seat: int | None, type: str) -> Offer | None:
        """What is offered of this type, if anything is."""
        found = offers(self.game, self.state, None if seat is None else Seat(seat))
        return next((offer for offer in found if offer.type == type), None)


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


def stars_in_all(state: State) -> int:
    """Stars on the ring and with the astronauts: six, always."""
    return sum(state.ring) + sum(a.stars for a in state.astronauts)
