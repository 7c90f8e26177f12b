"""The score sheet of a pad: numbers by category, in a pad with rounds a list with one for each round played."""

from __future__ import annotations

import msgspec

from companion.core.refusal import Refused, check_range
from companion.core.scoring import Sheet, check_names, numbered
from companion.core.text import T, listed
from companion.games.pad.definition import PadDefinition
from companion.games.pad.entries import Entry, entries
from companion.games.pad.state import State

Number = int | tuple[int, ...]


class Column(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One player's numbers; absent means 0."""

    name: str
    numbers: dict[str, Number] = {}


class PadSheet(Sheet, frozen=True, kw_only=True):
    """The numbers of each player, and those that are the same for everybody.

    ``rounds``: how many were played; 0 in a pad without rounds.
    """

    players: tuple[Column, ...]
    everybody: dict[str, Number] = {}  # noqa: RUF012
    rounds: int = 0


def sheet_of(pad: PadDefinition, state: State) -> PadSheet:
    """The pad as it stands, as a sheet; its players are called 1, 2, 3."""
    asked = entries(pad)
    return PadSheet(
        everybody=_numbers(state, [entry for entry in asked if entry.once], 0),
        players=tuple(
            Column(name, _numbers(state, [entry for entry in asked if not entry.once], seat))
            for seat, name in enumerate(numbered(state.seats))
        ),
        rounds=state.round if pad.rounds else 0,
    )


def _numbers(state: State, asked: list[Entry], seat: int) -> dict[str, Number]:
    found: dict[str, Number] = {}
    for entry in asked:
        if entry.by_round:
            found[entry.key] = tuple(state.number(entry.key, n + 1, seat) for n in range(state.round))
        else:
            found[entry.key] = state.number(entry.key, 1, seat)
    return {key: number for key, number in found.items() if (any(number) if isinstance(number, tuple) else number)}


def check(pad: PadDefinition, sheet: PadSheet) -> None:
    """Refuses what the pad cannot hold, naming the field."""
    check_names(sheet.players, *pad.players)
    if pad.rounds:
        check_range("rounds", sheet.rounds, 1, pad.rounds)
    elif sheet.rounds:
        raise Refused("bad_field", "rounds", T("This pad has no rounds: leave it out."))
    asked = entries(pad)
    _check_numbers(sheet.everybody, [entry for entry in asked if entry.once], "everybody", sheet.rounds)
    own = [entry for entry in asked if not entry.once]
    for index, player in enumerate(sheet.players):
        _check_numbers(player.numbers, own, f"players[{index}].numbers", sheet.rounds)


def _check_numbers(numbers: dict[str, Number], asked: list[Entry], at: str, rounds: int) -> None:
    known = {entry.key: entry for entry in asked}
    for key, number in numbers.items():
        path = f"{at}.{key}"
        if key not in known:
            raise Refused("bad_field", path, T("Choose one of: {choices}", choices=listed(known)))
        entry = known[key]
        if entry.by_round != isinstance(number, tuple) or (isinstance(number, tuple) and len(number) != rounds):
            text = T("A list of {n} belongs here.", n=rounds) if entry.by_round else T("Here belongs one whole number.")
            raise Refused("bad_field", path, text)
        for index, value in enumerate(number if isinstance(number, tuple) else (number,)):
            check_range(f"{path}[{index}]" if entry.by_round else path, value, entry.low, entry.high)
