"""The only scoring of a pad: a sheet in, a result out. Places, ties and majorities are the core's."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.scoring import Line, Result, Score, TieBreak, first_places, ranked, who_won
from companion.core.text import Seat, T, Text, Who, plain
from companion.games.pad.counting import Counted, counted, plus
from companion.games.pad.definition import Category, PadDefinition
from companion.games.pad.entries import Entry, entries
from companion.games.pad.sheet import PadSheet, check


@dataclass(frozen=True, slots=True)
class Numbers:
    """The numbers of a sheet by category, seat and round."""

    sheet: PadSheet
    asked: dict[str, Entry]

    def of_round(self, key: str, seat: int, round_: int | None) -> int:
        """A number of one round; with None the one of the whole game, or all rounds added up."""
        found = (self.sheet.everybody if self.asked[key].once else self.sheet.players[seat].numbers).get(key, 0)
        if not isinstance(found, tuple):
            return found
        return sum(found) if round_ is None else found[round_ - 1]


def score(pad: PadDefinition, sheet: PadSheet) -> Result:
    """The pad added up; raises Refused for what no pad of this kind can hold."""
    check(pad, sheet)
    numbers = Numbers(sheet, {entry.key: entry for entry in entries(pad)})
    columns = tuple(zip(*(_lines(pad, category, numbers) for category in pad.lines), strict=True))
    if pad.wins == "together":
        return _together(pad, sheet, columns)
    totals = [sum(line.points for line in lines) for lines in columns]
    lowest = pad.wins == "lowest"
    breaks = [_tie_break(pad, tie_break.by, tie_break.wins, columns, numbers) for tie_break in pad.tie_break]
    ranks, decided = ranked([-total if lowest else total for total in totals], breaks)
    players = tuple(Score(total, rank, lines) for total, rank, lines in zip(totals, ranks, columns, strict=True))
    return Result(
        game="pad",
        players=players,
        winners=first_places(players),
        losers=(),
        tie_break=decided,
        sentence=who_won(players, _decided_by(pad, decided)),
        extra={"title": plain(pad.text)},
        lowest=lowest,
        rule=_decided_by(pad, decided),
    )


def _lines(pad: PadDefinition, category: Category, numbers: Numbers) -> tuple[Line, ...]:
    """A category of every player."""
    seats = len(numbers.sheet.players)
    rounds: list[int | None] = [None]
    if pad.rounds and category.every_round:
        rounds = [n + 1 for n in range(numbers.sheet.rounds)]
    by_round = [counted(category, lambda key, seat, n=n: numbers.of_round(key, seat, n), seats) for n in rounds]  # type: ignore[misc]
    own = [_line(category, [found[seat] for found in by_round], rounds) for seat in range(seats)]
    if pad.wins != "together" or category.once:
        return tuple(own)
    parts = [line.points for line in own]
    steps = tuple(T("{who}: {n}", who=Who(seat), n=n) for seat, n in enumerate(parts))
    return (Line(category.key, category.text, sum(parts), T("all of you: {parts}", parts=plus(parts)), steps),) * seats


def _line(category: Category, found: list[Counted], rounds: list[int | None]) -> Line:
    points = sum(one.points for one in found)
    if rounds == [None]:
        return Line(category.key, category.text, points, found[0].why, (_step(category, found[0]),))
    steps = tuple(
        T("Round {n}: {why}, so {points}.", n=number or 1, why=one.why, points=one.points)
        for number, one in zip(rounds, found, strict=True)
    )
    why = T("rounds: {parts}", parts=plus([one.points for one in found[-6:]]))
    if len(found) > 6:
        why = T("the last rounds: {parts}", parts=plus([one.points for one in found[-6:]]))
    return Line(category.key, category.text, points, why, steps)


def _step(category: Category, one: Counted) -> Text:
    return T("{category}: {why}, so {points}.", category=category.text, why=one.why, points=one.points)


def _together(pad: PadDefinition, sheet: PadSheet, columns: tuple[tuple[Line, ...], ...]) -> Result:
    """Everybody has the same column; all win, or all lose."""
    target = pad.target or 0
    total = sum(line.points for line in columns[0])
    reached = total >= target
    seats = tuple(map(Seat, range(len(columns))))
    sentence = T("Won together: {total} of {target}.", total=total, target=target)
    if not reached:
        sentence = T("Lost together: {total} of {target}, {n} short.", total=total, target=target, n=target - total)
    return Result(
        game="pad",
        players=tuple(Score(total, 1, lines) for lines in columns),
        winners=seats if reached else (),
        losers=() if reached else seats,
        tie_break=None,
        sentence=sentence,
        extra={"title": plain(pad.text), "target": target},
        together=T("together {total} of {target}", total=total, target=target),
    )


def _tie_break(
    pad: PadDefinition, key: str, wins: str, columns: tuple[tuple[Line, ...], ...], numbers: Numbers
) -> TieBreak:
    """Among players with equal totals: more of a category, or less."""
    sign = -1 if wins == "lowest" else 1
    position = next((index for index, category in enumerate(pad.lines) if category.key == key), None)

    def value(seat: int) -> int:
        if position is not None:
            return sign * columns[seat][position].points
        return sign * numbers.of_round(key, seat, None)

    return TieBreak(key, value)


def _decided_by(pad: PadDefinition, decided: str | None) -> Text | None:
    for tie_break in pad.tie_break:
        if tie_break.by == decided:
            category = next(category.text for category in pad.category if category.key == decided)
            if tie_break.wins == "lowest":
                return T("least in {category}", category=category)
            return T("most in {category}", category=category)
    return None
