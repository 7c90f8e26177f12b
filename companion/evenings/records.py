"""Records, streaks and who finishes ahead of whom."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from companion.evenings.figures import finished, seats_by_person
from companion.evenings.model import Play, is_ahead

Kind = Literal["points", "line", "closest", "widest", "streak", "longest"]


@dataclass(frozen=True, slots=True)
class Record:
    """A figure that stands out, who has it, and the play it is from (of a streak: the last).

    ``line``: the category; ``other``: whom they were ahead of.
    """

    kind: Kind
    value: int
    play: int
    person: int | None = None
    other: int | None = None
    line: str | None = None


@dataclass(frozen=True, slots=True)
class Streak:
    """Wins in a row of one person: the longest, the play it ended with, and how many it is now."""

    person: int
    longest: int
    play: int
    now: int


@dataclass(frozen=True, slots=True)
class Duel:
    """Two people at the same tables: how often each finished ahead, how often both on one place."""

    one: int
    other: int
    ahead: int
    behind: int
    level: int


def streaks(plays: Sequence[Play]) -> list[Streak]:
    """Everybody's wins in a row, longest first; whoever never won has none."""
    found = []
    for person, played in seats_by_person(finished(plays)).items():
        longest = now = at = 0
        for play, seat in played:
            now = now + 1 if seat.won else 0
            if now > longest:
                longest, at = now, play.id
        if longest:
            found.append(Streak(person, longest, at, now))
    return sorted(found, key=lambda streak: (-streak.longest, streak.person))


def records(plays: Sequence[Play], *, one_game: bool, of: int | None = None) -> list[Record]:
    """What stands out, the earliest holder of each; points only within one game. ``of``: only what that person holds."""
    played = finished(plays)
    found: list[Record | None] = []
    if one_game:
        found += [_most_points(played, of), _most_in_a_line(played, of), *_gaps(played, of)]
    longest = next((streak for streak in streaks(played) if of in (None, streak.person)), None)
    if longest is not None and longest.longest > 1:
        found.append(Record("streak", longest.longest, longest.play, longest.person))
    timed = [play for play in played if play.minutes]
    if timed:
        play = max(timed, key=lambda play: play.minutes or 0)
        found.append(Record("longest", play.minutes or 0, play.id))
    return [record for record in found if record is not None]


def _most_points(played: Sequence[Play], of: int | None) -> Record | None:
    scores = [
        (seat.score, play, seat)
        for play in played
        for seat in play.seats
        if seat.score is not None and of in (None, seat.person)
    ]
    if not scores:
        return None
    score, play, seat = max(scores, key=lambda found: found[0])
    return Record("points", score, play.id, seat.person)


def _most_in_a_line(played: Sequence[Play], of: int | None) -> Record | None:
    lines = [
        (points, line, play, seat)
        for play in played
        for seat in play.seats
        if seat.score is not None and of in (None, seat.person)
        for line, points in seat.lines
    ]
    if not lines:
        return None
    points, line, play, seat = max(lines, key=lambda found: found[0])
    return Record("line", points, play.id, seat.person, line=line)


def _gaps(played: Sequence[Play], of: int | None) -> list[Record]:
    gaps = []
    for play in played:
        winners = play.winners
        others = [seat for seat in play.seats if not seat.won and seat.score is not None and seat.place is not None]
        if len(winners) != 1 or winners[0].score is None or not others or of not in (None, winners[0].person):
            continue
        second = min(others, key=lambda seat: seat.place or 0)
        gaps.append((winners[0].score - (second.score or 0), play, winners[0].person, second.person))
    if not gaps:
        return []
    closest, widest = min(gaps, key=lambda gap: gap[0]), max(gaps, key=lambda gap: gap[0])
    found = [Record("closest", closest[0], closest[1].id, closest[2], closest[3])]
    if widest[0] > closest[0]:
        found.append(Record("widest", widest[0], widest[1].id, widest[2], widest[3]))
    return found


def duels(plays: Sequence[Play]) -> list[Duel]:
    """Everybody against everybody they played with, the lower number first."""
    counts: dict[tuple[int, int], list[int]] = defaultdict(lambda: [0, 0, 0])
    for play in finished(plays):
        for seat, other in combinations(sorted(play.seats, key=lambda seat: seat.person), 2):
            if seat.place is None or other.place is None or seat.person == other.person:
                continue
            result = 0 if is_ahead(seat, other) else 1 if is_ahead(other, seat) else 2
            counts[seat.person, other.person][result] += 1
    return [Duel(one, other, *of) for (one, other), of in sorted(counts.items())]
