"""Tables of Spank the Monkey set up in a line: piles, monkey, whose turn."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.core.accepting import accept
from companion.core.codec import action_from_json
from companion.core.text import Seat, plain
from companion.games.spank_the_monkey import SpankTheMonkey
from companion.games.spank_the_monkey.options import Options
from companion.games.spank_the_monkey.pile import Junk, Reinforcement, height_of
from companion.games.spank_the_monkey.state import State

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo")
LETTERS = "ABCDEFGHIJKL"


def playing(**options: Any) -> SpankTheMonkey:
    """The game with these options, the others at their default."""
    return SpankTheMonkey(Options(**options))


def junk(number: int, name: str, height: int, strength: int, *ropes: int) -> Junk:
    """A junk card; ``ropes`` are the strengths of its reinforcements."""
    return Junk(number, name, height, strength, "", tuple(Reinforcement("Rope", rope) for rope in ropes))


def table(*piles: tuple[tuple[int, int], ...], monkey: int = 10, phase: Any = "attack", **more: Any) -> State:
    """The turn of seat 0: piles of (height, strength) from bottom to top, their junk named A, B, C in each pile."""
    numbers = iter(range(1, 100))
    built = tuple(
        tuple(junk(next(numbers), LETTERS[index], *card) for index, card in enumerate(pile)) for pile in piles
    )
    fresh = SpankTheMonkey().setup(len(piles))
    state = replace(fresh, piles=built, monkey=monkey, phase=phase, turn=Seat(0), next_id=100)
    return replace(state, **more)


def after(game: SpankTheMonkey, state: State, *plays: dict[str, Any]) -> State:
    """The state after entries; ``seat`` stands inside each (absent: the table)."""
    for entry in plays:
        seat, action = parted(game, entry)
        state = accept(game, state, seat, action).state
    return state


def parted(game: SpankTheMonkey, entry: dict[str, Any]) -> tuple[Seat | None, Any]:
    """An entry as seat and action."""
    action = action_from_json(game, {key: value for key, value in entry.items() if key != "seat"})
    seat = entry.get("seat")
    return (None if seat is None else Seat(seat)), action


def told(game: SpankTheMonkey, state: State, entry: dict[str, Any]) -> str:
    """The sentence of an entry, in English."""
    return " ".join(plain(clause.text, NAMES) for clause in accept(game, state, *parted(game, entry)).telling)


def names(state: State, seat: int) -> str:
    """The junk of a pile from bottom to top, as a word."""
    return "".join(card.name for card in state.piles[seat])


def heights(state: State) -> list[int]:
    """How high everybody stands."""
    return [height_of(pile) for pile in state.piles]


def attack(target: tuple[int, int], modifier: int | None = 0, kind: str = "throwing", seat: int = 0) -> dict[str, Any]:
    """An attack as it is posted."""
    card = {"name": "Brick"} if modifier is None else {"name": "Brick", "modifier": modifier}
    return {"type": "attack", "seat": seat, "kind": kind, "cards": [card], "target": list(target)}


def roll(kind: str, die: int, seat: int = 0) -> dict[str, Any]:
    """A roll as it is posted."""
    return {"type": kind, "seat": seat, "die": [die]}
