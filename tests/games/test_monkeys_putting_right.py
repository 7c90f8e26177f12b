"""Monkeys on the Moon: every number can be corrected, every entry taken out; rules that were kept wrongly."""

from __future__ import annotations

import dataclasses
from dataclasses import replace
from typing import Any

import pytest

from companion.core.accepting import accept
from companion.core.codec import action_from_json
from companion.core.log import Played, Retracted, Sitting, Table, accepted, opened
from companion.core.playing_on import PlayedOn
from companion.core.refusal import Refused
from companion.core.text import Seat, plain
from companion.games.monkeys_on_the_moon.scoring import MonkeysSheet
from companion.games.monkeys_on_the_moon.ships import Corner, Ship
from companion.games.monkeys_on_the_moon.state import Evening, Stones
from companion.games.monkeys_on_the_moon.tribes import ORDER
from tests.games.monkeys_tables import (
    NAMES,
    OF,
    RED_4,
    RICH,
    TEACH,
    assert_conserved,
    away,
    bidding,
    coins,
    corrected,
    event,
    favours,
    game,
    monkeys,
    play,
    started,
    told,
    values,
    with_corner,
)

WITHOUT_COUNTER = {
    "printed": "has a place of its own: what is printed is entered again under My copy or More",
    "corners": "its parts stand below",
    "favours": "coins and scorn are counters; what lies on the tribe cards is the rest of seven",
    "stones.arrived": "follows from the order of moves: a stone set by a correction arrives as the newest",
    "pool": "2 while there are ships: follows from what players have, 18 in all",
    "pile": "the rest of 18 ships",
    "auction": "any correction of coins, ring, turn puts the monkey back; bids are undone or entered by its result",
    "may_launch": "a moment, gone with the next monkey picked",
    "splits": "a moment: who must part rivals; corrections of who is aboard part them too",
    "levels": "entered again where stones are level; amended in the history",
    "ending": "the end is undone; the reveal is no number of the game",
    "without_first_ship": "the next entry asked of that seat",
    "picked": "an identity: it must never repeat",
    "away": "has an entry of its own",
    "corner.waiting": "boards the next ship, whose passengers are counters; at the end it is home",
    "corner.hair": "is entered on the sheet itself",
}
COUNTED_BY = {
    "ring": "ring", "moonstone": "moonstone", "stones.spaces": "stone", "stones.ranked": "place", "lost": "lost",
    "round": "round", "phase": "phase", "turn": "turn", "corner.ship": "color", "corner.aboard": "aboard",
    "corner.home": "home", "corner.full": "full_points",
}  # fmt: skip


def test_every_part_of_the_state_has_a_correction_or_a_reason() -> None:
    """Issue: every counter of a state can be corrected; a list says which cannot be and why."""
    parts = {field.name for field in dataclasses.fields(Evening)} - {"stones"}
    parts |= {f"stones.{field.name}" for field in dataclasses.fields(Stones)}
    parts |= {f"corner.{field.name}" for field in dataclasses.fields(Corner)}
    assert not COUNTED_BY.keys() & WITHOUT_COUNTER.keys()
    assert parts == COUNTED_BY.keys() | WITHOUT_COUNTER.keys()
    state = with_corner(started(OF, 3), 0, full=(Ship("red", 2, 3),), aboard=monkeys(("red", 4)))
    state = replace(state, stones=Stones(ranked=("red", "blue")))
    kinds = {counter.key.partition(":")[0] for counter in OF.counters(state)}
    assert set(COUNTED_BY.values()) | {"capacity", "points", "full", "coins", "scorn"} == kinds


