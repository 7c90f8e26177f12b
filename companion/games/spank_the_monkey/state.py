"""The state of a Spank the Monkey table: piles, monkey, turn, and what is under way."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from companion.core.text import Seat, T, Text
from companion.games.spank_the_monkey.pile import Junk, Pile, height_of, index_of

MONKEY_LOW, MONKEY_HIGH = 1, 25
DECK = 120
DECK_HIGH = 200
HAND = 5
HAND_HIGH = 99

Phase = Literal["height", "starter", "draw", "build", "attack", "discard", "monkey"]
PHASES: dict[Phase, Text] = {
    "height": T("Where the monkey starts"),
    "starter": T("Who starts"),
    "draw": T("Draw"),
    "build": T("Build"),
    "attack": T("Attack or spank"),
    "discard": T("Discard"),
    "monkey": T("The monkey moves"),
}
Kind = Literal["hand", "throwing", "sneak"]
KINDS: dict[str, Text] = {
    "hand": T("Hand attack"),
    "throwing": T("Throwing attack"),
    "sneak": T("Sneak attack"),
}


@dataclass(frozen=True, slots=True)
class Pending:
    """An attack that has been declared and not yet rolled. ``modifier`` None: a sneak attack without a value.

    ``number`` counts the attacks of the game; ``junk`` is the target's id, in the pile of ``owner``; ``defences``: name
    and value; ``answered``: the owner has said whether to defend; ``added``: name and value of cards that change the roll.
    """

    number: int
    attacker: Seat
    owner: Seat
    junk: int
    kind: str
    card: str
    modifier: int | None
    defences: tuple[tuple[str, int], ...] = ()
    answered: bool = False
    added: tuple[tuple[str, int], ...] = ()

    @property
    def parts(self) -> tuple[int, ...]:
        """What is added to the die, card by card: the attack, what was added to it, all defences together."""
        defence = sum(value for _, value in self.defences)
        return (self.modifier or 0, *(value for _, value in self.added), -defence)

    @property
    def bonus(self) -> int:
        """What is added to the die."""
        return sum(self.parts)


@dataclass(frozen=True, slots=True)
class Falling:
    """A block in the air: ``junk`` is the id of its lowest junk, in the pile of ``owner``.

    ``number`` counts the collisions of the game.
    """

    number: int
    owner: Seat
    junk: int


@dataclass(frozen=True, slots=True)
class State:
    """Everything the table knows. ``hands`` are counted, not seen; ``winner`` and ``monkey_won``: how it ended.

    ``contenders``: who is still throwing to start, away or not; ``built`` and ``reinforced``: cards of this turn's build;
    ``attacks`` and ``falls``: how many were declared, and collisions came up, so far; ``next_id``: of the next junk card that comes into play; ``away``: who is
    passed over. ``turn`` is away only while the roll for the monkey is due.
    """

    piles: tuple[Pile, ...]
    hands: tuple[int, ...]
    deck: int
    monkey: int | None
    phase: Phase
    contenders: tuple[Seat, ...]
    turn: Seat | None = None
    built: int = 0
    reinforced: int = 0
    tried: bool = False
    attacks: int = 0
    falls: int = 0
    attack: Pending | None = None
    falling: Falling | None = None
    winner: Seat | None = None
    monkey_won: bool = False
    next_id: int = 1
    away: frozenset[Seat] = frozenset()

    @property
    def over(self) -> bool:
        return self.monkey_won or self.winner is not None

    @property
    def seats(self) -> tuple[Seat, ...]:
        return tuple(Seat(seat) for seat in range(len(self.piles)))

    @property
    def throwing(self) -> tuple[Seat, ...]:
        """Who still throws to start and is not away."""
        return tuple(seat for seat in self.contenders if seat not in self.away)

    @property
    def here(self) -> tuple[Seat, ...]:
        """Who is not away."""
        return tuple(seat for seat in self.seats if seat not in self.away)


def height(state: State, seat: int) -> int:
    """How high a seat stands."""
    return height_of(state.piles[seat])


def lead(state: State, seat: int) -> int:
    """How far above the monkey a seat stands; negative below it."""
    return height(state, seat) - (state.monkey or 0)


def target_index(state: State, attack: Pending) -> int:
    """Where the attacked junk lies in its pile. `settled` keeps it there as long as the attack lasts."""
    index = index_of(state.piles[attack.owner], attack.junk)
    assert index is not None
    return index


def target(state: State, attack: Pending) -> Junk:
    """The junk under attack."""
    return state.piles[attack.owner][target_index(state, attack)]


def falling_index(state: State, falling: Falling) -> int:
    """Where the lowest falling junk lies in its pile: so many junk are under the hole."""
    index = index_of(state.piles[falling.owner], falling.junk)
    assert index is not None
    return index


def with_falling(state: State, owner: Seat, junk: int) -> State:
    """The state with a block in the air whose lowest junk has this id: one more collision."""
    return replace(state, falls=state.falls + 1, falling=Falling(state.falls + 1, owner, junk))


def with_pile(state: State, seat: int, pile: Pile) -> State:
    """The state with another pile for a seat."""
    return replace(state, piles=tuple(pile if s == seat else old for s, old in enumerate(state.piles)))


def junk_at(state: State, place: tuple[int, int]) -> Junk:
    """The junk card at a place, seat and index."""
    return state.piles[place[0]][place[1]]


def with_junk_at(state: State, place: tuple[int, int], junk: Junk) -> State:
    """The state with a junk card in place of the one at ``place``."""
    seat, index = place
    pile = state.piles[seat]
    return with_pile(state, seat, (*pile[:index], junk, *pile[index + 1 :]))


def with_hand(state: State, seat: int, change: int) -> State:
    """The state with more or fewer cards in a hand; a count that would leave its range stays at the end of it."""
    hands = tuple(min(HAND_HIGH, max(0, hand + change)) if s == seat else hand for s, hand in enumerate(state.hands))
    return replace(state, hands=hands)


By = tuple[tuple[str, int], ...]
"""Counters, each with the difference a step makes."""


def hand_by(state: State, seat: int, change: int) -> By:
    """The counter of a hand that gets more or fewer cards; none where its count stays behind, at the end of its range."""
    return ((f"hand:{seat}", change),) if 0 <= state.hands[seat] + change <= HAND_HIGH else ()


def with_monkey(state: State, height: int) -> State:
    """The state with the monkey at a height, always within 1 to 25."""
    return replace(state, monkey=min(MONKEY_HIGH, max(MONKEY_LOW, height)))


def settled(state: State) -> State:
    """Lets an attack follow its target after junk was moved by hand, and ends what has lost its junk."""
    attack, falling = state.attack, state.falling
    if attack is not None:
        owner = next((s for s in state.seats if index_of(state.piles[s], attack.junk) is not None), None)
        attack = None if owner is None else replace(attack, owner=owner)
    if falling is not None and index_of(state.piles[falling.owner], falling.junk) is None:
        falling = None
    return replace(state, attack=attack, falling=falling)


def next_here(state: State, seat: int) -> Seat:
    """The next player to the left who is not away; ``seat`` itself where nobody else is here."""
    seats = len(state.piles)
    left = (Seat((seat + step) % seats) for step in range(1, seats + 1))
    return next((other for other in left if other not in state.away), Seat((seat + 1) % seats))


def awaits_defence(state: State, attack: Pending) -> bool:
    """Whether the player attacked may still defend: nobody else can, and not against an attack without a value."""
    return not attack.answered and attack.modifier is not None and attack.owner not in state.away


def monkey_roller(state: State) -> Seat:
    """Who rolls for the monkey: whose turn ends, or where that player is away the next one."""
    turn = state.turn or Seat(0)
    return next_here(state, turn) if turn in state.away else turn


def thrower(state: State, falling: Falling) -> Seat:
    """Who throws for a collision: the owner of the pile, else whose turn it is, else the next one."""
    return monkey_roller(state) if falling.owner in state.away else falling.owner


def throwers(state: State, falling: Falling) -> frozenset[Seat]:
    """Who may enter the roll for a collision: who throws, and whose turn it is."""
    turn = state.turn
    return frozenset({thrower(state, falling), *(() if turn is None or turn in state.away else (turn,))})
