"""Monkeys on the Moon: whatever went wrong at the table can be put right."""

from __future__ import annotations

import dataclasses
import random
from dataclasses import replace
from typing import Any

import pytest

from companion.core.accepting import accept, offers
from companion.core.away import SetAway
from companion.core.codec import action_from_json, offer_example
from companion.core.correction import Correct
from companion.core.game import away_of
from companion.core.log import Event, Played, Retracted, Sitting, Table, accepted, fold, opened
from companion.core.playing_on import PlayedOn
from companion.core.refusal import Refused
from companion.core.text import Seat, Text, plain
from companion.games.monkeys_on_the_moon import MonkeysOnTheMoon
from companion.games.monkeys_on_the_moon.scoring import MonkeysSheet
from companion.games.monkeys_on_the_moon.ships import Corner, Ship
from companion.games.monkeys_on_the_moon.state import Evening, Stones
from companion.games.monkeys_on_the_moon.tribes import ORDER
from tests.games.monkeys_tables import (
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
    return {counter.key: counter.value for counter in of.counters(state)}


# Somebody is away


def test_who_is_away_is_passed_over_in_both_turns_and_by_the_moonstone() -> None:
    """Bo is away: Ann and Cy teach, pick, and the moonstone goes from Ann to Cy."""
    state, _ = away(started(OF, 3), 1)
    for seat in (0, 2):
        assert OF.active_seats(state) == {seat}
        assert not OF.offers(state, Seat(1))
        state = play(OF, state, seat, **TEACH)
    assert state.phase == "winning"
    for seat in (0, 2):
        assert OF.active_seats(state) == {seat}
        state = play(OF, play(OF, state, seat, **RED_4), None, type="no_bid")
    assert (state.phase, OF.active_seats(state)) == ("wrap_up", {0, 2})
    assert "Discard the monkeys left over and turn up 4 new ones." in [plain(t) for t in OF.view(state, None).wrap_up]  # type: ignore[attr-defined]
    state = play(OF, state, None, type="wrap_up")
    assert (state.round, state.moonstone) == (2, 2)


def test_whoever_leaves_last_in_a_phase_ends_it() -> None:
    """Ann and Bo have taught when Cy leaves: the bid turn begins. Back in it, Cy picks third."""
    state = play(OF, play(OF, started(OF, 3), 0, **TEACH), 1, **TEACH)
    state, _ = away(state, 2)
    assert (state.phase, OF.active_seats(state)) == ("winning", {0})
    state, _ = away(state, 2, gone=False)
    for seat in (0, 1, 2):
        assert OF.active_seats(state) == {seat}
        state = play(OF, play(OF, state, seat, **RED_4), None, type="no_bid")


def test_who_is_back_before_anybody_acted_has_the_turn_again() -> None:
    """A seat marked away by mistake loses nothing."""
    state = started(OF, 3)
    gone, _ = away(state, 0)
    assert OF.active_seats(gone) == {1}
    back, _ = away(gone, 0, gone=False)
    assert (back, OF.active_seats(back)) == (state, {0})


@pytest.mark.parametrize(
    ("before", "leaves", "then", "asked"),
    [
        pytest.param([], 0, [], 1, id="the picker leaves: the next one is asked"),
        pytest.param([], 2, [], 0, id="somebody else leaves: the one asked stays asked"),
        pytest.param([(0, 2)], 1, [], 2, id="the one asked leaves: the next one is asked"),
        pytest.param([(0, 2), (1, 3)], 1, ["Red 4 is auctioned anew, without Bo."], 0,
                     id="the highest bid leaves: the monkey is auctioned anew among the others"),
        pytest.param([(0, 2), (1, None)], 2, ["Ann wins Red 4 for 2."], 0, id="everybody else is out: sold"),
        pytest.param([(0, 7), (1, None), (2, None)], 1, [], 0, id="sold already"),
    ],
)  # fmt: skip
def test_somebody_leaves_an_auction(
    before: list[tuple[int, int | None]], leaves: int, then: list[str], asked: int
) -> None:
    """Decision: who leaves is out; if the highest bid is theirs, the others bid anew."""
    state = play(OF, bidding(coins(red=1, green=1, blue=2), RICH, RICH), 0, **RED_4)
    for seat, value in before:
        if state.auction is not None and not state.auction.paying and state.auction.turn == seat:
            state = play(OF, state, seat, **({"type": "pass"} if value is None else {"type": "bid", "value": value}))
    after, said = away(state, leaves)
    assert said == then
    assert OF.active_seats(after) == {asked}
    assert_conserved(after)


def test_the_winner_who_leaves_before_paying_leaves_the_monkey_to_the_others() -> None:
    """Won for 4, two ways to pay, gone: Bo and Cy bid anew; nobody there, it is discarded."""
    rich = coins(red=1, green=2, blue=1)
    state = play(OF, play(OF, bidding(rich, RICH, RICH), 0, **RED_4), None, type="sold", player=0, value=4)
    assert state.auction is not None
    assert state.auction.paying
    state, said = away(state, 0)
    assert said == ["Red 4 is auctioned anew, without Ann."]
    assert OF.active_seats(state) == {1}
    state, _ = away(state, 1)
    state = play(OF, state, 2, type="pass")
    assert (state.auction, state.lost, OF.active_seats(state)) == (None, coins(red=1), {2})


def test_a_first_ship_is_taken_when_its_player_comes_not_from_the_pool() -> None:
    """Cy comes in round 1 after the others have taught: his first ship is his own, the pool stays."""
    of = game()
    state: Any = of.setup(3)
    state, _ = away(state, 2)
    state = play(of, state, None, type="ring", tribes=["black", "brown", "purple", "green", "red", "blue"])
    state = play(of, state, None, type="moonstone", player=0)
    for seat in (0, 1):
        state = play(of, state, seat, type="take_ship", color="red", capacity=3, points=4)
    for seat in (0, 1):
        state = play(of, state, seat, **TEACH)
    assert state.phase == "winning"
    state, _ = away(state, 2, gone=False)
    assert of.active_seats(state) == {2}
    state = play(of, state, 2, type="take_ship", color="red", capacity=3, points=4)
    assert (state.pool, of.active_seats(state)) == (2, {0})
    assert_conserved(state)


def test_the_sheets_of_those_who_are_here_end_the_pad() -> None:
    """Ann is complete; Bo leaves: the final scoring begins. A sheet completed before leaving still counts."""
    of = game(3, bookkeeping="final")
    state: Any = play(of, of.setup(3), None, type="ranking", tribes=list(ORDER))
    state = play(of, state, 0, type="sheet_complete")
    state, _ = away(state, 0, of=of)
    state, said = away(state, 1, of=of)
    assert (said, of.outcome(state), of.active_seats(state)) == ([], None, {2})
    done = play(of, state, 2, type="sheet_complete")
    assert of.outcome(done) is not None
    two, _ = away(play(of, state, 2, type="monkeys", tribe="red", number=4, value=1), 1, False, of)
    two = play(of, two, 1, type="sheet_complete")
    two, said = away(two, 2, of=of)
    assert said == ["Every sheet of those who are here is complete: the final scoring begins."]
    assert of.outcome(two) is not None
    assert not of.active_seats(two)


# Corrections


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
            table, _event(table, Played(None if seat is None else Seat(seat), action_from_json(OF, action)))
        )
    return table


