"""Monkeys on the Moon: refusals that say the rule, and broken evenings at random."""

from __future__ import annotations

import random
from typing import Any

import pytest

from companion.core.accepting import offers
from companion.core.away import SetAway
from companion.core.codec import offer_example
from companion.core.correction import Correct
from companion.core.game import away_of
from companion.core.log import Played, Retracted, Sitting, Table, accepted, fold, opened
from companion.core.playing_on import PlayedOn
from companion.core.refusal import Refused
from companion.core.text import Seat, Text, plain
from companion.games.monkeys_on_the_moon.state import Evening
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
    event,
    game,
    play,
    started,
)

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
    return accepted(table, event(table, Played(seat, action)))


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
                return accepted(table, event(table, Retracted(entry.event.seq)))
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
