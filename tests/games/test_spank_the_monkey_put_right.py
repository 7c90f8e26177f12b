"""Whatever went wrong at a table of Spank the Monkey is put right: somebody leaves, a number was wrong, a card beats the rules."""

from __future__ import annotations

import random
from dataclasses import fields, replace
from typing import Any

import pytest

from companion.core.accepting import accept, perform
from companion.core.away import SetAway
from companion.core.codec import offer_example
from companion.core.game import Counter
from companion.core.playing_on import PlayedOn
from companion.core.refusal import Refused
from companion.core.text import Seat, Text, plain
from companion.games.spank_the_monkey import SpankTheMonkey
from companion.games.spank_the_monkey.actions import ACTIONS
from companion.games.spank_the_monkey.refusals import seen
from companion.games.spank_the_monkey.state import State
from testkit.playing import entries
from tests.games.spank_tables import NAMES, after, attack, heights, junk, names, parted, playing, roll, table, told

GAME = SpankTheMonkey()
ACTIVE = playing(active_monkey=True)
ABCD = ((1, 3), (1, 2), (1, 4), (1, 2))
DRAW = {"type": "draw", "seat": 0, "cards": 1}
END = {"type": "end_turn", "seat": 0}
DOG = {"type": "defend", "seat": 1, "cards": [{"name": "Dog", "value": 1}]}
ADRENALINE = {"type": "add_to_roll", "seat": 0, "cards": [{"name": "Adrenaline", "value": 2}]}


def away(state: State, *seats: int, game: SpankTheMonkey = GAME) -> State:
    """The state with these seats away."""
    for seat in seats:
        state = perform(game, state, None, SetAway(player=seat)).state
    return state


def back(state: State, seat: int, game: SpankTheMonkey = GAME) -> State:
    return perform(game, state, None, SetAway(player=seat, away=False)).state


def says(state: State, seat: int, game: SpankTheMonkey = GAME) -> str:
    """What the table reads when a seat leaves."""
    telling = perform(game, state, None, SetAway(player=seat)).telling
    return " ".join(plain(clause.text, NAMES) for clause in telling)


def counter(state: State, key: str, game: SpankTheMonkey = GAME) -> Counter:
    return next(found for found in game.counters(state) if found.key == key)


def corrected(state: State, key: str, value: int, game: SpankTheMonkey = GAME) -> State:
    return after(game, state, {"type": "correct", "counter": key, "value": value})


def attacked(*more: dict[str, Any], game: SpankTheMonkey = GAME) -> State:
    """Ann attacks B in Bo's pile A B C D with +2; Cy and Di sit beside."""
    return after(game, table((), ABCD, (), ()), attack((1, 1), 2), *more)


def falling(*more: dict[str, Any]) -> State:
    return attacked(roll("attack_roll", 5), *more)


# Somebody is away


def test_turns_pass_over_whoever_is_away() -> None:
    state = away(table((), (), (), ()), 1, 2)
    assert GAME.offers(state, Seat(1)) == ()
    state = after(GAME, state, END)
    assert (state.turn, state.phase) == (3, "draw")
    state = after(GAME, state, {"type": "draw", "seat": 3, "cards": 1}, {"type": "end_turn", "seat": 3})
    assert state.turn == 0


def test_with_everybody_else_away_the_same_player_goes_on() -> None:
    state = after(GAME, away(table((), (), ()), 1, 2), END)
    assert (state.turn, state.phase, GAME.active_seats(state)) == (0, "draw", {0})


