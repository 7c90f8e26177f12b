"""Monkeys on the Moon at the table: set-up, rounds, stones, Capricious, the end, and final scoring only."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from companion.core.accepting import accept, offers
from companion.core.codec import action_from_json, offer_example
from companion.core.ending import changed_late
from companion.core.log import Amended, Event, Played, Seated, Sitting, Table, accepted, fold
from companion.core.refusal import Refused
from companion.core.scoring import result_json, with_names
from companion.core.text import Seat, plain
from companion.games.monkeys_on_the_moon import MonkeysOnTheMoon
from companion.games.monkeys_on_the_moon.box import Printed, from_box
from companion.games.monkeys_on_the_moon.ships import Ship
from companion.games.monkeys_on_the_moon.standing import ranking
from companion.games.monkeys_on_the_moon.state import POOL_OF_MONKEYS, ROUNDS, SET_ASIDE, Evening, Stones
from companion.games.monkeys_on_the_moon.tribes import ORDER
from tests.games.monkeys_tables import (
    GIVEN_RING,
    NAMES,
    assert_conserved,
    coins,
    favours,
    game,
    monkeys,
    play,
    started,
    told,
    with_corner,
)


@pytest.mark.parametrize(
    ("players", "pool", "aside", "on_card", "in_box", "rounds"),
    [
        pytest.param(2, 3, 12, 3, 12, 12, id="2 players"),
        pytest.param(3, 4, 9, 3, 6, 9, id="3 players"),
        pytest.param(4, 5, 4, 3, 0, 8, id="4 players"),
        pytest.param(5, 6, 1, 2, 0, 7, id="5 players (variant)"),
    ],
)
def test_the_table_of_the_set_up(players: int, pool: int, aside: int, on_card: int, in_box: int, rounds: int) -> None:
    """Pool, cards set aside, coins and rounds; both checks of the rules page hold."""
    state = game().setup(players)
    assert isinstance(state, Evening)
    assert (POOL_OF_MONKEYS[players], SET_ASIDE[players], ROUNDS[players]) == (pool, aside, rounds)
    assert state.favours.cards == (on_card,) * 6
    assert state.favours.coins == ((1,) * 6,) * players
    assert 6 * state.in_box == in_box
    assert rounds == (36 - aside) // players
    assert players + on_card + state.in_box == 7
    guide = " ".join(plain(step) for step in game().setup_guide(players))
    assert f"Put {on_card} coins" in guide
    assert f"set {aside} aside" in guide
    assert f"{rounds} rounds" in guide
    assert_conserved(state)


def test_an_empty_box_is_asked_first_and_learnt() -> None:
    """Printed numbers are asked once, in order; what was learnt opens the next table without asking."""
    of = game(2, box={}, capricious=True)
    box: dict[str, Any] = {}
    state: Any = of.setup(2)
    answers: list[dict[str, Any]] = [
        {"type": "track", "spaces": 12},
        {"type": "rank_points", "fifth_first": 3, "fifth_second": 2, "sixth_first": 2, "sixth_second": 1},
        {"type": "dotted", "spaces": ["9", "4"]},
    ]
    for answer in answers:
        assert [offer.type for offer in of.offers(state, None)] == [answer["type"]]
        box |= dict(of.learns(state, action_from_json(of, answer)))
        state = play(of, state, None, **answer)
    state = play(of, state, None, type="ring", tribes=list(GIVEN_RING))
    state = play(of, state, None, type="moonstone", player=1)
    for capacity in (3, 2):
        ship = {"type": "take_ship", "color": "red", "capacity": capacity, "points": 4}
        box |= dict(of.learns(state, action_from_json(of, ship)))
        state = play(of, state, 3 - capacity, **ship)
    assert box == {
        "track_length": 12,
        "dotted": [4, 9],
        "rank_points": {"5": [3, 2], "6": [2, 1]},
        "ships": {"red": [{"capacity": 2, "points": 4}, {"capacity": 3, "points": 4}]},
    }
    assert from_box(box) == state.printed
    again = game(2, box=box, capricious=True)
    assert next(offer.type for offer in again.offers(again.setup(2), None)) == "ring"
    assert again.setup(2).printed.ships_of("red")[0] == (2, 4)


@pytest.mark.parametrize(
    "box",
    [
        pytest.param({"track_length": "20", "rank_points": {"5": [1]}, "ships": []}, id="wrong forms"),
        pytest.param({"track_length": 0, "dotted": [0], "rank_points": 3, "ships": {"red": [{}]}}, id="out of range"),
        pytest.param({"track_length": True, "rank_points": {"5": [1, 2], "6": [1, 99]}, "x": 1}, id="not numbers"),
    ],
)
def test_a_box_profile_that_makes_no_sense_is_asked_again(box: dict[str, Any]) -> None:
    """What cannot be a printed number counts as not known."""
    assert from_box(box) == Printed()


def test_a_civilization_turn_goes_clockwise_from_the_moonstone_then_the_bid_turn_begins() -> None:
    """Everybody teaches once, then everybody picks once, in the order of the moonstone; then the wrap-up."""
    of = game()
    state = replace(started(of, 3), moonstone=Seat(1))
    for seat in (1, 2, 0):
        assert of.active_seats(state) == {seat}
        state = play(of, state, seat, type="teach", card="red", number=2, tribe="red")
    for seat, tribe in ((1, "red"), (2, "blue"), (0, "green")):
        assert of.active_seats(state) == {seat}
        state = play(of, state, seat, type="pick", tribe=tribe, number=3)
        state = play(of, state, None, type="no_bid")
    assert of.active_seats(state) == {0, 1, 2}
    state = play(of, state, None, type="wrap_up")
    assert (state.round, state.moonstone, of.active_seats(state)) == (2, 2, {2})
    assert plain(of.stage(state).text) == "Round 2 of 9 · Civilization turn"


@pytest.mark.parametrize(
    ("stones", "number", "space", "ranked"),
    [
        pytest.param(Stones((3, 0, 0, 0, 0, 0)), 4, 7, (), id="the stone moves by the number"),
        pytest.param(Stones((17, 0, 0, 0, 0, 0)), 3, None, ("red",), id="reaching the end: first there, first place"),
        pytest.param(Stones((19, 0, 0, 0, 0, 0)), 4, None, ("red",), id="surplus steps are lost"),
        pytest.param(
            Stones((17, 20, 0, 0, 0, 0), ranked=("blue",)), 3, None, ("blue", "red"), id="the highest free place"
        ),
        pytest.param(
            Stones((20, 0, 0, 0, 0, 0), ranked=("red",)), 4, None, ("red",), id="Decision: already ranked, it stays"
        ),
    ],
)
def test_stones(stones: Stones, number: int, space: int | None, ranked: tuple[str, ...]) -> None:
    """The track is 20 spaces long here."""
    state = replace(started(game(), 3), stones=stones)
    done = play(game(), state, 0, type="teach", card="red", number=number, tribe="red")
    assert done.stones.ranked == ranked
    if space is not None:
        assert done.stones.spaces[0] == space
    assert done.favours.has(Seat(0), "red") == 3


@pytest.mark.parametrize(
    ("option", "stones", "expected", "asked"),
    [
        pytest.param("first", Stones((5, 9, 1, 2, 3, 4)), ("blue", "red", "purple", "brown", "black", "green"), (),
                     id="the others follow by nearness to the end"),
        pytest.param("first", Stones((0, 9, 1, 2, 3, 4), ranked=("red",)),
                     ("red", "blue", "purple", "brown", "black", "green"), (), id="stones in the table keep their place"),
        pytest.param("first", Stones((5, 5, 5, 2, 3, 4), (3, 1, 2, 0, 0, 0)),
                     ("blue", "green", "red", "purple", "brown", "black"), (),
                     id="Decision: on one space the one that arrived there first is ahead"),
        pytest.param("by_hand", Stones((5, 5, 1, 2, 3, 4), (2, 1, 0, 0, 0, 0)), None, (("blue", "red"),),
                     id="Table option: order them by hand"),
        pytest.param("first", Stones((5, 0, 0, 2, 3, 0)), None, (("blue", "green", "purple"),),
                     id="Decision: stones that never left the start: the app asks"),
        pytest.param("by_hand", Stones((5, 0, 0, 5, 3, 1)), None, (("red", "black"), ("blue", "green")),
                     id="two groups, nearest to the end first"),
    ],
)  # fmt: skip
def test_ranking(
    option: str, stones: Stones, expected: tuple[str, ...] | None, asked: tuple[tuple[str, ...], ...]
) -> None:
    """The ranking when the game ends, and which level stones the table is asked about."""
    of = game(3, level_stones=option)
    state = play(of, replace(started(of, 3), stones=stones), None, type="finish")
    for group in asked:
        assert of.outcome(state) is None
        (offer,) = [offer for offer in of.offers(state, None) if offer.type == "level_stones"]
        assert sorted(offer_example(of, offer).tribes) == sorted(group)  # type: ignore[attr-defined]
        state = play(of, state, None, type="level_stones", tribes=list(reversed(group)))
    assert of.outcome(state) is not None
    if expected is not None:
        assert ranking(state) == expected
    for group in asked:
        at = ranking(state).index(group[-1])
        assert ranking(state)[at : at + len(group)] == tuple(reversed(group))


@pytest.mark.parametrize(
    ("left", "ring"),
    [
        pytest.param("clockwise", ("black", "brown", "purple", "green", "blue", "red"), id="Decision: next clockwise"),
        pytest.param("counter_clockwise", ("black", "brown", "purple", "red", "green", "blue"), id="table option"),
    ],
)
def test_capricious_swaps_two_cards(left: str, ring: tuple[str, ...]) -> None:
    """A stone stopping on a white dot swaps its card with the left neighbour's, after coins and offence."""
    of = game(3, capricious=True, left=left)
    state = started(of, 3)
    done = play(of, state, 0, type="teach", card="red", number=4, tribe="red")
    assert done.ring == ring
    assert done.favours.has(Seat(0), "brown") == 0, "the rival before the swap was offended"
    missed = play(of, state, 0, type="teach", card="red", number=3, tribe="red")
    assert missed.ring == GIVEN_RING
    plain_game = game(3)
    assert (
        play(plain_game, started(plain_game, 3), 0, type="teach", card="red", number=4, tribe="red").ring == GIVEN_RING
    )


