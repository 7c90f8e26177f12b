"""What each seat may enter at a table that only scores: its own column of the pad."""

from __future__ import annotations

from dataclasses import replace

from companion.core.ending import complete_offer
from companion.core.fields import Choice, Number
from companion.core.game import Offer
from companion.core.text import Seat, T
from companion.games.walking_on_the_moon import pad
from companion.games.walking_on_the_moon.actions import Arrive, Stars, TieOrder
from companion.games.walking_on_the_moon.scoring import MOST_PLAYERS
from companion.games.walking_on_the_moon.state import State, each, whose


def column_offers(state: State, seat: Seat) -> tuple[Offer, ...]:
    """Where each astronaut of this seat ended, its stars, the seat's place in a tie, and that this is all."""
    complete = complete_offer(state.ending, seat)
    found = [complete] if seat not in state.away else [replace(complete, place="more")]
    for index in range(each(state.seats)):
        entry, fixed = state.columns[seat].entries[index], {"astronaut": index}
        title = T("Where {who} ended", who=whose(state.seats, seat, index))
        where = Choice("where", title, tuple(pad.WHERE.items()))
        arrived = (Arrive(where="10", astronaut=index),)
        found.append(Offer(Arrive, title, (where,), fixed, examples=arrived, place="sheet"))
        title = T("Stars of {who}", who=whose(state.seats, seat, index))
        number = Number("value", title, 0, pad.stars_left(state, seat, index), current=entry.stars)
        found.append(Offer(Stars, title, (number,), fixed, place="sheet"))
    order = Number("value", T("Place in a tie (1 wins)"), 1, MOST_PLAYERS)
    found.append(Offer(TieOrder, T("Place in a tie (1 wins)"), (order,), place="more"))
    return tuple(found)
