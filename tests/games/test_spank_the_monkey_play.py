"""Spank the Monkey at the table: turns, building, spanks, variants, the draw pile, moves by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.core.accepting import accept
from companion.core.correction import Correct
from companion.core.refusal import Refused
from companion.core.text import Seat, plain
from companion.games.spank_the_monkey import SpankTheMonkey
from companion.games.spank_the_monkey.drawing import must_draw
from companion.games.spank_the_monkey.state import State
from tests.games.spank_tables import NAMES, after, attack, heights, names, parted, playing, roll, table, told

GAME = SpankTheMonkey()
SAFE = {"name": "Safe", "height": 1, "strength": 5}
BUILD = {"type": "junk", "seat": 0, "cards": [SAFE], "category": "furniture"}
ROPE = {"type": "reinforce", "seat": 0, "cards": [{"name": "Rope", "strength": 2}]}
END = {"type": "end_turn", "seat": 0}


@pytest.mark.parametrize("players", range(2, 7))
def test_the_monkey_starts_at_height_14_minus_players_with_five_cards_each(players: int) -> None:
    state = GAME.setup(players)
    assert (state.monkey, state.hands, state.deck) == (14 - players, (5,) * players, 120 - 5 * players)
    guide = " ".join(plain(step) for step in GAME.setup_guide(players))
    assert f"on {14 - players} " in guide
    assert f"{state.deck} cards" in guide


def test_variant_random_start_d6_plus_7() -> None:
    game = playing(start="random")
    state = game.setup(3)
    assert state.monkey is None
    assert {after(game, state, {"type": "monkey_height", "die": [d]}).monkey for d in range(1, 7)} == set(range(8, 14))


def test_a_die_decides_who_starts_and_level_dice_roll_again() -> None:
    state = after(GAME, GAME.setup(3), {"type": "start_roll", "dice": [["0", 5], ["1", 2], ["2", 5]]})
    assert state.turn is None
    assert state.contenders == (0, 2)
    assert GAME.active_seats(state) == {0, 2}
    state = after(GAME, state, {"type": "start_roll", "dice": [["0", 1], ["2", 4]]})
    assert (state.turn, state.phase) == (2, "draw")


def test_play_goes_to_the_left() -> None:
    state = after(GAME, GAME.setup(3), {"type": "start_player", "player": 1})
    for turn in (1, 2, 0, 1):
        assert state.turn == turn
        state = after(GAME, state, {"type": "draw", "seat": turn, "cards": 1}, {"type": "end_turn", "seat": turn})


@pytest.mark.parametrize(
    ("hand", "cards"),
    [
        pytest.param(0, 2, id="2 cards with 4 or fewer in hand: none"),
        pytest.param(4, 2, id="2 cards with 4 or fewer in hand: 4"),
        pytest.param(5, 1, id="else 1: with 5"),
        pytest.param(12, 1, id="else 1: no hand limit"),
    ],
)
def test_draw(hand: int, cards: int) -> None:
    assert must_draw(hand) == cards
    state = table((), (), phase="draw", hands=(hand, 5), deck=40)
    assert f"By the rules {cards}" in told(GAME, state, {"type": "draw", "seat": 0, "cards": 3})
    assert "By the rules" not in told(GAME, state, {"type": "draw", "seat": 0, "cards": cards})
    state = after(GAME, state, {"type": "draw", "seat": 0, "cards": cards})
    assert (state.hands[0], state.deck, state.phase) == (hand + cards, 40 - cards, "build")


def test_cards_played_drawn_and_discarded_are_counted() -> None:
    state = table((), ((2, 3),), phase="draw", deck=50)
    state = after(GAME, state, {"type": "draw", "seat": 0, "cards": 1}, BUILD, ROPE, attack((1, 0), 1))
    assert state.hands == (6 - 3, 5)
    state = after(GAME, state, {"type": "defend", "seat": 1, "cards": [{"name": "Dog", "value": 1}] * 2})
    assert state.hands == (3, 3)
    state = after(GAME, state, roll("attack_roll", 1), {"type": "end_turn", "seat": 0, "discard": 2})
    assert state.hands == (1, 3)


@pytest.mark.parametrize(
    ("state", "entry", "counters"),
    [
        pytest.param(
            table((), (), phase="draw", hands=(4, 5), deck=40),
            {"type": "draw", "seat": 0, "cards": 2},
            {"deck": -2, "hand:0": 2},
            id="the draw pile and the hand",
        ),
        pytest.param(
            table((), (), phase="draw", hands=(98, 5), deck=40),
            {"type": "draw", "seat": 0, "cards": 2},
            {"deck": -2},
            id="a count that stays at the end of its range is no number of the sentence",
        ),
        pytest.param(table((), ()), {"type": "end_turn", "seat": 0, "discard": 2}, {"hand:0": -2}, id="discarding"),
        pytest.param(
            table((), (), hands=(1, 5)), {"type": "end_turn", "seat": 0, "discard": 2}, {}, id="more than were counted"
        ),
        pytest.param(table((), ()), {"type": "take_cards", "player": 1, "cards": 3}, {"deck": -3, "hand:1": 3}),
        pytest.param(table((), ()), {"type": "move_monkey", "height": 4}, {"monkey": -6}, id="the monkey by hand"),
        pytest.param(table((), (), deck=3), {"type": "deck_empty"}, {"deck": -3}, id="empty, whatever was counted"),
    ],
)
def test_a_sentence_names_the_counters_its_numbers_are_about(
    state: State, entry: dict[str, Any], counters: dict[str, int]
) -> None:
    """Every number a sentence names as a counter's is the difference the entry makes to it."""
    telling = accept(GAME, state, *parted(GAME, entry)).telling
    assert {key: by for clause in telling for key, by in clause.by} == counters