def test_capricious_parts_rivals_starting_from_who_played_the_card() -> None:
    """Each such player chooses the tribe that stays behind, launches the rest, and takes a ship it boards."""
    of = game(3, capricious=True)
    state = started(of, 3, (Ship("blue", 4, 5), Ship("green", 4, 5), Ship("black", 4, 5)))
    rivals = monkeys(("red", 4), ("purple", 3), ("red", 5))
    state = with_corner(with_corner(state, 0, aboard=rivals), 2, aboard=rivals[:2])
    state = replace(with_corner(state, 1, aboard=monkeys(("red", 3))), moonstone=Seat(2))
    state = play(of, state, 2, type="teach", card="red", number=4, tribe="red")
    assert state.ring == ("black", "brown", "purple", "green", "blue", "red")
    assert state.splitting == (2, 0)
    with pytest.raises(Refused):
        play(of, state, 0, type="stay_behind", tribe="red")
    state = play(of, state, 2, type="stay_behind", tribe="purple")
    assert state.corners[2].home == monkeys(("red", 4))
    assert (state.corners[2].full, state.corners[2].waiting) == ((), monkeys(("purple", 3)))
    assert state.favours.has(Seat(2), "black") == 2, "an ordinary launch: a coin of the ship's colour"
    state = play(of, state, 2, type="take_ship", color="red", capacity=3, points=4)
    assert state.corners[2].aboard == monkeys(("purple", 3))
    assert of.active_seats(state) == {0}
    state = play(of, state, 0, type="stay_behind", tribe="red")
    assert state.corners[0].home == monkeys(("purple", 3))
    state = play(of, state, 0, type="take_ship", color="red", capacity=2, points=3)
    assert state.corners[0].home == monkeys(("purple", 3), ("red", 4), ("red", 5)), "all its monkeys fill the new ship"
    state = play(of, state, 0, type="take_ship", color="purple", capacity=3, points=4)
    assert of.active_seats(state) == {0}, "the next turn clockwise from the moonstone"
    assert_conserved(state)