@pytest.mark.parametrize(
    ("phase", "game", "turn", "left", "words"),
    [
        pytest.param("draw", GAME, 1, "draw", "is away and is passed over", id="before the draw: passed over"),
        pytest.param("build", GAME, 1, "draw", "It is the turn of Bo.", id="in the middle: the next turn begins"),
        pytest.param("draw", ACTIVE, 1, "draw", "It is the turn of Bo.", id="active monkey, before the draw: no roll"),
        pytest.param(
            "attack", ACTIVE, 0, "monkey", "The turn of Ann ends here. Bo rolls for the monkey.", id="active monkey"
        ),
        pytest.param("monkey", ACTIVE, 0, "monkey", "Bo rolls for the monkey.", id="only the monkey's roll was left"),
    ],
)
def test_who_leaves_in_their_own_turn_ends_it(
    phase: str, game: SpankTheMonkey, turn: int, left: str, words: str
) -> None:
    start = table((), (), (), phase=phase)
    state = away(start, 0, game=game)
    assert (state.turn, state.phase) == (turn, left)
    assert words in says(start, 0, game)
    assert game.active_seats(state) == {1}
    if left == "monkey":
        state = after(game, state, roll("monkey_roll", 3, 1))
        assert (state.turn, state.phase) == (1, "draw")


def test_the_attack_of_a_player_who_leaves_is_over_and_what_falls_still_falls() -> None:
    state = away(attacked(), 0)
    assert (state.attack, state.turn, heights(state)) == (None, 1, [0, 4, 0, 0])
    assert "The attack of Ann is over without a roll." in says(attacked(), 0)
    state = away(falling(), 0)
    assert state.turn == 1
    state = after(GAME, state, roll("collision_roll", 1, 1), {"type": "draw", "seat": 1, "cards": 1})
    assert (state.falling, state.phase) == (None, "build")


def test_nobody_defends_a_player_who_is_away() -> None:
    assert GAME.active_seats(attacked()) == {0, 1}
    state = away(attacked(), 1)
    assert "Nobody defends Bo now: roll for the attack." in says(attacked(), 1)
    assert GAME.active_seats(state) == {0}
    assert after(GAME, state, roll("attack_roll", 5)).falling is not None
    met = after(GAME, back(state, 1), DOG)
    assert met.attack is not None
    assert met.attack.bonus == 1


def test_for_the_pile_of_a_player_who_is_away_somebody_else_throws() -> None:
    state = away(falling(), 1)
    assert "Ann throws for the collision." in says(falling(), 1)
    assert GAME.active_seats(state) == {0}
    assert "Collision roll of Ann: 3." in told(GAME, state, roll("collision_roll", 3))
    nobody = away(after(GAME, falling(), {"type": "turn_to", "player": 2}), 1)
    assert GAME.active_seats(nobody) == {2}


def test_the_throw_to_start_goes_on_without_whoever_left() -> None:
    state = away(GAME.setup(3), 1)
    assert GAME.active_seats(state) == {0, 2}
    assert after(GAME, state, {"type": "start_roll", "dice": [["0", 5], ["2", 2]]}).turn == 0
    assert GAME.active_seats(back(state, 1)) == {0, 1, 2}
    level = after(GAME, GAME.setup(3), {"type": "start_roll", "dice": [["0", 5], ["1", 2], ["2", 5]]})
    assert GAME.active_seats(back(away(level, 1), 1)) == {0, 2}
    assert away(level, 0).turn == 2
    assert "Cy is the only one left to throw for it, and starts." in says(level, 0)
    placed = away(playing(start="random").setup(2), 1)
    assert (placed.phase, GAME.active_seats(placed)) == ("height", {0})
    placed = after(GAME, placed, {"type": "monkey_height", "die": [3]})
    assert (placed.monkey, placed.turn) == (10, 0)


def test_who_is_back_joins_where_the_table_is() -> None:
    state = after(GAME, away(table((), (), ()), 1), END)
    assert state.turn == 2
    state = after(GAME, back(state, 1), {**DRAW, "seat": 2}, {**END, "seat": 2}, DRAW, END)
    assert state.turn == 1


