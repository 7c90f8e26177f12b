"""A table as it is now: its folded log, and the answers to whatever pages and scripts ask about it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from companion.core.accepting import accept, offers, offers_of_type
from companion.core.codec import action_from_json, offer_example
from companion.core.ending import Ending, changed_late, ending_of
from companion.core.game import AnyGame, Counter, Offer, Outcome, Stage, Telling, away_of
from companion.core.log import Event, Table, moved_seat
from companion.core.scoring import Result, Sheet, with_names
from companion.core.text import Seat, Text
from companion.store import DeviceRow, TableRow


@dataclass(frozen=True)
class Look:
    """A table as it is after event ``seq``, and the answers to what pages and scripts ask about it."""

    row: TableRow
    table: Table[Any]

    @property
    def code(self) -> str:
        return self.row.code

    @property
    def title(self) -> Text:
        """What the game is called."""
        return self.table.game.title

    @property
    def game(self) -> AnyGame:
        return self.table.game

    @property
    def events(self) -> tuple[Event, ...]:
        return self.table.events

    @property
    def seq(self) -> int:
        return self.table.seq

    @property
    def state(self) -> Any:
        return self.table.state

    @property
    def names(self) -> tuple[str, ...]:
        return self.table.names

    @property
    def seats(self) -> range:
        return range(len(self.table.seats))

    @property
    def open(self) -> bool:
        return self.row.closed_at is None

    @cached_property
    def outcome(self) -> Outcome | None:
        """How the game ended, None while it goes on."""
        return self.game.outcome(self.state)

    @cached_property
    def stage(self) -> Stage:
        """Where the table is."""
        return self.game.stage(self.state)

    @cached_property
    def active(self) -> frozenset[Seat]:
        """Whom the table waits for."""
        return self.game.active_seats(self.state)

    @property
    def away(self) -> frozenset[Seat]:
        """Who is away and passed over."""
        return away_of(self.state)

    @cached_property
    def counters(self) -> tuple[Counter, ...]:
        """Every number a correction may set."""
        return self.game.counters(self.state)

    @property
    def ending(self) -> Ending:
        """How far the end has come."""
        return ending_of(self.state)

    def offers(self, seat: Seat | None) -> tuple[Offer, ...]:
        """What this seat may enter now; with None what anybody may enter for the table, the correction included."""
        return offers(self.game, self.state, seat)

    def offers_of_type(self, kind: str, seat: Seat | None) -> tuple[Offer, ...]:
        """The offers of one type for this seat and for the table, the seat's own first."""
        return offers_of_type(self.game, self.state, seat, kind)

    def preview(self, seat: Seat | None, action: object) -> Telling:
        """What an action (as JSON) would do if it were entered now: the step that is not stored. Raises Refused."""
        return accept(self.game, self.state, seat, action_from_json(self.game, action)).telling

    def preview_of(self, seat: Seat | None, offer: Offer) -> Telling:
        """What the example of an offer would do."""
        return accept(self.game, self.state, seat, offer_example(self.game, offer)).telling

    def view(self, seat: Seat | None) -> object:
        """What the templates of this game need."""
        return self.game.view(self.state, seat)

    @cached_property
    def sheet(self) -> Sheet | None:
        """The score sheet as it would be now, with names."""
        sheet = self.game.sheet(self.state)
        return None if sheet is None else with_names(sheet, self.names)

    @cached_property
    def score(self) -> Result | None:
        """The result of the sheet as it would be now."""
        return None if self.sheet is None else self.game.score(self.sheet)

    @cached_property
    def final_score(self) -> Result | None:
        """The result of the sheet as it was when the game ended; while it goes on, as it would be now."""
        frozen = self.ending.frozen
        return self.score if frozen is None else self.game.score(frozen)

    @property
    def revealed_all(self) -> bool:
        """Whether the reveal has shown every category and the totals."""
        score = self.final_score
        return score is not None and self.ending.revealed > len(score.players[0].lines)

    @cached_property
    def veiled(self) -> bool:
        """Whether the end is still to be revealed: until then no page shows a place, a total or who won."""
        over = self.outcome is not None and not self.revealed_all
        return over and any(offer.type == "reveal" for offer in self.offers(None))

    @property
    def ended(self) -> bool:
        """Whether the end is there for all to see: over, and revealed where there is something to reveal."""
        return self.outcome is not None and not self.veiled

    @property
    def score_is_shown(self) -> bool:
        """Whether the score is made of known numbers only."""
        return self.game.score_is_shown(self.state)

    @cached_property
    def late(self) -> frozenset[tuple[str, int]]:
        """The figures that were changed after the game had ended: key of the line, and seat."""
        then, now = self.final_score, self.score
        return frozenset() if then is None or now is None or then is now else changed_late(then, now)

    def seat_of(self, device: DeviceRow | None) -> Seat | None:
        """The seat a device has, in today's seating."""
        if device is None or device.seat is None:
            return None
        seat = moved_seat(self.table, device.seat, device.since)
        return None if seat is None or seat not in self.seats else Seat(seat)