def test_the_last_ships_launch_part_filled_or_empty() -> None:
    """Passengers count as brought home, the ship scores nothing, its colour's scorn is given back before the -2."""
    of = game(3)
    state = started(of, 3, (Ship("red", 3, 9), Ship("blue", 3, 9), Ship("green", 3, 9)))
    state = with_corner(state, 0, aboard=monkeys(("black", 5)))
    state = replace(state, favours=favours(*[coins()] * 3, in_box=1, scorn={"red": 0, "green": 1, "blue": 1}))
    projected = of.score(of.sheet(state))
    state = replace(state, phase="wrap_up", round=9)
    done = play(of, state, None, type="wrap_up")
    assert done.phase == "levels"
    done = play(of, done, None, type="level_stones", tribes=["black", "red", "blue", "green", "brown", "purple"])
    assert of.outcome(done) is not None
    result = of.score(of.sheet(done))
    lines = [{line.key: line.points for line in player.lines} for player in result.players]
    assert [(line["black"], line["ships"], line["scorn"]) for line in lines] == [(7, 0, 0), (0, 0, -2), (0, 0, 0)]
    assert [p.lines[7].points for p in projected.players] == [0, -2, 0], "the projection launches them too"


def test_hair_is_asked_of_those_still_tied_only_and_settles_it() -> None:
    """Longer hair (the app asks); until all still tied have answered they share the place."""
    of = game(3)
    state = with_corner(started(of, 3), 2, full=(Ship("red", 3, 1),))
    state = with_corner(state, 0, full=(Ship("blue", 3, 1),))
    state = play(of, state, None, type="finish")
    state = play(of, state, None, type="level_stones", tribes=list(ORDER))
    assert [bool(of.offers(state, Seat(seat))) for seat in range(3)] == [True, False, True]
    assert of.outcome(state).winners == (0, 2)  # type: ignore[union-attr]
    half = play(of, state, 0, type="hair", value=2)
    assert of.outcome(half).winners == (0, 2)  # type: ignore[union-attr]
    done = play(of, half, 2, type="hair", value=1)
    assert of.outcome(done).winners == (2,)  # type: ignore[union-attr]
    assert result_json(of.score(of.sheet(done)), NAMES[:3])["tie_break"] == "hair"
    assert not done.ending.is_late(of.sheet(done))
    late: Any = of.with_counter(done, "home:1:red:5", 1)
    assert late.ending.is_late(of.sheet(late))
    frozen = late.ending.frozen
    assert frozen.players[1].monkeys == ()
    assert of.score(frozen).winners == (2,), "what was answered about hair since belongs to the sheet as it ended"
    assert changed_late(of.score(frozen), of.score(of.sheet(late))) == {("red", 1)}


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("capricious", [False, True], ids=["plain", "capricious"])
def test_whole_games_conserve_coins_scorn_monkeys_and_ships(seats: int, capricious: bool) -> None:
    """Random legal play from set-up to the end: after every entry everything is where it can be."""
    of = game(seats, capricious=capricious, no_mercy=capricious)
    for seed in range(2 if seats < 4 else 1):
        chance = random.Random(seed)
        state: Any = started(of, seats)
        rounds = {state.round}
        while of.outcome(state) is None:
            seat, action = _anything(of, state, seats, chance)
            before = state
            state = accept(of, state, seat, action).state
            assert_conserved(state)
            assert state != before
            rounds.add(state.round)
            score = of.score(of.sheet(state))
            assert all(player.total == sum(line.points for line in player.lines) for player in score.players)
        assert rounds == set(range(1, ROUNDS[seats] + 1))
        brought = sum(len(corner.home) for corner in state.corners)
        waiting = sum(len(corner.waiting) for corner in state.corners)
        assert brought + waiting + sum(state.lost) == ROUNDS[seats] * seats