def test_a_game_that_goes_on_passes_over_who_left_meanwhile() -> None:
    over = after(GAME, table((), (), phase="build", deck=3), {"type": "deck_empty"})
    state = after(GAME, away(over, 0), {"type": "go_on", "deck": 4})
    assert (state.turn, state.phase) == (1, "draw")


# A card beats the rules


def test_a_card_calls_off_a_fall_that_has_begun() -> None:
    """C and D rest on A, and nothing collides; the attack itself is done."""
    state = falling()
    entry = {"type": "stop_fall", "reason": "Cushion"}
    assert told(GAME, state, entry) == (
        "By hand: the fall is called off; C with all above it rests on A. Reason: Cushion "
        "All is still: Bo stands at 3, 7 below the monkey."
    )
    state = after(GAME, state, entry)
    assert (names(state, 1), state.falling, GAME.active_seats(state)) == ("ACD", None, {0})
    grounded = after(GAME, falling(roll("collision_roll", 3, 1)), {"type": "stop_fall"})
    assert names(grounded, 1) == "CD"


def test_a_card_adds_to_an_attack_roll_after_the_defender_answered() -> None:
    """+2 against B made strong: the defence is answered, a card adds 2, and Bo may defend once more."""
    state = attacked(DOG)
    assert GAME.active_seats(state) == {0}
    assert "Ann plays Adrenaline: +2 on the roll." in told(GAME, state, ADRENALINE)
    assert told(GAME, state, ADRENALINE).endswith("Bo may defend once more.")
    more = after(GAME, state, ADRENALINE)
    assert more.attack is not None
    assert (more.attack.bonus, more.hands) == (3, (3, 4, 5, 5))
    assert GAME.active_seats(more) == {0, 1}
    twice = after(GAME, more, DOG)
    assert told(GAME, twice, roll("attack_roll", 2)).startswith("2 + 2 + 2 − 2 = 4 against strength 2.")
    shown = GAME.view(more, Seat(0)).attack
    assert shown is not None
    assert (shown.bonus, shown.changes, shown.awaited) == ("+3", (("Adrenaline", "+2"), ("Dog", "−1")), True)


@pytest.mark.parametrize("seat", [1, 2])
def test_whoevers_card_says_so_changes_the_roll_until_it_is_thrown(seat: int) -> None:
    """The player attacked has answered with it, nobody is asked again for it; a roll seen before is told so."""
    entry = {"type": "add_to_roll", "seat": seat, "cards": [{"name": "Rain", "value": -3}]}
    state = attacked(DOG)
    later = after(GAME, state, entry)
    assert later.attack is not None
    assert (later.attack.bonus, later.attack.answered) == (-2, seat == 1)
    assert GAME.learns(state, parted(GAME, entry)[1]) == {"specials": {"Rain": {}}}
    with pytest.raises(Refused) as problem:
        after(GAME, later, {**roll("attack_roll", 5), "was": seen(state)})
    assert problem.value.code == "stale"


# Every number has a correction

NO_COUNTER = {
    "contenders": "who throws to start: whoever it is, `StartPlayer` says who starts",
    "tried": "follows from the phase of the turn: after the spank only discarding is left",
    "attacks": "counts attacks so that each has an identity; nobody sees it",
    "falls": "counts collisions so that each has an identity; nobody sees it",
    "falling": "what falls: a card calls it off, or begins it where junk is moved or removed by hand",
    "winner": "how it ended: the game goes on, or the spank is undone",
    "monkey_won": "how it ended: the game goes on",
    "next_id": "gives each junk card its identity; nobody sees it",
    "away": "an entry of its own in every game",
}
COUNTED = {
    "piles": ("height:0:1", "strength:0:1", "reinforcement:0:1:0"),
    "hands": ("hand:0", "hand:1"),
    "deck": ("deck",),
    "monkey": ("monkey",),
    "phase": ("phase",),
    "turn": ("turn",),
    "built": ("built",),
    "reinforced": ("reinforced",),
    "attack": ("modifier", "added:0", "defence:0"),
}
NOT_NUMBERS_OF_AN_ATTACK = {"number", "attacker", "owner", "junk", "kind", "card", "answered"}
"""What an attack is and whom it is aimed at: called off, redirected, or entered anew."""


