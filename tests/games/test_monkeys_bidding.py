"""Monkeys on the Moon: auctions in three currencies, boarding and launching."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.core.accepting import accept
from companion.core.codec import action_from_json
from companion.core.refusal import Refused
from companion.core.text import Seat, plain
from companion.games.monkeys_on_the_moon.auction import bids, purchases, worth
from companion.games.monkeys_on_the_moon.ships import Monkey, Ship
from companion.games.monkeys_on_the_moon.state import Evening
from companion.games.monkeys_on_the_moon.tribes import ORDER
from tests.games.monkeys_tables import (
    GIVEN_RING,
    assert_conserved,
    coins,
    coins_of,
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
RED_4: dict[str, Any] = {"type": "pick", "tribe": "red", "number": 4}


def bidding(*own: tuple[int, ...], scorn: dict[str, int] | None = None) -> Evening:
    """Round 1, everybody has taught; these coins are the players' all."""
    state = started(OF, len(own), tuple(Ship(ORDER[seat], 3, 4) for seat in range(len(own))))
    in_box = {2: 2, 3: 1}.get(len(own), 0)
    return replace(state, phase="winning", turn=0, favours=favours(*own, in_box=in_box, scorn=scorn))


def test_given_coins_of_a_red_monkey() -> None:
    """Given: auction of a red monkey in that ring: green 2, red 3, blue 2."""
    assert worth(GIVEN_RING, "red") == {"red": 3, "green": 2, "blue": 2}


@pytest.mark.parametrize(
    ("own", "above", "expected"),
    [
        pytest.param(coins(red=1, green=1, blue=1), 0, (2, 3, 4, 5, 7), id="exactly the value of coins shown: no 6"),
        pytest.param(coins(red=1, green=1, blue=1), 4, (5, 7), id="higher than the last"),
        pytest.param(coins(black=3, brown=2, purple=1), 0, (), id="only the tribe's and its allies' coins count"),
        pytest.param(coins(red=2), 0, (3, 6), id="a coin of the tribe is worth 3"),
        pytest.param(coins(red=2), 6, (), id="nothing higher left"),
    ],
)
def test_legal_bids(own: tuple[int, ...], above: int, expected: tuple[int, ...]) -> None:
    """A bid is at least 2, higher than the last, and exactly the value of the coins shown."""
    assert bids(favours(own), GIVEN_RING, Seat(0), "red", above) == expected


def test_exact_combinations() -> None:
    """Four can be green and blue, or two of one; six can be two red or three allies."""
    found = purchases(favours(coins(red=2, green=2, blue=1)), GIVEN_RING, Seat(0), "red")
    assert set(found[4]) == {(("green", 2),), (("green", 1), ("blue", 1))}
    assert set(found[6]) == {(("red", 2),), (("green", 2), ("blue", 1))}
    assert all(
        sum(worth(GIVEN_RING, "red")[tribe] * n for tribe, n in way) == value
        for value, ways in found.items()
        for way in ways
    )


def test_a_whole_auction_goes_round_from_the_picker() -> None:
    """Picker first, then clockwise; a pass is final; the last one left wins and pays."""
    state = bidding(RICH, RICH, RICH)
    state = play(OF, state, 0, **RED_4)
    assert OF.active_seats(state) == {0}
    state = play(OF, state, 0, type="bid", value=2)
    state = play(OF, state, 1, type="pass")
    state = play(OF, state, 2, type="bid", value=3)
    state = play(OF, state, 0, type="bid", value=5)
    assert OF.active_seats(state) == {2}
    with pytest.raises(Refused) as refused:
        play(OF, state, 1, type="bid", value=7)
    assert refused.value.code == "not_your_turn"
    state = play(OF, state, 2, type="pass")
    assert state.auction is not None
    assert state.auction.paying
    assert OF.active_seats(state) == {0}
    with pytest.raises(Refused) as refused:
        play(OF, state, 0, type="pay", coins={"green": 1, "blue": 1})
    assert "not worth exactly 5" in plain(refused.value.text)
    state = play(OF, state, 0, type="pay", coins={"red": 1, "blue": 1})
    assert state.favours.coins[0] == coins(green=1)
    assert state.corners[0].aboard == monkeys(("red", 4))
    assert OF.active_seats(state) == {1}
    assert_conserved(state)


def test_the_picker_may_pass_too_and_no_bid_is_discarded() -> None:
    """Everybody passes: the monkey is gone, the next player picks."""
    state = play(OF, bidding(RICH, RICH), 0, **RED_4)
    state = play(OF, state, 0, type="pass")
    assert told(OF, state, 1, type="pass") == ["Bo passes.", "Nobody bids: Red 4 is discarded."]
    state = play(OF, state, 1, type="pass")
    assert state.auction is None
    assert state.lost == coins(red=1)
    assert OF.active_seats(state) == {1}


