"""The final scoring of Monkeys on the Moon: ranking, influence, majorities with split ties, ships, scorn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from companion.core.refusal import Refused
from companion.core.scoring import (
    Line,
    Result,
    Score,
    Sheet,
    TieBreak,
    check_names,
    check_range,
    first_places,
    ranked,
    who_won,
)
from companion.core.text import Listing, T, Text, listed
from companion.games.monkeys_on_the_moon.majority import Majority, majority
from companion.games.monkeys_on_the_moon.ships import SHIPS
from companion.games.monkeys_on_the_moon.tribes import ORDER, TITLES, TRIBES

CATEGORIES: dict[str, Text] = {**TITLES, "ships": T("Full ships"), "scorn": T("Scorn cards")}
LINES = tuple(CATEGORIES.values())
"""The categories in the order in which they are revealed."""
GIVEN_RANK_POINTS = ((7, 4), (6, 3), (5, 3), (4, 2))
"""First and second value of ranks 1 to 4; those of 5 and 6 stand on the owner's board only."""
VARIANTS = ("no_mercy", "capricious")
MONKEYS_OF_A_TRIBE = 7
MONKEY_HIGH = 9
POINTS_HIGH = 99
HAIR_HIGH = 99
SCORN_POINTS = -2


class Column(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One player's sheet: monkeys brought home as (tribe, number), points of the full ships, scorn cards held.

    ``hair``: 1 for the longest, as the table answered; None where nobody asked.
    """

    name: str
    monkeys: tuple[tuple[str, int], ...] = ()
    ship_points: tuple[int, ...] = ()
    scorn: tuple[str, ...] = ()
    hair: int | None = None

    def numbers(self, tribe: str) -> tuple[int, ...]:
        """The numbers on this player's monkeys of a tribe."""
        return tuple(number for of, number in self.monkeys if of == tribe)


class MonkeysSheet(Sheet, frozen=True, kw_only=True):
    """The ranking of the tribes (first place first), the two values of each rank, and a column per player."""

    players: tuple[Column, ...]
    ranking: tuple[str, ...]
    rank_points: tuple[tuple[int, int], ...]
    variants: tuple[str, ...] = ()


def check(sheet: MonkeysSheet) -> None:
    """Refuses what no sheet can hold, naming the field."""
    check_names(sheet.players, 2, 5)
    if sorted(sheet.ranking) != sorted(ORDER):
        raise Refused(
            "bad_field", "ranking", T("The ranking has all six tribes, each once: {names}.", names=listed(ORDER))
        )
    if len(sheet.rank_points) != len(ORDER):
        raise Refused(
            "bad_field", "rank_points", T("Six pairs are needed, first and second value of rank 1 to rank 6.")
        )
    for rank, pair in enumerate(sheet.rank_points):
        for place, points in enumerate(pair):
            check_range(f"rank_points[{rank}][{place}]", points, 0, POINTS_HIGH)
    for at, variant in enumerate(sheet.variants):
        if variant not in VARIANTS:
            raise Refused("bad_field", f"variants[{at}]", T("The variants are {names}.", names=listed(VARIANTS)))
    seen = dict.fromkeys(ORDER, 0)
    held: set[str] = set()
    ships = 0
    for seat, column in enumerate(sheet.players):
        _check_column(f"players[{seat}]", column, seen, held)
        if ships + len(column.ship_points) > SHIPS:
            text = T("There are only {n} ships in the game.", n=SHIPS)
            raise Refused("bad_field", f"players[{seat}].ship_points[{SHIPS - ships}]", text)
        ships += len(column.ship_points)


def _check_column(path: str, column: Column, seen: dict[str, int], held: set[str]) -> None:
    for at, (tribe, number) in enumerate(column.monkeys):
        _check_tribe(f"{path}.monkeys[{at}][0]", tribe)
        check_range(f"{path}.monkeys[{at}][1]", number, 1, MONKEY_HIGH)
        seen[tribe] += 1
        if seen[tribe] > MONKEYS_OF_A_TRIBE:
            raise Refused(
                "bad_field",
                f"{path}.monkeys[{at}]",
                T("There are only {n} monkeys of the {tribe} tribe.", n=MONKEYS_OF_A_TRIBE, tribe=TRIBES[tribe]),
            )
    for at, points in enumerate(column.ship_points):
        check_range(f"{path}.ship_points[{at}]", points, 0, POINTS_HIGH)
    for at, tribe in enumerate(column.scorn):
        _check_tribe(f"{path}.scorn[{at}]", tribe)
        if tribe in held:
            raise Refused(
                "bad_field",
                f"{path}.scorn[{at}]",
                T("There is only one scorn card of the {tribe} tribe.", tribe=TRIBES[tribe]),
            )
        held.add(tribe)
    if column.hair is not None:
        check_range(f"{path}.hair", column.hair, 1, HAIR_HIGH)


def _check_tribe(path: str, tribe: str) -> None:
    if tribe not in TRIBES:
        raise Refused("bad_field", path, T("The tribes are {names}.", names=listed(ORDER)))


def score(sheet: MonkeysSheet) -> Result:
    """The sheet added up; raises Refused for what no sheet can hold."""
    check(sheet)
    found = majorities(sheet)
    columns = [tuple(_lines(sheet, seat, found)) for seat in range(len(sheet.players))]
    totals = [sum(line.points for line in lines) for lines in columns]
    ranks, decisive = ranked(totals, _tie_breaks(sheet.players))
    players = tuple(Score(total, rank, lines) for total, rank, lines in zip(totals, ranks, columns, strict=True))
    rule = TIE_BREAK_WORDS[decisive] if decisive else None
    return Result(
        game="monkeys_on_the_moon",
        players=players,
        winners=first_places(players),
        losers=(),
        tie_break=decisive,
        sentence=who_won(players, rule),
        rule=rule,
    )


TIE_BREAK_WORDS: dict[str, Text] = {
    "monkeys": T("level on points, but brought more monkeys home"),
    "influence": T("level on points and monkeys, but the monkeys' numbers add up to more"),
    "hair": T("level on everything else, but with the longer hair"),
}


def _tie_breaks(players: Sequence[Column]) -> tuple[TieBreak, ...]:
    def longest(seat: int) -> int | None:
        hair = players[seat].hair
        return None if hair is None else -hair

    return (
        TieBreak("monkeys", lambda seat: len(players[seat].monkeys)),
        TieBreak("influence", lambda seat: sum(number for _, number in players[seat].monkeys)),
        TieBreak("hair", longest),
    )


def level_apart_from_hair(sheet: MonkeysSheet) -> tuple[int, ...]:
    """The players (by index) who share a place that only the length of their hair can decide."""
    totals = [player.total for player in score(sheet).players]
    ranks, _ = ranked(totals, _tie_breaks(sheet.players)[:2])
    return tuple(seat for seat, rank in enumerate(ranks) if ranks.count(rank) > 1)


def majorities(sheet: MonkeysSheet) -> dict[str, Majority]:
    """Who scores what in each tribe."""
    return {tribe: majority_in(sheet, tribe) for tribe in sheet.ranking}


def majority_in(sheet: MonkeysSheet, tribe: str) -> Majority:
    """Who scores what in one tribe."""
    influence = [_influence(sheet, column, tribe) for column in sheet.players]
    values = sheet.rank_points[sheet.ranking.index(tribe)]
    return majority(influence, *values, only_first=len(sheet.players) == 2)


def _shows_no_mercy(sheet: MonkeysSheet, column: Column, tribe: str) -> bool:
    return "no_mercy" in sheet.variants and tribe in column.scorn


def _influence(sheet: MonkeysSheet, column: Column, tribe: str) -> int:
    return 0 if _shows_no_mercy(sheet, column, tribe) else sum(column.numbers(tribe))


def _lines(sheet: MonkeysSheet, seat: int, found: dict[str, Majority]) -> Iterable[Line]:
    column = sheet.players[seat]
    for tribe, label in TITLES.items():
        yield _tribe_line(sheet, seat, tribe, label, found[tribe])
    ships = sum(column.ship_points)
    yield Line(
        "ships",
        CATEGORIES["ships"],
        ships,
        sum_text(column.ship_points) if column.ship_points else T("no full ship launched"),
        (T("The points printed on your full ships: {sum}.", sum=sum_text(column.ship_points)),),
    )
    scorn = len(column.scorn)
    held = Listing(tuple(TRIBES[tribe] for tribe in TRIBES if tribe in column.scorn))
    yield Line(
        "scorn",
        CATEGORIES["scorn"],
        SCORN_POINTS * scorn,
        T("{held}: {n} × −2", held=held, n=scorn) if scorn else T("no scorn card"),
        (
            T("Each scorn card you hold costs 2 points: {n} × −2 = −{points}.", n=scorn, points=2 * scorn)
            if scorn
            else T("Each scorn card you hold costs 2 points; you hold none."),
        ),
    )


def sum_text(numbers: Sequence[int]) -> Text:
    """The sum with its parts: "4 + 4 + 5 = 13"; a single number stands alone."""
    if len(numbers) < 2:
        return T("{n}", n=sum(numbers))
    return T("{parts} = {n}", parts=Listing(tuple(numbers), "plus"), n=sum(numbers))


def _tribe_line(sheet: MonkeysSheet, seat: int, tribe: str, label: Text, found: Majority) -> Line:
    column = sheet.players[seat]
    rank = sheet.ranking.index(tribe)
    first, second = sheet.rank_points[rank]
    steps = [
        T(
            "Your monkeys of the {tribe} tribe: influence {sum}.",
            tribe=TRIBES[tribe],
            sum=sum_text(column.numbers(tribe)),
        ),
    ]
    why = found.why(seat)
    if _shows_no_mercy(sheet, column, tribe) and column.numbers(tribe):
        why = T("scorn card held: influence counts as 0")
        steps.append(T("You hold this tribe's scorn card: with No mercy your influence counts as 0."))
    if len(sheet.players) == 2:
        steps.append(
            T(
                "Rank {rank}: {first} for the most influence. With two players there is no second value.",
                rank=rank + 1,
                first=first,
            )
        )
    else:
        steps.append(
            T(
                "Rank {rank}: {first} for the most influence, {second} for the second most.",
                rank=rank + 1,
                first=first,
                second=second,
            )
        )
    steps.extend(found.told(label, rank + 1))
    return Line(tribe, label, found.points[seat], why, tuple(steps))


def one_more_monkey(sheet: MonkeysSheet, seat: int, tribe: str, number: int) -> tuple[int, ...]:
    """What one more monkey of this tribe and number, brought home by ``seat``, would change: by player, in points."""
    column = sheet.players[seat]
    richer = msgspec.structs.replace(column, monkeys=(*column.monkeys, (tribe, number)))
    players = (*sheet.players[:seat], richer, *sheet.players[seat + 1 :])
    after = majority_in(msgspec.structs.replace(sheet, players=players), tribe)
    before = majority_in(sheet, tribe)
    return tuple(new - old for new, old in zip(after.points, before.points, strict=True))