def _anything(of: MonkeysOnTheMoon, state: Any, seats: int, chance: random.Random) -> tuple[Seat | None, Any]:
    choices = [(seat, offer) for seat in map(Seat, range(seats)) for offer in of.offers(state, seat)]
    nexts = [(None, offer) for offer in of.offers(state, None) if offer.place == "next" or offer.type == "sold"]
    seat, offer = chance.choice([*choices, *nexts])
    if offer.examples:
        return seat, chance.choice(offer.examples)
    action = {"type": offer.type, **{field.name: _value(field, chance) for field in offer.fields}}
    return seat, action_from_json(of, action)


def _value(field: Any, chance: random.Random) -> Any:
    if field.name == "capacity":
        return chance.choice((2, 3, 4))
    if hasattr(field, "low"):
        return chance.randint(field.low, min(field.high, 5))
    keys = [key for key, _ in field.choices]
    return chance.sample(keys, len(keys)) if type(field).__name__ == "Order" else chance.choice(keys)


FINAL: dict[str, Any] = {"bookkeeping": "final"}


def test_final_scoring_only_asks_for_the_printed_points_and_the_ranking_then_every_seat_fills_its_column() -> None:
    """The state is the sheet; a scorn card has one holder; the last complete sheet ends it."""
    of = game(3, box={}, **FINAL)
    state: Any = of.setup(3)
    assert next(o.type for o in of.offers(state, None) if o.place == "next") == "rank_points"
    state = play(of, state, None, type="rank_points", fifth_first=3, fifth_second=2, sixth_first=2, sixth_second=1)
    assert next(o.type for o in of.offers(state, None) if o.place == "next") == "ranking"
    ranked = ["red", "black", "green", "blue", "brown", "purple"]
    state = play(of, state, None, type="ranking", tribes=ranked)
    for tribe, number, count in (("red", 4, 2), ("red", 5, 1), ("black", 3, 2), ("green", 5, 1)):
        state = play(of, state, 0, type="monkeys", tribe=tribe, number=number, value=count)
    state = play(of, state, 1, type="add_monkey", tribe="red", number=7)
    state = play(of, state, 1, type="monkeys", tribe="red", number=7, value=2, was=1)
    state = play(of, state, 1, type="add_ship", points=4)
    state = play(of, state, 1, type="add_ship", points=4)
    state = play(of, state, 1, type="ships", points=4, value=1, was=2)
    state = play(of, state, 2, type="scorn", tribe="blue", held=True)
    state = play(of, state, 0, type="scorn", tribe="blue", held=True)
    sheet = of.sheet(state)
    assert sheet.ranking == tuple(ranked)
    assert sheet.rank_points[4:] == ((3, 2), (2, 1))
    assert (sheet.players[0].scorn, sheet.players[2].scorn) == (("blue",), ())
    result = of.score(sheet)
    assert [player.total for player in result.players] == [4 + 6 + 5 - 2, 7 + 4, 0]
    assert of.only_scores(state)
    for seat in range(3):
        state = play(of, state, seat, type="sheet_complete")
    assert of.outcome(state).winners == (0,)  # type: ignore[union-attr]
    state = play(of, state, None, type="go_on")
    assert of.outcome(state) is None