def test_who_cannot_bid_is_not_asked() -> None:
    """No coin that counts, or none for a higher bid: out; nobody can: discarded at once."""
    poor = coins(black=1)
    state = play(OF, bidding(poor, RICH, coins(red=1)), 0, **RED_4)
    assert OF.active_seats(state) == {1}
    assert told(OF, state, 1, type="bid", value=4) == [
        "Bo bids 4.",
        "Cy cannot bid higher.",
        "Bo wins Red 4 for 4.",
        "Bo puts back 1 green coin and 1 blue coin.",
        "Red 4 boards the ship of Bo: 1 of 3 places taken.",
    ]
    state = play(OF, bidding(poor, poor), 0, **RED_4)
    assert (state.auction, state.turn, state.lost) == (None, 1, coins(red=1))


def test_bids_called_aloud_are_entered_in_one_go() -> None:
    """Anybody enters who won, for how much; a single combination is paid at once; or that nobody bid."""
    state = play(OF, bidding(RICH, RICH), 0, **RED_4)
    done = play(OF, state, None, type="sold", player=1, value=7)
    assert (done.favours.coins[1], done.corners[1].aboard) == (coins(), monkeys(("red", 4)))
    with pytest.raises(Refused) as refused:
        play(OF, state, None, type="sold", player=1, value=6)
    assert "6 is no bid Bo can make: 2, 3, 4, 5 or 7." in plain(refused.value.text, ("Ann", "Bo"))
    assert play(OF, state, None, type="no_bid").lost == coins(red=1)
    bid = play(OF, state, 0, type="bid", value=2)
    assert "no_bid" not in {offer.type for offer in OF.offers(bid, None)}


def test_the_picked_monkey_is_entered_with_who_won_it() -> None:
    """Bids called aloud, nobody has said which monkey: picked, sold and paid in one entry, told as one would tell them apart."""
    state = bidding(RICH, RICH)
    sale: dict[str, Any] = {"type": "sold", "player": 1, "value": 7, "tribe": "red", "number": 4, "lot": 1}
    apart = play(OF, play(OF, state, 0, **RED_4), None, type="sold", player=1, value=7)
    assert play(OF, state, None, **sale) == apart
    assert told(OF, state, None, **sale)[:2] == ["Ann picks Red 4 from the pool.", "Bo wins Red 4 for 7."]
    nobody: dict[str, Any] = {"type": "no_bid", "tribe": "red", "number": 4}
    assert told(OF, state, None, **nobody) == ["Ann picks Red 4 from the pool.", "Nobody bids: Red 4 is discarded."]
    assert play(OF, state, None, **nobody) == play(OF, play(OF, state, 0, **RED_4), None, type="no_bid")


@pytest.mark.parametrize(
    ("picked", "action", "code", "text"),
    [
        pytest.param(False, {"player": 1, "value": 6, "tribe": "red", "number": 4}, "bad_field",
                     "6 is no bid Bo can make: 2, 3, 4, 5 or 7.", id="exactly the value of the coins shown"),
        pytest.param(False, {"player": 1, "value": 3}, "illegal",
                     "No monkey is being auctioned. First somebody picks one. Ann picks a monkey.", id="no monkey is named"),
        pytest.param(True, {"player": 1, "value": 3, "tribe": "blue", "number": 3}, "illegal",
                     "One monkey is auctioned at a time. Red 4 is auctioned: Ann bids or passes.",
                     id="another one lies under the hammer"),
        pytest.param(False, {"player": 1, "value": 3, "tribe": "red", "number": 4, "lot": 2}, "changed",
                     "That monkey was sold meanwhile; now the next one is picked.", id="a tap meant for an earlier monkey"),
        pytest.param(False, {"player": 0, "value": 2, "tribe": "black", "number": 4}, "bad_field",
                     "Ann has not the coins for a higher bid.", id="no coin that counts"),
    ],
)  # fmt: skip
def test_a_sale_that_cannot_be_is_refused_with_the_reason(
    picked: bool, action: dict[str, Any], code: str, text: str
) -> None:
    """A sale names the monkey unless one lies under the hammer, and a late tap never buys another one."""
    poor = coins(red=1)
    state = bidding(poor if action.get("tribe") == "black" else RICH, coins(red=1, green=1, blue=1, black=1))
    if picked:
        state = play(OF, state, 0, **RED_4)
    with pytest.raises(Refused) as refused:
        play(OF, state, None, type="sold", **action)
    assert refused.value.code == code
    assert plain(refused.value.text, ("Ann", "Bo")) == text