@pytest.mark.parametrize("order", [(BUILD, ROPE), (ROPE, BUILD)], ids=["junk first", "reinforcement first"])
def test_build_at_most_one_junk_and_one_reinforcement_in_either_order(order: tuple[Any, Any]) -> None:
    state = after(GAME, table(((3, 2),), (), phase="build"), *order)
    assert state.phase == "attack"
    strengths = [card.full_strength for card in state.piles[0]]
    assert strengths == ([2, 7] if order[0] is BUILD else [4, 5])
    for again in order:
        with pytest.raises(Refused):
            after(GAME, state, again)


def test_no_second_junk_before_the_reinforcement_either() -> None:
    state = after(GAME, table((), (), phase="build"), BUILD)
    assert state.phase == "build"
    with pytest.raises(Refused):
        after(GAME, state, BUILD)


def test_variant_free_building_any_number_of_junk_and_reinforcements_a_turn() -> None:
    game = playing(free_building=True)
    state = after(game, table((), (), phase="build"), BUILD, BUILD, ROPE, BUILD, ROPE, ROPE)
    assert [card.full_strength for card in state.piles[0]] == [5, 7, 9]


@pytest.mark.parametrize("variant", [{}, {"active_monkey": True}, {"free_building": True}])
def test_one_entry_builds_and_ends_the_turn_as_two_would(variant: dict[str, bool]) -> None:
    """Build, then discard up to two: a player who only builds says both with one tap."""
    game, state = playing(**variant), table(((3, 2),), (), phase="build")
    both = {**BUILD, "end": True}
    assert after(game, state, both) == after(game, state, BUILD, END)
    assert told(game, state, both) == f"{told(game, state, BUILD)} {told(game, after(game, state, BUILD), END)}"


def test_building_ends_with_the_first_attack() -> None:
    state = after(GAME, table((), ((2, 3),), phase="build"), attack((1, 0)), roll("attack_roll", 1))
    with pytest.raises(Refused):
        after(GAME, state, BUILD)


