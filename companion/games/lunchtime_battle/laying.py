"""The first half of a round: the roll, and the monsters everybody lays face down until all are turned up together."""

from __future__ import annotations

from dataclasses import replace

from companion.core.fields import Face
from companion.core.game import Action, Clause, Step
from companion.core.refusal import Refused
from companion.core.steps import said, then
from companion.core.text import TN, Listing, Seat, T, Text, Who
from companion.games.lunchtime_battle.actions import FirstCandidate, Lay, Roll
from companion.games.lunchtime_battle.counting import count
from companion.games.lunchtime_battle.dice import foods_of
from companion.games.lunchtime_battle.foods import FOODS, NOTHING, amounts, by_food, fed, hungrier
from companion.games.lunchtime_battle.learning import known_as, met
from companion.games.lunchtime_battle.options import Options
from companion.games.lunchtime_battle.rounds import everybody_lays, lacking
from companion.games.lunchtime_battle.state import Card, FaceDown, State, pips

FIRST_ROUND = 0
"""The round that first candidates carry in their id."""


def rolled(state: State, action: Roll) -> Step[State]:
    """The start player's roll is on the table: food faces move their markers, and everybody chooses a monster."""
    fresh = everybody_lays(replace(state, dice=action.dice, bonus=0))
    after = replace(fresh, hunger=fed(state.hunger, foods_of(action.dice)))
    who = Who(state.start_seat)
    told = T("{who} rolls {dice}: total {n}.", who=who, dice=_faces(action.dice), n=pips(action.dice))
    return Step(after, (Clause(told), *hungrier(state.hunger, after.hunger)))


def _faces(dice: tuple[Face, ...]) -> Listing:
    """A roll as "6 + 4 + Meat"."""
    return Listing(tuple(FOODS[face] if isinstance(face, str) else face for face in dice), "plus")


def laid(state: State, seat: Seat, action: Lay | FirstCandidate, options: Options) -> Step[State]:
    """A monster lies face down; when all are there, they are turned up and the count begins.

    Raises Refused where its numbers are neither entered nor known, and for Game End as a first candidate.
    """
    place = state.place(seat, action.hand)
    card = _card(state, seat, place, action, options)
    down = FaceDown(card, met(action, card))
    if isinstance(action, Lay):
        after = replace(state, laid=_at(state.laid, place, down))
    else:
        after = replace(state, firsts=_at(state.firsts, place, down))
    step = said(after, _sentence(action, card))
    return step if lacking(after) else then(step, turned_up)


def _at(cards: tuple[FaceDown | None, ...], place: int, card: FaceDown) -> tuple[FaceDown | None, ...]:
    return (*cards[:place], card, *cards[place + 1 :])


def _card(state: State, seat: Seat, place: int, action: Lay | FirstCandidate, options: Options) -> Card:
    name = action.name.strip()
    of = known_as(state, options, name)
    hand = state.hand_of(place)
    foods = of.foods if action.foods is None else by_food(action.foods)
    if isinstance(action, FirstCandidate):
        if foods is None:
            raise Refused("bad_field", "foods", T("This monster is not known yet: enter its food symbols."))
        if of.game_end:
            raise Refused(
                "illegal",
                "name",
                T(
                    "{monster} has the ability Game End: it may not be a first candidate. Lay your other card.",
                    monster=name,
                ),
            )
        found = _id(state, FIRST_ROUND, place, state.firsts[place])
        return Card(found, place, seat, name, of.hunger or 0, foods, hand=hand)
    hunger = of.hunger if action.hunger is None else action.hunger
    if hunger is None:
        raise Refused("bad_field", "hunger", T("This monster is not known yet: enter its hunger symbols."))
    found = _id(state, state.round, place, state.laid[place])
    return Card(found, place, seat, name, hunger, foods or NOTHING, hand=hand, unsaid=foods is None)