def test_a_ship_corrected_to_as_many_places_as_passengers_launches_full() -> None:
    """Capacity 3 was mistyped, 2 is printed, two are aboard."""
    state = with_corner(bidding(RICH, RICH, RICH), 0, ship=Ship("red", 3, 4), aboard=monkeys(("red", 4), ("green", 5)))
    state, said = corrected(state, "capacity:0", 2)
    assert said == [
        "Correction: Ann: places of the ship from 3 to 2.",
        "The ship of Ann is full and launches.",
        "Ann takes 1 red coin.",
        "Ann brings home Red 4 and Green 5.",
        "Ann keeps the full ship for 4 points.",
        "Ann takes a ship from the pool.",
    ]
    assert (state.corners[0].full, state.corners[0].home) == ((Ship("red", 2, 4),), monkeys(("red", 4), ("green", 5)))
    assert OF.active_seats(state) == {0}
    assert_conserved(state)


def test_number_and_points_of_full_ships_can_be_corrected() -> None:
    """One more, worth 5; then one was too many."""
    state = with_corner(started(OF, 3), 1, full=(Ship("red", 2, 3),))
    state = replace(state, pile=state.pile - 1)
    state, _ = corrected(state, "full_points:1:1", 4)
    state, _ = corrected(state, "full:1", 2)
    assert_conserved(state)
    state, _ = corrected(state, "full_points:1:2", 5)
    assert [ship.points for ship in state.corners[1].full] == [4, 5]
    state, _ = corrected(state, "full:1", 1)
    assert [ship.points for ship in state.corners[1].full] == [4]
    assert_conserved(state)


def test_monkeys_aboard_of_any_kind_can_be_corrected_until_the_ship_is_full() -> None:
    """A Blue 5 that nobody entered boards; with the second one the ship is full."""
    state = with_corner(started(OF, 3), 0, ship=Ship("red", 2, 4))
    state, _ = corrected(state, "aboard:0:blue:5", 1)
    assert state.corners[0].aboard == monkeys(("blue", 5))
    state, said = corrected(state, "aboard:0:green:3", 1)
    assert said[1] == "The ship of Ann is full and launches."
    assert_conserved(state)


def test_the_moonstone_can_be_corrected_after_the_first_teach() -> None:
    """Ann has taught and Bo is in turn, but the moonstone is Cy's: Bo stays in turn."""
    state = play(OF, started(OF, 3), 0, **TEACH)
    state, said = corrected(state, "moonstone", 3)
    assert said == ["Correction: Moonstone from Ann to Cy."]
    assert (state.moonstone, OF.active_seats(state)) == (2, {1})
    first, _ = corrected(started(OF, 3), "moonstone", 3)
    assert OF.active_seats(first) == {2}, "nobody has taught: the holder begins"


def test_the_phase_and_whose_turn_it_is_can_be_corrected() -> None:
    """On to the bid turn, and Cy picks."""
    state, said = corrected(started(OF, 3), "phase", 2)
    assert said == ["Correction: Part of the round from Civilization turn to Bid turn."]
    assert (state.phase, OF.active_seats(state)) == ("winning", {0})
    state, said = corrected(state, "turn", 3)
    assert said == ["Correction: Whose turn it is from Ann to Cy."]
    assert OF.active_seats(state) == {2}
    state, _ = corrected(state, "phase", 3)
    assert values(state)["turn"] == 0
    state, _ = corrected(state, "turn", 2)
    assert (state.phase, OF.active_seats(state)) == ("winning", {1})
    gone, _ = away(state, 2)
    with pytest.raises(Refused) as refused:
        corrected(gone, "turn", 3)
    assert plain(refused.value.text, NAMES) == "Cy is away. Say first that Cy is back."


def test_a_round_correction_says_what_it_throws_away() -> None:
    """A monkey under the hammer, a ship that might have launched: said, and the round begins anew."""
    state = play(OF, bidding(RICH, RICH, RICH), 0, **RED_4)
    after, said = corrected(state, "round", 3)
    assert said == [
        "Correction: Round from 1 to 3.",
        "Round 3 begins anew with the civilization turn.",
        "Red 4 is no longer auctioned; it can be picked again.",
    ]
    assert (after.round, after.phase, after.turn, after.auction) == (3, "teaching", 0, None)