def _event(table: Table[Any], change: Any) -> Event:
    return Event(table.seq + 1, "", 1, "hand", None, change)


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
    after = accepted(table, _event(table, Retracted(9)))
    assert (after.state.favours.coins[2][5], after.state.lost[0]) == (1, 2)
    with pytest.raises(Refused) as later:
        accepted(table, _event(table, Retracted(7)))
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
    assert said[0] == "The ship of Ann stays: it is too late to launch it part-filled."
    state = replace(state, phase="wrap_up")
    assert told(OF, state, None, type="wrap_up")[0] == said[0]


# Refusals


PAD = game(3, bookkeeping="final")
SHIP: dict[str, Any] = {"type": "take_ship", "color": "red", "capacity": 3, "points": 4}


def set_up() -> Evening:
    return started(OF, 3)


def in_auction() -> Any:
    return play(OF, bidding(RICH, RICH, RICH), 0, **RED_4)


@pytest.mark.parametrize(
    ("state", "seat", "action", "text"),
    [
        (set_up, 0, RED_4, "Monkeys are picked in the bid turn, each player one. Ann teaches a tribe."),
        (set_up, 1, {"type": "bid", "value": 2}, "No monkey is being auctioned. First somebody picks one. Ann teaches a tribe."),
        (set_up, None, {"type": "wrap_up"},
         "A round is over when everybody who is here has taught a tribe and picked a monkey. Ann teaches a tribe."),
        (set_up, 0, SHIP, "Ann has a ship. Ann teaches a tribe."),
        (set_up, 0, {"type": "launch"},
         "A ship that is not full launches only directly after boarding, until the next monkey is picked."
         " Ann teaches a tribe."),
        (set_up, 0, {"type": "stay_behind", "tribe": "red"},
         "A tribe stays behind only where the ring has just made rivals of two tribes aboard. Ann teaches a tribe."),
        (set_up, 0, {"type": "hair", "value": 1},
         "The length of hair is asked at the end, only of players who are still tied. Ann teaches a tribe."),
        (set_up, None, {"type": "reveal"}, "Figures are revealed once the game is over. Ann teaches a tribe."),
        (set_up, 0, {"type": "sheet_complete"},
         "This table keeps the whole game: the companion fills the sheets by itself. Ann teaches a tribe."),
        (set_up, 1, TEACH, "It is not your turn: Ann first."),
        (in_auction, 0, TEACH,
         "Tribes are taught in the civilization turn, once by each player. Red 4 is auctioned: Ann bids or passes."),
        (in_auction, 1, RED_4, "One monkey is auctioned at a time. Red 4 is auctioned: Ann bids or passes."),
        (in_auction, 0, {"type": "pay", "coins": {"red": 1}},
         "A monkey is paid when nobody bids higher. Red 4 is auctioned: Ann bids or passes."),
        (lambda: play(OF, in_auction(), 0, type="bid", value=2), None, {"type": "no_bid"},
         "There is a bid already, so somebody wins the monkey. Red 4: Ann has bid 2. Bo bids or passes."),
        (lambda: play(OF, play(OF, in_auction(), 0, type="bid", value=2), 1, type="pass"), 1, {"type": "bid", "value": 3},
         "Bo is out of this auction: a pass is final, and who cannot bid higher is out too."),
        (in_auction, None, {"type": "ring", "tribes": list(ORDER)},
         "The ring lies still while a monkey is auctioned; a correction can set it. Red 4 is auctioned: Ann bids or passes."),
        (lambda: play(OF, set_up(), 0, **TEACH), None, {"type": "moonstone", "player": 1},
         "The moonstone is passed on by itself; a correction sets who has it. Bo teaches a tribe."),
        (lambda: away(set_up(), 0)[0], 0, TEACH, "Ann is away. Say first that Ann is back."),
        (lambda: OF.setup(3), 0, TEACH,
         "First the table is set up. Set up the table: the next question is on every phone."),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)  # fmt: skip
def test_a_refusal_says_the_rule_and_what_the_table_waits_for(
    state: Any, seat: int | None, action: dict[str, Any], text: str
) -> None:
    """Never "This is not possible now"."""
    with pytest.raises(Refused) as refused:
        play(OF, state(), seat, **action)
    assert plain(refused.value.text, NAMES) == text


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (TEACH, "This table keeps the final scoring only; the game itself is not entered here."),
        ({"type": "sheet_complete"}, "First enter what ranks 5 and 6 give, and the ranking."),
    ],
    ids=["an entry of the game", "a sheet before the ranking"],
)
def test_a_refusal_on_the_pad_says_the_rule(action: dict[str, Any], text: str) -> None:
    with pytest.raises(Refused) as refused:
        play(PAD, PAD.setup(3), 0, **action)
    assert plain(refused.value.text, NAMES) == text


