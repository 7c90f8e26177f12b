"""Every number of a table that a correction may set: the monkey, the draw pile, the hands, the junk cards."""

from __future__ import annotations

from dataclasses import replace

from companion.core.game import Counter
from companion.core.refusal import Refused
from companion.core.text import Seat, T, Who
from companion.games.spank_the_monkey.pile import HEIGHT_HIGH, STRENGTH_HIGH, index_of
from companion.games.spank_the_monkey.state import (
    DECK_HIGH,
    HAND_HIGH,
    MONKEY_HIGH,
    MONKEY_LOW,
    State,
    junk_at,
    with_hand,
    with_junk_at,
)


def counters(state: State) -> tuple[Counter, ...]:
    """Height and strength of a junk card have keys such as ``height:2:17``: seat and id."""
    found: list[Counter] = []
    if state.monkey is not None:
        found.append(Counter("monkey", T("Height of the monkey"), state.monkey, MONKEY_LOW, MONKEY_HIGH))
    found.append(Counter("deck", T("Cards in the draw pile"), state.deck, 0, DECK_HIGH))
    for seat, hand in enumerate(state.hands):
        words = T("Hand cards of {who}", who=Who(seat))
        found.append(Counter(f"hand:{seat}", words, hand, 0, HAND_HIGH, Seat(seat), T("Hand cards")))
    for at, pile in enumerate(state.piles):
        for junk in pile:
            key, card, who, seat = f"{at}:{junk.id}", junk.called, Who(at), Seat(at)
            label, short = T("Height of {junk} ({who})", junk=card, who=who), T("Height of {junk}", junk=card)
            found.append(Counter(f"height:{key}", label, junk.height, 0, HEIGHT_HIGH, seat, short))
            label = T("Strength of {junk} without reinforcements ({who})", junk=card, who=who)
            short = T("Strength of {junk} without reinforcements", junk=card)
            found.append(Counter(f"strength:{key}", label, junk.strength, 0, STRENGTH_HIGH, seat, short))
    return tuple(found)


def with_counter(state: State, key: str, value: int) -> State:
    """The state with one of them set; raises Refused for junk that is not in that pile any more."""
    kind, _, of = key.partition(":")
    if kind == "monkey":
        return replace(state, monkey=value)
    if kind == "deck":
        return replace(state, deck=value)
    if kind == "hand":
        return with_hand(state, int(of), value - state.hands[int(of)])
    seat, _, junk_id = of.partition(":")
    index = index_of(state.piles[int(seat)], int(junk_id))
    if index is None:
        raise Refused("bad_field", "counter", T("This junk card is not in the pile any more."))
    place = (int(seat), index)
    junk = junk_at(state, place)
    return with_junk_at(
        state, place, replace(junk, height=value) if kind == "height" else replace(junk, strength=value)
    )
