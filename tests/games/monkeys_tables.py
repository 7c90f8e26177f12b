"""Tables of Monkeys on the Moon in the middle of a game, for tests: set up in a few words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.core.accepting import accept
from companion.core.codec import action_from_json, options_from_json
from companion.core.correction import Correct
from companion.core.log import Event, Table
from companion.core.text import Seat, plain
from companion.games.monkeys_on_the_moon import MonkeysOnTheMoon
from companion.games.monkeys_on_the_moon.favour import COINS_OF_A_TRIBE, Favours
from companion.games.monkeys_on_the_moon.ships import Corner, Monkey, Ship
from companion.games.monkeys_on_the_moon.state import Evening
from companion.games.monkeys_on_the_moon.tribes import ORDER, index

GIVEN_RING = ("black", "brown", "purple", "green", "red", "blue")
"""The ring of the worked examples, clockwise."""

BOX: dict[str, Any] = {
    "track_length": 20,
    "dotted": [4, 9],
    "rank_points": {"5": [3, 2], "6": [2, 1]},
    "ships": {"red": [{"capacity": 3, "points": 4}]},
}
NAMES = ("Ann", "Bo", "Cy", "Di", "Ed")


def game(seats: int = 3, box: Mapping[str, Any] | None = None, **options: Any) -> MonkeysOnTheMoon:
    """A game with these options and, unless another is given, the box profile above."""
    chosen = options_from_json(MonkeysOnTheMoon, options, seats)
    return MonkeysOnTheMoon.open(chosen, BOX if box is None else box)


def coins(**counts: int) -> tuple[int, ...]:
    """Coins by tribe; tribes left out have none."""
    return tuple(counts.get(tribe, 0) for tribe in ORDER)


def favours(*own: tuple[int, ...], in_box: int = 0, scorn: Mapping[str, int] | None = None) -> Favours:
    """These coins of the seats, whatever is left of seven on the tribe cards, and who holds which scorn."""
    on_cards = tuple(COINS_OF_A_TRIBE - in_box - sum(counts[at] for counts in own) for at in range(6))
    held = scorn or {}
    return Favours(own, on_cards, tuple(Seat(held[tribe]) if tribe in held else None for tribe in ORDER))


def started(of: MonkeysOnTheMoon, seats: int, ships: tuple[Ship, ...] | None = None) -> Evening:
    """A table that is set up: the ring of the examples, the moonstone with seat 0, everybody's first ship."""
    state: Any = of.setup(seats)
    state = play(of, state, None, type="ring", tribes=list(GIVEN_RING))
    state = play(of, state, None, type="moonstone", player=0)
    for seat in range(seats):
        ship = ships[seat] if ships else Ship(ORDER[seat], 3, 4)
        state = play(of, state, seat, type="take_ship", color=ship.color, capacity=ship.capacity, points=ship.points)
    assert isinstance(state, Evening)
    return state


def play(of: MonkeysOnTheMoon, state: Any, seat: int | None, **action: Any) -> Any:
    """The state after an action that somebody asks for."""
    return accept(of, state, None if seat is None else Seat(seat), action_from_json(of, action)).state


def told(of: MonkeysOnTheMoon, state: Any, seat: int | None, **action: Any) -> list[str]:
    """What the action says, in English."""
    step = accept(of, state, None if seat is None else Seat(seat), action_from_json(of, action))
    return [plain(clause.text, NAMES) for clause in step.telling]


def with_corner(state: Evening, seat: int, **changes: Any) -> Evening:
    """The state with something else in front of a player."""
    corners: list[Corner] = list(state.corners)
    corners[seat] = replace(corners[seat], **changes)
    return replace(state, corners=tuple(corners))


def monkeys(*cards: tuple[str, int]) -> tuple[Monkey, ...]:
    return tuple(Monkey(tribe, number) for tribe, number in cards)


def coins_of(state: Evening, seat: int, tribe: str) -> int:
    return state.favours.coins[seat][index(tribe)]


def assert_conserved(state: Evening) -> None:
    """Coins per tribe are conserved, a scorn card has one holder, there are 42 monkeys and 18 ships."""
    for at, tribe in enumerate(ORDER):
        players = [counts[at] for counts in state.favours.coins]
        assert min(players) >= 0
        assert state.favours.cards[at] >= 0
        assert sum(players) + state.favours.cards[at] + state.in_box == COINS_OF_A_TRIBE, tribe
        holder = state.favours.scorn[at]
        assert holder is None or 0 <= holder < state.seats
        assert state.seen(tribe) <= 7
    if state.phase != "levels":
        with_players = sum(corner.ship is not None for corner in state.corners)
        kept = sum(len(corner.full) for corner in state.corners)
        not_yet = len(state.without_first_ship)
        assert state.pool + state.pile + with_players + kept + not_yet == 18
    for corner in state.corners:
        if corner.ship is not None:
            assert len(corner.aboard) < corner.ship.capacity


OF = game()
RICH = coins(red=1, green=1, blue=1)
TEACH: dict[str, Any] = {"type": "teach", "card": "red", "number": 2, "tribe": "red"}
RED_4: dict[str, Any] = {"type": "pick", "tribe": "red", "number": 4}


def bidding(*own: tuple[int, ...], phase: str = "winning") -> Evening:
    """Round 1, everybody has taught; these coins are the players' all."""
    state = started(OF, len(own))
    in_box = {2: 2, 3: 1}.get(len(own), 0)
    return replace(state, phase=phase, turn=0, favours=favours(*own, in_box=in_box))  # type: ignore[arg-type]


def away(state: Any, seat: int, gone: bool = True, of: MonkeysOnTheMoon = OF) -> tuple[Any, list[str]]:
    """The state with a seat away, or back, and what follows in English."""
    step = of.with_away(state, Seat(seat), gone)
    return step.state, [plain(clause.text, NAMES) for clause in step.telling]


def corrected(state: Any, key: str, value: int, of: MonkeysOnTheMoon = OF) -> tuple[Any, list[str]]:
    """The state with a counter corrected as somebody asks for it, and what is said about it."""
    step = accept(of, state, None, Correct(counter=key, value=value))
    return step.state, [plain(clause.text, NAMES) for clause in step.telling]


def values(state: Any, of: MonkeysOnTheMoon = OF) -> dict[str, int]:
    """Every counter with its value."""
    return {counter.key: counter.value for counter in of.counters(state)}


def event(table: Table[Any], change: Any) -> Event:
    """The next event of a table."""
    return Event(table.seq + 1, "", 1, "hand", None, change)
