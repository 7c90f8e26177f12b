"""A score sheet in, a result out: what every game's final scoring is made of.

A sheet is what the table knows (numbers read off the board), a result is what follows from it. Each `Line` carries
its derivation, so that any number on any screen can be tapped to see why.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

import msgspec

from companion.core import names
from companion.core.refusal import Refused
from companion.core.refusal import check_range as check_range
from companion.core.text import TN, Listing, Seat, T, Text, Who


class Sheet(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A score sheet as on the interfaces page; each game declares its own. ``players`` is always a part of it."""


H = TypeVar("H", bound=Sheet)


@dataclass(frozen=True, slots=True)
class Line:
    """One category of one player. ``why`` is the short reason under the figure, ``steps`` the whole derivation.

    ``sum``: the reason in figures alone, such as "9 × (6 + 2)", where there is one.
    """

    key: str
    label: Text
    points: int
    why: Text
    steps: tuple[Text, ...] = ()
    sum: Text | None = None


@dataclass(frozen=True, slots=True)
class Score:
    """One player's result: total, competition rank (1, 1, 3) and lines in the game's order. ``extra``: more JSON."""

    total: int
    rank: int
    lines: tuple[Line, ...]
    extra: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Result:
    """The scored table, players in the order given; ``sentence`` says who won and which rule decided.

    ``tie_break``: the key of that rule; ``rule``: the same in words, None where the points decided or nothing did;
    ``extra``: more JSON; whoever is named in it, or in a sentence, is a `Who`. ``lowest``: the lowest total is the best;
    ``together``: how all of them stand, where nobody plays against anybody.
    """

    game: str
    players: tuple[Score, ...]
    winners: tuple[Seat, ...]
    losers: tuple[Seat, ...]
    tie_break: str | None
    sentence: Text
    extra: Mapping[str, Any] = field(default_factory=dict)
    rule: Text | None = None
    lowest: bool = False
    together: Text | None = None


def numbered(seats: int) -> tuple[str, ...]:
    """What the players of a sheet are called that knows no names: "1", "2" and so on."""
    return tuple(str(seat + 1) for seat in range(seats))


def names_of(sheet: Any) -> tuple[str, ...]:
    """What the players of a sheet are called, in its order."""
    return tuple(player.name for player in sheet.players)


def with_names(sheet: H, names: Sequence[str]) -> H:
    """The sheet with its players called as they are at the table."""
    players: Any = getattr(sheet, "players", ())
    called = tuple(msgspec.structs.replace(player, name=name) for player, name in zip(players, names, strict=True))
    return msgspec.structs.replace(sheet, players=called)


def result_json(result: Result, names: Sequence[str], *, seats: bool = False) -> dict[str, Any]:
    """The result as the JSON object of the interfaces page; ``seats`` adds each player's seat."""
    players = []
    for seat, (player, name) in enumerate(zip(result.players, names, strict=True)):
        entry: dict[str, Any] = {
            "name": name,
            "total": player.total,
            "rank": player.rank,
            "lines": [{"key": line.key, "points": line.points} for line in player.lines],
            **_called(player.extra, names),
        }
        players.append({"seat": seat, **entry} if seats else entry)
    return {
        "game": result.game,
        "players": players,
        "winners": [names[seat] for seat in result.winners],
        "losers": [names[seat] for seat in result.losers],
        "tie_break": result.tie_break,
        **_called(result.extra, names),
    }


def _called(value: Any, names: Sequence[str]) -> Any:
    """JSON with everybody in it called by name."""
    if isinstance(value, Who):
        return names[value.seat]
    if isinstance(value, Mapping):
        return {key: _called(inner, names) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_called(inner, names) for inner in value]
    return value


def first_places(players: Sequence[Score]) -> tuple[Seat, ...]:
    """The seats on rank 1."""
    return tuple(Seat(seat) for seat, player in enumerate(players) if player.rank == 1)


def competition_ranks(values: Sequence[int]) -> tuple[int, ...]:
    """Standard competition ranks, higher is better: equal values share a rank and the next one skips (1, 1, 3)."""
    return tuple(1 + sum(1 for other in values if other > value) for value in values)


@dataclass(frozen=True, slots=True)
class TieBreak:
    """One criterion after the total: its key in results, and its value for a player (higher is better).

    ``value`` may be None for a player where only the table knows it; the criterion decides among tied players only
    when every one of them has a value.
    """

    key: str
    value: Callable[[int], int | None]


def ranked(totals: Sequence[int], breaks: Sequence[TieBreak] = ()) -> tuple[tuple[int, ...], str | None]:
    """Ranks by total and then by each tie-break, and the last criterion that separated players for first place.

    Each group of players still tied is looked at by itself, criterion by criterion.
    """
    groups: list[list[int]] = _split(range(len(totals)), lambda player: totals[player])
    decisive: str | None = None
    for tie_break in breaks:
        following: list[list[int]] = []
        for position, group in enumerate(groups):
            values = {player: tie_break.value(player) for player in group}
            if len(group) == 1 or any(value is None for value in values.values()):
                following.append(group)
                continue
            parts = _split(group, lambda player, values=values: values[player] or 0)  # type: ignore[misc]
            if position == 0 and len(parts) > 1:
                decisive = tie_break.key
            following.extend(parts)
        groups = following
    ranks = [0] * len(totals)
    place = 1
    for group in groups:
        for player in group:
            ranks[player] = place
        place += len(group)
    if len(groups) and len(groups[0]) > 1:
        decisive = None
    return tuple(ranks), decisive


def _split(players: Sequence[int], value: Callable[[int], int]) -> list[list[int]]:
    """Players grouped by value, highest first, order within a group kept."""
    return [[p for p in players if value(p) == v] for v in sorted({value(p) for p in players}, reverse=True)]


def check_names(players: Sequence[Any], low: int, high: int) -> None:
    """Refuses a sheet with too few or too many players, a name that is none (`names.fault`), or two that look alike."""
    if not low <= len(players) <= high:
        raise Refused("bad_field", "players", T("{low} to {high} players can play this game.", low=low, high=high))
    seen: set[str] = set()
    for index, player in enumerate(players):
        fault = names.fault(player.name)
        if fault is not None:
            raise Refused("bad_field", f"players[{index}].name", names.FAULTS[fault])
        name = names.identity(player.name)
        if name in seen:
            text = T("{name} is there twice; every name once.", name=names.cleaned(player.name))
            raise Refused("bad_field", f"players[{index}].name", text)
        seen.add(name)


def who_won(players: Sequence[Score], decided_by: Text | None = None) -> Text:
    """One sentence: who won, by how much, and which rule decided. ``decided_by`` names the tie-break, if one did."""
    first = [Who(seat) for seat in first_places(players)]
    total = max(player.total for player in players if player.rank == 1)
    if len(first) > 1:
        return TN(
            "{names} share the victory with {total} point each.",
            "{names} share the victory with {total} points each.",
            total,
            names=Listing(tuple(first)),
            total=total,
        )
    if decided_by is not None:
        return TN(
            "{name} wins with {total} point: {rule}.",
            "{name} wins with {total} points: {rule}.",
            total,
            name=first[0],
            total=total,
            rule=decided_by,
        )
    others = [player.total for player in players if player.rank > 1]
    if not others:
        return TN(
            "{name} wins with {total} point.",
            "{name} wins with {total} points.",
            total,
            name=first[0],
            total=total,
        )
    return TN(
        "{name} wins with {total} point, {lead} ahead.",
        "{name} wins with {total} points, {lead} ahead.",
        total,
        name=first[0],
        total=total,
        lead=min(abs(total - other) for other in others),
    )