def test_whoever_holds_the_highest_bid_may_be_sold_to_at_once() -> None:
    """The others pass aloud: one entry in place of a pass of each."""
    state = play(OF, play(OF, bidding(RICH, RICH, RICH), 0, **RED_4), 0, type="bid", value=7)
    assert state.auction is None, "nobody can bid higher"
    state = play(OF, play(OF, bidding(RICH, RICH, RICH), 0, **RED_4), 0, type="bid", value=3)
    done = play(OF, state, None, type="sold", player=0, value=3)
    assert (done.auction, done.corners[0].aboard) == (None, monkeys(("red", 4)))
    assert coins_of(done, 0, "red") == 0


@pytest.mark.parametrize(
    ("ship", "aboard", "scorn", "after"),
    [
        pytest.param(Ship("black", 3, 4), [], {}, {"aboard": [("red", 4)], "home": [], "full": 0, "coin": 0},
                     id="otherwise it boards"),
        pytest.param(Ship("black", 3, 4), [("brown", 5)], {},
                     {"aboard": [], "waiting": [("red", 4)], "home": [("brown", 5)], "full": 0, "coin": 1},
                     id="a passenger aboard is its rival: the ship launches at once without it"),
        pytest.param(Ship("black", 2, 4), [("green", 3)], {},
                     {"aboard": [], "home": [("green", 3), ("red", 4)], "full": 1, "coin": 1},
                     id="a full ship must launch and is kept for its points"),
        pytest.param(Ship("black", 2, 4), [("green", 3)], {"black": 0},
                     {"aboard": [], "home": [("green", 3), ("red", 4)], "full": 1, "coin": 0, "scorn": {}},
                     id="launch: holding that tribe's scorn, give the scorn back instead of a coin"),
        pytest.param(Ship("black", 3, 4), [], {"red": 0},
                     {"aboard": [("red", 4)], "home": [], "full": 0, "coin": 0, "scorn": {}},
                     id="the winner gives back the monkey's tribe's scorn"),
        pytest.param(Ship("black", 3, 4), [], {"red": 1, "black": 1},
                     {"aboard": [("red", 4)], "home": [], "full": 0, "coin": 0, "scorn": {"red": 1, "black": 1}},
                     id="somebody else's scorn stays"),
    ],
)  # fmt: skip
def test_boarding(ship: Ship, aboard: list[tuple[str, int]], scorn: dict[str, int], after: dict[str, Any]) -> None:
    """What happens to the ship of the winner of Red 4."""
    state = with_corner(bidding(RICH, RICH, scorn=scorn), 0, ship=ship, aboard=monkeys(*aboard))
    state = play(OF, state, 0, **RED_4)
    done = play(OF, state, None, type="sold", player=0, value=3)
    corner = done.corners[0]
    assert corner.aboard == monkeys(*after["aboard"])
    assert corner.waiting == monkeys(*after.get("waiting", []))
    assert corner.home == monkeys(*after["home"])
    assert len(corner.full) == after["full"]
    assert coins_of(done, 0, "black") == after["coin"]
    held = {t: int(s) for t, s in zip(ORDER, done.favours.scorn, strict=True) if s is not None}
    assert held == after.get("scorn", scorn)
    assert (corner.ship is None) == (not after["aboard"])


def test_no_coin_of_the_ships_colour_on_its_card_to_take() -> None:
    """Take 1 coin of the ship's colour from its tribe card if one lies there."""
    state = bidding(RICH, coins(black=5))
    state = with_corner(state, 0, ship=Ship("black", 2, 4), aboard=monkeys(("green", 3)))
    state = play(OF, play(OF, state, 0, **RED_4), None, type="sold", player=0, value=3)
    assert coins_of(state, 0, "black") == 0
    assert_conserved(state)


def test_a_ship_not_full_goes_under_the_pile_and_the_one_left_behind_boards_the_next() -> None:
    """Take a ship from the pool, refill the pool to 2; then the round goes on."""
    state = with_corner(bidding(RICH, RICH), 0, aboard=monkeys(("brown", 5)))
    pile = state.pile
    state = play(OF, play(OF, state, 0, **RED_4), None, type="sold", player=0, value=3)
    assert (state.pool, state.pile) == (2, pile + 1)
    assert OF.active_seats(state) == {0}
    assert [offer.type for offer in OF.offers(state, Seat(0))] == ["take_ship"]
    state = play(OF, state, 0, type="take_ship", color="blue", capacity=2, points=3)
    assert (state.pool, state.pile) == (2, pile)
    assert state.corners[0].aboard == monkeys(("red", 4))
    assert OF.active_seats(state) == {1}
    assert_conserved(state)