def test_a_pile_of_monkeys_is_added_at_once_and_never_more_than_there_are() -> None:
    """Read from a picture: how many of each; the eighth of a tribe is refused, naming the tribe."""
    of = game(2, **FINAL)
    state: Any = play(of, of.setup(2), 0, type="add_monkeys", monkeys={"red 4": 2, "blue 5": 1})
    assert told(of, state, 0, type="add_monkeys", monkeys={"red 4": 1}) == ["Ann adds 1 monkey: 1 × Red 4."]
    state = play(of, state, 0, type="add_monkeys", monkeys={"red 4": 1, "red 9": 1})
    assert state.tallies[0].monkeys == (("red", 4, 3), ("red", 9, 1), ("blue", 5, 1))
    for pile in ({"red 3": 2, "red 4": 2}, {"red 4": 4}, {}, {"pink 4": 1}):
        with pytest.raises(Refused) as refused:
            play(of, state, 1, type="add_monkeys", monkeys=pile)
        assert refused.value.field == "monkeys"


def test_final_scoring_only_refuses_an_eighth_monkey_and_a_number_changed_meanwhile() -> None:
    """At most 7 of a tribe in all; two phones on one number are told."""
    of = game(2, **FINAL)
    state: Any = of.setup(2)
    state = play(of, state, 0, type="monkeys", tribe="red", number=4, value=5)
    with pytest.raises(Refused) as refused:
        play(of, state, 1, type="monkeys", tribe="red", number=3, value=3)
    assert (refused.value.code, refused.value.field) == ("bad_field", "value")
    with pytest.raises(Refused) as refused:
        play(of, state, 0, type="monkeys", tribe="red", number=4, value=1, was=0)
    assert refused.value.code == "changed"


