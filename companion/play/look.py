"""Looking at a table: its log folded to what is true now, and what can be asked of it."""

from __future__ import annotations

import gc
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from companion.core.accepting import accept, offers, offers_of_type
from companion.core.codec import action_from_json, offer_example
from companion.core.ending import Ending, changed_late, ending_of
from companion.core.game import AnyGame, Counter, Offer, Outcome, Stage, Telling, away_of
from companion.core.log import Event, Table, extended, fold, moved_seat
from companion.core.refusal import Refused
from companion.core.scoring import Result, Sheet, with_names
from companion.core.text import Seat, T, Text
from companion.games import GAMES
from companion.play.codes import read_code
from companion.play.events import event_of, sittings
from companion.play.house import House
from companion.store import DeviceRow, TableRow

KEPT_LOOKS = 32
DOES_NOT_FOLD = (LookupError, TypeError, ValueError, AttributeError, ArithmeticError)
"""What rules raise over a log that they did not write."""

logger = logging.getLogger(__name__)


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


def look(house: House, code: str) -> Look:
    """The table of a code, in any case of letters; raises Refused ``unknown_table``."""
    wanted = read_code(code)
    row = house.store.table(wanted)
    if row is None or row.deleted_at is not None:
        raise Refused(
            "unknown_table", None, T("There is no table {code} here. Look at the code again.", code=code[:12])
        )
    return look_at(house, row)


def look_at(house: House, row: TableRow) -> Look:
    """The table of a row, folded once and kept: what is new in its log extends it.

    Whoever asks while it is folded waits for that instead of folding it beside. Raises Refused where it does not fold.
    """
    kept = _kept(house, row)
    if kept is not None:
        return kept
    with house.folding(row.code):
        kept = _kept(house, row)
        return kept if kept is not None else _folded(house, row)


def _kept(house: House, row: TableRow) -> Look | None:
    """What is kept of a table, as long as nothing is new."""
    kept = house.looks.get(row.code)
    if kept is None or kept.row.opened_at != row.opened_at or kept.seq != house.store.seq(row.code):
        return None
    return kept if kept.row == row else keep(house, Look(row, kept.table))


def _folded(house: House, row: TableRow) -> Look:
    kept = house.looks.get(row.code)
    try:
        with _uncollected():
            return keep(house, Look(row, _extended(house, row, kept)))
    except (Refused, *DOES_NOT_FOLD) as problem:
        logger.warning("table %s cannot be read: %r", row.code, problem)
        raise Refused(
            "illegal",
            None,
            T(
                "Table {code} was played with another version of the companion, which this one cannot read. "
                "Nothing of it is lost: start that version again.",
                code=row.code,
            ),
        ) from problem


def _extended(house: House, row: TableRow, kept: Look | None) -> Table[Any]:
    """The table of a row: what is kept of it with what is new in its log, or its whole log folded."""
    if kept is not None and kept.row.opened_at == row.opened_at and kept.seq <= house.store.seq(row.code):
        table = kept.table
        return extended(table, *(event_of(table.game, event) for event in house.store.events(row.code, table.seq)))
    game = game_of(row)
    return fold(game, sittings(row.seats), [event_of(game, event) for event in house.store.events(row.code)])


@contextmanager
def _uncollected() -> Iterator[None]:
    """Nothing a fold makes is garbage: looking for some among ten thousand kept entries took half of its time."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()
    gc.freeze()


def keep(house: House, found: Look) -> Look:
    """Keeps a table as it was found, for whoever looks next; only the newest few are kept."""
    house.looks[found.code] = found
    while len(house.looks) > KEPT_LOOKS:
        try:
            house.looks.popitem(last=False)
        except KeyError:
            break
    return found


def game_of(row: TableRow) -> AnyGame:
    """The game of a table, with its options and its copy of the box profile."""
    return GAMES[row.game].open(row.options, row.box)
