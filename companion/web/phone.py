"""What a table page shows to one person: everything a template needs, worked out from a look."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from companion.core.ending import Ending
from companion.core.game import Chapter, Counter, Offer, Stage, Telling, ToLay
from companion.core.log import Event, to_restore, to_retract
from companion.core.playing_on import reach
from companion.core.scoring import Result, Score
from companion.core.text import Listing, Seat, T, Text, Who
from companion.play import House, Look, devices_at, next_of
from companion.play import before as table_before
from companion.store import DeviceRow
from companion.web.aside import Aside
from companion.web.evening import Evening, evening_of
from companion.web.finale import Finale, size_of
from companion.web.i18n import say, words
from companion.web.news import News, newest
from companion.web.places import place_of, standing

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
class Page:
    """A table for one device. ``own``: the seat it took; ``seat``: whose page it looks at (None: the table's).

    ``rings``: the doorbell's number before the table was looked at, so that its stream can tell what was missed;
    ``on_board``: for the big shared screen, which shows the end as far as it is revealed.
    """

    house: House
    look: Look
    device: DeviceRow | None
    own: Seat | None
    seat: Seat | None
    rings: int = 0
    on_board: bool = False

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
    def keeps_copy(self) -> bool:
        """Whether something printed on the owner's copy is remembered for this game."""
        return self.look.game.keeps_copy

    @property
    def title(self) -> Text:
        """What the game is called."""
        return self.look.game.title

    @property
    def sign(self) -> str:
        """What is drawn in the place of the game's emblem, "" for the emblem."""
        return self.look.game.sign

    @property
    def players(self) -> range:
        """How many people can play this game."""
        return self.look.game.players

    @property
    def options(self) -> dict[str, Any]:
        """The options the table was opened with, by key."""
        return self.look.row.options

    @property
    def box(self) -> dict[str, Any]:
        """The printed numbers of the owner's copy, as the table knows them."""
        return self.look.row.box

    @property
    def names(self) -> tuple[str, ...]:
        return self.look.names

    @property
    def open(self) -> bool:
        """Whether the table takes entries; a closed one can be opened again."""
        return self.look.open

    @property
    def over(self) -> bool:
        return self.look.outcome is not None

    @property
    def ending(self) -> Ending:
        """How far the end has come: whose sheets are complete, which steps of the reveal are shown."""
        return self.look.ending

    @property
    def revealed_all(self) -> bool:
        """Whether the reveal has shown every category and the totals."""
        return self.look.revealed_all

    @property
    def veiled(self) -> bool:
        """Whether the end is still to be revealed: until then no page shows a place, a total or who won."""
        return self.look.veiled

    @property
    def ended(self) -> bool:
        """Whether the end is there for all to see."""
        return self.look.ended

    @cached_property
    def finale(self) -> Finale | None:
        """What the reveal and the end show; None without a score sheet."""
        return None if self.shown_score is None else Finale(self.shown_score)

    @property
    def heroes(self) -> tuple[Seat, ...]:
        """Whom the end is about: the winners, in a loser's game the losers; nobody where nobody won."""
        return self.look.outcome.winners or self.look.outcome.losers if self.look.outcome is not None else ()

    @cached_property
    def next_code(self) -> str | None:
        """Where these people play on, once somebody has opened that table."""
        return next_of(self.house, self.code)

    @cached_property
    def starting(self) -> tuple[Text, ...]:
        """Who may start, where these people played before: by the game's rule, else the winner. Until the first entry."""
        before = None if self.started else table_before(self.house, self.code)
        if before is None:
            return ()
        rule, outcome = self.look.game.start_rule, before.outcome
        if rule is None and outcome is not None and len(outcome.winners) == 1:
            rule = T("{name} has won and may start this time.", name=Who(outcome.winners[0]))
        return (T("The same seats as before."), *(() if rule is None else (rule,)))

    @cached_property
    def evening(self) -> Evening:
        """When it was played."""
        return evening_of(self.look, words().language)

    @property
    def file_name(self) -> str:
        """What a file about this table is called, without its ending: no code in it."""
        return f"{self.key.replace('_', '-')}-{self.evening.stamp}"

    def place(self, rank: int) -> Text:
        """A rank in words."""
        return place_of(rank)

    def shown_total(self, seat: int) -> int:
        """A player's total as far as it may be shown: while the end is revealed, of the categories that are."""
        if self.shown_score is None:
            return 0
        player = self.shown_score.players[seat]
        return sum(line.points for line in player.lines[: self.ending.revealed]) if self.veiled else player.total

    @property
    def fresh_line(self) -> Text | None:
        """The category that was revealed last; None before the first one and after the totals."""
        score, step = self.look.final_score, self.ending.revealed
        lines = () if score is None else score.players[0].lines
        return lines[step - 1].label if 0 < step <= len(lines) else None

    @property
    def outcome_sentence(self) -> Text | None:
        """How a game without a score sheet ended."""
        return None if self.look.outcome is None else self.look.outcome.sentence

    @property
    def started(self) -> bool:
        """Whether anything that counts was entered."""
        return bool(self.look.table.entries)

    @property
    def only_scores(self) -> bool:
        """Whether the table keeps a score sheet and nothing else so far: then seats may be moved."""
        return self.look.game.only_scores(self.look.state)

    @property
    def setup_guide(self) -> tuple[Text, ...]:
        """What to lay out for this number of players."""
        return self.look.game.setup_guide(len(self.names))

    @property
    def setting_up(self) -> tuple[ToLay, ...]:
        """What to lay out for this number of players, in numbers."""
        return self.look.game.setting_up(len(self.names))

    @property
    def who_starts(self) -> Text | None:
        """Who starts, by the rules."""
        return self.look.game.starting(len(self.names))

    @property
    def rules(self) -> tuple[Chapter, ...]:
        return self.look.game.rules()

    @cached_property
    def aside(self) -> Aside:
        """What happened beside the game: dice of the companion, the lot, the clock."""
        return Aside(self.look, self.house.at)

    @property
    def rules_here(self) -> str:
        """The address of what explains the decision at hand."""
        chapter = self.look.game.chapter(self.look.state)
        return f"/t/{self.code}/rules" + (f"#{chapter}" if chapter else "")

    @property
    def stage(self) -> Stage:
        return self.look.stage

    @cached_property
    def listening(self) -> frozenset[str]:
        """The devices listening now. Whoever is shown this page is one: its stream opens only after it is drawn."""
        own = {self.device.device} if self.device is not None else set()
        return self.house.bell.listening(self.look.code) | own

    @cached_property
    def people(self) -> tuple[Person, ...]:
        at_seat: dict[int, list[DeviceRow]] = {}
        for device in devices_at(self.house, self.look):
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
    def active(self) -> frozenset[Seat]:
        return self.look.active

    @property
    def my_turn(self) -> bool:
        """Whether the table waits for the seat of this device."""
        return self.own is not None and self.own in self.active

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

    @cached_property
    def score(self) -> Result | None:
        """The result as it would be now; None where a page can show none."""
        return self.look.score if self.look.score_is_shown else None

    @property
    def shown_score(self) -> Result | None:
        """What the big screen shows: while it is revealed the sheet as the game ended, else the score as it is now."""
        if not self.look.score_is_shown:
            return None
        return self.look.final_score if self.over and not self.revealed_all else self.look.score

    @property
    def late(self) -> frozenset[tuple[str, int]]:
        """The figures that were changed after the game had ended: key of the line, and seat."""
        return self.look.late

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
    def can_undo(self) -> bool:
        return bool(to_retract(self.look.table))

    @cached_property
    def can_redo(self) -> bool:
        return to_restore(self.look.table) is not None

    @cached_property
    def last(self) -> Event | None:
        """The newest entry that counts."""
        return self.look.table.entries[-1].event if self.look.table.entries else None

    @cached_property
    def newest(self) -> News | None:
        """What happened last, for the board's band: also that an entry was taken back."""
        sits = {number: Seat(person.seat) for person in self.people for number in person.devices}
        return newest(self.look, self.house.now(), sits.get)

    @property
    def news(self) -> Telling:
        """What the newest entry that counts has done, as its sentences said beforehand."""
        return self.look.table.entries[-1].telling if self.look.table.entries else ()