def test_two_phones_that_reveal_at_once_reveal_one_step() -> None:
    """The second tap is told; without a step, as a script would post it, the next category is shown."""
    for of in (game(2), game(2, **FINAL)):
        state: Any = of.setup(2)
        if isinstance(state, Evening):
            state = play(of, started(of, 2), None, type="finish")
            state = play(of, state, None, type="level_stones", tribes=list(ORDER))
        else:
            state = play(of, state, None, type="ranking", tribes=list(ORDER))
            state = play(of, state, None, type="finish")
        state = play(of, state, None, type="reveal", step=0)
        with pytest.raises(Refused) as refused:
            play(of, state, None, type="reveal", step=0)
        assert refused.value.code == "changed"
        assert play(of, state, None, type="reveal").ending.revealed == 2


def test_every_offer_of_a_started_table_says_something() -> None:
    """What can be entered can be told, in words."""
    of = game(4, capricious=True)
    state = started(of, 4)
    for seat in (None, *map(Seat, range(4))):
        for offer in offers(of, state, seat):
            assert plain(offer.label)


def test_on_the_pad_seats_can_be_moved_and_removed_with_what_they_entered() -> None:
    """A table that only scores: reordering keeps everybody's column and scorn; a newcomer starts empty."""
    of = game(3, **FINAL)
    sitting = tuple(Sitting(name, "red") for name in NAMES[:3])
    entries: list[tuple[int | None, dict[str, Any]]] = [
        (0, {"type": "add_monkey", "tribe": "red", "number": 4}),
        (2, {"type": "scorn", "tribe": "blue"}),
        (2, {"type": "add_ship", "points": 5}),
        (None, {"type": "ranking", "tribes": list(ORDER)}),
    ]
    events = [
        Event(n, "", 1, "hand", None, Played(None if seat is None else Seat(seat), action_from_json(of, action)))
        for n, (seat, action) in enumerate(entries, 1)
    ]
    moved = Seated((Sitting("Cy", "red", 2), Sitting("Ann", "blue", 0), Sitting("Di", "green")))
    table = fold(of, sitting, [*events, Event(5, "", 1, "hand", None, moved)])
    sheet = with_names(of.sheet(table.state), table.names)
    assert [(c.name, c.monkeys, c.scorn, c.ship_points) for c in sheet.players] == [
        ("Cy", (), ("blue",), (5,)),
        ("Ann", (("red", 4),), (), ()),
        ("Di", (), (), ()),
    ]
    assert of.counters(table.state) == ()


def test_an_older_turn_can_be_corrected_and_says_which_later_step_no_longer_fits() -> None:
    """Amending a civilization turn: another number is fine; another tribe that leaves too few coins is not."""
    of = game(2)
    sitting = tuple(Sitting(name, "red") for name in NAMES[:2])
    plays: list[tuple[int | None, dict[str, Any]]] = [
        (None, {"type": "ring", "tribes": list(GIVEN_RING)}),
        (None, {"type": "moonstone", "player": 0}),
        (0, {"type": "take_ship", "color": "red", "capacity": 3, "points": 4}),
        (1, {"type": "take_ship", "color": "blue", "capacity": 3, "points": 4}),
        (0, {"type": "teach", "card": "red", "number": 2, "tribe": "red"}),
        (1, {"type": "teach", "card": "black", "number": 3, "tribe": "black"}),
        (0, {"type": "pick", "tribe": "red", "number": 4}),
        (0, {"type": "bid", "value": 13}),
    ]
    events = [
        Event(n, "", 1, "hand", None, Played(None if seat is None else Seat(seat), action_from_json(of, action)))
        for n, (seat, action) in enumerate(plays, 1)
    ]
    table = fold(of, sitting, events)

    def amended(**changes: Any) -> Table[Any]:
        action = action_from_json(of, plays[4][1] | changes)
        return accepted(table, Event(9, "", 1, "hand", None, Amended(5, action)))

    assert amended(number=4).state.stones.spaces[0] == 4
    with pytest.raises(Refused) as later:
        amended(tribe="blue")
    assert (later.value.code, later.value.more) == ("later_step", {"at_seq": 8})