def full() -> State:
    """A state in which everything is there that a correction could be about."""
    state = replace(table((), ()), piles=((junk(1, "Safe", 3, 2, 2),), (junk(2, "Tub", 1, 2),)))
    state = after(GAME, state, attack((1, 0), 2), DOG, ADRENALINE)
    assert {f.name for f in fields(state.attack)} - NOT_NUMBERS_OF_AN_ATTACK == {"modifier", "defences", "added"}
    return state


def test_every_field_of_the_state_has_a_counter_or_a_reason_why_not() -> None:
    assert {field.name for field in fields(State)} == set(NO_COUNTER) | set(COUNTED)
    keys = [found.key for found in GAME.counters(full())]
    assert {key for some in COUNTED.values() for key in some} <= set(keys)
    assert len(set(keys)) == len(keys)


@pytest.mark.parametrize("key", [key for some in COUNTED.values() for key in some])
def test_every_number_can_be_corrected_and_a_correction_of_the_same_value_does_nothing(key: str) -> None:
    state = full()
    now = counter(state, key)
    assert GAME.with_counter(state, key, now.value) == state
    other = now.low if now.value != now.low else now.high
    assert counter(corrected(state, key, other), key).value == other


def test_whose_turn_it_is_is_corrected_by_name() -> None:
    state = attacked(DOG)
    words = [plain(word, NAMES) if isinstance(word, Text) else word for word in counter(state, "turn").words]
    assert [getattr(word, "seat", word) for word in words] == [0, 1, 2, 3]
    state = corrected(state, "turn", 2)
    assert (state.turn, state.phase, state.attack) == (2, "draw", None)
    fresh = GAME.setup(3)
    assert (counter(fresh, "turn").value, plain(counter(fresh, "turn").shown)) == (-1, "nobody yet")
    assert corrected(fresh, "turn", 1).turn == 1
    with pytest.raises(Refused) as problem:
        corrected(away(table((), ()), 1), "turn", 1)
    assert plain(problem.value.text, NAMES) == "Bo is away. Say that Bo is back first."


@pytest.mark.parametrize(
    ("phase", "left", "offered"),
    [
        pytest.param(0, ("draw", 0, 0, False), {"draw"}, id="back to the draw phase: all may be built again"),
        pytest.param(1, ("build", 0, 0, False), {"junk", "reinforce"}, id="to a build phase with both cards used"),
        pytest.param(2, ("attack", 1, 1, False), {"attack", "spank"}, id="after a spank that was none"),
        pytest.param(3, ("discard", 1, 1, True), {"end_turn"}, id="the phase it is in"),
    ],
)
def test_the_phase_of_a_turn_is_corrected(phase: int, left: tuple[Any, ...], offered: set[str]) -> None:
    """ "End my turn" or a spank tapped by mistake: what the phase allows is allowed again."""
    state = table(((10, 1),), (), phase="discard", tried=True, built=1, reinforced=1)
    state = corrected(state, "phase", phase)
    assert (state.phase, state.built, state.reinforced, state.tried) == left
    assert offered <= {offer.type for offer in GAME.offers(state, Seat(0))}


def test_a_build_phase_with_one_card_left_keeps_the_other_used() -> None:
    state = corrected(table(((1, 1),), (), built=1), "phase", 1)
    assert (state.built, state.reinforced) == (1, 0)


def test_only_an_active_monkey_has_a_phase_of_its_own() -> None:
    assert [counter(table((), ()), "phase", game).high for game in (GAME, ACTIVE)] == [3, 4]
    state = corrected(table((), ()), "phase", 4, ACTIVE)
    assert after(ACTIVE, state, roll("monkey_roll", 2)).turn == 1


