"""Attacks and collapses in Spank the Monkey: who reaches what, what a roll does, what falls on what."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.log import Event, Played, Sitting, accepted, opened
from companion.core.refusal import Refused
from companion.core.text import Seat, plain
from companion.games.spank_the_monkey import SpankTheMonkey
from companion.games.spank_the_monkey.aiming import aim, best_aim, targets
from companion.games.spank_the_monkey.collisions import impact, outlook
from companion.games.spank_the_monkey.odds import expected
from companion.games.spank_the_monkey.pile import height_of, in_hand_reach, why_hand
from tests.games.spank_tables import after, attack, heights, junk, names, parted, playing, roll, table, told

GAME = SpankTheMonkey()
PILE = ((3, 2), (4, 5), (1, 3))
"""A spans 1 to 3, B 4 to 7, C 8."""


@pytest.mark.parametrize(
    ("height", "reached"),
    [
        pytest.param(0, 0, id="an attacker with no junk reaches only the bottom junk"),
        pytest.param(1, 0, id="the lowest height of A"),
        pytest.param(3, 0, id="the upper edge of A still counts"),
        pytest.param(4, 1, id="just above A: B"),
        pytest.param(7, 1, id="the upper edge of B"),
        pytest.param(8, 2, id="the top"),
        pytest.param(9, None, id="an attacker taller than the target's pile cannot attack it"),
    ],
)
def test_hand_attack_only_the_junk_at_the_attackers_own_height(height: int, reached: int | None) -> None:
    own = ((height, 1),) if height else ()
    state = table(own, PILE)
    assert in_hand_reach(height, state.piles[1], own=False) == reached
    for index in range(3):
        if index == reached:
            assert after(GAME, state, attack((1, index), 0, "hand")).attack is not None
        else:
            with pytest.raises(Refused) as refused:
                after(GAME, state, attack((1, index), 0, "hand"))
            assert refused.value.field == "target" or reached is None
            reason = "on the ground" if not height else f"You stand at {height}"
            assert reached is None or reason in plain(refused.value.text)
    assert plain(why_hand(height, state.piles[1], own=False)).startswith(
        "From the ground" if not height else "You stand"
    )


def test_on_ones_own_pile_a_hand_attack_reaches_the_top() -> None:
    state = table(PILE, ())
    assert targets(state, Seat(0), "hand") == ((0, 2),)


@pytest.mark.parametrize("kind", ["throwing", "sneak"])
def test_throwing_attack_any_junk_of_any_opponent_and_ones_own(kind: str) -> None:
    state = table(((1, 1),), PILE, (), ((2, 2),))
    assert targets(state, Seat(0), kind) == ((0, 0), (1, 0), (1, 1), (1, 2), (3, 0))


@pytest.mark.parametrize(
    ("modifier", "defence", "strength", "hits"),
    [
        pytest.param(2, 1, 5, {4, 5, 6}, id="Attack +2 against strength 5 with a defence of 1: needs d >= 4"),
        pytest.param(6, 0, 2, {2, 3, 4, 5, 6}, id="Attack +6 against strength 2: a natural 1 always fails"),
        pytest.param(0, 0, 7, set(), id="not even a 6"),
        pytest.param(0, -2, 7, {5, 6}, id="a defence card that raises the roll"),
    ],
)
def test_an_attack_is_die_plus_modifier_minus_defences_against_strength(
    modifier: int, defence: int, strength: int, hits: set[int]
) -> None:
    state = after(GAME, table((), ((3, strength),)), attack((1, 0), modifier))
    if defence:
        state = after(GAME, state, {"type": "defend", "seat": 1, "cards": [{"name": "Dog", "value": defence}]})
    shown = GAME.view(state, Seat(0)).attack
    assert shown is not None
    assert shown.least == (min(hits) if hits else None)
    for die in range(1, 7):
        left = after(GAME, state, roll("attack_roll", die))
        assert (heights(left)[1] == 0) == (die in hits)
        assert left.attack is None
        assert ("destroyed" in told(GAME, state, roll("attack_roll", die))) == (die in hits)


def test_strength_is_that_of_the_junk_plus_its_reinforcements_and_all_go_together() -> None:
    state = table((), ())
    state = replace(state, piles=((), (junk(1, "Safe", 3, 2, 2, 1),)))
    state = after(GAME, state, attack((1, 0)))
    assert after(GAME, state, roll("attack_roll", 4)).piles[1][0].full_strength == 5
    assert "with its reinforcements" in told(GAME, state, roll("attack_roll", 5))
    assert after(GAME, state, roll("attack_roll", 5)).piles[1] == ()


def test_only_the_player_attacked_may_defend_before_the_roll() -> None:
    state = after(GAME, table((), PILE, ()), attack((1, 1), 2))
    assert GAME.active_seats(state) == {0, 1}
    for seat in (0, 2):
        with pytest.raises(Refused):
            after(GAME, state, {"type": "defend", "seat": seat})
    answered = after(GAME, state, {"type": "defend", "seat": 1})
    assert GAME.active_seats(answered) == {0}
    with pytest.raises(Refused):
        after(GAME, answered, {"type": "defend", "seat": 1})
    rolled = after(GAME, state, roll("attack_roll", 1))
    with pytest.raises(Refused):
        after(GAME, rolled, {"type": "defend", "seat": 1})


def test_you_may_attack_your_own_pile_and_defend_yourself_too() -> None:
    state = after(GAME, table(PILE, ()), attack((0, 2), 0, "hand"))
    state = after(GAME, state, {"type": "defend", "seat": 0, "cards": [{"name": "Dog", "value": 3}]})
    assert after(GAME, state, roll("attack_roll", 5)).piles == state.piles
    assert names(after(GAME, state, roll("attack_roll", 6)), 0) == "AB"


def test_any_number_of_attacks_one_at_a_time() -> None:
    state = after(GAME, table((), PILE), attack((1, 2), 9))
    with pytest.raises(Refused):
        after(GAME, state, attack((1, 1), 9))
    state = after(GAME, state, roll("attack_roll", 2), attack((1, 1), 9), roll("attack_roll", 2))
    assert names(state, 1) == "A"


def test_a_sneak_attack_without_an_attack_value_cannot_be_met_by_defences_that_change_the_value() -> None:
    state = after(GAME, table((), PILE), attack((1, 2), None, "sneak"))
    assert GAME.active_seats(state) == {0}
    with pytest.raises(Refused):
        after(GAME, state, {"type": "defend", "seat": 1, "cards": [{"name": "Dog", "value": 1}]})
    by_card = {"type": "attack_by_card", "seat": 0}
    assert names(after(GAME, state, {**by_card, "destroyed": True}), 1) == "AB"
    assert names(after(GAME, state, {**by_card, "destroyed": False}), 1) == "ABC"
    assert names(after(GAME, state, roll("attack_roll", 3)), 1) == "AB"


def test_redirecting_and_cancelling_are_entered_by_hand() -> None:
    state = after(GAME, table(((2, 2),), PILE), attack((1, 2), 2))
    called = after(GAME, state, {"type": "call_off", "reason": "Alibi"})
    assert (called.attack, heights(called)) == (None, heights(state))
    back = after(GAME, state, {"type": "redirect", "target": [0, 0]})
    assert back.attack is not None
    assert (back.attack.owner, back.attack.answered) == (0, False)
    assert after(GAME, back, roll("attack_roll", 2)).piles[0] == ()


ABCD = ((1, 3), (1, 2), (1, 4), (1, 2))


def hit_b(*dice: int) -> Any:
    """The pile A 3, B 2, C 4, D 2 of the rules page after B is destroyed and these collision rolls."""
    state = after(GAME, table((), ABCD), attack((1, 1), 5), roll("attack_roll", 2))
    return after(GAME, state, *(roll("collision_roll", die, seat=1) for die in dice))


def test_the_example_of_the_rules_step_by_step() -> None:
    """B is destroyed: C-D falls on A, roll 3: A breaks, C stands; to the ground, 4: C breaks; D falls, 1: D stands."""
    for dice, left, falls in (((), "ACD", True), ((3,), "CD", True), ((3, 4), "D", True), ((3, 4, 1), "D", False)):
        state = hit_b(*dice)
        assert names(state, 1) == left
        assert (state.falling is not None) == falls


@pytest.mark.parametrize(
    ("dice", "left", "falls"),
    [
        pytest.param((2,), "ACD", False, id="nothing breaks: all is still"),
        pytest.param((1,), "ACD", False, id="Decision: a natural 1 has no special meaning in a collision"),
        pytest.param((4,), "D", True, id="both collide and break: the rest falls on what is left, here the ground"),
        pytest.param((4, 2), "", False, id="the last one breaks on the ground: nothing is left"),
        pytest.param((3, 3), "CD", False, id="Decision: on the ground only the block's own lowest junk is tested"),
    ],
)
def test_collisions(dice: tuple[int, ...], left: str, falls: bool) -> None:
    state = hit_b(*dice)
    assert names(state, 1) == left
    assert (state.falling is not None) == falls


def test_if_both_break_the_rest_of_the_block_falls_on_what_is_left() -> None:
    state = table((), ((1, 6), (1, 2), (1, 1), (1, 2), (1, 6)))
    state = after(GAME, state, attack((1, 2), 5), roll("attack_roll", 2), roll("collision_roll", 2, seat=1))
    assert names(state, 1) == "AE"
    shown = GAME.view(state, Seat(1)).fall
    assert shown is not None
    assert (shown.faller, shown.lander) == ("E", "A")


def test_decision_a_top_junk_destroyed_without_anything_above_causes_no_collision() -> None:
    state = after(GAME, table((), PILE), attack((1, 2), 5), roll("attack_roll", 2))
    assert state.falling is None
    assert names(state, 1) == "AB"


def test_reinforcements_count_in_a_collision_and_fall_with_their_junk() -> None:
    """C (3 + 2 reinforced) falls on A: a 4 breaks A only, and C keeps its reinforcement."""
    state = table((), ())
    state = replace(state, piles=((), (junk(1, "A", 1, 4), junk(2, "B", 1, 1), junk(3, "C", 2, 3, 2))))
    state = after(GAME, state, attack((1, 1), 5), roll("attack_roll", 2), roll("collision_roll", 4, seat=1))
    assert [(card.name, card.full_strength) for card in state.piles[1]] == [("C", 5)]
    assert state.falling is not None


def test_the_owner_of_the_pile_rolls_and_whoever_attacked_may_enter_it() -> None:
    state = hit_b()
    assert GAME.active_seats(state) == {0, 1}
    assert "Collision roll of Bo: 3." in told(GAME, state, roll("collision_roll", 3, seat=0))
    assert "A (strength 3) breaks." in told(GAME, state, roll("collision_roll", 3, seat=1))
    assert "C (strength 4) holds." in told(GAME, state, roll("collision_roll", 3, seat=1))
    for entry in (roll("spank", 6), {"type": "end_turn", "seat": 0}, attack((1, 0))):
        with pytest.raises(Refused):
            after(GAME, state, entry)


def test_an_attack_follows_its_target_when_a_card_moves_it() -> None:
    state = after(GAME, table(((2, 2),), PILE), attack((1, 1), 2))
    moved = after(GAME, state, {"type": "move_junk", "junk": [1, 1], "to": [0, 1]})
    assert moved.attack is not None
    assert (moved.attack.owner, moved.attack.junk) == (0, state.attack.junk)
    gone = after(GAME, state, {"type": "remove_junk", "junk": [1, 1]})
    assert gone.attack is None
    assert "lost its target" in told(GAME, state, {"type": "remove_junk", "junk": [1, 1]})


def test_one_block_falls_at_a_time() -> None:
    with pytest.raises(Refused) as refused:
        after(GAME, hit_b(), {"type": "remove_junk", "junk": [1, 0], "falls": True})
    assert "falling already" in plain(refused.value.text)


def test_a_falling_block_that_a_card_takes_away_falls_no_more() -> None:
    state = after(GAME, hit_b(), {"type": "remove_junk", "junk": [1, 1]})
    assert state.falling is None
    assert names(state, 1) == "AD"


def test_the_outlook_of_the_rules_is_told_before_the_roll() -> None:
    """Heights 3, 4, 1, strengths 2, 5, 3, the second destroyed: expected 13/18, shown as 0.7."""
    state = table((), PILE)
    assert expected(outlook(state.piles[1], 1)) == Fraction(13, 18)
    words = told(GAME, state, attack((1, 1), 2))
    assert "+2 against strength 5: needs 3 or more: 4 in 6 (67 %)." in words
    assert "from 8 to 0.7 on average, at worst to 0" in words
    bars = GAME.view(state, Seat(0)).towers[1].junk[1].outlook.bars
    assert [(bar.height, bar.percent) for bar in bars] == [(4, "17"), (1, "5.6"), (0, "78")]


def test_the_best_target_for_a_given_attack() -> None:
    """The one whose attack costs most height on average, the chance to hit included."""
    state = table((), PILE, ((4, 9), (2, 2)))
    every = {place: aim(state, place, 2) for place in targets(state, Seat(0), "throwing")}
    best = best_aim(state, Seat(0), "throwing", 2)
    assert best is not None
    assert best.loss == max(found.loss for found in every.values())
    assert (best.owner, best.index) == (1, 1)
    assert every[1, 1].loss == Fraction(4, 6) * (8 - Fraction(13, 18))
    assert "B of Bo would cost more height" in told(GAME, state, attack((2, 1), 2))
    assert "would cost more" not in told(GAME, state, attack((1, 1), 2))


def test_nothing_is_advised_where_nothing_can_be_destroyed() -> None:
    assert best_aim(table(PILE, ((1, 9),)), Seat(0), "throwing", 0) is None


PILES = st.lists(st.tuples(st.integers(1, 5), st.integers(1, 7)), min_size=1, max_size=7)


@given(PILES, st.data())
def test_every_collapse_ends_and_loses_only_what_breaks(pile: list[tuple[int, int]], data: st.DataObject) -> None:
    """Property: rolled to the end, the pile is what the outlook says is possible, and no junk changes its order."""
    index = data.draw(st.integers(0, len(pile) - 1))
    state = table((), tuple(pile))
    possible = dict(outlook(state.piles[1], index))
    state = after(GAME, state, attack((1, index), 30), roll("attack_roll", 2))
    before = state
    while state.falling is not None:
        die = data.draw(st.integers(1, 6))
        step = impact(state, state.falling, die)
        size = len(state.piles[1])
        state = after(GAME, state, roll("collision_roll", die, seat=1))
        assert len(state.piles[1]) == size - step.faller_breaks - step.lander_breaks
    assert height_of(state.piles[1]) in possible
    kept = [card.id for card in before.piles[1] if card in state.piles[1]]
    assert [card.id for card in state.piles[1]] == kept


@given(PILES, st.integers(0, 30))
def test_a_hand_attack_reaches_one_junk_and_only_in_its_span(pile: list[tuple[int, int]], height: int) -> None:
    """Property: below < own height <= below + dots for the one in reach; none for whoever is taller than the pile."""
    stones = table((), tuple(pile)).piles[1]
    index = in_hand_reach(height, stones, own=False)
    total = height_of(stones)
    if height > total:
        assert index is None
    elif height:
        assert index is not None
        below = height_of(stones[:index])
        assert below < height <= below + stones[index].height
    else:
        assert index == 0


def words(state: Any) -> list[str]:
    """What each face of the next die says it would do, from 1 to 6."""
    return [plain(face.word) for face in GAME.view(state, Seat(0)).faces]


def test_each_face_says_what_it_would_do() -> None:
    """Odds before the roll: a face of the die names its result, and that is what then happens."""
    attacked = after(GAME, table((), ABCD), attack((1, 1), -2))
    assert words(attacked) == ["no damage", "no damage", "no damage", "destroyed", "destroyed", "destroyed"]
    falling = after(GAME, attacked, roll("attack_roll", 4))
    assert words(falling) == ["all holds", "all holds", "A breaks", "both break", "both break", "both break"]
    grounded = after(GAME, falling, roll("collision_roll", 3, seat=1))
    assert words(grounded) == ["all holds"] * 3 + ["C breaks"] * 3
    assert words(table(((12, 1),), ())) == ["missed"] * 3 + ["you win"] * 3
    assert words(table((), (), monkey=1, phase="monkey")) == ["stays"] * 5 + ["one up"]
    assert words(table((), (), phase="monkey")) == ["one down"] + ["stays"] * 4 + ["one up"]
    fresh = playing(start="random").setup(2)
    assert words(fresh) == [f"height {die + 7}" for die in range(1, 7)]


def test_the_best_targets_are_named_beforehand_by_attack_modifier() -> None:
    """A strong pile needs a modifier: +0 and +1 cannot break it, from +2 on it is the best target."""
    state = table((), ((1, 9), (9, 8)), ((2, 3),))
    advice = [a for a in GAME.view(state, Seat(0)).advice if a.kind == "throwing"]
    assert [(a.bonuses, a.target, a.owner) for a in advice] == [
        ("+0 … +2", "A", 2),
        ("+3 … +6", "B", 1),
    ]
    assert [a.loss for a in advice] == ["1.3", "3"]
    assert GAME.view(state, Seat(1)).advice == ()


def test_a_card_without_a_name_is_told_by_its_numbers_and_not_remembered() -> None:
    built = {"type": "junk", "seat": 0, "cards": [{"name": "–", "height": 3, "strength": 5}]}
    state = table((), ((2, 2),), phase="build")
    assert "Ann builds junk (height 3, strength 5): from 0 to 3." in told(GAME, state, built)
    assert GAME.learns(state, parted(GAME, built)[1]) == {}
    state = after(GAME, state, built, attack((0, 0), 1))
    nameless = {**attack((0, 0), 1), "cards": [{"name": "–", "modifier": 1}]}
    state = replace(state, attack=None)
    assert "with an attack card on junk 3/5" in told(GAME, state, nameless)
    state = after(GAME, state, nameless)
    assert "junk 3/5 of Ann is destroyed." in told(GAME, state, roll("attack_roll", 4))


def test_the_newest_entry_stays_in_words_until_the_next() -> None:
    """Every phone and the big screen show what has just been entered, as it was told before: the table keeps it."""
    people = tuple(Sitting(name, "red") for name in ("Ann", "Bo"))
    kept, state = opened(GAME, people), GAME.setup(2)
    build = {"type": "junk", "seat": 0, "cards": [{"name": "Safe", "height": 1, "strength": 5}]}
    for entry in ({"type": "start_player", "player": 0}, {"type": "draw", "seat": 0, "cards": 1}, build):
        words = told(GAME, state, entry)
        played = Played(*parted(GAME, entry))
        kept = accepted(kept, Event(kept.seq + 1, "2026-01-01T00:00:00Z", 1, "hand", None, played))
        assert " ".join(plain(clause.text, kept.names) for clause in kept.entries[-1].telling) == words
        state = after(GAME, state, entry)
    assert kept.state == state