def test_the_example_of_the_rules_level_with_the_monkey() -> None:
    """4 players: monkey starts at 10. Pile of heights 3, 4, 3 = 10: level, needs 2-6; fails scared: monkey at 11."""
    game = playing(scared_monkey=True)
    state = table(((3, 1), (4, 1), (3, 1)), (), (), (), monkey=10)
    assert game.setup(4).monkey == 10
    assert heights(state)[0] == 10
    assert game.view(state, Seat(0)).spank_least == 2
    missed = after(game, state, roll("spank", 1))
    assert (missed.monkey, missed.winner, missed.phase) == (11, None, "discard")
    assert "2 needed" in told(game, state, roll("spank", 1))
    assert "climbs to 11" in told(game, state, roll("spank", 1))
    assert after(game, state, roll("spank", 2)).winner == 0


@pytest.mark.parametrize(("above", "least"), [(0, 2), (1, 3), (2, 4), (3, 5), (4, 6)], ids=lambda n: f"{n}")
def test_spank_succeeds_from_the_least_roll_on(above: int, least: int) -> None:
    """Level 2-6; 1 above 3-6; 2 above 4-6; 3 above 5-6; 4 above 6. Success wins at once."""
    state = table(((10 + above, 1),), ())
    for die in range(1, 7):
        ended = after(GAME, state, roll("spank", die))
        assert (ended.winner == 0) == (die >= least)
        outcome = GAME.outcome(ended)
        assert (outcome is not None) == (die >= least)
        assert ("wins" in told(GAME, state, roll("spank", die))) == (die >= least)


@pytest.mark.parametrize(
    ("height", "words"),
    [
        pytest.param(9, "Still 1 below", id="allowed when your height >= the monkey's"),
        pytest.param(15, "too high", id="5 or more above: impossible"),
    ],
)
def test_no_spank_from_here(height: int, words: str) -> None:
    state = table(((height, 1),), ())
    assert words in plain(GAME.view(state, Seat(0)).spank)
    with pytest.raises(Refused):
        after(GAME, state, roll("spank", 6))


def test_decision_one_try_a_turn() -> None:
    state = after(GAME, table(((10, 1),), ((2, 2),)), roll("spank", 1))
    for late in (roll("spank", 6), attack((1, 0)), BUILD):
        with pytest.raises(Refused):
            after(GAME, state, late)
    assert after(GAME, state, END).turn == 1


@pytest.mark.parametrize(
    ("lead", "monkey", "moved"),
    [
        pytest.param(0, 12, 13, id="level sends it 1 up"),
        pytest.param(1, 12, 11, id="from above 1 down"),
        pytest.param(4, 12, 11, id="from 4 above 1 down"),
        pytest.param(0, 25, 25, id="clamped to 25"),
        pytest.param(2, 1, 1, id="clamped to 1"),
    ],
)
def test_variant_scared_monkey(lead: int, monkey: int, moved: int) -> None:
    game = playing(scared_monkey=True)
    state = table(((monkey + lead, 1),), (), monkey=monkey)
    assert after(game, state, roll("spank", 1)).monkey == moved
    assert after(GAME, state, roll("spank", 1)).monkey == monkey
    assert ("as far as it can go" in told(game, state, roll("spank", 1))) == (moved == monkey)


@pytest.mark.parametrize(
    ("die", "monkey", "moved"),
    [(1, 10, 9), (2, 10, 10), (5, 10, 10), (6, 10, 11), (1, 1, 1), (6, 25, 25)],
    ids=["1: 1 down", "2: stays", "5: stays", "6: one up", "clamped at 1", "clamped at 25"],
)
def test_variant_active_monkey_after_every_turn_roll(die: int, monkey: int, moved: int) -> None:
    game = playing(active_monkey=True)
    state = after(game, table((), (), monkey=monkey), END)
    assert (state.turn, state.phase) == (0, "monkey")
    state = after(game, state, roll("monkey_roll", die))
    assert (state.monkey, state.turn, state.phase) == (moved, 1, "draw")