def test_a_misread_attack_is_corrected_before_its_roll() -> None:
    """The odds follow, and a roll that was seen with other odds is told so."""
    state = attacked(DOG, ADRENALINE)
    for key, value, bonus in (("modifier", 5, 6), ("defence:0", 3, 4), ("added:0", 0, 2)):
        before = seen(state)
        state = corrected(state, key, value)
        assert state.attack is not None
        assert state.attack.bonus == bonus
        assert seen(state) != before


def test_we_played_on_sets_turn_phase_and_numbers_in_one_entry() -> None:
    state = attacked(DOG)
    shown = {"phase": 2, "turn": 2, "monkey": 4, "deck": 60, "hand:3": 9, "height:1:1": 2}
    step = accept(GAME, state, None, PlayedOn(counters=shown))
    now = step.state
    assert (now.turn, now.phase, now.attack, now.monkey, now.deck) == (2, "attack", None, 4, 60)
    assert (now.hands[3], heights(now)) == (9, [0, 5, 0, 0])
    assert "Whose turn Cy instead of Ann" in plain(step.telling[0].text, NAMES)
    assert after(GAME, now, {**END, "seat": 2}).turn == 3
    start = accept(GAME, GAME.setup(2), None, PlayedOn(counters={"turn": 1, "deck": 80})).state
    assert (start.turn, start.deck) == (1, 80)


# Refusals


@pytest.mark.parametrize(
    ("state", "entry", "words"),
    [
        pytest.param(
            after(GAME, table((), (), phase="build"), {"type": "junk", "seat": 0, "cards": [{"name": "Safe", "height": 1, "strength": 5}]}),
            {"type": "junk", "seat": 0, "cards": [{"name": "Safe", "height": 1, "strength": 5}]},
            "One junk card a turn",
            id="second junk",
        ),
        pytest.param(
            table((), (), built=1, reinforced=1),
            {"type": "junk", "seat": 0, "cards": [{"name": "Safe", "height": 1, "strength": 5}]},
            "One junk card a turn",
            id="second junk after both cards",
        ),
        pytest.param(
            table((), (), phase="monkey"),
            {**DRAW, "seat": 1},
            "First the roll for the monkey, then the next turn: Ann rolls.",
            id="next draw while the monkey's roll is due",
        ),
        pytest.param(table((), ()), {**DRAW, "seat": 1}, "It is not your turn: Ann first.", id="another's draw"),
        pytest.param(GAME.setup(2), DRAW, "First of all, who starts", id="a draw before the start"),
        pytest.param(playing(start="random").setup(2), {"type": "start_player", "player": 0}, "First the roll that places the monkey", id="the start before the monkey"),
        pytest.param(table((), ()), {"type": "start_player", "player": 1}, "The game has begun; it is the turn of Ann.", id="the start again"),
        pytest.param(table((), ()), roll("monkey_roll", 3), "active monkey, which is off at this table", id="no active monkey"),
        pytest.param(table((), ()), {"type": "stop_fall"}, "Nothing falls.", id="no fall to call off"),
        pytest.param(table((), ABCD), {"type": "call_off"}, "No attack is under way.", id="no attack to call off"),
        pytest.param(table((), ABCD), ADRENALINE, "before it is thrown", id="a card for a roll that is entered"),
        pytest.param(falling(), {"type": "call_off"}, "C with all above it falls on A", id="a fall comes first"),
        pytest.param(table((), ()), attack((1, 0)), "There is no junk in any pile.", id="an attack on nothing"),
        pytest.param(table((), ()), {"type": "remove_junk", "junk": [1, 0]}, "no junk in any pile", id="nothing to remove"),
        pytest.param(table((), ABCD), {"type": "remove_reinforcement", "junk": [1, 0], "which": 1}, "No junk card has a reinforcement.", id="no reinforcement"),
        pytest.param(away(table((), ()), 1), {"type": "turn_to", "player": 1}, "Bo is away. Say that Bo is back first.", id="the turn of somebody away"),
        pytest.param(away(table((), ()), 1), {"type": "special", "seat": 1, "cards": [{"name": "Banana"}]}, "Bo is away.", id="an entry of somebody away"),
        pytest.param(table((), ()), {"type": "go_on", "deck": 3}, "The game is not over", id="on it goes"),
    ],
)  # fmt: skip
def test_a_refusal_says_the_rule_and_the_way_out(state: State, entry: dict[str, Any], words: str) -> None:
    with pytest.raises(Refused) as problem:
        after(GAME, state, entry)
    assert words in plain(problem.value.text, NAMES)


