"""The count: which monster is counted last now, what is picked with it, and in words why."""

from __future__ import annotations

from dataclasses import dataclass

from companion.core.text import Seat, T, Text
from companion.games.lunchtime_battle.ring import Landing, explained, land
from companion.games.lunchtime_battle.state import Card, State


@dataclass(frozen=True, slots=True)
class Count:
    """The count as it stands: the ring in counting order from where it begins, and where it lands.

    ``card`` is the monster counted last, or pointed at; ``picked`` that one and the neighbours that go with it;
    ``by_hand``: the table pointed at it instead of counting.
    """

    total: int
    order: tuple[Card, ...]
    landing: Landing | None
    card: Card | None
    picked: tuple[Card, ...]
    by_hand: bool

    @property
    def lands(self) -> Text:
        """The sentence of the count: where it ends now, and why."""
        if self.card is None:
            return T("Nothing can be counted: nobody is picked.")
        if self.by_hand or self.landing is None:
            return T("The table picks {monster} by hand.", monster=self.card.whose)
        return T(
            "{sum}: symbol {n} of {monster}.",
            sum=explained(self.total, self.landing),
            n=self.landing.symbol,
            monster=self.card.whose,
        )

    def picks_as(self, other: Count) -> bool:
        """Whether both counts pick the same monsters."""
        return [card.id for card in self.picked] == [card.id for card in other.picked]


def count(state: State) -> Count:
    """What the count says now, every ability used so far included."""
    order = _order(state)
    landing = land([card.counts for card in order], state.total)
    card = order[landing.position] if landing is not None else None
    if state.pointed:
        card = next((c for c in order if c.id == state.pointed), card)
    return Count(state.total, order, landing, card, _picked(state, card), bool(state.pointed))


def _order(state: State) -> tuple[Card, ...]:
    """The ring from the origin on, in the direction of counting."""
    ring = tuple(reversed(state.ring)) if state.backwards else state.ring
    begin = next((n for n, card in enumerate(ring) if card.id == state.origin), 0)
    return ring[begin:] + ring[:begin]


def _picked(state: State, card: Card | None) -> tuple[Card, ...]:
    if card is None:
        return ()
    here, size = state.ring.index(card), len(state.ring)
    beside = {"left": state.ring[(here + 1) % size], "right": state.ring[(here - 1) % size]}
    found = [card]
    for side in ("left", "right"):
        if side in state.neighbours and beside[side] not in found:
            found.append(beside[side])
    return tuple(found)


def seen(state: State) -> str:
    """A key of what the count says now: which pick of which round, and who is picked."""
    return f"{state.round}.{state.pick}:" + "+".join(card.id for card in count(state).picked)


def unsaid(state: State) -> tuple[Card, ...]:
    """The monsters picked now whose food symbols were left out as they were laid."""
    return tuple(card for card in count(state).picked if card.unsaid) if state.phase == "count" else ()


def usable(state: State, seat: Seat) -> tuple[Card, ...]:
    """The monsters whose ability this seat can use now: unused candidates, and what would be picked now itself."""
    return () if seat in state.away else tuple(card for card in _all_usable(state) if card.seat == seat)


def _all_usable(state: State) -> tuple[Card, ...]:
    found = tuple(card for card in state.candidates if not card.used)
    if state.phase != "count":
        return found
    lying = {card.id for card in state.candidates}
    return found + tuple(card for card in count(state).picked if not card.used and card.id not in lying)


def awaited(state: State) -> frozenset[Seat]:
    """Whom a pick waits for: who may still object, then whose picked monster's food symbols are missing; nobody away."""
    if objecting := may_object(state):
        return objecting
    missing = unsaid(state)
    return frozenset(card.seat for card in missing) - state.away or (state.present if missing else frozenset())


def may_object(state: State) -> frozenset[Seat]:
    """The start player, and everybody who could use an ability and has not passed. Nobody who is away."""
    able = {card.seat for card in _all_usable(state)}
    return frozenset((able | {state.start_seat}) - state.passed - state.away)
