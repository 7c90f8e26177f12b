"""The score pad as the big screen shows it: coins on round spaces and companies, shares, who stands where."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.core.scoring import Result
from companion.core.text import Seat, T, Text, Who
from companion.games.mombasa.arithmetic import ROUNDS, coins_dropped
from companion.games.mombasa.scoring import CATEGORIES, COMPANIES, score
from companion.games.mombasa.sheet import sheet_of
from companion.games.mombasa.state import State

FAN = 8
"""Coins that are drawn behind each other at most; the number stands on the front one."""


@dataclass(frozen=True, slots=True)
class RoundSpace:
    """A space of the round track. ``coins``: still lying on it; ``drops``: it is being cleared in this preparation."""

    number: int
    when: Literal["past", "now", "next"]
    coins: int
    drops: bool


@dataclass(frozen=True, slots=True)
class Cell:
    """One player's points in a category. ``shares``: held in the company, None for a track; ``most``: nobody has more."""

    points: int
    shares: int | None
    most: bool


@dataclass(frozen=True, slots=True)
class Row:
    """A category. ``coins``: uncovered at the company, None for a track; ``fan``: how many of them are drawn."""

    key: str
    label: Text
    coins: int | None
    fan: int
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Player:
    """How a player stands. ``doing``: in this phase; ``gap``: to whoever leads, None where all are level."""

    total: int
    doing: Text | None
    gap: Text | None
    leads: bool


@dataclass(frozen=True, slots=True)
class Board:
    """Everything the big screen draws while the game goes on."""

    track: tuple[RoundSpace, ...]
    rows: tuple[Row, ...]
    players: tuple[Player, ...]


def board_of(state: State) -> Board:
    """What the big screen draws of a state."""
    result = score(sheet_of(state))
    totals = [player.total for player in result.players]
    return Board(
        track=tuple(_space(state, number) for number in range(1, ROUNDS + 1)),
        rows=tuple(_row(state, result, index) for index in range(len(CATEGORIES))),
        players=tuple(
            Player(total, _doing(state, Seat(seat)), _gap(totals, seat), total == max(totals) > min(totals))
            for seat, total in enumerate(totals)
        ),
    )


def _space(state: State, number: int) -> RoundSpace:
    over = state.phase == "scoring" or state.ending.over
    when: Literal["past", "now", "next"] = "past" if over or number < state.round else "next"
    if number == state.round and not over:
        when = "now"
    lying = coins_dropped(len(state.columns), number - 1) if when == "next" else 0
    return RoundSpace(number, when, lying, state.phase == "preparing" and number == state.round + 1)


def _row(state: State, result: Result, index: int) -> Row:
    lines = [player.lines[index] for player in result.players]
    key = lines[0].key
    most = max(line.points for line in lines)
    shared = all(line.points == most for line in lines)
    coins = state.coins[list(COMPANIES).index(key)] if key in COMPANIES else None
    cells = tuple(
        Cell(line.points, None if coins is None else column.shares(key), line.points == most > 0 and not shared)
        for line, column in zip(lines, state.columns, strict=True)
    )
    return Row(key, lines[0].label, coins, min(coins or 0, FAN), cells)


def _doing(state: State, seat: Seat) -> Text | None:
    if seat in state.away:
        return T("away")
    if state.phase == "action":
        if seat == state.turn:
            return T("now")
        return T("phase ended") if seat in state.ended else T("still acting")
    if state.phase == "scoring":
        return T("sheet complete") if seat in state.ending.complete else T("completes the sheet")
    return T("start player") if seat == state.start else None


def _gap(totals: list[int], seat: int) -> Text | None:
    best = max(totals)
    if min(totals) == best:
        return None
    if totals[seat] < best:
        return T("{n} behind", n=best - totals[seat])
    others = [total for other, total in enumerate(totals) if other != seat]
    return T("{n} ahead", n=best - max(others)) if max(others) < best else T("level in front")


def now(state: State) -> Text | None:
    """What the band says while somebody's turn is kept: the words under the names say who else still acts."""
    if state.phase == "action" and state.turn is not None:
        return T("{who} takes one action, or ends the phase.", who=Who(state.turn))
    return None