def test_a_correction_to_the_same_number_does_nothing() -> None:
    """Round 1 corrected to round 1 in the middle of an auction: nothing changes, whatever counter it is."""
    state = play(OF, bidding(RICH, RICH, RICH), 0, **RED_4)
    for counter in OF.counters(state):
        assert OF.with_counter(state, counter.key, counter.value) == state


def test_a_lot_never_repeats_after_a_round_correction() -> None:
    """The same round again: a late tap for its first monkey buys none of the monkeys picked since."""
    state = play(OF, bidding(RICH, RICH, RICH), 0, **RED_4)
    late = state.lot
    state = play(OF, state, None, type="no_bid", lot=late)
    state, _ = corrected(state, "phase", 1)
    state, _ = corrected(state, "phase", 2)
    state = play(OF, state, 0, type="pick", tribe="blue", number=3)
    assert state.lot > late
    with pytest.raises(Refused) as refused:
        play(OF, state, None, type="sold", player=0, value=2, lot=late)
    assert refused.value.code == "changed"
    assert "now it is about Blue 3" in plain(refused.value.text)


def test_old_lot_numbers_of_a_stored_log_still_fold() -> None:
    """A log stored when the number followed from round and turn holds it as it was: it is not asked again."""
    state = play(OF, bidding(RICH, RICH, RICH), 0, **RED_4)
    state = OF.with_counter(state, "coins:1:red", 0)
    state = play(OF, state, 0, **RED_4)
    action = action_from_json(OF, {"type": "no_bid", "lot": 1})
    with pytest.raises(Refused):
        accept(OF, state, None, action)
    assert OF.perform(state, None, action).state.auction is None  # type: ignore[union-attr]


def test_we_played_on_a_round_is_one_entry() -> None:
    """Round 3, the bid turn, Bo begins and it is Cy's turn; the ring lies otherwise; coins went from Bo to Ann."""
    state = replace(started(OF, 3), favours=favours(coins(red=0), coins(red=6), coins(), in_box=1))
    counters = {
        "coins:0:red": 5, "coins:1:red": 1, "round": 3, "phase": 2, "moonstone": 2, "turn": 3, "home:0:red:4": 2,
        **{f"ring:{place}": ORDER.index(tribe) + 1 for place, tribe in enumerate(reversed(ORDER), 1)},
    }  # fmt: skip
    step = accept(OF, state, None, PlayedOn(counters=counters))
    after: Any = step.state
    assert {key: values(after)[key] for key in counters} == counters
    assert after.ring == tuple(reversed(ORDER))
    assert (after.round, after.phase, after.moonstone, OF.active_seats(after)) == (3, "winning", 1, {2})
    assert len([clause for clause in step.telling if clause.by]) == 1
    assert_conserved(after)


# Taking one entry out; rules that were kept wrongly


def table_of(plays: list[tuple[int | None, dict[str, Any]]]) -> Table[Any]:
    table = opened(OF, tuple(Sitting(name, "red") for name in NAMES[:3]))
    for seat, action in plays:
        table = accepted(
            table, event(table, Played(None if seat is None else Seat(seat), action_from_json(OF, action)))
        )
    return table


SET_UP: list[tuple[int | None, dict[str, Any]]] = [
    (None, {"type": "ring", "tribes": ["black", "brown", "purple", "green", "red", "blue"]}),
    (None, {"type": "moonstone", "player": 0}),
    *((seat, {"type": "take_ship", "color": ORDER[seat], "capacity": 3, "points": 4}) for seat in range(3)),
]


def test_an_older_correction_is_taken_out_alone() -> None:
    """Coins corrected before two auctions: taken out, the auctions stay; a teach between them does not come out."""
    plays: list[tuple[int | None, dict[str, Any]]] = [
        *SET_UP,
        *((seat, TEACH) for seat in range(3)),
        (None, {"type": "correct", "counter": "coins:2:purple", "value": 0}),
        (0, RED_4),
        (None, {"type": "no_bid", "lot": 1}),
        (1, RED_4),
        (None, {"type": "no_bid", "lot": 2}),
    ]
    table = table_of(plays)
    after = accepted(table, event(table, Retracted(9)))
    assert (after.state.favours.coins[2][5], after.state.lost[0]) == (1, 2)
    with pytest.raises(Refused) as later:
        accepted(table, event(table, Retracted(7)))
    assert (later.value.code, later.value.more) == ("later_step", {"at_seq": 8})


