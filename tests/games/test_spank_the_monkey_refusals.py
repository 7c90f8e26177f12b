"""Refusals in Spank the Monkey say the rule, or that somebody else's tap was quicker, and what to do instead."""

from __future__ import annotations

from typing import Any

import pytest

from companion.core.refusal import Refused
from companion.core.text import plain
from companion.games.spank_the_monkey import SpankTheMonkey
from companion.games.spank_the_monkey.refusals import seen
from companion.games.spank_the_monkey.state import State
from tests.games.spank_tables import NAMES, after, attack, heights, roll, table

GAME = SpankTheMonkey()
JUNK = {"type": "junk", "seat": 0, "cards": [{"name": "Safe", "height": 1, "strength": 5}]}
ROPE = {"type": "reinforce", "seat": 0, "cards": [{"name": "Rope", "strength": 2}]}
DOG = {"type": "defend", "seat": 1, "cards": [{"name": "Dog", "value": 1}]}
END = {"type": "end_turn", "seat": 0}
ABCD = ((1, 3), (1, 2), (1, 4), (1, 2))


def refused(state: State, entry: dict[str, Any], game: SpankTheMonkey = GAME) -> Refused:
    """The refusal of an entry."""
    with pytest.raises(Refused) as found:
        after(game, state, entry)
    return found.value


def attacked(*more: dict[str, Any]) -> State:
    return after(GAME, table((), ABCD), attack((1, 1), 2), *more)


def falling() -> State:
    return attacked(roll("attack_roll", 5))


@pytest.mark.parametrize(
    ("state", "entry", "words"),
    [
        (table((), (), phase="draw"), JUNK, "Draw first"),
        (table((), (), phase="draw"), END, "Draw first"),
        (table((), ()), {"type": "draw", "seat": 0, "cards": 1}, "You have drawn already"),
        (table((), ()), JUNK, "The build phase is over."),
        (table((), (), phase="build", built=1), JUNK, "One junk card a turn"),
        (table(((1, 1),), (), phase="build", reinforced=1), ROPE, "One reinforcement a turn"),
        (table((), (), phase="build"), ROPE, "no junk in your pile"),
        (table(((10, 1),), (), phase="discard", tried=True), roll("spank", 6), "One try a turn."),
        (table((), ((1, 1),), phase="discard"), attack((1, 0)), "only discarding is left"),
        (table(((9, 1),), ()), roll("spank", 6), "Still 1 below the monkey: too low to spank."),
        (table(((15, 1),), ()), roll("spank", 6), "5 above the monkey is too high"),
        (table((), (), phase="monkey"), END, "only the roll for the monkey is left"),
        (attacked(), attack((1, 0)), "One attack at a time"),
        (attacked(), END, "One attack at a time"),
        (attacked(), {**DOG, "seat": 0}, "Only Bo, who is attacked, may defend."),
        (attacked(DOG), DOG, "You have answered this attack already."),
        (table((), ABCD), DOG, "A defence comes before the roll"),
        (after(GAME, table((), ABCD), attack((1, 1), None, "sneak")), DOG, "A sneak attack without a value"),
        (table((), ABCD), roll("attack_roll", 6), "This attack is entered already."),
        (falling(), END, "C with all above it falls on A"),
        (falling(), JUNK, "C with all above it falls on A"),
        (table((), ABCD), roll("collision_roll", 6), "Nothing falls any more"),
        (
            after(GAME, table((), ABCD, ()), attack((1, 1), 9), roll("attack_roll", 2)),
            roll("collision_roll", 6, 2),
            "Bo",
        ),
    ],
)
def test_a_refusal_says_the_rule(state: State, entry: dict[str, Any], words: str) -> None:
    assert words in plain(refused(state, entry).text, NAMES)


def test_who_is_not_on_turn_is_told_whose_turn_it_is() -> None:
    problem = refused(table((), (), phase="build"), {**JUNK, "seat": 1})
    assert problem.code == "not_your_turn"
    assert "Ann first" in plain(problem.text, NAMES)


def test_two_phones_enter_one_collision_once() -> None:
    """Lesson: owner and attacker both tap the die; the second tap is not taken for the next collision."""
    state = falling()
    was = seen(state)
    state = after(GAME, state, {**roll("collision_roll", 3, 1), "was": was})
    problem = refused(state, {**roll("collision_roll", 3, 0), "was": was})
    assert problem.code == "stale"
    assert "entered already. Now: C with all above it falls to the ground" in plain(problem.text)
    again = after(GAME, state, {**roll("collision_roll", 1, 0), "was": seen(state)})
    assert (heights(again)[1], again.falling) == (2, None)


def test_a_roll_for_an_attack_that_was_met_meanwhile_is_told_so() -> None:
    """Lesson: the odds on the attacker's phone were those before the defence."""
    state = attacked()
    was = seen(state)
    state = after(GAME, state, DOG)
    problem = refused(state, {**roll("attack_roll", 2), "was": was})
    assert problem.code == "stale"
    assert plain(problem.text) == (
        "The attack has changed meanwhile: +1 against strength 2: needs 2 or more: 5 in 6 (83 %)."
    )
    assert after(GAME, state, {**roll("attack_roll", 2), "was": seen(state)}).falling is not None


def test_a_corrected_hand_makes_no_other_roll_of_the_one_that_is_due() -> None:
    """What is asked for stays what it is, whatever number is corrected meanwhile."""
    state = attacked()
    corrected = after(GAME, state, {"type": "correct", "counter": "hand:0", "value": 9})
    assert seen(corrected) == seen(state)
    assert after(GAME, corrected, {**roll("attack_roll", 5), "was": seen(state)}).falling is not None


def test_every_roll_that_is_due_has_a_key_of_its_own() -> None:
    keys = [seen(attacked())]
    keys.append(seen(attacked(DOG)))
    keys.append(seen(attacked(roll("attack_roll", 1), attack((1, 1), 2))))
    keys.append(seen(after(GAME, attacked(), {"type": "redirect", "target": [1, 0]})))
    keys.append(seen(falling()))
    keys.append(seen(after(GAME, falling(), roll("collision_roll", 3, 1))))
    assert len(set(keys)) == len(keys)
    assert seen(table((), ABCD)) == ""