def _id(state: State, number: int, place: int, before: FaceDown | None) -> str:
    """The id of a monster: that of the one it replaces, else one that no monster of this table has had."""
    if before is not None:
        return before.card.id
    found, times = f"{number}.{place + 1}", 1
    while found in state.ids:
        times += 1
        found = f"{number}.{place + 1}-{times}"
    return found


def _sentence(action: Lay | FirstCandidate, card: Card) -> Text:
    """That a monster lies, and nothing of what is on it: all are turned up together."""
    if isinstance(action, FirstCandidate):
        return T("{who} lays a first candidate, face down.", who=_whose(card))
    return T("{who} lays a monster, face down.", who=_whose(card))


def _whose(card: Card) -> Who | Text:
    return T("{who} (hand {n})", who=Who(card.seat), n=card.hand) if card.hand else Who(card.seat)


def _shown(card: Card) -> Text:
    """What is on a monster of the ring, now that all see it; of its food symbols nothing where they were left out."""
    if card.unsaid:
        return _shown_hunger(card)
    if card.name:
        return TN(
            "{who} turns up {monster}: {n} hunger symbol, {foods}.",
            "{who} turns up {monster}: {n} hunger symbols, {foods}.",
            card.hunger,
            who=_whose(card),
            monster=card.name,
            foods=amounts(card.foods),
        )
    return TN(
        "{who} turns up a monster: {n} hunger symbol, {foods}.",
        "{who} turns up a monster: {n} hunger symbols, {foods}.",
        card.hunger,
        who=_whose(card),
        foods=amounts(card.foods),
    )


def _shown_hunger(card: Card) -> Text:
    if card.name:
        return TN(
            "{who} turns up {monster}: {n} hunger symbol.",
            "{who} turns up {monster}: {n} hunger symbols.",
            card.hunger,
            who=_whose(card),
            monster=card.name,
        )
    return TN(
        "{who} turns up a monster: {n} hunger symbol.",
        "{who} turns up a monster: {n} hunger symbols.",
        card.hunger,
        who=_whose(card),
    )


def _shown_first(card: Card) -> Text:
    """What is on a first candidate."""
    what = amounts(card.foods)
    if card.name:
        return T("{who}'s first candidate is {monster}: {foods}.", who=_whose(card), monster=card.name, foods=what)
    return T("{who}'s first candidate: {foods}.", who=_whose(card), foods=what)


def turned_up(state: State) -> Step[State]:
    """The counting phase of this round: all that lies is turned up, first candidates move the hunger markers.

    Whoever is away may have laid nothing: the ring begins at the first monster from the start player on.
    """
    down = tuple(of for of in (*state.firsts, *state.laid) if of is not None)
    firsts = tuple(of.card for of in state.firsts if of is not None)
    ring = tuple(of.card for of in state.laid if of is not None)
    hunger = state.hunger
    for card in firsts:
        hunger = fed(hunger, card.foods)
    now_known = tuple(of.known for of in down if of.known is not None and of.known not in state.met)
    after = replace(
        state,
        phase="count",
        hunger=hunger,
        candidates=state.candidates + firsts,
        firsts=(),
        laid=(),
        ring=ring,
        pick=1,
        origin=beginning(ring, state.start, state.places),
        neighbours=frozenset(),
        pointed="",
        passed=frozenset(),
        met=state.met + tuple(dict.fromkeys(now_known)),
        ids=state.ids | {of.card.id for of in down},
        picked=(),
    )
    telling = (
        Clause(T("All monsters lie there: turn them up together.")),
        *(Clause(_shown_first(card)) for card in firsts),
        *(Clause(_shown(card)) for card in ring),
        *hungrier(state.hunger, hunger),
        Clause(count(after).lands),
    )
    return Step(after, telling)


def is_face_down(state: State, before: State, action: Action) -> bool:
    """Whether a monster that was laid in state ``before`` has not been turned up since."""
    return isinstance(action, Lay | FirstCandidate) and state.phase == "lay" and before.ids == state.ids


def beginning(ring: tuple[Card, ...], start: int, places: int) -> str:
    """The id of the first monster clockwise from a place on."""
    return min(ring, key=lambda card: (card.place - start) % places).id
