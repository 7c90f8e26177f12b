"""An action on its way: each step changes the state and says so, so that telling and applying agree.

A `Course` is made for one action and thrown away; the states it goes through are frozen.
"""

from __future__ import annotations

from dataclasses import replace

from companion.core.game import Clause, Telling, Tone
from companion.core.refusal import Refused
from companion.core.text import Seat, T, Text
from companion.games.monkeys_on_the_moon.ships import Corner
from companion.games.monkeys_on_the_moon.standing import Customs
from companion.games.monkeys_on_the_moon.state import Evening
from companion.games.monkeys_on_the_moon.tribes import Ring


class Course:
    """One action on its way: the state so far, and the sentences so far."""

    def __init__(self, state: Evening, customs: Customs) -> None:
        self.state = state
        self.customs = customs
        self.told: list[Clause] = []

    @property
    def telling(self) -> Telling:
        return tuple(self.told)

    @property
    def ring(self) -> Ring:
        if self.state.ring is None:
            raise Refused("illegal", "type", T("First enter how the tribe cards lie in the ring."))
        return self.state.ring

    def say(self, text: Text, tone: Tone = "plain") -> None:
        """One more sentence."""
        self.told.append(Clause(text, tone))

    def corner(self, seat: Seat) -> Corner:
        return self.state.corners[seat]

    def put(self, seat: Seat, corner: Corner) -> None:
        """What now lies in front of a player."""
        corners = self.state.corners
        self.state = replace(self.state, corners=(*corners[:seat], corner, *corners[seat + 1 :]))
