"""The pad of a table that only scores: where every astronaut ended, and the stars it holds, seat by seat."""

from __future__ import annotations

from dataclasses import replace

from companion.core.text import T, Text
from companion.games.walking_on_the_moon.scoring import STARS
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


def entries(state: State) -> list[tuple[int, int, Entry]]:
    """Every astronaut on the pad: seat, index, entry."""
    return [
        (seat, index, entry)
        for seat, column in enumerate(state.columns)
        for index, entry in enumerate(column.entries[: each(state.seats)])
    ]


def stars_left(state: State, seat: int, index: int) -> int:
    """How many of the six stars this astronaut can hold, the others' stars given."""
    return max(0, STARS - sum(e.stars for s, i, e in entries(state) if (s, i) != (seat, index)))


def with_entry(state: State, seat: int, index: int, **changes: object) -> State:
    """The pad with something of one astronaut changed; there is one first across only."""
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
    """Whether every column of somebody who is not away is complete, one at least, and the points for stars are known."""
    complete = state.ending.complete
    return bool(complete) and len(complete | state.away) == state.seats and state.box.star_points is not None
