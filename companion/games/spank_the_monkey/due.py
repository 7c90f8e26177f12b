"""What the pages say of the roll that is due: the attack or the collision, and what each face would do."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.game import Tone
from companion.core.text import Seat, T, Text
from companion.games.spank_the_monkey import aiming, collisions, monkey, odds
from companion.games.spank_the_monkey.pile import height_of
from companion.games.spank_the_monkey.state import (
    KINDS,
    Falling,
    Pending,
    State,
    awaits_defence,
    falling_index,
    target,
    target_index,
    thrower,
    with_monkey,
)
from companion.games.spank_the_monkey.towers import Outlook, hit_outlook, outlook_of
from companion.games.spank_the_monkey.wording import chance_words, falling_words, signed


@dataclass(frozen=True, slots=True)
class ShownAttack:
    """The attack that is to be rolled: its least roll (None: impossible, or up to the card) and the outlook of a hit.

    ``changes``: name and value of every card that changes the roll; ``awaited``: the player attacked may still defend.
    """

    attack: Pending
    kind: Text
    target: Text | str
    strength: int
    bonus: str
    least: int | None
    chance: Text | None
    changes: tuple[tuple[str, str], ...]
    awaited: bool
    outlook: Outlook


@dataclass(frozen=True, slots=True)
class ShownFall:
    """The collision that is to be rolled: strengths of what touches (lander None: the ground), and the outlook."""

    thrower: Seat
    sentence: Text
    faller: Text | str
    faller_strength: int
    lander: Text | str | None
    lander_strength: int | None
    outlook: Outlook


@dataclass(frozen=True, slots=True)
class Face:
    """A face of the die that is rolled next, and in a word or two what it would do."""

    face: int
    word: Text
    tone: Tone


def shown_attack(state: State, attack: Pending) -> ShownAttack:
    """An attack that is to be rolled."""
    pile, index = state.piles[attack.owner], target_index(state, attack)
    junk = pile[index]
    least = None if attack.modifier is None else odds.attack_needs(attack.bonus, junk.full_strength)
    return ShownAttack(
        attack=attack,
        kind=KINDS[attack.kind],
        target=junk.called,
        strength=junk.full_strength,
        bonus=signed(attack.bonus),
        least=least,
        chance=None if attack.modifier is None else chance_words(least),
        changes=tuple(
            (name, signed(value))
            for name, value in (*attack.added, *((name, -value) for name, value in attack.defences))
        ),
        awaited=awaits_defence(state, attack),
        outlook=hit_outlook(pile, attack.owner, index),
    )


def shown_fall(state: State, falling: Falling) -> ShownFall:
    """A collision that is to be rolled."""
    pile, index = state.piles[falling.owner], falling_index(state, falling)
    lander = pile[index - 1] if index else None
    return ShownFall(
        thrower=thrower(state, falling),
        sentence=falling_words(state, falling),
        faller=pile[index].called,
        faller_strength=pile[index].full_strength,
        lander=None if lander is None else lander.called,
        lander_strength=None if lander is None else lander.full_strength,
        outlook=outlook_of(height_of(pile), collisions.falling_outlook(state, falling)),
    )


def faces_of(state: State) -> tuple[Face, ...]:
    """What each face of the next roll would do."""
    return tuple(Face(face, *_face(state, face)) for face in range(1, odds.SIDES + 1))


def _face(state: State, die: int) -> tuple[Text, Tone]:
    if state.falling is not None:
        hit = collisions.impact(state, state.falling, die)
        if hit.faller_breaks and hit.lander_breaks:
            return T("both break"), "cost"
        if hit.faller_breaks or hit.lander_breaks:
            broken = hit.faller if hit.faller_breaks or hit.lander is None else hit.lander
            return T("{junk} breaks", junk=broken.called), "cost"
        return T("all holds"), "gain"
    if state.attack is not None:
        strength = target(state, state.attack).full_strength
        return (T("destroyed"), "cost") if aiming.hits(state.attack, strength, die) else (T("no damage"), "plain")
    if state.phase == "height":
        return T("height {n}", n=die + monkey.ABOVE_THE_DIE), "plain"
    if state.phase == "monkey":
        moved = (with_monkey(state, (state.monkey or 0) + monkey.move_of(die)).monkey or 0) - (state.monkey or 0)
        return (T("one up") if moved > 0 else T("one down") if moved < 0 else T("stays")), "plain"
    wins = state.turn is not None and monkey.spank_succeeds(state, state.turn, die)
    return (T("you win"), "gain") if wins else (T("missed"), "cost")