def every_state() -> list[State]:
    """One state of each kind a table can be in."""
    states = [GAME.setup(3), playing(start="random").setup(3), attacked(), attacked(DOG), falling()]
    states += [after(GAME, table((), ABCD), attack((1, 1), None, "sneak"))]
    states += [table((), ABCD, phase=phase) for phase in ("draw", "build", "attack", "discard", "monkey")]
    states += [full(), table(((10, 1),), (), phase="build"), table((), ()), away(table((), ABCD, phase="monkey"), 0)]
    return [*states, *(replace(state, monkey_won=True) for state in states)]


def test_no_refusal_says_only_that_it_is_not_possible_now() -> None:
    """Whatever anybody tries at any time, the refusal says more than "not now"."""
    found = {}
    for state in every_state():
        for _, offer in entries(GAME, state, len(state.piles)):
            found.setdefault(offer.type, offer_example(GAME, offer))
    assert {kind.__struct_config__.tag for kind in ACTIONS} == set(found)
    for state in every_state():
        for action in found.values():
            for seat in (None, *state.seats):
                try:
                    accept(GAME, state, seat, action)
                except Refused as problem:
                    assert "is not possible now" not in plain(problem.text), (action, seat, state)


# Identity


def test_a_collision_that_looks_like_an_earlier_one_of_the_same_turn_is_another() -> None:
    """C falls on A, rests, and falls on A once more: a tap meant for the first is not taken for the second."""
    state = falling()
    first = seen(state)
    state = after(GAME, state, roll("collision_roll", 1, 1))
    card = {"name": "Tub", "height": 1, "strength": 1}
    state = after(GAME, state, {"type": "put_junk", "to": [1, 1], "cards": [card]})
    state = after(GAME, state, {"type": "remove_junk", "junk": [1, 1], "falls": True})
    assert state.falling is not None
    with pytest.raises(Refused) as problem:
        after(GAME, state, {**roll("collision_roll", 6, 1), "was": first})
    assert problem.value.code == "stale"


@pytest.mark.parametrize("seed", range(6))
def test_no_correction_makes_an_identity_come_again(seed: int) -> None:
    """Cards keep their ids, and a roll that is due has a key that none before it had, whatever was corrected."""
    chance, state = random.Random(seed), table(((1, 3), (2, 2)), ABCD, (), phase="draw", next_id=10)
    keys: set[str] = set()
    for _ in range(120):
        if chance.random() < 0.3:
            one = chance.choice(GAME.counters(state))
            state = corrected(state, one.key, chance.randint(one.low, one.high))
        choices = entries(GAME, state, 3)
        nexts = [entry for entry in choices if entry[1].place == "next"]
        seat, offer = chance.choice(nexts)
        action = chance.choice(offer.examples)
        kind, before = offer.type, seen(state)
        state = accept(GAME, state, seat, action).state
        ids = [card.id for pile in state.piles for card in pile]
        assert len(set(ids)) == len(ids)
        if kind in ("attack_roll", "attack_by_card", "collision_roll"):
            keys.add(before)
            assert seen(state) not in keys
        if state.over:
            state = after(GAME, state, {"type": "go_on", "deck": 90})