@pytest.mark.parametrize(
    ("option", "deck", "cards", "over"),
    [
        pytest.param("drawn", 2, 2, True, id="Decision: at the moment the last card is drawn"),
        pytest.param("drawn", 3, 2, False, id="one card is left"),
        pytest.param("drawn", 1, 2, True, id="two to draw, one there"),
        pytest.param("needed", 2, 2, False, id="table option: the last card may be drawn"),
        pytest.param("needed", 1, 2, True, id="table option: when somebody must draw and cannot"),
        pytest.param("needed", 0, 1, True, id="table option: nothing left to draw"),
    ],
)
def test_deck_empty_the_monkey_wins(option: str, deck: int, cards: int, over: bool) -> None:
    game = playing(deck_empty=option)
    state = table((), (), phase="draw", deck=deck)
    entry = {"type": "draw", "seat": 0, "cards": cards}
    state_after = after(game, state, entry)
    assert (game.outcome(state_after) is not None) == over
    assert ("the monkey wins" in told(game, state, entry)) == over
    if over:
        assert game.outcome(state_after).winners == ()
        assert game.active_seats(state_after) == frozenset()


def test_the_table_sees_the_draw_pile_empty_before_the_count_does_and_can_take_it_back() -> None:
    state = after(GAME, table((), (), deck=3), {"type": "deck_empty"})
    assert state.monkey_won
    with pytest.raises(Refused):
        after(GAME, state, END)
    state = after(GAME, state, {"type": "go_on", "deck": 4}, END)
    assert (state.deck, state.turn) == (4, 1)
    needed = playing(deck_empty="needed")
    state = after(needed, table((), (), deck=3), {"type": "deck_empty"})
    assert (state.monkey_won, state.deck) == (False, 0)


def test_special_cards_are_played_by_anybody_at_any_time() -> None:
    special = {"type": "special", "seat": 1, "cards": [{"name": "Banana"}], "effect": "The monkey climbs"}
    state = table((), ((2, 2),))
    assert "Bo plays Banana. Effect: The monkey climbs" in told(GAME, state, special)
    for now in (state, after(GAME, state, attack((1, 0)))):
        assert after(GAME, now, special).hands == (now.hands[0], now.hands[1] - 1)


def test_junk_moves_with_its_reinforcements_within_and_between_piles() -> None:
    state = after(GAME, table(((3, 2),), ((1, 1), (2, 2)), phase="build"), ROPE)
    state = after(GAME, state, {"type": "move_junk", "junk": [0, 0], "to": [1, 1]})
    assert heights(state) == [0, 6]
    assert names(state, 1) == "AAB"
    assert state.piles[1][1].full_strength == 4
    state = after(GAME, state, {"type": "move_junk", "junk": [1, 1], "to": [1, 3]})
    assert [card.full_strength for card in state.piles[1]] == [1, 2, 4]


@pytest.mark.parametrize(
    ("junk", "to", "left", "words"),
    [
        pytest.param([0, 0], [0, 2], "BAC", "A (height 1, strength 1) moves within the pile of Ann: on B.", id="on B"),
        pytest.param([0, 0], [0, 3], "BCA", "moves within the pile of Ann: on top, on C.", id="on top, on C"),
        pytest.param([0, 2], [0, 0], "CAB", "moves within the pile of Ann: on the ground.", id="on the ground"),
        pytest.param([0, 2], [0, 1], "ACB", "moves within the pile of Ann: on A.", id="on A"),
        pytest.param([0, 1], [0, 1], "ABC", "B (height 1, strength 1) of Ann stays where it is.", id="below itself"),
        pytest.param([0, 1], [0, 2], "ABC", "B (height 1, strength 1) of Ann stays where it is.", id="onto itself"),
    ],
)
def test_junk_moves_within_its_pile_into_the_gap_that_is_named(
    junk: list[int], to: list[int], left: str, words: str
) -> None:
    """The gap is one of the pile as it lies before the move, and the sentence says which."""
    state = table(((1, 1), (1, 1), (1, 1)), ())
    entry = {"type": "move_junk", "junk": junk, "to": to}
    assert words in told(GAME, state, entry)
    assert names(after(GAME, state, entry), 0) == left


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        ({"type": "move_junk", "junk": [0, 0], "to": [1, 1]}, "to that of Bo: on D."),
        ({"type": "move_junk", "junk": [0, 0], "to": [1, 2]}, "to that of Bo: on top, on E."),
        ({"type": "put_junk", "to": [1, 0], "cards": [SAFE]}, "comes into the pile of Bo: on the ground."),
    ],
)
def test_what_comes_into_a_pile_is_told_with_its_place(entry: dict[str, Any], words: str) -> None:
    lying = table(((1, 1),), ((1, 1), (1, 1)))
    named = tuple(replace(card, name=name) for card, name in zip(lying.piles[1], "DE", strict=True))
    assert words in told(GAME, replace(lying, piles=(lying.piles[0], named)), entry)