# Broken evenings at random


@pytest.mark.parametrize("seats", [2, 3, 5])
@pytest.mark.parametrize(
    "options",
    [{}, {"capricious": True, "level_stones": "by_hand"}, {"bookkeeping": "final"}],
    ids=["plain", "capricious", "final"],
)
def test_whatever_went_wrong_at_random_the_game_still_ends(seats: int, options: dict[str, Any]) -> None:
    """Away and back, any counter corrected, older entries taken out, played on: no offer refused, nothing raises."""
    of = game(seats, **options)
    for seed in range(2):
        chance = random.Random(f"{seats} {seed} {options}")
        table = opened(of, tuple(Sitting(name, "red") for name in NAMES[:seats]))
        for _ in range(60):
            table = _broken(table, chance) if chance.random() < 0.4 else _next_entry(table, chance)
            _assert_playable(table)
        for _ in range(3000):
            if of.outcome(table.state) is not None:
                break
            table = _next_entry(table, chance)
        assert of.outcome(table.state) is not None, (plain(of.stage(table.state).text), seed)
        assert fold(of, table.opened, table.events).state == table.state


def _assert_playable(table: Table[Any]) -> None:
    of, state = table.game, table.state
    if isinstance(state, Evening):
        assert_conserved(state)
    active = of.active_seats(state)
    assert not active & away_of(state)
    of.score(of.sheet(state))
    for counter in of.counters(state):
        assert counter.low <= counter.value <= counter.high, counter
        assert isinstance(counter.shown, int | Text) or counter.shown
    of.view(state, Seat(table.seq % len(table.seats)))
    for seat in map(Seat, range(len(table.seats))):
        nexts = [offer for offer in of.offers(state, seat) if offer.place == "next"]
        assert seat in active or not nexts
    if of.outcome(state) is None:
        everything = [offer for seat in (None, *active) for offer in offers(of, state, seat)]
        assert any(offer.place == "next" or offer.type == "finish" for offer in everything)


