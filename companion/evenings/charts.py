"""Where the marks of a chart stand: plain numbers for a picture of a given size. What is drawn there is the page's.

Every chart can be read without colour (signs, patterns, words) and has a table behind it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.evenings.course import Course
from companion.evenings.model import Play, Seated

WIDTH, HEIGHT = 320, 150
LEFT, RIGHT, TOP, BOTTOM = 34, 12, 14, 22


@dataclass(frozen=True, slots=True)
class Tick:
    """A line of an axis with its number."""

    at: float
    value: int


@dataclass(frozen=True, slots=True)
class Pin:
    """One play: from the winner's points down to the last one's."""

    play: Play
    winner: Seated
    x: float
    top: float
    low: float
    last: int


@dataclass(frozen=True, slots=True)
class Bar:
    """One month."""

    name: str
    value: int
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Thread:
    """One seat's score over time. ``points``: for a polyline; the end is at (x, y); ``label``: y of its number."""

    seat: int
    points: str
    x: float
    y: float
    label: float
    value: int


@dataclass(frozen=True, slots=True)
class Dumbbell:
    """A category of two seats: where each stands on one line, in hundredths of it."""

    line: str
    one: int
    other: int
    one_at: float
    other_at: float


def scale(low: int, high: int, most: int = 4) -> list[int]:
    """Round numbers that span a range, few enough to be read."""
    if high <= low:
        low, high = low - 1, high + 1
    step = 1
    while (high - low) / step > most:
        digit = int(str(step)[0])
        step = step * 2 if digit != 2 else step * 5 // 2
    first, last = low // step * step, -(-high // step) * step
    return list(range(first, last + 1, step))


def _y(value: float, values: Sequence[int]) -> float:
    return round(HEIGHT - BOTTOM - (value - values[0]) / (values[-1] - values[0]) * (HEIGHT - TOP - BOTTOM), 1)


def pins(plays: Sequence[Play], most: int = 10) -> tuple[list[Pin], list[Tick]]:
    """The last plays of one game, oldest first: winner, down to last. Plays without points are left out."""
    scored = [p for p in plays if p.winners and all(seat.score is not None for seat in p.seats)][-most:]
    if not scored:
        return [], []
    points = [seat.score or 0 for play in scored for seat in play.seats]
    values = scale(min(points), max(points))
    step = (WIDTH - LEFT - RIGHT - 20) / max(1, len(scored) - 1)
    found = []
    for n, play in enumerate(scored):
        x = LEFT + 10 + (n * step if len(scored) > 1 else (WIDTH - LEFT - RIGHT - 20) / 2)
        last = min(seat.score or 0 for seat in play.seats)
        winner = play.winners[0]
        found.append(Pin(play, winner, round(x, 1), _y(winner.score or 0, values), _y(last, values), last))
    return found, [Tick(_y(value, values), value) for value in values]


def bars(months: Sequence[tuple[str, int]]) -> tuple[list[Bar], list[Tick]]:
    """Plays by month."""
    if not months:
        return [], []
    values = scale(0, max(value for _, value in months))
    step = (WIDTH - LEFT - RIGHT) / len(months)
    width, base = min(24.0, step * 0.7), _y(0, values)
    found = []
    for n, (name, value) in enumerate(months):
        y = _y(value, values)
        found.append(
            Bar(name, value, round(LEFT + n * step + (step - width) / 2, 1), y, round(width, 1), round(base - y, 1))
        )
    return found, [Tick(_y(value, values), value) for value in values]


def threads(course: Course) -> tuple[list[Thread], list[Tick], list[Tick]]:
    """Everybody's score over time: the lines, the ticks of points and those of minutes."""
    if len(course) < 2:
        return [], [], []
    points = [score for _, scores in course for score in scores]
    values = scale(min(points), max(points))
    begin, end = course[0][0], max(minute for minute, _ in course)
    right = WIDTH - RIGHT - 34

    def x(n: int, minute: int) -> float:
        share = (minute - begin) / (end - begin) if end > begin else n / (len(course) - 1)
        return round(LEFT + share * (right - LEFT), 1)

    found = []
    for seat in range(len(course[0][1])):
        path = [(x(n, minute), _y(scores[seat], values)) for n, (minute, scores) in enumerate(course)]
        joined = " ".join(f"{px},{py}" for px, py in path)
        found.append(Thread(seat, joined, *path[-1], path[-1][1], course[-1][1][seat]))
    minutes = [Tick(x(0, begin), begin), Tick(x(len(course) - 1, end), end)] if end > begin else []
    return _spread(found), [Tick(_y(value, values), value) for value in values], minutes


def _spread(found: Sequence[Thread], apart: float = 19) -> list[Thread]:
    """The threads with labels that do not cover each other, top to bottom, within the picture."""
    ordered = sorted(found, key=lambda thread: (thread.y, thread.seat))
    at: list[float] = []
    for thread in ordered:
        at.append(max(thread.y, at[-1] + apart) if at else thread.y)
    low: float = HEIGHT - 10
    for n in range(len(at) - 1, -1, -1):
        at[n], low = min(at[n], low), min(at[n], low) - apart
    labels = {thread.seat: round(y, 1) for thread, y in zip(ordered, at, strict=True)}
    return [
        Thread(thread.seat, thread.points, thread.x, thread.y, labels[thread.seat], thread.value) for thread in found
    ]


def dumbbells(one: Seated, other: Seated) -> list[Dumbbell]:
    """Two seats category by category, on one scale."""
    theirs = dict(other.lines)
    pairs = [(line, points, theirs.get(line, 0)) for line, points in one.lines]
    if not pairs:
        return []
    low = min(0, *(min(mine, their) for _, mine, their in pairs))
    high = max(max(mine, their) for _, mine, their in pairs)
    span = max(1, high - low)
    return [
        Dumbbell(line, mine, their, round((mine - low) / span * 100, 1), round((their - low) / span * 100, 1))
        for line, mine, their in pairs
    ]
