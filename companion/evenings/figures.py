"""What can be counted of plays: standings, averages, the effect of the seat, the best category, months.

Every figure counts finished plays only, and each can be asked for by an `Asked`: the number is how many plays that
leaves over. A shared victory counts for everybody who shares it. In a game that has losers and no winner (who fetches
lunch) whoever did not lose has won, and fetching is counted by itself.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean

from companion.evenings.model import FEW, Play, Seated

MONTHS = 12


@dataclass(frozen=True, slots=True)
class Standing:
    """A person's row. ``average`` and ``best`` only of one game; ``average`` None with fewer than three scores."""

    person: int
    plays: int
    wins: int
    lost: int
    average: float | None = None
    best: int | None = None
    best_play: int | None = None

    @property
    def share(self) -> float | None:
        """Of their plays, how many they won; None with fewer than three."""
        return self.wins / self.plays if self.plays >= FEW else None


@dataclass(frozen=True, slots=True)
class SeatEffect:
    """How a seat fares: plays with it, wins from it, and how many there would be if all seats were alike."""

    seat: int
    plays: int
    wins: int
    expected: float


@dataclass(frozen=True, slots=True)
class Leaning:
    """A person's best category: points in it on average, and how many more than the whole table's average."""

    person: int
    line: str
    average: float
    ahead: float


def finished(plays: Iterable[Play]) -> list[Play]:
    """The plays that count, oldest first."""
    return sorted((play for play in plays if play.state == "finished" and not play.deleted), key=lambda p: p.when)


def seats_by_person(plays: Iterable[Play]) -> dict[int, list[tuple[Play, Seated]]]:
    """Everybody's plays with the seat they had, in the order given."""
    found: dict[int, list[tuple[Play, Seated]]] = defaultdict(list)
    for play in plays:
        for seat in play.seats:
            found[seat.person].append((play, seat))
    return found


def standings(plays: Sequence[Play], *, one_game: bool) -> list[Standing]:
    """Everybody's row, most wins first, then fewer plays, then the number of the person."""
    found = []
    for person, played in seats_by_person(finished(plays)).items():
        scored = [(seat.score, play.id) for play, seat in played if seat.score is not None] if one_game else []
        best = max(scored, key=lambda pair: pair[0]) if scored else None
        found.append(
            Standing(
                person,
                len(played),
                sum(seat.won for _, seat in played),
                sum(seat.lost for _, seat in played),
                fmean(score for score, _ in scored) if len(scored) >= FEW else None,
                *(best or (None, None)),
            )
        )
    return sorted(found, key=lambda row: (-row.wins, row.plays, row.person))


def seat_effects(plays: Sequence[Play]) -> list[SeatEffect]:
    """What the seats of one game do, by seat; only those with at least three plays."""
    played: Counter[int] = Counter()
    wins: Counter[int] = Counter()
    expected: dict[int, float] = defaultdict(float)
    for play in finished(plays):
        for number, seat in enumerate(play.seats):
            played[number] += 1
            wins[number] += seat.won
            expected[number] += len(play.winners) / len(play.seats)
    return [SeatEffect(n, played[n], wins[n], expected[n]) for n in sorted(played) if played[n] >= FEW]


def leanings(plays: Sequence[Play]) -> list[Leaning]:
    """Everybody's best category in one game: where they are furthest ahead of the table's average, from three plays on."""
    own: dict[tuple[int, str], list[tuple[int, float]]] = defaultdict(list)
    for play in finished(plays):
        if any(seat.score is None for seat in play.seats):
            continue
        table: dict[str, list[int]] = defaultdict(list)
        for seat in play.seats:
            for line, points in seat.lines:
                table[line].append(points)
        for seat in play.seats:
            for line, points in seat.lines:
                own[seat.person, line].append((points, fmean(table[line])))
    best: dict[int, Leaning] = {}
    for (person, line), figures in own.items():
        average = fmean(points for points, _ in figures)
        leaning = Leaning(person, line, average, average - fmean(mean for _, mean in figures))
        if len(figures) >= FEW and leaning.ahead > 1e-9 and (person not in best or leaning.ahead > best[person].ahead):
            best[person] = leaning
    return sorted(best.values(), key=lambda found: (-found.ahead, found.person))


def months(plays: Sequence[Play], most: int = MONTHS) -> list[tuple[str, int]]:
    """The plays of each of the last months up to the newest play, empty ones too; oldest first."""
    played = finished(plays)
    if not played:
        return []
    counts = Counter(play.day[:7] for play in played)
    year, month = map(int, max(counts).split("-"))
    last = year * 12 + month - 1
    names = [f"{n // 12:04d}-{n % 12 + 1:02d}" for n in range(last - most + 1, last + 1)]
    first = next(n for n, name in enumerate(names) if counts[name])
    return [(name, counts[name]) for name in names[first:]]