def _entered(table: Table[Any], seat: Seat | None, action: Any) -> Table[Any]:
    return accepted(table, _event(table, Played(seat, action)))


def _next_entry(table: Table[Any], chance: random.Random) -> Table[Any]:
    of, state = table.game, table.state
    seats = [None, *map(Seat, range(len(table.seats)))]
    choices = [(seat, offer) for seat in seats for offer in of.offers(state, seat)]
    nexts = [(seat, offer) for seat, offer in choices if offer.place == "next"]
    if of.outcome(state) is not None or (isinstance(state, Evening) and nexts):
        choices = nexts or choices
    elif nexts and chance.random() < 0.7:
        choices = nexts
    if not choices:
        return table
    seat, offer = chance.choice(choices)
    return _entered(table, seat, chance.choice(offer.examples) if offer.examples else offer_example(of, offer))


def _broken(table: Table[Any], chance: random.Random) -> Table[Any]:
    of, state = table.game, table.state
    counters = of.counters(state)
    match chance.choice(("away", "correct", "retract", "played_on")):
        case "away":
            seat = chance.randrange(len(table.seats))
            action: Any = SetAway(player=seat, away=seat not in away_of(state))
        case "correct" if counters:
            counter = chance.choice(counters)
            action = Correct(counter=counter.key, value=chance.randint(counter.low, counter.high))
        case "played_on" if counters:
            some = chance.sample(counters, min(len(counters), chance.randint(1, 8)))
            action = PlayedOn(counters={c.key: chance.randint(c.low, c.high) for c in some})
        case "retract" if table.entries:
            entry = chance.choice(table.entries[-12:])
            try:
                return accepted(table, _event(table, Retracted(entry.event.seq)))
            except Refused as refused:
                assert refused.code == "later_step"
                return table
        case _:
            return table
    try:
        after = _entered(table, None, action)
    except Refused as refused:
        assert isinstance(refused.text, Text)
        return table
    if isinstance(action, Correct):
        assert {c.key: c.value for c in of.counters(after.state)}.get(action.counter, action.value) == action.value
    return after