def test_by_hand_says_so_with_its_reason_and_the_new_heights() -> None:
    state = table(((3, 2),), ((1, 1),))
    entry = {"type": "move_junk", "junk": [0, 0], "to": [1, 0], "reason": "Magnet"}
    assert told(GAME, state, entry) == (
        "By hand: A (height 3, strength 2) goes from the pile of Ann to that of Bo: on the ground. Reason: Magnet "
        "Ann: height 0 instead of 3. Bo: height 4 instead of 1."
    )


@pytest.mark.parametrize(
    ("entry", "check"),
    [
        ({"type": "move_monkey", "height": 25}, lambda s: s.monkey == 25),
        ({"type": "put_junk", "to": [1, 0], "cards": [SAFE]}, lambda s: [j.name for j in s.piles[1]] == ["Safe", "A"]),
        ({"type": "remove_junk", "junk": [0, 0]}, lambda s: names(s, 0) == "B" and s.falling is None),
        ({"type": "remove_junk", "junk": [0, 0], "falls": True}, lambda s: s.falling is not None),
        ({"type": "move_junk", "junk": [0, 0], "to": [1, 1], "falls": True}, lambda s: s.falling.owner == 0),
        (
            {"type": "put_reinforcement", "junk": [0, 0], "cards": [{"name": "Glue", "strength": 3}]},
            lambda s: s.piles[0][0].full_strength == 5,
        ),
        ({"type": "take_cards", "player": 1, "cards": 3}, lambda s: s.hands[1] == 8 and s.deck == 107),
        ({"type": "turn_to", "player": 1}, lambda s: s.turn == 1 and s.phase == "draw"),
    ],
)
def test_a_card_beats_the_rules_so_anything_is_moved_by_hand(entry: dict[str, Any], check: Any) -> None:
    state = table(((3, 2), (2, 4)), ((1, 1),))
    assert told(GAME, state, entry).startswith("By hand: ")
    assert check(after(GAME, state, entry))


def test_one_of_several_reinforcements_is_taken_away() -> None:
    glue = {"type": "put_reinforcement", "junk": [0, 0], "cards": [{"name": "Glue", "strength": 3}]}
    state = after(GAME, table(((3, 2),), (), phase="build"), ROPE, glue)
    assert state.piles[0][0].full_strength == 7
    left = after(GAME, state, {"type": "remove_reinforcement", "junk": [0, 0], "which": 1})
    assert [card.name for card in left.piles[0][0].reinforcements] == ["Glue"]
    again = {"type": "remove_reinforcement", "junk": [0, 0], "which": 2}
    with pytest.raises(Refused):
        after(GAME, left, again)
    other = after(GAME, left, {"type": "put_junk", "to": [1, 0], "cards": [SAFE]})
    two = after(GAME, other, {"type": "put_reinforcement", "junk": [1, 0], "cards": [{"name": "Tape", "strength": 1}]})
    two = after(GAME, two, {"type": "put_reinforcement", "junk": [1, 0], "cards": [{"name": "Tape", "strength": 1}]})
    with pytest.raises(Refused) as refused:
        after(GAME, two, again)
    assert "Choose 1 to 1" in plain(refused.value.text)


def test_height_strength_monkey_hand_and_deck_are_corrected_with_a_reason() -> None:
    state = table(((3, 2),), ())
    for counter, value in (("height:0:1", 5), ("strength:0:1", 7), ("monkey", 1), ("hand:1", 9), ("deck", 0)):
        state = accept(GAME, state, None, Correct(counter=counter, value=value, reason="misread")).state
    junk = state.piles[0][0]
    assert (junk.height, junk.strength, state.monkey, state.hands[1], state.deck) == (5, 7, 1, 9, 0)
    assert not state.monkey_won


