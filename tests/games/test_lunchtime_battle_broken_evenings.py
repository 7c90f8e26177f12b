"""The law of broken evenings: whatever goes wrong at a Lunchtime Battle table, it is played to its end."""

from __future__ import annotations

import random
from typing import Any

import pytest

from companion.core.away import SetAway
from companion.core.codec import offer_example, options_from_json
from companion.core.correction import Correct
from companion.core.log import Played, Retracted, Sitting, Table, accepted, extended, fold, opened
from companion.core.playing_on import PlayedOn
from companion.core.refusal import Refused
from companion.core.text import Seat, plain
from companion.games.lunchtime_battle import LunchtimeBattle
from companion.games.lunchtime_battle.state import State
from testkit.playing import entries
from tests.games.lunch_tables import NAMES, event

OPTIONS: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (2, {"two_hands": True}),
    (3, {"level_foods": "by_hand", "dishes": True}),
    (4, {"picked_monster": "stays"}),
    (6, {"not_hungry": True}),
    (3, {"bookkeeping": "final"}),
    (3, {"bookkeeping": "final", "level_foods": "by_hand"}),
]


BOX = {"monsters": {name: {"hunger": n, "foods": {"meat": n}, "game_end": n == 3} for n, name in enumerate("ABCD")}}
"""Four monsters known by name, one of them with Game End."""


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize(("seats", "options"), OPTIONS)
def test_whatever_goes_wrong_random_play_still_ends(seats: int, options: dict[str, Any], seed: int) -> None:
    """Law: away, corrections, entries taken out and rounds played on at random moments; no offer is refused when taken."""
    game = LunchtimeBattle.open(options_from_json(LunchtimeBattle, options, seats), BOX)
    chance = random.Random(seed)
    table: Table[State] = opened(game, tuple(Sitting(name, "red") for name in NAMES[:seats]))
    for step in range(3000):
        if game.outcome(table.state) is not None and step > 100:
            break
        if step == 100 and "rounds" in {c.key for c in game.counters(table.state)}:
            # Else there may be 40 rounds to play, which take their time.
            shorter = Correct(counter="rounds", value=table.state.round)
            table = accepted(table, event(table, Played(None, shorter)))
        disturbed = step < 100 and chance.random() < 0.3
        table = _disturbed(table, chance) if disturbed else _next_thing(table, chance)
        state = table.state
        assert not game.active_seats(state) & state.away
        assert not any(o.place == "next" for seat in state.away for o in game.offers(state, seat))
        ids = [card.id for card in state.candidates]
        assert len(ids) == len(set(ids))
        game.view(state, chance.choice((None, *map(Seat, range(seats)))))
    assert game.outcome(table.state) is not None
    assert fold(game, table.opened, table.events).state == table.state


def _next_thing(table: Table[State], chance: random.Random) -> Table[State]:
    game, state = table.game, table.state
    choices = entries(game, state, len(table.seats))
    nexts = [entry for entry in choices if entry[1].place == "next"]
    assert nexts or game.outcome(state) is not None, state
    seat, offer = chance.choice(nexts if nexts and chance.random() < 0.8 else choices)
    action = chance.choice(offer.examples) if offer.examples else offer_example(game, offer)
    after = accepted(table, event(table, Played(seat, action)))
    assert after.entries[-1].telling
    return after


def _disturbed(table: Table[State], chance: random.Random) -> Table[State]:
    """Something goes wrong, or is put right; a refusal leaves the table as it is, with a reason."""
    change: Any
    counters = {c.key: chance.randint(c.low, c.high) for c in table.game.counters(table.state)}
    kind = chance.randrange(4)
    if kind == 0:
        seat = chance.randrange(len(table.seats))
        change = Played(None, SetAway(player=seat, away=seat not in table.state.away))
    elif kind == 1 and counters:
        key = chance.choice(sorted(counters))
        change = Played(None, Correct(counter=key, value=counters[key]))
    elif kind == 2 and counters:
        some = {key: value for key, value in counters.items() if chance.random() < 0.2} or counters
        change = Played(None, PlayedOn(counters=some))
    elif table.entries:
        change = Retracted(chance.choice(table.entries).event.seq)
    else:
        return table
    try:
        after = accepted(table, event(table, change))
    except Refused as reason:
        assert plain(reason.text, NAMES)
        return table
    assert extended(table, event(table, change)).state == after.state
    return after
