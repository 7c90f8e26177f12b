"""What a table page shows to one person: everything a template needs, worked out from a look."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from companion.core import log
from companion.core.codec import offer_example
from companion.core.fields import Choice
from companion.core.game import Counter, Offer, Stage, Telling
from companion.core.log import Event, Played
from companion.core.scoring import Result, Score
from companion.core.text import Listing, Seat, T, Text
from companion.play import House, Look
from companion.store import DeviceRow
from companion.web.i18n import say

SYMBOLS = {
    "red": "diamond",
    "blue": "circle",
    "green": "triangle",
    "amber": "square",
    "purple": "star",
    "slate": "cross",
}


@dataclass(frozen=True)
class Person:
    """A seat as it is drawn: colour with its symbol, name, and who works on it."""

    seat: int
    name: str
    color: str
    devices: tuple[int, ...] = ()
    present: bool = False

    @property
    def symbol(self) -> str:
        return SYMBOLS[self.color]


@dataclass(frozen=True)
class Page:
    """A table for one device. ``own``: the seat it took; ``seat``: whose page it looks at (None: the table's).

    ``rings``: the doorbell's number before the table was looked at, so that its stream can tell what was missed.
    """

    house: House
    look: Look
    device: DeviceRow | None
    own: Seat | None
    seat: Seat | None
    rings: int = 0

    @property
    def code(self) -> str:
        return self.look.code

    @property
    def seq(self) -> int:
        return self.look.seq

    @property
    def key(self) -> str:
        return self.look.row.game

    @property
    def game(self) -> Any:
        return self.look.game

    @property
    def state(self) -> Any:
        return self.look.state

    @property
    def names(self) -> tuple[str, ...]:
        return self.look.names

    @property
    def over(self) -> bool:
        return self.look.game.outcome(self.look.state) is not None

    @cached_property
    def stage(self) -> Stage:
        return self.look.game.stage(self.look.state)

    @cached_property
    def listening(self) -> frozenset[str]:
        """The devices listening now. Whoever is shown this page is one: its stream opens only after it is drawn."""
        own = {self.device.device} if self.device is not None else set()
        return self.house.bell.listening(self.look.code) | own

    @cached_property
    def people(self) -> tuple[Person, ...]:
        at_seat: dict[int, list[DeviceRow]] = {}
        for device in self.house.store.devices(self.look.code):
            seat = self.look.seat_of(device)
            if seat is not None:
                at_seat.setdefault(seat, []).append(device)
        return tuple(
            Person(
                seat,
                sitting.name,
                sitting.color,
                tuple(device.number for device in at_seat.get(seat, ())),
                any(device.device in self.listening for device in at_seat.get(seat, ())),
            )
            for seat, sitting in enumerate(self.look.table.seats)
        )

    @property
    def me(self) -> Person | None:
        return None if self.seat is None else self.people[self.seat]

    @cached_property
    def phones(self) -> int:
        """How many devices are listening now."""
        return len(self.listening)

    @cached_property
    def active(self) -> frozenset[Seat]:
        return self.look.game.active_seats(self.look.state)

    @property
    def waiting(self) -> str:
        """The names of those the table waits for."""
        return say(Listing(tuple(self.names[seat] for seat in sorted(self.active))))

    @cached_property
    def own_offers(self) -> tuple[Offer, ...]:
        return () if self.seat is None else self.look.game.offers(self.look.state, self.seat)

    @cached_property
    def table_offers(self) -> tuple[Offer, ...]:
        return log.offers(self.look.game, self.look.state, None)

    def offers(self, kind: str, place: str | None = None) -> tuple[Offer, ...]:
        """The offers of one type, this seat's first."""
        return tuple(
            offer
            for offer in (*self.own_offers, *self.table_offers)
            if offer.type == kind and (place is None or offer.place == place)
        )

    def offer(self, kind: str, **choices: str) -> Offer | None:
        """The first offer of a type, if it is offered now; ``choices`` pick among several by a Choice's only key."""
        for offer in self.offers(kind):
            fixed = {f.name: f.choices[0][0] for f in offer.fields if isinstance(f, Choice)}
            if all(fixed.get(name) == key for name, key in choices.items()):
                return offer
        return None

    def placed(self, place: str) -> tuple[Offer, ...]:
        """Everything offered at one place, this seat's first."""
        return tuple(offer for offer in (*self.own_offers, *self.table_offers) if offer.place == place)

    @cached_property
    def counter_groups(self) -> tuple[tuple[Person | None, tuple[Counter, ...]], ...]:
        """The numbers a correction may set: the table's own first, then each player's."""
        counters = self.look.game.counters(self.state)
        groups = ((None, None), *((person.seat, person) for person in self.people))
        listed = ((who, tuple(c for c in counters if c.seat == seat)) for seat, who in groups)
        return tuple((who, numbers) for who, numbers in listed if numbers)

    def is_own(self, offer: Offer) -> bool:
        """Whether an offer is this seat's own, or the table's."""
        return offer in self.own_offers

    def seat_for(self, offer: Offer) -> int | None:
        """The seat to send with an offer."""
        return self.seat if self.is_own(offer) else None

    @cached_property
    def primary(self) -> Offer | None:
        """The one next thing to do that takes nothing but a tap."""
        for offer in self.placed("next"):
            if all(field.optional for field in offer.fields):
                return offer
        return None

    def preview(self, offer: Offer) -> Telling:
        """The sentence of an offer's example: what one tap on it would do."""
        action = offer_example(self.look.game, offer)
        return log.tell(self.look.game, self.look.state, Seat(self.seat or 0), action)

    @cached_property
    def score(self) -> Result | None:
        """The result as it would be now; None where a page can show none."""
        game = self.look.game
        return None if isinstance(game, Withholds) and not game.score_is_shown(self.state) else self.look.score

    @property
    def my_score(self) -> Score | None:
        return None if self.score is None or self.seat is None else self.score.players[self.seat]

    @cached_property
    def standing(self) -> Text | None:
        """How this seat stands, in one line."""
        return None if self.score is None or self.seat is None else standing(self.score, self.seat, self.over)

    @property
    def view(self) -> Any:
        return self.look.game.view(self.look.state, self.seat)

    @cached_property
    def can_undo(self) -> bool:
        return log.to_retract(self.look.events, self.look.table.undone) is not None

    @cached_property
    def can_redo(self) -> bool:
        return log.to_restore(self.look.events, self.look.table.undone) is not None

    @cached_property
    def last(self) -> Event | None:
        """The newest entry that counts."""
        for event in reversed(self.look.events):
            if isinstance(event.change, Played) and event.seq not in self.look.table.undone:
                return event
        return None


def standing(score: Result, seat: int, over: bool) -> Text:
    """A player's place, and how far ahead or behind, against whoever matters."""
    me = score.players[seat]
    others = [player for index, player in enumerate(score.players) if index != seat]
    level = [player.name for player in others if player.total == me.total]
    rank = PLACES[me.rank - 1] if me.rank <= len(PLACES) else T("{n}th", n=me.rank)
    if level and me.total == max(player.total for player in score.players):
        text = T("{place}, level with {name}", place=rank, name=Listing(tuple(level)))
    elif me.rank == 1 and others:
        best = max(others, key=lambda player: player.total)
        text = T("{place}, {n} ahead of {name}", place=rank, n=me.total - best.total, name=best.name)
    else:
        leader = max(score.players, key=lambda player: player.total)
        text = T("{place}, {n} behind {name}", place=rank, n=leader.total - me.total, name=leader.name)
    return text if over else T("if it ended now: {text}", text=text)


PLACES = (T("1st"), T("2nd"), T("3rd"), T("4th"), T("5th"), T("6th"))