def test_any_other_may_launch_directly_after_boarding() -> None:
    """Decision: by the player who boarded, until the next monkey is picked."""
    state = play(OF, play(OF, bidding(RICH, RICH), 0, **RED_4), None, type="sold", player=0, value=3)
    assert [offer.type for offer in OF.offers(state, Seat(0))] == ["launch"]
    launched = play(OF, state, 0, type="launch")
    assert launched.corners[0].home == monkeys(("red", 4))
    assert launched.corners[0].full == ()
    later = play(OF, state, 1, type="pick", tribe="blue", number=3)
    with pytest.raises(Refused):
        play(OF, later, 0, type="launch")


def test_a_pool_without_ships_is_not_refilled_and_a_monkey_without_ship_is_discarded() -> None:
    """Decision: not if the pile is empty; without any ship the monkey that was won is lost."""
    state = bidding(RICH, RICH)
    state = replace(with_corner(state, 0, ship=Ship("red", 2, 3), aboard=monkeys(("green", 3))), pool=1, pile=0)
    state = play(OF, play(OF, state, 0, **RED_4), None, type="sold", player=0, value=3)
    state = play(OF, state, 0, type="take_ship", color="blue", capacity=2, points=3)
    assert (state.pool, state.pile) == (0, 0)
    state = with_corner(state, 1, ship=None)
    state = play(OF, state, 1, type="pick", tribe="green", number=3)
    done = play(OF, state, None, type="sold", player=1, value=2)
    assert done.lost == coins(green=1)
    assert done.corners[1].monkeys == ()


def test_only_seven_monkeys_and_three_ships_of_a_colour_can_turn_up() -> None:
    """42 monkeys, 18 ships: what cannot be there any more is not offered."""
    state = with_corner(bidding(RICH, RICH), 1, home=tuple([Monkey("red", 3)] * 7))
    state = with_corner(state, 1, full=(Ship("red", 2, 3), Ship("red", 3, 4)))
    with pytest.raises(Refused) as refused:
        play(OF, state, 0, **RED_4)
    assert refused.value.field == "tribe"
    assert "red" not in state.colors_left()


def test_a_correction_of_coins_puts_the_monkey_back() -> None:
    """Coins changed under an auction: it begins anew with the picking."""
    state = play(OF, bidding(RICH, RICH), 0, **RED_4)
    state = play(OF, state, 0, type="bid", value=2)
    after: Any = OF.with_counter(state, "coins:0:red", 0)
    assert (after.auction, OF.active_seats(after)) == (None, {0})


def test_a_late_tap_never_buys_another_monkey() -> None:
    """Two phones enter the same result; the second arrives when the next monkey is already under the hammer."""
    state = play(OF, bidding(RICH, RICH), 0, **RED_4)
    lot = state.lot
    state = play(OF, state, None, type="sold", player=1, value=2, lot=lot)
    state = play(OF, state, 1, type="pay", coins={"green": 1}) if state.auction is not None else state
    state = play(OF, state, 1, type="pick", tribe="blue", number=3)
    with pytest.raises(Refused) as refused:
        play(OF, state, None, type="sold", player=0, value=2, lot=lot)
    assert refused.value.code == "changed"
    assert "now it is about Blue 3" in plain(refused.value.text)
    assert play(OF, state, None, type="sold", player=0, value=3, lot=state.lot).corners[0].monkeys


def test_a_coin_paid_and_one_taken_for_the_ship_are_named_by_neither_sentence() -> None:
    """Green coins only go back: their sentence names the counter. A red one comes again: the entry changes nothing."""
    state = with_corner(bidding(RICH, RICH), 0, ship=Ship("red", 2, 4), aboard=monkeys(("black", 3)))
    state = play(OF, state, 0, **RED_4)
    step = accept(OF, state, None, action_from_json(OF, {"type": "sold", "player": 0, "value": 5}))
    step = accept(OF, step.state, Seat(0), action_from_json(OF, {"type": "pay", "coins": {"red": 1, "green": 1}}))
    said = {plain(clause.text, ("Ann", "Bo")): clause.by for clause in step.telling}
    assert said["Ann puts back 1 red coin and 1 green coin."] == (("coins:0:green", -1),)
    assert said["Ann takes 1 red coin."] == ()
    assert coins_of(step.state, 0, "red") == 1
