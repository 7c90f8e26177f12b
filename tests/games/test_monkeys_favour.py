"""Monkeys on the Moon: coins and scorn, the offence and its chain."""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import Any

import pytest

from companion.core.refusal import Refused
from companion.core.text import Seat, plain
from companion.games.monkeys_on_the_moon.favour import Favours, choice_after, offence
from companion.games.monkeys_on_the_moon.tribes import ORDER, allies, rival, swapped
from tests.games.monkeys_tables import GIVEN_RING, coins, coins_of, favours, game, play, started, told

ME = Seat(0)


@pytest.mark.parametrize(
    ("tribe", "beside", "opposite"),
    [
        pytest.param("red", {"green", "blue"}, "brown", id="Given: red's allies are green and blue, its rival brown"),
        pytest.param("blue", {"red", "black"}, "purple", id="Given: blue's allies red and black, its rival purple"),
        pytest.param("black", {"blue", "brown"}, "green", id="the ring closes between its last and first card"),
    ],
)
def test_ring(tribe: str, beside: set[str], opposite: str) -> None:
    """A tribe's rival lies opposite, its two allies beside it."""
    assert (set(allies(GIVEN_RING, tribe)), rival(GIVEN_RING, tribe)) == (beside, opposite)
    assert rival(GIVEN_RING, opposite) == tribe


def test_the_left_neighbour_is_the_next_clockwise_or_the_other() -> None:
    """Capricious, Decision: left is the next one clockwise; table option: the other."""
    assert swapped(GIVEN_RING, "purple", True) == ("black", "brown", "green", "purple", "red", "blue")
    assert swapped(GIVEN_RING, "purple", False) == ("black", "purple", "brown", "green", "red", "blue")
    assert swapped(GIVEN_RING, "blue", True) == ("blue", "brown", "purple", "green", "red", "black")


@pytest.mark.parametrize(
    ("own", "scorn", "on_card", "after", "scorn_after"),
    [
        pytest.param(coins(red=1), {}, 3, coins(red=0, brown=2), {}, id="Given: take 2 brown, pay 1 red to red"),
        pytest.param(coins(), {}, 3, coins(brown=2), {"red": 0}, id="Given: no red: take red's scorn"),
        pytest.param(coins(), {"red": 1}, 3, coins(brown=2), {"red": 0}, id="Given: from whoever holds it"),
        pytest.param(coins(red=1), {}, 1, coins(brown=1), {}, id="as many as there are: only 1 on the card"),
        pytest.param(coins(red=1), {}, 0, coins(), {}, id="as many as there are: none on the card"),
        pytest.param(
            coins(red=1), {"brown": 0}, 3, coins(brown=1), {}, id="Given: its scorn is given back and at most 1 taken"
        ),
        pytest.param(coins(red=1), {"brown": 0}, 0, coins(), {}, id="scorn given back though no coin is there"),
        pytest.param(
            coins(red=1), {"brown": 1}, 3, coins(brown=2), {"brown": 1}, id="somebody else's scorn does not matter"
        ),
    ],
)
def test_teaching_brown(
    own: tuple[int, ...], scorn: dict[str, int], on_card: int, after: tuple[int, ...], scorn_after: dict[str, int]
) -> None:
    """Coins first, then the offence to the rival (red)."""
    others = coins(brown=7 - on_card)
    state = started(game(), 3)
    state = _with(state, favours(own, others, coins(), in_box=0, scorn=scorn))
    done = play(game(), state, 0, type="teach", card="brown", number=2, tribe="brown")
    assert done.favours.coins[0] == after
    assert _held(done.favours) == scorn_after


@pytest.mark.parametrize(
    ("own", "scorn", "ally", "paid", "took"),
    [
        pytest.param(coins(green=1, blue=1), {"red": 0}, "green", "green", None, id="Given: pay 1 green"),
        pytest.param(coins(green=1, blue=1), {"red": 0}, "blue", "blue", None, id="Given: or 1 blue"),
        pytest.param(coins(green=1), {"red": 0}, "blue", None, "blue", id="Given: blue without a coin: blue's scorn"),
        pytest.param(
            coins(black=1), {"red": 0, "blue": 0}, "blue", "black", None, id="already holding that: one of ITS allies"
        ),
        pytest.param(
            coins(), {"red": 0, "blue": 0}, "blue", None, "black", id="red was tried: blue's other ally is black"
        ),
        pytest.param(
            coins(), {"red": 0, "green": 0, "purple": 0}, "green", "brown", None,
            id="Decision: at most four tribes, the fourth is the taught one",
        ),
    ],
)  # fmt: skip
def test_the_chain_goes_on(
    own: tuple[int, ...], scorn: dict[str, int], ally: str, paid: str | None, took: str | None
) -> None:
    """Teaching brown with red's scorn in hand and no red coin: an ally of red is paid, or scorns."""
    state = _with(started(game(), 3), favours(own, coins(), coins(), scorn=scorn))
    done = play(game(), state, 0, type="teach", card="brown", number=2, tribe="brown", ally=ally)
    expected = list(own)
    expected[ORDER.index("brown")] += 2
    if paid:
        expected[ORDER.index(paid)] -= 1
    assert done.favours.coins[0] == tuple(expected)
    assert _held(done.favours) == scorn | ({took: 0} if took else {})


