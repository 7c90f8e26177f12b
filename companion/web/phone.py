"""What a table page shows to one person: everything a template needs, worked out from a look."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from companion.core.game import Counter, Offer, Telling
from companion.core.playing_on import reach
from companion.core.scoring import Score
from companion.core.text import Listing, Seat, Text
from companion.play import seated_at
from companion.store import DeviceRow
from companion.web.band import Told, letters, told_in_band
from companion.web.finale import size_of
from companion.web.i18n import say
from companion.web.news import News, names_seat, newest
from companion.web.places import standing
from companion.web.table_facts import TableFacts

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
    away: bool = False

    @property
    def symbol(self) -> str:
        return SYMBOLS[self.color]

    @property
    def size(self) -> str:
        """How large the name can be where it stands alone: ``size-1`` for a short one to ``size-4``."""
        return size_of(self.name)


@dataclass(frozen=True)
class Page(TableFacts):
    """A table for one device. ``own``: the seat it took; ``seat``: whose page it looks at (None: the table's).

    ``rings``: the doorbell's number before the table was looked at, so that its stream can tell what was missed;
    ``on_board``: for the big shared screen, which shows the end as far as it is revealed.
    """

    device: DeviceRow | None
    own: Seat | None
    seat: Seat | None
    rings: int = 0
    on_board: bool = False

    @property
    def here(self) -> str:
        """The address that leads back to the table: whoever sits nowhere is not asked for a seat again."""
        return f"/t/{self.code}" + ("?watch=1" if self.own is None else "")

    @cached_property
    def listening(self) -> frozenset[str]:
        """The devices listening now. Whoever is shown this page is one: its stream opens only after it is drawn."""
        own = {self.device.device} if self.device is not None else set()
        return self.house.bell.listening(self.look.code) | own

    @cached_property
    def people(self) -> tuple[Person, ...]:
        at_seat: dict[int, list[DeviceRow]] = {}
        for device in seated_at(self.house, self.look):
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
                Seat(seat) in self.look.away,
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

    @property
    def my_turn(self) -> bool:
        """Whether the table waits for the seat of this device."""
        return self.own is not None and self.own in self.active

    @property
    def news_of(self) -> Seat | None:
        """Whose the newest entry is, where its first sentence does not say so and it is not this page's own seat."""
        entry = self.look.table.entries[-1] if self.look.table.entries else None
        if entry is None or entry.seat is None or entry.seat == self.seat or not entry.telling:
            return None
        return None if names_seat(entry.telling[0].text, entry.seat) else entry.seat

    @property
    def waiting(self) -> str:
        """The names of those the table waits for."""
        return say(Listing(tuple(self.names[seat] for seat in sorted(self.active))))

    @cached_property
    def own_offers(self) -> tuple[Offer, ...]:
        return () if self.seat is None else self.look.offers(self.seat)

    @cached_property
    def table_offers(self) -> tuple[Offer, ...]:
        return self.look.offers(None)

    def offers(self, kind: str, place: str | None = None) -> tuple[Offer, ...]:
        """The offers of one type, this seat's first."""
        return tuple(
            offer
            for offer in (*self.own_offers, *self.table_offers)
            if offer.type == kind and (place is None or offer.place == place)
        )

    def offer(self, kind: str, **fixed: str | int) -> Offer | None:
        """The first offer of a type, if it is offered now; ``fixed`` picks among several by what they carry."""
        for offer in self.offers(kind):
            if all(offer.fixed.get(name) == value for name, value in fixed.items()):
                return offer
        return None

    def placed(self, place: str) -> tuple[Offer, ...]:
        """Everything offered at one place, this seat's first."""
        return tuple(offer for offer in (*self.own_offers, *self.table_offers) if offer.place == place)

    @cached_property
    def counter_groups(self) -> tuple[tuple[Person | None, tuple[Counter, ...]], ...]:
        """The numbers a correction may set: the table's own first, then each player's."""
        counters = self.look.counters
        groups = ((None, None), *((person.seat, person) for person in self.people))
        listed = ((who, tuple(c for c in counters if c.seat == seat)) for seat, who in groups)
        return tuple((who, numbers) for who, numbers in listed if numbers)

    @cached_property
    def reach(self) -> dict[str, int]:
        """How far each number may go where others are set with it, by key."""
        return reach(self.look.counters)

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

    @cached_property
    def asked(self) -> tuple[Offer, ...]:
        """What is to be answered next, where a tap is not enough."""
        return tuple(offer for offer in self.placed("next") if offer != self.primary)

    def preview(self, offer: Offer) -> Telling:
        """The sentence of an offer's example: what one tap on it would do."""
        return self.look.preview_of(self.seat if self.is_own(offer) else None, offer)

    @property
    def my_score(self) -> Score | None:
        return None if self.score is None or self.seat is None else self.score.players[self.seat]

    @cached_property
    def standing(self) -> Text | None:
        """How this seat stands, in one line."""
        if self.score is None or self.seat is None or self.veiled:
            return None
        return standing(self.score, self.seat, self.over)

    @cached_property
    def view(self) -> Any:
        return self.look.view(self.seat)

    @cached_property
    def told(self) -> Told | None:
        """What happened last, as the band says it."""
        return told_in_band(self.newest, self.names) if self.newest else None

    def room_of(self, words: str) -> float:
        """The room that words take on the big screen, in letters."""
        return letters(words)

    @cached_property
    def newest(self) -> News | None:
        """What happened last, for the board's band: also that an entry was taken back."""
        sits = {number: Seat(person.seat) for person in self.people for number in person.devices}
        return newest(self.look, self.house.now(), sits.get)
