"""Looking at a table: its log is folded once and kept, and what is new in it extends what is kept."""

from __future__ import annotations

import gc
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from companion.core.game import AnyGame
from companion.core.log import Table, extended, fold
from companion.core.refusal import Refused
from companion.core.text import T
from companion.games import GAMES
from companion.play.codes import read_code
from companion.play.events import event_of, sittings
from companion.play.house import House
from companion.play.look import Look
from companion.store import TableRow

KEPT_LOOKS = 32
MANY_OBJECTS = 20_000
DOES_NOT_FOLD = (LookupError, TypeError, ValueError, AttributeError, ArithmeticError)
"""What rules raise over a log that they did not write."""

logger = logging.getLogger(__name__)


def look(house: House, code: str) -> Look:
    """The table of a code, in any case of letters; raises Refused ``unknown_table``."""
    return look_at(house, row_of(house, code))


def row_of(house: House, code: str, *, deleted: bool = False) -> TableRow:
    """The table of a code without its log, in any case of letters; ``deleted``: also one that is. Raises Refused."""
    row = house.store.table(read_code(code))
    if row is None or (row.deleted_at is not None and not deleted):
        raise unknown_table(code)
    return row


def unknown_table(code: str) -> Refused:
    """There is no table of this code."""
    return Refused("unknown_table", None, T("There is no table {code} here. Look at the code again.", code=code[:12]))


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
    """Nothing a fold makes is garbage: looking for some among ten thousand kept entries took half of its time.

    What a long log was folded into is never looked through again, once what is garbage by then has gone: with it, each
    fold kept the remains of the pages drawn meanwhile for good (10 MB a table).
    """
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        many = gc.get_count()[0] > MANY_OBJECTS
        if collects:
            gc.enable()
    if many:
        gc.collect()
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
