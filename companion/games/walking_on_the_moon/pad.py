"""The score sheet: filled from the ring, or entered seat by seat at a table that only scores."""

from __future__ import annotations

from dataclasses import replace

from companion.core.text import Seat, T, Text
from companion.games.walking_on_the_moon.scoring import STARS, Arrival, Runner, WalkingSheet
from companion.games.walking_on_the_moon.state import Column, Entry, State, each

WHERE: dict[str, Text] = {
    "first": T("first across"),
    "later": T("across, not first"),
    "18": T("18"),
    "16": T("16"),
    "14": T("14"),
    "12": T("12"),
    "10": T("10"),
    "5": T("5"),
    "0": T("no marker"),
}
"""Where an astronaut can have ended, best first; figures are the score marker over its card."""


def sheet(state: State, names: tuple[str, ...], orders: dict[int, int]) -> WalkingSheet | None:
    """The score sheet as it would be now; None while the points for stars are not known.

    ``orders``: the tie order of seats, as the tie questions have settled it.
    """
    return None if state.box.star_points is None else sheet_so_far(state, names, orders)


def sheet_so_far(state: State, names: tuple[str, ...], orders: dict[int, int]) -> WalkingSheet:
    """The score sheet as it would be now; while the points for stars are not known, stars count nothing."""
    rows = _raced(state) if not state.columns else _entered(state)
    return WalkingSheet(
        star_points=state.box.star_points or (0,) * STARS,
        players=tuple(
            Runner(name=name, astronauts=row, tie_order=orders.get(seat, _own_order(state, seat)))
            for seat, (name, row) in enumerate(zip(names, rows, strict=True))
        ),
    )


def _own_order(state: State, seat: int) -> int | None:
    return state.columns[seat].tie_order if state.columns else None


def _raced(state: State) -> list[tuple[Arrival, ...]]:
    mine = [[a for a in state.astronauts if a.seat == seat] for seat in range(state.seats)]
    return [
        tuple(
            Arrival(a.finish, 0 if a.finish else marker_over(state, a.space), a.stars)
            for a in sorted(of, key=lambda a: a.index)
        )
        for of in mine
    ]


def marker_over(state: State, space: int) -> int:
    """The score marker over a space: 12, 14, 16 or 18 on the last card, 10 and 5 on the two before, else none."""
    card = state.card_of(space)
    if card == state.cards:
        scores = state.box.last_card or ()
        column = state.column_of(space)
        return scores[column - 1] if column <= len(scores) else 0
    return {state.cards - 1: 10, state.cards - 2: 5}.get(card, 0)


def _entered(state: State) -> list[tuple[Arrival, ...]]:
    used = [column.entries[: each(state.seats)] for column in state.columns]
    # The one who was first has number 1; how the others follow makes no difference to the points.
    across = sorted(
        (entry.where != "first", seat, index)
        for seat, entries in enumerate(used)
        for index, entry in enumerate(entries)
        if entry.where in ("first", "later")
    )
    numbers = {(seat, index): n for n, (_, seat, index) in enumerate(across, 1)}
    return [
        tuple(
            Arrival(finish, 0 if finish else int(entry.where), entry.stars)
            for index, entry in enumerate(entries)
            for finish in (numbers.get((seat, index), 0),)
        )
        for seat, entries in enumerate(used)
    ]


def entries(state: State) -> list[tuple[int, int, Entry]]:
    """Every astronaut on the sheet: seat, index, entry."""
    return [
        (seat, index, entry)
        for seat, column in enumerate(state.columns)
        for index, entry in enumerate(column.entries[: each(state.seats)])
    ]


def stars_left(state: State, seat: int, index: int) -> int:
    """How many of the six stars this astronaut can hold, the others' stars given."""
    return max(0, STARS - sum(e.stars for s, i, e in entries(state) if (s, i) != (seat, index)))


def with_entry(state: State, seat: int, index: int, **changes: object) -> State:
    """The sheet with something of one astronaut changed; there is one first across only."""
    columns = list(state.columns)
    if changes.get("where") == "first":
        columns = [replace(column, entries=_none_first(column.entries)) for column in columns]
    both = list(columns[seat].entries)
    both[index] = replace(both[index], **changes)  # type: ignore[arg-type]
    columns[seat] = Column((both[0], both[1]), columns[seat].tie_order)
    return replace(state, columns=tuple(columns))


def _none_first(both: tuple[Entry, Entry]) -> tuple[Entry, Entry]:
    one, two = (replace(entry, where="later") if entry.where == "first" else entry for entry in both)
    return one, two


def needs_first(state: State) -> tuple[tuple[int, int], ...]:
    """Those who crossed the finish, while nobody of them is the first; empty when that is clear."""
    across = [(seat, index, entry) for seat, index, entry in entries(state) if entry.where in ("first", "later")]
    if any(entry.where == "first" for *_, entry in across):
        return ()
    return tuple((seat, index) for seat, index, _ in across)


def is_complete(state: State) -> bool:
    """Whether every column is complete and the points for stars are known."""
    everybody = frozenset(Seat(seat) for seat in range(state.seats))
    return state.complete == everybody and state.box.star_points is not None
