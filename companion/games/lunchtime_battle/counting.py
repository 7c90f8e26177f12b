"""The counting phase: who is counted now, what is picked, and what follows when the pick is final."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.core.text import Seat
from companion.games.lunchtime_battle.foods import fed
from companion.games.lunchtime_battle.ring import Landing, land
from companion.games.lunchtime_battle.state import Card, State

ROUNDS = {2: 8, 3: 12, 4: 8, 5: 5, 6: 6}
"""Rounds of a game by places (players, or four hands)."""

PICKS = {2: 1, 3: 1, 4: 2, 5: 2, 6: 3}
"""Monsters counted out in a round by places."""


@dataclass(frozen=True, slots=True)
class Count:
    """The count as it stands: the ring in counting order from where it begins, and where it lands.

    ``card`` is the monster counted last, or pointed at; ``picked`` that one and the neighbours that go with it.
    """

    order: tuple[Card, ...]
    landing: Landing | None
    card: Card | None
    picked: tuple[Card, ...]


def count(state: State) -> Count:
    """What the count says now, every ability used so far included."""
    order = _order(state)
    landing = land([card.counts for card in order], state.total)
    card = order[landing.position] if landing is not None else None
    if state.pointed:
        card = next((c for c in order if c.id == state.pointed), card)
    return Count(order, landing, card, _picked(state, card))


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


def usable(state: State, seat: Seat) -> tuple[Card, ...]:
    """The monsters whose ability this seat can use now: unused candidates, and the one counted last itself."""
    own = [card for card in state.candidates if card.seat == seat and not card.used]
    if state.phase == "count":
        last = count(state).card
        if last is not None and last.seat == seat and not last.used and last.id not in {c.id for c in own}:
            own.append(last)
    return tuple(own)


def awaited(state: State) -> frozenset[Seat]:
    """Whom a pick waits for: the start player, and everybody who could use an ability and has not passed."""
    able = {Seat(seat) for seat in range(state.seats) if usable(state, Seat(seat))}
    return frozenset((able | {state.start_seat}) - state.passed)


def opened(state: State) -> State:
    """The counting phase of this round: everything laid is turned up, first candidates move the hunger markers."""
    hunger = state.hunger
    firsts = tuple(card for card in state.firsts if card is not None)
    for card in firsts:
        hunger = fed(hunger, card.foods)
    ring = tuple(card for card in state.laid if card is not None)
    return replace(
        state,
        phase="count",
        hunger=hunger,
        candidates=state.candidates + firsts,
        firsts=(),
        laid=(),
        ring=ring,
        pick=1,
        origin=next(card.id for card in ring if card.place == state.start),
        neighbours=frozenset(),
        pointed="",
        passed=frozenset(),
    )


def settled(state: State, stays: bool) -> State:
    """The state after the pick is final; ``stays``: picked monsters are counted again in later picks of the round."""
    now = count(state)
    hunger = state.hunger
    for card in now.picked:
        hunger = fed(hunger, card.foods)
    before = {card.id for card in state.candidates}
    fresh = tuple(replace(card, change=0, skipped=False) for card in now.picked if card.id not in before)
    gone = {card.id for card in now.picked}
    ring = state.ring if stays else tuple(card for card in state.ring if card.id not in gone)
    after = replace(state, hunger=hunger, candidates=state.candidates + fresh, ring=ring)
    if state.pick >= PICKS[places(state)] or not ring:
        return tidied(after)
    return replace(
        after,
        pick=state.pick + 1,
        origin=_next_origin(now, ring),
        neighbours=frozenset(),
        pointed="",
        passed=frozenset(),
    )


def _next_origin(now: Count, ring: tuple[Card, ...]) -> str:
    """Each further count begins at the monster after the one just picked, in the direction of counting."""
    left = {card.id for card in ring}
    if now.card is None:
        return now.order[0].id
    here = now.order.index(now.card)
    following = now.order[here + 1 :] + now.order[: here + 1]
    return next(card.id for card in following if card.id in left)


def tidied(state: State) -> State:
    """The next round, the start player marker one place to the left; after the last round, the final count."""
    cleared = replace(
        state,
        dice=(),
        bonus=0,
        backwards=False,
        ring=(),
        laid=(),
        firsts=(),
        origin="",
        pick=1,
        neighbours=frozenset(),
        pointed="",
        passed=frozenset(),
    )
    if state.round >= state.rounds:
        return replace(cleared, phase="final")
    return replace(cleared, phase="roll", round=state.round + 1, start=(state.start + 1) % places(state))


def places(state: State) -> int:
    """Monsters in a full ring: one per player, or per hand."""
    return len(state.columns[0]) * state.seats


def marked(state: State, monster: str, effect: str, note: str) -> State:
    """The state with a monster's ability used, wherever it lies; everybody may think again."""

    def turned(cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(replace(c, used=effect, note=note) if c.id == monster else c for c in cards)

    return replace(state, ring=turned(state.ring), candidates=turned(state.candidates), passed=frozenset())


def card_of(state: State, monster: str) -> Card:
    """The monster of this id among candidates and ring."""
    return next(card for card in (*state.candidates, *state.ring) if card.id == monster)


def with_card(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """The cards with the one of the same id replaced."""
    return tuple(card if old.id == card.id else old for old in cards)
