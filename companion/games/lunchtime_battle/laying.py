"""The first half of a round: the roll, and the monsters everybody lays until they are turned up."""

from __future__ import annotations

from dataclasses import replace

from companion.core.fields import Face
from companion.core.game import Clause, Step
from companion.core.refusal import Refused
from companion.core.text import TN, Listing, Seat, T, Text, Who
from companion.games.lunchtime_battle.actions import FirstCandidate, Lay, Roll
from companion.games.lunchtime_battle.counting import count
from companion.games.lunchtime_battle.dice import foods_of
from companion.games.lunchtime_battle.foods import FOODS, amounts, by_food, fed, hungrier
from companion.games.lunchtime_battle.learning import known_as, met
from companion.games.lunchtime_battle.options import Options
from companion.games.lunchtime_battle.state import Card, State, pips

FIRST_ROUND = 0
"""The round that first candidates carry in their id."""


def rolled(state: State, seat: Seat, action: Roll) -> Step[State]:
    """The roll is on the table: food faces move their markers, and everybody chooses a monster."""
    # First candidates are laid in round 1, before anything lies before anybody.
    opening = state.round == 1 and not state.candidates
    empty: tuple[Card | None, ...] = (None,) * state.places
    after = replace(
        state,
        phase="lay",
        dice=action.dice,
        bonus=0,
        hunger=fed(state.hunger, foods_of(action.dice)),
        laid=empty,
        firsts=empty if opening else (),
    )
    told = T("{who} rolls {dice}: total {n}.", who=Who(seat), dice=_faces(action.dice), n=pips(action.dice))
    return Step(after, (Clause(told), *hungrier(state.hunger, after.hunger)))


def _faces(dice: tuple[Face, ...]) -> Listing:
    """A roll as "6 + 4 + Meat"."""
    return Listing(tuple(FOODS[face] if isinstance(face, str) else face for face in dice), "plus")


def laid(state: State, seat: Seat, action: Lay | FirstCandidate, options: Options) -> Step[State]:
    """A monster on the table; when all are there, they are turned up and the count begins.

    Raises Refused where its numbers are neither entered nor known, and for Game End as a first candidate.
    """
    place = state.place(seat, action.hand)
    card = _card(state, seat, place, action, options)
    after = replace(state, met=met(state, action, card))
    if isinstance(action, Lay):
        after = replace(after, laid=_at(state.laid, place, card))
    else:
        after = replace(after, firsts=_at(state.firsts, place, card))
    first = Clause(_sentence(action, card))
    if None in after.laid or None in after.firsts:
        return Step(after, (first,))
    after = _turned_up(after)
    turned = Clause(T("All monsters are turned up."))
    return Step(after, (first, turned, *hungrier(state.hunger, after.hunger), Clause(count(after).lands)))


def _at(cards: tuple[Card | None, ...], place: int, card: Card) -> tuple[Card | None, ...]:
    return (*cards[:place], card, *cards[place + 1 :])


def _card(state: State, seat: Seat, place: int, action: Lay | FirstCandidate, options: Options) -> Card:
    name = action.name.strip()
    of = known_as(state, options, name)
    hand = action.hand + 1 if state.hands > 1 else 0
    foods = of.foods if action.foods is None else by_food(action.foods)
    if foods is None:
        raise Refused("bad_field", "foods", T("This monster is not known yet: enter its food symbols."))
    if isinstance(action, FirstCandidate):
        if of.game_end:
            raise Refused(
                "illegal",
                "name",
                T(
                    "{monster} has the ability Game End: it may not be a first candidate. Lay your other card.",
                    monster=name,
                ),
            )
        return Card(f"{FIRST_ROUND}.{place + 1}", place, seat, name, of.hunger or 0, foods, hand=hand)
    hunger = of.hunger if action.hunger is None else action.hunger
    if hunger is None:
        raise Refused("bad_field", "hunger", T("This monster is not known yet: enter its hunger symbols."))
    return Card(f"{state.round}.{place + 1}", place, seat, name, hunger, foods, hand=hand)


def _sentence(action: Lay | FirstCandidate, card: Card) -> Text:
    player = Who(card.seat)
    who: Who | Text = T("{who} (hand {n})", who=player, n=card.hand) if card.hand else player
    what = amounts(card.foods)
    if isinstance(action, FirstCandidate):
        if card.name:
            return T("{who}'s first candidate is {monster}: {foods}.", who=who, monster=card.name, foods=what)
        return T("{who}'s first candidate: {foods}.", who=who, foods=what)
    if card.name:
        return TN(
            "{who} lays {monster}: {n} hunger symbol, {foods}.",
            "{who} lays {monster}: {n} hunger symbols, {foods}.",
            card.hunger,
            who=who,
            monster=card.name,
            foods=what,
        )
    return TN(
        "{who} lays a monster: {n} hunger symbol, {foods}.",
        "{who} lays a monster: {n} hunger symbols, {foods}.",
        card.hunger,
        who=who,
        foods=what,
    )


def _turned_up(state: State) -> State:
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