@pytest.mark.parametrize(
    ("entry", "learnt"),
    [
        (BUILD, {"junk": {"Safe": {"height": 1, "strength": 5, "category": "furniture"}}}),
        (ROPE, {"reinforcements": {"Rope": {"strength": 2}}}),
        (attack((1, 0), 3), {"attacks": {"Brick": {"kind": "throwing", "modifier": 3}}}),
        ({"type": "defend", "seat": 1, "cards": [{"name": "Dog", "value": 2}]}, {"defences": {"Dog": {"value": 2}}}),
        ({"type": "special", "seat": 1, "cards": [{"name": " Banana "}]}, {"specials": {"Banana": {}}}),
        (roll("spank", 3), {}),
    ],
)
def test_printed_numbers_are_remembered_by_name_in_the_box_profile(entry: Any, learnt: dict[str, Any]) -> None:
    state = table((), ())
    _, action = parted(GAME, entry)
    assert GAME.learns(state, action) == learnt
    again = SpankTheMonkey.open({}, learnt)
    assert again.learns(state, action) == {}
    for kind, cards in learnt.items():
        assert [card.name for card in again.view(state, Seat(0)).known[kind]] == list(cards)


def test_a_sneak_attack_without_a_value_forgets_a_value_entered_before() -> None:
    game = SpankTheMonkey.open({}, {"attacks": {"Brick": {"kind": "sneak", "modifier": 4}}})
    _, action = parted(game, attack((1, 0), None, "sneak"))
    assert game.learns(table((), ()), action) == {"attacks": {"Brick": {"kind": "sneak", "modifier": None}}}


def test_a_box_profile_of_another_shape_is_passed_over() -> None:
    box = {
        "junk": {"Safe": {"height": 999, "strength": 1}, "Box": "?", "Tub": {"height": 2, "strength": 3}},
        "attacks": 7,
    }
    known = SpankTheMonkey.open({}, box).view(table((), ()), Seat(0)).known
    assert [card.name for card in known["junk"]] == ["Tub"]
    assert known["attacks"] == ()


def test_there_is_no_score_sheet() -> None:
    assert GAME.sheet_type is None
    assert GAME.sheet(table((), ())) is None
    with pytest.raises(Refused):
        GAME.score(None)


def test_who_spanks_the_monkey_is_the_outcome_in_a_sentence() -> None:
    outcome = GAME.outcome(replace(table((), ()), winner=Seat(1)))
    assert outcome is not None
    assert (outcome.winners, outcome.losers) == ((1,), ())
    assert plain(outcome.sentence, NAMES) == "Bo spanks the monkey and wins."


@pytest.mark.parametrize(
    ("phase", "words", "done"),
    [
        ("draw", "Turn of Ann · Draw", 0),
        ("build", "Turn of Ann · Build", 1),
        ("attack", "Turn of Ann · Attack or spank", 2),
        ("discard", "Turn of Ann · Discard", 4),
        ("monkey", "Turn of Ann · The monkey moves", 5),
    ],
)
def test_turns_have_five_phases(phase: str, words: str, done: int) -> None:
    stage = GAME.stage(table((), (), phase=phase))
    assert (plain(stage.text, NAMES), stage.done, stage.of) == (words, done, 5)


def test_a_pile_takes_60_junk_cards_and_then_says_so() -> None:
    """Nothing grows without end: a full pile offers no building and takes nothing by hand."""
    card = {"type": "put_junk", "to": [0, 0], "cards": [SAFE]}
    state = table((), (), phase="build")
    for _ in range(60):
        state = after(GAME, state, card)
    assert len(state.piles[0]) == 60
    for entry in (card, BUILD):
        with pytest.raises(Refused):
            after(GAME, state, entry)
    assert after(GAME, state, {**card, "to": [1, 0]}).piles[1]
