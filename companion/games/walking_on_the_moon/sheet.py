"""The score sheet of a table as it would be now: read off the ring, or off the pad of a table that only scores."""

from __future__ import annotations

from companion.core.scoring import numbered
from companion.games.walking_on_the_moon.scoring import STARS, TIE_RULES, Arrival, Runner, WalkingSheet
from companion.games.walking_on_the_moon.state import State, each


def sheet_of(state: State) -> WalkingSheet:
    """The sheet, its players called 1, 2, 3; while the points printed for stars are not known, stars count nothing."""
    rows = _raced(state) if state.full else _entered(state)
    orders = state.tie.orders if state.tie is not None else {}
    return WalkingSheet(
        star_points=state.box.star_points or (0,) * STARS,
        players=tuple(
            Runner(name=name, astronauts=row, tie_order=orders.get(seat, _own_order(state, seat)))
            for seat, (name, row) in enumerate(zip(numbered(state.seats), rows, strict=True))
        ),
        tie_question=_decisive(state),
    )


def _decisive(state: State) -> str | None:
    """The question after which one of those tied was left: the last one asked, as no further one is put."""
    tie = state.tie
    return tuple(TIE_RULES)[tie.asked - 1] if tie is not None and tie.asked and len(tie.alive) == 1 else None


def _own_order(state: State, seat: int) -> int | None:
    return None if state.full else state.columns[seat].tie_order


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
    card = 0 if state.ordered else state.card_of(space)
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
