"""Cells of a spreadsheet: text that is never taken for a formula, numbers that stay numbers."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence

from companion.evenings.model import Person, Play, label

FORMULA = ("=", "+", "-", "@", "＝", "＋", "－", "＠", "\t", "\r")
"""What a cell begins with that is computed; Chinese and Japanese spreadsheets take the wide signs too."""
SEPARATORS = (";", "\t", "；")
"""What ends a cell in other countries' spreadsheets, where it is not in quotation marks."""
MARK = "\ufeff"
"""The byte-order mark, without which Excel shows Chinese as something else."""


def cell(text: str) -> str:
    """A text that a spreadsheet does not take for a formula."""
    return f"'{text}" if text[:1] in FORMULA else text


def written(rows: Iterable[Sequence[object]]) -> str:
    """Rows as CSV with a byte-order mark; texts are defused, numbers are not touched, None is an empty cell."""
    out = io.StringIO()
    plain = csv.writer(out, lineterminator="\r\n")
    quoting = csv.writer(out, lineterminator="\r\n", quoting=csv.QUOTE_NONNUMERIC)
    for row in rows:
        safe = [cell(value) if isinstance(value, str) else "" if value is None else value for value in row]
        risky = any(isinstance(value, str) and any(mark in value for mark in SEPARATORS) for value in safe)
        (quoting if risky else plain).writerow(safe)
    return MARK + out.getvalue()


HEAD = (
    "play", "date", "game", "title", "state", "minutes", "place_played", "note", "by_hand", "seat", "player", "score",
    "place", "won", "fetched", "start_player",
)  # fmt: skip
"""The columns of `play_rows`; one for each category of each game follows."""


def play_rows(
    plays: Sequence[Play], people: Mapping[int, Person], titles: Mapping[str, str], nobody: str
) -> list[list[object]]:
    """Every seat of every play as a row below `HEAD`. ``titles``: by `Play.kind`; ``nobody``: who was deleted."""
    lines = sorted({f"{play.game}.{key}" for play in plays for seat in play.seats for key, _ in seat.lines})
    rows: list[list[object]] = [[*HEAD, *lines]]
    for play in plays:
        first = [play.uid, play.day, play.game, titles[play.kind], play.state, play.minutes, play.place, play.note]
        for number, seat in enumerate(play.seats, 1):
            person = people.get(seat.person)
            name = nobody if person is None or person.deleted else label(person)
            points = {f"{play.game}.{key}": value for key, value in seat.lines}
            flags = [int(seat.won), int(seat.lost), int(seat.start)]
            rows.append(
                [*first, int(play.code is None), number, name, seat.score, seat.place, *flags, *map(points.get, lines)]
            )
    return rows