def test_with_nothing_of_the_fourth_tribe_its_scorn_comes_back() -> None:
    """No brown coin to take either: the chain ends with brown's own scorn."""
    scorn = {"red": 0, "green": 0, "purple": 0, "brown": 0}
    state = _with(started(game(), 3), favours(coins(), coins(brown=7), coins(), scorn=scorn))
    done = play(game(), state, 0, type="teach", card="brown", number=2, tribe="brown", ally="green")
    assert _held(done.favours) == scorn
    assert done.favours.coins[0] == coins()


@pytest.mark.parametrize("holdings", [pytest.param(range(2048), id="all 2,048 holdings")])
def test_the_chain_always_ends(holdings: range) -> None:
    """Any coins or none of each tribe, any scorn but the taught tribe's: at most four tribes, one payment or scorn."""
    bits = list(itertools.product((0, 1), repeat=11))
    assert len(bits) == len(holdings)
    for bit in bits:
        own, held = bit[:6], dict(zip([t for t in ORDER if t != "brown"], bit[6:], strict=True))
        before = favours(own, coins(), scorn={tribe: 0 for tribe, has in held.items() if has})
        for ally in choice_after(before, GIVEN_RING, ME, "brown") or (None,):
            found = offence(before, GIVEN_RING, ME, "brown", ally)
            chain = (*found.tried, found.tribe)
            assert len(set(chain)) == len(chain) <= 4
            assert chain[0] == "red"
            assert all(step in allies(GIVEN_RING, last) for last, step in itertools.pairwise(chain))
            assert all(not before.has(ME, tribe) and before.scorned_by(tribe) == ME for tribe in found.tried)
            after = found.applied(before, ME)
            assert sum(after.coins[0]) == sum(before.coins[0]) - found.pays
            assert len(_held(after)) == len(_held(before)) + (not found.pays)
            assert all(sum(c[at] for c in after.coins) + after.cards[at] == 7 for at in range(6))


@pytest.mark.parametrize(
    ("change", "field", "says"),
    [
        pytest.param({"tribe": "purple", "card": "red"}, "tribe", "red, green or blue",
                     id="the card's tribe or one of its two allies"),
        pytest.param({}, "ally", "green or blue", id="your choice: somebody has to make it"),
        pytest.param({"ally": "purple"}, "ally", "green or blue", id="only the two allies of the rival"),
        pytest.param({"tribe": "green", "card": "green", "ally": "red"}, "ally", "leave the ally empty",
                     id="no choice where the rival itself settles it"),
    ],
)  # fmt: skip
def test_refused_with_the_reason(change: dict[str, Any], field: str, says: str) -> None:
    """The field at fault, and what to do instead."""
    state = _with(started(game(), 3), favours(coins(), coins(), coins(), scorn={"red": 0}))
    action = {"type": "teach", "card": "brown", "number": 2, "tribe": "brown", **change}
    with pytest.raises(Refused) as refused:
        play(game(), state, 0, **action)
    assert refused.value.field == field
    assert says in plain(refused.value.text)


def test_the_sentence_says_all_of_it_beforehand() -> None:
    """Coins, stone, offence and from whom the scorn comes, in one go."""
    state = _with(started(game(), 3), favours(coins(), coins(), coins(), scorn={"red": 2}))
    action: dict[str, Any] = {"type": "teach", "card": "purple", "number": 3, "tribe": "brown"}
    assert told(game(), state, 0, **action) == [
        "Take 2 brown coins.",
        "Offend red: no red coin, so take its scorn card from Cy.",
        "Brown moves 3 spaces to 3.",
    ]
    again = _with(started(game(), 3), favours(coins(), coins(), coins(), scorn={"red": 0, "blue": 0, "black": 1}))
    assert told(game(), again, 0, **action, ally="blue") == [
        "Take 2 brown coins.",
        "Offend red: no red coin, and you hold its scorn card already.",
        "Its ally blue: no coin either, and you hold that scorn card too.",
        "Its ally black: no coin, so take the black scorn card from Bo.",
        "Brown moves 3 spaces to 3.",
    ]


def test_a_coin_correction_takes_from_the_card_and_is_refused_where_that_is_empty() -> None:
    """Coins stay conserved under corrections; the refusal says whose coins to correct first."""
    of = game()
    state = _with(started(of, 3), favours(coins(red=1), coins(red=4), coins(red=1), in_box=1))
    more: Any = of.with_counter(state, "coins:0:red", 0)
    assert (coins_of(more, 0, "red"), more.favours.on_card("red")) == (0, 1)
    with pytest.raises(Refused) as refused:
        of.with_counter(state, "coins:0:red", 2)
    assert "First correct the coins of Bo or Cy" in plain(refused.value.text, ("Ann", "Bo", "Cy"))


def _with(state: Any, has: Favours) -> Any:
    return replace(state, favours=has)


def _held(has: Favours) -> dict[str, int]:
    return {tribe: int(seat) for tribe, seat in zip(ORDER, has.scorn, strict=True) if seat is not None}