def test_finish_now_brings_home_a_monkey_that_waits_for_a_ship() -> None:
    """Left behind when its rival's ship launched: it boards and comes home, before and after the end."""
    state = with_corner(bidding(RICH, RICH, RICH), 0, aboard=monkeys(("brown", 5)))
    state = play(OF, play(OF, state, 0, **RED_4), None, type="sold", player=0, value=3)
    assert state.corners[0].waiting == monkeys(("red", 4))
    assert ("red", 4) in OF.sheet(state).players[0].monkeys
    said = told(OF, state, None, type="finish")
    assert "Red 4, left behind by Ann, boards a ship too." in said
    assert "Ann brings home Red 4." in said
    done = play(OF, state, None, type="finish")
    assert (done.corners[0].waiting, done.corners[0].home) == ((), monkeys(("brown", 5), ("red", 4)))


def test_final_scoring_holds_at_most_18_ships() -> None:
    """A sheet from anywhere with a nineteenth ship is refused, naming it."""
    sheet = OF.sheet(OF.setup(2))
    one, two = sheet.players
    one, two = replace_column(one, (1,) * 10), replace_column(two, (1,) * 9)
    with pytest.raises(Refused) as refused:
        OF.score(MonkeysSheet(players=(one, two), ranking=sheet.ranking, rank_points=sheet.rank_points))
    assert refused.value.field == "players[1].ship_points[8]"
    OF.score(MonkeysSheet(players=(one, replace_column(two, (1,) * 8)), ranking=ORDER, rank_points=sheet.rank_points))


def replace_column(column: Any, ships: tuple[int, ...]) -> Any:
    return type(column)(column.name, ship_points=ships)


def test_final_scoring_wants_two_monkeys_for_each_full_ship() -> None:
    """Two full ships, three monkeys: the sheet is not complete, and the page says why."""
    of = game(2, bookkeeping="final")
    state: Any = play(of, of.setup(2), None, type="ranking", tribes=list(ORDER))
    state = play(of, state, 0, type="add_monkeys", monkeys={"red 4": 3})
    for _ in range(2):
        state = play(of, state, 0, type="add_ship", points=4)
    expected = "2 full ships carry at least 4 monkeys; 3 are entered. Add the others, or take a ship away."
    assert plain(of.view(state, Seat(0)).too_many_ships) == expected  # type: ignore[arg-type]
    with pytest.raises(Refused) as refused:
        play(of, state, 0, type="sheet_complete")
    assert plain(refused.value.text) == expected
    for change in ({"type": "add_monkey", "tribe": "red", "number": 5}, {"type": "ships", "points": 4, "value": 1}):
        enough = play(of, state, 0, **change)
        assert of.view(enough, Seat(0)).too_many_ships is None
        assert play(of, enough, 0, type="sheet_complete").ending.complete == {0}


def test_a_pick_that_closes_a_launch_says_so() -> None:
    """Ann has boarded and may launch; the headline says until when, Bo's pick that it is too late."""
    state = play(OF, play(OF, bidding(RICH, RICH, RICH), 0, **RED_4), None, type="sold", player=0, value=3)
    assert plain(OF.view(state, None).headline, NAMES) == "Bo picks a monkey; until then Ann may launch."
    said = told(OF, state, 1, type="pick", tribe="blue", number=3)
    assert said[1] == "The ship of Ann stays: it is too late to launch it part-filled."
    state = replace(state, phase="wrap_up")
    assert told(OF, state, None, type="wrap_up")[0] == said[1]
